"""The knowledge of bots about Stroganov: values and priors."""

from __future__ import annotations

from typing import cast

import pytest

import samovar
from samovar.bots.knowledge import registry
from samovar.bots.knowledge.knowledge import POINT
from samovar.bots.knowledge.stroganov import StroganovKnowledge
from samovar.games import registry as games
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, zeros
from samovar.kernel.step import MAX_OPTIONS, Options
from tests.bots.weights import played
from tests.stroganov.actions import scene_of
from tests.stroganov.scene import scene, table

GAME = games.game("stroganov")
KNOWLEDGE = registry.knowledge(GAME)
WAYS_TO_BEGIN = [(seats, number) for seats in range(1, 5) for number in range(len(GAME.option_sets(seats)))]


def weighed(m: samovar.Match) -> dict[str, int]:
    """The weight of every option of the seat that decides, by token."""
    out, weights = Options(), zeros(MAX_OPTIONS)
    seat = m.actors()[0]
    GAME.legal_into(m.state, seat, out)
    KNOWLEDGE.set_priors(m.state, seat, out, weights)
    return {m.state.box.notation.token(out.items[i]): weights[i] for i in range(out.n)}


def likeliest(m: samovar.Match, *starts: str) -> str:
    """The option with the highest weight among those whose tokens start with one of ``starts``."""
    found = {token: weight for token, weight in weighed(m).items() if not starts or token.startswith(starts)}
    return max(found, key=lambda token: found[token])


def worth(m: samovar.Match, p: int = 0) -> int:
    return int(KNOWLEDGE.value(m.state, p))


@pytest.mark.parametrize(("seats", "number"), WAYS_TO_BEGIN)
def test_every_option_has_a_weight_and_the_final_value_is_the_points(seats: int, number: int) -> None:
    out = Options()
    rng = Rng(1000 * seats + number)
    options = GAME.option_sets(seats)[number]
    s = GAME.start(GAME.standard_box(), seats, options, out)
    weights = played(GAME, KNOWLEDGE, s, rng, out)
    assert min(weights) >= 0
    assert max(weights) < 1_000_000
    scores = GAME.score(s)
    values = [int(KNOWLEDGE.value(s, p)) for p in range(KNOWLEDGE.player_count(s))]
    assert [value // POINT for value in values] == [score.total for score in scores]
    by_value = sorted(range(len(values)), key=lambda p: -values[p])
    assert [scores[p].rank for p in by_value] == list(range(1, len(values) + 1))


def test_the_automa_counts_as_a_player() -> None:
    out = Options()
    s = GAME.start(GAME.standard_box(), 1, {}, out)
    assert KNOWLEDGE.player_count(s) == 2
    rng = Rng(4)
    played(GAME, KNOWLEDGE, s, rng, out)
    assert KNOWLEDGE.value(s, 1) // POINT == GAME.score(s)[1].total


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_progress_rises_from_the_beginning_to_the_end(seats: int) -> None:
    knowledge = cast(StroganovKnowledge, KNOWLEDGE)
    out, rng = Options(), Rng(seats)
    s = GAME.start(GAME.standard_box(), seats, {}, out)
    before = 0
    assert knowledge.progress(s) == 0
    while s.depth > 0:
        a = GAME.chance(s, out, rng) if out.seat == NATURE else out.items[rng.below(out.n)]
        GAME.play(s, out.seat, a, out)
        assert knowledge.progress(s) >= before
        before = knowledge.progress(s)
    assert before == 1000


def test_a_cossack_ahead_counts_less_than_a_point() -> None:
    """The Cossack further ahead wins a tie, but does not replace a point."""
    m = scene("[[player]]\nspace = 3\n[[player]]\nspace = 5\n")
    s = cast(Stroganov, m.state)
    s.depth = 0
    s.vp[0] = s.vp[1] = 7
    s.horses[0] = s.horses[1] = 0
    assert 0 < KNOWLEDGE.value(s, 1) - KNOWLEDGE.value(s, 0) < POINT


# ---- priors ----


def test_a_fur_of_the_value_is_preferred_to_another_fur_with_a_coin() -> None:
    m = scene_of("[[player]]\nspace = 6\nfurs = [2, 5]\ncoins = 3\n", todo="Pay(0,5,1,0,0,0)")
    weights = weighed(m)
    assert weights["pay.5"] > 5 * weights["pay.2"]


def test_no_tiger_is_paid_if_a_fur_can_pay() -> None:
    m = scene_of("[[player]]\nspace = 6\nfurs = [5]\ntigers = 1\n", todo="Pay(0,5,1,0,0,0)")
    assert weighed(m)["pay.tiger"] == 0 < weighed(m)["pay.5"]


def test_the_fur_that_a_wish_still_lacks_is_kept() -> None:
    """A3 wants three deer (6), and the player has two."""
    text = '[[player]]\nspace = 6\nfurs = [6, 6]\nhand = ["A3"]\n'
    assert likeliest(scene_of(text, todo="Keep(0,6,7)")) == "keep.6"
    assert (
        likeliest(scene_of("[[player]]\nspace = 6\n", todo="Keep(0,6,8)")) == "keep.8"
    )  # a bear brings story


def test_a_wish_whose_furs_are_there_is_fulfilled() -> None:
    m = scene_of('[[player]]\nspace = 6\nfurs = [6, 6, 6]\nhand = ["A3"]\n', todo="Basic(0) Main(0,0)")
    assert likeliest(m) == "fulfil.a3"


def test_exchanges_that_bring_nothing_are_pruned() -> None:
    m = scene_of("market = [2, 2, 2, 2, 2, 2]\n[[player]]\nspace = 6\nfurs = [3, 4]\nhorses = 9\n")
    weights = weighed(m)
    assert weights["swap"] == weights["down.3"] == weights["down.4"] == weights["buy_market"] == 0


def test_an_empty_tile_is_claimed_for_two_furs() -> None:
    value = table(scene("")).region_fur[3]  # the fur of the region of space 6
    m = scene_of(f"[[player]]\nspace = 6\nfurs = [{value}, {value}]\n")
    assert likeliest(m).startswith("claim.")


def test_everything_is_taken_in_winter_before_it_ends() -> None:
    m = scene_of('season = "winter"\n[[player]]\nwishes = ["A5"]\n', todo="Income(0,1)")
    assert weighed(m) == {"income.a5": 10, "end": 0}


# ---- values ----


def test_more_of_anything_is_worth_more() -> None:
    poor = worth(scene("[[player]]\nspace = 6\nfurs = [2, 3]\nhorses = 2\ncoins = 1\nstory = 3\n"))
    for richer in (
        "furs = [2, 3, 3]\nhorses = 2\ncoins = 1\nstory = 3\n",
        "furs = [2, 3]\nhorses = 3\ncoins = 1\nstory = 3\n",
        "furs = [2, 3]\nhorses = 2\ncoins = 2\nstory = 3\n",
        "furs = [2, 3]\nhorses = 2\ncoins = 1\nstory = 4\n",
        "furs = [2, 3]\nhorses = 2\ncoins = 1\nstory = 3\nvp = 1\n",
        "furs = [2, 3]\nhorses = 2\ncoins = 1\nstory = 3\ntrophy = 1\n",
        "furs = [2, 3]\nhorses = 2\ncoins = 1\nstory = 3\nbanners = 1\n",
    ):
        assert worth(scene(f"[[player]]\nspace = 6\n{richer}")) > poor, richer


def test_a_wish_is_worth_more_the_fewer_furs_it_lacks() -> None:
    found = [
        worth(scene(f'[[player]]\nspace = 6\nhand = ["A3"]\nfurs = {furs}\n'))
        for furs in ([2, 3, 4], [3, 4, 6], [4, 6, 6], [6, 6, 6])
    ]
    assert found == sorted(set(found))
