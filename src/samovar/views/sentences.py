"""What the sentences of all games have in common: parts of a story, lines of a list, names and reasons."""

from __future__ import annotations

from typing import Final

from samovar.views.words.words import Words


class Clause:
    """Something that happened: who did it (-1: nobody) and what, without the name in front.

    ``opens``: what follows of the same player belongs to it, as to a heading.
    """

    def __init__(self, seat: int, text: str, opens: bool = False) -> None:
        self.seat: Final = seat
        self.text: Final = text
        self.opens: Final = opens


def sentence(w: Words, clause: Clause, names: list[str]) -> str:
    """A whole sentence: Anna hunts the fox (4) on 7."""
    return (
        clause.text if clause.seat < 0 else w.say("event.sentence", who=names[clause.seat], what=clause.text)
    )


def named(w: Words, key: str, name: str) -> str:
    """A name of the component file in words, or as it is written there."""
    return w.say(f"{key}.{name}") if w.has(f"{key}.{name}") else name


def line(w: Words, head: str, price: str, effect: str) -> str:
    """An option with its price and what it brings: Build an outpost in R2 — 1 horse."""
    if price and effect:
        return w.say("line.price_effect", head=head, price=price, effect=effect)
    if price:
        return w.say("line.price", head=head, price=price)
    return w.say("line.effect", head=head, effect=effect) if effect else head


def refusal(w: Words, reason: str, rule: str) -> str:
    """Why something cannot be done, with the rule that says so."""
    key = "refusal." + reason
    why = w.say(key) if w.has(key) else reason.replace("_", " ")
    return w.say("ui.rule", why=why, rule=rule) if rule else why


def category(w: Words, name: str) -> str:
    """A category of the scoring."""
    return named(w, "score", name)
