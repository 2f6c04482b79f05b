"""Stroganov: a fur on another tile is one click that moves and hunts. A turn with nothing left says so."""

from __future__ import annotations

import re
from html import unescape

import pytest

from samovar.match.match import Match
from samovar.views.page import regions
from tests.stroganov.actions import scene_of
from tests.stroganov.scene import table
from tests.views.pages import PageParser, model_for

FURS: dict[int, list[int] | None] = {5: [2, 6], 6: [4], 7: [], 8: [3]}


def turn_begins(horses: int, todo: str = "Move(0) Basic(0) Main(0,0)") -> Match:
    return scene_of(f"acted = [0]\n[[player]]\nspace = 4\nhorses = {horses}\n", todo, FURS)


def rides(match: Match, lang: str = "en") -> dict[str, str]:
    """The names of the furs that one click rides to, by the tokens of the click."""
    reader = PageParser("".join(regions(model_for(match, 0, lang)).values()))
    found = [attributes for _, attributes in reader.elements]
    return {
        attributes["data-act"]: attributes["aria-label"]
        for attributes in found
        if "+" in attributes.get("data-act", "")
    }


@pytest.mark.parametrize(
    ("lang", "name"),
    [
        ("en", "Move 1 step to space 5 and hunt the sable (2)"),
        ("cs", "Pohyb o 1 krok na pole 5 a lov: sobol (2)"),
    ],
)
def test_a_fur_on_another_tile_says_the_ride_and_the_hunt(lang: str, name: str) -> None:
    assert rides(turn_begins(horses=0), lang)["move.1+hunt.2"] == name


def test_the_price_of_the_ride_and_of_the_hunt_is_one_sum() -> None:
    found = rides(turn_begins(horses=20))
    assert "move.1+hunt.6" in found
    price = int(re.findall(r"(\d+) horse", found["move.1+hunt.6"])[0])
    m = turn_begins(horses=20)
    m.play(0, "move.1")
    m.play(0, "hunt.6")
    assert f"{price} horse" in found["move.1+hunt.6"]
    assert 20 - price == int(table(m).horses[0])


def test_without_a_move_no_fur_is_ridden_to() -> None:
    assert rides(turn_begins(20, "Basic(0) Main(0,0)")) == {}


@pytest.mark.parametrize(
    ("asked_everything", "reveals", "is_over"),
    [(False, True, True), (True, True, False), (False, False, False)],  # the last: the answer was taken back
)
def test_a_turn_with_nothing_left_is_over_and_no_question(
    asked_everything: bool, reveals: bool, is_over: bool
) -> None:
    model = model_for(turn_begins(20, "EndTurn(0)"), 0)
    model.obvious = "end"
    model.irreversible = {"end"} if reveals else set()
    model.asked_everything = asked_everything
    says = unescape(regions(model)["say"])
    assert ("Your turn is over." in says) is is_over
