"""Actions: the effect language shared by boards, cards, towers and titles, and the payments in it.

An action is a list of steps. Gains without a choice are booked when the action ends. All other steps are
offered together, and the player carries them out in any order. Each step is open until it is used up or
stopped (T-ACT-03 to -05, T-RULING-ACT-07). The worker and the resources of a tower bonus cannot be refused
(T-RULING-ROUND-04).
"""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import components, frames, tokens
from samovar.games.tundra.components import ANY, RESOURCES, STEPS
from samovar.games.tundra.dice import begin_reroll, offer_picks, offer_settings, pick_die, turn_die
from samovar.games.tundra.movement import (
    begin_moving,
    gather,
    offer_moves,
    offer_pieces,
    refuse_moves,
    step_worker,
)
from samovar.games.tundra.payment import can_pay, charge
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.towers import (
    end_action,
    offer_places,
    offer_sites,
    refuse_places,
    refuse_sites,
)
from samovar.games.tundra.trade import offer_market, offer_upgrades, refuse_upgrades, renew, take_card
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of, verb_of
from samovar.kernel.state import arg, arg2, arg3, arg4
from samovar.kernel.step import Options, Refusal, Step

MAX_LEFT: Final = 15  # repetitions of a step: the largest number that fits into its bits of a frame


def begin_action(s: Tundra, p: i64, number: i64, place: i64) -> None:
    """Push a new action, unless ``number`` is 0. ``place``: the space of the tower that gives it, or 0."""
    if number:
        s.push(frames.action(p, number, 0, 0, place))


def per_count(s: Tundra, p: i64, per: i64) -> i64:
    """The multiplier of an effect: the player's towers on the map, or their upgraded boards."""
    if per == components.OWN_TOWERS:
        return cards.count(s.towers[p])
    return cards.count(s.upgraded[p])


class Action(Step[Tundra]):
    """Choose the next part of an action, stop the open step, or finish the action.

    ``done``: bit set of finished steps. ``step``: 0 if no step is open. Otherwise the low four bits are its
    number from 1, the bits above its remaining repetitions. ``space``: space of the tower that gives the
    action, or 0.
    """

    takes = "seat action=1..255 done=0..15 step=0..255 space=0..31"
    behind = (
        "Pay BuildTower PutWorker Converted GainAny OpenGlade Yield Flip Under Replace Dismiss "
        "Refill DealCity Roll"
    )

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        number = arg(f)
        done = arg2(f)
        opened = arg3(f) & 15
        at = number * STEPS
        if opened:
            offer_step(s, seat, at + opened - 1, arg3(f) >> 4, arg4(f), False, out)
            if out.n == 0 or not must_take(s, at + opened - 1, arg4(f)):
                out.offer(tokens.STOP)
            return
        asks = False
        gains = False
        must = False
        for i in range(STEPS):
            op = s.stock.op[at + i]
            if op and not cards.has(done, i):
                if op <= components.LAST_BOOKED:
                    gains = True
                else:
                    asks = True
                    before = out.n
                    offer_step(s, seat, at + i, repetitions(s, seat, at + i), arg4(f), True, out)
                    if out.n > before and must_take(s, at + i, arg4(f)):
                        must = True
        if gains and asks and s.stock.gains_first[number]:
            out.offer(tokens.GAINS)
        if not must:
            out.offer(tokens.FINISH)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        number = arg(f)
        done = arg2(f)
        opened = arg3(f) & 15
        left = arg3(f) >> 4
        place = arg4(f)
        if a == tokens.FINISH << 8:
            book_gains(s, seat, number, done)
            end_action(s, seat)
            return
        if a == tokens.GAINS << 8:
            s.push(frames.action(seat, number, book_gains(s, seat, number, done), 0, place))
            return
        if a == tokens.STOP << 8:
            s.push(frames.action(seat, number, cards.plus(done, opened - 1), 0, place))
            end_step(s, seat, s.stock.op[number * STEPS + opened - 1])
            return
        if opened == 0:
            opened = step_of(s, number, done, verb_of(a)) + 1
            left = repetitions(s, seat, number * STEPS + opened - 1)
            begin_step(s, seat, s.stock.op[number * STEPS + opened - 1])
        if verb_of(a) != tokens.PICK:  # any number of dice may be picked
            left -= 1
        if left == 0:
            s.push(frames.action(seat, number, cards.plus(done, opened - 1), 0, place))
        else:
            s.push(frames.action(seat, number, done, opened | left << 4, place))
        do_step(s, seat, number, opened - 1, a, place)
        if left == 0:
            end_step(s, seat, s.stock.op[number * STEPS + opened - 1])

    def refusals(self, s: Tundra, f: i64, seat: i64, out: list[Refusal]) -> None:
        at = arg(f) * STEPS
        for i in range(STEPS):
            op = s.stock.op[at + i]
            if cards.has(arg2(f), i) or (arg3(f) & 15 and arg3(f) & 15 != i + 1):
                continue
            if op == components.MOVE:
                refuse_moves(s, seat, arg3(f) & 15 == 0, out)
            elif op == components.BUILD_TOWER:
                refuse_sites(s, seat, s.stock.price[at + i], out)
            elif op == components.PLACE_WORKER:
                refuse_places(s, seat, s.stock.price[at + i], arg3(f) & 15 == 0, out)
            elif op == components.UPGRADE:
                refuse_upgrades(s, seat, out)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        number = arg(f)
        opened = arg3(f) & 15
        if number >= len(s.stock.action_texts):
            return ["there is no such action"]
        if arg4(f) > s.layout.spaces:
            return ["there is no such space"]
        if opened > STEPS or (opened and (arg3(f) >> 4 == 0 or cards.has(arg2(f), opened - 1))):
            return ["this step is not open"]
        if opened and s.stock.op[number * STEPS + opened - 1] <= components.LAST_BOOKED:
            return ["this step has no choice to make"]
        return []


def must_take(s: Tundra, at: i64, place: i64) -> bool:
    """True for the worker and the resources of a tower bonus, which cannot be refused (T-RULING-ROUND-04).

    ``place``: the space of the tower that gives the action, or 0.
    """
    if place == 0 or not s.stock.bonuses_gained:
        return False
    op = s.stock.op[at]
    return op == components.WORKER_HERE or op == components.GAIN_ANY or op == components.GAIN_SAME


def repetitions(s: Tundra, p: i64, at: i64) -> i64:
    """The number of times a step may be repeated. Towers are counted when it begins (T-RULING-ARCH-04)."""
    n = s.stock.number[at]
    if n == 0:
        n = per_count(s, p, s.stock.per[at])
    if s.stock.op[at] == components.GAIN_SAME:
        return 1
    return n if n < MAX_LEFT else MAX_LEFT


def step_of(s: Tundra, number: i64, done: i64, verb: i64) -> i64:
    """The unfinished step that uses this verb. The loader refuses two steps of one kind in an action."""
    i: i64 = 0
    while cards.has(done, i) or verb_of_op(s.stock.op[number * STEPS + i]) != verb:
        i += 1
    return i


def verb_of_op(op: i64) -> i64:
    if op == components.GAIN_ANY:
        return tokens.GAIN
    if op == components.GAIN_SAME:
        return tokens.SAME
    if op == components.MOVE:
        return tokens.MOVE
    if op == components.GATHER:
        return tokens.GATHER
    if op == components.BUILD_TOWER:
        return tokens.BUILD
    if op == components.PLACE_WORKER:
        return tokens.PUT
    if op == components.WORKER_HERE:
        return tokens.HERE
    if op == components.CONVERT:
        return tokens.CONVERT
    if op == components.TAKE_CARD:
        return tokens.TAKE
    if op == components.RENEW_MARKET:
        return tokens.RENEW
    if op == components.UPGRADE:
        return tokens.UPGRADE
    if op == components.SET_DIE:
        return tokens.SET
    return tokens.PICK if op == components.REROLL_DICE else -1


def offer_step(s: Tundra, p: i64, at: i64, left: i64, place: i64, fresh: bool, out: Options) -> None:
    """Offer the next choices of a step. ``fresh``: the step has not begun."""
    op = s.stock.op[at]
    if left == 0:
        return
    if op == components.GAIN_ANY:
        offer_types(tokens.GAIN, 0 if fresh else s.memo, out)
    elif op == components.GAIN_SAME:
        offer_types(tokens.SAME, 0, out)
    elif op == components.MOVE:
        offer_moves(s, p, fresh, out)
    elif op == components.GATHER:
        offer_pieces(s, p, fresh, out)
    elif op == components.BUILD_TOWER:
        offer_sites(s, p, s.stock.price[at], out)
    elif op == components.PLACE_WORKER:
        offer_places(s, p, s.stock.price[at], fresh, out)
    elif op == components.WORKER_HERE:
        if place and s.workers_in_supply(p):
            out.offer(tokens.HERE)
    elif op == components.CONVERT:
        if can_pay(s, p, s.stock.price[at]):
            out.offer(tokens.CONVERT)
    elif op == components.TAKE_CARD:
        offer_market(s, out)
    elif op == components.RENEW_MARKET:
        out.offer(tokens.RENEW)
    elif op == components.UPGRADE:
        offer_upgrades(s, p, out)
    elif op == components.SET_DIE:
        offer_settings(s, p, out)
    elif op == components.REROLL_DICE:
        offer_picks(s, p, fresh, out)


def offer_types(verb: i64, first: i64, out: Options) -> None:
    """Offer each type of resource from ``first`` on, also a full one (T-RES-03, T-RULING-ACT-05).

    Several resources are chosen in ascending order. So each combination can be chosen in only one way
    (T-RULING-ACT-06).
    """
    for kind in range(first, RESOURCES):
        out.offer(verb, kind)


def begin_step(s: Tundra, p: i64, op: i64) -> None:
    s.memo = 0
    if op == components.MOVE:
        begin_moving(s, p)


def end_step(s: Tundra, p: i64, op: i64) -> None:
    """Clear the memory of the step, because limits count per action (T-RULING-ACT-08, T-RULING-MOVE-04)."""
    if op == components.MOVE:
        for i in range(s.stock.workers_each):
            s.visited[i] = 0
        s.sort_workers(p)
    elif op == components.REROLL_DICE:
        begin_reroll(s, p)
    s.memo = 0


def do_step(s: Tundra, p: i64, number: i64, step: i64, a: i64, place: i64) -> None:
    """Carry out one choice of a step. If it has a price, the payment comes before the effect."""
    verb = verb_of(a)
    argument = argument_of(a)
    at = number * STEPS + step
    if verb == tokens.GAIN:
        s.memo = argument
        s.gain(p, argument, 1)
    elif verb == tokens.SAME:
        s.gain(p, argument, s.stock.number[at])
    elif verb == tokens.MOVE:
        step_worker(s, p, argument >> 3, argument & 7)
    elif verb == tokens.GATHER:
        gather(s, p, argument)
    elif verb == tokens.BUILD:
        s.push(frames.build_tower(p, argument))
        charge(s, p, s.stock.price[at])
    elif verb == tokens.PUT:
        if argument <= s.layout.glades:
            s.memo = cards.plus(s.memo, argument)
        s.push(frames.put_worker(p, argument))
        charge(s, p, s.stock.price[at])
    elif verb == tokens.HERE:
        s.add_worker(p, place)
        s.emit(tokens.PLACED_WORKER, p, place)
    elif verb == tokens.CONVERT:
        s.push(frames.converted(p, number, step))
        charge(s, p, s.stock.price[at])
    elif verb == tokens.TAKE:
        take_card(s, p, argument)
    elif verb == tokens.RENEW:
        renew(s)
    elif verb == tokens.UPGRADE:
        s.push(frames.flip(p, argument))
        charge(s, p, s.stock.upgrade_price[argument])
    elif verb == tokens.SET:
        turn_die(s, p, argument >> 3, argument & 7)
    elif verb == tokens.PICK:
        pick_die(s, p, argument)


def booked_amount(s: Tundra, p: i64, at: i64) -> i64:
    """The number of items that a step without a choice brings."""
    n = s.stock.number[at]
    return n * per_count(s, p, s.stock.per[at]) if s.stock.op[at] == components.GAIN_PER else n


def book_gains(s: Tundra, p: i64, number: i64, done: i64) -> i64:
    """Book all gains without a choice that are not taken yet. Return the new set of finished steps."""
    at = number * STEPS
    for i in range(STEPS):
        op = s.stock.op[at + i]
        if op and op <= components.LAST_BOOKED and not cards.has(done, i):
            n = booked_amount(s, p, at + i)
            if n:
                s.gain(p, s.stock.item[at + i], n)
            done = cards.plus(done, i)
    return done


class Converted(Step[Tundra]):
    """Gain the result of a conversion after its price is paid (T-ARCH-08)."""

    takes = "nobody player=0..3 action=1..255 step=0..3"
    behind = "Pay"

    def run(self, s: Tundra, f: i64) -> None:
        p = arg(f)
        gains = s.stock.gains[arg2(f) * STEPS + arg3(f)]
        for item in range(ANY):
            n = counts.get(gains, item)
            if n:
                s.gain(p, item, n)
        if counts.get(gains, ANY):
            s.push(frames.gain_any(p, counts.get(gains, ANY), 0))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        return [] if arg2(f) < len(s.stock.action_texts) else ["there is no such action"]


class GainAny(Step[Tundra]):
    """Choose resources one by one, each of any type, in ascending order (T-RULING-ACT-06).

    left: resources still to choose. first: the lowest type that may follow.
    """

    takes = "seat left=1..20 first=0..2"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        offer_types(tokens.GAIN, arg2(f), out)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        s.gain(seat, argument_of(a), 1)
        if arg(f) > 1:
            s.push(frames.gain_any(seat, arg(f) - 1, argument_of(a)))
