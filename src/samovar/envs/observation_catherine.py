"""Observations of Catherine: all displays, the discard pile, the own hand and the own secret choice."""

from __future__ import annotations

from typing import Any, Final, cast

from samovar.envs.observation_fields import (
    UNBOUNDED,
    Cell,
    Field,
    asked_steps,
    number,
    pending_steps,
    per_player,
    per_player_packed,
    per_player_set,
    rotate_to_observer,
    seat_field,
    unpack_bytes,
)
from samovar.games import registry
from samovar.games.catherine.components import CARDS, COLOURS, GOODS, ROW, Box
from samovar.games.catherine.state import DISCARD, HANDS, Catherine
from samovar.kernel import cards
from samovar.kernel.state import State

STACK_FRAMES: Final = 12  # number of frames that are encoded; the stacks of random games have up to 7
DERIVED: Final[list[str]] = []


def fields(initial_state: State) -> list[Field]:
    """Return the fields for the box and the seats of this state."""
    s = cast(Catherine, initial_state)
    game = registry.game("catherine")
    box, n = s.stock, int(s.seats)
    return [
        seat_field(n),
        pending_steps(game, n, STACK_FRAMES),
        asked_steps(game, n),
        number("decade", 1, int(box.decades), "the decade"),
        number("round", 0, int(box.rounds), "the round of the decade, 0 before the first"),
        number("pile_left", 0, int(box.deck_size), "cards in the draw pile"),
        _own_hand(box),
        _discard(box),
        per_player("held", n, 0, int(box.deck_size), "cards in hand"),
        _cards_by_place("row", box, n, "action rows, from left to right: 0 none, else 1 + card"),
        _cards_by_place("under", box, n, "activation cards under the action rows"),
        per_player("active", n, 0, int(box.full_row), "place of this round's activation card, 0: none"),
        per_player_packed(
            "plan",
            n,
            max(int(box.start_row), 3),
            "cards (colour * 64 + number) and place chosen secretly; -1: chosen, but hidden",
        ),
        per_player("favor", n, 0, int(box.top), "space on the favor track"),
        per_player("vp", n, 0, UNBOUNDED, "points marked so far"),
        per_player_set("residences", n, box.city_ids, "cities with a residence"),
        _tiles(box, n),
        per_player("jokers", n, 0, max(1, int(box.jokers[n])), "joker tiles"),
        per_player("order", n, 0, len(box.order_ids) - 1, "the order, 0: none yet"),
    ]


def _card_ids(box: Box) -> list[str]:
    return [box.card_ids[card].lower() for card in box.all_cards()]


def _own_hand(box: Box) -> Field:
    """The own hand. Other hands and the draw pile are hidden, so they have no cells."""
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
    """Return 0 or 1 for each card: 1 if it is in the card sets that begin at index ``at``."""
    lying = set(cards.members_of_sets(view.sets, at, COLOURS))
    return [1 if card in lying else 0 for card in all_cards]


def _cards_by_place(name: str, box: Box, players: int, means: str) -> Field:
    """Cards by place, renumbered from 1 without gaps in the order of the box."""
    place_of = [0] * CARDS
    for place, card in enumerate(box.all_cards()):
        place_of[card] = place + 1
    row = int(box.full_row)
    cells = [
        Cell(f"{name}[{p}].{place}", 0, len(box.all_cards())) for p in range(players) for place in range(row)
    ]

    def read(view: Any, seat: int) -> list[int]:
        lying = rotate_to_observer(list(getattr(view, name)), seat, players, ROW, 0, row)
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
        for counts in rotate_to_observer(list(view.tiles), seat, players):
            found += unpack_bytes(counts, GOODS)
        return found

    return Field("tiles", "goods tiles by kind", cells, read)
