"""The sentences of Tundra: options, prompts, log and scoring.

All functions read the given state, which for a player is the view of its seat.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.tundra import components, frames, tokens
from samovar.games.tundra.actions import booked_amount, offer_step, repetitions
from samovar.games.tundra.auxiliary import free_price
from samovar.games.tundra.components import (
    ANY,
    BERRY,
    BOARDS,
    DIRECTION_NAMES,
    DIRECTIONS,
    GOODS,
    ITEMS,
    MARKET_PLACES,
    STEPS,
    VP,
    WORKERS,
    Box,
)
from samovar.games.tundra.goals import goal_count, goal_vp
from samovar.games.tundra.state import Tundra
from samovar.games.tundra.turn import action_from, action_of_slot
from samovar.kernel import cards
from samovar.kernel.game import FIRST_AUXILIARY_VERB
from samovar.kernel.state import EVERYONE, UNKNOWN, Event, State, arg, arg2, arg3, arg4
from samovar.kernel.step import Options
from samovar.views.sentences import Clause, option_line
from samovar.views.tundra.events import item_sums, logged_events, run_text
from samovar.views.tundra.things import (
    action_text,
    board_name,
    bonus_text,
    city_name,
    city_row,
    city_text,
    condition,
    goal_name,
    goal_steps,
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

# ---- the pending decision ----


def top_frame(s: Tundra) -> int:
    """The frame on top of the stack, 0 when the game is over."""
    return int(s.todo[s.depth - 1]) if s.depth else 0


def top_step(s: Tundra) -> int:
    """The step of the frame on top of the stack, -1 when the game is over."""
    return top_frame(s) & 255 if s.depth else -1


def open_question(s: Tundra, seat: int) -> int:
    """The frame of this seat's decision: its own question in a simultaneous step, else the top frame."""
    if s.depth and top_frame(s) >> 8 & 15 == EVERYONE:
        return int(s.asked[seat]) if seat < s.seats else 0
    return top_frame(s)


def is_choosing_starters(s: Tundra) -> bool:
    """True if players choose their starter cards now."""
    return top_step(s) == frames.CHOOSE_STARTERS


def has_secrets(s: State) -> bool:
    """True if some seat can see something now that others must not see."""
    t = cast(Tundra, s)
    return bool(t.depth) and (t.setting.personal_goals or any(t.dealt))


def ready_count(s: Tundra) -> int:
    return sum(1 for p in range(s.seats) if s.asked[p] == 0)


def planned_starters(s: Tundra, seat: int) -> list[tuple[int, int]]:
    """The starter cards this seat has chosen so far, with their boards. Empty if they are hidden."""
    plan = int(s.plan[seat])
    found: list[tuple[int, int]] = []
    while plan > 0:
        found.append(((plan & 255) >> 2, plan & 3))
        plan >>= 8
    return found


def target_space(s: Tundra, seat: int, action: int) -> int:
    """The space that an action is about, 0 if none."""
    verb, n = action >> 8, action & 255
    if verb in (tokens.GATHER, tokens.BUILD, tokens.PUT, tokens.TOWER):
        return n
    if verb == tokens.MOVE and s.workers[seat * WORKERS + (n >> 3)]:
        return int(s.layout.beside[s.workers[seat * WORKERS + (n >> 3)] * DIRECTIONS + (n & 7)])
    if verb == tokens.HERE and top_step(s) == frames.ACTION:
        return int(arg4(top_frame(s)))
    return 0


def market_card(s: Tundra, seat: int, board: int, place: int) -> int:
    return int(s.enhancement[(seat * BOARDS + board) * MARKET_PLACES + place])


def source_name(w: Words, s: Tundra, seat: int, source: int) -> str:
    """The name of the board or card that gives an action of the activation."""
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


# ---- options ----


def group(s: State, action: int) -> str:
    """The heading of an option: place, goal, choice, free, advisor or done."""
    verb = action >> 8
    if verb in (tokens.END, tokens.STOP, tokens.FINISH):
        return "done"
    if verb == tokens.USE:
        return "advisor"
    if verb >= FIRST_AUXILIARY_VERB:
        return "free"
    return {tokens.PLACE: "place", tokens.GOAL: "goal"}.get(verb, "choice")


def end_button_text(w: Words, s: State, seat: int, action: int) -> str:
    """The text of the button that ends a question: what is given up, and the gains that are booked then.

    No upgrade: 2 berries. Gather no more. Empty if the question is not about an action.
    """
    t = cast(Tundra, s)
    if action >> 8 not in (tokens.FINISH, tokens.STOP) or top_step(t) != frames.ACTION:
        return ""
    left = [int(t.stock.op[at]) for at in _asking_steps(t, seat)]
    begun = arg3(top_frame(t)) & 15 > 0
    key = "page.done."
    if len(left) == 1:
        key += components.EFFECT_NAMES[left[0]] + ("_more" if begun else "")
    text = w.say(key if len(left) == 1 and w.has(key) else "page.done.rest" if left else "page.finish")
    booked = _booked_text(w, t, seat) if action >> 8 == tokens.FINISH else ""
    return w.say("page.done.gains", what=text, gains=booked) if booked else text


def _asking_steps(s: Tundra, seat: int) -> list[int]:
    """The indices in the box of the current action's steps that offer something now."""
    f = top_frame(s)
    opened = int(arg3(f)) & 15
    found: list[int] = []
    for i in range(STEPS):
        at = int(arg(f)) * STEPS + i
        if s.stock.op[at] <= components.LAST_BOOKED or arg2(f) >> i & 1 or (opened and opened != i + 1):
            continue
        out = Options()
        left = int(arg3(f)) >> 4 if opened else int(repetitions(s, seat, at))
        offer_step(s, seat, at, left, arg4(f), opened == 0, out)
        if out.n:
            found.append(at)
    return found


# Choices that cost nothing. Ending a question gives them up.
FREE_CHOICES: Final = {
    components.GAIN_ANY,
    components.GAIN_SAME,
    components.MOVE,
    components.GATHER,
    components.WORKER_HERE,
    components.TAKE_CARD,
}


def gives_up(s: State, seat: int, action: int) -> bool:
    """True if ending the question gives up something that costs nothing."""
    t = cast(Tundra, s)
    verb, step = action >> 8, top_step(t)
    if verb in (tokens.FINISH, tokens.STOP) and step == frames.ACTION:
        return any(int(t.stock.op[at]) in FREE_CHOICES for at in _asking_steps(t, seat))
    if verb == tokens.END and step == frames.ACTIVATION:
        left = cards.members(int(t.sources))
        return any(not has_no_effect(t, seat, int(action_from(t, seat, source))) for source in left)
    if verb == tokens.END and step == frames.AFTER_DIE and not t.dice[seat]:
        ready = cards.members(int(t.ready[seat]))
        return any(not has_no_effect(t, seat, int(t.stock.advisor_action[card])) for card in ready)
    return False


def set_text(w: Words, s: Tundra, actions: list[int]) -> str:
    """A set of choices as one: Gather 2 firewood and 1 stone."""
    kinds = [set_item(s, action) for action in actions]
    parts = [item_count(w, item, kinds.count(item), ".acc") for item in sorted(set(kinds))]
    return w.say(
        "option.gather_set" if actions[0] >> 8 == tokens.GATHER else "option.gain_set", what=w.all_of(parts)
    )


def set_item(s: Tundra, action: int) -> int:
    """The resource that a choice to gather or to gain brings."""
    n = action & 255
    return int(s.resource_at(n)) - 1 if action >> 8 == tokens.GATHER else n


def have_text(w: Words, s: Tundra, seat: int) -> str:
    """The berries and resources of a player: you have 2 firewood, 0 stone, 1 peat, 4 berries."""
    goods = [item_count(w, item, int(s.have[seat * GOODS + item]), ".acc") for item in range(GOODS)]
    return w.say("page.you_have", what=", ".join(goods))


def argument_name(w: Words, s: State, action: int) -> str:
    """A short name of the action's argument: a card, a space, a die. Empty without argument."""
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


def action_name(w: Words, s: State, seat: int, action: int) -> str:
    """The name of an action without price and effect: Build a tower on 7."""
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
        case tokens.END if top_step(t) == frames.ACTIVATION:
            return w.say("option.end_activation")
        case tokens.GAIN:
            return w.say(key, what=item_count(w, n, 1, ".acc"))
        case tokens.SAME:
            return w.say(key, what=item_count(w, n, same_amount(t), ".acc"))
        case tokens.PAY:
            return w.say(key, what=item_count(w, n, payment_size(t), ".acc"))
        case tokens.MOVE:
            return _move_text(w, t, seat, n >> 3, n & 7)
        case tokens.PUT | tokens.GATHER | tokens.BUILD | tokens.TOWER:
            return w.say(key, space=space_name(w, t, n))
        case tokens.HERE:
            space = target_space(t, seat, action)
            return w.say(key, space=space) if space else w.say("option.here_nowhere")
        case tokens.CONVERT:
            at = _open_step(t, components.CONVERT)
            return capital(step_text(w, box, at, 1)) if at >= 0 else w.say(key)
        case tokens.TAKE | tokens.CITY | tokens.USE:
            return w.say(key, card=city_name(w, box, n))
        case tokens.DISMISS:
            tired = "_exhausted" if cards.has(t.exhausted[seat], n) else ""
            return w.say(key + tired, card=city_name(w, box, n))
        case tokens.UPGRADE | tokens.UNDER:
            return w.say(key, board=board_name(w, box, n))
        case tokens.REPLACE:
            return _replace_text(w, t, seat, n)
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


def _move_text(w: Words, s: Tundra, seat: int, worker: int, direction: int) -> str:
    """Worker 2, from 7 to 4. A refused step without a target is named by its direction, which may not fit a
    rotated map.
    """
    where = w.say("to." + DIRECTION_NAMES[direction])
    space = int(s.workers[seat * WORKERS + worker])
    if space == 0:
        return w.say("option.move_nobody", n=worker + 1, where=where)
    there = int(s.layout.beside[space * DIRECTIONS + direction])
    if there == 0:
        return w.say("option.move_nowhere", n=worker + 1, a=space, where=where)
    return w.say("option.move", n=worker + 1, a=space, b=space_name(w, s, there))


def replaced_board(s: Tundra) -> int:
    """The board under which a card is being replaced, -1 if none."""
    return int(arg2(top_frame(s))) if top_step(s) == frames.REPLACE else -1


def _replace_text(w: Words, s: Tundra, seat: int, place: int) -> str:
    board = replaced_board(s)
    card = market_card(s, seat, board, place - 1) if board >= 0 else 0
    return w.say("option.replace", card=city_name(w, s.stock, card) if card else str(place))


def _open_step(s: Tundra, op: int) -> int:
    """The index of the current action's unfinished effect step of this kind. -1 if there is none."""
    if top_step(s) != frames.ACTION:
        return -1
    f = top_frame(s)
    opened = int(arg3(f)) & 15
    for i in range(STEPS):
        at = int(arg(f)) * STEPS + i
        if s.stock.op[at] == op and (opened == i + 1 or (opened == 0 and not arg2(f) >> i & 1)):
            return at
    return -1


def same_amount(s: Tundra) -> int:
    at = _open_step(s, components.GAIN_SAME)
    return int(s.stock.number[at]) if at >= 0 else 1


def payment_size(s: Tundra) -> int:
    """The number of resources that one choice pays: all equal ones at once, others one by one."""
    f = top_frame(s)
    return int(s.stock.price_same[arg(f)]) if top_step(s) == frames.PAY and arg2(f) == 0 else 1


def price(w: Words, s: State, seat: int, action: int) -> str:
    """The price of an action, empty if it is free."""
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
    """The number of the price of building a tower or placing a worker in the current action, 0 if none."""
    at = _open_step(s, components.BUILD_TOWER if verb == tokens.BUILD else components.PLACE_WORKER)
    return int(s.stock.price[at]) if at >= 0 else 0


def result(w: Words, s: State, seat: int, action: int) -> str:
    """The effect of an action, empty if its name says it all."""
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
            return _booked_text(w, t, seat)
        case tokens.GAINS:
            return _booked_text(w, t, seat)
        case tokens.GAIN | tokens.SAME:
            return _lost_text(w, t, seat, n, 1 if verb == tokens.GAIN else same_amount(t))
        case tokens.MOVE:
            return _entered_text(w, t, target_space(t, seat, action))
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
            return _under_text(w, t, seat, n)
        case tokens.DEAL:
            return row_text(w, box, starter_row(box, n))
        case tokens.CITY:
            return city_text(w, box, n)
    return ""


def activated_actions(s: Tundra, seat: int, board: int, value: int) -> list[int]:
    """All actions that a die in this slot would give: of the board, then of each card under it."""
    sources = [tokens.FROM_BOARD]
    if s.starter[seat * BOARDS + board]:
        sources.append(tokens.FROM_STARTER)
    sources += [tokens.FROM_MARKET + place for place in range(int(s.enhancements(seat, board)))]
    side = 1 if cards.has(s.upgraded[seat], board) else 0
    return [int(action_of_slot(s, seat, source, board, side, value)) for source in sources]


def activation_text(w: Words, s: Tundra, seat: int, board: int, value: int) -> str:
    """The actions of a die in this slot in words, each card with its name."""
    box = s.stock
    parts = [feasible_text(w, s, seat, number) for number in activated_actions(s, seat, board, value)]
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
    """The effect of an action, with a warning if it has no effect now."""
    told = action_text(w, s.stock, number)
    return w.say("option.idle", what=told) if told and has_no_effect(s, seat, number) else told


def has_no_effect(s: Tundra, seat: int, number: int) -> bool:
    """True if an action would bring nothing now. It is legal all the same (T-RULING-DICE-04, T-ACT-04)."""
    out = Options()
    for at in range(number * STEPS, number * STEPS + STEPS):
        op = int(s.stock.op[at])
        if 0 < op <= components.LAST_BOOKED:
            if booked_amount(s, seat, at) and has_room(s, seat, int(s.stock.item[at])):
                return False
        elif op:
            offer_step(s, seat, at, repetitions(s, seat, at), 0, True, out)
    return out.n == 0


def has_room(s: Tundra, seat: int, item: int) -> bool:
    """True if the player can keep one more of this item (T-RES-02)."""
    return item >= GOODS or s.room(seat, item) > 0


def _booked_text(w: Words, s: Tundra, seat: int) -> str:
    """The gains that the current action books when it is finished."""
    if top_step(s) != frames.ACTION:
        return ""
    box, f = s.stock, top_frame(s)
    parts: list[str] = []
    for i in range(STEPS):
        at = int(arg(f)) * STEPS + i
        if 0 < box.op[at] <= components.LAST_BOOKED and not arg2(f) >> i & 1:
            parts.append(item_count(w, int(box.item[at]), int(booked_amount(s, seat, at))))
    return w.all_of(parts)


def _lost_text(w: Words, s: Tundra, seat: int, item: int, n: int) -> str:
    """The number of items over the end of the track, which are lost. Empty if none."""
    room = int(s.room(seat, item))
    return w.say("option.lost", n=n - room) if room < n else ""


def _entered_text(w: Words, s: Tundra, space: int) -> str:
    if not s.is_glade(space):
        return ""
    if s.tile[space] == 0:
        return w.say("option.move_opens")
    there = int(s.resource_at(space))
    return item_count(w, there - 1, 1) if there else w.say("glade.bare")


def _under_text(w: Words, s: Tundra, seat: int, board: int) -> str:
    """The action that a new enhancement gives at once under this board, and the card that it replaces."""
    if top_step(s) != frames.UNDER:
        return ""
    parts: list[str] = []
    there = int(s.enhancements(seat, board))
    if there >= s.title_of(seat).market_places:
        gone = [city_name(w, s.stock, market_card(s, seat, board, place)) for place in range(there)]
        parts.append(w.say("option.under_replaces", card=w.one_of(gone)))
    if s.board == board + 1:
        now = city_row(s.stock, int(arg(top_frame(s))))[int(s.slot)]
        parts.append(w.say("option.under_now", what=action_text(w, s.stock, now)))
    return ", ".join(parts)


def option(w: Words, s: State, seat: int, action: int) -> str:
    """An option with its price and effect: Build a tower on 7 — 2 equal resources: …"""
    return option_line(
        w, action_name(w, s, seat, action), price(w, s, seat, action), result(w, s, seat, action)
    )


# ---- sources of VP ----

VP_SOURCES: Final = ["goals", "boards", "towers", "orders", "cards", "advisors", "titles", "rest"]
RARE_VP_SOURCES: Final = {"titles", "rest"}  # not shown if they gave no player anything
GIVERS: Final = {
    tokens.TURN_BEGINS: "rest",
    tokens.PLACED: "orders",
    tokens.ACTION_OF: "cards",
    tokens.USED_ADVISOR: "advisors",
    tokens.TITLE_USED: "titles",
}


def vp_by_source(s: Tundra, events: list[Event]) -> dict[str, list[int]]:
    """The VP of each seat by source, computed from all events of a game.

    The source ``rest`` holds the VP that a position had at its start.
    """
    found = {name: [0] * int(s.seats) for name in VP_SOURCES}
    giver, before = "rest", "rest"
    for kind, p, a, b in events:
        if kind == tokens.SCORED_GOAL:
            found["goals"][p] += b
        elif kind == tokens.BOARD_VP:
            found["boards"][p] += a
        elif kind == tokens.UPGRADED:  # the next gain of VP is the upgrade's
            giver, before = "boards", giver
        elif kind == tokens.TOWER_BONUS:
            giver = before = "towers"
        elif kind in GIVERS:
            of_board = kind == tokens.ACTION_OF and a == tokens.FROM_BOARD
            giver = before = "orders" if of_board else GIVERS[kind]
        elif kind == tokens.GAINED and a == VP:
            found[giver][p] += b
            giver = before
    for p in range(int(s.seats)):
        found["rest"][p] = int(s.vp[p]) - sum(found[name][p] for name in VP_SOURCES[:-1])
    return found


def points_reason(w: Words, s: Tundra, seat: int, category: str, events: list[Event]) -> str:
    """The explanation of the points of a category at the end. Empty if the personal goal is hidden."""
    if category == "in_game":
        found = {name: vp[seat] for name, vp in vp_by_source(s, events).items() if vp[seat]}
        parts = [f"{w.say('page.source.' + name)} {vp}" for name, vp in found.items()]
        goals = [
            f"{goal_name(w, s.stock.goals[a])} {b}"
            for kind, p, a, b in events
            if kind == tokens.SCORED_GOAL and p == seat
        ]
        if "goals" in found:
            parts[0] += f" ({', '.join(goals)})"
        return ", ".join(parts)
    if s.personal[seat] <= 0:
        return ""
    goal = s.stock.personal[int(s.personal[seat])]
    return w.say(
        "reason.personal",
        goal=goal_name(w, goal),
        what=condition(w, goal),
        n=int(goal_count(s, seat, goal)),
        steps=goal_steps(s, goal),
    )


# ---- prompts ----


def step_name(s: Tundra, seat: int) -> str:
    """The name of the step that this seat decides, as in positions. Empty if there is none."""
    from samovar.games.tundra.game import GAME  # has the names of the steps

    f = open_question(s, seat)
    return GAME.step_names[f & 255] if s.depth and f else ""


def prompt(w: Words, s: State, seat: int, who: str) -> str:
    """The decision of this seat in words."""
    t = cast(Tundra, s)
    box = t.stock
    f = open_question(t, seat)
    key = "prompt." + step_name(t, seat)
    if not w.has(key):
        return w.say("prompt.nature")
    match f & 255:
        case frames.KEEP:
            so_far = kept_text(w, t, planned_starters(t, seat)[: int(arg(f))])
            so_far = w.say("prompt.Keep_so_far", cards=so_far) if so_far else ""
            n, m = int(arg(f)) + 1, int(box.starters_kept)
            return w.say(key, who=who, n=n, m=m, so_far=so_far, ready=ready_text(w, t))
        case frames.TURN if t.dice_on_board(seat) == 1:
            return w.say("prompt.Turn_last", who=who)
        case frames.AFTER_DIE if t.dice[seat]:
            return w.say("prompt.AfterDie_dice", who=who)
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
            return w.say(key, who=who, what=item_count(w, ANY, int(arg(f)), ".acc"))
        case frames.UNDER:
            return w.say(key, who=who, card=_card_text(w, box, int(arg(f))))
        case frames.REPLACE:
            board = board_name(w, box, int(arg2(f)))
            return w.say(key, who=who, card=_card_text(w, box, int(arg(f))), board=board)
        case frames.DISMISS:
            card = _card_text(w, box, int(arg(f)))
            return w.say(key, who=who, card=card, n=int(t.title_of(seat).advisors))
    return w.say(key, who=who)


def _card_text(w: Words, box: Box, card: int) -> str:
    return city_name(w, box, card) if card < len(box.city_names) else "—"


def _action_prompt(w: Words, s: Tundra, seat: int, who: str) -> str:
    """The rest of the action, or of its open step, in words."""
    f = top_frame(s)
    number, opened = int(arg(f)), int(arg3(f)) & 15
    if number * STEPS >= len(s.stock.op):
        return w.say("prompt.Action", who=who, what="—")
    if opened:
        at = number * STEPS + opened - 1
        left = int(arg3(f)) >> 4
        if s.stock.op[at] == components.REROLL_DICE:
            return w.say("prompt.Action_pick", who=who)
        if s.stock.op[at] == 0:
            return w.say("prompt.Action", who=who, what="—")
        return w.say("prompt.Action_left", who=who, what=step_text(w, s.stock, at, left))
    steps = [number * STEPS + i for i in range(STEPS) if not arg2(f) >> i & 1]
    asking = [
        step_text(w, s.stock, at)
        for at in steps
        if s.stock.op[at] > components.LAST_BOOKED and repetitions(s, seat, at)
    ]
    what = ", ".join(asking) or action_text(w, s.stock, number)
    if arg4(f):
        return w.say("prompt.Action_tower", who=who, what=what, n=int(arg4(f)))
    return w.say("prompt.Action", who=who, what=what)


def in_order(w: Words, n: int) -> str:
    """A note that several resources must be chosen in ascending order of type. Empty if n is 1."""
    return w.say("prompt.in_order") if n > 1 else ""


def ready_text(w: Words, s: Tundra) -> str:
    """The number of players who have chosen starter cards secretly. Empty if none has."""
    ready = ready_count(s)
    return w.say("prompt.ready", n=ready, m=int(s.seats)) if is_choosing_starters(s) and ready else ""


def waiting(w: Words, s: State, seat: int) -> str:
    """A message for a seat that has decided while others have not: its secret choice and the number of ready
    players.
    """
    t = cast(Tundra, s)
    found = planned_starters(t, seat)
    if is_choosing_starters(t) and found:
        return w.say("waiting.start", cards=kept_text(w, t, found), ready=ready_text(w, t))
    return w.say("ui.turn_over")


# ---- log ----

# Events without an actor. Their texts are whole sentences.
WITHOUT_ACTOR: Final = {
    tokens.ROUND_BEGINS,
    tokens.OPENED,
    tokens.DEALT_CITY,
    tokens.DEALT_COMMON,
    tokens.RENEWED,
    tokens.SHUFFLED,
    tokens.GAME_OVER,
}
MERGED_EVENTS: Final = {  # consecutive events of one player are merged into one clause
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
    """Events as clauses of sentences. ``dealing``: include events that the table shows anyway."""
    t = cast(Tundra, s)
    found: list[Clause] = []
    told = logged_events(events, dealing)
    at = 0
    while at < len(told):
        kind, seat, _, _ = told[at]
        run = [told[at]]
        if kind in MERGED_EVENTS:
            while at + len(run) < len(told) and told[at + len(run)][:2] == (kind, seat):
                run.append(told[at + len(run)])
        text = run_text(w, t, run, names)
        if text:
            found.append(Clause(-1 if kind in WITHOUT_ACTOR else seat, text))
        at += len(run)
    return found


def payment(w: Words, events: list[Event]) -> str:
    """The resources paid in these events."""
    return item_sums(w, [(event[2], event[3]) for event in events if event[0] == tokens.PAID])


# ---- scoring ----


def unseen(s: State, seat: int, name: str) -> bool:
    """True if the VP of a category depend on a hidden personal goal (T-PGOAL-01)."""
    return name == "personal_goal" and cast(Tundra, s).personal[seat] == UNKNOWN


def tie(w: Words, s: State, names: list[str], seats: list[int], total: int) -> str:
    """The explanation of a tie: more resources, then more berries, then a shared rank (T-END-03)."""
    t = cast(Tundra, s)
    who = w.all_of(sorted(names[p] for p in seats))
    order = [w.say("score.tie_one", who=names[p], n=int(t.resources(p)), m=int(t.berries(p))) for p in seats]
    return w.say("score.tie", who=who, n=total, order=", ".join(order))
