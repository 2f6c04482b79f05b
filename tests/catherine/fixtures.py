"""The fixture files of Catherine, and the coverage goals of its recorded games: ``performed EA31``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from samovar.games.catherine import tokens
from samovar.games.catherine.components import Box
from samovar.games.catherine.state import Catherine
from samovar.kernel.components import Components
from samovar.kernel.state import Event, State
from tests.catherine.scene import CITIES, Player, position
from tests.recorded import GameFixtures, Golden

# Rare events that recorded games must contain
RARE_EVENTS = {
    tokens.SHUFFLED: "the draw pile is renewed",
    tokens.OVER_LIMIT: "a card over the hand limit",
    tokens.OVER_TOP: "a step over the top",
    tokens.COLOURS_DIFFER: "colours that differ",
    tokens.NO_RESIDENCE: "no residence is left",
    tokens.JOKER: "a joker",
}
# Numbers of recorded games that begin in phase D, with a situation that hardly comes up in a planned game
SMALL_PILE = 22
ALL_BUILT = 23


class CatherineFixtures(GameFixtures):
    name: ClassVar[str] = "catherine"
    golden: ClassVar[list[Golden]] = [
        Golden("catherine-starting-rows", 2, 1, {}, 4),
        Golden("catherine-first-cards", 4, 2, {"names": "modern"}, 17),
        Golden("catherine-actions", 3, 3, {}, 22),
        Golden("catherine-books", 2, 4, {"names": "modern"}, 34),
        Golden("catherine-last-decade", 4, 5, {}, 150),
        Golden("catherine-the-end", 3, 6, {}, 9999),
    ]

    def coverage_goals(self, box: Components) -> set[str]:
        """The coverage goals: every action, bonus, city, order and verb, and all rare events."""
        stock = cast(Box, box)
        found = {f"performed {stock.card_ids[card]}" for card in stock.all_cards()}
        found |= {f"bonus {stock.card_ids[card]}" for card in stock.all_cards() if stock.condition[card]}
        found |= {f"city {id}" for id in stock.city_ids if id}
        found |= {f"order {id}" for id in stock.order_ids if id}
        found |= {f"verb {name}" for name in stock.notation.verbs.values()}
        if max(stock.times) == 1:  # no arrow of this box has a higher number
            found.remove("verb enough")
        found |= {
            f"books bring {what}" for what in {stock.most_books, stock.middle_books, stock.fewest_books}
        }
        return found | set(RARE_EVENTS.values())

    def covered_by_token(self, token: str) -> list[str]:
        return [f"verb {token.partition('.')[0]}"]

    def covered_by_events(self, s: State, events: Iterable[Event]) -> list[str]:
        box = cast(Catherine, s).stock
        found: list[str] = []
        for event, _, a, _ in events:
            if event == tokens.PERFORMED:
                found.append(f"performed {box.card_ids[a]}")
            elif event == tokens.USED_BONUS:
                found.append(f"bonus {box.card_ids[a]}")
            elif event == tokens.BUILT:
                found.append(f"city {box.city_ids[a]}")
            elif event == tokens.DEALT_ORDER:
                found.append(f"order {box.order_ids[a]}")
            elif event == tokens.BOOKS:
                found.append(f"books bring {a}")
            elif event in RARE_EVENTS:
                found.append(RARE_EVENTS[event])
        return found

    def tries(self, number: int) -> int:
        """Games that begin with a position are chosen from random ones."""
        return 20 if number in (SMALL_PILE, ALL_BUILT) else 0

    def start(self, number: int) -> str:
        """A small draw pile, so that a player is asked how often to draw, or a player without residences."""
        if number == SMALL_PILE:
            draws = Player("ea20", active=1, hand=0, shows={"book": 4, "cannon": 1}, favor=2)
            return position("actions", draws, Player(active=1), pile="nw01, nw02, nw03")
        if number == ALL_BUILT:
            builds = Player("ea01", active=1, residences=", ".join(list(CITIES)[:12]))
            return position("actions", builds, Player(active=1))
        return ""

    def settings(self, number: int) -> tuple[int, dict[str, str]]:
        """The seats and options of a recorded game: all numbers of seats, both sets of city names."""
        return 2 + number % 3, {"names": "modern" if number // 3 % 2 else "printed"}


FIXTURES = CatherineFixtures()
