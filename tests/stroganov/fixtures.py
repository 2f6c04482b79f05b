"""The fixture files of Stroganov, and the coverage goals of its recorded games, such as ``wish A3``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import (
    CLAIM_ACTION,
    COLOURS,
    OUTPOST_ACTION,
    TIGER,
    TROPHY_ACTION,
    WISH_ACTION,
    YURT_ACTION,
    Box,
)
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.components import Components
from samovar.kernel.state import Event, State
from tests.recorded import GameFixtures, Golden

# Verbs of which each argument is an item of its own
SPLIT = ("bonus", "cover", "income", "extra")
SEVERAL = 24  # number of games with several seats; the games after them are solo games
TRIES = 4000
# The possible results of each additional action
WAYS = {
    WISH_ACTION: ["acts", "no_wish", "cannot_pay"],
    OUTPOST_ACTION: ["acts", "own_outpost", "no_space", "no_outpost", "cannot_pay"],
    YURT_ACTION: ["acts", "no_yurt", "cannot_pay"],
    TROPHY_ACTION: ["acts", "cannot_pay", "last_space"],
    CLAIM_ACTION: ["acts", "cannot_pay", "no_tile"],
}


class StroganovFixtures(GameFixtures):
    name: ClassVar[str] = "stroganov"
    golden: ClassVar[list[Golden]] = [
        Golden("stroganov-start-wishes", 2, 1, {}, 0),
        Golden("stroganov-first-turns", 3, 2, {"boards": "b"}, 20),
        Golden("stroganov-mixed-boards", 4, 3, {"boards": "abba", "colours": "yellow,red,green,blue"}, 150),
        Golden("stroganov-random-regions", 2, 4, {"region_furs": "random"}, 100),
        Golden("stroganov-last-year", 3, 5, {"boards": "bab", "region_furs": "random"}, 200),
        Golden("stroganov-the-end", 4, 6, {"boards": "b"}, 9999),
        Golden("stroganov-alone", 1, 7, {"automa": "katyusha", "coin_for_trade_fur": "on"}, 25),
        Golden("stroganov-alone-focused", 1, 8, {"focus": "d", "coin_when_fur_missing": "on"}, 70),
    ]

    def coverage_goals(self, box: Components) -> set[str]:
        """The coverage goals: every card, tile, song, village, verb and trophy space."""
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
            if box.season_extra_advanced >> wish & 1:
                found.add(f"verb extra.{box.wish_ids[wish].lower()}")
        found |= {"verb bonus.coin", "verb bonus.story", "verb bonus.horses", "verb income.horses"}
        found |= {"verb cover.coin", "verb cover.tiger"}
        return found | self.solo_goals(box)

    def solo_goals(self, box: Box) -> set[str]:
        """The items of the solo game: each automa card with each possible result, both boards, and all automa
        events.
        """
        found: set[str] = set()
        for card in range(1, len(box.automa_move)):
            found |= {f"card {card} hunts", f"card {card} coins"}
            found.add(f"{box.automa_move[card]} steps ridden")
            if box.automa_move[card] > 1:
                found.add(f"{box.automa_move[card]} steps ridden short")
            if box.automa_furs[card] > 1:
                found.add(f"card {card} hunts one")
            ways = WAYS[int(box.automa_action[card])]
            found |= {f"card {card} {way}" for way in ways}
        found |= {f"automa {name}" for name in tokens.EVENTS.values() if name.startswith("ivan_")}
        found -= {"automa ivan_no_fur"}  # the market is never empty in a game with this box
        found |= {f"step 4 {way}" for way in ("claims", "furs_on_it", "cannot_pay", "no_tile")}
        found |= {f"wild {wild}" for wild in ("coin", "bear", "tiger")}
        for track in box.solo_tracks:
            found |= {f"reward {track.id} {space}" for space in range(track.length + 1)}
        return found

    def covered_by_token(self, token: str) -> list[str]:
        verb = token.partition(".")[0]
        return [f"verb {verb}", f"verb {token}"] if verb in SPLIT else [f"verb {verb}"]

    def covered_by_events(self, s: State, events: Iterable[Event]) -> list[str]:
        """The cards, tiles and trophy spaces in a part of the journal."""
        table = cast(Stroganov, s)
        box = table.stock
        found: list[str] = []
        acting = ""  # the current step of the automa
        for event, seat, a, b in events:
            if tokens.EVENTS[event].startswith("ivan_"):
                acting = self.step_of(box, event, a, acting)
                found += self.of_automa(box, event, a, b >> 8, acting)
            if event == tokens.FULFILLED:
                found.append(f"wish {box.wish_ids[a]}")
            elif event == tokens.USED_YURT:
                found.append(f"yurt {box.yurt_ids[a]}")
            elif event == tokens.SANG:
                found.append(f"song {box.song_ids[a]}")
            elif event == tokens.CLAIMED:
                found.append(f"tile {box.tile_ids[a]}")
                if acting == "step 4":
                    found.append("step 4 claims")
            elif event == tokens.VISITED_VILLAGE:
                found.append(f"village {box.village_ids[a]}")
            elif event == tokens.TOOK_REWARD:
                found.append(f"reward {table.track(seat).id} {a}")
            elif event == tokens.ADVANCED_TROPHY:
                found.append(f"space {table.track(seat).id} {a}")
        return found

    def tries(self, number: int) -> int:
        """The number of random games to try. Games against the automa cannot be planned."""
        return TRIES if number >= SEVERAL else 0

    def start(self, number: int) -> str:
        """The position of every fifth solo game: a row of six tiles and an empty pile.

        In such a game the automa reaches the end of the row.
        """
        if number < SEVERAL or number % 5:
            return ""
        gaps = "".join(f'[[tile]]\nspace = {space}\nid = "gap"\n' for space in range(7, 13))
        return f'game = "stroganov"\nseats = 1\ntile_pile = []\n[[player]]\nhand = ["S1"]\n{gaps}'

    def step_of(self, box: Box, event: int, a: int, acting: str) -> str:
        """The step that the next events of the automa belong to: a card, or the fourth step."""
        if event == tokens.IVAN_CLAIM_OR_VISIT:
            return "step 4"
        return f"card {a}" if event == tokens.IVAN_ACTION else acting

    def of_automa(self, box: Box, event: int, a: int, more: int, acting: str) -> list[str]:
        found = [f"automa {tokens.EVENTS[event]}"]
        match event:
            case tokens.IVAN_RIDES:
                found.append(f"{a} steps ridden" + (" short" if more < a else ""))
            case tokens.IVAN_HUNTS:
                found.append(f"card {a} hunts" + (" one" if more < box.automa_furs[a] else ""))
            case tokens.IVAN_FINDS_NOTHING:
                found.append(f"card {a} coins")
            case tokens.IVAN_TRIED if a >> 8 != tokens.ADVANCE or acting != "step 4":
                found.append(f"{acting} {tokens.REASONS[more & 255]}")
            case tokens.IVAN_ACTS if acting != "step 4":
                found.append(f"{acting} acts")
            case tokens.IVAN_PAID:
                found.append("wild " + {tokens.COIN_ALONE: "coin", TIGER: "tiger"}.get(a, "bear"))
        return found

    def settings(self, number: int) -> tuple[int, dict[str, str]]:
        """Every number of seats, all mixtures of sides, both ways to deal. Then solo games of all kinds."""
        if number >= SEVERAL:
            number -= SEVERAL
            sets = self.game.option_sets(1)
            return 1, sets[number % len(sets)]
        seats = 2 + number % 3
        boards = ["b", "a", "ab" * 2, "ba" * 2][number // 3 % 4][:seats]
        colours = [COLOURS[(number + seat) % len(COLOURS)] for seat in range(seats)]
        return seats, {
            "boards": boards if len(set(boards)) > 1 else boards[0],
            "colours": ",".join(colours),
            "region_furs": "random" if number % 2 else "ascending",
        }


FIXTURES = StroganovFixtures()
