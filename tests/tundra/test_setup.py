"""Set-up: general rules, glades, resources, first player, map, starter cards, market and goals."""

from __future__ import annotations

from itertools import combinations
from typing import cast

import pytest

import samovar
from samovar.games import registry
from samovar.games.tundra import tokens
from samovar.games.tundra.components import SIDES, SLOTS
from samovar.games.tundra.state import Tundra
from samovar.kernel.state import NATURE
from tests.tundra.scene import (
    BOARD_IDS,
    BOX,
    CITY,
    GLADES,
    GOALS,
    LAYOUTS,
    PERSONAL,
    SEATS,
    STARTERS,
    TITLES,
    Player,
    begun,
    blocked,
    dealt,
    deck,
    dice,
    discard,
    goals,
    have,
    logged,
    market,
    personal,
    play,
    play_at_random,
    position,
    ready,
    refused,
    scene,
    slots,
    spare,
    starters,
    stock,
    table,
    tiles,
    title,
    towers,
    upgraded,
    vp,
    workers,
)

GAME = registry.game("tundra")
START = {"firewood": 2, "stone": 2, "peat": 2, "berry": 4}
SPECIAL = {id for id, entry in TITLES.items() if entry["kind"] == "special"}
ALTERNATES = [(entry["players"], id) for id, entry in LAYOUTS.items() if not entry["default"]]
EVERY_MAP = [(entry["players"], id) for id, entry in LAYOUTS.items()]


def in_use(things: dict[str, dict[str, int]], seats: int) -> list[str]:
    return [id for id, thing in things.items() if thing["dots"] <= seats]


def start_of(id: str) -> list[list[int]]:
    """The two spaces where the workers of each seat begin."""
    layout = LAYOUTS[id]
    return [sorted(layout["glades"].index(point) + 1 for point in seat["start"]) for seat in layout["seat"]]


def dealing(m: samovar.Match) -> list[str]:
    """The tokens of Nature's draws so far."""
    return [stock(m).notation.token(entry.action) for entry in m.log if entry.seat == NATURE]


# ---- general ----


@pytest.mark.rule("T-GEN-01")
def test_two_three_or_four_players_can_play() -> None:
    for seats in SEATS:
        assert begun(seats).actors() == list(range(seats))
    for seats in (0, 1, 5):
        with pytest.raises(samovar.BadInput, match=f"Tundra is for 2 to 4 seats, not {seats}"):
            begun(seats)


@pytest.mark.rule("T-GEN-01", "T-END-01")
@pytest.mark.parametrize("seats", SEATS)
def test_a_game_lasts_exactly_four_rounds(seats: int) -> None:
    m = begun(seats)
    play_at_random(m)
    assert [number for _, number, _ in logged(m, tokens.ROUND_BEGINS)] == [1, 2, 3, 4]
    assert len(logged(m, tokens.GAME_OVER)) == 1
    assert m.over
    best = max(score.total for score in m.scores())
    assert all((score.rank == 1) <= (score.total == best) for score in m.scores())


@pytest.mark.rule("T-GEN-04")
@pytest.mark.parametrize("seats", SEATS)
def test_all_begin_with_the_same_basic_title(seats: int) -> None:
    m = begun(seats)
    assert [title(m, p) for p in range(seats)] == ["humble"] * seats
    assert all("character" not in token for token in stock(m).notation.actions)


@pytest.mark.rule("T-GEN-05")
@pytest.mark.parametrize("seats", SEATS)
def test_both_sides_of_the_order_boards_are_open_to_all(seats: int) -> None:
    """Every view contains the backs of the boards with their frames and prices."""
    m = begun(seats)
    for p in range(seats):
        box = cast(Tundra, m.view(p)).stock
        for board in range(4):
            at = (board * SIDES + 1) * SLOTS
            assert all(box.slot_action[at + value] for value in range(1, 7))
            assert box.upgrade_price[board]
        assert all(token.startswith("keep.") for token in m.options(p))


# ---- glades ----


@pytest.mark.rule("T-GLADE-01")
def test_a_glade_shows_a_resource_or_none_a_bonus_and_0_3_or_4_dots() -> None:
    assert {glade["resource"] for glade in GLADES.values()} == {"firewood", "stone", "peat", "none"}
    assert {glade["dots"] for glade in GLADES.values()} == {0, 3, 4}
    assert all(glade["tower_bonus"] for glade in GLADES.values())


@pytest.mark.rule("T-GLADE-01", "T-GLADE-05", "T-ARCH-02")
def test_a_glade_holds_one_tower_of_any_player() -> None:
    with pytest.raises(samovar.BadInput, match=r"player\[1\].towers: a glade holds at most one tower"):
        scene(Player(towers=[4]), Player(towers=[4]))
    for owner in (0, 1):
        players = [Player(dice=[6], workers=[4, 5], peat=4), Player()]
        players[owner].towers = [4]
        m = scene(*players)
        play(m, 0, "place.architecture_6", "do.board")
        assert m.options(0) == ["build.5", "finish"]
        assert refused(m, 0, "build.4") == ("a_tower_stands_there", "T-ARCH-02")


@pytest.mark.rule("T-GLADE-02", "T-MOVE-02")
@pytest.mark.parametrize(
    ("kind", "gained"),
    [("none", {}), ("peat", {"peat": 1}), ("stone", {"stone": 1}), ("firewood", {"firewood": 1})],
)
def test_a_glade_without_a_resource_never_yields_one(kind: str, gained: dict[str, int]) -> None:
    m = scene(Player(dice=[1], workers=[1]), glades={1: "g10", 2: kind})
    play(m, 0, "place.travel_1", "do.board", "move.1_e")
    assert have(m, 0) == gained
    m = scene(Player(dice=[1], workers=[1]), face_down={2: kind}, glades={1: "g10"})
    play(m, 0, "place.travel_1", "do.board", "move.1_e")
    assert have(m, 0) == gained
    m = scene(Player(dice=[6], workers=[2], towers=[1]), glades={1: "g10", 2: kind})
    play(m, 0, "place.gathering_6", "do.board")
    if gained:
        assert m.options(0) == ["gather.2", "finish"]
        play(m, 0, "gather.2")
    assert have(m, 0) == gained


@pytest.mark.rule("T-GLADE-03", "T-SETUP-05")
@pytest.mark.parametrize("seats", SEATS)
def test_the_dots_of_a_glade_say_from_how_many_players_on_it_is_used(seats: int) -> None:
    """Over many games every glade in use is opened, and no other."""
    expected = {id for id, glade in GLADES.items() if glade["dots"] in range(seats + 1)}
    assert len(expected) == 6 * seats
    seen: set[str] = set()
    for seed in range(40):
        seen |= set(tiles(begun(seats, seed)).values())
    assert seen == expected


@pytest.mark.rule("T-GLADE-04")
def test_any_number_of_workers_of_several_players_stand_on_one_glade_with_or_without_a_tower() -> None:
    crowd = [1] * 6
    m = scene(Player(dice=[1], workers=[2]), Player(workers=crowd), Player(workers=crowd), glades={1: "peat"})
    play(m, 0, "place.travel_1", "do.board", "move.1_w")
    assert workers(m, 0) == [1]
    for owner in (0, 1):
        players = [Player(dice=[1], workers=[2]), Player(workers=crowd)]
        players[owner].towers = [1]
        m = scene(*players, glades={1: "peat"})
        play(m, 0, "place.travel_1", "do.board", "move.1_w")
        assert workers(m, 0) == [1]
        assert have(m, 0) == {"peat": 1}


@pytest.mark.rule("T-GLADE-06", "T-SETUP-07")
@pytest.mark.parametrize("seats", SEATS)
def test_only_starting_glades_are_opened_in_setup_all_others_when_a_worker_comes(seats: int) -> None:
    m = ready(seats)
    opened = {space for start in start_of(f"{seats}p") for space in start}
    assert set(tiles(m)) == opened
    assert len(stock(m).glade_ids) - 1 == 24
    play_at_random(m, 60)
    entered = {space for _, space, _ in logged(m, tokens.MOVED) if space <= 6 * seats}
    assert set(tiles(m)) == opened | entered
    assert len(logged(m, tokens.OPENED)) == len(opened | entered)


# ---- resources, berries, VP ----


@pytest.mark.rule("T-RES-01", "T-RES-02")
@pytest.mark.parametrize(("item", "most"), [("firewood", 10), ("stone", 10), ("peat", 10), ("berry", 20)])
def test_each_value_lies_between_0_and_the_end_of_its_track(item: str, most: int) -> None:
    def holding(n: int) -> Player:
        player = Player()
        setattr(player, "berries" if item == "berry" else item, n)
        return player

    assert have(scene(holding(most)), 0) == {item: most}
    for wrong in (-1, most + 1):
        with pytest.raises(samovar.BadInput, match=rf"player\[0\].{item}: must be from 0 to {most}"):
            scene(holding(wrong))


@pytest.mark.rule("T-RES-02", "T-RULING-ACT-05")
@pytest.mark.parametrize(("before", "after"), [(0, 6), (13, 19), (14, 20), (15, 20), (20, 20)])
def test_gains_are_booked_at_once_and_the_excess_over_the_cap_is_lost(before: int, after: int) -> None:
    m = scene(Player(dice=[1], upgraded="trade", berries=before))
    play(m, 0, "place.trade_1", "do.board")
    assert have(m, 0)["berry"] == after
    lost = before + 6 - after
    assert logged(m, tokens.LOST) == ([(0, 3, lost)] if lost else [])


@pytest.mark.rule("T-RES-02")
def test_a_payment_is_booked_at_once_and_never_goes_below_0() -> None:
    m = scene(Player(dice=[6], workers=[1, 2], peat=2, stone=1))
    play(m, 0, "place.architecture_6", "do.board", "build.1")
    assert have(m, 0) == {"stone": 1}  # the second tower cannot be paid
    assert towers(m, 0) == [1]
    assert m.actors() == [1] or not any(token.startswith("build") for token in m.options(0))


@pytest.mark.rule("T-RES-03", "T-RULING-ACT-06")
def test_the_player_chooses_the_type_of_each_any_resource_gained() -> None:
    for first, second in combinations(["firewood", "stone", "peat"], 2):
        m = scene(Player(dice=[6], upgraded="gathering"))
        play(m, 0, "place.gathering_6", "do.board")
        assert m.options(0) == ["gain.firewood", "gain.stone", "gain.peat", "finish"]
        play(m, 0, f"gain.{first}", f"gain.{first}", f"gain.{first}", f"gain.{second}")
        assert have(m, 0) == {first: 3, second: 1}


@pytest.mark.rule("T-RES-03")
def test_the_player_chooses_the_type_of_any_resource_paid() -> None:
    """a15 converts one of any resource into one of any type, up to three times."""
    m = scene(Player(advisors="a15", firewood=1, peat=1), Player())
    play(m, 0, "use.a15", "convert")
    assert m.options(0) == ["pay.firewood", "pay.peat"]
    play(m, 0, "pay.peat", "gain.stone")
    assert have(m, 0) == {"firewood": 1, "stone": 1}


@pytest.mark.rule("T-RES-04")
@pytest.mark.parametrize("kind", ["firewood", "stone", "peat"])
def test_equal_resources_are_all_of_one_type_of_choice(kind: str) -> None:
    """a16 gains two of one type, and a tower costs two of one type."""
    m = scene(Player(advisors="a16"), Player())
    play(m, 0, "use.a16")
    assert m.options(0) == ["same.firewood", "same.stone", "same.peat", "finish"]
    play(m, 0, f"same.{kind}")
    assert have(m, 0) == {kind: 2}
    m = scene(Player(dice=[6], workers=[1], firewood=3, stone=3, peat=3))
    play(m, 0, "place.architecture_6", "do.board", "build.1")
    assert m.options(0) == ["pay.firewood", "pay.stone", "pay.peat"]
    play(m, 0, f"pay.{kind}")
    assert have(m, 0) == {"firewood": 3, "stone": 3, "peat": 3, kind: 1}


@pytest.mark.rule("T-RES-04")
def test_two_different_resources_are_not_two_of_one_type() -> None:
    m = scene(Player(dice=[6], workers=[1], firewood=1, stone=1, peat=1))
    play(m, 0, "place.architecture_6", "do.board")
    assert towers(m, 0) == []  # nothing could be done, so the turn has ended
    assert m.actors() == [1]


@pytest.mark.rule("T-VP-01")
def test_vp_are_booked_the_moment_they_are_gained() -> None:
    m = scene(Player(dice=[1], upgraded="travel", firewood=2, peat=5, stone=5, vp=7))
    play(m, 0, "place.trade_1", "do.board", "upgrade.gathering")
    assert vp(m, 0) == 8  # before the action ends
    assert m.actors() == [0]
    assert m.scores()[0].total == 8


@pytest.mark.rule("T-VP-02", "T-RULING-END-03")
def test_the_total_goes_on_after_a_lap_of_50() -> None:
    """48 VP and 6 for a goal are one total of 54, shown as the acorn and space 4."""
    m = scene(Player(dice=[1], berries=20, vp=48), goals="feast")
    play(m, 0, "goal.feast_1")
    assert vp(m, 0) == 54
    assert m.scores()[0].breakdown == {"in_game": 54, "personal_goal": 0}
    lap = int(stock(m).vp_track)
    assert (lap, divmod(vp(m, 0), lap)) == (50, (1, 4))
    assert BOX["constants"]["acorn_bonus"] == lap


# ---- the map and the players ----


@pytest.mark.rule("T-SETUP-01")
@pytest.mark.parametrize("seats", SEATS)
def test_sets_of_missing_players_are_not_in_the_game(seats: int) -> None:
    m = begun(seats)
    assert m.position().count("[[player]]") == seats
    assert len(m.scores()) == seats
    with pytest.raises(samovar.BadInput, match="seat: must be from 0 to"):
        m.options(seats)
    with pytest.raises(samovar.BadInput, match=f"{seats + 1} players for {seats} seats"):
        samovar.Match.from_position(position(seats=seats) + "\n[[player]]\n", game=GAME)


@pytest.mark.rule("T-SETUP-02", "T-SETUP-03", "T-SETUP-09", "T-SETUP-10", "T-SETUP-14")
@pytest.mark.parametrize("seats", SEATS)
def test_the_pieces_of_players_at_the_beginning(seats: int) -> None:
    m = begun(seats)
    for p in range(seats):
        assert (spare(m, p), dice(m, p), slots(m, p)) == (7, [], [])
        assert upgraded(m, p) == []
        assert have(m, p) == START
        assert vp(m, p) == 0
        assert towers(m, p) == []
    assert blocked(m) == []
    play_at_random(m, 2 * seats)
    assert table(m).round == 1  # the counter is on round I when it begins


@pytest.mark.rule("T-SETUP-03")
def test_the_basic_side_is_up() -> None:
    """Travel with a 6 gives two points, not four."""
    m = scene(Player(dice=[6], workers=[1]), glades=dict.fromkeys((2, 3, 4, 5, 6, 7), ""))
    play(m, 0, "place.travel_6", "do.board", "move.1_e", "move.1_se")
    assert m.actors() == [1]


@pytest.mark.rule("T-SETUP-04", "T-SETUP-06")
@pytest.mark.parametrize(("seats", "id"), EVERY_MAP)
def test_the_glades_lie_face_down_on_the_layout(seats: int, id: str) -> None:
    m = begun(seats, layout=id)
    layout = table(m).layout
    assert (layout.id, layout.glades, layout.spaces) == (id, 6 * seats, 7 * seats)
    closed = int(table(m).closed).bit_count()
    assert len(tiles(m)) + closed == 6 * seats


@pytest.mark.rule("T-SETUP-06")
def test_the_glades_are_shuffled() -> None:
    first = {tiles(begun(2, seed))[1] for seed in range(200)}
    assert first == set(in_use(GLADES, 2))


@pytest.mark.rule("T-SETUP-06")
@pytest.mark.parametrize("seats", SEATS)
def test_alternate_layouts_three_for_3_two_for_4_none_for_2(seats: int) -> None:
    known = [id for id, layout in LAYOUTS.items() if layout["players"] == seats]
    assert len(known) == {2: 1, 3: 4, 4: 3}[seats]
    assert table(begun(seats)).layout.id == known[0]
    for id in LAYOUTS:
        if id in known:
            assert table(begun(seats, layout=id)).layout.id == id
        else:
            with pytest.raises(samovar.BadInput) as error:
                begun(seats, layout=id)
            fault = f"layout for {seats} seats must be default or one of {', '.join(known)}, not '{id}'"
            assert (error.value.what, error.value.faults) == ("options", [fault])


@pytest.mark.rule("T-SETUP-07", "T-SETUP-08", "T-RULING-SETUP-02", "T-RULING-SETUP-07", "T-RULING-MOVE-06")
@pytest.mark.parametrize(("seats", "id"), EVERY_MAP)
def test_a_worker_on_each_starting_glade_of_the_seat_and_nothing_gained(seats: int, id: str) -> None:
    """Seat k has the k-th settlement. Drawn workers replace the starting glades, and no other glade is
    opened.
    """
    for seed in range(5):
        m = begun(seats, seed, layout=id)
        assert [workers(m, p) for p in range(seats)] == start_of(id)
        assert set(tiles(m)) == {space for start in start_of(id) for space in start}
        for p in range(seats):
            assert table(m).workers_in_supply(p) == 4
            assert table(m).towers_in_supply(p) == 4
            assert have(m, p) == START
            assert table(m).settlement(p) == 6 * seats + 1 + p
        assert logged(m, tokens.GAINED) == []


@pytest.mark.rule("T-RULING-SETUP-02", "T-ARCH-07")
@pytest.mark.parametrize("seats", SEATS)
def test_a_players_settlement_is_that_of_the_seat(seats: int) -> None:
    for p in range(seats):
        everyone = [Player(dice=[1], peat=2, berries=1) for _ in range(seats)]
        m = scene(*everyone, to_move=p)
        play(m, p, "place.architecture_1", "do.board", f"put.{6 * seats + 1 + p}")
        assert workers(m, p) == [6 * seats + 1 + p]


@pytest.mark.rule("T-RULING-SETUP-05")
@pytest.mark.parametrize("seats", SEATS)
def test_a_settlement_has_no_resource_no_tower_space_and_no_bonus(seats: int) -> None:
    home = 6 * seats + 1
    m = scene(Player(dice=[6, 6], workers=[home], peat=2), Player(dice=[1, 1]), seats=seats)
    play(m, 0, "place.architecture_6", "do.board")
    assert (towers(m, 0), workers(m, 0)) == ([], [home])
    with pytest.raises(samovar.BadInput, match="towers: must hold numbers from 1 to"):
        scene(Player(towers=[home]), seats=seats)
    m = scene(Player(dice=[6], workers=[home, home]), seats=seats)
    play(m, 0, "place.gathering_6", "do.board")
    assert have(m, 0) == {}
    assert "side" not in m.position()  # no side of the settlement tile


@pytest.mark.rule("T-SETUP-11")
@pytest.mark.parametrize("seats", SEATS)
def test_reference_cards_and_acorn_tokens_have_no_effect(seats: int) -> None:
    assert BOX["contents"]["reference_cards"] == 2 * 4
    assert BOX["contents"]["per_player"]["acorn_token"] == 1
    m = begun(seats)
    assert not any("reference" in token or "acorn" in token for token in stock(m).notation.actions)
    assert not any("reference" in option.name or "acorn" in option.name for option in GAME.option_list)


# ---- starter cards ----


@pytest.mark.rule("T-SETUP-12", "T-SETUP-13")
@pytest.mark.parametrize("seats", SEATS)
def test_four_starter_cards_each_are_exactly_the_cards_in_use(seats: int) -> None:
    for seed in range(5):
        m = begun(seats, seed)
        hands = [dealt(m, p) for p in range(seats)]
        assert [len(hand) for hand in hands] == [4] * seats
        assert sorted(id for hand in hands for id in hand) == in_use(STARTERS, seats)
    assert len({tuple(dealt(begun(seats, seed), 0)) for seed in range(10)}) > 5  # shuffled


@pytest.mark.rule("T-SETUP-13")
def test_two_are_kept_under_two_different_order_boards_of_choice_the_others_leave_the_game() -> None:
    m = begun(2)
    hand = dealt(m, 0)
    assert m.options(0) == [f"keep.{id}_{board}" for id in hand for board in BOARD_IDS]
    play(m, 0, f"keep.{hand[1]}_trade")
    others = [id for id in hand if id != hand[1]]
    left = [f"keep.{id}_{board}" for id in others for board in BOARD_IDS if board != "trade"]
    assert m.options(0) == left  # one card each, in ascending order
    play(m, 0, f"keep.{hand[3]}_travel")
    other = dealt(m, 1)
    play(m, 1, f"keep.{other[0]}_gathering", f"keep.{other[1]}_architecture")
    assert starters(m, 0) == {"travel": hand[3], "trade": hand[1]}
    assert starters(m, 1) == {"architecture": other[1], "gathering": other[0]}
    assert [dealt(m, p) for p in (0, 1)] == [[], []]
    for id in (hand[0], hand[2], other[2], other[3]):
        assert id not in m.position()


@pytest.mark.rule("T-SETUP-13")
def test_every_pair_of_cards_under_every_pair_of_boards_can_be_kept() -> None:
    m = begun(2)
    found: set[frozenset[str]] = set()
    for first in m.options(0):
        play(m, 0, first)
        for second in m.options(0):
            found.add(frozenset((first, second)))
        m.undo(0)
    assert len(found) == 6 * 4 * 3


@pytest.mark.rule("T-SETUP-13", "T-RULING-SETUP-04")
def test_no_card_is_kept_twice_and_no_card_of_others_at_all() -> None:
    m = begun(2)
    first, *_ = dealt(m, 0)
    play(m, 0, f"keep.{first}_trade")
    assert refused(m, 0, f"keep.{first}_travel")[0] == "not_an_option_now"
    assert refused(m, 0, f"keep.{dealt(m, 0)[1]}_trade")[0] == "not_an_option_now"
    assert refused(m, 0, f"keep.{dealt(m, 1)[1]}_travel")[0] == "not_an_option_now"


@pytest.mark.rule("T-RULING-SETUP-04")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_all_choose_at_the_same_time_and_are_revealed_together(order: tuple[int, int, int]) -> None:
    m = begun(3)
    assert m.actors() == [0, 1, 2]
    kept = {}
    for p in order:
        assert [starters(m, seat) for seat in range(3)] == [{}, {}, {}]
        first, second = dealt(m, p)[1:3]
        kept[p] = {"travel": first, "trade": second}
        play(m, p, f"keep.{first}_travel", f"keep.{second}_trade")
    assert [starters(m, p) for p in range(3)] == [kept[0], kept[1], kept[2]]
    assert [seat for seat, _, _ in logged(m, tokens.KEPT)] == [0, 0, 1, 1, 2, 2]
    twin = begun(3)
    for p in range(3):
        first, second = dealt(twin, p)[1:3]
        play(twin, p, f"keep.{first}_travel", f"keep.{second}_trade")
    assert twin.position() == m.position()


@pytest.mark.rule("T-RULING-SETUP-04")
def test_a_choice_may_be_changed_until_the_last_player_has_chosen() -> None:
    m = begun(2)
    hand = dealt(m, 0)
    play(m, 0, f"keep.{hand[0]}_travel", f"keep.{hand[1]}_trade")
    assert m.actors() == [1]
    play(m, 0, f"keep.{hand[2]}_trade", f"keep.{hand[3]}_travel")
    play(m, 1, *(f"keep.{id}_{board}" for id, board in zip(dealt(m, 1)[:2], BOARD_IDS[:2], strict=True)))
    assert starters(m, 0) == {"travel": hand[3], "trade": hand[2]}


@pytest.mark.rule("T-RULING-SETUP-04", "T-RULING-SETUP-06")
def test_choices_and_rejected_cards_stay_secret() -> None:
    m = begun(2, personal_goals="on")
    hands = [dealt(m, p) for p in (0, 1)]
    play(m, 0, f"keep.{hands[0][0]}_travel", f"keep.{hands[0][1]}_trade")
    for id in hands[0]:
        assert id in m.position(0)
        assert id not in m.position(1)
    play(m, 1, f"keep.{hands[1][0]}_travel", f"keep.{hands[1][1]}_trade")
    for seat in (0, 1):
        for hand in hands:
            assert [id in m.position(seat) for id in hand] == [True, True, False, False]


@pytest.mark.rule("T-RULING-SETUP-06")
@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_open_but_face_down_glades_the_deck_and_personal_goals(seats: int) -> None:
    """A seat's position differs from the full one only in the goals of others."""
    m = ready(seats, titles="on", personal_goals="on")
    truth = m.position().splitlines()
    for seat in range(seats):
        shown = m.position(seat).splitlines()
        differ = [(mine, real) for mine, real in zip(shown, truth, strict=True) if mine != real]
        others = [personal(m, p) for p in range(seats) if p != seat]
        assert differ == [('goal = "?"', f'goal = "{id}"') for id in others]
    text = m.position()
    closed = [id for id in GLADES if id not in tiles(m).values()]
    left_over = [id for id in PERSONAL if id not in [personal(m, p) for p in range(seats)]]
    left_over += [id for id in GOALS if id not in goals(m)]
    left_over += [id for id in SPECIAL if id not in [title(m, p) for p in range(seats)]]
    for id in [*closed, *left_over, *deck(m)]:
        assert f'"{id}"' not in text


# ---- market and goals ----


@pytest.mark.rule("T-SETUP-15")
@pytest.mark.parametrize(("seats", "size"), [(2, 4), (3, 5), (4, 6)])
def test_a_market_of_4_5_or_6_cards_from_the_shuffled_deck_of_40(seats: int, size: int) -> None:
    first: set[str] = set()
    for seed in range(60):
        m = ready(seats, seed)
        assert len(market(m)) == size
        assert len(deck(m)) == 40 - size
        assert sorted([*market(m), *deck(m)]) == sorted(CITY)
        assert discard(m) == []
        first |= set(market(m))
    assert first == set(CITY)


@pytest.mark.rule("T-SETUP-16")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.no_cover
def test_as_many_common_goals_as_players_for_two_only_those_without_dots(seats: int) -> None:
    seen: set[str] = set()
    for seed in range(60):
        m = ready(seats, seed)
        assert len(goals(m)) == seats
        seen |= set(goals(m))
    assert seen == set(in_use(GOALS, seats))
    assert len(seen) == {2: 6, 3: 9, 4: 9}[seats]


@pytest.mark.rule("T-SETUP-16")
def test_goals_that_are_not_turned_up_leave_the_game() -> None:
    m = scene(Player(berries=20), goals="council, reforms")
    assert not any(token.startswith("goal.feast") for token in m.options(0))
    assert refused(m, 0, "goal.feast_1")[0] == "not_an_option_now"
    with pytest.raises(samovar.BadInput, match="goals: there must be 2"):
        scene(goals="council, reforms, feast")
    with pytest.raises(samovar.BadInput, match="goals: woods is for more players"):
        scene(goals="council, woods")
