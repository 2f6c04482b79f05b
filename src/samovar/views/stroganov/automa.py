"""The automa of Stroganov in sentences: what it did, by which card and rule, what it tried and why not."""

from __future__ import annotations

from typing import Final, cast

from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import AUTOMA_ACTIONS, PARTS, Box
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.state import Event, State
from samovar.views.stroganov.things import Fur
from samovar.views.words.words import Words

ACTION_NAMES: Final = {number: name for name, number in AUTOMA_ACTIONS.items()}
PART_NAMES: Final = {number: name for name, number in PARTS.items()}

# What begins a step of the automa; what comes of it follows.
OPENING: Final = {
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
    """The name of the automa, if there is one."""
    automa = cast(Stroganov, s).setting.automa
    return [w.say("automa." + automa)] if automa else []


def furs_of(w: Words, box: Box, card: int) -> str:
    """the 2 highest furs: what a card lets it hunt"""
    end = "highest" if box.automa_highest[card] else "lowest"
    n = int(box.automa_furs[card])
    return w.say(f"automa.{end}_one") if n == 1 else w.say(f"automa.{end}", n=n)


def action_of(w: Words, box: Box, card: int) -> str:
    """take a wish: the additional action of a card"""
    return w.say("automa." + ACTION_NAMES[int(box.automa_action[card])])


def with_rule(w: Words, text: str, b: int) -> str:
    """The rule that an event names comes last."""
    return w.say("ui.rule", why=text, rule=tokens.RULES[b & 255])


def where(w: Words, verb: int, place: int) -> str:
    """in R3, on space 7"""
    return w.say("automa.on_space" if verb == tokens.CLAIM else "automa.in_region", place=place)


def told(w: Words, box: Box, event: Event) -> str:
    """An event of the automa as a clause, with the rule that it follows."""
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
            shown = int(box.automa_move[a])
            text = w.say(key if more == shown else "event.ivan_rides_short", card=a, n=more, m=shown)
        case tokens.IVAN_HUNTS:
            text = w.say(key, card=a, hunt=furs_of(w, box, a))
        case tokens.IVAN_CLAIM_OR_VISIT:
            text = w.say(key, space=more)
        case tokens.IVAN_ACTION:
            text = w.say(key, card=a, action=action_of(w, box, a))
        case tokens.IVAN_TRIED:
            why = w.say("automa.why." + tokens.REASONS[more])
            if a >> 8 == tokens.ADVANCE:
                text = w.say("event.ivan_tried_trophy", space=a & 255, why=why)
            else:
                text = w.say(key, where=where(w, a >> 8, a & 255), why=why)
        case tokens.IVAN_ACTS:
            if a >> 8 == tokens.ADVANCE:
                text = w.say("event.ivan_acts_trophy", space=a & 255)
            else:
                text = w.say(key, where=where(w, a >> 8, a & 255))
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
