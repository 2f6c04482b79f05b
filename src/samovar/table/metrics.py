"""Metrics of the server in the format of Prometheus."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from samovar.table.service import RoomService
from samovar.table.settings import Rate, Settings, limit_fields

BUCKETS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)  # seconds


def request_histogram() -> Histogram:
    """Request durations by method, route and status."""
    return Histogram(
        "samovar_request_seconds",
        "Time until the response started",
        ["method", "route", "status"],
        buckets=BUCKETS,
        registry=None,
    )


class RequestTimer:
    """Middleware that measures the time from the request's headers to the response's headers."""

    def __init__(self, app: ASGIApp, histogram: Histogram) -> None:
        self.app: Final = app
        self.histogram: Final = histogram

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()

        async def send_and_measure(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(scope.get("route"), "path", "other")
                labels = self.histogram.labels(scope["method"], route, message["status"])
                labels.observe(time.perf_counter() - began)
            await send(message)

        await self.app(scope, receive, send_and_measure)


class LimitCollector(Collector):
    """The limits of the server, and how often each was reached."""

    def __init__(self, settings: Settings, refused: Counter[str]) -> None:
        self.settings: Final = settings
        self.refused: Final = refused

    def collect(self) -> Iterator[Metric]:
        values = GaugeMetricFamily("samovar_limit", "The limits of this server", labels=["name"])
        counts = CounterMetricFamily(
            "samovar_limited", "Requests refused or connections closed by a limit", labels=["name"]
        )
        for name, value in limit_values(self.settings).items():
            values.add_metric([name], value)
        for name, count in sorted(self.refused.items()):
            counts.add_metric([name], count)
        yield values
        yield counts


def limit_values(settings: Settings) -> dict[str, float]:
    """All limits by name. A rate has two: its burst, and the requests per minute after that."""
    found: dict[str, float] = {}
    for one in limit_fields():
        value = getattr(settings, one.name)
        if isinstance(value, Rate):
            found |= {f"{one.name}_burst": value.burst, f"{one.name}_per_minute": value.per_minute}
        else:
            found[one.name] = value
    return found


class RoomCollector(Collector):
    """Metrics of rooms, bots and the database, read at each scrape."""

    def __init__(self, service: RoomService) -> None:
        self.service: Final = service

    def collect(self) -> Iterator[Metric]:
        service, workers, rooms = self.service, self.service.workers, self.service.rooms
        streams = sum(len(open_room.subscriptions) for open_room in rooms.open_rooms.values())
        yield GaugeMetricFamily("samovar_tables", "Rooms in memory", len(rooms.open_rooms))
        yield GaugeMetricFamily("samovar_streams", "Open streams", streams)
        yield GaugeMetricFamily("samovar_bots_waiting", "Bot requests without a worker", service.bots.waiting)
        yield CounterMetricFamily("samovar_actions", "Actions played", service.actions)
        yield CounterMetricFamily("samovar_conflicts", "Actions refused as outdated", service.conflicts)
        yield CounterMetricFamily("samovar_commits", "Database transactions committed", service.store.commits)
        yield CounterMetricFamily("samovar_bot_questions", "Decisions of bots", workers.bot_decisions)
        yield CounterMetricFamily(
            "samovar_bot_compiled", "Decisions of bots with compiled rules", workers.compiled
        )
        yield CounterMetricFamily("samovar_bot_faults", "Bots that failed or were late", workers.faults)
        yield CounterMetricFamily(
            "samovar_rooms_frozen", "Rooms opened read-only, played with other rules", rooms.frozen
        )
        yield CounterMetricFamily(
            "samovar_rooms_unreadable", "Rooms opened that cannot be read", rooms.unreadable
        )


async def metrics_page(request: Request) -> Response:
    registry = CollectorRegistry()
    registry.register(RoomCollector(request.app.service))
    app = request.app
    refused = app.rate_limits.refused.copy()
    if app.connection_limits is not None:
        refused += app.connection_limits.refused
    registry.register(LimitCollector(app.settings, refused))
    registry.register(app.request_histogram)
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")
