"""A room: one game with its players, folded from the events of its log. No I/O.

``apply`` is the only code that changes what the log says; ``apply_change`` changes what is stored beside it.
Both are called after the commit. So memory never holds a state that is not in the store.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from samovar.kernel.errors import BadInput
from samovar.kernel.state import EVERYONE, NATURE, seat_of
from samovar.match import fair_shuffle
from samovar.match.match import Decision, Match, UndoPlan
from samovar.match.redaction import Withheld, redact_record
from samovar.match.replay import Start, replay
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
from samovar.room.events import Created, RoomEvent, RulesUpgraded, read_event
from samovar.room.log import LogHead, LogRow, empty_head

if TYPE_CHECKING:
    from collections.abc import Callable

    from samovar.kernel.components import Components
    from samovar.kernel.game import Game
    from samovar.match.match import Move

MAX_CHAT_LINES: Final = 200  # that a page shows
SPECTATORS: Final = -1  # instead of a seat, in ``muted``


class Status(Enum):
    """Whether the present rules can play the log of a room."""

    LIVE = "live"
    FROZEN = "frozen"  # made with other rules: shown from its snapshot, nothing can be played
    UNREADABLE = "unreadable"


@dataclass(slots=True)
class Seat:
    """One seat of a room."""

    name: str = ""  # empty: not taken yet
    level: str = ""  # of a bot
    salt: str = ""
    away: str = ""  # the level of the bot that plays for an absent player

    @property
    def bot(self) -> str:
        """The level of the bot that decides here; empty for a person."""
        return self.level or self.away


@dataclass(frozen=True, slots=True)
class Notice:
    """An event of the log that all should see beside the game: a link was issued, used or revoked."""

    at: int
    kind: str  # the tag of the event
    seat: int


class Room:
    """One game with its players, as its log tells it."""

    def __init__(self, id: str, created: Created, game: Game, box: Components, secret: str) -> None:
        self.id: Final = id
        self.created: Final = created
        self.game: Final = game
        self.box: Final = box
        self.secret = secret  # the seed of the fair shuffle; empty with a chosen seed
        self.status = Status.LIVE
        self.fault = ""  # why it is not live
        self.unplayed: list[str] = []  # of a frozen room: the tokens played after its snapshot
        self.pending_upgrade: RulesUpgraded | None = None  # a migration to be committed
        self.head = empty_head(id)
        self.seats = [Seat() for _ in range(created.seats)]
        self.limit = created.limit
        self.muted: set[int] = set()
        self.match: Match | None = None  # None before Started and in an unreadable room
        self.asked_at = [0] * created.seats  # by seat: the entry since which its question is the same
        self.answered: dict[str, tuple[int, str]] = {}  # entry and request digest by action id
        self.undo_points: list[int] = []  # the length of the match's log that each undo left
        self.result: list[int] = []
        self.seed = ""  # the secret, once the game is over
        self.next_room = ""
        self.notices: list[Notice] = []
        self.access = Access()
        self.chat: list[ChatLine] = []
        self.deleted = False
        self.present: set[int] = set()  # seats with an open stream in this process
        self.version = 0  # grows with everything visible, in this process
        self.acted = -1  # the seat of the last decision
        self._key: bytes | None = None

    # ---- the fold ----

    def apply(self, row: LogRow) -> None:
        """Fold a row into the room. BadInput if it does not fit what came before."""
        event = read_event(row.body)
        before = self._joint_question()
        self._fold(event, row)
        self._ask(event, row.seq, before)
        self.head = LogHead(row.seq, row.hash)
        if row.action_id is not None:
            self.answered[row.action_id] = (row.seq, row.request)
        self.version += 1

    def _fold(self, event: RoomEvent, row: LogRow) -> None:
        match event:
            case event_kinds.Seated():
                self.seats[event.seat] = Seat(event.name, event.level, event.salt)
            case event_kinds.Started():
                self.match = self.new_match(event.draws)
            case event_kinds.Played():
                self.started_match().advance(event.seat, Decision(event.token, event.draws))
                self.acted = event.seat
            case event_kinds.Undone():
                self._rewind(event)
                self.undo_points.append(event.to)
                self.acted = event.seat
            case event_kinds.RulesUpgraded():
                self.match = replay(self.start, event.moves)
                self.undo_points.append(0)
                self.pending_upgrade = None
            case event_kinds.Ended():
                self.seed, self.result = event.seed, event.result
            case _:
                self._fold_people(event, row)

    def _rewind(self, event: event_kinds.Undone) -> None:
        """Undo a decision.

        Logs of version 0.2 hold undos that the match does not offer. After a restart that server replayed the
        moves that an earlier undo had left, and so earlier decisions could be undone again.
        """
        match = self.started_match()
        if event.to > len(match.log) or any(past.entries == event.to for past in match.past):
            match.rewind(UndoPlan(event.to, event.kept, []))
        else:
            self.match = replay(self.start, [*match.moves()[: event.to], *event.kept])

    def _fold_people(self, event: RoomEvent, row: LogRow) -> None:
        """Events that do not change the match."""
        match event:
            case event_kinds.BotTookOver():
                self.seats[event.seat].away = event.level
            case event_kinds.PlayerReturned():
                self.seats[event.seat].away = ""
            case event_kinds.LimitChanged():
                self.limit = event.limit
            case event_kinds.Muted():
                (self.muted.add if event.silent else self.muted.discard)(event.seat)
            case event_kinds.LinkIssued() | event_kinds.LinkUsed() | event_kinds.SeatRevoked():
                self.notices.append(Notice(row.at, event.tag, event.seat))
            case event_kinds.Rematched():
                self.next_room = event.table

    def apply_without_match(self, row: LogRow) -> None:
        """Fold a row whose effect on the match is in a snapshot already."""
        event = read_event(row.body)
        match event:
            case event_kinds.Started() | event_kinds.Played():
                pass
            case event_kinds.Undone():
                self.undo_points.append(event.to)
            case event_kinds.RulesUpgraded():
                self.undo_points.append(0)
            case _:
                self._fold(event, row)
        if isinstance(event, event_kinds.Played | event_kinds.Undone):
            self.acted = event.seat
        self.head = LogHead(row.seq, row.hash)
        if row.action_id is not None:
            self.answered[row.action_id] = (row.seq, row.request)
        self.version += 1

    def _joint_question(self) -> tuple[int, int, int] | None:
        """What all seats are asked at the same time; None if one seat waits for another."""
        state = self.match.state if self.match else None
        if state is None or state.depth == 0:
            return None
        top = int(state.todo[state.depth - 1])
        return (int(state.depth), top, self.game.turn(state)) if seat_of(top) == EVERYONE else None

    def _ask(self, event: RoomEvent, seq: int, before: tuple[int, int, int] | None) -> None:
        """Note whose question is a new one. Decisions beside each other leave the questions of others."""
        match event:
            case event_kinds.Played() | event_kinds.Undone():
                if before is not None and before == self._joint_question():
                    self.asked_at[event.seat] = seq
                else:
                    self.asked_at = [seq] * len(self.seats)
            case event_kinds.BotTookOver() | event_kinds.PlayerReturned():
                self.asked_at[event.seat] = seq
            case event_kinds.Started() | event_kinds.RulesUpgraded():
                self.asked_at = [seq] * len(self.seats)

    def apply_change(self, change: Change, number: int = 0) -> None:
        """Fold a change of what is stored beside the log. ``number``: of a new line of chat."""
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
    def beginning(self) -> tuple[str, dict[str, str], list[Move]]:
        """The position, the options and the moves that the match begins with."""
        created = self.created
        if not created.record:
            return created.start, created.options, []
        imported = Match.from_record(created.record, game=self.game, box=self.box)
        options = {} if imported.start else self.game.options_of(imported.state)
        return imported.start, options, imported.moves()

    @property
    def start(self) -> Start:
        """What the match begins from."""
        position, options, imported = self.beginning
        start = self.start_for_snapshot
        return start._replace(position=position, options=options, fair=start.fair and not imported)

    @property
    def start_for_snapshot(self) -> Start:
        """The start without its position and options: enough for a snapshot.

        With a secret seed the draws follow from the key, not from one seed.
        """
        key = self.key
        return Start(
            game=self.game,
            seats=self.created.seats,
            box=self.box,
            options={},
            position="",
            seed=int(self.created.seed or 0) if key is None else fair_shuffle.draw_seed(key, 0),
            fair=key is None,
            names=[seat.name for seat in self.seats],
        )

    def new_match(self, draws: list[str] | None = None) -> Match:
        """The match at its beginning, with these draws; None: Nature draws now."""
        imported = self.beginning[2]
        if draws is None:
            match = replay(self.start, imported)
            match.finish_draws()
            return match
        return replay(self.start, [*imported, *((NATURE, draw) for draw in draws)])

    def started_match(self) -> Match:
        """The match. BadInput while seats are empty."""
        if self.match is None:
            raise BadInput("room", ["the game has not started yet: not all seats are taken"])
        return self.match

    @property
    def key(self) -> bytes | None:
        """What all draws follow from; None with a chosen seed."""
        if not self.secret:
            return None
        if self.match is None or self._key is None:  # salts are added until the start
            self._key = fair_shuffle.game_key(self.secret, [seat.salt for seat in self.seats])
        return self._key

    @property
    def draw_seed(self) -> Callable[[int], int] | None:
        """The seed of the dice by the length of the log; None with a chosen seed."""
        key = self.key
        return None if key is None else partial(fair_shuffle.draw_seed, key)

    # ---- questions about the room ----

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
            raise BadInput("seat", [f"there is no seat {seat}"])

    def is_solo(self, seats: frozenset[int]) -> bool:
        """Whether only these seats are a person's: the room is private, or the others are bots or empty."""
        return self.created.private or seats.issuperset(self.people())

    def record_is_hidden(self, seat: int) -> bool:
        """Whether the record holds something that this seat may not know."""
        try:
            redact_record(self.started_match(), seat)
        except Withheld:
            return True
        return False

    def deciding_bot(self) -> int:
        """The first seat that must decide now and is played by a bot; -1 if there is none."""
        if self.status is not Status.LIVE:
            return -1
        return next((p for p in self.actors if 0 <= p < len(self.seats) and self.seats[p].bot), -1)

    def people(self) -> list[int]:
        """The seats of persons."""
        return [p for p, seat in enumerate(self.seats) if seat.name and not seat.level]
