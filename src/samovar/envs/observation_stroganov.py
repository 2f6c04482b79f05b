"""Observations of Stroganov: everything except which tile, card or fur comes next."""

from __future__ import annotations

from typing import Any, Final, cast

from samovar.envs.observation_fields import (
    UNBOUNDED,
    Cell,
    Field,
    member_bits,
    number,
    number_labels,
    numbers,
    pending_steps,
    per_player,
    per_player_array,
    per_player_set,
    rotate_to_observer,
    seat_field,
    set_of_players,
    which_players,
)
from samovar.games import registry
from samovar.games.stroganov.components import KINDS, TIGER, Box
from samovar.games.stroganov.state import NEUTRAL, Stroganov
from samovar.kernel.state import State

STACK_FRAMES: Final = 24  # number of frames that are encoded; the stacks of random games have up to 18
# Fields without cells: they follow from the options and from posts. Only the steps of the automa's top card
# are visible.
DERIVED: Final = ["players", "settled", "automa_top"]
FURS: Final = [*number_labels(1, TIGER - 1), "tiger"]


def fields(initial_state: State) -> list[Field]:
    """Return the fields for the box, the seats and the options of this state."""
    s = cast(Stroganov, initial_state)
    game = registry.game("stroganov")
    box, n, setting = s.stock, int(s.players), s.setting
    spaces, regions = int(box.spaces), int(box.regions)
    tracks = [*box.tracks, *box.solo_tracks]
    furs = [max(1, int(box.furs[kind])) for kind in range(1, KINDS)]
    by_region = number_labels(1, regions)
    found = [
        seat_field(int(s.seats)),
        pending_steps(game, n, STACK_FRAMES),
        number("year", 1, int(box.years), "the year"),
        number("season", 0, 3, "spring 0, summer 1, autumn 2, winter 3"),
        set_of_players("acted", n, "players that have had their turn this season"),
        member_bits(
            "used", box.wish_ids, "wishes whose action or income was used in this turn or winter step"
        ),
        number("trade_fur", 0, TIGER - 1, "value of the trade fur, 0: none yet"),
        member_bits("tile_pile", box.tile_ids, "landscape tiles still in the stack"),
        member_bits("yurt_pile", box.yurt_ids, "yurts still in the stack"),
        member_bits("song_pile", box.song_ids, "songs still in the stack"),
        member_bits("wish_pile", box.wish_ids, "wishes still in the stack"),
        number("banners_left", 0, int(box.banners[s.seats]), "banners in the supply"),
        per_player("space", n, 0, spaces, "spaces of the Cossacks, 0: the starting tile"),
        per_player("horses", n, 0, UNBOUNDED, "horses"),
        per_player("coins", n, 0, UNBOUNDED, "coins"),
        per_player("story", n, 0, int(box.story_last), "places on the story track"),
        per_player("vp", n, 0, UNBOUNDED, "points marked so far"),
        per_player("trophy", n, 0, max(int(t.length) for t in tracks), "space of the trophy token"),
        per_player("banners", n, 0, int(box.banners[s.seats]), "banners"),
        per_player("outposts", n, 0, int(box.outposts_per_colour), "outposts in the own supply"),
        per_player_set("hand", n, box.wish_ids, "wishes taken and not yet fulfilled"),
        per_player_set("wishes", n, box.wish_ids, "wishes fulfilled"),
        per_player_set("tiles", n, box.tile_ids, "landscape tiles claimed"),
        per_player_array("furs", n, FURS, 0, furs, "furs by value, and tigers", first=1),
        which_players("order", n, "player order, the player furthest ahead first"),
        numbers("row", number_labels(1, spaces), 0, len(box.tile_ids) - 1, "tile on each space, 0: a gap", 1),
        _row_furs(box, furs),
        numbers("bag", FURS, 0, furs, "furs in the bag by value, and the supply of tigers", 1),
        numbers("market", FURS, 0, furs, "furs in the market by value", 1),
        numbers("region_fur", by_region, 0, TIGER - 1, "fur value of each region", 1),
        numbers("village", by_region, 0, len(box.village_ids) - 1, "village in each region", 1),
        numbers("yurt", by_region, 0, len(box.yurt_ids) - 1, "yurt in each region", 1),
        numbers("wish", by_region, 0, len(box.wish_ids) - 1, "wish in each region", 1),
        _posts(box, n),
        numbers("song", number_labels(0, len(s.song) - 1), 0, len(box.song_ids) - 1, "songs on display"),
        _offer(box, int(s.seats)),
        _tracks([tracks.index(track) for track in setting.tracks], len(tracks), n),
    ]
    if setting.automa:
        cards = number_labels(0, len(box.automa_move) - 1)
        cards[0] = ""
        found += [
            member_bits("automa_pile", cards, "cards of the automa that may still come"),
            number("automa_steps", 0, max(list(box.automa_move)), "steps on the top automa card, 0: none"),
            number("automa_card", 0, len(cards) - 1, "automa card flipped last, 0: none"),
        ]
    return found


def _row_furs(box: Box, furs: list[int]) -> Field:
    """Furs by space and kind. The totals that the state also keeps are left out."""
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
    """Outposts by region and place: 0 free, 1 the observer's, 2 the next player's, …, the last neutral."""
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

    return Field("posts", "outposts: 0 free, 1 + player, 1 + number of players: neutral", cells, read)


def _offer(box: Box, seats: int) -> Field:
    """The start wishes to choose from, each with its fur."""
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


def _tracks(tracks: list[int], track_count: int, players: int) -> Field:
    """The trophy track of each player's board. It is constant, but differs between players."""
    cells = [Cell(f"track[{p}]", 0, track_count - 1) for p in range(players)]
    return Field(
        "track",
        "trophy track of each player's board, in the order of the box",
        cells,
        lambda view, seat: rotate_to_observer(tracks, seat, players),
    )
