"""Architecture: building towers, placing workers, and tower bonuses."""

from __future__ import annotations

from samovar.games.tundra import components, frames, tokens
from samovar.games.tundra.components import STEPS, WORKERS
from samovar.games.tundra.payment import can_pay
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.state import arg, arg2, seat_of
from samovar.kernel.step import Options, Refusal, Step


def offer_sites(s: Tundra, p: i64, price: i64, out: Options) -> None:
    """Offer the sites if a tower is in supply and the player can pay (T-ARCH-01, T-ARCH-02)."""
    if s.towers_in_supply(p) and can_pay(s, p, price):
        out.offer_few(tokens.BUILD, sites(s, p))


def sites(s: Tundra, p: i64) -> i64:
    """The set of glades with an own worker and no tower (T-ARCH-01, T-ARCH-02, T-RULING-ARCH-01)."""
    found: i64 = 0
    last: i64 = 0
    for i in range(s.stock.workers_each):
        space = s.workers[p * WORKERS + i]
        if space and space != last and s.is_glade(space) and not s.has_tower(space):
            found = cards.plus(found, space)
        last = space
    return found


def refuse_sites(s: Tundra, p: i64, price: i64, out: list[Refusal]) -> None:
    for space in range(1, s.layout.spaces + 1):
        build = action(tokens.BUILD, space)
        if not s.is_glade(space):
            out.append(Refusal(build, "no_tower_on_a_settlement", "T-RULING-ARCH-01"))
        elif s.has_tower(space):
            out.append(Refusal(build, "a_tower_stands_there", "T-ARCH-02"))
        elif s.workers_at(p, space) == 0:
            out.append(Refusal(build, "no_own_worker_there", "T-ARCH-01"))
        elif s.towers_in_supply(p) == 0:
            out.append(Refusal(build, "no_tower_in_supply", "T-ARCH-02"))
        else:
            out.append(Refusal(build, "cannot_be_paid", "T-ARCH-01"))


class BuildTower(Step[Tundra]):
    """Return the worker to the supply and put the tower in its place (T-ARCH-01).

    The bonus follows when the action is finished (T-ARCH-03).
    """

    takes = "nobody player=0..3 space=1..31"
    behind = "Pay"

    def run(self, s: Tundra, f: i64) -> None:
        p = arg(f)
        space = arg2(f)
        s.remove_worker(p, space)
        s.towers[p] = cards.plus(s.towers[p], space)
        s.built = cards.plus(s.built, space)
        s.emit(tokens.BUILT, p, space)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p, space = arg(f), arg2(f)
        if p >= s.seats or not s.is_glade(space) or s.has_tower(space) or s.workers_at(p, space) == 0:
            return ["no tower can be built there"]
        return [] if s.towers_in_supply(p) else ["no tower is in supply"]


def offer_places(s: Tundra, p: i64, price: i64, fresh: bool, out: Options) -> None:
    """Offer the own settlement and each glade with an own tower, once per action (T-ARCH-06, T-ARCH-07).

    ``memo``: the set of tower glades that got a worker in this action.
    """
    if s.workers_in_supply(p) == 0 or not can_pay(s, p, price):
        return
    places = s.towers[p] if fresh else s.towers[p] & ~s.memo
    out.offer_few(tokens.PUT, places)
    out.offer(tokens.PUT, s.settlement(p))


def refuse_places(s: Tundra, p: i64, price: i64, fresh: bool, out: list[Refusal]) -> None:
    for space in range(1, s.layout.spaces + 1):
        put = action(tokens.PUT, space)
        if space != s.settlement(p) and not cards.has(s.towers[p], space):
            out.append(Refusal(put, "neither_settlement_nor_own_tower", "T-ARCH-07"))
        elif not fresh and cards.has(s.memo, space):
            out.append(Refusal(put, "one_worker_per_tower", "T-ARCH-07"))
        elif s.workers_in_supply(p) == 0:
            out.append(Refusal(put, "no_worker_in_supply", "T-ARCH-06"))
        else:
            out.append(Refusal(put, "cannot_be_paid", "T-ARCH-06"))


class PutWorker(Step[Tundra]):
    """Put a worker from the supply on the map. It yields no resource (T-ARCH-06, T-RULING-MOVE-06)."""

    takes = "nobody player=0..3 space=1..31"
    behind = "Pay"

    def run(self, s: Tundra, f: i64) -> None:
        s.add_worker(arg(f), arg2(f))
        s.emit(tokens.PLACED_WORKER, arg(f), arg2(f))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p, space = arg(f), arg2(f)
        if p >= s.seats or (space != s.settlement(p) and not cards.has(s.towers[p], space)):
            return ["no worker can be placed there"]
        return [] if s.workers_in_supply(p) else ["no worker is in supply"]


# ---- tower bonuses ----


def end_action(s: Tundra, p: i64) -> None:
    """Push the bonuses of the towers built in this action, before anything else follows (T-ARCH-03,
    T-RULING-ARCH-02).
    """
    if s.built:
        s.bonuses = s.built
        s.built = 0
        s.push(frames.towers(p))


class Towers(Step[Tundra]):
    """Choose the order of tower bonuses (T-ROUND-06, T-ARCH-03, T-RULING-ROUND-03, -04).

    A bonus without a choice is offered alone, because its place in the order does not matter. A worker counts
    as a choice: if the supply has too few, the order decides which towers get one.
    """

    behind = "Action"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        left = s.bonuses
        asking: i64 = 0
        while left:
            space = cards.first(left)
            if has_choice(s, space):
                asking = cards.plus(asking, space)
            left &= left - 1
        if asking != s.bonuses:
            out.offer(tokens.TOWER, cards.first(s.bonuses & ~asking))
        else:
            out.offer_few(tokens.TOWER, asking)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        space = argument_of(a)
        s.bonuses = cards.minus(s.bonuses, space)
        s.emit(tokens.TOWER_BONUS, seat, space)
        if s.bonuses:
            s.push(f)
        if s.stock.glade_action[s.tile[space]]:
            s.push(frames.action(seat, s.stock.glade_action[s.tile[space]], 0, 0, space))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        own = s.bonuses & ~s.towers[seat_of(f)] == 0
        return [] if s.bonuses and own else ["no tower of this player has a bonus left"]


def has_choice(s: Tundra, space: i64) -> bool:
    """True if the bonus of the tower on this space leaves the player a choice."""
    at = s.stock.glade_action[s.tile[space]] * STEPS
    for i in range(STEPS):
        if s.stock.op[at + i] > components.LAST_BOOKED:
            return True
    return False
