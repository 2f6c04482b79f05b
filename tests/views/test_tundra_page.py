"""The page of Tundra: options of dice, padlocks on glades, boards, secret choices."""

from __future__ import annotations

import math
import re

import pytest

import samovar
from samovar.match.redaction import SPECTATOR
from samovar.views import registry
from samovar.views.page import regions
from samovar.views.tundra.board import MAP_W, Board
from samovar.views.tundra.drawings import HEX_HALF_WIDTH, HEX_RADIUS
from samovar.views.view_model import ViewModel
from tests.tundra.scene import Player, scene
from tests.views.pages import PageParser, middle, model_for, played


def target(model: ViewModel, region: str, key: str) -> dict[str, str]:
    """The attributes of the target with this key."""
    for _, attributes in PageParser(regions(model)[region]).elements:
        if attributes.get("id") == f"at-{key}":
            return attributes
    raise AssertionError(f"there is no {key} in {region}")


def first_step() -> samovar.Match:
    """A match in which the first worker of the first player is about to move."""
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


def test_a_slot_lists_all_actions_of_a_die_in_its_help() -> None:
    told = target(model_for(middle("tundra"), 0), "order-3", "slot-3-3")["data-help"]
    for part in (
        "2 berries",
        "upgrade up to 4 order boards",
        "Cut Turf: 1 peat",
        "Reindeer Sledge: 1 movement point",
    ):
        assert part in told
    assert "Travel for 3 firewood and 2 peat: you cannot pay it now" in told
    assert "Architecture for 2 firewood and 3 stone: you can pay it" in told


def test_a_used_slot_shows_the_reason_and_the_rule() -> None:
    told = target(model_for(middle("tundra"), 0), "order-0", "slot-0-3")["data-help"]
    assert "no|" in told
    assert "(T-DICE-03)" in told


def test_only_closed_glades_have_a_padlock() -> None:
    match = first_step()
    seat = match.actors()[0]
    model = model_for(match, seat)
    found = regions(model)
    steps = [name for name, text in found.items() if name.startswith("space-") and 'data-act="move.' in text]
    locked = {name for name in steps if "#a-lock" in found[name]}
    assert locked
    assert locked == {name for name in steps if "#a-g-back" in found[name]}
    for name in locked:
        assert PageParser(found[name]).targets() <= model.irreversible


def test_a_moving_worker_keeps_its_id() -> None:
    match = first_step()
    seat = match.actors()[0]
    before = dict(pieces(regions(model_for(match, seat))["pieces"]))
    token = next(token for token in match.options(seat) if token.startswith("move."))
    match.play(seat, token)
    after = dict(pieces(regions(model_for(match, seat))["pieces"]))
    assert set(before) == set(after)
    assert len([name for name in before if before[name] != after[name]]) in (
        1,
        2,
    )  # another worker may make room


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_map_fills_its_frame_and_keeps_neighbours(seats: int) -> None:
    context = registry.render_context(model_for(samovar.Match("tundra", seats, 1), 0))
    board = Board(context)
    layout = board.s.layout
    spaces = range(1, int(layout.spaces) + 1)
    for one in spaces:
        for other in spaces:
            apart = math.hypot(board.x[one] - board.x[other], board.y[one] - board.y[other])
            beside = other in [int(layout.beside[one * 6 + k]) for k in range(6)]
            assert (apart < 1.2 * 2 * HEX_HALF_WIDTH) == (beside or one == other)
    wide = max(board.x[1:]) - min(board.x[1:]) + 2 * HEX_HALF_WIDTH
    high = max(board.y[1:]) - min(board.y[1:]) + 2 * HEX_RADIUS
    assert max(wide / board.width, high / board.height) > 0.96
    assert board.width <= 1.2 * MAP_W  # the map is never scaled down further


def test_each_starter_card_offers_each_board_and_each_board_each_card() -> None:
    match = samovar.Match("tundra", 2, 1)
    found = regions(model_for(match, 0))
    cards = [a for _, a in PageParser(found["ask"]).elements if a.get("id", "").startswith("at-starter-")]
    boards = [
        a
        for k in range(4)
        for _, a in PageParser(found[f"order-{k}"]).elements
        if "calls--all" in a.get("class", "")
    ]
    assert [len(a["data-prefix"].split()) for a in cards] == [4, 4, 4, 4]
    assert [len(a["data-prefix"].split()) for a in boards] == [4, 4, 4, 4]
    for card in cards:  # a card and a board have exactly one option in common
        for board in boards:
            assert len(set(card["data-prefix"].split()) & set(board["data-prefix"].split())) == 1


def test_a_click_on_an_own_worker_offers_the_moves_of_that_worker() -> None:
    match = scene(Player(dice=[6, 3], workers=[2, 5]), Player(workers=[2]), glades={2: "peat", 5: "stone"})
    for token in ("place.travel_6", "do.board"):
        match.play(0, token)
    found = PageParser(regions(model_for(match, 0))["pieces"]).elements
    offered = [a["data-prefix"].split() for _, a in found if a.get("id", "").startswith("at-of-worker-0")]
    assert [{token[:7] for token in tokens} for tokens in offered] == [{"move.1_"}, {"move.2_"}]
    assert not [a for _, a in found if a.get("id", "").startswith("at-of-worker-1")]


def test_sets_of_pieces_or_resources_are_one_button_each() -> None:
    match = scene(Player(dice=[2, 1], workers=[1, 1, 2]), glades={1: "peat", 2: "stone"})
    for token in ("place.gathering_2", "do.board"):
        match.play(0, token)
    found = PageParser(regions(model_for(match, 0))["acts"]).elements
    buttons = {a["data-act"]: a["aria-label"] for tag, a in found if tag == "button"}
    assert buttons == {
        "gather.1+gather.1": "Gather 2 peat",
        "gather.1+gather.2": "Gather 1 stone and 1 peat",
    }
    match = scene(Player(dice=[6, 1], upgraded="gathering"))
    for token in ("place.gathering_6", "do.board"):
        match.play(0, token)
    found = PageParser(regions(model_for(match, 0))["acts"]).elements
    assert len([a for tag, a in found if tag == "button"]) == 15


def test_a_payment_by_one_choice_has_one_button() -> None:
    match = scene(Player(dice=[6, 1], workers=[3], firewood=2, stone=2), glades={3: "g10"})
    for token in ("place.architecture_6", "do.board", "build.3"):
        match.play(0, token)
    found = PageParser(regions(model_for(match, 0))["acts"]).elements
    assert [a["data-act"] for tag, a in found if tag == "button"] == ["pay.firewood", "pay.stone"]


def test_help_of_an_available_free_action_shows_no_refusal() -> None:
    found = PageParser(regions(model_for(scene(Player(dice=[2, 5], berries=3)), 0))["acts"]).elements
    helps = {a["data-help"].split("\n")[0]: a["data-help"] for tag, a in found if tag == "button"}
    assert len(helps) == 4
    assert sum("no|" in text for text in helps.values()) == 1  # only buying a die is refused
    assert [text for text in helps.values() if "Needs 6 berries, you have 3" in text]


def test_a_price_that_cannot_be_paid_says_what_is_needed_and_what_there_is() -> None:
    match = scene(Player(dice=[6, 3], firewood=1, peat=1))
    told = target(model_for(match, 0), "order-1", "foot-1")["data-help"]
    assert "Needs 3 firewood and 2 peat" in told
    assert "You have 1 firewood, 0 stone, 1 peat, 0 berries" in told


def test_options_without_a_gain_have_a_thin_outline() -> None:
    match = scene(Player(dice=[6, 3], workers=[2], advisors="a12, a06"))
    model = model_for(match, 0)
    assert "is-idle" in target(model, "order-0", "slot-0-6")["class"]
    assert "is-idle" not in target(model, "order-1", "slot-1-6")["class"]
    advisors = [a["class"] for _, a in PageParser(regions(model)["me-adv"]).elements if a.get("data-act")]
    assert sorted("is-idle" in cls for cls in advisors) == [False, True]


@pytest.mark.parametrize(
    ("line", "words", "primary"),
    [
        (["place.gathering_6", "do.board"], "Gather nothing", False),
        (["place.gathering_6", "do.board", "gather.2"], "Gather no more", False),
        (["place.travel_6", "do.board"], "Do not move", False),
        (["place.travel_6"], "Forgo the rest", False),
        (["place.trade_3", "do.board"], "Upgrade nothing: 2 berries", True),  # gives up nothing
        (["place.trade_6", "do.board"], "Take no card: 1 berry", False),
        (["place.architecture_6", "do.board"], "Build no tower", True),  # building is not free
        (["place.travel_6", "end"], "End turn", True),
    ],
)
def test_the_button_that_ends_a_question_says_what_is_given_up(
    line: list[str], words: str, primary: bool
) -> None:
    """The button is not primary while something free can be taken."""
    mine = Player(dice=[6, 3], workers=[2, 4], firewood=5, stone=5, berries=2)
    match = scene(mine, glades={2: "peat", 4: "stone"}, market="a01")
    for token in line:
        match.play(0, token)
    turn = regions(model_for(match, 0))["turn"]
    assert f"<span>{words}</span>" in turn
    assert ("btn--main" in turn) == primary


def test_the_ending_shows_the_sources_of_points() -> None:
    match = played("tundra", 2, 3)
    told = PageParser(regions(model_for(match, 0))["ending"]).words
    assert {"Common goals", "Upgraded boards", "Towers", "Order boards"} <= set(told)
    assert {"Cards under boards", "Advisors"} <= set(told)
    assert not {"Title", "Before"} & set(told)  # these sources gave no points
    assert "Common goals" not in regions(model_for(middle("tundra"), 0))["ending"]


def pieces(text: str) -> list[tuple[str, str]]:
    return [(a["id"], a["transform"]) for _, a in PageParser(text).elements if "piece" in a.get("class", "")]


def test_boards_of_others_open_without_script_and_the_own_are_always_shown() -> None:
    found = regions(model_for(middle("tundra"), 0))
    assert found["boards-0"] == '<div id="boards-0" hidden></div>'
    for p in (1, 2, 3):
        assert found[f"boards-{p}"].startswith("<details")
        assert found[f"boards-{p}"].count('class="order"') == 4
    assert PageParser("".join(found[f"boards-{p}"] for p in (1, 2, 3))).targets() == set()


def test_only_the_owner_sees_a_chosen_starter_card() -> None:
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


def test_the_number_of_ready_players_is_shown_while_all_choose() -> None:
    match = samovar.Match("tundra", 3, 1)
    for _ in range(2):
        match.play(0, match.options(0)[0])
    assert "Ready: 1 of 3" in regions(model_for(match, 1))["say"]
    assert "ready" in PageParser(regions(model_for(match, 1))["seat-0"]).words


def test_the_sheet_of_another_player_tells_its_last_action() -> None:
    """A phone shows no other line about it outside the log."""
    found = regions(model_for(played("tundra", 2, 3, decisions=40), 0))
    told = re.search(r'class="seat__last"[^>]*>(.*?)<', found["seat-1"])
    assert told
    assert f'class="seat__last">{told[1]}<' in found["boards-1"]
