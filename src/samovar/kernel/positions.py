"""Write a state as a position in TOML and read it back, with its frames as text. All input is checked.

Each game reads and writes its own part of a position in ``read_body`` and ``write_body``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.reading import Reader, toml_text, toml_texts
from samovar.kernel.simultaneous import SimultaneousStep
from samovar.kernel.state import EVERYONE, NATURE, NOBODY, State, seat_of

if TYPE_CHECKING:
    from samovar.kernel.game import AnyRules, Rules

FORMAT: Final = 1  # version of the format of positions and records
MAX_FRAMES: Final = 1000  # limit for positions that are read
FRAME_TEXT: Final = re.compile(r"([A-Z][A-Za-z0-9]*)\(((?:[0-9]{1,3}(?:,[0-9]{1,3})*)?)\)")

S = TypeVar("S", bound=State)
B = TypeVar("B", bound=Components)


def frame_text(game: AnyRules, f: int) -> str:
    """The text of a frame, such as ``Hunt(0,4)``: the step, its seat if it has one, its numbers."""
    step = f & 255
    numbers = [f >> 8 & 15] if game.actor_kinds[step] == "seat" else []
    for i in range(len(game.arguments[step])):
        numbers.append(f >> 12 + 8 * i & 255)
    return f"{game.step_names[step]}({','.join(str(n) for n in numbers)})"


def frame_parse(game: AnyRules, text: str, seats: int, faults: list[str], key: str = "todo") -> int:
    """The frame of a text. 0 and a fault if the text is not a frame."""
    match = FRAME_TEXT.fullmatch(text)
    if match is None or match.group(1) not in game.step_ids:
        faults.append(f"{key}: there is no step {text!r}")
        return 0
    step = game.step_ids[match.group(1)]
    numbers = [int(n) for n in match.group(2).split(",")] if match.group(2) else []
    actor_kind = game.actor_kinds[step]
    arguments = game.arguments[step]
    names = (["seat"] if actor_kind == "seat" else []) + [argument.name for argument in arguments]
    if len(numbers) != len(names):
        faults.append(f"{key}: {text} needs {len(names)} numbers ({', '.join(names)})")
        return 0
    seat = {"nature": NATURE, "everyone": EVERYONE, "nobody": NOBODY}.get(actor_kind, 0)
    if actor_kind == "seat":
        seat = numbers.pop(0)
        if seat >= seats:
            faults.append(f"{key}: {text} names seat {seat}, but there are only {seats} seats")
            return 0
    f = step | seat << 8
    for i, argument in enumerate(arguments):
        if not argument.low <= numbers[i] <= argument.high:
            span = f"from {argument.low} to {argument.high}"
            faults.append(f"{key}: {text}: {argument.name} must be {span}, not {numbers[i]}")
            return 0
        f |= numbers[i] << 12 + 8 * i
    return f


def write(game: Rules[S, B], s: S) -> str:
    """The position as canonical TOML: equal states give equal texts."""
    top = [f"game = {toml_text(game.name)}", f"format = {FORMAT}", f"seats = {s.seats}"]
    if s.box.digest != game.first_digest():
        top.append(f"components = {toml_text(s.box.digest)}")
    tables: list[str] = []
    options = game.options_of(s)
    if options:
        tables.append("")
        tables.append("[options]")
        for name, value in options.items():
            tables.append(f"{name} = {toml_text(value)}")
    top.append(f"todo = {toml_texts([frame_text(game, f) for f in reversed(s.stack())])}")
    if len(s.asked):
        top.append(f"asked = {toml_texts([frame_text(game, f) if f else '' for f in s.asked])}")
    game.write_body(s, top, tables)
    return "\n".join([*top, *tables, ""])


def read(game: Rules[S, B], reader: Reader, box: B) -> S:
    """The state of a position. BadInput lists every fault."""
    faults = reader.faults
    reader.text("game", game.name, [game.name])
    reader.number("format", FORMAT, FORMAT, FORMAT)
    digest = reader.text("components", box.digest)
    if digest != box.digest:
        faults.append(f"components: the position was made with box {digest}, not with {box.digest}")
    seats = reader.number("seats", game.usual_seats, game.min_seats, game.max_seats)
    options = reader.table("options")
    given = {name: options.text(name) for name in options.values}
    reader.check("position")
    try:
        settings = game.canonical(seats, given, box)
    except BadInput as error:
        raise BadInput("position", ["options: " + fault for fault in error.faults]) from None
    s = game.read_body(reader, box, seats, settings)
    stack: list[int] = []
    if reader.has("todo"):
        texts = reader.texts("todo")
        if len(texts) > MAX_FRAMES:
            reader.fault("todo", f"must have at most {MAX_FRAMES} steps, not {len(texts)}")
        stack = [frame_parse(game, text, seats, faults) for text in reversed(texts[:MAX_FRAMES])]
    else:
        stack = game.default_stack(s, reader)
    if len(s.asked) and (reader.has("todo") or reader.has("asked")):
        _read_asked(game, s, reader)
    reader.report_unknown_keys()
    reader.check("position")
    s.depth = 0
    for f in stack:
        s.push(f)
    faults.extend(game.faults(s))
    reader.check("position")
    for i, f in enumerate(stack):
        for fault in game.steps[f & 255].faults(s, f):
            faults.append(f"todo: {frame_text(game, f)}: {fault}")
        _check_place(game, stack, i, faults)
    _check_asked(game, s, faults)
    faults.extend(game.stack_faults(s))
    reader.check("position")
    if stack:
        f = stack[-1]
        if seat_of(f) == EVERYONE and game.steps[f & 255].pending(s, f) == 0:
            faults.append(f"todo: {frame_text(game, f)}: no seat is left to decide")
    reader.check("position")
    return s


def _read_asked(game: Rules[S, B], s: S, reader: Reader) -> None:
    """Read the open question of each seat. A seat that is not listed has none."""
    texts = reader.texts("asked", [])
    if len(texts) > s.seats:
        reader.fault("asked", f"{len(texts)} questions for {s.seats} seats")
    for seat in range(s.seats):
        text = texts[seat] if seat < len(texts) else ""
        s.asked[seat] = frame_parse(game, text, s.seats, reader.faults, "asked") if text else 0


def _check_asked(game: Rules[S, B], s: S, faults: list[str]) -> None:
    """Add a fault for each question in ``asked`` that does not fit its seat or the waiting step."""
    allowed: list[str] = []
    for f in s.stack():
        step = game.steps[f & 255]
        if isinstance(step, SimultaneousStep):
            allowed = step.questions.split()  # of the simultaneous step that is nearest to the top
        if game.step_names[f & 255] in game.question_steps:
            faults.append(
                f"todo: {frame_text(game, f)} is a question of a simultaneous step: move it to asked"
            )
    for seat in range(len(s.asked)):
        f = s.asked[seat]
        if f == 0:
            continue
        text = f"asked: {frame_text(game, f)}"
        if seat_of(f) != seat:
            faults.append(f"{text} is in the place of seat {seat}, but not a question of that seat")
        elif game.step_names[f & 255] not in allowed:
            faults.append(f"{text} is not a question of the waiting step")
        else:
            faults.extend(f"{text}: {fault}" for fault in game.steps[f & 255].faults(s, f))


def _check_place(game: AnyRules, stack: list[int], i: int, faults: list[str]) -> None:
    """Add a fault if frame ``i`` may not come right after the frame above it (see ``Step.behind``)."""
    behind = game.steps[stack[i] & 255].behind
    if behind == "anything" or i == len(stack) - 1:
        return
    before = game.step_names[stack[i + 1] & 255]
    if before not in behind.split():
        text = frame_text(game, stack[i])
        where = "" if behind == "nothing" else " or come right after " + " or ".join(behind.split())
        faults.append(f"todo: {text} must be the next step{where}, not come after {before}")
