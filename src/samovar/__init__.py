"""Samovar: a digital table for board games. The names in ``__all__`` are stable and documented."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING


class _Interpreted:  # not from importlib.abc, which is slow to import
    """Import hook for SAMOVAR_PURE=1: imports the sources even if there are compiled modules."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith("samovar."):
            return None
        for folder in path or []:
            source = os.path.join(folder, name.rpartition(".")[2] + ".py")
            if os.path.exists(source):
                return importlib.util.spec_from_file_location(name, source)
        return None


if os.environ.get("SAMOVAR_PURE", "") not in {"", "0"}:
    sys.meta_path.insert(0, _Interpreted())

from samovar.games import registry  # noqa: E402  (the import hook comes first)
from samovar.kernel import state as _state  # noqa: E402
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction, SamovarError  # noqa: E402
from samovar.kernel.game import Game, Score  # noqa: E402
from samovar.match.match import Match, verify  # noqa: E402

__version__: str
__all__ = [
    "BadInput",
    "CannotUndo",
    "Game",
    "IllegalAction",
    "Match",
    "SamovarError",
    "Score",
    "compiled",
    "games",
    "verify",
]


if not TYPE_CHECKING:  # for a type checker the module would have every attribute

    def __getattr__(name: str) -> str:
        """Read ``__version__`` from the installed metadata on first use, because the import takes 20 ms."""
        if name == "__version__":
            from importlib.metadata import version

            return version("samovar")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def games() -> dict[str, Game]:
    """The rules of all installed games by name.

    >>> list(samovar.games())[:3]
    ['stroganov', 'catherine', 'tundra']
    """
    return {name: registry.game(name) for name in registry.names()}


def compiled() -> bool:
    """True if the rules run compiled by mypyc, False if they are interpreted.

    >>> samovar.compiled() in (True, False)
    True
    """
    return not (_state.__file__ or "").endswith(".py")
