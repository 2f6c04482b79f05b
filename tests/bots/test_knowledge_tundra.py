"""The knowledge of bots about Tundra: exact values at the end, and sensible priors in simple positions."""

from __future__ import annotations

import pytest

import samovar
from samovar.bots.knowledge.tundra import FEATURES, TundraKnowledge
from samovar.bots.registry import seat_bot
from samovar.games import registry as games
from samovar.games.tundra.state import Tundra
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, zeros
from samovar.kernel.step import MAX_OPTIONS, Options
from tests.bots.table import play
from tests.tundra.scene import Player, scene, stock, table
from tests.tundra.scene import play as answer

GAME = games.game("tundra")
KNOWN = TundraKnowledge(GAME)
CASES = [(seats, options) for seats in (2, 3, 4) for options in GAME.option_sets(seats)]


def weights(m: samovar.Match, seat: int = 0) -> dict[str, int]:
    """The weights of the options of a seat, by token."""
    out = Options()
    GAME.legal_into(m.state, seat, out)
    given = zeros(MAX_OPTIONS)
    KNOWN.set_priors(m.state, seat, out, given)
    texts = stock(m).notation.texts
    return {texts[int(out.items[i])]: int(given[i]) for i in range(out.n)}


def likeliest(m: samovar.Match, seat: int = 0) -> str:
    given = weights(m, seat)
    return max(given, key=lambda token: given[token])


def worth(m: samovar.Match, seat: int = 0) -> int:
    return int(KNOWN.value(m.state, seat))


def random_game(seats: int, options: dict[str, str], seed: int) -> Tundra:
    """Play a random game. Check that every option gets a weight and every position a plausible value."""
    out, given, rng = Options(), zeros(MAX_OPTIONS), Rng(seed)
    s = GAME.start(GAME.standard_box(), seats, options, out)
    assert isinstance(s, Tundra)
    progress = 0
    while not s.over:
        seat = int(GAME.actor(s))
        GAME.legal_into(s, seat, out)
        if seat == NATURE:
            GAME.play(s, NATURE, GAME.chance(s, out, rng), out)
            continue
        for i in range(out.n):
            given[i] = -1
        KNOWN.set_priors(s, seat, out, given)
        assert all(given[i] >= 0 for i in range(out.n)), GAME.frame_text(s.todo[s.depth - 1])
        for p in range(seats):
            assert -20_000 < KNOWN.value(s, p) < 150_000
        assert 0 <= KNOWN.progress(s) <= 1000
        progress = max(progress, int(KNOWN.progress(s)))
        GAME.play(s, seat, out.items[rng.below(out.n)], out)
    assert progress > 900
    return s


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_every_option_has_a_weight_and_final_values_follow_points_and_ranks(
    seats: int, options: dict[str, str]
) -> None:
    for seed in range(2):
        s = random_game(seats, options, seed)
        values = [int(KNOWN.value(s, p)) for p in range(seats)]
        scores = GAME.score(s)
        assert [value // 1000 for value in values] == [score.total for score in scores]
        ranks = [1 + sum(1 for other in values if other > value) for value in values]
        assert ranks == [score.rank for score in scores]


def test_each_feature_is_counted() -> None:
    """A feature that is not set would keep the value of an earlier position."""
    counts = zeros(len(FEATURES))
    for i in range(len(FEATURES)):
        counts[i] = -999
    KNOWN.features(scene(Player(), Player()).state, 0, counts)
    assert -999 not in list(counts)


@pytest.mark.compiled
def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(4):
        players = [seat_bot(["greedy", "random"][(seed + i) % 2], GAME, i) for i in range(2)]
        s, _ = play(GAME, players, seed)
        won += GAME.score(s)[seed % 2].rank == 1
    assert won == 4


# ---- values ----


def test_an_upgraded_board_is_worth_more_the_earlier_it_is() -> None:
    gained = [
        worth(scene(Player(upgraded="trade"), Player(), round=round))
        - worth(scene(Player(), Player(), round=round))
        for round in (1, 2, 3, 4)
    ]
    assert gained == sorted(gained, reverse=True)
    assert gained[0] > 3000


def test_berries_are_worth_most_where_they_buy_a_die() -> None:
    def sixth(spare: int) -> int:
        six = worth(scene(Player(berries=6, spare=spare), Player(), round=4))
        return six - worth(scene(Player(berries=5, spare=spare), Player(), round=4))

    assert sixth(spare=2) > sixth(spare=0)


# ---- priors ----


def test_a_goal_of_six_points_comes_before_everything_else() -> None:
    m = scene(Player(dice=[6, 3], stone=4, workers=[1, 2]), Player(), round=4, goals="stores", market="")
    assert likeliest(m) in {"goal.stores_6", "goal.stores_3"}


def test_an_advisor_that_simply_brings_something_is_used_at_once() -> None:
    m = scene(Player(dice=[6, 3], advisors="a02", workers=[1]), Player())
    given = weights(m)
    assert [token for token, weight in given.items() if weight] == ["use.a02"]


def test_an_advisor_whose_gain_would_be_lost_may_wait() -> None:
    m = scene(Player(dice=[6, 3], stone=9, advisors="a02", workers=[1]), Player())
    given = weights(m)
    assert sum(1 for weight in given.values() if weight) > 1


def test_the_most_frequent_resource_is_paid() -> None:
    m = scene(Player(dice=[6], stone=6, peat=2, workers=[1]), Player())
    answer(m, 0, "place.architecture_6", "do.board", "build.1")
    assert likeliest(m) == "pay.stone"


def test_if_all_pieces_may_gather_none_is_skipped() -> None:
    glades = {1: "stone", 2: "peat"}
    m = scene(Player(dice=[3], workers=[1, 2]), Player(), glades=glades)
    answer(m, 0, "place.gathering_3", "do.board")
    assert {token for token, weight in weights(m).items() if weight} == {"gather.1"}


def test_a_worker_goes_where_there_is_something_to_fetch() -> None:
    glades = {1: "stone", 2: "none", 3: "none", 4: "peat", 5: "none"}
    m = scene(Player(dice=[1], workers=[1], towers=[2, 3, 5]), Player(), glades=glades)
    answer(m, 0, "place.travel_1", "do.board")
    assert likeliest(m) == "move.1_se"


def test_dice_are_not_changed_or_bought_after_the_die_while_others_are_left() -> None:
    m = scene(Player(dice=[1, 1, 2], berries=9, workers=[1]), Player())
    answer(m, 0, "place.gathering_1", "end")
    given = weights(m)
    assert likeliest(m) == "end"
    assert not any(given[token] for token in given if token.startswith(("reroll", "up", "down", "buy")))


def test_a_die_is_bought_when_the_last_one_is_used() -> None:
    m = scene(Player(dice=[1], berries=9, workers=[1]), Player())
    answer(m, 0, "place.gathering_1", "end")
    assert likeliest(m) == "buy"


def test_the_tower_of_points_comes_before_the_tower_of_berries() -> None:
    m = scene(Player(dice=[6], stone=2, workers=[1, 2]), Player(), glades={1: "g03", 2: "g10"})
    answer(m, 0, "place.architecture_6", "do.board")
    assert likeliest(m) == "build.2"


def test_gains_come_before_costs() -> None:
    m = scene(Player(dice=[3], stone=2, firewood=2, starters="s02_trade"), Player())
    answer(m, 0, "place.trade_3")
    assert {token for token, weight in weights(m).items() if weight} == {"do.starter"}


def test_an_order_board_is_upgraded_when_it_can_be_paid() -> None:
    m = scene(Player(dice=[3], stone=3, firewood=2), Player())
    answer(m, 0, "place.trade_3", "do.board")
    assert likeliest(m) == "upgrade.architecture"


def test_final_values_of_a_tie_follow_the_tie_breaker() -> None:
    s = table(scene(Player(vp=12, stone=1), Player(vp=12, berries=20), round=4))
    assert KNOWN.final_value(s, 0) > KNOWN.final_value(s, 1) > 12_000
