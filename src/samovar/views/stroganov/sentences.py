"""Stroganov in sentences: what can be chosen, what is asked, what happened, what cannot be done and why.

Everything is read from the state it is given, which for a player is the view of its seat.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.advanced import claim_cost, post_price
from samovar.games.stroganov.basic import (
    coin_gain,
    extra_steps,
    horses_gain,
    hunting_ground,
    second_cost,
    skip_cost,
    trade_picks,
)
from samovar.games.stroganov.components import TIGER, WINTER, Box
from samovar.games.stroganov.furs import lower_than
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.turn import advanced_price, free_steps, step_price
from samovar.games.stroganov.winter import winter_horses
from samovar.games.stroganov.wishes import furs_to_show
from samovar.kernel.game import AUXILIARY
from samovar.kernel.state import Event, State, arg, arg2, arg3, arg5
from samovar.views.sentences import Clause, line
from samovar.views.stroganov import automa
from samovar.views.stroganov.things import (
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

# ---- what can be chosen ----


def _top(s: Stroganov) -> int:
    return int(s.todo[s.depth - 1]) if s.depth else 0


def step_name(s: Stroganov) -> str:
    """The name of the step that waits, as in positions; empty when the game is over."""
    from samovar.games.stroganov.game import GAME  # the list of steps stands there

    return GAME.step_names[_top(s) & 255] if s.depth else ""


def group(s: State, action: int) -> str:
    """Under which heading an option stands: move, basic, advanced, extra, auxiliary, choice or done."""
    table = cast(Stroganov, s)
    verb = action >> 8
    step = _top(table) & 255
    if verb in (tokens.PASS, tokens.END, tokens.GO):
        return "done"
    if verb == tokens.EXTRA:
        return "extra"
    if verb >= AUXILIARY:
        return "auxiliary"
    if verb == tokens.MOVE:
        return "move"
    if step in (frames.BASIC, frames.MAIN) and verb <= tokens.TRADE:
        return "basic"
    if step in (frames.MAIN, frames.ADVANCED) and tokens.VILLAGE <= verb <= tokens.CLAIM:
        return "advanced"
    return "choice"


def argument_name(w: Words, s: State, action: int) -> str:
    """What an action is about, shortly: a value, a region, a space, a card; empty without argument."""
    token = s.box.notation.texts[action]
    verb, n = action >> 8, action & 255
    if "." not in token:
        return ""
    if tokens.VILLAGE <= verb <= tokens.OUTPOST:
        return f"R{n}"
    return w.noun(1, "tiger") if token.endswith(".tiger") else token.partition(".")[2].upper()


def head(w: Words, s: State, seat: int, action: int) -> str:
    """An action by name, without price and effect: Hunt the fox (4)."""
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
            return w.say("option.village", village=village_name(w, box, t.village[n]), region=n)
        case tokens.YURT | tokens.OUTPOST:
            return w.say("option." + name, region=n)
        case tokens.WISH:
            if t.wish[n]:
                return w.say("option.wish", wish=box.wish_ids[t.wish[n]], region=n)
            return w.say("option.wish_none", region=n)
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
            return w.say("option.down_coin" if _down_coin(t, n) else "option.down", fur=fur(w, box, n))
        case tokens.KEEP | tokens.TAKE | tokens.DRAW | tokens.DEAL_TRADE_FUR | tokens.DEAL_REGION_FUR:
            return w.say("option." + name, fur=fur(w, box, n))
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


def _down_coin(s: Stroganov, kind: int) -> bool:
    """Whether the market holds nothing lower, so that only a coin helps (S-RULING-19)."""
    return s.market_count() > 0 and not any(s.market[lower] for lower in range(1, kind))


def _start_fur(s: Stroganov, wish: int) -> int:
    for i in range(len(s.offer)):
        if s.offer[i] & 255 == wish:
            return int(s.offer[i] >> 8)
    return 0


def _done(w: Words, s: Stroganov, name: str) -> str:
    """Passing means something else at every step."""
    step = step_name(s)
    if step == "Main" and arg(_top(s)):
        step = "Main2"
    key = f"option.{name}.{step}"
    return w.say(key if w.has(key) else "option." + name, n=int(arg(_top(s))))


def _pay(w: Words, s: Stroganov, kind: int) -> str:
    f = _top(s)
    value = int(arg(f)) if f & 255 == frames.PAY else 0
    if kind == TIGER:
        return w.say("option.pay_tiger_as", value=value) if value else w.say("option.pay_tiger")
    if value == 0 or kind == value or arg3(f):
        return w.say("option.pay", fur=fur(w, s.stock, kind))
    return w.say("option.pay_as", fur=fur(w, s.stock, kind), value=value)


class Cost:
    """What an action costs: furs of a value and of any value, horses, coins, story."""

    def __init__(self) -> None:
        self.furs = 0
        self.value = 0  # of these furs
        self.any_furs = 0
        self.horses = 0
        self.coins = 0
        self.story = 0


def cost(s: State, seat: int, action: int) -> Cost:
    """What an action costs here and now."""
    t = cast(Stroganov, s)
    box = t.stock
    verb, n = action >> 8, action & 255
    f = _top(t)
    c = Cost()
    match verb:
        case tokens.MOVE:
            horses = int(step_price(t, free_steps(t, seat), n))
            c.horses = horses if horses < 1 << 30 else 0
        case tokens.HUNT | tokens.HUNT_LEFT | tokens.HUNT_RIGHT:
            ground = int(hunting_ground(t, seat, verb))
            c.horses = int(skip_cost(t, seat, ground, n)) if ground else 0
            c.coins = int(second_cost(t, seat)) if f & 255 == frames.HUNT_AGAIN else 0
        case tokens.TRADE:
            c.furs, c.value = 1, int(t.trade_fur)
        case tokens.OUTPOST:
            if f & 255 != frames.OUTPOST_ANYWHERE:
                c.horses = max(0, int(post_price(t, n)))
        case tokens.CLAIM:
            c.furs, c.value = int(claim_cost(t, n)), int(t.region_fur[box.region_of[n]])
        case tokens.PAY:
            asked = int(arg(f)) if f & 255 == frames.PAY else 0
            c.coins = 1 if asked and n not in (asked, TIGER) and not arg3(f) else 0
        case tokens.COVER:
            c.coins = 1 if n == tokens.COVER_COIN else 0
        case tokens.TAKE:
            c.coins = 1 if f & 255 == frames.TAKE_LOWER and n >= arg(f) else 0
        case tokens.ADVANCE:
            at = int(t.trophy[seat]) + 1
            if at <= t.track(seat).length and t.track(seat).fur[at]:
                c.furs, c.value = 1, int(t.track(seat).fur[at])
        case tokens.SONG:
            c.story = int(box.song_cost[n])
        case tokens.TROPHY_STEP:
            at = int(t.trophy[seat]) + 1
            c.story = int(t.track(seat).fur[at]) if at <= t.track(seat).length else 0
        case tokens.BUY_MARKET | tokens.BUY_BAG:
            c.horses = int(box.buy_horses)
        case tokens.DOWN:
            c.horses = int(box.down_horses)
            c.coins = 1 if _down_coin(t, n) else 0
    if f & 255 == frames.MAIN and arg(f):
        _second(t, seat, action, c)
    return c


def _second(s: Stroganov, seat: int, action: int, c: Cost) -> None:
    """What is added because it is a second main action."""
    verb, n = action >> 8, action & 255
    if verb <= tokens.TRADE:
        c.any_furs = 1
    elif tokens.VILLAGE <= verb <= tokens.CLAIM:
        region = int(s.stock.region_of[n]) if verb == tokens.CLAIM else n
        if advanced_price(s, seat, 1) == 1:
            c.furs, c.value = c.furs + 1, int(s.region_fur[region])
        else:
            c.any_furs = 1


def price(w: Words, s: State, seat: int, action: int) -> str:
    """What an action costs, empty if nothing: 2 horses, 1 coin."""
    c = cost(s, seat, action)
    if c.story:
        return w.say("price.story", n=c.story)
    parts: list[str] = []
    if c.furs:
        parts.append(w.say("price.furs", n=c.furs, value=c.value))
    if c.any_furs:
        parts.append(w.say("price.any_fur", n=c.any_furs))
    if c.horses:
        parts.append(w.say("price.horses", n=c.horses))
    if c.coins:
        parts.append(w.say("price.coins", n=c.coins))
    return ", ".join(parts)


def result(w: Words, s: State, seat: int, action: int) -> str:
    """What an action brings, empty if its name says it all."""
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
            return wish_text(w, box, t.wish[n], int(furs_to_show(t, seat, t.wish[n]))) if t.wish[n] else ""
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
            return wish_text(w, box, n, int(furs_to_show(t, seat, n)))
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
    """An option with its price and what it brings: Build an outpost in R2 — 1 horse."""
    return line(w, head(w, s, seat, action), price(w, s, seat, action), result(w, s, seat, action))


# ---- what is asked ----


def prompt(w: Words, s: State, seat: int, who: str) -> str:
    """Who has to decide what, how many: for the question on top."""
    t = cast(Stroganov, s)
    box = t.stock
    step = step_name(t)
    f = _top(t)
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
            reach = int(lower_than(t, seat, first))
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


# Steps that still wait for auxiliary actions when what they ask for is not to be had.
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
    """Whether there is anything but auxiliary actions and passing."""
    from samovar.games.stroganov.game import GAME  # as in step_name

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
    """What the payment on top is for: the thing that waits below it."""
    below = int(s.todo[s.depth - 2]) if s.depth > 1 else 0
    match below & 255:
        case frames.DO_BASIC | frames.DO_ADVANCED:
            return head(w, s, seat, int(arg2(below)) << 8 | int(arg3(below)))
        case frames.FULFILLED:
            return head(w, s, seat, tokens.FULFIL << 8 | int(arg2(below)))
        case frames.TRADE_BONUS:
            return w.say("option.trade")
        case frames.TAKE:
            return w.say("option.swap")
        case frames.ADVANCE_TOKEN:
            return head(w, s, seat, tokens.ADVANCE << 8)
    return ""


# ---- what happened ----

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
# The rest of the set-up and of winter's dealing: the table shows it, so nobody needs it told.
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
# Events that are nobody's doing: whole sentences.
NOBODYS: Final = {
    tokens.SEASON_BEGINS,
    tokens.CAME_HOME,
    tokens.DECK_CHANGED,
    tokens.GAME_OVER,
    *(DEALING - {tokens.TURN_BEGINS, tokens.DEALT_ORDER}),
}


def clauses(w: Words, s: State, events: list[Event], names: list[str], dealing: bool = False) -> list[Clause]:
    """Events as clauses; gains and payments in a row become one. ``dealing``: also what was dealt."""
    box = cast(Stroganov, s).stock
    found: list[Clause] = []
    run: list[Event] = []  # gains or payments, still to be told together
    run_key = ""
    run_seat = -1
    for event in events:
        kind, seat, _, _ = event
        if kind in DEALING and not dealing:
            continue
        key = ""
        if kind in GAINS:
            key = "event.gains"
        elif kind in PAYMENTS:
            key = "event.pays"
        if run and (key != run_key or seat != run_seat):
            found.append(Clause(run_seat, w.say(run_key, things=w.all_of(_things(w, box, run)))))
            run = []
        if key:
            run_key, run_seat = key, seat
            if _thing(w, box, event):
                run.append(event)
        else:
            who = -1 if kind in NOBODYS else seat
            found.append(Clause(who, _happened(w, box, event), kind in automa.OPENING))
    if run:
        found.append(Clause(run_seat, w.say(run_key, things=w.all_of(_things(w, box, run)))))
    return found


def payment(w: Words, s: State, events: list[Event]) -> str:
    """Furs that are paid, and coins and tigers that stand for furs which stay."""
    box = cast(Stroganov, s).stock
    found = _things(w, box, [event for event in events if event[0] == tokens.PAID_FUR])
    covered = [event[2] for event in events if event[0] == tokens.COVERED]
    coins, tigers = covered.count(0), covered.count(TIGER)
    found += [w.count(coins, "coin.acc")] if coins else []
    found += [w.count(tigers, "tiger.acc")] if tigers else []
    return w.all_of(found)


def _things(w: Words, box: Box, run: list[Event]) -> list[str]:
    """What was gained or paid in a row; equal furs are counted."""
    found: list[str] = []
    done: list[Event] = []
    for event in run:
        n = run.count(event)
        if n == 1 or event[0] != tokens.PAID_FUR or event[3]:
            found.append(_thing(w, box, event))
        elif event not in done:
            done.append(event)
            kind = event[2]
            found.append(w.say("event.pays_furs", n=n, fur=Fur(w, box, kind)))
    return found


def _thing(w: Words, box: Box, event: Event) -> str:
    """What was gained or paid; empty for a gain of nothing."""
    kind, _, a, b = event
    if kind == tokens.PAID_FUR:
        key = "event.pays_fur_coin" if b else "event.pays_fur"
        return w.say(key, fur=Fur(w, box, a))
    if kind == tokens.IVAN_PAID:
        return automa.told(w, box, event)
    if kind in PAYMENTS:
        return w.say("event." + tokens.EVENTS[kind], n=a) if a else ""
    if kind == tokens.GAINED_STORY and b:
        return w.say("event.lost", n=a, lost=b)
    return w.say("event." + GAINS[kind], n=a) if a else ""


def _happened(w: Words, box: Box, event: Event) -> str:
    kind, _, a, b = event
    key = "event." + tokens.EVENTS[kind]
    match kind:
        case tokens.DEALT_AUTOMA:
            return w.say(key, card=a, n=int(box.automa_move[a]))
        case _ if tokens.EVENTS[kind].startswith("ivan_"):
            return automa.told(w, box, event)
        case tokens.SEASON_BEGINS:
            return w.say(key, season=capital(season(w, a)), n=b)
        case tokens.MOVED:
            return w.say(key if b else "event.moved_out", **{"from": b, "to": a})
        case tokens.DREW:
            one, two = Fur(w, box, a), Fur(w, box, b)
            return w.say(key, one=one, two=two) if b else w.say("event.drew_one", one=one)
        case tokens.VISITED_VILLAGE | tokens.DEALT_VILLAGE:
            return w.say(key, village=village_name(w, box, a), region=b)
        case tokens.USED_YURT | tokens.DEALT_YURT:
            return w.say(key, region=b, reward=reward(w, box, box.yurt_reward[a]))
        case tokens.TOOK_WISH | tokens.DEALT_WISH:
            return w.say(key, wish=box.wish_ids[a], region=b)
        case tokens.BUILT_OUTPOST:
            return w.say(key, region=a)
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
            return w.say(key if b else "event.dealt_trade_fur", fur=fur(w, box, a), region=b)
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
