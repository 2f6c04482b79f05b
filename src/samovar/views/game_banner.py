"""The strip of landscape that stands for a game on the first page."""

from __future__ import annotations

from samovar.kernel.game import Game
from samovar.views.art import drawing
from samovar.views.game_view import HEIGHT, WIDTH
from samovar.views.registry import game_view


def banner(game: Game) -> str:
    """The strip with the symbols that it uses; empty for a game without one. Screen readers skip it."""
    body, refs = game_view(game).banner()
    if not body:
        return ""
    size = f"0 0 {int(WIDTH)} {int(HEIGHT)}"
    return (
        f'<svg class="banner banner--{game.name}" viewBox="{size}" aria-hidden="true" '
        f'preserveAspectRatio="xMidYMid slice"><defs>{_symbols(game.name, refs)}</defs>{body}</svg>'
    )


def _symbols(game: str, refs: list[str]) -> str:
    """These symbols out of the sprite of a game, and the shape that cuts hexagons."""
    sprite = drawing(game, "sprite.svg")
    found = ""
    for opening in ['<clipPath id="hexclip"', *(f'<symbol id="a-{ref}"' for ref in refs)]:
        start = sprite.find(opening)
        if start >= 0:
            closing = f"</{opening[1:].split(' ')[0]}>"
            found += sprite[start : sprite.index(closing, start) + len(closing)]
    return found
