"""Bots: random, casual, greedy and the tree search (ISMCTS), all on the view of one seat.

``seat_bot`` makes a bot by its name. ``Bot`` is the interface of a new one. docs/bots.md explains them.
The names below are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from samovar.bots.bot import Bot, Budget, RandomBot
    from samovar.bots.casual import CasualBot
    from samovar.bots.greedy import GreedyBot
    from samovar.bots.guarded_bot import GuardedBot
    from samovar.bots.ismcts import ISMCTSBot
    from samovar.bots.knowledge.knowledge import Knowledge, LinearKnowledge
    from samovar.bots.playout import PlayoutPolicy
    from samovar.bots.registry import (
        budget,
        is_offered_at_tables,
        max_seconds_for_person,
        seat_bot,
        seat_bots,
    )

__all__ = [
    "Bot",
    "Budget",
    "CasualBot",
    "GreedyBot",
    "GuardedBot",
    "ISMCTSBot",
    "Knowledge",
    "LinearKnowledge",
    "PlayoutPolicy",
    "RandomBot",
    "budget",
    "is_offered_at_tables",
    "max_seconds_for_person",
    "seat_bot",
    "seat_bots",
]

_MODULES: Final = {
    "Bot": "bot",
    "Budget": "bot",
    "CasualBot": "casual",
    "GreedyBot": "greedy",
    "GuardedBot": "guarded_bot",
    "ISMCTSBot": "ismcts",
    "Knowledge": "knowledge.knowledge",
    "LinearKnowledge": "knowledge.knowledge",
    "PlayoutPolicy": "playout",
    "RandomBot": "bot",
    "budget": "registry",
    "is_offered_at_tables": "registry",
    "max_seconds_for_person": "registry",
    "seat_bot": "registry",
    "seat_bots": "registry",
}

if not TYPE_CHECKING:  # otherwise mypy would accept any attribute name

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
