"""The composition root: application, middleware and lifespan of the server."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from typing import Any

from prometheus_client import Histogram
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from samovar.table.absence import watch_absence
from samovar.table.backfill import backfill_rooms
from samovar.table.connection_limits import ConnectionLimits
from samovar.table.error_responses import TranslatedTooLarge
from samovar.table.health import watch_database_file
from samovar.table.host_check import HostCheck
from samovar.table.metrics import RequestTimer, request_histogram
from samovar.table.origin_check import OriginCheck
from samovar.table.pages.rules import not_found
from samovar.table.proxies import RootPath, TrustedProxies
from samovar.table.rate_limits import RateLimitMiddleware, RateLimits
from samovar.table.response_headers import DEFAULT_HEADERS, ResponseHeaders
from samovar.table.router import max_bodies, routes
from samovar.table.service import RoomService
from samovar.table.settings import GZIP_EXCLUDED, GZIP_LEVEL, GZIP_MIN_BYTES, Settings
from samovar.table.store import Store
from samovar.table.warm_up import warm_up
from samovar.table.worker_pool import WorkerPool


class RevalidatedStaticFiles(StaticFiles):
    """Static files that a browser caches but revalidates at each use."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        response = super().file_response(*args, **named)
        response.headers["cache-control"] = "no-cache"
        return response


class Application(Starlette):
    """The server's state, which endpoints reach through ``request.app``."""

    settings: Settings
    service: RoomService  # set while the server runs
    boot: str  # a random id of this server process
    request_histogram: Histogram
    rate_limits: RateLimits
    connection_limits: ConnectionLimits | None  # None without a server process
    root_path: str  # the prefix of all URL paths: "" or "/samovar"


def make_app(settings: Settings) -> Application:
    """The application. It opens its database when the server starts."""
    boot = secrets.token_hex(4)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        store = Store(settings.database, boot)
        service = app.service = RoomService(store, WorkerPool(settings.bot_workers), settings.pause, settings)
        service.tasks.start(watch_absence(service))
        service.tasks.start(service.hub.heartbeat(service.rooms.open_rooms))
        service.tasks.start(backfill_rooms(service))
        service.tasks.start(watch_database_file(store))
        if settings.warm_up:
            service.tasks.start(warm_up(service.workers, list(settings.warm_up), service.refresh_pages))
        listener = store.listen(
            lambda room, _: service.tasks.start(service.changed_elsewhere(room)),
            lambda: service.tasks.start(service.check_revisions()),
            service.presence.receive,
        )
        if listener is not None:
            service.is_listening = listener.is_connected
        service.tasks.start(service.presence.run())
        try:
            yield
        finally:
            if listener is not None:
                listener.close()
            await service.close()
            store.close()

    histogram, rate_limits = request_histogram(), RateLimits(settings)
    app = Application(
        routes=[
            *routes(settings),
            Mount("/static", RevalidatedStaticFiles(packages=[("samovar.table", "static")]), name="static"),
        ],
        middleware=middleware(settings, histogram, rate_limits),
        exception_handlers={
            404: not_found,
            ClientDisconnect: client_disconnected,
            Exception: server_error,
        },
        lifespan=lifespan,
    )
    app.settings = settings
    app.root_path = settings.root_path
    app.boot = boot
    app.request_histogram = histogram
    app.rate_limits, app.connection_limits = rate_limits, None
    return app


def middleware(settings: Settings, histogram: Histogram, rate_limits: RateLimits) -> list[Middleware]:
    """The middleware, from the outermost to the innermost. Starlette's exception handler runs inside all."""
    found: list[Middleware] = []
    if settings.root_path:
        found.append(Middleware(RootPath, settings.root_path))
    if settings.trusted_proxies:
        found.append(Middleware(TrustedProxies, settings.trusted_proxies))
    found += [
        Middleware(RequestTimer, histogram),
        Middleware(ResponseHeaders),
        Middleware(HostCheck),
    ]
    if settings.allowed_hosts:
        found.append(Middleware(TrustedHostMiddleware, [*settings.allowed_hosts], www_redirect=False))
    found += [
        Middleware(GZipMiddleware, GZIP_MIN_BYTES, GZIP_LEVEL, exclude_content_types=GZIP_EXCLUDED),
        Middleware(OriginCheck),
    ]
    if settings.client_limits:
        found.append(Middleware(RateLimitMiddleware, rate_limits))
    bodies = max_bodies(settings)
    found.append(Middleware(TranslatedTooLarge, lambda path: bodies.get(path, settings.max_body)))
    found.append(Middleware(RequestBodyLimitMiddleware, settings.max_body))
    return found


async def client_disconnected(_: Request, __: Exception) -> Response:
    """The response to a client that disconnected before its request was complete. It is never received."""
    return Response(status_code=400)


async def server_error(_: Request, __: Exception) -> Response:
    """The response to an unexpected exception, which uvicorn logs. No middleware adds headers to it.

    uvicorn closes the connection after the exception and drops pipelined requests. The header
    ``connection: close`` announces that to the client.
    """
    return PlainTextResponse("Internal server error.\n", 500, DEFAULT_HEADERS | {"connection": "close"})
