"""Obvious answers: no other answer can be better, so the player need not be asked (S-RULING-94 to -96).

A question at which only auxiliary actions are possible is answered by continuing. Free gains are taken. The
player is asked wherever something could be lost.
"""

from __future__ import annotations

from typing import Any, Final

from samovar.games.stroganov import components, frames, tokens
from samovar.games.stroganov.auxiliary import offer_auxiliary
from samovar.games.stroganov.components import KINDS, MAX_PARTS, PER_NOTHING
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.wishes import furs_to_possess
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of, verb_of
from samovar.kernel.state import arg, arg2, arg3, arg4, arg5, seat_of
from samovar.kernel.step import Options, Step

ASK: Final = -1
# The order of income in winter
FIXED_GAIN: Final = 0  # horses, coins and the like: they only help
STORY_GAIN: Final = 1
FUR_GAIN: Final = 2
GAIN_PER_PIECE: Final = 3  # songs and actions before it can add pieces
OTHER_GAIN: Final = 4


def obvious_answer(s: Stroganov, p: i64, steps: list[Step[Any]]) -> i64:
    """The obvious answer of p, ASK if the choice can matter."""
    if s.depth == 0:
        return ASK
    f = s.todo[s.depth - 1]
    if seat_of(f) != p:
        return ASK
    out = Options()
    steps[f & 255].options(s, f, p, out)
    if f & 255 == frames.INCOME:
        return obvious_income(s, f, p, out)
    if f & 255 == frames.TROPHY_REWARD:
        return obvious_reward(s, p, out)
    if f & 255 == frames.PAY:
        return obvious_payment(s, f, p)
    if out.n != 1 or something_can_be_lost(s, f, p):
        return ASK
    return out.items[0]


def something_can_be_lost(s: Stroganov, f: i64, p: i64) -> bool:
    """True if p would miss something for good if this question were answered by continuing (S-RULING-94).

    It may be an extra action, the effect of a wish on this very step, or points at the end of the game.
    """
    window = Options()
    offer_auxiliary(s, p, window)
    if window.n == 0:
        return False
    step = f & 255
    if step == frames.LAST_WINDOW and s.year == s.stock.years and could_still_score(s, p):
        return True
    leaves = step == frames.MOVE or step == frames.MAIN or step == frames.END_TURN
    pays = step == frames.HUNT_AGAIN or step == frames.TROPHY  # an extra action may bring what is missing
    wishes = wishes_that_matter(s, step)
    for i in range(window.n):
        verb = verb_of(window.items[i])
        if verb == tokens.EXTRA and (leaves or pays):
            return True
        if verb == tokens.FULFIL and cards.has(wishes, argument_of(window.items[i])):
            return True
    return False


def wishes_that_matter(s: Stroganov, step: i64) -> i64:
    """The wishes that have an effect if they are fulfilled now, but not if they are fulfilled later."""
    stock = s.stock
    if step == frames.HUNT_AGAIN:
        return stock.hunt_second_free | stock.hunt_skip_free | stock.hunt_reach | stock.immediate
    if step == frames.MOVE or step == frames.END_TURN:
        return stock.season_extra[s.season]  # an extra action works in the turn in which it is won
    if step == frames.INCOME:
        return stock.winter_cards | stock.winter_extra  # S-RULING-48
    if step == frames.PAUSE or step == frames.RANK_STORY or step == frames.CHOOSE_SONG:
        return stock.immediate
    if step == frames.LAST_WINDOW:
        return 0  # could_still_score
    return stock.season_extra[s.season] | stock.immediate | stock.second_advanced_any_fur


def could_still_score(s: Stroganov, p: i64) -> bool:
    """True if furs bought in the last window of the game can fulfil a wish or be worth more than horses."""
    bought = s.horses[p] // s.stock.buy_horses
    held = s.furs[p * KINDS]
    hand = s.hand[p]
    while hand:
        wish = cards.first(hand)
        hand &= hand - 1
        if furs_to_possess(s, p, wish) <= held + bought:
            return True
    for n in range(1, bought + 1):
        if left_over_points(s, p, n) > left_over_points(s, p, 0):
            return True
    return False


def left_over_points(s: Stroganov, p: i64, bought: i64) -> i64:
    """The points for horses and furs after buying this number of furs (S-SCORE-09)."""
    horses = s.horses[p] - bought * s.stock.buy_horses
    return (horses // s.stock.horses_per_fur + s.fur_count(p) + bought) // s.stock.furs_per_vp


# ---- payments and free gains ----


def obvious_payment(s: Stroganov, f: i64, p: i64) -> i64:
    """A fur of the value asked for, if p has enough of them and pays only for an action. Otherwise ASK.

    Coins, tigers and furs of any value are the player's choice (S-RULING-96).
    """
    value, furs = arg(f), arg2(f)
    plain = value and arg3(f) == 0 and arg4(f) == 0 and arg5(f) == 0
    return action(tokens.PAY, value) if plain and s.fur(p, value) >= furs else ASK


def obvious_reward(s: Stroganov, p: i64, out: Options) -> i64:
    """The only reward of a trophy, if it is simply gained: declining it brings nothing (S-RULING-95)."""
    if out.n != 2:
        return ASK
    reward = s.track(p).reward[out.items[0] & 255]
    return out.items[0] if highest_part(s, reward) <= components.LAST_SIMPLE_PART else ASK


def obvious_income(s: Stroganov, f: i64, p: i64, out: Options) -> i64:
    """The next income in an order that loses nothing, then the end of the step (S-RULING-95). Otherwise ASK.

    Horses and fixed gains come first, then story, a fur, and gains per piece. The player is asked about the
    last three if an extra action or a wish could change them. Songs at 12 story always ask the player.
    """
    if arg(f) == 0:
        return action(tokens.INCOME, tokens.INCOME_HORSES)
    left = s.wishes[p] & s.stock.winter_cards & ~s.used
    next_card: i64 = 0
    next_rank: i64 = 0
    while left:
        wish = cards.first(left)
        left &= left - 1
        rank = income_rank(s, wish)
        if next_card == 0 or rank < next_rank:
            next_card, next_rank = wish, rank
    if next_card and next_rank == FIXED_GAIN:
        return action(tokens.INCOME, next_card)
    if s.wishes[p] & s.stock.winter_extra & ~s.used or something_can_be_lost(s, f, p):
        return ASK
    if next_card == 0:
        return action(tokens.END)
    return ASK if next_rank == OTHER_GAIN else action(tokens.INCOME, next_card)


def income_rank(s: Stroganov, wish: i64) -> i64:
    """The place of a card in the order of income."""
    highest = highest_part(s, s.stock.wish_reward[wish])
    if highest > components.BAG_FUR:
        return OTHER_GAIN
    if s.stock.wish_per[wish] != PER_NOTHING:
        return GAIN_PER_PIECE
    if highest <= components.LAST_SIMPLE_PART:
        return FIXED_GAIN
    return STORY_GAIN if highest == components.STORY else FUR_GAIN


def highest_part(s: Stroganov, reward: i64) -> i64:
    """The highest kind among the parts of a reward. Kinds that ask nothing are the lowest."""
    highest: i64 = 0
    at = reward * MAX_PARTS
    while s.stock.rewards[at]:
        highest = max(highest, s.stock.rewards[at] & 255)
        at += 1
    return highest
