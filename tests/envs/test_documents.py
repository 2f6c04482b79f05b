"""What docs/environments.md says holds, and its code runs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import samovar
from samovar.envs.episode import Setup
from samovar.envs.layouts import described

TEXT = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("game", list(samovar.games()))
def test_the_layout_of_each_game_is_as_documented(game: str) -> None:
    """``samovar.envs.layouts.described`` makes the table."""
    assert described(Setup(game, 2).layout) in TEXT


@pytest.mark.parametrize("game", list(samovar.games()))
def test_the_number_of_actions_and_cells_is_as_documented(game: str) -> None:
    setup = Setup(game, 2)
    column = ["stroganov", "catherine", "tundra"].index(game) + 2
    rows = [line.split("|") for line in TEXT.splitlines()]
    assert [int(row[column]) for row in rows if row[1:2] == [" actions "]] == [len(setup.actions)]
    cells = [int(row[column]) for row in rows if row[1:2] == [" numbers of an observation, 2 seats "]]
    assert cells == [len(setup.layout)]


@pytest.mark.parametrize("code", BLOCKS)
def test_the_code_runs(code: str) -> None:
    if ">>>" not in code:
        exec(compile(code, "environments.md", "exec"), {})
        return
    example = doctest.DocTestParser().get_doctest(code, {}, "environments.md", None, 0)
    assert doctest.DocTestRunner().run(example).failed == 0
