"""What can be done with a table beside playing: for its host the seats, the chat and its end; for everybody
what the server knows of them.
"""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.views.layout import heading, html_page, named, select
from samovar.views.view_model import BOT, SPECTATOR, ChatLine, PageHead, SeatInfo
from samovar.views.words.words import Words

LIMITS: Final = [0, 2, 10, 60, 24 * 60]  # minutes until a bot plays for somebody who is away


class Managed:
    """A table as one visitor may manage it."""

    def __init__(self, base: str, game: str, seats: list[SeatInfo]) -> None:
        self.base: Final = base
        self.game: Final = game
        self.seats: Final = seats
        self.host = False  # whether this visitor made the table
        self.chat: list[ChatLine] = []
        self.hushed: set[int] = set()  # seats that may say nothing
        self.links: dict[int, str] = {}  # new addresses of seats that nobody has used yet
        self.limit = 0  # minutes


def manage_page(w: Words, head: PageHead, table: Managed) -> str:
    """The whole page."""
    title = w.say("manage.title", game=w.say("game." + table.game))
    body = heading(w, head, title, table.base) + "<main>"
    if table.host:
        body += _seats(w, table) + _limit(w, table) + _chat(w, table) + _delete(w, table)
    else:
        body += f"<p>{escape(w.say('manage.host_only'))}</p>"
    body += f'<p><a href="{escape(head.root)}/data">{escape(w.say("data.title"))}</a></p>'
    return html_page(w, head, title, body + "</main>")


def limit_words(w: Words, minutes: int) -> str:
    """A time as the forms name it."""
    if minutes == 0:
        return w.say("lobby.limit.none")
    return (
        w.say("lobby.limit.hours", n=minutes // 60)
        if minutes >= 60
        else w.say("lobby.limit.minutes", n=minutes)
    )


def _do(w: Words, table: Managed, what: str, key: str, name: str, value: int, about: str) -> str:
    """One thing that the host can do, as a button. ``about``: what it is done to, for those who hear it."""
    text = escape(w.say(key))
    return (
        f'<form method="post" action="{escape(table.base)}/manage" class="inline">'
        f'<input type="hidden" name="do" value="{what}"><input type="hidden" name="{name}" value="{value}">'
        f'<button class="btn" aria-label="{text}: {escape(about)}">{text}</button></form>'
    )


def _seats(w: Words, table: Managed) -> str:
    rows = ""
    for seat, info in enumerate(table.seats):
        name = info.name or w.say("page.open")
        rows += f"<li><b>{escape(name)}</b>"
        if info.kind == BOT:
            rows += f" {escape(w.say('page.bot'))}"
        else:
            rows += _do(w, table, "link", "door.link", "seat", seat, name)
        if seat in table.links:
            link = escape(table.links[seat])
            copy = escape(w.say("door.copy"))
            rows += (
                f' <code>{link}</code> <button type="button" class="btn" data-copy="{link}">{copy}</button>'
            )
        rows += "</li>"
    help = escape(w.say("manage.seats.help"))
    return f'<h2>{escape(w.say("lobby.seats"))}</h2><ul class="mine">{rows}</ul><p class="small">{help}</p>'


def _limit(w: Words, table: Managed) -> str:
    minutes = sorted({*LIMITS, table.limit})
    values = [(str(n), limit_words(w, n)) for n in minutes]
    field = select("limit", w.say("lobby.limit"), values, str(table.limit), w.say("lobby.limit.help"))
    return (
        f'<form method="post" action="{escape(table.base)}/manage" class="long">'
        f'<input type="hidden" name="do" value="limit">{named("manage", field)}'
        f'<button class="btn">{escape(w.say("manage.change"))}</button></form>'
    )


def _chat(w: Words, table: Managed) -> str:
    """Every line with its way out, and whoever may say nothing."""
    lines = ""
    for said in table.chat:
        lines += (
            f"<li><span><b>{escape(said.name)}</b> {escape(said.text)}</span> "
            f"{_do(w, table, 'remove', 'manage.remove', 'number', said.number, said.text)}</li>"
        )
    lines = lines or f"<li>{escape(w.say('page.chat_empty'))}</li>"
    people = [(seat, info.name) for seat, info in enumerate(table.seats) if info.kind != BOT]
    people = [(seat, name) for seat, name in people if name] + [(SPECTATOR, w.say("manage.watchers"))]
    mutes = ""
    for seat, name in people:
        what = "unmute" if seat in table.hushed else "mute"
        mutes += f"<li><b>{escape(name)}</b> {_do(w, table, what, 'manage.' + what, 'seat', seat, name)}</li>"
    return (
        f'<h2>{escape(w.say("page.chat"))}</h2><ul class="mine">{lines}</ul>'
        f'<h3>{escape(w.say("manage.who_talks"))}</h3><ul class="mine">{mutes}</ul>'
    )


def _delete(w: Words, table: Managed) -> str:
    return sure(w, f"{table.base}/manage", "delete", "manage.delete")


def sure(w: Words, action: str, what: str, key: str) -> str:
    """Something that cannot be undone: the box must be ticked before the button does anything."""
    return (
        f'<h2>{escape(w.say(key))}</h2><form method="post" action="{escape(action)}" class="sure">'
        f'<input type="hidden" name="do" value="{what}"><p>{escape(w.say(key + ".help"))}</p>'
        f'<label><input type="checkbox" name="sure" value="yes" required> '
        f"{escape(w.say('manage.sure'))}</label>"
        f'<button class="btn">{escape(w.say(key))}</button></form>'
    )


def data_page(w: Words, head: PageHead, tables: int, remarks: int) -> str:
    """What the server knows of this browser, to take along or to delete."""
    root = escape(head.root)
    about, export = escape(w.say("data.about", n=tables, m=remarks)), escape(w.say("data.export"))
    body = (
        f"{heading(w, head, w.say('data.title'))}<main><p>{about}</p>"
        f'<p><a class="btn" href="{root}/data.json" download>{export}</a></p>'
    )
    body += sure(w, f"{head.root}/data", "forget", "data.forget")
    return html_page(w, head, w.say("data.title"), body + "</main>")
