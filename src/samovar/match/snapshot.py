"""A match as JSON that is complete by itself: it shows the game without replaying its log.

A room whose rules have changed since it was played is shown from its last snapshot. So a snapshot also holds
what could be computed from the log while the rules were the same: events, witnesses, scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.game import AnyRules, Score
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import Event, State
from samovar.match.match import Entry, Match, Past
from samovar.match.replay import Start

LogItem = tuple[int, str, int, int, list[Event]]  # seat, token, turn, witnesses, events
UndoItem = tuple[int, int, int, int, str]  # length of the log, seat, turn, gathering, position
ScoreItem = tuple[int, int, int, dict[str, int]]  # seat, total, rank, breakdown


class MatchSnapshot(NamedTuple):
    """A match between two decisions, its undo stack included."""

    rules: int
    box: str
    position: str
    dice: tuple[int, int, int, int]
    fair: bool
    start: str
    barrier: str
    gathering: int
    log: list[LogItem]
    setup_events: list[Event]
    undo: list[UndoItem]
    scores: list[ScoreItem]


def freeze(match: Match) -> MatchSnapshot:
    """The match as a snapshot."""
    write, notation, dice = match.game.write, match.state.box.notation, match.dice
    return MatchSnapshot(
        rules=match.game.rules_version,
        box=match.state.box.digest,
        position=write(match.state),
        dice=(dice.a, dice.b, dice.c, dice.d),
        fair=match.fair,
        start=match.start,
        barrier=match.barrier,
        gathering=match.gathering,
        log=[
            (entry.seat, notation.token(entry.action), entry.turn, entry.witnesses, entry.events)
            for entry in match.log
        ],
        setup_events=match.setup_events,
        undo=[(past.entries, past.seat, past.turn, past.gathering, write(past.state)) for past in match.past],
        scores=[(score.seat, score.total, score.rank, score.breakdown) for score in match.scores()],
    )


def thaw(snapshot: MatchSnapshot, start: Start) -> Match:
    """The match of a snapshot. BadInput if these rules cannot read it. It plays on like the original."""
    game, box = start.game, start.box
    match = Match(
        game, start.seats, start.seed, names=start.names, position=snapshot.position, box=box, moves=[]
    )
    match.start = snapshot.start
    match.fair = snapshot.fair
    match.dice.a, match.dice.b, match.dice.c, match.dice.d = snapshot.dice
    match.setup_events = snapshot.setup_events
    match.barrier, match.gathering = snapshot.barrier, snapshot.gathering
    for seat, token, turn, witnesses, events in snapshot.log:
        action = box.notation.parse(token)
        if action < 0:
            raise BadInput("snapshot", [f"{token} is no action of these rules"])
        entry = Entry(seat, action, turn, witnesses)
        entry.events.extend(events)
        match.log.append(entry)
    match.past = [
        Past(_read(game, position, box), entries, seat, turn, gathering)
        for entries, seat, turn, gathering, position in snapshot.undo
    ]
    match.state.journal = match.log[-1].events if match.log else match.setup_events
    return match


def stored_scores(snapshot: MatchSnapshot) -> list[Score]:
    """The scores as the rules of that time counted them."""
    found: list[Score] = []
    for seat, _, rank, breakdown in snapshot.scores:
        score = Score(seat, breakdown)
        score.rank = rank
        found.append(score)
    return found


def to_json(snapshot: MatchSnapshot) -> dict[str, object]:
    """The snapshot as values that JSON can hold."""
    return snapshot._asdict()


def from_json(found: dict[str, Any]) -> MatchSnapshot:
    """The snapshot of JSON values. BadInput if they are none, or of an older format."""
    try:
        return MatchSnapshot(
            rules=int(found["rules"]),
            box=str(found["box"]),
            position=str(found["position"]),
            dice=_four(found["dice"]),
            fair=bool(found["fair"]),
            start=str(found["start"]),
            barrier=str(found["barrier"]),
            gathering=int(found["gathering"]),
            log=[(int(s), str(t), int(n), int(w), _events(e)) for s, t, n, w, e in found["log"]],
            setup_events=_events(found["setup_events"]),
            undo=[(int(e), int(s), int(t), int(g), str(p)) for e, s, t, g, p in found["undo"]],
            scores=[(int(s), int(t), int(r), dict(b)) for s, t, r, b in found["scores"]],
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
