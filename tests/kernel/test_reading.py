"""Reading untrusted TOML: every fault is named with its key, and none hides another."""

from __future__ import annotations

import tomllib

import pytest

from samovar.kernel.errors import BadInput
from samovar.kernel.reading import Reader, read_toml, toml_numbers, toml_text, toml_texts


def reader(text: str) -> Reader:
    return Reader(tomllib.loads(text), "", [])


def test_numbers() -> None:
    r = reader("a = 5\nb = -1\nc = 'x'\nd = true\ne = 2.5")
    assert r.number("a") == 5
    assert r.number("gone", 3) == 3
    assert r.number("b", 7) == 7
    assert r.number("c", None, 2, 9) == 2
    assert r.number("d", 4) == 4
    assert r.number("e", 4) == 4
    assert r.number("missing", None, 1, 9) == 1
    assert r.faults == [
        "b: must be from 0 to 255, not -1",
        "c: must be a whole number, not 'x'",
        "d: must be a whole number, not True",
        "e: must be a whole number, not 2.5",
        "missing: is missing",
    ]


def test_booleans() -> None:
    r = reader("a = true\nb = 1")
    assert r.boolean("a")
    assert not r.boolean("gone")
    assert not r.boolean("b")
    assert r.faults == ["b: must be true or false, not 1"]


def test_texts_and_choices() -> None:
    r = reader("a = 'x'\nb = 'z'\nc = 3")
    assert r.text("a") == "x"
    assert r.text("gone", "y") == "y"
    assert r.text("b", None, ["x", "y"]) == "x"
    assert r.text("c", "w") == "w"
    assert r.text("missing") == ""
    assert r.faults == [
        "b: must be one of x, y, not 'z'",
        "c: must be a text, not 3",
        "missing: is missing",
    ]


def test_lists_of_numbers() -> None:
    r = reader("a = [1, 2]\nb = [1, 'x', 300, false]\nc = 4")
    assert r.numbers("a") == [1, 2]
    assert r.numbers("gone", [9]) == [9]
    assert r.numbers("b", [5]) == [5]
    assert r.numbers("c") == []
    assert r.numbers("missing") == []
    assert r.faults == [
        "b: must hold whole numbers, not 'x'",
        "b: must hold numbers from 0 to 255, not 300",
        "b: must hold whole numbers, not False",
        "c: must be a list of whole numbers, not 4",
        "missing: is missing",
    ]


def test_lists_of_texts() -> None:
    r = reader("a = ['x']\nb = ['x', 1, 'z']\nc = 'x'")
    assert r.texts("a") == ["x"]
    assert r.texts("gone", ["y"]) == ["y"]
    assert r.texts("b", ["y"], ["x", "y"]) == ["y"]
    assert r.texts("c") == []
    assert r.texts("missing") == []
    assert r.faults == [
        "b: must hold texts, not 1",
        "b: unknown value 'z'",
        "c: must be a list of texts, not 'x'",
        "missing: is missing",
    ]


def test_tables_have_their_path_in_faults() -> None:
    r = reader("x = 1\ny = [1]\n[a]\n[a.b]\nn = 'one'\n[[p]]\n[[p]]\nk = 0")
    r.table("a").table("b").number("n", 1)
    r.tables("p")[1].number("k", 1, 1, 2)
    assert r.table("gone").values == {}
    assert r.tables("none") == []
    assert r.table("x").values == {}
    assert r.tables("x") == []
    assert r.tables("y") == []
    assert r.faults == [
        "a.b.n: must be a whole number, not 'one'",
        "p[1].k: must be from 1 to 2, not 0",
        "x: must be a table, not 1",
        "x: must be a list of tables, not 1",
        "y: must hold tables, not 1",
    ]


def test_a_misspelt_key_is_a_fault() -> None:
    r = reader("a = 1\nb = 2\n[t]\nc = 3")
    r.number("a")
    assert r.has("b")
    assert not r.has("z")
    table = r.table("t")
    table.report_unknown_keys()
    r.report_unknown_keys()
    assert r.faults == ["t.c: is unknown here"]


def test_a_fault_of_a_whole_table() -> None:
    r = reader("[t]")
    r.table("t").fault("", "is empty")
    assert r.faults == ["t: is empty"]


def test_all_faults_are_raised_together() -> None:
    r = reader("a = 'x'\nb = 'y'")
    r.check("fine")
    r.number("a")
    r.number("b")
    with pytest.raises(BadInput) as error:
        r.check("paper")
    assert error.value.what == "paper"
    assert error.value.faults == r.faults
    assert str(error.value) == (
        "paper: \n  - a: must be a whole number, not 'x'\n  - b: must be a whole number, not 'y'"
    )
    assert str(BadInput("paper", ["is wet"])) == "paper: is wet"


@pytest.mark.parametrize("text", ["a = ", "a = 1\na = 2", "= 1", "a = [" * 5000, "a = " + "9" * 5000, "\x00"])
def test_a_text_that_is_not_toml_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"^paper: not TOML: "):
        read_toml(text, "paper")


def test_huge_values_are_shortened_in_messages() -> None:
    r = Reader(read_toml(f"a = 0x{'f' * 5000}\nb = '{'x' * 500}'\nc = [{'[],' * 99}]", "paper"), "", [])
    r.number("a")
    r.number("b")
    r.numbers("c")
    assert r.faults[0] == "a: must be from 0 to 255, not a number with thousands of digits"
    assert all(len(fault) < 130 for fault in r.faults)


@pytest.mark.parametrize(
    "text", ["plain", 'a "quoted" word', "back\\slash", "two\nlines", "\x7f\x00\t", "žluťoučký ☃"]
)
def test_texts_are_written_so_that_they_can_be_read(text: str) -> None:
    assert tomllib.loads(f"a = {toml_text(text)}")["a"] == text
    assert tomllib.loads(f"a = {toml_texts([text, ''])}")["a"] == [text, ""]
    assert toml_numbers([1, -2]) == "[1, -2]"
