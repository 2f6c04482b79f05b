"""Names and chat lines contain no characters that are invisible or change the direction of text."""

from __future__ import annotations

import unicodedata

import pytest

from samovar.kernel.errors import BadInput
from samovar.room.commands import Say, TakeSeat
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.validation import MAX_MARKS, check_chat, check_name, clean_text
from tests.room.shell import BOB, EVA, Shell

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
CONTROL = "\x00\x07\x08\x1b\x7f\x85\u2028\u2029"
BLANK = "\u00ad\u034f\u115f\u1160\u17b4\u180e\u200b\u200d\u2060\u2800\u3000\u3164\ufeff\uffa0\ufe0f\U000e0101"


@pytest.mark.parametrize("one", BIDI + CONTROL, ids=lambda one: f"{ord(one):04x}")
def test_a_control_or_bidirectional_character_is_stripped(one: str) -> None:
    assert check_name(f"{one}Eva{one}") == "Eva"
    assert one not in check_chat(f"tea{one}time")


@pytest.mark.parametrize("one", BLANK, ids=lambda one: f"{ord(one):04x}")
def test_a_name_or_line_of_blank_characters_is_refused(one: str) -> None:
    with pytest.raises(BadInput):
        check_name(one * 3)
    with pytest.raises(BadInput):
        check_chat(f"{one} {one}")


def test_names_that_look_equal_to_a_taken_one_are_refused() -> None:
    for name in ("Eva\u3164", "\u200bEva", "Eva\u202e", "Eva ,"):
        with pytest.raises(BadInput, match="taken"):
            check_name(name, ["Eva"])
    for name in ("E\u0301va", "\u00c9va\ufe0f", "\uff25\u0301va", "\u00c9\u180bva", "\u00c9\U000e0100va"):
        with pytest.raises(BadInput, match="taken"):
            check_name(name, ["\u00c9va"])
    assert check_name("eva", ["Eva"]) == "eva"


def test_letters_accents_and_emoji_are_kept() -> None:
    for name in ("Žofie Černá", "Иван", "李雷", "Zoe\u0308", "🐻 Medvěd", "❤\ufe0f"):
        assert check_name(name) == name


def test_stacked_accents_are_cut() -> None:
    tall = clean_text("E" + "\u0301" * 40 + "va")
    assert sum(unicodedata.combining(one) > 0 for one in tall) == MAX_MARKS
    assert tall.endswith("va")


@pytest.mark.parametrize("spoiled", ["\u202eEva\x07", "Eva\u3164", "\u2066Eva"])
def test_the_creator_of_a_room_has_a_clean_name_and_the_game_can_start(spoiled: str) -> None:
    """Before the fix, the name was stored as it was, and the game refused to start with it."""
    shell = Shell()
    seats = [SeatRequest(kind="me", name=spoiled), SeatRequest(kind="open")]
    room = shell.create(CreateRoom(game="stroganov", seats=seats))
    assert room.seats[0].name == "Eva"
    shell.execute(room, BOB, TakeSeat(seat=1, name="Bob"))
    assert room.match is not None


def test_a_chat_line_is_stored_clean() -> None:
    shell = Shell()
    room = shell.create(CreateRoom(game="stroganov", seats=[SeatRequest(kind="me", name="Eva")]))
    shell.execute(room, EVA, Say(text="\u202etea\u2069\x1b[31m?"))
    assert room.chat[-1].text == "tea [31m?"
