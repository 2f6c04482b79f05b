"""How to play Tundra: the page behind "?", with the drawings of the table and the numbers of the box."""

from __future__ import annotations

from typing import Final

from samovar.games.tundra.components import BOARDS, Box
from samovar.games.tundra.game import GAME
from samovar.kernel import cards
from samovar.views.howto import HowTo, Legend, icons, refs, symbol
from samovar.views.svg import MIDDLE, START, Item, group, icon_row, path, rect, svg, text, use
from samovar.views.tundra import things
from samovar.views.tundra.drawings import (
    PORTRAITS,
    action_icons,
    action_lines,
    advisor_icon,
    board_icon,
    die,
    draw_lines,
    price_icons,
    spans,
)
from samovar.views.words.words import Words, capital

COLOURS: Final = ["red", "yellow", "green", "blue"]
THINGS: Final = ["acorn", "firewood", "stone", "peat", "berry", "anyres", "same"]
GLADES: Final = ["g-firewood", "g-stone", "g-peat", "g-none", "g-home", "g-back", "fir"]
ACTIONS: Final = ["boot", "gather", "arch", "trade", "citycard", "renew", "advisor", "enhance", "upgrade"]
DICE: Final = ["reroll", "plus", "minus", "buydie", "setdie", "sleep", "first"]
ROW: Final = 27.0  # height of a row in the drawing of an order board


def howto(w: Words) -> HowTo:
    return explained(w, GAME.standard_box())


def explained(w: Words, box: Box) -> HowTo:
    """The page with the numbers of this box."""
    title = box.titles[box.basic_title]
    page = HowTo(
        w,
        "tundra",
        {
            "rounds": int(box.rounds),
            "last": things.ROMAN[int(box.rounds)],
            "dice": w.all_of([str(n) for n in box.dice_per_round]),
            "flip": int(box.flip_vp),
            "each": int(box.round_vp),
            "advisors": int(title.advisors),
            "reroll": int(title.reroll),
            "change": int(title.change),
            "buy": int(title.buy),
            "resource": int(box.max_resource),
            "berries": int(box.max_berries),
        },
    )
    page.goal("acorn", _scene())
    start = icons(action_icons(box, int(title.action)))
    page.round("first", [start, _dice([2, 5]), _dice([3, 3]), refs("renew", "first")])
    slot = rect(1, 1, 34, 34, 7, "die-slot") + text(18, 24, "5", "num num-slot", MIDDLE)
    example = action_icons(box, things.board_action(box, _board(box, "travel"), False, 5))
    prices = [("reroll", title.reroll), ("plus", title.change), ("buydie", title.buy)]
    page.turn(
        "die-5",
        [_dice([5]), svg(36, 36, slot, "", "howto__strip"), icons(example)],
        [icons([("i", ref), ("n", str(int(cost))), ("i", "berry")]) for ref, cost in prices],
    )
    page.actions("arch", [_order_board(w, box, board) for board in range(BOARDS)])
    steps: list[Item] = [("n", " ".join(str(n) for n in box.goals[1].vp)), ("i", "acorn")]
    up: list[Item] = [("i", "upgrade"), ("n", str(int(box.flip_vp))), ("i", "acorn")]
    tower: list[Item] = [("i", "tower"), ("n", "→"), ("i", "acorn")]
    card: list[Item] = [("i", "citycard"), ("n", "→"), ("i", "acorn")]
    page.points("acorn", [icons(steps), icons(up), icons(tower), icons(card)])
    page.end("done")
    _legend(page, box)
    return page


def _board(box: Box, name: str) -> int:
    """The number of an order board, the first one if the box has none of this name."""
    return box.board_ids.index(name) if name in box.board_ids else 0


def _scene() -> str:
    """Three glades with pieces, and an acorn."""
    out = ""
    for k, glade in enumerate(("g-firewood", "g-stone", "g-peat")):
        out += use(glade, k * 84, 14, 86, 98)
    out += group(use("tower", 28, 42, 30, 44), "p-blue") + group(use("worker", 114, 48, 30, 37), "p-blue")
    out += group(use("worker", 196, 50, 30, 37), "p-red") + use("acorn", 214, 0, 46)
    return svg(262, 114, out, "", "howto__scene")


def _dice(values: list[int]) -> str:
    drawn = "".join(die(value, k * 31, 1, 28, "red" if k else "blue") for k, value in enumerate(values))
    return svg(31 * len(values) - 3, 30, drawn, "", "howto__strip")


def _order_board(w: Words, box: Box, board: int) -> str:
    """An order board as it begins: its name, slots and actions, and the price of its upgrade."""
    wide, high = 150.0, 24 + ROW * 6
    kind = box.board_ids[board]
    out = path(f"M1 20h{wide - 2:g}v{high - 18:g}H1Z", f"order-board order-board--{kind}")
    for top, low, action in spans([things.board_action(box, board, False, value) for value in range(7)]):
        y, rows = 24 + (6 - top) * ROW, top - low + 1
        out += rect(3, y + 1, wide - 6, rows * ROW - 2, 6, "order-frame")
        lines = action_lines(box, action)
        out += draw_lines(lines, 36 + (wide - 40) / 2, y + rows * ROW / 2, 24, wide - 44, rows * ROW - 4)
    for value in range(1, 7):
        y = 24 + (6 - value) * ROW + 1.5
        out += rect(6, y, 24, 24, 6, "die-slot") + text(18, y + 17, str(value), "num num-slot", MIDDLE)
    out += rect(0.6, 0.6, wide - 1.2, 20, 6, f"order-band order-band--{kind}")
    out += use(board_icon(box, board), 5, 2.2, 17)
    out += text(26, 15, things.board_name(w, box, board), "t t-h t-order")
    out += rect(0.6, high + 2, wide - 1.2, 17, 5, f"order-band order-band--{kind}")
    price: list[Item] = [("i", "upgrade"), ("n", ":"), *price_icons(box, int(box.upgrade_price[board]))]
    out += icon_row(price, 8, high + 10.5, 14, 3, wide - 16, START)
    return svg(wide, high + 20, out, "", "howto__board")


def _legend(page: HowTo, box: Box) -> None:
    legend = Legend(page)
    pieces = [legend.entry([ref], ref, "p-blue") for ref in ("worker", "tower")]
    legend.group("things", [*legend.icons(THINGS), *pieces, legend.seats(COLOURS)])
    legend.group("glades", legend.icons(GLADES))
    legend.group("actions", legend.icons(ACTIONS))
    faces = legend.entry([f"die-{value}" for value in range(7)], "die", "p-blue")
    legend.group("dice", [faces, *legend.icons(DICE)])
    signs = [("≤2", "upto"), ("←", "price"), ("→", "gain"), ("2×", "times"), ("/", "per"), ("6–5", "slots")]
    legend.group("signs", [legend.sign(text, key) for text, key in signs])
    legend.group("advisors", [_advisor(legend, box, card) for card in cards.members(int(box.advisors))])
    legend.group("people", [_character(legend, k) for k in range(len(PORTRAITS))])
    legend.finish("anyres")


def _advisor(legend: Legend, box: Box, card: int) -> str:
    """An advisor with its name and effect."""
    names = [
        f"**{things.city_name(w, box, card)}** {capital(things.city_text(w, box, card))}"
        for w in [legend.page.w, *legend.others]
    ]
    return legend.named(symbol(advisor_icon(box, card)), names[0], names[1:])


def _character(legend: Legend, k: int) -> str:
    texts = [
        f"**{w.say('character.' + PORTRAITS[k])}** {w.say('howto.icon.characters')}"
        for w in [legend.page.w, *legend.others]
    ]
    return legend.named(symbol(PORTRAITS[k]), texts[0], texts[1:])
