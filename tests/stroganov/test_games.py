"""Recorded games of Stroganov: ``tests/games/stroganov-*.rec``."""

from __future__ import annotations

from samovar.match.record import read_record
from tests.recorded import RecordedGames
from tests.stroganov.kept import KEPT


class TestGames(RecordedGames):
    kept = KEPT

    def test_together_they_show_both_sides_of_the_boards_and_both_ways_to_deal(self) -> None:
        records = [read_record(path.read_text()) for path in self.kept.records()]
        assert {record.options["region_furs"] for record in records} == {"ascending", "random"}
        sides = {record.options["boards"] for record in records}
        assert {"a", "b"} < sides, "and mixed ones"
