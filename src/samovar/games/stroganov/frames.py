"""The frames of Stroganov: numbers and constructors of its steps.

Written by tools/frames.py from the step classes; do not edit, run ``make frames``.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64
from samovar.kernel.state import NATURE, NOBODY

STEPS: Final = {  # what each step takes, in the order of their numbers
    "Calendar": "nobody",
    "DealTile": "nature space=1..30",
    "DealTradeFur": "nature",
    "DealRegionFur": "nature region=1..15",
    "FillTiles": "nobody first=1..31 round=0..18 space=1..31",
    "FillTile": "nature space=1..30",
    "PlaceTiger": "nobody",
    "RefillMarket": "nobody",
    "DrawToMarket": "nature",
    "DealVillage": "nature region=1..15",
    "DealYurt": "nature region=1..15",
    "DealSong": "nature place=0..15",
    "DealWish": "nature region=1..15",
    "DealOrder": "nature place=0..3",
    "OfferStart": "nature place=0..15",
    "FurOnStart": "nature place=0..15",
    "ChooseStart": "seat",
    "ClearStart": "nobody",
    "Move": "seat",
    "Basic": "seat",
    "Main": "seat second=0..1",
    "EndTurn": "seat",
    "HuntFur": "nobody player=0..3 space=1..30 kind=1..9 second=0..1",
    "HuntAgain": "seat",
    "TradeBonus": "seat picks=1..9",
    "Pay": "seat value=0..8 furs=1..130 any=0..130? floor=0..9? kept=0..15?",
    "Cover": "seat furs=1..15 shown=0..15 tigers_only=0..1",
    "DrawFirst": "nature player=0..3",
    "DrawSecond": "nature player=0..3 first=1..8",
    "Keep": "seat low=1..8 high=1..8",
    "Take": "seat",
    "TakeLower": "seat paid=1..9",
    "Bears": "nobody player=0..3 number=1..40",
    "Advanced": "seat anywhere=0..1 optional=0..1",
    "DoAdvanced": "nobody player=0..3 verb=11..15 place=1..30",
    "Benefit": "nobody player=0..3 reward=1..255 part=0..15?",
    "Pause": "seat",
    "MarketFur": "seat",
    "VillageAnywhere": "seat not_trophy=0..1",
    "YurtAnywhere": "seat",
    "OutpostAnywhere": "seat",
    "WishSong": "seat",
    "Trophy": "seat",
    "AdvanceToken": "nobody player=0..3",
    "TrophyReward": "seat advanced=0..1",
    "TwoRewards": "seat taken=0..15",
    "Story": "nobody player=0..3 points=0..99",
    "Twelve": "seat",
    "Fulfilled": "nobody player=0..3 wish=1..60",
    "Income": "seat horses_taken=0..1",
    "RankStory": "seat points=0..99",
    "ChooseSong": "seat",
    "LastWindow": "seat",
    "NextYear": "nobody",
    "CloseRow": "nobody",
    "NewMarket": "nobody",
    "Shift": "nobody",
    "DoBasic": "nobody player=0..3 verb=2..8 argument=0..30",
    "BagFur": "nobody player=0..3",
    "DealAutoma": "nature",
    "IvanStart": "nobody",
    "IvanFlip": "nobody",
    "IvanMove": "nobody",
    "IvanHunt": "nobody left=0..9",
    "IvanClaimOrVisit": "nobody",
    "IvanAction": "nobody",
    "IvanPart": "nobody part=9..17",
    "IvanTwelve": "nobody",
    "IvanIncome": "nobody",
    "IvanStory": "nobody points=0..99",
    "IvanSong": "nobody",
}

CALENDAR: Final = 0
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
MOVE: Final = 18
BASIC: Final = 19
MAIN: Final = 20
END_TURN: Final = 21
HUNT_FUR: Final = 22
HUNT_AGAIN: Final = 23
TRADE_BONUS: Final = 24
PAY: Final = 25
COVER: Final = 26
DRAW_FIRST: Final = 27
DRAW_SECOND: Final = 28
KEEP: Final = 29
TAKE: Final = 30
TAKE_LOWER: Final = 31
BEARS: Final = 32
ADVANCED: Final = 33
DO_ADVANCED: Final = 34
BENEFIT: Final = 35
PAUSE: Final = 36
MARKET_FUR: Final = 37
VILLAGE_ANYWHERE: Final = 38
YURT_ANYWHERE: Final = 39
OUTPOST_ANYWHERE: Final = 40
WISH_SONG: Final = 41
TROPHY: Final = 42
ADVANCE_TOKEN: Final = 43
TROPHY_REWARD: Final = 44
TWO_REWARDS: Final = 45
STORY: Final = 46
TWELVE: Final = 47
FULFILLED: Final = 48
INCOME: Final = 49
RANK_STORY: Final = 50
CHOOSE_SONG: Final = 51
LAST_WINDOW: Final = 52
NEXT_YEAR: Final = 53
CLOSE_ROW: Final = 54
NEW_MARKET: Final = 55
SHIFT: Final = 56
DO_BASIC: Final = 57
BAG_FUR: Final = 58
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
    return CALENDAR | NOBODY << 8


def deal_tile(space: i64) -> i64:
    return DEAL_TILE | NATURE << 8 | space << 12


def deal_trade_fur() -> i64:
    return DEAL_TRADE_FUR | NATURE << 8


def deal_region_fur(region: i64) -> i64:
    return DEAL_REGION_FUR | NATURE << 8 | region << 12


def fill_tiles(first: i64, round: i64, space: i64) -> i64:
    return FILL_TILES | NOBODY << 8 | first << 12 | round << 20 | space << 28


def fill_tile(space: i64) -> i64:
    return FILL_TILE | NATURE << 8 | space << 12


def place_tiger() -> i64:
    return PLACE_TIGER | NOBODY << 8


def refill_market() -> i64:
    return REFILL_MARKET | NOBODY << 8


def draw_to_market() -> i64:
    return DRAW_TO_MARKET | NATURE << 8


def deal_village(region: i64) -> i64:
    return DEAL_VILLAGE | NATURE << 8 | region << 12


def deal_yurt(region: i64) -> i64:
    return DEAL_YURT | NATURE << 8 | region << 12


def deal_song(place: i64) -> i64:
    return DEAL_SONG | NATURE << 8 | place << 12


def deal_wish(region: i64) -> i64:
    return DEAL_WISH | NATURE << 8 | region << 12


def deal_order(place: i64) -> i64:
    return DEAL_ORDER | NATURE << 8 | place << 12


def offer_start(place: i64) -> i64:
    return OFFER_START | NATURE << 8 | place << 12


def fur_on_start(place: i64) -> i64:
    return FUR_ON_START | NATURE << 8 | place << 12


def choose_start(seat: i64) -> i64:
    return CHOOSE_START | seat << 8


def clear_start() -> i64:
    return CLEAR_START | NOBODY << 8


def move(seat: i64) -> i64:
    return MOVE | seat << 8


def basic(seat: i64) -> i64:
    return BASIC | seat << 8


def main(seat: i64, second: i64) -> i64:
    return MAIN | seat << 8 | second << 12


def end_turn(seat: i64) -> i64:
    return END_TURN | seat << 8


def hunt_fur(player: i64, space: i64, kind: i64, second: i64) -> i64:
    return HUNT_FUR | NOBODY << 8 | player << 12 | space << 20 | kind << 28 | second << 36


def hunt_again(seat: i64) -> i64:
    return HUNT_AGAIN | seat << 8


def trade_bonus(seat: i64, picks: i64) -> i64:
    return TRADE_BONUS | seat << 8 | picks << 12


def pay(seat: i64, value: i64, furs: i64, any: i64 = 0, floor: i64 = 0, kept: i64 = 0) -> i64:
    return PAY | seat << 8 | value << 12 | furs << 20 | any << 28 | floor << 36 | kept << 44


def cover(seat: i64, furs: i64, shown: i64, tigers_only: i64) -> i64:
    return COVER | seat << 8 | furs << 12 | shown << 20 | tigers_only << 28


def draw_first(player: i64) -> i64:
    return DRAW_FIRST | NATURE << 8 | player << 12


def draw_second(player: i64, first: i64) -> i64:
    return DRAW_SECOND | NATURE << 8 | player << 12 | first << 20


def keep(seat: i64, low: i64, high: i64) -> i64:
    return KEEP | seat << 8 | low << 12 | high << 20


def take(seat: i64) -> i64:
    return TAKE | seat << 8


def take_lower(seat: i64, paid: i64) -> i64:
    return TAKE_LOWER | seat << 8 | paid << 12


def bears(player: i64, number: i64) -> i64:
    return BEARS | NOBODY << 8 | player << 12 | number << 20


def advanced(seat: i64, anywhere: i64, optional: i64) -> i64:
    return ADVANCED | seat << 8 | anywhere << 12 | optional << 20


def do_advanced(player: i64, verb: i64, place: i64) -> i64:
    return DO_ADVANCED | NOBODY << 8 | player << 12 | verb << 20 | place << 28


def benefit(player: i64, reward: i64, part: i64 = 0) -> i64:
    return BENEFIT | NOBODY << 8 | player << 12 | reward << 20 | part << 28


def pause(seat: i64) -> i64:
    return PAUSE | seat << 8


def market_fur(seat: i64) -> i64:
    return MARKET_FUR | seat << 8


def village_anywhere(seat: i64, not_trophy: i64) -> i64:
    return VILLAGE_ANYWHERE | seat << 8 | not_trophy << 12


def yurt_anywhere(seat: i64) -> i64:
    return YURT_ANYWHERE | seat << 8


def outpost_anywhere(seat: i64) -> i64:
    return OUTPOST_ANYWHERE | seat << 8


def wish_song(seat: i64) -> i64:
    return WISH_SONG | seat << 8


def trophy(seat: i64) -> i64:
    return TROPHY | seat << 8


def advance_token(player: i64) -> i64:
    return ADVANCE_TOKEN | NOBODY << 8 | player << 12


def trophy_reward(seat: i64, advanced: i64) -> i64:
    return TROPHY_REWARD | seat << 8 | advanced << 12


def two_rewards(seat: i64, taken: i64) -> i64:
    return TWO_REWARDS | seat << 8 | taken << 12


def story(player: i64, points: i64) -> i64:
    return STORY | NOBODY << 8 | player << 12 | points << 20


def twelve(seat: i64) -> i64:
    return TWELVE | seat << 8


def fulfilled(player: i64, wish: i64) -> i64:
    return FULFILLED | NOBODY << 8 | player << 12 | wish << 20


def income(seat: i64, horses_taken: i64) -> i64:
    return INCOME | seat << 8 | horses_taken << 12


def rank_story(seat: i64, points: i64) -> i64:
    return RANK_STORY | seat << 8 | points << 12


def choose_song(seat: i64) -> i64:
    return CHOOSE_SONG | seat << 8


def last_window(seat: i64) -> i64:
    return LAST_WINDOW | seat << 8


def next_year() -> i64:
    return NEXT_YEAR | NOBODY << 8


def close_row() -> i64:
    return CLOSE_ROW | NOBODY << 8


def new_market() -> i64:
    return NEW_MARKET | NOBODY << 8


def shift() -> i64:
    return SHIFT | NOBODY << 8


def do_basic(player: i64, verb: i64, argument: i64) -> i64:
    return DO_BASIC | NOBODY << 8 | player << 12 | verb << 20 | argument << 28


def bag_fur(player: i64) -> i64:
    return BAG_FUR | NOBODY << 8 | player << 12


def deal_automa() -> i64:
    return DEAL_AUTOMA | NATURE << 8


def ivan_start() -> i64:
    return IVAN_START | NOBODY << 8


def ivan_flip() -> i64:
    return IVAN_FLIP | NOBODY << 8


def ivan_move() -> i64:
    return IVAN_MOVE | NOBODY << 8


def ivan_hunt(left: i64) -> i64:
    return IVAN_HUNT | NOBODY << 8 | left << 12


def ivan_claim_or_visit() -> i64:
    return IVAN_CLAIM_OR_VISIT | NOBODY << 8


def ivan_action() -> i64:
    return IVAN_ACTION | NOBODY << 8


def ivan_part(part: i64) -> i64:
    return IVAN_PART | NOBODY << 8 | part << 12


def ivan_twelve() -> i64:
    return IVAN_TWELVE | NOBODY << 8


def ivan_income() -> i64:
    return IVAN_INCOME | NOBODY << 8


def ivan_story(points: i64) -> i64:
    return IVAN_STORY | NOBODY << 8 | points << 12


def ivan_song() -> i64:
    return IVAN_SONG | NOBODY << 8
