"""Sections 4 and 5: phase D, in which players perform actions, and the effects of the cards."""

from __future__ import annotations

from samovar.games.catherine import components, frames, tokens
from samovar.games.catherine.components import GOODS, ROW
from samovar.games.catherine.favor import gain_favor
from samovar.games.catherine.hand import draw_cards, room_in_hand, takes_last_card
from samovar.games.catherine.residences import build, free_cities, refuse_cities
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.simultaneous import SimultaneousStep
from samovar.kernel.state import arg, arg2, arg3, seat_of
from samovar.kernel.step import Options, Refusal, Step


def begin_actions(s: Catherine) -> None:
    """Ask the players whose two cards have the same colour whether they perform the action.

    The others are not asked. They draw a card instead, right after the reveal, seat by seat
    (C-ACT-01 to -03, C-ACT-06, C-RULING-18, -44).
    """
    s.push(frames.actions())
    mismatched: i64 = 0  # a set of seats
    for p in range(s.seats):
        if s.active[p]:
            card = s.action_card(p)
            activation = s.under[p * ROW + s.active[p] - 1]
            if card >> 6 == activation >> 6:
                s.ask(p, frames.perform(p, 0, 0))
            else:
                mismatched = cards.plus(mismatched, p)
                s.emit(tokens.COLOURS_DIFFER, p, activation, card)
    p = s.seats
    while p > 0:
        p -= 1
        if cards.has(mismatched, p):
            draw_cards(s, p, s.stock.compensation)


class Actions(SimultaneousStep[Catherine]):
    """Phase D: players perform their actions independently, in any order (C-ACT-13, C-RULING-08)."""

    questions = "Perform Pay Build Bonus Repeat"
    behind = "Draw Deal Performed"

    def run(self, s: Catherine, f: i64) -> None:
        """Clear the places of this round's activation cards. Later they have no effect (C-RULING-06)."""
        for p in range(s.seats):
            s.active[p] = 0


# ---- the action ----


class Perform(Step[Catherine]):
    """Perform the action, or forfeit it for one card (C-ACT-02, -04). An impossible action can only be
    forfeited (C-ACT-05, C-RULING-10). An arrow with a number allows it again (C-ACT-07).

    done: how often the action was performed. colours: the colours of the cards paid for it, one bit each.
    """

    takes = "seat done=0..9 colours=0..7"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        if can_perform(s, seat, s.action_card(seat)):
            out.offer(tokens.PERFORM)
        out.offer(tokens.ENOUGH if arg(f) else tokens.FORFEIT)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        card = s.action_card(seat)
        done = arg(f)
        colours = arg2(f)
        if a == tokens.PERFORM << 8:
            s.emit(tokens.PERFORMED, seat, card)
            if s.stock.cost[card]:
                s.ask(seat, frames.pay(seat, s.stock.cost[card], 0, colours, done, 0))
            else:
                do_action(s, seat, done, colours)
        elif a == tokens.ENOUGH << 8:
            resolve_bonus(s, seat, colours)
        else:
            s.emit(tokens.FORFEITED, seat, card)
            if has_no_residence_left(s, seat, card):
                s.emit(tokens.NO_RESIDENCE, seat)
            draw_cards(s, seat, cards_instead(s, seat, card))

    def refusals(self, s: Catherine, f: i64, seat: i64, out: list[Refusal]) -> None:
        reason, rule = impossible_reason(s, seat, s.action_card(seat))
        out.append(Refusal(action(tokens.PERFORM), reason, rule))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return asked_faults(s, seat_of(f), arg(f))


def is_building(s: Catherine, card: i64) -> bool:
    """True if the action of the card builds a residence."""
    return s.stock.effect[card] == components.BUILD or s.stock.effect[card] == components.BUILD_COLOUR


def has_no_residence_left(s: Catherine, p: i64, card: i64) -> bool:
    """True if the action builds and p has no residence left (C-RES-07, C-RULING-25)."""
    return is_building(s, card) and s.supply(p) == 0


def cards_instead(s: Catherine, p: i64, card: i64) -> i64:
    """The number of cards p draws for forfeiting the action of this card (C-ACT-06, C-RULING-25)."""
    return s.stock.no_residence_draw if has_no_residence_left(s, p, card) else s.stock.compensation


def build_scope(s: Catherine, card: i64) -> i64:
    """The cities the card may build in: those it lists, or all of its colour (C-RES-02, C-CARD-01, -09)."""
    if s.stock.effect[card] == components.BUILD:
        return s.stock.card_cities[card]
    return s.stock.colour_cities[card >> 6]


def can_perform(s: Catherine, p: i64, card: i64) -> bool:
    """True if p can pay the action's cards in full and it would run at least once (C-RULING-10).

    Drawing with a full hand and favor steps on the top space count: they bring VP (C-RULING-43).
    """
    if s.stock.cost[card] > s.held[p]:
        return False
    effect = s.stock.effect[card]
    if effect == components.BUILD or effect == components.BUILD_COLOUR:
        return free_cities(s, p, build_scope(s, card)) != 0
    counted = s.stock.counted[card]
    return counted == 0 or repetitions(s.possession(p), effect, counted) != 0


def impossible_reason(s: Catherine, p: i64, card: i64) -> tuple[str, str]:
    """The reason why p cannot perform the action, and the rule that says so."""
    if has_no_residence_left(s, p, card):
        return "no_residence_left", "C-RES-07"
    if s.stock.cost[card] > s.held[p]:
        return "too_few_cards_in_hand", "C-RULING-10"
    if is_building(s, card):
        return "a_residence_in_each_of_its_cities", "C-RES-03"
    return "nothing_to_count", "C-RULING-10"


def gain_of(effect: i64) -> i64:
    """The kind of gain: DRAW for cards, FAVOR for favor steps, VP for points, BUILD for a residence."""
    if effect == components.DRAW or effect == components.DRAW_PER_SYMBOL:
        return components.DRAW
    if effect == components.BUILD or effect == components.BUILD_COLOUR:
        return components.BUILD
    return components.FAVOR if effect == components.FAVOR else components.VP


def unit_count(
    s: Catherine, p: i64, card: i64, effect: i64, counted: i64, owned: i64, planned: i64 = 0
) -> i64:
    """The number of times an effect brings its amount (C-CARD-02 to -08, -10, -11).

    owned: the symbols in possession, as counts. planned: residences of the card's colour that the
    action builds before this effect.
    """
    if counted:
        return repetitions(owned, effect, counted)
    if effect == components.VP_PER_RESIDENCE:  # includes the one just built (C-RULING-38)
        return cards.count(s.residences[p] & s.stock.colour_cities[card >> 6]) + planned
    return 1


def repetitions(owned: i64, effect: i64, counted: i64) -> i64:
    """The number of owned units, or of complete sets: an open arrow runs once for each (C-RULING-11)."""
    n: i64 = 0
    fewest: i64 = counts.MAX_COUNT
    for kind in range(GOODS + 2):
        if counts.get(counted, kind):
            units = counts.get(owned, kind)
            n += units
            fewest = min(fewest, units)
    return fewest if effect == components.VP_PER_SET else n


def do_action(s: Catherine, p: i64, done: i64, colours: i64) -> None:
    """Carry out the action with all its repetitions. ``Performed`` follows it on the stack.

    A player may stop earlier, but is asked only if it can matter (C-ACT-07, C-RULING-11, -46).
    """
    card = s.action_card(p)
    effect = s.stock.effect[card]
    if effect == components.BUILD or effect == components.BUILD_COLOUR:
        s.ask(p, frames.build(p, done, colours))
        return
    if repetitions_matter(s, p, card):
        s.ask(p, frames.repeat(p, done, colours))
        return
    s.push(frames.performed(p, done + 1, colours))
    do_effect(s, p, card, effect, s.stock.amount[card], s.stock.counted[card])


def do_effect(s: Catherine, p: i64, card: i64, effect: i64, amount: i64, counted: i64) -> None:
    """Carry out the effect of an action or a bonus that does not build."""
    n = amount * unit_count(s, p, card, effect, counted, s.possession(p) if counted else 0)
    given = gain_of(effect)
    if given == components.VP:
        s.gain_vp(p, n)
    elif given == components.FAVOR:
        gain_favor(s, p, n)
    else:
        draw_cards(s, p, n)


def drawn_by_action(s: Catherine, p: i64, card: i64) -> i64:
    """The number of cards that the action draws if it is performed as often as possible."""
    effect = s.stock.effect[card]
    if gain_of(effect) != components.DRAW:
        return 0
    counted = s.stock.counted[card]
    return s.stock.amount[card] * unit_count(s, p, card, effect, counted, s.possession(p) if counted else 0)


def repetitions_matter(s: Catherine, p: i64, card: i64) -> bool:
    """True if all repetitions of an open arrow would take the last card of the pile, but fewer would not.

    Then a player may want to perform the action fewer times (C-RULING-46).
    """
    if s.stock.counted[card] == 0:
        return False
    n = drawn_by_action(s, p, card)
    return n > s.stock.amount[card] and room_in_hand(s, p) > s.stock.amount[card] and takes_last_card(s, p, n)


class Repeat(Step[Catherine]):
    """Choose how often to perform an action with an open arrow that draws cards (C-ACT-07, C-RULING-11, -46).

    The highest number means as often as possible. It fills the hand, and further cards bring VP.
    """

    takes = "seat done=0..9 colours=0..7"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        for n in range(1, most_repetitions(s, seat) + 1):
            out.offer(tokens.REPEAT, n)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        card = s.action_card(seat)
        n = argument_of(a)
        s.push(frames.performed(seat, arg(f) + 1, arg2(f)))
        all_of_them = n == most_repetitions(s, seat)
        draw_cards(s, seat, drawn_by_action(s, seat, card) if all_of_them else n * s.stock.amount[card])

    def faults(self, s: Catherine, f: i64) -> list[str]:
        p = seat_of(f)
        found = asked_faults(s, p, arg(f))
        if not found and not repetitions_matter(s, p, s.action_card(p)):
            found.append("it does not matter how often the action is performed")
        return found


def most_repetitions(s: Catherine, p: i64) -> i64:
    """The number of repetitions that fill the hand, or all of them if they do not."""
    card = s.action_card(p)
    amount = s.stock.amount[card]
    n = drawn_by_action(s, p, card) // amount
    filling = (room_in_hand(s, p) + amount - 1) // amount
    return n if n < filling else filling


class Build(Step[Catherine]):
    """Build one residence in one of the cities the card allows (C-CARD-01, C-CARD-09, C-RES-01 to -03)."""

    takes = "seat done=0..9 colours=0..7"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        out.offer_few(tokens.BUILD, free_cities(s, seat, build_scope(s, s.action_card(seat))))

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        s.push(frames.performed(seat, arg(f) + 1, arg2(f)))
        build(s, seat, argument_of(a))

    def refusals(self, s: Catherine, f: i64, seat: i64, out: list[Refusal]) -> None:
        scope = build_scope(s, s.action_card(seat))
        listed = s.stock.effect[s.action_card(seat)] == components.BUILD
        wrong = "not_a_city_of_this_card" if listed else "not_a_city_of_this_colour"
        refuse_cities(s, seat, scope, wrong, "C-RES-02" if listed else "C-CARD-09", out)

    def faults(self, s: Catherine, f: i64) -> list[str]:
        found = asked_faults(s, seat_of(f), arg(f))
        if not found and free_cities(s, seat_of(f), build_scope(s, s.action_card(seat_of(f)))) == 0:
            found.append("there is no city to build in")
        return found


class Performed(Step[Catherine]):
    """After the action: offer it again if its arrow allows, otherwise go on to the bonus (C-ACT-07, -08)."""

    takes = "nobody player=0..3 done=1..9 colours=0..7"
    behind = "Draw Deal"

    def run(self, s: Catherine, f: i64) -> None:
        p = arg(f)
        card = s.action_card(p)
        if arg2(f) < s.stock.times[card] and can_perform(s, p, card):
            s.ask(p, frames.perform(p, arg2(f), arg3(f)))
        else:
            resolve_bonus(s, p, arg3(f))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        if s.asked[arg(f)]:
            return ["this player has an open question"]
        return asked_faults(s, arg(f), arg2(f) - 1)


# ---- the bonus ----


def resolve_bonus(s: Catherine, p: i64, colours: i64) -> None:
    """Take, offer or skip the bonus. The state after the action decides (C-ACT-08 to -10, C-RULING-14).

    A bonus that costs cards is offered if the hand can pay it, and skipped if it cannot. One without cost is
    taken without asking, unless declining it can matter (C-RULING-15, -37, -46).
    """
    card = s.action_card(p)
    condition = s.stock.condition[card]
    if condition == components.DISCARD:
        if s.held[p] >= s.stock.bonus_cost[card]:
            s.ask(p, frames.bonus(p))
        return
    if condition == components.OWN:
        if not counts.covers(s.possession(p), s.stock.needed[card]):
            return
    elif condition != components.SAME_COLOUR or colours & (colours - 1) != 0:
        return
    if declining_matters(s, p, card):
        s.ask(p, frames.bonus(p))
    else:
        do_bonus(s, p)


def declining_matters(s: Catherine, p: i64, card: i64) -> bool:
    """True if the card has a bonus that would take the last card of the draw pile (C-RULING-46)."""
    effect = s.stock.bonus_effect[card]
    if s.stock.condition[card] == 0 or gain_of(effect) != components.DRAW:
        return False
    counted = s.stock.bonus_counted[card]
    n = unit_count(s, p, card, effect, counted, s.possession(p) if counted else 0)
    return takes_last_card(s, p, n * s.stock.bonus_amount[card])


def do_bonus(s: Catherine, p: i64) -> None:
    card = s.action_card(p)
    stock = s.stock
    s.emit(tokens.USED_BONUS, p, card)
    do_effect(s, p, card, stock.bonus_effect[card], stock.bonus_amount[card], stock.bonus_counted[card])


class Bonus(Step[Catherine]):
    """Use a bonus, or decline it without compensation (C-ACT-10, C-RULING-15).

    A bonus without cost is offered only if declining it can matter (C-RULING-46).
    """

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        out.offer(tokens.BONUS)
        out.offer(tokens.DECLINE)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        cost = s.stock.bonus_cost[s.action_card(seat)]
        if a != tokens.BONUS << 8:
            s.emit(tokens.DECLINED, seat)
        elif cost:
            s.ask(seat, frames.pay(seat, cost, 0, 0, 0, 1))
        else:
            do_bonus(s, seat)

    def faults(self, s: Catherine, f: i64) -> list[str]:
        p = seat_of(f)
        found = asked_faults(s, p, 0)
        if not found:
            card = s.action_card(p)
            cost = s.stock.bonus_cost[card]
            if cost > s.held[p] or (cost == 0 and not declining_matters(s, p, card)):
                found.append("there is no bonus that this player can use or decline")
        return found


# ---- obvious answers ----


def obvious_answer(s: Catherine, p: i64) -> i64:
    """The obvious answer of p: at least as good as all others (C-RULING-47). -1 if the choice can matter.

    An impossible action is forfeited. An action without cost is performed if it draws at least as many cards
    as the compensation. It is also performed if the compensation would be VP and it brings as many.
    """
    f = s.asked[p]
    if f == 0 or f & 255 != frames.PERFORM or arg(f):
        return -1
    card = s.action_card(p)
    if not can_perform(s, p, card):
        return tokens.FORFEIT << 8
    effect = s.stock.effect[card]
    gain = gain_of(effect)
    instead = cards_instead(s, p, card)
    if s.stock.cost[card] or takes_last_card(s, p, instead):
        return -1
    if gain == components.DRAW:
        n = drawn_by_action(s, p, card)
        return tokens.PERFORM << 8 if n >= instead and not takes_last_card(s, p, n) else -1
    if gain == components.VP and (room_in_hand(s, p) == 0 or is_last_round(s)):
        counted = s.stock.counted[card]
        n = unit_count(s, p, card, effect, counted, s.possession(p) if counted else 0)
        return tokens.PERFORM << 8 if n * s.stock.amount[card] >= instead * card_vp(s) else -1
    return -1


def is_last_round(s: Catherine) -> bool:
    """True in the last round of the last decade."""
    return s.decade == s.stock.decades and s.round == s.stock.rounds


def card_vp(s: Catherine) -> i64:
    """The VP for a card that is not drawn because the hand is full, or left in hand at the end."""
    return max(s.stock.over_limit_vp, s.stock.leftover_vp)


def asked_faults(s: Catherine, p: i64, done: i64) -> list[str]:
    """The faults of a question in phase D: only cards of the same colour let a player act."""
    if s.active[p] == 0:
        return ["this player performs no action"]
    card = s.action_card(p)
    if card >> 6 != s.under[p * ROW + s.active[p] - 1] >> 6:
        return ["the colours differ"]
    return [] if done < s.stock.times[card] else ["the action cannot be performed again"]
