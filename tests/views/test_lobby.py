"""The pages around the tables: their contents in both languages, and escaping."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from samovar.bots.registry import LEVELS
from samovar.games import registry
from samovar.views.lobby_page import lobby_page
from samovar.views.my_tables import OPEN_SEAT, OVER, WAITING, YOUR_TURN, RoomSummary
from samovar.views.rules_page import rules_of, rules_page
from samovar.views.view_model import PageHead
from samovar.views.words.words import Words, languages

HEAD = PageHead(["/static/style.css"], ["/static/pages.js"], "dark", "", "/static/icon.svg")
RULES = Path("src/samovar/rules")
VOID = {"meta", "link", "input", "br", "hr", "img", "path"}


class Reader(HTMLParser):
    """A parser that is stricter than a browser: every element must be closed at its place."""

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
def test_the_lobby_offers_every_seat_level_and_option_of_every_game(lang: str) -> None:
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


def row_of(page: str, address: str) -> str:
    """The row of one table."""
    rows: list[str] = re.findall(r'<li class="mine__row.*?</li>', page)
    (row,) = [row for row in rows if f'href="{address}"' in row]
    return row


@pytest.mark.parametrize(
    ("lang", "year", "turn", "open_seat"),
    [("en", "Year 2, autumn", "Mavra decides", "free"), ("cs", "Rok 2, podzim", "na tahu: Mavra", "volné")],
)
def test_a_row_says_players_round_turn_date_and_fork(lang: str, year: str, turn: str, open_seat: str) -> None:
    room = RoomSummary("/t/a", "stroganov", ["Eva", "Mavra", ""], WAITING)
    room.own, room.actors, room.period = [0], [1], [2, 3, 37]
    room.changed, room.fork = "2026-11-12T20:40:00+00:00", True
    page = lobby_page(Words(lang), HEAD, [room])
    read(page)
    row = row_of(page, "/t/a")
    assert f"<b>{year}</b>" in row
    assert 'value="37"' in row
    assert turn in row
    assert "Mavra, " in row
    assert open_seat in row
    assert "Eva" not in row  # the viewer's own name is left out
    assert 'datetime="2026-11-12T20:40:00+00:00"' in row
    assert "fork-mark" in row
    assert "<a class" not in row  # no link without a seat in the original
    room.original = "/t/b"
    assert '<a class="fork-mark" href="/t/b"' in row_of(lobby_page(Words(lang), HEAD, [room]), "/t/a")


def test_a_row_of_an_older_version_has_no_round_and_a_waiting_table_says_so() -> None:
    rooms = [
        RoomSummary("/t/a", "tundra", ["Eva", "Bob"], WAITING),
        RoomSummary("/t/b", "tundra", ["Eva", ""], OPEN_SEAT),
    ]
    page = lobby_page(Words("en"), HEAD, rooms)
    assert "<progress" not in page
    assert "waiting for other players" in row_of(page, "/t/a")
    assert "waits for players" in row_of(page, "/t/b")


def test_finished_tables_are_hidden_behind_a_label_that_counts_them() -> None:
    going = [RoomSummary("/t/a", "tundra", ["Eva"], YOUR_TURN)]
    over = [RoomSummary(f"/t/{n}", "tundra", ["Eva"], OVER) for n in range(3)]
    page = lobby_page(Words("en"), HEAD, [*over, *going])
    assert '<input type="checkbox" id="hide-finished" checked> Hide finished tables (3)' in page
    assert page.count("is-over") == 3
    assert "mine__none" not in page
    assert "hide-finished" not in lobby_page(Words("en"), HEAD, going)
    assert "No game is going on" in lobby_page(Words("en"), HEAD, over)


def test_the_name_is_asked_for_until_it_is_known() -> None:
    asked, known = lobby_page(Words("en"), HEAD, []), lobby_page(Words("en"), HEAD, [], "Eva")
    assert "It is asked once" in asked
    assert "It is asked once" not in known
    assert "You play as Eva" in known


def test_names_and_faults_are_escaped() -> None:
    evil = '"><script>alert(1)</script>'
    page = lobby_page(Words("en"), HEAD, [RoomSummary("/t/a", "tundra", [evil], OVER)], evil, [evil])
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert") >= 3
    read(page)


@pytest.mark.parametrize(
    "path", [p for name in registry.names() for p in sorted(RULES.rglob(f"{name}.md"))], ids=str
)
def test_each_rule_has_one_anchor_and_no_link_is_broken(path: Path) -> None:
    text = path.read_text()
    reader = read(rules_page(Words("en", path.stem), HEAD, path.stem, text, "en"))
    written = {rule for line in text.splitlines() for rule in rules_of(line.lstrip(" -"))}
    assert len(written) > 100
    assert written <= set(reader.ids)
    for link in reader.links:
        assert not link.startswith("#") or link[1:] in reader.ids


def test_a_rules_text_has_the_lang_attribute_of_its_own_language() -> None:
    page = rules_page(Words("cs", "tundra"), HEAD, "tundra", "# T\n\n## One\n\nText.\n", "en")
    assert '<html lang="cs"' in page
    assert '<ul lang="en"><li><a href="#c-1">One</a>' in page
    assert '<article lang="en"><h2 id="c-1">One</h2>' in page


def test_nested_lists_and_tables_are_parsed() -> None:
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


def test_emphasis_is_rendered_and_a_lone_star_stays_a_star() -> None:
    text = "# T\n\n*Why:* the **bold** one *(data: 2 → 4)*, but 2 * 3 * 4.\n"
    page = rules_page(Words("en", "tundra"), HEAD, "tundra", text, "en")
    assert "<p><em>Why:</em> the <b>bold</b> one <em>(data: 2 → 4)</em>, but 2 * 3 * 4.</p>" in page


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.md")), ids=str)
def test_no_markup_star_is_left_in_the_rules(path: Path) -> None:
    page = rules_page(Words("en", "tundra"), HEAD, "tundra", path.read_text(), "en")
    assert "*" not in page[page.index("<article") :]


def test_a_heading_is_one_level_below_its_parent() -> None:
    text = "# T\n\n## A\n\n## B\n\n### C\n\n# D\n\n### E\n\n## F\n\n#### G\n\n## H\n"
    page = rules_page(Words("en", "tundra"), HEAD, "tundra", text, "en")
    levels = re.findall(r'<h(\d) id="c-\d+">(\w)', page)
    assert [name + level for level, name in levels] == ["A2", "B2", "C3", "D2", "E3", "F3", "G4", "H3"]


def test_every_form_that_creates_a_table_asks_for_a_commitment() -> None:
    page = lobby_page(Words("en"), HEAD, [])
    forms = re.findall(r'<form[^>]*action="/tables"[^>]*>', page)
    assert forms
    assert all("data-salted" in form for form in forms)
