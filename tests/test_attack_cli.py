"""The command line handles closed streams, a full disk and invalid numbers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import samovar
from samovar.cli import main

COMMAND = f"{sys.executable} -m samovar.cli"


def shell(command: str) -> tuple[int, str]:
    """Run a shell command. Return its exit code and output."""
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_closed_stdin_ends_the_game_like_end_of_file() -> None:
    status, printed = shell(f"{COMMAND} play stroganov --seed 1 --lang en <&-")
    assert status == 0
    assert "Traceback" not in printed


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_outputs_are_no_error(closed: str) -> None:
    status, printed = shell(f"{COMMAND} sim stroganov --games 1 --seats 2 {closed}")
    assert status == 0
    assert "Traceback" not in printed


@pytest.mark.parametrize("words", ["sim stroganov --games 1 --seats 2", "play stroganov --seed 1"])
def test_a_full_disk_is_reported_in_one_line(words: str) -> None:
    status, printed = shell(f"{COMMAND} {words} </dev/null >/dev/full")
    assert status == 1
    assert printed == "samovar: cannot write: no space left on device\n"


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "0", "-1"])
def test_bench_refuses_a_time_that_is_not_positive_and_finite(
    seconds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", f"--seconds={seconds}"]) == 2
    assert "--seconds must be more than 0 and finite" in capsys.readouterr().err


def test_bench_refuses_zero_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.01", "--seats", "0"]) == 2
    assert "not 0" in capsys.readouterr().err


def test_a_byte_order_mark_before_a_record_is_ignored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.samovar"
    file.write_text(samovar.Match("stroganov", 2).record(), encoding="utf-8-sig")
    assert main(["verify", str(file)]) == 0
    assert "ok, stroganov" in capsys.readouterr().out
