"""The application: the house, its pages, its API, and the doorkeeper in front."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from samovar.table import api, game_styles, metrics, pages
from samovar.table.house import House
from samovar.table.looks import Looks
from samovar.table.postgres import listen
from samovar.table.proxies import Proxies
from samovar.table.reply import Heads
from samovar.table.security import Doorkeeper, Limits
from samovar.table.store import Store
from samovar.table.switch import Switch
from samovar.table.thinkers import Thinkers
from samovar.table.timing import Metrics
from samovar.table.warm_up import warm_up
from samovar.table.wire import Outbox


class Files(StaticFiles):
    """The files of the pages. A browser keeps them, and asks each time whether they are still the same."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        response = super().file_response(*args, **named)
        response.headers["cache-control"] = "no-cache"
        return response


class Application(Starlette):
    """Nothing gets in but through the door."""

    door: Doorkeeper
    house: House  # as long as it runs
    heads: Heads
    boot: str  # tells one run of the server from the next
    limits: Limits
    looks: dict[str, Looks]
    metrics: Metrics
    outbox: Outbox
    root_path: str  # the prefix of all addresses: "" or "/samovar"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.door(scope, receive, send)

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What Starlette does with a request that the doorkeeper has let in."""
        await super().__call__(scope, receive, send)


class Settings:
    """How the server runs."""

    def __init__(
        self,
        database: str,
        limits: bool = True,
        pause: float = 0.35,
        thinkers: int = 1,
        warm_up: list[str] | None = None,
        root_path: str = "",
        trusted_proxies: Sequence[str] = (),
    ) -> None:
        self.database: Final = database
        self.limits: Final = limits
        self.pause: Final = pause
        self.thinkers: Final = thinkers
        self.warm_up: Final = warm_up or []  # a command, see warm_up.py
        self.root_path: Final = root_path
        self.trusted_proxies: Final = trusted_proxies


def make_app(settings: Settings) -> Application:
    """The application; it opens its database when it starts."""
    boot = secrets.token_hex(4)

    @contextlib.asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        store = Store(settings.database, boot)
        house = House(store, Thinkers(settings.thinkers), settings.pause)
        app.house = house
        house.start(house.watch_absent())
        house.start(house.beat())
        if settings.warm_up:
            house.start(warm_up(house, settings.warm_up))
        ears = None if store.is_sqlite else listen(store, house)
        try:
            yield
        finally:
            if ears is not None:
                ears.close()
            await house.close()
            store.close()

    found, limits = routes(), Limits(settings.limits)
    app = Application(
        routes=[*found, Mount("/static", Files(packages=[("samovar.table", "static")]), name="static")],
        exception_handlers={404: pages.missing},
        lifespan=life,
    )
    proxies = Proxies(settings.trusted_proxies) if settings.trusted_proxies else None
    app.root_path = settings.root_path
    app.door = Doorkeeper(app, limits, Switch(found), app.root_path, proxies)
    app.heads = Heads()
    app.boot = boot
    app.limits = limits
    app.looks = {}
    app.metrics = Metrics()
    app.outbox = Outbox()
    return app


def first_parts() -> set[str]:
    """The first part of each of the server's paths, such as ``t`` and ``api``."""
    paths = [route.path for route in routes() if isinstance(route, Route)]
    return {path.split("/")[1] for path in [*paths, "/static"]}


def routes() -> list[BaseRoute]:
    """Every address of the server but the files of the pages."""
    return [
        *pages.routes(),
        *api.routes(),
        *game_styles.routes(),
        Route("/healthz", health),
        Route("/metrics", metrics.page),
    ]


async def health(request: Request) -> Response:
    """Whether the database answers."""
    house: House = request.app.house
    try:
        await asyncio.wait_for(house.store.ask(lambda connection: connection.exec_driver_sql("SELECT 1")), 5)
    except Exception:
        return PlainTextResponse("the database does not answer\n", 503)
    return PlainTextResponse("ok\n")
