"""The tables of docs/environments.md are correct, and its code runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import samovar
from samovar.envs.core.layout import markdown_table
from samovar.envs.episode import Setup

TEXT = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", list(samovar.games()))
def test_the_fields_of_each_game_are_as_documented(game: str) -> None:
    """``markdown_table`` prints the table to paste."""
    assert markdown_table(Setup(game, 2).observer.layout) in TEXT


@pytest.mark.parametrize("game", list(samovar.games()))
def test_the_number_of_actions_and_cells_is_as_documented(game: str) -> None:
    setup = Setup(game, 2)
    column = ["stroganov", "catherine", "tundra"].index(game) + 2
    rows = [line.split("|") for line in TEXT.splitlines()]
    assert [int(row[column]) for row in rows if row[1:2] == [" actions "]] == [len(setup.actions)]
    cells = [int(row[column]) for row in rows if row[1:2] == [" numbers of an observation, 2 seats "]]
    assert cells == [len(setup.observer)]
