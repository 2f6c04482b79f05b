"""Helpers for tests of the solo game: scenes in which the automa acts, and the events that it emits."""

from __future__ import annotations

from collections.abc import Mapping

import samovar
from samovar.games.stroganov import tokens
from tests.stroganov.actions import logged, scene_of
from tests.stroganov.scene import play

IVAN = 1  # the player after the only seat

# One card for each additional action. Cards 14 and 6 hunt the lowest fur, cards 5, 13 and 18 the highest.
WISH, OUTPOST, YURT, TROPHY, CLAIM = 14, 6, 13, 5, 18
TWO_LOWEST, TWO_HIGHEST = 8, 3  # their additional actions: build an outpost, use a yurt


def land(**regions: str) -> str:
    """The TOML tables of the regions, with the furs 2 to 6 from R1 to R5 and further keys: ``land(r2='yurt =
    ""')``.
    """
    return "".join(f"[[region]]\nfur = {n + 1}\n{regions.get(f'r{n}', '')}\n" for n in range(1, 6))


def ivan_does(
    todo: str,
    card: int = OUTPOST,
    ivan: str = "space = 4",
    tiles: Mapping[int, list[int] | None] | None = None,
    board: str = "",
    top: str = "",
    laid: Mapping[int, str] | None = None,
    human: str = "space = 1\nhorses = 5",
    deck: int = 1,
    **options: str,
) -> samovar.Match:
    """A match in which the automa has run the steps of ``todo`` after a turn of the human, who is next.

    ``card`` is face up, ``deck`` is on top of the deck. The trade fur is 7. Furs lie only on ``tiles``.
    """
    text = [f"seats = 1\nacted = [1]\ntrade_fur = 7\nautoma_card = {card}\nautoma_top = {deck}\n{top}"]
    text += ["[options]", *(f'{name} = "{value}"' for name, value in options.items())]
    text += ["[[player]]", human, "[[player]]", ivan, board or land()]
    m = scene_of("\n".join(text), f"EndTurn(0) {todo}", tiles, laid)
    play(m, 0, "end")
    return m


def steps(m: samovar.Match, *wanted: str) -> list[tuple[str, int, str, int]]:
    """The events of the automa since the last decision: name, first number, rule, further numbers."""
    since = max((i for i, entry in enumerate(m.log) if entry.seat == 0), default=0)
    found: list[tuple[str, int, str, int]] = []
    for name, player, a, b in logged(m, since=since):
        if name.startswith("ivan_") and (not wanted or name[5:] in wanted):
            assert player == IVAN
            found.append((name[5:], a, tokens.RULES[b & 255], b >> 8))
    return found


def tried(m: samovar.Match) -> list[tuple[str, int, str, str]]:
    """The failures of the automa since the last decision: verb, place, reason, rule."""
    verbs = m.state.box.notation.verbs
    return [
        (verbs[a >> 8], a & 255, tokens.REASONS[more & 255], rule) for _, a, rule, more in steps(m, "tried")
    ]


def paid(m: samovar.Match) -> list[str]:
    """The payments of the automa since the last decision: "4", "8 as 4", "coin as 4", "tiger as 4"."""
    since = max((i for i, entry in enumerate(m.log) if entry.seat == 0), default=0)
    names = {0: "coin", 9: "tiger"}
    found: list[str] = []
    for name, player, a, b in logged(m, "paid_fur", "ivan_paid", since=since):
        if player == IVAN:
            found.append(str(a) if name == "paid_fur" else f"{names.get(a, a)} as {b >> 8}")
    return found
