"""Information-set Monte-Carlo tree search (ISMCTS, single observer), independent of any game.

Each simulation samples a determinization: a full state that agrees with the view of the seat
(``Game.determinize``). All determinizations share one tree. A simulation descends the tree, adds one node,
plays on with the playout policy and evaluates the leaf for every player.

A node stands for a sequence of decisions. Nature's draws have no nodes: each simulation draws again, so a
node averages over them. Decisions that this seat cannot see have no nodes either. The playout policy makes
them, so no player in the tree reacts to a face-down card.
"""

from __future__ import annotations

import time
from math import sqrt
from typing import Final, final

from samovar.bots import prune
from samovar.bots.bot import Bot, Budget
from samovar.bots.knowledge import registry
from samovar.bots.knowledge.knowledge import UNLIMITED_HORIZON, Knowledge
from samovar.bots.playout import PlayoutPolicy
from samovar.kernel.game import Game
from samovar.kernel.ints import append, i64, vec
from samovar.kernel.rng import Rng
from samovar.kernel.state import MAX_SEATS, NATURE, State, View, zeros

ROOT: Final = 0
MAX_NODES: Final = 400_000  # a larger tree is not reused
DEFAULT_BUDGET: Final = Budget(simulations=1000)  # used if the budget has no limit
EXPLORATION_CONSTANT: Final = 1.2  # PUCT, in standard deviations of the values found
FPU_REDUCTION: Final = 0.2  # first-play urgency: penalty of unvisited children, in standard deviations
LEAD_SCALE: Final = 30_000  # leads are squashed: this lead counts half of its size
EARLY_STOP_RATE: Final = 0.15  # decrease of the majority needed for an early stop, over the whole budget
MIN_BUDGET_USED: Final = 0.05  # share of the budget that is used before any early stop
SIMULATIONS_PER_DETERMINIZATION: Final = 4


@final
class SearchTree:
    """The search tree in arrays. ``total`` sums the values of a node for the seat that chose its action."""

    __slots__ = ("action", "first_child", "next_sibling", "visits", "total", "size")

    def __init__(self) -> None:
        self.action: vec[i64] = zeros(1)
        self.first_child: vec[i64] = zeros(1)  # the newest child, 0 if there is none
        self.next_sibling: vec[i64] = zeros(1)  # the next older child of the same parent
        self.visits: vec[i64] = zeros(1)
        self.total: vec[i64] = zeros(1)
        self.size: i64 = 1

    def clear(self) -> None:
        self.first_child[ROOT] = 0
        self.visits[ROOT] = 0
        self.total[ROOT] = 0
        self.size = 1

    def add(self, parent: i64, a: i64) -> i64:
        node = self.size
        self.size += 1
        if node < len(self.action):
            self.action[node] = a
            self.first_child[node] = 0
            self.next_sibling[node] = self.first_child[parent]
            self.visits[node] = 0
            self.total[node] = 0
        else:
            self.action = append(self.action, a)
            self.first_child = append(self.first_child, 0)
            self.next_sibling = append(self.next_sibling, self.first_child[parent])
            self.visits = append(self.visits, 0)
            self.total = append(self.total, 0)
        self.first_child[parent] = node
        return node

    def find(self, parent: i64, a: i64) -> i64:
        """Return the child of this action, 0 if there is none."""
        node = self.first_child[parent]
        while node and self.action[node] != a:
            node = self.next_sibling[node]
        return node


@final
class ISMCTSBot(Bot):
    """The tree search in one seat. It reuses its tree while it decides again and nothing was revealed.

    >>> import samovar
    >>> from samovar.bots import Budget
    >>> from samovar.kernel.rng import Rng
    >>> match = samovar.Match("catherine", seats=2, seed=7)
    >>> bot = ISMCTSBot(match.game, 0)
    >>> action = bot.choose(match.view(0), Rng(1), Budget(simulations=8))
    >>> action in match.legal(0), action == bot.root_statistics()[0][0]
    (True, True)
    """

    def __init__(
        self, game: Game, seat: int, knowledge: Knowledge | None = None, truncated: bool = True
    ) -> None:
        """``knowledge`` replaces that of the game. ``truncated=False`` plays every simulation to the end."""
        super().__init__(game, seat)
        self.policy: Final = PlayoutPolicy(game, knowledge or registry.knowledge(game), sharpened=True)
        self.truncated: Final = truncated
        self.tree: Final = SearchTree()
        self.root: i64 = ROOT
        self.last_root: i64 = ROOT  # root of the last decision
        self.expected: State | None = None  # the next view, if nothing is revealed before it
        self.simulations: i64 = 0  # number of simulations run for the last decision
        self.path: vec[i64] = zeros(64)  # nodes of the current simulation
        self.movers: vec[i64] = zeros(64)  # the seat that chose each node of the path
        self.nodes: vec[i64] = zeros(512)  # node of each option
        self.leads: vec[i64] = zeros(MAX_SEATS)
        # running variance of this seat's leads over the whole search
        self.mean = 0.0
        self.squares = 0.0
        self.count = 0.0

    def choose(self, view: View, rng: Rng, budget: Budget) -> int:
        game, policy, tree, seat = self.game, self.policy, self.tree, self.seat
        self.simulations = 0
        if not self._can_reuse_tree(view):
            tree.clear()
            self.root = ROOT
            self.mean = self.squares = self.count = 0.0
        determinized = game.determinize(view, rng)
        game.legal_into(determinized, seat, policy.out)
        policy.knowledge.set_priors(determinized, seat, policy.out, policy.priors)
        left = prune.count_candidates(policy.priors, policy.out.n)
        if left == 1:
            i: i64 = 0
            while policy.priors[i] == 0:
                i += 1
            a = policy.out.items[i]
            self._keep_subtree(determinized, a)
            return int(a)
        self._run_simulations(
            view, determinized, rng, budget if budget.simulations or budget.seconds else DEFAULT_BUDGET
        )
        a = self._most_visited()
        self._keep_subtree(determinized, a)
        return int(a)

    def root_statistics(self) -> list[tuple[int, int, float]]:
        """Return (action, visit count, mean lead in points) of the last decision, most visited first."""
        tree = self.tree
        found: list[tuple[int, int, float]] = []
        node = tree.first_child[self.last_root]
        while node:
            if tree.visits[node]:
                mean = float(tree.total[node]) / float(tree.visits[node]) / 1000.0
                found.append((int(tree.action[node]), int(tree.visits[node]), mean))
            node = tree.next_sibling[node]
        return sorted(found, key=lambda row: -row[1])

    # ---- reuse of the tree ----

    def _can_reuse_tree(self, view: View) -> bool:
        """True if the kept subtree belongs to this view.

        The texts of both positions are compared, because another player may have decided for this seat in
        between. The position then differs although the same question is open.
        """
        expected = self.expected
        return (
            expected is not None
            and expected.reveals == view.reveals
            and self.tree.size < MAX_NODES
            and expected.stack() == view.stack()  # cheaper than the texts
            and self.game.write(expected) == self.game.write(view)
        )

    def _keep_subtree(self, determinized: State, a: i64) -> None:
        """Make the chosen child the root, in case this seat decides again before anything is revealed."""
        self.last_root = self.root
        self.expected = None
        node = self.tree.find(self.root, a)
        if node:
            s = determinized.clone()
            self.game.play(s, self.seat, a, self.policy.out)
            if s.reveals == determinized.reveals and s.depth > 0:
                self.expected = self.game.redact(s, self.seat)
                self.root = node

    # ---- simulations ----

    def _run_simulations(self, view: View, determinized: State, rng: Rng, budget: Budget) -> None:
        tree = self.tree
        start = time.perf_counter()
        seconds = budget.seconds
        most: i64 = budget.simulations
        if most:
            most = max(1, most - tree.visits[self.root])
        done: i64 = 0
        while most == 0 or done < most:
            if done % SIMULATIONS_PER_DETERMINIZATION == 0 and done:
                determinized = self.game.determinize(view, rng)
            self._simulate(determinized.clone(), rng)
            done += 1
            used = float(done) / float(most) if most else 0.0
            if seconds > 0.0:  # checked after each simulation, because an interpreted one may take 0.1 s
                used = max(used, (time.perf_counter() - start) / seconds)
                if used >= 1.0:
                    break
            if done & 15 == 0 and self._can_stop_early(done, used):
                break
        self.simulations = done

    def _can_stop_early(self, done: i64, used: float) -> bool:
        """True if the most visited option is unlikely to change.

        Either no other option can catch up, or one has a large majority of the visits. The required majority
        shrinks as the budget is used.
        """
        tree = self.tree
        first: i64 = 0
        second: i64 = 0
        all_visits: i64 = 0
        node = tree.first_child[self.root]
        while node:
            visits = tree.visits[node]
            all_visits += visits
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            node = tree.next_sibling[node]
        rest = float(done) * (1.0 - used) / used
        if float(first - second) > rest:
            return True
        return used > MIN_BUDGET_USED and float(first) > float(all_visits) * (1.0 - used * EARLY_STOP_RATE)

    def _most_visited(self) -> i64:
        tree = self.tree
        node = tree.first_child[self.root]
        best = node
        while node:
            more = tree.visits[node] - tree.visits[best]
            if more > 0 or (more == 0 and tree.total[node] > tree.total[best]):
                best = node
            node = tree.next_sibling[node]
        return tree.action[best]

    def _simulate(self, s: State, rng: Rng) -> None:
        game, policy, tree = self.game, self.policy, self.tree
        out = policy.out
        knowledge = policy.knowledge
        node = self.root
        length: i64 = 0
        turns = knowledge.horizon(s) if self.truncated else UNLIMITED_HORIZON
        truncated = turns < UNLIMITED_HORIZON
        turn = game.turn(s)
        game.legal_into(s, self.seat, out)
        out.seat = self.seat
        while s.depth > 0 and turns > 0:
            seat = out.seat
            if seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, rng), out)
            elif seat != self.seat and not game.witnesses(s, seat, out.items[0]) >> self.seat & 1:
                game.play(s, seat, policy.sample(s, rng), out)
            else:
                i = self._tree_policy(s, seat, node)
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
            if truncated:
                now = game.turn(s)
                if now != turn:
                    turn = now
                    turns -= 1
        if turns > 0 and s.depth > 0:
            if truncated and game.turn(s) != turn:
                turns -= 1
            if turns > 0:
                policy.play_turns(s, rng, turns)
        self._backpropagate(s, length)

    def _tree_policy(self, s: State, seat: i64, node: i64) -> i64:
        """Return the index of the option to follow by PUCT: mean value plus exploration bonus by prior.

        Sets ``nodes`` to the node of each option.
        """
        tree, policy, nodes = self.tree, self.policy, self.nodes
        out, priors = policy.out, policy.priors
        n = out.n
        policy.knowledge.set_priors(s, seat, out, priors)
        left = prune.count_candidates(priors, n)
        if left > prune.INITIAL_WIDTH:
            prune.widen(priors, n, tree.visits[node])
        visits: i64 = 0
        total: i64 = 0
        prior_sum: i64 = 0
        for i in range(n):
            if priors[i] > 0:
                prior_sum += priors[i]
                child = tree.find(node, out.items[i])
                nodes[i] = child
                if child:
                    visits += tree.visits[child]
                    total += tree.total[child]
        spread = sqrt(self.squares / self.count) if self.count > 1.0 else 1.0
        first_play_value = (float(total) / float(visits) if visits else 0.0) - FPU_REDUCTION * spread
        bonus = EXPLORATION_CONSTANT * spread * sqrt(float(visits + 1)) / float(prior_sum)
        best: i64 = -1
        highest = 0.0
        for i in range(n):
            if priors[i] > 0:
                child = nodes[i]
                tried: i64 = 0
                value = first_play_value
                if child:
                    tried = tree.visits[child]
                    if tried:
                        value = float(tree.total[child]) / float(tried)
                value += bonus * float(priors[i]) / float(tried + 1)
                if best < 0 or value > highest:
                    best = i
                    highest = value
        return best

    def _backpropagate(self, s: State, length: i64) -> None:
        """Evaluate the leaf and add to each node on the path the squashed lead of the seat that chose it."""
        tree, leads = self.tree, self.leads
        for p in range(s.seats):
            lead = self.policy.lead(s, p)
            leads[p] = lead * LEAD_SCALE // (LEAD_SCALE + (lead if lead >= 0 else -lead))
        own = float(leads[self.seat])
        self.count += 1.0
        deviation = own - self.mean
        self.mean += deviation / self.count
        self.squares += deviation * (own - self.mean)
        tree.visits[self.root] += 1
        for i in range(length):
            node = self.path[i]
            tree.visits[node] += 1
            tree.total[node] += leads[self.movers[i]]
