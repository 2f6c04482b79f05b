"""The weights of an evaluation as data: ``weights/GAME/VERSION.toml`` beside this module.

A version never changes, so that later bots can be measured against earlier ones (``greedy@1``). The newest
version is the one that plays. ``samovar train GAME --value`` writes such a file. docs/bots.md says more.
"""

from __future__ import annotations

import re
from typing import Final

from samovar.kernel.errors import BadInput
from samovar.kernel.reading import Reader, read_toml, toml_numbers, toml_text

PACKAGE: Final = "samovar.bots.knowledge"
FOLDER: Final = "weights"
FILE_NAME: Final = re.compile(r"([1-9][0-9]{0,3})\.toml")
ANY_SEATS: Final = 0  # key of the table for every number of seats that has no table of its own
ANY_TABLE: Final = "any"
SEAT_TABLES: Final = "seats"
SEATS: Final = {str(seats): seats for seats in range(1, 13)}
MAX_VERSION: Final = 9999
MAX_HORIZON: Final = 9999
MAX_WEIGHT: Final = 1_000_000


class Weights:
    """One version of the weights of a game, by the number of seats.

    >>> weights = read_weights('''
    ... game = "chess"
    ... version = 1
    ... horizon = 3
    ... any.pawns = [900, 1100]
    ... seats.4.pawns = [800, 1000]
    ... ''')
    >>> weights.horizon, weights.tables[ANY_SEATS], weights.tables[4]
    (3, {'pawns': (900, 1100)}, {'pawns': (800, 1000)})
    """

    def __init__(
        self, game: str, version: int, horizon: int, tables: dict[int, dict[str, tuple[int, int]]]
    ) -> None:
        self.game: Final = game
        self.version: Final = version
        self.horizon: Final = horizon  # turns of a playout before the evaluation, 0 for the end of the game
        # By the number of seats: thousandths of a point for each unit of a feature, at the beginning and at
        # the end of the game. The table for ANY_SEATS may be empty.
        self.tables: Final = tables


def read_weights(text: str, what: str = "weights") -> Weights:
    """Return the weights of a file. BadInput lists every fault."""
    faults: list[str] = []
    reader = Reader(read_toml(text, what), "", faults)
    game = reader.text("game")
    version = reader.number("version", None, 1, MAX_VERSION)
    horizon = reader.number("horizon", None, 0, MAX_HORIZON)
    tables = {ANY_SEATS: _read_table(reader.table(ANY_TABLE))}
    by_seats = reader.table(SEAT_TABLES)
    for name in by_seats.values:
        if name in SEATS:
            tables[SEATS[name]] = _read_table(by_seats.table(name))
    by_seats.report_unknown_keys()
    reader.report_unknown_keys()
    reader.check(what)
    return Weights(game, version, horizon, tables)


def _read_table(reader: Reader) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for name in reader.values:
        numbers = reader.numbers(name, None, -MAX_WEIGHT, MAX_WEIGHT)
        if len(numbers) == 2:
            found[name] = (numbers[0], numbers[1])
        else:
            reader.fault(name, "must be two whole numbers: for the beginning and for the end of the game")
    return found


def write_weights(weights: Weights, comments: list[str]) -> str:
    """Return the text of a file with these weights. Equal weights and comments give equal texts."""
    lines = [f"# {comment}".rstrip() for comment in comments]
    lines += [
        f"game = {toml_text(weights.game)}",
        f"version = {weights.version}",
        f"horizon = {weights.horizon}",
    ]
    for seats, table in sorted(weights.tables.items()):
        if table:
            lines += ["", f"[{SEAT_TABLES}.{seats}]" if seats else f"[{ANY_TABLE}]"]
        lines += [f"{name} = {toml_numbers([early, late])}" for name, (early, late) in table.items()]
    return "\n".join([*lines, ""])


def versions(game: str) -> list[int]:
    """Return the versions of the weights of a game in ascending order, none if it has no such files.

    >>> versions("stroganov")[0], versions("chess")
    (1, [])
    """
    from importlib.resources import files

    folder = files(PACKAGE).joinpath(FOLDER, game)
    if not folder.is_dir():
        return []
    names = [FILE_NAME.fullmatch(file.name) for file in folder.iterdir()]
    return sorted([int(name.group(1)) for name in names if name is not None])


def load_weights(game: str, version: int = 0) -> Weights:
    """Return a version of the weights of a game, by default the newest. BadInput if there is none."""
    from importlib.resources import files

    known = versions(game)
    if not known or (version and version not in known):
        raise BadInput("weights", [f"{game} has no weights of version {version}"])
    file = files(PACKAGE).joinpath(FOLDER, game, f"{version or known[-1]}.toml")
    return read_weights(file.read_text(encoding="utf-8"), f"weights of {game}")
