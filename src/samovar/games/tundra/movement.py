"""Movement and gathering: workers move, open glades and yield resources."""

from __future__ import annotations

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import DIRECTIONS, WORKERS
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.state import arg, arg2, replaced
from samovar.kernel.step import Options, Refusal, Step


def begin_moving(s: Tundra, p: i64) -> None:
    """Set ``visited`` to the space of each worker (T-MOVE-06)."""
    for i in range(s.stock.workers_each):
        space = s.workers[p * WORKERS + i]
        s.visited[i] = cards.only(space) if space else 0


def offer_moves(s: Tundra, p: i64, fresh: bool, out: Options) -> None:
    """Offer each step of a worker to an adjacent space that it has not visited in this action (T-MOVE-01,
    -04, -06, T-RULING-MOVE-02, -03, -05). Of interchangeable workers, only the first is offered.
    """
    for i in range(s.stock.workers_each):
        space = s.workers[p * WORKERS + i]
        if space and not is_duplicate(s, p, i, fresh):
            been = cards.only(space) if fresh else s.visited[i]
            for direction in range(DIRECTIONS):
                target = s.layout.beside[space * DIRECTIONS + direction]
                if target and not cards.has(been, target):
                    out.offer(tokens.MOVE, i << 3 | direction)


def is_duplicate(s: Tundra, p: i64, worker: i64, fresh: bool) -> bool:
    """True if a worker with a lower number stands on the same space and has visited the same spaces."""
    for i in range(worker):
        if s.workers[p * WORKERS + i] == s.workers[p * WORKERS + worker] and (
            fresh or s.visited[i] == s.visited[worker]
        ):
            return True
    return False


def step_worker(s: Tundra, p: i64, worker: i64, direction: i64) -> None:
    """Move a worker one step. A face-down glade is opened, then the tile yields (T-MOVE-02, -03, -05,
    T-RULING-MOVE-01).
    """
    space = s.workers[p * WORKERS + worker]
    target = s.layout.beside[space * DIRECTIONS + direction]
    s.workers[p * WORKERS + worker] = target
    s.visited[worker] = cards.plus(s.visited[worker], target)
    s.emit(tokens.MOVED, p, target, space)
    if not s.is_glade(target):
        return
    if s.tile[target] == 0:
        s.push(frames.yield_(p, target))
        s.push(frames.open_glade(target))
    elif s.resource_at(target):
        s.gain(p, s.resource_at(target) - 1, 1)


def refuse_moves(s: Tundra, p: i64, fresh: bool, out: list[Refusal]) -> None:
    for i in range(s.stock.workers_each):
        space = s.workers[p * WORKERS + i]
        for direction in range(DIRECTIONS):
            step = action(tokens.MOVE, i << 3 | direction)
            if space == 0:
                continue
            if s.layout.beside[space * DIRECTIONS + direction] == 0:
                out.append(Refusal(step, "nothing_there", "T-RULING-MOVE-05"))
            elif not fresh and cards.has(s.visited[i], s.layout.beside[space * DIRECTIONS + direction]):
                out.append(Refusal(step, "has_been_there", "T-MOVE-06"))


class OpenGlade(Step[Tundra]):
    """Open a glade: draw one of the face-down tiles, all equally likely (T-GLADE-06)."""

    takes = "nature space=1..31"
    behind = "OpenGlade"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        out.offer_cards(tokens.OPEN, s.closed)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        tile = argument_of(a)
        s.closed = cards.minus(s.closed, tile)
        s.tile = replaced(s.tile, arg(f), tile)
        s.emit(tokens.OPENED, 0, tile, arg(f))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if s.is_glade(arg(f)) and s.tile[arg(f)] == 0 else ["there is no face-down glade"]


class Yield(Step[Tundra]):
    """Gain the resource of the glade that a worker has opened, if it shows one (T-MOVE-03, T-GLADE-02)."""

    takes = "nobody player=0..3 space=1..31"
    behind = "OpenGlade"

    def run(self, s: Tundra, f: i64) -> None:
        if s.resource_at(arg2(f)):
            s.gain(arg(f), s.resource_at(arg2(f)) - 1, 1)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if arg(f) < s.seats and s.is_glade(arg2(f)) else ["there is no such seat or glade"]


# ---- gathering ----


def offer_pieces(s: Tundra, p: i64, fresh: bool, out: Options) -> None:
    """Offer own pieces on glades with a resource, each once per action (T-GATHER-01, T-GATHER-02).

    Spaces are chosen in ascending order. ``memo``: the last space in the low 8 bits, above them the number of
    pieces there that have yielded.
    """
    first: i64 = 1 if fresh else s.memo & 255
    for space in range(first, s.layout.glades + 1):
        if s.resource_at(space):
            used = s.memo >> 8 if not fresh and s.memo & 255 == space else 0
            if s.pieces_at(p, space) > used:
                out.offer(tokens.GATHER, space)


def gather(s: Tundra, p: i64, space: i64) -> None:
    used = s.memo >> 8 if s.memo & 255 == space else 0
    s.memo = space | (used + 1) << 8
    s.emit(tokens.GATHERED, p, space, s.resource_at(space) - 1)
    s.gain(p, s.resource_at(space) - 1, 1)
