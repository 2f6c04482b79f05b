"""Records: readable text, replay without a generator, verification with the seed, faults by line."""

from __future__ import annotations

import pytest

import samovar
from samovar.match.laws import random_match
from samovar.match.record import read_record
from tests.kernel import tiny_box
from tests.kernel.tiny import GAME


@pytest.fixture(scope="module")
def text() -> str:
    return random_match(GAME, 2, {"coins": "3"}, 11).record()


def faults(text: str) -> list[str]:
    with pytest.raises(samovar.BadInput) as error:
        samovar.verify(text, game=GAME)
    assert error.value.what == "record"
    return error.value.faults


def test_the_text_of_a_record(text: str) -> None:
    lines = text.splitlines()
    assert lines[:5] == ["samovar tiny 1", "seats: 2", "seed: 11", "options: hands=hidden coins=3", ""]
    assert lines[5].startswith("~deal.")
    assert lines[6].startswith(("0: lay.", "1: lay."))
    assert lines[-1].startswith("result: ")


def test_a_replayed_record_gives_the_same_game(text: str) -> None:
    m = samovar.verify(text, game=GAME)
    assert m.record() == text
    assert m.over
    assert m.seeded
    assert m.position() == random_match(GAME, 2, {"coins": "3"}, 11).position()


def test_an_incomplete_record_can_be_played_on(text: str) -> None:
    lines = text.splitlines()
    m = samovar.Match.from_record("\n".join(lines[:8]), game=GAME)
    assert not m.over
    assert m.actors()


def test_a_record_without_seed_needs_no_generator(text: str) -> None:
    m = samovar.verify(text.replace("seed: 11\n", ""), game=GAME)
    assert m.over
    assert "seed:" not in m.record()


def test_a_seed_that_does_not_give_these_draws(text: str) -> None:
    wrong = text.replace("seed: 11", "seed: 12")
    assert not samovar.Match.from_record(wrong, game=GAME).seeded
    assert faults(wrong) == ["the seed does not give these draws"]


def test_comments_and_empty_lines_are_ignored(text: str) -> None:
    lines = text.splitlines()
    lines[1:1] = ["# from a rainy evening"]
    lines[8:8] = ["", "# a bold choice", ""]
    assert samovar.verify("\n".join(lines), game=GAME).record() == text


def test_names_are_kept() -> None:
    m = samovar.Match(GAME, 2, names=["Ada", "Žofie"])
    assert "names: Ada, Žofie\n" in m.record()
    assert samovar.Match.from_record(m.record(), game=GAME).names == ["Ada", "Žofie"]


def test_a_game_that_began_in_a_position() -> None:
    m = samovar.Match.from_position('game = "tiny"\nto_move = 1\n[[player]]\ncoins = 7', seed=3, game=GAME)
    m.play(1, "trade")
    record = m.record()
    assert "\nstart:\n| game = " in record
    again = samovar.verify(record, game=GAME)
    assert again.position() == m.position()
    assert again.record() == record
    assert faults(record.replace("seats: 2", "seats: 3", 1)) == ["3 seats in the head, 2 in the position"]


def test_a_game_with_another_box() -> None:
    box = tiny_box.BOX.replace("fox", "hare")
    m = samovar.Match(GAME, 2, components=box)
    record = m.record()
    assert f"components: {m.state.box.digest}\n" in record
    assert samovar.verify(record, box, GAME).position() == m.position()
    assert "it was played with another box" in faults(record)[0]
    with pytest.raises(samovar.BadInput, match="it was played with another box"):
        samovar.verify(samovar.Match(GAME, 2).record(), box, GAME)


def test_a_record_of_another_game(text: str) -> None:
    assert faults(text.replace("samovar tiny", "samovar chess")) == ["the game must be 'tiny', not 'chess'"]
    with pytest.raises(samovar.BadInput, match="there is no game 'tiny'"):
        samovar.verify(text)


def test_a_wrong_result_is_refused(text: str) -> None:
    head, _, result = text.rpartition("result: ")
    assert faults(head + "result: 99 99\n") == [f"the result must be {result.strip()}"]
    lines = text.splitlines()
    assert faults("\n".join([*lines[:8], lines[-1]])) == [
        "the result must be empty, because the game goes on"
    ]


def test_an_action_that_was_not_allowed(text: str) -> None:
    lines = text.splitlines()
    assert faults("\n".join([*lines[:6], "0: lamp"])) == ["line 7: lamp is not allowed there"]
    assert faults("\n".join([*lines[:6], "0: dance"])) == ["line 7: dance is not allowed there"]
    assert faults("\n".join([*lines[:6], "~lay.fox"])) == ["line 7: lay.fox is not allowed there"]
    assert faults("\n".join([*lines[:-1], "0: pass"])) == [f"line {len(lines)}: the game is over"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", 'line 1: must read "samovar <game> <format>"'),
        ("hello", 'line 1: must read "samovar <game> <format>"'),
        ("samovar tiny 2\nseats: 2", "line 1: format 2 is unknown, this is format 1"),
        ("samovar tiny 1", "the head must have a line with the number of seats"),
        ("samovar tiny 1\nseats: two", "line 2: seats must be a number, not 'two'"),
        ("samovar tiny 1\nseats: 2\nseats: 2", "line 3: seats occurs twice"),
        ("samovar tiny 1\nseats: 2\nseed: x", "line 3: seed must be a whole number, not 'x'"),
        (
            "samovar tiny 1\nseats: 2\nmood: fine",
            "line 3: a key must be one of seats, seed, options, components, names, start, not 'mood'",
        ),
        ("samovar tiny 1\nseats: 2\noptions: hands", "line 3: an option must be name=value, not 'hands'"),
        ("samovar tiny 1\nseats: 2\noptions: a=1 a=2", "line 3: option a occurs twice"),
        (
            "samovar tiny 1\nseats: 2\nstart: now",
            "line 3: start must be empty, its position follows in lines that begin with |",
        ),
        ("samovar tiny 1\nseats: 2\n\n0: Lamp!", "line 4: 'Lamp!' is not a token"),
        (
            "samovar tiny 1\nseats: 2\n\nlamp",
            "line 4: a line with 'lamp' must begin with a seat, such as 0:",
        ),
        ("samovar tiny 1\nseats: 2\n\n2: lamp", "line 4: there is no seat 2"),
        ("samovar tiny 1\nseats: 2\n\nresult: x", "line 4: a result must be a number, not 'x'"),
        ("samovar tiny 1\nseats: 2\n\nresult:", "line 4: the result is empty"),
        ("samovar tiny 1\nseats: 2\n\nresult: 1 2\n0: lamp", "line 5: nothing may follow the result"),
    ],
)
def test_every_fault_of_a_record_has_its_line(text: str, fault: str) -> None:
    with pytest.raises(samovar.BadInput) as error:
        read_record(text)
    assert fault in error.value.faults


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(samovar.BadInput) as error:
        read_record("samovar tiny 1\nseats: 2\nseed: x\nmood: fine\n\n7: lamp\nresult: y")
    assert len(error.value.faults) >= 4


def test_a_record_without_end() -> None:
    with pytest.raises(samovar.BadInput, match="more than 200000 actions"):
        read_record("samovar tiny 1\nseats: 2\n\n0: " + "lamp " * 200_001)


def test_wrong_options_in_a_record() -> None:
    with pytest.raises(samovar.BadInput, match="hands must be one of"):
        samovar.verify("samovar tiny 1\nseats: 2\noptions: hands=up\n", game=GAME)
    with pytest.raises(samovar.BadInput, match="Tiny is for 2 to 4 seats, not 9"):
        samovar.verify("samovar tiny 1\nseats: 9\n", game=GAME)
