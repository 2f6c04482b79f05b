"""Trade and city cards: the market, advisors, enhancements, upgrading order boards."""

from __future__ import annotations

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import BOARDS, MARKET_PLACES, SLOTS, VP
from samovar.games.tundra.paying import can_pay
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.state import arg, arg2, replaced, seat_of
from samovar.kernel.step import Options, Refusal, Step


def offer_market(s: Tundra, out: Options) -> None:
    """Any card of the market, free (T-TRADE-01, T-CITY-01). An empty market means no card
    (T-RULING-CITY-01).
    """
    out.offer_few(tokens.TAKE, s.market)


def take_card(s: Tundra, p: i64, card: i64) -> None:
    """The gap in the market is not filled (T-TRADE-02). An advisor is ready; one too many sends another away
    (T-CITY-03, T-CITY-04). An enhancement goes under an order board (T-CITY-05).
    """
    s.market = cards.minus(s.market, card)
    s.tell(tokens.TOOK, p, card)
    if not cards.has(s.stock.advisors, card):
        s.push(frames.under(p, card))
        return
    held = cards.count(s.ready[p] | s.exhausted[p])
    s.ready[p] = cards.plus(s.ready[p], card)
    if held + 1 > s.title_of(p).advisors:
        if held:
            s.push(frames.dismiss(p, card))
        else:  # a title that allows none
            send_away(s, p, card)


def send_away(s: Tundra, p: i64, card: i64) -> None:
    """To the open discard pile (T-RULING-CITY-10)."""
    s.ready[p] = cards.minus(s.ready[p], card)
    s.exhausted[p] = cards.minus(s.exhausted[p], card)
    s.discard = cards.plus(s.discard, card)
    s.tell(tokens.DISCARDED, p, card)


class Dismiss(Step[Tundra]):
    """Too many advisors: one of those held before leaves, ready or exhausted (T-CITY-04,
    T-RULING-CITY-03).
    """

    takes = "seat new=1..60"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        out.offer_few(tokens.DISMISS, cards.minus(s.ready[seat] | s.exhausted[seat], arg(f)))

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        send_away(s, seat, argument_of(a))

    def refusals(self, s: Tundra, f: i64, seat: i64, out: list[Refusal]) -> None:
        out.append(Refusal(action(tokens.DISMISS, arg(f)), "the_new_one_stays", "T-RULING-CITY-03"))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p = seat_of(f)
        others = cards.minus(s.ready[p] | s.exhausted[p], arg(f))
        return [] if cards.has(s.ready[p], arg(f)) and others else ["there is no advisor to send away"]


class Under(Step[Tundra]):
    """An enhancement goes under one of the own order boards; where the market places are taken it replaces a
    market enhancement, never a starter card (T-CITY-05, T-CITY-06, T-RULING-CITY-02).
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
    """Which market enhancement goes; with one place there is no choice (T-CITY-06, T-RULING-CITY-02)."""

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
        s.tell(tokens.DISCARDED, seat, s.enhancement[at])
        put_under(s, seat, arg(f), arg2(f), place)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p = seat_of(f)
        found = _card_faults(s, arg(f))
        if s.enhancements(p, arg2(f)) < s.title_of(p).market_places or s.enhancements(p, arg2(f)) == 0:
            found.append("there is nothing to replace")
        return found


def _card_faults(s: Tundra, card: i64) -> list[str]:
    known = cards.has(s.stock.city_cards & ~s.stock.advisors, card)
    return [] if known else ["this is no enhancement"]


def put_under(s: Tundra, p: i64, card: i64, board: i64, place: i64) -> None:
    """Under the order board that is being activated the new card gives its action in this activation,
    whatever lay there before (T-CITY-07, T-RULING-ACT-02).
    """
    s.enhancement = replaced(s.enhancement, (p * BOARDS + board) * MARKET_PLACES + place, card)
    s.tell(tokens.PLACED_CARD, p, card, board)
    if s.board == board + 1:
        source = tokens.FROM_MARKET + place
        if s.stock.city_action[card * SLOTS + s.slot]:
            s.sources = cards.plus(s.sources, source)
        else:
            s.sources = cards.minus(s.sources, source)


# ---- the market ----


def renew(s: Tundra) -> None:
    """Discard the whole market, deal a full one (T-TRADE-07, T-ROUND-13)."""
    s.tell(tokens.RENEWED, 0)
    s.discard |= s.market
    s.market = 0
    s.push(frames.refill(s.stock.market_size[s.seats]))


class Refill(Step[Tundra]):
    """City cards into the market. An empty deck is renewed from the discard pile when a card is needed; if
    both are empty the market stays short (T-SETUP-15, T-CITY-02, T-RULING-CITY-06).
    """

    takes = "nobody cards=1..40"
    behind = "DealCity ChooseStarters Settle OpenGlade"

    def run(self, s: Tundra, f: i64) -> None:
        if s.deck == 0:
            s.deck = s.discard
            s.discard = 0
            if s.deck == 0:
                return
            s.tell(tokens.SHUFFLED, 0, cards.count(s.deck))
        if arg(f) > 1:
            s.push(frames.refill(arg(f) - 1))
        s.push(frames.deal_city())


class DealCity(Step[Tundra]):
    """A card from the deck, face up."""

    takes = "nature"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        out.offer_cards(tokens.CITY, s.deck)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        card = argument_of(a)
        s.deck = cards.minus(s.deck, card)
        s.market = cards.plus(s.market, card)
        s.tell(tokens.DEALT_CITY, 0, card)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if s.deck else ["the deck is empty"]


# ---- upgrading ----


def offer_upgrades(s: Tundra, p: i64, out: Options) -> None:
    """Basic order boards whose price can be paid, each once (T-TRADE-03, T-TRADE-04, T-RULING-TRADE-01)."""
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
    """The board is flipped and brings VP at once; dice stay in their slots and activate nothing, cards stay
    under it (T-TRADE-04 to -06, T-RULING-TRADE-02).
    """

    takes = "nobody player=0..3 board=0..3"
    behind = "Pay"

    def run(self, s: Tundra, f: i64) -> None:
        p = arg(f)
        s.upgraded[p] = cards.plus(s.upgraded[p], arg2(f))
        s.tell(tokens.UPGRADED, p, arg2(f))
        if s.stock.flip_vp:
            s.gain(p, VP, s.stock.flip_vp)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there are fewer seats"]
        return ["the board is upgraded already"] if cards.has(s.upgraded[arg(f)], arg2(f)) else []
