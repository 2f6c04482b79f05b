"""Several answers as one choice: a card and its place, an action and its city, all cards of a payment.

A page offers them, so that a person can click the city or the cards without first answering whether to
perform the action. The order of the picks does not matter. The log holds the single actions in their
canonical order.
"""

from __future__ import annotations

from itertools import combinations

from samovar.games.catherine import components, frames, tokens
from samovar.games.catherine.actions import build_scope, can_perform, gain_of, is_building
from samovar.games.catherine.components import COLOURS, ROW
from samovar.games.catherine.residences import free_cities
from samovar.games.catherine.setup import planned_choice
from samovar.games.catherine.state import HANDS, Catherine
from samovar.kernel import cards
from samovar.kernel.game import Shortcut
from samovar.kernel.ints import i64
from samovar.kernel.notation import action
from samovar.kernel.state import arg, arg2


def shortcuts(s: Catherine, p: int) -> list[Shortcut]:
    """The shortcuts of the question to p."""
    f = int(s.asked[p])
    step = f & 255
    if f == 0:
        return []
    if step == frames.ACTIVATION_CARD:
        return placements(s, p)
    if step == frames.PAY:
        return payments(s, p, int(arg(f)), [], int(arg2(f)))
    card = int(s.action_card(p)) if s.active[p] else 0
    if step == frames.BONUS and s.stock.bonus_cost[card]:
        return payments(s, p, int(s.stock.bonus_cost[card]), [action(tokens.BONUS)])
    if step == frames.PERFORM and can_perform(s, p, card):
        return performances(s, p, card)
    return []


def placements(s: Catherine, p: int) -> list[Shortcut]:
    """The shortcuts that choose a hand card and a free place under an action card of the same colour."""
    new = int(planned_choice(s, p, 0))
    last: i64 = s.row_length(p)
    found: list[Shortcut] = []
    place: i64
    for place in range(1, last + 2):
        at = p * ROW + place - 1
        above = new if place == last + 1 else int(s.row[at])
        if place <= last and s.under[at]:
            continue
        for card in hand_cards(s, p):
            if card != new and card >> 6 == above >> 6:
                both = [action(tokens.ACTIVATE, card), action(tokens.UNDER, int(place))]
                found.append(Shortcut(both, both))
    return found


def performances(s: Catherine, p: int, card: int) -> list[Shortcut]:
    """The shortcuts that perform the action and choose its city, its payment, or the card for its bonus."""
    perform = [action(tokens.PERFORM)]
    if s.stock.cost[card]:
        return payments(s, p, int(s.stock.cost[card]), perform)
    if is_building(s, card):
        cities = cards.members(free_cities(s, p, build_scope(s, card)))
        found: list[Shortcut] = []
        for city in cities:
            build = [action(tokens.BUILD, city)]
            found.append(Shortcut(build, perform + build if len(cities) > 1 else perform))
        return found
    paid = s.stock.condition[card] == components.DISCARD and s.held[p] >= s.stock.bonus_cost[card]
    if paid and gain_of(s.stock.effect[card]) != components.DRAW and s.stock.times[card] <= 1:
        return payments(s, p, int(s.stock.bonus_cost[card]), [*perform, action(tokens.BONUS)])
    return []


def payments(s: Catherine, p: int, n: int, before: list[int], above: int = 0) -> list[Shortcut]:
    """The shortcuts that discard n hand cards with a higher number than ``above``, after these actions."""
    hand = [card for card in hand_cards(s, p) if card > above]
    found: list[Shortcut] = []
    for chosen in combinations(hand, n):
        picks = [action(tokens.PAY, card) for card in chosen]
        played = [pick for k, pick in enumerate(picks) if not is_forced(hand, chosen, k)]
        found.append(Shortcut(picks, before + played))
    return found


def is_forced(hand: list[int], chosen: tuple[int, ...], k: int) -> bool:
    """True if the k-th card is the only one that can follow, so that the game discards it by itself."""
    first = hand.index(chosen[k - 1]) + 1 if k else 0
    return len(hand) - first == len(chosen) - k


def hand_cards(s: Catherine, p: int) -> list[int]:
    return cards.members_of_sets(s.sets, HANDS + p * COLOURS, COLOURS)
