"""The names under which Gymnasium makes our environments. Gymnasium asks for them when it is imported."""

from __future__ import annotations

from typing import Final

from gymnasium.envs import registration

from samovar.games.registry import NAMES

VERSION: Final = "v1"


def register() -> None:
    """``samovar/Stroganov-v1`` and so on; a second time changes nothing."""
    for name in NAMES:
        id = f"samovar/{name.capitalize()}-{VERSION}"
        if id not in registration.registry:
            registration.register(id, entry_point="samovar.envs.gym:SamovarEnv", kwargs={"game": name})
