"""Many games between bots, and what came of them: ``samovar sim``."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypedDict

import samovar
from samovar.bots.bot import Random
from samovar.bots.player import Player
from samovar.kernel.components import Components
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.state import NATURE, State
from samovar.kernel.step import Options

BOTS_DICE: Final = 0x626F7473  # "bots": sets their stream apart from Nature's, which is the game's seed alone


class Summary(TypedDict):
    """What ``samovar sim --json`` prints. Lists go by seat; who plays without one (an automa) comes last."""

    game: str
    seats: int
    games: int
    decisions: int  # of players; Nature's draws and questions with one answer are not counted
    seconds: float  # of the clock, set-up of the games included
    decisions_per_second: float
    games_per_second: float
    wins: list[int]  # a first rank that is shared counts for each who shares it
    mean_scores: list[float]
    mean_winner_score: float
    score_breakdown: dict[str, list[float]]  # mean points by category, in the order of the rulebook
    bots: list[str]  # by seat
    faults: list[str]  # where another had to decide for a bot
    compiled: bool


class Tally:
    """Results of finished games, added up."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games = 0
        self.decisions = 0
        self.wins = [0] * seats  # by player: longer than seats if one plays without
        self.totals = [0] * seats
        self.winner_total = 0
        self.breakdown: dict[str, list[int]] = {}

    def add(self, game: Game, s: State, decisions: int) -> None:
        self.games += 1
        self.decisions += decisions
        scores = game.score(s)
        without_seat = [0] * (len(scores) - len(self.wins))
        self.wins += without_seat
        self.totals += without_seat
        for score in scores:
            self.totals[score.seat] += score.total
            if score.rank == 1:
                self.wins[score.seat] += 1
            for category, points in score.breakdown.items():
                self.breakdown.setdefault(category, [0] * len(scores))[score.seat] += points
        self.winner_total += next(score.total for score in scores if score.rank == 1)

    def summary(self, game: Game, seconds: float, bots: Sequence[Player]) -> Summary:
        return {
            "game": game.name,
            "seats": self.seats,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(seconds, 6),
            "decisions_per_second": round(self.decisions / seconds, 1),
            "games_per_second": round(self.games / seconds, 2),
            "wins": self.wins,
            "mean_scores": [self._mean(total) for total in self.totals],
            "mean_winner_score": self._mean(self.winner_total),
            "score_breakdown": {
                category: [self._mean(points) for points in by_seat]
                for category, by_seat in self.breakdown.items()
            },
            "bots": [player.name for player in bots],
            "faults": [fault for player in bots for fault in player.faults],
            "compiled": samovar.compiled(),
        }

    def _mean(self, total: int) -> float:
        return round(total / self.games, 4)


def play_with_bots(
    game: Game, s: State, dice: Dice, players: Dice, bots: Sequence[Player], out: Options
) -> int:
    """One game between bots, each seeing only what its seat may see; how many decisions they took."""
    decisions = 0
    game.advance(s, out)
    while not s.over:
        seat = game.actor(s)
        if seat == NATURE:
            game.play(s, seat, game.chance(s, out, dice), out)
        else:
            game.play(s, seat, bots[seat].choose(game.redact(s, seat), players), out)
            decisions += 1
    return decisions


def simulate(
    game: Game,
    box: Components,
    seats: int,
    options: Mapping[str, str],
    bots: Sequence[Player],
    games: int,
    seed: int,
    progress: Callable[[], None] | None = None,
    fast: bool = True,
) -> Summary:
    """Play ``games`` games. The k-th has the seed ``seed + k``: Nature deals as in a Match with that seed.

    Where all bots are random the rules play by themselves, compiled where they are (``fast``). The games are
    the same.
    """
    game.canonical(seats, options, box)
    if games < 1:
        raise BadInput("games", [f"at least one game must be played, not {games}"])
    fast = fast and all(isinstance(player.bot, Random) for player in bots)
    tally = Tally(seats)
    out = Options()
    start = time.perf_counter()
    for number in range(seed, seed + games):
        dice, players = Dice(number), Dice(number << 64 | BOTS_DICE)
        s = game.start(box, seats, options, out)
        if fast:
            decisions = game.playout(s, dice, out, players)
        else:
            decisions = play_with_bots(game, s, dice, players, bots, out)
        tally.add(game, s, decisions)
        if progress is not None:
            progress()
    return tally.summary(game, time.perf_counter() - start, bots)
