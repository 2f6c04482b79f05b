"""Section 2: set-up, and the dealing that winter shares with it. Nature makes every draw, one at a time."""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import KINDS, MAX_ON_TILE, TIGER, WINTER, Box
from samovar.games.stroganov.state import NEUTRAL, Setting, Stroganov
from samovar.kernel import bag, cards
from samovar.kernel.ints import append, i64, vec
from samovar.kernel.notation import argument_of
from samovar.kernel.state import arg, arg2, arg3, replaced, zeros
from samovar.kernel.step import Options, Step


def begin(box: Box, seats: int, options: dict[str, str]) -> Stroganov:
    """The state before the first draw, with the steps of the set-up on the stack.

    S-SETUP-01, -12, -14, -16, -21 to -26.
    """
    s = Stroganov(box, Setting(box, seats, options), seats)
    for region in range(1, box.regions + 1):
        at = region * box.post_spaces - 1
        if box.neutral_3minus[seats] and box.marked_3minus[region]:
            s.posts[at + box.marked_3minus[region]] = NEUTRAL
        if box.neutral_2[seats] and box.marked_2[region]:
            s.posts[at + box.marked_2[region]] = NEUTRAL
    for p in range(s.players):
        s.coins[p] = box.coins_each
        s.outposts[p] = box.outposts_each
    s.push(frames.calendar())
    s.do(frames.deal_song(0), frames.deal_wish(1), frames.offer_start(0))
    if s.setting.automa:
        s.order[0], s.order[1] = seats, 0  # the automa is first player (S-SOLO-02)
        for place in range(s.players):
            s.horses[s.order[place]] = box.horses_by_seat[place]
    else:
        s.push(frames.deal_order(0))
    s.do(
        frames.fill_tiles(1, 0, 1),
        frames.place_tiger(),
        frames.refill_market(),
        frames.deal_village(1),
        frames.deal_yurt(1),
    )
    s.do(frames.deal_tile(1), frames.deal_trade_fur())
    if s.setting.automa:
        s.push(frames.deal_automa())
    return s


def deck_in_use(s: Stroganov, deck_a: i64, deck_b: i64) -> i64:
    """The A material in the first half of the years, the B material in the second (S-WINTER-16)."""
    year = s.year + 1 if s.season == WINTER else s.year
    return deck_a if year <= s.stock.years // 2 else deck_b


def yurts_to_come(s: Stroganov) -> i64:
    return s.yurt_pile & deck_in_use(s, s.stock.yurts_a, s.stock.yurts_b)


def wishes_to_come(s: Stroganov) -> i64:
    return s.wish_pile & deck_in_use(s, s.stock.wishes_a, s.stock.wishes_b)


def songs_to_come(s: Stroganov) -> i64:
    return s.song_pile & deck_in_use(s, s.stock.songs_a, s.stock.songs_b)


def place_dealt(s: Stroganov, places: vec[i64], f: i64, a: i64, event: i64) -> vec[i64]:
    """Return a copy of ``places`` with the drawn piece on the place of the frame. Emit the event."""
    s.emit(event, 0, argument_of(a), arg(f))
    return replaced(places, arg(f), argument_of(a))


def occurs_before(places: vec[i64], place: i64, value: i64) -> bool:
    """True if this value is at one of the places before ``place``."""
    for i in range(place):
        if places[i] == value:
            return True
    return False


def next_empty(regions: vec[i64], after: i64) -> i64:
    """The next empty region to the right, 0 if there is none."""
    for region in range(after + 1, len(regions)):
        if regions[region] == 0:
            return region
    return 0


def deal_faults(place: i64, places: vec[i64], deck: i64) -> list[str]:
    if place >= len(places) or places[place]:
        return ["the place does not exist or is not empty"]
    return [] if deck else ["the stack is empty"]


class DealAutoma(Step[Stroganov]):
    """Deal the next card of the automa's deck (S-SOLO-05, -06).

    Only its movement side is visible while it lies on top (S-SOLO-17, S-RULING-93).
    """

    takes = "nature"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer_cards(tokens.DEAL_AUTOMA, s.automa_pile)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.put_on_automa_deck(argument_of(a))
        s.automa_pile = cards.minus(s.automa_pile, s.automa_top)
        s.emit(tokens.DEALT_AUTOMA, 0, s.automa_steps)

    def witnesses(self, s: Stroganov, f: i64, seat: i64) -> i64:
        """No seat sees which card it is (S-RULING-93)."""
        return 0

    def visible_part(self, s: Stroganov, f: i64, a: i64) -> i64:
        """The steps on the movement side of the card, which all seats see."""
        return s.stock.automa_move[argument_of(a)]

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if s.automa_top:
            return ["there is a card on top already"]
        return [] if s.automa_pile else ["the deck is empty"]


class DealTile(Step[Stroganov]):
    """Deal S tiles to the first spaces and others to the rest. In winter deal new ones on the right
    (S-SETUP-02, S-WINTER-09).
    """

    takes = "nature space=1..30"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        starting = s.tile_pile & s.stock.start_tiles
        out.offer_cards(tokens.DEAL_TILE, starting if starting else s.tile_pile & s.stock.other_tiles)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.tile_pile = cards.minus(s.tile_pile, argument_of(a))
        s.row = place_dealt(s, s.row, f, a, tokens.DEALT_TILE)
        if arg(f) < s.stock.spaces and s.tile_pile:
            s.push(frames.deal_tile(arg(f) + 1))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        for space in range(arg(f), s.stock.spaces + 1):
            if s.row[space]:
                return [f"there is a tile on space {space} already"]
        return [] if arg(f) <= s.stock.spaces and s.tile_pile else ["there is no such space, or no tile left"]


class DealTradeFur(Step[Stroganov]):
    """Put one setup fur on the trade space and the others ascending into the regions (S-SETUP-03)."""

    takes = "nature"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        for i in range(len(s.stock.setup_furs)):
            out.offer(tokens.DEAL_TRADE_FUR, s.stock.setup_furs[i])

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.trade_fur = argument_of(a)
        s.emit(tokens.DEALT_REGION_FUR, 0, s.trade_fur, 0)
        if s.setting.random_regions:
            s.push(frames.deal_region_fur(1))
            return
        region: i64 = 1
        for i in range(len(s.stock.setup_furs)):
            value = s.stock.setup_furs[i]
            if value != s.trade_fur:
                s.region_fur = replaced(s.region_fur, region, value)
                s.emit(tokens.DEALT_REGION_FUR, 0, value, region)
                region += 1


class DealRegionFur(Step[Stroganov]):
    """Deal the region furs at random, in the variant (S-SETUP-04)."""

    takes = "nature region=1..15"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        for i in range(len(s.stock.setup_furs)):
            value = s.stock.setup_furs[i]
            if value != s.trade_fur and not occurs_before(s.region_fur, arg(f), value):
                out.offer(tokens.DEAL_REGION_FUR, value)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.region_fur = place_dealt(s, s.region_fur, f, a, tokens.DEALT_REGION_FUR)
        if arg(f) < s.stock.regions:
            s.push(frames.deal_region_fur(arg(f) + 1))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return [] if arg(f) <= s.stock.regions else ["there is no such region"]


class FillTiles(Step[Stroganov]):
    """Deal one fur for every fur spot. "4" spots count only with four players (S-SETUP-05, S-WINTER-10).

    Furs are dealt in rounds from left to right, so that a bag that runs short fills the tiles as evenly as
    possible (S-WINTER-11, S-RULING-44). The tiles keep their furs as counts: the lowest is always on top
    (S-SETUP-06).

    first: the leftmost space to fill. round: furs dealt to each tile so far. space: the next in this round.
    """

    takes = "nobody first=1..31 round=0..18 space=1..31"
    behind = "DealTile FillTile"

    def run(self, s: Stroganov, f: i64) -> None:
        first, dealt, space = arg(f), arg2(f), arg3(f)
        if s.bag_count() == 0:
            return
        spots4 = s.stock.spots4_used[s.seats]
        nothing_dealt = space == first  # in this round
        while True:
            if space > s.stock.spaces:
                if nothing_dealt:
                    return  # all tiles are full
                space, dealt, nothing_dealt = first, dealt + 1, True
                continue
            tile = s.row[space]
            # in this round only tiles with more spots than ``dealt`` get a fur
            if tile and s.stock.tile_spots[tile] + spots4 * s.stock.tile_spots4[tile] > dealt:
                s.do(frames.fill_tile(space), frames.fill_tiles(first, dealt, space + 1))
                return
            space += 1

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if arg(f) > arg3(f):
            return ["the next space is left of the first space"]
        for space in range(arg(f), s.stock.spaces + 1):
            if s.lying_on(space) - s.row_furs[space * KINDS + TIGER] > arg2(f) + 1:
                return [f"more furs lie on space {space} than the round has dealt"]
        return []


class FillTile(Step[Stroganov]):
    """Draw a fur from the bag onto a tile (S-SETUP-05)."""

    takes = "nature space=1..30"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.weigh_kinds(tokens.DRAW, s.bag, TIGER - 1)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        kind = argument_of(a)
        bag.take(s.bag, 0, kind)
        bag.put(s.row_furs, arg(f) * KINDS, kind)
        s.emit(tokens.DEALT_FUR, 0, kind, arg(f))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if arg(f) > s.stock.spaces or s.row[arg(f)] == 0 or s.lying_on(arg(f)) >= MAX_ON_TILE:
            return ["there is no tile with room for a fur"]
        return [] if s.bag_count() else ["the bag is empty"]


class PlaceTiger(Step[Stroganov]):
    """Put one tiger on the rightmost tile, if it is new (S-SETUP-07, S-WINTER-12)."""

    takes = "nobody"

    def run(self, s: Stroganov, f: i64) -> None:
        last = s.tile_left(s.stock.spaces + 1)
        if last and s.bag[TIGER]:
            bag.take(s.bag, 0, TIGER)
            bag.put(s.row_furs, last * KINDS, TIGER)
            s.emit(tokens.DEALT_TIGER, 0, 0, last)


class RefillMarket(Step[Stroganov]):
    """Fill all empty spaces of the market as far as the bag allows (S-SETUP-08, S-MARKET-01, S-RULING-43)."""

    takes = "nobody"

    def run(self, s: Stroganov, f: i64) -> None:
        if s.market_count() < s.stock.market_spaces and s.bag_count():
            s.do(frames.draw_to_market(), f)


class DrawToMarket(Step[Stroganov]):
    takes = "nature"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.weigh_kinds(tokens.DRAW, s.bag, TIGER - 1)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        kind = argument_of(a)
        bag.take(s.bag, 0, kind)
        bag.put(s.market, 0, kind)
        s.emit(tokens.REFILLED_MARKET, 0, kind)

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        room = s.market_count() < s.stock.market_spaces
        return [] if room and s.bag_count() else ["the market is full or the bag is empty"]


class DealVillage(Step[Stroganov]):
    """Deal one village into each region, for the whole game (S-SETUP-09)."""

    takes = "nature region=1..15"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        for village in range(1, s.stock.regions + 1):
            if not occurs_before(s.village, arg(f), village):
                out.offer(tokens.DEAL_VILLAGE, village)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.village = place_dealt(s, s.village, f, a, tokens.DEALT_VILLAGE)
        if arg(f) < s.stock.regions:
            s.push(frames.deal_village(arg(f) + 1))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return [] if arg(f) <= s.stock.regions else ["there is no such region"]


class DealYurt(Step[Stroganov]):
    """Deal one yurt face up into each empty region, from left to right (S-SETUP-10, S-WINTER-15)."""

    takes = "nature region=1..15"
    behind = "DealSong"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer_cards(tokens.DEAL_YURT, yurts_to_come(s))

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.yurt_pile = cards.minus(s.yurt_pile, argument_of(a))
        s.yurt = place_dealt(s, s.yurt, f, a, tokens.DEALT_YURT)
        deal_yurts(s, arg(f))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return deal_faults(arg(f), s.yurt, yurts_to_come(s))


def deal_yurts(s: Stroganov, after: i64) -> None:
    region = next_empty(s.yurt, after)
    if region and yurts_to_come(s):
        s.push(frames.deal_yurt(region))


class DealWish(Step[Stroganov]):
    """Deal one wish face up into each empty region, from left to right (S-SETUP-17, S-WINTER-15)."""

    takes = "nature region=1..15"
    behind = "DealSong DealYurt"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer_cards(tokens.DEAL_WISH, wishes_to_come(s))

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.wish_pile = cards.minus(s.wish_pile, argument_of(a))
        s.wish = place_dealt(s, s.wish, f, a, tokens.DEALT_WISH)
        deal_wishes(s, arg(f))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return deal_faults(arg(f), s.wish, wishes_to_come(s))


def deal_wishes(s: Stroganov, after: i64) -> None:
    region = next_empty(s.wish, after)
    if region and wishes_to_come(s):
        s.push(frames.deal_wish(region))


class DealSong(Step[Stroganov]):
    """Reveal as many songs as there are players (S-SETUP-13, S-WINTER-14, S-RULING-82)."""

    takes = "nature place=0..15"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer_cards(tokens.DEAL_SONG, songs_to_come(s))

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.song_pile = cards.minus(s.song_pile, argument_of(a))
        s.song = place_dealt(s, s.song, f, a, tokens.DEALT_SONG)
        deal_songs(s, arg(f) + 1)

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return deal_faults(arg(f), s.song, songs_to_come(s))


def deal_songs(s: Stroganov, place: i64) -> None:
    if place < len(s.song) and songs_to_come(s):
        s.push(frames.deal_song(place))


class DealOrder(Step[Stroganov]):
    """Deal the player order. Later players get more horses (S-SETUP-11, S-SETUP-15)."""

    takes = "nature place=0..3"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        for p in range(s.players):
            if not occurs_before(s.order, arg(f), p):
                out.offer(tokens.DEAL_ORDER, p)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        place = arg(f)
        p = argument_of(a)
        s.order[place] = p
        s.horses[p] = s.stock.horses_by_seat[place]
        s.emit(tokens.DEALT_ORDER, p, place)
        if place + 1 < s.players:
            s.push(frames.deal_order(place + 1))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if arg(f) >= s.players:
            return ["there is no such player"]
        return (
            ["some Cossacks have left the starting tile"] if any(s.space[p] for p in range(s.players)) else []
        )


class OfferStart(Step[Stroganov]):
    """Reveal one start wish more than players, each with a fur (S-SETUP-18). The solo game has two
    (S-SOLO-04).
    """

    takes = "nature place=0..15"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer_cards(tokens.DEAL_WISH, s.wish_pile & s.stock.wishes_s)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        place = arg(f)
        s.wish_pile = cards.minus(s.wish_pile, argument_of(a))
        s.offer = append(s.offer, argument_of(a))
        if place + 1 < start_wishes(s):
            s.push(frames.offer_start(place + 1))
        else:
            s.push(frames.clear_start())
            for i in range(s.players):  # the last in player order chooses first
                p = s.order[i]
                s.push(frames.choose_start(p) if p < s.seats else frames.ivan_start())
        if s.bag_count():
            s.push(frames.fur_on_start(place))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if arg(f) != len(s.offer) or arg(f) >= start_wishes(s):
            return ["this is not the next place"]
        return [] if s.wish_pile & s.stock.wishes_s else ["no start wish is left"]


def start_wishes(s: Stroganov) -> i64:
    """The number of start wishes that are revealed."""
    return s.players + s.stock.start_wishes_extra if s.players == s.seats else s.stock.start_wishes_solo


class FurOnStart(Step[Stroganov]):
    takes = "nature place=0..15"
    behind = "nothing"

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.weigh_kinds(tokens.DRAW, s.bag, TIGER - 1)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        kind = argument_of(a)
        bag.take(s.bag, 0, kind)
        wish = s.offer[arg(f)] & 255
        s.offer[arg(f)] = wish | kind << 8
        s.emit(tokens.OFFERED_START, 0, wish, kind)

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if arg(f) >= len(s.offer) or s.offer[arg(f)] >> 8:
            return ["there is no start wish without a fur at this place"]
        return [] if s.bag_count() else ["the bag is empty"]


class ChooseStart(Step[Stroganov]):
    """Take a start wish and its fur, the last player first (S-SETUP-18). A bear gives story at once
    (S-SETUP-20).
    """

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        for i in range(len(s.offer)):
            if s.offer[i]:
                out.offer(tokens.START, s.offer[i] & 255)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        wish = argument_of(a)
        i: i64 = 0
        while s.offer[i] & 255 != wish:
            i += 1
        fur = s.offer[i] >> 8
        s.offer[i] = 0
        s.hand[seat] = cards.plus(s.hand[seat], wish)
        s.emit(tokens.TOOK_START, seat, wish, fur)
        if fur:
            s.gain_fur(seat, fur)

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        on_offer = 0
        for i in range(len(s.offer)):
            if s.offer[i]:
                on_offer += 1
        return [] if on_offer else ["no start wish is on offer"]


class ClearStart(Step[Stroganov]):
    """Put the fur left over into the bag and remove all unused start wishes from the game (S-SETUP-19)."""

    takes = "nobody"

    def run(self, s: Stroganov, f: i64) -> None:
        for i in range(len(s.offer)):
            if s.offer[i] >> 8:
                bag.put(s.bag, 0, s.offer[i] >> 8)
        s.offer = zeros(0)
        s.wish_pile &= ~s.stock.wishes_s
