"""Boards as text: golden files, and no line wider than the window."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import samovar
from samovar.games import registry
from samovar.games.tundra.game import GAME
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.state import View
from samovar.terminal import board_catherine, board_stroganov, board_tundra
from samovar.terminal.board_stroganov import draw
from samovar.terminal.screen import plain
from samovar.views.words.words import Words, languages
from tests.tundra.scene import Player, scene
from tests.tundra.scene import play as play_tokens

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["Anna", "Mavra", "Feodor", "Vladimir"]
GAMES = ["stroganov", "catherine", "tundra"]
BEGIN: dict[str, dict[str, str]] = {
    "stroganov": {"boards": "b"},
    "catherine": {},
    "tundra": {"titles": "on", "personal_goals": "on"},
}


def match(game: str = "stroganov") -> samovar.Match:
    return samovar.Match.from_position((GOLDEN / f"table-{game}.toml").read_text(encoding="utf-8"))


def lines(game: str, view: View, names: list[str], lang: str, width: int, seat: int = 0) -> list[Text]:
    words = Words(lang, game)
    if game == "stroganov":
        return board_stroganov.lines(view, names, words, width)
    if game == "tundra":
        return board_tundra.lines(view, names, words, width, seat)
    return board_catherine.lines(view, names, words, width, seat)


def drawn(width: int, lang: str = "en", game: str = "stroganov") -> list[Text]:
    return lines(game, match(game).view(0), NAMES, lang, width)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_table_at_120_columns(game: str, lang: str) -> None:
    """WRITE_GOLDEN=1 rewrites the golden files. Review the difference."""
    text = "\n".join(line.plain.rstrip() for line in drawn(120, lang, game)) + "\n"
    path = GOLDEN / f"table-{game}-{lang}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ["catherine", "tundra"])
def test_the_table_at_80_columns(game: str) -> None:
    text = "\n".join(line.plain.rstrip() for line in drawn(80, "en", game)) + "\n"
    assert text == (GOLDEN / f"table-{game}-80.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("width", [60, 71, 72, 80, 93, 94, 100, 109, 110, 119, 120, 160, 250])
@pytest.mark.parametrize("game", GAMES)
def test_no_line_is_wider_than_the_window(game: str, width: int, lang: str) -> None:
    assert max(line.cell_len for line in drawn(width, lang, game)) <= width


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [
        ("stroganov", 120, 40),
        ("stroganov", 100, 30),
        ("catherine", 120, 38),
        ("catherine", 80, 49),
        ("tundra", 120, 40),
        ("tundra", 80, 55),
    ],
)
def test_the_table_fits_the_window(game: str, width: int, height: int) -> None:
    assert len(drawn(width, game=game)) <= height


@pytest.mark.parametrize("game", GAMES)
def test_the_board_fits_for_every_seat_throughout_a_game(game: str) -> None:
    """The board fits from the first draw to the end, for every number of players."""
    for seats in range(registry.game(game).min_seats, 5):
        played = samovar.Match(game, seats, seats, BEGIN[game])
        names = ["Anna", "Katuša"] if seats == 1 else NAMES[:seats]
        step = 0
        while not played.over:
            seat = played.actors()[0]
            options = played.options(seat)
            step += 1
            if step % 25 == 1:
                for width in (70, 80, 100, 120):
                    found = lines(game, played.view(seat), names, "cs", width, seat)
                    assert max(line.cell_len for line in found) <= width
            played.play(seat, options[step * 7 % len(options)])
        found = lines(game, played.view(0), names, "cs", 120)
        assert any("hra skončila" in line.plain.lower() for line in found)


def test_the_board_of_stroganov_shows_all_public_information() -> None:
    text = "\n".join(line.plain for line in drawn(120))
    for word in (
        "Year 3 of 4",
        "SUMMER",
        "Anna to decide",
        "Market",
        "Trade",
        "Bag",
        "Songs",
        " V ",
        "gap",
        "▒",
    ):
        assert word in text
    for name in NAMES:
        assert name in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_board_of_catherine_shows_all_public_information(width: int) -> None:
    """The board also shows the own hand and secret choice, but not those of others."""
    text = "\n".join(line.plain for line in drawn(width, game="catherine"))
    for word in (
        "Decade 2 of 3",
        "Round 3 of 4",
        "PLAY TWO CARDS",
        "2 of 4 ready",
        "draw pile 49",
        "discards 7",
        "jokers 4",
        "B Vyborg Ω▲",
        "R Moscow ♛◆●■",
        "G Siberia 1★◆",
        "✓▲ Mavra",
        "▶● Feodor",
        "51★ 1+50 (now 68)",
        "Ω3 Ψ1 ∴1 Ж2 ¤1 ¶3",
        "▯5/5",
        "⌂6/12",
        "group 6×2",
        "order 4/7 Ω∴Ж☻‹ΨΨΨ∴›",
        "R?Voront" if width > 70 else "6?R Vorontsava",
        "▸G Sievers",
        "= R",
        "≠ G",
    ):
        assert word in text, word
    hidden = [id for id in ("nw17", "ea24", "nw18", "so16", "nw09", "ea25") if id in text]
    assert not hidden
    assert "ea28" in text
    for name in NAMES:
        assert name in text


def test_cities_can_have_their_modern_names() -> None:
    text = (GOLDEN / "table-catherine.toml").read_text(encoding="utf-8")
    modern = samovar.Match.from_position(
        text.replace("[[player]]", '[options]\nnames = "modern"\n[[player]]', 1)
    )
    for width in (60, 80, 120):
        found = "\n".join(line.plain for line in lines("catherine", modern.view(0), NAMES, "en", width))
        assert "Kyiv" in found
        assert "Tallinn" in found
        assert "Kiev" not in found


def test_a_spectator_sees_no_hand() -> None:
    table = match("catherine")
    view = table.game.redact(table.state, -1)
    found = "\n".join(line.plain for line in lines("catherine", view, NAMES, "en", 120, -1))
    assert "◆ Anna" in found
    assert "Hand" not in found
    assert "Vorontsava" not in found


def test_cities_to_build_in_are_marked() -> None:
    played = samovar.Match("catherine", 2, seed=4)
    asked: set[str] = set()
    while not played.over:
        seat = played.actors()[0]
        options = played.options(seat)
        legal = sum(token.startswith("build.") for token in options)
        for width in (60, 80) if legal else ():
            words = Words("en", "catherine")
            found = board_catherine.close_up(played.view(seat), NAMES[:2], words, width, seat)
            marked = [line.plain.count("▸") for line in found]
            assert sum(marked) == legal
            asked.add("anywhere" if "decline" in options else "card")
        played.play(seat, "perform" if "perform" in options else options[0])
    assert asked == {"anywhere", "card"}


def test_plain_text_into_a_pipe_and_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    piped = io.StringIO()
    Console(file=piped, width=120).print(draw(match().view(0), NAMES, Words("en", "stroganov"), 120))
    assert "\x1b" not in piped.getvalue()
    shown = io.StringIO()
    terminal = Console(file=shown, width=120, force_terminal=True, color_system="truecolor")
    terminal.print(draw(match().view(0), NAMES, Words("en", "stroganov"), 120))
    assert "\x1b[1;38;2;" in shown.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    grey = io.StringIO()
    Console(file=grey, width=120, force_terminal=True, color_system="truecolor").print(
        draw(match().view(0), NAMES, Words("en", "stroganov"), 120)
    )
    assert "38;2;" not in grey.getvalue()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_board_of_tundra_shows_all_public_information(width: int) -> None:
    """The board also shows the own personal goal, but not those of others."""
    text = "\n".join(line.plain for line in drawn(width, game="tundra"))
    for word in (
        "III 5▣",
        "DICE PLACEMENT",
        "first ▲ Vladimir",
        "≡",
        "░",
        "⌂",
        "■1",
        "●♜",
        "◆1",
        "12",
        "City council",
        "10/15/20 → 2/4/6★  ▣ 1 2 3",
        "have 4 → 2★",
        " scored ",
        "deck 17 · discards 5",
        "a02 Badger the Stonemason",
        "6–5 ≡∩▬  4–3 ¤  2–1 2♣",
        "▶■ Anna",
        "53★ ♠50 3",
        "♣8 ≡2 ∩3 ▬3",
        "supply ♙3 ♜2 ▣2",
        "dice  1   3   3   5",
        "Title Wisdom",
        "title Hard-working",
        "Arch↑ +s01+e04",
        "Trad↑ 31 +s16",
        "☻ Owl the Soothsayer ▣=?",
        "(Squirrel the Forager) 4♣",
        "Personal goal Day off",
        "Architecture ↑3∩2≡",
        "Gathering ↑✓",
        "s03 Cut Turf",
    ):
        assert word in text, word
    for goal in ("Frugality", "Curfew", "Broad view"):
        assert goal not in text
    for name in NAMES:
        assert name in text


@pytest.mark.rule("T-RULING-END-03")
@pytest.mark.parametrize(("vp", "shown"), [(49, "49★  ♣"), (50, "50★ ♠50 0"), (123, "123★ ♠100+ 23")])
def test_the_acorn_and_the_counter_show_the_points(vp: int, shown: str) -> None:
    text = (GOLDEN / "table-tundra.toml").read_text(encoding="utf-8").replace("vp = 53", f"vp = {vp}")
    view = samovar.Match.from_position(text).view(0)
    assert shown in "\n".join(line.plain for line in lines("tundra", view, NAMES, "en", 120))


@pytest.mark.parametrize("id", ["2p", "3p", "3p-a", "3p-b", "3p-c", "4p", "4p-a", "4p-b"])
def test_neighbours_touch_on_the_map(id: str) -> None:
    """Neighbouring spaces are side by side, or one is a row lower and half a space to the side."""
    seats = int(id[0])
    played = samovar.Match("tundra", seats, 3, {"layout": id})
    s = played.state
    assert isinstance(s, Tundra)
    board = board_tundra._Board(s, NAMES[:seats], Words("en", "tundra"), 100, -1)
    found = [line.plain for line in board.map(100)]
    at: dict[int, tuple[int, int]] = {}
    for row, line in enumerate(found):
        for number in re.finditer(r"│(\d+)[ ⌂]", line):
            at[int(number[1])] = (row // 3, number.start())
    assert sorted(at) == list(range(1, int(s.layout.spaces) + 1))
    cell = min(b[1] - a[1] for a in at.values() for b in at.values() if a[0] == b[0] and a[1] < b[1])
    for one, (row, column) in at.items():
        beside = {
            other
            for other, (there, where) in at.items()
            if (there == row and abs(where - column) == cell)
            or (abs(there - row) == 1 and abs(where - column) == cell // 2)
        }
        assert beside == set(cards.members(s.layout.neighbours[one]))


def test_another_map_is_drawn_from_its_coordinates() -> None:
    """A box whose map for two is a single row, with the settlements at its ends."""
    text = GAME.standard_text()
    start = text.index('id = "2p"')
    end = text.index("[[layout]]", start)
    row = ", ".join(f"[{q}, 0]" for q in range(12))
    layout = f"""id = "2p"
players = 2
default = true
workers = "start_glades"
glades = [{row}]
edge = [{row}]
[[layout.seat]]
settlement = [-1, 0]
start = [[0, 0], [1, 0]]
[[layout.seat]]
settlement = [12, 0]
start = [[11, 0], [10, 0]]
"""
    layout = layout.replace('workers = "start_glades"', 'workers = "drawn"')
    played = samovar.Match("tundra", 2, 1, components=text[:start] + layout + text[end:])
    words = Words("en", "tundra")
    found = board_tundra.lines(played.view(0), NAMES[:2], words, 160, 0)
    rows = [line.plain for line in found if "⌂" in line.plain]
    assert len(rows) == 1
    assert [int(n) for n in re.findall(r"│(\d+)", rows[0])] == [13, *range(1, 13), 14]
    narrow = board_tundra.lines(played.view(0), NAMES[:2], words, 80, 0)
    assert any(line.plain == "Map" for line in narrow)  # a narrow map is a list


def test_spaces_to_move_to_are_marked() -> None:
    played = scene(Player(dice=[6], workers=[4]), glades={4: "peat", 7: "stone"})
    play_tokens(played, 0, "place.travel_6", "do.board")
    words = Words("en", "tundra")
    found = board_tundra.close_up(played.view(0), NAMES[:2], words, 80, 0)
    text = "\n".join(line.plain for line in found)
    assert sorted(int(n) for n in re.findall(r"▸(\d+)", text)) == [1, 2, 3, 5, 6, 7]
    assert "▶■ Anna" in text


def test_three_cards_under_a_board_are_listed_if_there_is_no_room() -> None:
    text = (GOLDEN / "table-tundra.toml").read_text(encoding="utf-8")
    view = samovar.Match.from_position(text).view(3)
    for width in (60, 80, 120):
        found = "\n".join(line.plain for line in lines("tundra", view, NAMES, "en", width, 3))
        for word in ("s12 Beaten Path", "e07 Warehouse", "e14 Treasury", "2♣→★"):
            assert word in found, (width, word)


def test_signs_differ_in_ascii() -> None:
    signs = "≡∩▬♣★¤»∪♜♙▯↻↑▣⌂☻♠░"
    assert len(set(plain(signs, "ascii"))) == len(signs)
