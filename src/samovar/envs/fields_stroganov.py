"""What a player sees of Stroganov: everything, but not which tile, card or fur comes next."""

from __future__ import annotations

from typing import Any, Final, cast

from samovar.envs.fields import (
    MANY,
    Cell,
    Field,
    each,
    each_members,
    each_of,
    members,
    number,
    numbered,
    numbers,
    seat_field,
    set_of_players,
    turned,
    waiting,
    which_players,
)
from samovar.games import registry
from samovar.games.stroganov.components import KINDS, TIGER, Box
from samovar.games.stroganov.state import NEUTRAL, Stroganov
from samovar.kernel.state import State

DEEP: Final = 24  # of what is to be done; random games came to 18
DERIVED: Final = ["players", "settled"]  # the options say how many players; posts say who settled where
FURS: Final = [*numbered(1, TIGER - 1), "tiger"]


def fields(beginning: State) -> list[Field]:
    """For the box, the seats and the options of a game that begins like this."""
    s = cast(Stroganov, beginning)
    game = registry.game("stroganov")
    box, n, setting = s.stock, int(s.players), s.setting
    spaces, regions = int(box.spaces), int(box.regions)
    tracks = [*box.tracks, *box.solo_tracks]
    furs = [max(1, int(box.furs[kind])) for kind in range(1, KINDS)]
    by_region = numbered(1, regions)
    found = [
        seat_field(int(s.seats)),
        waiting(game, n, DEEP),
        number("year", 1, int(box.years), "the year"),
        number("season", 0, 3, "spring 0, summer 1, autumn 2, winter 3"),
        set_of_players("acted", n, "players that have had their turn this season"),
        members("used", box.wish_ids, "wishes whose action or income was used in this turn or winter step"),
        number("trade_fur", 0, TIGER - 1, "value of the trade fur, 0: none yet"),
        members("tile_pile", box.tile_ids, "landscape tiles still in the stack"),
        members("yurt_pile", box.yurt_ids, "yurts still in the stack"),
        members("song_pile", box.song_ids, "songs still in the stack"),
        members("wish_pile", box.wish_ids, "wishes still in the stack"),
        number("banners_left", 0, int(box.banners[s.seats]), "banners in the supply"),
        each("space", n, 0, spaces, "where the Cossacks stand, 0 is the starting tile"),
        each("horses", n, 0, MANY, "horses"),
        each("coins", n, 0, MANY, "coins"),
        each("story", n, 0, int(box.story_last), "places on the story track"),
        each("vp", n, 0, MANY, "points marked so far"),
        each("trophy", n, 0, max(int(t.length) for t in tracks), "space of the trophy token"),
        each("banners", n, 0, int(box.banners[s.seats]), "banners"),
        each("outposts", n, 0, int(box.outposts_per_colour), "outposts in the own supply"),
        each_members("hand", n, box.wish_ids, "wishes taken and not yet fulfilled"),
        each_members("wishes", n, box.wish_ids, "wishes fulfilled"),
        each_members("tiles", n, box.tile_ids, "landscape tiles claimed"),
        each_of("furs", n, FURS, 0, furs, "furs by value, and tigers", first=1),
        which_players("order", n, "players, the one ahead first"),
        numbers("row", numbered(1, spaces), 0, len(box.tile_ids) - 1, "tile on each space, 0: a gap", 1),
        _row_furs(box, furs),
        numbers("bag", FURS, 0, furs, "furs in the bag by value, and the supply of tigers", 1),
        numbers("market", FURS, 0, furs, "furs in the market by value", 1),
        numbers("region_fur", by_region, 0, TIGER - 1, "fur value of each region", 1),
        numbers("village", by_region, 0, len(box.village_ids) - 1, "village in each region", 1),
        numbers("yurt", by_region, 0, len(box.yurt_ids) - 1, "yurt in each region", 1),
        numbers("wish", by_region, 0, len(box.wish_ids) - 1, "wish in each region", 1),
        _posts(box, n),
        numbers("song", numbered(0, len(s.song) - 1), 0, len(box.song_ids) - 1, "songs on display"),
        _offer(box, int(s.seats)),
        _tracks([tracks.index(track) for track in setting.tracks], len(tracks), n),
    ]
    if setting.automa:
        cards = numbered(0, len(box.automa_move) - 1)
        cards[0] = ""
        found += [
            members("automa_pile", cards, "cards of the automa that may still come"),
            number("automa_top", 0, len(cards) - 1, "the one on top, 0: none"),
            number("automa_card", 0, len(cards) - 1, "the one flipped last, 0: none"),
        ]
    return found


def _row_furs(box: Box, furs: list[int]) -> Field:
    """By space and kind, without the totals."""
    cells = [
        Cell(f"row_furs[{space}].{kind}", 0, most)
        for space in range(1, int(box.spaces) + 1)
        for kind, most in zip(FURS, furs, strict=True)
    ]

    def read(view: Any, seat: int) -> list[int]:
        lying = list(view.row_furs)
        del lying[::KINDS]
        return lying[KINDS - 1 :]

    return Field("row_furs", "furs by value, and tigers, on each space", cells, read)


def _posts(box: Box, players: int) -> Field:
    """By region and place: 0 free, 1 the observer's own, 2 the next one's, … and a neutral one last."""
    width = int(box.post_spaces)
    neutral = players + 1
    cells = [
        Cell(f"posts[{region}].{place}", 0, neutral)
        for region in range(1, int(box.regions) + 1)
        for place in range(width)
    ]

    def read(view: Any, seat: int) -> list[int]:
        owners = [0, *((p - seat) % players + 1 for p in range(players))]
        return [neutral if post == NEUTRAL else owners[post] for post in list(view.posts)[width:]]

    return Field("posts", "outposts: 0 free, 1 + player, or one more than all for a neutral one", cells, read)


def _offer(box: Box, seats: int) -> Field:
    """Start wishes on offer while they are chosen, each with its fur."""
    places = int(box.start_wishes_solo) if seats == 1 else seats + int(box.start_wishes_extra)
    cells = [
        cell
        for place in range(places)
        for cell in (
            Cell(f"offer[{place}].wish", 0, len(box.wish_ids) - 1),
            Cell(f"offer[{place}].fur", 0, TIGER),
        )
    ]

    def read(view: Any, seat: int) -> list[int]:
        found = [part for offer in view.offer for part in (offer & 255, offer >> 8)]
        return found + [0] * (2 * places - len(found))

    return Field("offer", "start wishes to choose from, and the fur on each; 0: none", cells, read)


def _tracks(tracks: list[int], all_of_them: int, players: int) -> Field:
    """The boards: the same all game long, but they differ from player to player."""
    cells = [Cell(f"track[{p}]", 0, all_of_them - 1) for p in range(players)]
    return Field(
        "track",
        "trophy track of each player's board, in the order of the box",
        cells,
        lambda view, seat: turned(tracks, seat, players),
    )
