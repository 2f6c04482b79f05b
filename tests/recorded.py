"""Test classes for the fixture files of a game (recorded games, perft counts, golden texts), and the laws.

``tests/<game>/fixtures.py`` lists the coverage goals of its recorded games. Tests of a game inherit the
classes here: ``class TestGames(RecordedGames): fixtures = FIXTURES``. ``tools/make_fixtures.py`` writes the
files.
"""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

import samovar
from samovar.games import registry
from samovar.kernel.components import Components
from samovar.kernel.game import Game
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.rng import Rng
from samovar.kernel.state import Event, State
from samovar.kernel.step import Options
from samovar.match.laws import check
from samovar.match.record import read_record

TESTS = Path(__file__).parent
GAMES = TESTS / "games"
PERFT = TESTS / "perft"
GOLDEN = TESTS / "golden"


@dataclass(frozen=True)
class Golden:
    """A random game that follows from its seed, and the decision at which its position becomes a fixture."""

    name: str  # begins with that of the game
    seats: int
    seed: int
    options: dict[str, str]
    decisions: int

    def texts(self) -> dict[str, str]:
        """The golden texts by file: a position in mid-game, the first seat's view of it, the whole record."""
        m = samovar.Match(self.name.partition("-")[0], self.seats, self.seed, self.options)
        rng = Rng(-1 - self.seed)
        decisions = 0
        position = view = ""
        while not m.over:
            if decisions == self.decisions:
                position, view = m.position(), m.position(0)
            actors = m.actors()
            seat = actors[rng.below(len(actors))] if len(actors) > 1 else actors[0]
            tokens = m.options(seat)
            m.play(seat, tokens[rng.below(len(tokens))])
            decisions += 1
        if not position:
            position, view = m.position(), m.position(0)
        texts = {f"{self.name}.toml": position, f"{self.name}.rec": m.record()}
        return texts if view == position else texts | {f"{self.name}.seat-0.toml": view}


class GameFixtures(ABC):
    """The fixture files of one game, and the coverage goals of its recorded games, such as ``wish A3``."""

    name: ClassVar[str]
    golden: ClassVar[list[Golden]]

    @abstractmethod
    def coverage_goals(self, box: Components) -> set[str]:
        """The coverage goals: the names of everything that recorded games must use."""

    @abstractmethod
    def covered_by_token(self, token: str) -> list[str]:
        """The coverage goals that an action meets."""

    @abstractmethod
    def covered_by_events(self, s: State, events: Iterable[Event]) -> list[str]:
        """The coverage goals that these events meet."""

    @abstractmethod
    def settings(self, number: int) -> tuple[int, dict[str, str]]:
        """The seats and options of recorded game ``number``. Together the games must use all of them."""

    def tries(self, number: int) -> int:
        """The number of random games from which to choose the recorded one. 0: plan every decision."""
        return 0

    def start(self, number: int) -> str:
        """The position from which a recorded game begins. Empty for a set-up."""
        return ""

    @property
    def game(self) -> Game:
        return registry.game(self.name)

    def records(self) -> list[Path]:
        return sorted(GAMES.glob(f"{self.name}-*.rec"))

    def perft(self) -> list[Path]:
        return sorted(PERFT.glob(f"{self.name}-*.toml"))

    def covered(self, m: samovar.Match) -> set[str]:
        """The coverage goals that this game has met so far."""
        found: set[str] = set()
        for entry in m.log:
            found.update(self.covered_by_token(m.state.box.notation.token(entry.action)))
            found.update(self.covered_by_events(m.state, entry.events))
        return found


def begin(text: str) -> tuple[Game, State]:
    """The game and the state of a position, without the draws of Nature that a Match would play at once."""
    reader = Reader(read_toml(text, "position"), "", [])
    game = registry.game(reader.text("game"))
    s = game.read(reader, game.standard_box())
    game.advance(s, Options())
    return game, s


def perft(game: Game, s: State, depth: int) -> int:
    """The number of action sequences of this length (perft). Any change of an option changes it.

    Each possible draw of Nature counts as an action. A finished game has no sequences. In a simultaneous
    step the first actor decides.
    """
    actors = game.actors(s)
    if not actors:
        return 0
    seat = actors[0]
    actions = game.legal(s, seat)
    if depth == 1:
        return len(actions)
    total = 0
    out = Options()
    for action in actions:
        after = s.clone()
        game.play(after, seat, action, out)
        total += perft(game, after, depth - 1)
    return total


# ---- the tests ----


class FixtureTests:
    """Base class that parametrizes tests by the stored records, positions and golden texts of a game."""

    fixtures: ClassVar[GameFixtures]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "record" in metafunc.fixturenames:
            metafunc.parametrize("record", self.fixtures.records(), ids=lambda path: path.stem)
        if "counted" in metafunc.fixturenames:
            metafunc.parametrize("counted", self.fixtures.perft(), ids=lambda path: path.stem)
        if "golden" in metafunc.fixturenames:
            metafunc.parametrize("golden", self.fixtures.golden, ids=lambda golden: golden.name)
        if "seats" in metafunc.fixturenames:
            game = self.fixtures.game
            metafunc.parametrize("seats", range(game.min_seats, game.max_seats + 1))


class RecordedGames(FixtureTests):
    """Recorded games: each replays to its result, and together they use all of the box and of the rules."""

    @pytest.mark.no_cover
    def test_a_recorded_game_replays_to_its_result(self, record: Path) -> None:
        text = record.read_text()
        m = samovar.verify(text)
        assert m.over
        assert m.seeded
        assert [score.total for score in m.scores()] == read_record(text).result
        assert m.record() == text

    def test_together_they_show_every_number_of_seats(self) -> None:
        records = [read_record(path.read_text()) for path in self.fixtures.records()]
        game = self.fixtures.game
        assert len(records) >= 20
        assert {record.seats for record in records} == set(range(game.min_seats, game.max_seats + 1))
        assert all(record.result for record in records)

    @pytest.mark.no_cover
    def test_together_they_use_everything(self) -> None:
        missing = self.fixtures.coverage_goals(self.fixtures.game.standard_box())
        for path in self.fixtures.records():
            missing -= self.fixtures.covered(samovar.verify(path.read_text()))
        assert sorted(missing) == []

    def test_they_stay_small(self) -> None:
        assert sum(path.stat().st_size for path in self.fixtures.records()) < 500_000


class CountedPositions(FixtureTests):
    """Perft counts from chosen positions do not change."""

    def test_there_are_enough_positions(self) -> None:
        assert len(self.fixtures.perft()) >= 10

    @pytest.mark.no_cover
    def test_every_sequence_of_actions_is_counted(self, counted: Path) -> None:
        case = tomllib.loads(counted.read_text())
        assert len(case["counts"]) >= 3
        game, s = begin(case["position"])
        assert game is self.fixtures.game
        assert [perft(game, s, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]

    def test_counting_leaves_the_position_alone(self) -> None:
        game, s = begin(tomllib.loads(self.fixtures.perft()[0].read_text())["position"])
        before = game.write(s)
        perft(game, s, 2)
        assert game.write(s) == before


class GoldenTexts(FixtureTests):
    """Positions and records stay the same, byte for byte, because other programs read them."""

    @pytest.mark.no_cover
    def test_the_game_of_a_seed_is_written_as_ever(self, golden: Golden) -> None:
        texts = golden.texts()
        assert texts == {name: (GOLDEN / name).read_text() for name in texts}

    def test_a_position_that_is_read_is_written_the_same(self, golden: Golden) -> None:
        text = (GOLDEN / f"{golden.name}.toml").read_text()
        assert samovar.Match.from_position(text).position() == text

    def test_a_record_that_is_replayed_is_written_the_same(self, golden: Golden) -> None:
        text = (GOLDEN / f"{golden.name}.rec").read_text()
        assert samovar.verify(text).record() == text


class Laws(FixtureTests):
    """A few random games for each number of seats and set of options; ``samovar check`` plays many more."""

    games: ClassVar[int] = 5
    least_decisions: ClassVar[int]  # of one seat in a game

    @pytest.mark.laws
    @pytest.mark.no_cover
    def test_the_laws_hold(self, seats: int) -> None:
        games = self.games if samovar.compiled() else 1
        for options in self.fixtures.game.option_sets(seats):
            report = check(self.fixtures.game, seats, options, games, 1000 * seats)
            assert report.failures == []
            assert report.games == games
            assert report.decisions > games * self.least_decisions * seats
