"""Simulation, tournaments and benchmarks: ``samovar sim``, ``arena``, ``bench``, ``check`` and ``verify``.

The names below are imported when they are first used. The arena needs optional packages (extra ``lab``).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from samovar.lab.arena.arena import run_arena
    from samovar.lab.arena.ratings import rate, wilson
    from samovar.lab.arena.schedule import fixtures
    from samovar.lab.checking import check_game, read_seats, verify_text
    from samovar.lab.progress import ProgressBar
    from samovar.lab.simulation import play_with_bots, simulate

__all__ = [
    "ProgressBar",
    "check_game",
    "fixtures",
    "play_with_bots",
    "rate",
    "read_seats",
    "run_arena",
    "simulate",
    "verify_text",
    "wilson",
]

_MODULES: Final = {
    "ProgressBar": "progress",
    "check_game": "checking",
    "fixtures": "arena.schedule",
    "play_with_bots": "simulation",
    "rate": "arena.ratings",
    "read_seats": "checking",
    "run_arena": "arena.arena",
    "simulate": "simulation",
    "verify_text": "checking",
    "wilson": "arena.ratings",
}

if not TYPE_CHECKING:  # otherwise mypy would accept any attribute name

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
