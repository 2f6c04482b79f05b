"""The layout of observations: the name, the meaning and the range of every cell.

Players are counted from the observer: player 0 is the observer, player 1 the next in seat order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from samovar.kernel.game import AnyRules
from samovar.kernel.ints import i64

UNBOUNDED: Final = 9_999  # upper bound of numbers that the rules do not limit; no game comes near it
UNSEEN: Final = -1  # a hidden card or choice


class Cell(NamedTuple):
    """One number of an observation. Its range has at least two numbers, because learners scale by it.

    >>> Cell("coins[0]", 0, 9999).high
    9999
    """

    name: str
    low: int
    high: int


class Field:
    """One part of the state: its name, its meaning and its cells.

    >>> Field("year", "the year", [Cell("year", 1, 4)]).span
    '1 to 4'
    """

    def __init__(self, name: str, means: str, cells: Sequence[Cell]) -> None:
        self.name: Final = name
        self.means: Final = means
        self.cells: Final = list(cells)

    @property
    def span(self) -> str:
        """The range of all cells as text."""
        low, high = min(cell.low for cell in self.cells), max(cell.high for cell in self.cells)
        return f"{low} to {high}"


class Ids:
    """The ids of the cards, tiles or spaces that a bit set may contain. ``ids[i]`` is the id of bit i.

    Bits without an id must come first. They have no cells.

    >>> Ids(["", "red", "blue"]).first
    1
    """

    def __init__(self, ids: Sequence[str]) -> None:
        self.names: Final = [id.lower() for id in ids if id]
        self.count: Final[i64] = len(self.names)
        self.first: Final[i64] = len(ids) - len(self.names)
        assert all(ids[self.first :]), "only the first ids may be empty"  # noqa: S101 (of a game)


class Labels:
    """The labels of an array, and the highest value of each. The lowest is 0."""

    def __init__(self, names: Sequence[str], high: int | Sequence[int]) -> None:
        self.names: Final = list(names)
        self.highs: Final = [high] * len(names) if isinstance(high, int) else list(high)
        self.count: Final[i64] = len(self.names)

    def cells(self, prefix: str, suffix: str = "") -> list[Cell]:
        """Return a cell for each label, whose name is the label between prefix and suffix."""
        return [
            Cell(prefix + name + suffix, 0, high) for name, high in zip(self.names, self.highs, strict=True)
        ]


class FrameShape:
    """The cells of a stack frame: the step, the player who decides, the arguments."""

    def __init__(self, game: AnyRules, players: int) -> None:
        self.arguments: Final = max(len(arguments) for arguments in game.arguments)
        self.width: Final = 2 + self.arguments
        self._players: Final = players
        self._steps: Final = len(game.steps)
        self._highs: Final = [
            max([players, *(arguments[i].high for arguments in game.arguments if i < len(arguments))])
            for i in range(self.arguments)
        ]

    def cells(self, name: str) -> list[Cell]:
        numbers = [Cell(f"{name}.{chr(97 + i)}", 0, most) for i, most in enumerate(self._highs)]
        return [Cell(f"{name}.step", 0, self._steps), Cell(f"{name}.who", 0, self._players), *numbers]


class Layout:
    """The fields of an observation, in order.

    >>> layout = Layout(players=2)
    >>> layout.add("coins", "coins of each player", [Cell("coins[0]", 0, 20), Cell("coins[1]", 0, 20)])
    >>> [cell.name for cell in layout.cells]
    ['coins[0]', 'coins[1]']
    """

    def __init__(self, players: int) -> None:
        self.fields: Final[list[Field]] = []
        self.players: Final = range(players)

    @property
    def cells(self) -> list[Cell]:
        return [cell for field in self.fields for cell in field.cells]

    def add(self, name: str, means: str, cells: Sequence[Cell]) -> None:
        self.fields.append(Field(name, means, cells))

    def number(self, name: str, low: int, high: int, means: str) -> None:
        self.add(name, means, [Cell(name, low, high)])

    def flags(self, name: str, ids: Ids, means: str) -> None:
        self.add(name, means, [Cell(f"{name}.{id}", 0, 1) for id in ids.names])

    def each_player(self, name: str, low: int, high: int, means: str) -> None:
        self.add(name, means, [Cell(f"{name}[{p}]", low, high) for p in self.players])

    def each_player_array(self, name: str, labels: Labels, means: str) -> None:
        self.add(name, means, [cell for p in self.players for cell in labels.cells(f"{name}[{p}].")])

    def each_player_flags(self, name: str, ids: Ids, means: str) -> None:
        self.add(name, means, [Cell(f"{name}[{p}].{id}", 0, 1) for p in self.players for id in ids.names])

    def each_player_plan(self, name: str, size: int, means: str) -> None:
        self.add(
            name, means, [Cell(f"{name}[{p}].{i}", UNSEEN, 255) for p in self.players for i in range(size)]
        )

    def stack(self, frames: FrameShape, deep: int) -> None:
        cells = [Cell("todo", 0, UNBOUNDED)]
        for i in range(deep):
            cells += frames.cells(f"todo[{i}]")
        self.add(
            "todo",
            f"depth of the stack of pending steps, and its next {deep} frames: 1 + step, deciding player "
            "(the number of players: none), arguments",
            cells,
        )

    def questions(self, frames: FrameShape) -> None:
        self.add(
            "asked",
            "open question of each player in a simultaneous step: 1 + step, deciding player, arguments",
            [cell for p in self.players for cell in frames.cells(f"asked[{p}]")],
        )


def number_labels(first: int, last: int) -> list[str]:
    """Return the numbers from ``first`` to ``last`` as labels."""
    return [str(i) for i in range(first, last + 1)]


def markdown_table(layout: Layout) -> str:
    """Return the fields as a Markdown table, for docs/environments.md.

    >>> layout = Layout(2)
    >>> layout.number("year", 1, 4, "the year")
    >>> markdown_table(layout).splitlines()[2]
    '| `year` | 1 | 0 | 1 to 4 | the year |'
    """
    lines = ["| field | cells | from | range | meaning |", "| --- | --- | --- | --- | --- |"]
    at = 0
    for field in layout.fields:
        lines.append(f"| `{field.name}` | {len(field.cells)} | {at} | {field.span} | {field.means} |")
        at += len(field.cells)
    return "\n".join(lines)
