"""Observations of Stroganov: everything except which tile, card or fur comes next."""

from __future__ import annotations

from typing import Any, Final, cast, final

from samovar.envs.core.layout import UNBOUNDED, Cell, Ids, Labels, number_labels
from samovar.envs.core.observer import Observer
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.game import GAME
from samovar.games.stroganov.hidden import seen_pile
from samovar.games.stroganov.state import NEUTRAL, Stroganov
from samovar.kernel.components import array
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import State

STACK_FRAMES: Final = 24  # number of frames that have cells; the stacks of random games have up to 18
# Fields of the state without cells: they follow from the options and from posts. Only the steps of the
# automa's top card are visible.
DERIVED: Final = ["players", "settled", "automa_top"]
FURS: Final = [*number_labels(1, TIGER - 1), "tiger"]


def observer(initial_state: State) -> Observer[Any]:
    """Return the observer for the box, the seats and the options of this state."""
    return StroganovObserver(cast(Stroganov, initial_state))


@final
class StroganovObserver(Observer[Stroganov]):
    """Writes what a seat sees. Everything is open but the automa's top card."""

    def __init__(self, s: Stroganov) -> None:
        super().__init__(GAME, s.players, STACK_FRAMES)
        box = s.stock
        tracks = [*box.tracks, *box.solo_tracks]
        self.wish_ids: Final = Ids(box.wish_ids)
        self.tile_ids: Final = Ids(box.tile_ids)
        self.yurt_ids: Final = Ids(box.yurt_ids)
        self.song_ids: Final = Ids(box.song_ids)
        self.furs: Final = Labels(FURS, [max(1, int(box.furs[kind])) for kind in range(1, KINDS)])
        self.spaces: Final = Labels(number_labels(1, int(box.spaces)), self.tile_ids.count)
        regions = number_labels(1, int(box.regions))
        self.region_furs: Final = Labels(regions, TIGER - 1)
        self.villages: Final = Labels(regions, len(box.village_ids) - 1)
        self.yurts: Final = Labels(regions, self.yurt_ids.count)
        self.region_wishes: Final = Labels(regions, self.wish_ids.count)
        self.songs: Final = Labels(number_labels(0, len(s.song) - 1), self.song_ids.count)
        self.offers: i64 = box.start_wishes_solo if s.seats == 1 else s.seats + box.start_wishes_extra
        self.trophy_spaces: i64 = max(int(track.length) for track in tracks)
        self.track_count: i64 = len(tracks)
        self.tracks: vec[i64] = array([tracks.index(track) for track in s.setting.tracks])
        self.automa_cards: Final = Ids(["", *number_labels(1, len(box.automa_move) - 1)])
        self.automa_most_steps: i64 = max(list(box.automa_move))

    def fields(self, s: Stroganov, seat: i64) -> None:
        box = s.stock
        self.seat_number(s.seats)
        self.stack(s)
        self.number("year", s.year, 1, box.years, "the year")
        self.number("season", s.season, 0, 3, "spring 0, summer 1, autumn 2, winter 3")
        self.each_player_flag("acted", s.acted, "players that have had their turn this season")
        self.flags(
            "used",
            s.used,
            self.wish_ids,
            "wishes whose action or income was used in this turn or winter step",
        )
        self.number("trade_fur", s.trade_fur, 0, TIGER - 1, "value of the trade fur, 0: none yet")
        self.flags("tile_pile", s.tile_pile, self.tile_ids, "landscape tiles still in the stack")
        self.flags("yurt_pile", s.yurt_pile, self.yurt_ids, "yurts still in the stack")
        self.flags("song_pile", s.song_pile, self.song_ids, "songs still in the stack")
        self.flags("wish_pile", s.wish_pile, self.wish_ids, "wishes still in the stack")
        self.number("banners_left", s.banners_left, 0, box.banners[s.seats], "banners in the supply")

        self.each_player("space", s.space, 0, box.spaces, "spaces of the Cossacks, 0: the starting tile")
        self.each_player("horses", s.horses, 0, UNBOUNDED, "horses")
        self.each_player("coins", s.coins, 0, UNBOUNDED, "coins")
        self.each_player("story", s.story, 0, box.story_last, "places on the story track")
        self.each_player("vp", s.vp, 0, UNBOUNDED, "points marked so far")
        self.each_player("trophy", s.trophy, 0, self.trophy_spaces, "space of the trophy token")
        self.each_player("banners", s.banners, 0, box.banners[s.seats], "banners")
        self.each_player("outposts", s.outposts, 0, box.outposts_per_colour, "outposts in the own supply")
        self.each_player_flags("hand", s.hand, self.wish_ids, "wishes taken and not yet fulfilled")
        self.each_player_flags("wishes", s.wishes, self.wish_ids, "wishes fulfilled")
        self.each_player_flags("tiles", s.tiles, self.tile_ids, "landscape tiles claimed")
        self.each_player_array("furs", s.furs, KINDS, 1, self.furs, "furs by value, and tigers")
        self.all_players("order", s.order, "player order, the player furthest ahead first")

        self.array("row", s.row, 1, self.spaces, "tile on each space, 0: a gap")
        self.row_furs(s)
        self.array("bag", s.bag, 1, self.furs, "furs in the bag by value, and the supply of tigers")
        self.array("market", s.market, 1, self.furs, "furs in the market by value")
        self.array("region_fur", s.region_fur, 1, self.region_furs, "fur value of each region")
        self.array("village", s.village, 1, self.villages, "village in each region")
        self.array("yurt", s.yurt, 1, self.yurts, "yurt in each region")
        self.array("wish", s.wish, 1, self.region_wishes, "wish in each region")
        self.posts(s)
        self.array("song", s.song, 0, self.songs, "songs on display")
        self.offer(s)
        self.each_player(
            "track",
            self.tracks,
            0,
            self.track_count - 1,
            "trophy track of each player's board, in the order of the box",
        )
        if s.setting.automa:
            self.flags(
                "automa_pile", seen_pile(s), self.automa_cards, "cards of the automa that may still come"
            )
            self.number(
                "automa_steps",
                s.automa_steps,
                0,
                self.automa_most_steps,
                "steps on the top automa card, 0: none",
            )
            self.number(
                "automa_card", s.automa_card, 0, self.automa_cards.count, "automa card flipped last, 0: none"
            )

    def row_furs(self, s: Stroganov) -> None:
        """Furs by space and kind. The totals that the state also keeps are left out."""
        spaces = s.stock.spaces
        if self.declaring:
            cells: list[Cell] = []
            for space in range(1, spaces + 1):
                cells += self.furs.cells(f"row_furs[{space}].")
            self.layout.add("row_furs", "furs by value, and tigers, on each space", cells)
            return
        for space in range(1, spaces + 1):
            self.put_values(s.row_furs, space * KINDS + 1, KINDS - 1)

    def posts(self, s: Stroganov) -> None:
        """Outposts by region and place."""
        width = s.stock.post_spaces
        neutral = self.players + 1
        if self.declaring:
            self.layout.add(
                "posts",
                "outposts: 0 free, 1 + player, 1 + number of players: neutral",
                [
                    Cell(f"posts[{region}].{place}", 0, neutral)
                    for region in range(1, s.stock.regions + 1)
                    for place in range(width)
                ],
            )
            return
        for at in range(width, width * (s.stock.regions + 1)):
            post = s.posts[at]
            if post == NEUTRAL:
                self.put(neutral)
            else:
                self.put(self.counted(post - 1) + 1 if post else 0)

    def offer(self, s: Stroganov) -> None:
        """The start wishes to choose from, each with its fur."""
        if self.declaring:
            cells: list[Cell] = []
            for place in range(self.offers):
                cells.append(Cell(f"offer[{place}].wish", 0, self.wish_ids.count))
                cells.append(Cell(f"offer[{place}].fur", 0, TIGER))
            self.layout.add("offer", "start wishes to choose from, and the fur on each; 0: none", cells)
            return
        for offer in s.offer:
            self.put(offer & 255)
            self.put(offer >> 8)
        self.put_zeros(2 * (self.offers - len(s.offer)))
