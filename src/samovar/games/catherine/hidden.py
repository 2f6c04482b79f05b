"""What a player may see (C-RULING-34), and what the rest might be.

Open: displays, tiles, jokers, orders, residences, favor, VP, the number of cards in hands and piles, the
discard pile. Hidden: hands, draw pile, cards chosen but not yet revealed.
"""

from __future__ import annotations

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import COLOURS, ROW
from samovar.games.catherine.state import DISCARD, HANDS, PILE, Catherine
from samovar.kernel import cards
from samovar.kernel.dice import Dice
from samovar.kernel.state import UNKNOWN, Event


def redact(s: Catherine, seat: int) -> Catherine:
    """Sets that cannot be seen are empty; the counts beside them stay. Of a secret choice it is seen only
    whether it is complete.
    """
    view = s.clone()
    for colour in range(COLOURS):
        view.sets[PILE + colour] = 0
    for p in range(s.seats):
        if p == seat:
            continue
        for colour in range(COLOURS):
            view.sets[HANDS + p * COLOURS + colour] = 0
        if s.asked[p] & 255 == frames.LAY:
            view.asked[p] = frames.lay(p, 0)
            view.plan[p] = 0
        elif s.asked[p] & 255 in (frames.ACTIVATION_CARD, frames.PLACE):
            view.asked[p] = frames.action_card(p)
            view.plan[p] = 0
        elif s.plan[p]:
            view.plan[p] = UNKNOWN
    return view


def seen(event: Event, seat: int) -> Event:
    """Which card was drawn only its owner sees."""
    what, p, _, b = event
    return (what, p, UNKNOWN, b) if what == tokens.DREW and p != seat else event


def fill(view: Catherine, dice: Dice) -> Catherine:
    """Deal the cards that cannot be seen, and choose for those who have chosen."""
    s = view.clone()
    unseen = unseen_cards(s)
    for i in range(len(unseen) - 1, 0, -1):
        j = int(dice.below(i + 1))
        unseen[i], unseen[j] = unseen[j], unseen[i]
    for p in range(s.seats):
        at = HANDS + p * COLOURS
        if s.held[p] and not cards.lying(s.sets, at, COLOURS):
            for _ in range(s.held[p]):
                cards.put(s.sets, at, unseen.pop())
    for card in unseen:
        cards.put(s.sets, PILE, card)
    for p in range(s.seats):
        if s.plan[p] == UNKNOWN:
            s.plan[p] = some_plan(s, p, dice)
    return s


def unseen_cards(s: Catherine) -> list[int]:
    """Cards that lie neither in a display nor in the discard pile nor in a hand that can be seen."""
    known = {*s.row, *s.under, *cards.lying(s.sets, DISCARD, COLOURS)}
    for p in range(s.seats):
        known.update(cards.lying(s.sets, HANDS + p * COLOURS, COLOURS))
    return [card for card in s.stock.all_cards() if card not in known]


def some_plan(s: Catherine, p: int, dice: Dice) -> int:
    """A complete choice that this player might have made."""
    hand = cards.lying(s.sets, HANDS + p * COLOURS, COLOURS)
    starting = s.row_length(p) == 0
    plan = 0
    for n in range(s.stock.start_row if starting else 2):
        plan |= hand.pop(dice.below(len(hand))) << 8 * n
    if not starting:
        free = [place + 1 for place in range(s.row_length(p) + 1) if s.under[p * ROW + place] == 0]
        plan |= free[dice.below(len(free))] << 16
    return plan
