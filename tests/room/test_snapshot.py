"""A thawed match equals the frozen one, at every entry, and both play on alike."""

from __future__ import annotations

import json
import random

import pytest

from samovar.kernel.errors import BadInput
from samovar.match.match import Match
from samovar.match.replay import Start
from samovar.match.snapshot import freeze, from_json, stored_scores, thaw, to_json
from tests.room.comparison import match_fields
from tests.room.shell import GAMES


def thawed(match: Match) -> Match:
    """The match, frozen, written as JSON, read and thawed."""
    box, options = match.state.box, match.game.options_of(match.state)
    start = Start(match.game, match.seats, box, options, match.start, match.seed, match.fair, match.names)
    return thaw(from_json(json.loads(json.dumps(to_json(freeze(match))))), start)


def move(match: Match, rng: random.Random) -> None:
    """A random decision, undo or restart of a turn."""
    seat = rng.choice(match.actors())
    undoing = [p for p in range(match.seats) if match.can_undo(p)]
    if undoing and rng.random() < 0.2:
        match.undo(rng.choice(undoing))
    elif undoing and rng.random() < 0.1:
        match.restart_turn(rng.choice(undoing))
    else:
        match.play(seat, rng.choice(match.options(seat)))


@pytest.mark.parametrize(("game", "seats"), [("stroganov", 2), ("catherine", 3), ("tundra", 2)])
def test_a_thawed_match_equals_the_frozen_one_at_every_entry(game: str, seats: int) -> None:
    match, rng = Match(game, seats, 7, names=["A", "B", "C"][:seats]), random.Random(seats)
    undo_depths = set()
    while not match.over:
        move(match, rng)
        assert match_fields(thawed(match)) == match_fields(match)
        undo_depths.add(len(match.past))
    assert len(undo_depths) > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_thawed_match_plays_on_like_the_frozen_one(game: str) -> None:
    rng = random.Random(4)
    match = Match(game, 3, 4)
    while not match.over:
        other, seed = thawed(match), rng.random()
        for one in (match, other):
            own = random.Random(seed)
            for _ in range(8):
                if not one.over:
                    move(one, own)
        assert match_fields(other) == match_fields(match)


def test_a_snapshot_has_the_scores_of_its_time() -> None:
    match = Match("catherine", 2, 1)
    snapshot = freeze(match)
    assert [repr(score) for score in stored_scores(snapshot)] == [repr(score) for score in match.scores()]


@pytest.mark.parametrize("fault", [{"log": [[0, "no-such-action", 1, 3, []]]}, {"position": "game = 1"}])
def test_a_snapshot_that_these_rules_cannot_read_is_bad_input(fault: dict[str, object]) -> None:
    match = Match("stroganov", 2, 1)
    start = Start(match.game, 2, match.state.box, {}, "", 1, True, [])
    snapshot = from_json({**to_json(freeze(match)), **fault})
    with pytest.raises(BadInput):
        thaw(snapshot, start)


@pytest.mark.parametrize("field", list(to_json(freeze(Match("stroganov", 2, 1)))))
def test_a_snapshot_of_an_older_format_is_bad_input(field: str) -> None:
    found = to_json(freeze(Match("stroganov", 2, 1)))
    del found[field]
    with pytest.raises(BadInput):
        from_json(found)
