"""The progress bar."""

from __future__ import annotations

import io
import sys

import pytest

from samovar.lab.progress import ProgressBar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with ProgressBar("playing", 2) as bar:
        bar()
        bar.describe("playing on")
    assert "playing" in terminal.getvalue()
    assert bar.done == 1


def test_a_pipe_shows_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressBar("playing", 2) as bar:
        bar()
        bar.describe("playing on")
        bar()
    assert capsys.readouterr() == ("", "")
    assert bar.done == 2
