"""The bots by their names, and the levels for people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from samovar.bots.bot import Bot, Budget, Random
from samovar.bots.casual import Casual
from samovar.bots.greedy import Greedy
from samovar.bots.player import Player
from samovar.bots.search import Search
from samovar.kernel.cards import INTERPRETED
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game

KINDS: Final = ["random", "casual", "greedy", "search"]
LEVELS: Final = {
    "easy": "casual",
    "medium": "greedy",
    "hard": "search@200",
    "expert": "search@1s",
}
NAMES: Final = [*LEVELS, *KINDS]
AT_TABLES: Final = [*LEVELS, "random", "casual", "greedy"]  # without a budget of the player's choice
THINKING: Final = re.compile(r"search@(?:([1-9][0-9]{0,8})|([0-9]{0,4}\.?[0-9]{1,4})s)")
A_SECOND: Final = Budget(seconds=1.0)
INTERPRETED_SECONDS: Final = A_SECOND.seconds  # as long as `expert`: a longer `hard` would beat it there
USAGE: Final = f"{', '.join(NAMES)}, search@500 (simulations) or search@0.5s (seconds)"


def budget(name: str) -> Budget | None:
    """How long a bot of this name thinks; None if there is none of this name."""
    text = LEVELS.get(name, name)
    if text in {"random", "casual", "greedy"}:
        return Budget()
    if text == "search":
        return A_SECOND
    found = THINKING.fullmatch(text)
    if found is None:
        return None
    if found.group(1):
        return Budget(simulations=int(found.group(1)))
    seconds = float(found.group(2))
    return Budget(seconds=seconds) if seconds > 0.0 else None


def is_level(name: str) -> bool:
    """Whether players may choose a bot by this name. ``search@9999s`` is for the command line alone."""
    return name in AT_TABLES


def person_waits() -> float:
    """The most seconds that a bot thinks while a person waits, 0 for no limit.

    A budget of simulations needs a limit only on interpreted rules, where each takes about 40 times as long.
    """
    return INTERPRETED_SECONDS if INTERPRETED else 0.0


def seat_bot(name: str, game: Game, seat: int, most_seconds: float = 0.0) -> Player:
    """A bot in a seat. BadInput if there is none of this name.

    ``most_seconds`` ends the search of a bot whose budget is a number of simulations. 0 is no limit: its
    choices then depend on the seed alone, not on the machine.
    """
    thinking = budget(name)
    if thinking is None:
        raise BadInput("bots", [unknown(name)])
    if thinking.simulations:
        thinking = thinking.within(most_seconds)
    kind = LEVELS.get(name, name).partition("@")[0]
    bot: Bot
    if kind == "random":
        bot = Random(game, seat)
    elif kind == "casual":
        bot = Casual(game, seat)
    elif kind == "greedy":
        bot = Greedy(game, seat)
    else:
        bot = Search(game, seat)
    return Player(name, bot, thinking)


def unknown(name: str) -> str:
    return f"there is no bot {name!r} (there are: {USAGE})"


def seat_bots(names: str, game: Game, seats: Sequence[int], most_seconds: float = 0.0) -> list[Player]:
    """``"random"`` for all these seats, or ``"random,expert"`` one for each; BadInput names every fault."""
    words = [word.strip() for word in names.split(",")]
    faults = [unknown(word) for word in dict.fromkeys(words) if budget(word) is None]
    if len(words) not in (1, len(seats)):
        faults.append(f"{len(words)} bots for {len(seats)} seats")
    if faults:
        raise BadInput("bots", faults)
    if len(words) == 1:
        words = words * len(seats)
    return [seat_bot(word, game, seat, most_seconds) for seat, word in zip(seats, words, strict=True)]
