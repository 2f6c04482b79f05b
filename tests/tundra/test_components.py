"""The box of Tundra: counts and symmetry of its components, and its loader."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import samovar
from samovar.games.tundra import components
from samovar.games.tundra.components import BOARDS, DIRECTIONS, ITEMS, SIDES, SLOTS, STEPS, Box, Layout
from samovar.games.tundra.game import GAME
from samovar.games.tundra.loading import load_box
from samovar.kernel import cards, counts
from tests.tundra.scene import (
    ADVISORS,
    BOARD_IDS,
    BOX,
    CITY,
    ENHANCEMENTS,
    GLADES,
    GOALS,
    LAYOUTS,
    PERSONAL,
    SEATS,
    STARTERS,
    TITLES,
    begun,
    play_at_random,
    ready,
    table,
    tiles,
    workers,
)
from tests.written_box import WrittenBox

Point = tuple[int, int]
RESOURCES = ["firewood", "stone", "peat"]
DEFAULTS = {2: "2p", 3: "3p", 4: "4p"}


@pytest.fixture(scope="module")
def box() -> Box:
    return load_box(GAME.standard_text())


def in_use(things: dict[str, dict[str, Any]], seats: int) -> list[str]:
    return [id for id, thing in things.items() if thing["dots"] <= seats]


# ---- counts ----


@pytest.mark.rule("T-GEN-02")
def test_the_components_of_each_player() -> None:
    each = dict(BOX["contents"]["per_player"])
    assert each.pop("source") == "rulebook"
    assert each == {
        "player_board": 1,
        "order_boards": 4,
        "settlement_tile": 1,
        "acorn_token": 1,
        "markers": 4,
        "vp_counter": 1,
        "dice": 7,
        "towers": 4,
        "workers": 6,
    }
    wood = each["markers"] + each["vp_counter"] + each["towers"] + each["workers"]
    assert 4 * wood == BOX["contents"]["cross_check"]["wooden_pieces"] == 60
    assert 4 * each["dice"] + 1 == BOX["contents"]["cross_check"]["dice_total"] == 29
    assert BOARD_IDS == ["architecture", "travel", "gathering", "trade"]


@pytest.mark.rule("T-GEN-02")
@pytest.mark.parametrize("seats", SEATS)
def test_each_player_has_7_dice_4_towers_and_6_workers_at_the_table(seats: int) -> None:
    s = table(ready(seats))
    for p in range(seats):
        assert s.spare[p] + s.dice_on_board(p) == 7
        assert s.towers_in_supply(p) == 4
        assert s.workers_on_board(p) + s.workers_in_supply(p) == 6


@pytest.mark.rule("T-GEN-03")
def test_the_common_components() -> None:
    contents = BOX["contents"]
    assert (contents["game_board"], contents["first_player_token"], contents["round_counter"]) == (1, 1, 1)
    assert contents["white_die"] == BOX["dice"]["white"] == 1
    assert contents["city_cards"] == len(CITY) == len(set(CITY)) == 40
    assert contents["special_titles"] == sum(t["kind"] == "special" for t in TITLES.values()) == 6
    assert contents["glade_tiles"] == len(GLADES) == len(BOX["glade"]) == 24
    assert contents["starter_enhancements"] == len(STARTERS) == len(BOX["starter"]) == 16
    assert contents["common_goals"] == len(GOALS) == len(BOX["common_goal"]) == 9
    assert contents["personal_goals"] == len(PERSONAL) == len(BOX["personal_goal"]) == 11
    assert contents["reference_cards"] == 8


def test_every_entry_says_where_it_comes_from() -> None:
    for key, value in BOX.items():
        for entry in value if isinstance(value, list) else [value]:
            assert entry["source"] in ("rulebook", "public", "reconstructed"), key


@pytest.mark.rule("T-GLADE-03", "T-SETUP-05")
def test_12_18_24_glades_three_of_each_kind_then_five_then_six() -> None:
    assert Counter(glade["dots"] for glade in GLADES.values()) == {0: 12, 3: 6, 4: 6}
    for seats, kinds in ((2, [3, 3, 3, 3]), (3, [5, 5, 5, 3]), (4, [6, 6, 6, 6])):
        found = Counter(GLADES[id]["resource"] for id in in_use(GLADES, seats))
        assert [found[kind] for kind in (*RESOURCES, "none")] == kinds


def generic(steps: list[dict[str, Any]], resource: str) -> str:
    """A bonus with the resources written as distances from the tile's own resource."""
    text = str(steps)
    for other in RESOURCES:
        step = (RESOURCES.index(other) - RESOURCES.index(resource)) % 3
        text = text.replace(f"'{other}'", f"<{step}>")
    return text


@pytest.mark.rule("T-GLADE-01")
def test_every_resource_carries_the_same_set_of_bonuses() -> None:
    sets = [
        sorted(
            (glade["dots"], generic(glade["tower_bonus"], kind))
            for glade in GLADES.values()
            if glade["resource"] == kind
        )
        for kind in RESOURCES
    ]
    assert sets[0] == sets[1] == sets[2]
    assert all(glade["tower_bonus"] for glade in GLADES.values())


@pytest.mark.rule("T-SETUP-12", "T-SETUP-13")
def test_four_starter_cards_for_each_player() -> None:
    assert Counter(card["dots"] for card in STARTERS.values()) == {0: 8, 3: 4, 4: 4}
    for seats in SEATS:
        assert (
            len(in_use(STARTERS, seats)) == 4 * seats == BOX["constants"]["starter_cards_in_play"][str(seats)]
        )


@pytest.mark.rule("T-SETUP-16")
def test_six_common_goals_without_dots_and_three_with_three() -> None:
    assert Counter(goal["dots"] for goal in GOALS.values()) == {0: 6, 3: 3}
    plain = Counter(value for goal in GOALS.values() if goal["dots"] == 0 for value in goal["die_values"])
    dotted = Counter(value for goal in GOALS.values() if goal["dots"] for value in goal["die_values"])
    assert plain == dict.fromkeys(range(1, 7), 3)
    assert dotted == dict.fromkeys(range(1, 7), 1)
    assert [goal["resource"] for goal in GOALS.values() if goal["dots"]] == RESOURCES


def test_each_order_board_has_a_price_of_its_own_and_every_type_is_needed_equally() -> None:
    prices = [board["upgrade_cost"] for board in BOX["order_board"]]
    assert prices[3] == {"same": 4}
    assert [sum(price.get(kind, 0) for price in prices) for kind in RESOURCES] == [5, 5, 5]
    assert [sorted(price.values()) for price in prices[:3]] == [[2, 3]] * 3


def framed() -> list[tuple[str, list[dict[str, Any]]]]:
    """Everything with frames over the six slots."""
    found = [(id, card["frame"]) for id, card in [*STARTERS.items(), *ENHANCEMENTS.items()]]
    for board in BOX["order_board"]:
        found += [(f"{board['id']} {side['side']}", side["frame"]) for side in board["side"]]
    return found


@pytest.mark.rule("T-DICE-04")
@pytest.mark.parametrize(("name", "frames"), framed(), ids=[name for name, _ in framed()])
def test_frames_cover_each_slot_once(name: str, frames: list[dict[str, Any]]) -> None:
    assert sorted(value for frame in frames for value in frame["slots"]) == [1, 2, 3, 4, 5, 6]
    assert all(frame["steps"] for frame in frames)


# ---- the maps ----


def points(entries: list[list[int]]) -> list[Point]:
    return [(q, r) for q, r in entries]


def around(point: Point) -> list[Point]:
    q, r = point
    return [(q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)]


def homes(layout: dict[str, Any]) -> list[Point]:
    return points([seat["settlement"] for seat in layout["seat"]])


def perimeter(layout: dict[str, Any]) -> set[Point]:
    """The glades with a side to the outside, which can be reached from far away without crossing a tile."""
    tiles = set(points(layout["glades"])) | set(homes(layout))
    span = range(-12, 13)
    outside = {(-12, -12)}
    new = set(outside)
    while new:
        new = {
            near
            for point in new
            for near in around(point)
            if near[0] in span and near[1] in span and near not in tiles and near not in outside
        }
        outside |= new
    return {glade for glade in points(layout["glades"]) if outside & set(around(glade))}


def test_the_layouts_for_each_number_of_players() -> None:
    """There is one default for each number of players, three alternates for 3 and two for 4."""
    found = [(layout["players"], layout["id"], layout["default"]) for layout in BOX["layout"]]
    assert found == [
        (2, "2p", True),
        (3, "3p", True),
        (4, "4p", True),
        (3, "3p-a", False),
        (3, "3p-b", False),
        (3, "3p-c", False),
        (4, "4p-a", False),
        (4, "4p-b", False),
    ]
    drawn = [id for id, layout in LAYOUTS.items() if layout["workers"] == "drawn"]
    assert drawn == ["3p-b", "3p-c", "4p-b"]


@pytest.mark.parametrize("id", LAYOUTS)
def test_a_layout_has_a_space_for_each_glade_and_a_settlement_for_each_seat(id: str) -> None:
    layout = LAYOUTS[id]
    glades = points(layout["glades"])
    spaces = [*glades, *homes(layout)]
    assert len(glades) == 6 * layout["players"] == len(in_use(GLADES, layout["players"]))
    assert len(homes(layout)) == layout["players"]
    assert len(set(spaces)) == len(spaces)
    reached = {spaces[0]}
    while more := {near for point in reached for near in around(point) if near in spaces} - reached:
        reached |= more
    assert reached == set(spaces)


@pytest.mark.rule("T-RULING-PGOAL-01")
@pytest.mark.parametrize("id", LAYOUTS)
def test_the_edge_is_where_a_side_faces_the_outside(id: str) -> None:
    assert set(points(LAYOUTS[id]["edge"])) == perimeter(LAYOUTS[id])


@pytest.mark.parametrize("id", LAYOUTS)
def test_each_seat_has_two_starting_glades_next_to_its_settlement_unless_drawn(id: str) -> None:
    layout = LAYOUTS[id]
    starts = [points(seat["start"]) for seat in layout["seat"]]
    everybody = [point for start in starts for point in start]
    assert len(set(everybody)) == len(everybody) == 2 * layout["players"]
    assert set(everybody) <= set(points(layout["glades"]))
    if layout["workers"] == "start_glades":
        for home, start in zip(homes(layout), starts, strict=True):
            assert set(start) == set(around(home)) & set(points(layout["glades"]))


def images(point: Point) -> list[Point]:
    """A point rotated and reflected about the origin in all twelve ways."""
    found: list[Point] = []
    q, r = point
    for _ in range(6):
        q, r = -r, q + r
        found += [(q, r), (r, q)]
    return found


@pytest.mark.parametrize("id", LAYOUTS)
def test_no_seat_has_a_better_start(id: str) -> None:
    """For any two seats, a rotation or reflection of the map maps one with its start onto the other."""
    layout = LAYOUTS[id]
    glades = points(layout["glades"])
    n = len(glades)
    middle = (sum(q for q, _ in glades), sum(r for _, r in glades))  # n times the middle

    def shapes(list_of: list[Point]) -> list[set[Point]]:
        turned = [images((n * q - middle[0], n * r - middle[1])) for q, r in list_of]
        return [{point[way] for point in turned} for way in range(12)]

    here = shapes(glades)[0], shapes(homes(layout))[0]
    kept = [way for way in range(12) if (shapes(glades)[way], shapes(homes(layout))[way]) == here]
    identity = shapes(glades).index(here[0])
    places = [
        (shapes([home]), shapes(points(seat["start"])))
        for home, seat in zip(homes(layout), layout["seat"], strict=True)
    ]
    first = places[0]
    for home, start in places:
        assert any(first[0][way] == home[identity] and first[1][way] == start[identity] for way in kept)


@pytest.mark.parametrize("id", LAYOUTS)
def test_seats_are_listed_clockwise(id: str) -> None:
    """Seen from the middle, with y downwards, the angle grows from seat to seat."""
    spots = [(q + r / 2, r * 0.866) for q, r in homes(LAYOUTS[id])]
    x0, y0 = (sum(spot[i] for spot in spots) / len(spots) for i in (0, 1))
    for (x1, y1), (x2, y2) in pairwise(spots):
        turn = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0)
        assert turn > 0 or len(spots) == 2


def read_layout(box: Box, id: str) -> Layout:
    return next(layout for layout in box.layouts if layout.id == id)


@pytest.mark.rule("T-MOVE-01")
@pytest.mark.parametrize("id", LAYOUTS)
def test_a_layout_is_read_as_it_is_written(box: Box, id: str) -> None:
    """Spaces are numbered from 1: the glades as listed, then the settlements by seat. Spaces that share a
    side are adjacent.
    """
    layout, written = read_layout(box, id), LAYOUTS[id]
    spaces = [*points(written["glades"]), *homes(written)]
    assert (layout.players, layout.standard) == (written["players"], written["default"])
    assert (layout.glades, layout.spaces) == (len(written["glades"]), len(spaces))
    numbers = {point: n for n, point in enumerate(spaces, 1)}
    for point, space in numbers.items():
        assert (layout.q[space], layout.r[space]) == point
        beside = [numbers.get(near, 0) for near in around(point)]
        assert list(layout.beside[space * DIRECTIONS : space * DIRECTIONS + DIRECTIONS]) == beside
        assert cards.members(layout.neighbours[space]) == sorted(n for n in beside if n)
    assert cards.members(layout.edge) == sorted(numbers[point] for point in points(written["edge"]))
    assert layout.start == [[numbers[point] for point in points(seat["start"])] for seat in written["seat"]]


# ---- the loader ----


def test_the_constants_are_read_as_they_are_written(box: Box) -> None:
    assert (box.rounds, list(box.dice_per_round)) == (4, [4, 4, 5, 5])
    assert (box.max_resource, box.max_berries) == (10, 20)
    assert list(box.market_size) == [0, 0, 4, 5, 6]
    assert list(box.goals_in_play) == [0, 0, 2, 3, 4]
    assert (box.starters_dealt, box.starters_kept) == (4, 2)
    assert (box.vp_track, box.start_vp) == (50, 0)
    assert dict(zip(ITEMS, box.start_goods, strict=False)) == {
        "firewood": 2,
        "stone": 2,
        "peat": 2,
        "berry": 4,
    }
    assert (box.dice_each, box.towers_each, box.workers_each) == (7, 4, 6)
    assert (box.flip_vp, box.round_vp) == (1, 1)


@pytest.mark.rule("T-GEN-04", "T-SETUP-01")
def test_four_characters_of_four_colours(box: Box) -> None:
    assert box.characters == ["elisabeth", "polkan", "sophia", "hammy"]
    assert box.character_names == [character["name"] for character in BOX["character"]]
    assert len(set(box.colours)) == 4
    assert box.colours == [BOX["character_colors"][id] for id in box.characters]


def price_as_written(box: Box, price: int) -> dict[str, int]:
    found = {"same": int(box.price_same[price]), "any": int(box.price_any[price])}
    found |= {name: int(counts.get(box.price_fixed[price], i)) for i, name in enumerate(ITEMS[:4])}
    return {name: n for name, n in found.items() if n}


def as_written(box: Box, number: int) -> list[dict[str, Any]]:
    """An action of the box in the format of the file."""
    names = components.EFFECT_NAMES | {components.GAIN_ANY: "gain"}
    pers = {number: name for name, number in components.PER_NUMBERS.items()}
    steps: list[dict[str, Any]] = []
    for at in range(number * STEPS, number * STEPS + STEPS):
        op = int(box.op[at])
        if op == 0:
            continue
        step: dict[str, Any] = {"op": names[op]}
        if step["op"] in ("gain", "gain_per"):
            step["item"] = "any" if op == components.GAIN_ANY else ITEMS[box.item[at]]
        if op in (components.BUILD_TOWER, components.PLACE_WORKER, components.UPGRADE, components.CONVERT):
            step["times"] = int(box.number[at]) or pers[int(box.per[at])]
        elif op not in (components.RENEW_MARKET, components.REROLL_DICE):
            step["n"] = int(box.number[at])
        if op == components.GAIN_PER:
            step["per"] = pers[int(box.per[at])]
        if box.price[at]:
            step["pay"] = price_as_written(box, int(box.price[at]))
        if box.gains[at]:
            gains = {name: int(counts.get(box.gains[at], i)) for i, name in enumerate(ITEMS)}
            step["gain"] = {name: n for name, n in gains.items() if n}
        steps.append(step)
    return steps


def by_value(frames: list[dict[str, Any]]) -> list[Any]:
    return [next(frame["steps"] for frame in frames if value in frame["slots"]) for value in range(1, 7)]


@pytest.mark.rule("T-DICE-04")
@pytest.mark.parametrize("number", range(BOARDS))
def test_an_order_board_is_read_as_it_is_written(box: Box, number: int) -> None:
    written = BOX["order_board"][number]
    assert (box.board_ids[number], box.board_names[number]) == (written["id"], written["name"])
    assert price_as_written(box, int(box.upgrade_price[number])) == written["upgrade_cost"]
    for side in range(SIDES):
        at = (number * SIDES + side) * SLOTS
        found = [as_written(box, int(box.slot_action[at + value])) for value in range(1, 7)]
        assert found == by_value(written["side"][side]["frame"])


def test_every_glade_is_read_as_it_is_written(box: Box) -> None:
    assert box.glade_ids == ["", *GLADES]
    for number, glade in enumerate(GLADES.values(), 1):
        assert ["none", *RESOURCES][box.glade_resource[number]] == glade["resource"]
        assert box.glade_dots[number] == glade["dots"]
        assert as_written(box, int(box.glade_action[number])) == glade["tower_bonus"]


def test_every_card_is_read_as_it_is_written(box: Box) -> None:
    assert box.starter_ids == ["", *STARTERS]
    assert box.city_ids == ["", *CITY]
    for number, card in enumerate(STARTERS.values(), 1):
        at = number * SLOTS
        assert (box.starter_names[number], box.starter_dots[number]) == (card["name"], card["dots"])
        found = [as_written(box, int(box.starter_action[at + value])) for value in range(1, 7)]
        assert found == by_value(card["frame"])
    for number, id in enumerate(CITY, 1):
        at = number * SLOTS
        found = [as_written(box, int(box.city_action[at + value])) for value in range(1, 7)]
        assert cards.has(box.city_cards, number)
        assert cards.has(box.advisors, number) == (id in ADVISORS)
        if id in ADVISORS:
            assert box.city_names[number] == ADVISORS[id]["name"]
            assert as_written(box, int(box.advisor_action[number])) == ADVISORS[id]["steps"]
            assert found == [[]] * 6
        else:
            assert box.city_names[number] == ENHANCEMENTS[id]["name"]
            assert box.advisor_action[number] == 0
            assert found == by_value(ENHANCEMENTS[id]["frame"])


def test_equal_actions_have_one_number(box: Box) -> None:
    texts = [str(as_written(box, number)) for number in range(1, len(box.action_texts))]
    assert len(set(texts)) == len(texts)


def test_every_goal_is_read_as_it_is_written(box: Box) -> None:
    conditions = components.CONDITIONS | components.PERSONAL_CONDITIONS
    for read, written in ((box.goals, GOALS), (box.personal, PERSONAL)):
        assert [goal.id for goal in read] == ["", *written]
        for goal in read[1:]:
            entry = written[goal.id]
            assert goal.condition == conditions[entry["condition"]]
            assert (goal.name, list(goal.vp), goal.dots) == (entry["name"], entry["vp"], entry["dots"])
            assert list(goal.thresholds) == entry["thresholds"]
            assert list(goal.variant) == entry.get("variant_thresholds", entry["thresholds"])
            assert cards.members(goal.values) == entry.get("die_values", [])
            if "resource" in entry:
                assert ITEMS[goal.resource] == entry["resource"]


def test_every_title_is_read_as_it_is_written(box: Box) -> None:
    assert [title.id for title in box.titles] == ["", *TITLES]
    assert box.titles[box.basic_title].id == "humble"
    for title in box.titles[1:]:
        entry = TITLES[title.id]
        assert title.basic == (entry["kind"] == "basic")
        assert (title.name, title.dots, list(title.dice)) == (entry["name"], entry["dots"], entry["dice"])
        assert (title.max_dice, title.advisors) == (entry["max_dice"], entry["max_advisors"])
        assert title.market_places == entry["market_enhancements_per_board"]
        prices = (entry["reroll_cost"], entry["change_cost"], entry["buy_cost"])
        assert (title.reroll, title.change, title.buy) == prices
        assert as_written(box, int(title.action)) == entry["round_start"]
        assert title.setup_workers == entry["setup_workers_on_settlement"]


def test_the_order_of_gains_matters_in_no_action_of_the_box(box: Box) -> None:
    assert not any(box.gains_first)


PRICES = {
    "tower": '{ op = "build_tower", times = 1, pay = { same = 2 } }',
    "any": '{ op = "convert", times = 1, pay = { any = 2 }, gain = { vp = 1 } }',
    "berry": '{ op = "convert", times = 1, pay = { berry = 2 }, gain = { vp = 1 } }',
    "upgrade": '{ op = "upgrade", times = 1 }',
}


@pytest.mark.rule("T-ACT-05")
@pytest.mark.parametrize(
    ("paying", "gain", "matters"),
    [
        ("tower", 'op = "gain", item = "peat", n = 1', True),
        ("tower", 'op = "gain", item = "berry", n = 1', False),
        ("any", 'op = "gain", item = "peat", n = 1', True),
        ("any", 'op = "gain", item = "berry", n = 1', False),
        ("any", 'op = "gain", item = "any", n = 1', False),  # a choice like the other step
        ("berry", 'op = "gain", item = "berry", n = 1', True),
        ("berry", 'op = "gain", item = "peat", n = 1', False),
        ("upgrade", 'op = "gain_per", item = "peat", n = 1, per = "own_towers"', True),
        ("upgrade", 'op = "gain", item = "vp", n = 1', False),
    ],
)
def test_when_the_order_of_gains_matters(paying: str, gain: str, matters: bool) -> None:
    """The order matters if, and only if, another step can pay with a gain."""
    steps = f"[{PRICES[paying]}, {{ {gain} }}]"
    box = load_box(
        WrittenBox(GAME).changed("advisor", 0, f"steps = {written_steps('a01')}", f"steps = {steps}")
    )
    assert box.gains_first[box.advisor_action[1]] == matters


def written_steps(id: str) -> str:
    text = GAME.standard_text()
    at = text.index("steps = ", text.index(f'id = "{id}"')) + len("steps = ")
    return text[at : text.index("\n", at)]


# ---- other boxes ----


@pytest.mark.rule("T-SETUP-06")
def test_another_layout_in_the_file_is_played_without_any_other_change() -> None:
    """A ring of twelve glades around a frozen lake for two players."""
    ring = """
[[layout]]
id = "lake"
players = 2
default = false
workers = "drawn"
glades = [
    [2, -2], [2, -1], [2, 0], [1, 1], [0, 2], [-1, 2], [-2, 2], [-2, 1], [-2, 0], [-1, -1], [0, -2], [1, -2]
]
edge = [[2, -2], [2, -1], [2, 0], [1, 1], [0, 2], [-1, 2], [-2, 2], [-2, 1], [-2, 0], [-1, -1], [0, -2]]
source = "reconstructed"
[[layout.seat]]
settlement = [3, -2]
start = [[2, -1], [2, 0]]
[[layout.seat]]
settlement = [-3, 2]
start = [[-2, 1], [-2, 0]]
"""
    text = GAME.standard_text() + ring
    m = begun(2, components=text, layout="lake")
    assert [workers(m, p) for p in (0, 1)] == [[2, 3], [8, 9]]
    assert set(tiles(m)) == {2, 3, 8, 9}
    play_at_random(m)
    assert m.over
    with pytest.raises(samovar.BadInput, match="layout for 2 seats must be default or one of 2p, not 'lake'"):
        begun(2, layout="lake")


@pytest.mark.parametrize("seats", [3, 4])
def test_another_default_layout_is_taken_by_default(seats: int) -> None:
    text = GAME.standard_text()
    for id in (DEFAULTS[seats], f"{seats}p-a"):
        now = "true" if LAYOUTS[id]["default"] else "false"
        other = "false" if LAYOUTS[id]["default"] else "true"
        old = f'id = "{id}"\nplayers = {seats}\ndefault = {now}'
        assert old in text
        text = text.replace(old, f'id = "{id}"\nplayers = {seats}\ndefault = {other}')
    m = begun(seats, components=text)
    assert table(m).layout.id == f"{seats}p-a"
    assert 'layout = "default"' in m.position()
    m = begun(seats, components=text, layout=DEFAULTS[seats])
    assert table(m).layout.id == DEFAULTS[seats]
    assert f'layout = "{DEFAULTS[seats]}"' in m.position()
