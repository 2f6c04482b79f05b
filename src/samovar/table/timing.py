"""How long requests take."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Times:
    """How long some requests took: how many fell between two bounds each, and all together."""

    def __init__(self) -> None:
        self.counts: Final = [0] * (len(BUCKETS) + 1)
        self.sum = 0.0


class Metrics(Collector):
    """How long requests took, by route. Counted here, and made into what Prometheus reads when it asks."""

    def __init__(self) -> None:
        self._times: Final[dict[tuple[str, str, int], Times]] = {}

    def took(self, method: str, route: str, status: int, seconds: float) -> None:
        times = self._times.get((method, route, status))
        if times is None:
            times = self._times[method, route, status] = Times()
        times.counts[bisect_left(BUCKETS, seconds)] += 1
        times.sum += seconds

    def collect(self) -> Iterator[Metric]:
        found = HistogramMetricFamily(
            "samovar_request_seconds", "Time until an answer began", labels=["method", "route", "status"]
        )
        for (method, route, status), times in self._times.items():
            up_to = zip([*map(str, BUCKETS), "+Inf"], accumulate(times.counts), strict=True)
            found.add_metric([method, route, str(status)], list(up_to), times.sum)
        yield found
