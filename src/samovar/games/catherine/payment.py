"""Payments: hand cards that a player discards for an action or a bonus."""

from __future__ import annotations

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.actions import asked_faults, build_scope, do_action, do_bonus, is_building
from samovar.games.catherine.hand import offer_hand
from samovar.games.catherine.residences import free_cities
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.state import arg, arg2, arg3, arg4, arg5, seat_of
from samovar.kernel.step import Options, Refusal, Step


class Pay(Step[Catherine]):
    """Discard hand cards of the player's choice, before the effect (C-ACT-11, C-RULING-13).

    Cards are paid one at a time in ascending order, so there is only one way to pay each set of cards. A card
    is not offered if too few would follow it.

    left: cards still to discard. above: only cards with a higher number may follow. bonus: 1 if the cards pay
    for the bonus, 0 for the action.
    """

    takes = "seat left=1..20 above=0..191 colours=0..7 done=0..9 bonus=0..1"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        above = arg2(f)
        offer_hand(s, seat, tokens.PAY, out)
        if above:
            kept: i64 = 0
            for i in range(out.n):
                if argument_of(out.items[i]) > above:
                    out.items[kept] = out.items[i]
                    kept += 1
            out.n = kept
        out.n -= arg(f) - 1

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        card = argument_of(a)
        left = arg(f) - 1
        colours = arg3(f) | cards.only(card >> 6)
        s.take_from_hand(seat, card)
        s.discard(card)
        s.emit(tokens.PAID, seat, card)
        if left:
            s.ask(seat, frames.pay(seat, left, card, colours, arg4(f), arg5(f)))
        elif arg5(f):
            do_bonus(s, seat)
        else:
            do_action(s, seat, arg4(f), colours)

    def refusals(self, s: Catherine, f: i64, seat: i64, out: list[Refusal]) -> None:
        for card in s.stock.all_cards():
            if s.in_hand(seat, card):
                out.append(Refusal(action(tokens.PAY, card), "pay_in_ascending_order", "C-RULING-13"))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        p = seat_of(f)
        n = 0
        for card in s.stock.all_cards():
            if s.in_hand(p, card) and card > arg2(f):
                n += 1
        found = asked_faults(s, p, arg4(f))
        if not found:
            card = s.action_card(p)
            if arg(f) > (s.stock.bonus_cost[card] if arg5(f) else s.stock.cost[card]):
                found.append("more cards are left to pay than the cost")
            if not arg5(f) and is_building(s, card) and free_cities(s, p, build_scope(s, card)) == 0:
                found.append("there is no city to build in")
        return found if n >= arg(f) else [*found, "there are too few cards to pay with"]
