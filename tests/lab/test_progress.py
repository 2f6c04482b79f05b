"""The bar for long work."""

from __future__ import annotations

import io
import sys

import pytest

from samovar.lab.progress import Bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with Bar("playing", 2) as bar:
        bar()
        bar.say("playing on")
    assert "playing" in terminal.getvalue()
    assert bar.done == 1


def test_a_pipe_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with Bar("playing", 2) as bar:
        bar()
        bar.say("playing on")
        bar()
    assert capsys.readouterr() == ("", "")
    assert bar.done == 2
