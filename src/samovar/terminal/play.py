"""``samovar play``: a game in the terminal.

Modules are imported when it runs, so that ``samovar --help`` stays fast.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from samovar.games import registry
from samovar.terminal.arguments import (
    add_options,
    fitting_seats,
    read_component_file,
    read_file,
    read_options,
    typed_game,
)

if TYPE_CHECKING:
    from rich.console import Console

    from samovar.match.match import Match

BAD_INPUT: Final = 2
USUAL_SEATS: Final = 3
BOTS: Final = "medium"
NAMES: Final = ["Anna", "Mavra", "Feodor", "Vladimir"]
FIXED_ARGUMENTS: Final = ["names", "seed"]  # they cannot be changed in a saved game, and neither can options
DESCRIPTION: Final = """\
Play in the terminal. You have the first seat (with --hotseat N the first N seats are played at this
keyboard), bots have the others. In the game, type the number of a choice. Type help for all commands."""


def add_arguments(parser: argparse.ArgumentParser, words: list[str]) -> None:
    """Add the arguments of ``samovar play``. ``words`` are those after it on the command line."""
    from samovar.views.words.words import languages

    name = typed_game(words) or registry.FIRST
    seats = fitting_seats(registry.game(name), None, USUAL_SEATS)
    parser.description = DESCRIPTION
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        default=registry.FIRST,
        help=f"{', '.join(registry.names())} ({registry.FIRST})",
    )
    parser.add_argument("--seats", type=int, metavar="N", help=f"number of players ({seats})")
    parser.add_argument(
        "--bots",
        default=BOTS,
        metavar="A,B",
        help="one bot for all other seats or one for each: easy, medium, hard, expert, or any that "
        f"samovar sim knows ({BOTS})",
    )
    parser.add_argument("--hotseat", type=int, default=1, metavar="N", help="people at this keyboard (1)")
    parser.add_argument("--names", metavar="A,B,C", help="names of the players, by seat")
    parser.add_argument("--seed", type=int, metavar="S", help="seed of all draws (a random one)")
    parser.add_argument("--components", metavar="FILE", help="another component file")
    parser.add_argument("--lang", choices=languages(), help="language (that of the system, or en)")
    parser.add_argument("--load", metavar="FILE", help="continue a saved game, or start from a position")
    add_options(parser, name)


def run(
    arguments: argparse.Namespace,
    ask: Callable[[str], str] | None = None,
    console: Console | None = None,
) -> int:
    """Play the game and return the exit code. Tests pass ``ask`` and ``console`` for keyboard and screen."""
    from samovar.kernel.errors import SamovarError

    try:
        return _run(arguments, ask, console)
    except SamovarError as error:
        print(f"samovar: {error}", file=sys.stderr)
        return BAD_INPUT


def _run(arguments: argparse.Namespace, ask: Callable[[str], str] | None, console: Console | None) -> int:
    from samovar.bots.registry import max_seconds_for_person, seat_bots
    from samovar.kernel.errors import BadInput
    from samovar.terminal import screen
    from samovar.terminal.terminal_game import TerminalGame
    from samovar.terminal.terminal_text import terminal_text
    from samovar.views.words.words import Words

    registry.check(arguments.game)
    words = Words(arguments.lang or screen.language(), arguments.game)
    components = read_component_file(arguments.components)
    match = _match(arguments, components)
    people = arguments.hotseat
    if not 0 <= people <= match.seats:
        raise BadInput("hotseat", [f"must be from 0 to {match.seats} people, not {people}"])
    others = range(people, match.seats)
    players = seat_bots(arguments.bots, match.game, others, max_seconds_for_person()) if others else []
    loop = TerminalGame(
        match,
        terminal_text(match.game, words),
        dict(zip(others, players, strict=True)),
        console or screen.console(),
        ask or screen.ask,
        components,
    )
    loop.resume_with = "".join(
        [
            f" --components {arguments.components}" if arguments.components else "",
            f" --hotseat {people}" if people != 1 else "",
            f" --bots {arguments.bots}" if arguments.bots != BOTS else "",
            f" --lang {arguments.lang}" if arguments.lang else "",
        ]
    )
    return loop.run(arguments.load or "")


def _match(arguments: argparse.Namespace, components: str | None) -> Match:
    """A new match, or the saved one."""
    from samovar.kernel.errors import BadInput
    from samovar.match.match import Match

    options = read_options(arguments.option)
    if arguments.load:
        fixed = [f"option {name}" for name in options]
        fixed += [f"--{name}" for name in FIXED_ARGUMENTS if getattr(arguments, name) is not None]
        if fixed:
            raise BadInput("load", [f"{what} cannot be changed in a saved game" for what in fixed])
        return load(read_file(arguments.load, "saved game"), arguments.game, components, arguments.seats)
    seats = fitting_seats(registry.game(arguments.game), arguments.seats, USUAL_SEATS)
    names = [name.strip() for name in arguments.names.split(",")] if arguments.names else []
    if len(names) > seats:
        raise BadInput("names", [f"{len(names)} names for {seats} seats"])
    names += [name for name in NAMES if name not in names][: max(0, seats - len(names))]
    seed = arguments.seed
    if seed is None:
        import secrets

        seed = secrets.randbelow(1_000_000)
    return Match(arguments.game, seats, seed, options, components, names)


def load(text: str, game: str, components: str | None, seats: int | None = None) -> Match:
    """The match of a record or a position. BadInput says what is wrong with it."""
    from samovar.kernel.errors import BadInput
    from samovar.match.match import Match

    match = (
        Match.from_record(text, components)
        if text.startswith("samovar ")
        else Match.from_position(text, 0, components)
    )
    faults: list[str] = []
    if match.game.name != game:
        faults.append(f"it is a game of {match.game.title}")
    if seats is not None and match.seats != seats:
        faults.append(f"it has {match.seats} seats, not {seats}")
    if faults:
        raise BadInput("saved game", faults)
    if not match.names:
        match.names = NAMES[: match.seats]
    return match
