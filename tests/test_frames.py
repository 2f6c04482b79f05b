"""``tools/frames.py`` writes the constructors of frames from the step classes."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import samovar
from samovar.kernel.step import read_takes
from tools import frames

TURN = """
class Base(Step[Chess]):
    takes = "nobody"

class BuildTower(Base):
    def takes_none(self) -> None: ...

class Yield(Step[Chess]):
    takes = "seat space=1..31 furs=0..9? kept=0..1?"

class Helper:
    pass
"""
WRITTEN = '''"""The frames of Chess: numbers and constructors of its steps.

Written by tools/frames.py from the step classes; do not edit, run ``make frames``.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64
from samovar.kernel.state import NATURE, NOBODY

STEPS: Final = {  # what each step takes, in the order of their numbers
    "BuildTower": "nobody",
    "Yield": "seat space=1..31 furs=0..9? kept=0..1?",
    "Deal": "nature player=0..3",
}

BUILD_TOWER: Final = 0
YIELD: Final = 1
DEAL: Final = 2


def build_tower() -> i64:
    return BUILD_TOWER | NOBODY << 8


def yield_(seat: i64, space: i64, furs: i64 = 0, kept: i64 = 0) -> i64:
    return YIELD | seat << 8 | space << 12 | furs << 20 | kept << 28


def deal(player: i64) -> i64:
    return DEAL | NATURE << 8 | player << 12
'''


@pytest.fixture
def chess(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game with two steps, whose frames are written."""
    folder = tmp_path / "chess"
    folder.mkdir()
    folder.joinpath("game.py").touch()
    folder.joinpath("turn.py").write_text(TURN)
    monkeypatch.setattr(frames, "GAMES", tmp_path)
    assert frames.main([]) == 0
    return folder


def test_a_new_step_is_appended_whatever_its_chapter(chess: Path) -> None:
    chess.joinpath("deals.py").write_text("class Deal(Step[Chess]):\n    takes = 'nature player=0..3'\n")
    assert frames.main(["--check"]) == 1
    assert frames.main([]) == 0
    assert chess.joinpath("frames.py").read_text() == WRITTEN
    assert frames.main(["--check"]) == 0


def test_a_changed_range_is_noticed(chess: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chess.joinpath("turn.py").write_text(TURN.replace("1..31", "1..30"))
    assert frames.main(["--check"]) == 1
    assert "frames.py is out of date: run make frames" in capsys.readouterr().err
    assert "1..31" in chess.joinpath("frames.py").read_text()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("class Yield", "class Give", "no class Yield any more, but a step keeps its number"),
        ("kept=0..1?", "kept=0..1? a=0..1 b=0..1 c=0..1", "Yield: a frame cannot take 'seat space"),
        ('"nobody"', '"anybody"', "BuildTower: a frame cannot take 'anybody'"),
        ("class Helper:", "class Yield(Base):", "turn.py: there is another step Yield"),
    ],
)
def test_what_cannot_be_a_frame_is_refused(
    chess: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, fault: str
) -> None:
    before = chess.joinpath("frames.py").read_text()
    chess.joinpath("turn.py").write_text(TURN.replace(old, new))
    assert frames.main([]) == 1
    assert fault in capsys.readouterr().err
    assert chess.joinpath("frames.py").read_text() == before


def test_other_arguments_are_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert frames.main(["--chess"]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("name", samovar.games())
def test_each_constructor_packs_what_the_rules_read(name: str) -> None:
    """The text of a frame, which positions contain, names the step and the numbers that were given."""
    game = samovar.games()[name]
    made = importlib.import_module(f"samovar.games.{name}.frames")
    assert list(made.STEPS) == game.step_names
    for step, takes in made.STEPS.items():
        who, arguments = read_takes(takes)
        constructor = frames.constant(step).lower()
        build = getattr(made, constructor, None) or getattr(made, constructor + "_")
        for numbers in ([a.low for a in arguments], [a.high for a in arguments]):
            given = [1, *numbers] if who == "seat" else numbers
            f = build(*given)
            assert game.frame_text(f) == f"{step}({','.join(map(str, given))})"
            assert game.frame_parse(game.frame_text(f), 2, []) == f
