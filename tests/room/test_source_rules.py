"""Rules for the sources of ``room`` and ``table`` that no other check enforces."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "samovar"
MAX_LINES = 400
MAX_EQUAL_LINES = 12
UNREDACTED = {"state", "position", "record"}  # attributes of a match with hidden information
# ``samovar verify`` compares the states of log and snapshot and shows neither.
MAY_READ_UNREDACTED = {"verify.py"}


def sources(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (PACKAGE / package).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


# ---- reads of unredacted state ----


class UnredactedReadFinder(ast.NodeVisitor):
    """Finds reads of the unredacted state, position or record of a match.

    A match is ``….match``, ``….started_match()``, a parameter with the annotation Match, or a name to which
    one of these was assigned.
    """

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.found: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._visit_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._visit_function(node)

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        outer = set(self.names)
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        self.names |= {one.arg for one in every if one.annotation and "Match" in ast.unparse(one.annotation)}
        self.generic_visit(node)
        self.names = outer

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._assign(target, node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign(node.target, node.value)
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self._assign(node.target, node.value)
        self.generic_visit(node)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, other in zip(target.elts, value.elts, strict=False):
                self._assign(one, other)
        elif isinstance(target, ast.Name) and self.is_match(value):
            self.names.add(target.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if node.attr in UNREDACTED and self.is_match(node.value):
            self.found.append(f"line {node.lineno}: {ast.unparse(node)}")
        self.generic_visit(node)

    def is_match(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                return name in self.names or name == "match"
            case ast.Attribute(attr="match"):
                return True
            case ast.Call(func=ast.Attribute(attr="started_match")):
                return True
            case ast.Call(func=ast.Name(id="match_at" | "replay_moves" | "initial_match" | "Match")):
                return True
            case ast.IfExp():
                return self.is_match(node.body) or self.is_match(node.orelse)
            case ast.BoolOp():
                return any(self.is_match(one) for one in node.values)
            case ast.NamedExpr():
                return self.is_match(node.value)
        return False


def unredacted_reads(source: str) -> list[str]:
    finder = UnredactedReadFinder()
    finder.visit(ast.parse(source))
    return finder.found


@pytest.mark.parametrize(
    "path", [one for one in sources("table") if one.name not in MAY_READ_UNREDACTED], ids=name_of
)
def test_the_server_reads_no_unredacted_match(path: Path) -> None:
    assert unredacted_reads(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "room.match.state",
        "room.started_match().position()",
        "write(session.room.match.record())",
        "def f(other: Match) -> str: return other.position()",
        "def f(other: Match | None) -> str: return other.state",
        "past = room.started_match()\npast.record()",
        "one, two = room.match, 3\none.state",
        "past = room.match if room.match else None\npast.state",
        "if (past := room.match) is not None: past.state",
        "past: Match = match_at(room.started_match(), 3)\npast.position(0)",
    ],
)
def test_an_unredacted_read_is_found(source: str) -> None:
    assert len(unredacted_reads(source)) == 1


@pytest.mark.parametrize(
    "source", ["request.state.user", "app.state", "view.position", "room_state(room)", "view.record"]
)
def test_other_attributes_named_state_are_allowed(source: str) -> None:
    assert unredacted_reads(source) == []


# ---- sizes ----


@pytest.mark.parametrize("path", sources("room", "table"), ids=name_of)
def test_no_module_is_longer_than_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


# ---- copies ----


def code_lines(path: Path) -> list[tuple[int, str]]:
    """The lines of code with their numbers, without indentation, empty lines and comments."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    found = [(number, line.partition("  #")[0].strip()) for number, line in lines]
    return [(number, line) for number, line in found if line and not line.startswith("#")]


def blocks(path: Path) -> Iterator[tuple[str, int]]:
    """Every block of more than MAX_EQUAL_LINES lines, with the number of its first line."""
    lines = code_lines(path)
    for first in range(len(lines) - MAX_EQUAL_LINES):
        block = lines[first : first + MAX_EQUAL_LINES + 1]
        yield "\n".join(line for _, line in block), block[0][0]


def copies(ones: list[Path], others: list[Path]) -> list[str]:
    places = {block: f"{path}:{line}" for path in ones for block, line in blocks(path)}
    return [
        f"{places[block]} = {path}:{line}"
        for path in others
        for block, line in blocks(path)
        if block in places
    ]


def test_pages_and_api_share_no_block_of_more_than_12_lines() -> None:
    assert copies(sources("table/pages"), sources("table/api")) == []


def test_a_copied_block_is_found(tmp_path: Path) -> None:
    lines = [f"do({number})" for number in range(MAX_EQUAL_LINES + 1)]
    one, two, three = (tmp_path / f"{name}.py" for name in ("one", "two", "three"))
    one.write_text("\n".join(lines))
    two.write_text("begin()\nif x:\n" + "\n\n".join(f"    {line}  # copied" for line in lines))
    three.write_text("\n".join(lines[1:]))
    assert copies([one], [two])
    assert not copies([one], [three])
