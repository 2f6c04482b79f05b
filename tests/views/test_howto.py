"""The page behind "?": complete in every language, with all icons of the table and the numbers of the box."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import samovar
from samovar.games import registry
from samovar.games.catherine.game import GAME as CATHERINE
from samovar.games.stroganov.game import GAME as STROGANOV
from samovar.games.tundra.game import GAME as TUNDRA
from samovar.kernel.game import Rules
from samovar.views import page
from samovar.views.catherine.howto import explained as explained_catherine
from samovar.views.howto import HowTo
from samovar.views.howto_page import howto_page
from samovar.views.stroganov.howto import explained as explained_stroganov
from samovar.views.svg import drawing
from samovar.views.tundra.howto import explained as explained_tundra
from samovar.views.view_model import PageHead, show_replay
from samovar.views.words.words import languages, words_for
from tests.views.pages import PageParser, middle, model_for

HEAD = PageHead(["/static/style.css"], ["/static/pages.js"], root="/samovar")
SECTIONS = ["goal", "round", "turn", "actions", "points", "end", "icons"]
SYMBOL = re.compile(r'href="#a-([^"]+)"')
SETTINGS: dict[str, dict[str, str]] = {"tundra": {"titles": "on", "personal_goals": "on"}}
every_page = pytest.mark.parametrize(
    ("game", "lang"), [(game, lang) for game in registry.names() for lang in languages()]
)


def page_of(game: str, lang: str = "en") -> str:
    return howto_page(words_for(lang, game), HEAD, registry.game(game))


def legend_of(html: str) -> str:
    return html[html.index('id="how-icons"') : html.index("</section>", html.index('id="how-icons"'))]


@every_page
def test_every_page_has_the_same_parts_in_the_same_order(game: str, lang: str) -> None:
    html = page_of(game, lang)
    reader = PageParser(html)
    assert reader.faults == []
    ids = reader.values("id")
    assert len(ids) == len(set(ids))
    assert "style" not in {name for _, attributes in reader.elements for name in attributes}
    assert re.findall(r'<section class="howto__(\w+)"', html) == SECTIONS
    assert re.findall(r'<a href="#how-(\w+)">', html) == SECTIONS
    assert f'href="/samovar/rules/{game}"' in html


@every_page
def test_no_placeholder_mark_or_rule_id_is_left(game: str, lang: str) -> None:
    text = " ".join(PageParser(page_of(game, lang)).words)
    assert not re.search(r"[{}|]|\*\*", text)
    assert not re.search(r"\b[SCT]-[A-Z]+-\d", text)


@every_page
def test_every_text_of_the_page_is_on_it(game: str, lang: str) -> None:
    """A text that no drawing belongs to would be lost silently."""
    w = words_for(lang, game)
    shown = " ".join(" ".join(PageParser(page_of(game, lang)).words).split())
    for key, text in w.texts.items():
        if key.startswith("howto.") and key not in {"howto.some", "howto.none", "howto.find", "howto.parts"}:
            for part in re.split(r"\{[^}]*\}|\*\*", text):
                assert " ".join(part.split()) in shown, key


def shown_symbols(game: str) -> set[str]:
    """The symbols on pages of this game: all player counts, in the middle, at the end, and in a replay."""
    found: set[str] = set()

    def show(match: samovar.Match, seat: int) -> None:
        found.update(SYMBOL.findall(page.document(model_for(match, seat), HEAD)))

    rules = registry.game(game)
    for seats in range(rules.min_seats, rules.max_seats + 1):
        match, rng = samovar.Match(game, seats, seats, SETTINGS.get(game)), random.Random(seats)
        for turn in range(10_000):
            if match.over:
                break
            seat = match.actors()[0]
            if turn % 40 == 0:
                show(match, seat)
            match.play(seat, rng.choice(match.options(seat)))
        show(match, 0)
        replay = model_for(match, 0)
        show_replay(replay, [0, 1, 2], [])
        found.update(SYMBOL.findall(page.document(replay, HEAD)))
    show(middle(game), 0)
    return found


@pytest.mark.parametrize("game", registry.names())
def test_the_legend_has_every_symbol_that_a_table_can_show(game: str) -> None:
    legend = set(SYMBOL.findall(legend_of(page_of(game))))
    own = set(re.findall(r'<symbol id="a-([^"]+)"', drawing(game, "sprite.svg")))
    shown = shown_symbols(game)
    assert len(shown) > 40
    assert own - legend == set()
    assert shown - legend == set()


@pytest.mark.parametrize("game", registry.names())
def test_every_drawing_has_its_symbol(game: str) -> None:
    known = set(
        re.findall(r'<symbol id="a-([^"]+)"', drawing("", "sprite.svg") + drawing(game, "sprite.svg"))
    )
    assert set(SYMBOL.findall(page_of(game))) - known == set()


def test_an_icon_is_found_by_its_name_in_any_language() -> None:
    legend = legend_of(page_of("stroganov", "en"))
    bear = next(entry for entry in legend.split("<li") if "<b>Bear</b>" in entry)
    assert 'data-find="Medvěd"' in bear
    czech = legend_of(page_of("stroganov", "cs"))
    assert 'data-find="Bear"' in next(entry for entry in czech.split("<li") if "<b>Medvěd</b>" in entry)


Explained = Callable[..., HowTo]


@pytest.mark.parametrize(
    ("rules", "explained", "line", "instead", "told"),
    [
        (
            STROGANOV,
            explained_stroganov,
            "landscape_set_of_4 = 6",
            "landscape_set_of_4 = 9",
            "9 VP for all 4",
        ),
        (
            CATHERINE,
            explained_catherine,
            "more_than_neighbor = 4",
            "more_than_neighbor = 7",
            "7 VP for each neighbour",
        ),
        (TUNDRA, explained_tundra, "max_berries = 20", "max_berries = 33", "at most 33"),
    ],
    ids=["stroganov", "catherine", "tundra"],
)
def test_numbers_are_those_of_the_box(
    rules: Rules[Any, Any], explained: Explained, line: str, instead: str, told: str
) -> None:
    text = rules.standard_text()
    assert text.count(line) == 1
    words = words_for("en", rules.name)

    def said(box_text: str) -> str:
        sections = explained(words, rules.load(box_text)).sections
        return " ".join(" ".join(PageParser("".join(html for _, html in sections)).words).split())

    assert told not in said(text)
    assert told in said(text.replace(line, instead))
