"""The box of Stroganov: every number of ``components.toml``, typed, validated, and in arrays for fast access.

Spaces, regions, landscape tiles, villages, yurts, songs and wishes are numbered from 1. So 0 means "none":
the starting tile among spaces, a gap among landscape tiles. The number of a fur is its value, and a tiger is
the kind above all furs.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel import cards
from samovar.kernel.components import Components
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import zeros

TIGER: Final[i64] = 9  # the kind above all furs; 1 to 8 are values
KINDS: Final[i64] = 10  # length of an array that is indexed by kind

SPRING: Final = 0
SUMMER: Final = 1
AUTUMN: Final = 2
WINTER: Final = 3
SEASONS: Final = ["spring", "summer", "autumn", "winter"]
COLOURS: Final = ["blue", "green", "red", "yellow"]
AUTOMAS: Final = ["ivan", "katyusha"]

# Parts of a reward. The first six are gained without a question. The others ask, draw or interrupt.
VP: Final = 1
HORSE: Final = 2
COIN: Final = 3
BANNER: Final = 4
OUTPOST: Final = 5
TIGER_TILE: Final = 6
STORY: Final = 7
BAG_FUR: Final = 8
MARKET_FUR: Final = 9
TROPHY: Final = 10
VILLAGE_ANY: Final = 11
VILLAGE_NOT_TROPHY: Final = 12
YURT_NOT_TROPHY: Final = 13
ADVANCED_ANYWHERE: Final = 14
OUTPOST_ANYWHERE: Final = 15
WISH_PAY_ONLY: Final = 16
TWO_REWARDS: Final = 17
PARTS: Final = {
    "vp": VP,
    "horse": HORSE,
    "coin": COIN,
    "banner": BANNER,
    "outpost": OUTPOST,
    "tiger": TIGER_TILE,
    "story": STORY,
    "bag_fur": BAG_FUR,
    "market_fur": MARKET_FUR,
    "trophy": TROPHY,
    "village_any": VILLAGE_ANY,
    "village_any_not_trophy": VILLAGE_NOT_TROPHY,
    "yurt_any_not_trophy": YURT_NOT_TROPHY,
    "advanced_anywhere": ADVANCED_ANYWHERE,
    "build_outpost_anywhere": OUTPOST_ANYWHERE,
    "fulfil_wish_pay_only": WISH_PAY_ONLY,
    "rewards_two_different": TWO_REWARDS,
}
LAST_SIMPLE_PART: Final = TIGER_TILE  # the last part that is gained without a question
MAX_PARTS: Final = 16  # array elements of one reward, including the 0 that ends it
MAX_ON_TILE: Final = 40  # limit of furs and tigers on one tile

# The additional action of an automa card
AUTOMA_ACTIONS: Final = {"wish": 1, "outpost": 2, "yurt": 3, "trophy": 4, "claim": 5}
WISH_ACTION: Final = 1
OUTPOST_ACTION: Final = 2
YURT_ACTION: Final = 3
TROPHY_ACTION: Final = 4
CLAIM_ACTION: Final = 5
FOCUSES: Final = ["a", "b", "c", "d", "e", "f"]
WILD_COIN: Final = 0  # a coin among the wilds of the automa; the other wilds are kinds

# The things that a card counts: "per" in winter incomes and end scorings.
PER_NOTHING: Final = 0
PER_BUILT_OUTPOST: Final = 1
PER_TILE: Final = 2
PER_TIGER: Final = 3
PER_COIN: Final = 4
PER_BANNER: Final = 5
PER_WISH: Final = 6
PER_KIND: Final = 7  # PER_KIND + k counts tiles of landscape kind k
PER_NUMBERS: Final = {
    "built_outpost": PER_BUILT_OUTPOST,
    "landscape_tile": PER_TILE,
    "tiger": PER_TIGER,
    "coin": PER_COIN,
    "banner": PER_BANNER,
    "fulfilled_wish": PER_WISH,
}

# The kinds of wish effects, each with the name and range of its number in components.toml: "steps=1..9".
# ``Box`` has an attribute with the name of each kind: the set of wishes with this effect. loading.py needs a
# branch only for kinds with a reward, a season or something to count.
EFFECTS: Final = {
    "extra_step": "steps=1..9",
    "winter_income": "",
    "winter_income_per": "",
    "trophy_reward_depth": "steps=1..1",
    "hunt_reach": "tiles=1..1",
    "second_advanced_any_fur": "",
    "wish_possess_discount": "furs=1..9",
    "advanced_reach_left": "tiles=1..9",
    "hunt_skip_free": "",
    "season_extra_advanced": "",
    "immediate": "",
    "hunt_second_free": "",
    "end_vp": "vp=0..255",
    "end_vp_per": "vp=0..255",
    "end_vp_fraction": "divisor=1..99",
}


SCORING: Final = [
    "wishes",
    "landscape_sets",
    "tigers",
    "trophy",
    "built_outposts",
    "unbuilt_outposts",
    "coins",
    "horses_and_furs",
    "story",
]

RESERVED_IDS: Final = ["gap", "horses"]  # ids that no card or tile may have


class Track:
    """A trophy track: the fur, the reward and the shield of each space."""

    def __init__(self, id: str, side: str, colours: list[str]) -> None:
        self.id = id
        self.side = side
        self.colours = colours
        self.length: i64 = 0
        self.fur: vec[i64] = zeros(0)  # by space from 1; 0: free
        self.reward: vec[i64] = zeros(0)  # by space; at 0 the reward before the first advance
        self.shield: vec[i64] = zeros(0)  # by space: VP of the last shield reached or passed


class Box(Components):
    """Everything in the box of Stroganov."""

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        # setup and rules in numbers
        self.years: i64 = 0
        self.spaces: i64 = 0  # spaces of the landscape row
        self.start_spaces: i64 = 0  # number of spaces, from the left, that get start tiles
        self.market_spaces: i64 = 0
        self.coins_each: i64 = 0
        self.outposts_each: i64 = 0
        self.outposts_per_colour: i64 = 0
        self.horses_by_seat: vec[i64] = zeros(0)
        self.start_wishes_extra: i64 = 0
        self.start_wishes_solo: i64 = 0
        self.tigers: i64 = 0
        self.songs_shown: vec[i64] = zeros(0)  # this and the next four by number of players
        self.banners: vec[i64] = zeros(0)
        self.neutral_3minus: vec[i64] = zeros(0)
        self.neutral_2: vec[i64] = zeros(0)
        self.spots4_used: vec[i64] = zeros(0)
        self.story_last: i64 = 0
        self.free_steps: i64 = 0
        self.step_horses: vec[i64] = zeros(0)  # for 1, 2, 3 … steps beyond the free ones
        self.move_steps: i64 = 0  # maximum of the move action
        self.coin_gain: i64 = 0
        self.horses_gain: i64 = 0
        self.skip_horses: i64 = 0
        self.second_coin: i64 = 0
        self.trade_picks: i64 = 0
        self.bonus_coin: i64 = 0
        self.bonus_story: i64 = 0
        self.bonus_horses: i64 = 0
        self.bonus_steps: i64 = 0
        self.claim_furs: i64 = 0
        self.claim_per_fur: i64 = 0
        self.buy_horses: i64 = 0
        self.down_horses: i64 = 0
        self.bear: i64 = 0
        self.bear_story: i64 = 0
        self.winter_horses: i64 = 0
        self.winter_per_banner: i64 = 0
        self.rank_story: vec[i64] = zeros(0)
        # furs
        self.furs: vec[i64] = zeros(KINDS)  # in the box, by kind
        self.animals: list[str] = [""] * KINDS
        self.setup_furs: vec[i64] = zeros(0)  # ascending
        # regions
        self.regions: i64 = 0
        self.region_of: vec[i64] = zeros(0)  # by space
        self.post_spaces: i64 = 0  # outpost spaces per region
        self.post_horses: vec[i64] = zeros(0)  # by region * post_spaces + place
        self.marked_3minus: vec[i64] = zeros(0)
        self.marked_2: vec[i64] = zeros(0)
        # rewards: MAX_PARTS numbers each, every one part | amount << 8, ended by 0
        self.rewards: vec[i64] = zeros(MAX_PARTS)
        # landscape tiles
        self.kinds: list[str] = []
        self.tile_ids: list[str] = [""]
        self.tile_kind: vec[i64] = zeros(1)
        self.tile_spots: vec[i64] = zeros(1)
        self.tile_spots4: vec[i64] = zeros(1)
        self.tile_reward: vec[i64] = zeros(1)
        self.start_tiles: i64 = 0
        self.other_tiles: i64 = 0
        # villages, yurts, songs
        self.village_ids: list[str] = [""]
        self.village_names: list[str] = [""]
        self.village_reward: vec[i64] = zeros(1)
        self.trophy_villages: i64 = 0
        self.yurt_ids: list[str] = [""]
        self.yurt_reward: vec[i64] = zeros(1)
        self.trophy_yurts: i64 = 0
        self.yurts_a: i64 = 0
        self.yurts_b: i64 = 0
        self.song_ids: list[str] = [""]
        self.song_cost: vec[i64] = zeros(1)
        self.song_reward: vec[i64] = zeros(1)
        self.songs_a: i64 = 0
        self.songs_b: i64 = 0
        # wishes
        self.wish_ids: list[str] = [""]
        self.wish_value: vec[i64] = zeros(1)
        self.wish_possess: vec[i64] = zeros(1)
        self.wish_pay: vec[i64] = zeros(1)
        self.wish_vp: vec[i64] = zeros(1)
        self.wish_effect: list[str] = [""]
        self.wish_reward: vec[i64] = zeros(1)  # the reward of a winter income or an immediate effect
        self.wish_per: vec[i64] = zeros(1)
        self.wish_number: vec[i64] = zeros(1)  # the number of its effect: steps, tiles, VP, divisor, season
        self.wishes_s: i64 = 0
        self.wishes_a: i64 = 0
        self.wishes_b: i64 = 0
        # the wishes with each effect, as a set; see EFFECTS
        self.extra_step: i64 = 0
        self.winter_income: i64 = 0
        self.winter_income_per: i64 = 0
        self.trophy_reward_depth: i64 = 0
        self.hunt_reach: i64 = 0
        self.second_advanced_any_fur: i64 = 0
        self.wish_possess_discount: i64 = 0
        self.advanced_reach_left: i64 = 0
        self.hunt_skip_free: i64 = 0
        self.season_extra_advanced: i64 = 0
        self.immediate: i64 = 0
        self.hunt_second_free: i64 = 0
        self.end_vp: i64 = 0
        self.end_vp_per: i64 = 0
        self.end_vp_fraction: i64 = 0
        # unions and subsets of these sets
        self.winter_cards: i64 = 0  # wishes with an income
        self.winter_duties: i64 = 0  # the winter_cards whose income must be taken: all but furs
        self.winter_extra: i64 = 0  # wishes with an advanced action in winter (A9)
        self.season_extra: vec[i64] = zeros(4)  # A11 to A13, by season
        self.end_cards: i64 = 0  # wishes with points at the end
        # trophy tracks
        self.tracks: list[Track] = []
        # the solo game
        self.solo_tracks: list[Track] = []  # tracks on the automa's boards
        self.start_wish_vp: i64 = 0  # for the start wish that the automa discards
        self.horses_per_vp: i64 = 1
        self.extra_action_vp: i64 = 0
        self.wilds: vec[i64] = zeros(0)  # kinds in the order in which the automa pays with them
        self.automa_move: vec[i64] = zeros(1)  # this and the next three by card
        self.automa_furs: vec[i64] = zeros(1)
        self.automa_highest: vec[i64] = zeros(1)  # 1: hunts and takes from the upper end, 0: from the lower
        self.automa_action: vec[i64] = zeros(1)
        self.automa_focus: vec[i64] = zeros(len(FOCUSES))  # focus letter -> the cards that return to the box
        # scoring
        self.scoring_order: list[str] = []
        self.set_of_3: i64 = 0
        self.set_of_4: i64 = 0
        self.tiger_vp: i64 = 0
        self.built_vp: vec[i64] = zeros(0)
        self.unbuilt_vp: i64 = 0
        self.coins_per_vp: i64 = 1
        self.horses_per_fur: i64 = 1
        self.furs_per_vp: i64 = 1
        self.story_per_vp: i64 = 1

    def track_of(self, colour: str, side: str) -> int:
        """The index of the trophy track of a player board, -1 if there is none."""
        for i, track in enumerate(self.tracks):
            if track.side == side and colour in track.colours:
                return i
        return -1

    def solo_track_of(self, automa: str) -> int:
        """The index of the trophy track on the board of an automa."""
        return [track.id for track in self.solo_tracks].index(automa)

    def automa_deck_of(self, focus: str) -> int:
        """The automa cards that may be dealt (S-SOLO-05, -06).

        With a focus these are the cards without its letter. Otherwise these are all cards, because the ones
        returned at random are unknown (S-RULING-92).
        """
        deck = cards.of(list(range(1, len(self.automa_move))))
        return deck & ~int(self.automa_focus[FOCUSES.index(focus)]) if focus in FOCUSES else deck

    def has_part(self, reward: i64, part: i64) -> bool:
        """True if the reward has this part."""
        at = reward * MAX_PARTS
        while self.rewards[at]:
            if self.rewards[at] & 255 == part:
                return True
            at += 1
        return False
