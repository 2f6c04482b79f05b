"""The work of a bot in a worker process: a request with a position, and the reply with the chosen action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from samovar import compiled
from samovar.bots.registry import seat_bot
from samovar.games import registry
from samovar.kernel.rng import Rng
from samovar.match.match import Match

SEARCH_SECONDS: Final = 1.0  # default limit of a search, which is the budget of level expert


@dataclass(frozen=True, slots=True)
class BotRequest:
    """A decision that a bot must make, with all the information that its worker gets."""

    game: str
    box: str | None  # text of the component file; None for the standard box
    position: str  # hidden information is drawn at random: never the true position
    seat: int
    level: str
    seed: int
    seconds: float = SEARCH_SECONDS  # upper limit of the search time


@dataclass(frozen=True, slots=True)
class BotReply:
    token: str
    fault: str = ""  # the reason why the requested level did not make this decision
    compiled: bool = False  # True if the worker uses compiled rules


def choose_action(request: BotRequest) -> BotReply:
    """The bot's decision. Runs in a worker."""
    game = registry.game(request.game)
    view = Match.from_position(request.position, 0, request.box, game).view(request.seat)
    player = seat_bot(request.level, game, request.seat).within(request.seconds)
    action = player.choose(view, Rng(request.seed))
    return BotReply(view.box.notation.token(action), "; ".join(player.faults), compiled())


def first_option(request: BotRequest) -> str:
    """The first legal action, for the case that no bot can decide."""
    game = registry.game(request.game)
    return Match.from_position(request.position, 0, request.box, game).options(request.seat)[0]
