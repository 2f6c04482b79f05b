"""Pinned random games detect a change of the rules, which needs a new rules version."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import pytest

from samovar.games import registry
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.match.match import Match
from tests.room.shell import GAMES

FILE = Path(__file__).with_name("pinned_games.toml")
PINNED: dict[str, dict[str, str]] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def digest_of(game: Game) -> str:
    """A digest of random games with all their options, positions, events and scores."""
    found = hashlib.sha256()
    for seats in range(game.min_seats, game.max_seats + 1):
        sets = game.option_sets(seats)
        for options in (sets[0], sets[-1]):
            for line in random_game(game, seats, options):
                found.update(line.encode())
    return found.hexdigest()


def random_game(game: Game, seats: int, options: dict[str, str]) -> list[str]:
    """The decisions of a random game with the box of rules version 1."""
    box = game.load(game.first_text())
    match, rng = Match(game, seats, 10 + seats, options, box=box), Rng(seats)
    lines = [game.write(match.state)]
    while not match.over:
        actors = match.actors()
        seat = actors[rng.below(len(actors))]
        tokens = match.options(seat)
        length = len(match.log)
        match.play(seat, tokens[rng.below(len(tokens))])
        events = [(entry.seat, entry.turn, entry.witnesses, entry.events) for entry in match.log[length:]]
        lines.append(f"{actors} {tokens} {match.moves(length)} {events}\n{game.write(match.state)}")
    return [*lines, repr(match.scores())]


@pytest.mark.parametrize("name", GAMES)
def test_pinned_games_change_exactly_when_the_rules_version_changes(name: str) -> None:
    game = registry.game(name)
    found, version = digest_of(game), game.rules_version
    pinned = PINNED[name].get(str(version))
    assert pinned is not None, f"add to {FILE.name}, [{name}]: {version} = {found!r}"
    assert found == pinned, (
        f"the rules of {name} play a pinned game differently: bump rules_version of the game and add a "
        f"migration, or accept freezing of its running rooms; then add to {FILE.name}, [{name}]: "
        f"{version + 1} = {found!r}"
    )
    others = [digest for other, digest in PINNED[name].items() if int(other) not in game.replays]
    assert found not in others, f"version {version} of {name} plays like an older one: list that in replays"


def test_every_game_of_the_package_is_pinned() -> None:
    packages = Path(registry.__file__).parent.glob("*/game.*")
    assert set(PINNED) == {path.parent.name for path in packages}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_replays_or_migrates_only_older_versions(name: str) -> None:
    game = registry.game(name)
    known = set(range(1, game.rules_version + 1))
    assert game.rules_version in game.replays
    assert game.replays | set(game.migrations) <= known
