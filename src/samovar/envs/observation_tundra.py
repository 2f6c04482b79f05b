"""Observations of Tundra: everything except hidden starter cards and the personal goals of others."""

from __future__ import annotations

from typing import Any, Final, cast

from samovar.envs.observation_fields import (
    UNBOUNDED,
    UNSEEN,
    Cell,
    Field,
    asked_steps,
    member_bits,
    number,
    number_labels,
    numbers,
    packed,
    pending_steps,
    per_player,
    per_player_array,
    per_player_packed,
    per_player_set,
    rotate_to_observer,
    seat_field,
    unpack_bits,
    unpack_bytes,
    which_player,
)
from samovar.games import registry
from samovar.games.tundra.components import BERRY, BOARDS, GOODS, ITEMS, MARKET_PLACES, WORKERS, Box
from samovar.games.tundra.state import Tundra
from samovar.kernel.state import UNKNOWN, State

STACK_FRAMES: Final = 24  # number of frames that are encoded; the stacks of random games have up to 12
DERIVED: Final = ["layout"]  # a field without cells: it follows from the options
VALUES: Final = ["unrolled", *number_labels(1, 6)]


def fields(initial_state: State) -> list[Field]:
    """Return the fields for the box, the seats and the map of this state."""
    s = cast(Tundra, initial_state)
    game = registry.game("tundra")
    box, n = s.stock, int(s.seats)
    map_spaces = s.layout.spaces
    spaces = ["", *number_labels(1, map_spaces)]
    boards = [id.lower() for id in box.board_ids]
    goals = [goal.id for goal in box.goals]
    stock = [int(box.max_berries) if item == BERRY else int(box.max_resource) for item in range(GOODS)]
    most_dice = max(int(title.max_dice) for title in box.titles)
    places = [f"{board}.{place}" for board in boards for place in number_labels(1, MARKET_PLACES)]
    return [
        seat_field(n),
        pending_steps(game, n, STACK_FRAMES),
        asked_steps(game, n),
        number("round", 0, int(box.rounds), "the round, 0 before the first"),
        number("turns", 0, UNBOUNDED, "turns taken so far"),
        which_player("first", n, "the first player"),
        member_bits("closed", box.glade_ids, "glade tiles that lie face down somewhere"),
        member_bits("deck", box.city_ids, "city cards in the deck"),
        member_bits("market", box.city_ids, "city cards in the market"),
        member_bits("discard", box.city_ids, "city cards in the discard pile"),
        member_bits("goals", goals, "common goals in play"),
        member_bits("blocked", goals, "common goals with a die on them"),
        number("board", 0, BOARDS, "order board of the activation in progress, from 1; 0: none"),
        number("slot", 0, 6, "slot of that order board, as a die value"),
        number("side", 0, 1, "1 if the upgraded side was up when the die was placed"),
        member_bits("sources", ["board", "starter", "market1", "market2"], "actions left of this activation"),
        packed("memo", 4, "memory of the open step"),
        member_bits("built", spaces, "spaces with towers built in this action"),
        member_bits("bonuses", spaces, "spaces whose tower bonus is still to be taken"),
        per_player_array("have", n, ITEMS[:GOODS], 0, stock, "resources and berries"),
        per_player("vp", n, 0, UNBOUNDED, "points marked so far"),
        _dice(n, most_dice),
        per_player("spare", n, 0, most_dice, "dice in the supply"),
        _slots(boards, n),
        per_player_set("upgraded", n, boards, "upgraded order boards"),
        per_player_array(
            "workers",
            n,
            number_labels(1, int(box.workers_each)),
            0,
            map_spaces,
            "spaces of the workers, ascending; 0: in the supply",
            width=WORKERS,
        ),
        _visited(int(box.workers_each), spaces),
        per_player_set("towers", n, spaces, "spaces with a tower"),
        per_player_set("ready", n, box.city_ids, "ready advisors"),
        per_player_set("exhausted", n, box.city_ids, "exhausted advisors"),
        _dealt(box, n),
        per_player_packed(
            "plan",
            n,
            int(box.starters_kept),
            "starter cards (card * 4 + board) chosen secretly; -1: chosen, but hidden",
        ),
        numbers(
            "tile",
            spaces[1:],
            0,
            len(box.glade_ids) - 1,
            "open glade tile on each space, 0: face down, or a settlement",
            1,
        ),
        per_player("title", n, 0, len(box.titles) - 1, "special titles, 0: none"),
        per_player_array(
            "starter", n, boards, 0, len(box.starter_ids) - 1, "starter card under each order board"
        ),
        per_player_array(
            "enhancement", n, places, 0, len(box.city_ids) - 1, "market cards under each order board"
        ),
        _personal(box, n),
    ]


def _dice(players: int, most: int) -> Field:
    cells = [Cell(f"dice[{p}].{value}", 0, most) for p in range(players) for value in VALUES]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for dice in rotate_to_observer(list(view.dice), seat, players):
            found += unpack_bytes(dice, len(VALUES))
        return found

    return Field("dice", "dice on the player board by value", cells, read)


def _slots(boards: list[str], players: int) -> Field:
    cells = [
        Cell(f"slots[{p}].{board}_{value}", 0, 1)
        for p in range(players)
        for board in boards
        for value in VALUES[1:]
    ]
    places = [8 * board + value for board in range(len(boards)) for value in range(1, 7)]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for dice in rotate_to_observer(list(view.slots), seat, players):
            found += unpack_bits(dice, places)
        return found

    return Field("slots", "dice on the slots of the order boards", cells, read)


def _visited(workers: int, spaces: list[str]) -> Field:
    """The spaces that each worker of the moving player has visited."""
    cells = [Cell(f"visited[{w + 1}].{space}", 0, 1) for w in range(workers) for space in spaces[1:]]
    there = list(range(1, len(spaces)))

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for been in list(view.visited)[:workers]:
            found += unpack_bits(been, there)
        return found

    return Field("visited", "spaces where each worker has been in this move action", cells, read)


def _dealt(box: Box, players: int) -> Field:
    """The own starter cards, and how many each other player has."""
    there = [card for card, id in enumerate(box.starter_ids) if id]
    cells = [Cell(f"dealt[0].{box.starter_ids[card].lower()}", 0, 1) for card in there]
    cells += [Cell(f"dealt[{p}]", 0, int(box.starters_dealt)) for p in range(1, players)]

    def read(view: Any, seat: int) -> list[int]:
        own, *others = rotate_to_observer(list(view.dealt), seat, players)
        return unpack_bits(own, there) + [UNKNOWN - dealt if dealt else 0 for dealt in others]

    return Field("dealt", "own starter cards to choose from, and the number of those of others", cells, read)


def _personal(box: Box, players: int) -> Field:
    cells = [Cell(f"personal[{p}]", UNSEEN, len(box.personal) - 1) for p in range(players)]

    def read(view: Any, seat: int) -> list[int]:
        goals = rotate_to_observer(list(view.personal), seat, players)
        return [UNSEEN if goal == UNKNOWN else goal for goal in goals]

    return Field("personal", "personal goals, 0: none, -1: hidden", cells, read)
