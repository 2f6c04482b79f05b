"""What an arena shows: who is how strong, against whom, in which seat, with what points, in how much time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, floor, log
from typing import Final, TypedDict

import samovar
from samovar.lab.arena.playing import Played
from samovar.lab.arena.ratings import Estimate, rate, wilson
from samovar.lab.arena.schedule import Fixture

AUTOMA: Final = "automa"  # whoever plays without a seat
STEPS: Final = 50  # buckets of time for each factor e: 2 % wide
TOLD: Final = 5  # faults of a bot that are told word by word


class Figure(TypedDict):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


class Share(TypedDict):
    """How much of so many games was won, with Wilson's 95 % interval."""

    games: int
    wins: float
    share: float
    low: float
    high: float


class Pair(Share):
    """What one bot won against another: games in which it ranked before the other; equal ranks count half."""

    bot: str
    other: str


class Thinking(TypedDict):
    """Seconds per decision."""

    decisions: int
    mean: float
    p95: float  # 95 % of the decisions took no longer
    worst: float


class Faults(TypedDict):
    """How often another had to decide for a bot, and why: the first few times."""

    number: int
    first: list[str]


class BotRow(TypedDict):
    """What is known about one bot."""

    name: str
    rating: Figure  # Elo points around the mean of all
    wins: Share  # of the table: a shared first rank is shared
    by_seat: list[Share]
    mean_score: float
    mean_points: dict[str, float]  # by category
    thinking: Thinking | None  # None for an automa, which is part of the rules
    faults: Faults


class Report(TypedDict):
    """What ``samovar arena --json`` prints."""

    game: str
    title: str
    seats: int
    options: dict[str, str]
    asked: int
    scheduled: int
    games: int
    deals: int
    torn: int
    first_seed: int
    seconds: float
    compiled: bool
    bots: list[BotRow]
    pairs: list[Pair]
    by_seat: list[Share]


class Clock:
    """Times of decisions, counted in narrow buckets so that any number of them needs no room."""

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
            bucket = floor(log(max(one, 1e-9)) * STEPS)
            self.buckets[bucket] = self.buckets.get(bucket, 0) + 1

    def within(self, share: float) -> float:
        """How long this share of the decisions took at most."""
        left = share * self.decisions
        for bucket in sorted(self.buckets):
            left -= self.buckets[bucket]
            if left <= 0:
                return min(exp((bucket + 1) / STEPS), self.worst)
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
    """Results of games, added up in any order."""

    def __init__(self, bots: Sequence[str], seats: int, fixtures: Sequence[Fixture]) -> None:
        self.names: Final = list(bots)
        self.seats: Final = seats
        self.fixtures: Final = fixtures
        self.played: Final[list[Played]] = []
        self.clocks: Final = {name: Clock() for name in [*bots, AUTOMA]}

    def add(self, played: Played) -> None:
        """One more game. Its times are counted at once and then forgotten."""
        for name, seconds in zip(played.fixture.order, played.seconds, strict=True):
            self.clocks[name].add(seconds)
            seconds.clear()
        self.played.append(played)

    def report(self, title: str, game: str, options: dict[str, str], asked: int, seconds: float) -> Report:
        played = sorted(self.played, key=lambda one: one.fixture.number)
        names = list(self.names)
        if any(len(one.ranks) > self.seats for one in played):
            names.append(AUTOMA)
        whole: dict[int, int] = {}
        for fixture in self.fixtures:
            whole[fixture.deal] = whole.get(fixture.deal, 0) + 1
        for one in played:
            whole[one.fixture.deal] -= 1
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
            "torn": sum(1 for deal in deals if whole[deal]),
            "first_seed": self.fixtures[0].deal,
            "seconds": round(seconds, 3),
            "compiled": samovar.compiled(),
            "bots": [rows[i] for i in order],
            "pairs": pairs(played, [names[i] for i in order]),
            "by_seat": [share_of([won(one, seat) for one in played]) for seat in range(self.seats)],
        }

    def _row(self, name: str, rating: Estimate, played: Sequence[Played], names: Sequence[str]) -> BotRow:
        seated = [(one, seat) for one in played for seat, who in enumerate(players(one)) if who == name]
        faults = [fault for one, seat in seated if seat < self.seats for fault in one.faults[seat]]
        categories = list(played[0].points) if played else []
        return {
            "name": name,
            "rating": _figure(rating),
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
            "thinking": self.clocks[name].thinking(),
            "faults": {"number": len(faults), "first": faults[:TOLD]},
        }


def players(played: Played) -> list[str]:
    """Who had which rank: the bots by seat, then whoever plays without one."""
    order = played.fixture.order
    return [*order, *[AUTOMA] * (len(played.ranks) - len(order))]


def won(played: Played, player: int) -> float:
    """How much of a win this player has: a first rank that is shared is a part of one."""
    return 1 / played.ranks.count(1) if played.ranks[player] == 1 else 0.0


def results(played: Sequence[Played], names: Sequence[str]) -> list[list[list[float]]]:
    """By deal: what each (row) won against each (column)."""
    place = {name: i for i, name in enumerate(names)}
    by_deal: dict[int, list[list[float]]] = {}
    for one in played:
        table = by_deal.setdefault(one.fixture.deal, [[0.0] * len(names) for _ in names])
        for a, b, win in duels(one):
            table[place[a]][place[b]] += win
    return list(by_deal.values())


def duels(played: Played) -> Iterable[tuple[str, str, float]]:
    """Each two different bots of a game, both ways, and what the first won against the second."""
    who = players(played)
    for i, rank in enumerate(played.ranks):
        for k, other in enumerate(played.ranks):
            if who[i] != who[k]:
                yield who[i], who[k], 1.0 if rank < other else 0.5 if rank == other else 0.0


def pairs(played: Sequence[Played], names: Sequence[str]) -> list[Pair]:
    """Each against each that it has met."""
    met: dict[tuple[str, str], list[float]] = {}
    for one in played:
        for bot, other, win in duels(one):
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


def _figure(estimate: Estimate) -> Figure:
    return {
        "value": round(estimate.value, 1),
        "low": round(estimate.low, 1),
        "high": round(estimate.high, 1),
    }


def _mean(values: Sequence[int]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
