"""Faulty component files of Tundra are refused, and every fault is named with its place."""

from __future__ import annotations

import pytest

from samovar.games.tundra.game import GAME
from samovar.games.tundra.loading import load_box
from tests.tundra.scene import (
    play_at_random,
    ready,
)
from tests.written_box import WrittenBox

WRITTEN = WrittenBox(GAME)
changed, faults_of, many, without = WRITTEN.changed, WRITTEN.faults_of, WRITTEN.many, WRITTEN.without


@pytest.mark.parametrize(
    ("written", "instead", "fault"),
    [
        ("rounds = 4", "", "constants.rounds: is missing"),
        ("rounds = 4", "rounds = 0", "constants.rounds: must be from 1 to 9, not 0"),
        ("rounds = 4", "rounds = 5", "constants.dice_per_round: needs 5 numbers, has 4"),
        ("dice_per_round = [4, 4, 5, 5]", "dice_per_round = [4, 4, 5, 21]", "numbers from 0 to 20, not 21"),
        ("max_each_resource = 10", "max_each_resource = 0", "max_each_resource: must be from 1 to 99, not 0"),
        ("max_berries = 20", "max_berries = 100", "constants.max_berries: must be from 1 to 99, not 100"),
        (
            "market_size = { 2 = 4, 3 = 5, 4 = 6 }",
            "market_size = { 2 = 4, 4 = 6 }",
            "constants.market_size.3: is missing",
        ),
        ("3 = 5, 4 = 6 }", "3 = 41, 4 = 6 }", "constants.market_size.3: must be from 1 to 40, not 41"),
        (
            "common_goals_in_play = { 2 = 2",
            "common_goals_in_play = { 2 = 0",
            "common_goals_in_play.2: must be from 1 to 20",
        ),
        (
            "common_goals_in_play = { 2 = 2",
            "common_goals_in_play = { 2 = 7",
            "common_goal: too few for 2 players",
        ),
        (
            "starter_cards_dealt = 4",
            "starter_cards_dealt = 13",
            "starter_cards_dealt: must be from 1 to 12, not 13",
        ),
        ("starter_cards_dealt = 4", "starter_cards_dealt = 5", "starter: too few for 2 players"),
        (
            "starter_cards_dealt = 4",
            "starter_cards_dealt = 1",
            "constants.starter_cards_kept: must be at most starter_cards_dealt",
        ),
        (
            "starter_cards_kept = 2",
            "starter_cards_kept = 5",
            "starter_cards_kept: must be from 1 to 4, not 5",
        ),
        (
            "{ starter = 1, market = 1 }",
            "{ starter = 2, market = 1 }",
            "enhancements_per_board.starter: must be 1",
        ),
        (
            "{ starter = 1, market = 1 }",
            "{ starter = 1, market = 3 }",
            "enhancements_per_board.market: must be from 1 to 2",
        ),
        ("vp_track_length = 50", "vp_track_length = 0", "constants.vp_track_length: must be from 1 to 999"),
        (
            "[constants.vp_start]\nvalue = 0",
            "[constants.vp_start]\nvalue = -1",
            "constants.vp_start.value: must be from 0",
        ),
        (
            "die_faces = [1, 2, 3, 4, 5, 6]",
            "die_faces = [1, 2, 3, 4, 5, 5]",
            "constants.die_faces: must be 1 to 6",
        ),
        ("berries = 4", "berries = 21", "player_board.start.berries: must be from 0 to 20, not 21"),
        ("firewood = 2\nstone", "firewood = 11\nstone", "player_board.start.firewood: must be from 0 to 10"),
        ("stone = 2\npeat", 'stone = "2"\npeat', "player_board.start.stone: must be a whole number, not '2'"),
        ("peat = 2\nsource", "source", "player_board.start.peat: is missing"),
        ("dice = 7", "dice = 0", "contents.per_player.dice: must be from 1 to 20"),
        ("dice = 7", "dice = 6", "title[0].max_dice: must be 6, with the white die"),
        ("towers = 4", "towers = 21", "contents.per_player.towers: must be from 0 to 20"),
        ("workers = 6", "workers = 9", "contents.per_player.workers: must be from 1 to 8, not 9"),
        (
            "workers = 6",
            "workers = 1",
            "title[0].setup_workers_on_settlement: must leave two workers for the starting glades",
        ),
        ("vp_on_flip = 1", "vp_on_flip = 100", "upgrade_reward.vp_on_flip: must be from 0 to 99"),
        ("vp_each_round_start = 1", "", "upgrade_reward.vp_each_round_start: is missing"),
        ('hammy = "yellow"', "hammy = 1", "character_colors.hammy: must be a text, not 1"),
        ("[meta]", "[meta", "not TOML"),
        ('game = "tundra"', 'game = "taiga"', "meta.game must be 'tundra', not 'taiga'"),
    ],
)
def test_a_wrong_number_of_the_constants_is_refused(written: str, instead: str, fault: str) -> None:
    text = GAME.standard_text()
    assert written in text
    found = faults_of(text.replace(written, instead, 1))
    assert any(fault in each for each in found), found


FIRST_STEPS = 'steps = [{ op = "build_tower", times = 2, pay = { same = 2 } }]'


def with_steps(steps: str) -> str:
    return changed("order_board", 0, FIRST_STEPS, f"steps = {steps}")


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ('[{ op = "dance" }]', "steps[0].op: must be one of gain, gain_per,"),
        ("[{ n = 1 }]", "steps[0].op: is missing"),
        ("[1]", "steps: must hold tables, not 1"),
        (
            '[{ op = "gain", item = "gold", n = 1 }]',
            "steps[0].item: must be one of firewood, stone, peat, berry, vp, any",
        ),
        ('[{ op = "gain", item = "peat", n = 16 }]', "steps[0].n: must be from 1 to 15, not 16"),
        ('[{ op = "gain", item = "peat" }]', "steps[0].n: is missing"),
        ('[{ op = "gain", item = "peat", n = 1, m = 2 }]', "steps[0].m: is unknown here"),
        ('[{ op = "gain_per", item = "any", n = 1, per = "own_towers" }]', "steps[0].item: must be one of"),
        (
            '[{ op = "gain_per", item = "vp", n = 1, per = "own_dice" }]',
            "steps[0].per: must be one of own_towers, own_upgrades",
        ),
        ('[{ op = "gain_per", item = "vp", n = 0, per = "own_towers" }]', "steps[0].n: must be from 1 to 15"),
        ('[{ op = "move", n = 0 }]', "steps[0].n: must be from 1 to 15, not 0"),
        ('[{ op = "gain_same" }]', "steps[0].n: is missing"),
        ('[{ op = "build_tower", times = 16 }]', "steps[0].times: must be from 1 to 15, not 16"),
        ('[{ op = "place_worker", times = 1, pay = { gold = 1 } }]', "steps[0].pay.gold: is unknown here"),
        (
            '[{ op = "place_worker", times = 1, pay = { same = 21 } }]',
            "steps[0].pay.same: must be from 0 to 20",
        ),
        (
            '[{ op = "place_worker", times = 1, pay = { any = -1 } }]',
            "steps[0].pay.any: must be from 0 to 20",
        ),
        (
            '[{ op = "place_worker", times = 1, pay = { berry = 21 } }]',
            "steps[0].pay.berry: must be from 0 to 20",
        ),
        ('[{ op = "place_worker", times = 1, pay = 2 }]', "steps[0].pay: must be a table, not 2"),
        ('[{ op = "upgrade", times = 5 }]', "steps[0].times: must be from 1 to 4, not 5"),
        (
            '[{ op = "convert", times = "own_dice", pay = { any = 1 } }]',
            "steps[0].times: must be a whole number",
        ),
        (
            '[{ op = "convert", times = 1, gain = { vp = 1 } }]',
            "steps[0].pay: must not be empty: a conversion has a price",
        ),
        (
            '[{ op = "convert", times = 1, pay = { any = 1 }, gain = { gold = 1 } }]',
            "steps[0].gain.gold: is unknown",
        ),
        (
            '[{ op = "convert", times = 1, pay = { any = 1 }, gain = { vp = 21 } }]',
            "steps[0].gain.vp: must be from 0",
        ),
        ('[{ op = "renew_market", n = 1 }]', "steps[0].n: is unknown here"),
        (
            "[" + ", ".join(['{ op = "move", n = 1 }'] * 5) + "]",
            "frame[0].steps: must have at most 4 steps, not 5",
        ),
        ("3", "frame[0].steps: must be a list of tables, not 3"),
    ],
)
def test_a_wrong_step_of_the_effect_language_is_refused(steps: str, fault: str) -> None:
    found = faults_of(with_steps(steps))
    assert any("order_board[0].side[0].frame[0]." in each and fault in each for each in found), found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (without("character", 3), "character: must have 4 entries, not 3"),
        (changed("character", 1, '"polkan"', '"Elisabeth"'), "character[1].id: Elisabeth occurs twice"),
        (without("order_board", 3), "order_board: must have 4 entries, not 3"),
        (many("order_board", 3, 1, "trade"), "order_board: must have 4 entries, not 5"),
        (changed("order_board", 1, '"travel"', '"trade"'), "order_board[3].id: trade occurs twice"),
        (
            changed("order_board", 1, '"travel"', '"sea_travel"'),
            "order_board[1].id: must be lower case and without _",
        ),
        (
            changed("order_board", 1, '"travel"', '"Travel"'),
            "order_board[1].id: must be lower case and without _",
        ),
        (changed("order_board", 1, 'name = "Travel"\n', ""), "order_board[1].name: is missing"),
        (
            changed("order_board", 1, "firewood = 3", "gold = 3"),
            "order_board[1].upgrade_cost.gold: is unknown here",
        ),
        (
            changed("order_board", 1, 'side = "upgraded"', 'side = "basic"'),
            "order_board[1].side: must be the basic side",
        ),
        (
            changed("order_board", 1, 'side = "basic"', 'side = "back"'),
            "side[0].side: must be one of basic, upgraded",
        ),
        (
            changed("order_board", 1, "slots = [6, 5]", "slots = [6]"),
            "side[0].frame: must cover each slot from 1 to 6 once",
        ),
        (
            changed("order_board", 1, "slots = [6, 5]", "slots = [6, 5, 4]"),
            "frame[1].slots: 4 occurs twice",
        ),
        (
            changed("order_board", 1, "slots = [6, 5]", "slots = [7, 5]"),
            "frame[0].slots: must hold numbers from 1 to 6",
        ),
        (changed("glade", 1, '"g02"', '"G01"'), "glade[1].id: G01 occurs twice"),
        (changed("glade", 1, '"g02"', '"g 2"'), "glade[1].id: must be ASCII letters and digits, not 'g 2'"),
        (
            changed("glade", 1, '"firewood"', '"berry"'),
            "glade[1].resource: must be one of none, firewood, stone, peat",
        ),
        (changed("glade", 1, "dots = 0", "dots = 10"), "glade[1].dots: must be from 0 to 9, not 10"),
        (changed("glade", 1, "worker_here", "here"), "glade[1].tower_bonus[0].op: must be one of"),
        (without("glade", 0), "layout[0].glades: must be 11, one for each glade in use, not 12"),
        (
            changed("layout", 0, 'id = "2p"', 'id = "3p"'),
            "layout[1].id: 3p occurs twice",
        ),
        (
            changed("layout", 0, 'id = "2p"', 'id = "default"'),
            "layout[0].id: must not be default, which is reserved",
        ),
        (changed("layout", 0, "players = 2", "players = 5"), "layout[0].players: must be from 2 to 4, not 5"),
        (
            changed("layout", 0, "default = true", "default = 1"),
            "layout[0].default: must be true or false, not 1",
        ),
        (
            changed("layout", 0, "default = true", "default = false"),
            "layout: must have one default for 2 players",
        ),
        (
            changed("layout", 3, "default = false", "default = true"),
            "layout: must have one default for 3 players",
        ),
        (
            changed("layout", 0, '"start_glades"', '"thrown"'),
            "layout[0].workers: must be one of start_glades, drawn",
        ),
        (
            changed("layout", 0, "glades = [[-1, 1]", "glades = [[0, 1]"),
            "layout[0].glades: [0, 1] occurs twice",
        ),
        (
            changed("layout", 0, "glades = [[-1, 1]", "glades = [[0, 0]"),
            "layout[0].glades: [0, 0] occurs twice",
        ),
        (
            changed("layout", 0, "glades = [[-1, 1]", "glades = [[-1]"),
            "glades: must be a list of coordinates [q, r]",
        ),
        (
            changed("layout", 0, "glades = [[-1, 1]", "glades = [[-1, 100]"),
            "glades: must be a list of coordinates",
        ),
        (
            changed("layout", 0, "glades = [[-1, 1]", 'glades = [["a", 1]'),
            "glades: must be a list of coordinates",
        ),
        (changed("layout", 0, "glades = ", "meadows = "), "layout[0].glades: must be a list of coordinates"),
        (
            changed("layout", 0, "glades = [[-1, 1], ", "glades = ["),
            "glades: must be 12, one for each glade in use, not 11",
        ),
        (changed("layout", 0, "edge = [[-1, 1]", "edge = [[9, 9]"), "layout[0].edge: [9, 9] is not a glade"),
        (
            changed("layout", 0, "settlement = [0, 0]", "settlement = 0"),
            "settlement: must be a list of coordinates",
        ),
        (
            changed("layout", 0, "settlement = [0, 0]\n", ""),
            "seat[0].settlement: must be a list of coordinates",
        ),
        (
            changed("layout", 0, "settlement = [0, 0]", "settlement = [-3, 6]"),
            "layout[0].glades: [-3, 6] occurs twice",
        ),
        (
            changed("layout", 0, "start = [[-1, 1], [0, 1]]", "start = [[-1, 1]]"),
            "seat[0].start: must be two glades",
        ),
        (
            changed("layout", 0, "start = [[-1, 1], ", "start = [[9, 9], "),
            "seat[0].start: must be two glades",
        ),
        (
            changed("layout", 0, "start = [[-1, 1], [0, 1]]", "start = [[-1, 1], [-1, 2]]"),
            "layout[0].seat[0].start: must be next to the settlement, unless the workers are drawn",
        ),
        (
            changed("layout", 0, "start = [[-1, 1], [0, 1]]", "start = [[-1, 1], [-1, 1]]"),
            "layout[0].seat: two workers start on one glade",
        ),
        (without("layout", 0), "layout: must have one default for 2 players"),
        (changed("starter", 1, '"s02"', '"S01"'), "starter[1].id: S01 occurs twice"),
        (changed("starter", 1, 'name = "Hewn Blocks"', "name = 1"), "starter[1].name: must be a text, not 1"),
        (changed("starter", 1, "dots = 0", 'dots = "0"'), "starter[1].dots: must be a whole number, not '0'"),
        (
            changed("starter", 1, "slots = [6, 5, 4]", "slots = [6, 5]"),
            "starter[1].frame: must cover each slot from 1",
        ),
        (changed("starter", 1, '"berry"', '"tea"'), "starter[1].frame[0].steps[0].item: must be one of"),
        (without("starter", 0), "starter: too few for 2 players"),
        (
            changed("advisor", 1, "count = 1", "count = 2"),
            "advisor[1].count: must be 1: every card has an entry of its own",
        ),
        (changed("advisor", 1, '"a02"', '"A01"'), "advisor[1].id: A01 occurs twice"),
        (changed("enhancement", 0, '"e01"', '"a01"'), "enhancement[0].id: a01 occurs twice"),
        (
            changed("enhancement", 0, "count = 1", "count = 0"),
            "enhancement[0].count: must be 1: every card has an entry of its own",
        ),
        (
            changed("enhancement", 0, "slots = [6, 5, 4]", "slots = []"),
            "enhancement[0].frame: must cover each slot",
        ),
        (changed("common_goal", 1, '"reforms"', '"council"'), "common_goal[1].id: council occurs twice"),
        (
            changed("common_goal", 1, '"upgraded_boards"', '"dice"'),
            "common_goal[1].condition: must be one of",
        ),
        (
            changed("common_goal", 1, '"upgraded_boards"', '"towers_in_supply"'),
            "common_goal[1].condition: must be one of",
        ),
        (
            changed("common_goal", 6, '"firewood"', '"berry"'),
            "common_goal[6].resource: must be one of firewood, stone, peat",
        ),
        (changed("common_goal", 6, 'resource = "firewood"\n', ""), "common_goal[6].resource: is missing"),
        (
            changed("common_goal", 1, "[2, 3, 4]", "[2, 3]"),
            "common_goal[1].thresholds: needs 3 numbers, has 2",
        ),
        (
            changed("common_goal", 1, "[2, 3, 4]", "[2, 4, 3]"),
            "common_goal[1].thresholds: must be positive and grow from step to step",
        ),
        (
            changed("common_goal", 1, "[2, 3, 4]", "[2, 2, 4]"),
            "common_goal[1].thresholds: must be positive and grow from step to step",
        ),
        (
            changed("common_goal", 1, "[2, 3, 4]", "[0, 3, 4]"),
            "common_goal[1].thresholds: must be positive and grow from step to step",
        ),
        (
            changed("common_goal", 5, "[10, 15, 20]", "[15, 10, 20]"),
            "common_goal[5].thresholds: must be positive and grow",
        ),
        (
            changed("common_goal", 5, "[10, 15, 20]", "[10]"),
            "common_goal[5].variant_thresholds: needs 3 numbers",
        ),
        (changed("common_goal", 1, "vp = [2, 4, 6]", "vp = []"), "common_goal[1].vp: needs 3 numbers, has 0"),
        (
            changed("common_goal", 1, "die_values = [2, 4, 6]", "die_values = [0]"),
            "die_values: must hold numbers from 1 to 6",
        ),
        (
            changed("common_goal", 1, "dots = 0", "dots = -1"),
            "common_goal[1].dots: must be from 0 to 9, not -1",
        ),
        (without("common_goal", *range(5)), "common_goal: too few for 2 players"),
        (
            changed("personal_goal", 1, '"good_word"', '"day_off"'),
            "personal_goal[2].id: day_off occurs twice",
        ),
        (
            changed("personal_goal", 2, '"workers_in_supply"', '"berries"'),
            "personal_goal[2].condition: must be one of",
        ),
        (
            changed("personal_goal", 7, '"firewood"\n', '"gold"\n'),
            "personal_goal[7].resource: must be one of",
        ),
        (without("personal_goal", *range(8)), "personal_goal: too few for 4 players"),
        (changed("title", 1, '"provident"', '"Humble"'), "title[1].id: Humble occurs twice"),
        (changed("title", 1, '"special"', '"basic"'), "title: must have one basic title"),
        (changed("title", 0, '"basic"', '"special"'), "title: must have one basic title"),
        (
            changed("title", 1, '"special"', '"royal"'),
            "title[1].kind: must be one of basic, special, not 'royal'",
        ),
        (changed("title", 1, "dots = 0", "dots = 10"), "title[1].dots: must be from 0 to 9, not 10"),
        (changed("title", 1, "[4, 4, 5, 5]", "[4, 4, 5]"), "title[1].dice: needs 4 numbers, has 3"),
        (
            changed("title", 1, "[4, 4, 5, 5]", "[5, 4, 5, 5]"),
            "title[1].dice: must be dice_per_round plus own_rolled_dice",
        ),
        (
            changed("title", 4, "own_rolled_dice = 1 ", "own_rolled_dice = 2 "),
            "title[4].dice: must be dice_per_round plus own_rolled_dice",
        ),
        (
            changed("title", 1, "max_dice = 7", "max_dice = 8"),
            "title[1].max_dice: must be 7, with the white die if the title has it",
        ),
        (
            changed("title", 2, "white_die = true", "white_die = false"),
            "title[2].max_dice: must be 7, with the white die if the title has it",
        ),
        (
            changed("title", 2, "white_die = true", "white_die = 1"),
            "title[2].white_die: must be true or false, not 1",
        ),
        (
            changed("title", 1, "max_advisors = 4", "max_advisors = 21"),
            "title[1].max_advisors: must be from 0 to 20",
        ),
        (
            changed("title", 1, "per_board = 1", "per_board = 3"),
            "market_enhancements_per_board: must be from 1 to 2",
        ),
        (
            changed("title", 1, "reroll_cost = 1", "reroll_cost = 0"),
            "title[1].reroll_cost: must be from 1 to 99, not 0",
        ),
        (
            changed("title", 1, "change_cost = 2", "change_cost = 0"),
            "title[1].change_cost: must be from 1 to 99",
        ),
        (
            changed("title", 1, "buy_cost = 6", "buy_cost = 0"),
            "title[1].buy_cost: must be from 1 to 99, not 0",
        ),
        (changed("title", 1, '"take_card"', '"steal_card"'), "title[1].round_start[0].op: must be one of"),
        (
            changed("title", 3, "settlement = 2", "settlement = 5"),
            "setup_workers_on_settlement: must leave two workers for the starting glades",
        ),
        (
            changed("title", 3, "settlement = 2", "settlement = 9"),
            "setup_workers_on_settlement: must be from 0 to 8",
        ),
        (without("title", 1, 2, 3), "title: too few special titles for 4 players"),
    ],
)
def test_a_wrong_entry_is_refused(text: str, fault: str) -> None:
    found = faults_of(text)
    assert any(fault in each for each in found), found


def test_a_layout_lists_as_many_seats_as_players() -> None:
    text = GAME.standard_text()
    _, end = WRITTEN.entry_of("layout", 0)
    third = "\n[[layout.seat]]\nsettlement = [7, 7]\nstart = [[-2, 3], [-1, 3]]\n"
    found = faults_of(text[:end] + third + text[end:])
    assert "layout[0].seat: must have 2 entries, not 3" in found


def test_more_dice_in_a_round_than_a_player_has_are_refused() -> None:
    text = (
        GAME.standard_text().replace("[4, 4, 5, 5]", "[4, 4, 8, 8]").replace("[5, 5, 6, 6]", "[5, 5, 9, 9]")
    )
    found = faults_of(text)
    assert "title[0].dice: must be dice_per_round plus own_rolled_dice, and at most max_dice" in found
    assert not any(fault.startswith("title[2].dice") for fault in found)  # Wisdom has eight


def grown(players: int, spaces: int) -> str:
    """The default map for this number of players, with additional glades in a row beside it."""
    text = GAME.standard_text()
    number = players - 2
    at, end = WRITTEN.entry_of("layout", number)
    more = "".join(f"[{q}, 50], " for q in range(spaces))
    text = text[:at] + text[at:end].replace("glades = [", f"glades = [{more}", 1) + text[end:]
    glades = "\n".join(
        f'[[glade]]\nid = "x{n}"\nresource = "none"\ndots = {players}\ntower_bonus = []'
        for n in range(spaces)
    )
    return text + glades


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (grown(4, 4), "layout[2].glades: at most 31 spaces are supported"),
        (many("glade", 0, 37, "g01"), "glade: at most 60 are supported"),
        (many("starter", 0, 45, "s01"), "starter: at most 60 are supported"),
        (many("enhancement", 0, 21, "e01"), "advisor, enhancement: at most 60 cards are supported"),
        (many("common_goal", 0, 23, "council"), "common_goal: at most 31 are supported"),
        (many("personal_goal", 0, 50, "tight_knit_team"), "personal_goal: at most 60 are supported"),
    ],
)
def test_more_than_the_supported_number_is_refused(text: str, fault: str) -> None:
    assert any(fault in each for each in faults_of(text))


@pytest.mark.parametrize(
    "text",
    [
        many("starter", 0, 44, "s01"),
        many("enhancement", 0, 20, "e01"),
        many("common_goal", 0, 22, "council"),
        many("personal_goal", 0, 49, "tight_knit_team"),
    ],
    ids=["starter", "enhancement", "common_goal", "personal_goal"],
)
def test_the_supported_number_is_accepted(text: str) -> None:
    m = ready(4, components=text, personal_goals="on")
    play_at_random(m)
    assert m.over


def test_sixty_glades_are_accepted() -> None:
    """The additional glades have five dots, so they are never in use."""
    text = GAME.standard_text()
    for n in range(36):
        text += f'\n[[glade]]\nid = "x{n}"\nresource = "none"\ndots = 5\ntower_bonus = []\n'
    assert len(load_box(text).glade_ids) == 61
    text += '\n[[glade]]\nid = "one_more"\nresource = "none"\ndots = 5\ntower_bonus = []\n'
    assert faults_of(text) == ["glade: at most 60 are supported"]


def test_more_than_255_actions_or_prices_are_refused() -> None:
    """The advisors have 225 further actions, the boards 289 further prices."""
    steps = [
        f'[{{ op = "move", n = {n} }}, {{ op = "gather", n = {k} }}]'
        for n in range(1, 16)
        for k in range(1, 16)
    ]
    extra = "".join(
        f'\n[[advisor]]\nid = "x{i}"\nname = "X"\nsteps = {text}\n' for i, text in enumerate(steps)
    )
    found = faults_of(GAME.standard_text() + extra)
    assert any(fault.endswith("steps: at most 255 different actions are supported") for fault in found)
    prices = [f"{{ same = {n}, berry = {k} }}" for n in range(1, 18) for k in range(1, 18)]
    extra = ""
    for i in range(0, len(prices), 4):
        four = ", ".join(
            f'{{ op = "place_worker", times = 1, pay = {price} }}' for price in prices[i : i + 4]
        )
        extra += f'\n[[advisor]]\nid = "x{i}"\nname = "X"\nsteps = [{four}]\n'
    found = faults_of(GAME.standard_text() + extra)
    assert any(fault.endswith("pay: at most 255 different prices are supported") for fault in found)


def test_an_empty_file_is_refused_with_a_fault_for_each_part() -> None:
    found = faults_of('[meta]\ngame = "tundra"\n')
    for part in ("constants.rounds", "player_board.start.berries", "contents.per_player.dice", "character"):
        assert any(fault.startswith(part) for fault in found), part
    for part in ("upgrade_reward.vp_on_flip", "order_board", "layout", "starter", "title", "personal_goal"):
        assert any(fault.startswith(part) for fault in found), part


def test_several_faults_are_reported_at_once() -> None:
    text = GAME.standard_text()
    for written, instead in (
        ("max_berries = 20", "max_berries = true"),
        ("berries = 4", "berries = -1"),
        ('id = "polkan"', 'id = "elisabeth"'),
        ("start = [[-1, 1], [0, 1]]", "start = [[0, 1]]"),
        ('item = "berry", n = 1', 'item = "tea", n = 1'),
        ("buy_cost = 9", "buy_cost = 0"),
        ("die_values = [1, 3, 5]", "die_values = [1, 3, 7]"),
    ):
        assert written in text
        text = text.replace(written, instead, 1)
    items = "firewood, stone, peat, berry, vp, any"
    assert faults_of(text) == [
        "constants.max_berries: must be a whole number, not True",
        "player_board.start.berries: must be from 0 to 1, not -1",
        "character[1].id: elisabeth occurs twice",
        f"order_board[3].side[0].frame[0].steps[1].item: must be one of {items}, not 'tea'",
        "layout[0].seat[0].start: must be two glades",
        "common_goal[0].die_values: must hold numbers from 1 to 6, not 7",
        "title[4].buy_cost: must be from 1 to 99, not 0",
    ]
