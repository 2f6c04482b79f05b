"""The frames of Catherine: numbers and constructors of its steps.

Written by tools/frames.py from the step classes; do not edit, run ``make frames``.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.ints import i64
from samovar.kernel.state import EVERYONE, NATURE, NOBODY

STEPS: Final = {  # what each step takes, in the order of their numbers
    "Calendar": "nobody",
    "DealOrder": "nature player=0..3",
    "ChooseStart": "everyone",
    "Lay": "seat place=0..6",
    "Draw": "nobody player=0..3 cards=1..200 freely=0..1?",
    "Deal": "nature player=0..3 left=0..199 freely=0..1",
    "PlayCards": "everyone",
    "ActionCard": "seat",
    "ActivationCard": "seat",
    "Place": "seat",
    "Actions": "everyone",
    "Perform": "seat done=0..9 colours=0..7",
    "Pay": "seat left=1..20 above=0..191 colours=0..7 done=0..9 bonus=0..1",
    "Build": "seat done=0..9 colours=0..7",
    "Performed": "nobody player=0..3 done=1..9 colours=0..7",
    "Bonus": "seat",
    "Cannons": "nobody",
    "Books": "nobody",
    "BookResidences": "everyone",
    "BuildAnywhere": "seat",
    "ScoreDecade": "nobody",
    "Clear": "nobody",
    "Repeat": "seat done=0..9 colours=0..7",
}

CALENDAR: Final = 0
DEAL_ORDER: Final = 1
CHOOSE_START: Final = 2
LAY: Final = 3
DRAW: Final = 4
DEAL: Final = 5
PLAY_CARDS: Final = 6
ACTION_CARD: Final = 7
ACTIVATION_CARD: Final = 8
PLACE: Final = 9
ACTIONS: Final = 10
PERFORM: Final = 11
PAY: Final = 12
BUILD: Final = 13
PERFORMED: Final = 14
BONUS: Final = 15
CANNONS: Final = 16
BOOKS: Final = 17
BOOK_RESIDENCES: Final = 18
BUILD_ANYWHERE: Final = 19
SCORE_DECADE: Final = 20
CLEAR: Final = 21
REPEAT: Final = 22


def calendar() -> i64:
    return CALENDAR | NOBODY << 8


def deal_order(player: i64) -> i64:
    return DEAL_ORDER | NATURE << 8 | player << 12


def choose_start() -> i64:
    return CHOOSE_START | EVERYONE << 8


def lay(seat: i64, place: i64) -> i64:
    return LAY | seat << 8 | place << 12


def draw(player: i64, cards: i64, freely: i64 = 0) -> i64:
    return DRAW | NOBODY << 8 | player << 12 | cards << 20 | freely << 28


def deal(player: i64, left: i64, freely: i64) -> i64:
    return DEAL | NATURE << 8 | player << 12 | left << 20 | freely << 28


def play_cards() -> i64:
    return PLAY_CARDS | EVERYONE << 8


def action_card(seat: i64) -> i64:
    return ACTION_CARD | seat << 8


def activation_card(seat: i64) -> i64:
    return ACTIVATION_CARD | seat << 8


def place(seat: i64) -> i64:
    return PLACE | seat << 8


def actions() -> i64:
    return ACTIONS | EVERYONE << 8


def perform(seat: i64, done: i64, colours: i64) -> i64:
    return PERFORM | seat << 8 | done << 12 | colours << 20


def pay(seat: i64, left: i64, above: i64, colours: i64, done: i64, bonus: i64) -> i64:
    return PAY | seat << 8 | left << 12 | above << 20 | colours << 28 | done << 36 | bonus << 44


def build(seat: i64, done: i64, colours: i64) -> i64:
    return BUILD | seat << 8 | done << 12 | colours << 20


def performed(player: i64, done: i64, colours: i64) -> i64:
    return PERFORMED | NOBODY << 8 | player << 12 | done << 20 | colours << 28


def bonus(seat: i64) -> i64:
    return BONUS | seat << 8


def cannons() -> i64:
    return CANNONS | NOBODY << 8


def books() -> i64:
    return BOOKS | NOBODY << 8


def book_residences() -> i64:
    return BOOK_RESIDENCES | EVERYONE << 8


def build_anywhere(seat: i64) -> i64:
    return BUILD_ANYWHERE | seat << 8


def score_decade() -> i64:
    return SCORE_DECADE | NOBODY << 8


def clear() -> i64:
    return CLEAR | NOBODY << 8


def repeat(seat: i64, done: i64, colours: i64) -> i64:
    return REPEAT | seat << 8 | done << 12 | colours << 20
