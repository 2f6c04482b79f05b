"""Section 2: set-up, up to the starting rows."""

from __future__ import annotations

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import ROW, Box
from samovar.games.catherine.hand import offer_hand
from samovar.games.catherine.state import Catherine, Setting
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.state import arg, replaced
from samovar.kernel.step import Options, Step
from samovar.kernel.together import Together, plan_with


def begin(box: Box, seats: int, options: dict[str, str]) -> Catherine:
    """The table before the first draw: markers on 0, residences and tiles in place (C-SETUP-01 to -05, -09).

    Then the orders, the cards, seat by seat, and the starting rows (C-SETUP-06 to -08, C-RULING-44).
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
    """One order face up to each player, before anything is chosen; the others leave the game (C-SETUP-06,
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
        s.tell(tokens.DEALT_ORDER, p, argument_of(a))
        if p + 1 < s.seats:
            s.push(frames.deal_order(p + 1))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there are fewer seats"]
        if not all(s.order[p] for p in range(arg(f))):
            return ["an earlier seat has no order yet"]
        return ["the order is there already"] if any(s.order[p] for p in range(arg(f), s.seats)) else []


class ChooseStart(Together[Catherine]):
    """All at once choose three of their six cards for the starting row; the choice may be changed until the
    last one has chosen, then all are turned over together (C-SETUP-08, C-RULING-01).
    """

    questions = "Lay"
    behind = "Draw Deal"

    def first(self, s: Catherine, seat: i64) -> i64:
        return frames.lay(seat, 0)

    def run(self, s: Catherine, f: i64) -> None:
        s.reveals += 1
        for p in range(s.seats):
            for place in range(s.stock.start_row):
                card = planned(s, p, place)
                s.take_from_hand(p, card)
                s.row[p * ROW + place] = card
                s.tell(tokens.LAID, p, card, place + 1)
            s.plan[p] = 0

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return ["the rows lie already"] if any(s.row) else []


def planned(s: Catherine, p: i64, n: i64) -> i64:
    """The n-th thing that a player has chosen secretly."""
    return s.plan[p] >> 8 * n & 255


class Lay(Step[Catherine]):
    """The starting row from left to right, in an order of the player's choice (C-SETUP-08).

    place: the next one, from 0.
    """

    takes = "seat place=0..6"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        offer_hand(s, seat, tokens.LAY, out)
        kept: i64 = 0
        for i in range(out.n):
            chosen = False
            for place in range(arg(f)):
                if planned(s, seat, place) == argument_of(out.items[i]):
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
            s.tell(tokens.READY, seat)

    def witnesses(self, s: Catherine, f: i64, seat: i64) -> i64:
        return cards.only(seat)

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return [] if arg(f) < s.stock.start_row else ["the starting row is shorter"]
