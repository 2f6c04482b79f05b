"""What a seat sees, as a row of small integers.

A layout is a list of fields. Each field stands for one array or number of the game's state, in the words of
the game, and knows the name and the range of every cell that it fills. All is read from the view of a seat,
so that nothing hidden can get in; UNSEEN stands where something lies that this seat may not see.

Players are counted from the observer: player 0 is the observer itself, player 1 the next one in seat
order. Whatever names a player is counted like that too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from samovar.kernel.game import Game
from samovar.kernel.state import UNKNOWN, View

MANY: Final = 9_999  # the rules set no limit, and no game comes near this one
UNSEEN: Final = -1  # a card or a choice that is there and cannot be seen

Read = Callable[[Any, int], list[int]]  # a view (of any game) and whose it is -> the cells


class Cell(NamedTuple):
    """One number of an observation. Its range is never a single number, which learners do not like."""

    name: str
    low: int
    high: int


class Field:
    """One part of the state: ``fields`` of it that it covers, what it means, its cells."""

    def __init__(self, name: str, means: str, cells: Sequence[Cell], read: Read) -> None:
        self.name: Final = name
        self.means: Final = means
        self.cells: Final = list(cells)
        self.read: Final = read

    @property
    def span(self) -> str:
        """The range of its cells, for people."""
        low, high = min(cell.low for cell in self.cells), max(cell.high for cell in self.cells)
        return f"{low} to {high}"


class Layout:
    """The whole observation of one game with one box, seat count and set of options."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields: Final = list(fields)
        self.cells: Final = [cell for field in fields for cell in field.cells]
        self._reads: Final = [field.read for field in fields]

    def __len__(self) -> int:
        return len(self.cells)

    def observe(self, view: View, seat: int) -> list[int]:
        """The cells as this seat sees them."""
        found: list[int] = []
        for read in self._reads:
            found += read(view, seat)
        return found


# ---- one number, one array, one set ----


def seat_field(seats: int) -> Field:
    """The only number that is not counted from the observer."""
    return Field(
        "seat", "the number of the own seat", [Cell("seat", 0, max(1, seats - 1))], lambda view, seat: [seat]
    )


def number(name: str, low: int, high: int, means: str) -> Field:
    value = attrgetter(name)
    return Field(name, means, [Cell(name, low, high)], lambda view, seat: [value(view)])


def numbers(
    name: str, labels: Sequence[str], low: int, high: int | Sequence[int], means: str, first: int = 0
) -> Field:
    """An array as it lies there, from index ``first`` on."""
    array = attrgetter(name)
    highs = [high] * len(labels) if isinstance(high, int) else high
    cells = [Cell(f"{name}[{label}]", low, most) for label, most in zip(labels, highs, strict=True)]
    last = first + len(labels)
    return Field(name, means, cells, lambda view, seat: list(array(view))[first:last])


def members(name: str, ids: Sequence[str], means: str) -> Field:
    """A set: 1 for each of these that is in it. ``ids`` by number; what has no id is never in it."""
    value = attrgetter(name)
    there, cells = _flags(name, ids)
    return Field(name, means, cells, lambda view, seat: bits(value(view), there))


def packed(name: str, size: int, means: str) -> Field:
    """A number too large for a cell, eight bits in each, the lowest first."""
    value = attrgetter(name)
    cells = [Cell(f"{name}[{i}]", 0, 255) for i in range(size)]
    return Field(name, means, cells, lambda view, seat: eights(value(view), size))


# ---- by player ----


def each(name: str, players: int, low: int, high: int, means: str) -> Field:
    """A number for each player."""
    return each_of(name, players, [""], low, high, means)


def each_of(
    name: str,
    players: int,
    labels: Sequence[str],
    low: int,
    high: int | Sequence[int],
    means: str,
    first: int = 0,
    width: int = 0,
) -> Field:
    """Several numbers for each player, from place ``first`` of the ``width`` places that each one has."""
    array = attrgetter(name)
    highs = [high] * len(labels) if isinstance(high, int) else high
    cells = [
        Cell(f"{name}[{p}]" + (f".{label}" if label else ""), low, most)
        for p in range(players)
        for label, most in zip(labels, highs, strict=True)
    ]
    wide = width or first + len(labels)

    def read(view: Any, seat: int) -> list[int]:
        return turned(list(array(view)), seat, players, wide, first, len(labels))

    return Field(name, means, cells, read)


def each_members(name: str, players: int, ids: Sequence[str], means: str) -> Field:
    """A set for each player."""
    array = attrgetter(name)
    there, one = _flags("", ids)
    cells = [Cell(f"{name}[{p}]{cell.name}", 0, 1) for p in range(players) for cell in one]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for value in turned(list(array(view)), seat, players):
            found += bits(value, there)
        return found

    return Field(name, means, cells, read)


def each_packed(name: str, players: int, size: int, means: str) -> Field:
    """A secret number for each player, eight bits in each cell; UNSEEN all over if it cannot be seen."""
    array = attrgetter(name)
    cells = [Cell(f"{name}[{p}].{i}", UNSEEN, 255) for p in range(players) for i in range(size)]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for value in turned(list(array(view)), seat, players):
            found += [UNSEEN] * size if value == UNKNOWN else eights(value, size)
        return found

    return Field(name, means, cells, read)


def which_player(name: str, players: int, means: str) -> Field:
    """A number that names a player."""
    value = attrgetter(name)
    return Field(
        name, means, [Cell(name, 0, players - 1)], lambda view, seat: [(value(view) - seat) % players]
    )


def which_players(name: str, players: int, means: str) -> Field:
    """A list of players."""
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
        lambda view, seat: turned([value(view) >> p & 1 for p in range(players)], seat, players),
    )


# ---- what is to be done ----


class Frames:
    """Turns frames into cells: the step, whose it is, its numbers."""

    def __init__(self, game: Game, players: int) -> None:
        self.players: Final = players
        self.steps: Final = len(game.steps)
        self.asks_seat: Final = [who == "seat" for who in game.deciders]
        self.names_player: Final = [
            [argument.name == "player" for argument in arguments] for arguments in game.arguments
        ]
        self.width: Final = max(len(arguments) for arguments in game.arguments)
        self.most: Final = [
            max(
                [players] + [arguments[i].high for arguments in game.arguments if i < len(arguments)],
            )
            for i in range(self.width)
        ]
        self.nothing: Final = [0] * (2 + self.width)

    def cells(self, name: str) -> list[Cell]:
        numbers = [Cell(f"{name}.{chr(97 + i)}", 0, most) for i, most in enumerate(self.most)]
        return [Cell(f"{name}.step", 0, self.steps), Cell(f"{name}.who", 0, self.players), *numbers]

    def of(self, f: int, seat: int) -> list[int]:
        """1 + step; who decides (``players``: nobody in particular); the numbers, 0 where there are none."""
        step = f & 255
        players = self.players
        found = [step + 1, ((f >> 8 & 15) - seat) % players if self.asks_seat[step] else players]
        for i, player in enumerate(self.names_player[step]):
            value = f >> 12 + 8 * i & 255
            found.append((value - seat) % players if player else value)
        return found + [0] * (2 + self.width - len(found))


def waiting(game: Game, players: int, deep: int) -> Field:
    """The stack of what is to be done: how much, and the next ``deep`` things."""
    frames = Frames(game, players)
    cells = [Cell("todo", 0, MANY)]
    for i in range(deep):
        cells += frames.cells(f"todo[{i}]")

    def read(view: Any, seat: int) -> list[int]:
        found = [view.depth]
        stack = view.stack()
        stack.reverse()
        for f in stack[:deep]:
            found += frames.of(f, seat)
        return found + frames.nothing * (deep - len(stack))

    return Field(
        "todo",
        f"how much is to be done, and the next {deep} things: 1 + step, whose (the number of players: not a "
        "player's), its numbers",
        cells,
        read,
    )


def asked(game: Game, seats: int) -> Field:
    """What each seat is asked beside the others."""
    frames = Frames(game, seats)
    cells = [cell for p in range(seats) for cell in frames.cells(f"asked[{p}]")]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for f in turned(list(view.asked), seat, seats):
            found += frames.of(f, seat) if f else frames.nothing
        return found

    return Field(
        "asked", "what each player is asked beside the others: 1 + step, whose, its numbers", cells, read
    )


# ---- helpers ----


def turned(
    array: list[int], seat: int, players: int, wide: int = 1, first: int = 0, size: int = 1
) -> list[int]:
    """An array by player, counted from the observer: ``size`` of the ``wide`` places of each."""
    if wide == size:
        return array[seat * wide : players * wide] + array[: seat * wide]
    found: list[int] = []
    for i in range(players):
        at = (seat + i) % players * wide + first
        found += array[at : at + size]
    return found


def bits(value: int, there: list[int]) -> list[int]:
    return [value >> i & 1 for i in there]


def eights(value: int, size: int) -> list[int]:
    return [value >> 8 * i & 255 for i in range(size)]


def numbered(first: int, last: int) -> list[str]:
    """Labels of places that have only numbers."""
    return [str(i) for i in range(first, last + 1)]


def _flags(name: str, ids: Sequence[str]) -> tuple[list[int], list[Cell]]:
    there = [i for i, id in enumerate(ids) if id]
    return there, [Cell(f"{name}.{ids[i].lower()}", 0, 1) for i in there]
