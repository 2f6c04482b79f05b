"""One game being played: the rules, a generator for Nature, the log, undo, and what each seat may see. No
I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from samovar.games import registry
from samovar.kernel.components import Components
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction
from samovar.kernel.game import AnyRules, Game, Score
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import NATURE, Event, State, View
from samovar.kernel.step import Options, Refusal
from samovar.match.record import Record, read_record

OLD_SEED: Final = "the seed does not give these draws"
MOST_SEED: Final = 10**400  # what a record can hold


class Entry:
    """One action of the log: whose (or NATURE), which, in which turn, and what happened because of it.

    ``witnesses`` are the seats (one bit each) that may see at once which action it was.
    """

    def __init__(self, seat: int, action: int, turn: int, witnesses: int) -> None:
        self.seat: Final = seat
        self.action: Final = action
        self.turn: Final = turn
        self.witnesses: Final = witnesses
        self.events: Final[list[Event]] = []


class _Past:
    """The table as it was before a decision that may still be taken back."""

    def __init__(self, state: State, entries: int, seat: int, turn: int, gathering: int) -> None:
        self.state: Final = state
        self.entries: Final = entries
        self.seat: Final = seat
        self.turn: Final = turn
        self.gathering: Final = gathering  # decisions with the same number were made beside each other


class Match:
    """A game for ``seats`` players. Everything that strangers hand in is checked here; nothing illegal gets
    through.
    """

    def __init__(
        self,
        game: str | AnyRules,
        seats: int,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        components: str | None = None,
        names: list[str] | None = None,
        *,
        position: str = "",
        record: Record | None = None,
    ) -> None:
        """``game``: its name, or the rules themselves. ``components``: the text of another component file.

        ``position`` and ``record``: see ``from_position`` and ``from_record``.
        """
        rules: Game = registry.game(game) if isinstance(game, str) else game
        rules.check_seats(seats)
        box = rules.standard_box() if components is None else rules.load(components)
        if record is not None:
            digest = record.components or rules.standard_box().digest
            if digest != box.digest:
                raise BadInput("record", [f"it was played with another box of components ({digest})"])
        if abs(seed) >= MOST_SEED:
            raise BadInput("seed", ["must have at most 400 digits"])
        _check_names(names or [], seats)
        self.game = rules
        self.seed = seed
        self.names = names or []
        self.dice = Dice(seed)
        self.reseed: Callable[[], int] | None = None  # what to set them to before Nature draws again
        self.fair = True  # whether every draw so far follows from the seed
        self.log: list[Entry] = []
        self.start = ""  # the position it began from, if that was no set-up
        self.prelude: list[Event] = []  # what happened before the first entry
        self._past: list[_Past] = []
        self._barrier = "something_was_revealed"  # why nothing before _past can be taken back
        self._gathering = 0  # grows when what several decide beside each other begins or ends
        self._out = Options()
        if position:
            self.state = rules.read(_position_reader(position), box)
            rules.advance(self.state, self._out)
            self.start = rules.write(self.state)
        else:
            self.state = rules.start(box, seats, options or {}, self._out)
        if record is not None:
            self._replay(record)
        self._nature()
        self._forget()
        if record is not None:
            self._check_result(record)

    @classmethod
    def from_position(
        cls, text: str, seed: int = 0, components: str | None = None, game: AnyRules | None = None
    ) -> Match:
        """Begin from a position (TOML); BadInput names every fault. ``game``: rules not in the registry."""
        reader = _position_reader(text)
        name = reader.text("game", None, registry.names() if game is None else [game.name])
        reader.check("position")
        rules: Game = registry.game(name) if game is None else game
        seats = reader.number("seats", rules.usual_seats, rules.min_seats, rules.max_seats)
        reader.check("position")
        return cls(rules, seats, seed, components=components, position=text)

    @classmethod
    def from_record(cls, text: str, components: str | None = None, game: AnyRules | None = None) -> Match:
        """Play a record again, to its end; BadInput names what is wrong with it. The game can then go on."""
        record = read_record(text)
        if game is not None and record.game != game.name:
            raise BadInput("record", [f"it is of the game {record.game!r}, not of {game.name!r}"])
        return cls(
            record.game if game is None else game,
            record.seats,
            record.seed or 0,
            record.options,
            components,
            record.names,
            position=record.start,
            record=record,
        )

    def _replay(self, record: Record) -> None:
        if self.state.seats != record.seats:
            found = f"{record.seats} seats in the head, {self.state.seats} in the position"
            raise BadInput("record", [found])
        for i, (seat, token, _) in enumerate(record.moves):
            action = self.state.box.notation.parse(token)
            self.game.legal_into(self.state, seat, self._out)
            if action < 0 or not self._out.has(action):
                now = "the game is over" if self.over else f"{token} is not allowed there"
                raise BadInput("record", [f"line {record.lines[i]}: {now}"])
            if seat == NATURE:
                self.fair = self.game.chance(self.state, self._out, self.dice) == action and self.fair
            else:
                self._remember(seat)
            self._do(seat, action)
            self._forget()

    def catch_up(self, moves: list[tuple[int, str]]) -> None:
        """Play moves as they once were played, Nature's draws too; BadInput at the first that cannot be."""
        record = Record(self.game.name, self.seats)
        record.moves = [(seat, token, 0) for seat, token in moves]
        record.lines = [n + 1 for n in range(len(moves))]
        self._replay(record)
        self._nature()
        self._forget()

    def settled(self) -> tuple[int, State]:
        """How many actions of the log nobody can take back any more, and the state after them."""
        if not self._past:
            return len(self.log), self.state
        return self._past[0].entries, self._past[0].state

    def _check_result(self, record: Record) -> None:
        totals = [score.total for score in self.scores()] if self.over else []
        if record.result and record.result != totals:
            found = " ".join(str(total) for total in totals) if totals else "not there yet, the game goes on"
            raise BadInput("record", [f"the result is {found}"])

    # ---- playing ----

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def seats(self) -> int:
        return self.state.seats

    def actors(self) -> list[int]:
        """The seats that must decide now; none when the game is over."""
        return self.game.actors(self.state)

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat as integers."""
        self._check_seat(seat)
        self.game.legal_into(self.state, seat, self._out)
        return self._out.list()

    def options(self, seat: int) -> list[str]:
        """The legal actions of a seat as tokens, none twice, in a fixed order."""
        notation = self.state.box.notation
        return [notation.token(action) for action in self.legal(seat)]

    def refusals(self, seat: int) -> list[Refusal]:
        """What this seat might expect to be able to do now and cannot, with reason and rule."""
        self._check_seat(seat)
        return self.game.refusals(self.state, seat)

    def play(self, seat: int, token: str) -> None:
        """Play an action, and all that follows without a choice. IllegalAction otherwise, and nothing has
        changed.
        """
        self._check_seat(seat)
        action = self.state.box.notation.parse(token)
        if action < 0:
            raise IllegalAction("unknown_token", "", token)
        if self.over:
            raise IllegalAction("the_game_is_over", "", token)
        self.game.legal_into(self.state, seat, self._out)
        if not self._out.has(action):
            for refusal in self.refusals(seat):
                if refusal.action == action:
                    raise IllegalAction(refusal.reason, refusal.rule, token)
            waiting = seat in self.actors()
            raise IllegalAction("not_an_option_now" if waiting else "another_seat_decides", "", token)
        self._remember(seat)
        self._do(seat, action)
        self._nature()
        self._forget()

    def _do(self, seat: int, action: int) -> None:
        witnesses = self.game.witnesses(self.state, seat, action)
        entry = Entry(seat, action, self.game.turn(self.state), witnesses)
        self.state.journal = entry.events
        self.log.append(entry)
        self.game.play(self.state, seat, action, self._out)

    def _nature(self) -> None:
        while self.game.actors(self.state) == [NATURE]:
            if self.reseed is not None:
                self.dice.seed(self.reseed())
                self.reseed = None
            self.game.legal_into(self.state, NATURE, self._out)
            self._do(NATURE, self.game.chance(self.state, self._out, self.dice))

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.state.seats:
            raise BadInput("seat", [f"there is no seat {seat} at a table for {self.state.seats}"])

    # ---- taking back ----

    def _remember(self, seat: int) -> None:
        """This seat decides now: keep the table as it is until then."""
        turn = self.game.turn(self.state)
        self._past.append(_Past(self.state.clone(), len(self.log), seat, turn, self._gathering))

    def _forget(self) -> None:
        """What lies before a reveal or another seat's decision stays: keep no clones of it. What several
        decide beside each other each of them can take back. At the end of a game everything is revealed.
        """
        if not self._past:
            return
        last = self._past[-1]
        if self.over or last.state.reveals != self.state.reveals:
            self._past = []
            self._barrier = "something_was_revealed"
            return
        if not self._goes_on(last):
            self._gathering += 1
        at = own = len(self._past) - 1
        while own > 0 and self._past[own - 1].seat == last.seat:
            own -= 1
        while at > 0 and self._past[at - 1].gathering == self._gathering:
            at -= 1
        at = min(at, own)
        if at > 0:
            self._past = self._past[at:]
            self._barrier = "another_seat_has_decided"

    def _goes_on(self, past: _Past) -> bool:
        """Whether whoever was deciding beside that seat still is: the same step waits for the same others."""
        then, now = past.state, self.state
        if now.depth == 0 or now.depth != then.depth:
            return False
        if then.todo[now.depth - 1] != now.todo[now.depth - 1]:
            return False
        changed = set(self.game.actors(then)) ^ set(self.game.actors(now))
        return changed <= {past.seat}

    def _last(self, seat: int) -> int:
        """Where this seat's last decision lies that can be taken back, -1 if there is none."""
        at = len(self._past) - 1
        while at >= 0 and self._past[at].seat != seat:
            at -= 1
        return at

    def can_undo(self, seat: int) -> bool:
        return self._last(seat) >= 0

    def undo(self, seat: int) -> None:
        """Take back this seat's last decision; what others have decided beside it stays. CannotUndo if
        something was revealed or somebody else has decided since.
        """
        self._check_seat(seat)
        if not any(entry.seat == seat for entry in self.log):
            raise CannotUndo("nothing_to_undo")
        at = self._last(seat)
        if at < 0:
            raise CannotUndo("another_seat_has_decided" if self._past else self._barrier)
        past = self._past[at]
        later = self.log[past.entries + 1 :]
        self._past = self._past[:at]
        self._gathering = past.gathering
        self.log = self.log[: past.entries]
        self.state = past.state
        self.state.journal = self.log[-1].events if self.log else self.prelude
        for entry in later:  # by others, beside it: nothing was drawn, and the order does not matter
            self._remember(entry.seat)
            self._do(entry.seat, entry.action)

    def restart_turn(self, seat: int) -> None:
        """Take back all that this seat has decided in this turn, as far as undo reaches."""
        self._check_seat(seat)
        turn = self._past[self._last(seat)].turn if self.can_undo(seat) else 0
        self.undo(seat)  # which says why not
        while self.can_undo(seat) and self._past[self._last(seat)].turn == turn:
            self.undo(seat)

    # ---- looking ----

    def scores(self) -> list[Score]:
        """Per player: total, rank and breakdown by category. Before the end: as if the game ended now."""
        return self.game.score(self.state)

    def view(self, seat: int) -> View:
        """What this seat may see, on the fast integer layer."""
        self._check_seat(seat)
        return self.game.redact(self.state, seat)

    def events(self, entry: Entry, seat: int) -> list[Event]:
        """What happened because of an action, as this seat may know it."""
        return [self.game.seen(event, seat) for event in entry.events]

    def position(self, seat: int | None = None) -> str:
        """The whole truth as TOML, or what one seat may see of it."""
        return self.game.write(self.state if seat is None else self.view(seat))

    def record(self) -> str:
        """The game so far as text, Nature's draws included."""
        record = Record(self.game.name, self.seats)
        record.seed = self.seed if self.fair else None
        record.names = self.names
        box: Components = self.state.box
        record.components = "" if box.digest == self.game.standard_box().digest else box.digest
        if self.start:
            record.start = self.start
        else:
            record.options = self.game.options_of(self.state)
        for entry in self.log:
            record.moves.append((entry.seat, box.notation.token(entry.action), entry.turn))
        if self.over:
            record.result = [score.total for score in self.scores()]
        return record.write()


def _position_reader(text: str) -> Reader:
    return Reader(read_toml(text, "position"), "", [])


def _check_names(names: list[str], seats: int) -> None:
    """A record keeps the names in one line, with commas between them."""
    faults: list[str] = []
    if names and len(names) != seats:
        faults.append(f"{len(names)} names for {seats} seats")
    for name in names:
        if "," in name or name.strip() != name or not name or not name.isprintable():
            faults.append(f"{name!r}: must be one line of printable signs without commas or space around it")
    if faults:
        raise BadInput("names", faults)


def verify(text: str, components: str | None = None, game: AnyRules | None = None) -> Match:
    """Replay a record; with its seed derive every draw again. BadInput if it does not hold."""
    match = Match.from_record(text, components, game)
    if read_record(text).seed is not None and not match.fair:
        raise BadInput("record", [OLD_SEED])
    return match
