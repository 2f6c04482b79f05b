"""The fields of observations. ``ObservationEncoder`` joins them to a list of small integers.

A field encodes one array or number of the game's state. It knows the name and the range of every cell that
it fills. Fields read the view of a seat, so hidden information cannot leak. UNSEEN marks a component that is
there but hidden from this seat.

Players are counted from the observer: player 0 is the observer, player 1 the next in seat order. Every number
that refers to a player is counted in this way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from samovar.kernel.game import Game
from samovar.kernel.state import UNKNOWN

UNBOUNDED: Final = 9_999  # upper bound of numbers that the rules do not limit; no game comes near it
UNSEEN: Final = -1  # a hidden card or choice

Read = Callable[[Any, int], list[int]]  # (view of any game, its seat) -> the cells


class Cell(NamedTuple):
    """One number of an observation. Its range has at least two numbers, because learners scale by it.

    >>> Cell("coins[0]", 0, 9999).high
    9999
    """

    name: str
    low: int
    high: int


class Field:
    """One part of the state: its name, its meaning, its cells, and the function that reads them.

    ``read`` gets the view and its seat, and returns one integer for each cell.

    >>> field = Field("year", "the year", [Cell("year", 1, 4)], lambda view, seat: [view.year])
    >>> field.span
    '1 to 4'
    """

    def __init__(self, name: str, means: str, cells: Sequence[Cell], read: Read) -> None:
        self.name: Final = name
        self.means: Final = means
        self.cells: Final = list(cells)
        self.read: Final = read

    @property
    def span(self) -> str:
        """The range of all cells as text."""
        low, high = min(cell.low for cell in self.cells), max(cell.high for cell in self.cells)
        return f"{low} to {high}"


# ---- numbers, arrays and sets ----


def seat_field(seats: int) -> Field:
    """The observer's seat, the only number that is not counted from the observer."""
    return Field(
        "seat", "the number of the own seat", [Cell("seat", 0, max(1, seats - 1))], lambda view, seat: [seat]
    )


def number(name: str, low: int, high: int, means: str) -> Field:
    value = attrgetter(name)
    return Field(name, means, [Cell(name, low, high)], lambda view, seat: [value(view)])


def numbers(
    name: str, labels: Sequence[str], low: int, high: int | Sequence[int], means: str, first: int = 0
) -> Field:
    """An array in its own order, from index ``first`` on."""
    array = attrgetter(name)
    highs = [high] * len(labels) if isinstance(high, int) else high
    cells = [Cell(f"{name}[{label}]", low, most) for label, most in zip(labels, highs, strict=True)]
    last = first + len(labels)
    return Field(name, means, cells, lambda view, seat: list(array(view))[first:last])


def member_bits(name: str, ids: Sequence[str], means: str) -> Field:
    """A bit set: 0 or 1 for each id. ``ids[i]`` is the id of bit i. A bit with an empty id has no cell."""
    value = attrgetter(name)
    there, cells = _flags(name, ids)
    return Field(name, means, cells, lambda view, seat: unpack_bits(value(view), there))


def packed(name: str, size: int, means: str) -> Field:
    """A number too large for one cell: eight bits in each, the lowest first."""
    value = attrgetter(name)
    cells = [Cell(f"{name}[{i}]", 0, 255) for i in range(size)]
    return Field(name, means, cells, lambda view, seat: unpack_bytes(value(view), size))


# ---- fields by player ----


def per_player(name: str, players: int, low: int, high: int, means: str) -> Field:
    """One number for each player."""
    return per_player_array(name, players, [""], low, high, means)


def per_player_array(
    name: str,
    players: int,
    labels: Sequence[str],
    low: int,
    high: int | Sequence[int],
    means: str,
    first: int = 0,
    width: int = 0,
) -> Field:
    """Several numbers for each player.

    In the array each player has ``width`` places. The field begins with place ``first`` of them.
    """
    array = attrgetter(name)
    highs = [high] * len(labels) if isinstance(high, int) else high
    cells = [
        Cell(f"{name}[{p}]" + (f".{label}" if label else ""), low, most)
        for p in range(players)
        for label, most in zip(labels, highs, strict=True)
    ]
    wide = width or first + len(labels)

    def read(view: Any, seat: int) -> list[int]:
        return rotate_to_observer(list(array(view)), seat, players, wide, first, len(labels))

    return Field(name, means, cells, read)


def per_player_set(name: str, players: int, ids: Sequence[str], means: str) -> Field:
    """A bit set for each player."""
    array = attrgetter(name)
    there, one = _flags("", ids)
    cells = [Cell(f"{name}[{p}]{cell.name}", 0, 1) for p in range(players) for cell in one]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for value in rotate_to_observer(list(array(view)), seat, players):
            found += unpack_bits(value, there)
        return found

    return Field(name, means, cells, read)


def per_player_packed(name: str, players: int, size: int, means: str) -> Field:
    """A secret number for each player, eight bits in each cell. All cells are UNSEEN if it is hidden."""
    array = attrgetter(name)
    cells = [Cell(f"{name}[{p}].{i}", UNSEEN, 255) for p in range(players) for i in range(size)]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for value in rotate_to_observer(list(array(view)), seat, players):
            found += [UNSEEN] * size if value == UNKNOWN else unpack_bytes(value, size)
        return found

    return Field(name, means, cells, read)


def which_player(name: str, players: int, means: str) -> Field:
    """The index of a player."""
    value = attrgetter(name)
    return Field(
        name, means, [Cell(name, 0, players - 1)], lambda view, seat: [(value(view) - seat) % players]
    )


def which_players(name: str, players: int, means: str) -> Field:
    """A list of player indices."""
    array = attrgetter(name)
    cells = [Cell(f"{name}[{i}]", 0, players - 1) for i in range(players)]
    return Field(name, means, cells, lambda view, seat: [(p - seat) % players for p in array(view)])


def set_of_players(name: str, players: int, means: str) -> Field:
    value = attrgetter(name)
    cells = [Cell(f"{name}[{p}]", 0, 1) for p in range(players)]
    return Field(
        name,
        means,
        cells,
        lambda view, seat: rotate_to_observer([value(view) >> p & 1 for p in range(players)], seat, players),
    )


# ---- pending steps ----


class FrameEncoder:
    """Encodes stack frames: the step, the player who decides, the arguments."""

    def __init__(self, game: Game, players: int) -> None:
        self.players: Final = players
        self.steps: Final = len(game.steps)
        self.has_player: Final = [who == "seat" for who in game.actor_kinds]
        self.names_player: Final = [
            [argument.name == "player" for argument in arguments] for arguments in game.arguments
        ]
        self.width: Final = max(len(arguments) for arguments in game.arguments)
        self.highs: Final = [
            max(
                [players] + [arguments[i].high for arguments in game.arguments if i < len(arguments)],
            )
            for i in range(self.width)
        ]
        self.empty: Final = [0] * (2 + self.width)

    def cells(self, name: str) -> list[Cell]:
        numbers = [Cell(f"{name}.{chr(97 + i)}", 0, most) for i, most in enumerate(self.highs)]
        return [Cell(f"{name}.step", 0, self.steps), Cell(f"{name}.who", 0, self.players), *numbers]

    def encode(self, f: int, seat: int) -> list[int]:
        """Return 1 + step, the deciding player (or the number of players if no player decides), arguments.

        Missing arguments are 0.
        """
        step = f & 255
        players = self.players
        found = [step + 1, ((f >> 8 & 15) - seat) % players if self.has_player[step] else players]
        for i, player in enumerate(self.names_player[step]):
            value = f >> 12 + 8 * i & 255
            found.append((value - seat) % players if player else value)
        return found + [0] * (2 + self.width - len(found))


def pending_steps(game: Game, players: int, deep: int) -> Field:
    """The stack of pending steps: its depth and its top ``deep`` frames."""
    frames = FrameEncoder(game, players)
    cells = [Cell("todo", 0, UNBOUNDED)]
    for i in range(deep):
        cells += frames.cells(f"todo[{i}]")

    def read(view: Any, seat: int) -> list[int]:
        found = [view.depth]
        stack = view.stack()
        stack.reverse()
        for f in stack[:deep]:
            found += frames.encode(f, seat)
        return found + frames.empty * (deep - len(stack))

    return Field(
        "todo",
        f"depth of the stack of pending steps, and its next {deep} frames: 1 + step, deciding player "
        "(the number of players: none), arguments",
        cells,
        read,
    )


def asked_steps(game: Game, seats: int) -> Field:
    """The open question of each seat in a simultaneous step."""
    frames = FrameEncoder(game, seats)
    cells = [cell for p in range(seats) for cell in frames.cells(f"asked[{p}]")]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for f in rotate_to_observer(list(view.asked), seat, seats):
            found += frames.encode(f, seat) if f else frames.empty
        return found

    return Field(
        "asked",
        "open question of each player in a simultaneous step: 1 + step, deciding player, arguments",
        cells,
        read,
    )


# ---- helpers ----


def rotate_to_observer(
    array: list[int], seat: int, players: int, wide: int = 1, first: int = 0, size: int = 1
) -> list[int]:
    """Return an array by player, rotated so that the observer is first.

    Each player has ``wide`` places, of which ``size`` are returned, beginning with place ``first``.
    """
    if wide == size:
        return array[seat * wide : players * wide] + array[: seat * wide]
    found: list[int] = []
    for i in range(players):
        at = (seat + i) % players * wide + first
        found += array[at : at + size]
    return found


def unpack_bits(value: int, there: list[int]) -> list[int]:
    return [value >> i & 1 for i in there]


def unpack_bytes(value: int, size: int) -> list[int]:
    return [value >> 8 * i & 255 for i in range(size)]


def number_labels(first: int, last: int) -> list[str]:
    """Return the numbers from ``first`` to ``last`` as labels."""
    return [str(i) for i in range(first, last + 1)]


def _flags(name: str, ids: Sequence[str]) -> tuple[list[int], list[Cell]]:
    there = [i for i, id in enumerate(ids) if id]
    return there, [Cell(f"{name}.{ids[i].lower()}", 0, 1) for i in there]
