"""Rows of signs that are written as texts: ``signs.hunt_skip_free`` is ``hunt no:horse``.

The texts are in ``views/GAME/words/all.po``, because they are the same in all languages. A text is a list of
words:

``horse``       an icon: a lower-case name
``no:horse``    a sign of this kind (``Item`` in ``art.py`` lists the kinds)
``+{n}``        everything else is written as it is; ``{n}`` is a value
``{reward}``    a row of signs that the caller makes
"""

from __future__ import annotations

import re
from typing import Final

from samovar.views.art import Item
from samovar.views.words.words import common_texts

ICON: Final = re.compile(r"[a-z][a-z0-9_-]*")
SIGN: Final = re.compile(r"([a-z]+):(.+)")


def signs(game: str, name: str, values: dict[str, str], rows: dict[str, list[Item]]) -> list[Item]:
    """The signs of ``signs.NAME``. ``values`` are filled into words, ``rows`` replace whole words."""
    found: list[Item] = []
    for word in common_texts(game)["signs." + name].split():
        if word[1:-1] in rows:
            found += rows[word[1:-1]]
        else:
            found.append(_sign(word, values))
    return found


def _sign(word: str, values: dict[str, str]) -> Item:
    for key, value in values.items():
        word = word.replace("{" + key + "}", value)
    sign = SIGN.fullmatch(word)
    if sign is not None:
        return sign[1], sign[2]
    return ("i" if ICON.fullmatch(word) else "n"), word
