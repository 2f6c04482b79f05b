"""The report as one self-contained HTML page with light and dark mode, for desktops and phones.

The charts are SVG. Horizontal coordinates are percentages, so charts fit the width of the window while
markers and texts keep their size.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from math import ceil, floor, log10
from typing import Final

from samovar.lab.arena.standings import ArenaReport, Share
from samovar.lab.arena.text_report import duration, elo, heading, percent, share, span, sprt
from samovar.views import sentences
from samovar.views.words.words import BASE, words_for

ROW_HEIGHT: Final = 26  # height of a row of a chart, in pixels
COLOURS: Final = 12  # colours of categories in the style sheet
SEATS: Final = [  # colour and shape of each seat, as in the table's pages
    ("yellow", "M0 -6 6 5H-6Z"),
    ("blue", "M-5 -5H5V5H-5Z"),
    ("red", "M0 -5.5A5.5 5.5 0 1 1 0 5.5 5.5 5.5 0 1 1 0 -5.5Z"),
    ("teal", "M0 -7 6 0 0 7 -6 0Z"),
]
DOT: Final = SEATS[2][1]
TICK: Final = "M0 -7V7"
RING: Final = "M0 -4A4 4 0 1 1 0 4 4 4 0 1 1 0 -4Z"
CREST: Final = (
    '<svg class="crest" viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="M7 22.5h10l-1.5-2.5h-7Z" fill="#b4622d"/>'
    '<path d="M18 10.5q4-.5 3.5 2.5T17.5 15M6 14H2.5v3M2 13h2" fill="none"/>'
    '<path d="M6 9.5q-1.5 8.5 3.5 10.5h5q5-2 3.5-10.5Z" fill="#e7ae2c"/><path d="M5.2 9.5h13.6" fill="none"/>'
    '<path d="M8 9q0-2 4-2t4 2Z" fill="#b4622d"/>'
    '<path d="M9.5 6.8q-.8-3.6 2.5-3.6t2.5 3.6ZM14.4 5l2-.8M12 3V1.8" fill="#fff6e2"/></svg>'
)
FRIEZE: Final = (
    '<svg class="frieze" aria-hidden="true"><pattern id="frieze" width="24" height="10" '
    'patternUnits="userSpaceOnUse"><path class="f0" d="M0 0h24v10H0Z"/>'
    '<path class="f1" d="M2 10a10 9 0 0 1 20 0Z"/>'
    '<path class="f2" d="M6 10a6 5.5 0 0 1 12 0ZM0 1l2.5 3L0 7l-2.5-3ZM24 1l2.5 3L24 7l-2.5-3Z"/></pattern>'
    '<rect width="100%" height="10" fill="url(#frieze)"/></svg>'
)


def render_html(report: ArenaReport) -> str:
    """Return the report as an HTML document."""
    style = resources.files("samovar.lab.arena").joinpath("html_report.css").read_text(encoding="utf-8")
    title = f"{report['title']}: arena"
    first, *more = heading(report)
    parts = [
        _section("Ratings", RATINGS, ratings(report)),
        _section("Who beats whom", PAIR_SHARES, pair_shares(report)),
        _section("Seats", BY_SEAT, by_seat(report)) if report["seats"] > 1 else "",
        _section("Where the points come from", POINTS, points(report)),
        _section("Time per decision", THINKING, thinking(report)),
        _section("Faults", FAULTS, faults(report)),
    ]
    about = "".join(f"<p>{escape(text)}</p>" for text in [*more, *sprt(report)[1:]])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header>{CREST}<div><h1>Arena</h1><p>{escape(first)}</p></div></header>{FRIEZE}\n"
        f'<main>\n<div class="about">{about}</div>\n{"".join(parts)}</main>\n</body>\n</html>\n'
    )


# ---- sections ----

RATINGS: Final = (
    "Elo points around the mean of all, with 95 % intervals: 400 points are odds of ten to one. "
    "A Bradley-Terry model of who ranks before whom, with a bootstrap over deals."
)
PAIR_SHARES: Final = (
    "Games in which the row ranks before the column, with Wilson’s 95 % interval; equal ranks count half."
)
BY_SEAT: Final = "Games won from each seat, with Wilson’s 95 % interval. The dashed line is an even share."
POINTS: Final = "Mean points of a game by category."
THINKING: Final = "By the clock, on an axis where each line is ten times the one before."
FAULTS: Final = "How often a bot failed, answered illegally or too late, and greedy decided for it."


def ratings(report: ArenaReport) -> str:
    bots = report["bots"]
    scale = Scale.around([value for bot in bots for value in (bot["rating"]["low"], bot["rating"]["high"])])
    rows = ""
    for bot in bots:
        rating = bot["rating"]
        interval = f"{elo(rating['low'])} to {elo(rating['high'])}"
        drawing = scale.grid() + whisker(scale, rating["low"], rating["high"], ROW_HEIGHT / 2)
        drawing += marker(scale, rating["value"], ROW_HEIGHT / 2, DOT, "main")
        rows += _row(bot["name"], drawing, ROW_HEIGHT, elo(rating["value"]), interval)
    return rows + _axis(scale, [elo(tick) for tick in scale.ticks])


def pair_shares(report: ArenaReport) -> str:
    found = {(pair["bot"], pair["other"]): pair for pair in report["pairs"]}
    names = [bot["name"] for bot in report["bots"]]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = ""
    for bot in names:
        cells = "".join(_cell(found.get((bot, other))) for other in names)
        rows += f'<tr><th scope="row">{escape(bot)}</th>{cells}</tr>'
    return _table("pairs", head, rows)


def _cell(pair: Share | None) -> str:
    if pair is None:
        return '<td class="none"></td>'
    return (
        f'<td class="w{round(10 * pair["share"])}"><b>{percent(pair["share"])}</b>'
        f"<small>{span(pair)}</small><small>{pair['games']} games</small></td>"
    )


def by_seat(report: ArenaReport) -> str:
    scale = Scale(0.0, 100.0, [0, 25, 50, 75, 100])
    middle = scale.at(100 / report["seats"])
    even = f'<line class="even" x1="{middle}" x2="{middle}" y2="100%"/>'
    rows = ""
    for name, shares in [
        *[(bot["name"], bot["by_seat"]) for bot in report["bots"]],
        ("all", report["by_seat"]),
    ]:
        if not shares:
            continue
        drawing = scale.grid() + even
        for seat, one in enumerate(shares):
            y = 14 + 20 * seat
            drawing += whisker(scale, 100 * one["low"], 100 * one["high"], y)
            drawing += marker(scale, 100 * one["share"], y, SEATS[seat][1], SEATS[seat][0])
        values = "".join(f"<span>{escape(share(one))}</span>" for one in shares)
        rows += _row(name, drawing, 8 + 20 * len(shares), "", values)
    legend = "".join(f"<li>{_key(*SEATS[seat])}seat {seat}</li>" for seat in range(report["seats"]))
    return f'<ul class="legend">{legend}</ul><div class="seats">{rows}</div>' + _axis(
        scale, [f"{tick:.0f} %" for tick in scale.ticks]
    )


def points(report: ArenaReport) -> str:
    bots = report["bots"]
    words = words_for(BASE, report["game"])
    categories = list(bots[0]["mean_points"])
    scale = Scale.up_to(max([sum(max(0.0, n) for n in bot["mean_points"].values()) for bot in bots] + [1.0]))
    rows = ""
    for bot in bots:
        drawing, before = scale.grid(), 0.0
        for number, mean in enumerate(bot["mean_points"].values()):
            if mean > 0:
                drawing += bar(scale, before, mean, f"c{number % COLOURS}")
                before += mean
        rows += _row(bot["name"], drawing, ROW_HEIGHT, f"{bot['mean_score']:.1f}", "points")
    names = [sentences.category(words, category) for category in categories]
    legend = "".join(f'<li><i class="c{i % COLOURS}"></i>{escape(name)}</li>' for i, name in enumerate(names))
    table = _points_table(report, categories, names)
    return (
        f'<ul class="legend">{legend}</ul>{rows}'
        + _axis(scale, [f"{tick:g}" for tick in scale.ticks])
        + table
    )


def _points_table(report: ArenaReport, categories: Sequence[str], names: Sequence[str]) -> str:
    head = "".join(f'<th scope="col">{escape(bot["name"])}</th>' for bot in report["bots"])
    body = ""
    for category, name in zip(categories, names, strict=True):
        cells = "".join(f"<td>{bot['mean_points'][category]:.2f}</td>" for bot in report["bots"])
        body += f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'
    total = "".join(f"<td>{bot['mean_score']:.2f}</td>" for bot in report["bots"])
    body += f'<tr class="total"><th scope="row">score</th>{total}</tr>'
    return f"<details><summary>In numbers</summary>{_table('points', head, body)}</details>"


def thinking(report: ArenaReport) -> str:
    timed = [(bot["name"], bot["thinking"]) for bot in report["bots"]]
    known = [(name, took) for name, took in timed if took is not None]
    least = min([log10(min(took["mean"], took["p95"])) for _, took in known] + [-3.0])
    most = max([log10(took["worst"]) for _, took in known] + [0.0])
    scale = Scale(floor(least), ceil(most), range(floor(least), ceil(most) + 1))
    rows = ""
    for name, took in known:
        mean, within, worst = (log10(took[key]) for key in ("mean", "p95", "worst"))
        drawing = scale.grid() + whisker(scale, mean, worst, ROW_HEIGHT / 2)
        drawing += marker(scale, worst, ROW_HEIGHT / 2, RING, "open") + marker(
            scale, within, ROW_HEIGHT / 2, TICK, "open"
        )
        drawing += marker(scale, mean, ROW_HEIGHT / 2, DOT, "main")
        rest = f"95 % {duration(took['p95'])}, worst {duration(took['worst'])}"
        rows += _row(name, drawing, ROW_HEIGHT, duration(took["mean"]), rest)
    markers = [("main", DOT, "mean"), ("open", TICK, "95 % within"), ("open", RING, "worst")]
    legend = "".join(f"<li>{_key(colour, shape)}{text}</li>" for colour, shape, text in markers)
    labels = [power(round(tick)) for tick in scale.ticks]
    return f'<ul class="legend">{legend}</ul>{rows}' + _axis(scale, labels)


def power(tick: int) -> str:
    """Return the label of this power of ten of a second."""
    for unit, name in ((0, "s"), (-3, "ms")):
        if tick >= unit:
            return f"{10 ** (tick - unit)} {name}"
    return f"{10.0 ** (tick + 6):g} µs"


def faults(report: ArenaReport) -> str:
    found = ""
    for bot in report["bots"]:
        if bot["faults"]["number"]:
            texts = "".join(f"<li>{escape(text)}</li>" for text in bot["faults"]["first"])
            found += f"<h3>{escape(bot['name'])}: {bot['faults']['number']}</h3><ul>{texts}</ul>"
    return found or "<p>None.</p>"


# ---- charts ----


class Scale:
    """A horizontal axis from ``low`` to ``high`` with ticks."""

    def __init__(self, low: float, high: float, ticks: Sequence[float]) -> None:
        self.low: Final = low
        self.high: Final = high
        self.ticks: Final = ticks

    @staticmethod
    def around(values: Sequence[float]) -> Scale:
        """Return a scale that contains all values, with about six round numbers as ticks."""
        low, high = min(values), max(values)
        rough = max((high - low) / 5, 1e-9)
        unit = 10.0 ** floor(log10(rough))
        step = next(unit * n for n in (1, 2, 5, 10) if unit * n >= rough)
        first, last = floor(low / step), ceil(high / step)
        return Scale(first * step, last * step, [k * step for k in range(first, last + 1)])

    @staticmethod
    def up_to(most: float) -> Scale:
        return Scale.around([0.0, most])

    def part(self, length: float) -> str:
        return f"{100 * length / (self.high - self.low):.2f}%"

    def at(self, value: float) -> str:
        return self.part(value - self.low)

    def grid(self) -> str:
        return "".join(
            f'<line class="grid" x1="{self.at(t)}" x2="{self.at(t)}" y2="100%"/>' for t in self.ticks
        )


def bar(scale: Scale, before: float, length: float, colour: str) -> str:
    place = f'x="{scale.at(before)}" y="4" width="{scale.part(length)}" height="{ROW_HEIGHT - 8}"'
    return f'<rect class="{colour}" {place}/>'


def whisker(scale: Scale, low: float, high: float, y: float) -> str:
    return f'<line class="whisker" x1="{scale.at(low)}" x2="{scale.at(high)}" y1="{y:g}" y2="{y:g}"/>'


def marker(scale: Scale, value: float, y: float, shape: str, colour: str) -> str:
    return f'<svg x="{scale.at(value)}" y="{y:g}"><path class="sign {colour}" d="{shape}"/></svg>'


def _key(colour: str, shape: str) -> str:
    return f'<svg class="key" viewBox="-9 -9 18 18"><path class="sign {colour}" d="{shape}"/></svg>'


def _row(name: str, drawing: str, height: int, value: str, rest: str) -> str:
    """Return the row of one bot: name, chart and figures."""
    return (
        f'<div class="row"><b>{escape(name)}</b>{_plot(height, drawing)}<span class="figures">'
        f"<strong>{value}</strong> <small>{rest}</small></span></div>"
    )


def _axis(scale: Scale, labels: Sequence[str]) -> str:
    texts = "".join(
        f'<text x="{scale.at(tick)}" y="12">{escape(label)}</text>'
        for tick, label in zip(scale.ticks, labels, strict=True)
    )
    return f'<div class="row axis"><b></b>{_plot(16, texts)}<span></span></div>'


def _plot(height: int, drawing: str) -> str:
    return f'<svg class="plot" height="{height}" aria-hidden="true">{drawing}</svg>'


def _table(kind: str, head: str, body: str) -> str:
    head = f"<thead><tr><td></td>{head}</tr></thead>"
    return f'<div class="scroll"><table class="{kind}">{head}{body}</table></div>'


def _section(title: str, about: str, body: str) -> str:
    return f"<section><h2>{title}</h2><p>{about}</p>{body}</section>\n"
