"""Write ``games/<game>/frames.py``, the constructors of frames, from the step classes: ``make frames``.

A step class is the only declaration: its name, and in ``takes`` the decider and the numbers of the frame.
This tool reads the sources without importing them, because the rules import the file that it writes.
``--check`` writes nothing and fails if a file is out of date.

Environments put the number of a step into observations, so a step keeps its number. The order is that of
``STEPS`` in the present file. New steps are appended.
"""

from __future__ import annotations

import ast
import keyword
import re
import sys
from dataclasses import dataclass
from pathlib import Path

KERNEL = Path(__file__).resolve().parent.parent / "src/samovar/kernel"
GAMES = KERNEL.parent / "games"
DECIDERS = {"nature": "NATURE", "everyone": "EVERYONE", "nobody": "NOBODY"}
FIRST_NUMBER = 12  # bits of a frame below its numbers: 8 for the step, 4 for the seat
BITS = 8  # bits of each number
MAX_STEPS = 256
MAX_NUMBERS = 5


class BadStep(Exception):
    """A step that cannot become a frame."""


@dataclass
class Class:
    """A class statement of the source."""

    name: str
    bases: list[str]
    takes: str | None


def classes_in(path: Path) -> list[Class]:
    return [class_of(node) for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]


def class_of(node: ast.ClassDef) -> Class:
    bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
    return Class(node.name, bases, next(map(literal, filter(is_takes, node.body)), None))


def is_takes(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement.targets[0]) == "takes"
    return isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == "takes"


def literal(statement: ast.stmt) -> str:
    assert isinstance(statement, ast.Assign | ast.AnnAssign)
    assert statement.value is not None
    return str(ast.literal_eval(statement.value))


def steps_in(folder: Path) -> dict[str, str]:
    """Return ``takes`` of each step of a game. A class that other steps inherit from is not a step."""
    kernel = [found for name in ("step", "simultaneous") for found in classes_in(KERNEL / f"{name}.py")]
    known = {found.name: found for found in kernel}
    own: list[str] = []
    for path in sorted(folder.glob("*.py")):
        for found in classes_in(path):
            if found.name in known and is_step(known[found.name], known):
                raise BadStep(f"{path.name}: there is another step {found.name}")
            known[found.name] = found
            own.append(found.name)
    steps = [name for name in own if is_step(known[name], known)]
    inherited = {base for name in steps for base in known[name].bases}
    return {name: takes_of(known[name], known) for name in steps if name not in inherited}


def is_step(found: Class, known: dict[str, Class]) -> bool:
    return found.name == "Step" or any(base in known and is_step(known[base], known) for base in found.bases)


def takes_of(found: Class, known: dict[str, Class]) -> str:
    """Return the class's own ``takes``, or that of its base."""
    if found.takes is not None:
        return found.takes
    return next(takes_of(known[base], known) for base in found.bases if base in known)


def numbered(path: Path, steps: dict[str, str]) -> dict[str, str]:
    """Return the steps in the order of their numbers: those of the present file first."""
    present = present_steps(path)
    gone = [name for name in present if name not in steps]
    if gone:
        raise BadStep(
            f"{path}: no class {', '.join(gone)} any more, but a step keeps its number;"
            " rename it in STEPS by hand if the class was renamed"
        )
    if len(steps) > MAX_STEPS:
        raise BadStep(f"{path}: {len(steps)} steps, but a frame has room for {MAX_STEPS}")
    return {name: steps[name] for name in [*present, *(name for name in steps if name not in present)]}


def present_steps(path: Path) -> list[str]:
    for statement in ast.parse(path.read_text()).body if path.exists() else []:
        if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == "STEPS":
            assert statement.value is not None
            return list(ast.literal_eval(statement.value))
    return []


def constant(step: str) -> str:
    """Return the name in upper case: ``BookResidences`` becomes ``BOOK_RESIDENCES``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", step).upper()


def constructor(step: str, takes: str) -> list[str]:
    """Return the source of the function that packs a frame.

    A number whose range ends in ``?`` is optional and 0 by default.
    """
    who, *numbers = takes.split()
    if who not in {"seat", *DECIDERS} or len(numbers) > MAX_NUMBERS:
        raise BadStep(f"{step}: a frame cannot take {takes!r}")
    name = constant(step).lower()
    parameters = ["seat: i64"] if who == "seat" else []
    packed = [constant(step), f"{'seat' if who == 'seat' else DECIDERS[who]} << 8"]
    for i, word in enumerate(numbers):
        number = word.partition("=")[0]
        parameters.append(f"{number}: i64" + (" = 0" if word.endswith("?") else ""))
        packed.append(f"{number} << {FIRST_NUMBER + BITS * i}")
    return [
        "",
        "",
        f"def {name}{'_' if keyword.iskeyword(name) else ''}({', '.join(parameters)}) -> i64:",
        f"    return {' | '.join(packed)}",
    ]


def text(game: str, steps: dict[str, str]) -> str:
    used = sorted({DECIDERS[takes.split()[0]] for takes in steps.values() if takes.split()[0] in DECIDERS})
    lines = [
        f'"""The frames of {game.capitalize()}: numbers and constructors of its steps.',
        "",
        "Written by tools/frames.py from the step classes; do not edit, run ``make frames``.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        "from samovar.kernel.ints import i64",
        *([f"from samovar.kernel.state import {', '.join(used)}"] if used else []),
        "",
        "STEPS: Final = {  # what each step takes, in the order of their numbers",
        *(f'    "{step}": "{takes}",' for step, takes in steps.items()),
        "}",
        "",
        *(f"{constant(step)}: Final = {number}" for number, step in enumerate(steps)),
    ]
    for step, takes in steps.items():
        lines += constructor(step, takes)
    return "\n".join([*lines, ""])


def main(arguments: list[str]) -> int:
    check = arguments == ["--check"]
    if arguments and not check:
        print("usage: python tools/frames.py [--check]", file=sys.stderr)
        return 2
    stale = False
    for folder in sorted(path.parent for path in GAMES.glob("*/game.py")):
        path = folder / "frames.py"
        try:
            wanted = text(folder.name, numbered(path, steps_in(folder)))
        except BadStep as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        if path.exists() and path.read_text() == wanted:
            continue
        stale = True
        if check:
            print(f"{path} is out of date: run make frames", file=sys.stderr)
        else:
            path.write_text(wanted)
            print(f"written: {path}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
