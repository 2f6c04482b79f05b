"""The box of Catherine: counts and symmetry of the component file, and its loader."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest

import samovar
from samovar.games.catherine import components as parts
from samovar.games.catherine.components import Box
from samovar.games.catherine.game import GAME
from samovar.games.catherine.loading import load_box
from samovar.kernel import cards, counts
from tests.catherine.scene import (
    BOX,
    CARDS,
    CITIES,
    COLOUR_IDS,
    FAMILIES,
    GOODS_KINDS,
    SYMBOLS,
    TRACK,
)
from tests.written_box import WrittenBox


@pytest.fixture(scope="module")
def box() -> Box:
    return load_box(GAME.standard_text())


def by_symbols(packed: int) -> dict[str, int]:
    """Packed counts as a dict, as the component file writes them."""
    found = {symbol: int(counts.get(packed, kind)) for kind, symbol in enumerate(SYMBOLS)}
    return {symbol: n for symbol, n in found.items() if n}


def of_colour(colour: str, family: str | None = None) -> list[dict[str, Any]]:
    return [card for card in CARDS.values() if card["colour"] == colour and family in (None, card["family"])]


# ---- counts and symmetry ----


def test_the_pieces_of_the_box() -> None:
    pieces = BOX["pieces"]
    assert (pieces["residences_per_player"], pieces["goods_tiles_total"]) == (12, 48)
    assert (pieces["joker_tiles_total"], pieces["project_cards_total"]) == (6, 102)
    assert sum(tile["copies"] for tile in BOX["joker_tile"]) == 6
    assert pieces["order_cards_total"] == len(BOX["order"]) == 8
    assert len(CARDS) == len(BOX["card"]) == 102
    assert [kind["tiles"] for kind in BOX["goods_kind"]] == [12] * 4


def test_eighteen_cities_each_colour_with_every_good_a_crown_and_a_1() -> None:
    assert len(CITIES) == 18
    for colour in COLOUR_IDS:
        six = [city for city in CITIES.values() if city["colour"] == colour]
        assert sorted(city["good"] for city in six) == ["", "", *sorted(GOODS_KINDS)]
        assert sum(city["favor"] for city in six) == 1
        assert sum(city["interim_vp"] for city in six) == 1
        for city in six:
            assert bool(city["good"]) + city["favor"] + city["interim_vp"] == 1
    assert CITIES["siberia"]["interim_vp"] == 1
    places = [(city["x"], city["y"]) for city in CITIES.values()]
    assert len(set(places)) == 18
    assert all(0 <= x <= 1000 and 0 <= y <= 700 for x, y in places)


def neighbours(city: str) -> set[str]:
    ends = [(road["a"], road["b"]) for road in BOX["road"]]
    return {b for a, b in ends if a == city} | {a for a, b in ends if b == city}


def test_seven_roads_inside_each_colour_two_to_five_at_each_city_and_all_connected() -> None:
    inside = Counter(
        CITIES[road["a"]]["colour"]
        for road in BOX["road"]
        if CITIES[road["a"]]["colour"] == CITIES[road["b"]]["colour"]
    )
    assert inside == {"blue": 7, "red": 7, "green": 7}
    ways = {city: len(neighbours(city)) for city in CITIES}
    assert {city for city, n in ways.items() if n == 5} == {"moscow", "novgorod"}
    assert set(ways.values()) <= {2, 3, 4, 5}
    assert sum(ways.values()) == 2 * len(BOX["road"])  # no road twice
    reached = {"moscow"}
    while more := {city for end in reached for city in neighbours(end)} - reached:
        reached |= more
    assert reached == set(CITIES)


def test_no_two_roads_cross() -> None:
    def turn(a: str, b: str, c: str) -> int:
        (ax, ay), (bx, by), (cx, cy) = ((CITIES[id]["x"], CITIES[id]["y"]) for id in (a, b, c))
        side: int = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        return (side > 0) - (side < 0)

    roads = [(road["a"], road["b"]) for road in BOX["road"]]
    for (a, b), (c, d) in combinations(roads, 2):
        if {a, b} & {c, d}:
            continue
        assert turn(a, b, c) == turn(a, b, d) or turn(c, d, a) == turn(c, d, b)


def test_every_step_of_the_favor_track_is_worth_taking() -> None:
    columns = [(s["hand_limit"], s["vp_per_decade"], s["multiplier"]) for s in TRACK]
    assert len(columns) == 15
    assert columns[0][0] == 3
    assert [space["space"] for space in TRACK] == list(range(15))
    for below, above in pairwise(columns):
        gains = [high - low for low, high in zip(below, above, strict=True)]
        assert min(gains) >= 0
        assert sum(gains) >= 1
        assert max(gains) <= 2
    assert 6 in {limit for limit, _, _ in columns}
    assert 3 in {multiplier for _, _, multiplier in columns}


def test_eight_orders_of_seven_tiles_each_kind_fourteen_times() -> None:
    goods = [order["goods"] for order in BOX["order"]]
    shapes = Counter(tuple(sorted(order.values(), reverse=True)) for order in goods)
    assert shapes == {(2, 2, 2, 1): 4, (3, 2, 1, 1): 4}
    assert {kind: sum(order[kind] for order in goods) for kind in GOODS_KINDS} == dict.fromkeys(
        GOODS_KINDS, 14
    )
    assert len({tuple(order[kind] for kind in GOODS_KINDS) for order in goods}) == 8


def test_34_cards_of_each_colour_in_eleven_families() -> None:
    copies = {family["id"]: family["copies_per_colour"] for family in BOX["family"]}
    assert len(FAMILIES) == 11
    for colour in COLOUR_IDS:
        assert Counter(card["family"] for card in of_colour(colour)) == copies
        assert len(of_colour(colour)) == 34
    assert copies["building"] == 8


@pytest.mark.parametrize("colour", COLOUR_IDS)
def test_building_cards_name_each_city_four_times_in_complementary_pairs(colour: str) -> None:
    named = [set(card["cities"]) for card in of_colour(colour, "building")]
    six = {id for id, city in CITIES.items() if city["colour"] == colour}
    assert Counter(id for triple in named for id in triple) == dict.fromkeys(six, 4)
    assert len({frozenset(triple) for triple in named}) == 8
    assert all(six - triple in named for triple in named)


def role(city: str) -> str:
    return str(CITIES[city]["good"]) or ("crown" if CITIES[city]["favor"] else "1")


def test_building_cards_have_the_same_pattern_in_each_colour() -> None:
    patterns = [
        [
            (
                [role(city) for city in card["cities"]],
                card["bonus"]["effect"],
                card["bonus"]["condition"]["type"],
            )
            for card in of_colour(colour, "building")
        ]
        for colour in COLOUR_IDS
    ]
    assert patterns[0] == patterns[1] == patterns[2]
    pairs: set[tuple[str, ...]] = set()
    for colour in COLOUR_IDS:
        for one, other in ((0, 1), (2, 3), (4, 6)):  # in each pair one card requires goods and one books
            goods, books = (of_colour(colour, "building")[i]["bonus"]["condition"] for i in (one, other))
            assert books["symbols"] == {"book": 2}
            assert set(goods["symbols"].values()) == {1}
            pairs.add(tuple(goods["symbols"]))
    assert len(pairs) == 6  # all six pairs of goods occur


@pytest.mark.parametrize("colour", COLOUR_IDS)
def test_symbols_of_a_colour(colour: str) -> None:
    shown: Counter[str] = Counter()
    for card in of_colour(colour):
        shown.update(card["upper"])
    assert shown == {"cannon": 12, "book": 12, "iron": 6, "food": 6, "caviar": 6, "fur": 6}
    others = [card for card in of_colour(colour) if card["family"] != "building"]
    assert Counter(sum(card["upper"].values()) for card in others) == {2: 22, 1: 4}
    single = [card["family"] for card in others if sum(card["upper"].values()) == 1]
    assert sorted(single) == ["audience", "audience", "treasury", "treasury"]


def test_markets_have_each_pair_of_goods_twice_and_show_one_of_theirs() -> None:
    pairs: Counter[tuple[str, ...]] = Counter()
    for card in CARDS.values():
        if card["family"] == "market":
            pairs[tuple(card["action"]["symbols"])] += 1
            assert sum(card["upper"].get(good, 0) for good in card["action"]["symbols"]) == 1
    assert pairs == dict.fromkeys(combinations(GOODS_KINDS, 2), 2)


@pytest.mark.parametrize("colour", COLOUR_IDS)
def test_sievers_comes_once_per_good(colour: str) -> None:
    asked = [list(card["bonus"]["condition"]["symbols"]) for card in of_colour(colour, "sievers")]
    assert sorted(asked) == [[good] for good in sorted(GOODS_KINDS)]


def test_every_entry_names_its_source() -> None:
    for key, value in BOX.items():
        for entry in value if isinstance(value, list) else [value]:
            assert entry["source"] in ("rulebook", "public", "reconstructed"), key


# ---- the loader ----


def test_the_loader_reads_the_frame(box: Box) -> None:
    frame = BOX["frame"]
    assert (box.decades, box.rounds) == (frame["decades"], frame["rounds_per_decade"]) == (3, 4)
    assert (box.start_cards, box.start_row, box.full_row) == (6, 3, 7)
    assert (box.phase_a_draw, box.compensation, box.interim_draw, box.no_residence_draw) == (2, 1, 2, 1)
    assert (box.over_limit_vp, box.over_top_vp, box.leftover_vp, box.vp_track) == (1, 1, 1, 50)
    assert (box.more_cannons, box.equal_cannons, box.fewer_cannons, box.comparisons_of_two) == (4, 2, 0, 1)
    build, joker, nothing = parts.BOOKS_BUILD, parts.BOOKS_JOKER, parts.BOOKS_NOTHING
    assert (box.most_books, box.middle_books, box.fewest_books, box.equal_books) == (
        build,
        joker,
        nothing,
        build,
    )
    assert list(box.order_vp) == [0, 0, 0, 0, 0, 5, 8, 12]
    assert list(box.residence_vp) == list(range(13))
    assert list(box.jokers) == [0, 0, 0, 6, 6]
    assert list(box.tiles) == [0, 0, 2, 3, 4]


def test_the_loader_reads_the_board(box: Box) -> None:
    for number, (id, city) in enumerate(CITIES.items(), 1):
        assert (box.city_ids[number], box.city_names[number]) == (id, city["name"])
        assert box.city_modern[number] == city["alt_name"]
        assert box.colour_ids[box.city_colour[number]] == city["colour"]
        assert by_symbols(box.city_tile[number]) == ({city["good"]: 1} if city["good"] else {})
        assert cards.has(box.crowns, number) == city["favor"]
        assert box.city_vp[number] == city["interim_vp"]
        assert cards.has(box.vp_cities, number) == bool(city["interim_vp"])
        assert (box.city_x[number], box.city_y[number]) == (city["x"], city["y"])
        assert {box.city_ids[other] for other in cards.members(box.roads[number])} == neighbours(id)
    assert list(box.hand_limit) == [space["hand_limit"] for space in TRACK]
    assert list(box.favor_vp) == [space["vp_per_decade"] for space in TRACK]
    assert list(box.multiplier) == [space["multiplier"] for space in TRACK]
    assert box.top == 14


def test_the_loader_reads_every_card(box: Box) -> None:
    assert sorted(box.card_ids[card] for card in box.all_cards()) == sorted(CARDS)
    assert box.deck_size == 102
    for card in box.all_cards():
        written = CARDS[box.card_ids[card]]
        action, bonus = written["action"], written.get("bonus")
        assert box.colour_ids[card >> 6] == written["colour"]
        assert (box.families[card], box.card_names[card]) == (written["family"], written["name"])
        assert by_symbols(box.symbols[card]) == written["upper"]
        assert [box.city_ids[city] for city in cards.members(box.card_cities[card])] == sorted(
            written["cities"], key=list(CITIES).index
        )
        assert box.cost[card] == action.get("cost_cards", 0)
        assert box.times[card] == 1
        assert box.amount[card] == action.get("vp", action.get("cards", action.get("favor", 0)))
        assert list(by_symbols(box.counted[card])) == action.get("symbols", [])
        assert bool(box.condition[card]) == (bonus is not None)
        if bonus is not None:
            condition, effect = bonus["condition"], bonus["effect"]
            assert box.condition[card] == parts.CONDITIONS[condition["type"]]
            assert by_symbols(box.needed[card]) == condition.get("symbols", {})
            paid = condition["cards"] if condition["type"] == "discard" else 0
            assert box.bonus_cost[card] == paid
            assert box.bonus_amount[card] == effect.get("vp", effect.get("cards", effect.get("favor")))


def test_the_loader_reads_the_orders(box: Box) -> None:
    for number, order in enumerate(BOX["order"], 1):
        assert box.order_ids[number] == order["id"]
        assert by_symbols(box.order_goods[number]) == order["goods"]


# ---- faults ----


WRITTEN = WrittenBox(GAME)
changed, faults_of, many, without = WRITTEN.changed, WRITTEN.faults_of, WRITTEN.many, WRITTEN.without
BUILDING = 68  # ea01 among the cards
MARKET = BUILDING + 8
TREASURY = BUILDING + 12
AUDIENCE = BUILDING + 16


@pytest.mark.parametrize(
    ("written", "instead", "fault"),
    [
        ("decades = 3", "", "frame.decades: is missing"),
        ("decades = 3", "decades = 0", "frame.decades: must be from 1 to 9, not 0"),
        ("decades = 3", 'decades = "3"', "frame.decades: must be a whole number, not '3'"),
        (
            "rounds_per_decade = 4",
            "rounds_per_decade = 3",
            "frame.action_row_full: must be start_action_row + rounds_per_decade: 6",
        ),
        (
            "start_cards_dealt = 6",
            "start_cards_dealt = 2",
            "frame.start_action_row: must be at most start_cards_dealt: 2",
        ),
        (
            "start_cards_dealt = 6",
            "start_cards_dealt = 7",
            "frame.start_cards_dealt: leaves more cards in hand than the hand limit of the bottom space",
        ),
        (
            "phase_a_draw = 2",
            "phase_a_draw = 3",
            "frame.phase_a_draw: must be 2: as many as are played in a round",
        ),
        (
            "cards_played_per_round = 2",
            "cards_played_per_round = 3",
            "frame.cards_played_per_round: must be 2: one into each row",
        ),
        (
            'most = "build_residence_anywhere"',
            'most = "a_pony"',
            "book_scoring.most: must be one of build_residence_anywhere, joker_tile, nothing, not 'a_pony'",
        ),
        ("two_player_comparisons = 1", "two_player_comparisons = 3", "must be from 1 to 2, not 3"),
        ("[0, 0, 0, 0, 0, 5, 8, 12]", "[]", "order_scoring.vp_by_matches: must not be empty: the first"),
        ("[0, 0, 0, 0, 0, 5, 8, 12]", "[0, 5, 8, 12]", "order[0].goods: shows 7 tiles, more than"),
        ("10, 11, 12]", "10, 11]", "residence_scoring.vp_by_residences: needs 13 numbers, has 12"),
        (
            "goods_tiles_per_city = 4",
            "goods_tiles_per_city = 3",
            "setup[2].goods_tiles_per_city: must be at least 4: all players may build there",
        ),
        (
            "joker_tiles_in_play = 6",
            "joker_tiles_in_play = 7",
            "setup[1].joker_tiles_in_play: must be at most 6, the number of joker tiles",
        ),
        ("copies = 6", "copies = 5", "setup[1].joker_tiles_in_play: must be at most 5, the number of"),
        ("players = 3", "players = 2", "setup: needs one entry each for 2, 3 and 4 players"),
        ("players = 4\n", "players = 5\n", "setup[2].players: must be from 2 to 4, not 5"),
        (
            "project_cards_total = 102",
            "project_cards_total = 103",
            "pieces.project_cards_total: is 103, but there are 102 cards",
        ),
        ("residences_per_player = 12", "residences_per_player = 18", "city: needs more than 18 entries"),
        ("[meta]", "[meta", "not TOML"),
        ('game = "Catherine: The', 'game = "Tundra: The', "meta.game must be 'catherine', not 'Tundra: The"),
    ],
)
def test_a_wrong_number_is_refused(written: str, instead: str, fault: str) -> None:
    text = GAME.standard_text()
    assert written in text
    found = faults_of(text.replace(written, instead, 1))
    assert any(fault in each for each in found), found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (without("player_colour", 0), "player_colour: needs 4 entries, has 3"),
        (changed("player_colour", 1, '"yellow"', '"white"'), "player_colour[1].id: white occurs twice"),
        (without("goods_kind", 3), "goods_kind: needs 4 entries, has 3"),
        (
            changed("goods_kind", 0, 'id = "iron"', 'id = "book"'),
            "goods_kind[0].id: book is reserved in tokens and positions",
        ),
        (without("region", 2), "region: needs 3 entries, has 2"),
        (changed("region", 1, '"red"', '"blue"'), "region[1].colour: blue occurs twice"),
        (changed("city", 1, '"st_petersburg"', '"Vyborg"'), "city[1].id: Vyborg occurs twice"),
        (changed("city", 1, '"st_petersburg"', '"st. petersburg"'), "must be ASCII letters and digits"),
        (changed("city", 0, 'colour = "blue"', 'colour = "pink"'), "city[0].colour: must be one of"),
        (changed("city", 0, '"iron"', '"tea"'), "city[0].good: must be one of"),
        (changed("city", 0, "favor = false", "favor = 1"), "city[0].favor: must be true or false, not 1"),
        (without("city", *range(6)), "city: needs more than 12 entries, the residences of a player"),
        (changed("road", 0, '"vyborg"', '"st_petersburg"'), "road[0].b: must not be the same city as a"),
        (changed("road", 0, '"vyborg"', '"paris"'), "road[0].a: must be one of"),
        (without("favor_track", *range(15)), "favor_track: needs 1 to 200 spaces"),
        (without("favor_track", 4), "favor_track[4].space: must be 4: spaces are listed from the bottom"),
        (
            changed("favor_track", 6, "hand_limit = 5", "hand_limit = 3"),
            "favor_track: hand_limit must not fall from a space to the next",
        ),
        (changed("order", 2, "copies = 1", "copies = 2"), "order[2].copies: must be 1: every card has"),
        (changed("order", 2, "iron = 2", "iron = 3"), "order[2].goods: shows 8 tiles, more than"),
        (changed("order", 2, "iron = 2", "tea = 2"), "order[2].goods.tea: is unknown here"),
        (changed("order", 1, '"order2"', '"order1"'), "order[1].id: order1 occurs twice"),
        (without("order", *range(5)), "order: needs 4 to 60 entries"),
        (
            changed("card", 3, "copies = 1", "copies = 2"),
            "card[3].copies: must be 1: every card has an entry",
        ),
        (changed("card", 1, '"nw02"', '"NW01"'), "card[1].id: NW01 occurs twice"),
        (changed("card", 0, '"building"', '"palace"'), "card[0].family: must be one of"),
        (
            changed("card", BUILDING, 'colour = "green"', 'colour = "red"'),
            f"card[{BUILDING}].cities: siberia is not of the card's colour",
        ),
        (
            changed("card", BUILDING, '"siberia"', '"paris"'),
            f"card[{BUILDING}].cities: unknown value 'paris'",
        ),
        (
            changed("card", BUILDING, 'cities = ["siberia", "archangelsk", "irkutsk"]', "cities = []"),
            f"card[{BUILDING}].action.scope: the card lists no city",
        ),
        (changed("card", BUILDING, '"listed_cities"', '"anywhere"'), ".action.scope: must be one of"),
        (changed("card", MARKET, "times = 0", "times = 2"), ".action.times: must be 0: an open arrow has no"),
        (
            changed("card", TREASURY, "times = 1", "times = 0"),
            ".times: must be at least 1: only an open arrow",
        ),
        (
            changed("card", BUILDING, "times = 1", "times = 2"),
            ".action.times: must be 1: only an arrow with a number allows more",
        ),
        (changed("card", MARKET, '"open"', '"double"'), ".action.arrow: must be one of none, number, open"),
        (changed("card", MARKET, '["iron", "fur"]', "[]"), ".action.symbols: must not be empty"),
        (changed("card", MARKET, '["iron", "fur"]', '["tea"]'), ".action.symbols: unknown value 'tea'"),
        (changed("card", MARKET, "iron = 1", "iron = 8"), ".upper.iron: must be from 0 to 7, not 8"),
        (changed("card", MARKET, '"draw_per_symbol"', '"steal"'), ".action.type: must be one of build,"),
        (
            changed("card", TREASURY, "cost_cards = 3", "cost_cards = 2"),
            ".bonus.condition.cards: must be 2, the cost of the action",
        ),
        (changed("card", TREASURY, 'same_colour", cards = 3', 'same_colour"'), ".cards: is missing"),
        (
            changed("card", AUDIENCE, '"discard", cards = 1', '"discard", cards = 0'),
            ".bonus.condition.cards: must be from 1 to 20, not 0",
        ),
        (changed("card", AUDIENCE, '"discard"', '"beg"'), ".bonus.condition.type: must be one of own,"),
        (
            changed("card", BUILDING, 'type = "draw", cards = 1', 'type = "build", scope = "card_colour"'),
            ".bonus.effect.type: must not be build: a bonus cannot build",
        ),
        (changed("card", AUDIENCE, "effect = {", "twice = 2, effect = {"), ".bonus.twice: is unknown here"),
        (changed("card", AUDIENCE, "favor = 2", "favor = 0"), ".action.favor: must be from 1 to 20, not 0"),
        (changed("card", TREASURY, "vp = 10", "vp = 100"), ".action.vp: must be from 0 to 99, not 100"),
        (changed("card", BUILDING, "iron = 1", "tea = 1"), ".bonus.condition.symbols.tea: is unknown here"),
        (without("card", *range(30)), "card: needs more than 80, the most in play at once, has 72"),
    ],
)
def test_a_wrong_entry_is_refused(text: str, fault: str) -> None:
    found = faults_of(text)
    assert any(fault in each for each in found), found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (many("city", 0, 43, "vyborg"), "city: at most 60 entries are supported"),
        (many("order", 0, 53, "order1"), "order: needs 4 to 60 entries"),
        (many("card", 0, 29, "nw01"), "at most 62 cards of a colour are supported"),
    ],
)
def test_more_entries_than_supported_are_refused(text: str, fault: str) -> None:
    assert any(fault in each for each in faults_of(text))


def test_as_many_entries_as_supported_are_accepted() -> None:
    for text in (many("city", 0, 42, "vyborg"), many("order", 0, 52, "order1")):
        assert samovar.Match("catherine", 2, components=text).actors() == [0, 1]
    text = many("card", 0, 28, "nw01").replace("project_cards_total = 102", "project_cards_total = 130")
    m = samovar.Match("catherine", 4, components=text)
    assert m.actors() == [0, 1, 2, 3]


def test_an_empty_file_is_refused_with_a_fault_for_each_part() -> None:
    found = faults_of('[meta]\ngame = "Catherine"\n')
    for part in ("frame.decades", "setup", "player_colour", "goods_kind", "region", "city", "favor_track"):
        assert any(fault.startswith(part) for fault in found), part
    for part in ("cannon_scoring.tie", "book_scoring.most", "order", "card", "pieces.residences_per_player"):
        assert any(fault.startswith(part) for fault in found), part


def test_several_faults_are_reported_at_once() -> None:
    text = GAME.standard_text()
    for written, instead in (
        ("interim_draw = 2", "interim_draw = 21"),
        ("tie = 2", "tie = true"),
        ('id = "yellow"', 'id = "white"'),
        ('a = "vyborg"', 'a = "paris"'),
        ("project_cards_total = 102", "project_cards_total = 101"),
    ):
        assert written in text
        text = text.replace(written, instead, 1)
    assert faults_of(text) == [
        "frame.interim_draw: must be from 0 to 20, not 21",
        "cannon_scoring.tie: must be a whole number, not True",
        "player_colour[1].id: white occurs twice",
        f"road[0].a: must be one of {', '.join(CITIES)}, not 'paris'",
        "pieces.project_cards_total: is 101, but there are 102 cards",
    ]
