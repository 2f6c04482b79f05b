"""How bots imagine the game to go on: everyone plays what the knowledge of the game thinks sensible."""

from __future__ import annotations

from typing import Final, final

from samovar.bots import prune
from samovar.bots.knowledge.knowledge import TO_THE_END, Knowledge
from samovar.kernel.dice import Dice
from samovar.kernel.game import Game
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import NATURE, State, zeros
from samovar.kernel.step import MAX_OPTIONS, Options


@final
class Playing:
    """Goes on with a game; its options and weights are filled again and again."""

    def __init__(self, game: Game, knowledge: Knowledge, keen: bool = False) -> None:
        """``keen``: what is twice as sensible is chosen four times as often."""
        self.game: Final = game
        self.knowledge: Final = knowledge
        self.uniform: Final = knowledge.uniform
        self.keen: Final = keen
        self.out = Options()
        self.weights: vec[i64] = zeros(MAX_OPTIONS)

    def likeliest(self, s: State) -> i64:
        """The option of ``out`` that a sensible player would most likely choose."""
        out, weights = self.out, self.weights
        self.knowledge.weigh(s, out.seat, out, weights)
        best: i64 = 0
        for i in range(1, out.n):
            if weights[i] > weights[best]:
                best = i
        return out.items[best]

    def likely(self, s: State, dice: Dice) -> i64:
        """One of the options of ``out``, each as likely as it is sensible."""
        out, weights = self.out, self.weights
        if self.uniform:
            return out.items[dice.below(out.n)]
        self.knowledge.weigh(s, out.seat, out, weights)
        total: i64 = 0
        for i in range(out.n):
            if self.keen:
                weights[i] *= weights[i]
            total += weights[i]
        if total == 0:
            return out.items[dice.below(out.n)]
        rest = i64(float(total) * float(dice.next()) / 4294967296.0)  # squares add up to more than dice take
        i = 0
        while rest >= weights[i]:
            rest -= weights[i]
            i += 1
        return out.items[i]

    def finish_turn(self, s: State, dice: Dice) -> None:
        """Everyone does the likeliest until the turn is over. ``out`` holds the options of who is next."""
        game, out = self.game, self.out
        turn = game.turn(s)
        while s.depth > 0 and game.turn(s) == turn:
            if out.seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, dice), out)
            else:
                game.play(s, out.seat, self.likeliest(s), out)

    def go_on(self, s: State, dice: Dice, turns: i64) -> None:
        """Everyone does something likely, for so many turns or to the end."""
        if turns >= TO_THE_END:
            self.finish(s, dice)
            return
        game, out = self.game, self.out
        turn = game.turn(s)
        while s.depth > 0:
            if out.seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, dice), out)
            else:
                game.play(s, out.seat, self.likely(s, dice), out)
            now = game.turn(s)
            if now != turn:
                turn = now
                turns -= 1
                if turns <= 0:
                    return

    def finish(self, s: State, dice: Dice) -> None:
        """Everyone does something likely, to the end."""
        game, out = self.game, self.out
        while s.depth > 0:
            if out.seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, dice), out)
            else:
                game.play(s, out.seat, self.likely(s, dice), out)

    def ahead(self, s: State, p: i64) -> i64:
        """By how much this player is ahead of the best of the others; alone, what it has."""
        knowledge = self.knowledge
        best: i64 = 0
        found = False
        n = knowledge.players(s)
        for q in range(n):
            if q != p:
                value = knowledge.value(s, q)
                if not found or value > best:
                    best = value
                found = True
        return knowledge.value(s, p) - best

    def sensible(self, s: State, seat: i64, most: i64) -> i64:
        """Weigh the options of ``out``, keep the best; how many are left."""
        self.knowledge.weigh(s, seat, self.out, self.weights)
        prune.keep_best(self.weights, self.out.n, most)
        return prune.sensible(self.weights, self.out.n)
