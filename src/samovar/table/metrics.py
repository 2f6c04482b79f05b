"""Numbers about the server, in the form that Prometheus reads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from samovar.table.house import House

BUCKETS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """How long requests took, by route."""

    def __init__(self) -> None:
        self.registry: Final = CollectorRegistry()
        self.requests: Final = Histogram(
            "samovar_request_seconds",
            "Time until an answer began",
            ["method", "route", "status"],
            registry=self.registry,
            buckets=BUCKETS,
        )
        self._kinds: Final[dict[tuple[str, str, int], Histogram]] = {}  # to look labels up only once

    def took(self, method: str, route: str, status: int, seconds: float) -> None:
        kind = (method, route, status)
        if kind not in self._kinds:
            self._kinds[kind] = self.requests.labels(method, route, str(status))
        self._kinds[kind].observe(seconds)


class HouseNumbers(Collector):
    """What the house counts, read when somebody asks."""

    def __init__(self, house: House) -> None:
        self.house: Final = house

    def collect(self) -> Iterator[Metric]:
        house = self.house
        tables = list(house.tables.values())
        streams = sum(len(events) for table in tables for events in table.streams.values())
        yield GaugeMetricFamily("samovar_tables", "Tables in memory", len(tables))
        yield GaugeMetricFamily("samovar_streams", "Open streams", streams)
        yield CounterMetricFamily("samovar_actions", "Actions played", house.actions)
        yield CounterMetricFamily("samovar_conflicts", "Actions refused as outdated", house.conflicts)
        yield CounterMetricFamily("samovar_commits", "Transactions of the log", house.store.commits)
        yield CounterMetricFamily("samovar_bot_questions", "Decisions of bots", house.thinkers.asked)
        yield CounterMetricFamily(
            "samovar_bot_faults", "Bots that failed or were late", house.thinkers.faults
        )


class Timing:
    """Measures every request until its answer begins."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start = time.perf_counter()

        async def timed(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(scope.get("route"), "path", "other")
                kept: Metrics = scope["app"].state.metrics
                kept.took(scope["method"], route, message["status"], time.perf_counter() - start)
            await send(message)

        await self.app(scope, receive, timed)


async def page(request: Request) -> Response:
    kept: Metrics = request.app.state.metrics
    numbers = CollectorRegistry()
    numbers.register(HouseNumbers(request.app.state.house))
    text = generate_latest(numbers) + generate_latest(kept.registry)
    return Response(text, media_type="text/plain; version=0.0.4")
