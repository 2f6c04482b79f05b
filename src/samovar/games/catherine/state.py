"""The state of a game of Catherine: cards, rows, residences, favor and VP of all players."""

from __future__ import annotations

from typing import ClassVar, Final, final

from samovar.games.catherine import tokens
from samovar.games.catherine.components import COLOURS, ROW, Box
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, zeros

# Indices into ``sets``. Each set of cards has COLOURS integers.
PILE: Final = 0
DISCARD: Final = 3
HANDS: Final = 6  # seat p's hand: HANDS + p * COLOURS


class Setting:
    """The options of a game. They never change, and all clones share them."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options: Final = options
        self.modern_names: Final = options["names"] == "modern"


@final
class Catherine(State):
    """The state of a game: arrays by seat, or by seat * ROW + place for the two rows of the display.

    A new state has all cards in the draw pile and all other pieces in the supplies.
    """

    __slots__ = (
        "stock",
        "setting",
        "decade",
        "round",
        "pile_left",
        "sets",
        "held",
        "row",
        "under",
        "active",
        "plan",
        "favor",
        "vp",
        "residences",
        "tiles",
        "jokers",
        "order",
    )
    not_in_positions: ClassVar[frozenset[str]] = State.not_in_positions | {"setting"}

    def __init__(self, box: Box, setting: Setting, seats: i64, old: Catherine | None = None) -> None:
        super().__init__(box, seats, 8, old)  # 8: capacity of the stack
        self.asked = old.asked[:] if old else zeros(seats)
        self.stock = box  # the same as self.box, but typed as Box
        self.setting = setting
        self.decade: i64 = old.decade if old else i64(1)  # from 1
        self.round: i64 = old.round if old else i64(0)  # of the decade, from 1; 0 before the first
        # number of cards in the draw pile, known also in a view that hides them
        self.pile_left: i64 = old.pile_left if old else box.deck_size
        # sets of cards: draw pile, discard pile, hands
        self.sets: vec[i64] = old.sets[:] if old else full_pile(box, seats)
        # number of cards in hand, known also in a view that hides them
        self.held: vec[i64] = old.held[:] if old else zeros(seats)

        # by seat * ROW + place, places from 0; 0: no card
        self.row: vec[i64] = old.row[:] if old else zeros(seats * ROW)
        self.under: vec[i64] = old.under[:] if old else zeros(seats * ROW)

        # the remaining arrays are indexed by seat
        # place, from 1, of the action card above this round's activation card; 0: none
        self.active: vec[i64] = old.active[:] if old else zeros(seats)
        # secret choices so far (cards, place), eight bits each; the cards are still in hand
        self.plan: vec[i64] = old.plan[:] if old else zeros(seats)
        self.favor: vec[i64] = old.favor[:] if old else zeros(seats)
        self.vp: vec[i64] = old.vp[:] if old else zeros(seats)
        self.residences: vec[i64] = old.residences[:] if old else zeros(seats)  # set of cities
        # goods tiles, as counts: one from each city with a residence that shows a good
        self.tiles: vec[i64] = old.tiles[:] if old else zeros(seats)

        # by seat; shared by clones because they seldom change: replace them, never assign elements
        self.jokers: vec[i64] = old.jokers if old else zeros(seats)
        self.order: vec[i64] = old.order if old else zeros(seats)

    def clone(self) -> Catherine:
        return Catherine(self.stock, self.setting, self.seats, self)

    # ---- what a player has ----

    def row_length(self, p: i64) -> i64:
        """The number of cards in the action row of p."""
        n: i64 = 0
        at = p * ROW
        while n < self.stock.full_row and self.row[at + n]:
            n += 1
        return n

    def row_symbols(self, p: i64) -> i64:
        """The symbols on the action row of p, as counts."""
        symbols = self.stock.symbols
        row = self.row
        n: i64 = 0
        first = p * ROW
        for at in range(first, first + self.stock.full_row):
            n += symbols[row[at]]
        return n

    def possession(self, p: i64) -> i64:
        """The symbols that p owns, as counts: action row and goods tiles (C-ACT-14, C-RULING-17)."""
        return self.row_symbols(p) + self.tiles[p]

    def owned(self, p: i64, kind: i64) -> i64:
        return counts.get(self.possession(p), kind)

    def supply(self, p: i64) -> i64:
        """The number of residences of p that are not built yet."""
        return self.stock.residences - cards.count(self.residences[p])

    def hand_limit(self, p: i64) -> i64:
        """The hand limit of p, by the current favor space (C-FAVOR-04)."""
        return self.stock.hand_limit[self.favor[p]]

    def in_hand(self, p: i64, card: i64) -> bool:
        return cards.holds(self.sets, HANDS + p * COLOURS, card)

    def action_card(self, p: i64) -> i64:
        """The action card right above this round's activation card (C-ACT-01)."""
        return self.row[p * ROW + self.active[p] - 1]

    def tiles_left(self, city: i64) -> i64:
        """The number of goods tiles left at a city (C-SETUP-02, C-RES-04)."""
        if self.stock.city_tile[city] == 0:
            return 0
        n = self.stock.tiles[self.seats]
        for p in range(self.seats):
            if cards.has(self.residences[p], city):
                n -= 1
        return n

    def jokers_left(self) -> i64:
        n = self.stock.jokers[self.seats]
        for p in range(self.seats):
            n -= self.jokers[p]
        return n

    # ---- gaining and paying ----

    def gain_vp(self, p: i64, n: i64) -> None:
        """Add n VP to the score of p at once (C-VP-01)."""
        self.vp[p] += n
        self.emit(tokens.GAINED_VP, p, n)

    def take_from_hand(self, p: i64, card: i64) -> None:
        cards.take(self.sets, HANDS + p * COLOURS, card)
        self.held[p] -= 1

    def discard(self, card: i64) -> None:
        cards.put(self.sets, DISCARD, card)

    def ask(self, p: i64, question: i64) -> None:
        """Set the open question of p. Other players may be asked at the same time."""
        self.asked[p] = question


def full_pile(box: Box, seats: i64) -> vec[i64]:
    """The sets of cards at the beginning: all cards in the draw pile."""
    sets = zeros(HANDS + seats * COLOURS)
    for colour in range(COLOURS):
        sets[PILE + colour] = box.deck[colour]
    return sets
