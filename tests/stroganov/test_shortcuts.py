"""A move and the hunt at its end as one choice."""

from __future__ import annotations

import samovar
from samovar.games.stroganov.game import GAME
from tests.stroganov.actions import scene_of
from tests.stroganov.scene import on_tile, play, table

FURS = {5: [2, 6], 6: [4], 7: [], 8: [3]}


def offered(m: samovar.Match, seat: int = 0) -> list[str]:
    """The shortcuts of a seat, each as its tokens in the order of play."""
    token = m.state.box.notation.token
    return [" ".join(token(a) for a in found.actions) for found in GAME.shortcuts(table(m), seat)]


def turn_begins(horses: int, todo: str = "Move(0) Basic(0) Main(0,0)") -> samovar.Match:
    return scene_of(f"acted = [0]\n[[player]]\nspace = 4\nhorses = {horses}\n", todo, FURS)


def test_a_move_and_a_hunt_at_its_end_are_one_choice() -> None:
    m = turn_begins(horses=20)
    assert offered(m)[:3] == ["move.1 hunt.2", "move.1 hunt.6", "move.2 hunt.4"]
    play(m, 0, *offered(m)[1].split())
    assert on_tile(m, 5) == [2]
    assert table(m).space[0] == 5


def test_a_hunt_is_offered_only_if_the_horses_are_enough_after_the_move() -> None:
    assert "move.1 hunt.6" not in offered(turn_begins(horses=0))
    assert "move.4 hunt.3" not in offered(turn_begins(horses=2))
    for horses in range(12):
        m = turn_begins(horses)
        for tokens in offered(m):
            play(turn_begins(horses), 0, *tokens.split())


def test_only_a_move_before_a_basic_action_has_shortcuts() -> None:
    assert offered(turn_begins(20, "Basic(0) Main(0,0)")) == []
    assert offered(turn_begins(20, "Move(0) Main(0,0)")) == []
    assert offered(turn_begins(20), seat=1) == []
