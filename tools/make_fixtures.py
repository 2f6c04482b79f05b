"""Play the recorded games of ``tests/games``, count the perft positions, write the golden files: all anew.

    python tools/make_fixtures.py              everything
    python tools/make_fixtures.py perft golden only these

Random players hardly ever fulfil a wish or claim a tile, so the games are played by a player made for it: it
knows the dice, plans each turn to its end with a narrow search, and likes best what no recorded game has
shown yet. Games are added until together they have used every card, tile, song, village, trophy space and
verb. Run it (compiled, if you are in a hurry) after a change of the rules that changes games on purpose,
look at the difference, and commit it with the change.
"""

from __future__ import annotations

import re
import sys
import time
import tomllib
from pathlib import Path
from typing import Final, cast

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import samovar  # noqa: E402
from samovar.games.stroganov import frames  # noqa: E402
from samovar.games.stroganov.components import COLOURS, KINDS, TIGER, Box  # noqa: E402
from samovar.games.stroganov.scoring import total  # noqa: E402
from samovar.games.stroganov.state import Stroganov  # noqa: E402
from samovar.kernel import cards  # noqa: E402
from samovar.kernel.dice import Dice  # noqa: E402
from samovar.kernel.game import Game  # noqa: E402
from samovar.kernel.state import NATURE  # noqa: E402
from samovar.kernel.step import Options  # noqa: E402
from tests.stroganov.covered import covered, of_events, of_token, wanted  # noqa: E402
from tests.stroganov.golden import GOLDEN, GOLDEN_CASES  # noqa: E402
from tests.stroganov.perft import PERFT, begin, perft  # noqa: E402

GAMES: Final = ROOT / "tests" / "games"
LEAST: Final = 21  # games, even if fewer would show everything
MOST: Final = 80
WIDTH: Final = 8  # positions that the search keeps
LONGEST: Final = 24  # decisions that it plans ahead
NEW: Final = 120.0  # points for something that no recorded game has shown


PROMISES: Final = {
    frames.TROPHY,
    frames.TROPHY_REWARD,
    frames.TWO_REWARDS,
    frames.ADVANCED,
    frames.VILLAGE_ANYWHERE,
    frames.YURT_ANYWHERE,
    frames.WISH_SONG,
    frames.TWELVE,
}


class Plan:
    """A line of play under consideration."""

    def __init__(self, s: Stroganov, dice: Dice, actions: list[int], shown: frozenset[str]) -> None:
        self.s = s
        self.dice = dice
        self.actions = actions
        self.shown = shown  # of what is still missing
        self.worth = 0.0


def copied(dice: Dice) -> Dice:
    copy = Dice(0)
    copy.a, copy.b, copy.c, copy.d = dice.a, dice.b, dice.c, dice.d
    return copy


class Planner:
    """Chooses for every seat, turn by turn. Each seat goes after one kind of thing above all others."""

    def __init__(self, game: Game, missing: set[str], number: int) -> None:
        self.game = game
        self.missing = missing
        self.number = number
        self.out = Options()

    def plan(self, m: samovar.Match, seat: int) -> list[int]:
        """The best actions found from here to the end of what this seat has to decide in a row."""
        s = cast(Stroganov, m.state)
        turn = self.game.turn(s)
        beam = [Plan(s.clone(), copied(m.dice), [], frozenset())]
        best: Plan | None = None
        for _ in range(LONGEST):
            following: dict[float, Plan] = {}
            for plan in beam:
                for action in self.game.legal(plan.s, seat):
                    after = self.follow(plan, seat, action)
                    after.worth = self.worth(after.s, seat) + NEW * len(after.shown)
                    if self.game.actors(after.s) != [seat] or self.game.turn(after.s) != turn:
                        if best is None or after.worth > best.worth:
                            best = after
                    else:
                        following.setdefault(round(after.worth, 6), after)
            beam = sorted(following.values(), key=lambda plan: -plan.worth)[:WIDTH]
            if not beam:
                break
        assert best is not None or beam
        return best.actions if best is not None else beam[0].actions[:1]

    def follow(self, plan: Plan, seat: int, action: int) -> Plan:
        s = plan.s.clone()
        dice = copied(plan.dice)
        s.journal = []
        self.game.play(s, seat, action, self.out)
        while self.game.actors(s) == [NATURE]:
            self.game.play(s, NATURE, self.game.chance(self.out, dice), self.out)
        shown = {*of_token(s.box.notation.token(action)), *of_events(s, s.journal)} & self.missing
        return Plan(s, dice, [*plan.actions, action], plan.shown | shown)

    def worth(self, s: Stroganov, p: int) -> float:
        """Points, means to get more, and how near the seat is to what is still missing."""
        role = self.role(s, p)
        coins, horses = int(s.coins[p]), int(s.horses[p])
        furs = [int(s.furs[p * KINDS + kind]) for kind in range(KINDS)]
        count = sum(furs[1:TIGER])
        worth = 0.3 * int(total(s, p)) + 0.8 * min(coins, 6) + 0.25 * min(horses, 10) + 0.4 * min(count, 14)
        worth += self.wishes(s, p, furs, coins, count) * (2.0 if role == "wish" else 0.7)
        worth += self.tiles(s, furs, coins, count) * (2.0 if role == "tile" else 0.7)
        worth += self.trophies(s, p, furs, coins, count) * (2.0 if role == "trophy" else 0.7)
        return worth + self.songs(s, int(s.story[p])) + self.promises(s, p)

    def promises(self, s: Stroganov, p: int) -> float:
        """What is being resolved will bring something: without this the search would drop it half-way."""
        worth = 0.0
        for frame in s.stack():
            if frame & 255 in PROMISES:
                new = any(f"reward {s.track(p).id} {n}" in self.missing for n in range(9))
                worth += 16.0 if new and frame & 255 == frames.TROPHY else 4.0
        return worth

    def role(self, s: Stroganov, p: int) -> str:
        """What the seat is after: trophies, wishes or tiles. Songs, yurts and verbs come on the way."""
        if (p + self.number) % 3 and any(f"reward {s.track(p).id} {n}" in self.missing for n in range(9)):
            return "trophy"
        tiles = any(item.startswith("tile") for item in self.missing)
        return "tile" if tiles and (p + self.number) % 2 else "wish"

    def wishes(self, s: Stroganov, p: int, furs: list[int], coins: int, count: int) -> float:
        """Near to what is new; and other cards off the board while new ones are still to come."""
        ids = s.stock.wish_ids
        to_come = any(f"wish {ids[wish]}" in self.missing for wish in cards.members(s.wish_pile))
        worth = 0.0
        for wish in cards.members(s.hand[p]):
            near = self.near(
                furs, coins, count, int(s.stock.wish_value[wish]), int(s.stock.wish_possess[wish])
            )
            if f"wish {ids[wish]}" in self.missing:
                worth += 8.0 + 14.0 * near
            else:
                worth += 3.0 + near if to_come else near
        return worth

    def tiles(self, s: Stroganov, furs: list[int], coins: int, count: int) -> float:
        """Furs for one tile are of no use for the next, so that only the nearest counts."""
        worth = 0.0
        box = s.stock
        for space in range(1, int(box.spaces) + 1):
            tile = int(s.row[space])
            if tile:
                need = int(box.claim_furs + box.claim_per_fur * s.lying_on(space))
                near = self.near(furs, coins, count, int(s.region_fur[box.region_of[space]]), need)
                worth = max(worth, (12.0 if f"tile {box.tile_ids[tile]}" in self.missing else 1.0) * near)
        return worth

    def trophies(self, s: Stroganov, p: int, furs: list[int], coins: int, count: int) -> float:
        """Along the track while it has anything new; an outpost at the trophy village makes that quick."""
        track = s.track(p)
        if not any(f"reward {track.id} {n}" in self.missing for n in range(int(track.length) + 1)):
            return 0.0
        at = int(s.trophy[p])
        worth = 0.0 if at == 1 and f"reward {track.id} 0" in self.missing else 7.0 * at
        for n in range(at + 1, min(at + 4, int(track.length) + 1)):
            worth += 1.0 if track.fur[n] == 0 or furs[track.fur[n]] else 0.4 * min(1, coins, count)
        for region in range(1, int(s.stock.regions) + 1):
            if cards.has(s.stock.trophy_villages, s.village[region]):
                if s.has_post(p, region):
                    worth += 8.0
                elif s.stock.region_of[s.space[p]] == region:
                    worth += 2.0
        return worth

    def songs(self, s: Stroganov, story: int) -> float:
        worth = 0.0
        for place in range(len(s.song)):
            if s.song[place] and f"song {s.stock.song_ids[s.song[place]]}" in self.missing:
                worth = max(worth, 6.0 * min(1.0, story / s.stock.song_cost[s.song[place]]))
        return worth + 0.2 * story

    def near(self, furs: list[int], coins: int, count: int, value: int, need: int) -> float:
        """How much of so many furs of a value is at hand, from 0 to 1."""
        have = furs[value] + 0.7 * min(coins, count - furs[value]) + 0.9 * furs[TIGER]
        return float(min(1.0, have / need) ** 1.5)


def settings(number: int) -> tuple[int, dict[str, str]]:
    """Seats and options of a game: every number of seats, all mixtures of sides, both ways to deal."""
    seats = 2 + number % 3
    boards = ["b", "a", "ab" * 2, "ba" * 2][number // 3 % 4][:seats]
    colours = [COLOURS[(number + seat) % len(COLOURS)] for seat in range(seats)]
    return seats, {
        "boards": boards if len(set(boards)) > 1 else boards[0],
        "colours": ",".join(colours),
        "region_furs": "random" if number % 2 else "ascending",
    }


def play_games() -> None:
    box = cast(Box, samovar.games()["stroganov"].standard_box())
    never = wanted(box)  # shown by no game so far
    missing = set(never)  # what the players are after; once they have it all they begin again
    GAMES.mkdir(exist_ok=True)
    for path in GAMES.glob("*.rec"):
        path.unlink()
    kept = 0
    for number in range(MOST):
        start = time.monotonic()
        seats, options = settings(number)
        m = samovar.Match("stroganov", seats, seed=1000 + number, options=options)
        planner = Planner(m.game, missing, number)
        while not m.over:
            seat = m.actors()[0]
            for action in planner.plan(m, seat):
                m.play(seat, m.state.box.notation.token(action))
            missing -= covered(m)
            missing |= set() if missing else wanted(box)
        news = never & covered(m)
        never -= news
        scores = " ".join(str(score.total) for score in m.scores())
        print(
            f"game {number + 1}: {seats} seats {' '.join(options.values())}, scores {scores}, "
            f"{len(news)} new, {len(never)} still missing, {time.monotonic() - start:.1f} s",
            flush=True,
        )
        if news or kept < LEAST:
            kept += 1
            (GAMES / f"{kept:02}.rec").write_text(m.record())
        if kept >= LEAST and not never:
            return
    sys.exit(f"after {MOST} games none has shown: {', '.join(sorted(never))}")


def count_perft() -> None:
    for path in sorted(PERFT.glob("*.toml")):
        case = tomllib.loads(path.read_text())
        game, s = begin(case["position"])
        counts = [perft(game, s, depth) for depth in range(1, len(case["counts"]) + 1)]
        text = re.sub(r"^counts = .*$", f"counts = {counts}", path.read_text(), flags=re.MULTILINE)
        path.write_text(text)
        print(f"perft {path.stem}: {counts}", flush=True)


def write_golden() -> None:
    for case in GOLDEN_CASES:
        position, record = case.play()
        (GOLDEN / f"{case.name}.toml").write_text(position)
        (GOLDEN / f"{case.name}.rec").write_text(record)
        print(f"golden {case.name}", flush=True)


def main(names: list[str]) -> None:
    jobs = {"perft": count_perft, "golden": write_golden, "games": play_games}
    unknown = [name for name in names if name not in jobs]
    if unknown:
        sys.exit(f"there is no {', '.join(unknown)} to make; there are {', '.join(jobs)}")
    for name in names or jobs:
        jobs[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
