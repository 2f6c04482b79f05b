"""The box and the tokens of the tiny game."""

from __future__ import annotations

from typing import Final

from samovar.kernel.components import Components, read_components
from samovar.kernel.game import FIRST_AUXILIARY_VERB

BOX: Final = """\
[game]
id = "tiny"
rounds = 3
hand = 2

[[card]]
id = "fox"
count = 6

[[card]]
id = "owl"
count = 4
gift = true

[[card]]
id = "elk"
count = 6

[stones]
counts = [6, 5, 4]
lamp = 2

[lamps]
count = 4

[trade]
coins = 1
"""

# Tokens
LAY: Final = 1  # lay.owl: face down
LAMP: Final = 2
PASS: Final = 3
PAY: Final = 4  # pay.2: with a stone of value 2
COIN: Final = 5
STONE: Final = 6
GO: Final = 7
SIDE: Final = 8  # side.low
SELL: Final = 9
DEAL: Final = 10
DRAW: Final = 11
GIVE: Final = 12  # give.2: a stone of value 2 back into the bag
TRADE: Final = FIRST_AUXILIARY_VERB
SIDES: Final = ["", "high", "low"]
HIGH: Final = 1
LOW: Final = 2


class TinyBox(Components):
    """The box. Cards are numbered from 1 in ascending order, stones by their value."""

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        self.rounds = 0
        self.hand = 0
        self.ids = [""]
        self.cards = [0]
        self.gifts: list[int] = []
        self.stones = [0]
        self.lamp_stones = 0
        self.lamps = 0
        self.trade_coins = 0


def load_box(text: str) -> TinyBox:
    reader, digest = read_components(text, "tiny")
    box = TinyBox(digest)
    game = reader.table("game")
    box.rounds = game.number("rounds", None, 1, 9)
    box.hand = game.number("hand", None, 1, 5)
    for number, card in enumerate(reader.tables("card"), 1):
        box.ids.append(card.text("id"))
        box.cards.append(card.number("count", None, 1, 20))
        if card.boolean("gift"):
            box.gifts.append(number)
        card.report_unknown_keys()
    if not 1 < len(box.ids) < 10 or len(set(box.ids)) < len(box.ids):
        reader.fault("card", "there must be one to eight cards, each with an id of its own")
    if not all(id.isascii() and id.isalpha() and id.islower() for id in box.ids[1:]):
        reader.fault("card", "an id must consist of lower-case letters")
    if sum(box.cards) < 4 * (box.hand + box.rounds - 1):
        reader.fault("card", "there must be enough for four players")
    stones = reader.table("stones")
    box.stones += stones.numbers("counts", None, 1, 20)
    if not 1 < len(box.stones) < 10:
        stones.fault("counts", "there must be one to nine values")
    box.lamp_stones = stones.number("lamp", None, 1, 9)
    box.lamps = reader.table("lamps").number("count", None, 0, 20)
    box.trade_coins = reader.table("trade").number("coins", None, 0, 9)
    reader.check("component file")
    cards = dict(enumerate(box.ids[1:], 1))
    notation = box.notation
    notation.add_named(LAY, "lay", cards)
    notation.add_plain(LAMP, "lamp")
    notation.add_plain(PASS, "pass")
    notation.add_numbered(PAY, "pay", 1, len(box.stones) - 1)
    notation.add_plain(COIN, "coin")
    notation.add_plain(STONE, "stone")
    notation.add_plain(GO, "go")
    notation.add_named(SIDE, "side", {HIGH: "high", LOW: "low"})
    notation.add_plain(SELL, "sell")
    notation.add_named(DEAL, "deal", cards)
    notation.add_numbered(DRAW, "draw", 1, len(box.stones) - 1)
    notation.add_numbered(GIVE, "give", 1, len(box.stones) - 1)
    notation.add_plain(TRADE, "trade")
    return box


# Tokens
