"""Replay: a match from its moves, a match at an earlier entry, and the scores over time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.game import AnyRules
from samovar.kernel.state import NATURE, State
from samovar.kernel.step import Options
from samovar.match.match import Match
from samovar.match.undo import Move


class Start(NamedTuple):
    """The arguments from which a match is made. They include the box, because the standard box may change.

    >>> game = samovar.games()["stroganov"]
    >>> start = Start(game, 2, game.standard_box(), {}, position="", seed=7, seeded=True, names=[])
    >>> replay_moves(start, []).seats
    2
    """

    game: AnyRules
    seats: int
    box: Components
    options: Mapping[str, str]
    position: str  # TOML; empty for a set-up
    seed: int
    seeded: bool  # True if all draws follow from ``seed``, and not from a fair shuffle
    names: list[str]


def replay_moves(start: Start, moves: Sequence[Move], upto: int | None = None) -> Match:
    """The match after its first ``upto`` moves, or after all. BadMove names the first illegal one.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> start = Start(match.game, 2, match.state.box, {}, "", seed=7, seeded=True, names=[])
    >>> replay_moves(start, match.moves()).position() == match.position()
    True
    """
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
    match.seeded = match.seeded and start.seeded
    return match


def initial_match(match: Match) -> Match:
    """A new match with the start of this one, before the first entry of its log.

    >>> len(initial_match(Match("stroganov", seats=2, seed=7)).log)
    0
    """
    game, box = match.game, match.state.box
    options = {} if match.start else game.options_of(match.state)
    return Match(game, match.seats, 0, options, names=match.names, position=match.start, box=box, moves=[])


def match_at(match: Match, entries: int) -> Match:
    """The match after its first ``entries`` entries, for display: it has no undo and another generator.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> match_at(match, 3).moves() == match.moves()[:3]
    True
    """
    if not 0 <= entries <= len(match.log):
        raise BadInput("position", [f"must be from 0 to {len(match.log)} entries, not {entries}"])
    found, out = initial_match(match), Options()
    for entry in match.log[:entries]:
        match.game.play(found.state, entry.seat, entry.action, out)
    found.log = match.log[:entries]
    return found


def visit_states(match: Match, visit: Callable[[int, State], None]) -> None:
    """Call ``visit`` with the length of the log and the state before each entry, and at the end.

    >>> lengths = []
    >>> visit_states(Match("stroganov", seats=2, seed=7), lambda length, state: lengths.append(length))
    >>> lengths[0], lengths[-1]
    (0, 76)
    """
    state, out = initial_match(match).state, Options()
    for length, entry in enumerate(match.log):
        visit(length, state)
        match.game.play(state, entry.seat, entry.action, out)
    visit(len(match.log), state)


def turn_starts(match: Match) -> list[int]:
    """The lengths of the log at which the totals of ``score_history`` were taken.

    >>> turn_starts(Match("stroganov", seats=2, seed=7))
    [76]
    """
    found: list[int] = []
    turn = -1
    for length, entry in enumerate(match.log):
        if entry.seat != NATURE and entry.turn != turn:
            turn = entry.turn
            found.append(length)
    return [*found, len(match.log)]


def score_history(match: Match) -> list[list[int]]:
    """The totals of all players at the beginning of each turn and at the end of a finished match.

    >>> from samovar.match.laws import random_match
    >>> history = score_history(random_match(samovar.games()["tundra"], 2, {}, seed=1))
    >>> history[0], history[-1]
    ([0, 0], [4, 10])
    """
    starts = turn_starts(match)[:-1]
    found: list[list[int]] = []

    def visit(length: int, state: State) -> None:
        if len(found) < len(starts) and length == starts[len(found)]:
            found.append([score.total for score in match.game.score(state)])

    visit_states(match, visit)
    found.append([score.total for score in match.scores()])
    return found
