"""The table of Stroganov: who has what, what lies where."""

from __future__ import annotations

from typing import Final, final

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import COLOURS, KINDS, TIGER, Box, Track
from samovar.kernel import bag, cards
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State, zeros

NEUTRAL: Final = 9  # on an outpost space; 0 is a free space, p + 1 an outpost of player p


class Setting:
    """What was agreed before the game and never changes: shared by all clones."""

    def __init__(self, box: Box, seats: int, options: dict[str, str]) -> None:
        self.options: Final = options
        self.colours: Final = options["colours"].split(",")
        self.sides: Final = options["boards"] * seats if len(options["boards"]) == 1 else options["boards"]
        self.random_regions: Final = options["region_furs"] == "random"
        self.tracks: Final[list[Track]] = [
            box.tracks[box.track_of(self.colours[p], self.sides[p])] for p in range(seats)
        ]
        # the solo game: the automa, a player without a seat
        self.players: Final = 2 if seats == 1 else seats
        self.automa: Final = options.get("automa", "")
        self.deck: Final = box.automa_deck_of(options.get("focus", "none"))  # the cards that may come
        self.coin_when_fur_missing: Final = options.get("coin_when_fur_missing") == "on"
        self.coin_for_trade_fur: Final = options.get("coin_for_trade_fur") == "on"
        if self.automa:
            self.colours.append(COLOURS[(COLOURS.index(self.colours[0]) + 1) % len(COLOURS)])
            self.tracks.append(box.solo_tracks[box.solo_track_of(self.automa)])


@final
class Stroganov(State):
    """Arrays by player, by region (from 1), by space (0 is the starting tile) or by kind of fur (9 is the
    tiger).

    Every seat is a player of the same number. In the solo game there is one player more than seats: the
    automa, for whom the rules decide (``ivan.py``).
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
        "automa_card",
    )

    def __init__(
        self,
        box: Box,
        setting: Setting,
        seats: i64,
        todo: vec[i64],
        depth: i64,
        reveals: i64,
        year: i64,
        season: i64,
        acted: i64,
        used: i64,
        trade_fur: i64,
        tile_pile: i64,
        yurt_pile: i64,
        song_pile: i64,
        wish_pile: i64,
        banners_left: i64,
        space: vec[i64],
        horses: vec[i64],
        coins: vec[i64],
        story: vec[i64],
        vp: vec[i64],
        trophy: vec[i64],
        banners: vec[i64],
        outposts: vec[i64],
        hand: vec[i64],
        wishes: vec[i64],
        tiles: vec[i64],
        furs: vec[i64],
        order: vec[i64],
        row: vec[i64],
        row_furs: vec[i64],
        fur_bag: vec[i64],
        market: vec[i64],
        region_fur: vec[i64],
        village: vec[i64],
        yurt: vec[i64],
        wish: vec[i64],
        posts: vec[i64],
        settled: vec[i64],
        song: vec[i64],
        offer: vec[i64],
        automa_pile: i64,
        automa_top: i64,
        automa_card: i64,
    ) -> None:
        super().__init__(box, seats, todo, depth, reveals)
        self.stock = box  # the box again, with its own type
        self.setting = setting
        self.players: i64 = setting.players
        self.year = year  # from 1
        self.season = season
        self.acted = acted  # players that have had their turn this season, one bit each
        self.used = used  # cards whose extra action or income was used in this turn or winter step
        self.trade_fur = trade_fur
        self.tile_pile = tile_pile  # sets of tiles and cards still in the stacks
        self.yurt_pile = yurt_pile
        self.song_pile = song_pile
        self.wish_pile = wish_pile
        self.banners_left = banners_left
        # by player
        self.space = space
        self.horses = horses
        self.coins = coins
        self.story = story
        self.vp = vp
        self.trophy = trophy  # space of the trophy token, 0 above the track
        self.banners = banners
        self.outposts = outposts  # in the personal supply
        self.hand = hand  # sets of wishes
        self.wishes = wishes  # fulfilled
        self.tiles = tiles  # set of landscape tiles
        self.furs = furs  # by player * KINDS + kind; the places of kind 0 hold totals, as in all bags
        self.order = order  # players, the one ahead first
        # The board. What seldom changes is shared by clones: row, region_fur, village, yurt, wish, posts,
        # settled and song are never written into once the game has begun, only replaced.
        self.row = row  # by space: the landscape tile, 0 for a gap
        self.row_furs = row_furs  # by space * KINDS + kind
        self.bag = fur_bag  # by kind; the tiger supply stands at TIGER
        self.market = market
        self.region_fur = region_fur  # by region
        self.village = village
        self.yurt = yurt
        self.wish = wish
        self.posts = posts  # by region * post_spaces + place
        self.settled = settled  # by player: the set of regions with an own outpost, as in posts
        self.song = song  # by place from 0
        self.offer = offer  # start wishes on offer: wish | fur << 8
        # The automa's deck. The cards returned to the box at random nobody has seen, so that they are among
        # those that may still come (S-RULING-92).
        self.automa_pile = automa_pile
        self.automa_top = automa_top  # on top of the deck: its movement side is seen
        self.automa_card = automa_card  # flipped last

    def clone(self) -> Stroganov:
        return Stroganov(
            self.stock,
            self.setting,
            self.seats,
            self.todo[:],
            self.depth,
            self.reveals,
            self.year,
            self.season,
            self.acted,
            self.used,
            self.trade_fur,
            self.tile_pile,
            self.yurt_pile,
            self.song_pile,
            self.wish_pile,
            self.banners_left,
            self.space[:],
            self.horses[:],
            self.coins[:],
            self.story[:],
            self.vp[:],
            self.trophy[:],
            self.banners[:],
            self.outposts[:],
            self.hand[:],
            self.wishes[:],
            self.tiles[:],
            self.furs[:],
            self.order[:],
            self.row,
            self.row_furs[:],
            self.bag[:],
            self.market[:],
            self.region_fur,
            self.village,
            self.yurt,
            self.wish,
            self.posts,
            self.settled,
            self.song,
            self.offer[:],
            self.automa_pile,
            self.automa_top,
            self.automa_card,
        )

    # ---- counting ----

    def fur(self, p: i64, kind: i64) -> i64:
        return self.furs[p * KINDS + kind]

    def fur_count(self, p: i64) -> i64:
        """Furs in the supply, tigers not counted."""
        return self.furs[p * KINDS] - self.furs[p * KINDS + TIGER]

    def lying_on(self, space: i64) -> i64:
        """Furs and tigers on a tile."""
        return self.row_furs[space * KINDS]

    def bag_count(self) -> i64:
        return self.bag[0] - self.bag[TIGER]

    def market_count(self) -> i64:
        return self.market[0]

    def track(self, p: i64) -> Track:
        return self.setting.tracks[p]

    def built(self, p: i64) -> i64:
        """Outposts on the board."""
        return cards.count(self.settled[p])

    def has_post(self, p: i64, region: i64) -> bool:
        return cards.has(self.settled[p], region)

    def free_place(self, region: i64) -> i64:
        """The leftmost free outpost space of a region, -1 if there is none (S-POST-01, S-RULING-64)."""
        at = region * self.stock.post_spaces
        i: i64 = 0
        while i < self.stock.post_spaces:
            if self.posts[at + i] == 0:
                return i
            i += 1
        return -1

    def outposts_left(self, p: i64) -> i64:
        """Own outposts in the general supply."""
        return self.stock.outposts_per_colour - self.outposts[p] - self.built(p)

    # ---- gaining and paying ----

    def gain_horses(self, p: i64, n: i64) -> None:
        self.horses[p] += n
        self.tell(tokens.GAINED_HORSES, p, n)
        if p >= self.seats:
            self.horses_into_vp(p)

    def gain_coins(self, p: i64, n: i64) -> None:
        self.coins[p] += n
        self.tell(tokens.GAINED_COINS, p, n)

    def gain_vp(self, p: i64, n: i64) -> None:
        self.vp[p] += n
        self.tell(tokens.GAINED_VP, p, n)

    def pay_horses(self, p: i64, n: i64) -> None:
        if n:
            self.horses[p] -= n
            self.tell(tokens.PAID_HORSES, p, n)

    def pay_coins(self, p: i64, n: i64) -> None:
        if n:
            self.coins[p] -= n
            self.tell(tokens.PAID_COINS, p, n)

    def give_back(self, p: i64, kind: i64) -> None:
        """A paid fur goes into the bag, a paid tiger to the tiger supply (S-COMP-06)."""
        bag.take(self.furs, p * KINDS, kind)
        bag.put(self.bag, 0, kind)

    def gain_fur(self, p: i64, kind: i64) -> None:
        """A fur enters the supply; a bear brings story at once (S-BEAR-01). What must come before that is
        done first.
        """
        if p >= self.seats and self.setting.coin_for_trade_fur and kind == self.trade_fur:
            self.coins_for_trade_furs(p, 1)
            return
        bag.put(self.furs, p * KINDS, kind)
        if kind == self.stock.bear:
            self.push(frames.bears(p, 1))

    def horses_into_vp(self, p: i64) -> None:
        """As soon as the automa has 5 horses it turns them into 1 VP (S-SOLO-08)."""
        vp = self.horses[p] // self.stock.horses_per_vp
        if vp:
            self.horses[p] -= vp * self.stock.horses_per_vp
            self.vp[p] += vp
            self.tell(tokens.IVAN_HORSES, p, vp * self.stock.horses_per_vp, tokens.SOLO_08 | vp << 8)

    def coins_for_trade_furs(self, p: i64, furs: i64) -> None:
        """Furs of the value of the trade fur that the automa would gain go into the bag, and it takes a coin
        for each (S-SOLO-30, S-RULING-59).
        """
        bag.put(self.bag, 0, self.trade_fur, furs)
        self.coins[p] += furs
        self.tell(tokens.IVAN_TRADE_FUR, p, self.trade_fur, tokens.RULING_59 | furs << 8)

    # ---- places ----

    def tile_right(self, space: i64) -> i64:
        """The next landscape tile to the right, 0 if there is none. Gaps do not count (S-MOVE-03)."""
        space += 1
        while space <= self.stock.spaces:
            if self.row[space]:
                return space
            space += 1
        return 0

    def tile_left(self, space: i64) -> i64:
        space -= 1
        while space > 0:
            if self.row[space]:
                return space
            space -= 1
        return 0

    def put_cossack(self, p: i64, space: i64) -> None:
        """The Cossack arrives: left of all others on that space, whatever side it comes from (S-ORDER-04)."""
        self.tell(tokens.MOVED, p, space, self.space[p])
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
        return self.wishes[p] & cards_with_effect != 0

    def sum_effect(self, p: i64, cards_with_effect: i64) -> i64:
        """The numbers of all such cards, added up."""
        found = self.wishes[p] & cards_with_effect
        n: i64 = 0
        while found:
            n += self.stock.wish_number[cards.first(found)]
            found &= found - 1
        return n


def empty(box: Box, setting: Setting, seats: int) -> Stroganov:
    """Everything in the box, nothing on the table."""
    furs = box.furs[:]
    bag.tally(furs, 0, KINDS)
    players = setting.players
    return Stroganov(
        box,
        setting,
        seats,
        zeros(24),
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        box.start_tiles | box.other_tiles,
        box.yurts_a | box.yurts_b,
        box.songs_a | box.songs_b,
        box.wishes_s | box.wishes_a | box.wishes_b,
        box.banners[seats],
        zeros(players),
        zeros(players),
        zeros(players),
        zeros(players),
        zeros(players),
        zeros(players),
        zeros(players),
        zeros(players),
        zeros(players),
        zeros(players),
        zeros(players),
        zeros(players * KINDS),
        zeros(players),
        zeros(box.spaces + 1),
        zeros((box.spaces + 1) * KINDS),
        furs,
        zeros(KINDS),
        zeros(box.regions + 1),
        zeros(box.regions + 1),
        zeros(box.regions + 1),
        zeros(box.regions + 1),
        zeros((box.regions + 1) * box.post_spaces),
        zeros(players),
        zeros(box.songs_shown[seats]),
        zeros(0),
        setting.deck if setting.automa else 0,
        0,
        0,
    )
