"""A room: one game with its players, folded from the events of its log. No I/O.

Only ``apply`` changes the state that follows from the log. Only ``apply_change`` changes the state that is
stored beside the log. Both run after the commit, so memory never holds an uncommitted state.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from samovar.kernel.errors import BadInput
from samovar.kernel.state import EVERYONE, NATURE, View, seat_of
from samovar.match import fair_shuffle
from samovar.match.match import Decision, Match
from samovar.match.redaction import Withheld, redact_record
from samovar.match.replay import Start, replay_moves
from samovar.match.undo import UndoPlan
from samovar.room import events as event_kinds
from samovar.room.access import Access
from samovar.room.changes import (
    AddChat,
    Change,
    ChatLine,
    Delete,
    DropSeat,
    DropSession,
    HoldSeat,
    RemoveChat,
    SetToken,
)
from samovar.room.errors import Fault
from samovar.room.events import Created, RoomEvent, RulesUpgraded, read_event
from samovar.room.log import LogHead, LogRow, empty_head
from samovar.room.seat_choice import options_with_choices
from samovar.room.seats import Seat
from samovar.views.common_regions import DONE
from samovar.views.registry import game_text
from samovar.views.words.words import BASE, words_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from samovar.kernel.components import Components
    from samovar.kernel.game import Game
    from samovar.match.undo import Move

MAX_CHAT_LINES: Final = 200  # shown on a page
SPECTATORS: Final = -1  # the element of ``muted`` that stands for all spectators


class Status(Enum):
    """The result of restoring a room with the current rules."""

    LIVE = "live"
    FROZEN = "frozen"  # played with other rules: shown from its snapshot, read-only
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Notice:
    """An event of the log that the chat shows to all viewers: a link was issued, used or revoked."""

    at: int
    kind: str  # the tag of the event
    seat: int


class Beginning(NamedTuple):
    """The position, options and moves that the match of a room begins with."""

    position: str
    options: dict[str, str]
    moves: list[Move]


class Room:
    """One game with its players, folded from its log."""

    def __init__(self, id: str, created: Created, game: Game, box: Components, secret: str) -> None:
        self.id: Final = id
        self.created: Final = created
        self.game: Final = game
        self.box: Final = box
        self.secret = secret  # the seed of the fair shuffle; empty with a chosen seed
        self.status = Status.LIVE
        self.fault = ""  # the reason why it is not live, or why its snapshot is not used
        self.unplayed: list[str] = []  # tokens played after the snapshot of a frozen room
        self.pending_upgrade: RulesUpgraded | None = None  # a migration to be committed
        self.head = empty_head(id)
        self.seats = [Seat() for _ in range(created.seats)]
        self.limit = created.limit
        self.muted: set[int] = set()
        self.asked_everything: set[int] = set()  # seats for which the table gives no obvious answers
        self.match: Match | None = None  # None before Started and in an unreadable room
        self.asked_at = [0] * created.seats  # by seat: the seq since which it has the same question
        self.answered: dict[str, tuple[int, str]] = {}  # seq and request digest by action id
        self.undone_to: list[int] = []  # log length left after each undo
        self.result: list[int] = []
        self.seed = ""  # the secret, once the game is over
        self.next_room = ""
        self.notices: list[Notice] = []
        self.access = Access()
        self.chat: list[ChatLine] = []
        self.deleted = False
        self.present: set[int] = set()  # seats with an open stream
        self.at_page: set[int] = set()  # seats with an open stream of the page, not only of the API
        self.confirmed = 0  # the seq up to which ended turns are confirmed, in this process
        self.version = 0  # grows with every visible change, in this process
        self.acted = -1  # the seat of the last decision or undo; answers of the table do not count
        self.undone_by = -1  # the seat of the newest decision or undo, if that was an undo
        self._key: bytes | None = None

    # ---- the fold ----

    def apply(self, row: LogRow) -> None:
        """Fold a row into the room. BadInput if it contradicts the rows before it."""
        event = read_event(row.body)
        before = self._simultaneous_question()
        self._fold(event, row)
        self._note_actor(event)
        self._update_asked_at(event, row.seq, before)
        self.head = LogHead(row.seq, row.hash)
        if row.action_id is not None:
            self.answered[row.action_id] = (row.seq, row.request)
        self.version += 1

    def _fold(self, event: RoomEvent, row: LogRow) -> None:
        match event:
            case event_kinds.Seated():
                self.seats[event.seat] = Seat(event.name, event.level, event.salt, choice=event.choice)
            case event_kinds.SeatChose():
                self.seats[event.seat].choice = event.choice
            case event_kinds.Started():
                self.match = self.new_match(event.draws)
            case event_kinds.Played():
                automatic = event.by == event_kinds.TABLE
                self.started_match().apply_decision(event.seat, Decision(event.token, event.draws), automatic)
            case event_kinds.Undone():
                self._rewind(event)
                self.undone_to.append(event.to)
            case event_kinds.RulesUpgraded():
                self.match = replay_moves(self.start, event.moves)
                self.undone_to.append(0)
                self.pending_upgrade = None
            case event_kinds.Ended():
                self.seed, self.result = event.seed, event.result
            case _:
                self._fold_people(event, row)

    def _note_actor(self, event: RoomEvent) -> None:
        match event:
            case event_kinds.Played():
                self.undone_by = -1
                if event.by != event_kinds.TABLE:
                    self.acted = event.seat
            case event_kinds.Undone():
                self.undone_by = self.acted = event.seat

    def _rewind(self, event: event_kinds.Undone) -> None:
        """Undo a decision. After a restart, version 0.2 also undid what was no longer undoable."""
        match = self.started_match()
        if event.to > len(match.log) or any(past.entries == event.to for past in match.history.points):
            match.rewind(UndoPlan(event.to, event.kept, []))
        else:
            self.match = replay_moves(self.start, [*match.moves()[: event.to], *event.kept])
        self.draw_after_undo()

    def draw_after_undo(self) -> None:
        """Draw after an undo of an old log that completed a simultaneous step. The key determines them."""
        if self.actors == [NATURE]:
            self.started_match().finish_draws(self.draw_seed)

    def _fold_people(self, event: RoomEvent, row: LogRow) -> None:
        """Fold an event that does not change the match."""
        match event:
            case event_kinds.BotTookOver():
                self.seats[event.seat].away = event.level
            case event_kinds.PlayerReturned():
                self.seats[event.seat].away = ""
            case event_kinds.LimitChanged():
                self.limit = event.limit
            case event_kinds.Muted():
                (self.muted.add if event.silent else self.muted.discard)(event.seat)
            case event_kinds.AnswersChanged():
                (self.asked_everything.discard if event.automatic else self.asked_everything.add)(event.seat)
            case event_kinds.LinkIssued() | event_kinds.LinkUsed() | event_kinds.SeatRevoked():
                self.notices.append(Notice(row.at, event.tag, event.seat))
            case event_kinds.Rematched():
                self.next_room = event.table

    def apply_without_match(self, row: LogRow) -> None:
        """Fold a row without playing it in the match, which a snapshot provides."""
        event = read_event(row.body)
        match event:
            case event_kinds.Started() | event_kinds.Played():
                pass
            case event_kinds.Undone():
                self.undone_to.append(event.to)
            case event_kinds.RulesUpgraded():
                self.undone_to.append(0)
            case _:
                self._fold(event, row)
        self._note_actor(event)
        self.head = LogHead(row.seq, row.hash)
        if row.action_id is not None:
            self.answered[row.action_id] = (row.seq, row.request)
        self.version += 1

    def _simultaneous_question(self) -> tuple[int, int, int] | None:
        """The identity of a question that all seats answer at the same time. None if seats take turns."""
        state = self.match.state if self.match else None
        if state is None or state.depth == 0:
            return None
        top = int(state.todo[state.depth - 1])
        return (int(state.depth), top, self.game.turn(state)) if seat_of(top) == EVERYONE else None

    def _update_asked_at(self, event: RoomEvent, seq: int, before: tuple[int, int, int] | None) -> None:
        """Set ``asked_at`` of seats with a new question. A simultaneous decision affects only one seat."""
        match event:
            case event_kinds.Played() | event_kinds.Undone():
                if before is not None and before == self._simultaneous_question():
                    self.asked_at[event.seat] = seq
                else:
                    self.asked_at = [seq] * len(self.seats)
            case event_kinds.BotTookOver() | event_kinds.PlayerReturned():
                self.asked_at[event.seat] = seq
            case event_kinds.Started() | event_kinds.RulesUpgraded():
                self.asked_at = [seq] * len(self.seats)

    def apply_change(self, change: Change, number: int = 0) -> None:
        """Fold a change beside the log. ``number`` is the id of a new chat line."""
        match change:
            case AddChat():
                line = ChatLine(number, change.at, change.seat, change.name, change.text)
                self.chat = [*self.chat[1 - MAX_CHAT_LINES :], line]
            case RemoveChat():
                self.chat = [line for line in self.chat if line.number != change.number]
            case SetToken():
                self.access.drop_seat(change.seat)
                self.access.tokens[change.hash] = change.seat
            case DropSeat():
                self.access.drop_seat(change.seat)
            case HoldSeat():
                self.access.tokens.pop(change.token, None)
                self.access.hold(change.session, change.seat)
            case DropSession():
                self.access.drop_session(change.session)
                self.chat = [line for line in self.chat if line.seat not in change.seats]
            case Delete():
                self.deleted = True
                self.access = Access()
        self.version += 1

    # ---- the match ----

    @cached_property
    def beginning(self) -> Beginning:
        """The beginning of the match. An imported record gives its moves."""
        created = self.created
        if not created.record:
            return Beginning(created.start, created.options, [])
        imported = Match.from_record(created.record, game=self.game, box=self.box)
        options = {} if imported.start else self.game.options_of(imported.state)
        return Beginning(imported.start, options, imported.moves())

    @property
    def start(self) -> Start:
        """The start of the match, for a replay."""
        position, options, imported = self.beginning
        start = self.start_for_snapshot
        if not position and not imported:
            options = options_with_choices(self.game, self.box, self.seats, options)
        return start._replace(position=position, options=options, seeded=start.seeded and not imported)

    @property
    def start_for_snapshot(self) -> Start:
        """The start without position and options, because a snapshot contains its own.

        With a secret seed the draws are derived from the key, not from one seed.
        """
        key = self.key
        return Start(
            game=self.game,
            seats=self.created.seats,
            box=self.box,
            options={},
            position="",
            seed=int(self.created.seed or 0) if key is None else fair_shuffle.draw_seed(key, 0),
            seeded=key is None,
            names=[seat.name for seat in self.seats],
        )

    def new_match(self, draws: list[str] | None = None) -> Match:
        """The match at its beginning, with these draws. With None Nature draws now."""
        imported = self.beginning.moves
        if draws is None:
            match = replay_moves(self.start, imported)
            match.finish_draws()
            return match
        return replay_moves(self.start, [*imported, *((NATURE, draw) for draw in draws)])

    def started_match(self) -> Match:
        """The match. BadInput if the game has not started."""
        if self.match is None:
            text = "the game has not started yet: not all seats are taken"
            raise BadInput("room", [Fault(text, "fault.not_started")])
        return self.match

    @property
    def key(self) -> bytes | None:
        """The key that all draws are derived from. None with a chosen seed."""
        if not self.secret:
            return None
        if self.match is None or self._key is None:  # players can add salts until the start
            self._key = fair_shuffle.game_key(self.secret, [seat.salt for seat in self.seats])
        return self._key

    @property
    def draw_seed(self) -> Callable[[int], int] | None:
        """A function from the length of the log to the seed of the next draw. None with a chosen seed."""
        key = self.key
        return None if key is None else partial(fair_shuffle.draw_seed, key)

    # ---- properties of the room ----

    @property
    def actors(self) -> list[int]:
        """The seats that must decide now."""
        return [] if self.match is None else self.match.actors()

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    @property
    def full(self) -> bool:
        return all(seat.name for seat in self.seats)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def is_empty(self, seat: int) -> bool:
        return 0 <= seat < len(self.seats) and not self.seats[seat].name

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise BadInput("seat", [Fault(f"there is no seat {seat}", "fault.no_seat", seat=seat + 1)])

    def is_solo(self, seats: frozenset[int]) -> bool:
        """True if the room is private, or all seats taken by persons are among these."""
        return self.created.private or seats.issuperset(self.people())

    def record_is_hidden(self, seat: int) -> bool:
        """True if the record contains information that is hidden from this seat."""
        try:
            redact_record(self.started_match(), seat)
        except Withheld:
            return True
        return False

    def deciding_bot(self) -> int:
        """The first seat that must decide now and is played by a bot. -1 if there is none."""
        if self.status is not Status.LIVE:
            return -1
        return next((p for p in self.actors if 0 <= p < len(self.seats) and self.seats[p].bot), -1)

    def unconfirmed_seat(self) -> int:
        """The seat whose turn ended by itself and can still be undone. -1 if there is none.

        Bots wait until that player confirms, because the decision of a bot would prevent an undo. No
        confirmation is needed after an explicit end of the turn, after a single decision, or without an open
        page.
        """
        seat, match = self.acted, self.match
        if match is None or seat not in self.at_page or seat in self.actors or self.deciding_bot() < 0:
            return -1
        if self.confirmed >= self.head.length or self._simultaneous_question() is not None:
            return -1
        return seat if ended_by_itself(match, seat) else -1

    def people(self) -> list[int]:
        """The seats that persons have taken."""
        return [p for p, seat in enumerate(self.seats) if seat.name and not seat.level]


def ended_by_itself(match: Match, seat: int) -> bool:
    """True if the last decision of the seat can be undone, was not the only one of its turn, and was no
    explicit end of it, such as "pass".
    """
    own = [entry for entry in match.log if entry.seat == seat and not entry.automatic]
    if len(own) < 2 or own[-1].turn != own[-2].turn or not match.can_undo(seat):
        return False
    text = game_text(match.game, words_for(BASE, match.game.name))
    return text.group(View(match.state), own[-1].action) != DONE
