"""Positions of Tundra: round trips, defaults of keys left out, and every fault."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import cast

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

import samovar
from samovar.games import registry
from samovar.games.tundra.state import Tundra
from samovar.kernel.ints import i64, vec
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE
from samovar.kernel.step import Options
from tests.test_parsers import mutated
from tests.tundra.scene import (
    CITY,
    Player,
    begun,
    dice,
    from_text,
    have,
    market,
    personal,
    play_at_random,
    scene,
    spare,
    table,
    tiles,
    title,
    workers,
)

GAME = registry.game("tundra")
LONG = "SAMOVAR_EXAMPLES" in os.environ
EXAMPLES = int(os.environ.get("SAMOVAR_EXAMPLES", "60"))
SETS = [(seats, number) for seats in (2, 3, 4) for number in range(len(GAME.option_sets(seats)))]


def parse(text: str) -> Tundra:
    """The state of a position, with the box that it names. Without a name it is that of rules version 1."""
    found = read_toml(text, "position")
    box = GAME.shipped_box(str(found.get("components", "")))
    return cast(Tundra, GAME.read(Reader(found, "", []), box))


def faults_of(text: str) -> list[str]:
    with pytest.raises(samovar.BadInput) as error:
        from_text(text)
    return error.value.faults


# ---- round trips ----


@pytest.mark.parametrize(("seats", "number"), SETS)
@pytest.mark.no_cover
def test_positions_round_trip_at_every_decision(seats: int, number: int) -> None:
    """A position that is written and read has the same text and options, also at Nature's decisions."""
    chance, out = Rng(number), Options()
    s = cast(Tundra, GAME.start(GAME.standard_box(), seats, GAME.option_sets(seats)[number], out))
    while True:
        text = GAME.write(s)
        again = parse(text)
        assert GAME.write(again) == text
        for p in [*range(seats), NATURE]:
            assert GAME.legal(again, p) == GAME.legal(s, p)
        if s.over:
            return
        actors = GAME.actors(s)
        p = actors[chance.below(len(actors))]
        legal = GAME.legal(s, p)
        GAME.play(s, p, legal[chance.below(len(legal))], out)


def test_a_game_read_from_a_position_continues_as_the_original() -> None:
    m = begun(3, 7, titles="on", personal_goals="on")
    play_at_random(m, until=40)
    again = samovar.Match.from_position(m.position(), seed=1, game=GAME)
    one, two = m.state.clone(), again.state.clone()
    assert GAME.playout(one, Rng(5), Options()) == GAME.playout(two, Rng(5), Options())
    assert GAME.write(one) == GAME.write(two)


# ---- defaults ----


def test_an_almost_empty_position_is_a_fresh_set_up() -> None:
    m = from_text('game = "tundra"')
    s = table(m)
    assert (m.seats, s.round, s.first) == (2, 1, 0)  # the round has begun with a title
    assert [token for token in m.options(0) if token.startswith("gain.")] == [
        "gain.firewood",
        "gain.stone",
        "gain.peat",
    ]
    for p in range(2):
        assert have(m, p) == {"firewood": 2, "stone": 2, "peat": 2, "berry": 4}
        assert workers(m, p) == table(m).layout.start[p]
        assert title(m, p) == "humble"
    assert len(tiles(m)) == 4
    assert len(market(m)) == 4


@pytest.mark.parametrize("to_move", [0, 1, 2])
def test_to_move_is_a_turn_with_the_dice_as_given(to_move: int) -> None:
    lines = ['game = "tundra"', "seats = 3", f"to_move = {to_move}"]
    lines += [line for p in range(3) for line in ("[[player]]", f"dice = [{p + 1}, {p + 2}]")]
    m = from_text("\n".join(lines))
    assert m.actors() == [to_move]
    assert table(m).round == 1
    assert dice(m, to_move) == [to_move + 1, to_move + 2]
    assert spare(m, to_move) == 5
    placed = [token for token in m.options(to_move) if token.startswith("place.trade")]
    assert placed == [f"place.trade_{to_move + 2}", f"place.trade_{to_move + 1}"]
    m.play(to_move, f"place.trade_{to_move + 1}")
    play_out = ["end"] * 3
    while m.actors() == [to_move]:
        m.play(to_move, play_out.pop())
    assert m.actors() == [(to_move + 1) % 3]


def test_titles_and_goals_left_out_are_filled_in() -> None:
    text = 'game = "tundra"\nseats = 3\n[options]\ntitles = "on"\npersonal_goals = "on"\n'
    m = from_text(text + '[[player]]\ntitle = "wisdom"\ngoal = "curfew"')
    assert title(m, 0) == "wisdom"
    assert personal(m, 0) == "curfew"
    assert len({title(m, p) for p in range(3)}) == len({personal(m, p) for p in range(3)}) == 3


def test_workers_are_sorted_when_read() -> None:
    m = scene(Player(dice=[6, 1], workers=[6, 3, 6], firewood=2), glades={3: "g01", 6: "g04"})
    m.play(0, "place.architecture_6")
    m.play(0, "do.board")
    assert m.options(0) == ["build.3", "build.6", "finish"]  # each once
    assert "workers = [3, 6, 6]" in m.position()


# ---- faults ----

STARTERS_DEALT = ['dealt = ["s01", "s02", "s03", "s04"]', 'dealt = ["s05", "s06", "s07", "s08"]']
HIDDEN = "a match cannot start from a position with hidden cards"
PERSONAL_ON = 'personal_goals = "on"'
TITLES_ON = 'titles = "on"'
CHOOSING = 'todo = ["ChooseStarters()", "Calendar()"]'
ASKED = 'asked = ["Keep(0,0)", "Keep(1,0)"]'
TURN = '"Turn(0)", "Placement(1)", "Calendar()"]'
DIE = ["dice = [1]"]
MOVING = 'todo = ["Action(0,{move},0,17,0)", ' + TURN
ACTIVE = ["[activation]", 'board = "trade"', "slot = 3"]


def number_of(text: str) -> int:
    """The number of the action of the box whose text begins like this."""
    texts = table(begun(2)).stock.action_texts
    return next(n for n, steps in enumerate(texts) if steps.startswith(text))


OPS = {
    "move": number_of("[{'op': 'move', 'n': 1}]"),
    "gain": number_of("[{'op': 'gain', 'item': 'berry'"),
    "any": number_of("[{'op': 'gain', 'item': 'any', 'n': 1}]"),
    "gather": number_of("[{'op': 'gather', 'n': 4"),
    "place": number_of("[{'op': 'place_worker'"),
    "reroll": number_of("[{'op': 'reroll_dice'"),
}


def written(
    top: str = "",
    options: str = "",
    tables: list[str] | None = None,
    players: list[list[str]] | None = None,
    seats: int = 2,
) -> str:
    """A position for two seats by default. ``{move}`` and the like are replaced by numbers of actions."""
    lines = ['game = "tundra"', f"seats = {seats}"]
    lines += [re.sub(r"\{(\w+)\}", lambda found: str(OPS[found.group(1)]), line) for line in top.splitlines()]
    lines += ["[options]", options, *(tables or [])]
    for player in players or []:
        lines += ["[[player]]", *player]
    return "\n".join(lines)


CASES: list[tuple[str, str]] = [
    # cards, tiles, goals that do not exist or exist twice
    ("market: there is no city card 'x'", written('market = ["x"]')),
    (f"market: {HIDDEN}", written('market = ["?"]')),
    (
        "market: city card a01 occurs twice, also in discard",
        written('market = ["a01"]\ndiscard = ["a01"]'),
    ),
    (
        "player[0].exhausted: city card a01 occurs twice, also in player[0].advisors",
        written(players=[['advisors = ["a01"]', 'exhausted = ["a01"]']]),
    ),
    (
        "todo: city card e01 occurs twice, also in market",
        written(
            f'market = ["e01"]\nround = 1\ntodo = ["Under(0,17)", "Action(0,1,0,0,0)", {TURN}', players=[DIE]
        ),
    ),
    ("market: there are only 4 places", written('market = ["a01", "a02", "a03", "a04", "a05"]')),
    (
        "market: there are only 4 places",
        written('round = 1\ntodo = ["Refill(1)", "RoundStart(0)", "Calendar()"]'),
    ),
    ("tiles: must have 12 entries, not 1", written('tiles = ["g01"]')),
    ("tiles: there is no glade 'x'", written(f"tiles = {['x'] + [''] * 11}")),
    ("tiles: glade g01 occurs twice, also in tiles", written(f"tiles = {['g01', 'g01'] + [''] * 10}")),
    (
        "tiles: not the glades in use for this number of players",
        written(f"tiles = {['g24', 'g01'] + [''] * 8 + ['g02', 'g03']}"),
    ),
    ("goals: unknown value 'x'", written('goals = ["x"]')),
    ("goals: an entry occurs twice", written('goals = ["feast", "feast"]')),
    ("goals: there must be 2", written('goals = ["feast"]')),
    ("goals: woods is for more players", written('goals = ["feast", "woods"]')),
    ("blocked: not a goal in play", written('goals = ["feast", "watch"]\nblocked = ["crowd"]')),
    (
        "blocked: an entry occurs twice",
        written('goals = ["feast", "watch"]\nblocked = ["feast", "feast"]'),
    ),
    # players
    ("player: 3 players for 2 seats", written(players=[[], [], []])),
    ("player[1].beer: is unknown here", written(players=[[], ["beer = 1"]])),
    ("player[0].vp: must be from 0 to 99999, not -1", written(players=[["vp = -1"]])),
    ("player[0].peat: must be from 0 to 10, not 11", written(players=[["peat = 11"]])),
    ("player[0].berry: must be from 0 to 20, not 21", written(players=[["berry = 21"]])),
    ("player[0].title: the title does not fit the option titles", written(players=[['title = "wisdom"']])),
    (
        "player[0].title: the title does not fit the option titles",
        written(options=TITLES_ON, players=[['title = "humble"']]),
    ),
    (
        "player[1].title: wisdom occurs twice",
        written(options=TITLES_ON, players=[['title = "wisdom"'], ['title = "wisdom"']]),
    ),
    ("player[1].title: there must be one", written(players=[[], ['title = ""']])),
    (
        "player[0]: 8 dice, but the title allows 7",
        written("to_move = 0", players=[[f"dice = {[1] * 8}", "spare = 0"]]),
    ),
    ("player[0]: 8 dice, but the title allows 7", written(players=[["spare = 8"]])),
    (
        "player[0].slots: there is no such slot, or it occurs twice: 'trade_7'",
        written(players=[['slots = ["trade_7"]']]),
    ),
    (
        "player[0].slots: there is no such slot, or it occurs twice: 'trade_3'",
        written(players=[['slots = ["trade_3", "trade_3"]']]),
    ),
    ("player[0].upgraded: an entry occurs twice", written(players=[['upgraded = ["trade", "trade"]']])),
    ("player[0].workers: there are only 6", written(players=[[f"workers = {[1] * 7}"]])),
    ("player[0].workers: there are only 6", written(players=[[f"workers = {[1] * 9}"]])),
    ("player[0].workers: must hold numbers from 1 to 14, not 15", written(players=[["workers = [15]"]])),
    (
        "player[0]: a piece stands on 1, where no tile is open",
        written(f"tiles = {['', 'g01'] + [''] * 8 + ['g02', 'g03']}"),
    ),
    ("player[0].towers: an entry occurs twice", written(players=[["towers = [3, 3]"]])),
    ("player[0].towers: there are only 4", written(players=[["towers = [1, 2, 3, 4, 5]"]])),
    (
        "player[1].towers: a glade holds at most one tower",
        written(players=[["towers = [3]"], ["towers = [3]"]]),
    ),
    (
        "player[0]: 4 advisors, but the title allows 3",
        written(players=[['advisors = ["a01", "a02"]', 'exhausted = ["a03", "a04"]']]),
    ),
    ("player[0].advisors: not all of them are advisors", written(players=[['advisors = ["e01"]']])),
    ("player[0].starters: there is no order board 'x'", written(players=[['starters = ["s01_x"]']])),
    ("player[0].starters: there is no starter card 'x'", written(players=[['starters = ["x_trade"]']])),
    (
        "player[0].starters: two starter cards under trade",
        written(players=[['starters = ["s01_trade", "s02_trade"]']]),
    ),
    (
        "player[1].starters: starter card s01 occurs twice, also in player[0].starters",
        written(players=[['starters = ["s01_trade"]'], ['starters = ["s01_trade"]']]),
    ),
    ("starters: some are for more players", written(players=[['starters = ["s16_trade"]']])),
    (
        "player[0].enhancements: too many under trade",
        written(players=[['enhancements = ["e01_trade", "e02_trade"]']]),
    ),
    (
        "enhancements: an advisor cannot go under an order board",
        written(players=[['enhancements = ["a01_trade"]']]),
    ),
    ("player[0].goal: there is no personal goal 'x'", written(options=PERSONAL_ON, players=[['goal = "x"']])),
    (f"player[0].goal: {HIDDEN}", written(options=PERSONAL_ON, players=[['goal = "?"']])),
    ("player[0].goal: there must be one", written(options=PERSONAL_ON, players=[['goal = ""']])),
    (
        "player[0].goal: the module is off, the goal occurs twice, or it is for more players",
        written(players=[['goal = "curfew"']]),
    ),
    (
        "player[1].goal: the module is off, the goal occurs twice, or it is for more players",
        written(options=PERSONAL_ON, players=[['goal = "curfew"'], ['goal = "curfew"']]),
    ),
    (
        "player[0].goal: the module is off, the goal occurs twice, or it is for more players",
        written(options=PERSONAL_ON, players=[['goal = "rock_deposits"']]),
    ),
    # the stack
    ("to_move: must be from 0 to 1, not 2", written("to_move = 2", players=[DIE])),
    ("todo: Turn(1): there is no die to use", written("to_move = 1", players=[DIE])),
    ("todo: nothing is left to do, but the game is not over", written("todo = []")),
    ("todo: Calendar() must be the last step and occur once", written('todo = ["Settle(0)"]')),
    ("todo: Calendar() must be the last step and occur once", written('todo = ["Calendar()", "Calendar()"]')),
    ("round: no round has begun", written(f'round = 0\ntodo = ["Turn(0)", {TURN[11:]}', players=[DIE])),
    ("player[0].dice: no round has begun", written("round = 0", players=[DIE])),
    ("todo: two turns at the same time", written(f'round = 1\ntodo = ["Turn(0)", {TURN}', players=[DIE])),
    (
        "todo: Turn(0) must be the next step or come right after Action or Towers or Roll,"
        " not come after Turn",
        written(f'round = 1\ntodo = ["Turn(0)", {TURN}', players=[DIE]),
    ),
    (
        "todo: there must be one common roll at most, before placement",
        written(
            'round = 1\ntodo = ["RollCommon(1)", "Calendar()"]',
            players=[["dice = [0]"], ["dice = [0]"]],
        ),
    ),
    (
        "player[0].dice: 1 are not rolled, but the common roll has 0",
        written("to_move = 0", players=[["dice = [0, 1]"]]),
    ),
    (
        "player[1].dice: 2 are not rolled, but the common roll has 1",
        written(
            'round = 1\ntodo = ["RollCommon(1)", "Placement(0)", "Calendar()"]',
            players=[["dice = [0]"], ["dice = [0, 0]"]],
        ),
    ),
    (
        "todo: AfterDie() must follow Activation()",
        written(f'round = 1\ntodo = ["Activation(0)", {TURN}', tables=ACTIVE, players=[DIE]),
    ),
    ("todo: the set-up is over", written('round = 1\ntodo = ["DealFirst()", "Calendar()"]')),
    (
        "todo: a glade is opened twice",
        written('todo = ["OpenGlade(1)", "OpenGlade(1)", "Calendar()"]', players=[["workers = []"]]),
    ),
    (
        "todo: a glade is opened twice",
        written('todo = ["Settle(0)", "Settle(0)", "Calendar()"]', players=[["workers = []"]]),
    ),
    # choosing starter cards
    ("player[0]: starter cards are not being chosen now", written(players=[[STARTERS_DEALT[0]]])),
    (
        "todo: DealStarters() needs ChooseStarters()",
        written('todo = ["DealStarters(0)", "Calendar()"]'),
    ),
    (
        "player[0].dealt: there must be 4 cards to choose from",
        written(f"{CHOOSING}\n{ASKED}", players=[['dealt = ["s01"]'], [STARTERS_DEALT[1]]]),
    ),
    (
        "player[1].plan: 0 choices, but there must be 2 now",
        written(f'{CHOOSING}\nasked = ["Keep(0,0)", ""]', players=[[STARTERS_DEALT[0]], [STARTERS_DEALT[1]]]),
    ),
    (
        "player[0].plan: 'keep.s05_trade' is not a possible next choice",
        written(f"{CHOOSING}\n{ASKED}", players=[[STARTERS_DEALT[0], 'plan = ["keep.s05_trade"]']]),
    ),
    (
        "player[0].plan: 'keep.s02_trade' is not a possible next choice",
        written(
            f"{CHOOSING}\n{ASKED}",
            players=[[STARTERS_DEALT[0], 'plan = ["keep.s01_trade", "keep.s02_trade"]']],
        ),
    ),
    (
        "player[0].starters: must be empty until all have chosen",
        written(
            f"{CHOOSING}\n{ASKED}",
            seats=3,
            players=[[STARTERS_DEALT[0], 'starters = ["s09_trade"]'], [STARTERS_DEALT[1]]],
        ),
    ),
    (
        "todo: starter cards are chosen before the first round",
        written(f"round = 1\n{CHOOSING}\n{ASKED}", players=[[STARTERS_DEALT[0]], [STARTERS_DEALT[1]]]),
    ),
    # activation and action
    (
        "activation: must exist if, and only if, Activation() waits",
        written("to_move = 0", tables=ACTIVE, players=[DIE]),
    ),
    (
        "activation: no die lies in that slot",
        written(
            'round = 1\ntodo = ["Activation(0)", "AfterDie(0)", "Placement(1)", "Calendar()"]', tables=ACTIVE
        ),
    ),
    (
        "activation.sources: starter has no action in this slot",
        written(
            'round = 1\ntodo = ["Activation(0)", "AfterDie(0)", "Placement(1)", "Calendar()"]',
            tables=[*ACTIVE, 'sources = ["starter"]'],
            players=[['slots = ["trade_3"]']],
        ),
    ),
    (
        "activation.sources: an entry occurs twice",
        written("to_move = 0", tables=[*ACTIVE, 'sources = ["board", "board"]'], players=[DIE]),
    ),
    (
        "action.bonuses: must exist if, and only if, Towers() waits",
        written("to_move = 0", tables=["[action]", "bonuses = [3]"], players=[[*DIE, "towers = [3]"]]),
    ),
    (
        "action: no tower stands there",
        written("to_move = 0", tables=["[action]", "built = [3]"], players=[DIE]),
    ),
    (
        "action.built: an entry occurs twice",
        written("to_move = 0", tables=["[action]", "built = [3, 3]"], players=[[*DIE, "towers = [3]"]]),
    ),
    (
        "action: no action is being carried out",
        written("to_move = 0", tables=["[action]", "built = [3]"], players=[[*DIE, "towers = [3]"]]),
    ),
    (
        "todo: two actions have an open step",
        written(
            f'round = 1\ntodo = ["Action(0,{{move}},0,17,0)", "Action(0,{{move}},0,17,0)", {TURN}',
            players=[DIE],
        ),
    ),
    *(
        (
            "action.memo: does not fit the step",
            written(
                f'round = 1\ntodo = ["Action(0,{{{op}}},0,17,0)", {TURN}',
                tables=["[action]", f"memo = {memo}"],
                players=[DIE],
            ),
        )
        for op, memo in (("any", 3), ("gather", 13), ("gather", 0), ("place", 8), ("reroll", 7), ("move", 1))
    ),
    (
        "action.visited: does not fit the workers",
        written(f"round = 1\n{MOVING}", tables=["[action]", "visited = [2, 2]"], players=[DIE]),
    ),
    (
        "action.visited: there are only 8 places",
        written(f"round = 1\n{MOVING}", tables=["[action]", f"visited = {[2] * 9}"], players=[DIE]),
    ),
    (
        "player[1].workers: must be in ascending order",
        written(
            f"round = 1\n{MOVING}",
            tables=["[action]", "visited = [2, 4]"],
            players=[DIE, ["workers = [12, 11]"]],
        ),
    ),
]


@pytest.mark.parametrize(("fault", "text"), CASES, ids=[re.sub(r"\W+", "_", fault) for fault, _ in CASES])
def test_a_fault_is_named(fault: str, text: str) -> None:
    found = faults_of(text)
    assert any(each.startswith(fault) for each in found), found


# Faulty frames: the frame, its fault, and lines of the first player.
FRAMES: list[tuple[str, str, list[str]]] = [
    ("RoundStart(2)", "there is no such seat", []),
    ("ScoreBoards(3)", "there is no such seat", []),
    ("Placement(2)", "there is no such seat", []),
    ("Activation(0)", "no order board is being activated", []),
    ("RollCommon(2)", "a player has too few unrolled dice", []),
    ("Roll(0)", "this player has no unrolled die", []),
    ("Roll(2)", "there is no such seat", []),
    ("Action(0,250,0,0,0)", "there is no such action", []),
    ("Action(0,1,0,0,15)", "there is no such space", []),
    ("Action(0,{move},0,1,0)", "this step is not open", []),
    ("Action(0,{move},1,17,0)", "this step is not open", []),
    ("Action(0,{move},0,21,0)", "this step is not open", []),
    ("Action(0,{gain},0,17,0)", "this step has no choice to make", []),
    ("Action(0,{move},0,18,0)", "this step has no choice to make", []),
    ("Pay(0,200,0,0)", "there is no such price", []),
    ("Pay(0,1,9,0)", "the player cannot pay this", []),
    ("Pay(0,1,0,0)", "this price has no equal resources", []),
    ("Pay(0,4,0,0)", "the player cannot pay this", ["firewood = 1", "stone = 1", "peat = 1"]),
    ("Converted(2,1,0)", "there is no such seat", []),
    ("Converted(0,250,0)", "there is no such action", []),
    ("OpenGlade(1)", "there is no face-down glade", []),
    ("OpenGlade(13)", "there is no face-down glade", []),
    ("Yield(2,1)", "there is no such seat or glade", []),
    ("Yield(0,13)", "there is no such seat or glade", []),
    ("BuildTower(0,3)", "no tower can be built there", []),
    ("BuildTower(0,1)", "no tower can be built there", ["towers = [1]"]),
    ("BuildTower(0,1)", "no tower is in supply", ["towers = [3, 4, 5, 6]"]),
    ("PutWorker(0,1)", "no worker can be placed there", []),
    ("PutWorker(0,14)", "no worker can be placed there", []),
    ("PutWorker(0,13)", "no worker is in supply", ["workers = [1, 1, 1, 1, 1, 1]"]),
    ("Towers(0)", "no tower of this player has a bonus left", []),
    ("Flip(2,0)", "there is no such seat", []),
    ("Flip(0,3)", "the board is upgraded already", ['upgraded = ["trade"]']),
    ("Under(0,1)", "this card is not an enhancement", []),
    ("Under(0,60)", "this card is not an enhancement", []),
    ("Replace(0,17,0)", "there is nothing to replace", []),
    ("Dismiss(0,1)", "there is no advisor to dismiss", []),
    ("DealTitle(0)", "the option titles is off", []),
    ("DealTitle(2)", "there is no such seat", []),
    ("Settle(0)", "the workers are placed already", []),
    ("Settle(2)", "there is no such seat", []),
    ("DealStarters(2)", "there is no such seat", []),
    ("DealStarters(1)", "the starter cards are not dealt in order", []),
    ("DealCommon()", "all common goals are dealt", []),
    ("DealPersonal(2)", "there is no such seat", []),
    ("DealPersonal(0)", "the option personal_goals is off", []),
]


@pytest.mark.parametrize(("frame", "fault", "mine"), FRAMES)
def test_a_faulty_frame_is_refused(frame: str, fault: str, mine: list[str]) -> None:
    text = written(f'round = 1\ntodo = ["{frame}", "Calendar()"]', players=[mine])
    found = faults_of(text)
    assert any(each.endswith(f": {fault}") for each in found), found


def test_further_faulty_frames_are_refused() -> None:
    text = written('todo = ["DealTitle(0)", "Calendar()"]', TITLES_ON, players=[[], ['title = "wisdom"']])
    assert "todo: DealTitle(0): the title is dealt already" in faults_of(text)
    text = written('todo = ["DealPersonal(0)", "Calendar()"]', PERSONAL_ON)
    assert "todo: DealPersonal(0): the goal is dealt already" in faults_of(text)
    text = written('todo = ["Settle(0)", "Calendar()"]', players=[["workers = []"], ["workers = [1]"]])
    assert "todo: Settle(0): the starting glades are open already" in faults_of(text)
    thrown = [card for card in CITY if card != "a01"]
    text = written(f'round = 1\nmarket = ["a01"]\ndiscard = {thrown}\ntodo = ["DealCity()", "Calendar()"]')
    assert "todo: DealCity(): the deck is empty" in faults_of(text)
    starters = [['dealt = ["s01", "s02", "s03", "s04"]'], ['dealt = ["s05", "s06", "s07", "s08"]']]
    text = written(f'{CHOOSING}\nasked = ["Keep(0,2)", "Keep(1,0)"]', players=starters)
    assert "asked: Keep(0,2): all cards to keep are chosen" in faults_of(text)


def test_a_title_for_more_players_is_refused() -> None:
    box, n = re.subn(r'(id = "generous"\n(?:.*\n){3})dots = 0', r"\1dots = 3", GAME.standard_text())
    assert n == 1
    text = written(options=TITLES_ON, players=[['title = "generous"']])
    with pytest.raises(samovar.BadInput, match=r"player\[0\].title: generous is for more players"):
        from_text(text, components=box)
    assert title(from_text(text), 0) == "generous"


def test_a_market_left_out_is_filled_from_the_remaining_cards() -> None:
    assert market(from_text(written(f"to_move = 0\ndiscard = {CITY}", players=[DIE]))) == []
    assert market(from_text(written(f"to_move = 0\ndiscard = {CITY[1:]}", players=[DIE]))) == ["a01"]


def test_all_faults_are_named_at_once() -> None:
    text = written('market = ["x"]\nfirst = 7', players=[["vp = -1", 'slots = ["y"]', 'goal = "z"']])
    assert len(faults_of(text)) == 5


def test_faults_that_only_a_state_can_have() -> None:
    """The laws check these faults after every action."""
    text = written('market = ["a01", "a02"]\nround = 1\nto_move = 0', players=[["dice = [1, 1, 1, 1]"]])
    good = table(from_text(text))
    assert GAME.faults(good) == []

    def found(array: vec[i64], at: int, value: int, s: Tundra) -> list[str]:
        array[at] = value
        return GAME.faults(s)

    s = good.clone()
    assert found(s.have, 0, 11, s) == ["player[0].firewood: must be from 0 to 10"]
    s = good.clone()
    assert found(s.have, 3, -1, s) == ["player[0].berry: must be from 0 to 20"]
    s = good.clone()
    assert found(s.vp, 1, -1, s) == ["player[1].vp: must not be negative"]
    s = good.clone()
    assert found(s.spare, 0, -1, s) == ["player[0]: 3 dice, but the title allows 7"]
    s = good.clone()
    s.deck |= s.market
    assert GAME.faults(s) == ["city card a01 occurs twice", "city card a02 occurs twice"]
    s = good.clone()
    s.deck = 0
    assert GAME.faults(s) == ["city cards: some are missing"]
    s = good.clone()
    s.closed |= 2
    assert GAME.faults(s) == ["glade g01 occurs twice"]
    s = good.clone()
    s.closed = 0
    assert GAME.faults(s) == ["tiles: not the glades in use for this number of players"]
    s = good.clone()
    assert "player[0].workers: there are only 6" in found(s.workers, 6, 1, s)
    s = good.clone()
    s.dealt[0] = 2
    assert found(s.dealt, 1, 2, s) == ["starter card s01 occurs twice"]


# ---- mutated texts ----


@cache
def texts() -> list[str]:
    """Positions from random moments of games."""
    found: list[str] = []
    for seats, number in SETS:
        for most in (1, 12, 30, 60, 90):
            m = samovar.Match(GAME, seats, most + number, GAME.option_sets(seats)[number])
            play_at_random(m, most, seed=number)
            found.append(m.position())
    return found


@pytest.mark.no_cover
def test_mutated_positions_are_refused_or_play_to_the_end() -> None:
    accepted = []

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=not LONG,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(mutated(texts()), st.integers(0, 99))
    def run(text: str, seed: int) -> None:
        faults: list[str] = []
        m: samovar.Match | None = None
        try:
            m = from_text(text, seed)
        except samovar.BadInput as error:
            faults = error.faults
        if m is None:
            assert faults
            event("refused")
            return
        event("accepted")
        accepted.append(text)
        assert GAME.write(parse(m.position())) == m.position()
        GAME.playout(m.state, Rng(seed), Options())
        assert m.over
        assert GAME.faults(m.state) == []

    run()
    assert len(accepted) > EXAMPLES / 10
