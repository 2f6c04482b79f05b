"""Section 2: the set-up, up to the starting rows."""

from __future__ import annotations

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import ROW, Box
from samovar.games.catherine.hand import offer_hand
from samovar.games.catherine.state import Catherine, Setting
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.simultaneous import SimultaneousStep, plan_with
from samovar.kernel.state import arg, replaced
from samovar.kernel.step import Options, Step


def begin(box: Box, seats: int, options: dict[str, str]) -> Catherine:
    """The state before Nature's first draw, with the pieces in place (C-SETUP-01 to -05, -09).

    The stack holds the deals of the orders and of the cards, by seat, and the choice of the starting rows
    (C-SETUP-06 to -08, C-RULING-44).
    """
    s = Catherine(box, Setting(options), seats)
    s.push(frames.calendar())
    s.push(frames.choose_start())
    p = s.seats
    while p > 0:
        p -= 1
        s.push(frames.draw(p, box.start_cards, freely=1))
        s.ask(p, frames.lay(p, 0))
    s.push(frames.deal_order(0))
    return s


class DealOrder(Step[Catherine]):
    """Deal one order face up to each player, before any choice. The others leave the game (C-SETUP-06,
    C-RULING-01).
    """

    takes = "nature player=0..3"
    behind = "nothing"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        dealt: i64 = 0
        for p in range(s.seats):
            dealt = cards.plus(dealt, s.order[p])
        for order in range(1, len(s.stock.order_goods)):
            if not cards.has(dealt, order):
                out.offer(tokens.DEAL_ORDER, order)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        p = arg(f)
        s.order = replaced(s.order, p, argument_of(a))
        s.emit(tokens.DEALT_ORDER, p, argument_of(a))
        if p + 1 < s.seats:
            s.push(frames.deal_order(p + 1))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        if not all(s.order[p] for p in range(arg(f))):
            return ["an earlier seat has no order yet"]
        return ["the order is dealt already"] if any(s.order[p] for p in range(arg(f), s.seats)) else []


class ChooseStart(SimultaneousStep[Catherine]):
    """All players choose three of their six cards for the starting row at the same time. A player may change
    the choice until the last one has chosen. Then all rows are revealed (C-SETUP-08, C-RULING-01).
    """

    questions = "Lay"
    behind = "Draw Deal"

    def first_question(self, s: Catherine, seat: i64) -> i64:
        return frames.lay(seat, 0)

    def run(self, s: Catherine, f: i64) -> None:
        s.reveals += 1
        for p in range(s.seats):
            for place in range(s.stock.start_row):
                card = planned_choice(s, p, place)
                s.take_from_hand(p, card)
                s.row[p * ROW + place] = card
                s.emit(tokens.LAID, p, card, place + 1)
            s.plan[p] = 0

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return ["the starting rows are already there"] if any(s.row) else []


def planned_choice(s: Catherine, p: i64, n: i64) -> i64:
    """The secret choice number n of p, counted from 0, or 0 if it is not made yet."""
    return s.plan[p] >> 8 * n & 255


class Lay(Step[Catherine]):
    """Choose the next card of the starting row, from left to right (C-SETUP-08).

    place: the place of this card in the row, from 0.
    """

    takes = "seat place=0..6"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        offer_hand(s, seat, tokens.LAY, out)
        kept: i64 = 0
        for i in range(out.n):
            chosen = False
            for place in range(arg(f)):
                if planned_choice(s, seat, place) == argument_of(out.items[i]):
                    chosen = True
            if not chosen:
                out.items[kept] = out.items[i]
                kept += 1
        out.n = kept

    def may_be_forced(self, s: Catherine, f: i64, seat: i64) -> bool:
        return s.stock.start_cards == s.stock.start_row

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        place = arg(f)
        s.plan[seat] = plan_with(s.plan[seat], place, argument_of(a))
        if place + 1 < s.stock.start_row:
            s.ask(seat, frames.lay(seat, place + 1))
        else:
            s.emit(tokens.READY, seat)

    def witnesses(self, s: Catherine, f: i64, seat: i64) -> i64:
        return cards.only(seat)

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return [] if arg(f) < s.stock.start_row else ["the starting row is shorter"]
