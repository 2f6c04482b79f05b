"""Cards that a position names must exist and be in one place only."""

from __future__ import annotations

from samovar.kernel.card_reader import CardReader, index_of_ids
from samovar.kernel.reading import Reader

IDS = ["", "fox", "owl", "elk"]


def reading(hand: list[str]) -> tuple[CardReader, Reader]:
    faults: list[str] = []
    return CardReader("card", index_of_ids(IDS), faults), Reader({"hand": hand}, "player[1]", faults)


def test_ids_become_numbers_in_their_order() -> None:
    known, reader = reading(["elk", "fox"])
    assert known.read_list(reader, "hand") == [3, 1]
    assert known.placed == {3: "player[1].hand", 1: "player[1].hand"}
    assert known.faults == []


def test_a_set_has_a_bit_for_each_card() -> None:
    known, reader = reading(["elk", "", "fox"])
    assert known.read_set(reader, "hand", gaps=True) == 1 << 3 | 1 << 1
    assert known.faults == []


def test_a_key_that_is_missing_names_no_cards() -> None:
    known, reader = reading([])
    assert known.read_list(reader, "discard") == []
    assert known.faults == []


def test_an_empty_text_is_a_gap_only_where_gaps_are_allowed() -> None:
    known, reader = reading(["", "owl"])
    assert known.read_list(reader, "hand", gaps=True) == [0, 2]
    assert known.faults == []
    known, reader = reading(["", "owl"])
    assert known.read_list(reader, "hand") == [2]
    assert known.faults == ["player[1].hand: there is no card ''"]


def test_unknown_hidden_and_doubled_cards_are_faults_and_left_out() -> None:
    known, reader = reading(["yak", "?", "owl", "owl"])
    known.number("fox", "discard")
    assert known.number("fox", "market") == 0
    assert known.read_list(reader, "hand", gaps=True) == [2]
    assert known.faults == [
        "market: card fox occurs twice, also in discard",
        "player[1].hand: there is no card 'yak'",
        "player[1].hand: a match cannot start from a position with hidden cards",
        "player[1].hand: card owl occurs twice, also in player[1].hand",
    ]


def test_a_new_card_is_one_that_no_key_has_named() -> None:
    known, reader = reading(["fox"])
    known.read_list(reader, "hand")
    assert [known.new([1, 2, 3]) for _ in range(3)] == [2, 3, 0]
