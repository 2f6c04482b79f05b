"""The state of a game of Stroganov: the possessions of each player and the pieces on the board."""

from __future__ import annotations

from typing import ClassVar, Final, final

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import COLOURS, KINDS, TIGER, Box, Track
from samovar.kernel import bag, cards
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, zeros

NEUTRAL: Final = 9  # a neutral outpost on an outpost space; 0 is a free space, p + 1 an outpost of player p


class Setting:
    """The options agreed before the game. A setting never changes and is shared by all clones."""

    def __init__(self, box: Box, seats: int, options: dict[str, str]) -> None:
        self.options: Final = options
        self.colours: Final = options["colours"].split(",")
        self.sides: Final = options["boards"] * seats if len(options["boards"]) == 1 else options["boards"]
        self.random_regions: Final = options["region_furs"] == "random"
        self.tracks: Final[list[Track]] = [
            box.tracks[box.track_of(self.colours[p], self.sides[p])] for p in range(seats)
        ]
        # the solo game: the automa, a player without a seat
        self.players: Final[i64] = 2 if seats == 1 else seats
        self.automa: Final = options.get("automa", "")
        self.deck: Final = box.automa_deck_of(options.get("focus", "none"))  # the cards that may be dealt
        self.coin_when_fur_missing: Final = options.get("coin_when_fur_missing") == "on"
        self.coin_for_trade_fur: Final = options.get("coin_for_trade_fur") == "on"
        if self.automa:
            self.colours.append(COLOURS[(COLOURS.index(self.colours[0]) + 1) % len(COLOURS)])
            self.tracks.append(box.solo_tracks[box.solo_track_of(self.automa)])


@final
class Stroganov(State):
    """The state of a game: arrays by player, by region (from 1), by space (0 is the starting tile) or by kind
    of fur (9 is the tiger).

    Every seat is a player of the same number. In the solo game there is one player more than seats: the
    automa, for whom the rules decide (``automa.py``). A new state has all pieces in the box and none on the
    table.
    """

    __slots__ = (
        "stock",
        "setting",
        "players",
        "year",
        "season",
        "acted",
        "used",
        "trade_fur",
        "tile_pile",
        "yurt_pile",
        "song_pile",
        "wish_pile",
        "banners_left",
        "space",
        "horses",
        "coins",
        "story",
        "vp",
        "trophy",
        "banners",
        "outposts",
        "hand",
        "wishes",
        "tiles",
        "furs",
        "order",
        "row",
        "row_furs",
        "bag",
        "market",
        "region_fur",
        "village",
        "yurt",
        "wish",
        "posts",
        "settled",
        "song",
        "offer",
        "automa_pile",
        "automa_top",
        "automa_steps",
        "automa_card",
    )
    not_in_positions: ClassVar[frozenset[str]] = State.not_in_positions | {"setting"}

    def __init__(self, box: Box, setting: Setting, seats: i64, old: Stroganov | None = None) -> None:
        super().__init__(box, seats, 24, old)  # 24: capacity of the stack
        self.stock = box  # the same as self.box, but typed as Box
        self.setting = setting
        players = setting.players
        self.players: i64 = players
        self.year: i64 = old.year if old else i64(1)  # from 1
        self.season: i64 = old.season if old else i64(0)
        # players that have had their turn this season, one bit each
        self.acted: i64 = old.acted if old else i64(0)
        # cards whose extra action or income was used in this turn or winter step
        self.used: i64 = old.used if old else i64(0)
        self.trade_fur: i64 = old.trade_fur if old else i64(0)
        # sets of tiles and cards still in the stacks
        self.tile_pile: i64 = old.tile_pile if old else box.start_tiles | box.other_tiles
        self.yurt_pile: i64 = old.yurt_pile if old else box.yurts_a | box.yurts_b
        self.song_pile: i64 = old.song_pile if old else box.songs_a | box.songs_b
        self.wish_pile: i64 = old.wish_pile if old else box.wishes_s | box.wishes_a | box.wishes_b
        self.banners_left: i64 = old.banners_left if old else box.banners[seats]

        # by player
        self.space: vec[i64] = old.space[:] if old else zeros(players)
        self.horses: vec[i64] = old.horses[:] if old else zeros(players)
        self.coins: vec[i64] = old.coins[:] if old else zeros(players)
        self.story: vec[i64] = old.story[:] if old else zeros(players)
        self.vp: vec[i64] = old.vp[:] if old else zeros(players)
        # space of the trophy token, 0 above the track
        self.trophy: vec[i64] = old.trophy[:] if old else zeros(players)
        self.banners: vec[i64] = old.banners[:] if old else zeros(players)
        self.outposts: vec[i64] = old.outposts[:] if old else zeros(players)  # in the personal supply
        self.hand: vec[i64] = old.hand[:] if old else zeros(players)  # sets of wishes
        self.wishes: vec[i64] = old.wishes[:] if old else zeros(players)  # fulfilled
        self.tiles: vec[i64] = old.tiles[:] if old else zeros(players)  # set of landscape tiles
        # by player * KINDS + kind; the places of kind 0 hold totals, as in all bags
        self.furs: vec[i64] = old.furs[:] if old else zeros(players * KINDS)
        self.order: vec[i64] = old.order[:] if old else zeros(players)  # players, the one ahead first

        # The board. Clones share arrays that seldom change (copied without ``[:]``). Once the game has begun,
        # a shared array is replaced, never written into.
        self.row: vec[i64] = old.row if old else zeros(box.spaces + 1)  # by space: the tile, 0 for a gap
        # by space * KINDS + kind
        self.row_furs: vec[i64] = old.row_furs[:] if old else zeros((box.spaces + 1) * KINDS)
        self.bag: vec[i64] = old.bag[:] if old else full_bag(box)  # by kind; the tiger supply stands at TIGER
        self.market: vec[i64] = old.market[:] if old else zeros(KINDS)
        self.region_fur: vec[i64] = old.region_fur if old else zeros(box.regions + 1)  # by region
        self.village: vec[i64] = old.village if old else zeros(box.regions + 1)
        self.yurt: vec[i64] = old.yurt if old else zeros(box.regions + 1)
        self.wish: vec[i64] = old.wish if old else zeros(box.regions + 1)
        # by region * post_spaces + place
        self.posts: vec[i64] = old.posts if old else zeros((box.regions + 1) * box.post_spaces)
        # by player: the set of regions with an own outpost, as in posts
        self.settled: vec[i64] = old.settled if old else zeros(players)
        self.song: vec[i64] = old.song if old else zeros(box.songs_shown[seats])  # by place from 0
        self.offer: vec[i64] = old.offer[:] if old else zeros(0)  # start wishes on offer: wish | fur << 8

        # The automa's deck. The cards returned to the box at random are unknown, so the pile still contains
        # them (S-RULING-92).
        self.automa_pile: i64 = old.automa_pile if old else full_automa_pile(setting)
        # the card on top of the deck, UNKNOWN in views, and the steps on its movement side, which is visible
        self.automa_top: i64 = old.automa_top if old else i64(0)
        self.automa_steps: i64 = old.automa_steps if old else i64(0)
        self.automa_card: i64 = old.automa_card if old else i64(0)  # the card flipped last

    def clone(self) -> Stroganov:
        return Stroganov(self.stock, self.setting, self.seats, self)

    # ---- counting ----

    def fur(self, p: i64, kind: i64) -> i64:
        return self.furs[p * KINDS + kind]

    def fur_count(self, p: i64) -> i64:
        """The number of furs in the supply of p, without tigers."""
        return self.furs[p * KINDS] - self.furs[p * KINDS + TIGER]

    def lying_on(self, space: i64) -> i64:
        """The number of furs and tigers on a tile."""
        return self.row_furs[space * KINDS]

    def bag_count(self) -> i64:
        return self.bag[0] - self.bag[TIGER]

    def market_count(self) -> i64:
        return self.market[0]

    def put_on_automa_deck(self, card: i64) -> None:
        """Make this card the top card of the automa's deck. 0: the deck is empty."""
        self.automa_top = card
        self.automa_steps = self.stock.automa_move[card]

    def track(self, p: i64) -> Track:
        return self.setting.tracks[p]

    def built(self, p: i64) -> i64:
        """The number of outposts that p has on the board."""
        return cards.count(self.settled[p])

    def has_post(self, p: i64, region: i64) -> bool:
        return cards.has(self.settled[p], region)

    def free_place(self, region: i64) -> i64:
        """The leftmost free outpost space of a region, -1 if there is none (S-POST-01, S-RULING-64)."""
        at = region * self.stock.post_spaces
        for i in range(self.stock.post_spaces):
            if self.posts[at + i] == 0:
                return i
        return -1

    def outposts_left(self, p: i64) -> i64:
        """The number of outposts of p in the general supply."""
        return self.stock.outposts_per_colour - self.outposts[p] - self.built(p)

    # ---- gaining and paying ----

    def gain_horses(self, p: i64, n: i64) -> None:
        self.horses[p] += n
        self.emit(tokens.GAINED_HORSES, p, n)
        if p >= self.seats:
            self.convert_horses(p)

    def gain_coins(self, p: i64, n: i64) -> None:
        self.coins[p] += n
        self.emit(tokens.GAINED_COINS, p, n)

    def gain_vp(self, p: i64, n: i64) -> None:
        self.vp[p] += n
        self.emit(tokens.GAINED_VP, p, n)

    def pay_horses(self, p: i64, n: i64) -> None:
        if n:
            self.horses[p] -= n
            self.emit(tokens.PAID_HORSES, p, n)

    def pay_coins(self, p: i64, n: i64) -> None:
        if n:
            self.coins[p] -= n
            self.emit(tokens.PAID_COINS, p, n)

    def give_back(self, p: i64, kind: i64) -> None:
        """Put a paid fur into the bag, or a paid tiger to the tiger supply (S-COMP-06)."""
        bag.take(self.furs, p * KINDS, kind)
        bag.put(self.bag, 0, kind)

    def gain_fur(self, p: i64, kind: i64) -> None:
        """Add a fur to the supply. A bear brings story at once (S-BEAR-01).

        The story is pushed as a frame, so frames that are pushed later run before it.
        """
        if p >= self.seats and self.setting.coin_for_trade_fur and kind == self.trade_fur:
            self.convert_trade_furs(p, 1)
            return
        bag.put(self.furs, p * KINDS, kind)
        if kind == self.stock.bear:
            self.push(frames.bears(p, 1))

    def convert_horses(self, p: i64) -> None:
        """Turn every 5 horses of the automa into 1 VP, as soon as it has them (S-SOLO-08)."""
        vp = self.horses[p] // self.stock.horses_per_vp
        if vp:
            self.horses[p] -= vp * self.stock.horses_per_vp
            self.vp[p] += vp
            self.emit(tokens.IVAN_HORSES, p, vp * self.stock.horses_per_vp, tokens.SOLO_08 | vp << 8)

    def convert_trade_furs(self, p: i64, furs: i64) -> None:
        """Give the automa a coin for each of these furs, which have the value of the trade fur (S-SOLO-30).

        The furs go into the bag (S-RULING-59).
        """
        bag.put(self.bag, 0, self.trade_fur, furs)
        self.coins[p] += furs
        self.emit(tokens.IVAN_TRADE_FUR, p, self.trade_fur, tokens.RULING_59 | furs << 8)

    # ---- places ----

    def tile_right(self, space: i64) -> i64:
        """The space of the next landscape tile to the right, 0 if there is none. Gaps do not count
        (S-MOVE-03).
        """
        for right in range(space + 1, self.stock.spaces + 1):
            if self.row[right]:
                return right
        return 0

    def tile_left(self, space: i64) -> i64:
        """The space of the next landscape tile to the left, 0 if there is none."""
        space -= 1
        while space > 0:
            if self.row[space]:
                return space
            space -= 1
        return 0

    def put_cossack(self, p: i64, space: i64) -> None:
        """Move the Cossack to a space. From either side, it stands left of all others there (S-ORDER-04)."""
        self.emit(tokens.MOVED, p, space, self.space[p])
        self.space[p] = space
        at: i64 = 0
        while self.order[at] != p:
            at += 1
        while at > 0 and self.space[self.order[at - 1]] < space:
            self.order[at] = self.order[at - 1]
            at -= 1
        while at + 1 < self.players and self.space[self.order[at + 1]] >= space:
            self.order[at] = self.order[at + 1]
            at += 1
        self.order[at] = p

    # ---- lasting effects of fulfilled wishes ----

    def has_effect(self, p: i64, cards_with_effect: i64) -> bool:
        """True if p has fulfilled any of these wishes."""
        return self.wishes[p] & cards_with_effect != 0

    def sum_effect(self, p: i64, cards_with_effect: i64) -> i64:
        """The sum of the effect numbers of the fulfilled wishes of p among these."""
        found = self.wishes[p] & cards_with_effect
        n: i64 = 0
        while found:
            n += self.stock.wish_number[cards.first(found)]
            found &= found - 1
        return n


def full_bag(box: Box) -> vec[i64]:
    """All furs of the box, with their total."""
    furs = box.furs[:]
    bag.recount(furs, 0, KINDS)
    return furs


def full_automa_pile(setting: Setting) -> i64:
    """The automa's deck before its first card, empty in a game without the automa."""
    return setting.deck if setting.automa else 0
