"""Actions and their text: an action is ``verb << 8 | argument``; its token is ``verb.argument`` or ``verb``
alone.

Tokens are lower-case ASCII, unique, never translated and never given another meaning.
"""

from __future__ import annotations

import re

from samovar.kernel.ints import i64

TOKEN = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)?")


def action(verb: i64, argument: i64 = 0) -> i64:
    return verb << 8 | argument


def verb_of(a: i64) -> i64:
    return a >> 8


def argument_of(a: i64) -> i64:
    return a & 255


class Notation:
    """The two-way table between actions and tokens of one game with one box of components."""

    def __init__(self) -> None:
        self.texts: dict[int, str] = {}
        self.actions: dict[str, int] = {}
        self.verbs: dict[int, str] = {}

    def plain(self, verb: int, name: str) -> None:
        """A verb without argument."""
        self.verbs[verb] = name
        self._enter(verb << 8, name)

    def numbered(self, verb: int, name: str, first: int, last: int) -> None:
        """A verb with a number from first to last."""
        self.verbs[verb] = name
        for n in range(first, last + 1):
            self._enter(verb << 8 | n, f"{name}.{n}")

    def named(self, verb: int, name: str, arguments: dict[int, str]) -> None:
        """A verb whose arguments have names."""
        self.verbs[verb] = name
        for n, text in arguments.items():
            self._enter(verb << 8 | n, f"{name}.{text}")

    def _enter(self, a: int, token: str) -> None:
        assert TOKEN.fullmatch(token), token
        assert token not in self.actions, token
        assert a not in self.texts, token
        self.texts[a] = token
        self.actions[token] = a

    def token(self, a: int) -> str:
        return self.texts[a]

    def parse(self, token: str) -> int:
        """The action of a token, or -1 if there is no such token."""
        return self.actions.get(token, -1)
