"""Counting loops of rules and bots use machine integers: mypy infers ``i64`` for the counter.

mypyc compiles such a loop natively. With a bound of type ``int`` (a literal, ``len``, a constant without
``Final[i64]``) the counter is a Python integer. That cost Tundra 6 % of its instructions.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from mypy import api

import samovar

SOURCES = Path(samovar.__file__).parent
HOT = ["kernel", "games", "bots"]
# Modules and functions that read and write texts or find obvious answers run too seldom to matter.
COLD_FILES = {"components.py", "loading.py", "notation.py", "position.py", "positions.py", "reading.py"}
COLD_FUNCTIONS = re.compile(r"refus|fault|^seed$")
REVEALED = re.compile(r'^(.+?):(\d+): note: Revealed type is "(.+)"$', re.MULTILINE)


def counting_loops(node: ast.AST) -> list[ast.For]:
    """The loops over a ``range``, outside of functions that are exempt, in the order of the source."""
    found: list[ast.For] = []
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef) and COLD_FUNCTIONS.search(part.name):
            continue
        if isinstance(part, ast.For) and ast.unparse(part.iter).startswith("range("):
            found.append(part)
        found += counting_loops(part)
    return found


def revealing(source: str, loops: list[ast.For]) -> str:
    """The source with a line before each loop that reveals the type of its counter.

    That line uses another variable, because the type of the counter may come from elsewhere in the function.
    """
    lines = source.split("\n")
    for loop in reversed(loops):
        line = f"for _x{loop.lineno} in {ast.unparse(loop.iter)}: reveal_type(_x{loop.lineno})"
        lines.insert(loop.lineno - 1, " " * loop.col_offset + line)
    return "\n".join(lines)


def slow_loops(paths: list[Path], folder: Path) -> list[str]:
    """The loops of these files whose counter is not an ``i64``."""
    loops = {path: counting_loops(ast.parse(path.read_text())) for path in paths}
    shadows: list[str] = []
    for path in paths:
        shadow = folder / f"{len(shadows)}.py"
        shadow.write_text(revealing(path.read_text(), loops[path]))
        shadows += ["--shadow-file", str(path), str(shadow)]
    cache = ["--cache-dir", str(folder / "cache"), "--config-file="]
    printed, errors, _ = api.run([*shadows, *cache, "--show-absolute-path", *map(str, paths)])
    revealed = [(Path(name), int(line), kind) for name, line, kind in REVEALED.findall(printed)]
    assert len(revealed) == sum(map(len, loops.values())), (printed, errors)
    slow: list[str] = []
    for path in paths:  # in the order of the source, as the loops are
        kinds = [kind for _, kind in sorted((line, kind) for name, line, kind in revealed if name == path)]
        for loop, kind in zip(loops[path], kinds, strict=True):
            if kind != "mypy_extensions.i64":
                slow.append(
                    f"{path.relative_to(folder.anchor)}:{loop.lineno}: {ast.unparse(loop.iter)}: {kind}"
                )
    return slow


@pytest.mark.slow
def test_counters_are_machine_integers(tmp_path: Path) -> None:
    found = [path for name in HOT for path in sorted(SOURCES.joinpath(name).glob("**/*.py"))]
    assert slow_loops([path for path in found if path.name not in COLD_FILES], tmp_path) == []


def test_a_counter_that_is_a_python_integer_is_found(tmp_path: Path) -> None:
    path = tmp_path / "loops.py"
    path.write_text(
        """
from mypy_extensions import i64

SIX = 6

def count(n: i64, m: int) -> None:
    p: i64 = 0
    for p in range(n):
        for q in range(p, n + 1): print(q)
    for p in range(SIX):
        pass
    for q in range(m):
        pass

def faults(m: int) -> None:
    for q in range(m):
        pass
"""
    )
    assert [line.partition(": ")[2] for line in slow_loops([path], tmp_path)] == [
        "range(SIX): int",
        "range(m): int",
    ]
