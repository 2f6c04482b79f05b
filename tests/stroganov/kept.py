"""What Stroganov keeps on file, and what its recorded games must use: ``wish A3``, ``reward red_b 4``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import COLOURS, Box
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.components import Components
from samovar.kernel.state import Event, State
from tests.recorded import Golden, Kept

# Verbs of which each argument is a thing of its own
SPLIT = ("bonus", "cover", "income", "extra")


class StroganovKept(Kept):
    name: ClassVar[str] = "stroganov"
    golden: ClassVar[list[Golden]] = [
        Golden("stroganov-start-wishes", 2, 1, {}, 0),
        Golden("stroganov-first-turns", 3, 2, {"boards": "b"}, 20),
        Golden("stroganov-mixed-boards", 4, 3, {"boards": "abba", "colours": "yellow,red,green,blue"}, 150),
        Golden("stroganov-random-regions", 2, 4, {"region_furs": "random"}, 100),
        Golden("stroganov-last-year", 3, 5, {"boards": "bab", "region_furs": "random"}, 200),
        Golden("stroganov-the-end", 4, 6, {"boards": "b"}, 9999),
    ]

    def wanted(self, box: Components) -> set[str]:
        """Everything there is: every card, tile, song, village, verb and trophy space."""
        box = cast(Box, box)
        found: set[str] = set()
        for what, ids in (
            ("wish", box.wish_ids),
            ("yurt", box.yurt_ids),
            ("song", box.song_ids),
            ("tile", box.tile_ids),
            ("village", box.village_ids),
        ):
            found |= {f"{what} {id}" for id in ids if id}
        for track in box.tracks:
            found |= {f"reward {track.id} {space}" for space in range(track.length + 1)}
            found |= {f"space {track.id} {space}" for space in range(1, track.length + 1)}
        found |= {f"verb {name}" for name in box.notation.verbs.values()}
        for wish in range(1, len(box.wish_ids)):
            if box.winter_cards >> wish & 1:
                found.add(f"verb income.{box.wish_ids[wish].lower()}")
            if (
                box.winter_extra | box.season_extra[0] | box.season_extra[1] | box.season_extra[2]
            ) >> wish & 1:
                found.add(f"verb extra.{box.wish_ids[wish].lower()}")
        found |= {"verb bonus.coin", "verb bonus.story", "verb bonus.horses", "verb income.horses"}
        found |= {"verb cover.coin", "verb cover.tiger"}
        return found

    def of_token(self, token: str) -> list[str]:
        verb = token.partition(".")[0]
        return [f"verb {verb}", f"verb {token}"] if verb in SPLIT else [f"verb {verb}"]

    def of_events(self, s: State, events: Iterable[Event]) -> list[str]:
        """The cards, tiles and trophy spaces in a stretch of the journal."""
        table = cast(Stroganov, s)
        box = table.stock
        found: list[str] = []
        for event, seat, a, _ in events:
            if event == tokens.FULFILLED:
                found.append(f"wish {box.wish_ids[a]}")
            elif event == tokens.USED_YURT:
                found.append(f"yurt {box.yurt_ids[a]}")
            elif event == tokens.SANG:
                found.append(f"song {box.song_ids[a]}")
            elif event == tokens.CLAIMED:
                found.append(f"tile {box.tile_ids[a]}")
            elif event == tokens.VISITED_VILLAGE:
                found.append(f"village {box.village_ids[a]}")
            elif event == tokens.TOOK_REWARD:
                found.append(f"reward {table.track(seat).id} {a}")
            elif event == tokens.ADVANCED_TROPHY:
                found.append(f"space {table.track(seat).id} {a}")
        return found

    def settings(self, number: int) -> tuple[int, dict[str, str]]:
        """Every number of seats, all mixtures of sides, both ways to deal."""
        seats = 2 + number % 3
        boards = ["b", "a", "ab" * 2, "ba" * 2][number // 3 % 4][:seats]
        colours = [COLOURS[(number + seat) % len(COLOURS)] for seat in range(seats)]
        return seats, {
            "boards": boards if len(set(boards)) > 1 else boards[0],
            "colours": ",".join(colours),
            "region_furs": "random" if number % 2 else "ascending",
        }


KEPT = StroganovKept()
