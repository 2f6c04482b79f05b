"""End of the game: score and ranking."""

from __future__ import annotations

from samovar.games.tundra.goals import goal_vp
from samovar.games.tundra.state import Tundra
from samovar.kernel.game import Score
from samovar.kernel.ints import i64


def scores(s: Tundra) -> list[Score]:
    """The score and rank of each seat: the VP track and the personal goal (T-END-02).

    Ties go to more resources, then to more berries, then are shared (T-END-03, T-RULING-END-01, -02).
    """
    result = [Score(p, breakdown(s, p)) for p in range(s.seats)]
    keys = [(score.total, int(s.resources(score.seat)), int(s.berries(score.seat))) for score in result]
    for score in result:
        score.rank = 1 + sum(1 for key in keys if key > keys[score.seat])
    return result


def breakdown(s: Tundra, p: int) -> dict[str, int]:
    return {"in_game": int(s.vp[p]), "personal_goal": int(personal_vp(s, p))}


def personal_vp(s: Tundra, p: i64) -> i64:
    """The VP of the personal goal (T-PGOAL-01); 0 without a goal or if it is hidden."""
    if s.personal[p] <= 0:
        return 0
    return goal_vp(s, p, s.stock.personal[s.personal[p]])


def total(s: Tundra, p: i64) -> i64:
    """The sum of ``breakdown``, computed faster, for bots."""
    return s.vp[p] + personal_vp(s, p)
