"""Translated rules have the structure, rule ids and numbers of the original.

A test cannot check the meaning of a translation. But it finds a rule that was added, a row that was dropped
or a number that was changed in one language only.
"""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from samovar.games import registry
from samovar.views.rules_page import MENTION, rules_page
from samovar.views.view_model import PageHead
from samovar.views.words.words import Words, languages

HEAD = PageHead(["/static/style.css"], ["/static/pages.js"], "", "", "/static/icon.svg")
RULES = Path("src/samovar/rules")
GAMES = Path("src/samovar/games")
TRANSLATED = sorted(path.relative_to(RULES) for path in RULES.glob("*/*.md"))
BLOCKS = {"h2", "h3", "h4", "h5", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td"}


class Block:
    """One heading, item, cell or paragraph: its kind, the rules it defines, and its text."""

    def __init__(self, tag: str, id: str) -> None:
        self.tag = tag
        self.ids = [id] if id else []
        self.text = ""
        self.marked = 0  # words in bold or code

    @property
    def shape(self) -> tuple[str, tuple[str, ...]]:
        return self.tag, tuple(self.ids)

    @property
    def facts(self) -> tuple[list[str], list[str], int]:
        """The mentioned rules, the numbers, and the count of words in bold or code."""
        numbers = re.findall(r"\d+", MENTION.sub("", self.text))
        return sorted(MENTION.findall(self.text)), sorted(numbers), self.marked


class Outline(HTMLParser):
    """The blocks of the rules on a page, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.blocks: list[Block] = []
        self.open: list[Block] = []
        self.feed(page[page.index("<article") : page.index("</article>")])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        id = dict(attrs).get("id") or ""
        if tag in BLOCKS:
            self.blocks.append(Block(tag, id))
            self.open.append(self.blocks[-1])
        elif tag in {"b", "code"}:
            self.open[-1].marked += 1
        elif id:
            self.open[-1].ids.append(id)

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCKS:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open:
            self.open[-1].text += data


def outline(text: str) -> list[Block]:
    return Outline(rules_page(Words("en", "stroganov"), HEAD, "stroganov", text, "en")).blocks


def differences(original: str, translation: str) -> list[str]:
    """The differences up to the first missing block, after which blocks cannot be compared."""
    one, other = outline(original), outline(translation)
    for a, b in zip(one, other, strict=False):
        if a.shape != b.shape:
            return [f"{a.shape} {a.text!r} is translated as {b.shape} {b.text!r}"]
    if len(one) != len(other):
        return [f"{len(one)} blocks are translated as {len(other)}"]
    return [
        f"{a.ids or a.text!r}: {a.facts} is translated as {b.facts}"
        for a, b in zip(one, other, strict=True)
        if a.facts != b.facts
    ]


def text_of(game: str, lang: str) -> str:
    return (RULES / f"{game}.md" if lang == "en" else RULES / lang / f"{game}.md").read_text(encoding="utf-8")


def anchors(game: str, lang: str) -> set[str]:
    page = rules_page(Words(lang, game), HEAD, game, text_of(game, lang), lang)
    return set(re.findall(r' id="([^"]+)"', page))


@pytest.mark.parametrize("path", TRANSLATED, ids=str)
def test_a_translation_has_the_rules_chapters_tables_lists_and_numbers_of_the_original(path: Path) -> None:
    assert path.parts[0] in languages()
    original = (RULES / path.name).read_text(encoding="utf-8")
    assert differences(original, (RULES / path).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", TRANSLATED, ids=str)
def test_a_refusal_links_to_the_same_rule_in_every_language(path: Path) -> None:
    lang, game = path.parts[0], path.stem
    named = {
        node.value
        for source in (GAMES / game).glob("*.py")
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and MENTION.fullmatch(node.value)
    }
    assert len(named) > 5
    assert named <= anchors(game, "en")
    assert named <= anchors(game, lang)


@pytest.mark.parametrize("path", TRANSLATED, ids=str)
def test_a_link_to_any_place_in_the_rules_works_in_every_language(path: Path) -> None:
    assert anchors(path.stem, path.parts[0]) == anchors(path.stem, "en")


@pytest.mark.parametrize("path", TRANSLATED, ids=str)
def test_no_sentence_was_left_in_the_original_language(path: Path) -> None:
    """Names and marks may be the same in both languages, but no whole sentence."""
    original = {block.text for block in outline((RULES / path.name).read_text(encoding="utf-8"))}
    same = [
        block.text
        for block in outline((RULES / path).read_text(encoding="utf-8"))
        if block.text in original and len(re.findall(r"\b[a-z]{2,}\b", block.text)) > 5
    ]
    assert same == []


def test_every_game_is_translated_into_every_language() -> None:
    wanted = {Path(lang, f"{game}.md") for lang in languages() if lang != "en" for game in registry.names()}
    assert set(TRANSLATED) == wanted


ORIGINAL = """# Rules

## 1. Hunt

- **X-HUNT-01** Take 1 fur. See X-HUNT-02.
- **X-HUNT-02** It costs **2** horses.

## 2. Furs

| fur | value |
|---|---|
| bear | 8 |
"""


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("- **X-HUNT-02** It costs **2** horses.\n", ""),
        ("**X-HUNT-02**", "**X-HUNT-03**"),
        ("**2** horses", "**3** horses"),
        ("**2** horses", "2 horses"),
        (" See X-HUNT-02.", ""),
        ("## 2. Furs", "### 2. Furs"),
        ("| bear | 8 |\n", ""),
        ("| bear | 8 |", "| bear | 8 | large |"),
        ("## 1. Hunt\n", "## 1. Hunt\n\nMore.\n"),
    ],
)
def test_a_difference_between_the_languages_is_found(said: str, instead: str) -> None:
    assert said in ORIGINAL
    assert differences(ORIGINAL, ORIGINAL.replace("Take", "Vezmi")) == []
    assert differences(ORIGINAL, ORIGINAL.replace(said, instead)) != []
