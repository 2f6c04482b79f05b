"""Carrying out an action: the one effect language of boards, cards, towers and titles, and paying for it.

An action is a list of steps. Those that simply bring something are booked at its end; the others are offered
side by side, each until it is used up or stopped, in the order the player likes (T-ACT-03 to -05,
T-RULING-ACT-07).
"""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import components as box
from samovar.games.tundra import frames, tokens
from samovar.games.tundra.architecture import (
    end_action,
    offer_places,
    offer_sites,
    refuse_places,
    refuse_sites,
)
from samovar.games.tundra.components import ANY, RESOURCES, STEPS, STOCK
from samovar.games.tundra.dice import begin_reroll, offer_picks, offer_settings, pick_die, turn_die
from samovar.games.tundra.movement import (
    begin_moving,
    gather,
    offer_moves,
    offer_pieces,
    refuse_moves,
    step_worker,
)
from samovar.games.tundra.paying import can_pay, charge
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.trade import offer_market, offer_upgrades, refuse_upgrades, renew, take_card
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of, verb_of
from samovar.kernel.state import arg, arg2, arg3, arg4, seat_of
from samovar.kernel.step import Options, Refusal, Step

MAX_LEFT: Final = 15  # of a step: what fits into a frame


def begin_action(s: Tundra, p: i64, number: i64, place: i64) -> None:
    """An action with nothing done yet; ``place`` is the space of the tower that gives it."""
    if number:
        s.push(frames.action(p, number, 0, 0, place))


def counted(s: Tundra, p: i64, per: i64) -> i64:
    """The number that an effect counts: own towers on the map, or own upgraded boards."""
    if per == box.OWN_TOWERS:
        return cards.count(s.towers[p])
    return cards.count(s.upgraded[p])


class Action(Step[Tundra]):
    """Choose the next part of an action, or be done with a step or with all of it.

    ``done``: the steps of the action that are done, one bit each. ``step``: the open one, from 1, in the low
    four bits, and how much is left of it above them. ``space``: where it happens if a tower gives it.
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
            out.offer(tokens.STOP)
            return
        asks = False
        gains = False
        for i in range(STEPS):
            op = s.stock.op[at + i]
            if op and not cards.has(done, i):
                if op <= box.BOOKED:
                    gains = True
                else:
                    asks = True
                    offer_step(s, seat, at + i, size(s, seat, at + i), arg4(f), True, out)
        if gains and asks and s.stock.gains_first[number]:
            out.offer(tokens.GAINS)
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
            left = size(s, seat, number * STEPS + opened - 1)
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
            if op == box.MOVE:
                refuse_moves(s, seat, arg3(f) & 15 == 0, out)
            elif op == box.BUILD_TOWER:
                refuse_sites(s, seat, s.stock.price[at + i], out)
            elif op == box.PLACE_WORKER:
                refuse_places(s, seat, s.stock.price[at + i], arg3(f) & 15 == 0, out)
            elif op == box.UPGRADE:
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
        if opened and s.stock.op[number * STEPS + opened - 1] <= box.BOOKED:
            return ["this step does not ask"]
        return []


def size(s: Tundra, p: i64, at: i64) -> i64:
    """How often a step may be repeated; what counts towers counts them when it begins (T-RULING-ARCH-04)."""
    n = s.stock.number[at]
    if n == 0:
        n = counted(s, p, s.stock.per[at])
    if s.stock.op[at] == box.GAIN_SAME:
        return 1
    return n if n < MAX_LEFT else MAX_LEFT


def step_of(s: Tundra, number: i64, done: i64, verb: i64) -> i64:
    """The step not done to which a choice belongs: there are no two of one sort."""
    i: i64 = 0
    while cards.has(done, i) or verb_of_op(s.stock.op[number * STEPS + i]) != verb:
        i += 1
    return i


def verb_of_op(op: i64) -> i64:
    if op == box.GAIN_ANY:
        return tokens.GAIN
    if op == box.GAIN_SAME:
        return tokens.SAME
    if op == box.MOVE:
        return tokens.MOVE
    if op == box.GATHER:
        return tokens.GATHER
    if op == box.BUILD_TOWER:
        return tokens.BUILD
    if op == box.PLACE_WORKER:
        return tokens.PUT
    if op == box.WORKER_HERE:
        return tokens.HERE
    if op == box.CONVERT:
        return tokens.CONVERT
    if op == box.TAKE_CARD:
        return tokens.TAKE
    if op == box.RENEW_MARKET:
        return tokens.RENEW
    if op == box.UPGRADE:
        return tokens.UPGRADE
    if op == box.SET_DIE:
        return tokens.SET
    return tokens.PICK if op == box.REROLL_DICE else -1


def offer_step(s: Tundra, p: i64, at: i64, left: i64, place: i64, fresh: bool, out: Options) -> None:
    """Offer the next choices of a step; ``fresh``: it has not begun."""
    op = s.stock.op[at]
    if left == 0:
        return
    if op == box.GAIN_ANY:
        offer_types(tokens.GAIN, 0 if fresh else s.memo, out)
    elif op == box.GAIN_SAME:
        offer_types(tokens.SAME, 0, out)
    elif op == box.MOVE:
        offer_moves(s, p, fresh, out)
    elif op == box.GATHER:
        offer_pieces(s, p, fresh, out)
    elif op == box.BUILD_TOWER:
        offer_sites(s, p, s.stock.price[at], out)
    elif op == box.PLACE_WORKER:
        offer_places(s, p, s.stock.price[at], fresh, out)
    elif op == box.WORKER_HERE:
        if place and s.workers_in_supply(p):
            out.offer(tokens.HERE)
    elif op == box.CONVERT:
        if can_pay(s, p, s.stock.price[at]):
            out.offer(tokens.CONVERT)
    elif op == box.TAKE_CARD:
        offer_market(s, out)
    elif op == box.RENEW_MARKET:
        out.offer(tokens.RENEW)
    elif op == box.UPGRADE:
        offer_upgrades(s, p, out)
    elif op == box.SET_DIE:
        offer_settings(s, p, out)
    elif op == box.REROLL_DICE:
        offer_picks(s, p, fresh, out)


def offer_types(verb: i64, first: i64, out: Options) -> None:
    """Each type of resource, a full one too; several in ascending order (T-RES-03, T-RULING-ACT-05, -06)."""
    for kind in range(first, RESOURCES):
        out.offer(verb, kind)


def begin_step(s: Tundra, p: i64, op: i64) -> None:
    s.memo = 0
    if op == box.MOVE:
        begin_moving(s, p)


def end_step(s: Tundra, p: i64, op: i64) -> None:
    """Nothing of a step is remembered: limits count per action (T-RULING-ACT-08, T-RULING-MOVE-04)."""
    if op == box.MOVE:
        for i in range(s.stock.workers_each):
            s.visited[i] = 0
        s.sort_workers(p)
    elif op == box.REROLL_DICE:
        begin_reroll(s, p)
    s.memo = 0


def do_step(s: Tundra, p: i64, number: i64, step: i64, a: i64, place: i64) -> None:
    """Carry out one choice of a step. What it costs is asked before it takes effect."""
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
        s.tell(tokens.PLACED_WORKER, p, place)
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


def booked(s: Tundra, p: i64, at: i64) -> i64:
    """How much of its item a step brings that is booked without asking."""
    n = s.stock.number[at]
    return n * counted(s, p, s.stock.per[at]) if s.stock.op[at] == box.GAIN_PER else n


def book_gains(s: Tundra, p: i64, number: i64, done: i64) -> i64:
    """All that the action simply brings and was not taken yet; the steps that are done then."""
    at = number * STEPS
    for i in range(STEPS):
        op = s.stock.op[at + i]
        if op and op <= box.BOOKED and not cards.has(done, i):
            n = booked(s, p, at + i)
            if n:
                s.gain(p, s.stock.item[at + i], n)
            done = cards.plus(done, i)
    return done


class Converted(Step[Tundra]):
    """The price of a conversion is paid: its gains, those of any type chosen one by one (T-ARCH-08)."""

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
            return ["there are fewer seats"]
        return [] if arg2(f) < len(s.stock.action_texts) else ["there is no such action"]


class GainAny(Step[Tundra]):
    """Resources of the player's choice, each may be another type; in ascending order (T-RULING-ACT-06)."""

    takes = "seat left=1..20 first=0..2"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        offer_types(tokens.GAIN, arg2(f), out)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        s.gain(seat, argument_of(a), 1)
        if arg(f) > 1:
            s.push(frames.gain_any(seat, arg(f) - 1, argument_of(a)))


class Pay(Step[Tundra]):
    """The player chooses how to pay: the type of equal resources, or any resources one by one, in ascending
    order (T-RES-03, T-RES-04, T-RULING-ACT-03).

    left: resources still to pay; 0 if one type is chosen. first: no lower type may follow.
    """

    takes = "seat price=1..255 left=0..20 first=0..2"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        price = arg(f)
        left = arg2(f)
        if left == 0:
            for kind in range(RESOURCES):
                if (
                    s.have[seat * STOCK + kind] >= s.stock.price_same[price]
                    and s.resources(seat) - s.stock.price_same[price] >= s.stock.price_any[price]
                ):
                    out.offer(tokens.PAY, kind)
            return
        for kind in range(arg3(f), RESOURCES):
            rest: i64 = 0
            for higher in range(kind, RESOURCES):
                rest += s.have[seat * STOCK + higher]
            if s.have[seat * STOCK + kind] and rest >= left:
                out.offer(tokens.PAY, kind)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        price = arg(f)
        kind = argument_of(a)
        if arg2(f) == 0:
            s.spend(seat, kind, s.stock.price_same[price])
            if s.stock.price_any[price]:
                s.push(frames.pay(seat, price, s.stock.price_any[price], 0))
            return
        s.spend(seat, kind, 1)
        if arg2(f) > 1:
            s.push(frames.pay(seat, price, arg2(f) - 1, kind))

    def cheapest(self, s: Tundra, f: i64, seat: i64, out: Options) -> i64:
        """The payment from the highest pile; several resources come one by one from the then highest."""
        have = [s.have[seat * STOCK + kind] for kind in range(RESOURCES)]
        lowest: i64 = RESOURCES
        taken: i64 = 0
        while taken < arg2(f) or taken == 0:
            most = arg3(f)
            for kind in range(most, RESOURCES):
                if have[kind] > have[most]:
                    most = kind
            have[most] -= 1
            lowest = min(lowest, most)
            taken += 1
        return tokens.PAY << 8 | lowest

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p = seat_of(f)
        price = arg(f)
        if price >= len(s.stock.price_texts):
            return ["there is no such price"]
        rest = sum(int(s.have[p * STOCK + kind]) for kind in range(arg3(f), RESOURCES))
        if arg2(f):
            return [] if rest >= arg2(f) else ["there is too little to pay with"]
        if s.stock.price_same[price] == 0:
            return ["this price asks for no equal resources"]
        enough = max(int(s.have[p * STOCK + kind]) for kind in range(RESOURCES)) >= s.stock.price_same[price]
        total = s.resources(p) >= s.stock.price_same[price] + s.stock.price_any[price]
        return [] if enough and total else ["there is too little to pay with"]
