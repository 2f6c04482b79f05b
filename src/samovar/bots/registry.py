"""Bots by name, and the levels that people choose from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from samovar.bots.bot import Bot, Budget, RandomBot
from samovar.bots.casual import CasualBot
from samovar.bots.greedy import GreedyBot
from samovar.bots.guarded_bot import GuardedBot
from samovar.bots.ismcts import ISMCTSBot
from samovar.bots.knowledge import registry as knowledge
from samovar.bots.knowledge.weights import versions
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
# The levels of earlier versions, so that progress can be measured: ``hard@1`` against ``hard``.
EARLIER_LEVELS: Final = {
    1: {"easy": "casual", "medium": "greedy", "hard": "search@200", "expert": "search@1s"},
}
NAMES: Final = [*LEVELS, *KINDS]
# ``search`` is missing, because the budget in its name has no upper limit.
OFFERED_AT_TABLES: Final = [*LEVELS, "random", "casual", "greedy"]
VERSIONED_NAME: Final = re.compile(r"(easy|medium|hard|expert|casual|greedy|search@[^@]+)@([1-9][0-9]{0,3})")
SEARCH_NAME: Final = re.compile(r"search@(?:([1-9][0-9]{0,8})|([0-9]{0,4}\.?[0-9]{1,4})s)")
ONE_SECOND: Final = Budget(seconds=1.0)
INTERPRETED_SECONDS: Final = ONE_SECOND.seconds  # equal to `expert`, so that `hard` is not stronger
USAGE: Final = (
    f"{', '.join(NAMES)}, search@500 (simulations) or search@0.5s (seconds); "
    "hard@1 is hard with weights of version 1"
)


def split_version(name: str) -> tuple[str, int]:
    """Return the kind and budget of a bot by its name, and the version of its weights. 0 is the newest.

    >>> split_version("hard@1"), split_version("search@500@2"), split_version("search@500")
    (('search@200', 1), ('search@500', 2), ('search@500', 0))
    """
    found = VERSIONED_NAME.fullmatch(name)
    if found is None:
        return LEVELS.get(name, name), 0
    version = int(found.group(2))
    levels = EARLIER_LEVELS.get(version, LEVELS)
    return levels.get(found.group(1), found.group(1)), version


def budget(name: str) -> Budget | None:
    """Return the budget of a bot by its name, None if the name is unknown.

    >>> budget("hard@1").simulations, budget("search@0.5s").seconds, budget("deep")
    (200, 0.5, None)
    """
    text, _ = split_version(name)
    if text in {"random", "casual", "greedy"}:
        return Budget()
    if text == "search":
        return ONE_SECOND
    found = SEARCH_NAME.fullmatch(text)
    if found is None:
        return None
    if found.group(1):
        return Budget(simulations=int(found.group(1)))
    seconds = float(found.group(2))
    return Budget(seconds=seconds) if seconds > 0.0 else None


def is_offered_at_tables(name: str) -> bool:
    """True if players may choose this bot at a table.

    ``search@9999s`` and earlier versions such as ``hard@1`` are for the command line only.

    >>> is_offered_at_tables("expert"), is_offered_at_tables("expert@1"), is_offered_at_tables("search@9999s")
    (True, False, False)
    """
    return name in OFFERED_AT_TABLES


def max_seconds_for_person() -> float:
    """Return the time limit of a bot while a person waits, 0 for no limit.

    A budget of simulations needs a limit only on interpreted rules, where each takes about 40 times as long.

    >>> max_seconds_for_person() in (0.0, 1.0)
    True
    """
    return INTERPRETED_SECONDS if INTERPRETED else 0.0


def seat_bot(name: str, game: Game, seat: int, max_seconds: float = 0.0) -> GuardedBot:
    """Return a bot for a seat by its name. BadInput if there is no such bot for this game.

    ``max_seconds`` also limits a budget of simulations. 0 means no limit: the choices then depend only on the
    seed, not on the machine.

    >>> import samovar
    >>> from samovar.kernel.rng import Rng
    >>> match = samovar.Match("tundra", seats=2, seed=7)
    >>> seat = match.actors()[0]
    >>> bot = seat_bot("easy", match.game, seat)
    >>> bot.choose(match.view(seat), Rng(1)) in match.legal(seat)
    True
    """
    limit = budget(name)
    if limit is None:
        raise BadInput("bots", [unknown_bot(name)])
    if limit.simulations:
        limit = limit.within(max_seconds)
    text, version = split_version(name)
    kind = text.partition("@")[0]
    if kind == "random":
        return GuardedBot(name, RandomBot(game, seat), limit)
    known = knowledge.knowledge(game, checked_version(name, game, version))
    bot: Bot
    if kind == "casual":
        bot = CasualBot(game, seat, known)
    elif kind == "greedy":
        bot = GreedyBot(game, seat, known)
    else:
        bot = ISMCTSBot(game, seat, known)
    return GuardedBot(name, bot, limit)


def checked_version(name: str, game: Game, version: int) -> int:
    """Return the version. BadInput if the game has no weights of this version."""
    known = versions(game.name)
    if version and version not in known:
        those = ", ".join([str(one) for one in known]) or "none"
        raise BadInput("bots", [f"there is no bot {name!r}: {game.name} has these versions: {those}"])
    return version


def unknown_bot(name: str) -> str:
    return f"there is no bot {name!r} (there are: {USAGE})"


def seat_bots(names: str, game: Game, seats: Sequence[int], max_seconds: float = 0.0) -> list[GuardedBot]:
    """Return bots for seats: ``"random"`` names one for all, ``"random,expert"`` one for each seat.

    BadInput lists every fault.

    >>> import samovar
    >>> bots = seat_bots("easy,hard", samovar.games()["catherine"], [0, 1])
    >>> [(bot.seat, bot.name) for bot in bots]
    [(0, 'easy'), (1, 'hard')]
    """
    words = [word.strip() for word in names.split(",")]
    faults = [unknown_bot(word) for word in dict.fromkeys(words) if budget(word) is None]
    if len(words) not in (1, len(seats)):
        faults.append(f"{len(words)} bots for {len(seats)} seats")
    if faults:
        raise BadInput("bots", faults)
    if len(words) == 1:
        words = words * len(seats)
    return [seat_bot(word, game, seat, max_seconds) for seat, word in zip(seats, words, strict=True)]
