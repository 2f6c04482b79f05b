"""Section 11: auxiliary actions, legal at most questions of the own turn and of winter (S-RULING-30).

The extra actions of the cards A11 to A13 are legal at the same questions of the own turn (S-RULING-27).
"""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.advanced import reachable_regions
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.furs import fetch_limit
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.wishes import fulfil, offer_fulfilling
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of, verb_of
from samovar.kernel.step import Options, Refusal


def offer_auxiliary(s: Stroganov, p: i64, out: Options) -> None:
    """Offer the auxiliary actions that p can pay for and carry out now (S-AUX-01 to -05, S-RULING-79).

    In the own turn, the extra actions of A11 to A13 are offered with them (S-TURN-05, S-RULING-27).
    """
    if s.wishes[p] & s.stock.season_extra[s.season] & ~s.used and reachable_regions(s, p):
        offer_extra(s, p, s.stock.season_extra[s.season], out)
    lowest: i64 = 1  # the lowest fur in the market
    while lowest < TIGER and s.market[lowest] == 0:
        lowest += 1
    if s.horses[p] >= s.stock.buy_horses:
        if lowest < TIGER:
            out.offer(tokens.BUY_MARKET)
        if s.bag_count():
            out.offer(tokens.BUY_BAG)
    at = p * KINDS
    if lowest < TIGER and s.furs[at]:
        if s.horses[p] >= s.stock.down_horses:
            # without a coin only a fur above the lowest one can be exchanged
            lowest_paid: i64 = 1 if s.coins[p] else lowest + 1
            for kind in range(lowest_paid, TIGER + 1):
                if s.furs[at + kind] and lowest < fetch_limit(s, p, kind):
                    out.offer(tokens.DOWN, kind)
        if s.furs[at] > 1:
            out.offer(tokens.SWAP)
    offer_fulfilling(s, p, out)


def do_auxiliary(s: Stroganov, p: i64, a: i64) -> None:
    """Carry out an auxiliary action. The open question stays on the stack and is asked again afterwards."""
    verb, argument = verb_of(a), argument_of(a)
    if verb == tokens.BUY_MARKET:
        s.pay_horses(p, s.stock.buy_horses)
        s.push(frames.take(p))
    elif verb == tokens.BUY_BAG:
        s.pay_horses(p, s.stock.buy_horses)
        s.push(frames.bag_fur(p))
    elif verb == tokens.DOWN:
        s.pay_horses(p, s.stock.down_horses)
        s.give_back(p, argument)
        s.emit(tokens.PAID_FUR, p, argument, 0)
        s.push(frames.take_lower(p, argument))
    elif verb == tokens.SWAP:
        s.do(frames.pay(p, 0, 2, 2), frames.take(p))
    elif verb == tokens.FULFIL:
        fulfil(s, p, argument)
    else:
        use_extra(s, p, argument)


# ---- extra advanced actions of cards (they also leave the open question on the stack) ----


def offer_extra(s: Stroganov, p: i64, extra_cards: i64, out: Options) -> None:
    """Offer the extra actions of these cards, each once per turn of its season (S-WISH-08, S-RULING-27)."""
    found = s.wishes[p] & extra_cards & ~s.used
    out.offer_cards(tokens.EXTRA, found)


def use_extra(s: Stroganov, p: i64, wish: i64) -> None:
    s.used = cards.plus(s.used, wish)
    s.emit(tokens.USED_EXTRA, p, wish)
    anywhere: i64 = 1 if cards.has(s.stock.winter_extra, wish) else 0
    s.push(frames.advanced(p, anywhere, 0))


# ---- refusals ----


def refuse_auxiliary(s: Stroganov, p: int, out: list[Refusal]) -> None:
    market = s.market_count() > 0
    if s.horses[p] < s.stock.buy_horses:
        out.append(Refusal(tokens.BUY_MARKET << 8, "too_few_horses", "S-AUX-02"))
        out.append(Refusal(tokens.BUY_BAG << 8, "too_few_horses", "S-AUX-02"))
    if not market:
        out.append(Refusal(tokens.BUY_MARKET << 8, "the_market_is_empty", "S-RULING-43"))
    out.append(Refusal(tokens.BUY_BAG << 8, "the_bag_is_empty", "S-RULING-79"))
    for kind in range(1, TIGER + 1):
        if s.stock.furs[kind] == 0:
            continue  # this box has no such fur
        a = tokens.DOWN << 8 | kind
        if s.fur(p, kind) == 0:
            out.append(Refusal(a, "no_such_fur_in_the_supply", "S-AUX-03"))
        elif s.horses[p] < s.stock.down_horses:
            out.append(Refusal(a, "too_few_horses", "S-AUX-03"))
        else:
            out.append(Refusal(a, "nothing_lower_in_the_market", "S-RULING-79"))
    reason = "too_few_furs" if market else "the_market_is_empty"
    out.append(Refusal(tokens.SWAP << 8, reason, "S-AUX-04" if market else "S-RULING-79"))
    for wish in range(1, len(s.stock.wish_ids)):
        if s.hand[p] >> wish & 1:
            out.append(Refusal(tokens.FULFIL << 8 | wish, "cannot_show_the_furs", "S-WISH-03"))
