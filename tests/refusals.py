"""Actions that a match must refuse."""

from __future__ import annotations

import samovar


def refused(m: samovar.Match, seat: int, token: str) -> tuple[str, str]:
    """Reason and rule of an action that must not be played now. Trying it changes nothing."""
    before = m.position()
    try:
        m.play(seat, token)
    except samovar.IllegalAction as error:
        assert m.position() == before
        return error.reason, error.rule
    raise AssertionError(f"{token} was allowed")
