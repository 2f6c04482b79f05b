"""Sections 4 and 5: phase D, performing actions, and what the cards do."""

from __future__ import annotations

from samovar.games.catherine import components as box
from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import GOODS, ROW
from samovar.games.catherine.favor import gain_favor
from samovar.games.catherine.hand import draw_cards, offer_hand
from samovar.games.catherine.residences import build, free_cities, refuse_cities
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.state import arg, arg2, arg3, arg4, arg5, seat_of
from samovar.kernel.step import Options, Refusal, Step
from samovar.kernel.together import Together


def begin_actions(s: Catherine) -> None:
    """Players with two cards of one colour may perform the action. The others are not asked and draw a card
    instead, right after the reveal, seat by seat (C-ACT-01 to -03, C-ACT-06, C-RULING-18, -44).
    """
    s.push(frames.actions())
    differ: i64 = 0
    for p in range(s.seats):
        if s.active[p]:
            card = s.action_card(p)
            activation = s.under[p * ROW + s.active[p] - 1]
            if card >> 6 == activation >> 6:
                s.ask(p, frames.perform(p, 0, 0))
            else:
                differ = cards.plus(differ, p)
                s.tell(tokens.COLOURS_DIFFER, p, activation, card)
    p = s.seats
    while p > 0:
        p -= 1
        if cards.has(differ, p):
            draw_cards(s, p, s.stock.compensation)


class Actions(Together[Catherine]):
    """Phase D: players perform their actions independently, in any order (C-ACT-13, C-RULING-08)."""

    questions = "Perform Pay Build Bonus"
    behind = "Draw Deal Performed"

    def run(self, s: Catherine, f: i64) -> None:
        """Everybody is done: the activation cards never fire again (C-RULING-06)."""
        for p in range(s.seats):
            s.active[p] = 0


# ---- the action ----


class Perform(Step[Catherine]):
    """Perform the action, or forfeit it for one card; what cannot be performed at all can only be forfeited
    (C-ACT-02, -04, -05, C-RULING-10). An arrow with a number lets it be done again (C-ACT-07).

    done: how often so far. colours: of the cards it was paid with, one bit each.
    """

    takes = "seat done=0..9 colours=0..7"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        if possible(s, seat, s.action_card(seat)):
            out.offer(tokens.PERFORM)
        out.offer(tokens.ENOUGH if arg(f) else tokens.FORFEIT)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        card = s.action_card(seat)
        done = arg(f)
        colours = arg2(f)
        if a == tokens.PERFORM << 8:
            s.tell(tokens.PERFORMED, seat, card)
            if s.stock.cost[card]:
                s.ask(seat, frames.pay(seat, s.stock.cost[card], 0, colours, done, 0))
            else:
                do_action(s, seat, done, colours)
        elif a == tokens.ENOUGH << 8:
            judge_bonus(s, seat, colours)
        else:
            s.tell(tokens.FORFEITED, seat, card)
            if is_homeless(s, seat, card):
                s.tell(tokens.NO_RESIDENCE, seat)
            draw_cards(s, seat, cards_instead(s, seat, card))

    def refusals(self, s: Catherine, f: i64, seat: i64, out: list[Refusal]) -> None:
        reason, rule = obstacle(s, seat, s.action_card(seat))
        out.append(Refusal(action(tokens.PERFORM), reason, rule))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return _asked_faults(s, seat_of(f), arg(f))


def is_building(s: Catherine, card: i64) -> bool:
    """Whether the action of a card is to build a residence."""
    return s.stock.effect[card] == box.BUILD or s.stock.effect[card] == box.BUILD_COLOUR


def is_homeless(s: Catherine, p: i64, card: i64) -> bool:
    """Whether the action builds and p has no residence left (C-RES-07, C-RULING-25)."""
    return is_building(s, card) and s.supply(p) == 0


def cards_instead(s: Catherine, p: i64, card: i64) -> i64:
    """How many cards p draws for forfeiting the action of this card (C-ACT-06, C-RULING-25)."""
    return s.stock.no_residence_draw if is_homeless(s, p, card) else s.stock.compensation


def build_scope(s: Catherine, card: i64) -> i64:
    """One of the cities on the card, or of all of its colour (C-RES-02, C-CARD-01, C-CARD-09)."""
    if s.stock.effect[card] == box.BUILD:
        return s.stock.card_cities[card]
    return s.stock.colour_cities[card >> 6]


def possible(s: Catherine, p: i64, card: i64) -> bool:
    """Its cards can be paid in full, and it would do something at least once (C-RULING-10). Drawing with a
    full hand and stepping on the top space count, as they bring VP (C-RULING-43).
    """
    if s.stock.cost[card] > s.held[p]:
        return False
    effect = s.stock.effect[card]
    if effect == box.BUILD or effect == box.BUILD_COLOUR:
        return free_cities(s, p, build_scope(s, card)) != 0
    counted = s.stock.counted[card]
    return counted == 0 or repetitions(s.possession(p), effect, counted) != 0


def obstacle(s: Catherine, p: i64, card: i64) -> tuple[str, str]:
    """Why the action cannot be performed, and the rule that says so."""
    if is_homeless(s, p, card):
        return "no_residence_left", "C-RES-07"
    if s.stock.cost[card] > s.held[p]:
        return "too_few_cards_in_hand", "C-RULING-10"
    if is_building(s, card):
        return "a_residence_in_each_of_its_cities", "C-RES-03"
    return "nothing_to_count", "C-RULING-10"


def gives(effect: i64) -> i64:
    """The gain of an effect: DRAW for cards, FAVOR for favor steps, VP for points, BUILD for a residence."""
    if effect == box.DRAW or effect == box.DRAW_PER_SYMBOL:
        return box.DRAW
    if effect == box.BUILD or effect == box.BUILD_COLOUR:
        return box.BUILD
    return box.FAVOR if effect == box.FAVOR else box.VP


def units(s: Catherine, p: i64, card: i64, effect: i64, counted: i64, owned: i64, planned: i64 = 0) -> i64:
    """How often an effect brings its amount (C-CARD-02 to -08, -10, -11).

    owned: the symbols in possession, as counts. planned: residences to be built first, in the card's colour.
    """
    if counted:
        return repetitions(owned, effect, counted)
    if effect == box.VP_PER_RESIDENCE:  # the one just built included (C-RULING-38)
        return cards.count(s.residences[p] & s.stock.colour_cities[card >> 6]) + planned
    return 1


def repetitions(owned: i64, effect: i64, counted: i64) -> i64:
    """An open arrow runs once for each owned unit or complete set, without asking (C-RULING-11)."""
    n: i64 = 0
    fewest: i64 = counts.MOST
    for kind in range(GOODS + 2):
        if counts.get(counted, kind):
            units = counts.get(owned, kind)
            n += units
            fewest = min(fewest, units)
    return fewest if effect == box.VP_PER_SET else n


class Pay(Step[Catherine]):
    """Discard cards of the own choice from the hand, before the effect (C-ACT-11, C-RULING-13).

    One at a time in ascending order, so that each set of cards is paid in one way only; never one after which
    too few would be left. left: cards still to discard. above: only cards with a higher number may follow.
    bonus: 1 if the bonus is paid for, not the action.
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
        s.tell(tokens.PAID, seat, card)
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
        found = _asked_faults(s, p, arg4(f))
        if not found:
            card = s.action_card(p)
            if arg(f) > (s.stock.bonus_cost[card] if arg5(f) else s.stock.cost[card]):
                found.append("it does not cost so many cards")
            if not arg5(f) and is_building(s, card) and free_cities(s, p, build_scope(s, card)) == 0:
                found.append("there is no city to build in")
        return found if n >= arg(f) else [*found, "there are too few cards to pay with"]


def do_action(s: Catherine, p: i64, done: i64, colours: i64) -> None:
    """Carry out the action, all its repetitions; what comes after it waits."""
    card = s.action_card(p)
    effect = s.stock.effect[card]
    if effect == box.BUILD or effect == box.BUILD_COLOUR:
        s.ask(p, frames.build(p, done, colours))
        return
    s.push(frames.performed(p, done + 1, colours))
    do_effect(s, p, card, effect, s.stock.amount[card], s.stock.counted[card])


def do_effect(s: Catherine, p: i64, card: i64, effect: i64, amount: i64, counted: i64) -> None:
    """Carry out one row of the effect language that does not build, of an action or a bonus."""
    n = amount * units(s, p, card, effect, counted, s.possession(p) if counted else 0)
    given = gives(effect)
    if given == box.VP:
        s.gain_vp(p, n)
    elif given == box.FAVOR:
        gain_favor(s, p, n)
    else:
        draw_cards(s, p, n)


class Build(Step[Catherine]):
    """One residence in one of the cities the card allows (C-CARD-01, C-CARD-09, C-RES-01 to -03)."""

    takes = "seat done=0..9 colours=0..7"

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        out.offer_few(tokens.BUILD, free_cities(s, seat, build_scope(s, s.action_card(seat))))

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        s.push(frames.performed(seat, arg(f) + 1, arg2(f)))
        build(s, seat, argument_of(a))

    def refusals(self, s: Catherine, f: i64, seat: i64, out: list[Refusal]) -> None:
        scope = build_scope(s, s.action_card(seat))
        listed = s.stock.effect[s.action_card(seat)] == box.BUILD
        wrong = "not_a_city_of_this_card" if listed else "not_a_city_of_this_colour"
        refuse_cities(s, seat, scope, wrong, "C-RES-02" if listed else "C-CARD-09", out)

    def faults(self, s: Catherine, f: i64) -> list[str]:
        found = _asked_faults(s, seat_of(f), arg(f))
        if not found and free_cities(s, seat_of(f), build_scope(s, s.action_card(seat_of(f)))) == 0:
            found.append("there is no city to build in")
        return found


class Performed(Step[Catherine]):
    """The action was performed: again, if its arrow allows; then the bonus (C-ACT-07, C-ACT-08)."""

    takes = "nobody player=0..3 done=1..9 colours=0..7"
    behind = "Draw Deal"

    def run(self, s: Catherine, f: i64) -> None:
        p = arg(f)
        card = s.action_card(p)
        if arg2(f) < s.stock.times[card] and possible(s, p, card):
            s.ask(p, frames.perform(p, arg2(f), arg3(f)))
        else:
            judge_bonus(s, p, arg3(f))

    def faults(self, s: Catherine, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there are fewer seats"]
        if s.asked[arg(f)]:
            return ["this player is asked for something else"]
        return _asked_faults(s, arg(f), arg2(f) - 1)


# ---- the bonus ----


def judge_bonus(s: Catherine, p: i64, colours: i64) -> None:
    """On the state that the action left: a bonus without cost is taken by itself, one that can be paid is
    asked for, another is passed over (C-ACT-08 to -10, C-RULING-14, -15, -37).
    """
    card = s.action_card(p)
    condition = s.stock.condition[card]
    if condition == box.DISCARD:
        if s.held[p] >= s.stock.bonus_cost[card]:
            s.ask(p, frames.bonus(p))
    elif condition == box.OWN:
        if counts.covers(s.possession(p), s.stock.needed[card]):
            do_bonus(s, p)
    elif condition == box.SAME_COLOUR and colours & (colours - 1) == 0:
        do_bonus(s, p)


def do_bonus(s: Catherine, p: i64) -> None:
    card = s.action_card(p)
    stock = s.stock
    s.tell(tokens.USED_BONUS, p, card)
    do_effect(s, p, card, stock.bonus_effect[card], stock.bonus_amount[card], stock.bonus_counted[card])


class Bonus(Step[Catherine]):
    """A bonus that costs cards is asked for; declining it brings nothing (C-ACT-10, C-RULING-15)."""

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        out.offer(tokens.BONUS)
        out.offer(tokens.DECLINE)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        if a == tokens.BONUS << 8:
            s.ask(seat, frames.pay(seat, s.stock.bonus_cost[s.action_card(seat)], 0, 0, 0, 1))
        else:
            s.tell(tokens.DECLINED, seat)

    def faults(self, s: Catherine, f: i64) -> list[str]:
        p = seat_of(f)
        found = _asked_faults(s, p, 0)
        if not found:
            cost = s.stock.bonus_cost[s.action_card(p)]
            if cost == 0 or cost > s.held[p]:
                found.append("there is no bonus to pay for")
        return found


def _asked_faults(s: Catherine, p: i64, done: i64) -> list[str]:
    """The faults of a question in phase D: the activation card must have the action card's colour."""
    if s.active[p] == 0:
        return ["this player performs no action"]
    card = s.action_card(p)
    if card >> 6 != s.under[p * ROW + s.active[p] - 1] >> 6:
        return ["the colours differ"]
    return [] if done < s.stock.times[card] else ["the action was performed often enough"]
