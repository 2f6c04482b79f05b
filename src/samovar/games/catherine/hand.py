"""Section 8: the hand limit, and drawing from the shared draw pile."""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import COLOURS
from samovar.games.catherine.state import DISCARD, HANDS, PILE, Catherine
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.state import arg, arg2, arg3
from samovar.kernel.step import Options, Step

MAX_AT_ONCE: Final = 200  # the most cards one Draw frame can hold


def draw_cards(s: Catherine, p: i64, n: i64) -> None:
    """Push steps that draw n cards for p with the hand limit in force."""
    while n > MAX_AT_ONCE:
        s.push(frames.draw(p, MAX_AT_ONCE))
        n -= MAX_AT_ONCE
    if n:
        s.push(frames.draw(p, n))


class Draw(Step[Catherine]):
    """Draw cards one by one, each checked against the hand limit at that moment (C-HAND-01 to -05,
    C-RULING-19). A card that does not fit is not drawn and brings VP. Phase A ignores the limit (C-ROUND-11).

    ``Deal`` renews the draw pile as soon as its last card is drawn. A card that is replaced by VP stays
    in the pile (C-ROUND-12, C-RULING-20).

    cards: the number to draw. freely: 1 if the hand limit does not apply.
    """

    takes = "nobody player=0..3 cards=1..200 freely=0..1?"
    behind = "Draw Deal DealOrder"

    def run(self, s: Catherine, f: i64) -> None:
        draw_next(s, arg(f), arg2(f), arg3(f))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return [] if arg(f) < s.seats else ["there is no such seat"]


def room_in_hand(s: Catherine, p: i64) -> i64:
    """The number of cards p may still draw up to the hand limit (C-HAND-01)."""
    room = s.hand_limit(p) - s.held[p]
    return room if room > 0 else 0


def takes_last_card(s: Catherine, p: i64, n: i64) -> bool:
    """True if drawing n cards takes the last card of the draw pile, so that it is renewed (C-RULING-46)."""
    room = room_in_hand(s, p)
    fit = n if n < room else room
    return fit > 0 and fit >= s.pile_left


def draw_next(s: Catherine, p: i64, n: i64, freely: i64) -> None:
    """Push the deal of the next of n cards, or give VP for all n if the hand is full."""
    if freely == 0 and s.held[p] >= s.hand_limit(p):
        s.vp[p] += n * s.stock.over_limit_vp
        s.emit(tokens.OVER_LIMIT, p, n, n * s.stock.over_limit_vp)
        return
    if s.pile_left == 0:
        renew_pile(s)  # when its last card was drawn, the discard pile was empty, too
        if s.pile_left == 0:
            s.emit(tokens.NO_CARD, p, n)
            return
    s.push(frames.deal(p, n - 1, freely))


def renew_pile(s: Catherine) -> None:
    """Move the discard pile, if it has cards, into the empty draw pile (C-ROUND-12)."""
    for colour in range(COLOURS):
        s.pile_left += cards.count(s.sets[DISCARD + colour])
    if s.pile_left:
        cards.move_all(s.sets, DISCARD, PILE, COLOURS)
        s.emit(tokens.SHUFFLED, 0, s.pile_left)


class Deal(Step[Catherine]):
    """Deal one card from the draw pile, seen only by its owner (C-ROUND-10, C-RULING-34). Then draw the rest.

    The last card of the pile renews it at once, before any later discard (C-ROUND-12, C-RULING-20).

    left: cards to draw after this one.
    """

    takes = "nature player=0..3 left=0..199 freely=0..1"
    behind = "nothing"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        for colour in range(COLOURS):
            out.offer_cards(tokens.DEAL, s.sets[PILE + colour], colour << 6)

    def outcomes(self, s: Catherine, f: i64) -> i64:
        return s.pile_left

    def outcome(self, s: Catherine, f: i64, k: i64) -> i64:
        colour: i64 = 0
        n = cards.count(s.sets[PILE])
        while k >= n:
            k -= n
            colour += 1
            n = cards.count(s.sets[PILE + colour])
        return tokens.DEAL << 8 | colour << 6 | cards.nth(s.sets[PILE + colour], k)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        p = arg(f)
        card = a & 255
        colour = card >> 6
        bit = cards.only(card & 63)
        s.sets[PILE + colour] ^= bit
        s.sets[HANDS + p * COLOURS + colour] |= bit
        s.pile_left -= 1
        s.held[p] += 1
        s.emit(tokens.DREW, p, card)
        if s.pile_left == 0:
            renew_pile(s)
        if arg2(f):
            draw_next(s, p, arg2(f), arg3(f))

    def witnesses(self, s: Catherine, f: i64, seat: i64) -> i64:
        return cards.only(arg(f))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        return [] if s.pile_left else ["the draw pile is empty"]


def offer_hand(s: Catherine, p: i64, verb: i64, out: Options, without: i64 = 0) -> None:
    """Offer the verb for each card in the hand of p, except the card ``without``."""
    at = HANDS + p * COLOURS
    items = out.items
    n = out.n
    base = verb << 8
    for colour in range(COLOURS):
        held = s.sets[at + colour]
        while held:
            a = base + cards.first(held)
            if a & 255 != without:
                items[n] = a
                n += 1
            held &= held - 1
        base += 64
    out.n = n
