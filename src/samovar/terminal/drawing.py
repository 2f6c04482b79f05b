"""Drawing helpers for the boards of all games: colours, labels, lines that fit the window."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from samovar.views.words.words import Words

INK: Final = "#2b211c"
NOW: Final = f"bold {INK} on #ff9a3d"  # the accent colour: the open decision
FRAME: Final = "#8a7a60"
QUIET: Final = "dim"
LABEL: Final = "bold"
MAX_WIDTH: Final = 168
SPARE_SHAPES: Final = "◇□○△"  # for seats whose colour has no shape


class Drawing:
    """Base class of the boards: draws with the words of one language, for a number of columns."""

    def __init__(self, w: Words, width: int) -> None:
        self.w = w
        self.width = width

    def label(self, key: str) -> Text:
        return Text(self.w.say("table." + key), style=LABEL)

    def flow(self, parts: list[Text], indent: int, gap: str = "   ") -> list[Text]:
        """The parts one after the other, wrapped into lines."""
        found: list[Text] = []
        line = Text()
        for part in parts:
            if line.cell_len and line.cell_len + len(gap) + part.cell_len > self.width:
                found.append(line)
                line = Text()
            line = Text.assemble(line, gap if line.cell_len else "", part)
            if found and line.cell_len == part.cell_len:
                line = Text.assemble(" " * indent, part)
        return [*found, line] if line.cell_len else found


def fit(text: Text, width: int) -> Text:
    """The text truncated or padded to exactly this width."""
    copy = text.copy()
    copy.truncate(width, overflow="ellipsis", pad=True)
    return copy


def fitted(lines: list[Text], width: int) -> list[Text]:
    """The lines, truncated to this width."""
    return [line if line.cell_len <= width else fit(line, width) for line in lines]


def mark(seat: int, shape: str, style: str, name: str) -> Text:
    """The shape of a seat in its colour, with its name. Both may be empty."""
    shape = shape or SPARE_SHAPES[seat % len(SPARE_SHAPES)]
    return Text(f"{shape} {name}" if name else shape, style=style or LABEL)


def cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(1, width - 1)] + "."
