"""The data that a page is rendered from: one match as one viewer may see it.

The server builds a ``ViewModel`` from a match, and the pages read nothing else. It holds nothing that this
viewer may not know, so no page can reveal a secret.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.game import Game, Proposal, Score
from samovar.kernel.state import NATURE, Event, State, View
from samovar.kernel.step import Options, Refusal
from samovar.match.match import Entry, Match
from samovar.views.words.words import Words

SPECTATOR: Final = -1  # the seat of a viewer who has none and sees only what is public
MAX_LINES: Final = 240  # of the log that a page needs
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


class LogLine:
    """One entry of the log, redacted for one viewer."""

    def __init__(self, number: int, seat: int, turn: int, token: str, events: list[Event]) -> None:
        self.number: Final = number  # position in the log, counted from 1
        self.seat: Final = seat  # whose action it was, or NATURE
        self.turn: Final = turn
        self.token: Final = token  # "" while this viewer may not know it
        self.events: Final = events


class ChatLine:
    """One line of the chat."""

    def __init__(self, name: str, text: str, seat: int = SPECTATOR, number: int = 0) -> None:
        self.name: Final = name
        self.text: Final = text
        self.seat: Final = seat  # SPECTATOR for a writer without a seat
        self.number: Final = number  # the id by which the host removes it


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
        self.seed = ""  # public if a player chose it
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


def build_view_model(
    match: Match,
    words: Words,
    seat: int,
    seats: list[SeatInfo],
    undo: bool = True,
) -> ViewModel:
    """Build the view model of a match for one seat or spectator. ``undo``: whether undo is offered."""
    view = match.game.redact(match.state, seat)
    model = ViewModel(match.game, words, view, seat, seats, len(match.log))
    model.actors = match.actors()
    model.over = match.over
    model.scores = match.game.score(view)
    first = 0 if match.over else max(0, len(match.log) - MAX_LINES)  # a finished game shows the whole log
    model.lines = [line_of(match, i, seat) for i in range(first, len(match.log))]
    if seat >= 0:
        model.options = match.options(seat)
        model.refusals = match.refusals(seat)
        model.irreversible = irreversible(match, seat)
        model.proposal = match.game.proposal(match.state, seat)
        model.proposal_final = model.proposal is not None and reveals(match, seat, model.proposal.actions)
        model.can_undo = undo and match.can_undo(seat)
        model.can_restart = model.can_undo
        model.since = last_decision(match, seat)
    if match.over:
        model.score_history = score_history(match)
    return model


def last_decision(match: Match, seat: int) -> int:
    """The number of entries right after this seat's last decision; 0 if it has made none."""
    at = len(match.log)
    while at > 0 and match.log[at - 1].seat != seat:
        at -= 1
    return at


def line_of(match: Match, at: int, seat: int) -> LogLine:
    """The log entry at index ``at``, redacted for this viewer."""
    entry = match.log[at]
    events = [match.game.seen(event, seat) for event in entry.events]
    token = match.state.box.notation.token(entry.action) if knows(match, entry, seat) else ""
    return LogLine(at + 1, entry.seat, entry.turn, token, events)


def knows(match: Match, entry: Entry, seat: int) -> bool:
    """Whether this viewer may know the action: it is a witness, or the game is over."""
    return match.over or witnessed(match, entry, seat)


def witnessed(match: Match, entry: Entry, seat: int) -> bool:
    """Whether this viewer saw the action when it was played."""
    needed = 1 << seat if seat >= 0 else (1 << match.seats) - 1
    return (entry.witnesses & needed) == needed


def irreversible(match: Match, seat: int) -> set[str]:
    """The options of a seat that reveal something, so that they cannot be undone."""
    notation = match.state.box.notation
    return {notation.token(action) for action in match.legal(seat) if reveals(match, seat, [action])}


def reveals(match: Match, seat: int, actions: list[int]) -> bool:
    """Whether these actions reveal something."""
    out = Options()
    after = match.state.clone()
    for action in actions:
        match.game.play(after, seat, action, out)
    return after.over or after.reveals != match.state.reveals or match.game.actors(after) == [NATURE]


def score_history(match: Match) -> list[list[int]]:
    """The points of all players at the beginning of each turn and at the end, for a finished game."""
    game = match.game
    out = Options()
    state: State = (
        Match.from_position(match.start, 0, None, game).state
        if match.start
        else game.start(match.state.box, match.seats, game.options_of(match.state), out)
    )
    found: list[list[int]] = []
    turn = -1
    for entry in match.log:
        if entry.seat != NATURE and entry.turn != turn:
            turn = entry.turn
            found.append([score.total for score in game.score(state)])
        game.play(state, entry.seat, entry.action, out)
    found.append([score.total for score in game.score(match.state)])
    return found
