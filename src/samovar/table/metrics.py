"""Numbers about the server, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from samovar.table.house import House
from samovar.table.timing import Metrics


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
            "samovar_bot_compiled", "Decisions of bots on compiled rules", house.thinkers.compiled
        )
        yield CounterMetricFamily(
            "samovar_bot_faults", "Bots that failed or were late", house.thinkers.faults
        )


async def page(request: Request) -> Response:
    kept: Metrics = request.app.metrics
    numbers = CollectorRegistry()
    numbers.register(HouseNumbers(request.app.house))
    numbers.register(kept)
    text = generate_latest(numbers)
    return Response(text, media_type="text/plain; version=0.0.4")
