"""Imported texts are checked before a parser reads them."""

from __future__ import annotations

import contextlib
import time
from dataclasses import replace

import pytest

from samovar.kernel.errors import BadInput
from samovar.room.creation import create
from samovar.room.validation import MAX_LINE, MAX_TOML_DEPTH, check_import
from tests.room.shell import EVA, Shell, with_friends

PARTS = MAX_TOML_DEPTH + 1


@pytest.mark.parametrize(
    "part", ["a", "'a'", '"a"', "'{'", '"="', "'.'", r'"\""', "'\u2028'", '"\x85"', "''"]
)
@pytest.mark.parametrize("dot", [".", " . ", "\t."])
@pytest.mark.parametrize("line", ["{} = 1", "[{}]", "[[ {} ]]", "x = [1, {{ {} = 1 }}]", "| {} = 1"])
def test_keys_with_many_parts_are_refused_in_every_notation(part: str, dot: str, line: str) -> None:
    with pytest.raises(BadInput, match=f"line 2: a key with more than {MAX_TOML_DEPTH} parts"):
        check_import("x = 1\n" + line.format(dot.join([part] * PARTS)))
    check_import("x = 1\n" + line.format(dot.join([part] * MAX_TOML_DEPTH)))


def test_tokens_of_a_record_are_not_keys() -> None:
    check_import("0: " + "hunt.3 " * 100)


def test_other_line_separators_do_not_end_a_line() -> None:
    with pytest.raises(BadInput, match="longer than"):
        check_import("x = '" + "a\u2028" * MAX_LINE + "'")


@pytest.mark.parametrize("line", [r"\"", "a", "'a'.", "a ", '"', "''", "a.a.a.a.a.a.a.a.a.a.a.a,", "a\t."])
def test_checking_takes_linear_time(line: str) -> None:
    text = "\n".join([(line * MAX_LINE)[: MAX_LINE - 1]] * 50)  # the maximum size of an import
    start = time.process_time()
    with contextlib.suppress(BadInput):
        check_import(text)
    assert time.process_time() - start < 5


@pytest.mark.parametrize("kind", ["components", "start"])
def test_a_refused_text_is_not_parsed(kind: str) -> None:
    text = "a" + ".a" * 30_000 + " = 1"
    request = replace(with_friends("stroganov"), **{kind: text})  # type: ignore[arg-type]
    start = time.process_time()
    with pytest.raises(BadInput, match="longer than"):
        create(request, EVA, Shell().env())
    assert time.process_time() - start < 1  # the parser would need minutes
