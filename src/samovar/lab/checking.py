"""Whether what was built and what was recorded holds: ``samovar check`` and ``samovar verify``."""

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

PIECE: Final = 25  # games that one process checks at a time


class CheckRow(TypedDict):
    """The laws over random games of one number of seats and one set of options."""

    seats: int
    options: dict[str, str]
    games: int
    decisions: int
    pairs: int  # of states that differ only in what a seat cannot know, compared in its eyes
    failures: list[str]


def read_seats(game: Game, text: str) -> list[int]:
    """``2,4`` as numbers of seats that the game knows; all of them if nothing is given."""
    if not text:
        return list(range(game.min_seats, game.max_seats + 1))
    faults: list[str] = []
    seats: list[int] = []
    for word in text.split(","):
        if not word.strip().isdecimal():
            faults.append(f"a number of seats is a number, not {word!r}")
            continue
        try:
            game.check_seats(int(word))
            seats.append(int(word))
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput("seats", faults)
    return seats


# Row, game, seats, options, games, seed, text of another component file, how seldom to look closely
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
    """Check the laws for each number of seats with its options; what is wrong with these or with another
    component file is found before any game.

    Each set plays the same seeds. With several jobs the work is cut into pieces; what is found is the same.
    """
    box = None if components is None else game.load(components)
    rows: list[CheckRow] = []
    chunks: list[Chunk] = []
    for seats, options in sets:
        settings = game.canonical(seats, options, box)
        for first in range(0, games, PIECE):
            number = min(PIECE, games - first)
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
    with multiprocessing.Pool(min(jobs, len(chunks)), _leave_ctrl_c_to_the_parent) as pool:
        for row, played, decisions, pairs, failures in pool.imap(_check_chunk, chunks):
            add(row, played, decisions, pairs, failures)
            for _ in range(played):
                progress()
    return rows


def _check_chunk(chunk: Chunk) -> tuple[int, int, int, int, list[str]]:
    row, name, seats, options, games, seed, components, seldom = chunk
    report = check(registry.game(name), seats, options, games, seed, None, components, seldom)
    return row, report.games, report.decisions, report.pairs, report.failures


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class VerifyRow(TypedDict):
    """What became of one file."""

    file: str
    record: bool  # whether it is a record at all
    ok: bool
    message: str


def verify_text(file: str, text: str, components: str | None) -> VerifyRow:
    """Play the record in a text again; the message is one line whatever happens."""
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
