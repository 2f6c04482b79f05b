"""Information-set Monte-Carlo tree search. It knows no game: rules, and what is sensible, are handed to it.

A simulation deals what the seat cannot see (``fill``), walks down one tree that all deals share, adds a node,
lets everyone play what is sensible for a few turns, and values what has come of it for every player. The tree
has a node for each sequence of decisions; Nature's draws are not in it (each simulation draws anew, so a node
averages over them), and neither are decisions that this seat does not get to see: those are played as
sensible players would play them. So nobody in the tree answers a card that lies face down.
"""

from __future__ import annotations

import time
from math import sqrt
from typing import Final, final

from samovar.bots import prune
from samovar.bots.bot import Bot, Budget
from samovar.bots.knowledge import registry
from samovar.bots.knowledge.knowledge import TO_THE_END, Knowledge
from samovar.bots.playing import Playing
from samovar.kernel.dice import Dice
from samovar.kernel.game import Game
from samovar.kernel.ints import append, i64, vec
from samovar.kernel.state import MAX_SEATS, NATURE, State, View, zeros

ROOT: Final = 0
MAX_NODES: Final = 400_000  # of a tree that is carried on
USUAL: Final = Budget(simulations=1000)  # when nobody says how long
EXPLORE: Final = 1.2  # how far a likely option that was seldom tried is preferred, in standard deviations
UNTRIED: Final = 0.2  # and how much less than its sisters an option is thought worth before it is tried
BEND: Final = 30_000  # a lead of so many thousandths counts half of what it would: a win is a win
HASTE: Final = 0.15  # how much smaller a majority will do when all of it is used
LEAST_USED: Final = 0.05  # of the budget before an early end
DEALS_EVERY: Final = 4  # simulations share a deal


@final
class Tree:
    """Nodes in arrays. A node stands for what follows an action; its total is that of whoever chose it."""

    __slots__ = ("action", "child", "sister", "visits", "total", "size")

    def __init__(self) -> None:
        self.action: vec[i64] = zeros(1)
        self.child: vec[i64] = zeros(1)  # the newest; 0 if there is none
        self.sister: vec[i64] = zeros(1)  # the next older one
        self.visits: vec[i64] = zeros(1)
        self.total: vec[i64] = zeros(1)
        self.size: i64 = 1

    def clear(self) -> None:
        self.child[ROOT] = 0
        self.visits[ROOT] = 0
        self.total[ROOT] = 0
        self.size = 1

    def add(self, parent: i64, a: i64) -> i64:
        node = self.size
        self.size += 1
        if node < len(self.action):
            self.action[node] = a
            self.child[node] = 0
            self.sister[node] = self.child[parent]
            self.visits[node] = 0
            self.total[node] = 0
        else:
            self.action = append(self.action, a)
            self.child = append(self.child, 0)
            self.sister = append(self.sister, self.child[parent])
            self.visits = append(self.visits, 0)
            self.total = append(self.total, 0)
        self.child[parent] = node
        return node

    def find(self, parent: i64, a: i64) -> i64:
        """The node of this action; 0 if it has none."""
        node = self.child[parent]
        while node and self.action[node] != a:
            node = self.sister[node]
        return node


@final
class Search(Bot):
    """The tree search in one seat. It goes on with its tree while it decides several times in a row and
    nothing new is revealed.
    """

    def __init__(self, game: Game, seat: int, knowledge: Knowledge | None = None, cut: bool = True) -> None:
        """``knowledge``: another than the usual one. Not ``cut``: every simulation goes on to the end."""
        super().__init__(game, seat)
        self.playing: Final = Playing(game, knowledge or registry.knowledge(game), keen=True)
        self.cut: Final = cut
        self.tree: Final = Tree()
        self.root: i64 = ROOT
        self.last_root: i64 = ROOT  # of the last decision
        self.expected: State | None = None  # the view after the last choice, if nothing else happens
        self.simulations: i64 = 0  # of the last decision
        self.path: vec[i64] = zeros(64)
        self.movers: vec[i64] = zeros(64)
        self.nodes: vec[i64] = zeros(512)  # by option: its node
        self.leads: vec[i64] = zeros(MAX_SEATS)
        # how far the leads of this seat are spread, over the whole search
        self.mean = 0.0
        self.squares = 0.0
        self.count = 0.0

    def choose(self, view: View, rng: Dice, budget: Budget) -> int:
        game, playing, tree, seat = self.game, self.playing, self.tree, self.seat
        self.simulations = 0
        if not self._continues(view):
            tree.clear()
            self.root = ROOT
            self.mean = self.squares = self.count = 0.0
        truth = game.fill(view, rng)
        game.legal_into(truth, seat, playing.out)
        playing.knowledge.weigh(truth, seat, playing.out, playing.weights)
        left = prune.sensible(playing.weights, playing.out.n)
        if left == 1:
            i: i64 = 0
            while playing.weights[i] == 0:
                i += 1
            a = playing.out.items[i]
            self._carry_on(truth, a)
            return int(a)
        self._think(view, truth, rng, budget if budget.simulations or budget.seconds else USUAL)
        a = self._most_visited()
        self._carry_on(truth, a)
        return int(a)

    def thoughts(self) -> list[tuple[int, int, float]]:
        """The options of the last decision: action, visits, mean lead in points, the most visited first."""
        tree = self.tree
        found: list[tuple[int, int, float]] = []
        node = tree.child[self.last_root]
        while node:
            if tree.visits[node]:
                mean = float(tree.total[node]) / float(tree.visits[node]) / 1000.0
                found.append((int(tree.action[node]), int(tree.visits[node]), mean))
            node = tree.sister[node]
        return sorted(found, key=lambda thought: -thought[1])

    # ---- from one decision to the next ----

    def _continues(self, view: View) -> bool:
        """Whether this is the very question that the kept part of the tree is about."""
        expected = self.expected
        return (
            expected is not None
            and expected.reveals == view.reveals
            and self.tree.size < MAX_NODES
            and expected.stack() == view.stack()
            and list(expected.asked) == list(view.asked)
            and self.game.turn(expected) == self.game.turn(view)
        )

    def _carry_on(self, truth: State, a: i64) -> None:
        """Keep what follows the chosen action, in case that the next question comes at once."""
        self.last_root = self.root
        self.expected = None
        node = self.tree.find(self.root, a)
        if node:
            s = truth.clone()
            self.game.play(s, self.seat, a, self.playing.out)
            if s.reveals == truth.reveals and s.depth > 0:
                self.expected = self.game.redact(s, self.seat)
                self.root = node

    # ---- thinking ----

    def _think(self, view: View, truth: State, rng: Dice, budget: Budget) -> None:
        tree = self.tree
        start = time.perf_counter()
        seconds = budget.seconds
        most: i64 = budget.simulations
        if most:
            most = max(1, most - tree.visits[self.root])
        done: i64 = 0
        while most == 0 or done < most:
            if done % DEALS_EVERY == 0 and done:
                truth = self.game.fill(view, rng)
            self._simulate(truth.clone(), rng)
            done += 1
            used = float(done) / float(most) if most else 0.0
            if seconds > 0.0:  # read after each simulation: one may take a tenth of a second when interpreted
                used = max(used, (time.perf_counter() - start) / seconds)
                if used >= 1.0:
                    break
            if done & 15 == 0 and self._settled(done, used):
                break
        self.simulations = done

    def _settled(self, done: i64, used: float) -> bool:
        """Whether to end before the budget does: no other option can become the most visited any more, or one
        is so far ahead that hardly any will. The more of the budget is used, the smaller a majority will do.
        """
        tree = self.tree
        first: i64 = 0
        second: i64 = 0
        all_visits: i64 = 0
        node = tree.child[self.root]
        while node:
            visits = tree.visits[node]
            all_visits += visits
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            node = tree.sister[node]
        rest = float(done) * (1.0 - used) / used
        if float(first - second) > rest:
            return True
        return used > LEAST_USED and float(first) > float(all_visits) * (1.0 - used * HASTE)

    def _most_visited(self) -> i64:
        tree = self.tree
        node = tree.child[self.root]
        best = node
        while node:
            more = tree.visits[node] - tree.visits[best]
            if more > 0 or (more == 0 and tree.total[node] > tree.total[best]):
                best = node
            node = tree.sister[node]
        return tree.action[best]

    def _simulate(self, s: State, rng: Dice) -> None:
        game, playing, tree = self.game, self.playing, self.tree
        out = playing.out
        knowledge = playing.knowledge
        node = self.root
        length: i64 = 0
        turns = knowledge.horizon(s) if self.cut else TO_THE_END
        cut = turns < TO_THE_END
        turn = game.turn(s)
        game.legal_into(s, self.seat, out)
        out.seat = self.seat
        while s.depth > 0 and turns > 0:
            seat = out.seat
            if seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, rng), out)
            elif seat != self.seat and not game.witnesses(s, seat, out.items[0]) >> self.seat & 1:
                game.play(s, seat, playing.likely(s, rng), out)
            else:
                i = self._select(s, seat, node)
                a = out.items[i]
                node = self.nodes[i]
                fresh = node == 0
                if fresh:
                    node = tree.add(self.path[length - 1] if length else self.root, a)
                if length >= len(self.path):
                    self.path = append(self.path, 0)
                    self.movers = append(self.movers, 0)
                self.path[length] = node
                self.movers[length] = seat
                length += 1
                game.play(s, seat, a, out)
                if fresh:
                    break
            if cut:
                now = game.turn(s)
                if now != turn:
                    turn = now
                    turns -= 1
        if turns > 0 and s.depth > 0:
            if cut and game.turn(s) != turn:
                turns -= 1
            if turns > 0:
                playing.go_on(s, rng, turns)
        self._back_up(s, length)

    def _select(self, s: State, seat: i64, node: i64) -> i64:
        """Which option to follow: worth what was found so far, and a little more where it is likely and was
        seldom tried. Leaves the node of each option in ``nodes``.
        """
        tree, playing, nodes = self.tree, self.playing, self.nodes
        out, weights = playing.out, playing.weights
        n = out.n
        playing.knowledge.weigh(s, seat, out, weights)
        left = prune.sensible(weights, n)
        if left > prune.AT_ONCE:
            prune.widen(weights, n, tree.visits[node])
        visits: i64 = 0
        total: i64 = 0
        weight: i64 = 0
        for i in range(n):
            if weights[i] > 0:
                weight += weights[i]
                child = tree.find(node, out.items[i])
                nodes[i] = child
                if child:
                    visits += tree.visits[child]
                    total += tree.total[child]
        spread = sqrt(self.squares / self.count) if self.count > 1.0 else 1.0
        untried = (float(total) / float(visits) if visits else 0.0) - UNTRIED * spread
        eager = EXPLORE * spread * sqrt(float(visits + 1)) / float(weight)
        best: i64 = -1
        highest = 0.0
        for i in range(n):
            if weights[i] > 0:
                child = nodes[i]
                tried: i64 = 0
                worth = untried
                if child:
                    tried = tree.visits[child]
                    if tried:
                        worth = float(tree.total[child]) / float(tried)
                worth += eager * float(weights[i]) / float(tried + 1)
                if best < 0 or worth > highest:
                    best = i
                    highest = worth
        return best

    def _back_up(self, s: State, length: i64) -> None:
        """Every decision on the way counts what came of it for whoever made it: its lead over the others."""
        tree, leads = self.tree, self.leads
        for p in range(s.seats):
            lead = self.playing.ahead(s, p)
            leads[p] = lead * BEND // (BEND + (lead if lead >= 0 else -lead))
        own = float(leads[self.seat])
        self.count += 1.0
        apart = own - self.mean
        self.mean += apart / self.count
        self.squares += apart * (own - self.mean)
        tree.visits[self.root] += 1
        for i in range(length):
            node = self.path[i]
            tree.visits[node] += 1
            tree.total[node] += leads[self.movers[i]]
