"""Architecture: towers, workers from the supply, and the bonuses of towers."""

from __future__ import annotations

from samovar.games.tundra import components as box
from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import STEPS, WORKERS
from samovar.games.tundra.paying import can_pay
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.state import arg, arg2, seat_of
from samovar.kernel.step import Options, Refusal, Step


def offer_sites(s: Tundra, p: i64, price: i64, out: Options) -> None:
    """The sites, while the supply has a tower and the price can be paid (T-ARCH-01, T-ARCH-02)."""
    if s.towers_in_supply(p) and can_pay(s, p, price):
        out.offer_few(tokens.BUILD, sites(s, p))


def sites(s: Tundra, p: i64) -> i64:
    """The set of glades with an own worker and nobody's tower (T-ARCH-01, T-ARCH-02, T-RULING-ARCH-01)."""
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
    """The worker returns to the supply, the tower takes its place; its bonus comes when the action is
    finished (T-ARCH-01, T-ARCH-03).
    """

    takes = "nobody player=0..3 space=1..31"
    behind = "Pay"

    def run(self, s: Tundra, f: i64) -> None:
        p = arg(f)
        space = arg2(f)
        s.remove_worker(p, space)
        s.towers[p] = cards.plus(s.towers[p], space)
        s.built = cards.plus(s.built, space)
        s.tell(tokens.BUILT, p, space)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p, space = arg(f), arg2(f)
        if p >= s.seats or not s.is_glade(space) or s.has_tower(space) or s.workers_at(p, space) == 0:
            return ["no tower can be built there"]
        return [] if s.towers_in_supply(p) else ["no tower is in supply"]


def offer_places(s: Tundra, p: i64, price: i64, fresh: bool, out: Options) -> None:
    """The own settlement, or a glade with an own tower that has got none in this action (T-ARCH-06,
    T-ARCH-07). ``memo``: the set of those that have.
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
    """A worker from the supply onto the map; placing is not moving and yields nothing (T-ARCH-06,
    T-RULING-MOVE-06).
    """

    takes = "nobody player=0..3 space=1..31"
    behind = "Pay"

    def run(self, s: Tundra, f: i64) -> None:
        s.add_worker(arg(f), arg2(f))
        s.tell(tokens.PLACED_WORKER, arg(f), arg2(f))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        p, space = arg(f), arg2(f)
        if p >= s.seats or (space != s.settlement(p) and not cards.has(s.towers[p], space)):
            return ["no worker can be placed there"]
        return [] if s.workers_in_supply(p) else ["no worker is in supply"]


# ---- tower bonuses ----


def end_action(s: Tundra, p: i64) -> None:
    """When a build action is finished its towers give their bonuses, before anything else (T-ARCH-03,
    T-RULING-ARCH-02).
    """
    if s.built:
        s.bonuses = s.built
        s.built = 0
        s.push(frames.towers(p))


class Towers(Step[Tundra]):
    """The bonuses of towers, in the order the owner likes; those without a choice are booked first, which
    changes nothing for the others (T-ROUND-06, T-ARCH-03, T-RULING-ROUND-03, -04).
    """

    behind = "Action"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        left = s.bonuses
        asking: i64 = 0
        while left:
            space = cards.first(left)
            if asks(s, space):
                asking = cards.plus(asking, space)
            left &= left - 1
        if asking != s.bonuses:
            out.offer(tokens.TOWER, cards.first(s.bonuses & ~asking))
        else:
            out.offer_few(tokens.TOWER, asking)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        space = argument_of(a)
        s.bonuses = cards.minus(s.bonuses, space)
        s.tell(tokens.TOWER_BONUS, seat, space)
        if s.bonuses:
            s.push(f)
        if s.stock.glade_action[s.tile[space]]:
            s.push(frames.action(seat, s.stock.glade_action[s.tile[space]], 0, 0, space))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        own = s.bonuses & ~s.towers[seat_of(f)] == 0
        return [] if s.bonuses and own else ["no tower of this player has a bonus to give"]


def asks(s: Tundra, space: i64) -> bool:
    """Whether the tower on this space gives anything that is not simply booked."""
    at = s.stock.glade_action[s.tile[space]] * STEPS
    for i in range(STEPS):
        if s.stock.op[at + i] > box.BOOKED:
            return True
    return False
