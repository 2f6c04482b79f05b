"""Command line arguments that several commands share: the game, its options, files.

Modules that ``samovar --help`` does not need are imported later.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Final

from samovar.games import registry
from samovar.kernel.errors import BadInput

if TYPE_CHECKING:
    from samovar.kernel.game import Game

VALUELESS_FLAGS: Final = ["-h", "--help", "--json"]


def typed_game(words: list[str]) -> str:
    """The first word that names a game and is not the value of a flag. Empty if there is none.

    It must be known before parsing, because the game adds options to the parser.
    """
    before = ""
    for word in words:
        is_value = before.startswith("-") and before not in VALUELESS_FLAGS and "=" not in before
        if not is_value and registry.known(word):
            return word
        before = word
    return ""


def fitting_seats(game: Game, given: int | None, usual: int) -> int:
    """The given number of seats, or else the number closest to ``usual`` that the game allows."""
    return max(game.min_seats, min(usual, game.max_seats)) if given is None else given


def add_options(parser: argparse.ArgumentParser, name: str) -> None:
    """Add ``--option NAME=VALUE``, and a flag for each option of the game whose name is free."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated" + ("" if name else f" ({parser.prog} GAME --help)"),
    )
    if not name:
        return
    game = registry.game(name)
    group = parser.add_argument_group(f"options of {game.title}, also as --option NAME=VALUE")
    without_flag: list[str] = []
    for option in game.option_list:
        values = "|".join(option.values) or "VALUE"
        help = option.help + (f" ({option.default})" if option.default else "")
        try:
            group.add_argument(
                f"--{option.name.replace('_', '-')}",
                dest="option",
                action="append",
                default=[],
                type=f"{option.name}={{}}".format,
                metavar=values,
                help=help.replace("%", "%%"),
            )
        except argparse.ArgumentError:  # the command itself has a flag of that name
            without_flag.append(f"--option {option.name}={values}: {help}")
    group.description = "\n".join(without_flag) or None


def read_options(words: list[str]) -> dict[str, str]:
    """The options of ``["boards=b", …]`` as a dictionary. BadInput lists every fault."""
    options: dict[str, str] = {}
    faults: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            faults.append(f"an option must be name=value, not {word!r}")
        elif name in options:
            faults.append(f"option {name} occurs twice")
        else:
            options[name] = value
    if faults:
        raise BadInput("options", faults)
    return options


def read_file(name: str, what: str) -> str:
    """The text of a file, without a byte order mark. BadInput if it cannot be read."""
    try:
        with open(name, encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        raise BadInput(f"{what} {name}", [(error.strerror or str(error)).lower()]) from None
    except UnicodeDecodeError:
        raise BadInput(f"{what} {name}", ["is not UTF-8 text"]) from None


def check_writable(name: str, what: str) -> None:
    """BadInput if the file cannot be written. Call it before a long computation whose result is written."""
    folder = os.path.dirname(name) or "."
    if os.path.isdir(name) or not os.access(name if os.path.exists(name) else folder, os.W_OK):
        why = "is a directory" if os.path.isdir(name) else "cannot be written there"
        raise BadInput(f"{what} {name}", [why])


def write_file(name: str, what: str, text: str) -> None:
    """Overwrite a file with a text. BadInput if it cannot be written."""
    try:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise BadInput(f"{what} {name}", [(error.strerror or str(error)).lower()]) from None


def read_component_file(name: str | None) -> str | None:
    """The text of the given component file. None if none was given."""
    return None if name is None else read_file(name, "component file")
