"""One seat of a room."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Seat:
    """One seat of a room."""

    name: str = ""  # empty: not taken yet
    level: str = ""  # level of a bot; empty for a person
    salt: str = ""
    away: str = ""  # the level of the bot that plays for an absent player
    choice: str = ""  # the colour or character that the player chose

    @property
    def bot(self) -> str:
        """The level of the bot that decides for this seat. Empty for a person."""
        return self.level or self.away
