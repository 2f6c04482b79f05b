"""The effect language, op by op: legal choices, their order, and the end of a step.

Effects that no card of the standard box has are tested with another box.
"""

from __future__ import annotations

from typing import Any

import pytest

import samovar
from samovar.games.tundra import tokens
from samovar.games.tundra.game import GAME
from tests.tundra.scene import (
    Player,
    advisors,
    dice,
    have,
    logged,
    main,
    market,
    play,
    round_start,
    scene,
    upgraded,
    vp,
    workers,
)

BERRY_STEPS = 'steps = [{ op = "gain", item = "berry", n = 4 }]'  # of advisor a04


def with_steps(steps: str) -> str:
    """A box in which advisor a04 has these steps."""
    text = GAME.standard_text()
    assert text.count(BERRY_STEPS) == 1
    return text.replace(BERRY_STEPS, f"steps = [{steps}]")


def using(steps: str, *others: Player, market: str | None = None, **player: Any) -> samovar.Match:
    """A match in which seat 0 has begun an action of these steps, with dice of 1 and 2."""
    mine = Player(dice=player.pop("dice", [1, 2]), advisors="a04", **player)
    m = scene(mine, *others, components=with_steps(steps), market=market)
    play(m, 0, "use.a04")
    return m


# ---- gains ----


@pytest.mark.rule("T-RULING-ACT-07")
@pytest.mark.parametrize("item", ["firewood", "stone", "peat", "berry"])
def test_a_gain_is_booked_without_asking(item: str) -> None:
    m = using(f'{{ op = "gain", item = "{item}", n = 3 }}')
    assert have(m, 0) == {item: 3}
    assert any(token.startswith("place.") for token in m.options(0))


def test_a_gain_of_points() -> None:
    m = using('{ op = "gain", item = "vp", n = 3 }', vp=48)
    assert vp(m, 0) == 51


@pytest.mark.rule("T-RULING-ACT-05")
@pytest.mark.parametrize(("item", "most"), [("firewood", 10), ("stone", 10), ("peat", 10), ("berries", 20)])
def test_a_gain_over_the_cap_is_lost(item: str, most: int) -> None:
    name = "berry" if item == "berries" else item
    mine: dict[str, Any] = {item: most - 1}
    m = using(f'{{ op = "gain", item = "{name}", n = 3 }}', **mine)
    assert have(m, 0) == {name: most}
    assert [n for _, _, n in logged(m, tokens.GAINED)] == [1]
    assert [n for _, _, n in logged(m, tokens.LOST)] == [2]


@pytest.mark.rule("T-RULING-ACT-06", "T-RULING-ACT-05")
def test_any_resource_is_chosen_one_by_one_a_full_one_too() -> None:
    m = using('{ op = "gain", item = "any", n = 3 }', stone=10)
    assert main(m, 0) == ["gain.firewood", "gain.stone", "gain.peat", "finish"]
    play(m, 0, "gain.stone")
    assert main(m, 0) == [
        "gain.stone",
        "gain.peat",
        "stop",
    ]  # in ascending order, so that each combination has one line
    play(m, 0, "gain.stone", "gain.peat")
    assert have(m, 0) == {"stone": 10, "peat": 1}


@pytest.mark.parametrize("kind", ["firewood", "stone", "peat"])
def test_gain_same_is_all_of_one_type(kind: str) -> None:
    m = using('{ op = "gain_same", n = 3 }')
    assert main(m, 0) == ["same.firewood", "same.stone", "same.peat", "finish"]
    play(m, 0, f"same.{kind}")
    assert have(m, 0) == {kind: 3}
    assert not [token for token in m.options(0) if token.startswith("same.")]


@pytest.mark.parametrize(("per", "n"), [("own_towers", 3), ("own_upgrades", 2)])
@pytest.mark.parametrize("item", ["berry", "vp", "peat"])
def test_gain_per(per: str, n: int, item: str) -> None:
    other = Player(towers=[5], upgraded="trade, travel, gathering")
    m = using(
        f'{{ op = "gain_per", item = "{item}", n = 2, per = "{per}" }}',
        other,
        towers=[1, 2, 3],
        upgraded="trade, travel",
    )
    assert (vp(m, 0) if item == "vp" else have(m, 0)[item]) == 2 * n


def test_gain_per_counts_when_it_is_carried_out() -> None:
    steps = '{ op = "gain_per", item = "berry", n = 1, per = "own_upgrades" }, { op = "upgrade", times = 1 }'
    m = using(steps, firewood=3, peat=2)
    play(m, 0, "upgrade.travel")
    assert have(m, 0) == {"berry": 1}


# ---- conversions ----


@pytest.mark.rule("T-RULING-ACT-03", "T-RULING-ACT-04")
def test_a_conversion_is_repeated_one_by_one_and_may_stop() -> None:
    m = using('{ op = "convert", times = 3, pay = { berry = 2 }, gain = { vp = 1 } }', berries=7)
    play(m, 0, "convert")
    assert (vp(m, 0), have(m, 0)) == (1, {"berry": 5})
    assert main(m, 0) == ["convert", "stop"]
    play(m, 0, "stop")
    assert (vp(m, 0), have(m, 0)) == (1, {"berry": 5})


@pytest.mark.rule("T-RULING-ACT-03")
def test_a_conversion_that_cannot_be_paid_in_full_is_not_offered() -> None:
    m = using('{ op = "convert", times = 3, pay = { berry = 2, any = 1 }, gain = { vp = 1 } }', berries=7)
    assert (vp(m, 0), have(m, 0)) == (0, {"berry": 7})
    m = using('{ op = "convert", times = 3, pay = { berry = 2 }, gain = { vp = 1 } }', berries=3)
    play(m, 0, "convert")
    assert (vp(m, 0), have(m, 0)) == (1, {"berry": 1})


def test_any_resources_are_paid_in_ascending_order() -> None:
    m = using(
        '{ op = "convert", times = 1, pay = { any = 3 }, gain = { vp = 5 } }', firewood=1, stone=2, peat=1
    )
    play(m, 0, "convert")
    assert main(m, 0) == ["pay.firewood", "pay.stone"]  # after peat too few would be left
    play(m, 0, "pay.stone")
    assert have(m, 0) == {"firewood": 1}  # the rest could be paid in one way only
    assert vp(m, 0) == 5


def test_a_price_of_one_type_and_of_any_leaves_enough_for_both() -> None:
    price = "{ same = 2, any = 2 }"
    steps = f'{{ op = "convert", times = 1, pay = {price}, gain = {{ vp = 5 }} }}'
    m = using(steps, firewood=2, stone=1)
    assert vp(m, 0) == 0
    m = using(steps, firewood=3, stone=2)
    play(m, 0, "convert", "pay.stone")
    assert (vp(m, 0), have(m, 0)) == (5, {"firewood": 1})


def test_a_price_with_several_keys_is_paid_in_full() -> None:
    steps = '{ op = "convert", times = 1, pay = { same = 2, peat = 1, berry = 1 }, gain = { vp = 5 } }'
    m = using(steps, peat=2, berries=1)
    assert vp(m, 0) == 0  # the price is two of one type and one more peat
    m = using(steps, peat=3, berries=1)
    play(m, 0, "convert")
    assert (vp(m, 0), have(m, 0)) == (5, {})


def test_a_conversions_gain_of_any_type_is_chosen() -> None:
    m = using('{ op = "convert", times = 1, pay = { berry = 1 }, gain = { any = 2, peat = 1 } }', berries=2)
    play(m, 0, "convert")
    assert have(m, 0) == {"peat": 1, "berry": 1}
    assert main(m, 0) == ["gain.firewood", "gain.stone", "gain.peat"]
    play(m, 0, "gain.stone")
    assert main(m, 0) == ["gain.stone", "gain.peat"]
    play(m, 0, "gain.peat")
    assert have(m, 0) == {"stone": 1, "peat": 2, "berry": 1}


def test_a_price_may_be_empty() -> None:
    m = using('{ op = "place_worker", times = 2, pay = {} }')
    play(m, 0, "put.13", "put.13")
    assert workers(m, 0) == [13, 13]


# ---- cards and boards ----


def test_take_card_n_times() -> None:
    m = using('{ op = "take_card", n = 2 }', market="a01, a02, a03")
    play(m, 0, "take.a02")
    assert main(m, 0) == ["take.a01", "take.a03", "stop"]
    play(m, 0, "take.a01")
    assert market(m) == ["a03"]
    assert advisors(m, 0) == ["a01", "a02"]


def test_renew_market_once() -> None:
    m = using('{ op = "renew_market" }', market="a01")
    assert main(m, 0) == ["renew", "finish"]
    play(m, 0, "renew")
    assert len(market(m)) == 4
    assert "renew" not in m.options(0)


def test_upgrade_n_times() -> None:
    m = using('{ op = "upgrade", times = 2 }', firewood=10, stone=10, peat=10)
    play(m, 0, "upgrade.travel", "upgrade.architecture")
    assert upgraded(m, 0) == ["architecture", "travel"]
    assert any(token.startswith("place.") for token in m.options(0))


# ---- dice ----


def test_set_die_to_any_other_value() -> None:
    m = using('{ op = "set_die", n = 2 }', dice=[2, 2, 5])
    every = [f"set.{old}_{new}" for old in (2, 5) for new in range(1, 7) if new != old]
    assert main(m, 0) == [*every, "finish"]
    play(m, 0, "set.2_6")
    assert dice(m, 0) == [2, 5, 6]
    play(m, 0, "set.5_1")
    assert dice(m, 0) == [1, 2, 6]
    assert logged(m, tokens.TURNED) == [(0, 2, 6), (0, 5, 1)]


def test_reroll_any_number_of_dice_once_together() -> None:
    m = using('{ op = "reroll_dice" }', dice=[1, 3, 3, 6])
    assert main(m, 0) == ["pick.1", "pick.3", "pick.6", "finish"]
    play(m, 0, "pick.3")
    assert dice(m, 0) == [0, 1, 3, 6]  # not rolled yet
    assert main(m, 0) == ["pick.3", "pick.6", "stop"]
    play(m, 0, "pick.3", "stop")
    assert len(logged(m, tokens.ROLLED_ALONE)) == 2
    assert 0 not in dice(m, 0)
    assert {1, 6} <= set(dice(m, 0))
    assert not [token for token in m.options(0) if token.startswith("pick.")]


def test_dice_are_rerolled_before_the_action_goes_on() -> None:
    m = using('{ op = "reroll_dice" }, { op = "set_die", n = 1 }', dice=[4])
    play(m, 0, "pick.4")  # no other die is left to pick
    (value,) = dice(m, 0)
    assert value in range(1, 7)
    play(m, 0, f"set.{value}_{value % 6 + 1}")
    assert dice(m, 0) == [value % 6 + 1]


def test_without_dice_there_is_nothing_to_set_or_reroll() -> None:
    m = scene(Player(dice=[1], advisors="a06, a07", spare=0), Player(dice=[2]))
    play(m, 0, "place.travel_1", "end", "use.a06", "use.a07")
    assert have(m, 0) == {"berry": 2}
    assert m.actors() == [1]


# ---- the order of steps ----


@pytest.mark.rule("T-ACT-05", "T-RULING-ACT-07")
def test_steps_are_offered_side_by_side_and_none_is_interrupted() -> None:
    m = using('{ op = "move", n = 2 }, { op = "gain", item = "any", n = 2 }', workers=[1])
    assert {token.partition(".")[0] for token in main(m, 0)} == {"move", "gain", "finish"}
    play(m, 0, "gain.peat")
    assert main(m, 0) == ["gain.peat", "stop"]
    play(m, 0, "stop")
    assert {token.partition(".")[0] for token in main(m, 0)} == {"move", "finish"}
    play(m, 0, "move.1_ne")
    assert workers(m, 0) == [13]
    assert have(m, 0) == {"peat": 1}


@pytest.mark.rule("T-ACT-05")
def test_gains_may_be_booked_first_if_another_step_pays_with_them() -> None:
    steps = '{ op = "gain", item = "berry", n = 3 }, '
    steps += '{ op = "convert", times = 1, pay = { berry = 3 }, gain = { vp = 2 } }'
    m = using(steps)
    assert main(m, 0) == ["gains", "finish"]
    play(m, 0, "gains")
    assert have(m, 0) == {"berry": 3}
    play(m, 0, "convert")
    assert (vp(m, 0), have(m, 0)) == (2, {})
    m = using(steps, berries=18)  # or later, when the cap costs some of them
    play(m, 0, "convert")
    assert (vp(m, 0), have(m, 0)) == (2, {"berry": 18})


def test_gains_are_not_offered_if_their_order_cannot_matter() -> None:
    m = using('{ op = "gain", item = "berry", n = 1 }, { op = "upgrade", times = 1 }', firewood=3, peat=2)
    assert main(m, 0) == ["upgrade.travel", "finish"]


def test_two_steps_of_one_kind_are_refused() -> None:
    """A token could not say which of the two steps it means."""
    two = '{ op = "convert", times = 1, pay = { berry = 3 }, gain = { vp = 1 } }, '
    two += '{ op = "convert", times = 1, pay = { peat = 1 }, gain = { vp = 5 } }'
    with pytest.raises(samovar.BadInput, match="steps: must not have two steps of one kind"):
        using(two)
    m = using('{ op = "gain", item = "peat", n = 1 }, { op = "gain", item = "stone", n = 1 }')
    assert have(m, 0) == {"peat": 1, "stone": 1}  # gains leave no choice


# ---- tower bonuses ----


@pytest.mark.rule("T-RULING-ROUND-04")
def test_the_worker_of_a_tower_cannot_be_refused() -> None:
    m = round_start(Player(towers=[3]), glades={3: "g02"})
    play(m, 0, "finish")  # the title
    assert workers(m, 0) == [3]
    assert m.actors() == [1]


def test_a_worker_here_is_for_towers_only() -> None:
    m = using('{ op = "worker_here", n = 1 }')
    assert workers(m, 0) == []
    assert any(token.startswith("place.") for token in m.options(0))


@pytest.mark.rule("T-RULING-ACT-08")
def test_limits_count_per_action() -> None:
    """A piece may yield once for the card and once for the board. A tower glade takes a worker each time."""
    m = scene(Player(dice=[1, 1], workers=[3], starters="s07_gathering"), glades={3: "g07"})
    play(m, 0, "place.gathering_1", "do.starter", "gather.3", "do.board", "gather.3")
    assert have(m, 0) == {"peat": 2}
    mine = Player(dice=[3, 1], towers=[3], enhancements="e17_architecture", firewood=3, berries=1)
    m = scene(mine)
    play(m, 0, "place.architecture_3", "do.market1", "put.3", "do.board", "put.3")
    assert workers(m, 0) == [3, 3]
