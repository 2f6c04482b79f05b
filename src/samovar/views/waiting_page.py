"""The page of a table whose game has not begun, the handover of a shared device, and the error page."""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.views.layout import heading, html_page
from samovar.views.view_model import OPEN, PageHead, SeatInfo
from samovar.views.words.words import Words


class WaitingRoom:
    """A table whose game has not begun, as one visitor may see it."""

    def __init__(self, base: str, game: str, seats: list[SeatInfo]) -> None:
        self.base: Final = base
        self.game: Final = game
        self.seats: Final = seats
        self.seat = -1  # the open seat that this visitor may take, -1 if none
        self.host = False  # whether this visitor made the table
        self.links: dict[int, str] = {}  # the URL for each seat that is kept for a friend
        self.pictures: dict[int, str] = {}  # the same URLs as QR codes
        self.commit = ""
        self.seed_chosen = False  # whether the host chose the seed
        self.watch = ""  # the URL for spectators and for players of open seats
        self.name = ""


def waiting(w: Words, room: WaitingRoom) -> str:
    """The list of seats: the one region that changes until the game begins."""
    rows = "".join(_row(w, room, seat) for seat in range(len(room.seats)))
    return f'<section id="waiting" class="waiting"><ul class="mine">{rows}</ul></section>'


def waiting_page(w: Words, head: PageHead, room: WaitingRoom, faults: list[str]) -> str:
    """The whole page."""
    title = w.say("game." + room.game)
    told = "".join(f"<li>{escape(fault)}</li>" for fault in faults)
    wrong = f'<div class="faults" role="alert"><ul>{told}</ul></div>' if faults else ""
    body = (
        f"{heading(w, head, title, about=w.say('door.waiting'))}"
        f'<main data-wait="{escape(room.base)}">{wrong}'
        f"{_sit(w, room)}{waiting(w, room)}"
        f'<p class="small"><a href="{escape(room.base)}">{escape(w.say("door.look"))}</a></p>'
    )
    if room.watch:
        body += f"<p>{escape(w.say('door.watch'))} {_link(w, room.watch)}</p>"
    if room.seed_chosen:
        body += f'<p class="small">{escape(w.say("page.seed_chosen"))}</p>'
    if room.commit:
        body += f'<p class="small">{escape(w.say("door.commit"))} <code>{escape(room.commit)}</code></p>'
    return html_page(w, head, w.say("game." + room.game), body + "</main>")


def _sit(w: Words, room: WaitingRoom) -> str:
    """The form to take a seat; empty for a visitor who may take none."""
    if room.seat < 0:
        return ""
    return (
        f'<form method="post" action="{escape(room.base)}/seat" class="long">'
        f'<input type="hidden" name="do" value="sit"><input type="hidden" name="seat" value="{room.seat}">'
        f'<p class="field"><label for="sit-name">{escape(w.say("lobby.name"))}</label>'
        f'<input id="sit-name" name="name" maxlength="30" required autocomplete="nickname" '
        f'value="{escape(room.name)}"></p>'
        f'<p class="field"><label for="sit-salt">{escape(w.say("door.salt"))}</label>'
        f'<input id="sit-salt" name="salt" maxlength="64" pattern="[A-Za-z0-9]*" autocomplete="off" '
        f'data-salt aria-describedby="sit-salt-help"><small id="sit-salt-help">'
        f"{escape(w.say('door.salt.help'))}</small></p>"
        f'<button class="btn btn--main">{escape(w.say("door.sit"))}</button></form>'
    )


def _row(w: Words, room: WaitingRoom, seat: int) -> str:
    info = room.seats[seat]
    if info.kind != OPEN:
        level = f" ({escape(w.say('lobby.level.' + info.level))})" if _named(w, info.level) else ""
        return f"<li><b>{escape(info.name)}</b>{level}</li>"
    out = f"<em>{escape(w.say('door.empty', n=seat + 1))}</em>"
    if room.host:
        if seat in room.links:
            out += f" {_link(w, room.links[seat])}{room.pictures.get(seat, '')}"
        out += _do(w, room, "link", seat, "door.link") + _do(w, room, "bot", seat, "door.bot")
    return f"<li>{out}</li>"


def _named(w: Words, level: str) -> bool:
    return bool(level) and w.has("lobby.level." + level)


def _link(w: Words, address: str) -> str:
    shown = escape(address)
    copy = escape(w.say("door.copy"))
    return f'<code>{shown}</code> <button type="button" class="btn" data-copy="{shown}">{copy}</button>'


def _do(w: Words, room: WaitingRoom, what: str, seat: int, key: str) -> str:
    return (
        f'<form method="post" action="{escape(room.base)}/seat">'
        f'<input type="hidden" name="do" value="{what}">'
        f'<input type="hidden" name="seat" value="{seat}">'
        f'<button class="btn">{escape(w.say(key))}</button></form>'
    )


def handover_page(w: Words, head: PageHead, game: str, base: str, seats: dict[int, str]) -> str:
    """The page between two players at one device. It names the next player and shows nothing of the table.
    ``seats``: the names of those who may go on, by seat.
    """
    people = ""
    for seat, name in seats.items():
        go = escape(w.say("curtain.go", who=name))
        people += f'<p><a class="btn btn--main" href="{escape(base)}/as/{seat}">{go}</a></p>'
    who = w.one_of(list(seats.values()))
    body = (
        f'<main class="curtain"><h1>{escape(w.say("curtain.pass", who=who))}</h1>'
        f"<p>{escape(w.say('curtain.look'))}</p>{people}</main>"
    )
    return html_page(w, head, w.say("game." + game), body)


def join_page(w: Words, head: PageHead, link: str) -> str:
    """The page of a seat link with a button that takes the seat."""
    button = f'<button class="btn btn--main">{escape(w.say("door.take"))}</button>'
    body = (
        f'<main class="curtain"><h1>{escape(w.say("door.invited"))}</h1>'
        f'<form method="post" action="{escape(link)}">{button}</form></main>'
    )
    return html_page(w, head, w.say("lobby.title"), body)


def error_page(w: Words, head: PageHead, faults: list[str], back: str) -> str:
    """The page that lists the faults of a request, with a link back."""
    told = "".join(f"<li>{escape(fault)}</li>" for fault in faults)
    body = (
        f"<main><h1>{escape(w.say('lobby.faults'))}</h1>"
        f'<div class="faults" role="alert"><ul>{told}</ul></div>'
        f'<p><a class="btn" href="{escape(back)}">{escape(w.say("door.back"))}</a></p></main>'
    )
    return html_page(w, head, w.say("lobby.title"), body)
