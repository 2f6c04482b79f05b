"""Snapshots: a match as JSON, complete enough to show the game without replaying its log.

A room whose rules have changed since it was played is shown from its last snapshot. So a snapshot also
contains what the old rules computed from the log: events, witnesses, scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.game import AnyRules, Score
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import Event, State
from samovar.match.match import Entry, Match
from samovar.match.replay import Start
from samovar.match.undo import UndoPoint

LogItem = tuple[int, str, int, int, list[Event]]  # seat, token, turn, witnesses, events
UndoItem = tuple[int, int, int, int, str]  # length of the log, seat, turn, phase, position
ScoreItem = tuple[int, int, int, dict[str, int]]  # seat, total, rank, breakdown
# The keys of these fields in stored snapshots, unchanged since version 1.
STORED_KEYS: Final = {"rng": "dice", "seeded": "fair", "phase": "gathering"}


class MatchSnapshot(NamedTuple):
    """A match between two decisions, with its undo points.

    >>> snapshot = snapshot_match(Match("stroganov", seats=2, seed=7))
    >>> len(snapshot.log), snapshot.seeded
    (76, True)
    """

    rules: int
    box: str
    position: str
    rng: tuple[int, int, int, int]  # the state of the random generator
    seeded: bool  # as in ``Match``
    start: str
    barrier: str  # as in ``UndoHistory``
    phase: int  # as in ``UndoHistory``
    log: list[LogItem]
    setup_events: list[Event]
    undo: list[UndoItem]
    scores: list[ScoreItem]
    automatic: list[int]  # the numbers of the log entries that are automatic answers


def snapshot_match(match: Match) -> MatchSnapshot:
    """A snapshot of the match.

    >>> snapshot_match(Match("tundra", seats=2, seed=1)).log[0]
    (15, 'first.0', 0, 4095, [(2, 0, 0, 0)])
    """
    write, notation, rng = match.game.write, match.state.box.notation, match.rng
    return MatchSnapshot(
        rules=match.game.rules_version,
        box=match.state.box.digest,
        position=write(match.state),
        rng=(rng.a, rng.b, rng.c, rng.d),
        seeded=match.seeded,
        start=match.start,
        barrier=match.history.barrier,
        phase=match.history.phase,
        log=[
            (entry.seat, notation.token(entry.action), entry.turn, entry.witnesses, entry.events)
            for entry in match.log
        ],
        setup_events=match.setup_events,
        undo=[
            (past.entries, past.seat, past.turn, past.phase, write(past.state))
            for past in match.history.points
        ],
        scores=[(score.seat, score.total, score.rank, score.breakdown) for score in match.scores()],
        automatic=[number for number, entry in enumerate(match.log) if entry.automatic],
    )


def restore_match(snapshot: MatchSnapshot, start: Start) -> Match:
    """The match of a snapshot, which plays on like the original. BadInput if these rules cannot read it.

    >>> match = Match("stroganov", seats=2, seed=7)
    >>> start = Start(match.game, 2, match.state.box, {}, "", seed=7, seeded=True, names=[])
    >>> restore_match(snapshot_match(match), start).options(0)
    ['start.s1', 'start.s7', 'start.s4']
    """
    game, box = start.game, start.box
    match = Match(
        game, start.seats, start.seed, names=start.names, position=snapshot.position, box=box, moves=[]
    )
    match.start = snapshot.start
    match.seeded = snapshot.seeded
    match.rng.a, match.rng.b, match.rng.c, match.rng.d = snapshot.rng
    match.setup_events = snapshot.setup_events
    match.history.barrier, match.history.phase = snapshot.barrier, snapshot.phase
    automatic = set(snapshot.automatic)
    for number, (seat, token, turn, witnesses, events) in enumerate(snapshot.log):
        action = box.notation.parse(token)
        if action < 0:
            raise BadInput("snapshot", [f"these rules have no action {token}"])
        entry = Entry(seat, action, turn, witnesses, number in automatic)
        entry.events.extend(events)
        match.log.append(entry)
    match.history.points = [
        UndoPoint(_read(game, position, box), entries, seat, turn, phase, entries in automatic)
        for entries, seat, turn, phase, position in snapshot.undo
    ]
    match.state.journal = match.log[-1].events if match.log else match.setup_events
    return match


def stored_scores(snapshot: MatchSnapshot) -> list[Score]:
    """The scores as the rules of that time computed them.

    >>> [score.total for score in stored_scores(snapshot_match(Match("stroganov", seats=2)))]
    [1, 1]
    """
    found: list[Score] = []
    for seat, _, rank, breakdown in snapshot.scores:
        score = Score(seat, breakdown)
        score.rank = rank
        found.append(score)
    return found


def snapshot_to_json(snapshot: MatchSnapshot) -> dict[str, object]:
    """The snapshot as values for JSON, with the keys that stored snapshots have.

    >>> snapshot_to_json(snapshot_match(Match("stroganov", seats=2)))["fair"]
    True
    """
    return {STORED_KEYS.get(name, name): value for name, value in snapshot._asdict().items()}


def snapshot_from_json(found: dict[str, Any]) -> MatchSnapshot:
    """The snapshot of JSON values. BadInput if they are invalid or of an older format.

    >>> snapshot = snapshot_match(Match("stroganov", seats=2))
    >>> snapshot_from_json(snapshot_to_json(snapshot)) == snapshot
    True
    """
    try:
        return MatchSnapshot(
            rules=int(found["rules"]),
            box=str(found["box"]),
            position=str(found["position"]),
            rng=_four(found[STORED_KEYS["rng"]]),
            seeded=bool(found[STORED_KEYS["seeded"]]),
            start=str(found["start"]),
            barrier=str(found["barrier"]),
            phase=int(found[STORED_KEYS["phase"]]),
            log=[(int(s), str(t), int(n), int(w), _events(e)) for s, t, n, w, e in found["log"]],
            setup_events=_events(found["setup_events"]),
            undo=[(int(e), int(s), int(t), int(g), str(p)) for e, s, t, g, p in found["undo"]],
            scores=[(int(s), int(t), int(r), dict(b)) for s, t, r, b in found["scores"]],
            automatic=[int(number) for number in found.get("automatic", [])],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput("snapshot", [f"cannot be read: {error!r}"]) from None


def _events(items: Sequence[Sequence[int]]) -> list[Event]:
    return [_four(item) for item in items]


def _four(item: Sequence[int]) -> tuple[int, int, int, int]:
    a, b, c, d = item
    return int(a), int(b), int(c), int(d)


def _read(game: AnyRules, position: str, box: Components) -> State:
    state: State = game.read(Reader(read_toml(position, "position"), "", []), box)
    return state
