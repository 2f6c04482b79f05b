"""Positions of Catherine: round trips, the key ``phase``, and the faults for which a position is refused.

``SAMOVAR_EXAMPLES=5000 pytest tests/catherine/test_position.py`` mutates that many positions, with new random
ones in each run.
"""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

import samovar
from samovar.games import registry
from samovar.kernel.reading import Reader, toml_text, toml_texts
from samovar.kernel.rng import Rng
from samovar.kernel.step import Options
from tests.catherine.phase_scenes import ALL_CITIES, act, builders, city, decline, held, score, seat, vps
from tests.catherine.scene import CARDS, Player, hand, play, position, row, scene, table, under

GAME = registry.game("catherine")
LONG = "SAMOVAR_EXAMPLES" in os.environ
SETTINGS = settings(
    max_examples=int(os.environ.get("SAMOVAR_EXAMPLES", "120")),
    deadline=None,
    derandomize=not LONG,
    database=None,
    suppress_health_check=list(HealthCheck),
)
HEAD = 'game = "catherine"\n'


def faults(text: str) -> list[str]:
    """The faults for which a position is refused."""
    with pytest.raises(samovar.BadInput) as refused:
        samovar.Match.from_position(text)
    return refused.value.faults


def only_fault(text: str) -> str:
    (fault,) = faults(text)
    return fault


# ---- round trips ----


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.no_cover
def test_every_decision_of_a_game_can_be_written_and_read(seats: int, seed: int) -> None:
    """The read state has the same text, stack and options, also before Nature's draws."""
    rng, out = Rng(seed), Options()
    s = GAME.start(GAME.standard_box(), seats, {"names": ["printed", "modern"][seed]}, out)
    while True:
        text = GAME.write(s)
        read = GAME.read(Reader(tomllib.loads(text), "", []), s.box)
        assert GAME.write(read) == text
        assert read.stack() == s.stack()
        assert read.asked == s.asked
        assert GAME.actors(read) == GAME.actors(s)
        for p in range(seats):
            assert GAME.legal(read, p) == GAME.legal(s, p)
        if s.over:
            break
        actors = GAME.actors(s)
        p = actors[rng.below(len(actors))]
        legal = GAME.legal(s, p)
        GAME.play(s, p, legal[rng.below(len(legal))], out)


def test_the_position_of_a_view_is_refused() -> None:
    m = scene("play")
    text = m.position(0)
    assert "player[1].hand: a match cannot start from a position with hidden cards" in faults(text)
    mine = hand(m, 1)
    play(m, 1, f"action.{mine[0]}", f"activate.{mine[1]}", "under.4")
    assert "player[1].plan: '?' is not a possible next choice" in faults(m.position(0))


# ---- phase ----


def test_the_default_phase_is_the_draw_of_the_first_round() -> None:
    for text in (HEAD, HEAD + 'phase = "draw"\n'):
        m = samovar.Match.from_position(text)
        assert (table(m).decade, table(m).round) == (1, 1)
        assert held(m) == [3 + 2] * 2
        assert [len(row(m, p)) for p in range(2)] == [3, 3]
        assert all(token.startswith("action.") for p in range(2) for token in m.options(p))
        assert sorted(int(order) for order in table(m).order) == [1, 2]


def test_phase_play_takes_the_hands_as_given_and_asks_all_players() -> None:
    m = scene("play", Player(hand="ea01, ea02, ea03"), Player(hand="so01, so02"), round=3)
    assert (hand(m, 0), hand(m, 1)) == (["ea01", "ea02", "ea03"], ["so01", "so02"])
    assert m.actors() == [0, 1]
    assert m.options(0) == ["action.ea01", "action.ea02", "action.ea03"]
    assert [len(row(m, p)) for p in range(2)] == [5, 5]


def test_in_phase_actions_active_is_the_place_of_the_new_activation_card() -> None:
    m = scene("actions", Player(row="ea31, blank", active=1), Player(row="nw22", active=1), Player())
    assert m.actors() == [0, 1]
    assert m.options(0) == ["perform", "forfeit"]
    assert m.options(2) == []


def test_in_phase_actions_players_with_different_colours_draw_at_once() -> None:
    m = scene("actions", Player(row="ea31", under="so01", active=1, hand=1), Player(row="nw22", active=1))
    assert m.actors() == [1]
    assert held(m)[0] == 2


def test_phase_scoring_begins_the_interim_scoring() -> None:
    m = score(seat(cannons=1), seat())
    assert vps(m) == [4, 0]
    assert builders(m) == [0, 1]
    m = score(seat(), seat(), decade=3)
    decline(m)
    assert m.over


def test_an_unknown_phase_is_refused() -> None:
    assert only_fault(HEAD + 'phase = "reveal"\n') == (
        "phase: must be one of draw, play, actions, scoring, not 'reveal'"
    )
    assert only_fault(HEAD + 'phase = "draw"\ntodo = ["Calendar()"]\n') == "phase: is unknown here"


def test_everything_left_out_is_as_in_a_fresh_set_up() -> None:
    second = 'order = "order1"\nhand = ["nw01"]\nrow = ["nw02", "nw03", "nw04"]'
    m = samovar.Match.from_position(f"{HEAD}seats = 3\n[[player]]\n[[player]]\n{second}")
    assert [int(order) for order in table(m).order] == [2, 1, 3]
    assert row(m, 1) == ["nw02", "nw03", "nw04"]
    assert len({*row(m, 0), *row(m, 1), *row(m, 2), *hand(m, 0), *hand(m, 1), *hand(m, 2)}) == 9 + 5 + 3 + 5
    assert (table(m).residences[0], vps(m), under(m, 0)) == (0, [0, 0, 0], ["", "", ""])


# ---- faults of single keys ----

ROWS = 'row = ["nw01", "nw02", "nw03"]\nhand = []\n'
SEVEN = 'row = ["nw01", "nw02", "nw03", "nw04", "nw05", "nw06", "nw07"]\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("decade = 0", "decade: must be from 1 to 3, not 0"),
        ("decade = 4", "decade: must be from 1 to 3, not 4"),
        ("round = 5", "round: must be from 0 to 4, not 5"),
        ('discard = ["nw99"]', "discard: there is no card 'nw99'"),
        ('discard = ["nw01", "nw01"]', "discard: card nw01 occurs twice, also in discard"),
        ("[[player]]\n[[player]]\n[[player]]", "player: 3 players for 2 seats"),
        ("[[player]]\nvp = -1", "player[0].vp: must be from 0 to 99999, not -1"),
        ("[[player]]\nfavor = 15", "player[0].favor: must be from 0 to 14, not 15"),
        ("[[player]]\njokers = -1", "player[0].jokers: must be from 0 to 99, not -1"),
        ("[[player]]\nactive = 8", "player[0].active: must be from 0 to 7, not 8"),
        ('[[player]]\nresidences = ["paris"]', "player[0].residences: unknown value 'paris'"),
        ('[[player]]\nresidences = ["riga", "riga"]', "player[0].residences: riga occurs twice"),
        (
            f"[[player]]\nresidences = {toml_texts(ALL_CITIES[:13])}",
            "player[0].residences: there are only 12",
        ),
        ('[[player]]\nrow = ["nw01", ""]', "player[0].row: there is no card ''"),
        (
            '[[player]]\nhand = ["?"]',
            "player[0].hand: a match cannot start from a position with hidden cards",
        ),
        (
            '[[player]]\nhand = ["nw01"]\n[[player]]\nrow = ["nw01"]',
            "player[1].row: card nw01 occurs twice, also in player[0].hand",
        ),
        (
            '[[player]]\norder = "order3"\n[[player]]\norder = "order3"',
            "player[1].order: order3 occurs twice",
        ),
        ('[[player]]\norder = ""', "player[0].order: there must be one"),
        ('[[player]]\nhat = "red"', "player[0].hat: is unknown here"),
        ("[[player]]\njokers = 1", "jokers: there are only 0"),
    ],
)
def test_a_fault_of_a_single_key(text: str, fault: str) -> None:
    assert only_fault(HEAD + text) == fault


def test_a_row_has_seven_places() -> None:
    eight = toml_texts([f"nw{n:02}" for n in range(1, 9)])
    assert only_fault(f"{HEAD}[[player]]\nrow = {eight}") == "player[0].row: has 7 places, not 8"
    gaps = toml_texts([""] * 8)
    assert only_fault(f"{HEAD}[[player]]\nunder = {gaps}") == "player[0].under: has 7 places, not 8"


def test_impossible_rows_are_refused() -> None:
    four = 'row = ["nw01", "nw02", "nw03", "nw04"]\n'
    below = "there must be 3 more action cards"
    assert faults(f"{HEAD}[[player]]\n{four}") == [
        f"player[0]: 4 action cards and 0 activation cards; {below}",
        "player: the action rows must be equally long",
    ]
    assert faults(f'{HEAD}[[player]]\n{ROWS}under = ["", "", "", "so01"]') == [
        "player[0].under: a card lies where there is no action card"
    ]
    assert faults(f"{HEAD}[[player]]\n{ROWS}active = 2") == [
        "player[0].active: there is no activation card in place 2"
    ]
    assert faults(f"{HEAD}[[player]]\n{ROWS}active = 5") == [
        "player[0].active: there is no activation card in place 5"
    ]


def test_a_hand_over_its_limit_is_refused() -> None:
    assert only_fault(position("draw", Player(hand=4))) == "player[0].hand: 4 cards, but the hand limit is 3"
    assert only_fault(position("actions", Player(hand=5, favor=2))) == (
        "player[0].hand: 5 cards, but the hand limit is 4"
    )
    assert scene("play", Player(hand=5)).actors() == [0, 1]
    assert only_fault(position("play", Player(hand=6))) == (
        "player[0].hand: must have at most 5 cards in phase B, not 6"
    )


def test_two_cards_are_needed_to_play() -> None:
    assert only_fault(position("play", Player(hand=1))) == "player[0].hand: two cards are needed to play"


def test_a_position_without_starting_rows_is_refused() -> None:
    text = HEAD + "[[player]]\nrow = []\n[[player]]\nrow = []"
    assert only_fault(text) == "player: there is no starting row"


# ---- pending steps ----


def with_todo(todo: str, text: str, asked: str = "") -> str:
    """The position with these pending steps and questions instead of a phase."""
    text = re.sub(r'phase = "\w+"\n', "", text)
    beside = f"asked = {toml_texts(asked.split(';'))}\n" if asked else ""
    return text.replace("\ndecade", f"\ntodo = {toml_texts(todo.split())}\n{beside}decade", 1)


THREE = position("draw", round=0)
FULL = position("scoring")
LAST = position("scoring", decade=3)
EMPTY = HEAD + "decade = 1\nround = 0\n" + "[[player]]\nrow = []\nhand = []\n" * 2
DEALT = (
    HEAD
    + "decade = 1\nround = 0\n"
    + "".join(
        f"[[player]]\nrow = []\nhand = {toml_texts([f'{colour}{n:02}' for n in range(1, 7)])}\n"
        for colour in ("nw", "so")
    )
)
ACTING = position(
    "actions", Player(row="nw17", active=1, hand="ea01, ea02"), Player(row="so13", active=1, hand=0)
)
BUILDING = position(
    "actions",
    Player(row="nw30", active=1, hand="ea01, ea02", residences=", ".join(ALL_CITIES[:6])),
    Player(row="nw01", under="so01", active=1),
)


PLAYING = position("play", Player(hand="nw05, nw06, nw07"), Player(hand="so05, so06, so07"))
BOTH = "ActionCard(0);ActionCard(1)"
ROWS_OF_BOTH = "Lay(0,0);Lay(1,0)"
SCORED = "BookResidences() ScoreDecade() Clear() Calendar()"


def refuses(text: str, todo: str, asked: str, fault: str) -> None:
    found = faults(with_todo(todo, text, asked))
    assert [one for one in found if fault in one], found


@pytest.mark.parametrize(
    ("text", "todo", "fault"),
    [
        (THREE, "", "nothing is left to do, but the game is not over"),
        (THREE, "Draw(0,1,0)", "Calendar() must be the last step and occur once"),
        (THREE, "Calendar() Calendar()", "Calendar() must be the last step and occur once"),
        (LAST, "Clear() Calendar()", "Clear() must be the last step in the last decade"),
    ],
)
def test_a_stack_with_a_wrong_last_step_is_refused(text: str, todo: str, fault: str) -> None:
    refuses(text, todo, "", f"todo: {fault}")


@pytest.mark.parametrize(
    ("text", "todo", "asked", "fault"),
    [
        (FULL, "Cannons() Calendar()", "", "todo: an interim scoring ends with Clear()"),
        (THREE, "Clear() Calendar()", "", "todo: the decade is not over"),
        (THREE.replace("round = 0", "round = 2"), "Calendar()", "", "so 0 rounds are over"),
        (THREE, "PlayCards() Calendar()", BOTH, "so this is round 1"),
        (EMPTY, "Calendar()", "", "player: there is no starting row"),
        (DEALT.replace("decade = 1", "decade = 2"), "ChooseStart() Calendar()", ROWS_OF_BOTH, "no round has"),
        (DEALT.replace("round = 0", "round = 1"), "ChooseStart() Calendar()", ROWS_OF_BOTH, "no round has"),
        (THREE, "ChooseStart() Calendar()", ROWS_OF_BOTH, "ChooseStart(): the starting rows are already"),
        (FULL, "PlayCards() Calendar()", BOTH, "player[0]: the row is full"),
        (PLAYING, "PlayCards() PlayCards() Calendar()", BOTH, "todo: a phase occurs twice"),
        (
            PLAYING,
            "Actions() PlayCards() Calendar()",
            BOTH,
            "todo: PlayCards() and Actions() cannot both wait",
        ),
        (ACTING, "Calendar()", "", "player: active must be 0 without Actions()"),
        (ACTING.replace("round = 1", "round = 2"), "PlayCards() Calendar()", BOTH, "active must be 0"),
    ],
)
def test_rows_and_rounds_must_fit_the_phase(text: str, todo: str, asked: str, fault: str) -> None:
    refuses(text, todo, asked, fault)


@pytest.mark.parametrize(
    ("text", "todo", "step"),
    [
        (FULL, f"Draw(0,1,0) Cannons() Books() {SCORED}", "Cannons()"),
        (FULL, "Books() Clear() Calendar()", "Clear()"),
        (FULL, "Clear() ScoreDecade() Calendar()", "ScoreDecade()"),
        (ACTING, "Actions() Draw(0,1,0) Calendar()", "Draw(0,1,0)"),
        (ACTING, "Actions() Performed(0,1,0) Calendar()", "Performed(0,1,0)"),
        (THREE, "Draw(0,1,0) Deal(0,0,0) Calendar()", "Deal(0,0,0)"),
        (THREE, "Draw(0,1,0) DealOrder(0) Calendar()", "DealOrder(0)"),
    ],
)
def test_a_step_in_the_wrong_order_is_refused(text: str, todo: str, step: str) -> None:
    refuses(text, todo, "", f"todo: {step} must be the next step")


@pytest.mark.parametrize(
    ("todo", "fault"),
    [
        ("Draw(0,1,1)", "todo: a draw must obey the hand limit here"),
        ("Deal(0,0,1)", "todo: a draw must obey the hand limit here"),
        ("Deal(0,0,0)", "todo: the hand of player[0] is full"),
        ("Draw(2,1,0)", "Draw(2,1,0): there is no such seat"),
        ("Deal(3,0,0)", "Deal(3,0,0): there is no such seat"),
        ("DealOrder(0)", "DealOrder(0): the order is dealt already"),
        ("DealOrder(3)", "DealOrder(3): there is no such seat"),
    ],
)
def test_impossible_draws_are_refused(todo: str, fault: str) -> None:
    refuses(THREE, f"{todo} Calendar()", "", fault)


def test_draws_before_a_secret_choice_ignore_the_hand_limit() -> None:
    """They must still lead to a possible hand."""
    first = THREE.replace("round = 0", "round = 1")
    refuses(first, "Draw(0,1,0) PlayCards() Calendar()", BOTH, "todo: a draw must ignore the hand limit here")
    refuses(first, "Draw(0,3,1) PlayCards() Calendar()", BOTH, "must have at most 5 cards in phase B")
    m = samovar.Match.from_position(with_todo("Draw(0,2,1) Draw(1,2,1) PlayCards() Calendar()", first, BOTH))
    assert held(m) == [5, 5]
    needed = "player[0].hand: 6 cards are needed for the choice"
    refuses(DEALT, "Draw(0,1,1) ChooseStart() Calendar()", ROWS_OF_BOTH, needed)
    refuses(EMPTY, "ChooseStart() Calendar()", ROWS_OF_BOTH, needed)
    text = with_todo("Draw(0,6,1) Draw(1,6,1) ChooseStart() Calendar()", EMPTY, ROWS_OF_BOTH)
    assert held(samovar.Match.from_position(text)) == [6, 6]


def test_orders_are_dealt_by_seat() -> None:
    without = THREE.replace("[[player]]", '[[player]]\norder = ""')
    refuses(without, "DealOrder(1) Calendar()", "", "DealOrder(1): an earlier seat has no order yet")
    m = samovar.Match.from_position(with_todo("DealOrder(0) Calendar()", without))
    assert all(table(m).order)


@pytest.mark.parametrize(
    ("text", "asked", "fault"),
    [
        (ACTING, "Perform(0,1,0);", "Perform(0,1,0): the action cannot be performed again"),
        (BUILDING, ";Perform(1,0,0)", "Perform(1,0,0): the colours differ"),
        (position("actions"), "Perform(0,0,0);", "Perform(0,0,0): this player performs no action"),
        (ACTING, "Pay(0,2,0,0,0,0);", "more cards are left to pay than the cost"),
        (ACTING, ";Pay(1,1,0,0,0,1)", "more cards are left to pay than the cost"),
        (ACTING, ";Pay(1,3,0,0,0,0)", "there are too few cards to pay with"),
        (BUILDING, "Pay(0,2,0,0,0,0);", "there is no city to build in"),
        (BUILDING, "Build(0,0,0);", "there is no city to build in"),
        (ACTING, ";Bonus(1)", "Bonus(1): there is no bonus that this player can use or decline"),
        (ACTING, "Repeat(0,0,0);", "it does not matter how often the action is performed"),
        (ACTING, ";", "Actions(): no seat is left to decide"),
    ],
)
def test_impossible_questions_of_phase_d_are_refused(text: str, asked: str, fault: str) -> None:
    refuses(text, "Actions() Calendar()", asked, fault)


@pytest.mark.parametrize(
    ("text", "frame", "asked", "fault"),
    [
        (ACTING, "Performed(0,1,0)", "Perform(0,0,0);", "this player has an open question"),
        (ACTING, "Performed(2,1,0)", "", "there is no such seat"),
        (BUILDING, "Performed(1,1,0)", "", "the colours differ"),
        (ACTING, "Performed(0,2,0)", "", "the action cannot be performed again"),
    ],
)
def test_an_impossible_performed_step_is_refused(text: str, frame: str, asked: str, fault: str) -> None:
    refuses(text, f"{frame} Actions() Calendar()", asked, f"{frame}: {fault}")


def test_secret_choices_must_be_as_complete_as_the_question_says() -> None:
    choose, playing = "ChooseStart() Calendar()", "PlayCards() Calendar()"
    refuses(DEALT, choose, "Lay(0,1);Lay(1,0)", "player[0].plan: 0 choices, but there must be 1 now")
    refuses(DEALT, choose, "Lay(0,5);Lay(1,0)", "Lay(0,5): the starting row is shorter")
    refuses(PLAYING, playing, "ActionCard(0);Place(1)", "player[1].plan: 0 choices, but there must be 2 now")
    refuses(PLAYING, playing, ";ActionCard(1)", "player[0].plan: 0 choices, but there must be 3 now")


def test_a_book_residence_needs_a_residence_in_the_supply() -> None:
    text = FULL.replace("residences = []", f"residences = {ALL_CITIES[:12]}")
    refuses(text, SCORED, "BuildAnywhere(0);", "BuildAnywhere(0): no residence is left")


def test_a_deal_from_an_empty_draw_pile_is_refused() -> None:
    rest = sorted(
        set(CARDS) - set(re.findall(r"\b(?:nw|so|ea)\d\d\b", text := position("draw", Player(hand=2))))
    )
    text = text.replace("discard = []", f"discard = {toml_texts(rest)}")
    assert "todo: Deal(0,0,0): the draw pile is empty" in faults(with_todo("Deal(0,0,0) Calendar()", text))
    assert samovar.Match.from_position(with_todo("Draw(0,1,0) Calendar()", text)).actors() == [0, 1]


@pytest.mark.parametrize(
    ("plan", "fault"),
    [
        (["activate.nw05"], "player[0].plan: 'activate.nw05' is not a possible next choice"),
        (["action.so01"], "player[0].plan: the card of action.so01 is not in the hand"),
        (["action.nw05", "activate.nw05"], "player[0].plan: the card of activate.nw05 is not in the hand"),
        (["action.nw05", "activate.nw06", "under.6"], "player[0].plan: under.6 is not a free place"),
        (["action.nw05", "activate.nw06", "under.1"], "player[0].plan: under.1 is not a free place"),
        (
            ["action.nw05", "activate.nw06", "under.2", "under.3"],
            "player[0].plan: 'under.3' is not a possible next choice",
        ),
        (["nonsense"], "player[0].plan: 'nonsense' is not a possible next choice"),
    ],
)
def test_impossible_plans_are_refused(plan: list[str], fault: str) -> None:
    first = Player(row="nw01, nw02, nw03, nw04", under="so34, -, -, -", hand="nw05, nw06, nw07")
    text = position("play", first, round=2).replace("[[player]]", f"[[player]]\nplan = {toml_texts(plan)}", 1)
    assert fault in faults(text)


def test_a_half_made_choice_continues() -> None:
    first = Player(hand="nw05, nw06, nw07")
    text = position("play", first).replace("[[player]]", '[[player]]\nplan = ["action.nw05"]', 1)
    m = samovar.Match.from_position(
        with_todo("PlayCards() Calendar()", text, "ActivationCard(0);ActionCard(1)")
    )
    assert m.options(0) == ["activate.nw06", "activate.nw07"]


def test_more_questions_than_seats_are_refused() -> None:
    text = with_todo("PlayCards() Calendar()", position("play"), "ActionCard(0);ActionCard(1);ActionCard(1)")
    assert faults(text) == ["asked: 3 questions for 2 seats"]


def test_several_faults_are_reported_at_once() -> None:
    text = (
        HEAD
        + """
        decade = 7
        discard = ["nw99", "nw01"]
        [[player]]
        favor = 99
        hand = ["nw01"]
        hat = 3
        [[player]]
        residences = ["paris"]
        order = "order9"
    """
    )
    found = faults(text)
    assert [fault.split(":")[0] for fault in found] == [
        *("decade", "discard", "player[0].favor", "player[0].hand"),
        *("player[1].residences", "player[1].order", "player[0].hat"),
    ]
    seats = [Player(hand=5), Player(hand=4, jokers=7, residences=", ".join(ALL_CITIES[:13])), Player()]
    assert faults(position("actions", *seats)) == [
        "player[0].hand: 5 cards, but the hand limit is 3",
        "player[1].residences: there are only 12",
        "player[1].hand: 4 cards, but the hand limit is 3",
        "jokers: there are only 6",
    ]


# ---- impossible states ----


def test_the_faults_of_a_state_say_what_is_wrong() -> None:
    """The conformance laws check these faults after every action of every random game."""
    m = act(seat("nw17", hand="ea01 ea02", residences="riga"))
    assert GAME.faults(m.state) == []

    def broken(field: str, at: int, value: int) -> list[str]:
        s = table(m).clone()
        array = getattr(s, field)[:]
        array[at] = value
        setattr(s, field, array)
        return GAME.faults(s)

    assert broken("favor", 1, 15) == ["player[1].favor: must be from 0 to 14, not 15"]
    assert broken("favor", 1, -1)[0] == "player[1].favor: must be from 0 to 14, not -1"
    assert broken("vp", 0, -1) == ["player[0]: VP and jokers must not be negative"]
    assert broken("tiles", 0, 0) == [
        "player[0]: the goods tiles are not those of the cities with an own residence"
    ]
    assert broken("held", 0, 3) == ["player[0].hand has 2 cards, not 3"]
    assert broken("order", 0, 0) == ["player[0].order: there must be one"]
    assert broken("order", 1, 1) == ["player[1].order: order1 occurs twice"]
    assert broken("sets", 0, 0)[0].startswith("the draw pile has ")
    assert broken("sets", 3, 2)[0].startswith("cards: there are 103, 102 of them different; the box has 102")
    assert broken("jokers", 0, 1) == ["jokers: there are only 0"]
    assert (
        broken("residences", 0, 2**13 - 2)[0]
        == "player[0]: the goods tiles are not those of the cities with an own residence"
    )


@pytest.mark.rule("C-RULING-09")
def test_too_many_goods_tiles_taken_are_a_fault() -> None:
    """The loader guarantees as many tiles as players, so this test changes the box afterwards."""
    m = samovar.Match("catherine", 2, components=GAME.standard_text() + "\n")
    s = table(m)
    s.residences[0] = 1 << city("riga")
    s.tiles[0] = s.stock.city_tile[city("riga")]
    s.stock.tiles[2] = 0
    assert GAME.faults(s) == ["riga: more goods tiles were taken than there are"]


# ---- untrusted positions ----


@cache
def texts() -> list[str]:
    """Positions from all phases of random games."""
    found = []
    for number in range(30):
        m = samovar.Match("catherine", 2 + number % 3, number)
        rng = Rng(number)
        for _ in range(5 * number):
            if m.over:
                break
            p = m.actors()[rng.below(len(m.actors()))]
            m.play(p, m.options(p)[rng.below(len(m.options(p)))])
        found.append(m.position())
    return found


def as_toml(table: dict[str, Any]) -> str:
    """The table as TOML. Only the types of values in positions are supported."""
    lines, tables = [], []
    for key, value in table.items():
        if isinstance(value, dict):
            tables.append(f"[{key}]\n{as_toml(value)}")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            tables += [f"[[{key}]]\n{as_toml(each)}" for each in value]
        elif isinstance(value, list):
            lines.append(f"{key} = {toml_texts(value)}")
        else:
            lines.append(f"{key} = {toml_text(value) if isinstance(value, str) else value}")
    return "\n".join([*lines, *tables])


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A position of a random game with a few cards, numbers or pending steps changed."""
    position = tomllib.loads(draw(st.sampled_from(texts())))
    players = position["player"]
    lists = [
        (position, "discard"),
        *((player, key) for player in players for key in ("row", "under", "hand")),
    ]
    for _ in range(draw(st.integers(1, 3))):
        player = draw(st.sampled_from(players))
        match draw(st.integers(0, 10)):
            case 0 | 1:  # two cards change places
                one, two = (draw(st.sampled_from(lists)) for _ in range(2))
                if one[0][one[1]] and two[0][two[1]]:
                    i = draw(st.integers(0, len(one[0][one[1]]) - 1))
                    j = draw(st.integers(0, len(two[0][two[1]]) - 1))
                    a, b = one[0][one[1]][i], two[0][two[1]][j]
                    one[0][one[1]][i], two[0][two[1]][j] = b, a
            case 10:  # a card moves
                where, key = draw(st.sampled_from(lists))
                to, other = draw(st.sampled_from(lists))
                if where[key]:
                    card = where[key].pop(draw(st.integers(0, len(where[key]) - 1)))
                    to[other].insert(draw(st.integers(0, len(to[other]))), card)
            case 2:
                position["round"] = draw(st.integers(0, 4))
                position["decade"] = draw(st.integers(1, 3))
            case 3:
                number = draw(st.sampled_from([("favor", 14), ("jokers", 3), ("active", 7), ("vp", 200)]))
                player[number[0]] = draw(st.integers(0, number[1]))
            case 4:
                player["residences"] = draw(st.lists(st.sampled_from(ALL_CITIES), unique=True, max_size=12))
            case 5:
                player["plan"] = player["plan"][: draw(st.integers(0, 2))]
            case 6:
                seat = draw(st.integers(0, len(players) - 1))
                position["asked"][seat] = draw(questions(seat))
            case 7 | 8:
                position["todo"] = [*draw(st.lists(steps(), max_size=3)), *position["todo"]]
            case _:
                position["todo"] = position["todo"][draw(st.integers(0, 2)) :]
    if not draw(st.integers(0, 5)):
        for key in ("todo", "asked"):
            del position[key]
        position["phase"] = draw(st.sampled_from(["draw", "play", "actions", "scoring"]))
    return as_toml(position)


def questions(seat: int) -> st.SearchStrategy[str]:
    """A question that this seat may be asked."""
    few = st.integers(0, 3)
    return st.one_of(
        st.sampled_from(
            ["", *(f"{name}({seat})" for name in ("ActionCard", "ActivationCard", "Place", "Bonus"))]
        ),
        st.sampled_from([f"BuildAnywhere({seat})", f"Lay({seat},0)", f"Lay({seat},2)", f"Build({seat},0,0)"]),
        st.builds(lambda done, colours: f"Perform({seat},{done},{colours})", st.integers(0, 1), few),
        st.builds(lambda left, above, bonus: f"Pay({seat},{left},{above},0,0,{bonus})", few, few, few),
    )


def steps() -> st.SearchStrategy[str]:
    """A step that may be pending."""
    few = st.integers(0, 3)
    scoring = ["Cannons()", "Books()", "BookResidences()", "ScoreDecade()", "Clear()"]
    return st.one_of(
        st.sampled_from(["PlayCards()", "Actions()", "ChooseStart()", "Calendar()", *scoring]),
        st.builds(lambda p, n, freely: f"Draw({p},{n},{freely})", few, few, st.integers(0, 1)),
        st.builds(lambda p, n, freely: f"Deal({p},{n},{freely})", few, few, st.integers(0, 1)),
        st.builds(lambda p: f"DealOrder({p})", few),
        st.builds(lambda p, done: f"Performed({p},{done},0)", few, few),
    )


@SETTINGS
@given(changed(), st.integers(0, 9))
@pytest.mark.no_cover
def test_an_untrusted_position_is_refused_or_plays_to_the_end(text: str, seed: int) -> None:
    try:
        m = samovar.Match.from_position(text, seed)
    except samovar.BadInput:
        event("refused")
        return
    event("accepted")
    rng = Rng(seed)
    number = 0
    while True:
        assert GAME.faults(m.state) == []
        if number % 20 == 0 or m.over:
            written = m.position()
            assert samovar.Match.from_position(written).position() == written
        if m.over:
            break
        p = m.actors()[rng.below(len(m.actors()))]
        m.play(p, m.options(p)[rng.below(len(m.options(p)))])
        number += 1
    assert len(m.scores()) == m.seats
