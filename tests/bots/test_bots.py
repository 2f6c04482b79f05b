"""What every bot owes the table: a legal answer, from what its seat may see, whatever happens."""

from __future__ import annotations

import hashlib
import time

import pytest

import samovar
from samovar.bots.bot import Bot, Budget, Random
from samovar.bots.greedy import Greedy
from samovar.bots.player import Player
from samovar.bots.registry import KINDS, LEVELS, NAMES, budget, is_level, person_waits, seat_bot, seat_bots
from samovar.bots.search import Search
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
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


def bot(kind: str, game: Game, seat: int) -> Player:
    """As at a table, but never in a hurry: the tests also run interpreted, on busy machines."""
    return seat_bot(kind, game, seat)


@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_bots_finish_games_of_every_kind_with_legal_choices_and_without_a_fault(
    name: str, seats: int, options: dict[str, str], kind: str
) -> None:
    game = GAMES[name]
    players = [bot(kind, game, seat) for seat in range(seats)]
    _, chosen = play(game, players, 5, options, most=40)
    assert [player.faults for player in players] == [[]] * seats
    assert sum(player.decisions for player in players) == len(chosen)


@pytest.mark.parametrize("kind", QUICK)
def test_bots_play_a_game_that_nobody_has_described_to_them(kind: str) -> None:
    for seats in (2, 3, 4):
        players = [bot(kind, TINY, seat) for seat in range(seats)]
        s, _ = play(TINY, players, seats)
        assert s.over
        assert [player.faults for player in players] == [[]] * seats


@pytest.mark.parametrize("kind", QUICK)
@pytest.mark.parametrize("name", ["catherine", "tundra", "tiny"])
def test_whatever_a_seat_cannot_know_does_not_change_what_its_bot_chooses(name: str, kind: str) -> None:
    """The truth is poisoned: all that is hidden is dealt anew, and the bot must not notice."""
    game = GAMES.get(name, TINY)
    poisoned = 0
    for seed in range(12):
        match = halfway(game, 3, seed, 3 + 5 * seed, SECRETS.get(name))
        if match.over:
            continue
        seat = match.actors()[0]
        other = game.fill(game.redact(match.state, seat), Dice(seed + 100))
        poisoned += game.write(other) != game.write(match.state)
        chosen = {
            bot(kind, game, seat).choose(game.redact(truth, seat), Dice(seed))
            for truth in (match.state, other)
        }
        assert len(chosen) == 1
    assert poisoned > 5


@pytest.mark.parametrize("kind", QUICK)
@pytest.mark.parametrize("name", GAMES)
def test_choosing_leaves_the_view_as_it_was(name: str, kind: str) -> None:
    game = GAMES[name]
    match = halfway(game, 2, 3, 40)
    seat = match.actors()[0]
    view = game.redact(match.state, seat)
    before = game.write(view)
    bot(kind, game, seat).choose(view, Dice(1))
    assert game.write(view) == before


def test_mypy_refuses_a_bot_the_truth() -> None:
    """``make lint`` proves it: were the truth taken for a view, the comment below would be an unused one."""
    match = samovar.Match("catherine", 2, seed=1)
    seat = match.actors()[0]
    action = Random(match.game, seat).choose(match.state, Dice(1), Budget())  # type: ignore[arg-type]
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
    def choose(self, view: View, rng: Dice, budget: Budget) -> int:
        raise ZeroDivisionError("one third of nothing")


class Cheat(Bot):
    def choose(self, view: View, rng: Dice, budget: Budget) -> int:
        return 987_654


class Slow(Bot):
    def choose(self, view: View, rng: Dice, budget: Budget) -> int:
        time.sleep(0.3)
        return self.game.legal(view, self.seat)[-1]


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (Broken, "x in seat 0 failed: ZeroDivisionError: one third of nothing"),
        (Cheat, "x in seat 0 chose 987654, which is not allowed"),
        (Slow, "x in seat 0 took 0.3"),
    ],
)
def test_a_bot_that_fails_cheats_or_is_late_is_replaced_by_greedy_and_reported(
    kind: type[Bot], fault: str
) -> None:
    game = GAMES["stroganov"]
    match = samovar.Match("stroganov", 2, seed=4)
    seat = match.actors()[0]
    player = Player("x", kind(game, seat), Budget(seconds=0.01))
    action = player.choose(match.view(seat), Dice(8))
    instead = Greedy(game, seat).choose(match.view(seat), Dice(8), Budget())
    assert action == instead
    assert len(player.faults) == 1
    assert player.faults[0].startswith(fault.replace("seat 0", f"seat {seat}"))
    assert player.decisions == 1


def test_names_of_bots() -> None:
    assert [name for name in NAMES if budget(name) is None] == []
    assert set(LEVELS) | set(KINDS) == set(NAMES)
    game = GAMES["stroganov"]
    assert isinstance(seat_bot("random", game, 0).bot, Random)
    assert isinstance(seat_bot("search@12", game, 0).bot, Search)
    assert seat_bot("search@12", game, 0).budget.simulations == 12
    assert seat_bot("search@.25s", game, 0).budget.seconds == 0.25
    assert seat_bot("search", game, 0).budget.seconds == 1.0
    for name in ("search@", "search@0", "search@0s", "search@-1", "search@1x", "greedy@3", "Expert", ""):
        with pytest.raises(BadInput, match="there is no bot"):
            seat_bot(name, game, 0)
    with pytest.raises(BadInput, match=r"there is no bot 'a'(?s:.*)there is no bot 'b'(?s:.*)2 bots for 3"):
        seat_bots("a,b", game, range(3))


def test_only_named_levels_are_for_players() -> None:
    assert all(map(is_level, ["easy", "medium", "hard", "expert", "random", "casual", "greedy"]))
    assert not any(map(is_level, ["search@9999s", "search@200", "search", "Easy", ""]))


@pytest.mark.parametrize(
    ("name", "seconds", "simulations", "limit"),
    [
        ("expert", 0.25, 0, 0.25),
        ("expert", 5.0, 0, 1.0),
        ("expert", 0.0, 0, 1.0),
        ("hard", 0.25, 200, 0.25),
        ("hard", 0.0, 200, 0.0),
        ("search@9999s", 0.05, 0, 0.05),
        ("easy", 0.25, 0, 0.0),  # does not simulate: a limit would only make it late on a busy machine
    ],
)
def test_a_limit_in_seconds_for_any_budget(name: str, seconds: float, simulations: int, limit: float) -> None:
    seated = seat_bot(name, GAMES["tundra"], 1)
    player = seated.within(seconds)
    assert (player.budget.simulations, player.budget.seconds) == (simulations, limit)
    assert (player.name, player.bot, player.seat) == (name, seated.bot, 1)


def test_hard_thinks_by_the_clock_only_on_interpreted_rules() -> None:
    assert person_waits() == (0.0 if samovar.compiled() else 1.0)
    hard = seat_bot("hard", samovar.games()["tundra"], 0, 1.0)
    assert (hard.budget.simulations, hard.budget.seconds) == (200, 1.0)
    expert = seat_bot("expert", samovar.games()["tundra"], 0, 0.5)
    assert (expert.budget.simulations, expert.budget.seconds) == (0, 1.0)  # thinks by the clock anyway
