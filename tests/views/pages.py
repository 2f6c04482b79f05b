"""View models of test tables, and a strict HTML parser."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from pathlib import Path

import samovar
from samovar.match.redaction import redact_match
from samovar.views.view_model import BOT, SeatInfo, ViewModel, build_view_model
from samovar.views.words.words import Words

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["Anna", "Mavra", "Feodor", "Vladimir"]
VOID = {"input", "link", "meta", "br"}


def seat_infos(seats: int) -> list[SeatInfo]:
    """A present person, an absent one, an absent one with a bot, and a bot."""
    return [
        SeatInfo(NAMES[0]),
        SeatInfo(NAMES[1], present=False),
        SeatInfo(NAMES[2], present=False, away_bot=True),
        SeatInfo(NAMES[3], BOT, "casual"),
    ][:seats]


def model_for(match: samovar.Match, seat: int, lang: str = "en") -> ViewModel:
    model = build_view_model(redact_match(match, seat), Words(lang, match.game.name), seat_infos(match.seats))
    model.base = "/t/1"
    return model


def middle(game: str = "stroganov") -> samovar.Match:
    """A match in the middle of a game, with a little of everything on the table."""
    return samovar.Match.from_position((GOLDEN / f"table-{game}.toml").read_text(encoding="utf-8"))


def played(
    game: str, seats: int, seed: int, decisions: int = 10_000, options: dict[str, str] | None = None
) -> samovar.Match:
    """A match after this number of random decisions, or at its end."""
    match = samovar.Match(game, seats, seed, options)
    rng = random.Random(seed)
    for _ in range(decisions):
        if match.over:
            break
        seat = match.actors()[0]
        match.play(seat, rng.choice(match.options(seat)))
    return match


class PageParser(HTMLParser):
    """Parses a page and collects its elements. A tag that is not closed at its place is a fault."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        if self.open:
            self.faults.append(f"not closed: {self.open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(data.strip())

    def note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> has an attribute twice")
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def values(self, attribute: str) -> list[str]:
        return [attributes[attribute] for _, attributes in self.elements if attribute in attributes]

    def targets(self) -> set[str]:
        """The tokens of all options that elements of the page offer."""
        found = set(self.values("data-act")) | set(self.values("data-pick"))
        for several in self.values("data-prefix"):
            found |= set(several.split())
        return found
