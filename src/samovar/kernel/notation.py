"""Actions and their tokens. An action is ``verb << 8 | argument``, its token ``verb.argument`` or ``verb``.

Tokens are lower-case ASCII, unique, never translated and never given another meaning.
"""

from __future__ import annotations

import re
from typing import Final

from samovar.kernel.ints import i64

SEPARATOR: Final = "+"  # between the tokens of a decision that answers several questions
TOKEN = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)?")


def action(verb: i64, argument: i64 = 0) -> i64:
    return verb << 8 | argument


def verb_of(a: i64) -> i64:
    return a >> 8


def argument_of(a: i64) -> i64:
    return a & 255


class Notation:
    """The mapping between actions and tokens, in both directions, for one game and one box."""

    def __init__(self) -> None:
        self.texts: dict[int, str] = {}
        self.actions: dict[str, int] = {}
        self.verbs: dict[int, str] = {}

    def add_plain(self, verb: int, name: str) -> None:
        """Add a verb without argument."""
        self.verbs[verb] = name
        self._enter(verb << 8, name)

    def add_numbered(self, verb: int, name: str, first: int, last: int) -> None:
        """Add a verb with the arguments ``first`` to ``last``."""
        self.verbs[verb] = name
        for n in range(first, last + 1):
            self._enter(verb << 8 | n, f"{name}.{n}")

    def add_named(self, verb: int, name: str, arguments: dict[int, str]) -> None:
        """Add a verb whose arguments have names."""
        self.verbs[verb] = name
        for n, text in arguments.items():
            self._enter(verb << 8 | n, f"{name}.{text}")

    def _enter(self, a: int, token: str) -> None:
        assert TOKEN.fullmatch(token), token  # noqa: S101 (of a game)
        assert token not in self.actions, token  # noqa: S101 (of a game)
        assert a not in self.texts, token  # noqa: S101 (of a game)
        self.texts[a] = token
        self.actions[token] = a

    def token(self, a: int) -> str:
        return self.texts[a]

    def parse(self, token: str) -> int:
        """The action of a token, or -1 if there is no such token."""
        return self.actions.get(token, -1)
