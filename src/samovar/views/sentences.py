"""Sentences that all games share: clauses of the log, lines of options, component names and refusals."""

from __future__ import annotations

from typing import Final

from samovar.views.words.words import Words


class Clause:
    """An event in words, without the player's name. ``seat``: the player, -1 if there is none.

    ``opens``: the clause begins a sentence, and the following clauses of the same player belong to it.
    ``minor``: nothing happened, so that it does not replace the player's last action in a summary.
    """

    def __init__(self, seat: int, text: str, opens: bool = False, minor: bool = False) -> None:
        self.seat: Final = seat
        self.text: Final = text
        self.opens: Final = opens
        self.minor: Final = minor


def sentence(w: Words, clause: Clause, names: list[str]) -> str:
    """The clause as a whole sentence: Anna hunts the fox (4) on 7."""
    return (
        clause.text if clause.seat < 0 else w.say("event.sentence", who=names[clause.seat], what=clause.text)
    )


def component_name(w: Words, key: str, name: str) -> str:
    """The translated name of a component, or its name in the component file."""
    return w.say(f"{key}.{name}") if w.has(f"{key}.{name}") else name


def option_line(w: Words, head: str, price: str, effect: str) -> str:
    """An option with its price and its effect: Build an outpost in R2 — 1 horse."""
    if price and effect:
        return w.say("line.price_effect", head=head, price=price, effect=effect)
    if price:
        return w.say("line.price", head=head, price=price)
    return w.say("line.effect", head=head, effect=effect) if effect else head


def refusal(w: Words, reason: str, rule: str) -> str:
    """The sentence that explains a refusal, with its rule id."""
    key = "refusal." + reason
    why = w.say(key) if w.has(key) else reason.replace("_", " ")
    return w.say("ui.rule", why=why, rule=rule) if rule else why


def category(w: Words, name: str) -> str:
    """The name of a scoring category."""
    return component_name(w, "score", name)
