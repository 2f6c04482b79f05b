"""Actions that a match must refuse."""

from __future__ import annotations

import samovar


def refused(m: samovar.Match, seat: int, token: str) -> tuple[str, str]:
    """The reason and rule for which an action is refused. Checks that trying it changes nothing."""
    before = m.position()
    try:
        m.play(seat, token)
    except samovar.IllegalAction as error:
        assert m.position() == before
        return error.reason, error.rule
    raise AssertionError(f"{token} was allowed")
