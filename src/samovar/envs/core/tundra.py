"""Observations of Tundra: everything except hidden starter cards and the personal goals of others."""

from __future__ import annotations

from typing import Any, Final, cast, final

from samovar.envs.core.layout import UNBOUNDED, UNSEEN, Cell, Ids, Labels, number_labels
from samovar.envs.core.observer import Observer
from samovar.games.tundra.components import BERRY, BOARDS, GOODS, ITEMS, MARKET_PLACES, WORKERS
from samovar.games.tundra.game import GAME
from samovar.games.tundra.hidden import seen_dealt, seen_personal, seen_plan, seen_question
from samovar.games.tundra.state import Tundra
from samovar.kernel.ints import i16, i64, vec
from samovar.kernel.state import UNKNOWN, State, zeros

STACK_FRAMES: Final = 24  # number of frames that have cells; the stacks of random games have up to 12
DERIVED: Final = ["layout"]  # a field of the state without cells: it follows from the options
VALUES: Final = ["unrolled", *number_labels(1, 6)]


def observer(initial_state: State) -> Observer[Any]:
    """Return the observer for the box, the seats and the map of this state."""
    return TundraObserver(cast(Tundra, initial_state))


@final
class TundraObserver(Observer[Tundra]):
    """Writes what a seat sees."""

    def __init__(self, s: Tundra) -> None:
        super().__init__(GAME, s.seats, STACK_FRAMES)
        box = s.stock
        boards = [id.lower() for id in box.board_ids]
        most = [int(box.max_berries) if item == BERRY else int(box.max_resource) for item in range(GOODS)]
        self.map_spaces: i64 = s.layout.spaces
        self.most_dice: i64 = max(int(title.max_dice) for title in box.titles)
        self.glade_ids: Final = Ids(box.glade_ids)
        self.city_ids: Final = Ids(box.city_ids)
        self.starter_ids: Final = Ids(box.starter_ids)
        self.board_ids: Final = Ids(boards)
        self.goal_ids: Final = Ids([goal.id for goal in box.goals])
        self.source_ids: Final = Ids(["board", "starter", "market1", "market2"])
        self.space_ids: Final = Ids(["", *number_labels(1, s.layout.spaces)])
        self.goods: Final = Labels(ITEMS[:GOODS], most)
        self.dice: Final = Labels(VALUES, int(self.most_dice))
        self.workers: Final = Labels(number_labels(1, int(box.workers_each)), s.layout.spaces)
        self.tiles: Final = Labels(self.space_ids.names, self.glade_ids.count)
        self.starters: Final = Labels(boards, self.starter_ids.count)
        self.market_places: Final = Labels(
            [f"{board}.{place}" for board in boards for place in number_labels(1, MARKET_PLACES)],
            self.city_ids.count,
        )
        self.asked: vec[i64] = zeros(s.seats)  # by player, as the observer sees them
        self.plans: vec[i64] = zeros(s.seats)
        self.goals: vec[i64] = zeros(s.seats)

    def fields(self, s: Tundra, seat: i64) -> None:
        box = s.stock
        for p in range(s.seats):
            own = p == seat
            self.asked[p] = s.asked[p] if own else seen_question(s, p)
            self.plans[p] = s.plan[p] if own else seen_plan(s, p)
            self.goals[p] = s.personal[p] if own else seen_personal(s, p)

        self.seat_number(s.seats)
        self.stack(s)
        self.questions(self.asked)
        self.number("round", s.round, 0, box.rounds, "the round, 0 before the first")
        self.number("turns", s.turns, 0, UNBOUNDED, "turns taken so far")
        self.one_player("first", s.first, "the first player")
        self.flags("closed", s.closed, self.glade_ids, "glade tiles that lie face down somewhere")
        self.flags("deck", s.deck, self.city_ids, "city cards in the deck")
        self.flags("market", s.market, self.city_ids, "city cards in the market")
        self.flags("discard", s.discard, self.city_ids, "city cards in the discard pile")
        self.flags("goals", s.goals, self.goal_ids, "common goals in play")
        self.flags("blocked", s.blocked, self.goal_ids, "common goals with a die on them")

        self.number("board", s.board, 0, BOARDS, "order board of the activation in progress, from 1; 0: none")
        self.number("slot", s.slot, 0, 6, "slot of that order board, as a die value")
        self.number("side", s.side, 0, 1, "1 if the upgraded side was up when the die was placed")
        self.flags("sources", s.sources, self.source_ids, "actions left of this activation")
        self.bytes("memo", s.memo, 4, "memory of the open step")
        self.flags("built", s.built, self.space_ids, "spaces with towers built in this action")
        self.flags("bonuses", s.bonuses, self.space_ids, "spaces whose tower bonus is still to be taken")

        self.each_player_array("have", s.have, GOODS, 0, self.goods, "resources and berries")
        self.each_player("vp", s.vp, 0, UNBOUNDED, "points marked so far")
        self.each_player_counts("dice", s.dice, self.dice, "dice on the player board by value")
        self.each_player("spare", s.spare, 0, self.most_dice, "dice in the supply")
        self.slots(s)
        self.each_player_flags("upgraded", s.upgraded, self.board_ids, "upgraded order boards")
        self.each_player_array(
            "workers",
            s.workers,
            WORKERS,
            0,
            self.workers,
            "spaces of the workers, ascending; 0: in the supply",
        )
        self.visited(s)
        self.each_player_flags("towers", s.towers, self.space_ids, "spaces with a tower")
        self.each_player_flags("ready", s.ready, self.city_ids, "ready advisors")
        self.each_player_flags("exhausted", s.exhausted, self.city_ids, "exhausted advisors")
        self.dealt(s, seat)
        self.each_player_plan(
            "plan",
            self.plans,
            box.starters_kept,
            "starter cards (card * 4 + board) chosen secretly; -1: chosen, but hidden",
        )
        self.array(
            "tile", s.tile, 1, self.tiles, "open glade tile on each space, 0: face down, or a settlement"
        )
        self.each_player("title", s.title, 0, len(box.titles) - 1, "special titles, 0: none")
        self.each_player_array(
            "starter", s.starter, BOARDS, 0, self.starters, "starter card under each order board"
        )
        self.each_player_array(
            "enhancement",
            s.enhancement,
            BOARDS * MARKET_PLACES,
            0,
            self.market_places,
            "market cards under each order board",
        )
        self.each_player(
            "personal", self.goals, UNSEEN, len(box.personal) - 1, "personal goals, 0: none, -1: hidden"
        )

    def slots(self, s: Tundra) -> None:
        """The dice on the slots of each player's order boards, by board and value."""
        if self.declaring:
            self.layout.add(
                "slots",
                "dice on the slots of the order boards",
                [
                    Cell(f"slots[{p}].{board}_{value}", 0, 1)
                    for p in self.layout.players
                    for board in self.board_ids.names
                    for value in VALUES[1:]
                ],
            )
            return
        out, at = self.out, self.at
        for i in range(self.players):
            dice = s.slots[self.player(i)]
            for board in range(BOARDS):
                for value in range(1, i64(7)):
                    out[at] = i16(dice >> 8 * board + value & 1)
                    at += 1
        self.at = at

    def visited(self, s: Tundra) -> None:
        """The spaces that each worker of the moving player has visited."""
        if self.declaring:
            self.layout.add(
                "visited",
                "spaces where each worker has been in this move action",
                [
                    Cell(f"visited[{worker}].{space}", 0, 1)
                    for worker in self.workers.names
                    for space in self.space_ids.names
                ],
            )
            return
        for worker in range(s.stock.workers_each):
            self.put_flags(s.visited[worker], self.space_ids)

    def dealt(self, s: Tundra, seat: i64) -> None:
        """The own starter cards, and how many each other player has."""
        if self.declaring:
            cells = [Cell(f"dealt[0].{id}", 0, 1) for id in self.starter_ids.names]
            cells += [Cell(f"dealt[{p}]", 0, int(s.stock.starters_dealt)) for p in self.layout.players[1:]]
            self.layout.add(
                "dealt", "own starter cards to choose from, and the number of those of others", cells
            )
            return
        self.put_flags(s.dealt[seat], self.starter_ids)
        for i in range(1, self.players):
            hidden = seen_dealt(s, self.player(i))
            self.put(UNKNOWN - hidden if hidden else 0)
