"""Movement: workers move, open glades and yield resources."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.tundra import tokens
from tests.tundra.scene import (
    GLADES,
    LAYOUTS,
    Player,
    have,
    logged,
    play,
    refused,
    round_start,
    scene,
    table,
    tiles,
    until,
    workers,
)

# names of directions, by the step in coordinates [q, r] of the component file
WAYS = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}


def travel(
    *standing: int,
    value: int = 6,
    up: bool = True,
    glades: dict[int, str] | None = None,
    face_down: dict[int, str] | None = None,
    cards: str = "",
    seed: int = 0,
) -> samovar.Match:
    """A match in which seat 0 has begun to move these workers with upgraded Travel.

    It gives 4 points for a 6, 3 for a 4, 2 for a 2. Without ``face_down`` every glade is open.
    """
    open_map = dict.fromkeys(range(1, 13), "") | (glades or {})
    player = Player(dice=[value], workers=standing, upgraded="travel" if up else "", enhancements=cards)
    if face_down:
        m = scene(player, Player(), glades=glades, face_down=face_down, seed=seed)
    else:
        m = scene(player, Player(), glades=dict(sorted(open_map.items())), seed=seed)
    play(m, 0, f"place.travel_{value}", "do.board")
    return m


def moves(m: samovar.Match) -> list[str]:
    return [token for token in m.options(0) if token.startswith("move.")]


# ---- targets ----


@pytest.mark.rule("T-MOVE-01", "T-RULING-MOVE-02", "T-RULING-MOVE-05")
@pytest.mark.parametrize("id", LAYOUTS)
@pytest.mark.no_cover
def test_one_step_leads_to_any_glade_or_settlement_that_shares_a_side_and_nowhere_else(id: str) -> None:
    """Checked from every space of every map. No step leads into a hole or off the edge."""
    layout = LAYOUTS[id]
    spaces = [*layout["glades"], *(seat["settlement"] for seat in layout["seat"])]
    for number, (q, r) in enumerate(spaces, 1):
        m = scene(Player(dice=[1], workers=[number]), seats=layout["players"], options={"layout": id})
        play(m, 0, "place.travel_1", "do.board")
        expected = {
            f"move.1_{way}": spaces.index([q + dq, r + dr]) + 1
            for way, (dq, dr) in WAYS.items()
            if [q + dq, r + dr] in spaces
        }
        assert moves(m) == list(expected)
        for way in WAYS:
            if f"move.1_{way}" not in expected:
                assert refused(m, 0, f"move.1_{way}") == ("nothing_there", "T-RULING-MOVE-05")
        for token, target in expected.items():
            if target in tiles(m) or target > len(layout["glades"]):
                play(m, 0, token)
                assert workers(m, 0) == [target]
                m.undo(0)


@pytest.mark.rule("T-RULING-MOVE-05")
def test_the_frozen_lake_cannot_be_entered() -> None:
    """3p-a is a ring around the middle hex [0, 0]."""
    glades = LAYOUTS["3p-a"]["glades"]
    for way, (dq, dr) in WAYS.items():
        beside = glades.index([-dq, -dr]) + 1
        m = scene(Player(dice=[1], workers=[beside]), seats=3, options={"layout": "3p-a"})
        play(m, 0, "place.travel_1", "do.board")
        assert refused(m, 0, f"move.1_{way}") == ("nothing_there", "T-RULING-MOVE-05")


@pytest.mark.rule("T-MOVE-01")
def test_only_own_workers_move_one_for_each_point() -> None:
    m = scene(Player(dice=[1], workers=[1]), Player(workers=[2, 5]), glades={4: "none"})
    play(m, 0, "place.travel_1", "do.board")
    assert {token.partition("_")[0] for token in moves(m)} == {"move.1"}
    play(m, 0, "move.1_se")
    assert (workers(m, 0), workers(m, 1)) == ([4], [2, 5])
    assert m.actors() == [1]


@pytest.mark.rule("T-RULING-MOVE-02")
@pytest.mark.parametrize(("start", "way", "home"), [(1, "ne", 13), (11, "se", 14)])
def test_any_settlement_may_be_entered_and_yields_nothing(start: int, way: str, home: int) -> None:
    """13 is the own settlement, 14 another player's."""
    m = travel(start, value=2)
    play(m, 0, f"move.1_{way}")
    assert (workers(m, 0), have(m, 0)) == ([home], {})
    back = {"ne": "sw", "se": "nw"}[way]
    assert refused(m, 0, f"move.1_{back}") == ("has_been_there", "T-MOVE-06")


@pytest.mark.rule("T-RULING-MOVE-02")
def test_a_settlement_is_entered_once_in_an_action_like_a_glade() -> None:
    """A worker that left the settlement over 1 and 2 cannot return to it."""
    m = travel(13, value=4)
    play(m, 0, "move.1_sw", "move.1_e")
    assert workers(m, 0) == [2]
    assert refused(m, 0, "move.1_nw") == ("has_been_there", "T-MOVE-06")


# ---- yields ----


@pytest.mark.rule("T-MOVE-02")
@pytest.mark.parametrize("id", GLADES)
def test_the_worker_at_once_yields_1_resource_of_the_tile_entered(id: str) -> None:
    m = scene(Player(dice=[6], workers=[1]), seats=4, glades={1: "g22" if id != "g22" else "g23", 2: id})
    play(m, 0, "place.travel_6", "do.board", "move.1_e")
    kind = GLADES[id]["resource"]
    assert have(m, 0) == ({} if kind == "none" else {kind: 1})
    assert "stop" in m.options(0)  # the action goes on


@pytest.mark.rule("T-MOVE-02")
def test_leaving_and_staying_yield_nothing() -> None:
    m = travel(1, 3, value=2, glades={1: "peat", 2: "g10", 3: "stone"})
    play(m, 0, "move.1_e", "stop")
    assert have(m, 0) == {}


@pytest.mark.rule("T-MOVE-03", "T-GLADE-06")
@pytest.mark.parametrize("id", ["g02", "g05", "g08", "g12"])
def test_a_face_down_glade_is_opened_when_entered_and_yields_as_usual(id: str) -> None:
    m = travel(1, value=2, face_down={2: id})
    assert 2 not in tiles(m)
    play(m, 0, "move.1_e")
    assert tiles(m)[2] == id
    kind = GLADES[id]["resource"]
    assert have(m, 0) == ({} if kind == "none" else {kind: 1})


@pytest.mark.rule("T-MOVE-03", "T-GLADE-06")
def test_face_down_tiles_are_equally_likely_and_opened_once() -> None:
    seen = set()
    for seed in range(80):
        m = scene(
            Player(dice=[1], workers=[1]),
            Player(workers=[5], dice=[1]),
            glades={1: "g10", 5: "g11"},
            seed=seed,
        )
        play(m, 0, "place.travel_1", "do.board", "move.1_e")
        opened = tiles(m)[2]
        seen.add(opened)
        play(m, 1, "place.travel_1", "do.board", "move.1_nw")
        assert tiles(m)[2] == opened
        assert len(logged(m, tokens.OPENED)) == 1
        assert have(m, 0) == have(m, 1)
    assert seen == {id for id, glade in GLADES.items() if glade["dots"] == 0} - {"g10", "g11"}


@pytest.mark.rule("T-MOVE-04", "T-MOVE-05")
@pytest.mark.parametrize(
    ("line", "standing", "gained"),
    [
        (["move.1_e", "move.1_se", "move.1_sw"], [7, 12], {"firewood": 1, "stone": 1, "peat": 1}),
        (["move.1_e", "move.2_ne", "move.1_se"], [5, 10], {"firewood": 1, "stone": 2}),
        (["move.2_nw", "move.2_ne", "move.1_e"], [2, 7], {"firewood": 1, "peat": 1}),
        (["move.2_nw", "move.2_ne", "move.2_ne"], [1, 5], {"peat": 1, "stone": 1}),
    ],
)
def test_points_go_to_one_worker_or_several_and_every_tile_on_the_way_yields(
    line: list[str], standing: list[int], gained: dict[str, int]
) -> None:
    """Workers on 1 and 12 with three points, in any split."""
    m = travel(1, 12, value=4, glades={2: "firewood", 5: "stone", 7: "peat", 9: "none", 10: "stone"})
    play(m, 0, *line)
    assert (workers(m, 0), have(m, 0)) == (standing, gained)
    assert m.actors() == [1]


@pytest.mark.rule("T-MOVE-04")
def test_no_more_steps_than_points() -> None:
    m = travel(1, 2, value=2)
    play(m, 0, "move.1_se", "move.2_se")
    assert m.actors() == [1]
    assert workers(m, 0) == [4, 5]


@pytest.mark.rule("T-MOVE-05")
def test_a_movement_may_yield_the_same_resource_twice() -> None:
    m = travel(1, value=4, glades={2: "peat", 5: "peat", 7: "peat"})
    play(m, 0, "move.1_e", "move.1_se", "move.1_sw")
    assert (workers(m, 0), have(m, 0)) == ([7], {"peat": 3})


# ---- once per action ----


@pytest.mark.rule("T-MOVE-06")
def test_a_worker_is_on_each_tile_only_once_its_starting_tile_included() -> None:
    """On the three tiles 1, 2, 4 a worker can neither step back nor go round to its start."""
    m = travel(1, value=6)
    play(m, 0, "move.1_e")
    assert refused(m, 0, "move.1_w") == ("has_been_there", "T-MOVE-06")
    play(m, 0, "move.1_sw")
    assert workers(m, 0) == [4]
    assert refused(m, 0, "move.1_nw") == ("has_been_there", "T-MOVE-06")  # 1, its start
    assert refused(m, 0, "move.1_ne") == ("has_been_there", "T-MOVE-06")  # 2, on the way
    assert moves(m) == ["move.1_e", "move.1_w", "move.1_sw", "move.1_se"]


@pytest.mark.rule("T-MOVE-06")
def test_a_worker_in_a_dead_end_stays_there() -> None:
    """A worker that came over both glades into the settlement cannot go on."""
    m = travel(1, value=6)
    play(m, 0, "move.1_ne", "move.1_se")
    assert workers(m, 0) == [2]
    assert set(moves(m)) == {"move.1_sw", "move.1_se"}
    m = travel(2, value=6)
    play(m, 0, "move.1_w", "move.1_ne")  # into the settlement, over both of its glades
    assert m.actors() == [1]  # nothing is left: the points are forgone


@pytest.mark.rule("T-RULING-MOVE-03", "T-MOVE-06")
def test_the_limit_is_counted_per_worker_two_may_enter_the_same_glade_and_both_yield() -> None:
    m = travel(1, 5, value=4, glades={2: "peat"})
    play(m, 0, "move.1_e")
    assert have(m, 0) == {"peat": 1}
    play(m, 0, "move.2_nw")
    assert (workers(m, 0), have(m, 0)) == ([2, 2], {"peat": 2})
    assert "move.2_w" in m.options(0)  # the other one has not been on 1
    assert "move.1_w" not in m.options(0)
    assert "move.1_se" in m.options(0)
    assert "move.2_se" not in m.options(0)


@pytest.mark.rule("T-RULING-MOVE-03")
def test_only_one_of_interchangeable_workers_is_offered() -> None:
    m = travel(1, 1, 1, value=4, glades={2: "peat"})
    assert {token.partition("_")[0] for token in moves(m)} == {"move.1"}
    play(m, 0, "move.1_e")
    assert {token.partition("_")[0] for token in moves(m)} == {"move.1", "move.2"}
    play(m, 0, "move.2_e", "move.3_e")
    assert (workers(m, 0), have(m, 0)) == ([2, 2, 2], {"peat": 3})


def test_workers_are_renumbered_by_space_when_the_action_is_over() -> None:
    """During the action each worker keeps its number. Afterwards equal tables are equal states."""
    glades = {1: "none", 2: "none", 4: "none"}
    m = travel(1, 2, value=4, up=False, cards="e03_travel", glades=glades)
    play(m, 0, "move.1_se", "do.market1")
    assert workers(m, 0) == [2, 4]
    assert "move.1_nw" in moves(m)  # the first stands on 2 now, next to the settlement
    other = travel(1, 4, value=4, up=False, cards="e03_travel", glades=glades)
    play(other, 0, "move.1_e", "do.market1")
    assert other.position() == m.position()


@pytest.mark.rule("T-RULING-MOVE-04")
def test_points_of_a_card_are_another_action_with_fresh_limits() -> None:
    m = travel(1, value=4, up=False, cards="e03_travel", glades={1: "peat", 2: "stone"})
    play(m, 0, "move.1_e", "do.market1")
    assert "move.1_w" in m.options(0)
    play(m, 0, "move.1_w")
    assert (workers(m, 0), have(m, 0)) == ([1], {"stone": 1, "peat": 1})


@pytest.mark.rule("T-RULING-MOVE-04")
def test_points_of_an_advisor_are_another_action_too() -> None:
    m = scene(Player(dice=[1], workers=[1], advisors="a05"), Player(), glades={1: "peat", 2: "stone"})
    play(m, 0, "use.a05", "move.1_e", "place.travel_1", "do.board", "move.1_w")
    assert have(m, 0) == {"stone": 1, "peat": 1, "berry": 1}


@pytest.mark.rule("T-RULING-MOVE-04")
def test_the_limit_does_not_reach_into_the_next_round() -> None:
    m = round_start(Player(workers=[1]), glades={1: "peat", 2: "stone"}, round=2)
    play(m, 0, "move.1_e", "gain.peat")
    assert list(table(m).visited) == [0] * 8


# ---- step by step ----


@pytest.mark.rule("T-RULING-MOVE-01")
def test_each_step_is_chosen_after_the_tile_was_opened_and_its_resource_booked() -> None:
    m = travel(1, 5, value=4, face_down={2: "g07"})
    play(m, 0, "move.1_e")
    assert (tiles(m)[2], have(m, 0)) == ("g07", {"peat": 1})
    assert {"move.1_se", "move.2_nw", "stop"} <= set(m.options(0))  # go on, redirect or forgo
    play(m, 0, "move.2_nw")
    assert have(m, 0) == {"peat": 2}
    play(m, 0, "stop")
    assert m.actors() == [1]


@pytest.mark.rule("T-RULING-MOVE-01")
def test_opening_a_glade_cannot_be_undone() -> None:
    m = travel(1, value=4, face_down={2: "g07"})
    play(m, 0, "move.1_e")
    with pytest.raises(samovar.CannotUndo):
        m.undo(0)


@pytest.mark.rule("T-RULING-MOVE-06")
def test_workers_that_are_placed_yield_nothing() -> None:
    """Workers are placed by Architecture, a card (e16), an advisor (a11) and a tower bonus (g02)."""
    m = scene(Player(dice=[1], towers=[1], peat=2, berries=1), Player(), glades={1: "peat"})
    play(m, 0, "place.architecture_1", "do.board", "put.1")
    assert (workers(m, 0), have(m, 0)) == ([1], {})
    m = scene(
        Player(dice=[6], towers=[1], berries=2, enhancements="e16_travel"), Player(), glades={1: "peat"}
    )
    play(m, 0, "place.travel_6", "do.market1", "put.1")
    assert (workers(m, 0), have(m, 0)) == ([1], {})
    m = scene(Player(towers=[1], berries=2, advisors="a11"), Player(), glades={1: "peat"})
    play(m, 0, "use.a11", "put.1")
    assert (workers(m, 0), have(m, 0)) == ([1], {})
    m = round_start(Player(towers=[1]), glades={1: "g02"})
    play(m, 0, "finish")
    assert (workers(m, 0), have(m, 0)) == ([1], {})


@pytest.mark.rule("T-RULING-MOVE-01", "T-MOVE-03")
def test_one_movement_may_open_two_glades() -> None:
    m = until(
        opened_twice,
        lambda m: GLADES[tiles(m)[2]]["resource"] != GLADES[tiles(m)[5]]["resource"],
    )
    expected: dict[str, int] = {}
    for space in (2, 5):
        kind = GLADES[tiles(m)[space]]["resource"]
        if kind != "none":
            expected[kind] = expected.get(kind, 0) + 1
    assert have(m, 0) == expected


def opened_twice(seed: int) -> samovar.Match:
    m = scene(Player(dice=[6], workers=[1]), Player(), seed=seed)
    play(m, 0, "place.travel_6", "do.board", "move.1_e", "move.1_se")
    return m
