"""Stroganov in sentences: options, questions, events.

All functions read only the state that they are given. For a player that is the view of the seat.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.basic import (
    coin_gain,
    destination,
    extra_steps,
    horses_gain,
    hunting_ground,
    second_cost,
    skip_cost,
    trade_picks,
)
from samovar.games.stroganov.components import TIGER, WINTER
from samovar.games.stroganov.furs import fetch_limit
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.turn import advanced_price, free_steps
from samovar.games.stroganov.winter import winter_horses
from samovar.games.stroganov.wishes import furs_to_possess
from samovar.kernel.game import FIRST_AUXILIARY_VERB
from samovar.kernel.state import Event, State, arg, arg2, arg3, arg5
from samovar.kernel.step import Refusal
from samovar.views import sentences as common
from samovar.views.sentences import Clause, option_line
from samovar.views.stroganov import automa
from samovar.views.stroganov.prices import cost, down_coin, is_free, shortage, to_announce, top_frame
from samovar.views.stroganov.things import (
    ROMAN,
    Fur,
    effect,
    fur,
    fur_list,
    furs_on,
    reward,
    season,
    tile_kind,
    tile_on,
    village_name,
    wish_text,
)
from samovar.views.words.words import Words, capital

# ---- options ----


def step_name(s: Stroganov) -> str:
    """The name of the step on top of the stack, as in positions. Empty when the game is over."""
    from samovar.games.stroganov.game import GAME  # game.py has the list of steps

    return GAME.step_names[top_frame(s) & 255] if s.depth else ""


def group(s: State, action: int) -> str:
    """The heading of an option: move, basic, advanced, extra, auxiliary, choice or done."""
    table = cast(Stroganov, s)
    verb = action >> 8
    step = top_frame(table) & 255
    if verb in (tokens.PASS, tokens.END, tokens.GO):
        return "done"
    if verb == tokens.EXTRA:
        return "extra"
    if verb >= FIRST_AUXILIARY_VERB:
        return "auxiliary"
    if verb == tokens.MOVE:
        return "move"
    if step in (frames.BASIC, frames.MAIN) and verb <= tokens.TRADE:
        return "basic"
    if step in (frames.MAIN, frames.ADVANCED) and tokens.VILLAGE <= verb <= tokens.CLAIM:
        return "advanced"
    return "choice"


def argument_name(w: Words, s: State, action: int) -> str:
    """The argument of an action in short form: a value, a region, a space, a card. Empty without argument."""
    token = s.box.notation.texts[action]
    verb, n = action >> 8, action & 255
    if "." not in token:
        return ""
    if tokens.VILLAGE <= verb <= tokens.OUTPOST:
        return ROMAN[n]
    return w.noun(1, "tiger") if token.endswith(".tiger") else token.partition(".")[2].upper()


def action_name(w: Words, s: State, seat: int, action: int) -> str:
    """The name of an action, without price and effect: "Hunt the fox (4)"."""
    t = cast(Stroganov, s)
    box = t.stock
    verb, n = action >> 8, action & 255
    name = box.notation.verbs[verb]
    match verb:
        case tokens.MOVE | tokens.LEFT | tokens.RIGHT:
            space = int(t.space[seat])
            for i in range(n):
                space = int(
                    t.tile_left(space)
                    if verb == tokens.LEFT
                    else t.tile_right(space)
                    if space or i == 0
                    else 0
                )
                if space == 0:
                    break
            if space == 0:
                return w.say("option.left_nowhere" if verb == tokens.LEFT else "option.move_nowhere", n=n)
            return w.say("option." + name, n=n, space=space, tile=tile_on(w, t, space))
        case tokens.COIN:
            return w.say("option.coin", n=int(coin_gain(t, seat)))
        case tokens.HORSES:
            return w.say("option.horses", n=int(horses_gain(t, seat)))
        case tokens.HUNT | tokens.HUNT_LEFT | tokens.HUNT_RIGHT:
            ground = int(hunting_ground(t, seat, verb))
            key = "option." + name + ("_nowhere" if verb != tokens.HUNT and ground == 0 else "")
            return w.say(key, fur=fur(w, box, n), space=ground)
        case tokens.BONUS:
            numbers = [int(box.bonus_coin), int(box.bonus_story), int(box.bonus_horses)]
            return w.say("option." + box.notation.texts[action], n=numbers[n])
        case tokens.VILLAGE:
            return w.say("option.village", village=village_name(w, box, t.village[n]), region=ROMAN[n])
        case tokens.YURT | tokens.OUTPOST:
            return w.say("option." + name, region=ROMAN[n])
        case tokens.WISH:
            if t.wish[n]:
                return w.say("option.wish", wish=box.wish_ids[t.wish[n]], region=ROMAN[n])
            return w.say("option.wish_none", region=ROMAN[n])
        case tokens.CLAIM:
            if t.row[n]:
                return w.say("option.claim", tile=tile_kind(w, box, t.row[n]), space=n)
            return w.say("option.claim_none", space=n)
        case tokens.PASS | tokens.END | tokens.GO:
            return _done(w, t, name)
        case tokens.PAY:
            return _pay(w, t, n)
        case tokens.COVER:
            return w.say("option." + box.notation.texts[action])
        case tokens.DOWN:
            return w.say("option.down_coin" if down_coin(t, n) else "option.down", fur=fur(w, box, n))
        case tokens.KEEP | tokens.TAKE | tokens.DRAW | tokens.DEAL_TRADE_FUR | tokens.DEAL_REGION_FUR:
            return w.say("option." + name, fur=Fur(w, box, n))
        case tokens.ADVANCE | tokens.TROPHY_STEP:
            return w.say("option." + name, space=min(int(t.trophy[seat]) + 1, int(t.track(seat).length)))
        case tokens.REWARD:
            return w.say("option.reward.0") if n == 0 else w.say("option.reward", space=n)
        case tokens.SONG | tokens.DEAL_SONG:
            return w.say("option." + name, song=box.song_ids[n])
        case tokens.INCOME:
            if n == tokens.INCOME_HORSES:
                return w.say("option.income.horses")
            return w.say("option.income", wish=box.wish_ids[n])
        case tokens.START:
            kind = _start_fur(t, n)
            if kind:
                return w.say("option.start", wish=box.wish_ids[n], fur=fur(w, box, kind))
            return w.say("option.start_bare", wish=box.wish_ids[n])
        case tokens.PAY_ONLY | tokens.FULFIL | tokens.EXTRA | tokens.DEAL_WISH:
            return w.say("option." + name, wish=box.wish_ids[n])
        case tokens.DEAL_TILE:
            return w.say("option.tile", tile=box.tile_ids[n], kind=tile_kind(w, box, n))
        case tokens.DEAL_VILLAGE:
            return w.say("option.deal", village=village_name(w, box, n))
        case tokens.DEAL_YURT:
            return w.say("option.deal_yurt", yurt=box.yurt_ids[n])
        case tokens.DEAL_ORDER:
            return w.say("option.order", who=n + 1)
        case tokens.DEAL_AUTOMA:
            return w.say("option.automa", card=n)
        case _:
            return w.say("option." + name)


def _start_fur(s: Stroganov, wish: int) -> int:
    for i in range(len(s.offer)):
        if s.offer[i] & 255 == wish:
            return int(s.offer[i] >> 8)
    return 0


def _done(w: Words, s: Stroganov, name: str) -> str:
    """The name of passing, ending or going on, which differs by step."""
    step = step_name(s)
    if step == "Main" and arg(top_frame(s)):
        step = "Main2"
    key = f"option.{name}.{step}"
    return w.say(key if w.has(key) else "option." + name, n=int(arg(top_frame(s))))


def end_button_text(w: Words, s: State, action: int) -> str:
    """The short text of the button that passes, ends or continues: what the player does without."""
    t = cast(Stroganov, s)
    step = step_name(t)
    if step == "Main" and arg(top_frame(t)):
        step = "Main2"
    key = f"button.{t.stock.notation.verbs[action >> 8]}.{step}"
    return w.say(key, n=int(arg(top_frame(t)))) if w.has(key) else ""


def gives_up(s: State, seat: int, action: int) -> bool:
    """True if the button gives up something that costs nothing."""
    from samovar.games.stroganov.game import GAME  # game.py has the list of steps

    t = cast(Stroganov, s)
    return action >> 8 in (tokens.PASS, tokens.END) and any(
        group(t, other) not in ("auxiliary", "done") and is_free(cost(t, seat, other))
        for other in GAME.legal(t, seat)
    )


def refusal(w: Words, s: State, seat: int, found: Refusal) -> str:
    """The sentence that explains a refusal. If something is missing: the needed amount and the stock."""
    if found.reason not in NO_MEANS and found.reason not in NO_MEANS_FOR:
        return common.refusal(w, found.reason, found.rule)
    needed, there = shortage(w, s, seat, found.action)
    if not needed:
        return common.refusal(w, found.reason, found.rule)
    told = w.say("refusal.needs", needed=needed, there=there)
    if found.reason in NO_MEANS_FOR:
        told = w.say("refusal.needs_for", why=w.say("refusal." + found.reason), needs=told)
    return w.say("ui.rule", why=told, rule=found.rule)


# Reasons that mean that the price cannot be paid. Those of the second list also say what the price is for.
NO_MEANS: Final = (
    "cannot_pay_the_furs",
    "cannot_show_the_furs",
    "too_few_furs",
    "too_few_horses",
    "too_little_story",
)
NO_MEANS_FOR: Final = (
    "cannot_pay_the_second_action",
    "no_coin_for_the_second_fur",
    "no_fur_for_the_second_action",
    "too_few_horses_to_skip",
)


def _pay(w: Words, s: Stroganov, kind: int) -> str:
    f = top_frame(s)
    value = int(arg(f)) if f & 255 == frames.PAY else 0
    if kind == TIGER:
        return w.say("option.pay_tiger_as", value=value) if value else w.say("option.pay_tiger")
    if value == 0 or kind == value or arg3(f):
        return w.say("option.pay", fur=Fur(w, s.stock, kind))
    return w.say("option.pay_as", fur=Fur(w, s.stock, kind), value=value)


def price(w: Words, s: State, seat: int, action: int) -> str:
    """The cost of an action in words, empty if it is free: "2 horses, 1 coin"."""
    c = cost(s, seat, action)
    if c.story:
        return w.say("price.story", n=c.story)
    parts: list[str] = []
    if action >> 8 not in NAMED_PRICE:
        if c.furs:
            parts.append(w.say("price.furs", n=c.furs, value=c.value))
        if c.any_furs:
            parts.append(w.say("price.any_fur", n=c.any_furs))
    if c.horses:
        parts.append(w.say("price.horses", n=c.horses))
    if c.coins:
        parts.append(w.say("price.coins", n=c.coins))
    events, forced = to_announce(s, seat, c)
    if events:
        parts.append(w.say("price.paid" if forced else "price.paid_at_best", what=payment(w, s, events)))
    return ", ".join(parts)


# Actions whose name or effect already says which furs they cost.
NAMED_PRICE: Final = (tokens.FULFIL, tokens.PAY_ONLY, tokens.SWAP)


def result(w: Words, s: State, seat: int, action: int) -> str:
    """The gains of an action in words, empty if its name says them all."""
    t = cast(Stroganov, s)
    box = t.stock
    verb, n = action >> 8, action & 255
    match verb:
        case tokens.HUNT | tokens.HUNT_LEFT | tokens.HUNT_RIGHT | tokens.KEEP | tokens.TAKE:
            return w.say("option.bear", n=int(box.bear_story)) if n == box.bear else ""
        case tokens.TRADE:
            bonuses = [
                w.say("option.bonus.coin", n=int(box.bonus_coin)),
                w.say("option.bonus.story", n=int(box.bonus_story)),
                w.say("option.bonus.horses", n=int(box.bonus_horses)),
                w.say("option.trade_steps", n=int(box.bonus_steps + extra_steps(t, seat))),
            ]
            return w.say("option.trade_effect", n=int(trade_picks(t, seat)), bonuses=", ".join(bonuses))
        case tokens.VILLAGE:
            return reward(w, box, box.village_reward[t.village[n]])
        case tokens.YURT:
            return reward(w, box, box.yurt_reward[t.yurt[n]]) if t.yurt[n] else ""
        case tokens.WISH:
            return wish_text(w, box, t.wish[n], int(furs_to_possess(t, seat, t.wish[n]))) if t.wish[n] else ""
        case tokens.CLAIM:
            if t.row[n] == 0:
                return ""
            gain = reward(w, box, box.tile_reward[t.row[n]])
            furs = fur_list(w, furs_on(t, n))
            return ", ".join([gain, w.say("option.claim_furs", furs=furs)]) if furs else gain
        case tokens.REWARD:
            track = t.track(seat)
            return reward(w, box, track.reward[n]) if n <= track.length else ""
        case tokens.SONG | tokens.DEAL_SONG:
            return reward(w, box, box.song_reward[n])
        case tokens.INCOME if n == tokens.INCOME_HORSES:
            return w.say("part.horse", n=int(winter_horses(t, seat)))
        case tokens.INCOME:
            return effect(w, box, n)
        case tokens.START | tokens.DEAL_WISH | tokens.FULFIL:
            return wish_text(w, box, n, int(furs_to_possess(t, seat, n)))
        case tokens.PAY_ONLY:
            return wish_text(w, box, n, int(box.wish_pay[n]))
        case tokens.DEAL_YURT:
            return reward(w, box, box.yurt_reward[n])
        case tokens.DEAL_TILE:
            return reward(w, box, box.tile_reward[n])
        case tokens.DEAL_VILLAGE:
            return reward(w, box, box.village_reward[n])
        case tokens.BUY_BAG:
            return w.say("option.draw_two")
        case tokens.EXTRA:
            return w.say("option.extra_anywhere" if box.wish_number[n] == WINTER else "option.extra_effect")
    return ""


def option(w: Words, s: State, seat: int, action: int) -> str:
    """An option with its price and its gains: "Build an outpost in region II — 1 horse"."""
    return option_line(
        w, action_name(w, s, seat, action), price(w, s, seat, action), result(w, s, seat, action)
    )


def ride_and_hunt(w: Words, s: State, seat: int, move: int, hunt: int) -> str:
    """A move and a hunt at its end as one option: "Move 2 steps to space 4 and hunt the fox (4)"."""
    t = cast(Stroganov, s)
    steps, kind = move & 255, hunt & 255
    space = int(destination(t, seat, tokens.MOVE, steps))
    head = w.say("option.move_and_hunt", n=steps, space=space, fur=fur(w, t.stock, kind))
    horses = cost(t, seat, move).horses + int(skip_cost(t, seat, space, kind))
    return option_line(w, head, w.say("price.horses", n=horses) if horses else "", "")


# ---- questions ----


def prompt(w: Words, s: State, seat: int, who: str) -> str:
    """The question on top of the stack: the player who decides, and the decision."""
    t = cast(Stroganov, s)
    box = t.stock
    step = step_name(t)
    f = top_frame(t)
    seat = f >> 8 & 15
    if seat >= t.seats:
        return w.say("prompt.nature")
    key = "prompt." + step
    first = int(arg(f))
    if f & 255 in MAY_BE_EMPTY and not _any_choice(t, seat):
        return w.say("prompt.only_auxiliary", who=who)
    match f & 255:
        case frames.MOVE:
            free = int(free_steps(t, seat))
            prices = w.one_of([str(n) for n in box.step_horses])
            return w.say(
                key, who=who, n=free, further=w.say("prompt.Move_further", prices=prices) if prices else ""
            )
        case frames.MAIN if first:
            return w.say("prompt.Main2" if advanced_price(t, seat, 1) == 1 else "prompt.Main2_any", who=who)
        case frames.HUNT_AGAIN:
            cost = int(second_cost(t, seat))
            return w.say(key if cost else "prompt.HuntAgain_free", who=who, n=cost)
        case frames.PAY:
            return _pay_prompt(w, t, f, who)
        case frames.TAKE_LOWER:
            reach = int(fetch_limit(t, seat, first))
            key += "_coin" if reach > first else ""
            return w.say(key, who=who, fur=fur(w, box, first), n=int(box.bear))
        case frames.ADVANCED:
            return w.say("prompt.Advanced_anywhere" if first else key, who=who)
        case frames.TWO_REWARDS:
            return w.say(key, who=who, n=1 if first else 2)
        case frames.TWELVE:
            side_b = t.track(seat).side == "b" and t.trophy[seat] < t.track(seat).length
            return w.say("prompt.Twelve_b" if side_b else key, who=who, n=int(box.story_last))
    return w.say(key, who=who, n=first)


# Steps that wait for auxiliary actions even if they have no options of their own.
MAY_BE_EMPTY: Final = {
    frames.HUNT_AGAIN,
    frames.TROPHY,
    frames.ADVANCED,
    frames.MARKET_FUR,
    frames.YURT_ANYWHERE,
    frames.OUTPOST_ANYWHERE,
    frames.WISH_SONG,
    frames.CHOOSE_SONG,
}


def _any_choice(s: Stroganov, seat: int) -> bool:
    """True if there are options other than auxiliary actions and passing."""
    from samovar.games.stroganov.game import GAME  # game.py has the list of steps

    return any(group(s, action) not in ("auxiliary", "done") for action in GAME.legal(s, seat))


def _pay_prompt(w: Words, s: Stroganov, f: int, who: str) -> str:
    value, n, any_value, kept = int(arg(f)), int(arg2(f)), int(arg3(f)), int(arg5(f))
    for_what = _purpose(w, s, f >> 8 & 15)
    purpose = w.say("prompt.Pay_purpose", purpose=for_what) if for_what else ""
    if value == 0 or any_value == n:
        return w.say("prompt.Pay_any", who=who, n=n, purpose=purpose)
    key, m = (
        ("prompt.Pay_shown", kept)
        if kept
        else ("prompt.Pay_mixed", any_value)
        if any_value
        else ("prompt.Pay", 0)
    )
    return w.say(key, who=who, n=n, m=m, value=value, purpose=purpose)


def _purpose(w: Words, s: Stroganov, seat: int) -> str:
    """The action that the open payment is for. The frame below the payment names it."""
    below = int(s.todo[s.depth - 2]) if s.depth > 1 else 0
    match below & 255:
        case frames.DO_BASIC | frames.DO_ADVANCED:
            return action_name(w, s, seat, int(arg2(below)) << 8 | int(arg3(below)))
        case frames.FULFILLED:
            return action_name(w, s, seat, tokens.FULFIL << 8 | int(arg2(below)))
        case frames.TRADE_BONUS:
            return w.say("option.trade")
        case frames.TAKE:
            return w.say("option.swap")
        case frames.ADVANCE_TOKEN:
            return action_name(w, s, seat, tokens.ADVANCE << 8)
    return ""


# ---- events ----

GAINS: Final = {
    tokens.GAINED_COINS: "gained_coins",
    tokens.GAINED_HORSES: "gained_horses",
    tokens.GAINED_STORY: "gained_story",
    tokens.GAINED_VP: "gained_vp",
    tokens.GAINED_BANNERS: "gained_banners",
    tokens.GAINED_OUTPOSTS: "gained_outposts",
    tokens.GAINED_TIGERS: "gained_tigers",
}
PAYMENTS: Final = {
    tokens.PAID_FUR,
    tokens.PAID_HORSES,
    tokens.PAID_COINS,
    tokens.PAID_STORY,
    tokens.IVAN_PAID,
}
# The dealing of set-up and winter. The log leaves it out, because the table shows the result.
DEALING: Final = {
    tokens.YEAR_BEGINS,
    tokens.TURN_BEGINS,
    tokens.REFILLED_MARKET,
    tokens.DEALT_TILE,
    tokens.DEALT_FUR,
    tokens.DEALT_TIGER,
    tokens.DEALT_YURT,
    tokens.DEALT_SONG,
    tokens.DEALT_WISH,
    tokens.DEALT_REGION_FUR,
    tokens.DEALT_VILLAGE,
    tokens.DEALT_ORDER,
    tokens.OFFERED_START,
    tokens.DEALT_AUTOMA,
}
# Events without an actor, told as whole sentences.
WITHOUT_ACTOR: Final = {
    tokens.SEASON_BEGINS,
    tokens.CAME_HOME,
    tokens.DECK_CHANGED,
    tokens.GAME_OVER,
    *(DEALING - {tokens.TURN_BEGINS, tokens.DEALT_ORDER}),
}


def clauses(w: Words, s: State, events: list[Event], names: list[str], dealing: bool = False) -> list[Clause]:
    """Events as clauses. Gains in a row become one clause, and so do payments.

    ``dealing``: include dealt components.
    """
    t = cast(Stroganov, s)
    found: list[Clause] = []
    run: list[Event] = []  # gains or payments that become one clause
    run_key = ""
    run_seat = -1
    covered: set[int] = set()  # places of events that an earlier clause tells
    for i, event in enumerate(events):
        kind, seat, _, _ = event
        if i in covered or (kind in DEALING and not dealing):
            continue
        key = ""
        if kind in GAINS:
            key = "event.gains"
        elif kind in PAYMENTS:
            key = "event.pays"
        if run and (key != run_key or seat != run_seat):
            found.append(Clause(run_seat, w.say(run_key, things=w.all_of(_item_texts(w, t, run)))))
            run = []
        if key:
            run_key, run_seat = key, seat
            if _item_text(w, t, event):
                run.append(event)
        elif kind in automa.RESULT_OF:
            step = automa.step_at(events, i)
            covered |= step.covered
            result = _event_text(w, t, events[step.result]) if step.result >= 0 else ""
            told = automa.step_text(w, t, events, i, step, result)
            found.append(Clause(seat, told, kind in automa.STEP_OPENINGS))
        else:
            who = -1 if kind in WITHOUT_ACTOR else seat
            found.append(Clause(who, _event_text(w, t, event), kind in automa.STEP_OPENINGS))
    if run:
        found.append(Clause(run_seat, w.say(run_key, things=w.all_of(_item_texts(w, t, run)))))
    return found


def payment(w: Words, s: State, events: list[Event]) -> str:
    """The furs of a payment, and the coins and tigers that replace furs."""
    found = _item_texts(w, cast(Stroganov, s), [event for event in events if event[0] == tokens.PAID_FUR])
    covered = [event[2] for event in events if event[0] == tokens.COVERED]
    coins, tigers = covered.count(0), covered.count(TIGER)
    found += [w.count(coins, "coin.acc")] if coins else []
    found += [w.count(tigers, "tiger.acc")] if tigers else []
    return w.all_of(found)


def _item_texts(w: Words, s: Stroganov, run: list[Event]) -> list[str]:
    """The gains or payments in a row, with equal furs counted."""
    found: list[str] = []
    done: list[Event] = []
    for event in run:
        n = run.count(event)
        if n == 1 or event[0] != tokens.PAID_FUR or event[3]:
            found.append(_item_text(w, s, event))
        elif event not in done:
            done.append(event)
            kind = event[2]
            found.append(w.say("event.pays_furs", n=n, fur=Fur(w, s.stock, kind)))
    return found


def _item_text(w: Words, s: Stroganov, event: Event) -> str:
    """A gain or payment in words, empty for a gain of 0."""
    kind, _, a, b = event
    if kind == tokens.PAID_FUR:
        key = "event.pays_fur_coin" if b else "event.pays_fur"
        return w.say(key, fur=Fur(w, s.stock, a))
    if kind == tokens.IVAN_PAID:
        return automa.clause_text(w, s, event)
    if kind in PAYMENTS:
        return w.say("event." + tokens.EVENTS[kind], n=a) if a else ""
    if kind == tokens.GAINED_STORY and b:
        return w.say("event.lost", n=a, lost=b)
    return w.say("event." + GAINS[kind], n=a) if a else ""


def _event_text(w: Words, s: Stroganov, event: Event) -> str:
    box = s.stock
    kind, _, a, b = event
    key = "event." + tokens.EVENTS[kind]
    match kind:
        case tokens.DEALT_AUTOMA:
            return w.say(key, n=a)
        case _ if tokens.EVENTS[kind].startswith("ivan_"):
            return automa.clause_text(w, s, event)
        case tokens.SEASON_BEGINS:
            return w.say(key, season=capital(season(w, a)), n=b)
        case tokens.MOVED:
            return w.say(key if b else "event.moved_out", **{"from": b, "to": a})
        case tokens.DREW:
            one, two = Fur(w, box, a), Fur(w, box, b)
            return w.say(key, one=one, two=two) if b else w.say("event.drew_one", one=one)
        case tokens.VISITED_VILLAGE | tokens.DEALT_VILLAGE:
            return w.say(key, village=village_name(w, box, a), region=ROMAN[b])
        case tokens.USED_YURT | tokens.DEALT_YURT:
            return w.say(key, region=ROMAN[b], reward=reward(w, box, box.yurt_reward[a]))
        case tokens.TOOK_WISH | tokens.DEALT_WISH:
            return w.say(key, wish=box.wish_ids[a], region=ROMAN[b])
        case tokens.BUILT_OUTPOST:
            return w.say(key, region=ROMAN[a])
        case tokens.CLAIMED | tokens.DEALT_TILE:
            return w.say(key, tile=tile_kind(w, box, a), space=b)
        case tokens.FULFILLED:
            return w.say(key, wish=box.wish_ids[a], n=b)
        case tokens.SANG:
            return w.say(key, n=b, reward=reward(w, box, box.song_reward[a]))
        case tokens.DEALT_SONG:
            return w.say(key, n=int(box.song_cost[a]), reward=reward(w, box, box.song_reward[a]))
        case tokens.TOOK_REWARD:
            return w.say(key, space=a) if a else w.say("event.took_reward_above")
        case tokens.TOOK_START | tokens.OFFERED_START:
            if b == 0:
                return w.say("event.took_start_bare", wish=box.wish_ids[a])
            return w.say(key, wish=box.wish_ids[a], fur=Fur(w, box, b))
        case tokens.DEALT_REGION_FUR:
            return w.say(key if b else "event.dealt_trade_fur", fur=fur(w, box, a), region=ROMAN[b])
        case tokens.DEALT_ORDER:
            return w.say(key, place=a + 1)
        case tokens.USED_EXTRA:
            return w.say(key, wish=box.wish_ids[a])
        case tokens.COVERED:
            return w.say("event.covered_tiger" if a else "event.covered_coin")
        case (
            tokens.HUNTED | tokens.DEALT_FUR | tokens.KEPT | tokens.TOOK_FROM_MARKET | tokens.REFILLED_MARKET
        ):
            return w.say(key, fur=Fur(w, box, a), space=b)
    return w.say(key, n=a, space=b or a)
