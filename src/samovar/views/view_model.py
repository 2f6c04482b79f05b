"""The data that a page is rendered from: one match as one viewer may see it.

The server builds a ``ViewModel`` from a match, and the pages read nothing else. It holds nothing that this
viewer may not know, so no page can reveal a secret.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.game import Game, Proposal, Score
from samovar.kernel.state import View
from samovar.kernel.step import Refusal
from samovar.match.redaction import SPECTATOR, LogLine, SeatView
from samovar.views.words.words import Words

LATEST: Final = -1  # value of ``at`` for the current position

PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"


class SeatInfo:
    """The public facts about one seat."""

    def __init__(
        self,
        name: str,
        kind: str = PERSON,
        level: str = "",
        present: bool = True,
        away_bot: bool = False,
    ) -> None:
        self.name: Final = name
        self.kind: Final = kind  # PERSON, BOT or OPEN
        self.level: Final = level  # of a bot
        self.present: Final = present  # whether this player has the page open
        self.away_bot: Final = away_bot  # whether a bot plays for this absent player


class ChatLine:
    """One line of the chat, or a notice of the server about the seats."""

    def __init__(self, name: str, text: str, seat: int = SPECTATOR, number: int = 0, at: int = 0) -> None:
        self.name: Final = name  # empty for a notice
        self.text: Final = text
        self.seat: Final = seat  # SPECTATOR for a writer without a seat
        self.number: Final = number  # the id by which the host removes it
        self.at: Final = at  # milliseconds since 1970


class ViewModel:
    """One match for one viewer. ``seat`` is SPECTATOR for a viewer without a seat."""

    def __init__(
        self, game: Game, words: Words, view: View, seat: int, seats: list[SeatInfo], entries: int
    ) -> None:
        self.game: Final = game
        self.words: Final = words
        self.view: Final = view
        self.seat: Final = seat
        self.seats: Final = seats
        self.entries: Final = entries  # in the log
        self.seq = entries  # the version that an action must name; an undo increases it, too
        self.actors: list[int] = []  # the seats that must decide now; none when the game is over
        self.options: list[str] = []  # tokens of this viewer's legal actions
        self.refusals: list[Refusal] = []
        self.irreversible: set[str] = set()  # options that reveal something and therefore bar undo
        self.proposal: Proposal | None = None  # a complete payment, while the game asks for one
        self.proposal_final = False  # whether undo is barred after it
        self.can_undo = False
        self.can_restart = False
        self.scores: list[Score] = []  # as if the game ended now, from what this viewer knows
        self.lines: list[LogLine] = []  # the end of the log, as far as a page needs it
        self.over = False
        self.warming_up = False  # whether bots still answer slowly after a start of the server
        self.since = 0  # ``entries`` right after this viewer's last decision
        self.replay = False  # whether this is an earlier position, or a finished game step by step
        self.at = LATEST  # in a replay: the number of entries that it shows
        self.replay_stops: list[int] = []  # in a replay: the numbers of entries it can stop at
        self.root = ""  # the prefix of all URLs: "" or "/samovar"
        self.base = ""  # the table's URL: "/t/…"; empty for a page without actions
        self.chat: list[ChatLine] = []
        self.score_history: list[list[int]] = []  # of a finished game: the points of all players by turn
        self.seed_chosen = False  # whether a player chose the seed
        self.seed = ""  # the chosen seed, once the game is over
        self.can_fork = True  # whether a private room may be made from this position
        self.frozen = False  # whether the game was made with other rules and can only be watched
        self.unplayed: list[str] = []  # of a frozen game: tokens of actions after the shown position
        self.shuffle = ""  # the hash that commits the server to the draws


class PageHead:
    """The contents of the HTML head of a page."""

    def __init__(
        self,
        styles: list[str],
        scripts: list[str],
        theme: str = "",
        title: str = "",
        icon: str = "",
        root: str = "",
    ) -> None:
        self.styles: Final = styles  # URLs
        self.scripts: Final = scripts  # URLs of modules
        self.theme: Final = theme  # "light", "dark", or "" to follow the system
        self.title: Final = title
        self.icon: Final = icon
        self.root: Final = root  # the prefix of all URLs: "" or "/samovar"


def build_view_model(view: SeatView, words: Words, seats: list[SeatInfo]) -> ViewModel:
    """The view model of what one seat or spectator may know of a match."""
    model = ViewModel(view.game, words, view.view, view.seat, seats, view.entries)
    model.actors = view.actors
    model.over = view.over
    model.scores = view.scores
    model.lines = view.lines
    model.options = view.options
    model.refusals = view.refusals
    model.irreversible = view.irreversible
    model.proposal = view.proposal
    model.proposal_final = view.proposal_final
    model.can_undo = model.can_restart = view.can_undo
    model.since = view.last_decision
    model.score_history = view.score_history
    return model


def show_replay(model: ViewModel, stops: list[int]) -> None:
    """Turn the view model of an earlier match into a step of a replay: nothing can be chosen in it."""
    model.replay = True
    model.at = model.entries
    model.replay_stops = stops
    model.options, model.refusals = [], []
    model.can_undo = model.can_restart = False
    model.irreversible, model.proposal = set(), None
