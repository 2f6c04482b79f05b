"""Self-play. After each turn of the part that all play alike, the difference of two players is a sample.

The target is the final margin of the two players. The margin, and not each player's own points, is what wins.
Much of what raises the points of all players is the same for all of them, and cancels out.
"""

from __future__ import annotations

from typing import Final

from samovar.bots.bot import Bot, Budget
from samovar.bots.greedy import GreedyBot
from samovar.bots.knowledge import registry
from samovar.bots.knowledge.knowledge import FULL_PROGRESS, POINT, LinearKnowledge
from samovar.games import registry as games
from samovar.kernel.errors import BadInput
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State, zeros
from samovar.kernel.step import Options
from samovar.lab.seeds import FIRST_TRAINING_SEED
from samovar.lab.training.ridge import NormalEquations
from samovar.lab.training.styles import draw_end_of_styles, draw_style

NATURE_SALT: Final = 0x76616C7565  # "value": keeps Nature's random stream apart from that of the players
SALT_BITS: Final = 64
NO_BUDGET: Final = Budget()


class Sample:
    """Two players at the end of a turn: the difference of their features, and of their final points."""

    def __init__(self, first: int, second: int, gone: float, difference: list[int]) -> None:
        self.first: Final = first
        self.second: Final = second
        self.gone: Final = gone  # progress of the game, from 0 to 1
        self.difference: Final = difference
        self.margin = 0.0  # in points, at the end of the game

    def row(self) -> list[float]:
        """Return every feature twice, for the beginning and for the end of the game.

        There is no column for the right to move. It would take its weight from features such as the turns or
        dice that are left, which differ by one for the same reason.
        """
        early, late = 1.0 - self.gone, self.gone
        return [part * n for n in self.difference for part in (early, late)]


class SelfPlay:
    """Plays games of one game and number of seats between random styles around the weights of a version."""

    def __init__(self, name: str, seats: int, version: int, seed: int) -> None:
        """``version``: that of the weights, 0 for the newest. BadInput if the game has no weights."""
        self.arguments: Final = (name, seats, version, seed)
        self.game: Final = games.game(name)
        self.seats: Final = seats
        self.seed: Final = FIRST_TRAINING_SEED + seed
        self.game.check_seats(seats)
        self.known: Final = weighted(name, version)
        self.weights: Final = self.known.weights(seats)
        self.styled: Final = [weighted(name, version) for _ in range(seats)]  # one for each seat
        self.players: Final = [GreedyBot(self.game, seat, self.known) for seat in range(seats)]
        self.option_sets: Final = [{}, *self.game.option_sets(seats)]
        self.out: Final = Options()
        self.width: Final = 2 * len(self.known.names)

    def options(self, number: int) -> dict[str, str]:
        """Return the options of a game: the default for every second one, otherwise one set after another."""
        return self.option_sets[0 if number % 2 == 0 else 1 + number // 2 % (len(self.option_sets) - 1)]

    def equations(self, number: int) -> NormalEquations:
        """Return the normal equations of one game. It depends on its number alone."""
        found = NormalEquations(self.width)
        for sample in self.play(number):
            found.add(sample.row(), sample.margin)
        return found

    def play(self, number: int) -> list[Sample]:
        """Play one game and return its samples."""
        game, out = self.game, self.out
        rng = Rng(self.seed + number << SALT_BITS | self.seats)
        nature = Rng(self.seed + number << SALT_BITS | NATURE_SALT)
        styles = [draw_style(rng, self.weights) for _ in range(self.seats)]
        end = draw_end_of_styles(rng)
        styled = [self.player(seat, style.weights) for seat, style in enumerate(styles)]
        s = game.start(game.standard_box(), self.seats, self.options(number), out)
        samples: list[Sample] = []
        turn = game.turn(s)
        in_style = end > 0
        while not s.over:
            seat = game.actor(s)
            game.legal_into(s, seat, out)
            if seat == NATURE:
                action = game.chance(s, out, nature)
            elif not in_style:
                action = self.players[seat].choose(game.redact(s, seat), rng, NO_BUDGET)
            elif int(rng.below(100)) < styles[seat].random_moves:
                action = out.items[rng.below(out.n)]
            else:
                action = styled[seat].choose(game.redact(s, seat), rng, NO_BUDGET)
            game.play(s, seat, action, out)
            if game.turn(s) != turn and not s.over:
                in_style = in_style and int(self.known.progress(s)) < end
                if not in_style:
                    samples.extend(self.sample(s))
            turn = game.turn(s)
        final = [self.known.final_value(s, p) / POINT for p in range(self.known.player_count(s))]
        for sample in samples:
            sample.margin = final[sample.first] - final[sample.second]
        return samples

    def player(self, seat: int, weights: dict[str, tuple[int, int]]) -> Bot:
        known = self.styled[seat]
        known.set_weights(weights)
        return GreedyBot(self.game, seat, known)

    def sample(self, s: State) -> list[Sample]:
        """Return a sample for every two players."""
        counts = zeros(len(self.known.names))
        features: list[list[int]] = []
        for p in range(self.known.player_count(s)):
            self.known.features(s, p, counts)
            features.append([int(n) for n in counts])
        gone = self.known.progress(s) / FULL_PROGRESS
        return [
            Sample(p, q, gone, [a - b for a, b in zip(features[p], features[q], strict=True)])
            for p in range(len(features))
            for q in range(p + 1, len(features))
        ]


def weighted(name: str, version: int) -> LinearKnowledge:
    """Return a new knowledge with weights. BadInput if the game has none."""
    known = registry.new_knowledge(games.game(name), version)
    if not isinstance(known, LinearKnowledge):
        raise BadInput("game", [f"the bots of {name} have no weights"])
    return known
