"""The drawn table: the same text for the same position, and nothing wider than the window."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import samovar
from samovar.kernel.state import View
from samovar.terminal import table_catherine, table_stroganov
from samovar.terminal.table_stroganov import draw
from samovar.views.words.words import Words

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["Anna", "Mavra", "Feodor", "Vladimir"]
GAMES = ["stroganov", "catherine"]
BEGIN: dict[str, dict[str, str]] = {"stroganov": {"boards": "b"}, "catherine": {}}


def match(game: str = "stroganov") -> samovar.Match:
    return samovar.Match.from_position((GOLDEN / f"table-{game}.toml").read_text(encoding="utf-8"))


def lines(game: str, view: View, names: list[str], lang: str, width: int, seat: int = 0) -> list[Text]:
    words = Words(lang, game)
    if game == "stroganov":
        return table_stroganov.lines(view, names, words, width)
    return table_catherine.lines(view, names, words, width, seat)


def drawn(width: int, lang: str = "en", game: str = "stroganov") -> list[Text]:
    return lines(game, match(game).view(0), NAMES, lang, width)


@pytest.mark.parametrize("lang", ["en", "cs"])
@pytest.mark.parametrize("game", GAMES)
def test_the_table_at_120_columns(game: str, lang: str) -> None:
    text = "\n".join(line.plain.rstrip() for line in drawn(120, lang, game)) + "\n"
    assert text == (GOLDEN / f"table-{game}-{lang}.txt").read_text(encoding="utf-8")


def test_catherine_at_80_columns() -> None:
    text = "\n".join(line.plain.rstrip() for line in drawn(80, "en", "catherine")) + "\n"
    assert text == (GOLDEN / "table-catherine-80.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "cs"])
@pytest.mark.parametrize("width", [60, 71, 72, 80, 93, 94, 100, 109, 110, 119, 120, 160, 250])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wider_than_the_window(game: str, width: int, lang: str) -> None:
    assert max(line.cell_len for line in drawn(width, lang, game)) <= width


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [("stroganov", 120, 40), ("stroganov", 100, 30), ("catherine", 120, 38), ("catherine", 80, 49)],
)
def test_the_table_fits_the_window(game: str, width: int, height: int) -> None:
    assert len(drawn(width, game=game)) <= height


@pytest.mark.parametrize("game", GAMES)
def test_all_seats_at_all_times_fit(game: str) -> None:
    """From the first draw to the end, for every number of players."""
    for seats in (2, 3, 4):
        played = samovar.Match(game, seats, seats, BEGIN[game])
        step = 0
        while not played.over:
            seat = played.actors()[0]
            options = played.options(seat)
            step += 1
            if step % 25 == 1:
                for width in (70, 80, 100, 120):
                    found = lines(game, played.view(seat), NAMES[:seats], "cs", width, seat)
                    assert max(line.cell_len for line in found) <= width
            played.play(seat, options[step * 7 % len(options)])
        found = lines(game, played.view(0), NAMES[:seats], "cs", 120)
        assert any("hra skončila" in line.plain.lower() for line in found)


def test_everything_public_is_on_it() -> None:
    text = "\n".join(line.plain for line in drawn(120))
    for word in (
        "Year 3 of 4",
        "SUMMER",
        "Anna to decide",
        "Market",
        "Trade",
        "Bag",
        "Songs",
        "R5",
        "gap",
        "▒",
    ):
        assert word in text
    for name in NAMES:
        assert name in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_everything_public_of_catherine_is_on_it(width: int) -> None:
    """And the own hand and secret choice, but nobody else's."""
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


def test_names_of_the_cities_as_they_are_today() -> None:
    text = (GOLDEN / "table-catherine.toml").read_text(encoding="utf-8")
    modern = samovar.Match.from_position(
        text.replace("[[player]]", '[options]\nnames = "modern"\n[[player]]', 1)
    )
    for width in (60, 80, 120):
        found = "\n".join(line.plain for line in lines("catherine", modern.view(0), NAMES, "en", width))
        assert "Kyiv" in found
        assert "Tallinn" in found
        assert "Kiev" not in found


def test_an_onlooker_sees_no_hand() -> None:
    table = match("catherine")
    view = table.game.redact(table.state, -1)
    found = "\n".join(line.plain for line in lines("catherine", view, NAMES, "en", 120, -1))
    assert "◆ Anna" in found
    assert "Hand" not in found
    assert "Vorontsava" not in found


def test_where_a_residence_can_be_built_is_marked() -> None:
    played = samovar.Match("catherine", 2, seed=4)
    asked: set[str] = set()
    while not played.over:
        seat = played.actors()[0]
        options = played.options(seat)
        legal = sum(token.startswith("build.") for token in options)
        for width in (60, 80) if legal else ():
            words = Words("en", "catherine")
            found = table_catherine.close_up(played.view(seat), NAMES[:2], words, width, seat)
            marked = [line.plain.count("▸") for line in found]
            assert sum(marked) == legal
            asked.add("anywhere" if "decline" in options else "card")
        played.play(seat, "perform" if "perform" in options else options[0])
    assert asked == {"anywhere", "card"}


def test_plain_text_into_a_pipe_and_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    piped = io.StringIO()
    Console(file=piped, width=120).print(draw(match().view(0), NAMES, Words("en"), 120))
    assert "\x1b" not in piped.getvalue()
    shown = io.StringIO()
    terminal = Console(file=shown, width=120, force_terminal=True, color_system="truecolor")
    terminal.print(draw(match().view(0), NAMES, Words("en"), 120))
    assert "\x1b[1;38;2;" in shown.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    grey = io.StringIO()
    Console(file=grey, width=120, force_terminal=True, color_system="truecolor").print(
        draw(match().view(0), NAMES, Words("en"), 120)
    )
    assert "38;2;" not in grey.getvalue()
