"""The router: the list of all routes. One entry gives a command its page route and its API route."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.routing import BaseRoute, Route

from samovar.room.commands import (
    Act,
    ChooseForSeat,
    Command,
    ConfirmTurn,
    Fork,
    PayProposed,
    Rematch,
    Reopen,
    RestartTurn,
    Say,
    SetAnswers,
    TakeSeat,
    Undo,
)
from samovar.table import stylesheets
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
from samovar.table.settings import DEFAULT_LIMITS, Limits


class SmallInt(IntegerConvertor):
    """A number in a URL path, with at most six digits."""

    regex = "[0-9]{1,6}"


register_url_convertor("small", SmallInt())

COMMANDS: Final[list[type[Command]]] = [
    Act, PayProposed, Undo, RestartTurn, Reopen, ConfirmTurn, SetAnswers, Say, Rematch, Fork,
]  # fmt: skip
ROOM_PAGES: Final = ("/t/{id}", "/t/{id}/as/{seat:small}")  # the second one for a device shared by players


@dataclass(frozen=True, slots=True)
class ApiRoute:
    """One API endpoint: method, path, handler, and the types of request body and response."""

    method: str
    path: str
    call: calls.Call
    request_type: Any
    response_type: Any


def _command_route(kind: type[Command]) -> ApiRoute:
    response_type = RoomReceipt if kind in {Rematch, Fork} else Receipt
    return ApiRoute("POST", f"/api/tables/{{id}}/{kind.slug}", calls.post_command(kind), kind, response_type)


API_ROUTES: Final = [
    *(_command_route(kind) for kind in [*COMMANDS, TakeSeat, ChooseForSeat]),  # pages use the route /seat
    ApiRoute("GET", "/api/tables/{id}", calls.show, None, RoomState),
    ApiRoute("GET", "/api/tables/{id}/log", calls.read_log, None, LogInfo),
    ApiRoute("GET", "/api/tables/{id}/record", calls.get_record, None, RecordText),
    ApiRoute("GET", "/api/tables/{id}/proof", calls.read_proof, None, ProofInfo),
    ApiRoute("GET", "/api/games", calls.list_games, None, list[GameInfo]),
    ApiRoute("POST", "/api/pledges", calls.make_pledge, None, PledgeInfo),
    ApiRoute("POST", "/api/tables", calls.make_table, NewRoomRequest, RoomReceipt),
    ApiRoute("POST", "/api/import", calls.import_table, ImportRequest, RoomReceipt),
]

PAGES: Final[list[tuple[str, str, PageHandler]]] = [
    ("GET", "/", lobby.show_lobby),
    ("POST", "/tables", lobby.create_room),
    ("POST", "/name", lobby.save_name),
    ("POST", "/import", lobby.import_room),
    ("GET", "/next", lobby.next_room),
    ("GET", "/rules/{game}", rules.show_rules),
    ("GET", "/howto/{game}", rules.show_howto),
    ("GET", "/t/{id}/join/{token}", game.join),
    ("POST", "/t/{id}/join/{token}", game.join),
    ("GET", "/t/{id}/manage", manage.show_manage),
    ("POST", "/t/{id}/manage", manage.change_room),
    ("POST", "/t/{id}/leave", data.leave_room),
    ("GET", "/data", data.show_data),
    ("POST", "/data", data.delete_data),
    ("GET", "/data.json", data.download_data),
]
# Paths below those in ROOM_PAGES.
ROOM_ROUTES: Final[list[tuple[str, str, PageHandler]]] = [
    *(("POST", f"/{kind.slug}", game.post_command(kind)) for kind in COMMANDS),
    ("POST", "/seat", game.change_seat),
    ("POST", "/limit", manage.change_limit),
    ("GET", "", game.show_room),
    ("GET", "/events", game.stream),
    ("GET", "/at/{moves:small}", replay.show_position),
    ("GET", "/record", replay.download_record),
    ("GET", "/shuffle", manage.show_proof),
]


def max_bodies(limits: Limits) -> dict[str, int]:
    """The limit of a request's body by path. The others have ``max_body``."""
    return {
        "/import": limits.max_import_body,
        "/api/import": limits.max_import_body,
        "/api/tables": limits.max_components_body,
    }


def routes(limits: Limits = DEFAULT_LIMITS) -> list[BaseRoute]:
    """All routes except static files. Starlette tries them in order, so the most frequent are first (API)."""
    from samovar.table.api.openapi import document

    def _route(method: str, path: str, endpoint: Callable[..., Any]) -> Route:
        return Route(path, endpoint, methods=[method], max_body_size=bodies.get(path))

    bodies = max_bodies(limits)
    rooms = [(method, base + path, handler) for base in ROOM_PAGES for method, path, handler in ROOM_ROUTES]
    return [
        *(_route(one.method, one.path, calls.endpoint(one.call)) for one in API_ROUTES),
        Route("/api/tables/{id}/events", calls.stream),
        Route("/api/openapi.json", document),
        *(_route(method, path, page(handler)) for method, path, handler in [*rooms, *PAGES]),
        *stylesheets.routes(),
        Route("/healthz", health_page),
        Route("/metrics", metrics_page),
    ]


def first_segments() -> set[str]:
    """The first segment of each path of the server, such as ``t`` and ``api``."""
    paths = [route.path for route in routes() if isinstance(route, Route)]
    return {path.split("/")[1] for path in [*paths, "/static"]}
