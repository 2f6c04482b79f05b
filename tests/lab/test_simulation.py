"""``samovar sim``: many games between bots."""

from __future__ import annotations

import pytest

import samovar
from samovar.bots.bot import Bot, Budget
from samovar.bots.guarded_bot import GuardedBot
from samovar.bots.registry import seat_bots
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.rng import Rng
from samovar.kernel.state import View
from samovar.lab.simulation import SimulationSummary, simulate

GAME = samovar.games()["stroganov"]


def run(seats: int, games: int = 5, seed: int = 3) -> SimulationSummary:
    bots = seat_bots("random", GAME, range(seats))
    return simulate(GAME, GAME.standard_box(), seats, {}, bots, games, seed)


def timeless(summary: SimulationSummary) -> dict[str, object]:
    return {key: value for key, value in summary.items() if "second" not in key}


@pytest.mark.parametrize("name", registry.names())
def test_compiled_playouts_equal_the_games_of_random_bots(name: str) -> None:
    game = registry.game(name)
    box = game.standard_box()
    for seats in range(game.min_seats, game.max_seats + 1):
        bots = seat_bots("random", game, range(seats))
        for options in game.option_sets(seats):
            fast, slow = (
                simulate(game, box, seats, options, bots, 3, 7, fast=fast) for fast in (True, False)
            )
            assert timeless(fast) == timeless(slow)


def test_the_seed_determines_the_games() -> None:
    assert timeless(run(3)) == timeless(run(3))
    assert timeless(run(3)) != timeless(run(3, seed=4))


def test_the_games_of_a_run_have_consecutive_seeds() -> None:
    long = run(2, games=4, seed=10)
    short = [run(2, games=1, seed=10 + k) for k in range(4)]
    assert long["decisions"] == sum(one["decisions"] for one in short)
    assert long["wins"] == [sum(one["wins"][seat] for one in short) for seat in range(2)]


@pytest.mark.parametrize("name", registry.names())
def test_a_bot_sees_only_its_view_and_nature_deals_as_in_a_match_with_that_seed(name: str) -> None:
    seen: list[str] = []
    game = registry.game(name)

    class First(Bot):
        def choose(self, view: View, rng: Rng, budget: Budget) -> int:
            seen.append(game.write(view))
            return self.game.legal(view, self.seat)[0]

    bots = [GuardedBot("first", First(game, seat), Budget()) for seat in range(2)]
    simulate(game, game.standard_box(), 2, {}, bots, 1, 8)
    m = samovar.Match(name, 2, seed=8)
    assert seen[0] == m.position(m.actors()[0])
    while not m.over:
        m.play(m.actors()[0], m.options(m.actors()[0])[0])
    decisions = sum(1 for entry in m.log if entry.seat < 2)
    assert len(seen) == decisions


def test_the_automa_is_listed_after_the_seats() -> None:
    alone = run(1, games=6)
    assert alone["seats"] == 1
    assert len(alone["wins"]) == len(alone["mean_scores"]) == 2
    assert sum(alone["wins"]) == 6
    assert alone["mean_scores"][1] > alone["mean_scores"][0] > 0  # the automa plays better than chance
    assert all(len(points) == 2 for points in alone["score_breakdown"].values())


def test_progress_is_called_after_each_game() -> None:
    calls: list[int] = []
    bots = seat_bots("random", GAME, range(2))
    simulate(GAME, GAME.standard_box(), 2, {}, bots, 3, 0, progress=lambda: calls.append(1))
    assert calls == [1, 1, 1]


def test_zero_games_are_refused() -> None:
    with pytest.raises(BadInput, match="at least one game"):
        run(2, games=0)
