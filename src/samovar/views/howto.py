"""How to play a game: one illustrated page with goal, round, turn, actions, points, end and all icons.

A game fills a ``HowTo`` with its drawings. The texts are words of the game: ``howto.round.1`` is the first
step of a round. Their numbers are values from the component file. Text between ``**`` is bold.
"""

from __future__ import annotations

import re
from typing import Final

from samovar.views.svg import Item, esc, icon, icon_row, item_width, svg
from samovar.views.words.words import Inflected, Words, languages, words_for

BOLD: Final = re.compile(r"\*\*([^*]+)\*\*")
ICON_SIZE: Final = 17.0  # the size on the table; the style sheet enlarges the whole row
GAP: Final = 3.0
# The symbols of the page around the board, the same for all games.
PAGE_ICONS: Final = ["lock", "undo", "restart", "reopen", "done", "menu", "map", "bot", "samovar"]
REPLAY_ICONS: Final = ["step-first", "step-earlier", "play", "pause", "step-later", "step-last"]
Values = dict[str, str | int | Inflected]


class HowTo:
    """The content of the page in one language. Each method adds one section, in the order of the page."""

    def __init__(self, w: Words, game: str, values: Values) -> None:
        """``values``: the numbers of the box that the texts mention."""
        self.w: Final = w
        self.game: Final = game
        self.values: Final = values
        self.sections: Final[list[tuple[str, str]]] = []  # name and HTML of each

    def say(self, key: str) -> str:
        """A text with its numbers, as HTML."""
        return rich(self.w.say("howto." + key, **self.values))

    def texts(self, key: str) -> list[str]:
        """The texts ``KEY.1``, ``KEY.2`` and so on, as HTML."""
        found: list[str] = []
        while self.w.has(f"howto.{key}.{len(found) + 1}"):
            found.append(self.say(f"{key}.{len(found) + 1}"))
        return found

    def paragraphs(self, key: str) -> str:
        return "".join(f"<p>{text}</p>" for text in self.texts(key))

    def add(self, name: str, symbol: str, body: str) -> None:
        head = f'<h2 id="how-{name}-title">{icon(symbol)}{esc(self.w.say("howto." + name))}</h2>'
        self.sections.append(
            (
                name,
                f'<section class="howto__{name}" id="how-{name}" aria-labelledby="how-{name}-title">'
                f"{head}{body}</section>",
            )
        )

    def goal(self, symbol: str, scene: str) -> None:
        """Add the goal of the game, under a picture."""
        body = f'{scene}<p class="howto__lead">{self.say("goal.lead")}</p><p>{self.say("goal.text")}</p>'
        self.add("goal", symbol, body)

    def round(self, symbol: str, pictures: list[str]) -> None:
        """Add the numbered steps of a round or a year, each with a picture."""
        steps = zip(pictures, self.texts("round"), strict=True)
        items = "".join(f"<li>{picture}<p>{text}</p></li>" for picture, text in steps)
        self.add("round", symbol, f'<ol class="howto__steps">{items}</ol>')

    def turn(self, symbol: str, flow: list[str], prices: list[str]) -> None:
        """Add the steps of a turn as boxes with arrows, a text, and the extra actions with their prices."""
        boxes = [
            f'<li><span class="howto__cell">{picture}</span>{text}</li>'
            for picture, text in zip(flow, self.texts("flow"), strict=True)
        ]
        body = f'<ol class="howto__flow">{"".join(boxes)}</ol>{self.paragraphs("turn")}'
        if prices:
            pills = zip(prices, self.texts("price"), strict=True)
            listed = "".join(f"<li>{picture}<span>{text}</span></li>" for picture, text in pills)
            body += (
                f'<p class="howto__besides">{self.say("besides")}</p><ul class="howto__pills">{listed}</ul>'
            )
        self.add("turn", symbol, body)

    def actions(self, symbol: str, pictures: list[str], told: list[str] | None = None) -> None:
        """Add the actions of a turn, each with a drawing. ``told``: texts in place of the game's words."""
        texts = self.texts("action") if told is None else [rich(text) for text in told]
        pairs = zip(pictures, texts, strict=True)
        items = "".join(f"<li>{picture}<p>{text}</p></li>" for picture, text in pairs)
        self.add("actions", symbol, f'<ul class="howto__action-list">{items}</ul>')

    def points(self, symbol: str, pictures: list[str]) -> None:
        pairs = zip(pictures, self.texts("point"), strict=True)
        items = "".join(
            f'<li><span class="howto__worth">{picture}</span><p>{text}</p></li>' for picture, text in pairs
        )
        self.add("points", symbol, f'<ul class="howto__scores">{items}</ul>')

    def end(self, symbol: str) -> None:
        self.add("end", symbol, self.paragraphs("end"))


class Legend:
    """The list of all icons of a table, in groups."""

    def __init__(self, page: HowTo) -> None:
        self.page: Final = page
        self.others: Final = [
            words_for(lang, page.game) for lang in languages() if lang != page.w.lang
        ]  # search finds an icon by its name in any language
        self.groups: Final[list[str]] = []

    def group(self, name: str, entries: list[str]) -> None:
        heading = esc(self.page.w.say("howto.legend." + name))
        self.groups.append(f'<h3>{heading}</h3><ul class="howto__legend">{"".join(entries)}</ul>')

    def icons(self, refs: list[str]) -> list[str]:
        """Entries for symbols that have a text ``howto.icon.NAME``."""
        return [self.entry([ref], ref) for ref in refs]

    def entry(self, refs: list[str], key: str, cls: str = "") -> str:
        """One or more symbols with the text ``howto.icon.KEY``, which begins with its name in bold."""
        return self.named(
            "".join(symbol(ref, cls) for ref in refs),
            self.page.w.say("howto.icon." + key, **self.page.values),
            [w.say("howto.icon." + key, **self.page.values) for w in self.others],
        )

    def sign(self, text: str, key: str) -> str:
        """A sign that is written, not drawn, with the text ``howto.icon.KEY``."""
        return self.named(
            f'<span class="howto__sign">{esc(text)}</span>',
            self.page.w.say("howto.icon." + key, **self.page.values),
            [w.say("howto.icon." + key, **self.page.values) for w in self.others],
        )

    def named(self, picture: str, text: str, others: list[str]) -> str:
        """A picture with a text. ``others``: the texts in other languages."""
        names = " ".join(found[1] for other in others for found in [BOLD.search(other)] if found)
        found = f' data-find="{esc(names)}"' if names else ""
        drawn = f'<span class="howto__icon" aria-hidden="true">{picture}</span>'
        return f"<li{found}>{drawn}<p>{rich(text)}</p></li>"

    def seats(self, colours: list[str]) -> str:
        """The marks of the players."""
        pictures = "".join(symbol(f"seat-{colour}", f"p-{colour}") for colour in colours)
        pictures += "".join(symbol(f"mark-{colour}", f"howto__mark p-{colour}") for colour in colours)
        key = "howto.icon.seats"
        return self.named(pictures, self.page.w.say(key), [w.say(key) for w in self.others])

    def finish(self, symbol: str) -> None:
        """Add the section to the page, with the symbols that all pages have."""
        self.group("page", [*self.icons(PAGE_ICONS), self.entry(REPLAY_ICONS, "steps")])
        self.page.add("icons", symbol, "".join(self.groups))


def rich(text: str) -> str:
    """A text as HTML: bold between ``**``."""
    return BOLD.sub(r"<b>\1</b>", esc(text))


def symbol(ref: str, cls: str = "") -> str:
    """One symbol in the legend, in the colour of a player if ``cls`` says so."""
    return icon(ref, "", f"howto__symbol {cls}".strip())


def icons(items: list[Item], s: float = ICON_SIZE) -> str:
    """A row of icons as one picture, as wide as its content."""
    wide = -GAP
    for item in items:
        wide += item_width(item, s, GAP) + GAP
    high = s * 1.25
    return svg(wide + 2, high, icon_row(items, (wide + 2) / 2, high / 2, s, GAP), "", "howto__strip")


def refs(*names: str) -> str:
    """Symbols side by side as one picture."""
    return icons([("i", name) for name in names])
