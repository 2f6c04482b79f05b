"""Each rule id in the rules of our games is named by a test, and no test names one that does not exist.

The ids of a game begin with its initial: ``src/samovar/rules/stroganov.md`` has ``S-…``.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from samovar.games import registry

TESTS = Path(__file__).parent
RULES = TESTS.parent / "src" / "samovar" / "rules"
HEADING = re.compile(r"\s*- \*\*(?P<id>[A-Z]-(?:[A-Z]+-)+[A-Z]?\d+[a-z]?)(?P<more>(?: / [A-Z]\d+)*)[ *]")


def ids_of(line: str) -> list[str]:
    """The ids that a line of the document introduces: ``S-CARD-B1 / B2`` are two."""
    found = HEADING.match(line)
    if found is None:
        return []
    chapter = found["id"].rpartition("-")[0]
    return [found["id"], *(f"{chapter}-{card}" for card in re.findall(r"[A-Z]\d+", found["more"]))]


def documented(name: str) -> set[str]:
    """All ids of a game's document."""
    lines = (RULES / f"{name}.md").read_text(encoding="utf-8").splitlines()
    return {id for line in lines for id in ids_of(line)}


def marked(source: str) -> list[str]:
    """The ids in ``@pytest.mark.rule(...)`` on the tests and test classes of a module."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                    found += [ast.literal_eval(argument) for argument in decorator.args]
    return found


def named() -> dict[str, list[str]]:
    """Each id that a test names, with the files that name it."""
    where: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for id in marked(path.read_text(encoding="utf-8")):
            where.setdefault(id, []).append(path.relative_to(TESTS).as_posix())
    return where


def test_all_ids_of_a_document_are_found() -> None:
    """They are in sections, shared headings, rulings and examples, also of the solo game."""
    game = documented("stroganov")
    assert {"S-COMP-01", "S-SIDEB-03", "S-RULING-01", "S-RULING-82", "S-EX-01", "S-EX-23"} <= game
    assert {
        f"S-CARD-{deck}{n}" for deck, last in (("S", 9), ("A", 14), ("B", 14)) for n in range(1, last + 1)
    } <= game
    assert {f"S-SOLO-{n:02}" for n in range(1, 32)} <= game
    assert {"S-RULING-53", "S-RULING-75", "S-RULING-84", "S-EX-09", "S-EX-11", "S-EX-30"} <= game


def test_marks_are_read_from_the_source() -> None:
    source = '@pytest.mark.rule("S-A-01", "S-B-02")\n@pytest.mark.slow\ndef test_x() -> None: ...\n'
    assert marked(source) == ["S-A-01", "S-B-02"]


@pytest.mark.parametrize("path", sorted(RULES.glob("*.md")), ids=lambda path: path.stem)
def test_every_id_of_a_document_has_the_initial_of_its_game(path: Path) -> None:
    if path.name == "czech-glossary.md":
        assert documented(path.stem) == set()
        return
    game = documented(path.stem)
    assert len(game) > 100
    assert {id[0] for id in game} == {path.stem[0].upper()}


@pytest.mark.parametrize("name", registry.names())
def test_no_rule_is_without_a_test(name: str) -> None:
    missing = sorted(documented(name) - set(named()))
    assert missing == [], f"{len(missing)} rules that no test names"


def test_no_rule_is_invented() -> None:
    known = {id for path in RULES.glob("*.md") for id in documented(path.stem)}
    assert {id: where for id, where in named().items() if id not in known} == {}


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("- **S-HUNT-01** Take one fur", ["S-HUNT-01"]),
        ("- **S-CARD-S1 / A1** With every move", ["S-CARD-S1", "S-CARD-A1"]),
        ("- **S-CARD-B8 / B9 / B10 / B11** End", ["S-CARD-B8", "S-CARD-B9", "S-CARD-B10", "S-CARD-B11"]),
        ("- **S-RULING-01 Number of wishes per deck.** Summary", ["S-RULING-01"]),
        ("  - **C-CARD-01a** bonus: own the shown goods", ["C-CARD-01a"]),
        ("- **T-RULING-SETUP-01 First player.** Random", ["T-RULING-SETUP-01"]),
        ("  S-RULING-34 in the middle of a text", []),
    ],
)
def test_which_ids_a_line_introduces(line: str, ids: list[str]) -> None:
    assert ids_of(line) == ids
