"""The verbs of Catherine with their tokens, and the events of its journal.

Records contain tokens and event names, so these never change. Their sentences are in views/catherine/words.
"""

from __future__ import annotations

from typing import Final

from samovar.games.catherine.components import Box

# Choosing cards
LAY: Final = 1  # lay.ea31: the next card of the starting row, from left to right
ACTION: Final = 2  # action.ea31: face down at the right end of the action row
ACTIVATE: Final = 3  # activate.nw02: the activation card, face down
UNDER: Final = 4  # under.3: the place of the activation card, under the third action card
# Performing actions
PERFORM: Final = 5
FORFEIT: Final = 6  # forfeit the action and draw a card instead
ENOUGH: Final = 7  # do not perform the action again
PAY: Final = 8  # pay.so11: discard this card
BUILD: Final = 9  # build.kazan
BONUS: Final = 10  # use the bonus
DECLINE: Final = 11  # decline the bonus, or the residence for books
REPEAT: Final = 12  # repeat.2: perform an action with an open arrow twice
# Nature
DEAL: Final = 40  # deal.ea31: a card from the draw pile
DEAL_ORDER: Final = 41  # order.order3

# Events: kind, seat and up to two numbers. The comments say what the numbers are.
DECADE_BEGINS: Final = 1  # decade
ROUND_BEGINS: Final = 2  # round, decade
DEALT_ORDER: Final = 3  # order
DREW: Final = 4  # card
OVER_LIMIT: Final = 5  # cards not drawn, VP for them
SHUFFLED: Final = 6  # cards in the new draw pile
NO_CARD: Final = 7  # cards lost because both piles are empty
READY: Final = 8  # the secret choice is complete
LAID: Final = 9  # card, place
SHOWED_ACTION: Final = 10  # card, place
SHOWED_ACTIVATION: Final = 11  # card, place
COLOURS_DIFFER: Final = 12  # activation card, action card
PERFORMED: Final = 13  # card
FORFEITED: Final = 14  # card
PAID: Final = 15  # card
BUILT: Final = 16  # city
TOOK_TILE: Final = 17  # good
FAVOR_STEP: Final = 18  # steps, space reached
OVER_TOP: Final = 19  # steps lost, VP for them
GAINED_VP: Final = 20  # VP
USED_BONUS: Final = 21  # card
DECLINED: Final = 22  # 1: a residence for books, 0: a bonus
CANNONS: Final = 23  # VP, cannons
BOOKS: Final = 24  # reward (components.BOOKS_...), books
JOKER: Final = 25  # 1, jokers left
RESIDENCE_VP: Final = 26  # VP, residences
FAVOR_VP: Final = 27  # VP, space
CLEARED: Final = 28  # cards discarded
DECADE_ENDS: Final = 29  # decade
GAME_OVER: Final = 30
NO_RESIDENCE: Final = 31  # no residence is left, so a card is drawn instead
EVENTS: Final = {
    DECADE_BEGINS: "decade_begins",
    ROUND_BEGINS: "round_begins",
    DEALT_ORDER: "dealt_order",
    DREW: "drew",
    OVER_LIMIT: "over_limit",
    SHUFFLED: "shuffled",
    NO_CARD: "no_card",
    READY: "ready",
    LAID: "laid",
    SHOWED_ACTION: "showed_action",
    SHOWED_ACTIVATION: "showed_activation",
    COLOURS_DIFFER: "colours_differ",
    PERFORMED: "performed",
    FORFEITED: "forfeited",
    PAID: "paid",
    BUILT: "built",
    TOOK_TILE: "took_tile",
    FAVOR_STEP: "favor_step",
    OVER_TOP: "over_top",
    GAINED_VP: "gained_vp",
    USED_BONUS: "used_bonus",
    DECLINED: "declined",
    CANNONS: "cannons",
    BOOKS: "books",
    JOKER: "joker",
    RESIDENCE_VP: "residence_vp",
    FAVOR_VP: "favor_vp",
    CLEARED: "cleared",
    DECADE_ENDS: "decade_ends",
    GAME_OVER: "game_over",
    NO_RESIDENCE: "no_residence",
}


def register_tokens(box: Box) -> None:
    """Register the tokens for the cards, cities and orders of this box in its notation."""
    n = box.notation
    cards = {card: box.card_ids[card].lower() for card in box.all_cards()}
    cities = {i: id.lower() for i, id in enumerate(box.city_ids) if id}
    n.add_named(LAY, "lay", cards)
    n.add_named(ACTION, "action", cards)
    n.add_named(ACTIVATE, "activate", cards)
    n.add_numbered(UNDER, "under", 1, int(box.full_row))
    n.add_plain(PERFORM, "perform")
    n.add_plain(FORFEIT, "forfeit")
    n.add_plain(ENOUGH, "enough")
    n.add_named(PAY, "pay", cards)
    n.add_named(BUILD, "build", cities)
    n.add_plain(BONUS, "bonus")
    n.add_plain(DECLINE, "decline")
    n.add_numbered(REPEAT, "repeat", 1, max(box.hand_limit))
    n.add_named(DEAL, "deal", cards)
    n.add_named(DEAL_ORDER, "order", {i: id.lower() for i, id in enumerate(box.order_ids) if id})
