"""The fixture files of Tundra, and the coverage goals of its recorded games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from samovar.games.tundra import tokens
from samovar.games.tundra.components import Box
from samovar.games.tundra.scoring import personal_vp
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.components import Components
from samovar.kernel.state import Event, State
from tests.recorded import GameFixtures, Golden

# Rare events that the recorded games must contain
RARE_EVENTS = {
    tokens.SHUFFLED: "the deck is renewed",
    tokens.LOST: "a gain over the cap",
    tokens.DISCARDED: "a card makes room for another",
    tokens.BOUGHT: "a die is bought",
}
MODULES = {"titles": "on", "personal_goals": "on"}
LAYOUTS = {2: ["default"], 3: ["default", "3p-a", "3p-b", "3p-c"], 4: ["default", "4p-a", "4p-b"]}


class TundraFixtures(GameFixtures):
    name: ClassVar[str] = "tundra"
    golden: ClassVar[list[Golden]] = [
        Golden("tundra-starter-cards", 4, 1, {"personal_goals": "on", "starters_after_goals": "on"}, 3),
        Golden("tundra-first-round", 2, 2, {}, 12),
        Golden("tundra-activation", 3, 3, {"layout": "3p-a"}, 60),
        Golden("tundra-titles", 4, 4, {**MODULES, "layout": "4p-a"}, 150),
        Golden("tundra-drawn-workers", 3, 5, {**MODULES, "layout": "3p-c"}, 90),
        Golden("tundra-the-end", 2, 6, {**MODULES, "stores_variant": "on"}, 9999),
    ]

    def coverage_goals(self, box: Components) -> set[str]:
        """Names of everything that the recorded games must show: every card, tower bonus, goal, title, map
        and verb, and rare events.
        """
        stock = cast(Box, box)
        found = {
            f"{'advisor' if cards.has(stock.advisors, card) else 'enhancement'} {id}"
            for card, id in enumerate(stock.city_ids)
            if id
        }
        found |= {f"starter {id}" for id in stock.starter_ids if id}
        found |= {f"tower {id}" for id in stock.glade_ids if id}
        found |= {f"goal {goal.id}" for goal in stock.goals[1:]}
        found |= {f"personal goal {goal.id}" for goal in stock.personal[1:]}
        found |= {f"title {title.id}" for title in stock.titles[1:]}
        found |= {f"layout {layout.id}" for layout in stock.layouts}
        found |= {f"verb {name}" for name in stock.notation.verbs.values()}
        if not any(stock.gains_first):  # no action of this box can pay with its own gains
            found.remove("verb gains")
        if stock.bonuses_gained:  # the worker of a tower bonus is placed without asking
            found.remove("verb here")
        return found | set(RARE_EVENTS.values())

    def covered_by_token(self, token: str) -> list[str]:
        return [f"verb {token.partition('.')[0]}"]

    def covered_by_events(self, s: State, events: Iterable[Event]) -> list[str]:
        t = cast(Tundra, s)
        box = t.stock
        found: list[str] = []
        for event, _, a, b in events:
            if event == tokens.USED_ADVISOR:
                found.append(f"advisor {box.city_ids[a]}")
            elif event == tokens.ACTION_OF and a == tokens.FROM_STARTER:
                found.append(f"starter {box.starter_ids[b]}")
            elif event == tokens.ACTION_OF and a >= tokens.FROM_MARKET:
                found.append(f"enhancement {box.city_ids[b]}")
            elif event == tokens.TOWER_BONUS:
                found.append(f"tower {box.glade_ids[t.tile[a]]}")
            elif event == tokens.SCORED_GOAL:
                found.append(f"goal {box.goals[a].id}")
            elif event in (tokens.DEALT_TITLE, tokens.TITLE_USED):
                found.append(f"title {box.titles[a].id}")
            elif event == tokens.ROUND_BEGINS:
                found.append(f"layout {t.layout.id}")
            elif event == tokens.GAME_OVER:
                scored = [p for p in range(t.seats) if personal_vp(t, p)]
                found += [f"personal goal {box.personal[t.personal[p]].id}" for p in scored]
            elif event in RARE_EVENTS:
                found.append(RARE_EVENTS[event])
        return found

    def settings(self, number: int) -> tuple[int, dict[str, str]]:
        """Seats and options of a recorded game. Together they cover every number of seats, map and module."""
        seats = 2 + number % 3
        layouts = LAYOUTS[seats]
        options = {"layout": layouts[number // 3 % len(layouts)]}
        if number % 4:
            options |= MODULES
        if number % 5 == 4:
            options["starters_after_goals"] = "on"
        if number % 7 == 6:
            options |= {"stores_variant": "on", "first_player": "2"}
        return seats, options


FIXTURES = TundraFixtures()
