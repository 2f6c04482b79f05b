"""The bot for a first game: it does what seems sensible at first sight, and has whims."""

from __future__ import annotations

from typing import Final, final

from samovar.bots.bot import Bot, Budget
from samovar.bots.knowledge import registry
from samovar.bots.playing import Playing
from samovar.kernel.dice import Dice
from samovar.kernel.game import Game
from samovar.kernel.state import View

WHIMS: Final = 6  # one decision in so many


@final
class Casual(Bot):
    """Each option is as likely as the knowledge of the game thinks it sensible; now and then it takes any."""

    def __init__(self, game: Game, seat: int) -> None:
        super().__init__(game, seat)
        self.playing: Final = Playing(game, registry.knowledge(game))

    def choose(self, view: View, rng: Dice, budget: Budget) -> int:
        s = self.game.fill(view, rng)
        self.game.legal_into(s, self.seat, self.playing.out)
        self.playing.out.seat = self.seat
        if rng.below(WHIMS) == 0:
            return int(self.playing.out.items[rng.below(self.playing.out.n)])
        return int(self.playing.likely(s, rng))
