"""The texts of one language, with placeholders, and the plural forms and cases of nouns.

A text may contain placeholders:

``{fur}``         a value
``{fur.acc}``     the value in the accusative, as Czech needs it
``{n|horse}``     a number and its noun in the right form: 2 horses
``{n|horse.acc}`` the same in the accusative

Texts and nouns are in ``.po`` files. ``views/words/LANGUAGE.po`` is shared by all games.
``words/LANGUAGE.po`` in a game's views belongs to that game, and ``words/all.po`` there contains texts
without translation, such as the icons of effects. A language exists if its shared file does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib.resources import files
from typing import Final

from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.views.words.po import Catalogue, Noun, read

BASE: Final = "en"  # the language that others are translated from
COMMON: Final = "all"  # the file of a game with the texts that are the same in all languages
_languages: Final[list[str]] = []
_catalogues: Final[dict[str, Catalogue]] = {}  # by file
_words: Final[dict[str, Words]] = {}  # by language and game


def languages() -> list[str]:
    """The codes of all languages, English first."""
    if not _languages:
        names = [file.name for file in files("samovar.views").joinpath("words").iterdir()]
        codes = sorted(name[: -len(".po")] for name in names if name.endswith(".po"))
        _languages.extend(sorted(codes, key=lambda code: code != BASE))
    return _languages


def best_language(tags: list[str]) -> str:
    """The first of these languages that exists, else English. ``de-AT`` and ``de_AT.UTF-8`` match ``de``."""
    known = {code.lower(): code for code in languages()}
    for tag in tags:
        whole = tag.partition(".")[0].strip().lower().replace("_", "-")
        for code in (whole, whole.partition("-")[0]):
            if code in known:
                return known[code]
    return BASE


def language_name(lang: str) -> str:
    """The name of a language in that language."""
    return words_for(lang).say("language.name")


def words_for(lang: str, game: str = "") -> Words:
    """The words of one language for one game, cached."""
    key = f"{game}/{lang}"
    if key not in _words:
        _words[key] = Words(lang, game)
    return _words[key]


def common_texts(game: str) -> dict[str, str]:
    """The texts of a game that are the same in all languages, by key."""
    found = _catalogue(game, COMMON)
    return {} if found is None else found.texts


def _catalogue(game: str, lang: str) -> Catalogue | None:
    """The words of a game, or those that all games share, cached. None if there is no file."""
    name = f"{game}/words/{lang}.po" if game else f"words/{lang}.po"
    if name not in _catalogues:
        folder = registry.data(game, "views") if game else files("samovar.views")
        file = folder.joinpath("words", f"{lang}.po")
        if not file.is_file():
            return None
        _catalogues[name] = read(f"views/{name}", file.read_text(encoding="utf-8"))
    return _catalogues[name]


class Inflected(ABC):
    """A value that a text may ask for in a noun case."""

    @abstractmethod
    def in_case(self, case: str) -> str:
        """The value in this case. An empty case is the nominative."""


class TextPart:
    """A piece of a text: fixed text, then a value by name, in a case or counted with a noun."""

    def __init__(self, before: str, name: str, case: str, noun: str) -> None:
        self.before: Final = before
        self.name: Final = name  # empty: the text ends here
        self.case: Final = case
        self.noun: Final = noun


def read_template(template: str) -> list[TextPart]:
    """The text split at its placeholders."""
    parts: list[TextPart] = []
    at = 0
    while True:
        start = template.find("{", at)
        if start < 0:
            parts.append(TextPart(template[at:], "", "", ""))
            return parts
        end = template.index("}", start)
        value, _, noun = template[start + 1 : end].partition("|")
        name, _, case = value.partition(".")
        parts.append(TextPart(template[at:start], name, case, noun))
        at = end + 1


class Words:
    """The words of one language for one game. Without a game, only the words that all games share.

    A game without a translation has its English words.
    """

    def __init__(self, lang: str, game: str = "") -> None:
        if lang not in languages():
            raise BadInput("language", [f"there is no {lang!r} (there is: {', '.join(languages())})"])
        self.lang: Final = lang
        self.texts: Final[dict[str, str]] = {}
        self.nouns: Final[dict[str, Noun]] = {}
        self._add(_catalogue("", lang))
        if game and registry.known(game):
            self._add(_catalogue(game, lang) or _catalogue(game, BASE))
            self.texts.setdefault("game." + game, registry.game(game).title)
        self._read: Final[dict[str, list[TextPart]]] = {}  # parsed texts, by key

    def _add(self, found: Catalogue | None) -> None:
        if found is not None:
            self.texts.update(found.texts)
            self.nouns.update(found.nouns)

    def has(self, key: str) -> bool:
        return key in self.texts

    def say(self, key: str, **values: str | int | Inflected) -> str:
        """The text of a key with its values filled in."""
        template = self.texts[key]
        if "{" not in template:
            return template
        if key not in self._read:
            self._read[key] = read_template(template)
        text = ""
        for part in self._read[key]:
            text += part.before
            if part.name:
                value = values[part.name]
                if isinstance(value, Inflected):
                    text += value.in_case(part.case)
                elif part.noun and isinstance(value, int):
                    text += self.count(value, part.noun)
                else:
                    text += str(value)
        return text

    def count(self, n: int, noun: str) -> str:
        """A number and its noun: 1 horse, 2 horses."""
        return f"{n} {self.noun(n, noun)}"

    def noun(self, n: int, noun: str) -> str:
        """The form of a noun after this number. ``horse.acc`` asks for a case; a noun without an entry for
        the case uses the one without case. An unknown noun stays as it is.
        """
        found = self.nouns.get("noun." + noun)
        if found is None:
            noun = noun.partition(".")[0]
            found = self.nouns.get("noun." + noun)
        return noun if found is None else found.form_for(n)

    def all_of(self, items: list[str]) -> str:
        """The items joined with "and": a, b and c."""
        return self._joined(items, "and")

    def one_of(self, items: list[str]) -> str:
        """The items joined with "or": a, b or c."""
        return self._joined(items, "or")

    def _joined(self, items: list[str], word: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return ", ".join(items[:-1]) + f" {self.texts['join.' + word]} {items[-1]}"


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
