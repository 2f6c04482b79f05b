"""Everything that can wait to be done in Tundra, by name. The steps themselves are in the files of their
chapters.

``game.py`` lists the step classes in the order of these numbers.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64
from samovar.kernel.state import EVERYONE, NATURE, NOBODY, frame

CALENDAR: Final = 0
# setup.py
DEAL_FIRST: Final = 1
DEAL_TITLE: Final = 2
SETTLE: Final = 3
DEAL_STARTERS: Final = 4
CHOOSE_STARTERS: Final = 5
KEEP: Final = 6
DEAL_COMMON: Final = 7
DEAL_PERSONAL: Final = 8
# turn.py
ROUND_START: Final = 9
SCORE_BOARDS: Final = 10
PLACEMENT: Final = 11
TURN: Final = 12
ACTIVATION: Final = 13
AFTER_DIE: Final = 14
# dice.py
ROLL_COMMON: Final = 15
ROLL: Final = 16
# actions.py
ACTION: Final = 17
PAY: Final = 18
GAIN_ANY: Final = 19
CONVERTED: Final = 20
# movement.py
OPEN_GLADE: Final = 21
YIELD: Final = 22
# architecture.py
BUILD_TOWER: Final = 23
PUT_WORKER: Final = 24
TOWERS: Final = 25
# trade.py
FLIP: Final = 26
UNDER: Final = 27
REPLACE: Final = 28
DISMISS: Final = 29
REFILL: Final = 30
DEAL_CITY: Final = 31


def calendar() -> i64:
    return frame(CALENDAR, NOBODY)


# ---- set-up ----


def deal_first() -> i64:
    return frame(DEAL_FIRST, NATURE)


def deal_title(p: i64) -> i64:
    return frame(DEAL_TITLE, NATURE, p)


def settle(p: i64) -> i64:
    return frame(SETTLE, NOBODY, p)


def deal_starters(p: i64) -> i64:
    return frame(DEAL_STARTERS, NATURE, p)


def choose_starters() -> i64:
    return frame(CHOOSE_STARTERS, EVERYONE)


def keep(p: i64, kept: i64) -> i64:
    return frame(KEEP, p, kept)


def deal_common() -> i64:
    return frame(DEAL_COMMON, NATURE)


def deal_personal(p: i64) -> i64:
    return frame(DEAL_PERSONAL, NATURE, p)


# ---- rounds and turns ----


def round_start(p: i64) -> i64:
    return frame(ROUND_START, NOBODY, p)


def score_boards(p: i64) -> i64:
    return frame(SCORE_BOARDS, NOBODY, p)


def placement(p: i64) -> i64:
    """Whoever has dice takes the next turn, this player first."""
    return frame(PLACEMENT, NOBODY, p)


def turn(p: i64) -> i64:
    return frame(TURN, p)


def activation(p: i64) -> i64:
    return frame(ACTIVATION, p)


def after_die(p: i64) -> i64:
    return frame(AFTER_DIE, p)


# ---- dice ----


def roll_common(dice: i64) -> i64:
    """So many dice are still to be rolled for everybody."""
    return frame(ROLL_COMMON, NATURE, dice)


def roll(p: i64) -> i64:
    """This player rolls all dice that lie unrolled on the player board."""
    return frame(ROLL, NATURE, p)


# ---- actions ----


def action(p: i64, number: i64, done: i64, opened: i64, place: i64, left: i64) -> i64:
    """An action: which of its steps are done (one bit each), which one is open (from 1) and how much is left
    of that, and on which space it happens if it is a tower's.
    """
    return frame(ACTION, p, number, done, opened | left << 4, place)


def pay(p: i64, price: i64, left: i64, first: i64) -> i64:
    """Of a price what the player chooses: one type (left = 0), or so many of any from this resource on."""
    return frame(PAY, p, price, left, first)


def gain_any(p: i64, n: i64, first: i64) -> i64:
    return frame(GAIN_ANY, p, n, first)


def converted(p: i64, number: i64, step: i64) -> i64:
    return frame(CONVERTED, NOBODY, p, number, step)


# ---- on the map ----


def open_glade(space: i64) -> i64:
    return frame(OPEN_GLADE, NATURE, space)


def give_resource(p: i64, space: i64) -> i64:
    return frame(YIELD, NOBODY, p, space)


def build_tower(p: i64, space: i64) -> i64:
    return frame(BUILD_TOWER, NOBODY, p, space)


def put_worker(p: i64, space: i64) -> i64:
    return frame(PUT_WORKER, NOBODY, p, space)


def towers(p: i64) -> i64:
    return frame(TOWERS, p)


# ---- trade ----


def flip(p: i64, board: i64) -> i64:
    return frame(FLIP, NOBODY, p, board)


def under(p: i64, card: i64) -> i64:
    return frame(UNDER, p, card)


def replace(p: i64, card: i64, board: i64) -> i64:
    return frame(REPLACE, p, card, board)


def dismiss(p: i64, card: i64) -> i64:
    return frame(DISMISS, p, card)


def refill(cards: i64) -> i64:
    return frame(REFILL, NOBODY, cards)


def deal_city() -> i64:
    return frame(DEAL_CITY, NATURE)
