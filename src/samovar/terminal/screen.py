"""Screen and keyboard, with the colours and characters that the terminal supports."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import unicodedata
from typing import Final, TextIO, cast

from rich.console import Console

from samovar.views.words.words import best_language

PIPE_WIDTH: Final = 120  # columns of text for a file or a pipe
# Replacements for encodings without these characters.
PLAIN_SIGNS: Final = str.maketrans(
    "★♞◎✎⚑⌂♆▒■▲●◆─│┊┌┬┐├┼┤└┴┘×−÷–█░▶▸·—→…›✓↔’“”„ΩΨ∴Ж¤¶▯♛☻•≠‹◇□○△≡∩▬♣»∪♜♙↑↻▣≤←╵♠",
    '*hcsbot#BYRG-||+++++++++x-/-#.>>.->.>v=\'"""ifcpgk%^J+!<dsctfspb>uTw^@d<<|a',
)


def plain(text: str, encoding: str) -> str:
    """The text with replacements for characters that the encoding lacks."""
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
    """A stream that replaces characters which its encoding lacks."""

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
    """A console with the colours of the terminal. No colours with NO_COLOR or into a file or pipe."""
    stream: TextIO = sys.stdout
    if not (stream.encoding or "").lower().replace("-", "").startswith("utf"):
        stream = cast(TextIO, PlainSigns(sys.stdout))
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False)


def clear(console: Console) -> None:
    """Clear the screen, its scrollback and the input history."""
    if console.is_terminal and not console.is_dumb_terminal:
        console.clear()
        console.file.write("\x1b[3J")  # also clears the scrollback
    elif console.is_terminal:
        console.print("\n" * console.height)
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


def ask(prompt: str) -> str:
    """Read a line from the keyboard, with editing and history if readline is available."""
    if importlib.util.find_spec("readline") is not None:
        importlib.import_module("readline")  # input() uses it once it is imported
    if not (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf"):
        prompt = plain(prompt, sys.stdout.encoding or "ascii")
    return input(prompt)


def language() -> str:
    """The language of the system if it is translated, else English."""
    named = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return best_language([value for value in named if value][:1])
