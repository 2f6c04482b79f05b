"""The knowledge of bots about Troika."""

from __future__ import annotations

from typing import Final, cast

from samovar.bots.knowledge.knowledge import POINT, Knowledge
from samovar.kernel.game import Game
from samovar.kernel.ints import i64, vec
from samovar.kernel.notation import verb_of
from samovar.kernel.state import State
from samovar.kernel.step import Options
from tests.fourth.rules import REST, Troika

ENOUGH: Final = 15  # versts of a stage that are worth more than another throw brings on average


class TroikaKnowledge(Knowledge):
    def __init__(self, game: Game) -> None:
        super().__init__(game, uniform=False)

    def horizon(self, s: State) -> i64:
        return s.seats

    def value(self, state: State, p: i64) -> i64:
        """The estimated result: the versts that are kept, and most of those of the current stage."""
        s = cast(Troika, state)
        stage = s.stage if s.depth and p == s.mover else 0
        return self.final_value(s, p) + stage * POINT * 4 // 5

    def set_priors(self, state: State, seat: i64, out: Options, weights: vec[i64]) -> None:
        """Set the priors of the options. Rest is preferred as soon as the stage is long enough."""
        enough = cast(Troika, state).stage >= ENOUGH
        for i in range(out.n):
            weights[i] = 8 if (verb_of(out.items[i]) == REST) == enough else 1


KNOWLEDGE: Final = TroikaKnowledge
