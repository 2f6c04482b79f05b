"""Drawings of the components of Catherine: project cards, activation cards, orders, pieces."""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import components
from samovar.games.catherine.components import DISCARD, GOODS, OWN, Box
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.views.catherine import sentences
from samovar.views.effect_icons import effect_icons
from samovar.views.svg import (
    START,
    Item,
    dot,
    fitted_text,
    group,
    icon_row,
    num,
    path,
    piece,
    rect,
    text,
    tick,
    use,
)
from samovar.views.words.words import Words

CARD_W: Final = 78.0
CARD_H: Final = 118.0
REGIONS: Final = ["nw", "so", "ea"]  # by colour: name in the style sheet of its fill, pattern and icon
SYMBOL_ICONS: Final = ["iron", "food", "caviar", "fur", "cannon", "book"]  # by kind of symbol
PICTURED_FAMILIES: Final = {
    *("building", "market", "treasury", "academy", "audience", "guild"),
    *("fjodorowna", "potjomkin", "sievers", "vorontsava", "dimsdale"),
}


def region(card: int) -> str:
    """The name of a card's region in the style sheet."""
    return REGIONS[card >> 6]


def patterned(look: str, body: str) -> str:
    """The body filled with the pattern of a region: waves, diamonds or stripes in its colour."""
    return group(body, "", f'fill="url(#pat-{look})"')


# ---- effects as rows of icons ----


def symbols(found: int) -> list[Item]:
    """An icon for each symbol in these counts."""
    return [
        ("i", SYMBOL_ICONS[kind]) for kind in range(GOODS + 2) for _ in range(int(counts.get(found, kind)))
    ]


def effect_items(card: int, kind: int, amount: int, counted: int) -> list[Item]:
    """The icons of an effect."""
    return effect_icons(
        "catherine",
        components.EFFECT_NAMES[kind],
        {"n": str(amount), "region": region(card)},
        {"many": [("n", str(amount))] if amount > 1 else [], "symbols": symbols(counted)},
    )


def action_items(box: Box, card: int) -> list[Item]:
    """The icons of a card's action, with its cost."""
    kind, amount, counted = int(box.effect[card]), int(box.amount[card]), int(box.counted[card])
    out: list[Item] = []
    if box.times[card] > 1:
        out.append(("n", f"≤{box.times[card]}×"))
    if box.cost[card]:
        out += [("n", str(box.cost[card])), ("i", "card_out"), ("i", "arrow")]
    return out + effect_items(card, kind, amount, counted)


def short_items(box: Box, card: int) -> list[Item]:
    """The icons of a card's action without its cost, for narrow places."""
    if box.effect[card] == components.BUILD:
        return [("i", "house"), ("i", "pins")]
    items = effect_items(card, int(box.effect[card]), int(box.amount[card]), int(box.counted[card]))
    return [item for item in items if item != ("n", "/")] if len(items) > 3 else items


def bonus_items(box: Box, card: int) -> list[Item]:
    """The icons of a card's bonus: condition and gain. Empty without a bonus."""
    condition = int(box.condition[card])
    if condition == 0:
        return []
    need: list[Item] = [("n", f"{box.cost[card]}="), ("i", "card_out")]
    if condition == OWN:
        need = []
        for kind in range(GOODS + 2):
            n = int(counts.get(box.needed[card], kind))
            if n:
                need += [("n", str(n)), ("i", SYMBOL_ICONS[kind])] if n > 1 else [("i", SYMBOL_ICONS[kind])]
    elif condition == DISCARD:
        price = int(box.bonus_cost[card])
        need = [("n", str(price)), ("i", "card_out")] if price > 1 else [("i", "card_out")]
    kind, amount = int(box.bonus_effect[card]), int(box.bonus_amount[card])
    gain = effect_items(card, kind, amount, int(box.bonus_counted[card]))
    return [*need, ("i", "arrow"), *(gain[1:] if gain[0] == ("n", "1") else gain)]


def city_icon(box: Box, city: int) -> str:
    """The icon of the gain for building in a city: a good, a favor step, or a point in every scoring."""
    if box.city_tile[city]:
        for kind in range(GOODS):
            if counts.get(box.city_tile[city], kind):
                return SYMBOL_ICONS[kind]
    return "crown" if cards.has(box.crowns, city) else "one" if cards.has(box.vp_cities, city) else ""


# ---- project cards ----


def card_face(w: Words, s: Catherine, card: int) -> str:
    """A project card, 78 x 118: band with icon and name, pattern, symbols or cities, action, bonus."""
    box, look = s.stock, region(card)
    wide = CARD_W - 2.8
    out = rect(0.8, 0.8, CARD_W - 1.6, CARD_H - 1.6, 6, "card-box")
    out += path(f"M1.4 7q0-5.6 5.6-5.6h{num(CARD_W - 14)}q5.6 0 5.6 5.6v11H1.4Z", f"fill-{look}")
    out += patterned(look, rect(1.4, 17.5, wide, 6.5)) + path(f"M1.4 24h{num(wide)}", "hair")
    out += use(f"reg-{look}", 3, 2, 15)
    out += fitted_text(19.5, 13.4, sentences.card_name(w, box, card), "t-card", CARD_W - 22, 10.5, START)
    out += upper_area(w, s, card)
    out += path(f"M6 68.5h{num(CARD_W - 12)}", "hair hair--soft")
    out += icon_row(action_items(box, card), CARD_W / 2, 80.5, 19, 2.5, CARD_W - 10)
    out += path(f"M1.4 93h{num(wide)}v18q0 5.6-5.6 5.6H7q-5.6 0-5.6-5.6Z", "bonus")
    bonus = bonus_items(box, card)
    if bonus:
        out += icon_row(bonus, CARD_W / 2, 104.5, 15.5, 2, CARD_W - 10)
    else:
        out += fitted_text(CARD_W / 2, 108, w.say("page.no_bonus"), "t t-s", CARD_W - 10)
    return out + rect(0.8, 0.8, CARD_W - 1.6, CARD_H - 1.6, 6, "frame")


def upper_area(w: Words, s: Catherine, card: int) -> str:
    """The cities of a building card with their gains, or the symbols of another card with a picture. Symbols
    are at the left, where they stay visible when cards overlap.
    """
    box = s.stock
    out = ""
    if box.card_cities[card]:
        for k, city in enumerate(cards.members(int(box.card_cities[card]))[:3]):
            y = 29 + k * 12.8
            name = sentences.city_name(w, s, city)
            out += use(city_icon(box, city), 4, y - 2, 11.5)
            out += fitted_text(18, y + 8, name, "t t-city", CARD_W - 22, 10.5, START)
        return out
    family = box.families[card]
    out += use(f"v-{family}" if family in PICTURED_FAMILIES else "v-building", 39, 26.5, 35, 39)
    found = symbols(int(box.symbols[card]))
    size, x = (24.0, 6.0) if len(found) == 1 else (19.0, 7.5)
    for k, (_, ref) in enumerate(found[:2]):
        out += use(ref, x, (34 if len(found) == 1 else 26) + k * 20, size)
    return out


def round_mark(items: list[Item], cls: str = "sign") -> str:
    """A round mark on a card in the hand, between its symbols and its picture."""
    return dot(32, 46, 9, cls) + icon_row(items, 32, 46, 13, 1, 16)


def card_back(w: float, h: float, extra: str = "") -> str:
    """A card face down."""
    return rect(0.6, 0.6, w - 1.2, h - 1.2, 4, "crest") + rect(3, 3, w - 6, h - 6, 2.5, "backline") + extra


def activation_card(card: int, h: float = 54.0, ghost: bool = False) -> str:
    """The lower part of an activation card, visible under its action card. Only its colour counts."""
    look = region(card)
    edge = f"M3 0H{num(CARD_W - 3)}V{num(h - 7)}q0 6-6 6H9q-6 0-6-6Z"
    out = path(edge, f"frame fill-{look}{' ghosted' if ghost else ''}")
    out += path(f"M3.8 0H{num(CARD_W - 3.8)}V6H3.8Z", "shade")
    out += patterned(look, rect(3.8, 11, CARD_W - 7.6, 13))
    return out + use(f"reg-{look}", 7, 7.5, 20) + use(f"reg-{look}", CARD_W - 27, 7.5, 20)


def match_mark(same: bool, y: float) -> str:
    """The mark between two cards: = for the same colour (the action fires), ≠ for different colours."""
    x = CARD_W / 2
    bars = f"M{num(x - 4)} {num(y - 2.2)}h8M{num(x - 4)} {num(y + 2.2)}h8"
    bars += "" if same else f"M{num(x - 3)} {num(y + 5.4)}l6-10.8"
    return dot(x, y, 8.2, "sign sign--ok" if same else "sign") + path(bars, "sign-bars")


def secret_mark() -> str:
    """The mark of a card that other players cannot see yet."""
    lock = dot(CARD_W - 11, 20.8, 7.2, "check") + use("lock", CARD_W - 15.5, 16.3, 9, 0, "lock-mark")
    return lock + rect(3, 1.5, CARD_W - 6, CARD_H - 4.5, 5, "veil")


def mini_card(box: Box, card: int, under: int) -> str:
    """A card of another player's display, 33 x 56: icon, symbols or pins, action, activation card."""
    look, w = region(card), 33.0
    out = rect(0, 0.6, w, 40, 4, "card-box")
    out += patterned(look, path("M.6 4.6q0-3.4 3.4-3.4h25q3.4 0 3.4 3.4V11H.6Z", ""))
    out += path(f"M.6 11h{num(w - 1.2)}", "hair") + use(f"reg-{look}", w / 2 - 6.5, -0.5, 13)
    found = symbols(int(box.symbols[card])) or [("i", "pins")]
    out += icon_row(found, w / 2, 20, 14.5, 1, w - 3)
    out += path(f"M.6 28h{num(w - 1.2)}V37q0 3.4-3.4 3.4H4Q.6 40.4.6 37Z", "bonus")
    out += icon_row(short_items(box, card), w / 2, 34.3, 12, 0.8, w - 3)
    return out + rect(0, 0.6, w, 40, 4, "frame frame--thin") + (mini_activation(under) if under else "")


def mini_activation(card: int) -> str:
    look, w = region(card), 33.0
    shape = path(f"M2 42.5h{num(w - 4)}v9q0 3-3 3H5q-3 0-3-3Z", "outline")
    return patterned(look, shape) + use(f"reg-{look}", w / 2 - 6.5, 42, 13)


# ---- the order ----

OrderTile = tuple[int, int]  # kind of good; state: 2 owned, 1 replaced by a joker, 0 missing


def order_tiles(s: Catherine, p: int) -> list[OrderTile]:
    """The tiles of the order of p with their states; in each kind the owned ones come first."""
    order, jokers = int(s.stock.order_goods[s.order[p]]), int(s.jokers[p])
    found: list[OrderTile] = []
    for kind in range(GOODS):
        owned = int(counts.get(s.tiles[p], kind))
        for k in range(int(counts.get(order, kind))):
            state = 2 if k < owned else 1 if jokers else 0
            jokers -= 1 if state == 1 else 0
            found.append((kind, state))
    return found


ORDER_TILE_CLASSES: Final = ["wanted", "wanted wanted--wild", "wanted wanted--have"]


def order_tile(tile: OrderTile, x: float, y: float, size: float) -> str:
    """A tile of the order: ticked if owned, with a joker if replaced, pale if missing."""
    kind, state = tile
    out = rect(x, y, size, size, size / 6, ORDER_TILE_CLASSES[state])
    inner, pad = size * 0.74, size * 0.13
    if size < 20:
        ref = "joker" if state == 1 else SYMBOL_ICONS[kind]
        return out + use(ref, x + pad, y + pad, inner, 0, "" if state else "f0")
    out += use(SYMBOL_ICONS[kind], x + pad, y + pad, inner, 0, "" if state == 2 else "f0")
    if state == 1:
        out += use("joker", x + size * 0.4, y + size * 0.34, size * 0.66)
    return out + (tick(x + size - 3, y + size - 3) if state == 2 else "")


# ---- pieces ----


def residence(colour: str, x: float, y: float, name: str, label: str) -> str:
    """A residence, with the middle of its base at x, y."""
    body = use("home", -8.5, -19, 17, 19.6) + use(f"mark-{colour}", -3.7, -9.6, 7.4)
    return piece(name, body, x, y, f"p-{colour}", label)


def favor_marker(colour: str, x: float, y: float, name: str) -> str:
    """The marker of a player on the favor track."""
    body = use("marker", -10, -9.5, 20, 18.5) + use(f"mark-{colour}", -3.5, -0.3, 7)
    return piece(name, body, x, y, f"p-{colour}")


def pill_note(items: list[Item], y: float, cls: str = "note") -> str:
    """A light label with icons, as wide as a column."""
    return rect(8, y - 8, CARD_W - 16, 16, 8, cls) + icon_row(items, CARD_W / 2, y, 13, 2, CARD_W - 20)


def word_note(words: str, y: float) -> str:
    """A light label with text, as wide as a column."""
    return rect(8, y - 7, CARD_W - 16, 14, 7, "note") + fitted_text(
        CARD_W / 2, y + 3.4, words, "t t-note", CARD_W - 20
    )


def seat_count(colour: str, n: int, x: float, y: float) -> str:
    """A number with the icon of a seat."""
    return group(use(f"seat-{colour}", x, y, 13), f"p-{colour}") + text(x + 16, y + 11, str(n), "t t-b")
