"""Dice and activation, free actions, and the rulings about turns, dice and passing."""

from __future__ import annotations

from collections import Counter

import pytest

import samovar
from samovar.games.tundra import tokens
from samovar.games.tundra.game import GAME
from samovar.kernel.state import NATURE
from tests.tundra.scene import (
    BOARD_IDS,
    BOX,
    SEATS,
    Player,
    begun,
    blocked,
    dice,
    free,
    have,
    logged,
    main,
    play,
    play_at_random,
    refused,
    round_start,
    scene,
    slots,
    spare,
    stock,
    table,
    title,
    until,
    vp,
    workers,
)

DICE = {1: 4, 2: 4, 3: 5, 4: 5}
VALUES = range(1, 7)


def places(*values: int) -> list[str]:
    return [f"place.{board}_{value}" for value in sorted(values, reverse=True) for board in BOARD_IDS]


def all_slots(*values: int) -> str:
    return ", ".join(f"{board}_{value}" for value in values for board in BOARD_IDS)


def rolled(*players: Player, round: int = 1, first: int = 0, seed: int = 0) -> samovar.Match:
    """A match at the first turn of a round, after the dice are rolled."""
    m = round_start(*players, round=round, first=first, seed=seed)
    while not any(token.startswith("place.") for token in m.options(m.actors()[0])):
        play(m, m.actors()[0], "finish")
    return m


# ---- the roll ----


@pytest.mark.rule("T-DICE-01")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("round", DICE)
def test_the_first_player_rolls_and_all_others_copy(seats: int, round: int) -> None:
    seen: Counter[int] = Counter()
    for seed in range(12):
        m = rolled(*(Player() for _ in range(seats)), round=round, first=seats - 1, seed=seed)
        rolls = logged(m, tokens.ROLLED)
        assert {seat for seat, _, _ in rolls} == {seats - 1}
        values = sorted(value for _, value, _ in rolls)
        assert len(values) == DICE[round]
        assert [dice(m, p) for p in range(seats)] == [values] * seats
        seen.update(values)
    assert set(seen) == set(VALUES)


@pytest.mark.rule("T-DICE-01")
@pytest.mark.no_cover
def test_every_value_is_equally_likely() -> None:
    seen = Counter(roll for seed in range(300) for roll in dice(rolled(Player(), Player(), seed=seed), 0))
    assert sum(seen.values()) == 1200
    assert all(140 < seen[value] < 260 for value in VALUES)


@pytest.mark.rule("T-RULING-DICE-10", "T-DICE-01", "T-TITLE-06")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("round", DICE)
def test_determined_rolls_one_die_alone_right_after_the_common_roll(first: int, round: int) -> None:
    differ = 0
    for seed in range(8):
        m = rolled(Player(title="determined"), Player(title="generous"), round=round, first=first, seed=seed)
        common = sorted(value for _, value, _ in logged(m, tokens.ROLLED))
        [(seat, own, _)] = logged(m, tokens.ROLLED_ALONE)
        assert (seat, len(common)) == (0, DICE[round])
        assert dice(m, 1) == common
        assert dice(m, 0) == sorted([*common, own])
        rolls = [entry.action for entry in m.log if entry.action >> 8 == tokens.ROLL]
        assert rolls[-1] & 255 == own  # the last of all
        differ += own not in common
    assert differ


@pytest.mark.rule("T-RULING-DICE-10", "T-FREE-05")
@pytest.mark.parametrize(("id", "early"), [("humble", 3), ("determined", 2), ("wisdom", 4), ("inspiring", 3)])
@pytest.mark.parametrize("round", DICE)
def test_the_number_of_dice_left_to_buy(id: str, early: int, round: int) -> None:
    """3 in rounds I and II, 2 afterwards. With Determined 2 and 1, with Wisdom 4 and 3."""
    special = "" if id == "humble" else id
    m = rolled(Player(title=special, berries=20), Player(), round=round)
    most = early if round < 3 else early - 1
    assert spare(m, 0) == most
    m = scene(Player(title=special, dice=[1] * (DICE[round] + (id == "determined")), berries=20), round=round)
    assert spare(m, 0) == most


# ---- using a die ----


@pytest.mark.rule("T-DICE-02", "T-DICE-03")
def test_a_die_goes_on_a_slot_of_its_value_on_an_own_order_board_or_on_a_common_goal() -> None:
    m = scene(Player(dice=[2, 5, 5], peat=4), goals="stores, feast")
    assert main(m, 0) == [*places(5, 2), "goal.stores_2"]
    play(m, 0, "place.gathering_5", "end")
    assert slots(m, 0) == ["gathering_5"]
    assert slots(m, 1) == []
    assert dice(m, 0) == [2, 5]


@pytest.mark.rule("T-DICE-02", "T-GOAL-02")
def test_a_die_on_a_goal_is_used_too() -> None:
    m = scene(Player(dice=[2, 5], peat=4), goals="stores")
    play(m, 0, "goal.stores_2")
    assert (dice(m, 0), slots(m, 0), blocked(m), vp(m, 0)) == ([5], [], ["stores"], 6)
    assert m.actors() == [1]


@pytest.mark.rule("T-DICE-03")
@pytest.mark.parametrize("value", VALUES)
def test_no_die_goes_on_a_slot_of_another_value_or_on_one_that_is_taken(value: int) -> None:
    m = scene(Player(dice=[value], slots=f"trade_{value}"))
    assert main(m, 0) == [token for token in places(value) if "trade" not in token]
    assert refused(m, 0, f"place.trade_{value}") == ("a_die_lies_there", "T-DICE-03")
    for other in VALUES:
        if other != value:
            assert refused(m, 0, f"place.travel_{other}") == ("no_such_die", "T-DICE-03")


def points(m: samovar.Match) -> int:
    """The number of movement points left in the current action."""
    n = 0
    while steps := [token for token in m.options(0) if token.startswith("move.")]:
        play(m, 0, steps[-1])  # to the south, where there is no dead end
        n += 1
    return n


@pytest.mark.rule("T-DICE-04", "T-TRAVEL-01", "T-TRAVEL-02")
@pytest.mark.parametrize(("side", "by_value"), [("", [1, 1, 1, 1, 2, 2]), ("travel", [2, 2, 3, 3, 4, 4])])
@pytest.mark.parametrize("value", VALUES)
def test_the_frame_around_the_slot_says_which_action_it_gives(
    side: str, by_value: list[int], value: int
) -> None:
    m = scene(Player(dice=[value], upgraded=side, workers=[1]), glades=dict.fromkeys(range(2, 13), ""))
    play(m, 0, f"place.travel_{value}", "do.board")
    assert points(m) == by_value[value - 1]


@pytest.mark.rule("T-DICE-04")
def test_each_order_board_has_six_slots() -> None:
    m = scene(Player(dice=[1, 2, 3, 4, 5, 6]))
    assert main(m, 0) == places(1, 2, 3, 4, 5, 6)
    for board in BOX["order_board"]:
        assert refused(m, 0, f"place.{board['id']}_7")[0] == "unknown_token"


@pytest.mark.rule("T-DICE-05")
def test_a_used_die_stays_in_its_slot_until_the_end_of_the_round() -> None:
    m = scene(Player(dice=[3, 4]), Player(dice=[1]))
    play(m, 0, "place.travel_3", "end")
    assert slots(m, 0) == ["travel_3"]
    play(m, 1, "place.travel_1", "end")
    assert slots(m, 0) == ["travel_3"]
    play(m, 0, "place.travel_4", "end")
    assert (table(m).round, slots(m, 0)) == (2, [])


@pytest.mark.rule("T-DICE-06")
def test_equal_dice_go_on_different_order_boards_never_on_the_same_slot() -> None:
    m = scene(Player(dice=[3, 3, 3, 3, 3], berries=1), Player(dice=[1] * 5))
    for n, board in enumerate(BOARD_IDS):
        assert main(m, 0) == [f"place.{other}_3" for other in BOARD_IDS[n:]]
        play(m, 0, f"place.{board}_3", "end", "end")
        assert slots(m, 0) == [f"{other}_3" for other in BOARD_IDS[: n + 1]]
        if n < 3:
            play(m, 1, main(m, 1)[0], "end")
    play(m, 1, "end")  # the fourth die had one place left
    assert main(m, 0) == ["aside.3"]
    assert refused(m, 0, "place.travel_3") == ("a_die_lies_there", "T-DICE-03")


# ---- a turn in full ----


@pytest.mark.rule("T-RULING-DICE-01", "T-FREE-01")
def test_free_actions_and_advisors_before_and_after_exactly_one_die() -> None:
    m = scene(Player(dice=[2, 4], berries=12, advisors="a03, a04"), Player())
    play(m, 0, "use.a03", "up.2", "reroll.4")
    assert main(m, 0) == places(*set(dice(m, 0)))
    play(m, 0, main(m, 0)[0], "end")  # declining the action
    assert not any(token.startswith(("place.", "goal.", "aside.")) for token in m.options(0))
    assert {"use.a04", "buy", "end"} <= set(m.options(0))
    play(m, 0, "use.a04", "buy", "end")
    assert m.actors() == [1]
    assert len(dice(m, 0)) == 2


@pytest.mark.rule("T-RULING-DICE-02")
def test_a_player_with_dice_cannot_skip_but_may_decline_the_actions() -> None:
    m = scene(Player(dice=[6], workers=[1]))
    assert refused(m, 0, "end") == ("a_die_must_be_used", "T-RULING-DICE-02")
    assert main(m, 0) == places(6)
    play(m, 0, "place.travel_6", "end")
    assert workers(m, 0) == [1]
    assert m.actors() == [1]


@pytest.mark.rule("T-RULING-DICE-03")
def test_if_no_slot_fits_a_die_of_choice_is_set_aside_and_returns_at_the_end_of_the_round() -> None:
    m = scene(
        Player(dice=[3, 4], slots=all_slots(3, 4), spare=0), Player(dice=[1, 1]), components=many_dice()
    )
    assert m.options(0) == ["aside.3", "aside.4"]
    play(m, 0, "aside.4")
    assert (dice(m, 0), len(slots(m, 0)), have(m, 0), vp(m, 0)) == ([3], 8, {}, 0)
    assert m.actors() == [1]  # the other die is set aside without asking in the next turn
    play(m, 1, "place.travel_1", "end")
    assert dice(m, 0) == []
    play(m, 1, "place.trade_1", "end")
    assert [spare(m, p) + len(dice(m, p)) for p in (0, 1)] == [10, 10]


def many_dice() -> str:
    """A box with ten dice for each player, so that more than four can be equal."""
    text = GAME.standard_text()
    text = text.replace("dice = 7\n", "dice = 10\n", 1).replace("max_dice = 7", "max_dice = 10")
    return text.replace("max_dice = 8", "max_dice = 11")


@pytest.mark.rule("T-RULING-DICE-03")
def test_a_die_is_set_aside_only_if_none_fits() -> None:
    m = scene(Player(dice=[4, 5], slots=all_slots(4)))
    assert main(m, 0) == places(5)
    assert refused(m, 0, "aside.4") == ("a_slot_fits", "T-RULING-DICE-03")
    m = scene(Player(dice=[4, 4], slots=all_slots(4), berries=1), Player())
    assert main(m, 0) == ["aside.4"]
    assert refused(m, 0, "aside.5") == ("no_such_die", "T-RULING-DICE-03")


@pytest.mark.rule("T-RULING-DICE-03")
def test_instead_of_setting_aside_free_actions_or_a_goal_may_help() -> None:
    stuck = Player(dice=[4], slots=all_slots(4), berries=2, towers=[1, 2])
    m = scene(stuck, goals="watch, feast")
    assert m.options(0) == ["goal.watch_4", "aside.4", "reroll.4", "up.4", "down.4"]
    play(m, 0, "up.4")
    assert m.options(0) == [*places(5), "goal.watch_5"]
    m = scene(stuck, goals="watch, feast")
    play(m, 0, "goal.watch_4")
    assert vp(m, 0) == 2


@pytest.mark.rule("T-RULING-DICE-04")
@pytest.mark.parametrize("board", BOARD_IDS)
def test_a_die_may_be_placed_even_if_no_action_can_be_carried_out(board: str) -> None:
    """The player can pay nothing and has no pieces on the map, and the market is empty."""
    for value in VALUES:
        m = scene(Player(dice=[value]), market="")
        assert f"place.{board}_{value}" in m.options(0)
        play(m, 0, f"place.{board}_{value}", "do.board")
        assert slots(m, 0) == [f"{board}_{value}"]
        assert m.actors() == [1]


@pytest.mark.rule("T-RULING-DICE-05", "T-ROUND-09")
def test_turns_go_on_until_all_are_out_of_dice() -> None:
    m = scene(Player(dice=[1, 2, 3, 4]), Player(dice=[1]), Player(dice=[1, 2]))
    order: list[int] = []
    while table(m).round == 1:
        p = m.actors()[0]
        order.append(p)
        play(m, p, f"place.trade_{dice(m, p)[0]}", "end")
    assert order == [0, 1, 2, 0, 2, 0, 0]


@pytest.mark.rule("T-RULING-DICE-06", "T-FREE-06")
def test_after_the_last_die_but_before_ending_the_turn_a_die_may_still_be_bought() -> None:
    m = scene(Player(dice=[1], berries=6), Player(dice=[1, 2]))
    play(m, 0, "place.travel_1", "end")
    assert m.options(0) == ["end", "buy"]
    play(m, 0, "buy")
    assert m.actors() == [1]  # the bought die is used in a later turn
    assert len(dice(m, 0)) == 1
    play(m, 1, "place.travel_1", "end")
    assert m.actors() == [0]


@pytest.mark.rule("T-FREE-06", "T-RULING-CITY-09")
def test_without_dice_and_with_the_turn_ended_nothing_can_be_bought_in_that_round() -> None:
    m = scene(Player(dice=[1], berries=6, advisors="a04"), Player(dice=[1, 2]))
    play(m, 0, "place.travel_1", "end", "end")
    assert refused(m, 0, "buy") == ("another_seat_decides", "")
    play(m, 1, "place.travel_1", "end")
    assert m.actors() == [1]  # seat 0 is skipped
    assert m.options(0) == []


@pytest.mark.rule("T-RULING-DICE-07")
@pytest.mark.parametrize(
    ("player", "left"),
    [
        (Player(dice=[1]), []),
        (Player(dice=[1], berries=5), []),  # no unused die to reroll or change, too few berries to buy
        (Player(dice=[1], berries=6), ["buy"]),
        (Player(dice=[1], berries=20, slots="travel_2, travel_3, travel_4, travel_5, travel_6", spare=0), []),
        (Player(dice=[1, 3], berries=1), ["reroll.3"]),
        (Player(dice=[1, 3], berries=2), ["reroll.3", "up.3", "down.3"]),
        (Player(dice=[1, 1, 6], berries=2), ["reroll.1", "reroll.6", "up.1", "down.6"]),
        (Player(dice=[1, 3], advisors="a01"), ["use.a01"]),
        (Player(dice=[1, 3], exhausted="a01"), []),
    ],
)
def test_the_turn_ends_by_itself_when_nothing_is_left_to_do(player: Player, left: list[str]) -> None:
    m = scene(player, Player())
    play(m, 0, "place.travel_1", "end")
    if left:
        assert m.options(0) == ["end", *left]
        play(m, 0, "end")
    assert m.actors() == [1]


@pytest.mark.rule("T-RULING-DICE-08", "T-RULING-DICE-09", "T-SETUP-02")
@pytest.mark.parametrize("seed", range(6))
def test_a_player_always_has_7_dice_or_8_with_the_white_one(seed: int) -> None:
    """Dice are on the player board, in slots, on goals, set aside or in supply."""
    m = begun(3, seed, titles="on")
    used = [0, 0, 0]
    while not m.over:
        round = int(table(m).round)
        seat = m.actors()[0]
        since = len(m.log)
        options = m.options(seat)
        m.play(seat, options[(since * 7 + seed) % len(options)])
        if table(m).round != round:
            used = [0, 0, 0]
        else:
            for p, _, _ in logged(m, tokens.SCORED_GOAL, tokens.SET_ASIDE, since=since):
                used[p] += 1
        if table(m).round:
            for p in range(3):
                total = spare(m, p) + len(dice(m, p)) + len(slots(m, p)) + used[p]
                assert total == (8 if title(m, p) == "wisdom" else 7)


@pytest.mark.rule("T-RULING-DICE-08")
def test_no_more_than_the_maximum_can_be_written_or_bought() -> None:
    with pytest.raises(samovar.BadInput, match=r"player\[0\]: 8 dice, but the title allows 7"):
        scene(Player(dice=[1] * 8))
    m = scene(
        Player(dice=[1], slots="travel_2, travel_3, travel_4, travel_5, travel_6", berries=20), Player()
    )
    play(m, 0, "buy")
    assert refused(m, 0, "buy") == ("no_die_in_supply", "T-FREE-04")


@pytest.mark.rule("T-RULING-DICE-09", "T-TITLE-04")
def test_the_white_die_is_an_eighth_die_of_its_owner() -> None:
    """The colour of a bought die does not matter."""
    m = scene(Player(title="wisdom", dice=[1] * 4, berries=20), Player())
    for n in range(4):
        assert spare(m, 0) == 4 - n
        play(m, 0, "buy")
    assert (len(dice(m, 0)), have(m, 0)) == (8, {})
    assert not any("white" in token for token in stock(m).notation.actions)


@pytest.mark.rule("T-RULING-DICE-11")
def test_free_actions_and_advisors_never_come_between_the_actions_of_an_activation() -> None:
    m = scene(Player(dice=[3, 3], berries=20, advisors="a04", starters="s03_trade", peat=8), Player())
    play(m, 0, "place.trade_3")
    assert m.options(0) == ["do.board", "do.starter", "end"]
    for token in ("buy", "reroll.3", "up.3", "down.3", "use.a04"):
        assert refused(m, 0, token) == ("not_between_actions", "T-RULING-DICE-11")
    play(m, 0, "do.board")
    assert free(m, 0) == []  # nor within an action
    play(m, 0, "finish")
    assert m.options(0) == ["do.starter", "end"]
    play(m, 0, "end")
    assert {"buy", "use.a04"} <= set(m.options(0))


@pytest.mark.rule("T-RULING-DICE-12", "T-FREE-02")
def test_a_reroll_may_repeat_the_value_and_may_be_repeated() -> None:
    same = until(lambda seed: rerolled(seed, 1), lambda m: dice(m, 0) == [4])
    assert have(same, 0) == {"berry": 2}
    play(same, 0, "reroll.4")
    assert have(same, 0) == {"berry": 1}
    seen = {dice(rerolled(seed, 1), 0)[0] for seed in range(60)}
    assert seen == set(VALUES)


def rerolled(seed: int, times: int) -> samovar.Match:
    m = scene(Player(dice=[4], berries=3), Player(), seed=seed)
    for _ in range(times):
        play(m, 0, f"reroll.{dice(m, 0)[0]}")
    return m


@pytest.mark.rule("T-RULING-DICE-12")
def test_only_unused_dice_of_the_own_player_board_can_be_rerolled_or_changed() -> None:
    m = scene(Player(dice=[4], slots="trade_2", berries=20, spare=0), Player(dice=[6]))
    assert free(m, 0) == ["reroll.4", "up.4", "down.4"]
    for value in (2, 6):
        assert refused(m, 0, f"reroll.{value}") == ("no_such_die", "T-FREE-02")
        assert refused(m, 0, f"down.{value}") == ("no_such_die", "T-FREE-03")


# ---- free actions ----


@pytest.mark.rule("T-FREE-01")
def test_free_actions_are_taken_any_number_of_times_in_any_mix() -> None:
    m = scene(Player(dice=[3], berries=20), Player())
    play(m, 0, "up.3", "up.4", "down.5", "buy")
    assert have(m, 0) == {"berry": 20 - 2 - 2 - 2 - 6}
    for die in (0, 0, 1):
        play(m, 0, f"reroll.{dice(m, 0)[die]}")
    assert have(m, 0) == {"berry": 5}
    assert len(dice(m, 0)) == 2


@pytest.mark.rule("T-FREE-01")
def test_free_actions_belong_to_the_own_turn() -> None:
    m = scene(Player(dice=[3], berries=20), Player(dice=[3], berries=20))
    assert free(m, 1) == []
    assert refused(m, 1, "buy") == ("another_seat_decides", "")


@pytest.mark.rule("T-FREE-02")
@pytest.mark.parametrize("value", VALUES)
def test_a_reroll_of_one_unused_die_costs_1_berry(value: int) -> None:
    m = scene(Player(dice=[value], berries=1), Player())
    assert free(m, 0) == [f"reroll.{value}"]
    play(m, 0, f"reroll.{value}")
    assert have(m, 0) == {}
    assert (len(dice(m, 0)), len(logged(m, tokens.ROLLED_ALONE))) == (1, 1)
    assert m.log[-1].seat == NATURE
    m = scene(Player(dice=[value]), Player())
    assert refused(m, 0, f"reroll.{value}") == ("too_few_berries", "T-FREE-02")


@pytest.mark.rule("T-FREE-02")
def test_a_reroll_rolls_one_die_only() -> None:
    m = scene(Player(dice=[4, 4, 4], berries=1), Player())
    play(m, 0, "reroll.4")
    assert Counter(dice(m, 0))[4] >= 2


@pytest.mark.rule("T-FREE-03")
@pytest.mark.parametrize("value", VALUES)
def test_a_change_by_one_costs_2_berries_and_does_not_wrap_around(value: int) -> None:
    up = [f"up.{value}"] if value < 6 else []
    down = [f"down.{value}"] if value > 1 else []
    m = scene(Player(dice=[value], berries=2), Player())
    assert free(m, 0) == [f"reroll.{value}", *up, *down]
    for token, after in [*((up, value + 1) for up in up), *((down, value - 1) for down in down)]:
        m = scene(Player(dice=[value], berries=2), Player())
        play(m, 0, token)
        assert (dice(m, 0), have(m, 0)) == ([after], {})
    m = scene(Player(dice=[value], berries=1), Player())
    assert free(m, 0) == [f"reroll.{value}"]
    for token in [*up, *down]:
        assert refused(m, 0, token) == ("too_few_berries", "T-FREE-03")


@pytest.mark.rule("T-FREE-03")
def test_a_6_cannot_become_1_and_a_1_cannot_become_6() -> None:
    m = scene(Player(dice=[1, 6], berries=2), Player())
    for token in ("up.6", "down.1"):
        with pytest.raises(samovar.IllegalAction):
            play(m, 0, token)
    assert dice(m, 0) == [1, 6]


@pytest.mark.rule("T-FREE-04")
def test_a_die_costs_6_berries_comes_from_the_supply_and_is_rolled_at_once() -> None:
    m = scene(Player(dice=[1], berries=6), Player())
    assert spare(m, 0) == 6
    play(m, 0, "buy")
    assert (spare(m, 0), have(m, 0)) == (5, {})
    [(seat, value, _)] = logged(m, tokens.ROLLED_ALONE)
    assert (seat, dice(m, 0)) == (0, sorted([1, value]))
    assert dice(m, 1) == [1]  # the others do not copy it
    m = scene(Player(dice=[1], berries=5), Player())
    assert refused(m, 0, "buy") == ("too_few_berries", "T-FREE-04")
    m = scene(Player(dice=[1], berries=20, spare=0), Player())
    assert refused(m, 0, "buy") == ("no_die_in_supply", "T-FREE-04")


@pytest.mark.rule("T-FREE-05")
@pytest.mark.parametrize(("round", "most"), [(1, 3), (2, 3), (3, 2), (4, 2)])
def test_several_dice_may_be_bought_in_a_turn(round: int, most: int) -> None:
    m = rolled(Player(berries=20), Player(), round=round)
    for _ in range(most):
        play(m, 0, "buy")
    assert len(dice(m, 0)) == 7
    assert have(m, 0) == {"berry": 20 - 6 * most}
    assert refused(m, 0, "buy") == ("no_die_in_supply", "T-FREE-04")


@pytest.mark.rule("T-FREE-07")
def test_a_die_bought_or_changed_before_may_be_the_die_of_the_turn_and_means_one_more_turn() -> None:
    m = until(bought, lambda m: dice(m, 0) == [1, 2])
    assert main(m, 0) == places(2, 1)
    play(m, 0, "place.travel_2", "end")
    assert dice(m, 0) == [1]
    assert m.actors() == [1]
    play(m, 1, "place.travel_1", "end")
    assert m.actors() == [0]  # the additional turn
    m = scene(Player(dice=[3], berries=2), Player())
    play(m, 0, "up.3", "place.travel_4")
    assert slots(m, 0) == ["travel_4"]


def bought(seed: int) -> samovar.Match:
    m = scene(Player(dice=[1], berries=6), Player(dice=[1, 1]), seed=seed)
    play(m, 0, "buy")
    return m


@pytest.mark.rule("T-FREE-07")
def test_a_die_that_is_changed_after_the_die_of_the_turn_is_used_in_a_later_turn() -> None:
    m = scene(Player(dice=[3, 5], berries=3), Player())
    play(m, 0, "place.travel_5", "end", "up.3")
    assert m.options(0) == ["end", "reroll.4"]
    play(m, 0, "end")
    play(m, 1, "place.travel_1", "end")
    assert main(m, 0) == places(4)


@pytest.mark.rule("T-FREE-08", "T-TITLE-02")
@pytest.mark.parametrize(
    ("id", "reroll", "change", "buy"),
    [
        ("", 1, 2, 6),
        ("provident", 1, 2, 6),
        ("wisdom", 1, 2, 5),
        ("inspiring", 1, 2, 6),
        ("determined", 1, 2, 9),
        ("hardworking", 1, 2, 6),
        ("generous", 1, 1, 6),
    ],
)
def test_the_title_sets_the_prices(id: str, reroll: int, change: int, buy: int) -> None:
    for token, price in (("reroll.3", reroll), ("up.3", change), ("down.3", change), ("buy", buy)):
        m = scene(Player(title=id, dice=[3], berries=price), Player())
        play(m, 0, token)
        assert have(m, 0) == {}
        m = scene(Player(title=id, dice=[3], berries=price - 1), Player())
        assert refused(m, 0, token)[0] == "too_few_berries"


# ---- advisors that are refused ----


@pytest.mark.rule("T-RULING-DICE-01", "T-CITY-03")
def test_an_advisor_is_used_once_before_or_after_the_die() -> None:
    m = scene(Player(dice=[3], advisors="a04"), Player())
    play(m, 0, "use.a04")
    assert refused(m, 0, "use.a04") == ("is_exhausted", "T-CITY-03")
    assert refused(m, 0, "use.a05")[0] == "not_an_option_now"  # not held at all


@pytest.mark.rule("T-DICE-02", "T-GOAL-01", "T-GOAL-03", "T-RULING-GOAL-01")
def test_a_refused_goal_has_its_reason() -> None:
    m = scene(Player(dice=[1, 2, 4], berries=20), goals="feast, watch")
    assert refused(m, 0, "goal.feast_3") == ("no_such_die", "T-GOAL-02")
    assert refused(m, 0, "goal.feast_4") == ("not_a_value_of_this_goal", "T-GOAL-01")
    assert refused(m, 0, "goal.watch_4") == ("no_step_fulfilled", "T-RULING-GOAL-01")
    m = scene(Player(dice=[1], berries=20), goals="feast", blocked="feast")
    assert refused(m, 0, "goal.feast_1") == ("blocked_this_round", "T-GOAL-03")


def test_at_every_turn_of_a_game_each_refusal_has_a_reason_and_a_rule() -> None:
    """A refused action is never legal, and no action is refused twice."""
    m = begun(3, titles="on")
    reasons: set[str] = set()
    while not m.over:
        seat = m.actors()[0]
        refusals = m.refusals(seat)
        assert not {refusal.action for refusal in refusals} & set(m.legal(seat))
        assert len({refusal.action for refusal in refusals}) == len(refusals)
        assert all(refusal.rule.startswith("T-") for refusal in refusals)
        reasons |= {refusal.reason for refusal in refusals}
        play_at_random(m, 1, len(m.log))
    assert {"no_such_die", "a_die_lies_there", "too_few_berries", "a_die_must_be_used"} <= reasons
