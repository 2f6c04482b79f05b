"""The state of a game of Tundra."""

from __future__ import annotations

from typing import ClassVar, Final, final

from samovar.games.tundra import tokens
from samovar.games.tundra.components import (
    BERRY,
    BOARDS,
    GOODS,
    MARKET_PLACES,
    RESOURCES,
    SLOTS,
    SPACES,
    VP,
    WORKERS,
    Box,
    Layout,
    Title,
)
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, zeros

UNROLLED: Final = 0  # the value of a die that is not rolled yet; rolled dice have 1 to 6


class Setting:
    """The map and options of a game. They never change, and all clones share them."""

    def __init__(self, layout: Layout, options: dict[str, str]) -> None:
        self.options: Final = options
        self.layout: Final = layout
        self.titles: Final = options["titles"] == "on"
        self.personal_goals: Final = options["personal_goals"] == "on"
        self.stores_variant: Final = options["stores_variant"] == "on"
        names = options.get("characters", "")
        self.characters: Final[list[str]] = names.split(",") if names else []  # by seat; empty: as in the box


@final
class Tundra(State):
    """The state of a game: arrays by seat, by seat and order board, or by space of the layout.

    In a new state all components are still in the box.
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

    def __init__(self, box: Box, setting: Setting, seats: i64, old: Tundra | None = None) -> None:
        super().__init__(box, seats, 16, old)  # 16: capacity of the stack
        self.asked = old.asked[:] if old else zeros(seats)
        self.stock = box  # the same as self.box, but typed as Box
        self.setting = setting
        self.layout = setting.layout
        self.round: i64 = old.round if old else i64(0)  # from 1; 0 before the first
        self.turns: i64 = old.turns if old else i64(0)  # turns taken so far
        self.first: i64 = old.first if old else i64(0)  # seat of the first player
        # set of face-down glade tiles
        self.closed: i64 = old.closed if old else box.in_use(box.glade_dots, seats)
        self.deck: i64 = old.deck if old else box.city_cards  # this and the next two: sets of city cards
        self.market: i64 = old.market if old else i64(0)
        self.discard: i64 = old.discard if old else i64(0)
        self.goals: i64 = old.goals if old else i64(0)  # set of common goals in play
        self.blocked: i64 = old.blocked if old else i64(0)  # set of common goals with a die on them

        # The activation in progress: order board (from 1; 0: none), slot, side at placement, actions left.
        self.board: i64 = old.board if old else i64(0)
        self.slot: i64 = old.slot if old else i64(0)
        self.side: i64 = old.side if old else i64(0)
        self.sources: i64 = old.sources if old else i64(0)  # set of sources (tokens.FROM_...) not used yet

        # The action in progress.
        # the choices so far of the open step; what they mean depends on the step, see the functions offer_...
        self.memo: i64 = old.memo if old else i64(0)
        self.built: i64 = old.built if old else i64(0)  # set of spaces with towers built in this action
        # set of spaces whose tower bonus is still to be taken
        self.bonuses: i64 = old.bonuses if old else i64(0)

        # by seat
        self.have: vec[i64] = old.have[:] if old else zeros(seats * GOODS)  # by seat * GOODS + item
        self.vp: vec[i64] = old.vp[:] if old else zeros(seats)
        # unused dice on the player board, as counts by value
        self.dice: vec[i64] = old.dice[:] if old else zeros(seats)
        self.spare: vec[i64] = old.spare[:] if old else zeros(seats)  # dice in the supply
        # set of the slots with a die: bit 8 * board + value
        self.slots: vec[i64] = old.slots[:] if old else zeros(seats)
        self.upgraded: vec[i64] = old.upgraded[:] if old else zeros(seats)  # set of order boards
        # by seat * WORKERS + worker: space, ascending; 0, at the end: in supply
        self.workers: vec[i64] = old.workers[:] if old else zeros(seats * WORKERS)
        # by worker of the player who moves: set of spaces visited in this action
        self.visited: vec[i64] = old.visited[:] if old else zeros(WORKERS)
        self.towers: vec[i64] = old.towers[:] if old else zeros(seats)  # set of spaces
        self.ready: vec[i64] = old.ready[:] if old else zeros(seats)  # set of ready advisors
        self.exhausted: vec[i64] = old.exhausted[:] if old else zeros(seats)
        self.dealt: vec[i64] = old.dealt[:] if old else zeros(seats)  # set of starter cards to choose from
        # secret choices so far, eight bits each
        self.plan: vec[i64] = old.plan[:] if old else zeros(seats)

        # Shared by clones because they seldom change: replaced, never written into.
        self.tile: vec[i64] = old.tile if old else zeros(SPACES)  # by space; 0: face down, or a settlement
        self.title: vec[i64] = old.title if old else zeros(seats)
        self.starter: vec[i64] = old.starter if old else zeros(seats * BOARDS)  # by seat * BOARDS + board
        # by (seat * BOARDS + board) * MARKET_PLACES + place
        self.enhancement: vec[i64] = old.enhancement if old else zeros(seats * BOARDS * MARKET_PLACES)
        self.personal: vec[i64] = old.personal if old else zeros(seats)  # personal goals; 0: none

    def clone(self) -> Tundra:
        return Tundra(self.stock, self.setting, self.seats, self)

    # ---- possessions of a player ----

    def character(self, p: int) -> int:
        """The index of a player's character in the box. It decides the look only (T-GEN-04, T-SETUP-01)."""
        names = self.setting.characters
        return self.stock.characters.index(names[p]) if names else p

    def title_of(self, p: i64) -> Title:
        return self.stock.titles[self.title[p]]

    def berries(self, p: i64) -> i64:
        return self.have[p * GOODS + BERRY]

    def resources(self, p: i64) -> i64:
        """The number of resources of all types. Berries are not resources (T-RES-01)."""
        n: i64 = 0
        for i in range(RESOURCES):
            n += self.have[p * GOODS + i]
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
        """The number of a player's workers and towers on a space."""
        return self.workers_at(p, space) + (1 if cards.has(self.towers[p], space) else 0)

    def towers_in_supply(self, p: i64) -> i64:
        return self.stock.towers_each - cards.count(self.towers[p])

    def has_tower(self, space: i64) -> bool:
        """True if a tower of any player stands on this space (T-GLADE-05)."""
        for p in range(self.seats):
            if cards.has(self.towers[p], space):
                return True
        return False

    def settlement(self, p: i64) -> i64:
        return self.layout.glades + 1 + p

    def is_glade(self, space: i64) -> bool:
        return 0 < space <= self.layout.glades

    def resource_at(self, space: i64) -> i64:
        """The resource of an open glade plus 1. 0 if it has none or the space is no open glade."""
        return self.stock.glade_resource[self.tile[space]]

    def enhancements(self, p: i64, board: i64) -> i64:
        """The number of market enhancements under an order board."""
        at = (p * BOARDS + board) * MARKET_PLACES
        n: i64 = 0
        while n < MARKET_PLACES and self.enhancement[at + n]:
            n += 1
        return n

    # ---- gaining and paying ----

    def gain(self, p: i64, item: i64, n: i64) -> None:
        """Book a gain. The part over the end of the track is lost (T-RES-02, T-VP-01, T-RULING-ACT-05)."""
        if item == VP:
            self.vp[p] += n
            self.emit(tokens.GAINED, p, item, n)
            return
        room = self.room(p, item)
        taken = n if n < room else room
        self.have[p * GOODS + item] += taken
        if taken:
            self.emit(tokens.GAINED, p, item, taken)
        if taken < n:
            self.emit(tokens.LOST, p, item, n - taken)

    def room(self, p: i64, item: i64) -> i64:
        """The number of spaces left on the track of a resource or of berries (T-RES-02)."""
        most = self.stock.max_berries if item == BERRY else self.stock.max_resource
        return most - self.have[p * GOODS + item]

    def spend(self, p: i64, item: i64, n: i64) -> None:
        if n:
            self.have[p * GOODS + item] -= n
            self.emit(tokens.PAID, p, item, n)

    # ---- workers ----

    def add_worker(self, p: i64, space: i64) -> None:
        """Move a worker from the supply to a space."""
        i: i64 = 0
        while self.workers[p * WORKERS + i]:
            i += 1
        self.workers[p * WORKERS + i] = space
        self.sort_workers(p)

    def remove_worker(self, p: i64, space: i64) -> None:
        """Move a worker from a space to the supply."""
        i: i64 = 0
        while self.workers[p * WORKERS + i] != space:
            i += 1
        self.workers[p * WORKERS + i] = 0
        self.sort_workers(p)

    def sort_workers(self, p: i64) -> None:
        """Sort the workers by their spaces, so that equal positions are equal states."""
        at = p * WORKERS
        for i in range(1, self.stock.workers_each):
            space = self.workers[at + i]
            j = i
            while j > 0 and space and (self.workers[at + j - 1] > space or self.workers[at + j - 1] == 0):
                self.workers[at + j] = self.workers[at + j - 1]
                j -= 1
            self.workers[at + j] = space

    def ask(self, p: i64, question: i64) -> None:
        """Set the question of this player in a simultaneous step."""
        self.asked[p] = question
