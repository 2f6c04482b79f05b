"""Environments for researchers: PettingZoo, Gymnasium (extra ``rl``) and OpenSpiel (extra ``openspiel``).

``env_factories(GAME)`` returns ``env`` and ``raw_env`` of a game for PettingZoo. The games of this package
also have modules as PettingZoo expects them (``GAME_v1``). Importing ``gym`` registers the games with
Gymnasium, importing ``openspiel`` registers them with OpenSpiel. docs/environments.md shows how to use them.

The names below are imported when they are first used, because they need optional packages.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from samovar.envs.action_numbering import ActionNumbering
    from samovar.envs.aec import SamovarAEC, env_factories
    from samovar.envs.batched import Batch, batch
    from samovar.envs.core.layout import Cell, Field, Layout, markdown_table
    from samovar.envs.core.observer import Observer, observer_for
    from samovar.envs.core.rewards import rewards
    from samovar.envs.episode import Episode, Setup
    from samovar.envs.gym import SamovarEnv
    from samovar.envs.vector import SamovarVectorEnv

__all__ = [
    "ActionNumbering",
    "Batch",
    "Cell",
    "Episode",
    "Field",
    "Layout",
    "Observer",
    "SamovarAEC",
    "SamovarEnv",
    "SamovarVectorEnv",
    "Setup",
    "batch",
    "env_factories",
    "markdown_table",
    "observer_for",
    "rewards",
]

_MODULES: Final = {
    "ActionNumbering": "action_numbering",
    "Batch": "batched",
    "Cell": "core.layout",
    "Episode": "episode",
    "Field": "core.layout",
    "Layout": "core.layout",
    "Observer": "core.observer",
    "SamovarAEC": "aec",
    "SamovarEnv": "gym",
    "SamovarVectorEnv": "vector",
    "Setup": "episode",
    "batch": "batched",
    "env_factories": "aec",
    "markdown_table": "core.layout",
    "observer_for": "core.observer",
    "rewards": "core.rewards",
}


if not TYPE_CHECKING:  # mypy would take any name for an attribute

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
