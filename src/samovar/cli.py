"""The command ``samovar``. Modules that ``--help`` does not need are imported later.

An error is one message on stderr, never a traceback. Exit codes: 2 for bad input, 1 if a check failed (a law,
a record, a gate), 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import Any, Final, NoReturn

import samovar
from samovar.extras import MissingPackage, needed
from samovar.games import registry
from samovar.kernel.errors import BadInput, SamovarError
from samovar.kernel.game import Game
from samovar.terminal import play as terminal
from samovar.terminal.arguments import (
    add_options,
    check_writable,
    fitting_seats,
    read_component_file,
    read_file,
    read_options,
    typed_game,
    write_file,
)

FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # exit code of a program ended by Ctrl-C
BROKEN_PIPE: Final = 141  # exit code of a program whose output pipe was closed
USUAL_SEATS: Final = 4
ARENA_SEATS: Final = 2
ARENA_GAMES: Final = 200
SPRT_GAMES: Final = 40_000  # enough for a verdict on 10 Elo points

SIM: Final = """\
Bots play many games. The result is printed as a table or, with --json, as one object with the keys

  game seats games  the game, its number of seats, and the number of games
  decisions         choices of players, without Nature's draws and choices with a single option
  seconds           elapsed time, with decisions_per_second and games_per_second
  wins              by seat, an automa last; a shared first rank counts for each player who shares it
  mean_scores       by seat
  mean_winner_score
  score_breakdown   mean points by category, each a list by seat
  bots              by seat
  faults            one text for each error, illegal answer or timeout of a bot; greedy then decided
                    for it
  compiled          whether the rules ran compiled

Game number k (from 0) has the seed SEED + k. Equal seeds give equal games, compiled or not."""

ARENA: Final = """\
Bots play the same deals in balanced seats: every group of bots plays each deal, and seats rotate until each
bot has had each seat. If there are more bots than seats, all groups play. If there are fewer, some bots have
two seats. The number of games is rounded up to whole deals. With one seat each bot plays against the automa.

Deal number k (from 0) has the seed SEED + k. Seeds are below 1000000000, because bots are trained on larger
ones. The result is the same for any number of jobs, except for bots with a time limit. Ctrl-C stops early
and shows the results so far.

Ratings are Elo points relative to the mean (400 points are odds of 10:1), from a Bradley-Terry model of the
rankings. Their 95 % intervals come from a bootstrap over deals. Other intervals are Wilson intervals.

--sprt 0,20 plays the first of two bots against the second one until it is clear whether it is stronger by 0
or by 20 Elo points (a sequential probability ratio test). At most 5 % of the verdicts are wrong.

With --json, one object with the keys

  game title seats options
  asked scheduled games   games requested, rounded up, and played (fewer after Ctrl-C)
  deals first_seed        deals played, and the seed of the first one
  incomplete_deals        deals of which some games were not played, after Ctrl-C
  seconds compiled        elapsed time; true if rules and bots ran compiled
  sprt                    null, or bot other low high verdict (high, low or open), ratio bound (of the
                          log-likelihood ratio), deals, score of the bot, error (probability)
  bots                    the strongest first, each with
    name rating           rating has value, low and high
    wins by_seat          of all games, and by seat; a shared first rank counts in parts
    mean_score mean_points    mean_points by category
    thinking              seconds per decision: mean, p95, worst, and the number of decisions; null: automa
    faults                number of faults, and the first few; greedy then decided for the bot
  pairs                   for bot and other: games in which bot ranked higher; equal ranks count half
  by_seat                 wins of each seat, over all bots

wins, by_seat and pairs have games, wins, share, low, high. --html writes the same as a page with charts."""

TRAIN: Final = """\
Bots play each other, each seat in a style of its own: other weights, random moves. After every turn the
difference of the features of two players is a sample, and their final margin is its target. Ridge regression
gives the weights, for each number of seats its own. The result is a data file of the next version. The same
seed gives the same bytes for any number of jobs. Judge it by matches (samovar arena) before you keep it.

With --json, one object with the keys

  game version weights_from   the new version, and the one that the fit began with
  games seed compiled         games for each number of seats
  fits                        for seats: samples, and the standard deviation of predicted margins from real
                              ones in points, before and now (deviation_before, deviation), in one game of
                              ten that was held out
  file                        the text of the data file"""

CHECK: Final = """\
Plays random games and checks the laws of docs/design.md, section 4, after every action: for every number of
seats and every set of options of the game, or those given. Exit code 1 if a law is broken.

A pair is two states that differ only in what a seat cannot know: the seat must have the same view, options
and events in both. A game without hidden information has none. With --json, one object with the keys game,
games, decisions, pairs, failures (as numbers), compiled, and sets: the same for each number of seats and set
of options, with the texts of its failures."""

VERIFY: Final = """\
Replays records, action by action, and compares the result. If a record has a seed, every draw is derived from
it again. Prints one line for each file. Exit code 1 if a record is wrong, 2 if a file is not a record."""

BENCH: Final = """\
Measures random play on one core: the games compiled and interpreted, and each installed peer (pip install
"samovar[bench]"), in interleaved rounds of the same run. Every figure is the median of the rounds, in CPU
time of the process. --json prints a list of rows with the keys

  name                  the game and how it ran, or the peer and its version
  decisions_per_second  a decision is one listing of all legal actions plus one applied choice of a player.
                        Draws are not counted, choices with a single option are, also for peers
  clones_per_second     copies of a state in mid-game, with one call from Python for each
  games_per_second      whole games, set-up included
  peer, ratio           ratio = decisions_per_second of this row / of the peer; null if no peer is installed

--instructions counts machine instructions per decision and per observation of the environments instead, with
valgrind's cachegrind. The difference of
two runs of different length removes the start-up. Set-up, Nature's draws and choices with a single option are
included. Other load on the machine has little influence. --json prints a list of rows with the keys

  name seats            the game; all its numbers of seats, or the one of --seats
  decisions instructions    the two counts; or observations instructions
  instructions_per_decision    or instructions_per_observation

--search measures the speed of the search bot instead: simulations from the first decision of a game, compared
with random playouts of catanatron (by its MCTSPlayer, if installed). --json prints a list of rows with the
keys

  name simulations      the game or the peer, and the kind of simulation
  simulations_per_second    in CPU time of the process, the median of the rounds
  peer, ratio           ratio = simulations_per_second of this row / of the peer
  two_processes         speed of two processes together / of one, in elapsed time

--envs measures the environments instead, compared with the backgammon of EnvPool, if it is installed. A step
is one decision of a player, with observation and mask of the next player. The time to choose the action is
not included. --json prints a list of rows with the keys

  name interface seats  the game or the peer, the interface, and the number of players
  steps_per_second      in CPU time of the process, the median of the rounds
  steps_per_second_wall in elapsed time
  ratio                 steps_per_second of this row / of the peer; null if the peer is not installed
  two_processes         speed of two processes together / of one, in elapsed time"""


class Parser(argparse.ArgumentParser):
    """Prints an error in one line, with the command that shows help (of the game, if one was named)."""

    is_named = False  # True if the command line names this command, so that its help may be shown
    game = ""  # the game on the command line
    named = ""  # the command and the game on the command line, for errors of the top-level parser

    def error(self, message: str) -> NoReturn:
        help = " ".join(f"{self.prog} {self.named} {self.game} --help".split())
        print(f"{self.prog}: {message} (try {help})", file=sys.stderr)
        sys.exit(BAD_INPUT)


class ShowVersion(argparse.Action):
    """Reads the version only for ``--version``. argparse's own action needs the version at every start."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"samovar {samovar.__version__}")
        parser.exit()


def parser(words: list[str]) -> Parser:
    """The parser of the command line. A game is loaded only if the command names it, to add its options."""
    top = Parser(
        prog="samovar",
        description="A table for board games of the Tsardom. Without a command: samovar serve.",
        epilog="samovar COMMAND --help shows the options of a command.",
    )
    top.add_argument("--version", action=ShowVersion, help="show the version number and exit")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    play = _command(commands, words, "play", "play in the terminal", "")
    if words[:1] == ["play"]:
        terminal.add_arguments(play, words[1:])

    serve = _command(commands, words, "serve", "open the table in the browser", "")
    backup = _command(commands, words, "backup", "copy the database of the table", "")
    if words[:1] in (["serve"], ["backup"]):
        from samovar.table import backup as copying
        from samovar.table import serve as table

        table.add_arguments(serve)
        copying.add_arguments(backup)

    sim = _command(commands, words, "sim", "let bots play many games", SIM)
    _game(sim)
    sim.add_argument("--seats", type=int, metavar="N", help=f"number of players ({USUAL_SEATS})")
    sim.add_argument("--games", type=int, default=1000, metavar="K", help="number of games (1000)")
    sim.add_argument(
        "--bots",
        default="random",
        metavar="A,B,C",
        help="one name for all seats or one for each: easy, medium, hard, expert, random, casual, greedy, "
        "search@500 (simulations) or search@0.5s (seconds); the default is random",
    )
    sim.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first game (0)")
    _components(sim)
    _json(sim)
    add_options(sim, sim.game)

    arena = _command(commands, words, "arena", "let bots compete, with ratings", ARENA)
    _game(arena, registry.FIRST)
    arena.add_argument(
        "--bots", default="hard,medium,easy,random", metavar="A,B,C", help="bots that compete (%(default)s)"
    )
    arena.add_argument("--seats", type=int, metavar="N", help="number of players (2)")
    arena.add_argument(
        "--games", type=int, metavar="K", help=f"number of games in all ({ARENA_GAMES}); at most, with --sprt"
    )
    arena.add_argument(
        "--sprt", metavar="ELO0,ELO1", help="end as soon as it is clear which difference two bots have"
    )
    arena.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first deal (0)")
    arena.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to share the work (1)")
    arena.add_argument("--html", metavar="FILE", help="write a report with charts")
    _components(arena)
    _json(arena)
    add_options(arena, arena.game)

    train = _command(commands, words, "train", "fit the weights of the bots by self-play", TRAIN)
    _game(train)
    train.add_argument("--value", action="store_true", help="fit the weights of the evaluation (required)")
    train.add_argument("--seats", default="", metavar="N,N", help="numbers of players (all)")
    train.add_argument(
        "--games", type=int, default=2000, metavar="K", help="games for each number of seats (2000)"
    )
    train.add_argument("--from", dest="base", type=int, default=0, metavar="V", help="version to begin with")
    train.add_argument(
        "--ridge",
        type=float,
        default=300.0,
        metavar="N",
        help="number of samples that the weights to begin with count as (300)",
    )
    train.add_argument(
        "--horizon", type=int, metavar="N", help="turns of a playout, 0 for the end of the game (as before)"
    )
    train.add_argument("--seed", type=int, default=0, metavar="S", help="other games (0)")
    train.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to share the work (1)")
    train.add_argument("--out", metavar="FILE", help="write the data file there instead of printing it")
    _json(train)

    check = _command(commands, words, "check", "check the rules with random games", CHECK)
    _game(check)
    check.add_argument("--seats", default="", metavar="N,N", help="numbers of players (all)")
    check.add_argument(
        "--games",
        type=int,
        default=300,
        metavar="K",
        help="games for each number of seats and set of options (300)",
    )
    check.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first game (0)")
    check.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to share the work (1)")
    check.add_argument(
        "--seldom",
        type=int,
        default=1,
        metavar="N",
        help="for many games: run expensive checks N times less often (1)",
    )
    _components(check)
    _json(check)
    add_options(check, check.game)

    verify = _command(commands, words, "verify", "replay and verify records", VERIFY)
    verify.add_argument("files", nargs="*", metavar="FILE", help="a record, as saved by samovar play")
    verify.add_argument("--all", action="store_true", help="verify all games in the table's database")
    verify.add_argument("--database", metavar="FILE|URL", help="with --all: the database to verify")
    _components(verify)
    _json(verify)

    bench = _command(commands, words, "bench", "measure the speed against peers", BENCH)
    bench.add_argument(
        "--game", action="append", metavar="GAME", help="only this game; may be repeated (all)"
    )
    bench.add_argument("--seconds", type=float, default=3.0, metavar="S", help="time for each row (3)")
    bench.add_argument("--seats", type=int, metavar="N", help=f"number of players ({USUAL_SEATS})")
    what = bench.add_mutually_exclusive_group()
    what.add_argument(
        "--instructions", action="store_true", help="count instructions per decision and observation instead"
    )
    what.add_argument("--search", action="store_true", help="measure simulations of the search instead")
    what.add_argument("--envs", action="store_true", help="measure steps of the environments instead")
    bench.add_argument(
        "--gate",
        action="append",
        default=[],
        metavar="N|GAME=N|GAME:SEATS=N|GAME:observation=N",
        help="with --instructions: exit code 1 if a decision takes more than N instructions. The limit is "
        "for all games, for one game, for one game with this number of seats, or for an observation; may be "
        "repeated",
    )
    _json(bench)
    if words[:1] and words[0] in commands.choices:
        top.named = f"{words[0]} {typed_game(words[1:])}"
    return top


def _command(commands: Any, words: list[str], name: str, help: str, description: str) -> Parser:
    made: Parser = commands.add_parser(
        name, help=help, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if words[:1] == [name]:
        made.is_named = True
        made.game = typed_game(words[1:])
    return made


def _game(command: Parser, default: str = "") -> None:
    """Add the argument for the game. It is optional if there is a default."""
    help = ", ".join(registry.names()) if command.is_named else ""  # finding all games takes 20 ms
    if default:
        command.game = command.game or (default if command.is_named else "")
        help = f"{help} ({default})"
    command.add_argument(
        "game", metavar="GAME", nargs="?" if default else None, default=default or None, help=help
    )


def _components(command: Parser) -> None:
    command.add_argument("--components", metavar="FILE", help="another component file")


def _json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def open_missing_streams() -> None:
    """Open /dev/null for standard streams that the parent process has closed (``>&-``)."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def main(argv: list[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    open_missing_streams()
    try:
        words = words or ["serve"]
        arguments = parser(words).parse_args(words)
        status = run(arguments)
        sys.stdout.flush()
        return status
    except (SamovarError, MissingPackage) as error:
        print(f"samovar: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        forget_stdout()
        return BROKEN_PIPE
    except OSError as error:  # errors of reading are BadInput; this one is stdout, for example on a full disk
        print(f"samovar: cannot write: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        forget_stdout()
        return FAILED


def forget_stdout() -> None:
    """Redirect stdout to /dev/null, because Python flushes it once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(arguments: argparse.Namespace) -> int:
    match arguments.command:
        case "play":
            return terminal.run(arguments)
        case "serve":
            from samovar.table import serve

            return serve.run(arguments)
        case "backup":
            from samovar.table import backup

            return backup.run(arguments)
        case "sim":
            return sim(arguments)
        case "arena":
            return arena(arguments)
        case "train":
            return train(arguments)
        case "check":
            return check(arguments)
        case "verify":
            return verify(arguments)
        case "bench":
            return bench(arguments)
        case _:
            parser([]).error(
                "a command is needed: play, serve, backup, sim, arena, train, check, verify or bench"
            )


# ---- shared by the commands ----


def print_json(document: object) -> None:
    import json

    print(json.dumps(document, indent=2))


# ---- sim ----


def sim(arguments: argparse.Namespace) -> int:
    from samovar.bots.registry import seat_bots
    from samovar.lab.progress import ProgressBar
    from samovar.lab.simulation import simulate

    game = registry.game(arguments.game)
    seats = fitting_seats(game, arguments.seats, USUAL_SEATS)
    game.check_seats(seats)
    options = read_options(arguments.option)
    seated = seat_bots(arguments.bots, game, range(seats))
    components = read_component_file(arguments.components)
    box = game.standard_box() if components is None else game.load(components)
    with ProgressBar("playing", arguments.games) as bar:
        summary = simulate(game, box, seats, options, seated, arguments.games, arguments.seed, bar)
    if arguments.json:
        print_json(summary)
        return 0
    how = "compiled" if summary["compiled"] else "interpreted"
    print(f"{game.title}, {summary['seats']} seats, {summary['games']} games, rules {how}")
    print(
        f"{summary['decisions']} decisions in {summary['seconds']:.2f} s: "
        f"{summary['decisions_per_second']:.0f} decisions/s, {summary['games_per_second']:.1f} games/s"
    )
    width = max(len(name) for name in ["mean score", *summary["score_breakdown"]])
    automa = ["automa"] * (len(summary["wins"]) - summary["seats"])
    players = [str(seat) for seat in range(summary["seats"])] + automa
    print(f"{'seat':<{width}}" + "".join(f"{player:>9}" for player in players))
    if set(summary["bots"]) != {"random"}:
        print(f"{'bot':<{width}}" + "".join(f"{bot[:8]:>9}" for bot in summary["bots"]))
    print(f"{'wins':<{width}}" + "".join(f"{wins:>9}" for wins in summary["wins"]))
    print(f"{'mean score':<{width}}" + "".join(f"{mean:>9.2f}" for mean in summary["mean_scores"]))
    for category, means in summary["score_breakdown"].items():
        print(f"{category:<{width}}" + "".join(f"{mean:>9.2f}" for mean in means))
    print(f"mean score of the winner: {summary['mean_winner_score']:.2f}")
    if summary["faults"]:
        print(f"faults of bots: {len(summary['faults'])}; the first: {summary['faults'][0]}")
    return 0


# ---- arena ----


def arena(arguments: argparse.Namespace) -> int:
    from samovar.lab.arena import arena as lab

    game = registry.game(arguments.game)
    seats = fitting_seats(game, arguments.seats, ARENA_SEATS)
    if arguments.html:
        check_writable(arguments.html, "report")
    sprt = None if arguments.sprt is None else lab.read_sprt(arguments.sprt)
    games = arguments.games
    if games is None:
        games = ARENA_GAMES if sprt is None else SPRT_GAMES
    finished, report = lab.run_arena(
        game,
        seats,
        read_options(arguments.option),
        read_component_file(arguments.components),
        arguments.bots,
        games,
        arguments.seed,
        arguments.jobs,
        sprt,
    )
    if arguments.json:
        print_json(report)
    else:
        print("\n".join(lab.report_lines(report)))
    if arguments.html:
        write_file(arguments.html, "report", lab.render_html(report))
    return 0 if finished else INTERRUPTED


# ---- train ----


def train(arguments: argparse.Namespace) -> int:
    from samovar.lab.checking import read_seats
    from samovar.lab.progress import ProgressBar
    from samovar.lab.training import value

    if not arguments.value:
        raise BadInput("train", ["say what to train: --value"])
    game = registry.game(arguments.game)
    seats = read_seats(game, arguments.seats)
    if arguments.out:
        check_writable(arguments.out, "weights")
    with ProgressBar("playing", arguments.games * len(seats)) as bar:
        report = value.train_value(
            game,
            seats,
            arguments.games,
            arguments.seed,
            arguments.base,
            arguments.ridge,
            arguments.horizon,
            arguments.jobs,
            bar,
        )
    if arguments.out:
        write_file(arguments.out, "weights", report["file"])
    if arguments.json:
        print_json(report)
        return 0
    print("\n".join(value.report_lines(report)))
    if not arguments.out:
        print(f"\n{report['file']}", end="")
    return 0


# ---- check ----


def check(arguments: argparse.Namespace) -> int:
    from samovar.lab.checking import check_game, read_seats
    from samovar.lab.progress import ProgressBar

    game = registry.game(arguments.game)
    seats = read_seats(game, arguments.seats)
    options = read_options(arguments.option)
    if arguments.games < 1:
        raise BadInput("games", [f"at least one game must be played, not {arguments.games}"])
    components = read_component_file(arguments.components)
    sets = [(n, one) for n in seats for one in ([options] if options else game.option_sets(n))]
    with ProgressBar("checking", arguments.games * len(sets)) as bar:
        jobs = max(1, arguments.jobs)
        seldom = max(1, arguments.seldom)
        rows = check_game(game, sets, arguments.games, arguments.seed, bar, jobs, components, seldom)
    failures = sum(len(row["failures"]) for row in rows)
    if arguments.json:
        print_json(
            {
                "game": game.name,
                "games": sum(row["games"] for row in rows),
                "decisions": sum(row["decisions"] for row in rows),
                "pairs": sum(row["pairs"] for row in rows),
                "failures": failures,
                "compiled": samovar.compiled(),
                "sets": rows,
            }
        )
        return FAILED if failures else 0
    for row in rows:
        settings = " ".join(f"{name}={value}" for name, value in row["options"].items())
        verdict = f"{len(row['failures'])} FAILURES" if row["failures"] else "ok"
        print(
            f"{game.name} {row['seats']} seats {settings}: "
            f"{row['games']} games, {row['decisions']} decisions, {row['pairs']} pairs, {verdict}"
        )
        for failure in row["failures"]:
            print(f"  {failure}", file=sys.stderr)
    return FAILED if failures else 0


# ---- verify ----


def verify(arguments: argparse.Namespace) -> int:
    from samovar.lab.checking import VerifyRow, verify_text

    if bool(arguments.files) == arguments.all:
        raise BadInput("verify", ["needs either files or --all for the games of the table's database"])
    if arguments.all:
        with needed("samovar verify --all"):
            from samovar.table.verify import verify_all

        return verify_all(arguments.database, arguments.json)
    components = read_component_file(arguments.components)
    status = 0
    rows: list[VerifyRow] = []
    for name in arguments.files:
        try:
            row = verify_text(name, read_file(name, "record"), components)
        except BadInput as error:
            row = {
                "file": name,
                "record": False,
                "ok": False,
                "message": f"cannot be read: {error.faults[0]}",
            }
        rows.append(row)
        status = max(status, 0 if row["ok"] else FAILED if row["record"] else BAD_INPUT)
        if not arguments.json:
            print(f"{name}: {row['message']}", file=sys.stdout if row["ok"] else sys.stderr)
    if arguments.json:
        print_json(rows)
    return status


# ---- bench ----


def bench(arguments: argparse.Namespace) -> int:
    from samovar.lab import bench as lab

    if arguments.gate and not arguments.instructions:
        raise BadInput("bench", ["--gate needs --instructions"])
    if not 0 < arguments.seconds < float("inf"):
        raise BadInput("bench", [f"--seconds must be more than 0 and finite, not {arguments.seconds:g}"])
    games = {name: registry.game(name) for name in arguments.game or registry.names()}
    if arguments.seats is not None:
        for game in games.values():
            game.check_seats(arguments.seats)
    if arguments.instructions:
        counted = {
            name: list(range(game.min_seats, game.max_seats + 1))
            if arguments.seats is None
            else [arguments.seats]
            for name, game in games.items()
        }
        units = {"decision": lab.DECISIONS, "observation": "samovar.envs.observation_cost:observe_states"}
        return lab.instructions(counted, read_gates(arguments.gate), arguments.json, units)
    if arguments.envs:
        from samovar.envs.benchmark import environments

        return environments(_environment_seats(games, arguments.seats), arguments.seconds, arguments.json)
    seats = {name: fitting_seats(game, arguments.seats, USUAL_SEATS) for name, game in games.items()}
    peer_seats = USUAL_SEATS if arguments.seats is None else arguments.seats
    if arguments.search:
        from samovar.lab.bench_search import search

        return search(seats, peer_seats, arguments.seconds, arguments.json)
    return lab.speed(seats, peer_seats, arguments.seconds, arguments.json)


def _environment_seats(games: Mapping[str, Game], seats: int | None) -> dict[str, list[int]]:
    """The numbers of seats to measure, the usual number first. Games without observations are left out."""
    return {
        name: [seats]
        if seats is not None
        else sorted(range(game.min_seats, game.max_seats + 1), key=lambda n: (n != game.usual_seats, n))
        for name, game in games.items()
        if registry.part(name, "envs") is not None
    }


def read_gates(words: list[str]) -> dict[str, float]:
    """The limits of ``["3000", "chess=3400", "chess:1=4800"]`` by game, or by game and seats.

    A limit of one game overrides that of all games.
    """
    gates: dict[str, float] = {}
    for word in sorted(words, key=lambda word: "=" in word):
        name, _, number = word.rpartition("=")
        if name:
            registry.game(name.partition(":")[0])  # refuses a game that does not exist
        if not number.replace(".", "", 1).isdecimal():
            raise BadInput("gate", [f"must be 3000 or {registry.FIRST}=3000, for example, not {word!r}"])
        gates.update(dict.fromkeys([name] if name else registry.names(), float(number)))
    return gates


if __name__ == "__main__":
    sys.exit(main())
