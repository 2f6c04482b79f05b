"""The text of a game's rules, in the reader's language if there is a translation."""

from __future__ import annotations

from typing import Final

from samovar.games import registry
from samovar.views.words.words import BASE

_TEXTS: Final[dict[str, tuple[str, str]]] = {}  # keys: game and language


def rules_text(game: str, lang: str) -> tuple[str, str]:
    """The text and its language: English if there is no translation, empty if there is no text at all."""
    key = f"{game}/{lang}"
    if key not in _TEXTS:
        _TEXTS[key] = _read(game, lang)
    return _TEXTS[key]


def _read(game: str, lang: str) -> tuple[str, str]:
    """Read the text or its fallback. English is the original, and each translation has a folder."""
    name = f"{game}.md"
    file = registry.data(game, "docs", name) if lang == BASE else registry.data(game, "docs", lang, name)
    if file.is_file():
        return file.read_text(encoding="utf-8"), lang
    return ("", BASE) if lang == BASE else _read(game, BASE)
