"""The log of Tundra in words: one text for each run of events that belong together."""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import tokens
from samovar.games.tundra.components import ITEMS, Box
from samovar.games.tundra.state import Tundra
from samovar.kernel.state import UNKNOWN, Event
from samovar.views.tundra.things import (
    ROMAN,
    board_name,
    city_name,
    goal_name,
    item_count,
    kept_text,
    space_name,
    starter_name,
    title_name,
)
from samovar.views.words.words import Words

EXPLORED: Final = 255  # not a token: stands for OPENED after a move
# Events that the log shows only with ``dealing``.
SETUP_ONLY: Final = {
    tokens.FIRST_PLAYER,
    tokens.DEALT_TITLE,
    tokens.OPENED,
    tokens.DEALT_STARTER,
    tokens.READY,
    tokens.DEALT_CITY,
    tokens.DEALT_COMMON,
    tokens.DEALT_PERSONAL,
    tokens.TURN_BEGINS,
}


def logged_events(events: list[Event], dealing: bool) -> list[Event]:
    """The events that the log shows.

    It leaves out what the table shows anyway, unless ``dealing``, and a gain that its GATHERED event already
    names. A glade opened by a move becomes EXPLORED, with the player who moved.
    """
    found: list[Event] = []
    mover, space, yielding = -1, 0, False
    for event in events:
        kind, seat, a, b = event
        if kind == tokens.MOVED:
            mover, space = seat, a
        if kind == tokens.OPENED and mover >= 0 and b == space:
            found.append((EXPLORED, mover, a, b))
        elif dealing or not (
            kind in SETUP_ONLY
            or (kind == tokens.GAINED and yielding)
            or (kind == tokens.ACTION_OF and a == tokens.FROM_BOARD)
        ):
            found.append(event)
        yielding = kind == tokens.GATHERED
    return found


def run_text(w: Words, s: Tundra, run: list[Event], names: list[str]) -> str:
    kind, seat, a, b = run[0]
    box = s.stock
    if kind == EXPLORED:
        return w.say("event.explored", what=_tile_text(w, s, a))
    key = "event." + tokens.EVENTS[kind]
    match kind:
        case tokens.ROUND_BEGINS:
            return w.say(key, n=ROMAN[a], who=names[seat])
        case tokens.DEALT_TITLE | tokens.TITLE_USED:
            return w.say(key, title=title_name(w, s, a))
        case tokens.OPENED:
            return w.say(key, n=b, what=_tile_text(w, s, a))
        case tokens.DEALT_STARTER | tokens.DEALT_PERSONAL:
            return w.say(key, what=_secret_name(w, s, kind, a))
        case tokens.KEPT:
            return w.say(key, cards=kept_text(w, s, [(event[2], event[3]) for event in run]))
        case tokens.DEALT_CITY | tokens.TOOK | tokens.DISCARDED | tokens.USED_ADVISOR:
            return w.say(key, card=city_name(w, box, a))
        case tokens.PLACED_CARD:
            return w.say(key, card=city_name(w, box, a), board=board_name(w, box, b))
        case tokens.DEALT_COMMON:
            return w.say(key, goal=goal_name(w, box.goals[a]))
        case tokens.SCORED_GOAL:
            return w.say(key, goal=goal_name(w, box.goals[a]), n=b)
        case tokens.ROLLED | tokens.ROLLED_ALONE | tokens.REROLLED:
            return w.say(key, dice=w.all_of([str(value) for value in sorted(event[2] for event in run)]))
        case tokens.PLACED:
            return w.say(key, board=board_name(w, box, a), n=b)
        case tokens.ACTION_OF:
            return w.say(key, what=_source_name(w, box, a, b))
        case tokens.GAINED | tokens.LOST | tokens.PAID:
            return w.say(key, what=item_sums(w, [(event[2], event[3]) for event in run]))
        case tokens.GATHERED:
            return w.say(key, what=item_sums(w, [(event[3], 1) for event in run]))
        case tokens.MOVED:
            return w.say(key, a=b, b=space_name(w, s, a))
        case tokens.BUILT | tokens.PLACED_WORKER | tokens.TOWER_BONUS:
            return w.say(key, space=space_name(w, s, a))
        case tokens.UPGRADED:
            return w.say(key, board=board_name(w, box, a))
    return w.say(key, n=a, m=b)


def _tile_text(w: Words, s: Tundra, tile: int) -> str:
    there = int(s.stock.glade_resource[tile])
    return w.noun(1, ITEMS[there - 1]) if there else w.say("glade.bare")


def _source_name(w: Words, box: Box, source: int, number: int) -> str:
    """The name of the board or card whose action begins."""
    if source == tokens.FROM_BOARD:
        return board_name(w, box, number)
    return starter_name(w, box, number) if source == tokens.FROM_STARTER else city_name(w, box, number)


def _secret_name(w: Words, s: Tundra, kind: int, number: int) -> str:
    """The name of a card that only its owner may see, or a question mark."""
    if number == UNKNOWN:
        return "?"
    if kind == tokens.DEALT_STARTER:
        return starter_name(w, s.stock, number)
    return goal_name(w, s.stock.personal[number])


def item_sums(w: Words, parts: list[tuple[int, int]]) -> str:
    """Items with their numbers, equal ones added up: 2 stone and 1 berry."""
    found = dict.fromkeys((item for item, _ in parts), 0)
    for item, n in parts:
        found[item] += n
    return w.all_of([item_count(w, item, n, ".acc") for item, n in found.items()])
