"""A server without network and disk. It has rooms in memory and runs commands like ``table/service.py``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from samovar.kernel.errors import SamovarError
from samovar.match.match import Match
from samovar.room.access import digest
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
from samovar.room.commands import Act, Command, TakeSeat, UseLink
from samovar.room.creation import CreateRoom, SeatRequest, create
from samovar.room.handle import handle
from samovar.room.log import LogHead, LogRow
from samovar.room.outcome import Env, NewRoom, Outcome
from samovar.room.restore import StoredRoom, StoredSnapshot, restore, take_snapshot
from samovar.room.room import MAX_CHAT_LINES, Room
from samovar.room.validation import MAX_LOG
from samovar.room.viewer import Identity, resolve

GAMES = ["stroganov", "catherine", "tundra"]
NAMES = ["Eva", "Bob", "Cyril", "Dana"]
SERVER_KEY = "5e" * 32
START_TIME = 1_700_000_000_000  # milliseconds since 1970


def cookie_of(name: str) -> str:
    """The session cookie of a person's browser, with the length that the server requires."""
    return name.ljust(43, "0")


def browser(name: str) -> Identity:
    """The identity of a person's browser."""
    return Identity(session=digest(cookie_of(name)))


def program(token: str) -> Identity:
    """The identity of an API client with the token of a seat."""
    return Identity(token=digest(token))


EVA, BOB, CYRIL, DANA, STRANGER = map(browser, ["eva", "bob", "cyril", "dana", "stranger"])
PEOPLE = [EVA, BOB, CYRIL, DANA]  # by the seat that they take


@dataclass
class Stored:
    """One room as in a database, with a row for each access right."""

    game: str
    secret: str
    rows: list[LogRow]
    names: list[str]
    result: list[int]
    tokens: set[tuple[str, int]]
    holders: set[tuple[str, int]]
    hosts: set[str]
    snapshot: StoredSnapshot | None = None
    chat: list[ChatLine] = field(default_factory=list)


@dataclass
class Shell:
    """All rooms of one server. Time and randomness are derived from ``seed``."""

    seed: int = 1
    snapshot_every: int = 0  # entries; 0 means only the snapshot at the creation
    rooms: dict[str, Room] = field(default_factory=dict)
    stored: dict[str, Stored] = field(default_factory=dict)
    boxes: dict[str, str] = field(default_factory=dict)
    links: dict[str, dict[int, str]] = field(default_factory=dict)  # plain tokens by room and seat
    now: int = START_TIME
    chat_lines: int = 0
    max_log: int = MAX_LOG

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def env(self) -> Env:
        self.now += 1000
        return Env(self.now, self.random.randbytes, self.box_text, SERVER_KEY, max_log=self.max_log)

    def box_text(self, box: str) -> str:
        return self.boxes.get(box, "")

    # ---- commands ----

    def create(self, request: CreateRoom, identity: Identity = EVA) -> Room:
        return self._add(create(request, identity, self.env()))

    def execute(
        self, room: Room, identity: Identity, command: Command, as_seat: int | None = None
    ) -> Outcome:
        """Execute a command. Nothing is stored or applied if it raises."""
        outcome = handle(room, resolve(room, identity, as_seat), command, self.env())
        self.commit(room, outcome)
        return outcome

    def act(self, room: Room, seat: int, token: str, identity: Identity | None = None) -> None:
        """Play an action for a seat. The default client is the holder of the seat."""
        holder = next(session for session, held in room.access.holders.items() if seat in held)
        identity = Identity(session=holder) if identity is None else identity
        self.execute(room, identity, Act(token=token, seq=room.head.length), seat)

    def commit(self, room: Room, outcome: Outcome) -> None:
        """Store an outcome, then apply it."""
        if outcome.create is not None:
            self._add(outcome.create)
        numbers = self._store(room.id, outcome)
        for row in outcome.rows:
            room.apply(row)
        for change in outcome.changes:
            room.apply_change(change, next(numbers) if isinstance(change, AddChat) else 0)
        self.links[room.id].update(outcome.links)
        if room.deleted:
            del self.rooms[room.id], self.stored[room.id]
        elif self.snapshot_every and room.head.length % self.snapshot_every < len(outcome.rows):
            self.save_snapshot(room)

    def save_snapshot(self, room: Room) -> None:
        self.stored[room.id].snapshot = take_snapshot(room)

    # ---- the store ----

    def _add(self, new: NewRoom) -> Room:
        self.boxes[new.box] = new.box_text
        self.stored[new.id] = Stored(
            game=new.game,
            secret=new.secret,
            rows=list(new.rows),
            names=new.summary.names,
            result=new.summary.result,
            tokens=set(new.tokens.items()),
            holders={(session, seat) for session, seats in new.holders.items() for seat in seats},
            hosts=set(new.hosts),
            snapshot=new.snapshot,
        )
        self.links[new.id] = dict(new.links)
        self.rooms[new.id] = self.restored(new.id)
        return self.rooms[new.id]

    def _store(self, id: str, outcome: Outcome) -> Iterator[int]:
        """Append rows and apply changes like the database. Returns the ids of new chat lines."""
        stored = self.stored[id]
        stored.rows += outcome.rows
        if outcome.summary is not None:
            stored.names, stored.result = outcome.summary.names, outcome.summary.result
        before = self.chat_lines
        for change in outcome.changes:
            self._change(stored, change)
        return iter(range(before + 1, self.chat_lines + 1))

    def _change(self, stored: Stored, change: Change) -> None:
        match change:
            case AddChat():
                self.chat_lines += 1
                line = ChatLine(self.chat_lines, change.at, change.seat, change.name, change.text)
                stored.chat.append(line)
            case RemoveChat():
                stored.chat = [line for line in stored.chat if line.number != change.number]
            case SetToken():
                _drop_seat(stored, change.seat)
                stored.tokens.add((change.hash, change.seat))
            case DropSeat():
                _drop_seat(stored, change.seat)
            case HoldSeat():
                stored.tokens = {one for one in stored.tokens if one[0] != change.token}
                stored.holders.add((change.session, change.seat))
            case DropSession():
                stored.holders = {one for one in stored.holders if one[0] != change.session}
                stored.hosts.discard(change.session)
                stored.chat = [line for line in stored.chat if line.seat not in change.seats]
            case Delete():
                pass
            case _:
                raise TypeError(change)

    def load(self, id: str, snapshot: bool = True) -> StoredRoom:
        """The stored room."""
        found = self.stored[id]
        holders: dict[str, frozenset[int]] = {}
        for session, seat in found.holders:
            holders[session] = holders.get(session, frozenset()) | {seat}
        return StoredRoom(
            id=id,
            game=found.game,
            names=found.names,
            result=found.result,
            head=LogHead(found.rows[-1].seq, found.rows[-1].hash),
            rows=tuple(found.rows),
            secret=found.secret,
            snapshot=found.snapshot if snapshot else None,
            chat=found.chat[-MAX_CHAT_LINES:],
            tokens=dict(found.tokens),
            holders=holders,
            hosts=frozenset(found.hosts),
        )

    def restored(self, id: str, snapshot: bool = True) -> Room:
        """The room as restored after a restart of the server."""
        return restore(self.load(id, snapshot), self.box_text)


def _drop_seat(stored: Stored, seat: int) -> None:
    stored.tokens = {one for one in stored.tokens if one[1] != seat}
    stored.holders = {one for one in stored.holders if one[1] != seat}


# ---- rooms ----


def own_seats(game: str, seats: int = 2) -> CreateRoom:
    """The request for a room in which the creator holds every seat."""
    return CreateRoom(game=game, seats=[SeatRequest(kind="me", name=name) for name in NAMES[:seats]])


def with_friends(game: str, seats: int = 3) -> CreateRoom:
    """The request for a room of the creator and friends, who get links."""
    requests = [SeatRequest(kind="me", name=NAMES[0]), *[SeatRequest(kind="friend")] * (seats - 1)]
    return CreateRoom(game=game, seats=requests)


def start_room(shell: Shell, request: CreateRoom) -> Room:
    """A started room. The friends have used their links and added salts."""
    room = shell.create(request)
    for seat, token in list(shell.links[room.id].items()):
        shell.execute(room, PEOPLE[seat], UseLink(token=token))
        command = TakeSeat(seat=seat, name=NAMES[seat], salt=f"salt{seat}")
        shell.execute(room, PEOPLE[seat], command)
    return room


def play_random(shell: Shell, room: Room, decisions: int = 10**6, seed: int = 5) -> Room:
    """Play random decisions by the holders of the seats, to the end or at most ``decisions``."""
    rng = random.Random(seed)
    while not room.over and decisions > 0:
        seat = rng.choice(room.actors)
        shell.act(room, seat, rng.choice(room.started_match().options(seat)))
        decisions -= 1
    return room


@cache
def late_position(game: str, seats: int = 3, decisions: int = 3) -> str:
    """A position that many decisions before the end of a random game."""
    match = Match(game, seats, 1)
    positions: list[str] = []
    rng = random.Random(1)
    while not match.over:
        positions.append(match.position())
        seat = rng.choice(match.actors())
        match.play(seat, rng.choice(match.options(seat)))
    return positions[-decisions]


def attempt(shell: Shell, room: Room, identity: Identity, command: Command) -> SamovarError | None:
    """Execute a command. Returns the error if it is refused."""
    try:
        shell.execute(room, identity, command)
    except SamovarError as error:
        return error
    return None
