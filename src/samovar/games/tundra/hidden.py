"""The view of a seat (T-RULING-SETUP-06), and random deals of the hidden cards.

Hidden are the starter cards dealt and chosen before the reveal, the rejected ones, and personal goals until
the end. Face-down glades and the deck are sets without order in every state, so they need no hiding.
"""

from __future__ import annotations

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import BOARDS
from samovar.games.tundra.setup import undealt_starters
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.rng import Rng
from samovar.kernel.state import UNKNOWN, Event, replaced


def hide(s: Tundra, seat: int) -> None:
    """Overwrite with UNKNOWN the cards that this seat cannot see.

    The seat sees only whether another seat's secret choice is complete.
    """
    for p in range(s.seats):
        if p == seat:
            continue
        plan = seen_plan(s, p)
        s.dealt[p] = seen_dealt(s, p)
        goal = seen_personal(s, p)
        if s.personal[p] != goal:  # clones share this array
            s.personal = replaced(s.personal, p, goal)
        s.plan[p] = plan
        s.asked[p] = seen_question(s, p)


def seen_dealt(s: Tundra, p: i64) -> i64:
    """The starter cards dealt to p as other seats see them: UNKNOWN minus their number, 0 for none."""
    dealt = s.dealt[p]
    return UNKNOWN - cards.count(dealt) if dealt > 0 else dealt


def seen_personal(s: Tundra, p: i64) -> i64:
    """The personal goal of p as other seats see it: UNKNOWN until the end of the game."""
    return UNKNOWN if s.personal[p] and s.depth > 0 else s.personal[p]


def seen_plan(s: Tundra, p: i64) -> i64:
    """The secret choice of p as other seats see it: UNKNOWN if it is complete, else 0."""
    return UNKNOWN if s.plan[p] and s.asked[p] == 0 else 0


def seen_question(s: Tundra, p: i64) -> i64:
    """The open question of p as other seats see it: they do not see how much of the choice is made."""
    return frames.keep(p, 0) if s.asked[p] else 0


def seen(event: Event, seat: int) -> Event:
    """The event as this seat sees it. Only the owner sees which starter card or personal goal was dealt."""
    what, p, _, b = event
    secret = what in (tokens.DEALT_STARTER, tokens.DEALT_PERSONAL) and p != seat
    return (what, p, UNKNOWN, b) if secret else event


def deal_unknown(s: Tundra, rng: Rng) -> None:
    """Replace each UNKNOWN by a random possible value: starter cards, personal goals, secret choices."""
    hidden = [p for p in range(s.seats) if s.dealt[p] < 0]
    sizes = [int(UNKNOWN - s.dealt[p]) for p in hidden]
    for p in hidden:
        s.dealt[p] = 0
    unseen = cards.members(undealt_starters(s))
    for p, size in zip(hidden, sizes, strict=True):
        for _ in range(i64(size)):
            s.dealt[p] = cards.plus(s.dealt[p], unseen.pop(rng.below(len(unseen))))
    goals = [
        goal
        for goal in range(1, len(s.stock.personal))
        if s.stock.personal[goal].dots <= s.seats and goal not in s.personal
    ]
    for p in range(s.seats):
        if s.personal[p] == UNKNOWN:
            s.personal = replaced(s.personal, p, goals.pop(rng.below(len(goals))))
        if s.plan[p] == UNKNOWN:
            s.plan[p] = random_plan(s, p, rng)


def random_plan(s: Tundra, p: int, rng: Rng) -> int:
    """A random complete choice of starter cards that is possible for this player."""
    hand = cards.members(s.dealt[p])
    boards = list(range(BOARDS))
    kept = sorted(hand.pop(rng.below(len(hand))) for _ in range(s.stock.starters_kept))
    plan = 0
    for n, card in enumerate(kept):
        plan |= (card << 2 | boards.pop(rng.below(len(boards)))) << 8 * n
    return plan
