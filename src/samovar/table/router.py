"""The one list of routes. One entry gives a command its page route and its API route."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.routing import BaseRoute, Route

from samovar.room.commands import Act, Command, Fork, PayProposed, Rematch, RestartTurn, Say, TakeSeat, Undo
from samovar.table import game_styles
from samovar.table.api import calls
from samovar.table.api.schemas import (
    GameInfo,
    ImportRequest,
    LogInfo,
    NewRoomRequest,
    PledgeInfo,
    ProofInfo,
    Receipt,
    RecordText,
    RoomReceipt,
    RoomState,
)
from samovar.table.health import health_page
from samovar.table.metrics import metrics_page
from samovar.table.pages import data, game, lobby, manage, replay, rules
from samovar.table.pages.page_request import PageHandler, page
from samovar.table.settings import MAX_IMPORT_BODY


class SmallInt(IntegerConvertor):
    """A number in an address, with at most six digits."""

    regex = "[0-9]{1,6}"


register_url_convertor("small", SmallInt())

COMMANDS: Final[list[type[Command]]] = [Act, PayProposed, Undo, RestartTurn, Say, Rematch, Fork]
ROOM_PAGES: Final = ("/t/{id}", "/t/{id}/as/{seat:small}")  # the second one on a device that players share


@dataclass(frozen=True, slots=True)
class ApiRoute:
    """One call of the API: where, what goes in, what comes out."""

    method: str
    path: str
    call: calls.Call
    takes: Any
    gives: Any


def _command_route(kind: type[Command]) -> ApiRoute:
    gives = RoomReceipt if kind in {Rematch, Fork} else Receipt
    return ApiRoute("POST", f"/api/tables/{{id}}/{kind.slug}", calls.run_command(kind), kind, gives)


API_ROUTES: Final = [
    *(_command_route(kind) for kind in [*COMMANDS, TakeSeat]),  # a page takes a seat by the form of a room
    ApiRoute("GET", "/api/tables/{id}", calls.show, None, RoomState),
    ApiRoute("GET", "/api/tables/{id}/log", calls.read_log, None, LogInfo),
    ApiRoute("GET", "/api/tables/{id}/record", calls.read_record, None, RecordText),
    ApiRoute("GET", "/api/tables/{id}/proof", calls.read_proof, None, ProofInfo),
    ApiRoute("GET", "/api/games", calls.list_games, None, list[GameInfo]),
    ApiRoute("POST", "/api/pledges", calls.make_pledge, None, PledgeInfo),
    ApiRoute("POST", "/api/tables", calls.make_table, NewRoomRequest, RoomReceipt),
    ApiRoute("POST", "/api/import", calls.import_table, ImportRequest, RoomReceipt),
]

PAGES: Final[list[tuple[str, str, PageHandler]]] = [
    ("GET", "/", lobby.show_lobby),
    ("POST", "/tables", lobby.create_room),
    ("POST", "/import", lobby.import_room),
    ("GET", "/next", lobby.next_room),
    ("GET", "/rules/{game}", rules.show_rules),
    ("GET", "/t/{id}/join/{token}", game.join),
    ("POST", "/t/{id}/join/{token}", game.join),
    ("GET", "/t/{id}/manage", manage.show_manage),
    ("POST", "/t/{id}/manage", manage.change_room),
    ("POST", "/t/{id}/leave", data.leave_room),
    ("GET", "/data", data.show_data),
    ("POST", "/data", data.delete_data),
    ("GET", "/data.json", data.save_data),
]
MAX_BODIES: Final = {"/import": MAX_IMPORT_BODY, "/api/import": MAX_IMPORT_BODY}  # the others: MAX_BODY
# Below the address of a room.
ROOM_ROUTES: Final[list[tuple[str, str, PageHandler]]] = [
    *(("POST", f"/{kind.slug}", game.post_command(kind)) for kind in COMMANDS),
    ("POST", "/seat", game.change_seat),
    ("POST", "/limit", manage.change_limit),
    ("GET", "", game.show_room),
    ("GET", "/events", game.stream),
    ("GET", "/at/{moves:small}", replay.show_position),
    ("GET", "/record", replay.give_record),
    ("GET", "/shuffle", manage.show_proof),
]


def routes() -> list[BaseRoute]:
    """Every route except static files. Starlette tries them in this order: programs ask most often."""
    from samovar.table.api.openapi import document

    rooms = [(method, base + path, handler) for base in ROOM_PAGES for method, path, handler in ROOM_ROUTES]
    return [
        *(_route(one.method, one.path, calls.endpoint(one.call)) for one in API_ROUTES),
        Route("/api/tables/{id}/events", calls.stream),
        Route("/api/openapi.json", document),
        *(_route(method, path, page(handler)) for method, path, handler in [*rooms, *PAGES]),
        *game_styles.routes(),
        Route("/healthz", health_page),
        Route("/metrics", metrics_page),
    ]


def _route(method: str, path: str, endpoint: Callable[..., Any]) -> Route:
    return Route(path, endpoint, methods=[method], max_body_size=MAX_BODIES.get(path))


def first_parts() -> set[str]:
    """The first part of each path of the server, such as ``t`` and ``api``."""
    paths = [route.path for route in routes() if isinstance(route, Route)]
    return {path.split("/")[1] for path in [*paths, "/static"]}
