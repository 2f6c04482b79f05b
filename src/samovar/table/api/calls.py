"""The API endpoints. The header ``Authorization: Bearer`` carries the token of the client's seat.

The OpenAPI document shows the docstrings and names of the calls.
"""

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
from samovar.room.commands import Command, Rematch, parse
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
API_SEAT_KINDS: Final = {"person": "me", "open": "open", "bot": "bot"}


class ApiRequest:
    """One API request."""

    def __init__(self, http: Request) -> None:
        self.http: Final = http
        self.service: Final[RoomService] = http.app.service
        self.identity: Final = program_identity(http)

    @property
    def room_id(self) -> str:
        found: str = self.http.path_params["id"]
        return found

    async def view(self) -> tuple[OpenRoom, Room, Viewer]:
        """The room of the URL and its viewer. Without a token the viewer is a spectator."""
        return await self.service.view(self.room_id, self.identity)

    async def body(self, kind: type[T]) -> T:
        """The JSON body parsed as this type. BadInput names every fault."""
        return parse_fields(kind, await read_fields(self.http, json_only=True))


Call = Callable[[ApiRequest], Awaitable[Any]]


async def list_games(_: ApiRequest) -> list[GameInfo]:
    """The games with their numbers of seats, options and bot levels."""
    found: list[GameInfo] = []
    for game in map(registry.game, registry.names()):
        options = [OptionInfo(one.name, one.default, one.values, one.help) for one in game.option_list]
        found.append(GameInfo(game.name, game.title, game.min_seats, game.max_seats, options, list(LEVELS)))
    return found


async def make_pledge(request: ApiRequest) -> PledgeInfo:
    """A commitment to the seed of a future room. Choose your salt only after you have received it."""
    pledge = request.service.pledge()
    return PledgeInfo(pledge.pledge, pledge.room, pledge.commit)


async def make_table(request: ApiRequest) -> RoomReceipt:
    """Create a room. The response contains a token for each seat of a person."""
    wanted = await request.body(NewRoomRequest)
    seats = [
        SeatRequest(
            kind="friend"
            if seat.kind == "person" and not seat.name
            else API_SEAT_KINDS.get(seat.kind, seat.kind),
            name=seat.name,
            level=seat.level,
        )
        for seat in wanted.seats
    ]
    creation = CreateRoom(
        game=wanted.game,
        seats=seats,
        options=wanted.options,
        seed=wanted.seed,
        limit=wanted.limit,
        salt=wanted.salt,
        components=wanted.components,
        pledge=wanted.pledge,
    )
    return _room_receipt(await request.service.create(creation, request.identity))


async def import_table(request: ApiRequest) -> RoomReceipt:
    """Create a private room from a record or a position. All seats are yours."""
    wanted = await request.body(ImportRequest)
    return _room_receipt(await request.service.import_text(wanted.text, "Anna", request.identity))


def _room_receipt(open_room: OpenRoom) -> RoomReceipt:
    """The receipt for the client that created the room: with the tokens of all its links."""
    room = open_room.room
    tokens = [open_room.links.get(seat, "") for seat in range(len(room.seats))]
    return RoomReceipt(room.id, tokens, room_state(room))


def _rematch_receipt(open_room: OpenRoom) -> RoomReceipt:
    """The receipt without tokens: seats keep theirs, and links of the new room are for others."""
    room = open_room.room
    return RoomReceipt(room.id, [""] * len(room.seats), room_state(room))


async def show(request: ApiRequest) -> RoomState:
    """The room, redacted for the token's seat. Without a token: public information only."""
    _, room, viewer = await request.view()
    return room_state(room, viewer.seat)


async def read_log(request: ApiRequest) -> LogInfo:
    """All actions so far, redacted for the token's seat."""
    _, room, viewer = await request.view()
    return LogInfo([log_entry(line) for line in redact_log(room.started_match(), viewer.seat)])


async def get_record(request: ApiRequest) -> RecordText:
    """The record. During the game it is refused if it contains information hidden from the seat."""
    _, room, viewer = await request.view()
    return RecordText(record_for(room, viewer))


async def read_proof(request: ApiRequest) -> ProofInfo:
    """The shuffle proof, checked again by the server."""
    _, room, viewer = await request.view()
    info, proof, faults = await request.service.prove(room, viewer)
    verdict = "the game is not over yet"
    if proof is not None:
        verdict = str(proof)
    elif faults:
        verdict = "; ".join(faults)
    elif room.over:
        verdict = "the seed was chosen" if info.seed_was_chosen else "the game was imported"
    return ProofInfo(
        info.commit, info.seed, info.salts, info.chosen_seed, verdict, info.seed_hash, info.seed_nonce
    )


def post_command(kind: type[Command]) -> Call:
    """The API call that executes a command of this class."""

    async def call_command(request: ApiRequest) -> Receipt | RoomReceipt:
        if not request.identity.token:
            raise Forbidden("this call needs the token of a seat: Authorization: Bearer TOKEN")
        command = parse(kind, await read_fields(request.http, json_only=True))
        receipt = await request.service.execute(request.room_id, request.identity, command)
        if receipt.room:
            new = await request.service.open(receipt.room)
            return _rematch_receipt(new) if kind is Rematch else _room_receipt(new)
        return Receipt(receipt.seq, receipt.actors, receipt.over)

    call_command.__name__, call_command.__doc__ = kind.slug, kind.__doc__
    return call_command


def endpoint(call: Call) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that responds in JSON, also to errors."""

    async def respond(http: Request) -> Response:
        request, status = ApiRequest(http), 200
        await http.body()  # calls without a body, too, must refuse a body that is too large
        try:
            body = await call(request)
        except Conflict as error:
            status, body = 409, error_body(error) | await _state(request)
        except SamovarError as error:
            status, body = status_of(error), error_body(error, most=request.service.limits.max_faults)
        return Response(_encoder.encode(body), status, media_type="application/json")

    return respond


async def _state(request: ApiRequest) -> dict[str, RoomState]:
    """The current state of the room, for a client that acted on an outdated one."""
    try:
        return {"state": await show(request)}
    except SamovarError:
        return {}


async def stream(http: Request) -> Response:
    """Server-Sent Events: the state after each change. With ``?brief=1`` only the new log entries."""
    request = ApiRequest(http)
    try:
        open_room, _, _ = await request.view()
    except SamovarError as error:
        body = _encoder.encode(error_body(error))
        return Response(body, status_of(error), media_type="application/json")
    brief = "brief" in http.query_params
    renderer = LogStream(open_room.log_updates) if brief else StateStream()
    return EventStreamResponse(request.service.hub.run(open_room, request.identity, None, renderer))
