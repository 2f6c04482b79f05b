"""The automa of Stroganov in sentences: its actions with card and rule, its failures with the reason."""

from __future__ import annotations

from typing import Final, cast

from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import AUTOMA_ACTIONS, PARTS, Box
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.state import Event, State
from samovar.views.stroganov.things import ROMAN, Fur
from samovar.views.words.words import Words

ACTION_NAMES: Final = {number: name for name, number in AUTOMA_ACTIONS.items()}
PART_NAMES: Final = {number: name for name, number in PARTS.items()}

# The events that begin a step of the automa. The events of its result follow.
STEP_OPENINGS: Final = {
    tokens.IVAN_START,
    tokens.IVAN_FLIPPED,
    tokens.IVAN_RIDES,
    tokens.IVAN_STAYS,
    tokens.IVAN_HUNTS,
    tokens.IVAN_FINDS_NOTHING,
    tokens.IVAN_CLAIM_OR_VISIT,
    tokens.IVAN_ACTION,
    tokens.IVAN_INCOME,
    tokens.IVAN_STORY,
    tokens.IVAN_SONG,
    tokens.IVAN_NO_SONG,
}


def names(w: Words, s: State) -> list[str]:
    """A list with the name of the automa, empty if there is no automa."""
    automa = cast(Stroganov, s).setting.automa
    return [w.say("automa." + automa)] if automa else []


def furs_of(w: Words, box: Box, card: int) -> str:
    """The furs that a card lets the automa hunt: "the 2 highest furs"."""
    end = "highest" if box.automa_highest[card] else "lowest"
    n = int(box.automa_furs[card])
    return w.say(f"automa.{end}_one") if n == 1 else w.say(f"automa.{end}", n=n)


def action_of(w: Words, box: Box, card: int) -> str:
    """The additional action of a card: "take a wish"."""
    return w.say("automa." + ACTION_NAMES[int(box.automa_action[card])])


def with_rule(w: Words, text: str, b: int) -> str:
    """The text, followed by the rule id that the event names."""
    return w.say("ui.rule", why=text, rule=tokens.RULES[b & 255])


class AutomaStep:
    """One step of the automa: the indices of the events that its first sentence tells.

    ``result``: the event that the sentence tells, -1 if the step has none. ``covered``: events that need no
    clause of their own.
    """

    def __init__(self) -> None:
        self.result = -1
        self.hunted: Final[list[int]] = []
        self.covered: Final[set[int]] = set()


# The events that can be the result of a step. The log tells the result before its reasons.
RESULTS: Final = {
    tokens.CLAIMED,
    tokens.VISITED_VILLAGE,
    tokens.USED_YURT,
    tokens.TOOK_WISH,
    tokens.BUILT_OUTPOST,
    tokens.ADVANCED_TROPHY,
    tokens.TOOK_REWARD,
    tokens.SANG,
    tokens.IVAN_SUPPLY,
    tokens.IVAN_COIN,
    tokens.IVAN_NOWHERE,
}
# By opening event: the kinds of results that the first sentence of the step tells. Other openings need none.
RESULT_OF: Final = {
    tokens.IVAN_RIDES: {tokens.MOVED},
    tokens.IVAN_FINDS_NOTHING: {tokens.GAINED_COINS},
    tokens.IVAN_HUNTS: {tokens.HUNTED},
    tokens.IVAN_CLAIM_OR_VISIT: RESULTS,
    tokens.IVAN_ACTION: RESULTS,
    tokens.IVAN_SONG: {tokens.SANG},
    tokens.IVAN_MARKET: {tokens.TOOK_FROM_MARKET},
}


def step_at(events: list[Event], at: int) -> AutomaStep:
    """The step that begins with this event."""
    found = AutomaStep()
    opening, seat, _, _ = events[at]
    wanted = RESULT_OF.get(opening, set())
    for i in range(at + 1, len(events)):
        kind, who, _, _ = events[i]
        if kind in STEP_OPENINGS or kind == tokens.TURN_BEGINS:
            break
        if who != seat:
            continue
        replaces = kind == tokens.IVAN_COIN and found.result >= 0  # a coin instead of the action
        if kind in wanted and (
            found.result < 0 or (replaces and events[found.result][0] == tokens.IVAN_NOWHERE)
        ):
            found.result = i
            found.covered.add(i)
        if opening == tokens.IVAN_HUNTS and kind == tokens.HUNTED:
            found.hunted.append(i)
            found.covered.add(i)
        result = events[found.result][0] if found.result >= 0 else 0
        if result == tokens.IVAN_SUPPLY and kind == tokens.GAINED_OUTPOSTS:
            found.covered.add(i)
        if wanted is RESULTS and kind == tokens.IVAN_ACTS:
            found.covered.add(i)
    return found


def step_text(w: Words, s: Stroganov, events: list[Event], at: int, step: AutomaStep, result: str) -> str:
    """The first sentence of a step with its reason. ``result``: the event that it led to, as a clause."""
    box = s.stock
    kind, _, a, b = events[at]
    more = b >> 8 & 255
    if step.result < 0:
        return clause_text(w, s, events[at])
    ending, _, c, _ = events[step.result]
    match kind:
        case tokens.IVAN_RIDES:
            key = "event.ivan_rides_to" if more == a else "event.ivan_rides_to_short"
            text = w.say(key, n=more, m=a, space=c)
        case tokens.IVAN_FINDS_NOTHING:
            text = w.say("event.ivan_finds_coins", n=c)
        case tokens.IVAN_HUNTS:
            furs = w.all_of([w.say("event.pays_fur", fur=Fur(w, box, events[i][2])) for i in step.hunted])
            key = "event.ivan_hunts_all" if more < box.automa_furs[a] else "event.ivan_hunts_furs"
            text = w.say(key, furs=furs, card=a, hunt=furs_of(w, box, a))
        case tokens.IVAN_MARKET:
            key = "event.ivan_market_fur" if box.automa_highest[a] else "event.ivan_market_fur_lowest"
            text = w.say(key, fur=Fur(w, box, c), card=a)
        case tokens.IVAN_SONG:
            text = w.say("event.ivan_song_used", what=result)
        case tokens.IVAN_CLAIM_OR_VISIT:
            text = w.say("event.ivan_claims", what=result) if ending == tokens.CLAIMED else result
        case _:
            stands_alone = ending in (tokens.IVAN_NOWHERE, tokens.IVAN_COIN)
            text = result if stands_alone else w.say("event.ivan_acts_by_card", what=result, card=a)
    return with_rule(w, text, b)


def tried_text(w: Words, s: Stroganov, event: Event) -> str:
    """An action that the automa could not take at a place, with the reason."""
    box = s.stock
    _, seat, a, b = event
    verb, place, reason = a >> 8, a & 255, tokens.REASONS[b >> 8 & 255]
    value = 0
    match verb:
        case tokens.ADVANCE:
            action = w.say("automa.cannot.trophy", space=place)
            value = int(s.track(seat).fur[place])
        case tokens.CLAIM:
            action = w.say("automa.cannot.claim", space=place)
            value = int(s.region_fur[box.region_of[place]])
        case _:
            name = {tokens.WISH: "wish", tokens.YURT: "yurt"}.get(verb, "outpost")
            action = w.say("automa.cannot." + name, region=ROMAN[place])
            value = int(s.region_fur[place])
    if reason == "cannot_pay" and verb == tokens.CLAIM:
        reason = "too_few_furs"
    why = w.say("automa.why." + reason, fur=Fur(w, box, value), value=value)
    return w.say("event.ivan_tried", action=action, why=why)


def acts_text(w: Words, verb: int, place: int) -> str:
    """The place at which the automa acts."""
    match verb:
        case tokens.ADVANCE:
            return w.say("event.ivan_acts_trophy", space=place)
        case tokens.CLAIM:
            return w.say("event.ivan_acts_space", space=place)
    return w.say("event.ivan_acts", region=ROMAN[place])


def clause_text(w: Words, s: Stroganov, event: Event) -> str:
    """An event of the automa as a clause, with the rule that it follows."""
    box = s.stock
    kind, _, a, b = event
    key = "event." + tokens.EVENTS[kind]
    more, further = b >> 8 & 255, b >> 16 & 255
    match kind:
        case tokens.IVAN_START:
            key += "" if further else "_bare"
            text = w.say(key, wish=box.wish_ids[a], n=more, fur=Fur(w, box, further))
        case tokens.IVAN_FLIPPED:
            text = w.say(key, card=a, hunt=furs_of(w, box, a), action=action_of(w, box, a))
        case tokens.IVAN_RIDES:
            text = w.say(key if more == a else "event.ivan_rides_short", n=more, m=a)
        case tokens.IVAN_HUNTS:
            text = w.say(key, card=a, hunt=furs_of(w, box, a))
        case tokens.IVAN_CLAIM_OR_VISIT:
            text = w.say(key, space=more)
        case tokens.IVAN_ACTION:
            text = w.say(key, card=a, action=action_of(w, box, a))
        case tokens.IVAN_TRIED:
            text = tried_text(w, s, event)
        case tokens.IVAN_ACTS:
            text = acts_text(w, a >> 8, a & 255)
        case tokens.IVAN_NOWHERE:
            text = w.say(key, card=a, action=action_of(w, box, a))
        case tokens.IVAN_PAID:
            if a == tokens.COIN_ALONE:
                text = w.say("event.ivan_paid_coin", value=more)
            else:
                text = w.say(key, fur=Fur(w, box, a), value=more)
        case tokens.IVAN_WISH:
            text = w.say(key if further else "event.ivan_wish_gone", wish=box.wish_ids[a], n=more)
        case tokens.IVAN_HORSES:
            text = w.say(key, n=a, vp=more)
        case tokens.IVAN_TRADE_FUR:
            text = w.say(key, fur=Fur(w, box, a), n=more)
        case tokens.IVAN_DREW:
            text = w.say(key, fur=Fur(w, box, a))
        case tokens.IVAN_MARKET:
            text = w.say(key if box.automa_highest[a] else "event.ivan_market_lowest", card=a)
        case tokens.IVAN_EXTRA:
            text = w.say(key, n=more, action=w.say("part." + PART_NAMES[a], n=1))
        case _:
            text = w.say(key, n=a, card=a)
    return with_rule(w, text, b)
