"""The prices of Stroganov's actions: what they cost, what would be paid, and what is missing."""

from __future__ import annotations

from typing import cast

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.advanced import claim_cost, post_price
from samovar.games.stroganov.basic import hunting_ground, second_cost, skip_cost
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.turn import advanced_price, free_steps, step_price
from samovar.games.stroganov.wishes import furs_to_possess
from samovar.kernel.state import Event, State, arg, arg3
from samovar.kernel.step import Options
from samovar.views.words.words import Words


def top_frame(s: Stroganov) -> int:
    """The frame on top of the stack, 0 when the game is over."""
    return int(s.todo[s.depth - 1]) if s.depth else 0


def down_coin(s: Stroganov, kind: int) -> bool:
    """True if the market has furs but none lower than this kind, so that a coin is needed (S-RULING-19)."""
    return s.market_count() > 0 and not any(s.market[lower] for lower in range(1, kind))


class Cost:
    """The cost of an action: furs to pay, furs to possess, horses, coins, story."""

    def __init__(self) -> None:
        self.furs = 0  # furs of ``value`` to pay
        self.value = 0
        self.any_furs = 0  # furs of any value to pay
        self.kept = 0  # further furs of ``value`` that the player must possess and keeps
        self.horses = 0
        self.coins = 0
        self.story = 0


def cost(s: State, seat: int, action: int) -> Cost:
    """The cost of an action in this state."""
    t = cast(Stroganov, s)
    box = t.stock
    verb, n = action >> 8, action & 255
    f = top_frame(t)
    c = Cost()
    match verb:
        case tokens.MOVE:
            horses = int(step_price(t, free_steps(t, seat), n))
            c.horses = horses if horses < 1 << 30 else 0
        case tokens.HUNT | tokens.HUNT_LEFT | tokens.HUNT_RIGHT:
            ground = int(hunting_ground(t, seat, verb))
            c.horses = int(skip_cost(t, seat, ground, n)) if ground else 0
            c.coins = int(second_cost(t, seat)) if f & 255 == frames.HUNT_AGAIN else 0
        case tokens.TRADE:
            c.furs, c.value = 1, int(t.trade_fur)
        case tokens.OUTPOST:
            if f & 255 != frames.OUTPOST_ANYWHERE:
                c.horses = max(0, int(post_price(t, n)))
        case tokens.CLAIM:
            c.furs, c.value = int(claim_cost(t, n)), int(t.region_fur[box.region_of[n]])
        case tokens.PAY:
            asked = int(arg(f)) if f & 255 == frames.PAY else 0
            c.coins = 1 if asked and n not in (asked, TIGER) and not arg3(f) else 0
        case tokens.COVER:
            c.coins = 1 if n == tokens.COVER_COIN else 0
        case tokens.TAKE:
            c.coins = 1 if f & 255 == frames.TAKE_LOWER and n >= arg(f) else 0
        case tokens.ADVANCE:
            at = int(t.trophy[seat]) + 1
            if at <= t.track(seat).length and t.track(seat).fur[at]:
                c.furs, c.value = 1, int(t.track(seat).fur[at])
        case tokens.SONG:
            c.story = int(box.song_cost[n])
        case tokens.TROPHY_STEP:
            at = int(t.trophy[seat]) + 1
            c.story = int(t.track(seat).fur[at]) if at <= t.track(seat).length else 0
        case tokens.BUY_MARKET | tokens.BUY_BAG:
            c.horses = int(box.buy_horses)
        case tokens.SWAP:
            c.any_furs = 2
        case tokens.FULFIL | tokens.PAY_ONLY:
            c.furs, c.value = int(box.wish_pay[n]), int(box.wish_value[n])
            if verb == tokens.FULFIL:
                c.kept = int(furs_to_possess(t, seat, n)) - c.furs
        case tokens.DOWN:
            c.horses = int(box.down_horses)
            c.coins = 1 if down_coin(t, n) else 0
    if f & 255 == frames.MAIN and arg(f):
        _second(t, seat, action, c)
    return c


def _second(s: Stroganov, seat: int, action: int, c: Cost) -> None:
    """Add the price of a second main action."""
    verb, n = action >> 8, action & 255
    if verb <= tokens.TRADE:
        c.any_furs = 1
    elif tokens.VILLAGE <= verb <= tokens.CLAIM:
        region = int(s.stock.region_of[n]) if verb == tokens.CLAIM else n
        if advanced_price(s, seat, 1) == 1:
            c.furs, c.value = c.furs + 1, int(s.region_fur[region])
        else:
            c.any_furs = 1


def is_free(c: Cost) -> bool:
    return not (c.furs or c.any_furs or c.horses or c.coins or c.story)


def spending(s: State, seat: int, c: Cost) -> tuple[list[Event], bool]:
    """The events of the cheapest payment of these furs, and True if no other payment is possible.

    The action itself is not carried out.
    """
    from samovar.games.stroganov.game import GAME  # game.py has the list of steps

    t = cast(Stroganov, s).clone()
    events: list[Event] = []
    t.journal = events
    t.push(frames.pay(seat, c.value if c.furs else 0, c.furs + c.any_furs, c.any_furs, 0, c.kept))
    depth, forced, out = int(t.depth), True, Options()
    while t.depth == depth:
        f = t.todo[depth - 1]
        step = GAME.steps[f & 255]
        out.clear()
        step.options(t, f, seat, out)
        if out.n == 0:
            return [], False  # cannot be paid
        forced = forced and out.n == 1
        action = step.cheapest(t, f, seat, out)
        t.depth -= 1
        step.apply(t, f, seat, action)
    return events, forced


def to_announce(s: State, seat: int, c: Cost) -> tuple[list[Event], bool]:
    """The payment that a player must know before choosing the action, and True if it is the only one.

    It is empty if it only spends furs of the named value, or if the player chooses among furs anyway.
    """
    if not (c.furs or c.any_furs):
        return [], False
    events, forced = spending(s, seat, c)
    coin_or_tiger = any(event[0] == tokens.COVERED or event[2] == TIGER or event[3] for event in events)
    other_fur = any(event[2] != c.value for event in events)
    return (events, forced) if coin_or_tiger or (forced and other_fur) else ([], forced)


def shortage(w: Words, s: State, seat: int, action: int) -> tuple[str, str]:
    """The needed amount of what is missing, and the player's stock of it: "3 hares", "1 hare and 1 coin".

    Empty if nothing is missing.
    """
    t = cast(Stroganov, s)
    c = cost(t, seat, action)
    if c.horses > t.horses[seat]:
        return w.count(c.horses, "horse.acc"), w.count(int(t.horses[seat]), "horse.acc")
    if c.coins > t.coins[seat]:
        return w.count(c.coins, "coin.acc"), w.count(int(t.coins[seat]), "coin.acc")
    if c.story > t.story[seat]:
        return w.count(c.story, "story.acc"), w.count(int(t.story[seat]), "story.acc")
    if not (c.furs or c.any_furs) or spending(t, seat, c)[0]:
        return "", ""
    held = int(t.furs[seat * KINDS] - t.fur(seat, TIGER))
    needed: list[str] = []
    there: list[str] = []
    if c.furs:
        noun = t.stock.animals[c.value] + ".acc"
        needed.append(w.count(c.furs + c.kept, noun))
        there.append(w.count(int(t.fur(seat, c.value)), noun))
        held -= int(t.fur(seat, c.value))
    if c.any_furs:
        needed.append(w.count(c.any_furs, "fur.acc"))
        there.append(w.count(held, "fur.acc"))
    coins = int(t.coins[seat]) if c.furs else 0  # a fur of any value needs no coin
    for n, noun in ((int(t.fur(seat, TIGER)), "tiger.acc"), (coins, "coin.acc")):
        there += [w.count(n, noun)] if n else []
    return w.all_of(needed), w.all_of(there)
