"""The icons of an effect, read from a text: ``signs.hunt_skip_free`` is ``hunt no:horse``.

The texts are in ``views/GAME/words/all.po``, because they are the same in all languages. A text is a list of
words:

``horse``       an icon: a lower-case name
``no:horse``    an item of this kind (``Item`` in ``svg.py`` lists the kinds)
``+{n}``        any other word is shown as text; ``{n}`` is a value
``{reward}``    a row of icons that the caller provides
"""

from __future__ import annotations

import re
from typing import Final

from samovar.views.svg import Item
from samovar.views.words.words import common_texts

ICON: Final = re.compile(r"[a-z][a-z0-9_-]*")
SIGN: Final = re.compile(r"([a-z]+):(.+)")


def effect_icons(game: str, name: str, values: dict[str, str], rows: dict[str, list[Item]]) -> list[Item]:
    """The icons of the text ``signs.NAME`` in one row. ``values`` are filled into words, ``rows`` replace
    words.
    """
    return [item for line in effect_icon_lines(game, name, values, rows) for item in line]


def effect_icon_lines(
    game: str, name: str, values: dict[str, str], rows: dict[str, list[Item]]
) -> list[list[Item]]:
    """The same, with one row for each line of the text. Lines without an icon are left out."""
    lines: list[list[Item]] = []
    for text in common_texts(game)["signs." + name].split("\n"):
        line: list[Item] = []
        for word in text.split():
            if word[1:-1] in rows:
                line += rows[word[1:-1]]
            else:
                line.append(_sign(word, values))
        if line:
            lines.append(line)
    return lines


def _sign(word: str, values: dict[str, str]) -> Item:
    for key, value in values.items():
        word = word.replace("{" + key + "}", value)
    sign = SIGN.fullmatch(word)
    if sign is not None:
        return sign[1], sign[2]
    return ("i" if ICON.fullmatch(word) else "n"), word
