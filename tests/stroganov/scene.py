"""Scenes for the tests of Stroganov: a position with only the relevant values, tokens, checks.

m = scene('''
    to_move = 0
    [[player]]
    space = 4
    furs = [6, 6, 2]
''')
play(m, 0, "move.1", "hunt.3")
assert table(m).coins[0] == 1
"""

from __future__ import annotations

import textwrap
from typing import cast

import samovar
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.state import Stroganov

# A payment with a choice: two furs of any value
TWO_FURS_TO_PAY = """
game = "stroganov"
seats = 2
todo = ["Pay(0,0,2,2,0,0)", "Main(0,0)", "Calendar()"]
acted = [0]
[[player]]
space = 4
furs = [2, 3, 5]
"""


def scene(toml: str, seed: int = 0) -> samovar.Match:
    """A match that begins in this position. Everything left out is as in a fresh set-up for two."""
    return samovar.Match.from_position('game = "stroganov"\n' + textwrap.dedent(toml), seed=seed)


def table(m: samovar.Match) -> Stroganov:
    return cast(Stroganov, m.state)


def play(m: samovar.Match, seat: int, *tokens: str) -> None:
    for token in tokens:
        m.play(seat, token)


def furs(m: samovar.Match, seat: int) -> list[int]:
    """The furs of a seat in ascending order, tigers not counted."""
    return [kind for kind in range(1, TIGER) for _ in range(table(m).fur(seat, kind))]


def tigers(m: samovar.Match, seat: int) -> int:
    return int(table(m).fur(seat, TIGER))


def on_tile(m: samovar.Match, space: int) -> list[int]:
    """The furs on a space in ascending order, a tiger as 9."""
    return [kind for kind in range(1, KINDS) for _ in range(table(m).row_furs[space * KINDS + kind])]


def main(m: samovar.Match, seat: int) -> list[str]:
    """The options without auxiliary and extra actions."""
    auxiliary = ("buy_", "down.", "swap", "fulfil.", "extra.")
    return [token for token in m.options(seat) if not token.startswith(auxiliary)]


def bag(m: samovar.Match) -> list[int]:
    """The furs in the bag in ascending order."""
    return [kind for kind in range(1, TIGER) for _ in range(table(m).bag[kind])]


def market(m: samovar.Match) -> list[int]:
    """The furs in the market in ascending order."""
    return [kind for kind in range(1, TIGER) for _ in range(table(m).market[kind])]


def leave_in_bag(m: samovar.Match, *kept: int, owner: int = 1) -> None:
    """Leave only these furs in the bag. The others go to the seat ``owner``."""
    surplus = bag(m)
    for kind in kept:
        assert kind in surplus, f"too few furs of value {kind} in the bag"
        surplus.remove(kind)
    parts = m.position().split("[[player]]")
    held = furs(m, owner)
    parts[owner + 1] = parts[owner + 1].replace(f"furs = {held}", f"furs = {sorted(held + surplus)}", 1)
    m.state = samovar.Match.from_position("[[player]]".join(parts)).state
    assert bag(m) == sorted(kept)


def regions(*values: int) -> str:
    """The region furs R1, R2, … for a position. The trade fur must have another value."""
    return "".join(f"[[region]]\nfur = {value}\n" for value in values)


def events(m: samovar.Match, event: int, since: int = 0) -> list[tuple[int, int, int]]:
    """The events of one kind in the log from entry ``since`` on, each as seat and two numbers."""
    found = [told for entry in m.log[since:] for told in entry.events]
    return [(seat, a, b) for what, seat, a, b in found if what == event]
