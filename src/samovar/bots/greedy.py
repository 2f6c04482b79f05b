"""The bot that looks one step ahead: what would I have at the end of this turn?"""

from __future__ import annotations

from typing import Final, final

from samovar.bots.bot import Bot, Budget
from samovar.bots.knowledge import registry
from samovar.bots.playing import Playing
from samovar.kernel.dice import Dice
from samovar.kernel.game import Game
from samovar.kernel.state import View

MAX_TRIED: Final = 12  # options: the likeliest
DEALS: Final = 1 << 30


@final
class Greedy(Bot):
    """Each option is tried once on a deal that might be the truth, the rest of the turn is played as sensible
    players would, and the option after which this seat is furthest ahead is chosen. All options see the same
    chance.
    """

    def __init__(self, game: Game, seat: int) -> None:
        super().__init__(game, seat)
        self.playing: Final = Playing(game, registry.knowledge(game))

    def choose(self, view: View, rng: Dice, budget: Budget) -> int:
        game, playing, seat = self.game, self.playing, self.seat
        deal = int(rng.below(DEALS))
        truth = game.fill(view, Dice(deal))
        game.legal_into(truth, seat, playing.out)
        if playing.out.n > 1:
            playing.sensible(truth, seat, MAX_TRIED)
        tried = [
            int(playing.out.items[i])
            for i in range(playing.out.n)
            if playing.out.n == 1 or playing.weights[i] > 0
        ]
        if len(tried) == 1:
            return tried[0]
        best, most = tried[0], 0
        for i, a in enumerate(tried):
            s = truth.clone()
            game.play(s, seat, a, playing.out)
            playing.finish_turn(s, Dice(deal + 1))
            ahead = int(playing.ahead(s, seat))
            if i == 0 or ahead > most:
                best, most = a, ahead
        return best
