"""The table of Tundra: who has what, what lies where."""

from __future__ import annotations

from typing import ClassVar, Final, final

from samovar.games.tundra import tokens
from samovar.games.tundra.components import (
    BERRY,
    BOARDS,
    MARKET_PLACES,
    RESOURCES,
    SLOTS,
    SPACES,
    STOCK,
    VP,
    WORKERS,
    Box,
    Layout,
    Title,
)
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, zeros

UNROLLED: Final = 0  # the kind of a die that is not rolled yet; 1 to 6 are values


class Setting:
    """The setting agreed before the game. It never changes and is shared by all clones."""

    def __init__(self, layout: Layout, options: dict[str, str]) -> None:
        self.options: Final = options
        self.layout: Final = layout
        self.titles: Final = options["titles"] == "on"
        self.personal_goals: Final = options["personal_goals"] == "on"
        self.stores_variant: Final = options["stores_variant"] == "on"


@final
class Tundra(State):
    """Arrays by seat, by seat and order board, or by space of the layout.

    A new state has everything in the box and nothing on the table.
    """

    __slots__ = (
        "stock",
        "setting",
        "layout",
        "round",
        "turns",
        "first",
        "closed",
        "deck",
        "market",
        "discard",
        "goals",
        "blocked",
        "board",
        "slot",
        "side",
        "sources",
        "memo",
        "built",
        "bonuses",
        "have",
        "vp",
        "dice",
        "spare",
        "slots",
        "upgraded",
        "workers",
        "visited",
        "towers",
        "ready",
        "exhausted",
        "dealt",
        "plan",
        "tile",
        "title",
        "starter",
        "enhancement",
        "personal",
    )
    not_in_positions: ClassVar[frozenset[str]] = State.not_in_positions | {"setting"}

    def __init__(self, box: Box, setting: Setting, seats: i64, of: Tundra | None = None) -> None:
        super().__init__(box, seats, 16, of)  # room for 16 frames
        self.asked = of.asked[:] if of else zeros(seats)
        self.stock = box  # the box again, with its own type
        self.setting = setting
        self.layout = setting.layout
        self.round: i64 = of.round if of else i64(0)  # from 1; 0 before the first
        self.turns: i64 = of.turns if of else i64(0)  # taken so far
        self.first: i64 = of.first if of else i64(0)  # the first player
        # set of glade tiles that lie face down somewhere
        self.closed: i64 = of.closed if of else box.in_use(box.glade_dots, seats)
        self.deck: i64 = of.deck if of else box.city_cards  # sets of city cards
        self.market: i64 = of.market if of else i64(0)
        self.discard: i64 = of.discard if of else i64(0)
        self.goals: i64 = of.goals if of else i64(0)  # set of common goals in play
        self.blocked: i64 = of.blocked if of else i64(0)  # of these, with a die on them

        # The activation in progress: order board (from 1; 0: none), slot, side that was up, actions left.
        self.board: i64 = of.board if of else i64(0)
        self.slot: i64 = of.slot if of else i64(0)
        self.side: i64 = of.side if of else i64(0)
        self.sources: i64 = of.sources if of else i64(0)  # one bit per tokens.FROM_...

        # The action in progress.
        self.memo: i64 = of.memo if of else i64(0)  # what the open step has to remember
        self.built: i64 = of.built if of else i64(0)  # set of spaces with towers built in it
        # set of spaces whose tower bonus is still to be taken
        self.bonuses: i64 = of.bonuses if of else i64(0)

        # by seat
        self.have: vec[i64] = of.have[:] if of else zeros(seats * STOCK)  # by seat * STOCK + item
        self.vp: vec[i64] = of.vp[:] if of else zeros(seats)
        self.dice: vec[i64] = of.dice[:] if of else zeros(seats)  # on the player board, as counts by value
        self.spare: vec[i64] = of.spare[:] if of else zeros(seats)  # dice in the supply
        # dice on order boards: bit 8 * board + value
        self.slots: vec[i64] = of.slots[:] if of else zeros(seats)
        self.upgraded: vec[i64] = of.upgraded[:] if of else zeros(seats)  # set of order boards
        # by seat * WORKERS + number: where they stand, ascending, those in supply last
        self.workers: vec[i64] = of.workers[:] if of else zeros(seats * WORKERS)
        # by number: where each worker of the player who moves was in this action
        self.visited: vec[i64] = of.visited[:] if of else zeros(WORKERS)
        self.towers: vec[i64] = of.towers[:] if of else zeros(seats)  # set of spaces
        self.ready: vec[i64] = of.ready[:] if of else zeros(seats)  # sets of advisors
        self.exhausted: vec[i64] = of.exhausted[:] if of else zeros(seats)
        self.dealt: vec[i64] = of.dealt[:] if of else zeros(seats)  # set of starter cards to choose from
        # choices made secretly so far, eight bits each
        self.plan: vec[i64] = of.plan[:] if of else zeros(seats)

        # shared by clones because it seldom changes: replaced, never written into
        self.tile: vec[i64] = of.tile if of else zeros(SPACES)  # by space; 0: face down (or a settlement)
        self.title: vec[i64] = of.title if of else zeros(seats)
        self.starter: vec[i64] = of.starter if of else zeros(seats * BOARDS)  # by seat * BOARDS + board
        # by (seat * BOARDS + board) * MARKET_PLACES + place
        self.enhancement: vec[i64] = of.enhancement if of else zeros(seats * BOARDS * MARKET_PLACES)
        self.personal: vec[i64] = of.personal if of else zeros(seats)  # personal goals; 0: none

    def clone(self) -> Tundra:
        return Tundra(self.stock, self.setting, self.seats, self)

    # ---- what a player has ----

    def title_of(self, p: i64) -> Title:
        return self.stock.titles[self.title[p]]

    def berries(self, p: i64) -> i64:
        return self.have[p * STOCK + BERRY]

    def resources(self, p: i64) -> i64:
        """The resources of all types together; berries are none (T-RES-01)."""
        n: i64 = 0
        for i in range(RESOURCES):
            n += self.have[p * STOCK + i]
        return n

    def dice_on_board(self, p: i64) -> i64:
        n: i64 = 0
        for kind in range(SLOTS):
            n += counts.get(self.dice[p], kind)
        return n

    def workers_on_board(self, p: i64) -> i64:
        n: i64 = 0
        for i in range(self.stock.workers_each):
            if self.workers[p * WORKERS + i]:
                n += 1
        return n

    def workers_in_supply(self, p: i64) -> i64:
        return self.stock.workers_each - self.workers_on_board(p)

    def workers_at(self, p: i64, space: i64) -> i64:
        n: i64 = 0
        for i in range(self.stock.workers_each):
            if self.workers[p * WORKERS + i] == space:
                n += 1
        return n

    def pieces_at(self, p: i64, space: i64) -> i64:
        """Workers and tower."""
        return self.workers_at(p, space) + (1 if cards.has(self.towers[p], space) else 0)

    def towers_in_supply(self, p: i64) -> i64:
        return self.stock.towers_each - cards.count(self.towers[p])

    def has_tower(self, space: i64) -> bool:
        """Whether a tower of any player stands here (T-GLADE-05)."""
        for p in range(self.seats):
            if cards.has(self.towers[p], space):
                return True
        return False

    def settlement(self, p: i64) -> i64:
        return self.layout.glades + 1 + p

    def is_glade(self, space: i64) -> bool:
        return 0 < space <= self.layout.glades

    def resource_at(self, space: i64) -> i64:
        """1 + the resource of an open glade; 0 if there is none."""
        return self.stock.glade_resource[self.tile[space]]

    def enhancements(self, p: i64, board: i64) -> i64:
        """Market enhancements under an order board."""
        at = (p * BOARDS + board) * MARKET_PLACES
        n: i64 = 0
        while n < MARKET_PLACES and self.enhancement[at + n]:
            n += 1
        return n

    # ---- gaining and paying ----

    def gain(self, p: i64, item: i64, n: i64) -> None:
        """Booked at once; what goes over the end of the track is lost (T-RES-02, T-VP-01,
        T-RULING-ACT-05).
        """
        if item == VP:
            self.vp[p] += n
            self.tell(tokens.GAINED, p, item, n)
            return
        room = self.room(p, item)
        taken = n if n < room else room
        self.have[p * STOCK + item] += taken
        if taken:
            self.tell(tokens.GAINED, p, item, taken)
        if taken < n:
            self.tell(tokens.LOST, p, item, n - taken)

    def room(self, p: i64, item: i64) -> i64:
        """How many more of a resource or of berries p can keep (T-RES-02)."""
        most = self.stock.most_berries if item == BERRY else self.stock.most_resource
        return most - self.have[p * STOCK + item]

    def spend(self, p: i64, item: i64, n: i64) -> None:
        if n:
            self.have[p * STOCK + item] -= n
            self.tell(tokens.PAID, p, item, n)

    # ---- workers ----

    def add_worker(self, p: i64, space: i64) -> None:
        """From the supply onto the map."""
        i: i64 = 0
        while self.workers[p * WORKERS + i]:
            i += 1
        self.workers[p * WORKERS + i] = space
        self.sort_workers(p)

    def remove_worker(self, p: i64, space: i64) -> None:
        """From the map into the supply."""
        i: i64 = 0
        while self.workers[p * WORKERS + i] != space:
            i += 1
        self.workers[p * WORKERS + i] = 0
        self.sort_workers(p)

    def sort_workers(self, p: i64) -> None:
        """Workers are alike: their numbers follow from where they stand."""
        at = p * WORKERS
        for i in range(1, self.stock.workers_each):
            space = self.workers[at + i]
            j = i
            while j > 0 and space and (self.workers[at + j - 1] > space or self.workers[at + j - 1] == 0):
                self.workers[at + j] = self.workers[at + j - 1]
                j -= 1
            self.workers[at + j] = space

    def ask(self, p: i64, question: i64) -> None:
        """Ask this player a question beside the others."""
        self.asked[p] = question
