"""One table: its log folded into a game with people and bots around it. No I/O.

Whatever changes a table is made here first, as a happening, then written by the house; only when it is on the
disk does anybody hear of it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec

from samovar.bots.registry import budget, unknown
from samovar.games import registry
from samovar.kernel.errors import BadInput, SamovarError
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import EVERYONE, NATURE, Event, State, seat_of
from samovar.kernel.step import Options
from samovar.match.match import Entry, Match
from samovar.match.record import Record
from samovar.table import ledger, shuffle
from samovar.table.briefs import Briefs
from samovar.table.ledger import (
    Away,
    Back,
    Began,
    Ended,
    Followed,
    Happening,
    Hushed,
    Limited,
    Made,
    Played,
    Row,
    Sat,
    TookBack,
)
from samovar.table.store import Kept, Snapshot, now
from samovar.views.view_model import witnessed

SNAPSHOT_EVERY: Final = 200  # moves
MOST_NAME: Final = 30
MOST_LIMIT: Final = 30 * 24 * 3600  # seconds
AWAY_LEVEL: Final = "medium"  # of the bot that plays for somebody who left
EVERYBODY: Final = -1  # instead of a seat: all are asked anew,
NOBODY: Final = -2  # or none is


class NotYours(SamovarError):
    """Somebody asks for what belongs to another seat."""


class Chair:
    """One seat of a table."""

    def __init__(self) -> None:
        self.name = ""  # empty: nobody sits here yet
        self.level = ""  # of a bot
        self.salt = ""
        self.away = ""  # the level of the bot that plays for somebody who left

    @property
    def bot(self) -> str:
        """Who decides here: the level of a bot, empty for a person."""
        return self.level or self.away


class Frozen(msgspec.Struct):
    """What a snapshot holds: a position nobody can take back, and the log since the snapshot before."""

    position: str
    dice: tuple[int, int, int, int]
    fair: bool
    entries: list[tuple[int, str, int, int, list[Event]]]
    prelude: list[Event]


class Ear(asyncio.Event):
    """Of somebody who looks at a table: hears that something is new there."""

    def hear(self) -> None:
        self.set()


class Table:
    """A table as its log tells it."""

    def __init__(self, id: str) -> None:
        self.id: Final = id
        self.lock: Final = asyncio.Lock()  # whoever changes the table, or looks at it while it may change
        self.version = 0  # grows with everything that somebody could see
        self.streams: Final[dict[int, set[Ear]]] = {}  # whom to wake, by seat (-1: onlookers)
        self.acted = -1  # the seat that has acted last
        self.writing = False  # whether it has become what is not yet on the disk
        self.last_seen: Final[dict[int, float]] = {}  # by seat, on the clock of the event loop
        self.made: Made
        self.match: Match | None = None
        self.seq = 0  # of the last entry
        self.asked_since: list[int] = []  # by seat: the oldest ``seq`` that an answer may be for
        self.gone = False  # whether it has been deleted
        self.driving = False  # whether somebody is asking its bots
        self.stayed: Final[list[int]] = []  # how many actions did, each time something was taken back
        self._key: bytes | None = None
        self.briefs: Final = Briefs()

    # ---- the fold ----

    def restore(self, kept: Kept) -> None:
        """Make the table from what the store has of it. BadInput if that does not hold together."""
        faults = ledger.chain_faults(self.id, kept.rows)
        if faults:
            raise BadInput(f"table {self.id}", faults)
        first = ledger.read(kept.rows[0].body) if kept.rows else None
        if not isinstance(first, Made):
            raise BadInput(f"table {self.id}", ["its log does not begin with its making"])
        known, together = self.seq, self._together()
        before = [] if self.match is None else self.match.log
        self.made = first
        self.game = registry.game(first.game)
        self.start, self.options = first.start, first.options
        self.imported: list[tuple[int, str]] = []
        if first.record:
            imported = Match.from_record(first.record, first.components or None)
            self.start, self.imported = imported.start, moves_of(imported)
            self.options = {} if imported.start else self.game.options_of(imported.state)
        self.chairs = [Chair() for _ in range(first.seats)]
        self.seed = kept.seed
        self._key = None
        self.limit = first.limit
        self.result: list[int] = []
        self.revealed = ""
        self.next_table = ""
        self.hushed: set[int] = set()  # seats that may say nothing; -1: those who watch
        self.began = False
        self.answered: dict[str, int] = {}
        self.chat = list(kept.chat)
        self.keys = dict(kept.keys)
        self.holders: dict[str, list[int]] = {}
        for session, seat in kept.holders:
            self.holders.setdefault(session, []).append(seat)
        moves: list[tuple[int, str]] = []
        fresh: list[tuple[int, Happening]] = []  # what another process has written
        for row in kept.rows:
            what = ledger.read(row.body)
            self._fold(what, moves)
            if row.seq > known:
                fresh.append((row.seq, what))
            if row.action_id is not None:
                self.answered[row.action_id] = row.seq
        self.seq = kept.rows[-1].seq
        self.hash = kept.rows[-1].hash
        self.beside = EVERYBODY  # whom the last entry asks anew: all, or only the seat it is about
        self.match = None
        self.frozen_moves = 0
        if self.began:
            self._restore_match(moves, kept.snapshots)
            self.stayed.append(_in_common(before, self.playing().log))
        if together is None or together != self._together():
            self.asked_since = [self.seq] * first.seats
        for seq, what in fresh:  # all decide at the same time: it concerns whoever decided
            if isinstance(what, (Played, TookBack, Away, Back)):
                self.asked_since[what.seat] = seq
        self.version += 1

    def _fold(self, what: Happening, moves: list[tuple[int, str]]) -> None:
        match what:
            case Sat():
                chair = self.chairs[what.seat]
                chair.name, chair.level, chair.salt = what.name, what.level, what.salt
            case Began():
                self.began = True
                moves.extend(self.imported)
                moves.extend((NATURE, draw) for draw in what.draws)
            case Played():
                moves.append((what.seat, what.token))
                moves.extend((NATURE, draw) for draw in what.draws)
            case TookBack():
                moves[what.to :] = [(seat, token) for seat, token in what.kept]
            case Away():
                self.chairs[what.seat].away = what.level
            case Back():
                self.chairs[what.seat].away = ""
            case Limited():
                self.limit = what.limit
            case Hushed():
                (self.hushed.add if what.silent else self.hushed.discard)(what.seat)
            case Ended():
                self.revealed, self.result = what.seed, what.result
            case Followed():
                self.next_table = what.table
            case Made():
                pass

    @property
    def components(self) -> str | None:
        return self.made.components or None

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    @property
    def key(self) -> bytes | None:
        """What all draws follow from; None where the seed was chosen."""
        if not self.seed:
            return None
        if self.began and self._key is not None:  # nobody adds anything any more
            return self._key
        self._key = shuffle.game_key(self.seed, [chair.salt for chair in self.chairs])
        return self._key

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    def _first_seed(self) -> int:
        key = self.key
        return int(self.made.seed or 0) if key is None else shuffle.draw_seed(key, 0)

    def _build(self, moves: list[tuple[int, str]]) -> Match:
        """The game from its beginning; Nature deals what is not in the moves."""
        record: Record | None = None
        if moves:
            record = Record(self.made.game, self.made.seats)
            record.moves = [(seat, token, 0) for seat, token in moves]
            record.lines = [n + 1 for n in range(len(moves))]
            record.components = self.game.load(self.made.components).digest if self.made.components else ""
        match = Match(
            self.game,
            self.made.seats,
            self._first_seed(),
            self.options,
            self.components,
            self.names,
            position=self.start,
            record=record,
        )
        match.fair = match.fair and not self.seed and not self.imported
        return match

    def _restore_match(self, moves: list[tuple[int, str]], snapshots: list[Snapshot]) -> None:
        if snapshots and snapshots[-1].moves <= len(moves):
            self.match = self._thaw(snapshots)
            self.frozen_moves = snapshots[-1].moves
            self.match.catch_up(moves[self.frozen_moves :])
            return
        self.match = self._build(moves)

    def _thaw(self, snapshots: list[Snapshot]) -> Match:
        parts = [msgspec.json.decode(snapshot.body, type=Frozen) for snapshot in snapshots]
        last = parts[-1]
        match = Match.from_position(last.position, self._first_seed(), self.components, self.game)
        match.names = self.names
        match.start = self.start
        match.fair = last.fair
        match.dice.a, match.dice.b, match.dice.c, match.dice.d = last.dice
        match.prelude = last.prelude
        notation = match.state.box.notation
        for part in parts:
            for seat, token, turn, witnesses, events in part.entries:
                entry = Entry(seat, notation.parse(token), turn, witnesses)
                entry.events.extend(events)
                match.log.append(entry)
        return match

    def freeze(self) -> Snapshot | None:
        """A snapshot, if enough has happened since the last one. It counts once it is written."""
        match = self.match
        if match is None or match.over:
            return None
        moves, state = match.settled()
        if moves < self.frozen_moves + SNAPSHOT_EVERY:
            return None
        notation = match.state.box.notation
        dice = match.dice
        body = Frozen(
            position=self.game.write(state),
            dice=(dice.a, dice.b, dice.c, dice.d),
            fair=match.fair,
            entries=[
                (entry.seat, notation.token(entry.action), entry.turn, entry.witnesses, entry.events)
                for entry in match.log[self.frozen_moves : moves]
            ],
            prelude=match.prelude,
        )
        return Snapshot(moves, self.seq, msgspec.json.encode(body).decode())

    # ---- what changes the table: each returns what has happened, for the house to write ----

    def playing(self) -> Match:
        """The game; BadInput as long as seats are empty."""
        if self.match is None:
            raise BadInput("table", ["the game has not begun yet: not all seats are taken"])
        return self.match

    def sit(self, seat: int, name: str, level: str = "", salt: str = "") -> Sat:
        self.check_seat(seat)
        if self.began:
            raise BadInput("seat", ["the game has begun"])
        if self.chairs[seat].name:
            raise BadInput("seat", ["it is taken"])
        what = Sat(seat=seat, name=fitting_name(name, self.names), level=level, salt=salt)
        self._fold(what, [])
        return what

    def begin(self) -> Began:
        """Deal. All seats are taken."""
        self.match = self._build(self.imported)
        self.began = True
        return Began(draws=[token for _, token in moves_of(self.match, len(self.imported))])

    @property
    def full(self) -> bool:
        return all(chair.name for chair in self.chairs)

    def play(self, seat: int, token: str, by: str = "", fault: str = "") -> Played:
        """IllegalAction if it may not be played, and nothing has changed."""
        match = self.playing()
        before = len(match.log)
        key = self.key
        if key is not None:
            match.reseed = partial(shuffle.draw_seed, key, before)
        together = self._together()
        self.acted = seat
        match.play(seat, token)
        self._beside(seat, together)
        draws = [drawn for _, drawn in moves_of(match, before + 1)]
        return Played(seat=seat, token=token, draws=draws, by=by, fault=fault)

    def _together(self) -> tuple[int, int, int] | None:
        """What everybody decides at the same time, each without the others; None if one waits for another."""
        state = self.match.state if self.match else None
        if state is None or state.depth == 0:
            return None
        top = int(state.todo[state.depth - 1])
        if seat_of(top) != EVERYONE:
            return None
        return int(state.depth), top, self.game.turn(state)

    def _beside(self, seat: int, together: tuple[int, int, int] | None) -> None:
        """A seat has decided. The others are still asked the same if all decide at the same time, as they did
        before (``together``), and still do.
        """
        self.beside = seat if together and together == self._together() else EVERYBODY

    def still_asks(self, seat: int, seq: int) -> bool:
        """Whether what this seat decides for ``seq`` holds: since then only others have decided beside it."""
        return 0 <= seat < len(self.chairs) and self.asked_since[seat] <= seq <= self.seq

    def pay(self, seat: int) -> list[Happening]:
        """The payment that this seat is asked for, as the game proposes it. BadInput if there is none."""
        match = self.playing()
        proposal = match.game.proposal(match.state, seat)
        if proposal is None:
            raise BadInput("payment", ["none is proposed now"])
        notation = match.state.box.notation
        return [self.play(seat, notation.token(action)) for action in proposal.actions]

    def take_back(self, seat: int, whole_turn: bool) -> TookBack:
        """CannotUndo if it may not be taken back."""
        match = self.playing()
        before = list(match.log)
        together = self._together()
        self.acted = seat
        if whole_turn:
            match.restart_turn(seat)
        else:
            match.undo(seat)
        self._beside(seat, together)
        to = 0
        while to < len(match.log) and match.log[to] is before[to]:
            to += 1
        self.stayed.append(to)
        return TookBack(seat=seat, to=to, kept=moves_of(match, to))

    def ending(self) -> list[Happening]:
        """What follows on the last decision: the seed is shown."""
        if self.match is None or not self.match.over or self.result:
            return []
        what = Ended(seed=self.seed, result=[score.total for score in self.match.scores()])
        self._fold(what, [])
        return [what]

    def leave(self, seat: int, level: str = AWAY_LEVEL) -> Away:
        what = Away(seat=seat, level=level)
        self._fold(what, [])
        self.beside = seat
        return what

    def come_back(self, seat: int) -> Back:
        what = Back(seat=seat)
        self._fold(what, [])
        self.beside = seat
        return what

    def set_limit(self, limit: int) -> Limited:
        what = Limited(limit=fitting_limit(limit))
        self._fold(what, [])
        self.beside = NOBODY
        return what

    def hush(self, seat: int, silent: bool) -> Hushed:
        if seat != -1:
            self.check_seat(seat)
        what = Hushed(seat=seat, silent=silent)
        self._fold(what, [])
        self.beside = NOBODY
        return what

    def follow(self, table: str) -> Followed:
        what = Followed(table=table)
        self._fold(what, [])
        return what

    def rows(self, happenings: Sequence[Happening], action_id: str | None = None) -> list[Row]:
        """The entries that follow on the last one."""
        seq, hash = self.seq, self.hash
        rows: list[Row] = []
        for what in happenings:
            body, at = ledger.write(what), now()
            seq += 1
            hash = ledger.next_hash(hash, seq, at, body)
            rows.append(Row(seq, at, body, hash, action_id if not rows else None))
        return rows

    def wrote(self, rows: list[Row], snapshot: Snapshot | None) -> None:
        """These entries are on the disk."""
        self.seq, self.hash = rows[-1].seq, rows[-1].hash
        if self.beside == EVERYBODY:
            self.asked_since = [self.seq] * len(self.chairs)
        elif self.beside != NOBODY:
            self.asked_since[self.beside] = self.seq
        self.beside = EVERYBODY
        for row in rows:
            if row.action_id is not None:
                self.answered[row.action_id] = row.seq
        if snapshot is not None:
            self.frozen_moves = snapshot.moves
        self.changed()

    def changed(self) -> None:
        """Something is to be seen: wake all who look."""
        self.version += 1
        self.wake_all()

    def wake_all(self) -> None:
        """Whoever has acted comes first: the others do not know yet that there is something to wait for."""
        for ear in self.streams.get(self.acted, ()):
            ear.hear()
        for seat, ears in self.streams.items():
            if seat != self.acted:
                for ear in ears:
                    ear.hear()

    # ---- looking ----

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.chairs):
            raise BadInput("seat", [f"there is no seat {seat}"])

    def seat_of_key(self, token: str) -> int:
        """The seat that a token is for; -1 if none."""
        return self.keys.get(token_hash(token), -1)

    def seats_of(self, session: str) -> list[int]:
        """The seats that a browser holds, by the hash of its cookie."""
        return sorted(seat for seat in self.holders.get(session, []) if seat >= 0)

    def take_away(self, seat: int) -> None:
        """Nobody has this seat any more, by a token or a cookie."""
        self.keys = {hash: owner for hash, owner in self.keys.items() if owner != seat}
        self.holders = {who: [held for held in seats if held != seat] for who, seats in self.holders.items()}

    def here(self, seat: int) -> bool:
        return bool(self.streams.get(seat))

    def deciding_bot(self) -> int:
        """The first seat that must decide now and where a bot does; -1 if there is none."""
        if self.match is None or self.match.over:
            return -1
        for seat in self.match.actors():
            if 0 <= seat < len(self.chairs) and self.chairs[seat].bot:
                return seat
        return -1

    def record(self) -> str:
        """The whole game as text; of a finished one with the proof of its shuffle."""
        match = self.playing()
        text = match.record()
        if self.revealed and not self.made.record:
            salts = [chair.salt for chair in self.chairs]
            line = shuffle.proof_line(self.id, self.made.commit, self.revealed, salts)
            text = shuffle.with_proof(text, line)
        return text

    def rests(self, seat: int) -> list[int]:
        """After how many actions a replay has something to show to this onlooker: where somebody had to
        decide, or all was over. What chance does belongs to the decision before it, nobody looks at a table
        half set up, and what others decide in secret cannot be seen.
        """
        log = self.playing().log
        found: list[int] = []
        fresh = True
        for n in range(len(log) + 1):
            fresh = fresh or bool(log[n - 1].events) or witnessed(self.playing(), log[n - 1], seat)
            if n == len(log) or (fresh and log[n].seat != NATURE):
                found.append(n)
                fresh = False
        return found

    def after(self, moves: int, snapshots: list[Snapshot]) -> Match:
        """The game as it was after so many actions of its log. Only for looking: it cannot be played on."""
        match = self.playing()
        if not 0 <= moves <= len(match.log):
            raise BadInput("position", [f"the log has {len(match.log)} actions, not {moves}"])
        before = [snapshot for snapshot in snapshots if snapshot.moves <= moves]
        out = Options()
        if before:
            frozen = msgspec.json.decode(before[-1].body, type=Frozen)
            earlier = Match.from_position(frozen.position, 0, self.components, self.game)
            state, done = earlier.state, before[-1].moves
        else:
            earlier = Match.from_position(self.game.write(match.state), 0, self.components, self.game)
            state, done = self._beginning(), 0
        for entry in match.log[done:moves]:
            self.game.play(state, entry.seat, entry.action, out)
        earlier.state = state
        earlier.names, earlier.start, earlier.log = match.names, match.start, match.log[:moves]
        return earlier

    def _beginning(self) -> State:
        """The state before the first action of the log."""
        box = self.playing().state.box
        out = Options()
        if self.start:
            state = self.game.read(Reader(read_toml(self.start, "position"), "", []), box)
            self.game.advance(state, out)
            return state
        return self.game.start(box, self.made.seats, self.options, out)


def moves_of(match: Match, first: int = 0) -> list[tuple[int, str]]:
    """The actions of a log as seat and token."""
    notation = match.state.box.notation
    return [(entry.seat, notation.token(entry.action)) for entry in match.log[first:]]


def _in_common(one: list[Entry], other: list[Entry]) -> int:
    """How many actions two logs begin with alike."""
    for n, (mine, yours) in enumerate(zip(one, other, strict=False)):
        if (mine.seat, mine.action) != (yours.seat, yours.action):
            return n
    return min(len(one), len(other))


def token_hash(token: str) -> str:
    """What is kept of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def fitting_name(name: str, taken: Sequence[str]) -> str:
    """A name that fits into a record: one line without commas. BadInput if it cannot be used."""
    name = " ".join(name.replace(",", " ").split())
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise BadInput("name", [f"must be 1 to {MOST_NAME} printable signs"])
    if name in taken:
        raise BadInput("name", [f"{name} sits here already"])
    return name


def fitting_limit(limit: int) -> int:
    if not 0 <= limit <= MOST_LIMIT:
        raise BadInput("limit", [f"must be 0 to {MOST_LIMIT} seconds, not {limit}"])
    return limit


def fitting_level(level: str) -> str:
    """The name of a bot; BadInput if there is none of this name."""
    if budget(level) is None:
        raise BadInput("level", [unknown(level)])
    return level


def fitting_salt(salt: str) -> str:
    """Letters and figures only: the salts stand in one line of the record."""
    if len(salt) > shuffle.MOST_SALT or not ((salt.isascii() and salt.isalnum()) or not salt):
        raise BadInput("salt", [f"must be at most {shuffle.MOST_SALT} letters or figures"])
    return salt
