"""The composition root: the service, its routes, and the middleware that every request passes."""

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
from samovar.table.host_check import HostCheck
from samovar.table.metrics import RequestTimer, request_histogram
from samovar.table.old_rooms import complete_old_rooms
from samovar.table.origin_check import OriginCheck
from samovar.table.pages.rules import not_found
from samovar.table.proxies import RootPath, TrustedProxies
from samovar.table.rate_limits import RateLimitMiddleware, RateLimits
from samovar.table.response_headers import DEFAULT_HEADERS, ResponseHeaders
from samovar.table.router import routes
from samovar.table.service import RoomService
from samovar.table.settings import GZIP_EXCLUDED, GZIP_LEVEL, GZIP_MIN_BYTES, MAX_BODY, Settings
from samovar.table.store import Store
from samovar.table.warm_up import warm_up
from samovar.table.worker_pool import WorkerPool


class Files(StaticFiles):
    """Static files. A browser caches them and asks each time whether they have changed."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        response = super().file_response(*args, **named)
        response.headers["cache-control"] = "no-cache"
        return response


class Application(Starlette):
    """The server's state, which endpoints reach through ``request.app``."""

    settings: Settings
    service: RoomService  # while the server runs
    boot: str  # differs in each run of the server
    request_histogram: Histogram
    root_path: str  # the prefix of all paths: "" or "/samovar"


def make_app(settings: Settings) -> Application:
    """The application; it opens its database when the server starts."""
    boot = secrets.token_hex(4)

    @contextlib.asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        store = Store(settings.database, boot)
        service = app.service = RoomService(store, WorkerPool(settings.bot_workers), settings.pause)
        service.tasks.start(watch_absence(service))
        service.tasks.start(service.hub.heartbeat(service.rooms.open_rooms))
        service.tasks.start(complete_old_rooms(service))
        if settings.warm_up:
            service.tasks.start(warm_up(service.workers, list(settings.warm_up), service.refresh_pages))
        listener = store.listen(
            lambda room, _: service.tasks.start(service.changed_elsewhere(room)),
            lambda: service.tasks.start(service.check_revisions()),
        )
        try:
            yield
        finally:
            if listener is not None:
                listener.close()
            await service.close()
            store.close()

    histogram = request_histogram()
    app = Application(
        routes=[*routes(), Mount("/static", Files(packages=[("samovar.table", "static")]), name="static")],
        middleware=middleware(settings, histogram),
        exception_handlers={
            404: not_found,
            ClientDisconnect: client_disconnected,
            Exception: server_error,
        },
        lifespan=life,
    )
    app.settings = settings
    app.root_path = settings.root_path
    app.boot = boot
    app.request_histogram = histogram
    return app


def middleware(settings: Settings, histogram: Histogram) -> list[Middleware]:
    """From the outermost to the innermost. Starlette's handler of exceptions comes after these."""
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
    if settings.limits:
        found.append(Middleware(RateLimitMiddleware, RateLimits(settings.max_streams_per_client)))
    found.append(Middleware(RequestBodyLimitMiddleware, MAX_BODY))
    return found


async def client_disconnected(_: Request, __: Exception) -> Response:
    """The client left before its request was complete. Nobody reads this response."""
    return Response(status_code=400)


async def server_error(_: Request, __: Exception) -> Response:
    """The response to an unexpected exception, which uvicorn logs. No middleware adds headers to it.

    uvicorn closes the connection after the exception. The header says so, and pipelined requests are dropped.
    """
    return PlainTextResponse("Internal server error.\n", 500, DEFAULT_HEADERS | {"connection": "close"})
