"""Replaying: a match from its start and its moves, earlier positions of a match, and its scores over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.game import AnyRules
from samovar.kernel.state import NATURE
from samovar.kernel.step import Options
from samovar.match.match import Match, Move


class Start(NamedTuple):
    """What a match begins from. The box is always explicit: the standard box of tomorrow may be another."""

    game: AnyRules
    seats: int
    box: Components
    options: Mapping[str, str]
    position: str  # TOML; empty for a set-up
    seed: int
    fair: bool  # whether all draws follow from the seed alone
    names: list[str]


def replay(start: Start, moves: Sequence[Move], upto: int | None = None) -> Match:
    """The match after its first ``upto`` moves, or after all. BadMove names the first that is not legal."""
    match = Match(
        start.game,
        start.seats,
        start.seed,
        start.options,
        names=start.names,
        position=start.position,
        box=start.box,
        moves=moves if upto is None else moves[:upto],
    )
    match.fair = match.fair and start.fair
    return match


def beginning(match: Match) -> Match:
    """A match that begins as this one did, before the first entry of its log."""
    game, box = match.game, match.state.box
    options = {} if match.start else game.options_of(match.state)
    return Match(game, match.seats, 0, options, names=match.names, position=match.start, box=box, moves=[])


def earlier(match: Match, entries: int) -> Match:
    """The match as it was after its first entries. Only for looking: it has no undo and other dice."""
    if not 0 <= entries <= len(match.log):
        raise BadInput("position", [f"the log has {len(match.log)} actions, not {entries}"])
    found, out = beginning(match), Options()
    for entry in match.log[:entries]:
        match.game.play(found.state, entry.seat, entry.action, out)
    found.log = match.log[:entries]
    return found


def score_history(match: Match) -> list[list[int]]:
    """The points of all players at the beginning of each turn and at the end of a finished match."""
    state, out = beginning(match).state, Options()
    found: list[list[int]] = []
    turn = -1
    for entry in match.log:
        if entry.seat != NATURE and entry.turn != turn:
            turn = entry.turn
            found.append([score.total for score in match.game.score(state)])
        match.game.play(state, entry.seat, entry.action, out)
    found.append([score.total for score in match.scores()])
    return found
