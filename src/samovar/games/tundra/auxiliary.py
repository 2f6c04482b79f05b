"""Free actions and advisors: legal on the own turn, before or after the die is used (T-FREE, T-CITY-03).

They never interrupt an activation (T-RULING-DICE-11).
"""

from __future__ import annotations

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.actions import begin_action
from samovar.games.tundra.components import BERRY, Title
from samovar.games.tundra.dice import has_die, turn_die
from samovar.games.tundra.state import UNROLLED, Tundra
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of, verb_of
from samovar.kernel.step import Options, Refusal


def offer_auxiliary(s: Tundra, p: i64, out: Options) -> None:
    """Offer to reroll, change or buy a die, and to use a ready advisor (T-FREE-01 to -07, T-CITY-03).

    The title sets the prices (T-FREE-08).
    """
    berries = s.berries(p)
    title = s.title_of(p)
    if s.dice[p] and berries >= free_price(title, tokens.REROLL):
        offer_dice(s, p, tokens.REROLL, 1, 6, out)
    if s.dice[p] and berries >= free_price(title, tokens.UP):  # no wrap-around (T-FREE-03)
        offer_dice(s, p, tokens.UP, 1, 5, out)
        offer_dice(s, p, tokens.DOWN, 2, 6, out)
    if s.spare[p] and berries >= free_price(title, tokens.BUY):
        out.offer(tokens.BUY)
    out.offer_few(tokens.USE, s.ready[p])


def free_price(title: Title, verb: i64) -> i64:
    """The price in berries of rerolling, buying or changing a die (T-FREE-02 to -04)."""
    if verb == tokens.REROLL:
        return title.reroll
    return title.buy if verb == tokens.BUY else title.change


def offer_dice(s: Tundra, p: i64, verb: i64, first: i64, last: i64, out: Options) -> None:
    for value in range(first, last + 1):
        if has_die(s, p, value):
            out.offer(verb, value)


def do_auxiliary(s: Tundra, p: i64, a: i64) -> None:
    verb = verb_of(a)
    value = argument_of(a)
    if verb == tokens.USE:
        use_advisor(s, p, value)
        return
    s.spend(p, BERRY, free_price(s.title_of(p), verb))
    if verb == tokens.REROLL:
        s.dice[p] += counts.of(UNROLLED) - counts.of(value)
        s.emit(tokens.REROLLED, p, value)
        s.push(frames.roll(p))
    elif verb == tokens.BUY:
        s.spare[p] -= 1
        s.dice[p] += counts.of(UNROLLED)
        s.emit(tokens.BOUGHT, p)
        s.push(frames.roll(p))
    else:
        turn_die(s, p, value, value + 1 if verb == tokens.UP else value - 1)


def use_advisor(s: Tundra, p: i64, card: i64) -> None:
    """Exhaust the advisor until the next round and begin its action (T-CITY-03).

    It stays exhausted even if only a part of the action is taken (T-RULING-CITY-05).
    """
    s.ready[p] = cards.minus(s.ready[p], card)
    s.exhausted[p] = cards.plus(s.exhausted[p], card)
    s.emit(tokens.USED_ADVISOR, p, card)
    begin_action(s, p, s.stock.advisor_action[card], 0)


def refuse_auxiliary(s: Tundra, p: i64, out: list[Refusal]) -> None:
    for value in range(1, 7):
        there = has_die(s, p, value)
        why = "too_few_berries" if there else "no_such_die"
        out.append(Refusal(action(tokens.REROLL, value), why, "T-FREE-02"))
        if value < 6:
            out.append(Refusal(action(tokens.UP, value), why, "T-FREE-03"))
        if value > 1:
            out.append(Refusal(action(tokens.DOWN, value), why, "T-FREE-03"))
    why = "too_few_berries" if s.spare[p] else "no_die_in_supply"
    out.append(Refusal(action(tokens.BUY), why, "T-FREE-04"))
    for card in cards.members(s.exhausted[p]):
        out.append(Refusal(action(tokens.USE, card), "is_exhausted", "T-CITY-03"))
