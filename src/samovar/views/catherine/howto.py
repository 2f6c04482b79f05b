"""How to play Catherine: the page behind "?", with the drawings of the table and the numbers of the box."""

from __future__ import annotations

from typing import Final

from samovar.games.catherine.components import Box
from samovar.games.catherine.game import GAME
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards
from samovar.views.catherine import sentences
from samovar.views.catherine.drawings import (
    CARD_H,
    CARD_W,
    REGIONS,
    SYMBOL_ICONS,
    card_face,
    city_icon,
    match_mark,
)
from samovar.views.howto import HowTo, Legend, Values, icons, refs, symbol
from samovar.views.svg import Item, group, svg, translate, use
from samovar.views.words.words import Words, capital

TALL: Final = "howto__drawing howto__drawing--tall"
PILES: Final = ["card", "card_out", "cards2", "deck", "discard", "order", "joker"]
BOARD: Final = ["crown", "one", "house", "plot", "pins", "link", "set4", "laurel", "vp"]
STATES: Final = ["fires", "arrow", "glass", "sealed"]
ORNAMENTS: Final = ["wood", "wood2", "snowwood", "peak", "hill", "grass", "ship"]


def howto(w: Words) -> HowTo:
    return explained(w, GAME.standard_box())


def explained(w: Words, box: Box) -> HowTo:
    """The page with the numbers of this box."""
    s = GAME.new(box, 2, GAME.canonical(2, {}))
    page = HowTo(w, "catherine", _values(w, box))
    page.goal("laurel", _scene())
    page.round(
        "laurel",
        [
            refs("cards2"),
            refs("cannon"),
            refs("book", "house"),
            refs("house", "crown"),
            refs("discard", "card"),
        ],
    )
    page.turn("fires", [refs("cards2"), refs("card", "card"), refs("sealed"), refs("fires")], [])
    families = _families(box)
    page.actions(
        "card",
        [svg(CARD_W, CARD_H, card_face(w, s, card), "", TALL) for card in families],
        [_card_text(w, s, card) for card in families],
    )
    own: list[Item] = [("i", "link"), ("n", "×"), ("i", "crown")]
    page.points(
        "vp",
        [
            icons([("i", "fires"), ("n", "→"), ("vp", "")]),
            icons([("i", "house"), ("n", "→"), ("vp", "1")]),
            icons([("i", "crown"), ("n", "→"), ("vp", "")]),
            icons([("i", "cannon"), ("n", "→"), ("vp", str(int(box.more_cannons)))]),
            icons(own),
            icons([("i", "order"), ("n", "→"), ("vp", str(int(box.order_vp[-1])))]),
        ],
    )
    page.end("done")
    _legend(page, s)
    return page


def _values(w: Words, box: Box) -> Values:
    scored = [k for k in range(len(box.order_vp)) if box.order_vp[k]]
    return {
        "decades": int(box.decades),
        "rounds": int(box.rounds),
        "row": int(box.start_row),
        "full": int(box.full_row),
        "draw": int(box.phase_a_draw),
        "instead": int(box.compensation),
        "limit": int(box.hand_limit[0]),
        "over": int(box.over_limit_vp),
        "top": int(box.over_top_vp),
        "more": int(box.more_cannons),
        "equal": int(box.equal_cannons),
        "again": int(box.interim_draw),
        "city": int(box.vp_city),
        "left": int(box.leftover_vp),
        "matched": w.one_of([str(k) for k in scored]),
        "order": w.one_of([str(int(box.order_vp[k])) for k in scored]),
        "tiles": len(box.order_vp) - 1,
        "residences": int(box.residences),
    }


def _families(box: Box) -> list[int]:
    """One card of each kind, in the order of the box."""
    found: dict[str, int] = {}
    for card, family in enumerate(box.families):
        if family:
            found.setdefault(family, card)
    return list(found.values())


def _card_text(w: Words, s: Catherine, card: int) -> str:
    name = sentences.card_name(w, s.stock, card)
    return f"**{name}.** {capital(sentences.card_text(w, s, card))}."


def _scene() -> str:
    """Three cities on a road, with residences."""
    road = '<path d="M34 84C80 70 90 100 130 92S190 70 228 84" class="howto__road"/>'
    out = road + use("wood", 70, 18, 26, 32) + use("wood2", 88, 30, 24, 30) + use("wood", 172, 20, 26, 32)
    for k, city in enumerate(("l-novgorod", "l-moscow", "l-kazan")):
        out += use(city, 8 + 96 * k, 18, 54, 68) + group(use("home", 52 + 93 * k, 78, 24, 28), "p-yellow")
    return svg(262, 114, out + use("crown", 216, 0, 40), "", "howto__scene")


def _legend(page: HowTo, s: Catherine) -> None:
    box = s.stock
    legend = Legend(page)
    marks = [legend.entry([ref], ref, "p-yellow") for ref in ("home", "marker")]
    goods = [_symbol(legend, box, kind) for kind in range(len(SYMBOL_ICONS))]
    legend.group("goods", [*goods, *legend.icons(BOARD), *marks, legend.seats(box.player_colours)])
    legend.group("piles", legend.icons(PILES))
    same = svg(20, 20, group(match_mark(True, 10), "", translate(10 - CARD_W / 2, 0)), "", "howto__symbol")
    differ = svg(20, 20, group(match_mark(False, 10), "", translate(10 - CARD_W / 2, 0)), "", "howto__symbol")
    drawn = [(same, "same"), (differ, "differ")]
    states = [legend.named(picture, *_said(legend, key)) for picture, key in drawn]
    signs = [legend.sign(text, key) for text, key in (("3=", "one_colour"), ("/", "per"))]
    legend.group("states", [*states, *legend.icons(STATES), *signs])
    colours = [_colour(legend, box, k) for k in range(len(REGIONS))]
    legend.group("colours", colours)
    legend.group("cities", [_city(legend, s, city) for city in cards.members(int(box.cities))])
    legend.group("people", [legend.entry([f"v-{box.families[card]}" for card in _families(box)], "families")])
    legend.group("ornaments", [legend.entry(ORNAMENTS, "ornaments")])
    legend.finish("set4")


def _said(legend: Legend, key: str) -> tuple[str, list[str]]:
    """The text of an icon, and the texts in the other languages."""
    texts = [w.say("howto.icon." + key, **legend.page.values) for w in [legend.page.w, *legend.others]]
    return texts[0], texts[1:]


def _symbol(legend: Legend, box: Box, kind: int) -> str:
    """A good, a cannon or a book."""
    name = box.symbol_ids[kind]
    key = name if legend.page.w.has("howto.icon." + name) else "good"
    texts = [
        f"**{capital(w.noun(1, name))}** " + w.say("howto.icon." + key)
        for w in [legend.page.w, *legend.others]
    ]
    return legend.named(symbol(SYMBOL_ICONS[kind]), texts[0], texts[1:])


def _colour(legend: Legend, box: Box, k: int) -> str:
    texts = [
        f"**{capital(sentences.colour(w, box, k))}** " + w.say("howto.icon.colour")
        for w in [legend.page.w, *legend.others]
    ]
    return legend.named(symbol("reg-" + REGIONS[k]), texts[0], texts[1:])


def _city(legend: Legend, s: Catherine, city: int) -> str:
    """A city with its landmark, and the icon of what a residence there gives."""
    box = s.stock
    gain = city_icon(box, city)
    key = "crown" if gain == "crown" else "one" if gain == "one" else "tile"
    texts = [
        f"**{sentences.city_name(w, s, city)}** "
        + w.say(
            "howto.city." + key,
            colour=sentences.colour(w, box, int(box.city_colour[city])),
            good=w.noun(1, gain),
            n=int(box.city_vp[city]),
        )
        for w in [legend.page.w, *legend.others]
    ]
    drawn = symbol("l-" + box.city_ids[city]) + (symbol(gain) if gain else "")
    return legend.named(drawn, texts[0], texts[1:])
