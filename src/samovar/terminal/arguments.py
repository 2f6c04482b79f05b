"""What is typed after ``samovar``, as far as several commands share it: the game, its options, files.

Nothing is imported at the top that ``samovar --help`` does not need.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Final

from samovar.games import registry
from samovar.kernel.errors import BadInput

if TYPE_CHECKING:
    from samovar.kernel.game import Game

ALONE: Final = ["-h", "--help", "--json"]  # flags that no value follows


def typed_game(words: list[str]) -> str:
    """The first word that names a game and is not the value of a flag; empty if there is none.

    It must be known before everything is read, because what can be read depends on it.
    """
    before = ""
    for word in words:
        is_value = before.startswith("-") and before not in ALONE and "=" not in before
        if not is_value and registry.known(word):
            return word
        before = word
    return ""


def fitting_seats(game: Game, given: int | None, usual: int) -> int:
    """The number of seats that was asked for; otherwise the usual one, if the game is for so many."""
    return max(game.min_seats, min(usual, game.max_seats)) if given is None else given


def add_options(parser: argparse.ArgumentParser, name: str) -> None:
    """``--option NAME=VALUE``, and a flag for each option of the game whose name is not taken yet."""
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
    """``["boards=b", …]`` as a dictionary; BadInput names every word that is none."""
    options: dict[str, str] = {}
    faults: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            faults.append(f"an option reads name=value, not {word!r}")
        elif name in options:
            faults.append(f"option {name} is there twice")
        else:
            options[name] = value
    if faults:
        raise BadInput("options", faults)
    return options


def read_file(name: str, what: str) -> str:
    """The text of a file, with or without a byte order mark; BadInput if it cannot be had."""
    try:
        with open(name, encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        raise BadInput(f"{what} {name}", [(error.strerror or str(error)).lower()]) from None
    except UnicodeDecodeError:
        raise BadInput(f"{what} {name}", ["is no text"]) from None


def check_place(name: str, what: str) -> None:
    """BadInput if no file of this name can be written: said before hours of work, not after them."""
    folder = os.path.dirname(name) or "."
    if os.path.isdir(name) or not os.access(name if os.path.exists(name) else folder, os.W_OK):
        why = "is a directory" if os.path.isdir(name) else "cannot be written there"
        raise BadInput(f"{what} {name}", [why])


def write_file(name: str, what: str, text: str) -> None:
    """Write a text into a file, whatever was in it; BadInput if that cannot be done."""
    try:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise BadInput(f"{what} {name}", [(error.strerror or str(error)).lower()]) from None


def read_components(name: str | None) -> str | None:
    """The text of another component file, if one was named."""
    return None if name is None else read_file(name, "component file")
