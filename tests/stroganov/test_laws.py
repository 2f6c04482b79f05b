"""Stroganov keeps the laws: a few random games for each number of seats and each kind of board.

``samovar check stroganov`` plays many more.
"""

from __future__ import annotations

import pytest

from samovar.games.stroganov.game import GAME
from samovar.match.laws import check

OPTIONS = {
    "side a": {"boards": "a"},
    "side b": {"boards": "b"},
    "mixed": {"boards": "abba"},
    "random regions": {"boards": "a", "region_furs": "random"},
    "other colours": {"boards": "b", "colours": "yellow,red,green,blue"},
}


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", list(OPTIONS))
def test_the_laws_hold(seats: int, kind: str) -> None:
    options = dict(OPTIONS[kind])
    if options["boards"] == "abba":
        options["boards"] = "abba"[:seats]
    if "colours" in options:
        options["colours"] = ",".join(options["colours"].split(",")[:seats])
    report = check(GAME, seats, options, 4, 1000 * seats)
    assert report.failures == []
    assert report.games == 4
    assert report.decisions > 4 * 30 * seats
