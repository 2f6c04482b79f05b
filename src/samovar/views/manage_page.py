"""The page on which a host manages a table, and the page with the data stored about a browser."""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.match.redaction import SPECTATOR
from samovar.views.layout import heading, html_page, select, with_form_ids
from samovar.views.view_model import BOT, ChatEntry, PageHead, SeatInfo
from samovar.views.words.words import Words

LIMITS: Final = [0, 2, 10, 60, 24 * 60]  # minutes until a bot plays for an absent player; 0: never


class ManageView:
    """A table as one visitor may manage it."""

    def __init__(self, base: str, game: str, seats: list[SeatInfo]) -> None:
        self.base: Final = base
        self.game: Final = game
        self.seats: Final = seats
        self.host = False  # true if this visitor is the host
        self.chat: list[ChatEntry] = []
        self.muted: set[int] = set()  # muted seats
        self.links: dict[int, str] = {}  # new seat links that were not used yet, by seat
        self.limit = 0  # minutes


def manage_page(w: Words, head: PageHead, room: ManageView) -> str:
    """The whole page."""
    title = w.say("manage.title", game=w.say("game." + room.game))
    body = heading(w, head, title, room.base) + "<main>"
    if room.host:
        body += _seats(w, room) + _limit(w, room) + _chat(w, room) + _delete(w, room)
    else:
        body += f"<p>{escape(w.say('manage.host_only'))}</p>"
    body += f'<p><a href="{escape(head.root)}/data">{escape(w.say("data.title"))}</a></p>'
    return html_page(w, head, title, body + "</main>")


def limit_words(w: Words, minutes: int) -> str:
    """A time limit in words."""
    if minutes == 0:
        return w.say("lobby.limit.none")
    return (
        w.say("lobby.limit.hours", n=minutes // 60)
        if minutes >= 60
        else w.say("lobby.limit.minutes", n=minutes)
    )


def _action_form(w: Words, room: ManageView, what: str, key: str, name: str, value: int, about: str) -> str:
    """A button for one action of the host. ``about``: its object, for screen readers."""
    text = escape(w.say(key))
    return (
        f'<form method="post" action="{escape(room.base)}/manage" class="inline">'
        f'<input type="hidden" name="do" value="{what}"><input type="hidden" name="{name}" value="{value}">'
        f'<button class="btn" aria-label="{text}: {escape(about)}">{text}</button></form>'
    )


def _seats(w: Words, room: ManageView) -> str:
    rows = ""
    for seat, info in enumerate(room.seats):
        name = info.name or w.say("page.open")
        rows += f"<li><b>{escape(name)}</b>"
        if info.kind == BOT:
            rows += f" {escape(w.say('page.bot'))}"
        else:
            rows += _action_form(w, room, "link", "waiting.link", "seat", seat, name)
            if info.name:
                rows += _action_form(w, room, "revoke", "manage.revoke", "seat", seat, name)
        if seat in room.links:
            link = escape(room.links[seat])
            copy = escape(w.say("waiting.copy"))
            rows += (
                f' <code>{link}</code> <button type="button" class="btn" data-copy="{link}">{copy}</button>'
            )
        rows += "</li>"
    help = escape(w.say("manage.seats.help"))
    return (
        f'<h2>{escape(w.say("lobby.seats"))}</h2><ul class="item-list">{rows}</ul><p class="small">{help}</p>'
    )


def _limit(w: Words, room: ManageView) -> str:
    minutes = sorted({*LIMITS, room.limit})
    values = [(str(n), limit_words(w, n)) for n in minutes]
    field = select("limit", w.say("lobby.limit"), values, str(room.limit), w.say("lobby.limit.help"))
    return (
        f'<form method="post" action="{escape(room.base)}/manage" class="full-form">'
        f'<input type="hidden" name="do" value="limit">{with_form_ids("manage", field)}'
        f'<button class="btn">{escape(w.say("manage.change"))}</button></form>'
    )


def _chat(w: Words, room: ManageView) -> str:
    """The chat lines with buttons to remove them, and the players with buttons to mute them."""
    lines = ""
    for line in room.chat:
        lines += (
            f"<li><span><b>{escape(line.name)}</b> {escape(line.text)}</span> "
            f"{_action_form(w, room, 'remove', 'manage.remove', 'number', line.number, line.text)}</li>"
        )
    lines = lines or f"<li>{escape(w.say('page.chat_empty'))}</li>"
    people = [(seat, info.name) for seat, info in enumerate(room.seats) if info.kind != BOT]
    people = [(seat, name) for seat, name in people if name] + [(SPECTATOR, w.say("manage.watchers"))]
    mutes = ""
    for seat, name in people:
        what = "unmute" if seat in room.muted else "mute"
        form = _action_form(w, room, what, "manage." + what, "seat", seat, name)
        mutes += f"<li><b>{escape(name)}</b> {form}</li>"
    return (
        f'<h2>{escape(w.say("page.chat"))}</h2><ul class="item-list">{lines}</ul>'
        f'<h3>{escape(w.say("manage.who_talks"))}</h3><ul class="item-list">{mutes}</ul>'
    )


def _delete(w: Words, room: ManageView) -> str:
    return confirm_form(w, f"{room.base}/manage", "delete", "manage.delete")


def confirm_form(w: Words, action: str, what: str, key: str) -> str:
    """The form of an action that cannot be undone. A checkbox must be ticked first."""
    return (
        f'<h2>{escape(w.say(key))}</h2><form method="post" action="{escape(action)}" class="confirm">'
        f'<input type="hidden" name="do" value="{what}"><p>{escape(w.say(key + ".help"))}</p>'
        f'<label><input type="checkbox" name="sure" value="yes" required> '
        f"{escape(w.say('manage.sure'))}</label>"
        f'<button class="btn">{escape(w.say(key))}</button></form>'
    )


def unreadable_page(w: Words, head: PageHead, room: ManageView, result: list[int]) -> str:
    """The page of a table that this version cannot read: its players, its stored result, leave and delete."""
    title = w.say("game." + room.game) if w.has("game." + room.game) else room.game
    names = [info.name or w.say("page.open") for info in room.seats]
    points = [*map(str, result), *([""] * len(names))]
    lines = "".join(f"<li><b>{escape(name)}</b> {points[seat]}</li>" for seat, name in enumerate(names))
    body = (
        f"{heading(w, head, title)}<main><p>{escape(w.say('error.unreadable'))}</p>"
        f'<ul class="item-list">{lines}</ul>{confirm_form(w, f"{room.base}/leave", "leave", "manage.leave")}'
    )
    if room.host:
        body += _delete(w, room)
    return html_page(w, head, title, body + "</main>")


def data_page(w: Words, head: PageHead, tables: int, remarks: int) -> str:
    """The page with the data that the server stores about this browser, to export or to delete."""
    root = escape(head.root)
    about, export = escape(w.say("data.about", n=tables, m=remarks)), escape(w.say("data.export"))
    body = (
        f"{heading(w, head, w.say('data.title'))}<main><p>{about}</p>"
        f'<p><a class="btn" href="{root}/data.json" download>{export}</a></p>'
    )
    body += confirm_form(w, f"{head.root}/data", "forget", "data.forget")
    return html_page(w, head, w.say("data.title"), body + "</main>")
