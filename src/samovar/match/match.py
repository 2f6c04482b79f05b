"""A match: one game being played, with its random draws, its log, undo and the views of seats. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from samovar.games import registry
from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction
from samovar.kernel.game import AnyRules, Game, Score
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, Event, State, View, seat_of
from samovar.kernel.step import Options, Refusal
from samovar.match.record import Record, read_record
from samovar.match.undo import DECIDED, Move, UndoHistory, UndoPlan

WRONG_SEED: Final = "the seed does not give these draws"
MAX_SEED: Final = 10**400  # the limit of seeds in a record


class Decision(NamedTuple):
    """An action of a seat and Nature's draws after it, as tokens.

    >>> Decision("hunt.4", draws=["draw.5"]).draws
    ['draw.5']
    """

    token: str
    draws: list[str]


class DecisionPlan(NamedTuple):
    """The result of ``Match.decide``: decisions that were tried on a copy but not played.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> plan = match.decide(0, ["start.s1"])
    >>> plan.decisions, plan.actors, plan.result
    ([Decision(token='start.s1', draws=[])], [1], [])
    """

    decisions: list[Decision]
    actors: list[int]  # the seats that must decide afterwards
    result: list[int]  # the totals, if the game is over afterwards
    answers: list[tuple[int, Decision]]  # answers that follow without asking (``Rules.obvious``)
    state: State  # the state afterwards, with hidden information


class BadMove(BadInput):
    """A move of a record or log is not legal. ``number`` counts the moves from 0.

    >>> Match("stroganov", 2, moves=[(0, "hunt.4")])
    Traceback (most recent call last):
        ...
    samovar.match.match.BadMove: moves: move 1: hunt.4 is not allowed there
    """

    def __init__(self, number: int, fault: str) -> None:
        super().__init__("moves", [f"move {number + 1}: {fault}"])
        self.number: Final = number
        self.fault: Final = fault

    def __reduce__(self) -> tuple[type[BadInput], Any]:
        return BadMove, (self.number, self.fault)


class Entry:
    """An entry of the log: the seat (or NATURE), its action, the turn and the events that followed.

    ``witnesses`` is the bit set of seats that see at once which action it was. ``automatic`` is True for an
    obvious answer that the match played without asking the seat.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> match.play(0, "start.s1")
    >>> entry = match.log[-1]
    >>> entry.seat, match.state.box.notation.token(entry.action)
    (0, 'start.s1')
    """

    def __init__(self, seat: int, action: int, turn: int, witnesses: int, automatic: bool = False) -> None:
        self.seat: Final = seat
        self.action: Final = action
        self.turn: Final = turn
        self.witnesses: Final = witnesses
        self.automatic: Final = automatic
        self.events: Final[list[Event]] = []


class Match:
    """One game being played. All input is checked, so untrusted actions can be passed in.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> match.actors()
    [0]
    >>> match.options(0)
    ['start.s1', 'start.s7', 'start.s4']
    >>> match.play(0, "start.s7")
    >>> match.actors()
    [1]
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
        """Start a match. ``game``: its name, or the rules. ``components``: the text of a component file.

        ``position``: the TOML of a position to start from. ``box``: the components, already read.
        ``moves``: moves to replay, Nature's draws included. Nothing is drawn after them. BadMove names the
        first illegal one. Without ``moves`` Nature draws the set-up.
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
        self.rng = Rng(seed)
        self.seeded = True  # True if every draw so far follows from ``seed``
        self.log: list[Entry] = []
        self.start = ""  # the position from which the match began, empty for a set-up
        self.setup_events: list[Event] = []  # events before the first entry of the log
        self.stored_scores: list[Score] = []  # set if the scores come from a snapshot of older rules
        self.history: Final = UndoHistory(rules)
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
        """A match that starts from a position (TOML). BadInput lists every fault.

        ``game``: rules that are not in the registry.

        >>> text = 'game = "stroganov"\\nto_move = 1'
        >>> Match.from_position(text).actors()
        [1]
        """
        reader = _position_reader(text)
        name = reader.text("game", None, registry.names() if game is None else [game.name])
        reader.check("position")
        rules: Game = registry.game(name) if game is None else game
        seats = reader.number("seats", rules.usual_seats, rules.min_seats, rules.max_seats)
        digest = reader.text("components", "")
        reader.check("position")
        if box is None and components is None and reader.has("format"):
            box = rules.shipped_box(digest)  # a position without a format was written by hand
        return cls(rules, seats, seed, components=components, position=text, box=box)

    @classmethod
    def from_record(
        cls,
        text: str,
        components: str | None = None,
        game: AnyRules | None = None,
        box: Components | None = None,
    ) -> Match:
        """Replay a record to its end. BadInput says what is wrong with it. The match can be continued.

        A record without a digest was played with ``box``, by default the box of rules version 1.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.play(0, "start.s7")
        >>> again = Match.from_record(match.record())
        >>> again.position() == match.position()
        True
        """
        record = read_record(text)
        if game is not None and record.game != game.name:
            raise BadInput("record", [f"the game must be {game.name!r}, not {record.game!r}"])
        rules: Game = registry.game(record.game) if game is None else game
        rules.check_seats(record.seats)
        digest = record.components or (rules.first_digest() if box is None else box.digest)
        if box is None:
            box = rules.shipped_box(digest) if components is None else rules.load(components)
        if digest != box.digest:
            raise BadInput("record", [f"it was played with another box ({digest}), this one is {box.digest}"])
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
            self.history.set_barrier(self.state)

    def _repeat(self, number: int, seat: int, token: str, automatic: bool = False) -> None:
        """Replay one move. BadMove if it is not legal."""
        action = self.state.box.notation.parse(token)
        self.game.legal_into(self.state, seat, self._out)
        if action < 0 or not self._out.has(action):
            raise BadMove(number, "the game is over" if self.over else f"{token} is not allowed there")
        if seat == NATURE:
            self.seeded = self.game.chance(self.state, self._out, self.rng) == action and self.seeded
        else:
            self.history.add(self.state, len(self.log), seat, automatic)
        self._play_action(seat, action, automatic)

    def finish_draws(self, draw_seed: Callable[[int], int] | None = None) -> None:
        """Let Nature draw until a seat must decide or the game is over.

        ``draw_seed``: seed the generator as ``decide`` does, for draws after the newest entry of the log.

        >>> match = Match("stroganov", 2, 7, moves=[])  # no set-up draws yet
        >>> match.finish_draws()
        >>> match.actors()
        [0]
        """
        if draw_seed is not None:
            self.rng.seed(draw_seed(len(self.log) - 1))
        while self.game.actors(self.state) == [NATURE]:
            self.game.legal_into(self.state, NATURE, self._out)
            self._play_action(NATURE, self.game.chance(self.state, self._out, self.rng))
        self.history.set_barrier(self.state)

    def _check_result(self, record: Record) -> None:
        totals = [score.total for score in self.scores()] if self.over else []
        if record.result and record.result != totals:
            found = " ".join(str(total) for total in totals) if totals else "empty, because the game goes on"
            raise BadInput("record", [f"the result must be {found}"])

    def moves(self, first: int = 0) -> list[Move]:
        """The log from entry number ``first`` on, as seats and tokens. Nature has the number 15.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.play(0, "start.s1")
        >>> match.moves()[-2:]
        [(15, 'draw.7'), (0, 'start.s1')]
        """
        notation = self.state.box.notation
        return [(entry.seat, notation.token(entry.action)) for entry in self.log[first:]]

    # ---- playing ----

    @property
    def over(self) -> bool:
        """True if the game is over.

        >>> Match("stroganov", seats=2).over
        False
        """
        return self.state.over

    @property
    def seats(self) -> int:
        """The number of seats.

        >>> Match("stroganov", seats=2).seats
        2
        """
        return self.state.seats

    def actors(self) -> list[int]:
        """The seats that must decide now. Empty when the game is over.

        >>> Match("catherine", seats=3).actors()  # all choose at the same time
        [0, 1, 2]
        """
        return self.game.actors(self.state)

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat as integers, in the order of ``options``.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> [match.state.box.notation.token(action) for action in match.legal(0)]
        ['start.s1', 'start.s7', 'start.s4']
        """
        self._check_seat(seat)
        self.game.legal_into(self.state, seat, self._out)
        return self._out.list()

    def options(self, seat: int) -> list[str]:
        """The legal actions of a seat as distinct tokens, in a fixed order.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.options(0)
        ['start.s1', 'start.s7', 'start.s4']
        >>> match.options(1)
        []
        """
        notation = self.state.box.notation
        return [notation.token(action) for action in self.legal(seat)]

    def refusals(self, seat: int) -> list[Refusal]:
        """The actions that this seat might expect now but that are not legal, with reason and rule.

        >>> match = Match.from_position('game = "stroganov"\\nto_move = 0')
        >>> refusal = match.refusals(0)[0]
        >>> match.state.box.notation.token(refusal.action), refusal.reason, refusal.rule
        ('move.5', 'too_few_horses', 'S-MOVE-02')
        """
        self._check_seat(seat)
        return self.game.refusals(self.state, seat)

    def play(self, seat: int, token: str, answer_for: Collection[int] = ()) -> None:
        """Play an action, then everything up to the next decision, draws included.

        ``answer_for``: the seats whose obvious answers are given without asking. IllegalAction if the action
        is not legal. Then nothing has changed.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.play(0, "start.s1")
        >>> match.play(0, "start.s4")
        Traceback (most recent call last):
            ...
        samovar.kernel.errors.IllegalAction: start.s4 is not allowed: another seat decides
        """
        plan = self.decide(seat, [token], answer_for=answer_for)
        for decision in plan.decisions:
            self.apply_decision(seat, decision)
        for other, decision in plan.answers:
            self.apply_decision(other, decision, automatic=True)

    def decide(
        self,
        seat: int,
        tokens: Sequence[str],
        draw_seed: Callable[[int], int] | None = None,
        answer_for: Collection[int] = (),
        keep_undo: bool = True,
    ) -> DecisionPlan:
        """Try actions of a seat on a copy and return them with Nature's draws. This match does not change.

        IllegalAction if one is not legal. ``draw_seed`` gives the seed of the generator by the length of the
        log before the action. Without it the generator of this match is used. ``answer_for``: also try the
        obvious answers of these seats that follow. ``keep_undo``: as long as these actions can be undone,
        play no obvious answer that ends a turn by a reveal.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> plan = match.decide(0, ["start.s1"])
        >>> plan.actors, match.actors()
        ([1], [0])
        """
        self._check_seat(seat)
        state, rng, out = self.state.clone(), self.rng.copy(), Options()
        length = len(self.log)
        found: list[Decision] = []
        answers: list[tuple[int, Decision]] = []
        waiting = list(tokens)
        while waiting:
            token = waiting.pop(0)
            self.game.play(state, seat, self._legal_action(state, seat, token, out), out)
            draws: list[str] = []
            while self.game.actors(state) == [NATURE]:
                if draw_seed is not None and not draws:
                    rng.seed(draw_seed(length))
                self.game.legal_into(state, NATURE, out)
                action = self.game.chance(state, out, rng)
                draws.append(state.box.notation.token(action))
                self.game.play(state, NATURE, action, out)
            length += 1 + len(draws)
            if len(found) < len(tokens):
                found.append(Decision(token, draws))
            else:
                answers.append((seat, Decision(token, draws)))
            if not waiting and answer_for:
                may_reveal = not keep_undo or state.reveals != self.state.reveals
                seat, waiting = self._obvious_answer(state, answer_for, may_reveal)
        result = [score.total for score in self.game.score(state)] if state.over else []
        return DecisionPlan(found, self.game.actors(state), result, answers, state)

    def _obvious_answer(
        self, state: State, answer_for: Collection[int], may_reveal: bool
    ) -> tuple[int, list[str]]:
        """The first of these seats that has an obvious answer, and the token. An empty list if none has."""
        for seat in self.game.actors(state):
            action = self.game.obvious(state, seat) if seat in answer_for else -1
            if action >= 0 and (may_reveal or not ends_by_reveal(self.game, state, seat, action)):
                return seat, [state.box.notation.token(action)]
        return NATURE, []

    def _legal_action(self, state: State, seat: int, token: str, out: Options) -> int:
        """The action of a token in this state. IllegalAction says why it is not legal."""
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

    def apply_decision(self, seat: int, decision: Decision, automatic: bool = False) -> None:
        """Play a decision with its draws. After BadMove this match must not be used any more.

        ``automatic``: the decision is an obvious answer, played without asking the seat.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.apply_decision(0, Decision("start.s1", draws=[]))
        >>> match.actors()
        [1]
        """
        self._repeat(len(self.log), seat, decision.token, automatic)
        for token in decision.draws:
            self._repeat(len(self.log), NATURE, token)
        self.history.set_barrier(self.state)

    def _play_action(self, seat: int, action: int, automatic: bool = False) -> None:
        witnesses = self.game.witnesses(self.state, seat, action)
        entry = Entry(seat, action, self.game.turn(self.state), witnesses, automatic)
        self.state.journal = entry.events
        self.log.append(entry)
        self.game.play(self.state, seat, action, self._out)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.state.seats:
            raise BadInput("seat", [f"must be from 0 to {self.state.seats - 1}, not {seat}"])

    # ---- undo ----

    def can_undo(self, seat: int) -> bool:
        """True if this seat can undo its last decision.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.play(0, "start.s1")
        >>> match.can_undo(0), match.can_undo(1)
        (True, False)
        """
        at = self.history.last(seat)
        return at >= 0 and self._before(seat, at) is not None

    def undo(self, seat: int) -> None:
        """Undo this seat's last decision. Simultaneous decisions of other seats stay.

        CannotUndo if something was revealed or another seat has decided since.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.play(0, "start.s1")
        >>> match.undo(0)
        >>> match.undo(0)
        Traceback (most recent call last):
            ...
        samovar.kernel.errors.CannotUndo: cannot undo: nothing to undo
        """
        self.rewind(self.plan_undo(seat))

    def restart_turn(self, seat: int) -> None:
        """Undo all decisions of this seat in this turn, as far as undo is possible.

        >>> match = Match.from_position('game = "stroganov"\\nto_move = 0')
        >>> match.play(0, "move.1")
        >>> match.restart_turn(0)
        >>> match.moves()
        []
        """
        self.rewind(self.plan_undo(seat, whole_turn=True))

    def can_reopen(self, seat: int) -> bool:
        """True if the newest decision of this seat is an automatic answer that can be taken back.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.apply_decision(0, Decision("start.s1", draws=[]), automatic=True)
        >>> match.can_reopen(0), match.can_undo(0)
        (True, False)
        """
        at = self.history.last_automatic(seat)
        return at >= 0 and self._before(seat, at) is not None

    def plan_undo(self, seat: int, whole_turn: bool = False) -> UndoPlan:
        """The plan that ``undo`` or ``restart_turn`` would carry out. CannotUndo says why there is none.

        Automatic answers that followed the decision are undone with it.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.play(0, "start.s1")
        >>> match.plan_undo(0).to
        76
        """
        self._check_seat(seat)
        if not any(entry.seat == seat for entry in self.log):
            raise CannotUndo("nothing_to_undo")
        at = self.history.last(seat)
        if at < 0:
            raise self.history.refusal()
        return self._plan(seat, self.history.first_of_turn(at) if whole_turn else at)

    def plan_reopening(self, seat: int) -> UndoPlan:
        """The plan that takes back the newest automatic answer of this seat. CannotUndo if there is none.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.apply_decision(0, Decision("start.s1", draws=[]), automatic=True)
        >>> match.plan_reopening(0).actors
        [0]
        """
        self._check_seat(seat)
        at = self.history.last_automatic(seat)
        if at < 0:
            raise CannotUndo("nothing_to_undo")
        return self._plan(seat, at)

    def _plan(self, seat: int, at: int) -> UndoPlan:
        """The plan that undoes all decisions of this seat from undo point number ``at`` on."""
        state = self._before(seat, at)
        if state is None:
            raise CannotUndo(DECIDED)
        token, kept = state.box.notation.token, self.history.kept(seat, at)
        moves = [(self.log[number].seat, token(self.log[number].action)) for number in kept]
        return UndoPlan(self.history.points[at].entries, moves, self.game.actors(state), state)

    def _before(self, seat: int, at: int) -> State | None:
        """The state without the decisions of a seat from undo point number ``at`` on.

        None if the decisions of others would then complete their simultaneous step and reveal something. That
        happens if the seat had taken back its choice, and the last of the others has chosen since.
        """
        point, kept = self.history.points[at], self.history.kept(seat, at)
        state, out = point.state.clone(), Options()
        for number in kept:
            self.game.play(state, self.log[number].seat, self.log[number].action, out)
            if not self.history.is_same_step(point.state, state):
                return None
        return state

    def rewind(self, plan: UndoPlan) -> None:
        """Carry out a plan of ``plan_undo``. BadInput if this match cannot go back to that entry.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.play(0, "start.s1")
        >>> match.rewind(match.plan_undo(0))
        >>> len(match.log)
        76
        """
        point = self.history.go_back(plan.to)
        if point is None:
            raise BadInput("undo", [f"cannot go back to {plan.to} entries of the log"])
        self.log = self.log[: plan.to]
        self.state = point.state
        self.state.journal = self.log[-1].events if self.log else self.setup_events
        for number, (seat, token) in enumerate(plan.kept, plan.to):
            action = self.state.box.notation.parse(token)
            if action < 0:
                raise BadMove(number, f"{token} is not an action of this game")
            # This decision was simultaneous with the undone one. Nothing was drawn, so any order is right.
            self.history.add(self.state, len(self.log), seat, automatic=False)
            self._play_action(seat, action)

    # ---- reading ----

    def scores(self) -> list[Score]:
        """The total, rank and breakdown of each player. Before the end: as if the game ended now.

        >>> [score.total for score in Match("stroganov", seats=2).scores()]
        [1, 1]
        """
        return self.stored_scores or self.game.score(self.state)

    def view(self, seat: int) -> View:
        """The state as this seat may see it: the input of bots.

        >>> match = Match("tundra", seats=2, seed=1)
        >>> match.game.write(match.view(0)) == match.position(0)
        True
        """
        self._check_seat(seat)
        return self.game.redact(self.state, seat)

    def events(self, entry: Entry, seat: int) -> list[Event]:
        """The events of an entry as this seat may see them: kind, seat and two numbers each.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> match.play(0, "start.s1")
        >>> len(match.events(match.log[-1], 1))
        1
        """
        return [self.game.seen(event, seat) for event in entry.events]

    def position(self, seat: int | None = None) -> str:
        """The position as TOML: complete, or as one seat may see it, with "?" for hidden cards.

        >>> print(Match("tundra", seats=2, seed=1).position(0))  # doctest: +ELLIPSIS
        game = "tundra"
        format = 1
        seats = 2
        ...
        """
        return self.game.write(self.state if seat is None else self.view(seat))

    def record(self, with_seed: bool = True) -> str:
        """The record: the game so far as text, Nature's draws included.

        Later draws follow from the seed, which ``with_seed=False`` leaves out.

        >>> match = Match("stroganov", seats=2, seed=7)
        >>> print(match.record(with_seed=False))  # doctest: +ELLIPSIS
        samovar stroganov 1
        seats: 2
        options: boards=a colours=blue,green region_furs=ascending
        ...
        """
        record = Record(self.game.name, self.seats)
        record.seed = self.seed if self.seeded and with_seed else None
        record.names = self.names
        box: Components = self.state.box
        record.components = "" if box.digest == self.game.first_digest() else box.digest
        if self.start:
            record.start = self.start
        else:
            record.options = self.game.options_of(self.state)
        for entry in self.log:
            record.moves.append((entry.seat, box.notation.token(entry.action), entry.turn))
        if self.over:
            record.result = [score.total for score in self.scores()]
        return record.write()


def would_reveal(
    game: AnyRules, state: State, seat: int, actions: list[int], with_answers: bool = False
) -> bool:
    """True if these actions reveal something or end the game, so that they cannot be undone.

    ``with_answers``: also count the obvious answers of the seat that are given after them.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> would_reveal(match.game, match.state, 0, match.legal(0)[:1])
    False
    """
    out = Options()
    after = state.clone()
    waiting = actions[:]
    while waiting:
        game.play(after, seat, waiting.pop(0), out)
        if after.over or after.reveals != state.reveals or game.actors(after) == [NATURE]:
            return True
        if with_answers and not waiting and seat in game.actors(after):
            answer = game.obvious(after, seat)
            if answer >= 0 and not ends_by_reveal(game, after, seat, answer):
                waiting.append(answer)
    return False


def ends_by_reveal(game: AnyRules, state: State, seat: int, action: int) -> bool:
    """True if this action reveals something and leaves the seat nothing to do in its turn.

    A draw within the turn belongs to the action before it. The end of a turn is a decision to think about.
    """
    after = state.clone()
    game.play(after, seat, action, Options())
    if not after.over and after.reveals == state.reveals and game.actors(after) != [NATURE]:
        return False
    return after.over or all(seat_of(frame) != seat for frame in after.todo[: after.depth])


def _position_reader(text: str) -> Reader:
    return Reader(read_toml(text, "position"), "", [])


def _check_names(names: list[str], seats: int) -> None:
    """Raise BadInput if a record cannot contain these names: it has them in one line, with commas."""
    faults: list[str] = []
    if names and len(names) != seats:
        faults.append(f"{len(names)} names for {seats} seats")
    for name in names:
        if "," in name or name.strip() != name or not name or not name.isprintable():
            faults.append(
                f"{name!r}: must be printable characters in one line, without commas or space around them"
            )
    if faults:
        raise BadInput("names", faults)


def verify(text: str, components: str | None = None, game: AnyRules | None = None) -> Match:
    """Replay a record. If it has a seed, also derive every draw again. BadInput if anything differs.

    >>> record = Match("stroganov", seats=2, seed=7).record()
    >>> verify(record).actors()
    [0]
    >>> verify(record.replace("seed: 7", "seed: 8"))
    Traceback (most recent call last):
        ...
    samovar.kernel.errors.BadInput: record: the seed does not give these draws
    """
    match = Match.from_record(text, components, game)
    if read_record(text).seed is not None and not match.seeded:
        raise BadInput("record", [WRONG_SEED])
    return match
