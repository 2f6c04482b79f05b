"""Drawings of the components of Tundra: icon lines of effects, dice, pieces, cards.

These functions know nothing about legal actions. Board and Players add those.
"""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import components
from samovar.games.tundra.components import ANY, GOODS, ITEMS, STEPS, Box
from samovar.kernel import cards, counts
from samovar.views.effect_icons import effect_icon_lines
from samovar.views.svg import (
    MIDDLE,
    Item,
    dot,
    group,
    icon_row,
    item_width,
    num,
    path,
    piece,
    rect,
    text,
    use,
)

HEX_RADIUS: Final = 49.0  # distance from the centre of a glade to its upper corner
HEX_HALF_WIDTH: Final = 42.4
HEX_ROW_PITCH: Final = 73.5  # distance between rows of the map
CORNERS: Final = [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)]
ITEM_ICONS: Final = ["firewood", "stone", "peat", "berry", "acorn", "anyres"]  # by item
BOARD_ICON: Final = {"architecture": "arch", "travel": "boot", "gathering": "gather", "trade": "trade"}
PER_ICON: Final = {components.OWN_TOWERS: "tower", components.OWN_UPGRADES: "upgrade"}
GOAL_ICON: Final = {
    components.CITY_CARDS: "citycard",
    components.UPGRADED_BOARDS: "upgrade",
    components.BERRIES: "berry",
    components.TOWERS_ON_BOARD: "tower",
    components.WORKERS_ON_BOARD: "worker",
    components.RESOURCES_TOTAL: "anyres",
    components.LARGEST_GROUP: "tower",
    components.TYPES_WITH_TWO: "worker",
    components.WORKERS_IN_SUPPLY: "worker",
    components.WORKERS_WITH_TOWERS: "worker",
    components.PIECES_ON_EDGE: "worker",
    components.CARDS_AND_BOARDS: "citycard",
    components.TOWERS_IN_SUPPLY: "tower",
    components.ISOLATED_TOWERS: "tower",
}
ADVISOR_ICONS: Final = {  # by id of the advisor
    "a01": "beaver",
    "a02": "badger",
    "a03": "mole",
    "a04": "squirrel",
    "a05": "lynx",
    "a06": "owl",
    "a07": "fox",
    "a08": "raven",
    "a09": "sable",
    "a10": "boar",
    "a11": "goose",
    "a12": "crane",
    "a13": "hedgehog",
    "a14": "hare",
    "a15": "wolverine",
    "a16": "deer",
}
PORTRAITS: Final = ["elisabeth", "polkan", "sophia", "hammy"]
LETTER_WIDTH: Final = 6.1  # average width of a letter in a title
GAP: Final = 2.0  # space between icons


def hexagon(x: float, y: float, r: float = HEX_RADIUS) -> str:
    """The outline of a glade around (x, y) as SVG path data."""
    points = [f"{num(x + a * r * HEX_HALF_WIDTH / HEX_RADIUS)} {num(y + b * r)}" for a, b in CORNERS]
    return "M" + "L".join(points) + "Z"


def board_icon(box: Box, board: int) -> str:
    return BOARD_ICON.get(box.board_ids[board], "upgrade")


def advisor_icon(box: Box, card: int) -> str:
    return ADVISOR_ICONS.get(box.city_ids[card], "advisor")


# ---- effects as icons ----


def numbered_icon(n: int, ref: str) -> list[Item]:
    """An icon with its number. The number 1 is left out."""
    return [("i", ref)] if n == 1 else [("n", str(n)), ("i", ref)]


def item_icons(found: int) -> list[Item]:
    """Icons of items, from counts by item."""
    out: list[Item] = []
    for item in range(len(ITEMS)):
        if counts.get(found, item):
            out += numbered_icon(int(counts.get(found, item)), ITEM_ICONS[item])
    return out


def price_icons(box: Box, price: int) -> list[Item]:
    """Icons of a price: equal resources, any resources, then named items by descending number."""
    out: list[Item] = []
    if box.price_same[price]:
        out += [("n", str(box.price_same[price])), ("i", "same")]
    if box.price_any[price]:
        out += numbered_icon(int(box.price_any[price]), ITEM_ICONS[ANY])
    fixed = int(box.price_fixed[price])
    each = [(-int(counts.get(fixed, item)), item) for item in range(GOODS) if counts.get(fixed, item)]
    for n, item in sorted(each):
        out += numbered_icon(-n, ITEM_ICONS[item])
    return out


def step_lines(box: Box, at: int) -> list[list[Item]]:
    """The icon lines of one step of the effect language. A step with a price takes two lines."""
    op, n = int(box.op[at]), int(box.number[at])
    price = price_icons(box, int(box.price[at]))
    rows: dict[str, list[Item]] = {
        "many": [] if n == 1 else [("n", str(n))],
        "upto": [("n", f"≤{n}")] if n > 1 else [],
        "times": [("n", f"{n}×")] if n > 1 else [],
        "item": [("i", ITEM_ICONS[int(box.item[at])])],
        "price": price,
        "paid": [("n", "←"), *price] if price else [],
        "gain": item_icons(int(box.gains[at])),
        "per": [("n", "/"), ("i", PER_ICON[int(box.per[at])])] if box.per[at] else [],
    }
    return effect_icon_lines("tundra", components.EFFECT_NAMES[op], {}, rows)


def action_lines(box: Box, number: int) -> list[list[Item]]:
    """The icon lines of all steps of an action."""
    out: list[list[Item]] = []
    for at in range(number * STEPS, number * STEPS + STEPS):
        if box.op[at]:
            out += step_lines(box, at)
    return out


def action_icons(box: Box, number: int) -> list[Item]:
    """The icons of all steps of an action in one line."""
    return [item for line in action_lines(box, number) for item in line]


def line_width(items: list[Item], s: float) -> float:
    wide = -GAP
    for item in items:
        wide += item_width(item, s, GAP) + GAP
    return wide


def fitting_size(lines: list[list[Item]], s: float, fit: float, room: float) -> float:
    """The largest icon size, up to ``s``, at which these lines fit."""
    size = min(s, room / len(lines) - 3 if len(lines) > 1 else room)
    for line in lines:
        size = min(size, s * fit / max(1.0, line_width(line, s)))
    return size


def draw_lines(lines: list[list[Item]], cx: float, cy: float, s: float, fit: float, room: float) -> str:
    """Lines of icons centred at (cx, cy), stacked or joined into one line, whichever allows larger icons."""
    if not lines:
        return ""
    joined = [[item for line in lines for item in line]]
    best = joined if fitting_size(joined, s, fit, room) > fitting_size(lines, s, fit, room) else lines
    size = fitting_size(best, s, fit, room)
    out = ""
    for k, line in enumerate(best):
        out += icon_row(line, cx, cy + (k - (len(best) - 1) / 2) * (size + 3.6), size, GAP, fit)
    return out


# ---- frames: which die values give which action ----

Span = tuple[int, int, int]  # the highest and the lowest value of a frame, and its action


def spans(actions: list[int]) -> list[Span]:
    """The frames of six rows, from the highest value down. ``actions``: by die value."""
    out: list[Span] = []
    first = 6
    for value in range(6, 0, -1):
        if value == 1 or actions[value - 1] != actions[value]:
            out.append((first, value, actions[value]))
            first = value - 1
    return out


def rows_class(high: int, low: int) -> str:
    """CSS classes of the rows of a frame, so that all frames of one row can be highlighted together."""
    return " ".join(f"r{value}" for value in range(low, high + 1))


def frame_lines(
    box: Box, actions: list[int], x: float, y: float, w: float, pitch: float, s: float, numbers: bool
) -> str:
    """The frames of an enhancement, one row for each value, 6 on top."""
    out = ""
    for high, low, action in spans(actions):
        top, rows = y + (6 - high) * pitch, high - low + 1
        out += rect(x, top + 1, w, rows * pitch - 2, 4, "enhancement-frame " + rows_class(high, low))
        left = 16.0 if numbers else 0.0
        for value in range(low, high + 1) if numbers else []:
            out += text(x + 8, y + (6 - value) * pitch + pitch / 2 + 3.8, str(value), "t t-n t-rowno", MIDDLE)
        cx = x + left + (w - left) / 2
        out += draw_lines(
            action_lines(box, action), cx, top + rows * pitch / 2, s, w - left - 4, rows * pitch - 4
        )
    return out


# ---- pieces and dice ----


def die(value: int, x: float, y: float, s: float, colour: str) -> str:
    return group(use(f"die-{value}", x, y, s), f"p-{colour}")


def tagged_die(value: int, x: float, y: float, s: float, colour: str) -> str:
    """A die on a common goal, with the mark of its seat."""
    mark = dot(x + s - 1, y + 1, s * 0.27, "die-tag") + use(
        f"seat-{colour}", x + s - 1 - s * 0.17, y + 1 - s * 0.17, s * 0.34
    )
    return group(use(f"die-{value}", x, y, s) + mark, f"p-{colour}")


def worker(name: str, colour: str, x: float, y: float, s: float, label: str) -> str:
    """A worker whose feet are at (x, y)."""
    body = use("worker", -12 * s, -30 * s, 24 * s, 30 * s) + use(f"mark-{colour}", -4 * s, -12.4 * s, 8 * s)
    return piece(name, body, x, y, f"p-{colour}", label)


def tower(name: str, colour: str, x: float, y: float, s: float, label: str) -> str:
    """A tower whose foot is at (x, y)."""
    body = use("tower", -13 * s, -38 * s, 26 * s, 38 * s) + use(f"mark-{colour}", -4 * s, -13.5 * s, 8 * s)
    return piece(name, body, x, y, f"p-{colour}", label)


def acorn(n: int) -> list[Item]:
    """The icon of VP with its number."""
    return numbered_icon(n, "acorn")


# ---- cards ----


def two_lines(name: str) -> list[str]:
    """A name as one line, or as two lines of about equal length."""
    words = name.replace(" the ", " ", 1).split(" ")
    if len(words) == 1:
        return words
    best, least = 1, 99
    for k in range(1, len(words)):
        longest = max(len(" ".join(words[:k])), len(" ".join(words[k:])))
        if longest < least:
            best, least = k, longest
    return [" ".join(words[:best]), " ".join(words[best:])]


def fitted_heading(x: float, y: float, value: str, cls: str, room: float) -> str:
    """Text, compressed if it would be wider than ``room``."""
    drawn = text(x, y, value, cls, MIDDLE)
    if len(value) * LETTER_WIDTH <= room:
        return drawn
    return drawn.replace("<text ", f'<text textLength="{num(room)}" lengthAdjust="spacingAndGlyphs" ', 1)


def card_band(x: float, y: float, w: float, h: float, name: str, kind: str) -> str:
    """The coloured top of a card with its name."""
    d = f"M{num(x + 0.6)} {num(y + 6)}q0-5.4 5.4-5.4h{num(w - 12)}q5.4 0 5.4 5.4v{num(h - 6)}H{num(x + 0.6)}Z"
    out = path(d, f"band band--{kind}")
    lines = two_lines(name) if h > 20 else [name]
    first = y + h / 2 + 4.2 - 6 * (len(lines) - 1)
    for k, line in enumerate(lines):
        second = " t-title--r" if k and kind == "adv" else ""
        out += fitted_heading(x + w / 2, first + 12 * k, line, "t-title t-title--s" + second, w - 5)
    return out


def city_card(box: Box, card: int, name: str, x: float, y: float) -> str:
    """A city card, 71 x 154. An advisor shows its portrait and effect, an enhancement six rows."""
    out = rect(x, y, 71, 154, 6, "card-box")
    if not cards.has(box.advisors, card):
        actions = [int(box.city_action[card * components.SLOTS + value]) for value in range(components.SLOTS)]
        return out + card_band(x, y, 71, 29, name, "enh") + card_rows(box, actions, x, y)
    out += card_band(x, y, 71, 29, name, "adv") + rect(x + 4, y + 33, 63, 66, 4, "window")
    out += use(advisor_icon(box, card), x + 9.5, y + 40, 52)
    return out + draw_lines(action_lines(box, int(box.advisor_action[card])), x + 35.5, y + 126, 22, 62, 50)


def starter_card(box: Box, card: int, name: str, x: float, y: float) -> str:
    """A starter card, 71 x 154."""
    actions = [int(box.starter_action[card * components.SLOTS + value]) for value in range(components.SLOTS)]
    out = rect(x, y, 71, 154, 6, "card-box") + card_band(x, y, 71, 29, name, "starter")
    return out + card_rows(box, actions, x, y)


def card_rows(box: Box, actions: list[int], x: float, y: float) -> str:
    return frame_lines(box, actions, x + 3, y + 31, 65, 20.2, 17, True)
