"""The view of Catherine: text, page, animations, banner and how to play."""

from __future__ import annotations

from typing import Final

from samovar.views.catherine.banner import banner
from samovar.views.catherine.howto import howto
from samovar.views.catherine.motion import movement
from samovar.views.catherine.page import CatherinePage
from samovar.views.catherine.text import CatherineText
from samovar.views.game_view import GameView

VIEW: Final = GameView(CatherineText, CatherinePage, movement, banner, howto)
