"""The box of Tundra: every number of ``components.toml`` as typed attributes and arrays.

Numbered from 1, with 0 for "none": spaces of a layout (the glades, then the settlements by seat), glade
tiles, city cards, starter cards, goals, titles, actions and prices. Numbered from 0: order boards, resources
and directions.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel import cards
from samovar.kernel.components import Components
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import zeros

SEATS: Final = 4
BOARDS: Final[i64] = 4
SIDES: Final = 2
SLOTS: Final[i64] = 7  # length of an array that is indexed by die value
SPACES: Final = 32  # length of an array that is indexed by space
DIRECTIONS: Final[i64] = 6
WORKERS: Final = 8  # places for a player's workers in an array
STEPS: Final[i64] = 4  # maximum number of steps in an action
MARKET_PLACES: Final[i64] = 2  # maximum number of market enhancements under an order board

# Items. The first three are the resources, the first four the goods. VP and "any" are not goods.
FIREWOOD: Final = 0
STONE: Final = 1
PEAT: Final = 2
BERRY: Final = 3
VP: Final = 4
ANY: Final[i64] = 5
RESOURCES: Final[i64] = 3
GOODS: Final[i64] = 4  # items that a player board tracks: resources and berries
ITEMS: Final = ["firewood", "stone", "peat", "berry", "vp", "any"]

# The ops of the effect language. The first two are booked without asking, all others leave a choice.
GAIN: Final = 1
GAIN_PER: Final = 2
GAIN_ANY: Final = 3
GAIN_SAME: Final = 4
MOVE: Final = 5
GATHER: Final = 6
BUILD_TOWER: Final = 7
PLACE_WORKER: Final = 8
WORKER_HERE: Final = 9
CONVERT: Final = 10
TAKE_CARD: Final = 11
RENEW_MARKET: Final = 12
UPGRADE: Final = 13
SET_DIE: Final = 14
REROLL_DICE: Final = 15
# Every effect of components.toml: its op, and the name and range of its number in the file. An effect whose
# number is called "times" may be repeated that many times and may have a price ("pay").
EFFECTS: Final = {
    "gain": (GAIN, "n=1..15"),
    "gain_per": (GAIN_PER, "n=1..15"),
    "gain_same": (GAIN_SAME, "n=1..15"),
    "move": (MOVE, "n=1..15"),
    "gather": (GATHER, "n=1..15"),
    "build_tower": (BUILD_TOWER, "times=1..15"),
    "place_worker": (PLACE_WORKER, "times=1..15"),
    "worker_here": (WORKER_HERE, "n=1..15"),
    "convert": (CONVERT, ""),
    "take_card": (TAKE_CARD, "n=1..15"),
    "renew_market": (RENEW_MARKET, ""),
    "upgrade": (UPGRADE, "times=1..4"),
    "set_die": (SET_DIE, "n=1..15"),
    "reroll_dice": (REROLL_DICE, ""),
}
EFFECT_NAMES: Final = {number: name for name, (number, _) in EFFECTS.items()} | {GAIN_ANY: "gain_any"}
REPEATABLE: Final = {number for number, takes in EFFECTS.values() if takes.startswith("times")}
LAST_BOOKED: Final = GAIN_PER  # ops up to this one are booked without asking
OWN_TOWERS: Final = 1  # multipliers of gain_per and convert
OWN_UPGRADES: Final = 2
PER_NUMBERS: Final = {"own_towers": OWN_TOWERS, "own_upgrades": OWN_UPGRADES}

# Neighbours in axial coordinates (q, r), and the names of the directions.
OFFSETS: Final = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
DIRECTION_NAMES: Final = ["e", "ne", "nw", "w", "sw", "se"]

# Conditions of common goals.
CITY_CARDS: Final = 1
UPGRADED_BOARDS: Final = 2
BERRIES: Final = 3
TOWERS_ON_BOARD: Final = 4
WORKERS_ON_BOARD: Final = 5
RESOURCES_TOTAL: Final = 6
GLADES_WITH_RESOURCE: Final = 7
# Conditions of personal goals.
LARGEST_GROUP: Final = 8
TYPES_WITH_TWO: Final = 9
WORKERS_IN_SUPPLY: Final = 10
WORKERS_WITH_TOWERS: Final = 11
PIECES_ON_EDGE: Final = 12
CARDS_AND_BOARDS: Final = 13
TOWERS_IN_SUPPLY: Final = 14
MAJORITY_GLADES: Final = 15
ISOLATED_TOWERS: Final = 16
CONDITIONS: Final = {
    "city_cards": CITY_CARDS,
    "upgraded_boards": UPGRADED_BOARDS,
    "berries": BERRIES,
    "towers_on_board": TOWERS_ON_BOARD,
    "workers_on_board": WORKERS_ON_BOARD,
    "resources_total": RESOURCES_TOTAL,
    "glades_with_resource": GLADES_WITH_RESOURCE,
}
PERSONAL_CONDITIONS: Final = {
    "largest_group_of_own_towers": LARGEST_GROUP,
    "glade_types_with_two_own_pieces": TYPES_WITH_TWO,
    "workers_in_supply": WORKERS_IN_SUPPLY,
    "own_workers_with_own_towers": WORKERS_WITH_TOWERS,
    "own_pieces_on_edge_glades": PIECES_ON_EDGE,
    "city_cards_plus_upgraded_boards": CARDS_AND_BOARDS,
    "towers_in_supply": TOWERS_IN_SUPPLY,
    "majority_glades": MAJORITY_GLADES,
    "own_towers_without_adjacent_own_tower": ISOLATED_TOWERS,
}


class Layout:
    """A map: a graph of spaces made from hex coordinates. The glades come first, then the settlements."""

    def __init__(self, id: str, players: int) -> None:
        self.id: Final = id
        self.players: Final = players
        self.standard = False
        self.glades: i64 = 0  # number of glades; the settlement of seat p is space glades + 1 + p
        self.spaces: i64 = 0
        self.q: list[int] = [0]
        self.r: list[int] = [0]
        self.beside: vec[i64] = zeros(SPACES * DIRECTIONS)  # by space * DIRECTIONS + direction; 0: none
        self.neighbours: vec[i64] = zeros(SPACES)  # by space: set of adjacent spaces
        self.edge: i64 = 0  # set of glades on the perimeter
        self.start: list[list[int]] = []  # by seat: the two starting glades


class Goal:
    """A common or personal goal: its condition, and the thresholds and VP of its three steps."""

    def __init__(self, id: str, name: str) -> None:
        self.id: Final = id
        self.name: Final = name
        self.condition: i64 = 0
        self.resource: i64 = 0
        self.thresholds: vec[i64] = zeros(0)
        self.variant: vec[i64] = zeros(0)  # thresholds of the option stores_variant
        self.vp: vec[i64] = zeros(0)
        self.dots: i64 = 0
        self.values: i64 = 0  # set of die values that activate it


class Title:
    """A title: its ability at round start, dice, limits and prices of free actions (T-TITLE-02)."""

    def __init__(self, id: str, name: str) -> None:
        self.id: Final = id
        self.name: Final = name
        self.basic = False
        self.dots: i64 = 0
        self.dice: vec[i64] = zeros(0)  # by round from 0
        self.max_dice: i64 = 0
        self.advisors: i64 = 0
        self.market_places: i64 = 0
        self.reroll: i64 = 0
        self.change: i64 = 0
        self.buy: i64 = 0
        self.action: i64 = 0
        self.setup_workers: i64 = 0


class Box(Components):
    """Everything in the box of Tundra."""

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        self.rounds: i64 = 0
        self.dice_per_round: vec[i64] = zeros(0)  # by round from 0
        self.max_resource: i64 = 0
        self.max_berries: i64 = 0
        self.bonuses_gained = True  # the worker and resources of a tower bonus cannot be refused
        self.shuffles_at_once = True  # the discards are shuffled when the last card of the deck is drawn
        self.market_size: vec[i64] = zeros(SEATS + 1)  # by number of players
        self.goals_in_play: vec[i64] = zeros(SEATS + 1)
        self.starters_dealt: i64 = 0
        self.starters_kept: i64 = 0
        self.vp_track: i64 = 0
        self.start_vp: i64 = 0
        self.start_goods: vec[i64] = zeros(GOODS)
        self.dice_each: i64 = 0
        self.towers_each: i64 = 0
        self.workers_each: i64 = 0
        self.flip_vp: i64 = 0
        self.round_vp: i64 = 0
        self.characters: list[str] = []
        self.character_names: list[str] = []
        self.colours: list[str] = []
        # actions: STEPS numbers each
        self.action_texts: list[str] = [""]  # by action: its text in the file; equal texts are one action
        self.op: vec[i64] = zeros(STEPS)
        self.number: vec[i64] = zeros(STEPS)  # n or times; 0: the multiplier ``per``
        self.item: vec[i64] = zeros(STEPS)
        self.per: vec[i64] = zeros(STEPS)
        self.price: vec[i64] = zeros(STEPS)
        self.gains: vec[i64] = zeros(STEPS)  # of a conversion: items as counts
        self.gains_first: vec[i64] = zeros(1)  # by action: 1 if the player may book the gains first
        # prices, numbered from 1
        self.price_texts: list[str] = [""]
        self.price_same: vec[i64] = zeros(1)
        self.price_any: vec[i64] = zeros(1)
        self.price_fixed: vec[i64] = zeros(1)  # items as counts
        # order boards; slot_action by (board * SIDES + side) * SLOTS + die value
        self.board_ids: list[str] = []
        self.board_names: list[str] = []
        self.upgrade_price: vec[i64] = zeros(BOARDS)
        self.slot_action: vec[i64] = zeros(BOARDS * SIDES * SLOTS)
        # maps and glades
        self.layouts: list[Layout] = []
        self.glade_ids: list[str] = [""]
        self.glade_resource: vec[i64] = zeros(1)  # 1 + resource; 0: none
        self.glade_dots: vec[i64] = zeros(1)
        self.glade_action: vec[i64] = zeros(1)
        # cards: starter cards and city cards have separate numbers; advisors come before enhancements
        self.starter_ids: list[str] = [""]
        self.starter_names: list[str] = [""]
        self.starter_dots: vec[i64] = zeros(1)
        self.starter_action: vec[i64] = zeros(SLOTS)  # by card * SLOTS + die value
        self.city_ids: list[str] = [""]
        self.city_names: list[str] = [""]
        self.advisors: i64 = 0  # set of city cards
        self.advisor_action: vec[i64] = zeros(1)
        self.city_action: vec[i64] = zeros(SLOTS)  # of enhancements, by card * SLOTS + die value
        self.city_cards: i64 = 0  # set of all city cards
        # goals and titles
        self.goals: list[Goal] = []  # index 0 is no goal
        self.personal: list[Goal] = []
        self.titles: list[Title] = []  # index 0 is no title
        self.basic_title: i64 = 0

    def layout(self, id: str, players: int) -> Layout | None:
        for layout in self.layouts:
            if layout.players == players and (layout.id == id or (id == "default" and layout.standard)):
                return layout
        return None

    def in_use(self, dots: vec[i64], players: i64) -> i64:
        """The set of tiles or cards whose dots allow this number of players (T-GLADE-03)."""
        found: i64 = 0
        for i in range(1, len(dots)):
            if dots[i] <= players:
                found = cards.plus(found, i)
        return found
