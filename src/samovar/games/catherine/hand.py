"""Section 8, the hand limit, and drawing from the shared draw pile."""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import COLOURS
from samovar.games.catherine.state import DISCARD, HANDS, PILE, Catherine
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.state import arg, arg2, arg3
from samovar.kernel.step import Options, Step

MAX_AT_ONCE: Final = 200  # what fits into a frame


def draw_cards(s: Catherine, p: i64, n: i64) -> None:
    """Push the drawing of n cards, with the hand limit in force."""
    while n > MAX_AT_ONCE:
        s.push(frames.draw(p, MAX_AT_ONCE))
        n -= MAX_AT_ONCE
    if n:
        s.push(frames.draw(p, n))


class Draw(Step[Catherine]):
    """Cards one by one, each judged against the hand limit of that moment; one that does not fit is not drawn
    and brings VP (C-HAND-01 to -05, C-RULING-19). Phase A draws whatever the limit (C-ROUND-11).

    An empty draw pile is renewed only when a card must be taken from it; a card replaced by VP renews nothing
    (C-ROUND-12, C-RULING-20).

    cards: how many. freely: 1 if the hand limit does not apply.
    """

    takes = "nobody player=0..3 cards=1..200 freely=0..1?"
    behind = "Draw Deal DealOrder"

    def run(self, s: Catherine, f: i64) -> None:
        draw_next(s, arg(f), arg2(f), arg3(f))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return [] if arg(f) < s.seats else ["there are fewer seats"]


def room_in_hand(s: Catherine, p: i64) -> i64:
    """How many cards p may still draw up to the hand limit (C-HAND-01)."""
    room = s.hand_limit(p) - s.held[p]
    return room if room > 0 else 0


def draw_next(s: Catherine, p: i64, n: i64, freely: i64) -> None:
    """The next of so many cards, or VP for all of them if the hand is full."""
    if freely == 0 and s.held[p] >= s.hand_limit(p):
        s.vp[p] += n * s.stock.over_limit_vp
        s.tell(tokens.OVER_LIMIT, p, n, n * s.stock.over_limit_vp)
        return
    if s.pile_left == 0:
        shuffle(s)
        if s.pile_left == 0:
            s.tell(tokens.NO_CARD, p, n)
            return
    s.push(frames.deal(p, n - 1, freely))


def shuffle(s: Catherine) -> None:
    """The discard pile is shuffled and becomes the new draw pile (C-ROUND-12)."""
    for colour in range(COLOURS):
        s.pile_left += cards.count(s.sets[DISCARD + colour])
    cards.pour(s.sets, DISCARD, PILE, COLOURS)
    s.tell(tokens.SHUFFLED, 0, s.pile_left)


class Deal(Step[Catherine]):
    """A card from the draw pile, seen by its owner alone (C-ROUND-10, C-RULING-34), then those left to
    draw.

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
        s.tell(tokens.DREW, p, card)
        if arg2(f):
            draw_next(s, p, arg2(f), arg3(f))

    def witnesses(self, s: Catherine, f: i64, seat: i64) -> i64:
        return cards.only(arg(f))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there are fewer seats"]
        return [] if s.pile_left else ["the draw pile is empty"]


def offer_hand(s: Catherine, p: i64, verb: i64, out: Options, without: i64 = 0) -> None:
    """Each card in hand, or all but one of them."""
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
