"""Round structure: start of round, dice roll, dice placement, end of round."""

from __future__ import annotations

from collections import Counter

import pytest

import samovar
from samovar.games.tundra import tokens
from samovar.games.tundra.game import GAME
from tests.tundra.scene import (
    CITY,
    GLADES,
    SEATS,
    Player,
    advisors,
    begun,
    blocked,
    deck,
    dice,
    discard,
    exhausted,
    free,
    have,
    logged,
    market,
    order_of_events,
    play,
    play_at_random,
    ready,
    refused,
    round_start,
    scene,
    slots,
    spare,
    table,
    tiles,
    vp,
    workers,
)

DICE = {1: 4, 2: 4, 3: 5, 4: 5}


def decline(m: samovar.Match) -> None:
    """Decline everything at the start of the round. A resource of a tower cannot be declined."""
    while not m.over and m.options(m.actors()[0])[-1] in ("finish", "stop", "gain.peat"):
        play(m, m.actors()[0], m.options(m.actors()[0])[-1])


def other_box(id: str, written: str, instead: str) -> str:
    """The component file with a replacement in the entry of this id."""
    text = GAME.standard_text()
    head, entry, rest = text.partition(f'id = "{id}"\n')
    assert entry
    thing, gap, others = rest.partition("\n\n")
    assert written in thing
    return head + entry + thing.replace(written, instead, 1) + gap + others


# ---- phases ----


@pytest.mark.rule("T-ROUND-01")
@pytest.mark.parametrize("seats", SEATS)
def test_four_phases_in_order(seats: int) -> None:
    """In each round all titles come before the roll, and the roll before all turns."""
    m = begun(seats)
    play_at_random(m)
    phases = (tokens.ROUND_BEGINS, tokens.TITLE_USED, tokens.ROLLED, tokens.TURN_BEGINS, tokens.GAME_OVER)
    found: list[int] = []
    for what, _ in order_of_events(m, *phases):
        if found[-1:] != [what]:
            found.append(what)
    assert found == [*phases[:4] * 4, tokens.GAME_OVER]


@pytest.mark.rule("T-ROUND-01", "T-ROUND-02")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("round", DICE)
def test_4_or_5_dice_come_from_the_supply_and_are_rolled_after_the_start_of_round(
    seats: int, round: int
) -> None:
    m = round_start(seats=seats, round=round)
    for _ in range(seats):
        assert [dice(m, p) for p in range(seats)] == [[0] * DICE[round]] * seats  # not rolled yet
        assert [spare(m, p) for p in range(seats)] == [7 - DICE[round]] * seats
        play(m, m.actors()[0], "finish")
    assert all(len(dice(m, p)) == DICE[round] and min(dice(m, p)) >= 1 for p in range(seats))


# ---- start of round ----


@pytest.mark.rule("T-ROUND-03", "T-ROUND-07", "T-RULING-ROUND-01")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("round", DICE)
def test_from_the_first_player_clockwise_title_then_boards_then_towers(seats: int, round: int) -> None:
    """Each player finishes before the next one begins, also in round I."""
    for first in range(seats):
        everyone = [Player(upgraded="trade", towers=[p + 1]) for p in range(seats)]
        kinds = {n: id for n, id in zip(range(1, 5), ("g01", "g04", "g07", "g10"), strict=True) if n <= seats}
        m = round_start(*everyone, round=round, first=first, glades=kinds)
        order = [(first + p) % seats for p in range(seats)]
        for n, p in enumerate(order):
            assert m.actors() == [p]
            assert [vp(m, q) > 0 for q in order] == [True] * n + [False] * (seats - n)
            play(m, p, "gain.peat")
        events = order_of_events(m, tokens.BOARD_VP, tokens.TOWER_BONUS)
        assert events == [(what, p) for p in order for what in (tokens.BOARD_VP, tokens.TOWER_BONUS)]


@pytest.mark.rule("T-ROUND-03")
def test_the_title_is_used_before_boards_are_scored_and_these_before_towers() -> None:
    m = round_start(Player(upgraded="trade", towers=[1]), glades={1: "g03"})
    assert m.options(0) == ["gain.firewood", "gain.stone", "gain.peat", "finish"]
    assert vp(m, 0) == 0
    play(m, 0, "gain.peat")
    assert vp(m, 0) == 1
    assert m.options(0) == ["gain.firewood", "gain.stone", "gain.peat"]


@pytest.mark.rule("T-ROUND-04")
@pytest.mark.parametrize(
    ("line", "space", "gained"),
    [
        (["move.1_e", "gain.stone"], 2, {"peat": 1, "stone": 1}),
        (["gain.stone", "move.1_e"], 2, {"peat": 1, "stone": 1}),
        (["gain.peat", "finish"], 1, {"peat": 1}),
        (["move.1_e", "finish"], 2, {"peat": 1}),
        (["finish"], 1, {}),
    ],
)
def test_humble_gives_a_movement_point_and_any_resource_fully_partly_or_not_at_all(
    line: list[str], space: int, gained: dict[str, int]
) -> None:
    m = round_start(Player(workers=[1]), glades={2: "peat"})
    play(m, 0, *line)
    assert (workers(m, 0), have(m, 0)) == ([space], gained)
    assert m.actors() == [1]


@pytest.mark.rule("T-ROUND-05")
@pytest.mark.parametrize("boards", ["", "travel", "travel, trade", "architecture, travel, gathering, trade"])
@pytest.mark.parametrize("round", DICE)
def test_1_vp_for_each_upgraded_order_board(boards: str, round: int) -> None:
    m = round_start(Player(upgraded=boards, vp=3), Player(upgraded="trade"), round=round)
    play(m, 0, "finish")
    assert vp(m, 0) == 3 + len([board for board in boards.split(",") if board])
    assert vp(m, 1) == 0
    play(m, 1, "finish")
    assert vp(m, 1) == 1


@pytest.mark.rule("T-ROUND-06", "T-ARCH-04")
@pytest.mark.parametrize("round", DICE)
def test_the_bonus_of_every_tower_on_the_board_at_every_round_start(round: int) -> None:
    """g01 and g04 give 1 VP and 1 berry, g10 2 VP. Another player's tower pays its owner."""
    mine = Player(towers=[1, 2, 3])
    m = round_start(mine, Player(towers=[4]), round=round, glades={1: "g01", 2: "g04", 3: "g10", 4: "g07"})
    play(m, 0, "finish")
    assert (vp(m, 0), have(m, 0)) == (4, {"berry": 2})
    assert (vp(m, 1), have(m, 1)) == (0, {})
    play(m, 1, "finish")
    assert (vp(m, 1), have(m, 1)) == (1, {"berry": 1})


@pytest.mark.rule("T-ROUND-07")
@pytest.mark.parametrize("seats", SEATS)
def test_round_one_has_a_start_too(seats: int) -> None:
    m = ready(seats)
    assert table(m).round == 1
    assert m.actors() == [table(m).first]
    assert "gain.peat" in m.options(m.actors()[0])


@pytest.mark.rule("T-RULING-ROUND-01")
def test_glades_and_cards_change_for_the_next_player() -> None:
    m = round_start(Player(workers=[1]), Player(workers=[5]), face_down={2: "g07"})
    play(m, 0, "move.1_e")
    assert tiles(m)[2] == "g07"
    assert m.actors() == [0]  # still has to choose a resource
    play(m, 0, "gain.stone")
    play(m, 1, "move.1_nw")
    assert have(m, 1) == {"peat": 1}
    m = round_start(Player(title="provident"), Player(title="generous"), market="a01, a02, e01, e02")
    play(m, 0, "take.a02")
    assert market(m) == ["a01", "e01", "e02"]


@pytest.mark.rule("T-RULING-ROUND-02", "T-RULING-MOVE-04")
def test_points_of_title_and_tower_are_separate_actions() -> None:
    """The title's point moves to space 2 and the tower's (g19) back, which is illegal within one action."""
    players = [Player(workers=[1], towers=[3]), Player(), Player(), Player()]
    m = round_start(*players, glades={1: "g10", 2: "g22", 3: "g19"})
    assert {"move.1_e", "gain.peat"} <= set(m.options(0))  # in any order
    play(m, 0, "gain.peat", "move.1_e")
    assert workers(m, 0) == [2]
    assert "move.1_w" in m.options(0)
    play(m, 0, "move.1_w")
    assert workers(m, 0) == [1]


@pytest.mark.rule("T-RULING-ROUND-03")
@pytest.mark.parametrize("order", [(2, 4, 5), (5, 4, 2), (4, 2, 5)])
def test_the_owner_chooses_the_order_of_the_bonuses(order: tuple[int, int, int]) -> None:
    """g02, g05 and g08 each bring a worker, and two workers are left."""
    m = round_start(Player(workers=[13, 13, 13, 13], towers=[2, 4, 5]), glades={2: "g02", 4: "g05", 5: "g08"})
    play(m, 0, "finish")
    assert m.options(0) == ["tower.2", "tower.4", "tower.5"]
    play(m, 0, f"tower.{order[0]}", f"tower.{order[1]}")
    assert workers(m, 0) == sorted([*order[:2], 13, 13, 13, 13])
    assert m.actors() == [1]


@pytest.mark.rule("T-RULING-ROUND-03")
@pytest.mark.parametrize("line", [["here", "gain.stone"], ["gain.stone"]])  # the last part follows by itself
def test_within_one_bonus_the_order_of_its_parts_is_free(line: list[str]) -> None:
    both = '[{ op = "worker_here", n = 1 }, { op = "gain", item = "any", n = 1 }]'
    box = other_box("g02", '[{ op = "worker_here", n = 1 }]', both)
    m = round_start(Player(towers=[2]), glades={2: "g02"}, components=box)
    play(m, 0, "finish")
    assert m.options(0) == ["here", "gain.firewood", "gain.stone", "gain.peat"]
    play(m, 0, *line)
    assert (workers(m, 0), have(m, 0)) == ([2], {"stone": 1})


def asks(id: str) -> bool:
    """True if the bonus of this glade leaves a choice."""
    return any(
        step["op"] not in ("gain", "gain_per", "worker_here") or step.get("item") == "any"
        for step in GLADES[id]["tower_bonus"]
    )


@pytest.mark.rule("T-RULING-ROUND-04")
@pytest.mark.parametrize("id", GLADES)
def test_vp_berries_and_fixed_resources_are_booked_without_asking(id: str) -> None:
    everyone = [Player(towers=[1], workers=[2]), Player(), Player(), Player()]
    m = round_start(*everyone, glades={1: id, 2: "g10" if id != "g10" else "g11"})
    play(m, 0, "finish")
    assert (m.actors() == [0]) == asks(id)
    fixed: Counter[str] = Counter()
    placed = [2]
    for step in GLADES[id]["tower_bonus"]:
        if step["op"] == "worker_here":
            placed.insert(0, 1)
        elif step["op"] == "move":
            play(m, 0, "finish")  # movement may be declined
        elif step["item"] == "any":
            assert m.options(0) == ["gain.firewood", "gain.stone", "gain.peat"]
            play(m, 0, "gain.peat")
            fixed["peat"] += 1
        else:
            fixed[step["item"]] += step["n"]
    assert vp(m, 0) == fixed.pop("vp", 0)
    assert have(m, 0) == fixed
    assert workers(m, 0) == placed


@pytest.mark.rule("T-RULING-ROUND-04")
def test_movement_may_be_refused_or_cut_short() -> None:
    box = other_box("humble", '{ op = "move", n = 1 }', '{ op = "move", n = 3 }')
    m = round_start(Player(workers=[1]), glades={2: "g10", 5: "g11"}, components=box)
    play(m, 0, "move.1_e")
    assert "stop" in m.options(0)
    play(m, 0, "stop")
    assert m.options(0) == ["gain.firewood", "gain.stone", "gain.peat", "finish"]


@pytest.mark.rule("T-RULING-ROUND-04")
def test_several_resources_of_a_bonus_are_all_taken() -> None:
    two = '[{ op = "gain", item = "any", n = 2 }, { op = "gain", item = "berry", n = 1 }]'
    box = other_box(
        "g03", '[{ op = "gain", item = "any", n = 1 }, { op = "gain", item = "berry", n = 1 }]', two
    )
    m = round_start(Player(towers=[2]), glades={2: "g03"}, components=box)
    play(m, 0, "finish", "gain.firewood")
    assert m.options(0) == ["gain.firewood", "gain.stone", "gain.peat"]
    play(m, 0, "gain.peat")
    assert have(m, 0) == {"firewood": 1, "peat": 1, "berry": 1}


@pytest.mark.rule("T-RULING-ROUND-04", "T-PGOAL-04")
def test_day_off_cannot_be_raised_by_refusing_the_worker_of_a_tower() -> None:
    """Four workers in supply would score 10 VP. One of them must go on the tower's glade."""
    me = Player(towers=[2], workers=[1, 1], goal="day_off")
    m = round_start(me, glades={2: "g02"}, round=4)
    play(m, 0, "finish")
    assert workers(m, 0) == [1, 1, 2]
    assert m.scores()[0].breakdown["personal_goal"] == 4


@pytest.mark.rule("T-RULING-ROUND-04")
def test_with_the_box_of_version_1_a_worker_and_a_resource_may_be_refused() -> None:
    first = GAME.first_text()
    m = round_start(Player(towers=[2]), glades={2: "g02"}, components=first)
    play(m, 0, "finish")
    assert m.options(0) == ["here", "finish"]
    play(m, 0, "finish")
    assert workers(m, 0) == []
    m = round_start(Player(towers=[2]), glades={2: "g03"}, components=first)
    play(m, 0, "finish", "finish")
    assert have(m, 0) == {"berry": 1}


@pytest.mark.rule("T-RULING-ROUND-05")
def test_no_free_actions_or_advisors_in_the_start_of_round() -> None:
    rich = Player(berries=20, advisors="a04", towers=[2], workers=[1])
    m = round_start(rich, glades={2: "g03"})
    for line in (["gain.peat", "finish"], ["gain.stone"]):  # at the title, then at the tower
        assert free(m, 0) == []
        for token in ("use.a04", "buy", "reroll.1", "up.1"):
            assert refused(m, 0, token)[0] == "not_an_option_now"
        play(m, 0, *line)
    play(m, 1, "finish")
    assert {"use.a04", "buy"} <= set(free(m, 0))


# ---- placement ----


@pytest.mark.rule("T-ROUND-08", "T-RULING-DICE-01")
@pytest.mark.parametrize("seats", SEATS)
def test_turns_go_round_clockwise_one_die_each(seats: int) -> None:
    for first in range(seats):
        m = scene(*(Player(dice=[1, 2, 3]) for _ in range(seats)), to_move=first, first=first)
        for turn in range(2 * seats):
            p = (first + turn) % seats
            assert m.actors() == [p]
            left = 3 - turn // seats
            assert len(dice(m, p)) == left
            play(m, p, f"place.trade_{dice(m, p)[0]}", "end")
            assert len(dice(m, p)) == left - 1
        assert [seat for seat, _, _ in logged(m, tokens.PLACED)] == [
            (first + n) % seats for n in range(2 * seats)
        ]


@pytest.mark.rule("T-ROUND-08")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_placement_begins_with_the_first_player(first: int) -> None:
    m = round_start(seats=3, round=2, first=first)
    decline(m)
    assert m.actors() == [first]
    assert any(token.startswith("place.") for token in m.options(first))


@pytest.mark.rule("T-ROUND-09", "T-RULING-DICE-05")
def test_a_player_without_dice_is_skipped_and_one_with_more_plays_on() -> None:
    m = scene(Player(dice=[1]), Player(dice=[]), Player(dice=[1, 2, 3]))
    play(m, 0, "place.trade_1", "end")
    for value in (1, 2):
        assert m.actors() == [2]
        play(m, 2, f"place.trade_{value}", "end")
    assert m.actors() == [2]
    assert (table(m).round, dice(m, 2)) == (1, [3])


@pytest.mark.rule("T-ROUND-10")
def test_the_phase_ends_when_no_player_has_dice() -> None:
    m = scene(Player(dice=[1]), Player(dice=[2]))
    play(m, 0, "place.trade_1", "end")
    assert table(m).round == 1
    play(m, 1, "place.trade_2", "end")
    assert table(m).round == 2


# ---- end of round ----


def last_die(round: int) -> samovar.Match:
    """A match in which both players have one die left in this round. Slots, a goal and cards are used."""
    mine = Player(dice=[1], slots="travel_2, travel_3", exhausted="a01", advisors="a02", spare=3)
    return scene(
        mine,
        Player(dice=[1], exhausted="a05"),
        round=round,
        market="a03, e01",
        goals="feast",
        blocked="feast",
    )


@pytest.mark.rule("T-ROUND-11", "T-END-01")
def test_after_round_four_the_game_is_over_and_nothing_is_put_back() -> None:
    m = last_die(4)
    play(m, 0, "place.trade_1", "end", "end")
    play(m, 1, "place.trade_1", "end")
    assert m.over
    assert (table(m).round, table(m).first) == (4, 0)
    assert (market(m), discard(m)) == (["a03", "e01"], [])
    assert slots(m, 0) == ["travel_2", "travel_3", "trade_1"]
    assert blocked(m) == ["feast"]
    assert (advisors(m, 0), exhausted(m, 0)) == (["a02"], ["a01"])


@pytest.mark.rule("T-ROUND-12")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_all_dice_return_from_boards_and_goals_bought_ones_included(round: int) -> None:
    """Six dice are used, one of them on a goal and one bought. The seventh is placed now."""
    used = "travel_2, travel_3, travel_4, travel_5"
    m = scene(
        Player(dice=[1, 1], slots=used, berries=20, spare=1), Player(dice=[1]), round=round, goals="feast"
    )
    play(m, 0, "buy")
    assert (len(dice(m, 0)), spare(m, 0)) == (3, 0)
    play(m, 0, "goal.feast_1", "end")
    play(m, 1, "place.trade_1", "end")
    while table(m).round == round:
        play(m, 0, next(token for token in m.options(0) if token.startswith(("place.", "end"))))
    assert table(m).round == round + 1
    for p in (0, 1):
        assert slots(m, p) == []
        assert spare(m, p) + len(dice(m, p)) == 7
        assert len(dice(m, p)) == DICE[round + 1]
    assert blocked(m) == []


@pytest.mark.rule("T-ROUND-13")
@pytest.mark.parametrize(("seats", "size"), [(2, 4), (3, 5), (4, 6)])
def test_the_market_is_discarded_and_a_full_one_dealt(seats: int, size: int) -> None:
    m = round_start(seats=seats, round=2, market="a01, e05")
    assert discard(m) == ["a01", "e05"]
    assert len(market(m)) == size
    assert not {"a01", "e05"} & set(market(m))
    assert len(deck(m)) == len(CITY) - 2 - size
    m = round_start(seats=seats, round=1, market="a01, e05")
    assert market(m) == ["a01", "e05"]  # no renewal before the first round


@pytest.mark.rule("T-ROUND-14")
def test_exhausted_advisors_become_ready() -> None:
    m = last_die(1)
    play(m, 0, "place.trade_1", "end", "end")
    assert (exhausted(m, 0), exhausted(m, 1)) == (["a01"], ["a05"])
    play(m, 1, "place.trade_1", "end")
    assert (advisors(m, 0), advisors(m, 1)) == (["a01", "a02"], ["a05"])
    assert (exhausted(m, 0), exhausted(m, 1)) == ([], [])


@pytest.mark.rule("T-ROUND-15", "T-RULING-ROUND-07")
@pytest.mark.parametrize("seats", SEATS)
def test_the_counter_advances_and_the_token_passes_to_the_left(seats: int) -> None:
    """With three players the first player of round I is first again in round IV."""
    for start in range(seats):
        m = begun(seats, first_player=str(start + 1))
        play_at_random(m)
        rounds = [(number, first) for first, number, _ in logged(m, tokens.ROUND_BEGINS)]
        assert rounds == [(n + 1, (start + n) % seats) for n in range(4)]
        if seats == 3:
            assert rounds[0][1] == rounds[3][1]


@pytest.mark.rule("T-RULING-ROUND-06")
def test_the_end_of_round_is_complete_before_the_next_decision() -> None:
    """Provident takes from the new market, when dice, market, advisors, counter and token are in place."""
    mine = Player(slots="travel_2", exhausted="a01", title="provident")
    m = round_start(
        Player(title="wisdom"), mine, round=2, first=1, market="a03, e01", goals="feast", blocked="feast"
    )
    assert m.actors() == [1]
    assert m.options(1) == [f"take.{id}" for id in market(m)] + ["finish"]
    assert (len(market(m)), discard(m)) == (4, ["a03", "e01"])
    assert (slots(m, 1), blocked(m), advisors(m, 1)) == ([], [], ["a01"])
    assert (table(m).round, table(m).first) == (2, 1)
