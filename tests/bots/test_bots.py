"""Every bot returns a legal action, depends only on the view of its seat, and never fails."""

from __future__ import annotations

import hashlib
import time

import pytest

import samovar
from samovar.bots.bot import Bot, Budget, RandomBot
from samovar.bots.greedy import GreedyBot
from samovar.bots.guarded_bot import GuardedBot
from samovar.bots.ismcts import ISMCTSBot
from samovar.bots.registry import (
    KINDS,
    LEVELS,
    NAMES,
    budget,
    is_offered_at_tables,
    max_seconds_for_person,
    seat_bot,
    seat_bots,
)
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import View
from tests.bots.table import halfway, play
from tests.kernel.tiny import ANY as TINY

GAMES = samovar.games()
CASES = [
    (name, seats, options)
    for name, game in GAMES.items()
    for seats in range(game.min_seats, game.max_seats + 1)
    for options in game.option_sets(seats)[:2]
]
SECRETS = {"tundra": {"personal_goals": "on"}}
QUICK = ["casual", "greedy", "search@4"]
LONG = ["casual", "greedy", pytest.param("search@4", marks=pytest.mark.compiled)]


def bot(kind: str, game: Game, seat: int) -> GuardedBot:
    """Return a bot without a time limit, because the tests also run interpreted and on busy machines."""
    return seat_bot(kind, game, seat)


@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_bots_play_every_game_and_option_set_without_faults(
    name: str, seats: int, options: dict[str, str], kind: str
) -> None:
    game = GAMES[name]
    players = [bot(kind, game, seat) for seat in range(seats)]
    _, chosen = play(game, players, 5, options, most=40)
    assert [player.faults for player in players] == [[]] * seats
    assert sum(player.decisions for player in players) == len(chosen)


@pytest.mark.parametrize("kind", QUICK)
def test_bots_play_a_game_without_knowledge(kind: str) -> None:
    for seats in (2, 3, 4):
        players = [bot(kind, TINY, seat) for seat in range(seats)]
        s, _ = play(TINY, players, seats)
        assert s.over
        assert [player.faults for player in players] == [[]] * seats


@pytest.mark.parametrize("kind", QUICK)
@pytest.mark.parametrize("name", ["catherine", "tundra", "tiny"])
def test_hidden_information_does_not_change_the_choice_of_a_bot(name: str, kind: str) -> None:
    """The choice is the same in another determinization of the state."""
    game = GAMES.get(name, TINY)
    differing = 0
    for seed in range(12):
        match = halfway(game, 3, seed, 3 + 5 * seed, SECRETS.get(name))
        if match.over:
            continue
        seat = match.actors()[0]
        other = game.determinize(game.redact(match.state, seat), Rng(seed + 100))
        differing += game.write(other) != game.write(match.state)
        chosen = {
            bot(kind, game, seat).choose(game.redact(truth, seat), Rng(seed))
            for truth in (match.state, other)
        }
        assert len(chosen) == 1
    assert differing > 5


@pytest.mark.parametrize("kind", QUICK)
@pytest.mark.parametrize("name", GAMES)
def test_choosing_does_not_change_the_view(name: str, kind: str) -> None:
    game = GAMES[name]
    match = halfway(game, 2, 3, 40)
    seat = match.actors()[0]
    view = game.redact(match.state, seat)
    before = game.write(view)
    bot(kind, game, seat).choose(view, Rng(1))
    assert game.write(view) == before


def test_mypy_rejects_a_state_in_place_of_a_view() -> None:
    """``make lint`` proves it: if a state were accepted, the ``type: ignore`` below would be unused."""
    match = samovar.Match("catherine", 2, seed=1)
    seat = match.actors()[0]
    action = RandomBot(match.game, seat).choose(match.state, Rng(1), Budget())  # type: ignore[arg-type]
    assert action in match.legal(seat)


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_equal_seeds_and_simulations_give_equal_choices(name: str) -> None:
    game = GAMES[name]

    def chosen(seed: int) -> str:
        players = [bot(kind, game, seat) for seat, kind in enumerate(("search@20", "greedy"))]
        _, choices = play(game, players, seed, most=30)
        return hashlib.sha256(repr(choices).encode()).hexdigest()

    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)


class Broken(Bot):
    def choose(self, view: View, rng: Rng, budget: Budget) -> int:
        raise ZeroDivisionError("one third of nothing")


class Cheat(Bot):
    def choose(self, view: View, rng: Rng, budget: Budget) -> int:
        return 987_654


class Slow(Bot):
    def choose(self, view: View, rng: Rng, budget: Budget) -> int:
        time.sleep(0.3)
        return self.game.legal(view, self.seat)[-1]


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (Broken, "x in seat 0 failed: ZeroDivisionError: one third of nothing"),
        (Cheat, "x in seat 0 chose 987654, which is not legal"),
        (Slow, "x in seat 0 took 0.3"),
    ],
)
def test_greedy_replaces_a_bot_that_fails_or_answers_illegally_or_late(kind: type[Bot], fault: str) -> None:
    game = GAMES["stroganov"]
    match = samovar.Match("stroganov", 2, seed=4)
    seat = match.actors()[0]
    player = GuardedBot("x", kind(game, seat), Budget(seconds=0.01))
    action = player.choose(match.view(seat), Rng(8))
    instead = GreedyBot(game, seat).choose(match.view(seat), Rng(8), Budget())
    assert action == instead
    assert len(player.faults) == 1
    assert player.faults[0].startswith(fault.replace("seat 0", f"seat {seat}"))
    assert player.decisions == 1


def test_bots_are_made_by_name() -> None:
    assert [name for name in NAMES if budget(name) is None] == []
    assert set(LEVELS) | set(KINDS) == set(NAMES)
    game = GAMES["stroganov"]
    assert isinstance(seat_bot("random", game, 0).bot, RandomBot)
    assert isinstance(seat_bot("search@12", game, 0).bot, ISMCTSBot)
    assert seat_bot("search@12", game, 0).budget.simulations == 12
    assert seat_bot("search@.25s", game, 0).budget.seconds == 0.25
    assert seat_bot("search", game, 0).budget.seconds == 1.0
    for name in ("search@", "search@0", "search@0s", "search@-1", "search@1x", "greedy@3", "Expert", ""):
        with pytest.raises(BadInput, match="there is no bot"):
            seat_bot(name, game, 0)
    with pytest.raises(BadInput, match=r"there is no bot 'a'(?s:.*)there is no bot 'b'(?s:.*)2 bots for 3"):
        seat_bots("a,b", game, range(3))


def test_bots_with_a_free_budget_are_not_offered_at_tables() -> None:
    assert all(map(is_offered_at_tables, ["easy", "medium", "hard", "expert", "random", "casual", "greedy"]))
    assert not any(
        map(is_offered_at_tables, ["search@9999s", "search@200", "search", "Easy", "medium@1", "hard@1", ""])
    )


@pytest.mark.parametrize(
    ("name", "seconds", "simulations", "limit"),
    [
        ("expert", 0.25, 0, 0.25),
        ("expert", 5.0, 0, 1.0),
        ("expert", 0.0, 0, 1.0),
        ("hard", 0.25, 200, 0.25),
        ("hard", 0.0, 200, 0.0),
        ("search@9999s", 0.05, 0, 0.05),
        ("easy", 0.25, 0, 0.0),  # a bot that does not simulate gets no limit
    ],
)
def test_every_budget_can_be_limited_in_seconds(
    name: str, seconds: float, simulations: int, limit: float
) -> None:
    seated = seat_bot(name, GAMES["tundra"], 1)
    player = seated.within(seconds)
    assert (player.budget.simulations, player.budget.seconds) == (simulations, limit)
    assert (player.name, player.bot, player.seat) == (name, seated.bot, 1)


def test_hard_has_a_time_limit_only_on_interpreted_rules() -> None:
    assert max_seconds_for_person() == (0.0 if samovar.compiled() else 1.0)
    hard = seat_bot("hard", samovar.games()["tundra"], 0, 1.0)
    assert (hard.budget.simulations, hard.budget.seconds) == (200, 1.0)
    expert = seat_bot("expert", samovar.games()["tundra"], 0, 0.5)
    assert (expert.budget.simulations, expert.budget.seconds) == (0, 1.0)  # expert always has a time budget
