"""A match restored from a snapshot equals the original at every entry, and both continue equally."""

from __future__ import annotations

import json
import random

import pytest

from samovar.kernel.errors import BadInput
from samovar.match.match import Decision, Match
from samovar.match.replay import Start
from samovar.match.snapshot import (
    restore_match,
    snapshot_from_json,
    snapshot_match,
    snapshot_to_json,
    stored_scores,
)
from tests.room.comparison import match_fields
from tests.room.shell import GAMES


def restored(match: Match) -> Match:
    """The match restored from its snapshot, which was written to JSON and read again."""
    box, options = match.state.box, match.game.options_of(match.state)
    start = Start(match.game, match.seats, box, options, match.start, match.seed, match.seeded, match.names)
    return restore_match(
        snapshot_from_json(json.loads(json.dumps(snapshot_to_json(snapshot_match(match))))), start
    )


def move(match: Match, rng: random.Random) -> None:
    """Make a random decision, undo or restart of a turn."""
    seat = rng.choice(match.actors())
    undoing = [p for p in range(match.seats) if match.can_undo(p)]
    if undoing and rng.random() < 0.2:
        match.undo(rng.choice(undoing))
    elif undoing and rng.random() < 0.1:
        match.restart_turn(rng.choice(undoing))
    else:
        match.play(seat, rng.choice(match.options(seat)))


@pytest.mark.parametrize(("game", "seats"), [("stroganov", 2), ("catherine", 3), ("tundra", 2)])
def test_a_restored_match_equals_the_original_at_every_entry(game: str, seats: int) -> None:
    match, rng = Match(game, seats, 7, names=["A", "B", "C"][:seats]), random.Random(seats)
    undo_depths = set()
    while not match.over:
        move(match, rng)
        assert match_fields(restored(match)) == match_fields(match)
        undo_depths.add(len(match.history.points))
    assert len(undo_depths) > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_restored_match_plays_on_like_the_original(game: str) -> None:
    rng = random.Random(4)
    match = Match(game, 3, 4)
    while not match.over:
        other, seed = restored(match), rng.random()
        for one in (match, other):
            own = random.Random(seed)
            for _ in range(8):
                if not one.over:
                    move(one, own)
        assert match_fields(other) == match_fields(match)


def test_a_snapshot_stores_the_scores() -> None:
    match = Match("catherine", 2, 1)
    snapshot = snapshot_match(match)
    assert [repr(score) for score in stored_scores(snapshot)] == [repr(score) for score in match.scores()]


@pytest.mark.parametrize("fault", [{"log": [[0, "no-such-action", 1, 3, []]]}, {"position": "game = 1"}])
def test_a_snapshot_that_the_rules_cannot_read_is_bad_input(fault: dict[str, object]) -> None:
    match = Match("stroganov", 2, 1)
    start = Start(match.game, 2, match.state.box, {}, "", 1, True, [])
    snapshot = snapshot_from_json({**snapshot_to_json(snapshot_match(match)), **fault})
    with pytest.raises(BadInput):
        restore_match(snapshot, start)


FIELDS = list(snapshot_to_json(snapshot_match(Match("stroganov", 2, 1))))
ADDED_LATER = ["automatic"]  # snapshots of version 0.2 lack it


@pytest.mark.parametrize("field", [field for field in FIELDS if field not in ADDED_LATER])
def test_a_snapshot_of_an_older_format_is_bad_input(field: str) -> None:
    found = snapshot_to_json(snapshot_match(Match("stroganov", 2, 1)))
    del found[field]
    with pytest.raises(BadInput):
        snapshot_from_json(found)


def test_a_snapshot_without_automatic_answers_is_read() -> None:
    found = snapshot_to_json(snapshot_match(Match("stroganov", 2, 1)))
    del found["automatic"]
    assert snapshot_from_json(found).automatic == []


def test_a_snapshot_keeps_which_answers_were_automatic() -> None:
    match = Match("stroganov", 2, 7)
    match.apply_decision(0, Decision("start.s1", draws=[]), automatic=True)
    start = Start(match.game, 2, match.state.box, {}, "", 7, True, [])
    restored = restore_match(snapshot_from_json(snapshot_to_json(snapshot_match(match))), start)
    assert restored.can_reopen(0)
    assert not restored.can_undo(0)
