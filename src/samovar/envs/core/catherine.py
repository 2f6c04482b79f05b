"""Observations of Catherine: all displays, the discard pile, the own hand and the own secret choice."""

from __future__ import annotations

from typing import Any, Final, cast, final

from samovar.envs.core.layout import UNBOUNDED, Cell, Ids, Labels
from samovar.envs.core.observer import Observer
from samovar.games.catherine.components import CARDS, COLOURS, GOODS, ROW
from samovar.games.catherine.game import GAME
from samovar.games.catherine.hidden import seen_plan, seen_question
from samovar.games.catherine.state import DISCARD, HANDS, Catherine
from samovar.kernel.ints import i16, i64, vec
from samovar.kernel.state import State, zeros

STACK_FRAMES: Final = 12  # number of frames that have cells; the stacks of random games have up to 7
DERIVED: Final[list[str]] = []  # fields of the state without cells, because other fields determine them


def observer(initial_state: State) -> Observer[Any]:
    """Return the observer for the box and the seats of this state."""
    return CatherineObserver(cast(Catherine, initial_state))


@final
class CatherineObserver(Observer[Catherine]):
    """Writes what a seat sees. Other hands and the draw pile are hidden, so they have no cells."""

    def __init__(self, s: Catherine) -> None:
        super().__init__(GAME, s.seats, STACK_FRAMES)
        box = s.stock
        self.cards: Final = [box.card_ids[card].lower() for card in box.all_cards()]
        self.places: vec[i64] = zeros(
            CARDS
        )  # by card: its number from 1, without gaps, in the order of the box
        for number, card in enumerate(box.all_cards(), 1):
            self.places[card] = number
        self.cities: Final = Ids(box.city_ids)
        self.goods: Final = Labels(box.symbol_ids[:GOODS], len(box.city_ids))
        self.asked: vec[i64] = zeros(s.seats)  # by player, as the observer sees them
        self.plans: vec[i64] = zeros(s.seats)

    def fields(self, s: Catherine, seat: i64) -> None:
        box = s.stock
        for p in range(s.seats):
            own = p == seat
            self.asked[p] = s.asked[p] if own else seen_question(s, p)
            self.plans[p] = s.plan[p] if own else seen_plan(s, p)

        self.seat_number(s.seats)
        self.stack(s)
        self.questions(self.asked)
        self.number("decade", s.decade, 1, box.decades, "the decade")
        self.number("round", s.round, 0, box.rounds, "the round of the decade, 0 before the first")
        self.number("pile_left", s.pile_left, 0, box.deck_size, "cards in the draw pile")
        self.card_flags("hand", s, HANDS + seat * COLOURS, "cards in the own hand")
        self.card_flags("discard", s, DISCARD, "cards in the discard pile")
        self.each_player("held", s.held, 0, box.deck_size, "cards in hand")
        self.card_rows("row", s, s.row, "action rows, from left to right: 0 none, else 1 + card")
        self.card_rows("under", s, s.under, "activation cards under the action rows")
        self.each_player(
            "active", s.active, 0, box.full_row, "place of this round's activation card, 0: none"
        )
        self.each_player_plan(
            "plan",
            self.plans,
            max(box.start_row, 3),
            "cards (colour * 64 + number) and place chosen secretly; -1: chosen, but hidden",
        )
        self.each_player("favor", s.favor, 0, box.top, "space on the favor track")
        self.each_player("vp", s.vp, 0, UNBOUNDED, "points marked so far")
        self.each_player_flags("residences", s.residences, self.cities, "cities with a residence")
        self.each_player_counts("tiles", s.tiles, self.goods, "goods tiles by kind")
        self.each_player("jokers", s.jokers, 0, max(1, box.jokers[s.seats]), "joker tiles")
        self.each_player("order", s.order, 0, len(box.order_ids) - 1, "the order, 0: none yet")

    def card_flags(self, name: str, s: Catherine, at: i64, means: str) -> None:
        """0 or 1 for each card of the box: 1 if it is in the card sets that begin at index ``at``."""
        if self.declaring:
            self.layout.add(name, means, [Cell(f"{name}.{id}", 0, 1) for id in self.cards])
            return
        out, next = self.out, self.at
        for colour in range(COLOURS):
            in_box = s.stock.deck[colour]
            lying = s.sets[at + colour]
            while in_box:
                if in_box & 1:
                    out[next] = i16(lying & 1)
                    next += 1
                in_box >>= 1
                lying >>= 1
        self.at = next

    def card_rows(self, name: str, s: Catherine, rows: vec[i64], means: str) -> None:
        """The cards of each player by place, renumbered by ``places``."""
        length = s.stock.full_row
        if self.declaring:
            most = len(self.cards)
            cells = [Cell(f"{name}[{p}].{i}", 0, most) for p in self.layout.players for i in range(length)]
            self.layout.add(name, means, cells)
            return
        for i in range(self.players):
            first = self.player(i) * ROW
            for at in range(first, first + length):
                self.put(self.places[rows[at]])
