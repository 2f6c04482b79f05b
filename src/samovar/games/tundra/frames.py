"""The frames of Tundra: numbers and constructors of its steps.

Written by tools/frames.py from the step classes; do not edit, run ``make frames``.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64
from samovar.kernel.state import EVERYONE, NATURE, NOBODY

STEPS: Final = {  # what each step takes, in the order of their numbers
    "Calendar": "nobody",
    "DealFirst": "nature",
    "DealTitle": "nature player=0..3",
    "Settle": "nobody player=0..3",
    "DealStarters": "nature player=0..3",
    "ChooseStarters": "everyone",
    "Keep": "seat kept=0..3",
    "DealCommon": "nature",
    "DealPersonal": "nature player=0..3",
    "RoundStart": "nobody player=0..3",
    "ScoreBoards": "nobody player=0..3",
    "Placement": "nobody player=0..3",
    "Turn": "seat",
    "Activation": "seat",
    "AfterDie": "seat",
    "RollCommon": "nature dice=1..20",
    "Roll": "nature player=0..3",
    "Action": "seat action=1..255 done=0..15 step=0..255 space=0..31",
    "Pay": "seat price=1..255 left=0..20 first=0..2",
    "GainAny": "seat left=1..20 first=0..2",
    "Converted": "nobody player=0..3 action=1..255 step=0..3",
    "OpenGlade": "nature space=1..31",
    "Yield": "nobody player=0..3 space=1..31",
    "BuildTower": "nobody player=0..3 space=1..31",
    "PutWorker": "nobody player=0..3 space=1..31",
    "Towers": "seat",
    "Flip": "nobody player=0..3 board=0..3",
    "Under": "seat card=1..60",
    "Replace": "seat card=1..60 board=0..3",
    "Dismiss": "seat new=1..60",
    "Refill": "nobody cards=1..40",
    "DealCity": "nature",
}

CALENDAR: Final = 0
DEAL_FIRST: Final = 1
DEAL_TITLE: Final = 2
SETTLE: Final = 3
DEAL_STARTERS: Final = 4
CHOOSE_STARTERS: Final = 5
KEEP: Final = 6
DEAL_COMMON: Final = 7
DEAL_PERSONAL: Final = 8
ROUND_START: Final = 9
SCORE_BOARDS: Final = 10
PLACEMENT: Final = 11
TURN: Final = 12
ACTIVATION: Final = 13
AFTER_DIE: Final = 14
ROLL_COMMON: Final = 15
ROLL: Final = 16
ACTION: Final = 17
PAY: Final = 18
GAIN_ANY: Final = 19
CONVERTED: Final = 20
OPEN_GLADE: Final = 21
YIELD: Final = 22
BUILD_TOWER: Final = 23
PUT_WORKER: Final = 24
TOWERS: Final = 25
FLIP: Final = 26
UNDER: Final = 27
REPLACE: Final = 28
DISMISS: Final = 29
REFILL: Final = 30
DEAL_CITY: Final = 31


def calendar() -> i64:
    return CALENDAR | NOBODY << 8


def deal_first() -> i64:
    return DEAL_FIRST | NATURE << 8


def deal_title(player: i64) -> i64:
    return DEAL_TITLE | NATURE << 8 | player << 12


def settle(player: i64) -> i64:
    return SETTLE | NOBODY << 8 | player << 12


def deal_starters(player: i64) -> i64:
    return DEAL_STARTERS | NATURE << 8 | player << 12


def choose_starters() -> i64:
    return CHOOSE_STARTERS | EVERYONE << 8


def keep(seat: i64, kept: i64) -> i64:
    return KEEP | seat << 8 | kept << 12


def deal_common() -> i64:
    return DEAL_COMMON | NATURE << 8


def deal_personal(player: i64) -> i64:
    return DEAL_PERSONAL | NATURE << 8 | player << 12


def round_start(player: i64) -> i64:
    return ROUND_START | NOBODY << 8 | player << 12


def score_boards(player: i64) -> i64:
    return SCORE_BOARDS | NOBODY << 8 | player << 12


def placement(player: i64) -> i64:
    return PLACEMENT | NOBODY << 8 | player << 12


def turn(seat: i64) -> i64:
    return TURN | seat << 8


def activation(seat: i64) -> i64:
    return ACTIVATION | seat << 8


def after_die(seat: i64) -> i64:
    return AFTER_DIE | seat << 8


def roll_common(dice: i64) -> i64:
    return ROLL_COMMON | NATURE << 8 | dice << 12


def roll(player: i64) -> i64:
    return ROLL | NATURE << 8 | player << 12


def action(seat: i64, action: i64, done: i64, step: i64, space: i64) -> i64:
    return ACTION | seat << 8 | action << 12 | done << 20 | step << 28 | space << 36


def pay(seat: i64, price: i64, left: i64, first: i64) -> i64:
    return PAY | seat << 8 | price << 12 | left << 20 | first << 28


def gain_any(seat: i64, left: i64, first: i64) -> i64:
    return GAIN_ANY | seat << 8 | left << 12 | first << 20


def converted(player: i64, action: i64, step: i64) -> i64:
    return CONVERTED | NOBODY << 8 | player << 12 | action << 20 | step << 28


def open_glade(space: i64) -> i64:
    return OPEN_GLADE | NATURE << 8 | space << 12


def yield_(player: i64, space: i64) -> i64:
    return YIELD | NOBODY << 8 | player << 12 | space << 20


def build_tower(player: i64, space: i64) -> i64:
    return BUILD_TOWER | NOBODY << 8 | player << 12 | space << 20


def put_worker(player: i64, space: i64) -> i64:
    return PUT_WORKER | NOBODY << 8 | player << 12 | space << 20


def towers(seat: i64) -> i64:
    return TOWERS | seat << 8


def flip(player: i64, board: i64) -> i64:
    return FLIP | NOBODY << 8 | player << 12 | board << 20


def under(seat: i64, card: i64) -> i64:
    return UNDER | seat << 8 | card << 12


def replace(seat: i64, card: i64, board: i64) -> i64:
    return REPLACE | seat << 8 | card << 12 | board << 20


def dismiss(seat: i64, new: i64) -> i64:
    return DISMISS | seat << 8 | new << 12


def refill(cards: i64) -> i64:
    return REFILL | NOBODY << 8 | cards << 12


def deal_city() -> i64:
    return DEAL_CITY | NATURE << 8
