"""Numbers about the server, in the format of Prometheus."""

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

from samovar.table.service import RoomService

BUCKETS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)  # seconds


def request_histogram() -> Histogram:
    """Request durations by method, route and status."""
    return Histogram(
        "samovar_request_seconds",
        "Time until the response began",
        ["method", "route", "status"],
        buckets=BUCKETS,
        registry=None,
    )


class RequestTimer:
    """Measures the time from the request's headers to the response's headers."""

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


class RoomCollector(Collector):
    """Numbers about rooms, bots and the database, read when Prometheus asks."""

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
        yield CounterMetricFamily("samovar_commits", "Transactions of the log", service.store.commits)
        yield CounterMetricFamily("samovar_bot_questions", "Decisions of bots", workers.asked)
        yield CounterMetricFamily(
            "samovar_bot_compiled", "Decisions of bots on compiled rules", workers.compiled
        )
        yield CounterMetricFamily("samovar_bot_faults", "Bots that failed or were late", workers.faults)
        yield CounterMetricFamily("samovar_rooms_frozen", "Rooms opened that other rules made", rooms.frozen)
        yield CounterMetricFamily(
            "samovar_rooms_unreadable", "Rooms that nothing could read", rooms.unreadable
        )


async def metrics_page(request: Request) -> Response:
    registry = CollectorRegistry()
    registry.register(RoomCollector(request.app.service))
    registry.register(request.app.request_histogram)
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")
