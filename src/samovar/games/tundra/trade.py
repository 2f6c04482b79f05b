"""Trade and city cards: the market, advisors, enhancements, and upgrades of order boards."""

from __future__ import annotations

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import BOARDS, MARKET_PLACES, SLOTS, VP
from samovar.games.tundra.payment import can_pay
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.state import arg, arg2, replaced, seat_of
from samovar.kernel.step import Options, Refusal, Step


def offer_market(s: Tundra, out: Options) -> None:
    """Offer each card of the market, for free (T-TRADE-01, T-CITY-01). The market may be empty
    (T-RULING-CITY-01).
    """
    out.offer_few(tokens.TAKE, s.market)


def take_card(s: Tundra, p: i64, card: i64) -> None:
    """Take a card from the market, which is not refilled (T-TRADE-02).

    An advisor is ready. If there are too many, the player dismisses another one (T-CITY-03, T-CITY-04). An
    enhancement goes under an order board (T-CITY-05).
    """
    s.market = cards.minus(s.market, card)
    s.emit(tokens.TOOK, p, card)
    if not cards.has(s.stock.advisors, card):
        s.push(frames.under(p, card))
        return
    held = cards.count(s.ready[p] | s.exhausted[p])
    s.ready[p] = cards.plus(s.ready[p], card)
    if held + 1 > s.title_of(p).advisors:
        if held:
            s.push(frames.dismiss(p, card))
        else:  # the title allows no advisors
            discard_advisor(s, p, card)


def discard_advisor(s: Tundra, p: i64, card: i64) -> None:
    """Put an advisor on the open discard pile (T-RULING-CITY-10)."""
    s.ready[p] = cards.minus(s.ready[p], card)
    s.exhausted[p] = cards.minus(s.exhausted[p], card)
    s.discard = cards.plus(s.discard, card)
    s.emit(tokens.DISCARDED, p, card)


class Dismiss(Step[Tundra]):
    """Choose which advisor to discard because there are too many, ready or exhausted (T-CITY-04).

    new: the advisor just taken, which stays (T-RULING-CITY-03).
    """

    takes = "seat new=1..60"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        out.offer_few(tokens.DISMISS, cards.minus(s.ready[seat] | s.exhausted[seat], arg(f)))

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        discard_advisor(s, seat, argument_of(a))

    def refusals(self, s: Tundra, f: i64, seat: i64, out: list[Refusal]) -> None:
        out.append(Refusal(action(tokens.DISMISS, arg(f)), "the_new_one_stays", "T-RULING-CITY-03"))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p = seat_of(f)
        others = cards.minus(s.ready[p] | s.exhausted[p], arg(f))
        return [] if cards.has(s.ready[p], arg(f)) and others else ["there is no advisor to dismiss"]


class Under(Step[Tundra]):
    """Choose the own order board for a new enhancement (T-CITY-05).

    If its market places are full, the card replaces a market enhancement, never a starter card (T-CITY-06,
    T-RULING-CITY-02).
    """

    takes = "seat card=1..60"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        for board in range(BOARDS):
            out.offer(tokens.UNDER, board)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        board = argument_of(a)
        there = s.enhancements(seat, board)
        if there < s.title_of(seat).market_places:
            put_under(s, seat, arg(f), board, there)
        else:
            s.push(frames.replace(seat, arg(f), board))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return _card_faults(s, arg(f))


class Replace(Step[Tundra]):
    """Choose which market enhancement the new card replaces (T-CITY-06, T-RULING-CITY-02)."""

    takes = "seat card=1..60 board=0..3"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        there = s.enhancements(seat, arg2(f))
        for place in range(1, there + 1):
            out.offer(tokens.REPLACE, place)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        place = argument_of(a) - 1
        at = (seat * BOARDS + arg2(f)) * MARKET_PLACES + place
        s.discard = cards.plus(s.discard, s.enhancement[at])
        s.emit(tokens.DISCARDED, seat, s.enhancement[at])
        put_under(s, seat, arg(f), arg2(f), place)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p = seat_of(f)
        found = _card_faults(s, arg(f))
        if s.enhancements(p, arg2(f)) < s.title_of(p).market_places or s.enhancements(p, arg2(f)) == 0:
            found.append("there is nothing to replace")
        return found


def _card_faults(s: Tundra, card: i64) -> list[str]:
    known = cards.has(s.stock.city_cards & ~s.stock.advisors, card)
    return [] if known else ["this card is not an enhancement"]


def put_under(s: Tundra, p: i64, card: i64, board: i64, place: i64) -> None:
    """Put an enhancement on a market place of an order board.

    On the board being activated, its action joins the activation, also if the replaced card's action was
    already used (T-CITY-07, T-RULING-ACT-02).
    """
    s.enhancement = replaced(s.enhancement, (p * BOARDS + board) * MARKET_PLACES + place, card)
    s.emit(tokens.PLACED_CARD, p, card, board)
    if s.board == board + 1:
        source = tokens.FROM_MARKET + place
        if s.stock.city_action[card * SLOTS + s.slot]:
            s.sources = cards.plus(s.sources, source)
        else:
            s.sources = cards.minus(s.sources, source)


# ---- the market ----


def renew(s: Tundra) -> None:
    """Discard the whole market and push the deal of a full one (T-TRADE-07, T-ROUND-13)."""
    s.emit(tokens.RENEWED, 0)
    s.discard |= s.market
    s.market = 0
    s.push(frames.refill(s.stock.market_size[s.seats]))


class Refill(Step[Tundra]):
    """Deal city cards to the market (T-SETUP-15).

    If there was nothing to shuffle when the last card was drawn, the discard pile becomes the deck now
    (T-CITY-02). If both are empty, the market stays short (T-RULING-CITY-06). cards: still to deal.
    """

    takes = "nobody cards=1..40"
    behind = "DealCity ChooseStarters Settle OpenGlade"

    def run(self, s: Tundra, f: i64) -> None:
        if s.deck == 0:
            shuffle_discards(s)
            if s.deck == 0:
                return
        if arg(f) > 1:
            s.push(frames.refill(arg(f) - 1))
        s.push(frames.deal_city())


def shuffle_discards(s: Tundra) -> None:
    """Make the discard pile the new deck. Later discards do not join it (T-CITY-02)."""
    if s.discard:
        s.deck = s.discard
        s.discard = 0
        s.emit(tokens.SHUFFLED, 0, cards.count(s.deck))


class DealCity(Step[Tundra]):
    """Deal a random card from the deck to the market. After the last one the discards are shuffled."""

    takes = "nature"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        out.offer_cards(tokens.CITY, s.deck)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        card = argument_of(a)
        s.deck = cards.minus(s.deck, card)
        s.market = cards.plus(s.market, card)
        s.emit(tokens.DEALT_CITY, 0, card)
        if s.deck == 0 and s.stock.shuffles_at_once:
            shuffle_discards(s)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if s.deck else ["the deck is empty"]


# ---- upgrading ----


def offer_upgrades(s: Tundra, p: i64, out: Options) -> None:
    """Offer the basic order boards whose price can be paid (T-TRADE-03, T-TRADE-04, T-RULING-TRADE-01)."""
    for board in range(BOARDS):
        if not cards.has(s.upgraded[p], board) and can_pay(s, p, s.stock.upgrade_price[board]):
            out.offer(tokens.UPGRADE, board)


def refuse_upgrades(s: Tundra, p: i64, out: list[Refusal]) -> None:
    for board in range(BOARDS):
        if cards.has(s.upgraded[p], board):
            out.append(Refusal(action(tokens.UPGRADE, board), "is_upgraded_already", "T-RULING-TRADE-01"))
        else:
            out.append(Refusal(action(tokens.UPGRADE, board), "cannot_be_paid", "T-TRADE-04"))


class Flip(Step[Tundra]):
    """Flip an order board to its upgraded side and gain VP (T-TRADE-04).

    Dice stay in their slots and activate nothing. Cards stay under the board (T-TRADE-05, T-TRADE-06,
    T-RULING-TRADE-02).
    """

    takes = "nobody player=0..3 board=0..3"
    behind = "Pay"

    def run(self, s: Tundra, f: i64) -> None:
        p = arg(f)
        s.upgraded[p] = cards.plus(s.upgraded[p], arg2(f))
        s.emit(tokens.UPGRADED, p, arg2(f))
        if s.stock.flip_vp:
            s.gain(p, VP, s.stock.flip_vp)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        return ["the board is upgraded already"] if cards.has(s.upgraded[arg(f)], arg2(f)) else []
