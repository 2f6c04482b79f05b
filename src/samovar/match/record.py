"""Records: a whole game as readable text, one line per turn. A ``~`` marks Nature's draws.

    samovar GAME 1
    seats: 2
    seed: 7
    options: boards=a colours=blue,green region_furs=ascending

    ~tile.l03 ~tile.l01 ~tile.l05 …
    1: start.s4
    0: move.2 hunt.3 pass village.1 ~draw.5 ~draw.2 keep.5
    …
    result: 61 48

Replaying needs no random generator, because a record contains every draw. With the seed, each draw can be
derived again.
"""

from __future__ import annotations

import re
from typing import Final

from samovar.kernel.errors import BadInput
from samovar.kernel.notation import TOKEN
from samovar.kernel.positions import FORMAT
from samovar.kernel.state import NATURE

HEAD: Final = re.compile(r"samovar ([a-z]+) (\d+)")
KEYS: Final = ["seats", "seed", "options", "components", "names", "start"]
MAX_TOKENS: Final = 200_000


class Record:
    """The content of a record. It may still contain illegal moves.

    >>> record = Record("stroganov", seats=2)
    >>> record.moves = [(NATURE, "draw.7", 1), (0, "start.s1", 1)]
    >>> record.write()
    'samovar stroganov 1\\nseats: 2\\n\\n~draw.7\\n0: start.s1\\n'
    """

    def __init__(self, game: str, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.seed: int | None = None
        self.options: dict[str, str] = {}
        self.components = ""  # digest of the box; empty for that of rules version 1
        self.names: list[str] = []
        self.start = ""  # the position the game started from; empty for a set-up
        self.moves: list[tuple[int, str, int]] = []  # seat or NATURE, token, number of the turn
        self.lines: list[int] = []  # line number of each move, for error messages
        self.result: list[int] = []  # totals by seat; empty before the end

    def write(self) -> str:
        """The record as text.

        >>> print(Record("tundra", seats=3).write())
        samovar tundra 1
        seats: 3
        <BLANKLINE>
        <BLANKLINE>
        """
        lines = [f"samovar {self.game} {FORMAT}", f"seats: {self.seats}"]
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        if self.options:
            lines.append("options: " + " ".join(f"{name}={value}" for name, value in self.options.items()))
        if self.components:
            lines.append(f"components: {self.components}")
        if self.names:
            lines.append("names: " + ", ".join(self.names))
        if self.start:
            lines.append("start:")
            lines.extend("| " + line if line else "|" for line in self.start.splitlines())
        lines.append("")
        line, owner, turn = "", NATURE, 0
        for seat, token, number in self.moves:
            word = "~" + token if seat == NATURE else token
            new_turn = number != turn
            if line and (new_turn or (seat != NATURE and owner != seat)):
                lines.append(line)
                line = ""
            if not line:
                owner = seat
                line = word if seat == NATURE else f"{seat}: {word}"
            else:
                line += " " + word
            turn = number
        if line:
            lines.append(line)
        if self.result:
            lines.append("result: " + " ".join(str(total) for total in self.result))
        return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """The record of a text. BadInput lists every fault that can be found without playing the moves.

    >>> record = read_record("samovar stroganov 1\\nseats: 2\\n\\n0: start.s1")
    >>> record.game, record.moves
    ('stroganov', [(0, 'start.s1', 1)])
    """
    faults: list[str] = []
    lines = text.splitlines()
    head = HEAD.fullmatch(lines[0].strip()) if lines else None
    if head is None:
        raise BadInput("record", ['line 1: must read "samovar <game> <format>"'])
    if head.group(2) != str(FORMAT):
        raise BadInput("record", [f"line 1: format {head.group(2)} is unknown, this is format {FORMAT}"])
    record = Record(head.group(1), 0)
    start: list[str] = []
    seen: list[str] = []
    at = 1
    while at < len(lines) and lines[at].strip():
        line = lines[at]
        at += 1
        if line.startswith("|"):
            start.append(line[2:] if line.startswith("| ") else line[1:])
            continue
        if line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS:
            faults.append(f"line {at}: a key must be one of {', '.join(KEYS)}, not {key[:40]!r}")
        elif key in seen:
            faults.append(f"line {at}: {key} occurs twice")
        else:
            seen.append(key)
            _head(record, key, value.strip(), at, faults)
    if "seats" not in seen:
        faults.append("the head must have a line with the number of seats")
    record.start = "\n".join(start) + "\n" if start else ""
    _body(record, lines, at, faults)
    if faults:
        raise BadInput("record", faults)
    return record


def _head(record: Record, key: str, value: str, line: int, faults: list[str]) -> None:
    match key:
        case "seats":
            if value.isascii() and value.isdigit() and len(value) < 4:
                record.seats = int(value)
            else:
                faults.append(f"line {line}: seats must be a number, not {value[:40]!r}")
        case "seed":
            if re.fullmatch(r"-?[0-9]{1,400}", value):
                record.seed = int(value)
            else:
                faults.append(f"line {line}: seed must be a whole number, not {value[:40]!r}")
        case "options":
            for word in value.split():
                name, equals, choice = word.partition("=")
                if not equals or not name:
                    faults.append(f"line {line}: an option must be name=value, not {word[:40]!r}")
                elif name in record.options:
                    faults.append(f"line {line}: option {name} occurs twice")
                else:
                    record.options[name] = choice
        case "components":
            record.components = value
        case "names":
            record.names = [name.strip() for name in value.split(",")]
        case _:
            if value:
                faults.append(
                    f"line {line}: start must be empty, its position follows in lines that begin with |"
                )


def _body(record: Record, lines: list[str], at: int, faults: list[str]) -> None:
    turn = 0
    for number in range(at, len(lines)):
        line = lines[number].strip()
        if not line or line.startswith("#"):
            continue
        if record.result:
            faults.append(f"line {number + 1}: nothing may follow the result")
            return
        if line.startswith("result:"):
            for word in line[len("result:") :].split():
                if re.fullmatch(r"-?[0-9]{1,6}", word):
                    record.result.append(int(word))
                else:
                    faults.append(f"line {number + 1}: a result must be a number, not {word[:40]!r}")
            if not record.result:
                faults.append(f"line {number + 1}: the result is empty")
            continue
        turn += 1
        seat = NATURE
        owner = re.match(r"(\d{1,2}):", line)
        if owner is not None:
            seat = int(owner.group(1))
            line = line[owner.end() :]
            if seat >= record.seats:
                faults.append(f"line {number + 1}: there is no seat {seat}")
        for word in line.split():
            nature = word.startswith("~")
            token = word[1:] if nature else word
            if not TOKEN.fullmatch(token):
                faults.append(f"line {number + 1}: {word[:40]!r} is not a token")
            elif not nature and seat == NATURE:
                faults.append(
                    f"line {number + 1}: a line with {word[:40]!r} must begin with a seat, such as 0:"
                )
            else:
                record.moves.append((NATURE if nature else seat, token, turn))
                record.lines.append(number + 1)
        if len(record.moves) > MAX_TOKENS:
            faults.append(f"line {number + 1}: more than {MAX_TOKENS} actions")
            return
