"""``samovar arena``: a tournament of bots, reported with confidence intervals."""

from __future__ import annotations

import time
from collections.abc import Mapping

from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.lab.arena.html_report import render_html as render_html
from samovar.lab.arena.ratings import check_library
from samovar.lab.arena.runner import GameResult, GameRunner, play_all
from samovar.lab.arena.schedule import fixtures, read_bots
from samovar.lab.arena.standings import ArenaReport, Standings
from samovar.lab.arena.text_report import report_lines as report_lines
from samovar.lab.progress import ProgressBar


def run_arena(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    components: str | None,
    bots: str,
    games: int,
    seed: int,
    jobs: int,
) -> tuple[bool, ArenaReport]:
    """Play a tournament. Return whether all games were played, and the report.

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
    settings = GameRunner(game.name, seats, options, components).options
    standings = Standings(names, seats, schedule)
    start = time.perf_counter()
    finished = False
    with ProgressBar("playing", len(schedule)) as bar:

        def done(played: GameResult) -> None:
            standings.add(played)
            bar()

        try:
            play_all((game.name, seats, settings, components), schedule, jobs, done)
            finished = True
        except KeyboardInterrupt:
            if not standings.played:
                raise
    return finished, standings.report(game.title, game.name, settings, games, time.perf_counter() - start)
