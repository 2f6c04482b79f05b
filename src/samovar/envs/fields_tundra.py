"""What a player sees of Tundra: all but the starter cards of others before the reveal, and their goals."""

from __future__ import annotations

from typing import Any, Final, cast

from samovar.envs.fields import (
    MANY,
    UNSEEN,
    Cell,
    Field,
    asked,
    bits,
    each,
    each_members,
    each_of,
    each_packed,
    eights,
    members,
    number,
    numbered,
    numbers,
    packed,
    seat_field,
    turned,
    waiting,
    which_player,
)
from samovar.games import registry
from samovar.games.tundra.components import BERRY, BOARDS, ITEMS, MARKET_PLACES, STOCK, WORKERS, Box
from samovar.games.tundra.state import Tundra
from samovar.kernel.state import UNKNOWN, State

DEEP: Final = 24  # of what is to be done; random games came to 12
DERIVED: Final = ["layout"]  # an option
VALUES: Final = ["unrolled", *numbered(1, 6)]


def fields(beginning: State) -> list[Field]:
    """For the box, the seats and the map of a game that begins like this."""
    s = cast(Tundra, beginning)
    game = registry.game("tundra")
    box, n = s.stock, int(s.seats)
    map_spaces = s.layout.spaces
    spaces = ["", *numbered(1, map_spaces)]
    boards = [id.lower() for id in box.board_ids]
    goals = [goal.id for goal in box.goals]
    stock = [int(box.most_berries) if item == BERRY else int(box.most_resource) for item in range(STOCK)]
    most_dice = max(int(title.max_dice) for title in box.titles)
    places = [f"{board}.{place}" for board in boards for place in numbered(1, MARKET_PLACES)]
    return [
        seat_field(n),
        waiting(game, n, DEEP),
        asked(game, n),
        number("round", 0, int(box.rounds), "the round, 0 before the first"),
        number("turns", 0, MANY, "turns taken so far"),
        which_player("first", n, "the first player"),
        members("closed", box.glade_ids, "glade tiles that lie face down somewhere"),
        members("deck", box.city_ids, "city cards in the deck"),
        members("market", box.city_ids, "city cards in the market"),
        members("discard", box.city_ids, "city cards in the discard pile"),
        members("goals", goals, "common goals in play"),
        members("blocked", goals, "of these, with a die on them"),
        number("board", 0, BOARDS, "order board of the activation in progress, from 1; 0: none"),
        number("slot", 0, 6, "the slot of it, as a die value"),
        number("side", 0, 1, "1 if the upgraded side was up"),
        members("sources", ["board", "starter", "market1", "market2"], "actions left of this activation"),
        packed("memo", 4, "what the open step has to remember"),
        members("built", spaces, "spaces with towers built in this action"),
        members("bonuses", spaces, "spaces whose tower bonus is still to be taken"),
        each_of("have", n, ITEMS[:STOCK], 0, stock, "resources and berries"),
        each("vp", n, 0, MANY, "points marked so far"),
        _dice(n, most_dice),
        each("spare", n, 0, most_dice, "dice in the supply"),
        _slots(boards, n),
        each_members("upgraded", n, boards, "order boards turned to their better side"),
        each_of(
            "workers",
            n,
            numbered(1, int(box.workers_each)),
            0,
            map_spaces,
            "spaces of the workers, ascending; 0: in the supply",
            width=WORKERS,
        ),
        _visited(int(box.workers_each), spaces),
        each_members("towers", n, spaces, "spaces with a tower"),
        each_members("ready", n, box.city_ids, "advisors that can be used"),
        each_members("exhausted", n, box.city_ids, "advisors that cannot"),
        _dealt(box, n),
        each_packed(
            "plan",
            n,
            int(box.starters_kept),
            "starter cards (card * 4 + board) chosen secretly; -1: chosen, but not to be seen",
        ),
        numbers(
            "tile",
            spaces[1:],
            0,
            len(box.glade_ids) - 1,
            "open glade tile on each space, 0: face down, or a settlement",
            1,
        ),
        each("title", n, 0, len(box.titles) - 1, "special titles, 0: none"),
        each_of("starter", n, boards, 0, len(box.starter_ids) - 1, "starter card under each order board"),
        each_of("enhancement", n, places, 0, len(box.city_ids) - 1, "market cards under each order board"),
        _personal(box, n),
    ]


def _dice(players: int, most: int) -> Field:
    cells = [Cell(f"dice[{p}].{value}", 0, most) for p in range(players) for value in VALUES]

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for dice in turned(list(view.dice), seat, players):
            found += eights(dice, len(VALUES))
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
        for dice in turned(list(view.slots), seat, players):
            found += bits(dice, places)
        return found

    return Field("slots", "dice on the slots of the order boards", cells, read)


def _visited(workers: int, spaces: list[str]) -> Field:
    """Of the player who moves."""
    cells = [Cell(f"visited[{w + 1}].{space}", 0, 1) for w in range(workers) for space in spaces[1:]]
    there = list(range(1, len(spaces)))

    def read(view: Any, seat: int) -> list[int]:
        found: list[int] = []
        for been in list(view.visited)[:workers]:
            found += bits(been, there)
        return found

    return Field("visited", "spaces where each worker has been in this move action", cells, read)


def _dealt(box: Box, players: int) -> Field:
    """The own starter cards; of others only how many there are."""
    there = [card for card, id in enumerate(box.starter_ids) if id]
    cells = [Cell(f"dealt[0].{box.starter_ids[card].lower()}", 0, 1) for card in there]
    cells += [Cell(f"dealt[{p}]", 0, int(box.starters_dealt)) for p in range(1, players)]

    def read(view: Any, seat: int) -> list[int]:
        own, *others = turned(list(view.dealt), seat, players)
        return bits(own, there) + [UNKNOWN - dealt if dealt else 0 for dealt in others]

    return Field("dealt", "own starter cards to choose from; of the others how many", cells, read)


def _personal(box: Box, players: int) -> Field:
    cells = [Cell(f"personal[{p}]", UNSEEN, len(box.personal) - 1) for p in range(players)]

    def read(view: Any, seat: int) -> list[int]:
        goals = turned(list(view.personal), seat, players)
        return [UNSEEN if goal == UNKNOWN else goal for goal in goals]

    return Field("personal", "personal goals, 0: none, -1: not to be seen", cells, read)
