"""The pages around the tables: what they offer, in both languages, and nothing strange gets in."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from samovar.bots.registry import LEVELS
from samovar.games import registry
from samovar.views.lobby_page import OVER, WAITING, YOUR_TURN, RoomSummary, lobby_page
from samovar.views.rules_page import rules_of, rules_page
from samovar.views.view_model import PageHead
from samovar.views.words.words import Words, languages

HEAD = PageHead(["/static/style.css"], ["/static/pages.js"], "dark", "", "/static/icon.svg")
RULES = Path("src/samovar/rules")
VOID = {"meta", "link", "input", "br", "hr", "img", "path"}


class Reader(HTMLParser):
    """Reads a page as strictly as a browser does not: every element is closed where it must be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fields: list[dict[str, str | None]] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.attributes.update(given)
        if "id" in given:
            self.ids.append(given["id"] or "")
        if tag == "a":
            self.links.append(given.get("href") or "")
        if tag in {"input", "select", "textarea"}:
            self.fields.append(given)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert len(reader.ids) == len(set(reader.ids))
    assert not [name for name in reader.attributes if name == "style" or name.startswith("on")]
    return reader


@pytest.mark.parametrize("lang", languages())
def test_a_new_table_can_be_asked_for_with_every_seat_level_and_option_of_every_game(lang: str) -> None:
    page = lobby_page(Words(lang), HEAD, [])
    read(page)
    for name in registry.names():
        game = registry.game(name)
        forms = re.findall(rf'<form [^>]*>(?:(?!</form>).)*value="{name}".*?</form>', page)
        long = max(forms, key=len)
        for seat in range(1, game.max_seats + 1):
            assert f'name="seat.{seat}"' in long
        assert f'name="seat.{game.max_seats + 1}"' not in long
        for level in LEVELS:
            assert f'value="bot.{level}"' in long
        for option in game.option_list:
            assert f'name="option.{option.name}"' in long
            for value in option.values:
                assert f'value="{value}"' in long


@pytest.mark.parametrize("lang", languages())
def test_a_game_against_bots_or_the_automa_is_one_click_away(lang: str) -> None:
    page = lobby_page(Words(lang), HEAD, [])
    quick = re.findall(r'<form method="post" action="/tables" data-salted>(.*?)</form>', page)
    kinds = [re.findall(r'name="([a-z.0-9]+)" value="([^"]*)"', form) for form in quick]
    assert [("game", "stroganov"), ("name", ""), ("seat.1", "me")] in kinds
    assert [("game", "tundra"), ("name", ""), ("seat.1", "me"), ("seat.2", "bot.medium")] in kinds
    for form in kinds:
        seats = len([name for name, _ in form if name.startswith("seat.")])
        game = registry.game(dict(form)["game"])
        assert game.min_seats <= seats <= game.max_seats


def test_tables_that_wait_for_me_come_first() -> None:
    tables = [
        RoomSummary("/t/a", "stroganov", ["Anna"], OVER),
        RoomSummary("/t/b", "tundra", ["Anna", "Boris"], WAITING),
        RoomSummary("/t/c", "catherine", ["Anna", "Boris"], YOUR_TURN),
    ]
    links = [link for link in read(lobby_page(Words("en"), HEAD, tables)).links if link.startswith("/t/")]
    assert links == ["/t/c", "/t/b", "/t/a"]


def test_names_and_faults_of_strangers_stay_text() -> None:
    evil = '"><script>alert(1)</script>'
    page = lobby_page(Words("en"), HEAD, [RoomSummary("/t/a", "tundra", [evil], OVER)], evil, [evil])
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert") >= 3
    read(page)


@pytest.mark.parametrize(
    "path", [p for name in registry.names() for p in sorted(RULES.rglob(f"{name}.md"))], ids=str
)
def test_each_rule_has_its_own_anchor_and_every_link_leads_somewhere(path: Path) -> None:
    text = path.read_text()
    reader = read(rules_page(Words("en", path.stem), HEAD, path.stem, text, "en"))
    written = {rule for line in text.splitlines() for rule in rules_of(line.lstrip(" -"))}
    assert len(written) > 100
    assert written <= set(reader.ids)
    for link in reader.links:
        assert not link.startswith("#") or link[1:] in reader.ids


def test_a_text_says_in_which_language_it_is_even_on_a_page_in_another() -> None:
    page = rules_page(Words("cs", "tundra"), HEAD, "tundra", "# T\n\n## One\n\nText.\n", "en")
    assert '<html lang="cs"' in page
    assert '<ul lang="en"><li><a href="#c-1">One</a>' in page
    assert '<article lang="en"><h2 id="c-1">One</h2>' in page


def test_a_list_inside_a_list_and_a_table_are_read_as_such() -> None:
    text = "# T\n\nOne\ntwo.\n\n- a **b**\n  goes on\n  - inner `c`\n- **X-ONE-01** d <i>\n"
    text += "\n| h | i |\n|---|---|\n| 1 | 2 |\n"
    page = rules_page(Words("en", "tundra"), HEAD, "tundra", text, "en")
    article = page[page.index("<article") : page.index("</article>")]
    assert "<p>One two.</p>" in article
    assert "<ul><li>a <b>b</b> goes on<ul><li>inner <code>c</code></li></ul></li><li>" in article
    assert '<span class="anchor" id="X-ONE-01"></span>' in article
    assert "d &lt;i&gt;" in article
    assert (
        "<thead><tr><th>h</th><th>i</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody>" in article
    )


def test_emphasis_is_drawn_and_a_lone_star_is_a_star() -> None:
    text = "# T\n\n*Why:* the **bold** one *(data: 2 → 4)*, but 2 * 3 * 4.\n"
    page = rules_page(Words("en", "tundra"), HEAD, "tundra", text, "en")
    assert "<p><em>Why:</em> the <b>bold</b> one <em>(data: 2 → 4)</em>, but 2 * 3 * 4.</p>" in page


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.md")), ids=str)
def test_no_star_of_the_markup_is_left_in_the_rules(path: Path) -> None:
    page = rules_page(Words("en", "tundra"), HEAD, "tundra", path.read_text(), "en")
    assert "*" not in page[page.index("<article") :]


def test_headings_are_as_deep_as_what_they_are_under() -> None:
    text = "# T\n\n## A\n\n## B\n\n### C\n\n# D\n\n### E\n\n## F\n\n#### G\n\n## H\n"
    page = rules_page(Words("en", "tundra"), HEAD, "tundra", text, "en")
    levels = re.findall(r'<h(\d) id="c-\d+">(\w)', page)
    assert [name + level for level, name in levels] == ["A2", "B2", "C3", "D2", "E3", "F3", "G4", "H3"]


def test_every_way_to_begin_asks_for_a_promised_seed() -> None:
    page = lobby_page(Words("en"), HEAD, [])
    forms = re.findall(r'<form[^>]*action="/tables"[^>]*>', page)
    assert forms
    assert all("data-salted" in form for form in forms)
