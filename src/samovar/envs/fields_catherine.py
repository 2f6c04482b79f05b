"""What a player sees of Catherine: all displays, the discard pile, the own hand and the own secret choice."""

from __future__ import annotations

from typing import Any, Final, cast

from samovar.envs.fields import (
    MANY,
    Cell,
    Field,
    asked,
    each,
    each_members,
    each_packed,
    eights,
    number,
    seat_field,
    turned,
    waiting,
)
from samovar.games import registry
from samovar.games.catherine.components import CARDS, COLOURS, GOODS, ROW, Box
from samovar.games.catherine.state import DISCARD, HANDS, Catherine
from samovar.kernel import cards
from samovar.kernel.state import State

DEEP: Final = 12  # of what is to be done; random games came to 7
DERIVED: Final[list[str]] = []


def fields(beginning: State) -> list[Field]:
    """For the box and the seats of a game that begins like this."""
    s = cast(Catherine, beginning)
    game = registry.game("catherine")
    box, n = s.stock, int(s.seats)
    return [
        seat_field(n),
        waiting(game, n, DEEP),
        asked(game, n),
        number("decade", 1, int(box.decades), "the decade"),
        number("round", 0, int(box.rounds), "the round of the decade, 0 before the first"),
        number("pile_left", 0, int(box.deck_size), "cards in the draw pile"),
        _own_hand(box),
        _discard(box),
        each("held", n, 0, int(box.deck_size), "cards in hand"),
        _cards_by_place("row", box, n, "action rows, from left to right: 0 none, else 1 + card"),
        _cards_by_place("under", box, n, "activation cards under them"),
        each("active", n, 0, int(box.full_row), "place of this round's activation card, 0: none"),
        each_packed(
            "plan",
            n,
            max(int(box.start_row), 3),
            "cards (colour * 64 + number) and place chosen secretly; -1: chosen, but not to be seen",
        ),
        each("favor", n, 0, int(box.top), "space on the favor track"),
        each("vp", n, 0, MANY, "points marked so far"),
        each_members("residences", n, box.city_ids, "cities with a residence"),
        _tiles(box, n),
        each("jokers", n, 0, max(1, int(box.jokers[n])), "joker tiles"),
        each("order", n, 0, len(box.order_ids) - 1, "the order, 0: none yet"),
    ]


def _card_ids(box: Box) -> list[str]:
    return [box.card_ids[card].lower() for card in box.all_cards()]


def _own_hand(box: Box) -> Field:
    """Other hands and the draw pile cannot be seen, so there are no cells for them."""
    all_cards = box.all_cards()

    def read(view: Any, seat: int) -> list[int]:
        return flags(view, HANDS + seat * COLOURS, all_cards)

    return Field("hand", "cards in the own hand", [Cell(f"hand.{id}", 0, 1) for id in _card_ids(box)], read)


def _discard(box: Box) -> Field:
    all_cards = box.all_cards()
    return Field(
        "discard",
        "cards in the discard pile",
        [Cell(f"discard.{id}", 0, 1) for id in _card_ids(box)],
        lambda view, seat: flags(view, DISCARD, all_cards),
    )


def flags(view: Any, at: int, all_cards: list[int]) -> list[int]:
    """1 for each card that lies in the sets from this place on."""
    lying = set(cards.lying(view.sets, at, COLOURS))
    return [1 if card in lying else 0 for card in all_cards]


def _cards_by_place(name: str, box: Box, players: int, means: str) -> Field:
    """Cards counted from 1 in the order of the box, without the gaps between their numbers."""
    place_of = [0] * CARDS
    for place, card in enumerate(box.all_cards()):
        place_of[card] = place + 1
    row = int(box.full_row)
    cells = [
        Cell(f"{name}[{p}].{place}", 0, len(box.all_cards())) for p in range(players) for place in range(row)
    ]

    def read(view: Any, seat: int) -> list[int]:
        lying = turned(list(getattr(view, name)), seat, players, ROW, 0, row)
        return [place_of[card] for card in lying]

    return Field(name, means, cells, read)


def _tiles(box: Box, players: int) -> Field:
    """Goods tiles by kind."""
    most = len(box.city_ids)
    cells = [
        Cell(f"tiles[{p}].{box.symbol_ids[good]}", 0, most) for p in range(players) for good in range(GOODS)
    ]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for counts in turned(list(view.tiles), seat, players):
            found += eights(counts, GOODS)
        return found

    return Field("tiles", "goods tiles by kind", cells, read)
