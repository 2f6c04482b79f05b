"""A table at which seats are still empty: who is there, links for the others, a seat to take.

What can be done is sent by plain forms to ``POST /t/…/seat``: ``seat`` (its number from 0) with ``name`` to
sit down, or with ``level`` to give the seat to a bot.
"""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.bots.registry import LEVELS
from samovar.views.seen import Head
from samovar.views.sheet import sheet
from samovar.views.words.words import Words

TAKEN: Final = "taken"
BOT: Final = "bot"
OPEN: Final = "open"  # whoever comes first
KEPT: Final = "kept"  # for whoever has the link


class Place:
    """One seat of a table that waits."""

    def __init__(
        self, kind: str, name: str = "", mine: bool = False, link: str = "", may_sit: bool = False
    ) -> None:
        self.kind: Final = kind  # TAKEN, BOT, OPEN or KEPT
        self.name: Final = name
        self.mine: Final = mine
        self.link: Final = link  # whole address that brings somebody to this seat; only for the host
        self.may_sit: Final = may_sit  # whether whoever looks may take it


class Room:
    """The table as whoever looks may see it."""

    def __init__(self, base: str, game: str, places: list[Place], link: str, host: bool = False) -> None:
        self.base: Final = base  # "/t/…"
        self.game: Final = game
        self.places: Final = places
        self.link: Final = link  # whole address of the table: to come, or to watch
        self.host: Final = host  # whether whoever looks has made the table
        self.code = ""  # the same address as a QR code, as SVG
        self.name = ""  # what this person was called last


def waiting(w: Words, head: Head, room: Room) -> str:
    """The whole page. Its region ``places`` changes when somebody comes."""
    title = w.say("wait.title", game=w.say("game." + room.game))
    code = (
        f'<p class="qr" role="img" aria-label="{escape(w.say("wait.code"))}">{room.code}</p>'
        if room.code
        else ""
    )
    body = (
        f'<header class="hero hero--small"><div><p><a href="/">{escape(w.say("rules.back"))}</a></p>'
        f"<h1>{escape(title)}</h1><p>{escape(w.say('wait.begins'))}</p></div>"
        f'<p class="hero__tools" data-tools></p></header><main class="waiting">{places(w, room)}'
        f'<h2>{escape(w.say("wait.link"))}</h2><p class="small">{escape(w.say("wait.link.help"))}</p>'
        f"<ul><li>{_link(w, room.link)}</li></ul>{code}</main>"
    )
    return sheet(w, head, title, body, room.base)


def places(w: Words, room: Room) -> str:
    """Who sits where."""
    rows = "".join(_place(w, room, i, place) for i, place in enumerate(room.places))
    return f'<ul id="places" aria-label="{escape(w.say("lobby.seats"))}">{rows}</ul>'


def _place(w: Words, room: Room, i: int, place: Place) -> str:
    you = f" ({escape(w.say('wait.you'))})" if place.mine else ""
    who = f"{escape(place.name)}{you}" if place.name else escape(w.say("wait." + place.kind))
    out = f"<b>{i + 1}</b><span>{who}</span>"
    if place.link:
        out += _link(w, place.link)
    if place.may_sit:
        label = escape(w.say("lobby.name"))
        out += _form(
            room,
            i,
            f'<input name="name" value="{escape(room.name)}" maxlength="30" aria-label="{label}" '
            f'placeholder="{label}"><button class="btn btn--main">{escape(w.say("wait.sit"))}</button>',
        )
    if room.host and place.kind in {OPEN, KEPT}:
        levels = "".join(
            f'<option value="{level}"{" selected" if level == "medium" else ""}>'
            f"{escape(w.say('lobby.level.' + level))}</option>"
            for level in LEVELS
        )
        name = escape(w.say("wait.level", n=i + 1))
        out += _form(
            room,
            i,
            f'<select name="level" aria-label="{name}">{levels}</select>'
            f'<button class="btn">{escape(w.say("wait.bot.sit"))}</button>',
        )
    return f"<li>{out}</li>"


def _form(room: Room, i: int, fields: str) -> str:
    seat = f'<input type="hidden" name="seat" value="{i}">'
    return f'<form method="post" action="{escape(room.base)}/seat" data-salted>{seat}{fields}</form>'


def _link(w: Words, link: str) -> str:
    """An address to read, and a button that copies it."""
    button = (
        f'<button type="button" class="btn" data-copy="{escape(link)}">{escape(w.say("wait.copy"))}</button>'
    )
    return f"<code>{escape(link)}</code>{button}"
