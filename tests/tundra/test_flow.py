"""Obvious answers and shortcuts."""

from __future__ import annotations

import pytest

import samovar
from samovar.bots.registry import seat_bot
from samovar.games.tundra.game import GAME
from samovar.kernel.game import FIRST_AUXILIARY_VERB
from samovar.kernel.rng import Rng
from tests.tundra.scene import (
    Player,
    begun,
    dealt,
    dice,
    have,
    main,
    play,
    round_start,
    scene,
    table,
    workers,
)

TWO = Player(dice=[1, 2])


def obvious(m: samovar.Match, seat: int = 0) -> str:
    """The token of the obvious answer of this seat, or an empty text."""
    action = GAME.obvious(table(m), seat)
    return m.state.box.notation.token(action) if action >= 0 else ""


def flow(m: samovar.Match, seat: int, *tokens: str) -> None:
    """Play these actions, each with the obvious answers after it, as a room does."""
    for token in tokens:
        m.play(seat, token, answer_for=range(m.seats) if token is tokens[-1] else ())


def sets(m: samovar.Match, seat: int = 0) -> list[str]:
    """The shortcuts of a seat, each as its tokens in the order of play."""
    token = m.state.box.notation.token
    return [" ".join(token(a) for a in found.actions) for found in GAME.shortcuts(table(m), seat)]


# ---- after the die ----


@pytest.mark.rule("T-RULING-ACT-09")
@pytest.mark.parametrize(
    ("mine", "answer"),
    [
        (Player(dice=[1, 2], berries=20, advisors="a04, a05"), "end"),  # all of it is possible next turn
        (Player(dice=[1], berries=6), ""),  # the last chance to buy a die
        (Player(dice=[1], berries=5, advisors="a04"), "use.a04"),  # 4 berries for nothing
        (Player(dice=[1], advisors="a07"), "use.a07"),  # without dice only its 2 berries are left
        (Player(dice=[1], advisors="a16"), "use.a16"),  # two equal resources, then their type is asked for
        (Player(dice=[1], advisors="a16, a14", workers=[1, 1]), ""),  # the order can matter
        (Player(dice=[1], advisors="a06, a16"), "use.a16"),  # turning a die has no effect without dice
        (Player(dice=[1], berries=1, advisors="a06"), "end"),
    ],
)
def test_the_window_after_the_die_is_passed_unless_something_would_be_lost(mine: Player, answer: str) -> None:
    m = scene(mine, TWO, glades={1: "peat", 2: "stone"})
    play(m, 0, "place.travel_1", "end")
    assert "end" in m.options(0)
    assert obvious(m) == answer
    assert answer == "" or answer in m.options(0)


@pytest.mark.rule("T-RULING-ACT-09")
def test_before_the_die_the_table_answers_nothing() -> None:
    assert obvious(scene(Player(dice=[1], advisors="a04"), TWO)) == ""
    m = begun(2)
    assert [obvious(m, p) for p in (0, 1)] == ["", ""]
    assert obvious(scene(TWO, TWO), 1) == ""  # another seat decides


# ---- the next action ----


@pytest.mark.rule("T-RULING-ACT-09")
def test_the_only_action_left_is_begun() -> None:
    m = scene(Player(dice=[1, 2], workers=[1]), TWO)
    play(m, 0, "place.travel_1")
    assert main(m, 0) == ["do.board", "end"]
    assert obvious(m) == "do.board"
    flow(m, 0, "do.board")
    assert main(m, 0)[-1] == "finish"  # the movement itself is a choice


@pytest.mark.rule("T-RULING-ACT-09")
@pytest.mark.parametrize(
    ("berries", "answer"),
    [(0, "do.starter"), (19, "do.starter"), (20, "")],  # workers are paid with berries: spend first
)
def test_fixed_gains_come_first_where_nothing_can_be_lost(berries: int, answer: str) -> None:
    """The starter card s06 brings a berry."""
    m = scene(Player(dice=[3, 1], starters="s06_architecture", firewood=4, berries=berries), TWO)
    play(m, 0, "place.architecture_3")
    assert main(m, 0) == ["do.board", "do.starter", "end"]
    assert obvious(m) == answer


@pytest.mark.rule("T-RULING-ACT-09")
def test_fixed_gains_wait_if_another_action_may_need_the_room() -> None:
    """8 peat, 1 more by the card, and up to 3 by the board."""
    for peat, answer in ((6, "do.starter"), (7, "")):
        m = scene(
            Player(dice=[3, 1], starters="s03_gathering", peat=peat, workers=[1, 1, 1]), glades={1: "peat"}
        )
        play(m, 0, "place.gathering_3")
        assert obvious(m) == answer


@pytest.mark.rule("T-RULING-ACT-09")
def test_gains_counted_by_towers_wait_for_a_tower_that_may_be_built_first() -> None:
    m = scene(
        Player(dice=[6, 1], enhancements="e23_architecture", towers=[2], workers=[3], firewood=2),
        TWO,
        glades={2: "g10", 3: "g01"},
    )
    play(m, 0, "place.architecture_6")
    assert obvious(m) == ""


# ---- gathering ----


@pytest.mark.rule("T-RULING-ACT-09")
@pytest.mark.parametrize(
    ("standing", "value", "answer"),
    [
        ([1, 2], 6, "gather.1"),  # two pieces, up to four
        ([1, 1, 2], 4, "gather.1"),
        ([1, 1, 2], 2, ""),  # three pieces, up to two
        ([1, 1, 1], 2, "gather.1"),  # all of them peat
    ],
)
def test_all_pieces_gather_if_all_may_or_all_bring_the_same(
    standing: list[int], value: int, answer: str
) -> None:
    m = scene(Player(dice=[value, 1], workers=standing), TWO, glades={1: "peat", 2: "stone"})
    play(m, 0, f"place.gathering_{value}", "do.board")
    assert obvious(m) == answer


@pytest.mark.rule("T-RULING-ACT-09")
def test_a_turn_without_a_choice_takes_one_click() -> None:
    m = scene(Player(dice=[6, 1], workers=[1, 2, 2], berries=9), TWO, glades={1: "peat", 2: "stone"})
    flow(m, 0, "place.gathering_6")
    assert have(m, 0) == {"peat": 1, "stone": 2, "berry": 9}
    assert m.actors() == [1]


@pytest.mark.rule("T-RULING-ACT-09")
def test_after_one_piece_is_chosen_the_rest_gathers_by_itself() -> None:
    m = scene(
        Player(dice=[4, 1], workers=[1, 2, 3, 4]), TWO, glades={1: "peat", 2: "stone", 3: "g01", 4: "g04"}
    )
    play(m, 0, "place.gathering_4", "do.board")
    flow(m, 0, "gather.2")
    assert sum(n for item, n in have(m, 0).items() if item != "berry") == 3
    assert m.actors() == [1]


# ---- tower bonuses ----


@pytest.mark.rule("T-RULING-ACT-09", "T-RULING-ROUND-03")
@pytest.mark.parametrize(
    ("supply", "answer"),
    [(2, "tower.2"), (1, ""), (0, "tower.2")],  # workers for both towers, for one of them, for none
)
def test_workers_come_first_and_their_order_is_asked_for_if_they_are_short(supply: int, answer: str) -> None:
    m = round_start(
        Player(towers=[2, 4, 5], workers=[13] * (6 - supply)), glades={2: "g02", 4: "g05", 5: "g03"}
    )
    play(m, 0, "finish")
    assert main(m, 0) == ["tower.2", "tower.4", "tower.5"]
    assert obvious(m) == answer


@pytest.mark.rule("T-RULING-ACT-09")
def test_a_tower_moves_before_another_one_brings_a_resource_of_choice() -> None:
    m = round_start(Player(towers=[2, 4], workers=[1]), seats=4, glades={2: "g03", 4: "g19"})
    play(m, 0, "finish")
    assert main(m, 0) == ["tower.2", "tower.4"]
    assert obvious(m) == "tower.4"


@pytest.mark.rule("T-RULING-ACT-09")
def test_with_the_box_of_version_1_the_order_of_bonuses_is_always_asked_for() -> None:
    m = round_start(Player(towers=[2, 4]), glades={2: "g02", 4: "g05"}, components=GAME.first_text())
    play(m, 0, "finish")
    assert obvious(m) == ""


# ---- the answers are sound ----


@pytest.mark.rule("T-RULING-ACT-09")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_obvious_answer_of_random_games_is_legal(seats: int) -> None:
    m, rng = samovar.Match("tundra", seats, seats, {"titles": "on", "personal_goals": "on"}), Rng(seats)
    given = 0
    while not m.over:
        for seat in m.actors():
            answer = obvious(m, seat)
            assert answer == "" or answer in m.options(seat)
            given += answer != ""
        seat = m.actors()[0]
        tokens = m.options(seat)
        m.play(seat, tokens[rng.below(len(tokens))])
    assert given > 50


def test_every_shortcut_of_random_games_can_be_played() -> None:
    m, rng = samovar.Match("tundra", 3, 5), Rng(5)
    tried = 0
    while not m.over:
        seat = m.actors()[0]
        for tokens in sets(m, seat)[:20]:
            m.decide(seat, tokens.split())
            tried += 1
        tokens_ = m.options(seat)
        m.play(seat, tokens_[rng.below(len(tokens_))])
    assert tried > 50


# ---- several answers as one choice ----


def test_a_set_of_pieces_gathers_with_one_choice() -> None:
    m = scene(Player(dice=[2, 1], workers=[1, 1, 2]), TWO, glades={1: "peat", 2: "stone"})
    play(m, 0, "place.gathering_2", "do.board")
    assert sets(m) == ["gather.1 gather.1", "gather.1 gather.2"]
    flow(m, 0, *sets(m)[1].split())
    assert have(m, 0) == {"peat": 1, "stone": 1}


def test_a_click_on_the_map_begins_the_action_that_offers_it() -> None:
    m = scene(
        Player(dice=[3, 1], workers=[1], starters="s08_travel", enhancements="e14_travel", firewood=1),
        TWO,
        glades={1: "peat", 2: "g10"},
    )
    play(m, 0, "place.travel_3")
    assert "do.board move.1_e" in sets(m)
    flow(m, 0, "do.board", "move.1_e")
    assert workers(m, 0) == [2]


def test_four_resources_of_choice_are_one_choice() -> None:
    m = scene(Player(dice=[6, 1], upgraded="gathering"), TWO)
    play(m, 0, "place.gathering_6", "do.board")
    assert len(sets(m)) == 15
    flow(m, 0, "gain.firewood", "gain.stone", "gain.stone", "gain.peat")
    assert have(m, 0) == {"firewood": 1, "stone": 2, "peat": 1}


@pytest.mark.rule("T-RULING-SETUP-04")
def test_starter_cards_may_be_chosen_in_any_order() -> None:
    positions = set()
    for turned in (False, True):
        m = begun(2, seed=3)
        hand = dealt(m, 0)
        keeps = [f"keep.{hand[0]}_trade", f"keep.{hand[3]}_travel"]
        for token in reversed(keeps) if turned else keeps:
            play(m, 0, token)
        assert m.actors() == [1]
        positions.add(m.position())
    assert len(positions) == 1  # equal choices are equal states


def test_a_payment_of_one_choice_is_not_proposed_beside_it() -> None:
    m = scene(Player(dice=[6, 1], workers=[3], firewood=2, stone=2), TWO, glades={3: "g10"})
    play(m, 0, "place.architecture_6", "do.board", "build.3")
    assert main(m, 0) == ["pay.firewood", "pay.stone"]
    assert GAME.proposal(table(m), 0) is None
    assert dice(m, 0) == [1]
    assert workers(m, 0) == [3]


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.rule("T-RULING-ACT-09")
def test_few_questions_to_greedy_players_have_only_one_option_beside_auxiliary_actions() -> None:
    """The limits are 2 %, and 5 questions for each die. Without obvious answers: 16 % and 6.6.

    The bots stay those of version 1, because the share also depends on how a bot plays.
    """
    idle = asked = used = 0
    for seed in range(9):
        m = samovar.Match("tundra", 2 + seed % 3, seed)
        bots = [seat_bot("greedy@1", m.game, p) for p in range(m.seats)]
        while not m.over:
            seat = m.actors()[0]
            asked += 1
            idle += sum(action >> 8 < FIRST_AUXILIARY_VERB for action in m.legal(seat)) <= 1
            action = bots[seat].choose(m.view(seat), Rng(asked))
            token = m.state.box.notation.token(action)
            used += token.startswith(("place.", "goal.", "aside."))
            flow(m, seat, token)
    assert idle <= 0.02 * asked
    assert asked <= 5 * used
