"""Which bots there are. A bot is loaded when somebody asks for it."""

from __future__ import annotations

from typing import Final, Protocol

from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from samovar.kernel.state import View

NAMES: Final = ["random"]


class Bot(Protocol):
    """Whoever chooses for a seat. It is handed what the seat may see, never the truth."""

    def choose(self, view: View, options: list[int], dice: Dice) -> int:
        """One of the options. ``dice`` is the bot's own: Nature's are not to be known."""
        ...  # pragma: no cover


def bot(name: str) -> Bot:
    """A bot by its name."""
    if name == "random":
        from samovar.bots.random_bot import RandomBot

        return RandomBot()
    raise BadInput("bot", [f"there is no bot {name!r} (there is: {', '.join(NAMES)})"])
