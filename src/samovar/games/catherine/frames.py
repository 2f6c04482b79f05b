"""Everything that can wait to be done in Catherine, by name. The steps themselves are in the files of their
chapters.

``game.py`` lists the step classes in the order of these numbers.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64
from samovar.kernel.state import EVERYONE, NATURE, NOBODY, frame

CALENDAR: Final = 0
# setup.py
DEAL_ORDER: Final = 1
CHOOSE_START: Final = 2
LAY: Final = 3
# hand.py
DRAW: Final = 4
DEAL: Final = 5
# turn.py
PLAY_CARDS: Final = 6
ACTION_CARD: Final = 7
ACTIVATION_CARD: Final = 8
PLACE: Final = 9
# actions.py
ACTIONS: Final = 10
PERFORM: Final = 11
PAY: Final = 12
BUILD: Final = 13
PERFORMED: Final = 14
BONUS: Final = 15
# interim.py
CANNONS: Final = 16
BOOKS: Final = 17
BOOK_RESIDENCES: Final = 18
BUILD_ANYWHERE: Final = 19
SCORE_DECADE: Final = 20
CLEAR: Final = 21


def calendar() -> i64:
    return frame(CALENDAR, NOBODY)


# ---- set-up ----


def deal_order(p: i64) -> i64:
    return frame(DEAL_ORDER, NATURE, p)


def choose_start() -> i64:
    return frame(CHOOSE_START, EVERYONE)


def lay(p: i64, place: i64) -> i64:
    """The card for this place of the starting row, counted from 0."""
    return frame(LAY, p, place)


# ---- drawing ----


def draw(p: i64, n: i64) -> i64:
    """So many cards, with the hand limit in force."""
    return DRAW | NOBODY << 8 | p << 12 | n << 20


def draw_freely(p: i64, n: i64) -> i64:
    """So many cards, whatever the hand limit."""
    return frame(DRAW, NOBODY, p, n, 1)


def deal(p: i64, left: i64, freely: i64) -> i64:
    """A card, and so many after it."""
    return DEAL | NATURE << 8 | p << 12 | left << 20 | freely << 28


# ---- phase B ----


def play_cards() -> i64:
    return frame(PLAY_CARDS, EVERYONE)


def action_card(p: i64) -> i64:
    return ACTION_CARD | p << 8


def activation_card(p: i64) -> i64:
    return ACTIVATION_CARD | p << 8


def place(p: i64) -> i64:
    return PLACE | p << 8


# ---- phase D ----


def actions() -> i64:
    return frame(ACTIONS, EVERYONE)


def perform(p: i64, done: i64, colours: i64) -> i64:
    """The action was done so often so far, paid with cards of these colours (one bit each)."""
    return frame(PERFORM, p, done, colours)


def pay(p: i64, left: i64, above: i64, colours: i64, done: i64, bonus: i64) -> i64:
    """So many cards are still to be discarded, in ascending order, for the action or (1) the bonus."""
    return frame(PAY, p, left, above, colours, done, bonus)


def build(p: i64, done: i64, colours: i64) -> i64:
    return frame(BUILD, p, done, colours)


def performed(p: i64, done: i64, colours: i64) -> i64:
    return frame(PERFORMED, NOBODY, p, done, colours)


def bonus(p: i64) -> i64:
    return frame(BONUS, p)


# ---- interim scoring ----


def cannons() -> i64:
    return frame(CANNONS, NOBODY)


def books() -> i64:
    return frame(BOOKS, NOBODY)


def book_residences() -> i64:
    return frame(BOOK_RESIDENCES, EVERYONE)


def build_anywhere(p: i64) -> i64:
    return frame(BUILD_ANYWHERE, p)


def score_decade() -> i64:
    return frame(SCORE_DECADE, NOBODY)


def clear() -> i64:
    return frame(CLEAR, NOBODY)
