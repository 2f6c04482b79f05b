"""Obvious answers (S-RULING-94 to -96), and the number of questions that are left."""

from __future__ import annotations

import pytest

import samovar
from samovar.bots.registry import seat_bot
from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import WINTER
from samovar.games.stroganov.game import GAME
from samovar.kernel.game import FIRST_AUXILIARY_VERB
from samovar.kernel.rng import Rng
from samovar.match.match import Match
from tests.stroganov.scene import scene, table

RICH = "space = 4\nhorses = 20\nfurs = [3, 5, 5]\n"  # auxiliary actions are possible


def answer(text: str) -> str:
    """The obvious answer of seat 0, or an empty text if the seat is asked."""
    m = scene(text)
    action = GAME.obvious(table(m), 0)
    return m.state.box.notation.token(action) if action >= 0 else ""


def window(todo: str, player: str = RICH, top: str = "") -> str:
    text = f'todo = ["{todo}", "Calendar()"]\nacted = [0]\n{top}\n[[player]]\n{player}'
    assert len(scene(text).options(0)) > 1
    return answer(text)


# ---- windows ----


@pytest.mark.rule("S-RULING-94")
@pytest.mark.parametrize(
    ("todo", "given"),
    [
        ("EndTurn(0)", "end"),
        ("Pause(0)", "go"),
        ("RankStory(0,1)", "go"),
        ("LastWindow(0)", "end"),
        ("ChooseSong(0)", "pass"),
        ("Income(0,1)", "end"),
    ],
)
def test_a_window_with_only_auxiliary_actions_is_passed(todo: str, given: str) -> None:
    season = "" if todo.startswith(("EndTurn", "Pause")) else "season = 'winter'"
    assert window(todo, top=season) == given


@pytest.mark.rule("S-RULING-94")
def test_no_second_fur_without_a_coin_and_no_second_action_without_a_fur() -> None:
    assert window("HuntAgain(0)", RICH + "coins = 0") == "pass"
    assert window("HuntAgain(0)", RICH + "coins = 1") == ""
    assert window("Main(0,1)", "space = 4\nhorses = 5\nfurs = []") == "pass"
    assert window("Main(0,0)", "space = 4\nhorses = 5\nfurs = []") == ""


@pytest.mark.rule("S-RULING-94")
def test_an_unused_extra_action_holds_the_end_of_the_turn() -> None:
    extra = RICH + 'wishes = ["A11"]'
    assert window("EndTurn(0)", extra) == ""
    assert window("EndTurn(0)", extra, 'used = ["A11"]') == "end"
    assert window("EndTurn(0)", extra, "season = 'summer'") == "end"
    assert window("Pause(0)", extra) == "go"  # the turn goes on


@pytest.mark.rule("S-RULING-94")
def test_an_unused_extra_action_may_bring_what_a_second_fur_or_a_trophy_costs() -> None:
    extra = 'wishes = ["A11"]'
    for todo, held in (
        ("HuntAgain(0)", RICH + "coins = 0\n"),
        ("Trophy(0)", "space = 4\nhorses = 5\nfurs = []\n"),
    ):
        assert window(todo, held) == "pass"
        assert window(todo, held + extra) == ""


TIGERS = "space = 4\nhorses = 20\ncoins = 0\nfurs = [3]\ntigers = 8\n"  # every wish can be fulfilled


@pytest.mark.rule("S-RULING-94")
@pytest.mark.parametrize(
    ("todo", "wish", "season", "held"),
    [
        ("HuntAgain(0)", "A14", "spring", True),  # makes the second fur free
        ("HuntAgain(0)", "A2", "spring", False),
        ("EndTurn(0)", "A11", "spring", True),  # brings an extra action in this turn
        ("EndTurn(0)", "A11", "summer", False),
        ("EndTurn(0)", "A2", "spring", False),
        ("Income(0,1)", "A2", "winter", True),  # pays in this winter
        ("Income(0,1)", "A11", "winter", False),
        ("LastWindow(0)", "A2", "winter", False),
    ],
)
def test_a_wish_holds_a_window_in_which_its_effect_would_be_missed(
    todo: str, wish: str, season: str, held: bool
) -> None:
    top = f'todo = ["{todo}", "Calendar()"]\nacted = [0]\nseason = "{season}"\n'
    m = scene(f'{top}[[player]]\n{TIGERS}hand = ["{wish}"]')
    assert f"fulfil.{wish.lower()}" in m.options(0)
    assert (GAME.obvious(table(m), 0) < 0) == held


@pytest.mark.rule("S-RULING-94")
def test_the_last_window_of_the_game_waits_if_a_wish_is_in_reach() -> None:
    last = "year = 4\nseason = 'winter'"
    assert window("LastWindow(0)", TIGERS + 'hand = ["B1"]', last) == ""
    assert window("LastWindow(0)", "space = 4\nhorses = 5\nfurs = [2]\nhand = ['B1']", last) == "end"
    assert window("LastWindow(0)", RICH, last) == "end"  # 5 horses are worth as much as the fur they buy


# ---- gains ----


@pytest.mark.rule("S-RULING-95")
def test_income_is_taken_in_an_order_that_loses_nothing() -> None:
    """Horses, coins, story, a fur, then the horses per outpost."""
    winter = "season = 'winter'"
    cards = 'wishes = ["S5", "A5", "S4", "S3"]'
    taken: list[str] = []
    used: list[str] = []
    for _ in range(5):
        given = window(f"Income(0,{1 if taken else 0})", RICH + cards, f"{winter}\nused = {used}")
        taken.append(given)
        used += [given.removeprefix("income.").upper()] if given != "income.horses" else []
    assert taken == ["income.horses", "income.s3", "income.s4", "income.a5", "income.s5"]
    assert window("Income(0,1)", RICH + cards, f"{winter}\nused = {used}") == "end"


@pytest.mark.rule("S-RULING-95")
def test_gains_per_piece_wait_for_an_extra_action_and_for_a_winter_card() -> None:
    winter = "season = 'winter'"
    assert window("Income(0,0)", RICH + 'wishes = ["S5", "A9"]', winter) == "income.horses"
    assert window("Income(0,1)", RICH + 'wishes = ["S5", "S3", "A9"]', winter) == "income.s3"
    assert window("Income(0,1)", RICH + 'wishes = ["S5", "A9"]', winter) == ""
    assert window("Income(0,1)", TIGERS + 'wishes = ["S5"]\nhand = ["A2"]', winter) == ""


@pytest.mark.rule("S-RULING-95")
def test_the_only_reward_of_a_trophy_is_taken_if_it_is_simply_gained() -> None:
    assert window("TrophyReward(0,0)", RICH + "trophy = 0") == "reward.0"
    assert window("TrophyReward(0,0)", RICH + "trophy = 3") == ""


# ---- whole games ----


def choices(m: Match, seat: int) -> list[int]:
    """The options of a question that are neither auxiliary actions nor fulfil a wish."""
    return [a for a in m.legal(seat) if a >> 8 < FIRST_AUXILIARY_VERB or a >> 8 == tokens.EXTRA]


@pytest.mark.rule("S-RULING-96")
@pytest.mark.parametrize(
    ("todo", "furs", "given"),
    [
        ("Pay(0,6,2,0,0,0)", "[6, 6, 3]", "pay.6"),
        ("Pay(0,6,2,0,0,0)", "[6, 3, 3]", ""),  # with a coin
        ("Pay(0,0,1,1,0,0)", "[6, 3]", ""),  # any fur
        ("Pay(0,6,1,0,0,1)", "[6, 6]", ""),  # for a wish
    ],
)
def test_furs_of_the_value_asked_for_are_paid_without_asking(todo: str, furs: str, given: str) -> None:
    assert window(todo, f"space = 4\ncoins = 2\ntigers = 1\nfurs = {furs}\n") == given


def decide(m: Match, seat: int, token: str) -> None:
    """Play a decision and the obvious answers after it."""
    m.play(seat, token, answer_for=range(m.seats))


@pytest.mark.no_cover
@pytest.mark.rule("S-RULING-94", "S-RULING-95")
def test_nearly_every_question_to_a_player_has_a_choice() -> None:
    """At most 2 % of the questions in games of greedy bots have no choice except auxiliary actions.

    The bots stay those of version 1, because the share also depends on how a bot plays.

    A question to end the turn is not counted where the end reveals something: it is asked because of undo.
    """
    asked = empty = 0
    for seats in (1, 2, 3, 4):
        m, rng = samovar.Match("stroganov", seats, 100 + seats), Rng(seats)
        bots = [seat_bot("greedy@1", m.game, seat) for seat in range(seats)]
        while not m.over:
            seat = m.actors()[0]
            asked += 1
            empty += len(choices(m, seat)) <= 1 and GAME.obvious(table(m), seat) < 0
            decide(m, seat, m.state.box.notation.token(bots[seat].choose(m.view(seat), rng)))
    assert asked > 500
    assert empty <= 0.02 * asked, f"{empty} of {asked}"


def plain_choice(m: Match, seat: int) -> str:
    """The choice of a player who takes the first thing offered.

    The player declines everything that costs a fur or a coin.
    """
    found = [m.state.box.notation.token(a) for a in choices(m, seat)]
    proposal = GAME.proposal(table(m), seat)
    if proposal is not None:
        return m.state.box.notation.token(proposal.actions[0])
    frame = GAME.frame_text(table(m).todo[table(m).depth - 1])
    declined = frame.startswith("HuntAgain") or frame == f"Main({seat},1)"
    return "pass" if declined else found[0]


@pytest.mark.rule("S-RULING-94", "S-RULING-95")
def test_a_turn_takes_five_clicks_and_a_quiet_winter_two() -> None:
    """The player always takes the obvious choice. A payment is one click."""
    for seats in (1, 2):
        clicks, winters, paying = 0, 0, False
        m = samovar.Match("stroganov", seats, seats)
        while not m.over:
            seat = m.actors()[0]
            pays = GAME.proposal(table(m), seat) is not None
            if not (pays and paying):
                winters += table(m).season == WINTER
                clicks += table(m).season != WINTER
            paying = pays
            decide(m, seat, plain_choice(m, seat))
        assert clicks <= 5 * 12 * seats
        assert winters <= 2 * 4 * seats


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_answer_is_always_legal_and_never_given_for_another_seat(seats: int) -> None:
    m, rng = samovar.Match("stroganov", seats, seats), Rng(seats)
    given = 0
    while not m.over:
        for seat in range(seats):
            action = GAME.obvious(table(m), seat)
            assert action < 0 or action in m.legal(seat)
            given += action >= 0
        seat = m.actors()[0]
        options = m.options(seat)
        m.play(seat, options[rng.below(len(options))])
    assert given > 10
