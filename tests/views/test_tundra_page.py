"""The page of Tundra: dice that show what they can do, locks before glades, boards, secret choices."""

from __future__ import annotations

import math
import re

import pytest

import samovar
from samovar.match.redaction import SPECTATOR
from samovar.views import registry
from samovar.views.page import regions
from samovar.views.tundra.board import MAP_W, Board
from samovar.views.tundra.drawings import HALF, R
from samovar.views.view_model import ViewModel
from tests.tundra.scene import Player, scene
from tests.views.pages import Reader, middle, model_for, played


def target(model: ViewModel, region: str, key: str) -> dict[str, str]:
    """What is drawn under this key, by its attributes."""
    for _, attributes in Reader(regions(model)[region]).elements:
        if attributes.get("id") == f"at-{key}":
            return attributes
    raise AssertionError(f"there is no {key} in {region}")


def first_step() -> samovar.Match:
    """The first worker of the first player is about to move."""
    match = samovar.Match("tundra", 2, 1)
    for seat in (0, 1):
        for _ in range(2):
            match.play(seat, match.options(seat)[0])
    return match


def test_a_die_offers_every_slot_and_goal_of_its_value_and_every_change() -> None:
    model = model_for(middle("tundra"), 0)
    offered = set(target(model, "me-dice", "die-1")["data-prefix"].split())
    of_three = {"reroll.3", "up.3", "down.3"}
    of_three |= {token for token in model.options if re.fullmatch(r"(place|goal)\..*_3", token)}
    assert offered == of_three
    assert {"place.trade_3", "goal.rocks_3"} <= offered
    assert "place.architecture_3" not in offered  # a die lies there


def test_a_slot_says_all_actions_that_a_die_there_would_give() -> None:
    told = target(model_for(middle("tundra"), 0), "order-3", "slot-3-3")["data-help"]
    for part in (
        "2 berries",
        "upgrade up to 4 order boards",
        "Cut Turf: 1 peat",
        "Reindeer Sledge: 1 movement point",
    ):
        assert part in told
    assert "Travel for 3 firewood and 2 peat: too little now" in told
    assert "Architecture for 2 firewood and 3 stone: you can pay" in told


def test_a_used_slot_says_why_not_and_by_which_rule() -> None:
    told = target(model_for(middle("tundra"), 0), "order-0", "slot-0-3")["data-help"]
    assert "no|" in told
    assert "(T-DICE-03)" in told


def test_a_lock_lies_on_a_glade_before_it_is_opened_and_on_no_open_one() -> None:
    match = first_step()
    seat = match.actors()[0]
    model = model_for(match, seat)
    found = regions(model)
    steps = [name for name, text in found.items() if name.startswith("space-") and 'data-act="move.' in text]
    locked = {name for name in steps if "#a-lock" in found[name]}
    assert locked
    assert locked == {name for name in steps if "#a-g-back" in found[name]}
    for name in locked:
        assert Reader(found[name]).targets() <= model.irreversible


def test_a_worker_that_moves_keeps_its_name_so_that_it_slides() -> None:
    match = first_step()
    seat = match.actors()[0]
    before = dict(pieces(regions(model_for(match, seat))["pieces"]))
    token = next(token for token in match.options(seat) if token.startswith("move."))
    match.play(seat, token)
    after = dict(pieces(regions(model_for(match, seat))["pieces"]))
    assert set(before) == set(after)
    assert len([name for name in before if before[name] != after[name]]) in (1, 2)  # and a twin makes room


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_map_fills_its_frame_and_neighbours_stay_neighbours(seats: int) -> None:
    context = registry.render_context(model_for(samovar.Match("tundra", seats, 1), 0))
    board = Board(context)
    layout = board.s.layout
    spaces = range(1, int(layout.spaces) + 1)
    for one in spaces:
        for other in spaces:
            apart = math.hypot(board.x[one] - board.x[other], board.y[one] - board.y[other])
            beside = other in [int(layout.beside[one * 6 + k]) for k in range(6)]
            assert (apart < 1.2 * 2 * HALF) == (beside or one == other)
    wide = max(board.x[1:]) - min(board.x[1:]) + 2 * HALF
    high = max(board.y[1:]) - min(board.y[1:]) + 2 * R
    assert max(wide / board.width, high / board.height) > 0.96
    assert board.width <= 1.2 * MAP_W  # nowhere smaller than that


def test_the_first_starter_card_is_the_one_further_left_and_the_last_says_so() -> None:
    match = samovar.Match("tundra", 2, 1)
    dealt = list(dict.fromkeys(token.partition(".")[2][:3] for token in match.options(0)))
    last = Reader(regions(model_for(match, 0))["ask"])
    told = [text for text in last.values("data-help") if "as the second one" in text]
    assert len(dealt) == 3
    assert len(told) == 1
    match.play(0, match.options(0)[-1])
    assert "as the second one" not in regions(model_for(match, 0))["ask"]


def test_what_would_bring_nothing_now_has_a_quieter_outline() -> None:
    match = scene(Player(dice=[6, 3], workers=[2], advisors="a12, a06"))
    model = model_for(match, 0)
    assert "is-idle" in target(model, "order-0", "slot-0-6")["class"]
    assert "is-idle" not in target(model, "order-1", "slot-1-6")["class"]
    advisors = [a["class"] for _, a in Reader(regions(model)["me-adv"]).elements if a.get("data-act")]
    assert sorted("is-idle" in cls for cls in advisors) == [False, True]


def test_what_ends_an_action_of_which_nothing_was_done_is_called_skipping() -> None:
    match = scene(Player(dice=[6, 3], workers=[2]), glades={2: "peat"})
    for token in ("place.gathering_6", "do.board"):
        match.play(0, token)
    assert "Skip it" in regions(model_for(match, 0))["turn"]
    match = scene(Player(dice=[6, 3], workers=[2], firewood=4))
    for token in ("place.trade_3", "do.board"):
        match.play(0, token)
    assert "Finish" in regions(model_for(match, 0))["turn"]  # the berries come


def test_the_end_tells_where_points_came_from() -> None:
    match = played("tundra", 2, 3)
    told = Reader(regions(model_for(match, 0))["ending"]).words
    assert {"Common goals", "Upgraded boards", "Towers", "Orders, cards, advisors"} <= set(told)
    assert "Common goals" not in regions(model_for(middle("tundra"), 0))["ending"]


def pieces(text: str) -> list[tuple[str, str]]:
    return [(a["id"], a["transform"]) for _, a in Reader(text).elements if "piece" in a.get("class", "")]


def test_the_boards_of_others_open_without_script_and_mine_lie_before_me() -> None:
    found = regions(model_for(middle("tundra"), 0))
    assert found["boards-0"] == '<div id="boards-0" hidden></div>'
    for p in (1, 2, 3):
        assert found[f"boards-{p}"].startswith("<details")
        assert found[f"boards-{p}"].count('class="order"') == 4
    assert Reader("".join(found[f"boards-{p}"] for p in (1, 2, 3))).targets() == set()


def test_a_starter_card_that_is_chosen_lies_under_the_own_board_and_on_no_other_page() -> None:
    match = samovar.Match("tundra", 3, 1)
    others = [regions(model_for(match, seat)) for seat in (1, SPECTATOR)]
    token = match.options(0)[0]
    match.play(0, token)
    mine = regions(model_for(match, 0))
    assert any("tuck--planned" in mine[f"order-{board}"] for board in range(4))
    assert 'class="check"' in mine["ask"]
    for seat, before in zip((1, SPECTATOR), others, strict=True):
        after = regions(model_for(match, seat))
        assert {name for name in after if after[name] != before[name]} <= {"choices", "say", "more"}


def test_how_many_are_ready_is_seen_while_all_choose() -> None:
    match = samovar.Match("tundra", 3, 1)
    for _ in range(2):
        match.play(0, match.options(0)[0])
    assert "Ready: 1 of 3" in regions(model_for(match, 1))["say"]
    assert "ready" in Reader(regions(model_for(match, 1))["seat-0"]).words
