"""One game being played: the rules, a generator for Nature, the log, undo, and what each seat may see. No
I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

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
MAX_SEED: Final = 10**400  # what a record can hold

Move = tuple[int, str]  # seat or NATURE, token


class Decision(NamedTuple):
    """An action of a seat and Nature's draws after it, as tokens."""

    token: str
    draws: list[str]


class Plan(NamedTuple):
    """Decisions that have been tried but not played, and what follows from them."""

    decisions: list[Decision]
    actors: list[int]  # the seats that must decide afterwards
    result: list[int]  # the totals, if the game is over afterwards


class UndoPlan(NamedTuple):
    """What an undo leaves: the first ``to`` entries of the log, and decisions that others made beside it."""

    to: int
    kept: list[Move]
    actors: list[int]  # the seats that must decide afterwards


class BadMove(BadInput):
    """A move of a record or log cannot be played. ``number`` counts the moves from 0."""

    def __init__(self, number: int, fault: str) -> None:
        super().__init__("moves", [f"move {number + 1}: {fault}"])
        self.number: Final = number
        self.fault: Final = fault

    def __reduce__(self) -> tuple[type[BadInput], Any]:
        return BadMove, (self.number, self.fault)


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


class Past:
    """The state before a decision that can still be undone."""

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
        box: Components | None = None,
        moves: Sequence[Move] | None = None,
    ) -> None:
        """``game``: its name, or the rules themselves. ``components``: the text of another component file.

        ``position``: the TOML of a position to begin from. ``box``: the components, already read.
        ``moves``: played as they are, Nature's draws included, and nothing is drawn after them; BadMove names
        the first one that cannot be played. Without ``moves`` Nature draws the set-up.
        """
        rules: Game = registry.game(game) if isinstance(game, str) else game
        rules.check_seats(seats)
        if box is None:
            box = rules.standard_box() if components is None else rules.load(components)
        if abs(seed) >= MAX_SEED:
            raise BadInput("seed", ["must have at most 400 digits"])
        _check_names(names or [], seats)
        self.game = rules
        self.seed = seed
        self.names = names or []
        self.dice = Dice(seed)
        self.fair = True  # whether every draw so far follows from the seed
        self.log: list[Entry] = []
        self.start = ""  # the position it began from, if that was no set-up
        self.setup_events: list[Event] = []  # before the first entry of the log
        self.stored_scores: list[Score] = []  # of a finished match that other rules have scored
        self.past: list[Past] = []
        self.barrier = "something_was_revealed"  # why nothing before ``past`` can be undone
        self.gathering = 0  # grows when what several decide beside each other begins or ends
        self._out = Options()
        if position:
            self.state = rules.read(_position_reader(position), box)
            rules.advance(self.state, self._out)
            self.start = rules.write(self.state)
        else:
            self.state = rules.start(box, seats, options or {}, self._out)
        if moves is None:
            self.finish_draws()
        else:
            self._replay(moves)

    @classmethod
    def from_position(
        cls,
        text: str,
        seed: int = 0,
        components: str | None = None,
        game: AnyRules | None = None,
        box: Components | None = None,
    ) -> Match:
        """Begin from a position (TOML); BadInput names every fault. ``game``: rules not in the registry."""
        reader = _position_reader(text)
        name = reader.text("game", None, registry.names() if game is None else [game.name])
        reader.check("position")
        rules: Game = registry.game(name) if game is None else game
        seats = reader.number("seats", rules.usual_seats, rules.min_seats, rules.max_seats)
        reader.check("position")
        return cls(rules, seats, seed, components=components, position=text, box=box)

    @classmethod
    def from_record(
        cls,
        text: str,
        components: str | None = None,
        game: AnyRules | None = None,
        box: Components | None = None,
    ) -> Match:
        """Play a record again, to its end; BadInput names what is wrong with it. The game can then go on.

        A record without a digest was played with the box that was standard then: ``box``, if it is given.
        """
        record = read_record(text)
        if game is not None and record.game != game.name:
            raise BadInput("record", [f"it is of the game {record.game!r}, not of {game.name!r}"])
        rules: Game = registry.game(record.game) if game is None else game
        rules.check_seats(record.seats)
        digest = record.components or (box or rules.standard_box()).digest
        if box is None:
            box = rules.standard_box() if components is None else rules.load(components)
        if digest != box.digest:
            raise BadInput("record", [f"it was played with another box of components ({digest})"])
        try:
            match = cls(
                rules,
                record.seats,
                record.seed or 0,
                record.options,
                names=record.names,
                position=record.start,
                box=box,
                moves=[(seat, token) for seat, token, _ in record.moves],
            )
        except BadMove as error:
            raise BadInput("record", [f"line {record.lines[error.number]}: {error.fault}"]) from None
        if match.seats != record.seats:
            raise BadInput("record", [f"{record.seats} seats in the head, {match.seats} in the position"])
        match.finish_draws()
        match._check_result(record)
        return match

    def _replay(self, moves: Sequence[Move]) -> None:
        for number, (seat, token) in enumerate(moves):
            self._repeat(number, seat, token)
            self._forget()

    def _repeat(self, number: int, seat: int, token: str) -> None:
        """Play one move as it once was played. BadMove if it is not legal."""
        action = self.state.box.notation.parse(token)
        self.game.legal_into(self.state, seat, self._out)
        if action < 0 or not self._out.has(action):
            raise BadMove(number, "the game is over" if self.over else f"{token} is not allowed there")
        if seat == NATURE:
            self.fair = self.game.chance(self.state, self._out, self.dice) == action and self.fair
        else:
            self._remember(seat)
        self._do(seat, action)

    def finish_draws(self) -> None:
        """Let Nature draw until a seat must decide or the game is over."""
        while self.game.actors(self.state) == [NATURE]:
            self.game.legal_into(self.state, NATURE, self._out)
            self._do(NATURE, self.game.chance(self.state, self._out, self.dice))
        self._forget()

    def _check_result(self, record: Record) -> None:
        totals = [score.total for score in self.scores()] if self.over else []
        if record.result and record.result != totals:
            found = " ".join(str(total) for total in totals) if totals else "not there yet, the game goes on"
            raise BadInput("record", [f"the result is {found}"])

    def moves(self, first: int = 0) -> list[Move]:
        """The log from an entry on, as seats and tokens."""
        notation = self.state.box.notation
        return [(entry.seat, notation.token(entry.action)) for entry in self.log[first:]]

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
        """The actions that this seat might expect now and cannot take, with reason and rule."""
        self._check_seat(seat)
        return self.game.refusals(self.state, seat)

    def play(self, seat: int, token: str) -> None:
        """Play an action, and all that follows without a choice. IllegalAction otherwise, and nothing has
        changed.
        """
        for decision in self.decide(seat, [token]).decisions:
            self.advance(seat, decision)

    def decide(self, seat: int, tokens: Sequence[str], draw_seed: Callable[[int], int] | None = None) -> Plan:
        """The actions of a seat, each with Nature's draws after it. IllegalAction if one may not be played.

        They are tried on a clone: this match does not change. ``draw_seed`` gives the seed of the dice by the
        length of the log before the action; without it the dice of this match go on.
        """
        self._check_seat(seat)
        state, dice, out = self.state.clone(), self.dice.copy(), Options()
        length = len(self.log)
        found: list[Decision] = []
        for token in tokens:
            self.game.play(state, seat, self._legal_action(state, seat, token, out), out)
            draws: list[str] = []
            while self.game.actors(state) == [NATURE]:
                if draw_seed is not None and not draws:
                    dice.seed(draw_seed(length))
                self.game.legal_into(state, NATURE, out)
                action = self.game.chance(state, out, dice)
                draws.append(state.box.notation.token(action))
                self.game.play(state, NATURE, action, out)
            found.append(Decision(token, draws))
            length += 1 + len(draws)
        result = [score.total for score in self.game.score(state)] if state.over else []
        return Plan(found, self.game.actors(state), result)

    def _legal_action(self, state: State, seat: int, token: str, out: Options) -> int:
        """The action of a token in this state. IllegalAction says why it may not be played."""
        action = state.box.notation.parse(token)
        if action < 0:
            raise IllegalAction("unknown_token", "", token)
        if state.over:
            raise IllegalAction("the_game_is_over", "", token)
        self.game.legal_into(state, seat, out)
        if not out.has(action):
            for refusal in self.game.refusals(state, seat):
                if refusal.action == action:
                    raise IllegalAction(refusal.reason, refusal.rule, token)
            waiting = seat in self.game.actors(state)
            raise IllegalAction("not_an_option_now" if waiting else "another_seat_decides", "", token)
        return action

    def advance(self, seat: int, decision: Decision) -> None:
        """Play a decision with its draws. BadMove if one is not legal; then this match is of no more use."""
        self._repeat(len(self.log), seat, decision.token)
        for token in decision.draws:
            self._repeat(len(self.log), NATURE, token)
        self._forget()

    def _do(self, seat: int, action: int) -> None:
        witnesses = self.game.witnesses(self.state, seat, action)
        entry = Entry(seat, action, self.game.turn(self.state), witnesses)
        self.state.journal = entry.events
        self.log.append(entry)
        self.game.play(self.state, seat, action, self._out)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.state.seats:
            raise BadInput("seat", [f"there is no seat {seat} at a table for {self.state.seats}"])

    # ---- undo ----

    def _remember(self, seat: int) -> None:
        """This seat decides now: keep the table as it is until then."""
        turn = self.game.turn(self.state)
        self.past.append(Past(self.state.clone(), len(self.log), seat, turn, self.gathering))

    def _forget(self) -> None:
        """Drop the clones from before a reveal or another seat's decision: those cannot be undone. Seats that
        decide beside each other can each undo. At the end of a game everything is revealed.
        """
        if not self.past:
            return
        last = self.past[-1]
        if self.over or last.state.reveals != self.state.reveals:
            self.past = []
            self.barrier = "something_was_revealed"
            return
        if not self._goes_on(last):
            self.gathering += 1
        at = own = len(self.past) - 1
        while own > 0 and self.past[own - 1].seat == last.seat:
            own -= 1
        while at > 0 and self.past[at - 1].gathering == self.gathering:
            at -= 1
        at = min(at, own)
        if at > 0:
            self.past = self.past[at:]
            self.barrier = "another_seat_has_decided"

    def _goes_on(self, past: Past) -> bool:
        """Whether whoever was deciding beside that seat still is: the same step waits for the same others."""
        then, now = past.state, self.state
        if now.depth == 0 or now.depth != then.depth:
            return False
        if then.todo[now.depth - 1] != now.todo[now.depth - 1]:
            return False
        changed = set(self.game.actors(then)) ^ set(self.game.actors(now))
        return changed <= {past.seat}

    def _last(self, seat: int) -> int:
        """The index of this seat's last decision that can be undone, -1 if there is none."""
        at = len(self.past) - 1
        while at >= 0 and self.past[at].seat != seat:
            at -= 1
        return at

    def can_undo(self, seat: int) -> bool:
        return self._last(seat) >= 0

    def undo(self, seat: int) -> None:
        """Undo this seat's last decision; what others have decided beside it stays. CannotUndo if something
        was revealed or another seat has decided since.
        """
        self.rewind(self.plan_undo(seat))

    def restart_turn(self, seat: int) -> None:
        """Undo all that this seat has decided in this turn, as far as undo reaches."""
        self.rewind(self.plan_undo(seat, whole_turn=True))

    def plan_undo(self, seat: int, whole_turn: bool = False) -> UndoPlan:
        """What ``undo`` or ``restart_turn`` would leave. CannotUndo says why nothing can be undone."""
        self._check_seat(seat)
        if not any(entry.seat == seat for entry in self.log):
            raise CannotUndo("nothing_to_undo")
        at = self._last(seat)
        if at < 0:
            raise CannotUndo("another_seat_has_decided" if self.past else self.barrier)
        turn = self.past[at].turn
        own = [i for i in range(at, -1, -1) if self.past[i].seat == seat]
        last = next((n for n, i in enumerate(own) if self.past[i].turn != turn), len(own))
        taken = own[:last] if whole_turn else own[:1]
        undone = [self.past[i].entries for i in taken]
        at, to = taken[-1], undone[-1]
        kept = [number for number in range(to, len(self.log)) if number not in undone]
        state, out = self.past[at].state.clone(), Options()
        for number in kept:
            self.game.play(state, self.log[number].seat, self.log[number].action, out)
        token = state.box.notation.token
        moves = [(self.log[number].seat, token(self.log[number].action)) for number in kept]
        return UndoPlan(to, moves, self.game.actors(state))

    def rewind(self, plan: UndoPlan) -> None:
        """Carry out a plan. BadInput if this match has never been at that entry, or cannot go back to it."""
        at = len(self.past) - 1
        while at >= 0 and self.past[at].entries != plan.to:
            at -= 1
        if at < 0:
            raise BadInput("undo", [f"the log cannot go back to {plan.to} entries"])
        past = self.past[at]
        self.past = self.past[:at]
        self.gathering = past.gathering
        self.log = self.log[: plan.to]
        self.state = past.state
        self.state.journal = self.log[-1].events if self.log else self.setup_events
        for number, (seat, token) in enumerate(plan.kept, plan.to):
            action = self.state.box.notation.parse(token)
            if action < 0:
                raise BadMove(number, f"{token} is no action")
            self._remember(seat)  # made beside the undone one: nothing was drawn, and no order matters
            self._do(seat, action)

    # ---- looking ----

    def scores(self) -> list[Score]:
        """Per player: total, rank and breakdown by category. Before the end: as if the game ended now."""
        return self.stored_scores or self.game.score(self.state)

    def view(self, seat: int) -> View:
        """The view of this seat, on the fast integer layer."""
        self._check_seat(seat)
        return self.game.redact(self.state, seat)

    def events(self, entry: Entry, seat: int) -> list[Event]:
        """The events of an action, as this seat may know them."""
        return [self.game.seen(event, seat) for event in entry.events]

    def position(self, seat: int | None = None) -> str:
        """The whole truth as TOML, or what one seat may see of it."""
        return self.game.write(self.state if seat is None else self.view(seat))

    def record(self, with_seed: bool = True) -> str:
        """The game so far as text, Nature's draws included. Later draws follow from the seed."""
        record = Record(self.game.name, self.seats)
        record.seed = self.seed if self.fair and with_seed else None
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
