"""The box of Catherine: every number of ``components.toml``, typed, validated and indexed for fast access.

Cards are numbered by colour: ``colour << 6 | n`` with n from 1, so that 0 means "no card". A set of cards has
one integer for each colour. Cities, orders and places in a row are numbered from 1, goods and symbols from 0.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel import cards
from samovar.kernel.components import Components
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import zeros

COLOURS: Final[i64] = 3  # colours of cards and regions; a set of cards has one integer for each
CARDS: Final = 192  # length of arrays indexed by card
MAX_OF_A_COLOUR: Final = 62
ROW: Final = 8  # array elements per player for a row; the loader refuses longer rows
GOODS: Final[i64] = 4
CANNON: Final = 4
BOOK: Final = 5
SEATS: Final = 4

# Effects of actions and bonuses.
BUILD: Final = 1  # a residence in one of the cities on the card
BUILD_COLOUR: Final = 2  # a residence in any city of the card's colour
DRAW: Final = 3
DRAW_PER_SYMBOL: Final = 4
FAVOR: Final = 5
VP: Final = 6
VP_PER_SYMBOL: Final = 7
VP_PER_SET: Final = 8
VP_PER_RESIDENCE: Final = 9  # for each own residence in a city of the card's colour
# Name of the effect in components.toml -> number of the effect, and name and range of its amount.
EFFECTS: Final = {
    "build": (BUILD, ""),
    "draw": (DRAW, "cards=1..20"),
    "draw_per_symbol": (DRAW_PER_SYMBOL, "cards=1..20"),
    "favor": (FAVOR, "favor=1..20"),
    "vp": (VP, "vp=0..99"),
    "vp_per_symbol": (VP_PER_SYMBOL, "vp=0..99"),
    "vp_per_goods_set": (VP_PER_SET, "vp=0..99"),
    "vp_per_own_residence_in_card_colour": (VP_PER_RESIDENCE, "vp=0..99"),
}
SCOPES: Final = {"listed_cities": BUILD, "card_colour": BUILD_COLOUR}
EFFECT_NAMES: Final = {number: name for name, (number, _) in EFFECTS.items()} | {BUILD_COLOUR: "build_colour"}
COUNTING: Final = {DRAW_PER_SYMBOL, VP_PER_SYMBOL, VP_PER_SET}  # effects that list the symbols they count

# Conditions of bonuses.
OWN: Final = 1
DISCARD: Final = 2
SAME_COLOUR: Final = 3
CONDITIONS: Final = {"own": OWN, "discard": DISCARD, "action_discards_same_colour": SAME_COLOUR}

# Rewards for books.
BOOKS_BUILD: Final = 1
BOOKS_JOKER: Final = 2
BOOKS_NOTHING: Final = 0
BOOK_REWARDS: Final = {
    "build_residence_anywhere": BOOKS_BUILD,
    "joker_tile": BOOKS_JOKER,
    "nothing": BOOKS_NOTHING,
}


class Box(Components):
    """The contents of the box of Catherine."""

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        # number of decades, cards and points, as in [frame]
        self.decades: i64 = 0
        self.rounds: i64 = 0  # per decade
        self.start_cards: i64 = 0
        self.start_row: i64 = 0
        self.full_row: i64 = 0
        self.phase_a_draw: i64 = 0
        self.compensation: i64 = 0
        self.interim_draw: i64 = 0
        self.no_residence_draw: i64 = 0
        self.over_limit_vp: i64 = 0
        self.over_top_vp: i64 = 0
        self.leftover_vp: i64 = 0
        self.vp_track: i64 = 0
        self.more_cannons: i64 = 0
        self.equal_cannons: i64 = 0
        self.fewer_cannons: i64 = 0
        self.comparisons_of_two: i64 = 0
        self.most_books: i64 = 0
        self.middle_books: i64 = 0
        self.fewest_books: i64 = 0
        self.equal_books: i64 = 0
        self.order_vp: vec[i64] = zeros(0)  # by matched tiles
        self.residence_vp: vec[i64] = zeros(0)  # by number of residences
        self.vp_city: i64 = 0
        self.residences: i64 = 0  # per player
        self.jokers: vec[i64] = zeros(SEATS + 1)  # by number of players
        self.tiles: vec[i64] = zeros(SEATS + 1)  # per goods city, by number of players
        self.player_colours: list[str] = []
        # symbols: the goods, cannon, book
        self.symbol_ids: list[str] = []
        # colours and cities
        self.colour_ids: list[str] = []
        self.region_ids: list[str] = []
        self.colour_cities: vec[i64] = zeros(COLOURS)  # a set of cities each
        self.city_ids: list[str] = [""]
        self.city_names: list[str] = [""]
        self.city_modern: list[str] = [""]
        self.city_colour: vec[i64] = zeros(1)
        self.city_tile: vec[i64] = zeros(1)  # one good as counts, or 0
        self.city_x: vec[i64] = zeros(1)
        self.city_y: vec[i64] = zeros(1)
        self.cities: i64 = 0  # the set of all cities
        self.crowns: i64 = 0  # the set of cities with the favor symbol
        self.vp_cities: i64 = 0  # the set of cities with the "1"
        self.city_vp: vec[i64] = zeros(1)
        self.roads: vec[i64] = zeros(1)  # by city: the set of its neighbours
        # favor track, by space
        self.top: i64 = 0
        self.hand_limit: vec[i64] = zeros(0)
        self.favor_vp: vec[i64] = zeros(0)
        self.multiplier: vec[i64] = zeros(0)
        # order cards
        self.order_ids: list[str] = [""]
        self.order_goods: vec[i64] = zeros(1)  # as counts
        # project cards
        self.card_ids: list[str] = [""] * CARDS
        self.card_names: list[str] = [""] * CARDS
        self.families: list[str] = [""] * CARDS
        self.deck: vec[i64] = zeros(COLOURS)
        self.deck_size: i64 = 0
        self.symbols: vec[i64] = zeros(CARDS)  # of the upper area, as counts
        self.card_cities: vec[i64] = zeros(CARDS)
        self.effect: vec[i64] = zeros(CARDS)
        self.amount: vec[i64] = zeros(CARDS)
        self.cost: vec[i64] = zeros(CARDS)
        self.counted: vec[i64] = zeros(CARDS)  # the symbols that the effect counts, one of each, as counts
        self.times: vec[i64] = zeros(CARDS)
        self.arrows: list[str] = [""] * CARDS
        self.condition: vec[i64] = zeros(CARDS)  # of the bonus; 0 without a bonus
        self.needed: vec[i64] = zeros(CARDS)  # symbols that the bonus requires, as counts
        self.bonus_cost: vec[i64] = zeros(CARDS)
        self.bonus_effect: vec[i64] = zeros(CARDS)
        self.bonus_amount: vec[i64] = zeros(CARDS)
        self.bonus_counted: vec[i64] = zeros(CARDS)

    def all_cards(self) -> list[int]:
        return cards.members_of_sets(self.deck, 0, COLOURS)
