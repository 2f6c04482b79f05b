"""``samovar arena``: bots compete, and what comes of it is shown with its uncertainty."""

from __future__ import annotations

import time
from collections.abc import Mapping

from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.lab.arena.page import page as page
from samovar.lab.arena.playing import GameRunner, Played, play_all
from samovar.lab.arena.ratings import check_library
from samovar.lab.arena.schedule import fixtures, read_bots
from samovar.lab.arena.standings import Report, Standings
from samovar.lab.arena.text import lines as lines
from samovar.lab.progress import Bar


def run(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    components: str | None,
    bots: str,
    games: int,
    seed: int,
    jobs: int,
) -> tuple[bool, Report]:
    """Play an arena: whether it came to its end, and the standings. Bad input is found before any game."""
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
    with Bar("playing", len(schedule)) as bar:

        def done(played: Played) -> None:
            standings.add(played)
            bar()

        try:
            play_all((game.name, seats, settings, components), schedule, jobs, done)
            finished = True
        except KeyboardInterrupt:
            if not standings.played:
                raise
    return finished, standings.report(game.title, game.name, settings, games, time.perf_counter() - start)
