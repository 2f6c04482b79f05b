"""The screen and the keyboard: colour and signs as far as the terminal has them."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import unicodedata
from typing import Final, TextIO, cast

from rich.console import Console

from samovar.views.words.words import best_language

PIPE_WIDTH: Final = 120  # of text that goes into a file or another program
# For terminals that know no more than ASCII or a small alphabet.
PLAIN_SIGNS: Final = str.maketrans(
    "★♞◎✎⚑⌂♆▒■▲●◆─│┊┌┬┐├┼┤└┴┘×−÷–█░▶▸·—→…›✓↔’“”„ΩΨ∴Ж¤¶▯♛☻•≠‹◇□○△≡∩▬♣»∪♜♙↑↻▣≤←╵♠",
    '*hcsbot#BYRG-||+++++++++x-/-#.>>.->.>v=\'"""ifcpgk%^J+!<dsctfspb>uTw^@d<<|a',
)


def plain(text: str, encoding: str) -> str:
    """The text in an alphabet that may lack some of its signs and accents."""
    bare = ""
    for sign in text.translate(PLAIN_SIGNS):
        try:
            sign.encode(encoding)
            bare += sign
        except UnicodeEncodeError:
            letter = unicodedata.normalize("NFKD", sign)[0]
            bare += letter if letter.isascii() else "?"
    return bare


class PlainSigns:
    """A stream that writes plainer signs for those its alphabet lacks."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write(plain(text, self.stream.encoding or "ascii"))

    def flush(self) -> None:
        self.stream.flush()

    def isatty(self) -> bool:
        return self.stream.isatty()

    def fileno(self) -> int:
        return self.stream.fileno()

    @property
    def encoding(self) -> str:
        return self.stream.encoding


def console() -> Console:
    """Colours as the terminal has them; none with NO_COLOR, plain text into a file or a pipe."""
    stream: TextIO = sys.stdout
    if not (stream.encoding or "").lower().replace("-", "").startswith("utf"):
        stream = cast(TextIO, PlainSigns(sys.stdout))
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False)


def clear(console: Console) -> None:
    """Nothing of what was on the screen can be seen any more, nor scrolled back to, nor called back with the
    arrow keys.
    """
    if console.is_terminal and not console.is_dumb_terminal:
        console.clear()
        console.file.write("\x1b[3J")  # what has scrolled away, too
    elif console.is_terminal:
        console.print("\n" * console.height)
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


def ask(prompt: str) -> str:
    """A line from the keyboard, with editing and history where Python has them."""
    if importlib.util.find_spec("readline") is not None:
        importlib.import_module("readline")  # its presence is what input() looks for
    if not (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf"):
        prompt = plain(prompt, sys.stdout.encoding or "ascii")
    return input(prompt)


def language() -> str:
    """The language of the system if there are words in it, else English."""
    named = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return best_language([value for value in named if value][:1])
