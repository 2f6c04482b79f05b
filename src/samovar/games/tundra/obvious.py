"""Obvious answers: no other answer can be better, so the player need not be asked (T-RULING-ACT-09).

After a die, only free actions and advisors are possible. The turn ends without a question if all of them are
still possible on a later turn of the round. A player who wants to use them earlier can ask to be asked.
"""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import components, frames, tokens
from samovar.games.tundra.actions import booked_amount, offer_step, repetitions
from samovar.games.tundra.auxiliary import free_price
from samovar.games.tundra.components import ANY, BERRY, GOODS, RESOURCES, STEPS
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.turn import SOURCES, action_from
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64
from samovar.kernel.state import arg, arg2, arg3, arg4, seat_of
from samovar.kernel.step import Options

MAX_BONUS: Final = 3  # of one item, from a tower bonus or from the row of a card just taken


def obvious_answer(s: Tundra, p: i64) -> i64:
    """The obvious answer of p, or -1 if the choice can matter."""
    if s.depth == 0 or seat_of(s.todo[s.depth - 1]) != p:
        return -1
    f = s.todo[s.depth - 1]
    step = f & 255
    if step == frames.AFTER_DIE:
        return answer_after_die(s, p)
    if step == frames.ACTIVATION:
        return next_source(s, p)
    if step == frames.TOWERS:
        return next_tower(s, p)
    if step == frames.ACTION:
        return answer_in_action(s, p, f)
    if step == frames.GAIN_ANY:
        return tokens.GAIN << 8 | arg2(f) if all_full(s, p, arg2(f)) else -1
    return -1


# ---- after the die ----


def answer_after_die(s: Tundra, p: i64) -> i64:
    """The obvious answer after the die is used: the end of the turn, or the use of an advisor. Otherwise -1.

    A player who has a die left can take free actions and use advisors on the next turn. Without a die, this
    is the last chance to buy one (T-FREE-06), so a player who can pay is asked. Without that chance, ready
    advisors are used. They become ready again next round, and every part of their actions with a choice may
    be declined. The player is asked if several advisors are useful: one may bring resources that pay for
    another, or fill the track that another needs.
    """
    if s.dice[p]:
        return tokens.END << 8
    if s.spare[p] and s.berries(p) >= free_price(s.title_of(p), tokens.BUY):
        return -1
    left = s.ready[p]
    useful: i64 = 0
    while left:
        card = cards.first(left)
        left &= left - 1
        if is_pure_gain(s, p, s.stock.advisor_action[card]):
            return tokens.USE << 8 | card
        if can_do_anything(s, p, s.stock.advisor_action[card]):
            useful = cards.plus(useful, card)
    if useful == 0:
        return tokens.END << 8
    return tokens.USE << 8 | cards.first(useful) if cards.count(useful) == 1 else -1


def is_pure_gain(s: Tundra, p: i64, number: i64) -> bool:
    """True if an action only brings gains without a choice, and at least one of them.

    Steps that turn or reroll dice do not count, because the player has no dice left.
    """
    gains = False
    for at in range(number * STEPS, number * STEPS + STEPS):
        op = s.stock.op[at]
        if op == components.SET_DIE or op == components.REROLL_DICE:
            continue
        if op > components.LAST_BOOKED:
            return False
        if op and booked_amount(s, p, at):
            gains = True
    return gains


def can_do_anything(s: Tundra, p: i64, number: i64) -> bool:
    """True if a step of this action has an effect now."""
    out = Options()
    for at in range(number * STEPS, number * STEPS + STEPS):
        op = s.stock.op[at]
        if op and op <= components.LAST_BOOKED:
            if booked_amount(s, p, at):
                return True
        elif op:
            offer_step(s, p, at, repetitions(s, p, at), 0, True, out)
    return out.n > 0


# ---- the next action of an activation ----


def next_source(s: Tundra, p: i64) -> i64:
    """The only action that is left, or one whose gains cannot be lost by taking it first. Otherwise -1.

    A player who begins an action loses nothing, because every part with a choice may be declined.
    """
    if cards.count(s.sources) == 1:
        return tokens.DO << 8 | cards.first(s.sources)
    for source in range(SOURCES):
        if cards.has(s.sources, source) and gains_fit(s, p, source):
            return tokens.DO << 8 | source
    return -1


def gains_fit(s: Tundra, p: i64, source: i64) -> bool:
    """True if this action brings only fixed gains, which fit on the tracks even after all other actions.

    Gains per tower or per upgraded board are not fixed, because another action may raise them first.
    """
    number = action_from(s, p, source)
    gains: i64 = 0
    for at in range(number * STEPS, number * STEPS + STEPS):
        op = s.stock.op[at]
        if op == components.GAIN:
            gains += counts.of(s.stock.item[at], s.stock.number[at])
        elif op:
            return False
    for item in range(GOODS):
        n = counts.get(gains, item)
        if n:
            for other in range(SOURCES):
                if other != source and cards.has(s.sources, other):
                    n += most_gained(s, p, action_from(s, p, other), item)
            if n > s.room(p, item):
                return False
    return gains > 0


def most_gained(s: Tundra, p: i64, number: i64, item: i64) -> i64:
    """The largest number of an item that an action can bring, including tower bonuses and a new card."""
    n: i64 = 0
    for at in range(number * STEPS, number * STEPS + STEPS):
        op = s.stock.op[at]
        times = repetitions(s, p, at) if op > components.LAST_BOOKED else 0
        if op == components.GAIN or op == components.GAIN_PER:
            n += booked_amount(s, p, at) if s.stock.item[at] == item else 0
        elif op == components.GAIN_SAME:
            n += s.stock.number[at] if item < RESOURCES else 0
        elif op == components.GAIN_ANY or op == components.MOVE or op == components.GATHER:
            n += times if item < RESOURCES else 0
        elif op == components.CONVERT:
            gains = s.stock.gains[at]
            n += times * (counts.get(gains, item) + (counts.get(gains, ANY) if item < RESOURCES else 0))
        elif op == components.BUILD_TOWER or op == components.TAKE_CARD:
            n += times * MAX_BONUS
    return n


# ---- tower bonuses ----


def next_tower(s: Tundra, p: i64) -> i64:
    """The tower bonus to take next: first workers, then moves, then resources of choice. -1 if p is asked.

    No other order can be better. A new worker can make the move. A move may open a glade before the resource
    is chosen. If the supply has too few workers for all towers, the player chooses the order
    (T-RULING-ROUND-03).
    """
    best: i64 = -1
    lowest: i64 = 9
    workers: i64 = 0
    left = s.bonuses
    while left:
        space = cards.first(left)
        left &= left - 1
        rank = bonus_rank(s, s.stock.glade_action[s.tile[space]])
        if rank < 0:
            return -1
        if rank == 0:
            workers += 1
        if rank < lowest:
            lowest = rank
            best = space
    if workers > 1 and workers > s.workers_in_supply(p) and s.workers_in_supply(p):
        return -1
    return tokens.TOWER << 8 | best


def bonus_rank(s: Tundra, number: i64) -> i64:
    """The place of a bonus in the order of ``next_tower``: 0 worker, 1 move, 2 resource. -1 if p is asked.

    The player is asked about a bonus with two choices, and in the box of version 1 about a worker.
    """
    rank: i64 = -1
    for at in range(number * STEPS, number * STEPS + STEPS):
        op = s.stock.op[at]
        if op == 0 or (op == components.GAIN and s.stock.item[at] >= BERRY):
            continue
        if rank >= 0 or not s.stock.bonuses_gained:
            return -1
        if op == components.WORKER_HERE and s.stock.number[at] == 1:
            rank = 0
        elif op == components.MOVE:
            rank = 1
        elif op == components.GAIN_ANY:
            rank = 2
        else:
            return -1
    return rank


# ---- within an action ----


def answer_in_action(s: Tundra, p: i64, f: i64) -> i64:
    """The obvious answer within an action, or -1.

    Gathering is obvious if all pieces may yield or all yield the same. A resource of choice is obvious if all
    tracks are full.
    """
    number = arg(f)
    opened = arg3(f) & 15
    asking: i64 = -1  # the only unfinished step with a choice
    for i in range(STEPS):
        op = s.stock.op[number * STEPS + i]
        if op <= components.LAST_BOOKED or cards.has(arg2(f), i) or (opened and opened != i + 1):
            continue
        if asking >= 0:
            return -1
        asking = number * STEPS + i
    if asking < 0:
        return -1
    op = s.stock.op[asking]
    left = arg3(f) >> 4 if opened else repetitions(s, p, asking)
    if op == components.GATHER and not spends_later(s, number, arg2(f), opened):
        return answer_gathering(s, p, asking, left, opened == 0)
    if op == components.GAIN_ANY and left:
        first = s.memo if opened else i64(0)
        return tokens.GAIN << 8 | first if all_full(s, p, first) else -1
    if op == components.WORKER_HERE and arg4(f) and s.stock.bonuses_gained and s.workers_in_supply(p):
        return tokens.HERE << 8
    return -1


def spends_later(s: Tundra, number: i64, done: i64, opened: i64) -> bool:
    """True if another unfinished step has a choice, so that the player may want to spend before gaining."""
    for i in range(STEPS):
        if i + 1 != opened and not cards.has(done, i):
            op = s.stock.op[number * STEPS + i]
            if op > components.LAST_BOOKED and op != components.GATHER:
                return True
    return False


def answer_gathering(s: Tundra, p: i64, at: i64, left: i64, fresh: bool) -> i64:
    """The next space to gather from, or -1 if the player must choose among the pieces."""
    out = Options()
    offer_step(s, p, at, left, 0, fresh, out)
    if out.n == 0:
        return -1
    pieces: i64 = 0
    same = True
    for i in range(out.n):
        space = out.items[i] & 255
        pieces += s.pieces_at(p, space)
        if s.resource_at(space) != s.resource_at(out.items[0] & 255):
            same = False
    if not fresh and s.memo & 255 == out.items[0] & 255:
        pieces -= s.memo >> 8  # pieces there that have yielded
    return out.items[0] if same or pieces <= left else -1


def all_full(s: Tundra, p: i64, first: i64) -> bool:
    """True if the player has no room for any resource from this type on."""
    for kind in range(first, RESOURCES):
        if s.room(p, kind):
            return False
    return True
