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
    from samovar.envs.episode import Episode, Setup, rewards
    from samovar.envs.gym import SamovarEnv
    from samovar.envs.observation_encoder import ObservationEncoder, encoder_for, markdown_table
    from samovar.envs.observation_fields import Cell, Field

__all__ = [
    "ActionNumbering",
    "Cell",
    "Episode",
    "Field",
    "ObservationEncoder",
    "SamovarAEC",
    "SamovarEnv",
    "Setup",
    "encoder_for",
    "env_factories",
    "markdown_table",
    "rewards",
]

_MODULES: Final = {
    "ActionNumbering": "action_numbering",
    "Cell": "observation_fields",
    "Episode": "episode",
    "Field": "observation_fields",
    "ObservationEncoder": "observation_encoder",
    "SamovarAEC": "aec",
    "SamovarEnv": "gym",
    "Setup": "episode",
    "encoder_for": "observation_encoder",
    "env_factories": "aec",
    "markdown_table": "observation_encoder",
    "rewards": "episode",
}


if not TYPE_CHECKING:  # mypy would take any name for an attribute

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
