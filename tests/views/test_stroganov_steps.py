"""Stroganov: the step of the turn that the page marks, also during auxiliary and extra actions."""

from __future__ import annotations

import re

import pytest

from samovar.views.page import regions
from tests.stroganov.scene import scene
from tests.views.pages import model_for


def marked(todo: str, *played: str) -> str:
    """The name of the marked step after these actions."""
    m = scene(
        f'todo = ["{todo}", "Calendar()"]\nacted = [0]\n'
        '[[player]]\nspace = 4\nhorses = 20\ncoins = 3\nfurs = [3, 4, 5, 6]\nwishes = ["A11"]'
    )
    for token in played:
        m.play(0, token)
    status = "".join(regions(model_for(m, 0)).values())
    found = re.search(r'aria-current="step"[^>]*>(?:<[^>]*>)*([^<]*)', status)
    assert found, status
    return found.group(1)


@pytest.mark.parametrize(
    ("played", "step"),
    [
        ([], 1),
        (["buy_market"], 1),
        (["swap"], 1),
        (["extra.a11"], 1),
        (["coin"], 2),
        (["coin", "buy_market"], 2),
        (["coin", "extra.a11"], 2),
        (["trade"], 1),
    ],
)
def test_a_side_action_leaves_the_step_marked(played: list[str], step: int) -> None:
    found = marked('Basic(0)", "Main(0,0)', *played)
    assert found == marked(["Move(0)", 'Basic(0)", "Main(0,0)', "Main(0,0)"][step])
