"""Tundra in sentences: what can be chosen, what is asked, what happened, what cannot be done and why.

Everything is read from the state it is given, which for a player is the view of its seat.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.tundra import components as box_words
from samovar.games.tundra import frames, tokens
from samovar.games.tundra.actions import booked, offer_step, size
from samovar.games.tundra.auxiliary import free_price
from samovar.games.tundra.components import (
    ANY,
    BERRY,
    BOARDS,
    DIRECTION_NAMES,
    DIRECTIONS,
    ITEMS,
    MARKET_PLACES,
    STEPS,
    STOCK,
    VP,
    WORKERS,
    Box,
)
from samovar.games.tundra.goals import counted as goal_count
from samovar.games.tundra.goals import goal_vp
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.turn import action_from, action_of_slot
from samovar.kernel import cards
from samovar.kernel.game import AUXILIARY
from samovar.kernel.state import EVERYONE, UNKNOWN, Event, State, arg, arg2, arg3, arg4
from samovar.kernel.step import Options
from samovar.views.sentences import Clause, line
from samovar.views.tundra.events import item_sums, run_text, told_events
from samovar.views.tundra.things import (
    action_text,
    board_name,
    bonus_text,
    city_name,
    city_row,
    city_text,
    condition,
    goal_name,
    item_count,
    kept_text,
    price_text,
    row_text,
    space_name,
    starter_name,
    starter_row,
    step_text,
    title_name,
)
from samovar.views.words.words import Words, capital

# ---- what waits ----


def top(s: Tundra) -> int:
    """The frame on top; 0 when the game is over."""
    return int(s.todo[s.depth - 1]) if s.depth else 0


def step(s: Tundra) -> int:
    """Its step; -1 when the game is over."""
    return top(s) & 255 if s.depth else -1


def question(s: Tundra, seat: int) -> int:
    """What this seat is asked now: its own question while all choose, otherwise the frame on top."""
    if s.depth and top(s) >> 8 & 15 == EVERYONE:
        return int(s.asked[seat]) if seat < s.seats else 0
    return top(s)


def choosing(s: Tundra) -> bool:
    """Whether players choose their starter cards now, without knowing what the others choose."""
    return step(s) == frames.CHOOSE_STARTERS


def secretly(s: State) -> bool:
    """Whether a seat now sees what the others must not see."""
    t = cast(Tundra, s)
    return bool(t.depth) and (t.setting.personal_goals or any(t.dealt))


def ready_count(s: Tundra) -> int:
    return sum(1 for p in range(s.seats) if s.asked[p] == 0)


def chosen(s: Tundra, seat: int) -> list[tuple[int, int]]:
    """The starter cards this seat has chosen so far with their boards. Empty where it cannot be seen."""
    plan = int(s.plan[seat])
    found: list[tuple[int, int]] = []
    while plan > 0:
        found.append(((plan & 255) >> 2, plan & 3))
        plan >>= 8
    return found


def target(s: Tundra, seat: int, action: int) -> int:
    """The space that an action is about; 0 if it is about none."""
    verb, n = action >> 8, action & 255
    if verb in (tokens.GATHER, tokens.BUILD, tokens.PUT, tokens.TOWER):
        return n
    if verb == tokens.MOVE and s.workers[seat * WORKERS + (n >> 3)]:
        return int(s.layout.beside[s.workers[seat * WORKERS + (n >> 3)] * DIRECTIONS + (n & 7)])
    if verb == tokens.HERE and step(s) == frames.ACTION:
        return int(arg4(top(s)))
    return 0


def market_card(s: Tundra, seat: int, board: int, place: int) -> int:
    return int(s.enhancement[(seat * BOARDS + board) * MARKET_PLACES + place])


def source_name(w: Words, s: Tundra, seat: int, source: int) -> str:
    """The board or the card from which an action of the activation comes."""
    key = ("board", "starter", "market1", "market2")[source]
    board = int(s.board) - 1
    if board < 0:
        return w.say("source." + key)
    if source == tokens.FROM_BOARD:
        return board_name(w, s.stock, board)
    if source == tokens.FROM_STARTER:
        card = int(s.starter[seat * BOARDS + board])
        return starter_name(w, s.stock, card) if card else w.say("source." + key)
    card = market_card(s, seat, board, source - tokens.FROM_MARKET)
    return city_name(w, s.stock, card) if card else w.say("source." + key)


# ---- what can be chosen ----


def group(s: State, action: int) -> str:
    """Under which heading an option stands: place, goal, choice, free, advisor or done."""
    verb = action >> 8
    if verb in (tokens.END, tokens.STOP, tokens.FINISH):
        return "done"
    if verb == tokens.USE:
        return "advisor"
    if verb >= AUXILIARY:
        return "free"
    return {tokens.PLACE: "place", tokens.GOAL: "goal"}.get(verb, "choice")


def ending(w: Words, s: State, seat: int, action: int) -> str:
    """On the button that finishes an action of which nothing was done and that brings nothing by itself."""
    t = cast(Tundra, s)
    if action >> 8 != tokens.FINISH or step(t) != frames.ACTION or arg2(top(t)) or _booked(w, t, seat):
        return ""
    return w.say("page.skip")


def argument_name(w: Words, s: State, action: int) -> str:
    """What an action is about, shortly: a card, a space, a die; empty without argument."""
    t = cast(Tundra, s)
    box = t.stock
    verb, n = action >> 8, action & 255
    match verb:
        case tokens.PLACE:
            return f"{board_name(w, box, n >> 3)} {n & 7}"
        case tokens.GOAL:
            return f"{goal_name(w, box.goals[n >> 3])} {n & 7}"
        case tokens.KEEP:
            return f"{starter_name(w, box, n >> 2)} ({board_name(w, box, n & 3)})"
        case tokens.DO:
            return w.say("source." + ("board", "starter", "market1", "market2")[n])
        case tokens.GAIN | tokens.SAME | tokens.PAY:
            return w.noun(1, ITEMS[n])
        case tokens.MOVE:
            return f"{(n >> 3) + 1} {w.say('to.' + DIRECTION_NAMES[n & 7])}"
        case tokens.TAKE | tokens.DISMISS | tokens.CITY | tokens.USE:
            return city_name(w, box, n)
        case tokens.UPGRADE | tokens.UNDER:
            return board_name(w, box, n)
        case tokens.SET:
            return f"{n >> 3} → {n & 7}"
    return box.notation.texts[action].partition(".")[2]


def head(w: Words, s: State, seat: int, action: int) -> str:
    """An action by name, without price and effect: Build a tower on 7."""
    t = cast(Tundra, s)
    box = t.stock
    verb, n = action >> 8, action & 255
    key = "option." + box.notation.verbs[verb]
    match verb:
        case tokens.KEEP:
            return w.say(key, card=starter_name(w, box, n >> 2), board=board_name(w, box, n & 3))
        case tokens.PLACE:
            return w.say(key, n=n & 7, board=board_name(w, box, n >> 3))
        case tokens.GOAL:
            return w.say(key, n=n & 7, goal=goal_name(w, box.goals[n >> 3]))
        case tokens.DO:
            return capital(source_name(w, t, seat, n))
        case tokens.END if step(t) == frames.ACTIVATION:
            return w.say("option.end_activation")
        case tokens.GAIN:
            return w.say(key, what=item_count(w, n, 1, ".acc"))
        case tokens.SAME:
            return w.say(key, what=item_count(w, n, same_size(t), ".acc"))
        case tokens.PAY:
            return w.say(key, what=item_count(w, n, paid_at_once(t), ".acc"))
        case tokens.MOVE:
            return _move(w, t, seat, n >> 3, n & 7)
        case tokens.PUT | tokens.GATHER | tokens.BUILD | tokens.TOWER:
            return w.say(key, space=space_name(w, t, n))
        case tokens.HERE:
            space = target(t, seat, action)
            return w.say(key, space=space) if space else w.say("option.here_nowhere")
        case tokens.CONVERT:
            at = _open_step(t, box_words.CONVERT)
            return capital(step_text(w, box, at, 1)) if at >= 0 else w.say(key)
        case tokens.TAKE | tokens.CITY | tokens.USE:
            return w.say(key, card=city_name(w, box, n))
        case tokens.DISMISS:
            tired = "_exhausted" if cards.has(t.exhausted[seat], n) else ""
            return w.say(key + tired, card=city_name(w, box, n))
        case tokens.UPGRADE | tokens.UNDER:
            return w.say(key, board=board_name(w, box, n))
        case tokens.REPLACE:
            return _replace(w, t, seat, n)
        case tokens.SET:
            return w.say(key, n=n >> 3, m=n & 7)
        case tokens.UP | tokens.DOWN:
            return w.say(key, n=n, m=n + 1 if verb == tokens.UP else n - 1)
        case tokens.FIRST:
            return w.say(key, n=n + 1)
        case tokens.OPEN:
            return w.say(key, tile=box.glade_ids[n])
        case tokens.DEAL:
            return w.say(key, card=starter_name(w, box, n))
        case tokens.COMMON:
            return w.say(key, goal=goal_name(w, box.goals[n]))
        case tokens.PERSONAL:
            return w.say(key, goal=goal_name(w, box.personal[n]))
        case tokens.TITLE:
            return w.say(key, title=title_name(w, t, n))
    return w.say(key, n=n)


def _move(w: Words, s: Tundra, seat: int, worker: int, direction: int) -> str:
    """Worker 2, from 7 to 4; a step that leads nowhere by its direction: a map may be drawn turned."""
    where = w.say("to." + DIRECTION_NAMES[direction])
    space = int(s.workers[seat * WORKERS + worker])
    if space == 0:
        return w.say("option.move_nobody", n=worker + 1, where=where)
    there = int(s.layout.beside[space * DIRECTIONS + direction])
    if there == 0:
        return w.say("option.move_nowhere", n=worker + 1, a=space, where=where)
    return w.say("option.move", n=worker + 1, a=space, b=space_name(w, s, there))


def replaced_board(s: Tundra) -> int:
    """The board under which a card has to make room now; -1 if none has."""
    return int(arg2(top(s))) if step(s) == frames.REPLACE else -1


def _replace(w: Words, s: Tundra, seat: int, place: int) -> str:
    board = replaced_board(s)
    card = market_card(s, seat, board, place - 1) if board >= 0 else 0
    return w.say("option.replace", card=city_name(w, s.stock, card) if card else str(place))


def _open_step(s: Tundra, op: int) -> int:
    """Where the box describes the step of this kind in the action that waits; -1 if there is none."""
    if step(s) != frames.ACTION:
        return -1
    f = top(s)
    opened = int(arg3(f)) & 15
    for i in range(STEPS):
        at = int(arg(f)) * STEPS + i
        if s.stock.op[at] == op and (opened == i + 1 or (opened == 0 and not arg2(f) >> i & 1)):
            return at
    return -1


def same_size(s: Tundra) -> int:
    at = _open_step(s, box_words.GAIN_SAME)
    return int(s.stock.number[at]) if at >= 0 else 1


def paid_at_once(s: Tundra) -> int:
    """How many one choice pays: all equal ones at once, others one by one."""
    f = top(s)
    return int(s.stock.price_same[arg(f)]) if step(s) == frames.PAY and arg2(f) == 0 else 1


def price(w: Words, s: State, seat: int, action: int) -> str:
    """What an action costs; empty if nothing."""
    t = cast(Tundra, s)
    box = t.stock
    verb, n = action >> 8, action & 255
    if verb in (tokens.REROLL, tokens.UP, tokens.DOWN, tokens.BUY):
        return item_count(w, BERRY, int(free_price(t.title_of(seat), verb)))
    if verb == tokens.UPGRADE:
        return price_text(w, box, int(box.upgrade_price[n]))
    if verb in (tokens.BUILD, tokens.PUT):
        return price_text(w, box, open_price(t, verb))
    return ""


def open_price(s: Tundra, verb: int) -> int:
    """The price of the tower or of the worker that is asked for now; 0 if none is."""
    at = _open_step(s, box_words.BUILD_TOWER if verb == tokens.BUILD else box_words.PLACE_WORKER)
    return int(s.stock.price[at]) if at >= 0 else 0


def result(w: Words, s: State, seat: int, action: int) -> str:
    """What an action brings, empty if its name says it all."""
    t = cast(Tundra, s)
    box = t.stock
    verb, n = action >> 8, action & 255
    match verb:
        case tokens.PLACE:
            return activation_text(w, t, seat, n >> 3, n & 7)
        case tokens.GOAL:
            goal = box.goals[n >> 3]
            vp, have = int(goal_vp(t, seat, goal)), int(goal_count(t, seat, goal))
            return w.say("option.goal_vp", vp=vp, what=condition(w, goal), n=have)
        case tokens.DO if t.board:
            return feasible_text(w, t, seat, int(action_from(t, seat, n)))
        case tokens.FINISH:
            return _booked(w, t, seat)
        case tokens.GAINS:
            return _booked(w, t, seat)
        case tokens.GAIN | tokens.SAME:
            return _over(w, t, seat, n, 1 if verb == tokens.GAIN else same_size(t))
        case tokens.MOVE:
            return _entered(w, t, target(t, seat, action))
        case tokens.GATHER if t.is_glade(n) and t.resource_at(n):
            return item_count(w, int(t.resource_at(n)) - 1, 1)
        case tokens.BUILD | tokens.TOWER if t.is_glade(n) and t.tile[n]:
            bonus = bonus_text(w, t, n)
            return w.say("option.build_bonus", what=bonus) if verb == tokens.BUILD else bonus
        case tokens.TAKE:
            return city_text(w, box, n)
        case tokens.USE:
            return feasible_text(w, t, seat, int(box.advisor_action[n]))
        case tokens.UPGRADE:
            return w.say("option.upgrade_vp", n=int(box.flip_vp), m=int(box.round_vp))
        case tokens.UNDER:
            return _tucked(w, t, seat, n)
        case tokens.DEAL:
            return row_text(w, box, starter_row(box, n))
        case tokens.CITY:
            return city_text(w, box, n)
    return ""


def activated(s: Tundra, seat: int, board: int, value: int) -> list[int]:
    """All actions that a die there would give: of the board, then of each card under it."""
    sources = [tokens.FROM_BOARD]
    if s.starter[seat * BOARDS + board]:
        sources.append(tokens.FROM_STARTER)
    sources += [tokens.FROM_MARKET + place for place in range(int(s.enhancements(seat, board)))]
    side = 1 if cards.has(s.upgraded[seat], board) else 0
    return [int(action_of_slot(s, seat, source, board, side, value)) for source in sources]


def activation_text(w: Words, s: Tundra, seat: int, board: int, value: int) -> str:
    """The same in words, each card with its name."""
    box = s.stock
    parts = [feasible_text(w, s, seat, number) for number in activated(s, seat, board, value)]
    names: list[str] = []
    starter = int(s.starter[seat * BOARDS + board])
    if starter:
        names.append(starter_name(w, box, starter))
    for place in range(int(s.enhancements(seat, board))):
        names.append(city_name(w, box, market_card(s, seat, board, place)))
    for k, name in enumerate(names):
        parts[k + 1] = w.say("option.with_card", card=name, what=parts[k + 1])
    return " + ".join(parts)


def feasible_text(w: Words, s: Tundra, seat: int, number: int) -> str:
    """What an action gives, with a word of warning where that is nothing now."""
    told = action_text(w, s.stock, number)
    return w.say("option.idle", what=told) if told and idle(s, seat, number) else told


def idle(s: Tundra, seat: int, number: int) -> bool:
    """Whether an action would bring nothing now: legal it is all the same (T-RULING-DICE-04, T-ACT-04)."""
    out = Options()
    for at in range(number * STEPS, number * STEPS + STEPS):
        op = int(s.stock.op[at])
        if 0 < op <= box_words.BOOKED:
            if booked(s, seat, at) and has_room(s, seat, int(s.stock.item[at])):
                return False
        elif op:
            offer_step(s, seat, at, size(s, seat, at), 0, True, out)
    return out.n == 0


def has_room(s: Tundra, seat: int, item: int) -> bool:
    """Whether one more of this can be kept (T-RES-02)."""
    return item >= STOCK or s.room(seat, item) > 0


def _booked(w: Words, s: Tundra, seat: int) -> str:
    """What the open action simply brings when it is finished."""
    if step(s) != frames.ACTION:
        return ""
    box, f = s.stock, top(s)
    parts: list[str] = []
    for i in range(STEPS):
        at = int(arg(f)) * STEPS + i
        if 0 < box.op[at] <= box_words.BOOKED and not arg2(f) >> i & 1:
            parts.append(item_count(w, int(box.item[at]), int(booked(s, seat, at))))
    return w.all_of(parts)


def _over(w: Words, s: Tundra, seat: int, item: int, n: int) -> str:
    """What goes over the end of the track is lost."""
    room = int(s.room(seat, item))
    return w.say("option.lost", n=n - room) if room < n else ""


def _entered(w: Words, s: Tundra, space: int) -> str:
    if not s.is_glade(space):
        return ""
    if s.tile[space] == 0:
        return w.say("option.move_opens")
    there = int(s.resource_at(space))
    return item_count(w, there - 1, 1) if there else w.say("glade.bare")


def _tucked(w: Words, s: Tundra, seat: int, board: int) -> str:
    """What a new enhancement does there now, and what it drives out."""
    if step(s) != frames.UNDER:
        return ""
    parts: list[str] = []
    there = int(s.enhancements(seat, board))
    if there >= s.title_of(seat).market_places:
        gone = [city_name(w, s.stock, market_card(s, seat, board, place)) for place in range(there)]
        parts.append(w.say("option.under_replaces", card=w.one_of(gone)))
    if s.board == board + 1:
        now = city_row(s.stock, int(arg(top(s))))[int(s.slot)]
        parts.append(w.say("option.under_now", what=action_text(w, s.stock, now)))
    return ", ".join(parts)


def option(w: Words, s: State, seat: int, action: int) -> str:
    """An option with its price and what it brings: Build a tower on 7 — 2 equal resources: …"""
    return line(w, head(w, s, seat, action), price(w, s, seat, action), result(w, s, seat, action))


# ---- where points come from ----

SOURCES: Final = ["goals", "boards", "towers", "rest"]
ELSEWHERE: Final = {
    tokens.TURN_BEGINS,
    tokens.PLACED,
    tokens.ACTION_OF,
    tokens.USED_ADVISOR,
    tokens.TITLE_USED,
}


def sources(s: Tundra, events: list[Event]) -> dict[str, list[int]]:
    """By source, and by seat: the points of a game whose events these are. Those that are not told stand with
    the rest: cards, orders, advisors, and whatever was scored before a position from elsewhere.
    """
    found = {name: [0] * int(s.seats) for name in SOURCES}
    giver, before = "rest", "rest"
    for kind, p, a, b in events:
        if kind == tokens.SCORED_GOAL:
            found["goals"][p] += b
        elif kind == tokens.BOARD_VP:
            found["boards"][p] += a
        elif kind == tokens.UPGRADED:  # which brings points once, whatever else gives some
            giver, before = "boards", giver
        elif kind == tokens.TOWER_BONUS:
            giver = before = "towers"
        elif kind in ELSEWHERE:
            giver = before = "rest"
        elif kind == tokens.GAINED and a == VP:
            found[giver][p] += b
            giver = before
    for p in range(int(s.seats)):
        found["rest"][p] = int(s.vp[p]) - sum(found[name][p] for name in SOURCES[:-1])
    return found


# ---- what is asked ----


def step_name(s: Tundra, seat: int) -> str:
    """The name of the question that waits for this seat, as in positions; empty if none does."""
    from samovar.games.tundra.game import GAME  # the list of steps stands there

    f = question(s, seat)
    return GAME.step_names[f & 255] if s.depth and f else ""


def prompt(w: Words, s: State, seat: int, who: str) -> str:
    """What this seat has to decide, how many of it."""
    t = cast(Tundra, s)
    box = t.stock
    f = question(t, seat)
    key = "prompt." + step_name(t, seat)
    if not w.has(key):
        return w.say("prompt.nature")
    match f & 255:
        case frames.KEEP:
            so_far = kept_text(w, t, chosen(t, seat)[: int(arg(f))])
            so_far = w.say("prompt.Keep_so_far", cards=so_far) if so_far else ""
            n, m = int(arg(f)) + 1, int(box.starters_kept)
            return w.say(key, who=who, n=n, m=m, so_far=so_far, ready=ready_text(w, t))
        case frames.ACTIVATION:
            board = board_name(w, box, int(t.board) - 1) if t.board else "—"
            return w.say(key, who=who, board=board, n=int(t.slot))
        case frames.ACTION:
            return _action_prompt(w, t, seat, who)
        case frames.PAY:
            what = price_text(w, box, int(arg(f)), ".acc")
            if arg2(f):
                what = item_count(w, ANY, int(arg2(f)), ".acc")
                return w.say(key, who=who, what=what) + in_order(w, int(arg2(f)))
            if box.price_same[arg(f)]:
                what = w.count(int(box.price_same[arg(f)]), "equal.acc")
            return w.say(key, who=who, what=what)
        case frames.GAIN_ANY:
            what = item_count(w, ANY, int(arg(f)), ".acc")
            return w.say(key, who=who, what=what) + in_order(w, int(arg(f)))
        case frames.UNDER:
            return w.say(key, who=who, card=_card(w, box, int(arg(f))))
        case frames.REPLACE:
            board = board_name(w, box, int(arg2(f)))
            return w.say(key, who=who, card=_card(w, box, int(arg(f))), board=board)
        case frames.DISMISS:
            card = _card(w, box, int(arg(f)))
            return w.say(key, who=who, card=card, n=int(t.title_of(seat).advisors))
    return w.say(key, who=who)


def _card(w: Words, box: Box, card: int) -> str:
    return city_name(w, box, card) if card < len(box.city_names) else "—"


def _action_prompt(w: Words, s: Tundra, seat: int, who: str) -> str:
    """What is left of the action, or of the step that is open."""
    f = top(s)
    number, opened = int(arg(f)), int(arg3(f)) & 15
    if number * STEPS >= len(s.stock.op):
        return w.say("prompt.Action", who=who, what="—")
    if opened:
        at = number * STEPS + opened - 1
        left = int(arg3(f)) >> 4
        if s.stock.op[at] == box_words.REROLL_DICE:
            return w.say("prompt.Action_pick", who=who)
        if s.stock.op[at] == 0:
            return w.say("prompt.Action", who=who, what="—")
        order = in_order(w, left) if s.stock.op[at] == box_words.GAIN_ANY else ""
        return w.say("prompt.Action_left", who=who, what=step_text(w, s.stock, at, left)) + order
    steps = [number * STEPS + i for i in range(STEPS) if not arg2(f) >> i & 1]
    asking = [
        step_text(w, s.stock, at) for at in steps if s.stock.op[at] > box_words.BOOKED and size(s, seat, at)
    ]
    what = ", ".join(asking) or action_text(w, s.stock, number)
    several = [int(size(s, seat, at)) for at in steps if s.stock.op[at] == box_words.GAIN_ANY]
    order = in_order(w, max([0, *several]))
    if arg4(f):
        return w.say("prompt.Action_tower", who=who, what=what, n=int(arg4(f))) + order
    return w.say("prompt.Action", who=who, what=what) + order


def in_order(w: Words, n: int) -> str:
    """Several resources of any type are chosen one by one, none of an earlier type after a later one."""
    return w.say("prompt.in_order") if n > 1 else ""


def ready_text(w: Words, s: Tundra) -> str:
    """How many have chosen, as long as nobody knows what; empty if none has."""
    ready = ready_count(s)
    return w.say("prompt.ready", n=ready, m=int(s.seats)) if choosing(s) and ready else ""


def waiting(w: Words, s: State, seat: int) -> str:
    """What a seat has decided that is done while others are not: its own secret choice, and how many are
    ready.
    """
    t = cast(Tundra, s)
    found = chosen(t, seat)
    if choosing(t) and found:
        return w.say("waiting.start", cards=kept_text(w, t, found), ready=ready_text(w, t))
    return w.say("ui.turn_over")


# ---- what happened ----

# Events that are nobody's doing: whole sentences.
NOBODYS: Final = {
    tokens.ROUND_BEGINS,
    tokens.OPENED,
    tokens.DEALT_CITY,
    tokens.DEALT_COMMON,
    tokens.RENEWED,
    tokens.SHUFFLED,
    tokens.GAME_OVER,
}
TOGETHER: Final = {  # several of one player in a row are told as one
    tokens.ROLLED,
    tokens.ROLLED_ALONE,
    tokens.REROLLED,
    tokens.GAINED,
    tokens.LOST,
    tokens.PAID,
    tokens.GATHERED,
    tokens.KEPT,
}


def clauses(w: Words, s: State, events: list[Event], names: list[str], dealing: bool = False) -> list[Clause]:
    """Events as clauses. What a step of movement opens belongs to it; what pieces yield is told once.
    ``dealing``: also what the table shows anyway.
    """
    t = cast(Tundra, s)
    found: list[Clause] = []
    told = told_events(events, dealing)
    at = 0
    while at < len(told):
        kind, seat, _, _ = told[at]
        run = [told[at]]
        if kind in TOGETHER:
            while at + len(run) < len(told) and told[at + len(run)][:2] == (kind, seat):
                run.append(told[at + len(run)])
        text = run_text(w, t, run, names)
        if text:
            found.append(Clause(-1 if kind in NOBODYS else seat, text))
        at += len(run)
    return found


def payment(w: Words, events: list[Event]) -> str:
    """Resources that are paid."""
    return item_sums(w, [(event[2], event[3]) for event in events if event[0] == tokens.PAID])


# ---- how it ends ----


def unseen(s: State, seat: int, name: str) -> bool:
    """Whether the points of a category depend on a personal goal that cannot be seen (T-PGOAL-01)."""
    return name == "personal_goal" and cast(Tundra, s).personal[seat] == UNKNOWN


def tie(w: Words, s: State, names: list[str], seats: list[int], total: int) -> str:
    """More resources, then more berries; who is equal in both shares the place (T-END-03)."""
    t = cast(Tundra, s)
    who = w.all_of(sorted(names[p] for p in seats))
    order = [w.say("score.tie_one", who=names[p], n=int(t.resources(p)), m=int(t.berries(p))) for p in seats]
    return w.say("score.tie", who=who, n=total, order=", ".join(order))
