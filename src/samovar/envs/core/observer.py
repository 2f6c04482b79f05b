"""The observer of a game: it writes what a seat sees of a state into a buffer of small integers.

Each game has one. Its method ``fields`` calls one method for each field, in the order of the rulebook. The
call names the field and its range, and has its value. So a field is declared once: ``declare`` collects names
and ranges in a ``Layout``, ``write`` writes the values.

An observer reads the state itself, not a view, because a view costs a copy. So ``fields`` takes everything
that may be hidden from the functions ``seen_...`` of the game (``games/GAME/hidden.py``), which the views are
made by, too. A view gives the same observation as its state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final, Generic, TypeVar, final

from samovar.envs.core.layout import UNSEEN, Cell, FrameShape, Ids, Labels, Layout
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.game import AnyRules
from samovar.kernel.ints import i16, i64, mypyc_attr, vec
from samovar.kernel.state import UNKNOWN, State, zeros

S = TypeVar("S", bound=State)


def no_cells(n: i64) -> vec[i16]:
    """A buffer of ``n`` cells, all 0."""
    return vec[i16]([i16(0) for _ in range(n)])


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(ABC, Generic[S]):
    """Writes the observations of one game with one box, number of seats and set of options.

    ``players`` may be more than the seats: an automa is a player, too.

    >>> import samovar
    >>> match = samovar.Match("catherine", seats=2, seed=7)
    >>> observer = observer_for("catherine", match.state)
    >>> observation = observer.observe(match.state, 1)
    >>> len(observation) == len(observer)
    True
    >>> observer.cells[0], observation[0]
    (Cell(name='seat', low=0, high=1), 1)
    """

    def __init__(self, game: AnyRules, players: i64, frames: i64) -> None:
        """``frames``: how many frames of the stack have cells."""
        self.players = players
        self.frames = frames
        self.shape: Final = FrameShape(game, players)
        self.width: i64 = self.shape.width
        steps = len(game.steps)
        self._has_player: vec[i64] = zeros(steps)  # by step: 1 if a player decides
        self._player_arguments: vec[i64] = zeros(
            steps
        )  # by step: the arguments that are players, as a bit set
        for step, arguments in enumerate(game.arguments):
            self._has_player[step] = 1 if game.actor_kinds[step] == "seat" else 0
            self._player_arguments[step] = sum(
                1 << i for i, argument in enumerate(arguments) if argument.name == "player"
            )
        self.layout: Final = Layout(players)
        self.size: i64 = 0  # number of cells
        self.declaring = False
        self.out: vec[i16] = no_cells(0)
        self.at: i64 = 0  # the next cell in ``out``
        self.seat: i64 = 0  # the observer

    @abstractmethod
    def fields(self, s: S, seat: i64) -> None:
        """Call the method of each field, in order, with its values as this seat sees them."""

    # ---- use ----

    @final
    def declare(self, initial_state: S) -> None:
        """Collect the fields in ``layout``. Called once, before ``write``."""
        self.declaring = True
        self.fields(initial_state, 0)
        self.declaring = False
        self.size = len(self.layout.cells)

    def __len__(self) -> int:
        return self.size

    @property
    def cells(self) -> list[Cell]:
        return self.layout.cells

    @final
    def write(self, s: S, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the observation of this seat into ``out``, from index ``at`` on."""
        self.out = out
        self.at = at
        self.seat = seat
        self.fields(s, seat)

    @final
    def observe(self, s: S, seat: i64) -> list[int]:
        """Return the observation of this seat as a list. ``s`` is a state, or the seat's view of it."""
        out = no_cells(self.size)
        self.write(s, seat, out, 0)
        return [int(cell) for cell in out]

    @final
    def buffer(self, s: S, seat: i64) -> vec[i16]:
        """Return the observation of this seat in a buffer of its own, for ``numpy.frombuffer``."""
        out = no_cells(self.size)
        self.write(s, seat, out, 0)
        return out

    # ---- players ----

    @final
    def player(self, i: i64) -> i64:
        """The player who is number ``i``, counted from the observer."""
        p = self.seat + i
        return p - self.players if p >= self.players else p

    @final
    def counted(self, p: i64) -> i64:
        """The number of player ``p``, counted from the observer."""
        i = p - self.seat
        return i + self.players if i < 0 else i

    # ---- single values ----

    @final
    def put(self, value: i64) -> None:
        """Write the next cell. A game uses it for a field that has no method below."""
        self.out[self.at] = i16(value)
        self.at += 1

    @final
    def put_flags(self, bits: i64, ids: Ids) -> None:
        """Write a cell for each id: 1 if its bit is set."""
        out, first = self.out, self.at
        bits >>= ids.first
        self.at += ids.count
        for at in range(first, self.at):
            out[at] = i16(bits & 1)
            bits >>= 1

    @final
    def put_bytes(self, value: i64, size: i64) -> None:
        """Write a number as bytes, the lowest first."""
        out, first = self.out, self.at
        self.at += size
        for at in range(first, self.at):
            out[at] = i16(value & 255)
            value >>= 8

    @final
    def put_zeros(self, count: i64) -> None:
        out, first = self.out, self.at
        self.at += count
        for at in range(first, self.at):
            out[at] = i16(0)

    # ---- fields of the table ----

    @final
    def seat_number(self, seats: i64) -> None:
        """The observer's seat, the only number that is not counted from the observer."""
        if self.declaring:
            self.layout.number("seat", 0, max(1, seats - 1), "the number of the own seat")
            return
        self.put(self.seat)

    @final
    def number(self, name: str, value: i64, low: i64, high: i64, means: str) -> None:
        if self.declaring:
            self.layout.number(name, low, high, means)
            return
        self.put(value)

    @final
    def one_player(self, name: str, p: i64, means: str) -> None:
        """A player, counted from the observer."""
        if self.declaring:
            self.layout.number(name, 0, self.players - 1, means)
            return
        self.put(self.counted(p))

    @final
    def all_players(self, name: str, order: vec[i64], means: str) -> None:
        """All players in an order, each counted from the observer."""
        if self.declaring:
            self.layout.each_player(name, 0, self.players - 1, means)
            return
        for p in order:
            self.put(self.counted(p))

    @final
    def flags(self, name: str, bits: i64, ids: Ids, means: str) -> None:
        """A bit set: 0 or 1 for each id."""
        if self.declaring:
            self.layout.flags(name, ids, means)
            return
        self.put_flags(bits, ids)

    @final
    def bytes(self, name: str, value: i64, size: i64, means: str) -> None:
        """A number too large for one cell: eight bits in each, the lowest first."""
        if self.declaring:
            self.layout.add(name, means, [Cell(f"{name}[{i}]", 0, 255) for i in range(size)])
            return
        self.put_bytes(value, size)

    @final
    def array(self, name: str, values: vec[i64], first: i64, labels: Labels, means: str) -> None:
        """An array in its own order, from index ``first`` on."""
        if self.declaring:
            self.layout.add(name, means, labels.cells(f"{name}[", "]"))
            return
        self.put_values(values, first, labels.count)

    @final
    def put_values(self, values: vec[i64], first: i64, count: i64) -> None:
        out, at = self.out, self.at
        for i in range(first, first + count):
            out[at] = i16(values[i])
            at += 1
        self.at = at

    # ---- fields of each player, the observer first ----

    @final
    def each_player(self, name: str, values: vec[i64], low: i64, high: i64, means: str) -> None:
        """One number of each player. UNKNOWN is written as UNSEEN."""
        if self.declaring:
            self.layout.each_player(name, low, high, means)
            return
        for i in range(self.players):
            value = values[self.player(i)]
            self.put(UNSEEN if value == UNKNOWN else value)

    @final
    def each_player_array(
        self, name: str, values: vec[i64], width: i64, first: i64, labels: Labels, means: str
    ) -> None:
        """Several numbers of each player: of the ``width`` places of a player, those from ``first`` on."""
        if self.declaring:
            self.layout.each_player_array(name, labels, means)
            return
        for i in range(self.players):
            self.put_values(values, self.player(i) * width + first, labels.count)

    @final
    def each_player_flag(self, name: str, bits: i64, means: str) -> None:
        """A bit set of players."""
        if self.declaring:
            self.layout.each_player(name, 0, 1, means)
            return
        for i in range(self.players):
            self.put(bits >> self.player(i) & 1)

    @final
    def each_player_flags(self, name: str, sets: vec[i64], ids: Ids, means: str) -> None:
        """A bit set of each player."""
        if self.declaring:
            self.layout.each_player_flags(name, ids, means)
            return
        for i in range(self.players):
            self.put_flags(sets[self.player(i)], ids)

    @final
    def each_player_counts(self, name: str, counts: vec[i64], labels: Labels, means: str) -> None:
        """Counts of several kinds of each player, packed as ``kernel.counts`` packs them."""
        if self.declaring:
            self.layout.each_player_array(name, labels, means)
            return
        for i in range(self.players):
            self.put_bytes(counts[self.player(i)], labels.count)

    @final
    def each_player_plan(self, name: str, plans: vec[i64], size: i64, means: str) -> None:
        """The secret choices of each player, eight bits each. UNKNOWN is written as UNSEEN in all cells."""
        if self.declaring:
            self.layout.each_player_plan(name, size, means)
            return
        for i in range(self.players):
            plan = plans[self.player(i)]
            if plan == UNKNOWN:
                for _cell in range(size):
                    self.put(UNSEEN)
            else:
                self.put_bytes(plan, size)

    # ---- pending steps ----

    @final
    def stack(self, s: State) -> None:
        """The stack of pending steps: its depth and its top frames."""
        if self.declaring:
            self.layout.stack(self.shape, self.frames)
            return
        self.put(s.depth)
        shown = min(s.depth, self.frames)
        top = s.depth - 1
        for i in range(shown):
            self._put_frame(s.todo[top - i])
        self.put_zeros((self.frames - shown) * self.width)

    @final
    def questions(self, asked: vec[i64]) -> None:
        """The open question of each player in a simultaneous step."""
        if self.declaring:
            self.layout.questions(self.shape)
            return
        for i in range(self.players):
            question = asked[self.player(i)]
            if question:
                self._put_frame(question)
            else:
                self.put_zeros(self.width)

    @final
    def _put_frame(self, f: i64) -> None:
        """Write 1 + step, the deciding player (the number of players: none), and the arguments."""
        out, at = self.out, self.at
        step = f & 255
        out[at] = i16(step + 1)
        out[at + 1] = i16(self.counted(f >> 8 & 15) if self._has_player[step] else self.players)
        at += 2
        f >>= 12
        are_players = self._player_arguments[step]
        self.at += self.width
        while at < self.at:
            value = f & 255
            out[at] = i16(self.counted(value) if are_players & 1 else value)
            f >>= 8
            are_players >>= 1
            at += 1


def observer_for(game: str, initial_state: State) -> Observer[Any]:
    """Return the observer for the box, seats and options of this state.

    BadInput if the game has no part ``envs``.

    >>> import samovar
    >>> len(observer_for("tundra", samovar.Match("tundra", seats=2, seed=7).state))
    791
    """
    part = registry.part(game, "envs")
    if part is None:
        raise BadInput(
            "game", [f"{game} has no observations: it lacks the part envs with observer(initial_state)"]
        )
    observer: Observer[Any] = part.observer(initial_state)
    observer.declare(initial_state)
    return observer
