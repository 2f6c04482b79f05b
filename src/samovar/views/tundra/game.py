"""The view of Tundra: text, page, animations, banner and how to play."""

from __future__ import annotations

from typing import Final

from samovar.views.game_view import GameView
from samovar.views.tundra.banner import banner
from samovar.views.tundra.howto import howto
from samovar.views.tundra.motion import movement
from samovar.views.tundra.page import TundraPage
from samovar.views.tundra.text import TundraText

VIEW: Final = GameView(TundraText, TundraPage, movement, banner, howto)
