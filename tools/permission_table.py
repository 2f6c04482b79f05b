"""Print the permission matrix of rooms as Markdown: the table in docs/table.md, section "Who may do what"."""

from __future__ import annotations

from samovar.room.permissions import matrix_rows

LEGEND = {
    "y": "allowed",
    "–": "refused with 403",
    "own": "for the own seat only",
    "B": "before the start",
    "R": "while the game is running",
    "F": "after its end",
    "solo": "in a private room, or if no other person has a seat",
}


def legend() -> dict[str, str]:
    """Return the meaning of each mark of the table."""
    return LEGEND


def markdown() -> str:
    """Return the legend and the table as Markdown."""
    marks = " · ".join(f"`{mark}` {meaning}" for mark, meaning in LEGEND.items())
    head, *rows = matrix_rows()
    lines = [head, ["---"] * len(head), *rows]
    return f"{marks}\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
