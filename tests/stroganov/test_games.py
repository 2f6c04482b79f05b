"""Recorded games of Stroganov: ``tests/games/stroganov-*.rec``."""

from __future__ import annotations

from samovar.match.record import read_record
from tests.recorded import RecordedGames
from tests.stroganov.fixtures import FIXTURES


class TestGames(RecordedGames):
    fixtures = FIXTURES

    def test_together_they_show_both_sides_of_the_boards_and_both_ways_to_deal(self) -> None:
        found = [read_record(path.read_text()) for path in self.fixtures.records()]
        records = [record for record in found if not record.start]
        assert {record.options["region_furs"] for record in records} == {"ascending", "random"}
        sides = {record.options["boards"] for record in records}
        assert {"a", "b"} < sides, "and mixed ones"

    def test_together_they_show_every_option_of_the_solo_game(self) -> None:
        records = [read_record(path.read_text()) for path in self.fixtures.records()]
        alone = [record.options for record in records if record.seats == 1 and not record.start]
        assert {options["automa"] for options in alone} == {"ivan", "katyusha"}
        assert {options["focus"] for options in alone} == {"none", *"abcdef"}
        for name in ("coin_when_fur_missing", "coin_for_trade_fur"):
            assert {options[name] for options in alone} == {"off", "on"}
