"""The standard component file of a game as text, changed for tests of its loader."""

from __future__ import annotations

from typing import Any, Final

import pytest

import samovar
from samovar.kernel.game import Rules


class WrittenBox:
    def __init__(self, game: Rules[Any, Any]) -> None:
        self.game: Final = game
        self.text: Final = game.standard_text()

    def faults_of(self, text: str) -> list[str]:
        """The faults for which this component file is refused."""
        with pytest.raises(samovar.BadInput) as caught:
            samovar.Match(self.game.name, 2, components=text)
        assert caught.value.what == "component file"
        return caught.value.faults

    def entry_of(self, head: str, number: int) -> tuple[int, int]:
        """Start and end of the n-th entry under this heading, with the tables inside it."""
        return entry_of(self.text, head, number)

    def changed(self, head: str, number: int, written: str, instead: str) -> str:
        """The file with a replacement in one of its entries."""
        at, end = self.entry_of(head, number)
        assert written in self.text[at:end], (head, number, written)
        return self.text[:at] + self.text[at:end].replace(written, instead, 1) + self.text[end:]

    def without(self, head: str, *numbers: int) -> str:
        """The file without these entries."""
        text = self.text
        for number in sorted(numbers, reverse=True):
            at, end = entry_of(text, head, number)
            text = text[:at] + text[end:]
        return text

    def many(self, head: str, number: int, copies: int, id: str) -> str:
        """The file with copies of one entry, each with an id of its own."""
        at, end = self.entry_of(head, number)
        entry = self.text[at:end]
        assert f'id = "{id}"' in entry
        more = [entry.replace(f'id = "{id}"', f'id = "more{n}"') for n in range(copies)]
        return "\n".join([self.text[:end], *more]) + self.text[end:]


def entry_of(text: str, head: str, number: int) -> tuple[int, int]:
    at = -1
    for _ in range(number + 1):
        at = text.index(f"[[{head}]]\n", at + 1)
    end = at + 1
    while True:
        end = text.find("\n[", end + 1)
        if end < 0:
            return at, len(text)
        if not text.startswith(f"\n[[{head}.", end):
            return at, end
