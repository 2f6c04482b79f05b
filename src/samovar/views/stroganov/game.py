"""The view of Stroganov: text, page, animations, banner and how to play."""

from __future__ import annotations

from typing import Final

from samovar.views.game_view import GameView
from samovar.views.stroganov.banner import banner
from samovar.views.stroganov.howto import howto
from samovar.views.stroganov.motion import movement
from samovar.views.stroganov.page import StroganovPage
from samovar.views.stroganov.text import StroganovText

VIEW: Final = GameView(StroganovText, StroganovPage, movement, banner, howto)
