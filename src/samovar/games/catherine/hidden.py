"""Hidden information: the view of a seat (C-RULING-34), and random deals of what it hides.

Open: displays, tiles, jokers, orders, residences, favor, VP, the number of cards in hands and piles, the
discard pile. Hidden: hands, draw pile, cards chosen but not yet revealed.
"""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import CARDS, COLOURS, ROW
from samovar.games.catherine.state import DISCARD, HANDS, PILE, Catherine
from samovar.kernel import cards
from samovar.kernel.ints import i64, vec
from samovar.kernel.rng import Rng
from samovar.kernel.state import UNKNOWN, Event, arg, arg2, zeros

NO_CARDS: Final = zeros(CARDS)


def hide(s: Catherine, seat: int) -> None:
    """Empty the sets that this seat cannot see. Their sizes stay.

    The view shows only whether another player's secret choice is complete.
    """
    for colour in range(COLOURS):
        s.sets[PILE + colour] = 0
    for p in range(s.seats):
        if p == seat:
            continue
        for colour in range(COLOURS):
            s.sets[HANDS + p * COLOURS + colour] = 0
        plan = seen_plan(s, p)
        s.asked[p] = seen_question(s, p)
        s.plan[p] = plan


def seen_question(s: Catherine, p: i64) -> i64:
    """The open question of p as other seats see it: they do not see how much of the choice is made."""
    step = s.asked[p] & 255
    if step == frames.LAY:
        return frames.lay(p, 0)
    if step == frames.ACTIVATION_CARD or step == frames.PLACE:
        return frames.action_card(p)
    return s.asked[p]


def seen_plan(s: Catherine, p: i64) -> i64:
    """The secret choice of p as other seats see it: UNKNOWN if it is complete, else 0."""
    step = s.asked[p] & 255
    if step == frames.LAY or step == frames.ACTIVATION_CARD or step == frames.PLACE:
        return 0
    return UNKNOWN if s.plan[p] else 0


def seen(event: Event, seat: int) -> Event:
    """The event as this seat sees it: a drawn card is visible only to its owner."""
    what, p, _, b = event
    return (what, p, UNKNOWN, b) if what == tokens.DREW and p != seat else event


def deal_unknown(s: Catherine, rng: Rng) -> None:
    """Deal the hidden cards at random, and replace each hidden choice by a random one."""
    put_unseen_into_pile(s)
    unseen, left = pile_cards(s)
    to_deal = zeros(s.seats)
    for p in range(s.seats):
        to_deal[p] = 0 if hand_is_seen(s, p) else s.held[p]
    for p in range(s.seats):  # first, because the other hands may need none of these cards
        f = s.asked[p]
        if to_deal[p] and f & 255 == frames.PAY and arg2(f):
            for n in range(arg(f)):  # the cards left to pay are higher than the last one
                deal_card(s, p, unseen, left - n, random_higher(unseen, left - n, arg2(f), rng))
            left -= arg(f)
            to_deal[p] -= arg(f)
    for p in range(s.seats):
        for n in range(to_deal[p]):
            deal_card(s, p, unseen, left - n, rng.below(left - n))
        left -= to_deal[p]
    for p in range(s.seats):
        if s.plan[p] == UNKNOWN:
            s.plan[p] = random_plan(s, p, rng)


def deal_card(s: Catherine, p: i64, unseen: vec[i64], left: i64, k: i64) -> None:
    """Deal card number k of the unseen ones to p, and move the last one into its place."""
    card = unseen[k]
    unseen[k] = unseen[left - 1]
    cards.take(s.sets, PILE, card)
    cards.put(s.sets, HANDS + p * COLOURS, card)


def random_higher(unseen: vec[i64], left: i64, above: i64, rng: Rng) -> i64:
    """The place of a random unseen card that is higher than ``above``."""
    n: i64 = 0
    for k in range(left):
        if unseen[k] > above:
            n += 1
    wanted = rng.below(n)
    for k in range(left):
        if unseen[k] > above:
            if wanted == 0:
                return k
            wanted -= 1
    return 0


def put_unseen_into_pile(s: Catherine) -> None:
    """Put every card into the draw pile that is not in a display, the discard pile or a visible hand."""
    sets = s.sets
    for colour in range(COLOURS):
        seen = sets[DISCARD + colour]
        for p in range(s.seats):
            seen |= sets[HANDS + p * COLOURS + colour]
        sets[PILE + colour] = s.stock.deck[colour] & ~seen
    for at in range(s.seats * ROW):
        if s.row[at]:
            cards.take(sets, PILE, s.row[at])
        if s.under[at]:
            cards.take(sets, PILE, s.under[at])


def pile_cards(s: Catherine) -> tuple[vec[i64], i64]:
    """The cards of the draw pile in ascending order, and their number."""
    found = NO_CARDS[:]
    n: i64 = 0
    for colour in range(COLOURS):
        left = s.sets[PILE + colour]
        card = colour << 6
        while left:
            if left & 1:
                found[n] = card
                n += 1
            left >>= 1
            card += 1
    return found, n


def hand_is_seen(s: Catherine, p: i64) -> bool:
    at = HANDS + p * COLOURS
    return s.sets[at] | s.sets[at + 1] | s.sets[at + 2] != 0


def random_plan(s: Catherine, p: int, rng: Rng) -> int:
    """A random complete choice from the hand of p."""
    hand = cards.members_of_sets(s.sets, HANDS + p * COLOURS, COLOURS)
    starting = s.row_length(p) == 0
    plan = 0
    chosen: i64 = s.stock.start_row if starting else 2
    for n in range(chosen):
        plan |= hand.pop(rng.below(len(hand))) << 8 * n
    if not starting:
        free = [place + 1 for place in range(s.row_length(p) + 1) if s.under[p * ROW + place] == 0]
        plan |= free[rng.below(len(free))] << 16
    return plan
