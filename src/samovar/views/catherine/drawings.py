"""The components of Catherine as drawings: project cards, activation cards, orders, and cards in signs."""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import components as parts
from samovar.games.catherine.components import DISCARD, GOODS, OWN, Box
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.views.art import (
    START,
    Item,
    dot,
    fitted,
    group,
    num,
    path,
    piece,
    rect,
    row,
    text,
    tick,
    use,
)
from samovar.views.catherine import sentences
from samovar.views.signs import signs
from samovar.views.words.words import Words

CARD_W: Final = 78.0
CARD_H: Final = 118.0
REGIONS: Final = ["nw", "so", "ea"]  # by colour: each has a colour, a pattern and a sign
SIGNS: Final = ["iron", "food", "caviar", "fur", "cannon", "book"]  # by kind of symbol
CAMEOS: Final = {
    *("building", "market", "treasury", "academy", "audience", "guild"),
    *("fjodorowna", "potjomkin", "sievers", "vorontsava", "dimsdale"),
}


def region(card: int) -> str:
    """The region of a card: what its colour, pattern and sign are called."""
    return REGIONS[card >> 6]


def patterned(look: str, body: str) -> str:
    """Filled with the pattern of a region: waves, diamonds or stripes in its colour."""
    return group(body, "", f'fill="url(#pat-{look})"')


# ---- what cards do, as rows of signs ----


def symbols(found: int) -> list[Item]:
    """Every symbol as often as it is there."""
    return [("i", SIGNS[kind]) for kind in range(GOODS + 2) for _ in range(int(counts.get(found, kind)))]


def effect_items(card: int, kind: int, amount: int, counted: int) -> list[Item]:
    """One row of the effect language."""
    return signs(
        "catherine",
        parts.EFFECT_NAMES[kind],
        {"n": str(amount), "region": region(card)},
        {"many": [("n", str(amount))] if amount > 1 else [], "symbols": symbols(counted)},
    )


def action_items(box: Box, card: int) -> list[Item]:
    """The action of a card with its price."""
    kind, amount, counted = int(box.effect[card]), int(box.amount[card]), int(box.counted[card])
    out: list[Item] = []
    if box.times[card] > 1:
        out.append(("n", f"≤{box.times[card]}×"))
    if box.cost[card]:
        out += [("n", str(box.cost[card])), ("i", "card_out"), ("i", "arrow")]
    return out + effect_items(card, kind, amount, counted)


def short_items(box: Box, card: int) -> list[Item]:
    """The action for narrow places, without its price."""
    if box.effect[card] == parts.BUILD:
        return [("i", "house"), ("i", "pins")]
    items = effect_items(card, int(box.effect[card]), int(box.amount[card]), int(box.counted[card]))
    return [item for item in items if item != ("n", "/")] if len(items) > 3 else items


def bonus_items(box: Box, card: int) -> list[Item]:
    """What the bonus asks for and gives; nothing without a bonus."""
    condition = int(box.condition[card])
    if condition == 0:
        return []
    need: list[Item] = [("n", f"{box.cost[card]}="), ("i", "card_out")]
    if condition == OWN:
        need = []
        for kind in range(GOODS + 2):
            n = int(counts.get(box.needed[card], kind))
            if n:
                need += [("n", str(n)), ("i", SIGNS[kind])] if n > 1 else [("i", SIGNS[kind])]
    elif condition == DISCARD:
        price = int(box.bonus_cost[card])
        need = [("n", str(price)), ("i", "card_out")] if price > 1 else [("i", "card_out")]
    kind, amount = int(box.bonus_effect[card]), int(box.bonus_amount[card])
    gain = effect_items(card, kind, amount, int(box.bonus_counted[card]))
    return [*need, ("i", "arrow"), *(gain[1:] if gain[0] == ("n", "1") else gain)]


def city_sign(box: Box, city: int) -> str:
    """What a city gives to whoever builds there: a good, a favor step, a point in every scoring."""
    if box.city_tile[city]:
        for kind in range(GOODS):
            if counts.get(box.city_tile[city], kind):
                return SIGNS[kind]
    return "crown" if cards.has(box.crowns, city) else "one" if cards.has(box.vp_cities, city) else ""


# ---- project cards ----


def card_face(w: Words, s: Catherine, card: int) -> str:
    """A project card, 78 x 118: band with sign and name, pattern, what it counts as or its cities, action,
    bonus.
    """
    box, look = s.stock, region(card)
    wide = CARD_W - 2.8
    out = rect(0.8, 0.8, CARD_W - 1.6, CARD_H - 1.6, 6, "cardbox")
    out += path(f"M1.4 7q0-5.6 5.6-5.6h{num(CARD_W - 14)}q5.6 0 5.6 5.6v11H1.4Z", f"fill-{look}")
    out += patterned(look, rect(1.4, 17.5, wide, 6.5)) + path(f"M1.4 24h{num(wide)}", "hair")
    out += use(f"reg-{look}", 3, 2, 15)
    out += fitted(19.5, 13.4, sentences.card_name(w, box, card), "t-card", CARD_W - 22, 10.5, START)
    out += upper_area(w, s, card)
    out += path(f"M6 68.5h{num(CARD_W - 12)}", "hair hair--soft")
    out += row(action_items(box, card), CARD_W / 2, 80.5, 19, 2.5, CARD_W - 10)
    out += path(f"M1.4 93h{num(wide)}v18q0 5.6-5.6 5.6H7q-5.6 0-5.6-5.6Z", "bonus")
    bonus = bonus_items(box, card)
    if bonus:
        out += row(bonus, CARD_W / 2, 104.5, 15.5, 2, CARD_W - 10)
    else:
        out += fitted(CARD_W / 2, 108, w.say("page.no_bonus"), "t t-s", CARD_W - 10)
    return out + rect(0.8, 0.8, CARD_W - 1.6, CARD_H - 1.6, 6, "frame")


def upper_area(w: Words, s: Catherine, card: int) -> str:
    """The cities of a building card with what they give; else the symbols and a picture. Symbols stand at the
    left, where they are seen when cards lie one over the other.
    """
    box = s.stock
    out = ""
    if box.card_cities[card]:
        for k, city in enumerate(cards.members(int(box.card_cities[card]))[:3]):
            y = 29 + k * 12.8
            name = sentences.city_name(w, s, city)
            out += use(city_sign(box, city), 4, y - 2, 11.5)
            out += fitted(18, y + 8, name, "t t-city", CARD_W - 22, 10.5, START)
        return out
    family = box.families[card]
    out += use(f"v-{family}" if family in CAMEOS else "v-building", 39, 26.5, 35, 39)
    found = symbols(int(box.symbols[card]))
    size, x = (24.0, 6.0) if len(found) == 1 else (19.0, 7.5)
    for k, (_, ref) in enumerate(found[:2]):
        out += use(ref, x, (34 if len(found) == 1 else 26) + k * 20, size)
    return out


def stamp(items: list[Item], cls: str = "sign") -> str:
    """A round mark on a card in the hand, between its symbols and its picture."""
    return dot(32, 46, 9, cls) + row(items, 32, 46, 13, 1, 16)


def card_back(w: float, h: float, extra: str = "") -> str:
    """A card face down."""
    return rect(0.6, 0.6, w - 1.2, h - 1.2, 4, "crest") + rect(3, 3, w - 6, h - 6, 2.5, "backline") + extra


def activation(card: int, h: float = 54.0, ghost: bool = False) -> str:
    """An activation card looks out from under its action card: only its colour counts."""
    look = region(card)
    edge = f"M3 0H{num(CARD_W - 3)}V{num(h - 7)}q0 6-6 6H9q-6 0-6-6Z"
    out = path(edge, f"frame fill-{look}{' ghosted' if ghost else ''}")
    out += path(f"M3.8 0H{num(CARD_W - 3.8)}V6H3.8Z", "shade")
    out += patterned(look, rect(3.8, 11, CARD_W - 7.6, 13))
    return out + use(f"reg-{look}", 7, 7.5, 20) + use(f"reg-{look}", CARD_W - 27, 7.5, 20)


def link_sign(same: bool, y: float) -> str:
    """Between two cards: = the same colour, the action fires; ≠ another colour, it does not."""
    x = CARD_W / 2
    bars = f"M{num(x - 4)} {num(y - 2.2)}h8M{num(x - 4)} {num(y + 2.2)}h8"
    bars += "" if same else f"M{num(x - 3)} {num(y + 5.4)}l6-10.8"
    return dot(x, y, 8.2, "sign sign--ok" if same else "sign") + path(bars, "sign-bars")


def secret_mark() -> str:
    """The mark of a card that nobody else can see yet."""
    lock = dot(CARD_W - 11, 20.8, 7.2, "check") + use("lock", CARD_W - 15.5, 16.3, 9, 0, "lockmark")
    return lock + rect(3, 1.5, CARD_W - 6, CARD_H - 4.5, 5, "veil")


def mini_card(box: Box, card: int, under: int) -> str:
    """A card of somebody else's display, 33 x 56: sign, symbols or pins, action, the activation card."""
    look, w = region(card), 33.0
    out = rect(0, 0.6, w, 40, 4, "cardbox")
    out += patterned(look, path("M.6 4.6q0-3.4 3.4-3.4h25q3.4 0 3.4 3.4V11H.6Z", ""))
    out += path(f"M.6 11h{num(w - 1.2)}", "hair") + use(f"reg-{look}", w / 2 - 6.5, -0.5, 13)
    found = symbols(int(box.symbols[card])) or [("i", "pins")]
    out += row(found, w / 2, 20, 14.5, 1, w - 3)
    out += path(f"M.6 28h{num(w - 1.2)}V37q0 3.4-3.4 3.4H4Q.6 40.4.6 37Z", "bonus")
    out += row(short_items(box, card), w / 2, 34.3, 12, 0.8, w - 3)
    return out + rect(0, 0.6, w, 40, 4, "frame frame--thin") + (mini_activation(under) if under else "")


def mini_activation(card: int) -> str:
    look, w = region(card), 33.0
    shape = path(f"M2 42.5h{num(w - 4)}v9q0 3-3 3H5q-3 0-3-3Z", "outline")
    return patterned(look, shape) + use(f"reg-{look}", w / 2 - 6.5, 42, 13)


# ---- the order ----

Wanted = tuple[int, int]  # kind of good; 2 owned, 1 a joker stands for it, 0 missing


def wanted(s: Catherine, p: int) -> list[Wanted]:
    """The tiles of a player's order, those that are there first in each kind."""
    order, jokers = int(s.stock.order_goods[s.order[p]]), int(s.jokers[p])
    found: list[Wanted] = []
    for kind in range(GOODS):
        owned = int(counts.get(s.tiles[p], kind))
        for k in range(int(counts.get(order, kind))):
            state = 2 if k < owned else 1 if jokers else 0
            jokers -= 1 if state == 1 else 0
            found.append((kind, state))
    return found


WANTED_CLASS: Final = ["wanted", "wanted wanted--wild", "wanted wanted--have"]


def order_tile(tile: Wanted, x: float, y: float, size: float) -> str:
    """A tile of the order: full with a tick, a joker in its place, or pale."""
    kind, state = tile
    out = rect(x, y, size, size, size / 6, WANTED_CLASS[state])
    inner, pad = size * 0.74, size * 0.13
    if size < 20:
        ref = "joker" if state == 1 else SIGNS[kind]
        return out + use(ref, x + pad, y + pad, inner, 0, "" if state else "f0")
    out += use(SIGNS[kind], x + pad, y + pad, inner, 0, "" if state == 2 else "f0")
    if state == 1:
        out += use("joker", x + size * 0.4, y + size * 0.34, size * 0.66)
    return out + (tick(x + size - 3, y + size - 3) if state == 2 else "")


# ---- pieces ----


def home(colour: str, x: float, y: float, name: str, label: str) -> str:
    """A residence, its foot at x, y."""
    body = use("home", -8.5, -19, 17, 19.6) + use(f"mark-{colour}", -3.7, -9.6, 7.4)
    return piece(name, body, x, y, f"p-{colour}", label)


def crown_marker(colour: str, x: float, y: float, name: str) -> str:
    """Where somebody stands on the favor track."""
    body = use("marker", -10, -9.5, 20, 18.5) + use(f"mark-{colour}", -3.5, -0.3, 7)
    return piece(name, body, x, y, f"p-{colour}")


def pill_note(items: list[Item], y: float, cls: str = "note") -> str:
    """A light plate with signs, as wide as a column."""
    return rect(8, y - 8, CARD_W - 16, 16, 8, cls) + row(items, CARD_W / 2, y, 13, 2, CARD_W - 20)


def word_note(words: str, y: float) -> str:
    """The same with a word."""
    return rect(8, y - 7, CARD_W - 16, 14, 7, "note") + fitted(
        CARD_W / 2, y + 3.4, words, "t t-note", CARD_W - 20
    )


def seat_count(colour: str, n: int, x: float, y: float) -> str:
    """How many somebody has, with the sign of the seat."""
    return group(use(f"seat-{colour}", x, y, 13), f"p-{colour}") + text(x + 16, y + 11, str(n), "t t-b")
