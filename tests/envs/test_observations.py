"""Observations encode everything that a seat may see, and nothing else."""

from __future__ import annotations

from typing import Any, cast
from zlib import crc32

import pytest

import samovar
from samovar.envs.action_numbering import ActionNumbering
from samovar.envs.core import catherine, stroganov, tundra
from samovar.envs.core.layout import UNSEEN
from samovar.envs.core.observer import Observer
from samovar.envs.episode import Setup
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.fields import field_names
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE
from samovar.kernel.step import Options
from tests.envs.positions import SETUPS, random_episodes

# Attributes without a field: they are constant, only undo needs them, or the field ``todo`` covers them.
WITHOUT_FIELD = {"box", "stock", "setting", "seats", "reveals", "journal", "depth"}
SPLIT = {"catherine": {"sets": {"hand", "discard"}}}  # an array that is split into several fields
NOT_IN_STATE = {"stroganov": {"seat", "track"}, "catherine": {"seat"}, "tundra": {"seat"}}
DERIVED = {
    "stroganov": stroganov.DERIVED,
    "catherine": catherine.DERIVED,
    "tundra": tundra.DERIVED,
}
NAMES = list(samovar.games())


def state_fields(game: str) -> set[str]:
    """The fields of a game's state that observations must cover."""
    rules = samovar.games()[game]
    s = rules.start(rules.standard_box(), rules.min_seats, {}, Options())
    return set(field_names(s)) - WITHOUT_FIELD


@pytest.mark.parametrize("game", NAMES)
def test_every_array_of_the_state_is_in_exactly_one_field(game: str) -> None:
    seats = samovar.games()[game].min_seats  # the solo game of Stroganov also has the automa's cards
    names = [field.name for field in Setup(game, seats).observer.layout.fields]
    assert len(names) == len(set(names))
    expected = state_fields(game) - set(DERIVED[game])
    for array, parts in SPLIT.get(game, {}).items():
        expected = (expected - {array}) | parts
    if game == "stroganov":
        expected -= {"asked"}  # no step is decided simultaneously
    assert set(names) - NOT_IN_STATE[game] == expected


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_views_differ_if_and_only_if_their_observations_differ(
    game: str, seats: int, options: dict[str, str]
) -> None:
    """An observer reads the state, and the view gives the same observation."""
    setup = Setup(game, seats, options)
    write = setup.game.write
    texts: list[dict[tuple[int, ...], str]] = [{} for _ in range(seats)]
    cells: list[dict[str, tuple[int, ...]]] = [{} for _ in range(seats)]
    for episode in random_episodes(setup, 1):
        for seat in range(seats):
            text = write(episode.view(seat))
            seen = tuple(episode.observe(seat))
            assert seen == tuple(setup.observer.observe(episode.view(seat), seat))
            assert texts[seat].setdefault(seen, text) == text
            assert cells[seat].setdefault(text, seen) == seen


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_every_cell_stays_in_its_range(game: str, seats: int, options: dict[str, str]) -> None:
    setup = Setup(game, seats, options)
    for episode in random_episodes(setup, 1, seed=2):
        for seat in range(seats):
            seen = episode.observe(seat)
            assert len(seen) == len(setup.observer)
            outside = [
                (cell, n)
                for cell, n in zip(setup.observer.cells, seen, strict=True)
                if not cell.low <= n <= cell.high
            ]
            assert outside == []


@pytest.mark.parametrize("game", ["catherine", "tundra"])
def test_a_determinization_does_not_change_the_observation(game: str) -> None:
    options = {"personal_goals": "on"} if game == "tundra" else {}
    setup = Setup(game, 3, options)
    changed = 0
    for n, episode in enumerate(random_episodes(setup, 1, seed=3)):
        for seat in range(3):
            other = setup.game.determinize(episode.view(seat), Rng(n))
            assert setup.observer.observe(other, seat) == episode.observe(seat)
            changed += setup.game.write(other) != setup.game.write(episode.state)
    assert changed > 50


def named(observer: Observer[Any], cells: list[int]) -> dict[str, int]:
    return {cell.name: n for cell, n in zip(observer.cells, cells, strict=True)}


def test_players_are_counted_from_the_observer() -> None:
    setup = Setup("stroganov", 3)
    episode = next(random_episodes(setup, 1))
    state = cast(Stroganov, episode.state)
    state.coins[0], state.coins[1], state.coins[2] = 10, 11, 12
    for seat in range(3):
        seen = named(setup.observer, episode.observe(seat))
        assert seen["seat"] == seat
        assert [seen[f"coins[{p}]"] for p in range(3)] == [10 + (seat + p) % 3 for p in range(3)]
        first = int(state.order[0])
        assert seen["order[0]"] == (first - seat) % 3
        assert seen["todo[0].who"] == (episode.actor() - seat) % 3


def test_a_secret_choice_of_another_player_is_unseen() -> None:
    setup = Setup("catherine", 2)
    episode = next(random_episodes(setup, 1))
    while episode.actor() == 0:
        episode.play(episode.legal()[0])
    assert episode.actor() == 1  # the first player has laid out its cards, the second has not
    own = named(setup.observer, episode.observe(0))
    other = named(setup.observer, episode.observe(1))
    assert own["plan[0].0"] > 0
    assert other["plan[1].0"] == UNSEEN
    assert own["plan[1].0"] == other["plan[0].0"] == 0


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_every_legal_action_of_players_and_nature_has_a_number(
    game: str, seats: int, options: dict[str, str]
) -> None:
    rules = samovar.games()[game]
    box = rules.standard_box()
    players, nature = ActionNumbering(box), ActionNumbering(box, nature=True)
    assert len(players) + len(nature) == len(box.notation.texts)
    out, rng = Options(), Rng(4)
    s = rules.start(box, seats, options, out)
    while not s.over:
        actor = rules.actor(s)
        numbering = nature if actor == NATURE else players
        legal = rules.legal(s, actor)
        assert sorted(numbering.numbers_of(legal)) == numbering.numbers_of(legal)
        assert {numbering.actions[number] for number in numbering.numbers_of(legal)} == set(legal)
        rules.play(s, actor, legal[rng.below(len(legal))], out)


@pytest.mark.parametrize(
    ("game", "actions", "cells"),
    [
        ("catherine", 4157522144, 1983584697),
        ("stroganov", 4258142857, 3427972265),
        ("tundra", 4233853507, 3795060230),
    ],
)
def test_actions_and_cells_of_a_version_never_change(game: str, actions: int, cells: int) -> None:
    """Trained policies rely on them, so a change needs a new version of the environment."""
    setup = Setup(game, 2)
    assert crc32("\n".join(setup.actions.tokens).encode()) == actions
    assert crc32(repr([tuple(cell) for cell in setup.observer.cells]).encode()) == cells


@pytest.mark.parametrize(
    ("game", "seats", "checksum"),
    [
        ("catherine", 2, 2966897509),
        ("catherine", 4, 3640488815),
        ("stroganov", 1, 1753697350),
        ("stroganov", 3, 2439171581),
        ("tundra", 2, 1008692016),
        ("tundra", 3, 3468532580),
    ],
)
def test_observations_of_a_version_never_change(game: str, seats: int, checksum: int) -> None:
    """The numbers of a whole game. A change of the rules may change the game, too."""
    seen = [
        episode.observe(seat) for episode in random_episodes(Setup(game, seats), 1) for seat in range(seats)
    ]
    assert crc32(repr(seen).encode()) == checksum
