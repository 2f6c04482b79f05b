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
LEAST: Final = 24  # games, even if fewer would show everything
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


class Goals:
    """What there is to show, and how much it is worth: the more, the fewer games have shown it."""

    def __init__(self, things: set[str]) -> None:
        self.shown = dict.fromkeys(sorted(things), 0)  # in how many games

    def missing(self) -> set[str]:
        return {thing for thing, games in self.shown.items() if games == 0}

    def count(self, things: set[str]) -> None:
        for thing in things:
            self.shown[thing] += 1

    def of(self, thing: str) -> float:
        """From 1 for what is new down to little for what every game shows; nothing for what is no goal."""
        return 1 / (1 + 3 * self.shown[thing]) if thing in self.shown else 0.0


class Planner:
    """Chooses for every seat, turn by turn. Each seat goes after one kind of thing above all others."""

    def __init__(self, game: Game, goals: Goals, number: int) -> None:
        self.game = game
        self.goals = goals
        self.number = number
        self.seen: set[str] = set()  # in this game: a second time it is worth nothing
        self.out = Options()

    def goal(self, thing: str) -> float:
        return 0.0 if thing in self.seen else self.goals.of(thing)

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
                    after.worth = self.worth(after.s, seat) + NEW * sum(map(self.goal, after.shown))
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
        shown = {*of_token(s.box.notation.token(action)), *of_events(s, s.journal)} - self.seen
        return Plan(s, dice, [*plan.actions, action], plan.shown | shown)

    def worth(self, s: Stroganov, p: int) -> float:
        """Points, means to get more, and how near the seat is to what should be shown."""
        role = ("trophy", "wish", "tile")[(p + self.number) % 3]
        coins, horses = int(s.coins[p]), int(s.horses[p])
        furs = [int(s.furs[p * KINDS + kind]) for kind in range(KINDS)]
        count = sum(furs[1:TIGER])
        worth = 0.3 * int(total(s, p)) + 0.8 * min(coins, 6) + 0.25 * min(horses, 10) + 0.4 * min(count, 14)
        worth += self.wishes(s, p, furs, coins, count) * (2.0 if role == "wish" else 1.0)
        worth += self.tiles(s, furs, coins, count) * (2.0 if role == "tile" else 1.0)
        worth += self.trophies(s, p, furs, coins, count) * (2.0 if role == "trophy" else 1.0)
        return worth + self.songs(s, int(s.story[p])) + self.promises(s, p)

    def promises(self, s: Stroganov, p: int) -> float:
        """What is being resolved will bring something: without this the search would drop it half-way."""
        worth = 0.0
        for frame in s.stack():
            if frame & 255 in PROMISES:
                worth += 4.0 + (12.0 * self.track_goal(s, p) if frame & 255 == frames.TROPHY else 0.0)
        return worth

    def wishes(self, s: Stroganov, p: int, furs: list[int], coins: int, count: int) -> float:
        """Near to what is new, in the hand or still to come; and other cards off the board until it comes."""
        worth = 0.0
        to_come = cards.members(s.wish_pile) + [int(wish) for wish in s.wish if wish]
        news = [wish for wish in to_come if self.goal(f"wish {s.stock.wish_ids[wish]}") == 1]
        for wish in cards.members(s.hand[p]):
            goal = self.goal(f"wish {s.stock.wish_ids[wish]}")
            worth += goal * (8.0 + 14.0 * self.near_wish(s, wish, furs, coins, count)) + (
                2.0 if news else 0.5
            )
        if len(news) < 8:
            worth += sum(4.0 * self.near_wish(s, wish, furs, coins, count) for wish in news)
        return worth

    def near_wish(self, s: Stroganov, wish: int, furs: list[int], coins: int, count: int) -> float:
        return self.near(furs, coins, count, int(s.stock.wish_value[wish]), int(s.stock.wish_possess[wish]))

    def tiles(self, s: Stroganov, furs: list[int], coins: int, count: int) -> float:
        """Furs for one tile are of no use for the next, so that only the nearest counts."""
        worth = 0.0
        box = s.stock
        for space in range(1, int(box.spaces) + 1):
            tile = int(s.row[space])
            if tile:
                need = int(box.claim_furs + box.claim_per_fur * s.lying_on(space))
                near = self.near(furs, coins, count, int(s.region_fur[box.region_of[space]]), need)
                worth = max(worth, (1.0 + 12.0 * self.goal(f"tile {box.tile_ids[tile]}")) * near)
        return worth

    def track_goal(self, s: Stroganov, p: int) -> float:
        """The best that the trophy track of a seat still has to show."""
        track = s.track(p)
        return max(self.goal(f"reward {track.id} {n}") for n in range(int(track.length) + 1))

    def trophies(self, s: Stroganov, p: int, furs: list[int], coins: int, count: int) -> float:
        """Along the track while it has anything new; an outpost at the trophy village makes that quick."""
        track = s.track(p)
        at = int(s.trophy[p])
        start = self.goal(f"reward {track.id} 0") == 1
        worth = 0.0 if at == 1 and start else 7.0 * at
        for n in range(at + 1, min(at + 4, int(track.length) + 1)):
            worth += 1.0 if track.fur[n] == 0 or furs[track.fur[n]] else 0.4 * min(1, coins, count)
        for region in range(1, int(s.stock.regions) + 1):
            if cards.has(s.stock.trophy_villages, s.village[region]):
                if s.has_post(p, region):
                    worth += 8.0
                elif s.stock.region_of[s.space[p]] == region:
                    worth += 2.0
        return worth * self.track_goal(s, p)

    def songs(self, s: Stroganov, story: int) -> float:
        worth = 0.0
        for place in range(len(s.song)):
            if s.song[place]:
                goal = self.goal(f"song {s.stock.song_ids[s.song[place]]}")
                worth = max(worth, goal * 6.0 * min(1.0, story / s.stock.song_cost[s.song[place]]))
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
    goals = Goals(wanted(cast(Box, samovar.games()["stroganov"].standard_box())))
    GAMES.mkdir(exist_ok=True)
    for path in GAMES.glob("*.rec"):
        path.unlink()
    kept = 0
    for number in range(MOST):
        start = time.monotonic()
        seats, options = settings(number)
        m = samovar.Match("stroganov", seats, seed=1000 + number, options=options)
        planner = Planner(m.game, goals, number)
        while not m.over:
            seat = m.actors()[0]
            for action in planner.plan(m, seat):
                m.play(seat, m.state.box.notation.token(action))
            planner.seen = covered(m)
        news = goals.missing() & covered(m)
        if news or kept < LEAST:
            kept += 1
            goals.count(covered(m))
            (GAMES / f"{kept:02}.rec").write_text(m.record())
        print(
            f"game {number + 1}: {seats} seats {' '.join(options.values())}, "
            f"scores {' '.join(str(score.total) for score in m.scores())}, "
            f"{len(news)} new, {len(goals.missing())} still missing, {time.monotonic() - start:.1f} s",
            flush=True,
        )
        if kept >= LEAST and not goals.missing():
            return
    sys.exit(f"after {MOST} games none has shown: {', '.join(sorted(goals.missing()))}")


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
