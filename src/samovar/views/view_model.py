"""The data that a page is rendered from: one match as one viewer may see it.

The server builds a ``ViewModel`` from a match, and the pages read nothing else. It contains only what this
viewer may know, so no page can reveal a secret.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from samovar.kernel.game import Game, Proposal, Score, Shortcut
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
        self.present: Final = present  # true if this player has the page open
        self.away_bot: Final = away_bot  # true if a bot plays for this absent player


class ChatEntry:
    """One line of the chat, or a notice of the server about the seats."""

    def __init__(self, name: str, text: str, seat: int = SPECTATOR, number: int = 0, at: int = 0) -> None:
        self.name: Final = name  # empty for a notice
        self.text: Final = text
        self.seat: Final = seat  # SPECTATOR for a writer without a seat
        self.number: Final = number  # the id by which the host removes it
        self.at: Final = at  # milliseconds since 1970


class Period(NamedTuple):
    """A round of the game in a replay, from its first stop on."""

    stop: int  # index in ``ViewModel.replay_stops``
    part: int  # see ``GameText.period``
    number: int


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
        self.irreversible: set[str] = set()  # tokens of options that reveal something and cannot be undone
        self.shortcuts: list[Shortcut] = []  # several answers of this viewer as one choice
        self.proposal: Proposal | None = None  # a complete payment, while the game asks for one
        self.proposal_final = False  # true if it cannot be undone
        self.can_undo = False
        self.can_restart = False
        self.can_reopen = False  # true if the last automatic answer of this viewer can be taken back
        self.asked_everything = False  # true if the table gives no obvious answers for this viewer
        self.obvious = ""  # the option that the table would choose for this viewer; empty if there is none
        self.scores: list[Score] = []  # points if the game ended now, from what this viewer knows
        self.lines: list[LogLine] = []  # the end of the log, as far as a page needs it
        self.over = False
        self.warming_up = False  # true while bots are slow after a start of the server
        self.since = 0  # ``entries`` right after this viewer's last decision
        self.replay = False  # true for an earlier position, or a step of a finished game
        self.at = LATEST  # in a replay: the number of entries that it shows
        self.replay_stops: list[int] = []  # in a replay: the numbers of entries it can stop at
        self.periods: list[Period] = []  # in a replay: the parts and rounds of the game, in order
        self.root = ""  # the prefix of all URLs: "" or "/samovar"
        self.base = ""  # the table's URL: "/t/…"; empty for a page without actions
        self.chat: list[ChatEntry] = []
        self.score_history: list[list[int]] = []  # the points of all players by turn, after the end
        self.turn_starts: list[int] = []  # the lengths of the log that belong to ``score_history``
        self.seed_chosen = False  # true if a player chose the seed
        self.seed_hash = ""  # the hash of the chosen seed
        self.seed = ""  # the chosen seed, once the game is over
        self.fork = False  # true if this game was forked from another table
        self.watched = SPECTATOR  # the player whom a spectator chose to watch; SPECTATOR: the one on turn
        self.undone_by = SPECTATOR  # the seat whose undo is the newest entry of the log
        self.can_fork = True  # true if this position may be forked into a private room
        self.unconfirmed = False  # true if bots wait until this viewer confirms the end of the turn
        self.frozen = False  # true if the game was created under other rules and can only be watched
        self.unplayed: list[str] = []  # tokens of actions after the shown position, in a frozen game
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
    """The view model of a match as one seat or spectator may see it."""
    model = ViewModel(view.game, words, view.view, view.seat, seats, view.entries)
    model.actors = view.actors
    model.over = view.over
    model.scores = view.scores
    model.lines = view.lines
    model.options = view.options
    model.refusals = view.refusals
    model.irreversible = view.irreversible
    model.shortcuts = view.shortcuts
    model.proposal = view.proposal
    model.proposal_final = view.proposal_final
    model.can_undo = model.can_restart = view.can_undo
    model.obvious = view.obvious
    model.can_reopen = bool(view.reopened_options)
    model.since = view.last_decision
    model.score_history = view.score_history
    model.turn_starts = view.turn_starts
    return model


def show_replay(model: ViewModel, stops: list[int], periods: list[Period]) -> None:
    """Turn the view model of an earlier position into a step of a replay, without options."""
    model.replay = True
    model.at = model.entries
    model.replay_stops = stops
    model.periods = periods
    model.options, model.refusals = [], []
    model.can_undo = model.can_restart = model.can_reopen = False
    model.irreversible, model.proposal, model.shortcuts = set(), None, []
