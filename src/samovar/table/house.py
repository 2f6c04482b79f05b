"""The house: all tables, who may do what at them, the bots, and those who have left."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from samovar.games import registry
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput, SamovarError
from samovar.kernel.state import NATURE
from samovar.match.match import MOST_SEED, Match
from samovar.table import ledger, shuffle
from samovar.table.ledger import Happening, Made, Played, Row
from samovar.table.store import Addition, Founding, Kept, NoTable, Remark, Store, StoreFailed, now
from samovar.table.table import (
    Ear,
    NotYours,
    Table,
    fitting_level,
    fitting_limit,
    fitting_name,
    fitting_salt,
    token_hash,
)
from samovar.table.thinkers import Thinkers

log: Final = logging.getLogger("samovar.table")

HOST: Final = -2  # held by whoever made a table, as if it were a seat
ONLOOKER: Final = -1
MOST_TABLES: Final = 300  # in memory; more are read again when somebody comes
MOST_CHAT: Final = 500  # characters of one remark
A_DAY: Final = 24 * 3600 * 1000  # milliseconds; pledges of today and yesterday are good
HEARTBEAT: Final = 15.0  # seconds
RETRY: Final = 1.0  # seconds before something is tried again for which the database did not answer
BOT_NAMES: Final = ["Mavra", "Feodor", "Vladimir", "Agafya", "Grigori"]
ID_LETTERS: Final = 16
LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"


class Conflict(SamovarError):
    """The table has changed since whoever asks looked at it."""


class Silenced(SamovarError):
    """The host lets this seat say nothing."""


class Wanted(msgspec.Struct):
    """One seat of a table that somebody asks for."""

    kind: str  # me, friend (by a link), open (whoever comes first), bot
    name: str = ""
    level: str = "medium"


class Order(msgspec.Struct):
    """A table that somebody asks for."""

    game: str
    seats: list[Wanted]
    options: dict[str, str] = {}
    seed: str = ""
    limit: int = 0
    salt: str = ""
    components: str = ""
    start: str = ""
    record: str = ""
    origin: str = ""
    private: bool = False
    pledge: str = ""


def new_id() -> str:
    """80 bits: who knows it may watch."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LETTERS))


def new_token() -> str:
    return secrets.token_urlsafe(32)


class House:
    """Everything that runs in one server process."""

    def __init__(self, store: Store, thinkers: Thinkers, pause: float = 0.35) -> None:
        self.store: Final = store
        self.thinkers: Final = thinkers
        self.pause: Final = pause  # seconds between two decisions of bots, so that people can follow
        self.tables: Final[dict[str, Table]] = {}
        self.invitations: Final[
            dict[str, dict[int, str]]
        ] = {}  # tokens of seats nobody has taken; never kept
        self.actions = 0
        self.conflicts = 0
        self.closing = False  # whether everybody is to go home
        self._opening: Final = asyncio.Lock()
        self._tasks: Final[set[asyncio.Task[Any]]] = set()

    # ---- finding tables ----

    async def table(self, id: str) -> Table:
        """A table by its id; NoTable if there is none."""
        found = self.tables.get(id)
        if found is not None:
            return found
        async with self._opening:
            found = self.tables.get(id)
            if found is None:
                found = Table(id)
                await self._read(found)
                self._make_room()
                self.tables[id] = found
        self.wake(found)
        return found

    async def _read(self, table: Table) -> None:
        kept = await self.store.ask(lambda _: self.store.kept(table.id))
        if kept is None:
            raise NoTable(f"there is no table {table.id}")
        table.restore(kept)
        for seat in range(len(table.chairs)):
            table.last_seen.setdefault(seat, time.monotonic())

    async def _read_at_last(self, table: Table) -> None:
        """Read a table, as soon as the database answers: until then it is what it has never become, and
        whatever is written after that could not be read again.
        """
        while True:
            try:
                await self._read(table)
                return
            except SQLAlchemyError as error:
                log.warning("table %s: %s", table.id, error)
            await asyncio.sleep(RETRY)

    def _make_room(self) -> None:
        """Forget tables at which nobody looks; what they are is in the store."""
        for id, table in list(self.tables.items()):
            if len(self.tables) < MOST_TABLES:
                return
            if not table.lock.locked() and not table.driving and not any(table.streams.values()):
                del self.tables[id]

    async def changed_elsewhere(self, id: str) -> None:
        """Another process has written: read the table again, if anybody here cares."""
        table = self.tables.get(id)
        if table is None:
            return
        async with table.lock:
            try:
                await self._read(table)
            except NoTable:
                self._drop(table)
                return
        table.changed()
        self.wake(table)

    # ---- writing ----

    async def _write(self, table: Table, what: Sequence[Happening], action_id: str | None = None) -> None:
        """Write what has happened; whoever waits is told only then. The caller has the lock."""
        if table.gone:
            raise NoTable(f"there is no table {table.id}")
        what = [*what, *table.ending()]
        rows = table.rows(what, action_id)
        snapshot = table.freeze()
        table.writing = True  # nobody looks before it is on the disk, or has not happened
        try:
            written = await self.store.add(Addition(table.id, rows, snapshot, bool(table.result)))
            if not written:
                self.conflicts += 1
                await self._read(table)
        except asyncio.CancelledError:  # the server ends: what the table has become is in the log, or not
            self.tables.pop(table.id, None)
            raise
        except NoTable:  # another process has deleted it
            table.writing = False
            self._drop(table)
            raise
        except (StoreFailed, SQLAlchemyError):
            await self._read_at_last(table)  # nothing has happened after all
            raise
        finally:
            table.writing = False
        if not written:
            table.changed()
            raise Conflict("the table has changed meanwhile")
        table.wrote(rows, snapshot)

    # ---- new tables ----

    def pledge(self) -> tuple[str, str, str]:
        """A promise, the id of the table to come, and the commitment to its seed: so the salt of whoever
        makes it comes after.
        """
        id = new_id()
        promise = f"{id}.{now() // A_DAY}"
        return promise, id, shuffle.commitment(id, shuffle.pledged_seed(self.store.key, promise))

    async def _pledge_faults(self, promise: str) -> list[str]:
        id, _, day = promise.partition(".")
        today = now() // A_DAY
        if day not in {str(today), str(today - 1)} or len(id) != ID_LETTERS or set(id) - set(LETTERS):
            return ["pledge: it is not known, or too old"]
        if await self.store.ask(lambda _: self.store.known(id)):
            return ["pledge: it was used"]
        return []

    async def make(self, order: Order, session: str) -> Table:
        """Make a table. BadInput names every fault that can be seen before the game begins."""
        faults = self._order_faults(order)
        if order.pledge:
            faults += await self._pledge_faults(order.pledge)
        elif order.salt:
            faults.append("salt: it proves something only after a pledge")
        if faults:
            raise BadInput("table", faults)
        id = order.pledge.partition(".")[0] or new_id()
        seed = shuffle.pledged_seed(self.store.key, order.pledge) if order.pledge else shuffle.new_seed()
        seed = "" if order.seed else seed
        made = Made(
            game=order.game,
            seats=len(order.seats),
            options=order.options,
            components=order.components,
            commit=shuffle.commitment(id, seed) if seed else "",
            seed=order.seed,
            start=order.start,
            record=order.record,
            origin=order.origin,
            private=order.private,
            limit=order.limit,
        )
        table = Table(id)
        body, at = ledger.write(made), now()
        first = Row(1, at, body, ledger.next_hash(ledger.first_hash(id), 1, at, body))
        holdings = [(session, HOST)] if session else []
        table.restore(Kept(seed, [first], [], [], {}, []))
        keys: list[tuple[str, int]] = []
        tokens: dict[int, str] = {}
        what: list[Happening] = []
        for seat, wanted in enumerate(order.seats):
            if wanted.kind == "bot":
                what.append(table.sit(seat, self._free_name(wanted.name, table), wanted.level))
            elif wanted.kind == "me":
                salt = order.salt if not any(chair.salt for chair in table.chairs) else ""
                what.append(table.sit(seat, self._free_name(wanted.name, table), salt=salt))
                holdings += [(session, seat)] if session else []
            if wanted.kind in {"me", "friend"}:
                tokens[seat] = new_token()
                keys.append((token_hash(tokens[seat]), seat))
        if table.full:
            what.append(table.begin())
            what += table.ending()
        rows = table.rows(what)
        await self.store.found(Founding(id, order.game, [first, *rows], seed, keys, holdings))
        await self._open_new(table, rows, keys, holdings)
        self.invitations[id] = tokens
        return table

    async def _open_new(
        self, table: Table, rows: list[Row], keys: list[tuple[str, int]], holdings: list[tuple[str, int]]
    ) -> None:
        if rows:
            table.wrote(rows, None)
        table.keys = dict(keys)
        for session, seat in holdings:
            table.holders.setdefault(session, []).append(seat)
        for seat in range(len(table.chairs)):
            table.last_seen[seat] = time.monotonic()
        self._make_room()
        self.tables[table.id] = table
        self.wake(table)

    def _free_name(self, name: str, table: Table) -> str:
        """The name that was asked for, or another one where it is taken or empty."""
        name = " ".join(name.replace(",", " ").split())
        names = [name] if name else []
        names += BOT_NAMES
        names += [f"{name or 'Anna'} {n}" for n in range(2, 20)]
        return next(one for one in names if one not in table.names)

    def _order_faults(self, order: Order) -> list[str]:
        faults: list[str] = []

        def check(*attempts: Callable[[], object]) -> None:
            for attempt in attempts:
                try:
                    attempt()
                except BadInput as error:
                    faults.extend(f"{error.what}: {fault}" for fault in error.faults)

        check(lambda: registry.game(order.game))
        if faults:
            return faults
        game = registry.game(order.game)
        check(lambda: game.check_seats(len(order.seats)))
        if faults:
            return faults
        components = order.components or None
        box = None
        if components is not None:
            check(lambda: game.load(components))
            box = None if faults else game.load(components)
        if not faults and not order.start and not order.record:
            check(lambda: game.canonical(len(order.seats), order.options, box))
        if order.start:
            check(lambda: Match.from_position(order.start, 0, components, game))
        if order.record:
            check(lambda: Match.from_record(order.record, components, game))
        check(lambda: fitting_limit(order.limit), lambda: fitting_salt(order.salt))
        for wanted in order.seats:
            if wanted.kind not in {"me", "friend", "open", "bot"}:
                faults.append(f"seats: a seat is for me, friend, open or bot, not {wanted.kind[:20]!r}")
            elif wanted.kind == "bot":
                check(partial(fitting_level, wanted.level))
            if wanted.name.strip():
                check(partial(fitting_name, wanted.name, []))
        if order.seed and not _is_seed(order.seed):
            faults.append("seed: must be a whole number of at most 400 figures")
        return faults

    async def sit(self, table: Table, seat: int, name: str, salt: str) -> None:
        """Somebody takes an empty seat; the last one begins the game."""
        fitting_salt(salt)

        async with table.lock:
            what: list[Happening] = [table.sit(seat, name, salt=salt)]
            if table.full:
                what.append(table.begin())
            await self._write(table, what)
        self.invitations.get(table.id, {}).pop(seat, None)
        self.wake(table)

    async def seat_bot(self, table: Table, seat: int, level: str) -> None:
        """The host gives an empty seat to a bot."""
        fitting_level(level)

        async with table.lock:
            what: list[Happening] = [table.sit(seat, self._free_name("", table), level)]
            if table.full:
                what.append(table.begin())
            table.take_away(seat)  # before it is written: they are not shown what the bot is dealt
            await self._write(table, what)
        await self.store.change_key(table.id, seat, None)
        self.wake(table)

    async def invite(self, table: Table, seat: int) -> str:
        """A new token for a seat; all old ones, and whoever came by them, have it no more."""
        table.check_seat(seat)
        if table.chairs[seat].level:
            raise BadInput("seat", ["a bot sits there"])
        token = new_token()
        await self.store.change_key(table.id, seat, token_hash(token))
        table.take_away(seat)
        table.keys[token_hash(token)] = seat
        self.invitations.setdefault(table.id, {})[seat] = token
        table.changed()
        return token

    async def hold(self, table: Table, session: str, seat: int) -> None:
        """A browser holds a seat from now on."""
        if seat not in table.holders.get(session, []):
            await self.store.hold(session, table.id, seat)
            table.holders.setdefault(session, []).append(seat)

    # ---- playing ----

    def _expect(self, table: Table, seat: int, seq: int | None, action_id: str) -> bool:
        """Whether this was answered already. Conflict if whoever asks has seen another table."""
        if action_id and action_id in table.answered:
            return True
        if seq is not None and not table.still_asks(seat, seq):
            self.conflicts += 1
            raise Conflict("the table has changed meanwhile")
        return False

    async def _decide(
        self,
        table: Table,
        seat: int,
        seq: int | None,
        action_id: str,
        decide: Callable[[], list[Happening]],
    ) -> None:
        """Write what a seat decides; a repeated decision is not written again. If another process was quicker
        it is made once more, as long as the seat is still asked the same.
        """
        table.last_seen[seat] = time.monotonic()
        async with table.lock:
            while not self._expect(table, seat, seq, action_id):
                happened = decide()
                try:
                    await self._write(table, happened, action_id or None)
                except Conflict:
                    if seq is None or not table.still_asks(seat, seq):
                        raise
                    continue
                if isinstance(happened[0], Played):
                    self.actions += len(happened)
                break
        self.wake(table)

    def act(
        self, table: Table, seat: int, token: str, seq: int | None, action_id: str = ""
    ) -> Awaitable[None]:
        """Play an action of a seat. A repeated one is not played again."""
        return self._decide(table, seat, seq, action_id, lambda: [table.play(seat, token)])

    def pay(self, table: Table, seat: int, seq: int | None, action_id: str = "") -> Awaitable[None]:
        """Pay as the game proposes it: all its actions, or none."""
        return self._decide(table, seat, seq, action_id, lambda: table.pay(seat))

    def take_back(
        self, table: Table, seat: int, whole_turn: bool, seq: int | None, action_id: str = ""
    ) -> Awaitable[None]:
        """Take back the last decision of a seat, or all of its turn."""
        return self._decide(table, seat, seq, action_id, lambda: [table.take_back(seat, whole_turn)])

    async def set_limit(self, table: Table, limit: int) -> None:
        async with table.lock:
            await self._write(table, [table.set_limit(limit)])

    async def remark(self, table: Table, seat: int, name: str, text: str) -> None:
        """Somebody says something."""
        text = " ".join(text.replace("\0", " ").split())  # PostgreSQL keeps no such sign
        if not text or len(text) > MOST_CHAT:
            raise BadInput("chat", [f"must be 1 to {MOST_CHAT} signs"])
        if seat in table.hushed:
            raise Silenced("the host lets you say nothing")
        async with table.lock:
            number = table.chat[-1].number + 1 if table.chat else 1
            remark = Remark(number, now(), seat, name, text)
            await self.store.remark(table.id, remark)
            table.chat = [*table.chat[-199:], remark]
        table.changed()

    async def strike(self, table: Table, number: int) -> None:
        """The host takes a line out of the chat."""
        async with table.lock:
            await self.store.strike(table.id, number)
            table.chat = [remark for remark in table.chat if remark.number != number]
        table.changed()

    async def hush(self, table: Table, seat: int, silent: bool) -> None:
        """The host lets a seat say nothing more, or again."""
        async with table.lock:
            await self._write(table, [table.hush(seat, silent)])

    # ---- deleting ----

    async def erase(self, table: Table) -> None:
        """The table is deleted, with everything that was said and played there."""
        async with table.lock:
            await self.store.erase(table.id)
            self._drop(table)

    def _drop(self, table: Table) -> None:
        """It is not there any more: whoever looks at it finds out."""
        table.gone = True
        table.keys = {}
        self.tables.pop(table.id, None)
        self.invitations.pop(table.id, None)
        table.changed()

    async def forget(self, table: Table, session: str) -> None:
        """A browser leaves for good. What it said goes with it; a table at which nobody else has a seat,
        too. The moves and the name stay in the log of a game that others have played in.
        """
        others = [held for held in table.holders if held != session and table.seats_of(held)]
        invited = set(table.keys.values()) - set(table.seats_of(session))
        if not others and not invited:
            await self.erase(table)
            return
        seats = table.seats_of(session)
        async with table.lock:
            await self.store.forget(session, table.id, seats)
            table.holders.pop(session, None)
            table.chat = [remark for remark in table.chat if remark.seat not in seats]
        table.changed()

    # ---- other tables from this one ----

    async def rematch(self, table: Table, session: str) -> Table:
        """The same players, another game. Who asks second gets the one that the first has made."""
        async with table.lock:
            if table.next_table:
                return await self.table(table.next_table)
            if not table.over:
                raise BadInput("rematch", ["the game is not over yet"])
            seats = [
                Wanted("bot", chair.name, chair.level) if chair.level else Wanted("me", chair.name)
                for chair in table.chairs
            ]
            made = table.made
            order = Order(
                game=made.game,
                seats=seats,
                options=table.options,
                components=made.components,
                limit=table.limit,
                origin=table.id,
                private=made.private,
            )
            other = await self.make(order, "")
            for holder, held in table.holders.items():
                for seat in held:
                    await self.hold(other, holder, seat)
            await self._write(table, [table.follow(other.id)])
        return other

    async def fork(self, table: Table, seat: int, moves: int, session: str, level: str) -> Table:
        """A private table that begins where this one was, as far as whoever asks may know: what is hidden
        from that seat is dealt anew.
        """
        fitting_level(level)
        async with table.lock:
            entries = table.playing().log
            while 0 <= moves < len(entries) and entries[moves].seat == NATURE:
                moves += 1  # a table begins with somebody's decision, not in the middle of a deal
            match = await self.earlier(table, moves)
        view = match.game.redact(match.state, seat)
        start = match.game.write(match.game.fill(view, Dice(secrets.randbits(62))))
        mine = max(seat, 0)
        seats = [
            Wanted("me", chair.name) if p == mine else Wanted("bot", chair.name, level)
            for p, chair in enumerate(table.chairs)
        ]
        order = Order(
            game=table.made.game,
            seats=seats,
            start=start,
            components=table.made.components,
            origin=table.id,
            private=True,
        )
        return await self.make(order, session)

    async def take_in(self, text: str, name: str, session: str) -> Table:
        """A record or a position from elsewhere, as a private table at which all seats are mine."""
        if text.lstrip().startswith("samovar "):
            match = Match.from_record(text)
            order = Order(game=match.game.name, seats=[], record=text, private=True)
        else:
            match = Match.from_position(text)
            order = Order(game=match.game.name, seats=[], start=text, private=True)
        names = match.names or [name] * match.seats
        order.seats = [Wanted("me", one) for one in names]
        return await self.make(order, session)

    async def earlier(self, table: Table, moves: int) -> Match:
        """The game after so many actions of its log."""
        kept = await self.store.ask(lambda _: self.store.snapshots(table.id))
        return table.after(moves, kept)

    # ---- those who look ----

    def arrive(self, table: Table, seat: int, ear: Ear | None = None) -> Ear:
        """Somebody looks from now on; the ear hears whenever there is something new."""
        ear = ear or Ear()
        table.streams.setdefault(seat, set()).add(ear)
        table.last_seen[seat] = time.monotonic()
        if seat >= 0 and len(table.streams[seat]) == 1:
            table.changed()
        if seat >= 0 and table.chairs[seat].away:
            self.start(self.welcome_back(table, seat))
        return ear

    def depart(self, table: Table, seat: int, ear: Ear) -> None:
        table.streams.get(seat, set()).discard(ear)
        table.last_seen[seat] = time.monotonic()
        if seat >= 0 and not table.streams.get(seat):
            table.changed()

    async def welcome_back(self, table: Table, seat: int) -> None:
        """Whoever comes back has the seat again."""
        async with table.lock:
            if table.chairs[seat].away:
                await self._write(table, [table.come_back(seat)])

    # ---- bots, and those who have left ----

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run beside; what goes wrong in it is in the log of the server."""

        async def watched() -> None:
            try:
                await work
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("something that ran beside has failed")

        task = asyncio.ensure_future(watched())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # if it was ended before it began

    def wake(self, table: Table) -> None:
        """If a bot is to decide, let it."""
        if not table.driving and table.deciding_bot() >= 0:
            table.driving = True
            self.start(self._drive(table))

    async def _drive(self, table: Table) -> None:
        try:
            while True:
                seat = table.deciding_bot()
                if seat < 0 or table.match is None or table.gone:
                    return
                chair = table.chairs[seat]
                level, seq = chair.bot, table.seq
                position = table.match.position()
                made = table.made
                found = await self.thinkers.choose(made.game, table.components, position, seat, level)
                by = level if chair.level else f"away:{level}"
                async with table.lock:
                    if not table.still_asks(seat, seq):
                        continue  # meanwhile somebody took something back, or came back
                    try:
                        await self._write(table, [table.play(seat, found.token, by, found.fault)])
                        self.actions += 1
                    except Conflict:
                        continue
                    except NoTable:
                        return
                    except StoreFailed as error:
                        log.warning("table %s: %s", table.id, error)
                        await asyncio.sleep(RETRY)
                        continue
                if found.fault:
                    log.warning("table %s: %s", table.id, found.fault)
                await asyncio.sleep(self.pause)
        finally:
            table.driving = False

    async def beat(self, every: float = HEARTBEAT) -> None:
        """Wake all who look, once in a while, so that quiet connections stay open."""
        while True:
            await asyncio.sleep(every)
            for table in self.tables.values():
                table.wake_all()

    async def watch_absent(self, every: float = 1.0) -> None:
        """Give the seats of those who have been away too long to bots."""
        while True:
            await asyncio.sleep(every)
            for table in list(self.tables.values()):
                for seat in self.absent(table):
                    try:
                        async with table.lock:
                            if seat in self.absent(table):
                                await self._write(table, [table.leave(seat)])
                    except (Conflict, NoTable, StoreFailed) as error:  # looked at again in a moment
                        log.warning("table %s: %s", table.id, error)
                    self.wake(table)

    def absent(self, table: Table) -> list[int]:
        """Seats that must decide and whose person has been away for longer than the limit."""
        if not table.limit or table.match is None or table.match.over:
            return []
        late = time.monotonic() - table.limit
        return [
            seat
            for seat in table.match.actors()
            if 0 <= seat < len(table.chairs)
            and not table.chairs[seat].bot
            and not table.here(seat)
            and table.last_seen.get(seat, 0.0) < late
        ]

    def say_goodbye(self) -> None:
        """End all streams; who looks will ask again, and find whoever serves then."""
        self.closing = True
        for table in self.tables.values():
            for ears in table.streams.values():
                for ear in ears:
                    ear.set()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()


def _is_seed(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and abs(int(text[:402])) < MOST_SEED


def check_host(table: Table, session: str) -> None:
    if HOST not in table.holders.get(session, []):
        raise NotYours("only whoever made the table may do that")
