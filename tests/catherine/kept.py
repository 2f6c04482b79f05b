"""What Catherine keeps on file, and what its recorded games must use: ``performed EA31``, ``joker``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from samovar.games.catherine import tokens
from samovar.games.catherine.components import Box
from samovar.games.catherine.state import Catherine
from samovar.kernel.components import Components
from samovar.kernel.state import Event, State
from tests.recorded import Golden, Kept

# What happens seldom, and so should be on record
SELDOM = {
    tokens.SHUFFLED: "the draw pile is renewed",
    tokens.OVER_LIMIT: "a card over the hand limit",
    tokens.OVER_TOP: "a step over the top",
    tokens.COLOURS_DIFFER: "colours that differ",
    tokens.NO_RESIDENCE: "no residence is left",
    tokens.JOKER: "a joker",
}


class CatherineKept(Kept):
    name: ClassVar[str] = "catherine"
    golden: ClassVar[list[Golden]] = [
        Golden("catherine-starting-rows", 2, 1, {}, 4),
        Golden("catherine-first-cards", 4, 2, {"names": "modern"}, 17),
        Golden("catherine-actions", 3, 3, {}, 22),
        Golden("catherine-books", 2, 4, {"names": "modern"}, 34),
        Golden("catherine-last-decade", 4, 5, {}, 150),
        Golden("catherine-the-end", 3, 6, {}, 9999),
    ]

    def wanted(self, box: Components) -> set[str]:
        """Every card performed, and its bonus used; every city, order and verb; all that happens seldom."""
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
        return found | set(SELDOM.values())

    def of_token(self, token: str) -> list[str]:
        return [f"verb {token.partition('.')[0]}"]

    def of_events(self, s: State, events: Iterable[Event]) -> list[str]:
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
            elif event in SELDOM:
                found.append(SELDOM[event])
        return found

    def settings(self, number: int) -> tuple[int, dict[str, str]]:
        """Every number of seats, both ways to name the cities."""
        return 2 + number % 3, {"names": "modern" if number // 3 % 2 else "printed"}


KEPT = CatherineKept()
