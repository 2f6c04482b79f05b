"""Section 7: the favor track."""

from __future__ import annotations

from samovar.games.catherine import tokens
from samovar.games.catherine.state import Catherine
from samovar.kernel.ints import i64


def gain_favor(s: Catherine, p: i64, steps: i64) -> None:
    """Move the favor marker of p up one space for each step. A step beyond the top brings VP instead
    (C-FAVOR-02, C-FAVOR-03).
    """
    room = s.stock.top - s.favor[p]
    taken = steps if steps < room else room
    if taken:
        s.favor[p] += taken
        s.emit(tokens.FAVOR_STEP, p, taken, s.favor[p])
    if steps > taken:
        vp = (steps - taken) * s.stock.over_top_vp
        s.vp[p] += vp
        s.emit(tokens.OVER_TOP, p, steps - taken, vp)
