"""The banner of a game in the lobby."""

from __future__ import annotations

from typing import Final

from samovar.kernel.game import Game
from samovar.views.game_view import BANNER_HEIGHT, BANNER_WIDTH
from samovar.views.registry import game_view
from samovar.views.svg import drawing

THUMBNAIL_X: Final = 60  # left edge of the thumbnail in the banner


def banner(game: Game) -> str:
    """The banner as SVG with its symbols; empty for a game without one. Screen readers skip it."""
    body, refs = game_view(game).banner()
    if not body:
        return ""
    size = f"0 0 {int(BANNER_WIDTH)} {int(BANNER_HEIGHT)}"
    return (
        f'<svg class="banner banner--{game.name}" viewBox="{size}" aria-hidden="true" '
        f'preserveAspectRatio="xMidYMid slice"><defs>{_symbols(game.name, refs)}</defs>'
        f'<g id="banner-{game.name}">{body}</g></svg>'
    )


def thumbnail(game: Game) -> str:
    """A square part of the banner, which must be on the same page. Empty for a game without a banner."""
    if not game_view(game).banner()[0]:
        return ""
    size = int(BANNER_HEIGHT)
    return (
        f'<svg class="banner--{game.name}" viewBox="{THUMBNAIL_X} 0 {size} {size}" aria-hidden="true" '
        f'preserveAspectRatio="xMidYMid slice"><use href="#banner-{game.name}"/></svg>'
    )


def _symbols(game: str, refs: list[str]) -> str:
    """These symbols of a game's sprite, and the clip path for hexagons."""
    sprite = drawing(game, "sprite.svg")
    found = ""
    for opening in ['<clipPath id="hexclip"', *(f'<symbol id="a-{ref}"' for ref in refs)]:
        start = sprite.find(opening)
        if start >= 0:
            closing = f"</{opening[1:].split(' ')[0]}>"
            found += sprite[start : sprite.index(closing, start) + len(closing)]
    return found
