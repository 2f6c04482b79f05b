"""Positions of Stroganov as TOML.

The writer writes every value. The reader starts from a fresh set-up and replaces the values that the position
names.
"""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov import frames
from samovar.games.stroganov.automa import begin_automa_turn
from samovar.games.stroganov.components import KINDS, MAX_ON_TILE, SEASONS, TIGER, WINTER, Box
from samovar.games.stroganov.setup import start_wishes
from samovar.games.stroganov.state import NEUTRAL, Stroganov
from samovar.games.stroganov.winter import winter
from samovar.kernel import bag, cards
from samovar.kernel.card_reader import CardReader, index_of_ids
from samovar.kernel.ints import i64, vec
from samovar.kernel.reading import Reader, toml_numbers, toml_text, toml_texts
from samovar.kernel.state import UNKNOWN, zeros

# ---- writing ----


def write(s: Stroganov, top: list[str], tables: list[str]) -> None:
    box = s.stock
    top.append(f"year = {s.year}")
    top.append(f"season = {toml_text(SEASONS[s.season])}")
    top.append(f"acted = {toml_numbers(cards.members(s.acted))}")
    top.append(f"used = {toml_texts(ids_of_set(s.used, box.wish_ids))}")
    top.append(f"order = {toml_numbers(list(s.order))}")
    top.append(f"trade_fur = {s.trade_fur}")
    top.append(f"market = {toml_numbers(furs_of(s.market, 0))}")
    top.append(f"songs = {toml_texts([box.song_ids[n] for n in s.song])}")
    top.append(f"tile_pile = {toml_texts(ids_of_set(s.tile_pile, box.tile_ids))}")
    top.append(f"yurt_pile = {toml_texts(ids_of_set(s.yurt_pile, box.yurt_ids))}")
    top.append(f"song_pile = {toml_texts(ids_of_set(s.song_pile, box.song_ids))}")
    top.append(f"wish_pile = {toml_texts(ids_of_set(s.wish_pile, box.wish_ids))}")
    if s.setting.automa:
        top.append(f"automa_pile = {toml_numbers(cards.members(s.automa_pile))}")
        if s.automa_top == UNKNOWN:
            top.append('automa_top = "?"')
            top.append(f"automa_steps = {s.automa_steps}")
        else:
            top.append(f"automa_top = {s.automa_top}")
        top.append(f"automa_card = {s.automa_card}")
    for p in range(s.players):
        tables += ["", "[[player]]"]
        tables.append(f"space = {s.space[p]}")
        tables.append(f"vp = {s.vp[p]}")
        tables.append(f"story = {s.story[p]}")
        tables.append(f"trophy = {s.trophy[p]}")
        tables.append(f"horses = {s.horses[p]}")
        tables.append(f"coins = {s.coins[p]}")
        tables.append(f"banners = {s.banners[p]}")
        tables.append(f"outposts = {s.outposts[p]}")
        tables.append(f"furs = {toml_numbers(furs_of(s.furs, p * KINDS))}")
        tables.append(f"tigers = {s.fur(p, TIGER)}")
        tables.append(f"hand = {toml_texts(ids_of_set(s.hand[p], box.wish_ids))}")
        tables.append(f"wishes = {toml_texts(ids_of_set(s.wishes[p], box.wish_ids))}")
        tables.append(f"tiles = {toml_texts(ids_of_set(s.tiles[p], box.tile_ids))}")
    for space in range(1, box.spaces + 1):
        tables += ["", "[[tile]]", f"space = {space}"]
        if s.row[space] == 0:
            tables.append('id = "gap"')
        else:
            tables.append(f"id = {toml_text(box.tile_ids[s.row[space]])}")
            tables.append(f"furs = {toml_numbers(furs_of(s.row_furs, space * KINDS))}")
            tables.append(f"tigers = {s.row_furs[space * KINDS + TIGER]}")
    for region in range(1, box.regions + 1):
        tables += ["", "[[region]]"]
        tables.append(f"fur = {s.region_fur[region]}")
        tables.append(f"village = {toml_text(box.village_ids[s.village[region]])}")
        tables.append(f"yurt = {toml_text(box.yurt_ids[s.yurt[region]])}")
        tables.append(f"wish = {toml_text(box.wish_ids[s.wish[region]])}")
        at = region * box.post_spaces
        posts = [post_text(s.posts[at + i]) for i in range(box.post_spaces)]
        tables.append(f"posts = {toml_texts(posts)}")
    for i in range(len(s.offer)):
        tables += ["", "[[offer]]"]
        tables.append(f"wish = {toml_text(box.wish_ids[s.offer[i] & 255])}")
        tables.append(f"fur = {s.offer[i] >> 8}")


def ids_of_set(found: int, ids: list[str]) -> list[str]:
    """The ids of a set of cards."""
    return [ids[card] for card in cards.members(found)]


def furs_of(counts: vec[i64], at: int) -> list[int]:
    """The values of the furs in ascending order, without tigers."""
    result: list[int] = []
    for kind in range(1, TIGER):
        for _ in range(counts[at + kind]):
            result.append(kind)
    return result


def post_text(post: int) -> str:
    if post == 0:
        return ""
    return "neutral" if post == NEUTRAL else str(post - 1)


# ---- reading ----


def read(reader: Reader, s: Stroganov) -> Stroganov:
    """Replace the values of a fresh set-up by those of the position. A card that the position names leaves
    its old place.
    """
    box = s.stock
    faults = reader.faults
    tiles = CardReader("landscape tile", index_of_ids(box.tile_ids), faults)
    yurts = CardReader("yurt", index_of_ids(box.yurt_ids), faults)
    songs = CardReader("song", index_of_ids(box.song_ids), faults)
    wishes = CardReader("wish", index_of_ids(box.wish_ids), faults)
    s.year = reader.number("year", 1, 1, box.years)
    s.season = SEASONS.index(reader.text("season", "spring", SEASONS))
    s.used = cards.of([box.wish_ids.index(id) for id in reader.texts("used", [], box.wish_ids) if id])
    s.trade_fur = reader.number("trade_fur", s.trade_fur, 0, 8)
    second_half = s.year > box.years // 2
    players = reader.tables("player")
    if len(players) > s.players:
        faults.append(f"player: must be at most {s.players} players, not {len(players)}")
    for p, player in enumerate(players[: s.players]):
        _read_player(player, s, p, wishes, tiles)
    _read_order(reader, s)
    _read_row(reader, s, tiles)
    _read_regions(reader, s, yurts, wishes)
    _read_offers(reader, s, wishes)
    if reader.has("songs"):
        shown = reader.texts("songs", [])
        if len(shown) != len(s.song):
            reader.fault("songs", f"must be {len(s.song)} places, not {len(shown)}")
        for place in range(len(s.song)):
            s.song[place] = songs.number_or_gap(shown[place], "songs") if place < len(shown) else 0
    _read_piles(reader, s, tiles, yurts, songs, wishes, second_half)
    _read_market(reader, s)
    if s.setting.automa:
        _read_automa(reader, s)
    s.banners_left = box.banners[s.seats] - sum(s.banners[p] for p in range(s.players))
    return s


def _read_player(player: Reader, s: Stroganov, p: int, wishes: CardReader, tiles: CardReader) -> None:
    box = s.stock
    s.space[p] = player.number("space", s.space[p], 0, box.spaces)
    s.vp[p] = player.number("vp", s.vp[p], 0, 9999)
    s.story[p] = player.number("story", s.story[p], 0, box.story_last)
    s.trophy[p] = player.number("trophy", s.trophy[p], 0, s.track(p).length)
    s.horses[p] = player.number("horses", s.horses[p], 0, 9999)
    s.coins[p] = player.number("coins", s.coins[p], 0, 9999)
    s.banners[p] = player.number("banners", s.banners[p], 0, box.banners[s.seats])
    s.outposts[p] = player.number("outposts", s.outposts[p], 0, box.outposts_per_colour)
    if player.has("furs"):
        _read_furs(player, s.furs, p * KINDS)
    s.furs[p * KINDS + TIGER] = player.number("tigers", s.fur(p, TIGER), 0, box.tigers)
    if player.has("hand"):
        s.hand[p] = wishes.read_set(player, "hand", gaps=True)
    if player.has("wishes"):
        s.wishes[p] = wishes.read_set(player, "wishes", gaps=True)
    if player.has("tiles"):
        s.tiles[p] = tiles.read_set(player, "tiles", gaps=True)
    player.report_unknown_keys()


def _read_furs(reader: Reader, counts: vec[i64], at: int) -> None:
    for kind in range(1, TIGER):
        counts[at + kind] = 0
    for kind in reader.numbers("furs", None, 1, 8):
        counts[at + kind] += 1


def _read_order(reader: Reader, s: Stroganov) -> None:
    """Read the player order. Without one, sort by space and then as in the set-up."""
    everyone = list(range(s.players))
    order = reader.numbers("order", [], 0, s.players - 1)
    if reader.has("order") and sorted(order) != everyone:
        reader.fault("order", f"must name each of the {s.players} players once")
        order = everyone
    if not reader.has("order"):
        before = [int(s.order[i]) for i in everyone]
        order = sorted(everyone, key=lambda p: (-int(s.space[p]), before.index(p)))
    elif any(s.space[order[i]] < s.space[order[i + 1]] for i in range(s.players - 1)):
        reader.fault("order", "must go from the rightmost Cossack to the leftmost")
    for i, p in enumerate(order):
        s.order[i] = p
    s.acted = cards.of(reader.numbers("acted", [], 0, s.players - 1))


def _read_row(reader: Reader, s: Stroganov, tiles: CardReader) -> None:
    box = s.stock
    seen: list[int] = []
    named: list[int] = []
    kinds: list[tuple[Reader, int, str]] = []
    given = reader.tables("tile")
    if len(given) > box.spaces:
        reader.fault("tile", f"must be at most {box.spaces} tiles, not {len(given)}")
    for i, tile in enumerate(given[: box.spaces], 1):
        space = tile.number("space", i, 1, box.spaces)
        if space in seen:
            tile.fault("space", f"{space} occurs twice")
        seen.append(space)
        if tile.has("id"):
            id = tile.text("id")
            number = 0 if id == "gap" else tiles.number_or_gap(id, tile.path)
            if id == "":
                tile.fault("id", 'must be a tile or "gap"')
            _swap_tile(s, space, number)
            named.append(space)
        elif tile.has("kind"):
            kinds.append((tile, space, tile.text("kind", None, box.kinds)))
        if tile.has("furs"):
            _read_furs(tile, s.row_furs, space * KINDS)
        at = space * KINDS + TIGER
        s.row_furs[at] = tile.number("tigers", s.row_furs[at], 0, box.tigers)
        if tile.has("furs") and s.row[space] == 0 and tile.has("id") and furs_of(s.row_furs, space * KINDS):
            tile.fault("furs", "there can be no furs or tigers in a gap")
        tile.report_unknown_keys()
    for tile, space, kind in kinds:  # take any tile of that kind that the position does not name elsewhere
        wanted = box.kinds.index(kind) if kind in box.kinds else 0
        free = [
            number
            for number in range(1, len(box.tile_ids))
            if box.tile_kind[number] == wanted and number not in tiles.placed
        ]
        candidates = [number for number in free if s.row[space] == number] or free
        if not candidates:
            tile.fault("kind", f"no {kind} tile is left")
            continue
        _swap_tile(s, space, tiles.number(box.tile_ids[candidates[0]], tile.path))
        named.append(space)
    for space in range(1, box.spaces + 1):  # a tile that a player owns cannot lie in the row as well
        if space not in named and s.row[space] in tiles.placed:
            other = [n for n in cards.members(s.tile_pile) if n not in tiles.placed]
            s.row[space] = other[0] if other else 0
            if other:
                tiles.number(box.tile_ids[other[0]], "row")
        elif space not in named and s.row[space]:
            tiles.number(box.tile_ids[s.row[space]], "row")
        if s.row[space] == 0:
            for fur in range(1, TIGER + 1):
                s.row_furs[space * KINDS + fur] = 0


def _swap_tile(s: Stroganov, space: int, tile: int) -> None:
    """Put a tile on a space. If the set-up had it on another space, the two spaces swap tiles."""
    for other in range(1, s.stock.spaces + 1):
        if tile and s.row[other] == tile and other != space:
            s.row[other] = s.row[space]
    s.row[space] = tile


def _read_regions(reader: Reader, s: Stroganov, yurts: CardReader, wishes: CardReader) -> None:
    box = s.stock
    regions = reader.tables("region")
    if len(regions) > box.regions:
        reader.fault("region", f"must be at most {box.regions} regions, not {len(regions)}")
    villages = CardReader("village", index_of_ids(box.village_ids), reader.faults)
    region_fur, village = s.region_fur[:], s.village[:]
    given_wishes, given_yurts = [False] * (box.regions + 1), [False] * (box.regions + 1)
    for number, region in enumerate(regions[: box.regions], 1):
        region_fur[number] = region.number("fur", region_fur[number], 0, 8)
        if region.has("village"):
            found = villages.number_or_gap(region.text("village"), region.path)
            for other in range(1, box.regions + 1):
                if village[other] == found:
                    village[other] = village[number]
            village[number] = found
        if region.has("yurt"):
            s.yurt[number] = yurts.number_or_gap(region.text("yurt"), region.path)
            given_yurts[number] = True
        if region.has("wish"):
            s.wish[number] = wishes.number_or_gap(region.text("wish"), region.path)
            given_wishes[number] = True
        if region.has("posts"):
            posts = region.texts("posts", None, ["", "neutral", *(str(p) for p in range(s.players))])
            if len(posts) != box.post_spaces:
                region.fault("posts", f"must be {box.post_spaces} places, not {len(posts)}")
            for i in range(min(len(posts), int(box.post_spaces))):
                at = number * box.post_spaces + i
                s.posts[at] = {"": 0, "neutral": NEUTRAL}.get(
                    posts[i], int(posts[i] or 0) + 1 if posts[i].isdigit() else 0
                )
        region.report_unknown_keys()
    s.region_fur, s.village = region_fur, village
    for p in range(s.players):
        for number in range(1, box.regions + 1):
            if p + 1 in _posts(s, number):
                s.settled[p] = s.settled[p] | 1 << number
    if reader.has("trade_fur") or regions:
        _check_setup_furs(reader, s)
    second_half = s.year > box.years // 2  # the B material lies in the regions (S-WINTER-16)
    yurt_deck = s.yurt_pile & (box.yurts_b if second_half else box.yurts_a)
    wish_deck = s.wish_pile & (box.wishes_b if second_half else box.wishes_a)
    for number in range(1, box.regions + 1):
        if not given_yurts[number]:
            s.yurt[number] = _next_free_card(0 if second_half else s.yurt[number], yurt_deck, yurts)
        if not given_wishes[number]:
            s.wish[number] = _next_free_card(0 if second_half else s.wish[number], wish_deck, wishes)


def _posts(s: Stroganov, region: int) -> list[int]:
    """The owners of the outpost spaces of a region."""
    at = region * s.stock.post_spaces
    return [s.posts[at + i] for i in range(s.stock.post_spaces)]


def _check_setup_furs(reader: Reader, s: Stroganov) -> None:
    """Report setup furs that are not all different: one on the trade space, one in each region."""
    values = [int(s.trade_fur), *(int(s.region_fur[r]) for r in range(1, s.stock.regions + 1))]
    dealt = sorted(value for value in values if value)
    known = [int(value) for value in s.stock.setup_furs]
    if len(set(dealt)) < len(dealt) or any(value not in known for value in dealt):
        reader.fault("trade_fur", f"trade and region furs must be different ones of {known}, not {values}")


def _next_free_card(card: int, deck: int, known: CardReader) -> int:
    """The card of the set-up, or the next one of the deck if there is none or the position names it
    elsewhere.
    """
    for candidate in [card, *cards.members(deck)]:
        if candidate and candidate not in known.placed:
            known.placed[candidate] = "the board"
            return candidate
    return 0


def _read_offers(reader: Reader, s: Stroganov, wishes: CardReader) -> None:
    offers = reader.tables("offer")
    s.offer = zeros(len(offers))
    for i, offer in enumerate(offers):
        wish = offer.text("wish")
        number = wishes.number_or_gap(wish, offer.path)
        fur = offer.number("fur", 0, 0, 8)
        if number and not s.stock.wishes_s >> number & 1:
            offer.fault("wish", f"{wish} is not a start wish")
        if number == 0 and fur:
            offer.fault("fur", "there must be a wish under the fur")
            fur = 0
        s.offer[i] = number | fur << 8
        offer.report_unknown_keys()
    if len(offers) > start_wishes(s):
        reader.fault("offer", f"must be at most {start_wishes(s)} start wishes, not {len(offers)}")


def _read_piles(
    reader: Reader,
    s: Stroganov,
    tiles: CardReader,
    yurts: CardReader,
    songs: CardReader,
    wishes: CardReader,
    second_half: bool,
) -> None:
    """Read the stacks. A stack that the position leaves out holds all pieces that are nowhere else.

    In the second half of the game the A material is gone.
    """
    box = s.stock
    if not reader.has("songs"):
        for place in range(len(s.song)):
            deck = s.song_pile & (box.songs_b if second_half else box.songs_a)
            s.song[place] = _next_free_card(0 if second_half else s.song[place], deck, songs)
    s.tile_pile = _read_pile(reader, "tile_pile", s.tile_pile, tiles)
    removed = [box.yurts_a, box.songs_a, box.wishes_a] if second_half else [0, 0, 0]
    s.yurt_pile = _read_pile(reader, "yurt_pile", s.yurt_pile & ~removed[0], yurts)
    s.song_pile = _read_pile(reader, "song_pile", s.song_pile & ~removed[1], songs)
    s.wish_pile = _read_pile(reader, "wish_pile", s.wish_pile & ~removed[2], wishes)


def _read_pile(reader: Reader, key: str, default: int, known: CardReader) -> int:
    if reader.has(key):
        return known.read_set(reader, key, gaps=True)
    return default & ~cards.of(list(known.placed))


def _read_automa(reader: Reader, s: Stroganov) -> None:
    """Read the automa's cards. If it has had a turn, one is face up, even if the position names none."""
    last = len(s.stock.automa_move) - 1
    card = reader.number("automa_card", 0, 0, last)
    if not reader.has("automa_card") and automa_turns_left(s) < turns_per_player(s):
        card = next(n for n in cards.members(s.setting.deck) if n != s.automa_top)
    top = reader.number("automa_top", 0, 0, last)
    if not reader.has("automa_top"):
        top = next(n for n in [int(s.automa_top), *cards.members(s.setting.deck)] if n != card)
    s.automa_card = card
    s.put_on_automa_deck(top)
    rest = s.setting.deck & ~cards.of([n for n in (card, top) if n])
    if reader.has("automa_pile"):
        pile = reader.numbers("automa_pile", None, 1, last)
        if len(set(pile)) < len(pile):
            reader.fault("automa_pile", "a card occurs twice")
        rest = cards.of(pile)
    s.automa_pile = rest


def turns_per_player(s: Stroganov) -> int:
    """The number of turns that each player has in a game (S-ORDER-01)."""
    return int(s.stock.years) * WINTER


def automa_turns_left(s: Stroganov) -> int:
    """The number of turns that the automa has not begun yet."""
    left = turns_per_player(s) - (s.year - 1) * WINTER - s.season
    return int(left) - (1 if s.season < WINTER and cards.has(s.acted, s.seats) else 0)


def _read_market(reader: Reader, s: Stroganov) -> None:
    """Read the market and fill the bag with all furs that lie nowhere else."""
    if reader.has("market"):
        for kind in range(KINDS):
            s.market[kind] = 0
        for kind in reader.numbers("market", None, 1, 8):
            s.market[kind] += 1
    fill_bag(s)
    if s.market_count() > s.stock.market_spaces:
        reader.fault("market", f"must be at most {s.stock.market_spaces} furs, not {s.market_count()}")


def fill_bag(s: Stroganov) -> None:
    for kind in range(1, KINDS):
        s.bag[kind] = s.stock.furs[kind] - in_play(s, kind)
    bag.recount(s.bag, 0, KINDS)
    bag.recount(s.market, 0, KINDS)
    for p in range(s.players):
        bag.recount(s.furs, p * KINDS, KINDS)
    for space in range(s.stock.spaces + 1):
        bag.recount(s.row_furs, space * KINDS, KINDS)


def in_play(s: Stroganov, kind: int) -> int:
    """The number of furs or tigers of a kind outside the bag and the tiger supply."""
    n = int(s.market[kind])
    for p in range(s.players):
        n += s.fur(p, kind)
    for space in range(s.stock.spaces + 1):
        n += s.row_furs[space * KINDS + kind]
    for i in range(len(s.offer)):
        if s.offer[i] >> 8 == kind and kind:
            n += 1
    return n


def default_stack(s: Stroganov, reader: Reader) -> list[int]:
    """The stack of a position without ``todo``: the turn of ``to_move``, or else of the next player.

    In winter it is the beginning of winter.
    """
    stack = [int(frames.calendar())]
    if not reader.has("to_move"):
        if s.season != WINTER:
            return stack
        s.depth = 0
        s.push(frames.calendar())
        winter(s)
        return s.stack()
    p = reader.number("to_move", 0, 0, s.players - 1)
    if s.season == WINTER:
        reader.fault("to_move", "must be left out: players have no turn in winter")
    s.acted = s.acted | 1 << p
    if p >= s.seats:
        s.depth = 0
        s.push(frames.calendar())
        begin_automa_turn(s)
        return s.stack()
    return [*stack, int(frames.main(p, 0)), int(frames.basic(p)), int(frames.move(p))]


# ---- faults ----


CHOOSING_STEPS: Final = (frames.CHOOSE_START, frames.IVAN_START)


def start_faults(s: Stroganov) -> list[str]:
    """The faults of the offer of start wishes: there must be one for each player still to choose
    (S-SETUP-18).
    """
    choosing = 0
    for f in reversed(s.stack()):
        step = f & 255
        if step in CHOOSING_STEPS:
            choosing += 1
        elif step == frames.OFFER_START or step == frames.CLEAR_START:
            break
    if choosing < sum(1 for f in s.stack() if f & 255 in CHOOSING_STEPS):
        return ["todo: a start wish is chosen after the offer has been cleared"]
    offered = sum(1 for wish in s.offer if wish)
    return [f"todo: {choosing} start wishes to choose, but {offered} on offer"] if choosing > offered else []


def faults(s: Stroganov) -> list[str]:
    """The faults of a position: pieces that exist twice or not at all, numbers out of range (S-COMP-01 to
    -03).
    """
    box: Box = s.stock
    found: list[str] = []
    for kind in range(1, KINDS):
        total = in_play(s, kind)
        name = "tigers" if kind == TIGER else f"furs of value {kind}"
        if s.bag[kind] < 0 or total + s.bag[kind] != box.furs[kind]:
            found.append(f"{name}: {total} in play, but the box holds {box.furs[kind]}")
    bags = [(s.bag, 0), (s.market, 0), *((s.furs, p * KINDS) for p in range(s.players))]
    bags += [(s.row_furs, space * KINDS) for space in range(box.spaces + 1)]
    for counts, at in bags:
        if counts[at] != sum(counts[at + kind] for kind in range(1, KINDS)):
            found.append("furs: a total is not the sum of its kinds")
    held = sum(int(s.banners[p]) for p in range(s.players))
    if s.banners_left < 0 or held + s.banners_left != box.banners[s.seats]:
        found.append(f"banners: {held} in play, but there are {box.banners[s.seats]}")
    for p in range(s.players):
        if s.outposts_left(p) < 0:
            found.append(f"player[{p}]: more outposts than the {box.outposts_per_colour} of a colour")
        for region in range(1, box.regions + 1):
            if s.has_post(p, region) != (p + 1 in _posts(s, region)):
                found.append(f"player[{p}]: settled and posts differ in region {region}")
            if _posts(s, region).count(p + 1) > 1:
                found.append(f"player[{p}]: two outposts in region {region}")
        for name, value, high in (
            ("story", s.story[p], box.story_last),
            ("trophy", s.trophy[p], s.track(p).length),
            ("space", s.space[p], box.spaces),
        ):
            if not 0 <= value <= high:
                found.append(f"player[{p}].{name}: must be from 0 to {high}, not {value}")
        for name, value in (("horses", s.horses[p]), ("coins", s.coins[p]), ("vp", s.vp[p])):
            if value < 0:
                found.append(f"player[{p}].{name}: must not be negative")
    found += _duplicates("landscape tile", box.tile_ids, [s.tile_pile, *s.tiles], list(s.row))
    found += _duplicates("yurt", box.yurt_ids, [s.yurt_pile], list(s.yurt))
    found += _duplicates("song", box.song_ids, [s.song_pile], list(s.song))
    offered = [s.offer[i] & 255 for i in range(len(s.offer))]
    found += _duplicates("wish", box.wish_ids, [s.wish_pile, *s.hand, *s.wishes], [*s.wish, *offered])
    pending = {f & 255 for f in s.stack()}
    if sorted(s.order) != list(range(s.players)) and frames.DEAL_ORDER not in pending:
        found.append("order: must name every player once")
    found += _undealt_faults(s, pending)
    if s.setting.automa:
        found += automa_faults(s)
    for space in range(1, box.spaces + 1):
        if s.row[space] == 0 and s.lying_on(space):
            found.append(f"tile: furs lie on space {space}, which is a gap")
        if s.lying_on(space) > MAX_ON_TILE:
            found.append(f"tile: more than {MAX_ON_TILE} furs and tigers lie on space {space}")
    return found


def automa_faults(s: Stroganov) -> list[str]:
    """The faults of the automa's part of a position.

    It has no hand, keeps only B wishes and turns its horses into VP (S-SOLO-07, -08, -22). Its cards are all
    different ones of its deck, and they suffice for its turns (S-SOLO-05, -06, S-RULING-54).
    """
    p = s.seats
    found: list[str] = []
    if s.hand[p]:
        found.append(f"player[{p}].hand: the automa has none")
    if s.wishes[p] & ~s.stock.wishes_b:
        found.append(f"player[{p}].wishes: the automa keeps only those of deck B")
    if s.horses[p] >= s.stock.horses_per_vp:
        found.append(f"player[{p}].horses: the automa turns every {s.stock.horses_per_vp} into VP")
    found += _duplicates(
        "automa card",
        [str(n) for n in range(len(s.stock.automa_move))],
        [s.automa_pile],
        [s.automa_top, s.automa_card],
    )
    shown = cards.of([int(n) for n in (s.automa_top, s.automa_card) if n])
    for n in cards.members((s.automa_pile | shown) & ~s.setting.deck):
        found.append(f"automa card {n} is not in this deck")
    stack = [f & 255 for f in s.stack()]
    if s.automa_card == 0 and frames.IVAN_FLIP not in stack and frames.IVAN_ACTION in stack:
        found.append("automa_card: there must be one")
    flips = automa_turns_left(s) + stack.count(frames.IVAN_FLIP)
    if frames.DEAL_AUTOMA not in stack:
        if flips and s.automa_top == 0:
            found.append("automa_top: there must be one")
    else:
        flips += 1
    if cards.count(s.automa_pile) < flips:
        found.append(f"automa_pile: {cards.count(s.automa_pile)} cards, but {flips} are still to come")
    return found


def _undealt_faults(s: Stroganov, pending: set[int]) -> list[str]:
    """The missing setup furs and villages, which lie in every region for the whole game (S-SETUP-03,
    S-SETUP-09).
    """
    found: list[str] = []
    if not pending & {frames.DEAL_TRADE_FUR, frames.DEAL_REGION_FUR}:
        if s.trade_fur == 0:
            found.append("trade_fur: there must be one")
        for region in range(1, s.stock.regions + 1):
            if s.region_fur[region] == 0:
                found.append(f"region[{region - 1}].fur: there must be one")
    if frames.DEAL_VILLAGE not in pending:
        for region in range(1, s.stock.regions + 1):
            if s.village[region] == 0:
                found.append(f"region[{region - 1}].village: there must be one")
    return found


def _duplicates(what: str, ids: list[str], sets: list[int], places: list[int]) -> list[str]:
    seen = 0
    found: list[str] = []
    for one in [*sets, *(1 << card for card in places if card)]:
        for card in cards.members(seen & one):
            found.append(f"{what} {ids[card]} occurs twice")
        seen |= one
    return found
