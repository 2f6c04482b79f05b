"""``samovar check`` (the conformance laws over random games) and ``samovar verify`` (replay of records)."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypedDict

import samovar
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.match.fair_shuffle import check_proof, proof_of
from samovar.match.laws import check
from samovar.match.record import read_record

GAMES_PER_CHUNK: Final = 25  # work unit of the process pool


class CheckRow(TypedDict):
    """The result of checking the laws for one number of seats and one set of options."""

    seats: int
    options: dict[str, str]
    games: int
    decisions: int
    pairs: int  # compared states that differ only in what a seat cannot see
    failures: list[str]


def read_seats(game: Game, text: str) -> list[int]:
    """Read numbers of seats such as ``2,4``. An empty text means all that the game supports.

    >>> import samovar
    >>> read_seats(samovar.games()["catherine"], "")
    [2, 3, 4]
    """
    if not text:
        return list(range(game.min_seats, game.max_seats + 1))
    faults: list[str] = []
    seats: list[int] = []
    for word in text.split(","):
        if not word.strip().isdecimal():
            faults.append(f"seats must be numbers, not {word!r}")
            continue
        try:
            game.check_seats(int(word))
            seats.append(int(word))
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput("seats", faults)
    return seats


# Row, game, seats, options, games, seed, text of another component file, interval of the costly checks
Chunk = tuple[int, str, int, dict[str, str], int, int, str | None, int]


def check_game(
    game: Game,
    sets: Sequence[tuple[int, Mapping[str, str]]],
    games: int,
    seed: int,
    progress: Callable[[], None],
    jobs: int = 1,
    components: str | None = None,
    seldom: int = 1,
) -> list[CheckRow]:
    """Check the laws for each number of seats with its options.

    BadInput about options or the component file is raised before the first game. Each set plays the same
    seeds. The result does not depend on ``jobs``.

    >>> import samovar
    >>> game = samovar.games()["catherine"]
    >>> [row] = check_game(game, [(2, {})], games=1, seed=7, progress=lambda: None, seldom=50)
    >>> row["games"], row["failures"]
    (1, [])
    """
    box = None if components is None else game.load(components)
    rows: list[CheckRow] = []
    chunks: list[Chunk] = []
    for seats, options in sets:
        settings = game.canonical(seats, options, box)
        for first in range(0, games, GAMES_PER_CHUNK):
            number = min(GAMES_PER_CHUNK, games - first)
            chunks.append((len(rows), game.name, seats, settings, number, seed + first, components, seldom))
        rows.append(
            {"seats": seats, "options": settings, "games": 0, "decisions": 0, "pairs": 0, "failures": []}
        )

    def add(row: int, played: int, decisions: int, pairs: int, failures: list[str]) -> None:
        rows[row]["games"] += played
        rows[row]["decisions"] += decisions
        rows[row]["pairs"] += pairs
        rows[row]["failures"] += failures

    if jobs == 1 or len(chunks) == 1:
        for row, _, seats, settings, number, start, _, _ in chunks:
            report = check(game, seats, settings, number, start, lambda _: progress(), components, seldom)
            add(row, report.games, report.decisions, report.pairs, report.failures)
        return rows
    with multiprocessing.Pool(min(jobs, len(chunks)), _ignore_sigint) as pool:
        for row, played, decisions, pairs, failures in pool.imap(_check_chunk, chunks):
            add(row, played, decisions, pairs, failures)
            for _ in range(played):
                progress()
    return rows


def _check_chunk(chunk: Chunk) -> tuple[int, int, int, int, list[str]]:
    row, name, seats, options, games, seed, components, seldom = chunk
    report = check(registry.game(name), seats, options, games, seed, None, components, seldom)
    return row, report.games, report.decisions, report.pairs, report.failures


def _ignore_sigint() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class VerifyRow(TypedDict):
    """The result for one file."""

    file: str
    record: bool  # the file is a record
    ok: bool
    message: str


def verify_text(file: str, text: str, components: str | None) -> VerifyRow:
    """Replay a record. The message of the row is always a single line.

    >>> import samovar
    >>> record = samovar.Match("catherine", seats=2, seed=7).record()
    >>> verify_text("game.txt", record, None)["message"]
    'ok, catherine, 2 seats, 14 actions, not over yet, every draw follows from the seed'
    """
    try:
        record = read_record(text)
    except BadInput as error:
        hint = " (a position? Only records can be verified)" if _looks_like_a_position(text) else ""
        return {"file": file, "record": False, "ok": False, "message": _line(error) + hint}
    try:
        match = samovar.verify(text, components)
        proof = check_proof(text, components) if proof_of(text) is not None else "no seed"
    except BadInput as error:
        return {"file": file, "record": True, "ok": False, "message": _line(error)}
    draws = "every draw follows from the seed" if record.seed is not None else proof
    scores = " ".join(str(score.total) for score in match.scores())
    end = f"result {scores}" if match.over else "not over yet"
    message = f"ok, {match.game.name}, {match.seats} seats, {len(match.log)} actions, {end}, {draws}"
    return {"file": file, "record": True, "ok": True, "message": message}


def _line(error: BadInput) -> str:
    return f"{error.what}: " + "; ".join(error.faults)


def _looks_like_a_position(text: str) -> bool:
    return any(line.partition("=")[0].strip() == "game" for line in text.splitlines())
