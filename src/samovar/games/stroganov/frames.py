"""Everything that can wait to be done in Stroganov, by name. The steps themselves are in the files of their
chapters.

``game.py`` lists the step classes in the order of these numbers.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64
from samovar.kernel.state import NATURE, NOBODY, frame

CALENDAR: Final = 0
# setup.py
DEAL_TILE: Final = 1
DEAL_TRADE_FUR: Final = 2
DEAL_REGION_FUR: Final = 3
FILL_TILES: Final = 4
FILL_TILE: Final = 5
PLACE_TIGER: Final = 6
REFILL_MARKET: Final = 7
DRAW_TO_MARKET: Final = 8
DEAL_VILLAGE: Final = 9
DEAL_YURT: Final = 10
DEAL_SONG: Final = 11
DEAL_WISH: Final = 12
DEAL_ORDER: Final = 13
OFFER_START: Final = 14
FUR_ON_START: Final = 15
CHOOSE_START: Final = 16
CLEAR_START: Final = 17
# turn.py
MOVE: Final = 18
BASIC: Final = 19
MAIN: Final = 20
END_TURN: Final = 21
# basic.py
HUNT_FUR: Final = 22
HUNT_AGAIN: Final = 23
TRADE_BONUS: Final = 24
# furs.py
PAY: Final = 25
COVER: Final = 26
DRAW_FIRST: Final = 27
DRAW_SECOND: Final = 28
KEEP: Final = 29
TAKE: Final = 30
TAKE_LOWER: Final = 31
BEARS: Final = 32
# advanced.py
ADVANCED: Final = 33
DO_ADVANCED: Final = 34
# rewards.py
BENEFIT: Final = 35
PAUSE: Final = 36
MARKET_FUR: Final = 37
VILLAGE_ANYWHERE: Final = 38
YURT_ANYWHERE: Final = 39
OUTPOST_ANYWHERE: Final = 40
WISH_SONG: Final = 41
# trophy.py
TROPHY: Final = 42
ADVANCE_TOKEN: Final = 43
TROPHY_REWARD: Final = 44
TWO_REWARDS: Final = 45
# story.py
STORY: Final = 46
TWELVE: Final = 47
# wishes.py
FULFILLED: Final = 48
# winter.py
INCOME: Final = 49
RANK_STORY: Final = 50
CHOOSE_SONG: Final = 51
LAST_WINDOW: Final = 52
NEXT_YEAR: Final = 53
CLOSE_ROW: Final = 54
NEW_MARKET: Final = 55
SHIFT: Final = 56
# basic.py and furs.py again
DO_BASIC: Final = 57
BAG_FUR: Final = 58
# the solo game: setup.py and ivan.py
DEAL_AUTOMA: Final = 59
IVAN_START: Final = 60
IVAN_FLIP: Final = 61
IVAN_MOVE: Final = 62
IVAN_HUNT: Final = 63
IVAN_CLAIM_OR_VISIT: Final = 64
IVAN_ACTION: Final = 65
IVAN_PART: Final = 66
IVAN_TWELVE: Final = 67
IVAN_INCOME: Final = 68
IVAN_STORY: Final = 69
IVAN_SONG: Final = 70


def calendar() -> i64:
    return frame(CALENDAR, NOBODY)


# ---- set-up and refilling ----


def deal_tile(space: i64) -> i64:
    return frame(DEAL_TILE, NATURE, space)


def deal_trade_fur() -> i64:
    return frame(DEAL_TRADE_FUR, NATURE)


def deal_region_fur(region: i64) -> i64:
    return frame(DEAL_REGION_FUR, NATURE, region)


def fill_tiles(first: i64, dealt: i64, space: i64) -> i64:
    """Furs onto the tiles from the first space on, in rounds; next in turn is this space."""
    return frame(FILL_TILES, NOBODY, first, dealt, space)


def fill_tile(space: i64) -> i64:
    return frame(FILL_TILE, NATURE, space)


def place_tiger() -> i64:
    return frame(PLACE_TIGER, NOBODY)


def refill_market() -> i64:
    return frame(REFILL_MARKET, NOBODY)


def draw_to_market() -> i64:
    return frame(DRAW_TO_MARKET, NATURE)


def deal_village(region: i64) -> i64:
    return frame(DEAL_VILLAGE, NATURE, region)


def deal_yurt(region: i64) -> i64:
    return frame(DEAL_YURT, NATURE, region)


def deal_song(place: i64) -> i64:
    return frame(DEAL_SONG, NATURE, place)


def deal_wish(region: i64) -> i64:
    return frame(DEAL_WISH, NATURE, region)


def deal_order(place: i64) -> i64:
    return frame(DEAL_ORDER, NATURE, place)


def offer_start(place: i64) -> i64:
    return frame(OFFER_START, NATURE, place)


def fur_on_start(place: i64) -> i64:
    return frame(FUR_ON_START, NATURE, place)


def choose_start(p: i64) -> i64:
    return CHOOSE_START | p << 8


def clear_start() -> i64:
    return frame(CLEAR_START, NOBODY)


# ---- a turn ----


def move(p: i64) -> i64:
    return MOVE | p << 8


def basic_action(p: i64) -> i64:
    return BASIC | p << 8


def main_action(p: i64, second: i64) -> i64:
    return MAIN | p << 8 | second << 12


def end_turn(p: i64) -> i64:
    return END_TURN | p << 8


def do_basic(p: i64, verb: i64, argument: i64) -> i64:
    return frame(DO_BASIC, NOBODY, p, verb, argument)


def hunt_fur(p: i64, space: i64, kind: i64, second: i64) -> i64:
    return frame(HUNT_FUR, NOBODY, p, space, kind, second)


def hunt_again(p: i64) -> i64:
    return HUNT_AGAIN | p << 8


def trade_bonus(p: i64, picks: i64) -> i64:
    return TRADE_BONUS | p << 8 | picks << 12


# ---- furs ----


def pay(p: i64, value: i64, furs: i64, any_value: i64 = 0, floor: i64 = 0, kept: i64 = 0) -> i64:
    return frame(PAY, p, value, furs, any_value, floor, kept)


def cover(p: i64, furs: i64, shown: i64, tigers_only: i64) -> i64:
    return frame(COVER, p, furs, shown, tigers_only)


def bag_fur(p: i64) -> i64:
    return frame(BAG_FUR, NOBODY, p)


def draw_first(p: i64) -> i64:
    return frame(DRAW_FIRST, NATURE, p)


def draw_second(p: i64, first: i64) -> i64:
    return frame(DRAW_SECOND, NATURE, p, first)


def keep(p: i64, first: i64, second: i64) -> i64:
    return frame(KEEP, p, first, second)


def take(p: i64) -> i64:
    return TAKE | p << 8


def take_lower(p: i64, paid: i64) -> i64:
    return TAKE_LOWER | p << 8 | paid << 12


def bears(p: i64, number: i64) -> i64:
    return frame(BEARS, NOBODY, p, number)


# ---- actions and their benefits ----


def advanced_action(p: i64, anywhere: i64, optional: i64) -> i64:
    return frame(ADVANCED, p, anywhere, optional)


def do_advanced(p: i64, verb: i64, place: i64) -> i64:
    return frame(DO_ADVANCED, NOBODY, p, verb, place)


def benefit(p: i64, reward: i64, part: i64 = 0) -> i64:
    return frame(BENEFIT, NOBODY, p, reward, part)


def pause(p: i64) -> i64:
    return PAUSE | p << 8


def market_fur(p: i64) -> i64:
    return MARKET_FUR | p << 8


def village_anywhere(p: i64, not_trophy: i64) -> i64:
    return VILLAGE_ANYWHERE | p << 8 | not_trophy << 12


def yurt_anywhere(p: i64) -> i64:
    return YURT_ANYWHERE | p << 8


def outpost_anywhere(p: i64) -> i64:
    return OUTPOST_ANYWHERE | p << 8


def wish_song(p: i64) -> i64:
    return WISH_SONG | p << 8


def trophy(p: i64) -> i64:
    return TROPHY | p << 8


def advance_token(p: i64) -> i64:
    return frame(ADVANCE_TOKEN, NOBODY, p)


def trophy_reward(p: i64, advanced: i64) -> i64:
    return TROPHY_REWARD | p << 8 | advanced << 12


def two_rewards(p: i64, taken: i64) -> i64:
    return TWO_REWARDS | p << 8 | taken << 12


def story(p: i64, points: i64) -> i64:
    return frame(STORY, NOBODY, p, points)


def twelve(p: i64) -> i64:
    return TWELVE | p << 8


def fulfilled(p: i64, wish: i64) -> i64:
    return frame(FULFILLED, NOBODY, p, wish)


# ---- winter ----


def income(p: i64, horses_taken: i64) -> i64:
    return INCOME | p << 8 | horses_taken << 12


def rank_story(p: i64, points: i64) -> i64:
    return RANK_STORY | p << 8 | points << 12


def choose_song(p: i64) -> i64:
    return CHOOSE_SONG | p << 8


def last_window(p: i64) -> i64:
    return LAST_WINDOW | p << 8


def next_year() -> i64:
    return frame(NEXT_YEAR, NOBODY)


def close_row() -> i64:
    return frame(CLOSE_ROW, NOBODY)


def new_market() -> i64:
    return frame(NEW_MARKET, NOBODY)


def shift() -> i64:
    return frame(SHIFT, NOBODY)


# ---- the solo game ----


def deal_automa() -> i64:
    return frame(DEAL_AUTOMA, NATURE)


def ivan_start() -> i64:
    return frame(IVAN_START, NOBODY)


def ivan_flip() -> i64:
    return frame(IVAN_FLIP, NOBODY)


def ivan_move() -> i64:
    return frame(IVAN_MOVE, NOBODY)


def ivan_hunt(left: i64) -> i64:
    """So many furs are still to be hunted; 0: the hunt begins."""
    return frame(IVAN_HUNT, NOBODY, left)


def ivan_claim_or_visit() -> i64:
    return frame(IVAN_CLAIM_OR_VISIT, NOBODY)


def ivan_action() -> i64:
    return frame(IVAN_ACTION, NOBODY)


def ivan_part(part: i64) -> i64:
    """A part of a benefit that asks a player to choose."""
    return frame(IVAN_PART, NOBODY, part)


def ivan_twelve() -> i64:
    return frame(IVAN_TWELVE, NOBODY)


def ivan_income() -> i64:
    return frame(IVAN_INCOME, NOBODY)


def ivan_story(points: i64) -> i64:
    return frame(IVAN_STORY, NOBODY, points)


def ivan_song() -> i64:
    return frame(IVAN_SONG, NOBODY)
