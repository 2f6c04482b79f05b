"""Undo: the points to which a match can go back, and the undo barrier that it never crosses."""

from __future__ import annotations

from typing import Final, NamedTuple

from samovar.kernel.errors import CannotUndo
from samovar.kernel.game import AnyRules
from samovar.kernel.state import State

Move = tuple[int, str]  # seat or NATURE, token
REVEALED: Final = "something_was_revealed"
DECIDED: Final = "another_seat_has_decided"


class UndoPlan(NamedTuple):
    """The result of ``Match.plan_undo``.

    The first ``to`` entries of the log stay. ``kept`` are later simultaneous decisions of other seats, which
    also stay.

    >>> from samovar.match import Match
    >>> match = Match("stroganov", seats=2, seed=7)
    >>> match.play(0, "start.s1")
    >>> plan = match.plan_undo(0)
    >>> plan.to, plan.kept, plan.actors
    (76, [], [0])
    """

    to: int
    kept: list[Move]
    actors: list[int]  # the seats that must decide afterwards
    state: State | None = None  # the state afterwards, if ``plan_undo`` made this plan


class UndoPoint:
    """The state before a decision that can still be undone."""

    def __init__(self, state: State, entries: int, seat: int, turn: int, phase: int, automatic: bool) -> None:
        self.state: Final = state
        self.entries: Final = entries  # the length of the log before the decision
        self.seat: Final = seat
        self.turn: Final = turn
        self.phase: Final = phase  # equal for decisions that were made simultaneously
        self.automatic: Final = automatic  # True for an obvious answer, played without asking the seat


class UndoHistory:
    """The undo points of a match, oldest first."""

    def __init__(self, game: AnyRules) -> None:
        self.game: Final = game
        self.points: list[UndoPoint] = []
        self.barrier = REVEALED  # the reason why nothing before ``points`` can be undone
        self.phase = 0  # the ``phase`` of the next undo point

    def add(self, state: State, entries: int, seat: int, automatic: bool) -> None:
        """Keep a copy of the state before a decision of this seat."""
        turn = self.game.turn(state)
        self.points.append(UndoPoint(state.clone(), entries, seat, turn, self.phase, automatic))

    def set_barrier(self, now: State) -> None:
        """Drop the points before a reveal or another seat's decision, because undo never crosses these.

        Seats that decide simultaneously can each undo. Automatic answers of other seats are no barrier. The
        end of a game is a reveal.
        """
        if not self.points:
            return
        newest = self.points[-1]
        if now.over or newest.state.reveals != now.reveals:
            self.points = []
            self.barrier = REVEALED
            return
        if not self._still_waits(newest, now):
            self.phase += 1
        at = len(self.points) - 1
        while at > 0 and self.points[at - 1].phase == self.phase:
            at -= 1
        at = min(at, self._first_of_newest_seat())
        if at > 0:
            self.points = self.points[at:]
            self.barrier = DECIDED

    def _still_waits(self, point: UndoPoint, now: State) -> bool:
        """True if the simultaneous step of that decision still waits for the same other seats."""
        then = point.state
        if not self.is_same_step(then, now):
            return False
        changed = set(self.game.actors(then)) ^ set(self.game.actors(now))
        return changed <= {point.seat}

    def is_same_step(self, then: State, now: State) -> bool:
        """True if both states wait in the same step."""
        return 0 < now.depth == then.depth and then.todo[now.depth - 1] == now.todo[now.depth - 1]

    def _first_of_newest_seat(self) -> int:
        """The index of the first point in the latest run of consecutive decisions of one seat.

        Automatic answers of any seat do not interrupt a run.
        """
        at = len(self.points) - 1
        while at > 0 and self.points[at].automatic:
            at -= 1
        first, seat = at, self.points[at].seat
        while at > 0 and (self.points[at - 1].seat == seat or self.points[at - 1].automatic):
            at -= 1
            if self.points[at].seat == seat:
                first = at
        return first

    def last(self, seat: int) -> int:
        """The index of this seat's last own decision, -1 if there is none. Automatic answers do not count."""
        at = len(self.points) - 1
        while at >= 0 and (self.points[at].seat != seat or self.points[at].automatic):
            at -= 1
        return at

    def last_automatic(self, seat: int) -> int:
        """The index of the automatic answer that this seat can take back, -1 if there is none."""
        at = len(self.points) - 1
        while at >= 0 and self.points[at].seat != seat and self.points[at].automatic:
            at -= 1
        return at if at >= 0 and self.points[at].seat == seat and self.points[at].automatic else -1

    def first_of_turn(self, at: int) -> int:
        """The index of the first decision of the same seat in the turn of point number ``at``."""
        first, point = at, self.points[at]
        while at > 0:
            at -= 1
            if self.points[at].seat == point.seat:
                if self.points[at].turn != point.turn:
                    break
                first = at
        return first

    def kept(self, seat: int, at: int) -> list[int]:
        """The entries of the log that stay if this seat undoes everything from point number ``at`` on.

        These are simultaneous decisions of other seats. Automatic answers that others gave later do not stay.
        """
        phase = self.points[at].phase
        return [
            point.entries
            for point in self.points[at + 1 :]
            if point.seat != seat and (point.phase == phase or not point.automatic)
        ]

    def refusal(self) -> CannotUndo:
        """The error for a seat that has no undo point."""
        return CannotUndo(DECIDED if self.points else self.barrier)

    def go_back(self, entries: int) -> UndoPoint | None:
        """Drop the point with this length of the log and all later ones. None if there is no such point."""
        at = len(self.points) - 1
        while at >= 0 and self.points[at].entries != entries:
            at -= 1
        if at < 0:
            return None
        point = self.points[at]
        self.points = self.points[:at]
        self.phase = point.phase
        return point
