"""Every sentence for people, in one language: a table of templates, and the grammar that they need.

A template reads ``Hunt the {fur}``, ``{n|horse}`` (a number with its noun in the right form: 2 horses)
or ``{n|fur.acc}`` (the same in the accusative, which Czech needs). Nouns stand in the table as ``noun.…``.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.errors import BadInput
from samovar.views.words import (
    board_catherine_cs,
    board_catherine_en,
    board_stroganov_cs,
    board_stroganov_en,
    board_tundra_cs,
    board_tundra_en,
    catherine_cs,
    catherine_en,
    common_cs,
    common_en,
    door_cs,
    door_en,
    lobby_cs,
    lobby_en,
    page_cs,
    page_en,
    stroganov_cs,
    stroganov_en,
    tundra_cs,
    tundra_en,
)

LANGUAGES: Final = ["en", "cs"]
TABLES: Final[dict[str, list[dict[str, str]]]] = {
    "stroganov.en": [
        common_en.TABLE,
        lobby_en.TABLE,
        door_en.TABLE,
        page_en.TABLE,
        stroganov_en.TABLE,
        board_stroganov_en.TABLE,
    ],
    "stroganov.cs": [
        common_cs.TABLE,
        lobby_cs.TABLE,
        door_cs.TABLE,
        page_cs.TABLE,
        stroganov_cs.TABLE,
        board_stroganov_cs.TABLE,
    ],
    "catherine.en": [
        common_en.TABLE,
        lobby_en.TABLE,
        door_en.TABLE,
        page_en.TABLE,
        catherine_en.TABLE,
        board_catherine_en.TABLE,
    ],
    "catherine.cs": [
        common_cs.TABLE,
        lobby_cs.TABLE,
        door_cs.TABLE,
        page_cs.TABLE,
        catherine_cs.TABLE,
        board_catherine_cs.TABLE,
    ],
    "tundra.en": [
        common_en.TABLE,
        lobby_en.TABLE,
        door_en.TABLE,
        page_en.TABLE,
        tundra_en.TABLE,
        board_tundra_en.TABLE,
    ],
    "tundra.cs": [
        common_cs.TABLE,
        lobby_cs.TABLE,
        door_cs.TABLE,
        page_cs.TABLE,
        tundra_cs.TABLE,
        board_tundra_cs.TABLE,
    ],
}


class Part:
    """A piece of a template: fixed text, then a value (by name), perhaps counted with a noun."""

    def __init__(self, before: str, name: str, noun: str) -> None:
        self.before: Final = before
        self.name: Final = name  # empty: the template ends here
        self.noun: Final = noun


def read_template(template: str) -> list[Part]:
    """A template taken apart at its braces."""
    parts: list[Part] = []
    at = 0
    while True:
        start = template.find("{", at)
        if start < 0:
            parts.append(Part(template[at:], "", ""))
            return parts
        end = template.index("}", start)
        name, _, noun = template[start + 1 : end].partition("|")
        parts.append(Part(template[at:start], name, noun))
        at = end + 1


class Words:
    """The words of one language for one game."""

    def __init__(self, lang: str, game: str = "stroganov") -> None:
        if lang not in LANGUAGES:
            raise BadInput("language", [f"there is no {lang!r} (there is: {', '.join(LANGUAGES)})"])
        self.lang: Final = lang
        self.table: Final[dict[str, str]] = {}
        for table in TABLES[f"{game}.{lang}"]:
            self.table.update(table)
        self._read: Final[dict[str, list[Part]]] = {}  # templates that were needed already, taken apart

    def has(self, key: str) -> bool:
        return key in self.table

    def say(self, key: str, **values: str | int) -> str:
        """The sentence of a key with its values filled in."""
        template = self.table[key]
        if "{" not in template:
            return template
        if key not in self._read:
            self._read[key] = read_template(template)
        text = ""
        for part in self._read[key]:
            text += part.before
            if part.name:
                value = values[part.name]
                if part.noun and isinstance(value, int):
                    text += self.count(value, part.noun)
                else:
                    text += str(value)
        return text

    def count(self, n: int, noun: str) -> str:
        """A number and its noun: 1 horse, 2 horses."""
        return f"{n} {self.noun(n, noun)}"

    def noun(self, n: int, noun: str) -> str:
        """The form of a noun after this number. It may end in ``.acc``; an unknown one stays as it is."""
        word, _, case = noun.partition(".")
        forms = self.table.get("noun." + word, word).split("|")
        if len(forms) == 1:
            return forms[0]
        if self.lang == "en":
            return forms[0] if n == 1 else forms[1]
        if n == 1:  # Czech: 1 kůň, accusative 1 koně; 2 to 4 koně; 5 and more, and none, koní
            return forms[1] if case == "acc" else forms[0]
        return forms[2] if 2 <= n <= 4 else forms[3]

    def all_of(self, items: list[str]) -> str:
        """a, b and c"""
        return self._joined(items, "and")

    def one_of(self, items: list[str]) -> str:
        """a, b or c"""
        return self._joined(items, "or")

    def _joined(self, items: list[str], word: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return ", ".join(items[:-1]) + f" {self.table['join.' + word]} {items[-1]}"


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]
