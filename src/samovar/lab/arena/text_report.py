"""The report as text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from samovar.lab.arena.sprt import HIGH, LOW, OPEN
from samovar.lab.arena.standings import ArenaReport, Share


def report_lines(report: ArenaReport) -> list[str]:
    """Return the lines of the heading and of all tables, with an empty line before each table."""
    return [
        *heading(report),
        *sprt(report),
        *_titled("Ratings", ratings(report)),
        *_titled("Wins of the row against the column", pair_shares(report)),
        *(_titled("Wins by seat", by_seat(report)) if report["seats"] > 1 else []),
        *_titled("Mean points", points(report)),
        *_titled("Time per decision", thinking(report)),
        *faults(report),
    ]


def heading(report: ArenaReport) -> list[str]:
    seats = f"{report['seats']} seats" if report["seats"] > 1 else "one seat against the automa"
    how = "compiled" if report["compiled"] else "interpreted"
    last = report["first_seed"] + report["deals"] - 1
    found = [
        f"{report['title']}, {seats}, {report['games']} games in {report['seconds']:.1f} s, rules {how}",
    ]
    if report["options"]:
        found.append(", ".join(f"{name} {value}" for name, value in report["options"].items()))
    deals = f"{report['deals']} deals, seeds {report['first_seed']} to {last}"
    tested = report["sprt"]
    if tested is not None and tested["verdict"] != OPEN:
        found.append(f"{deals}, each in all line-ups")
    elif report["games"] < report["scheduled"]:
        incomplete = f"; {report['incomplete_deals']} deals incomplete" if report["incomplete_deals"] else ""
        found.append(f"stopped after {report['games']} of {report['scheduled']} games: {deals}{incomplete}")
    else:
        more = f" ({report['asked']} were asked for: deals are played to the end)"
        found.append(f"{deals}, each in all line-ups{more if report['games'] > report['asked'] else ''}")
    return found


def sprt(report: ArenaReport) -> list[str]:
    """Return the verdict of the sequential test, if one was asked for."""
    tested = report["sprt"]
    if tested is None:
        return []
    bot, low, high = tested["bot"], f"{tested['low']:g}", f"{tested['high']:g}"
    verdict = {
        HIGH: f"{bot} is stronger by {high} Elo points rather than by {low}",
        LOW: f"{bot} is stronger by {low} Elo points rather than by {high}",
        OPEN: "no verdict yet",
    }[tested["verdict"]]
    ratio = f"{tested['ratio']:.2f}".replace("-", "−")
    return [
        "",
        f"Test of {low} against {high} Elo points: {verdict}",
        f"log-likelihood ratio {ratio} (bounds ±{tested['bound']:.2f}) after {tested['deals']} deals, "
        f"score {100 * tested['score']:.1f} %, errors at most {100 * tested['error']:.0f} %",
    ]


def ratings(report: ArenaReport) -> list[list[str]]:
    rows = [["", "Elo", "95 %", "wins", "95 %", "games"]]
    for bot in report["bots"]:
        rating, wins = bot["rating"], bot["wins"]
        rows.append(
            [
                bot["name"],
                elo(rating["value"]),
                f"{elo(rating['low'])} to {elo(rating['high'])}",
                percent(wins["share"]),
                span(wins),
                str(wins["games"]),
            ]
        )
    return rows


def pair_shares(report: ArenaReport) -> list[list[str]]:
    found = {(pair["bot"], pair["other"]): pair for pair in report["pairs"]}
    names = [bot["name"] for bot in report["bots"]]
    rows = [["", *names]]
    for bot in names:
        met = [found.get((bot, other)) for other in names]
        rows.append([bot, *["" if pair is None else share(pair) for pair in met]])
    return rows


def by_seat(report: ArenaReport) -> list[list[str]]:
    rows = [["", *[f"seat {seat}" for seat in range(report["seats"])]]]
    for bot in report["bots"]:
        rows.append([bot["name"], *[share(one) for one in bot["by_seat"]]])
    return [*rows, ["all", *[share(one) for one in report["by_seat"]]]]


def points(report: ArenaReport) -> list[list[str]]:
    bots = report["bots"]
    rows = [["", *[bot["name"] for bot in bots]], ["score", *[f"{bot['mean_score']:.2f}" for bot in bots]]]
    for category in bots[0]["mean_points"]:
        rows.append([category, *[f"{bot['mean_points'][category]:.2f}" for bot in bots]])
    return rows


def thinking(report: ArenaReport) -> list[list[str]]:
    rows = [["", "mean", "95 % within", "worst", "decisions"]]
    for bot in report["bots"]:
        took = bot["thinking"]
        if took is not None:
            times = [duration(took["mean"]), duration(took["p95"]), duration(took["worst"])]
            rows.append([bot["name"], *times, str(took["decisions"])])
    return rows


def faults(report: ArenaReport) -> list[str]:
    """Return the number of faults of each bot and the first messages."""
    found: list[str] = []
    for bot in report["bots"]:
        if bot["faults"]["number"]:
            found += ["", f"{bot['name']}, faults: {bot['faults']['number']}; the first:"]
            found += [f"  {fault}" for fault in bot["faults"]["first"]]
    return found


# ---- figures ----


def elo(points: float) -> str:
    return f"{points:+.0f}".replace("-", "−") if round(points) else "0"


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def span(share: Share) -> str:
    return f"{100 * share['low']:.0f}–{100 * share['high']:.0f} %"


def share(one: Share) -> str:
    """Return a share with its interval, such as ``63 % (54–71)``."""
    if not one["games"]:
        return "–"
    return f"{100 * one['share']:.0f} % ({100 * one['low']:.0f}–{100 * one['high']:.0f})"


def duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1000 * seconds:.1f} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.0f} µs"


def _titled(title: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table under its title, the first column left-aligned and all others right-aligned."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    found = ["", title]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        found.append("   ".join([row[0].ljust(widths[0]), *cells]).rstrip())
    return found
