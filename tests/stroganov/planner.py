"""The evaluation of Stroganov positions for ``tools/make_fixtures.py``.

Random players hardly ever fulfil a wish or claim a tile. So this planner also gives value to being near one.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.stroganov import frames
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.scoring import total
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import cards
from samovar.kernel.state import State
from tools.planning import Planner

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


class StroganovPlanner(Planner):
    """Plans for each seat with one preferred goal: trophies, wishes or tiles."""

    def worth(self, state: State, p: int) -> float:
        """The value of a position: points, resources, and how near the seat is to uncovered items."""
        s = cast(Stroganov, state)
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
        """The value of pending benefits, so that the search finishes them."""
        worth = 0.0
        for frame in s.stack():
            if frame & 255 in PROMISES:
                worth += 4.0 + (12.0 * self.track_goal(s, p) if frame & 255 == frames.TROPHY else 0.0)
        return worth

    def wishes(self, s: Stroganov, p: int, furs: list[int], coins: int, count: int) -> float:
        """The value of being near to uncovered wishes, in the hand or not dealt yet.

        Taking other wishes counts, too, because it makes room for uncovered ones.
        """
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
        """The value of the tile nearest to a claim. Furs for one tile do not help with another one."""
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
        """The highest goal among the rewards of the trophy track of a seat."""
        track = s.track(p)
        return max(self.goal(f"reward {track.id} {n}") for n in range(int(track.length) + 1))

    def trophies(self, s: Stroganov, p: int, furs: list[int], coins: int, count: int) -> float:
        """The value of the place on the trophy track while it has uncovered rewards.

        An outpost at the trophy village makes advancing fast.
        """
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
        """The share of ``need`` furs of a value that the player has, from 0 to 1."""
        have = furs[value] + 0.7 * min(coins, count - furs[value]) + 0.9 * furs[TIGER]
        return float(min(1.0, have / need) ** 1.5)


PLANNER = StroganovPlanner
