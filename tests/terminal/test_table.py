"""The drawn table: the same text for the same position, and nothing wider than the window."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import samovar
from samovar.terminal.table_stroganov import draw, lines
from samovar.views.words.words import Words

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["Anna", "Mavra", "Feodor", "Vladimir"]


def match() -> samovar.Match:
    return samovar.Match.from_position((GOLDEN / "table-stroganov.toml").read_text(encoding="utf-8"))


def drawn(width: int, lang: str = "en") -> list[Text]:
    return lines(match().view(0), NAMES, Words(lang), width)


@pytest.mark.parametrize("lang", ["en", "cs"])
def test_the_table_at_120_columns(lang: str) -> None:
    text = "\n".join(line.plain.rstrip() for line in drawn(120, lang)) + "\n"
    assert text == (GOLDEN / f"table-stroganov-{lang}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "cs"])
@pytest.mark.parametrize("width", [60, 80, 93, 94, 100, 119, 120, 160, 250])
def test_nothing_is_wider_than_the_window(width: int, lang: str) -> None:
    assert max(line.cell_len for line in drawn(width, lang)) <= width


@pytest.mark.parametrize(("width", "height"), [(120, 40), (100, 30)])
def test_the_table_fits_the_window(width: int, height: int) -> None:
    assert len(drawn(width)) <= height


def test_all_seats_at_all_times_fit() -> None:
    """From the first draw to the end, for every number of players."""
    for seats in (2, 3, 4):
        game = samovar.Match("stroganov", seats, seats, {"boards": "b"})
        step = 0
        while not game.over:
            seat = game.actors()[0]
            options = game.options(seat)
            step += 1
            if step % 25 == 1:
                for width in (70, 100, 120):
                    found = lines(game.view(seat), NAMES[:seats], Words("cs"), width)
                    assert max(line.cell_len for line in found) <= width
            game.play(seat, options[step * 7 % len(options)])
        assert any(
            "hra skončila" in line.plain for line in lines(game.view(0), NAMES[:seats], Words("cs"), 120)
        )


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
