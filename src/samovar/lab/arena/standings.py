"""The standings of an arena: ratings, wins by opponent and by seat, points, times and faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, floor, log
from typing import Final, TypedDict

import samovar
from samovar.lab.arena.ratings import Estimate, rate, wilson
from samovar.lab.arena.runner import GameResult
from samovar.lab.arena.schedule import Fixture
from samovar.lab.arena.sprt import SprtReport

AUTOMA: Final = "automa"  # the name of the player without a seat
BUCKETS_PER_E: Final = 50  # time buckets per factor e, so a bucket is 2 % wide
MAX_LISTED_FAULTS: Final = 5  # messages per bot in the report


class EstimateRow(TypedDict):
    """An ``Estimate`` in the JSON document."""

    value: float
    low: float
    high: float


class Share(TypedDict):
    """The share of games won, with Wilson's 95 % interval."""

    games: int
    wins: float
    share: float
    low: float
    high: float


class Pair(Share):
    """The share of games in which a bot ranked before another. Equal ranks count half."""

    bot: str
    other: str


class Thinking(TypedDict):
    """Seconds per decision."""

    decisions: int
    mean: float
    p95: float  # 95 % of the decisions took no longer
    worst: float


class Faults(TypedDict):
    """The number of decisions that greedy made for a bot, and the first reasons."""

    number: int
    first: list[str]


class BotRow(TypedDict):
    """The results of one bot."""

    name: str
    rating: EstimateRow  # Elo points, relative to the mean of all
    wins: Share  # first ranks; one that two players share counts half for each
    by_seat: list[Share]
    mean_score: float
    mean_points: dict[str, float]  # by category
    thinking: Thinking | None  # None for an automa, which is part of the rules
    faults: Faults


class ArenaReport(TypedDict):
    """The JSON document of ``samovar arena --json``."""

    game: str
    title: str
    seats: int
    options: dict[str, str]
    asked: int
    scheduled: int
    games: int
    deals: int
    incomplete_deals: int
    first_seed: int
    seconds: float
    compiled: bool
    sprt: SprtReport | None  # None if no test was asked for
    bots: list[BotRow]
    pairs: list[Pair]
    by_seat: list[Share]


class DecisionTimes:
    """A histogram of decision times with narrow buckets, so that memory stays small."""

    def __init__(self) -> None:
        self.decisions = 0
        self.total = 0.0
        self.worst = 0.0
        self.buckets: Final[dict[int, int]] = {}

    def add(self, seconds: Iterable[float]) -> None:
        for one in seconds:
            self.decisions += 1
            self.total += one
            self.worst = max(self.worst, one)
            bucket = floor(log(max(one, 1e-9)) * BUCKETS_PER_E)
            self.buckets[bucket] = self.buckets.get(bucket, 0) + 1

    def within(self, share: float) -> float:
        """Return the time within which this share of the decisions was made (a quantile)."""
        left = share * self.decisions
        for bucket in sorted(self.buckets):
            left -= self.buckets[bucket]
            if left <= 0:
                return min(exp((bucket + 1) / BUCKETS_PER_E), self.worst)
        return self.worst

    def thinking(self) -> Thinking | None:
        if not self.decisions:
            return None
        return {
            "decisions": self.decisions,
            "mean": _seconds(self.total / self.decisions),
            "p95": _seconds(self.within(0.95)),
            "worst": _seconds(self.worst),
        }


def _seconds(value: float) -> float:
    return float(f"{value:.3g}")


class Standings:
    """Collects the results of games, in any order, and computes the report."""

    def __init__(self, bots: Sequence[str], seats: int, fixtures: Sequence[Fixture]) -> None:
        self.names: Final = list(bots)
        self.seats: Final = seats
        self.fixtures: Final = fixtures
        self.played: Final[list[GameResult]] = []
        self.times: Final = {name: DecisionTimes() for name in [*bots, AUTOMA]}

    def add(self, played: GameResult) -> None:
        """Add a result. Its times go into the histogram and are cleared."""
        for name, seconds in zip(played.fixture.order, played.seconds, strict=True):
            self.times[name].add(seconds)
            seconds.clear()
        self.played.append(played)

    def report(
        self,
        title: str,
        game: str,
        options: dict[str, str],
        asked: int,
        seconds: float,
        sprt: SprtReport | None = None,
    ) -> ArenaReport:
        played = sorted(self.played, key=lambda one: one.fixture.number)
        names = list(self.names)
        if any(len(one.ranks) > self.seats for one in played):
            names.append(AUTOMA)
        remaining: dict[int, int] = {}
        for fixture in self.fixtures:
            remaining[fixture.deal] = remaining.get(fixture.deal, 0) + 1
        for one in played:
            remaining[one.fixture.deal] -= 1
        deals = list(dict.fromkeys(one.fixture.deal for one in played))
        ratings = rate(results(played, names)) if played else [Estimate(0.0, 0.0, 0.0)] * len(names)
        rows = [self._row(name, rating, played, names) for name, rating in zip(names, ratings, strict=True)]
        order = sorted(range(len(names)), key=lambda i: -ratings[i].value)
        return {
            "game": game,
            "title": title,
            "seats": self.seats,
            "options": options,
            "asked": asked,
            "scheduled": len(self.fixtures),
            "games": len(played),
            "deals": len(deals),
            "incomplete_deals": sum(1 for deal in deals if remaining[deal]),
            "first_seed": self.fixtures[0].deal,
            "seconds": round(seconds, 3),
            "compiled": samovar.compiled(),
            "sprt": sprt,
            "bots": [rows[i] for i in order],
            "pairs": pairs(played, [names[i] for i in order]),
            "by_seat": [share_of([won(one, seat) for one in played]) for seat in range(self.seats)],
        }

    def _row(self, name: str, rating: Estimate, played: Sequence[GameResult], names: Sequence[str]) -> BotRow:
        seated = [(one, seat) for one in played for seat, who in enumerate(players(one)) if who == name]
        faults = [fault for one, seat in seated if seat < self.seats for fault in one.faults[seat]]
        categories = list(played[0].points) if played else []
        return {
            "name": name,
            "rating": _estimate_row(rating),
            "wins": share_of([won(one, seat) for one, seat in seated]),
            "by_seat": [
                share_of([won(one, seat) for one, seat in seated if seat == there])
                for there in range(self.seats if name != AUTOMA else 0)
            ],
            "mean_score": _mean([one.totals[seat] for one, seat in seated]),
            "mean_points": {
                category: _mean([one.points[category][seat] for one, seat in seated])
                for category in categories
            },
            "thinking": self.times[name].thinking(),
            "faults": {"number": len(faults), "first": faults[:MAX_LISTED_FAULTS]},
        }


def players(played: GameResult) -> list[str]:
    """Return the names of the players: the bots by seat, then the automa if any."""
    order = played.fixture.order
    return [*order, *[AUTOMA] * (len(played.ranks) - len(order))]


def won(played: GameResult, player: int) -> float:
    """Return 1 for a win, a fraction for a shared first rank, 0 otherwise."""
    return 1 / played.ranks.count(1) if played.ranks[player] == 1 else 0.0


def results(played: Sequence[GameResult], names: Sequence[str]) -> list[list[list[float]]]:
    """Return a table for each deal: wins of each player (row) against each (column)."""
    place = {name: i for i, name in enumerate(names)}
    by_deal: dict[int, list[list[float]]] = {}
    for one in played:
        table = by_deal.setdefault(one.fixture.deal, [[0.0] * len(names) for _ in names])
        for a, b, win in ordered_pairs(one):
            table[place[a]][place[b]] += win
    return list(by_deal.values())


def ordered_pairs(played: GameResult) -> Iterable[tuple[str, str, float]]:
    """Yield each ordered pair of different bots of a game with the first one's win, 0.5 for equal ranks."""
    who = players(played)
    for i, rank in enumerate(played.ranks):
        for k, other in enumerate(played.ranks):
            if who[i] != who[k]:
                yield who[i], who[k], 1.0 if rank < other else 0.5 if rank == other else 0.0


def pairs(played: Sequence[GameResult], names: Sequence[str]) -> list[Pair]:
    """Return the results of each bot against each other bot that it has met."""
    met: dict[tuple[str, str], list[float]] = {}
    for one in played:
        for bot, other, win in ordered_pairs(one):
            met.setdefault((bot, other), []).append(win)
    return [
        {"bot": bot, "other": other, **share_of(met[bot, other])}
        for bot in names
        for other in names
        if (bot, other) in met
    ]


def share_of(wins: Sequence[float]) -> Share:
    estimate = wilson(sum(wins), len(wins))
    return {
        "games": len(wins),
        "wins": round(sum(wins), 4),
        "share": round(estimate.value, 4),
        "low": round(estimate.low, 4),
        "high": round(estimate.high, 4),
    }


def _estimate_row(estimate: Estimate) -> EstimateRow:
    return {
        "value": round(estimate.value, 1),
        "low": round(estimate.low, 1),
        "high": round(estimate.high, 1),
    }


def _mean(values: Sequence[int]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
