"""``samovar arena``: a tournament of bots, reported with confidence intervals."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from samovar.bots.registry import seat_bot
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.lab.arena.html_report import render_html as render_html
from samovar.lab.arena.ratings import check_library
from samovar.lab.arena.runner import GameResult, GameRunner, play_all
from samovar.lab.arena.schedule import fixtures, read_bots
from samovar.lab.arena.sprt import OPEN, SequentialTest
from samovar.lab.arena.sprt import read_sprt as read_sprt
from samovar.lab.arena.standings import ArenaReport, Standings, ordered_pairs
from samovar.lab.arena.text_report import report_lines as report_lines
from samovar.lab.progress import ProgressBar


class SprtReferee:
    """Passes whole deals in their order on to the test and to the standings, until there is a verdict.

    Games may end in any order. So the verdict and the report are the same for any number of jobs.
    """

    def __init__(self, test: SequentialTest, standings: Standings) -> None:
        self.test: Final = test
        self.standings: Final = standings
        self.waiting: Final[dict[int, list[GameResult]]] = {}  # by deal
        self.missing: Final = Counter(fixture.deal for fixture in standings.fixtures)
        self.deal = standings.fixtures[0].deal  # the next one to pass on

    def add(self, played: GameResult) -> bool:
        """Add a game. Return whether there is a verdict."""
        deal = played.fixture.deal
        self.waiting.setdefault(deal, []).append(played)
        self.missing[deal] -= 1
        while self.deal in self.waiting and not self.missing[self.deal] and self.test.verdict == OPEN:
            games = self.waiting.pop(self.deal)
            for game in games:
                self.standings.add(game)
            self.test.add(deal_score(games, self.standings.names[0]))
            self.deal += 1
        return self.test.verdict != OPEN


def deal_score(games: Sequence[GameResult], bot: str) -> float:
    """Return the share of results against other bots that a bot has won on a deal."""
    wins = [win for game in games for name, _, win in ordered_pairs(game) if name == bot]
    return sum(wins) / len(wins)


def run_arena(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    components: str | None,
    bots: str,
    games: int,
    seed: int,
    jobs: int,
    sprt: tuple[float, float] | None = None,
) -> tuple[bool, ArenaReport]:
    """Play a tournament. Return whether it came to its end, and the report.

    With ``sprt``, two differences in Elo points, it ends as soon as the test of two bots has a verdict.
    Ctrl-C stops it early. BadInput is raised before the first game.

    >>> import samovar
    >>> game = samovar.games()["catherine"]
    >>> finished, report = run_arena(game, 2, {}, None, "random,casual", games=2, seed=0, jobs=1)
    >>> finished, report["games"], [bot["name"] for bot in report["bots"]]
    (True, 2, ['casual', 'random'])
    """
    check_library()
    game.check_seats(seats)
    names = read_bots(bots, seats)
    schedule = fixtures(names, seats, games, seed)
    if jobs < 1:
        raise BadInput("jobs", [f"at least one process must play, not {jobs}"])
    if sprt is not None and (len(names) != 2 or seats == 1):
        raise BadInput("sprt", ["needs two bots that play against each other"])
    for name in names:
        seat_bot(name, game, 0)  # BadInput if the game has no such version
    settings = GameRunner(game.name, seats, options, components).options
    standings = Standings(names, seats, schedule)
    test = None if sprt is None else SequentialTest(*sprt)
    referee = None if test is None else SprtReferee(test, standings)
    start = time.perf_counter()
    finished = False
    with ProgressBar("playing", len(schedule)) as bar:

        def done(played: GameResult) -> bool:
            bar()
            if referee is not None:
                return referee.add(played)
            standings.add(played)
            return False

        try:
            play_all((game.name, seats, settings, components), schedule, jobs, done)
            finished = True
        except KeyboardInterrupt:
            if not standings.played:
                raise
    seconds = time.perf_counter() - start
    tested = None if test is None else test.report(*names)
    return finished, standings.report(game.title, game.name, settings, games, seconds, tested)
