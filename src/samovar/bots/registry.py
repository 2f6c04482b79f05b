"""The bots by their names. A bot sees what its seat may see, and chooses one of the options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from samovar.bots import random_bot
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from samovar.kernel.state import View

Choose = Callable[[View, list[int], Dice], int]
BOTS: Final[dict[str, Choose]] = {"random": random_bot.choose}


def bots(names: str, seats: int) -> list[Choose]:
    """``"random"`` for all these seats, or ``"random,random"`` one for each; BadInput names every fault."""
    words = [word.strip() for word in names.split(",")]
    faults = [
        f"there is no bot {word!r} (there is: {', '.join(BOTS)})"
        for word in dict.fromkeys(words)
        if word not in BOTS
    ]
    if len(words) not in (1, seats):
        faults.append(f"{len(words)} bots for {seats} seats")
    if faults:
        raise BadInput("bots", faults)
    return [BOTS[word] for word in (words * seats if len(words) == 1 else words)]
