"""The installed games, and the module of each game for each layer. Modules are imported when needed.

A game is a set of parts, one for each layer. The games of this package have a module with a fixed name in
each layer (``OWN``). Games of other packages are found by the entry points of the group ``samovar.games``.
An entry point has the name of the game. Its value is a package with a module for each layer::

    [project.entry-points."samovar.games"]
    chess = "chess_for_samovar"

Only ``rules`` is required. Each layer has a default for a missing part.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FIRST: Final = "stroganov"  # the first game in lists, and the default of all commands
GROUP: Final = "samovar.games"
NAME: Final = re.compile(r"[a-z][a-z0-9_]*")  # part of addresses, file names, CSS classes and module names
# The module of each layer for games of this package.
OWN: Final = {
    "rules": "samovar.games.{}.game",
    "views": "samovar.views.{}.game",
    "bots": "samovar.bots.knowledge.{}",
    "terminal": "samovar.terminal.{}",
    "envs": "samovar.envs.core.{}",
}
# The folder with the data of a layer in this package, and the folder in the package of an entry point.
FOLDERS: Final = {"views": ("views/{}", "views"), "docs": ("rules", "docs")}


@cache
def names() -> list[str]:
    """The names of all games: FIRST, the others of this package, then those of other packages.

    A game of another package cannot replace one of this package.
    """
    own = sorted(_own(), key=lambda name: (name != FIRST, name))
    return [*own, *sorted(name for name in _installed() if name not in own)]


@cache
def _own() -> list[str]:
    """The games of this package. Uses ``import_module``: the attribute ``samovar.games`` is a function."""
    from pkgutil import iter_modules

    return [module.name for module in iter_modules(import_module("samovar.games").__path__) if module.ispkg]


@cache
def _installed() -> dict[str, str]:
    """The package of each game that has an entry point. BadInput if the name of an entry point is invalid."""
    from importlib.metadata import entry_points

    found = {point.name: point.value for point in entry_points(group=GROUP)}
    faults = [
        f"the entry point {name!r} of {GROUP} must be lower-case letters, digits and underscores"
        for name in found
        if NAME.fullmatch(name) is None
    ]
    if faults:
        raise BadInput("games", faults)
    return found


def refresh() -> None:
    """Look for games again, after a package was installed or removed while the program runs."""
    names.cache_clear()
    _installed.cache_clear()
    game.cache_clear()


def known(name: str) -> bool:
    """True if there is a game of this name. Entry points are read last, because that takes 20 ms."""
    return name in _own() or (NAME.fullmatch(name) is not None and name in _installed())


def check(name: str) -> None:
    """Raise BadInput if there is no game of this name."""
    if not known(name):
        raise BadInput("game", [f"there is no game {name!r} (there are: {', '.join(names())})"])


def part(name: str, layer: str) -> Any:
    """The module of a game for a layer, or None if the game has none."""
    check(name)
    module = OWN[layer].format(name) if name in _own() else f"{_installed()[name]}.{layer}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # the part exists, but a module that it imports is missing
        return None


def data(name: str, layer: str, *path: str) -> Traversable:
    """The path of a data file of a game for a layer. The file need not exist."""
    from importlib.resources import files

    check(name)
    own, installed = FOLDERS[layer]
    if name in _own():
        return files("samovar").joinpath(own.format(name), *path)
    return files(_installed()[name]).joinpath(installed, *path)


@cache
def game(name: str) -> Game:
    """The rules of the game with this name."""
    module = part(name, "rules")
    if module is None:
        raise BadInput("game", [f"the package {_installed().get(name, name)} has no module rules"])
    found: Game = module.GAME
    if found.name != name:
        raise BadInput("game", [f"the game of the entry point {name!r} calls itself {found.name!r}"])
    return found
