"""The API for programs: JSON, a seat's token in ``Authorization: Bearer``, and an OpenAPI document made from
the very types that are used here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property, partial
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

import samovar
from samovar.bots.registry import LEVELS
from samovar.games import registry
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction, SamovarError
from samovar.table import shuffle
from samovar.table.briefs import NOTHING, Entry, entry_of
from samovar.table.events import BEAT, Events, Message, Mouth
from samovar.table.house import ONLOOKER, Conflict, House, Order, Wanted
from samovar.table.looks import record_for
from samovar.table.security import TooMuch
from samovar.table.store import NoTable
from samovar.table.table import Ear, NotYours, Table, token_hash
from samovar.table.visit import JSONResponse, status_of
from samovar.views.view_model import line_of

T = TypeVar("T")
log: Final = logging.getLogger("samovar.table")
_encoder: Final = msgspec.json.Encoder()


# ---- what is asked ----


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """``kind``: person (gets a token), open (whoever comes first), or bot (with a ``level``)."""

    kind: str
    name: str = ""
    level: str = "medium"


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be made. Persons without a name take their seats later, with ``sit``."""

    game: str
    seats: list[NewSeat]
    options: dict[str, str] = {}
    seed: str = ""
    limit: int = 0
    salt: str = ""
    components: str = ""
    pledge: str = ""


class Sit(msgspec.Struct, forbid_unknown_fields=True):
    """Take the seat of the token. ``salt``: letters and figures that go into the shuffle."""

    name: str
    salt: str = ""


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """``seq``: of the table that this answers. ``action_id``: repeat it, and nothing happens twice."""

    token: str
    seq: int
    action_id: str = ""


class Back(msgspec.Struct, forbid_unknown_fields=True):
    """Take back: the last decision (``undo``) or all of the turn (``restart``)."""

    seq: int
    action_id: str = ""


class Say(msgspec.Struct, forbid_unknown_fields=True):
    text: str


class Import(msgspec.Struct, forbid_unknown_fields=True):
    """A record or a position."""

    text: str


# ---- what is answered ----


class OptionInfo(msgspec.Struct):
    name: str
    default: str
    values: list[str]
    help: str


class GameInfo(msgspec.Struct):
    name: str
    title: str
    min_seats: int
    max_seats: int
    options: list[OptionInfo]
    levels: list[str]


class Refused(msgspec.Struct):
    """``faults`` names everything that is wrong; ``reason`` and ``rule`` say why an action is not allowed."""

    error: str
    faults: list[str]
    reason: str = ""
    rule: str = ""


class SeatInfo(msgspec.Struct):
    name: str
    kind: str  # person, bot, open
    level: str
    here: bool
    away: bool


class NoteInfo(msgspec.Struct):
    """Something that might be expected and is not allowed now."""

    token: str
    reason: str
    rule: str


class ScoreInfo(msgspec.Struct):
    seat: int
    total: int
    rank: int
    breakdown: dict[str, int]


class State(msgspec.Struct):
    """A table as one seat may see it. ``position`` is TOML with "?" where something is hidden."""

    id: str
    game: str
    seq: int
    seat: int
    seats: list[SeatInfo]
    begun: bool
    over: bool
    actors: list[int]
    options: list[str]
    refusals: list[NoteInfo]
    can_undo: bool
    scores: list[ScoreInfo]
    position: str
    actions: int
    commit: str
    chosen_seed: str


class Done(msgspec.Struct):
    """It has happened and is kept. Who decides now; look at the table for the rest."""

    seq: int
    actors: list[int]
    over: bool


class MadeTable(msgspec.Struct):
    """``tokens``: by seat, "" where there is none. They are told once: only their hashes are kept."""

    id: str
    tokens: list[str]
    state: State


class Pledge(msgspec.Struct):
    """A table to come: what to ask for it with, its id, and the hash of its secret seed."""

    pledge: str
    table: str
    commit: str


class Log(msgspec.Struct):
    entries: list[Entry]


class RecordText(msgspec.Struct):
    record: str


class Proof(msgspec.Struct):
    """What proves the shuffle. Before the end there is only the commitment."""

    commit: str
    seed: str
    salts: list[str]
    chosen_seed: str
    verdict: str


class Caller:
    """One request of a program."""

    def __init__(self, house: House, id: str, headers: Mapping[bytes, bytes], sent: bytes) -> None:
        self.house: Final = house
        self.id: Final = id  # of the table
        self.headers: Final = headers
        self.sent = sent

    async def table(self) -> Table:
        return self.house.tables.get(self.id) or await self.house.table(self.id)

    @cached_property
    def key(self) -> str:
        """The hash of the token; empty without one."""
        kind, _, token = self.headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        return token_hash(token) if kind == "Bearer" and (token := token.strip()) else ""

    def seat(self, table: Table) -> int:
        """The seat of the token; without one, an onlooker. NotYours if the token is for something else."""
        if table.gone:  # meanwhile: nobody has a seat at it any more
            raise NoTable(f"there is no table {table.id}")
        if not self.key:
            return ONLOOKER
        seat = table.keys.get(self.key, -1)
        if seat < 0:
            raise NotYours("this token is not for this table")
        return seat

    def own_seat(self, table: Table) -> int:
        seat = self.seat(table)
        if seat == ONLOOKER:
            raise NotYours("that needs the token of a seat")
        return seat

    def body(self, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(self.sent, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadInput("request", [str(error)]) from None


def caller_of(scope: Scope, sent: bytes) -> Caller:
    headers = dict(reversed(scope["headers"]))  # of two the first counts
    return Caller(scope["app"].house, scope["path_params"].get("id", ""), headers, sent)


def state_of(table: Table, seat: int) -> State:
    """A table as this seat may see it."""
    seats = [
        SeatInfo(
            chair.name,
            "bot" if chair.level else "person" if chair.name else "open",
            chair.level,
            bool(chair.level) or table.here(p),
            bool(chair.away),
        )
        for p, chair in enumerate(table.chairs)
    ]
    found = State(
        id=table.id,
        game=table.made.game,
        seq=table.seq,
        seat=seat,
        seats=seats,
        begun=table.began,
        over=table.over,
        actors=[],
        options=[],
        refusals=[],
        can_undo=False,
        scores=[],
        position="",
        actions=0,
        commit=table.made.commit,
        chosen_seed=table.made.seed,
    )
    match = table.match
    if match is None:
        return found
    view = match.game.redact(match.state, seat)
    found.actors = match.actors()
    found.position = match.game.write(view)
    found.actions = len(match.log)
    found.scores = [
        ScoreInfo(score.seat, score.total, score.rank, score.breakdown) for score in match.game.score(view)
    ]
    if seat >= 0:
        notation = match.state.box.notation
        found.options = match.options(seat)
        found.refusals = [
            NoteInfo(notation.token(refusal.action), refusal.reason, refusal.rule)
            for refusal in match.refusals(seat)
        ]
        found.can_undo = match.can_undo(seat)
    return found


# ---- the calls ----


async def list_games(_: Caller) -> list[GameInfo]:
    """The games, how many can play, and what can be chosen."""
    found: list[GameInfo] = []
    for name in registry.names():
        game = registry.game(name)
        options = [
            OptionInfo(option.name, option.default, option.values, option.help) for option in game.option_list
        ]
        found.append(GameInfo(name, game.title, game.min_seats, game.max_seats, options, list(LEVELS)))
    return found


async def make_pledge(caller: Caller) -> Pledge:
    """The hash of the seed of a table to come, so that your salt comes after it."""
    return Pledge(*caller.house.pledge())


async def make_table(caller: Caller) -> MadeTable:
    """Make a table. The answer has the tokens of all seats for persons."""
    wanted = caller.body(NewTable)
    kinds = {"person": "me", "open": "open", "bot": "bot"}
    seats = [
        Wanted(
            "friend" if seat.kind == "person" and not seat.name else kinds.get(seat.kind, seat.kind),
            seat.name,
            seat.level,
        )
        for seat in wanted.seats
    ]
    order = Order(
        game=wanted.game,
        seats=seats,
        options=wanted.options,
        seed=wanted.seed,
        limit=wanted.limit,
        salt=wanted.salt,
        components=wanted.components,
        pledge=wanted.pledge,
    )
    return _made(caller, await caller.house.make(order, ""))


def _made(caller: Caller, table: Table) -> MadeTable:
    tokens = caller.house.invitations.get(table.id, {})
    return MadeTable(
        table.id, [tokens.get(seat, "") for seat in range(len(table.chairs))], state_of(table, ONLOOKER)
    )


async def take_in(caller: Caller) -> MadeTable:
    """A record or a position as a private table; all seats are yours."""
    wanted = caller.body(Import)
    return _made(caller, await caller.house.take_in(wanted.text, "Anna", ""))


async def show(caller: Caller) -> State:
    """A table as the token's seat may see it; without a token, as everyone may."""
    table = await caller.table()
    async with table.lock:
        return state_of(table, caller.seat(table))


def done(table: Table) -> Done:
    return Done(table.seq, [] if table.match is None else table.match.actors(), table.over)


async def sit(caller: Caller) -> Done:
    """Take the seat of the token."""
    wanted = caller.body(Sit)
    table = await caller.table()
    seat = caller.own_seat(table)
    await caller.house.sit(table, seat, wanted.name, wanted.salt)
    return done(table)


async def act(caller: Caller) -> Done:
    """Play one of the options. 409 if the table has changed since ``seq``: look again."""
    wanted = caller.body(Act)
    table = await caller.table()
    seat = caller.own_seat(table)
    await caller.house.act(table, seat, wanted.token, wanted.seq, _action_id(wanted.action_id, seat))
    return done(table)


async def undo(caller: Caller) -> Done:
    """Take back the last decision."""
    return await _take_back(caller, False)


async def restart(caller: Caller) -> Done:
    """Take back all decisions of this turn, as far as nothing was revealed."""
    return await _take_back(caller, True)


async def _take_back(caller: Caller, whole_turn: bool) -> Done:
    wanted = caller.body(Back)
    table = await caller.table()
    seat = caller.own_seat(table)
    action_id = _action_id(wanted.action_id, seat)
    await caller.house.take_back(table, seat, whole_turn, wanted.seq, action_id)
    return done(table)


def _action_id(found: str, seat: int) -> str:
    if len(found) > 48 or not found.isascii() or (found and not found.isprintable()):
        raise BadInput("action_id", ["must be at most 48 signs"])
    return f"{seat}/{found}" if found else ""


async def say(caller: Caller) -> Done:
    """Say something at the table."""
    wanted = caller.body(Say)
    table = await caller.table()
    seat = caller.own_seat(table)
    await caller.house.remark(table, seat, table.chairs[seat].name or f"seat {seat}", wanted.text)
    return done(table)


async def read_log(caller: Caller) -> Log:
    """All actions so far, as this seat may know them."""
    table = await caller.table()
    async with table.lock:
        seat = caller.seat(table)
        match = table.playing()
        lines = [line_of(match, n, seat) for n in range(len(match.log))]
    return Log([entry_of(line) for line in lines])


async def read_record(caller: Caller) -> RecordText:
    """The record; of a running game only if this seat may know all that is in it."""
    table = await caller.table()
    async with table.lock:
        return RecordText(record_for(table, caller.seat(table)))


async def read_proof(caller: Caller) -> Proof:
    """What proves the shuffle, checked once more."""
    table = await caller.table()
    async with table.lock:
        record = table.record() if table.revealed and not table.made.record else ""
    verdict = "the game is not over yet"
    if record:  # a whole game is played again: meanwhile others are served
        verdict = str(await asyncio.to_thread(shuffle.check_proof, record, table.components))
    elif table.over:
        verdict = "the seed was chosen" if table.made.seed else "the game was brought along"
    salts = [chair.salt for chair in table.chairs]
    return Proof(table.made.commit, table.revealed, salts, table.made.seed, verdict)


async def events(request: Request) -> Response:
    """A stream of ``state`` events, one after each change."""
    caller = caller_of(request.scope, b"")
    try:
        table = await caller.table()
        seat = caller.seat(table)
    except SamovarError as error:
        return JSONResponse(said_of(error), status_of(error))
    brief = "brief" in request.query_params
    return Events(partial(_stream, caller.house, table, seat, caller.key, brief))


async def _stream(house: House, table: Table, seat: int, key: str, brief: bool, mouth: Mouth) -> None:
    teller = (BriefTeller if brief else Teller)(table, seat, key, mouth)
    house.arrive(table, seat, teller)
    try:
        while not house.closing:
            teller.clear()
            message = BEAT
            if teller.sent != table.version:
                async with table.lock:
                    if not teller.may_look():
                        break
                    message = teller.message()
            await mouth.say(message)
            teller.rests = True
            await teller.wait()
            teller.rests = False
    finally:
        house.depart(table, seat, teller)


class Teller(Ear):
    """Tells one who listens of a table. Whoever reads as fast as we write is told in the very moment when
    something has been written down; the others when they have caught up.
    """

    def __init__(self, table: Table, seat: int, key: str, mouth: Mouth) -> None:
        super().__init__()
        self.table: Final = table
        self.seat: Final = seat
        self._key: Final = key  # the hash of the token; empty for whoever only watches
        self._keys: dict[str, int] = {}  # those of the table, when it was last seen that this is one of them
        self._mouth: Final = mouth
        self.sent = -1  # the version of the table that was told
        self.rests = False  # whether all that was said is on its way

    def may_look(self) -> bool:
        """Whether the table is still there, and the seat still theirs."""
        self._keys = self.table.keys
        return not self.table.gone and (not self._key or self._key in self._keys)

    def message(self) -> Message:
        """The table as it is. Nothing may be on its way to the disk."""
        self.sent = self.table.version
        return state_message(self.table, self.seat)

    def hear(self) -> None:
        table = self.table
        ready = self.rests and self.sent != table.version and not table.writing
        unchanged = self._keys is table.keys  # otherwise the right to look has to be looked at again
        try:
            if not (ready and unchanged and self._mouth.say_now(self.message)):
                self.set()
        except Exception:  # it is no concern of whoever has changed the table
            log.exception("somebody could not be told")
            self.sent = -1
            self.set()


class BriefTeller(Teller):
    """Tells only what is new."""

    def __init__(self, table: Table, seat: int, key: str, mouth: Mouth) -> None:
        super().__init__(table, seat, key, mouth)
        self._told = NOTHING

    def message(self) -> Message:
        briefs = self.table.briefs
        message = briefs.message(self.table, self.seat, self._told)
        self._told = told = briefs.told
        self.sent = told.version
        return message


def state_message(table: Table, seat: int) -> Message:
    data = _encoder.encode(state_of(table, seat))
    return Message(b"event: state\nid: %d\ndata: %s\n\n" % (table.seq, data))


def said_of(error: Exception) -> Refused:
    """What went wrong, for programs."""
    faults = [f"{error.what}: {fault}" for fault in error.faults] if isinstance(error, BadInput) else []
    said = Refused("; ".join(faults) or str(error), faults or [str(error)])
    if isinstance(error, IllegalAction | CannotUndo):
        said.reason = error.reason
    if isinstance(error, IllegalAction):
        said.rule = error.rule
    return said


async def whole_body(receive: Receive) -> bytes:
    """All that a request sends."""
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


Call = Callable[[Caller], Awaitable[Any]]


class Operation:
    """One call: where, what goes in, what comes out."""

    def __init__(self, method: str, path: str, call: Call, takes: Any, gives: Any) -> None:
        self.method: Final = method
        self.path: Final = path
        self.call: Final = call
        self.takes: Final = takes
        self.gives: Final = gives

    async def answer(self, caller: Caller) -> tuple[int, bytes]:
        """What is answered: a status, and JSON."""
        status = 200
        try:
            try:
                said = await self.call(caller)
            except Conflict as error:
                status, said = 409, await self._too_late(caller, error)
        except SamovarError as error:
            status, said = status_of(error), said_of(error)
        return status, _encoder.encode(said)

    async def _too_late(self, caller: Caller, error: Conflict) -> dict[str, Any]:
        table = await caller.table()
        async with table.lock:
            now = state_of(table, caller.seat(table))
        return {"error": str(error), "faults": [str(error)], "state": now}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            status, body = await self.answer(caller_of(scope, await whole_body(receive)))
        except TooMuch as error:
            status, body = status_of(error), _encoder.encode(said_of(error))
        headers = [(b"content-length", b"%d" % len(body)), (b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


OPERATIONS: Final = [
    Operation("GET", "/api/games", list_games, None, list[GameInfo]),
    Operation("POST", "/api/pledges", make_pledge, None, Pledge),
    Operation("POST", "/api/tables", make_table, NewTable, MadeTable),
    Operation("POST", "/api/import", take_in, Import, MadeTable),
    Operation("GET", "/api/tables/{id}", show, None, State),
    Operation("POST", "/api/tables/{id}/sit", sit, Sit, Done),
    Operation("POST", "/api/tables/{id}/act", act, Act, Done),
    Operation("POST", "/api/tables/{id}/undo", undo, Back, Done),
    Operation("POST", "/api/tables/{id}/restart", restart, Back, Done),
    Operation("POST", "/api/tables/{id}/chat", say, Say, Done),
    Operation("GET", "/api/tables/{id}/log", read_log, None, Log),
    Operation("GET", "/api/tables/{id}/record", read_record, None, RecordText),
    Operation("GET", "/api/tables/{id}/proof", read_proof, None, Proof),
]


def openapi(root_path: str = "") -> dict[str, Any]:
    """The OpenAPI document of a server whose paths begin with ``root_path``."""
    kinds = [kind for one in OPERATIONS for kind in (one.takes, one.gives) if kind is not None]
    schemas, components = msgspec.json.schema_components(
        [*kinds, Refused], ref_template="#/components/schemas/{name}"
    )
    found = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    wrong = {"description": "What is wrong", "content": {"application/json": {"schema": schemas[-1]}}}
    for one in OPERATIONS:
        takes = next(found) if one.takes is not None else None
        gives = next(found)
        operation: dict[str, Any] = {
            "operationId": one.call.__name__,
            "summary": (one.call.__doc__ or "").strip(),
            "responses": {
                "200": {"description": "Done", "content": {"application/json": {"schema": gives}}},
                "403": {"description": "Not from here, or not yours"},
                "413": {"description": "Too much"},
                "429": {"description": "Too often"},
                "422": wrong,
            },
            "security": [{}, {"seat": []}],
        }
        if takes is not None:
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
        if "{id}" in one.path:
            operation["parameters"] = [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
            ]
            operation["responses"]["404"] = wrong
            operation["responses"]["409"] = wrong
        paths.setdefault(one.path, {})[one.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Samovar", "version": samovar.__version__},
        **({"servers": [{"url": root_path}]} if root_path else {}),
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


async def document(request: Request) -> Response:
    return JSONResponse(openapi(request.app.root_path))


def routes() -> list[Route]:
    found = [Route(one.path, one, methods=[one.method]) for one in OPERATIONS]
    return [
        *found,
        Route("/api/tables/{id}/events", events),
        Route("/api/openapi.json", document),
    ]
