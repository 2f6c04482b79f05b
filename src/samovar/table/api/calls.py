"""The calls of the API. A seat's token in ``Authorization: Bearer`` says for which seat they are made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from samovar.bots.registry import LEVELS
from samovar.games import registry
from samovar.kernel.errors import SamovarError
from samovar.match.redaction import redact_log
from samovar.room.commands import Command, parse
from samovar.room.creation import CreateRoom, SeatRequest
from samovar.room.errors import Conflict, Forbidden
from samovar.room.export import record_for
from samovar.room.fields import parse_fields
from samovar.room.room import Room
from samovar.room.viewer import Viewer
from samovar.table.api.json_updates import LogStream, StateStream
from samovar.table.api.schemas import (
    GameInfo,
    ImportRequest,
    LogInfo,
    NewRoomRequest,
    OptionInfo,
    PledgeInfo,
    ProofInfo,
    Receipt,
    RecordText,
    RoomReceipt,
    RoomState,
    log_entry,
    room_state,
)
from samovar.table.auth import program_identity
from samovar.table.errors import error_body, status_of
from samovar.table.request_fields import read_fields
from samovar.table.room_cache import OpenRoom
from samovar.table.service import RoomService
from samovar.table.sse import EventStreamResponse

T = TypeVar("T")
_encoder: Final = msgspec.json.Encoder()
KINDS: Final = {"person": "me", "open": "open", "bot": "bot"}


class ApiRequest:
    """One request of a program."""

    def __init__(self, request: Request) -> None:
        self.request: Final = request
        self.service: Final[RoomService] = request.app.service
        self.identity: Final = program_identity(request)

    @property
    def room_id(self) -> str:
        found: str = self.request.path_params["id"]
        return found

    async def view(self) -> tuple[OpenRoom, Room, Viewer]:
        """The room of the address as this token may see it; without a token, as everyone may."""
        return await self.service.view(self.room_id, self.identity)

    async def body(self, kind: type[T]) -> T:
        """The JSON body as this type. BadInput names every fault."""
        return parse_fields(kind, await read_fields(self.request, json_only=True))


Call = Callable[[ApiRequest], Awaitable[Any]]


async def list_games(_: ApiRequest) -> list[GameInfo]:
    """The games, how many can play, and what can be chosen."""
    found: list[GameInfo] = []
    for game in map(registry.game, registry.names()):
        options = [OptionInfo(one.name, one.default, one.values, one.help) for one in game.option_list]
        found.append(GameInfo(game.name, game.title, game.min_seats, game.max_seats, options, list(LEVELS)))
    return found


async def make_pledge(call: ApiRequest) -> PledgeInfo:
    """The hash of the seed of a room to come, so that your salt comes after it."""
    pledge = call.service.pledge()
    return PledgeInfo(pledge.pledge, pledge.room, pledge.commit)


async def make_table(call: ApiRequest) -> RoomReceipt:
    """Create a room. The answer has the tokens of all seats for persons."""
    wanted = await call.body(NewRoomRequest)
    seats = [
        SeatRequest(
            kind="friend" if seat.kind == "person" and not seat.name else KINDS.get(seat.kind, seat.kind),
            name=seat.name,
            level=seat.level,
        )
        for seat in wanted.seats
    ]
    order = CreateRoom(
        game=wanted.game,
        seats=seats,
        options=wanted.options,
        seed=wanted.seed,
        limit=wanted.limit,
        salt=wanted.salt,
        components=wanted.components,
        pledge=wanted.pledge,
    )
    return _room_receipt(await call.service.create(order, call.identity))


async def import_table(call: ApiRequest) -> RoomReceipt:
    """A record or a position as a private room; all seats are yours."""
    wanted = await call.body(ImportRequest)
    return _room_receipt(await call.service.import_text(wanted.text, "Anna", call.identity))


def _room_receipt(open_room: OpenRoom) -> RoomReceipt:
    room = open_room.room
    tokens = [open_room.links.get(seat, "") for seat in range(len(room.seats))]
    return RoomReceipt(room.id, tokens, room_state(room))


async def show(call: ApiRequest) -> RoomState:
    """A room as the token's seat may see it; without a token, as everyone may."""
    _, room, viewer = await call.view()
    return room_state(room, viewer.seat)


async def read_log(call: ApiRequest) -> LogInfo:
    """All actions so far, as this seat may know them."""
    _, room, viewer = await call.view()
    return LogInfo([log_entry(line) for line in redact_log(room.started_match(), viewer.seat)])


async def read_record(call: ApiRequest) -> RecordText:
    """The record; of a running game only if this seat may know everything in it."""
    _, room, viewer = await call.view()
    return RecordText(record_for(room, viewer))


async def read_proof(call: ApiRequest) -> ProofInfo:
    """What proves the shuffle, checked once more."""
    _, room, viewer = await call.view()
    info, proof, faults = await call.service.prove(room, viewer)
    verdict = "the game is not over yet"
    if proof is not None:
        verdict = str(proof)
    elif faults:
        verdict = "; ".join(faults)
    elif room.over:
        verdict = "the seed was chosen" if info.seed_was_chosen else "the game was imported"
    return ProofInfo(info.commit, info.seed, info.salts, info.chosen_seed, verdict)


def run_command(kind: type[Command]) -> Call:
    """The call of one command."""

    async def call_command(call: ApiRequest) -> Receipt | RoomReceipt:
        if not call.identity.token:
            raise Forbidden("that needs the token of a seat")
        command = parse(kind, await read_fields(call.request, json_only=True))
        receipt = await call.service.execute(call.room_id, call.identity, command)
        if receipt.room:
            return _room_receipt(await call.service.open(receipt.room))
        return Receipt(receipt.seq, receipt.actors, receipt.over)

    call_command.__name__, call_command.__doc__ = kind.slug, kind.__doc__
    return call_command


def endpoint(call: Call) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that answers in JSON, refusals too."""

    async def answer(request: Request) -> Response:
        api_request, status = ApiRequest(request), 200
        await request.body()  # also of calls that need none: a refused body must not look accepted
        try:
            body = await call(api_request)
        except Conflict as error:
            status, body = 409, error_body(error) | await _state(api_request)
        except SamovarError as error:
            status, body = status_of(error), error_body(error)
        return Response(_encoder.encode(body), status, media_type="application/json")

    return answer


async def _state(call: ApiRequest) -> dict[str, RoomState]:
    """The room as it is now, for a client that had another picture of it."""
    try:
        return {"state": await show(call)}
    except SamovarError:
        return {}


async def stream(request: Request) -> Response:
    """Server-Sent Events: the state after each change; with ``?brief=1`` only what is new in the log."""
    call = ApiRequest(request)
    try:
        open_room, _, _ = await call.view()
    except SamovarError as error:
        body = _encoder.encode(error_body(error))
        return Response(body, status_of(error), media_type="application/json")
    brief = "brief" in request.query_params
    renderer = LogStream(open_room.log_updates) if brief else StateStream()
    return EventStreamResponse(call.service.hub.run(open_room, call.identity, None, renderer))
