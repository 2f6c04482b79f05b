"""Everything a page is made from: one table as one onlooker may see it.

The server makes a ``Seen`` from a match, and the pages read nothing else. So what is not in it cannot be
shown, and nothing is in it that this onlooker may not know.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.game import Game, Proposal, Score
from samovar.kernel.state import NATURE, Event, State, View
from samovar.kernel.step import Options, Refusal
from samovar.match.match import Entry, Match
from samovar.views.words.words import Words

ONLOOKER: Final = -1  # somebody without a seat: sees what all may see
MOST_LINES: Final = 240  # of the log that a page needs
LATEST: Final = -1  # not an earlier position: the game as it is now

PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"


class Sitter:
    """One seat of a table as everyone may see it."""

    def __init__(
        self,
        name: str,
        kind: str = PERSON,
        level: str = "",
        here: bool = True,
        away_bot: bool = False,
    ) -> None:
        self.name: Final = name
        self.kind: Final = kind  # PERSON, BOT or OPEN
        self.level: Final = level  # of a bot
        self.here: Final = here  # whether the page of this person is open
        self.away_bot: Final = away_bot  # whether a bot plays for this person, who is not here


class Line:
    """One entry of the log, already blurred for whoever looks."""

    def __init__(self, seq: int, seat: int, turn: int, token: str, events: list[Event]) -> None:
        self.seq: Final = seq  # how many entries the log had when this one was written, itself included
        self.seat: Final = seat  # whose action it was, or NATURE
        self.turn: Final = turn
        self.token: Final = token  # "" if this onlooker may not know it yet
        self.events: Final = events


class Said:
    """One line of the chat."""

    def __init__(self, name: str, text: str, seat: int = ONLOOKER, number: int = 0) -> None:
        self.name: Final = name
        self.text: Final = text
        self.seat: Final = seat  # ONLOOKER: somebody without a seat
        self.number: Final = number  # by which the host can remove it


class Seen:
    """One table for one onlooker. ``seat`` is ONLOOKER for somebody who has none."""

    def __init__(
        self, game: Game, words: Words, view: View, seat: int, sitters: list[Sitter], seq: int
    ) -> None:
        self.game: Final = game
        self.words: Final = words
        self.view: Final = view
        self.seat: Final = seat
        self.sitters: Final = sitters
        self.seq: Final = seq  # entries in the log
        self.stamp = seq  # what an action must be answered for; grows also when something is taken back
        self.actors: list[int] = []  # the seats that must decide now; none when the game is over
        self.options: list[str] = []  # tokens, legal for this onlooker now
        self.refusals: list[Refusal] = []
        self.irreversible: set[str] = set()  # options after which undo is barred: something is revealed
        self.proposal: Proposal | None = None  # how a payment that is asked for can be made as a whole
        self.proposal_final = False  # whether undo is barred after it
        self.can_undo = False
        self.can_restart = False
        self.scores: list[Score] = []  # as if the game ended now, as far as this onlooker can know
        self.lines: list[Line] = []  # the end of the log, as far as a page needs it
        self.over = False
        self.warming_up = False  # whether bots answer more slowly than they soon will
        self.since = 0  # ``seq`` right after this onlooker's last own decision
        self.replay = False  # whether this is an earlier position, or a finished game step by step
        self.at = LATEST  # of a replay: the ``seq`` it shows
        self.rests: list[int] = []  # of a replay: every ``seq`` that can be looked at
        self.root = ""  # the prefix of all addresses: "" or "/samovar"
        self.base = ""  # the table's address: "/t/…"; empty where nothing can be done (pictures, tests)
        self.chat: list[Said] = []
        self.course: list[list[int]] = []  # of a finished game: everybody's points, turn by turn
        self.seed = ""  # shown to all if somebody chose it
        self.shuffle = ""  # the hash that the server is bound to the draws by


class Head:
    """What the head of a page needs to know beside the table itself."""

    def __init__(
        self,
        styles: list[str],
        scripts: list[str],
        theme: str = "",
        title: str = "",
        icon: str = "",
        root: str = "",
    ) -> None:
        self.styles: Final = styles  # addresses
        self.scripts: Final = scripts  # addresses of modules
        self.theme: Final = theme  # "light", "dark", or "" for that of the system
        self.title: Final = title
        self.icon: Final = icon
        self.root: Final = root  # the prefix of all addresses: "" or "/samovar"


def see(
    match: Match,
    words: Words,
    seat: int,
    sitters: list[Sitter],
    undo: bool = True,
) -> Seen:
    """What somebody may see of a match. ``undo``: whether this table allows taking back."""
    view = match.game.redact(match.state, seat)
    seen = Seen(match.game, words, view, seat, sitters, len(match.log))
    seen.actors = match.actors()
    seen.over = match.over
    seen.scores = match.game.score(view)
    first = 0 if match.over else max(0, len(match.log) - MOST_LINES)  # at the end all of it is told
    seen.lines = [line_of(match, i, seat) for i in range(first, len(match.log))]
    if seat >= 0:
        seen.options = match.options(seat)
        seen.refusals = match.refusals(seat)
        seen.irreversible = irreversible(match, seat)
        seen.proposal = match.game.proposal(match.state, seat)
        seen.proposal_final = seen.proposal is not None and reveals(match, seat, seen.proposal.actions)
        seen.can_undo = undo and match.can_undo(seat)
        seen.can_restart = seen.can_undo
        seen.since = last_decision(match, seat)
    if match.over:
        seen.course = course(match)
    return seen


def last_decision(match: Match, seat: int) -> int:
    """How long the log was right after this seat's last decision; 0 if there was none."""
    at = len(match.log)
    while at > 0 and match.log[at - 1].seat != seat:
        at -= 1
    return at


def line_of(match: Match, at: int, seat: int) -> Line:
    """An entry of the log as this onlooker may know it."""
    entry = match.log[at]
    events = [match.game.seen(event, seat) for event in entry.events]
    token = match.state.box.notation.token(entry.action) if knows(match, entry, seat) else ""
    return Line(at + 1, entry.seat, entry.turn, token, events)


def knows(match: Match, entry: Entry, seat: int) -> bool:
    """Whether this onlooker may know which action it was: a witness does, and everybody at the end."""
    return match.over or witnessed(match, entry, seat)


def witnessed(match: Match, entry: Entry, seat: int) -> bool:
    """Whether this onlooker saw the action when it was played."""
    needed = 1 << seat if seat >= 0 else (1 << match.seats) - 1
    return (entry.witnesses & needed) == needed


def irreversible(match: Match, seat: int) -> set[str]:
    """The options of a seat that reveal something, so that nobody can take them back."""
    notation = match.state.box.notation
    return {notation.token(action) for action in match.legal(seat) if reveals(match, seat, [action])}


def reveals(match: Match, seat: int, actions: list[int]) -> bool:
    """Whether something comes to light after these actions."""
    out = Options()
    after = match.state.clone()
    for action in actions:
        match.game.play(after, seat, action, out)
    return after.over or after.reveals != match.state.reveals or match.game.actors(after) == [NATURE]


def course(match: Match) -> list[list[int]]:
    """Of a finished game: what everybody's points would have been at the beginning of each turn and at the
    end.
    """
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
