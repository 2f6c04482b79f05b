"""The page of a table whose game has not begun, the handover of a shared device, and the error page."""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.games import registry
from samovar.kernel.game import Game
from samovar.views.layout import heading, html_page
from samovar.views.svg import symbol
from samovar.views.view_model import OPEN, PageHead, SeatInfo
from samovar.views.words.words import Words


class SeatChoice:
    """A colour or character that a player may choose at the table."""

    def __init__(self, value: str, name: str, colour: str, free: bool) -> None:
        self.value: Final = value
        self.name: Final = name
        self.colour: Final = colour  # the colour of the seat mark
        self.free: Final = free  # false if another person has it


class WaitingRoom:
    """A table whose game has not begun, as one visitor may see it."""

    def __init__(self, base: str, game: str, seats: list[SeatInfo]) -> None:
        self.base: Final = base
        self.game: Final = game
        self.seats: Final = seats
        self.seat = -1  # the open seat that this visitor may take, -1 if none
        self.host = False  # true if this visitor created the table
        self.links: dict[int, str] = {}  # the link of each seat that is reserved for a friend
        self.pictures: dict[int, str] = {}  # the same URLs as QR codes
        self.commit = ""
        self.seed_chosen = False  # true if the host chose the seed
        self.seed_hash = ""
        self.watch = ""  # the URL for spectators and for players of open seats
        self.name = ""
        self.loopback = False  # true if the links work on this computer only
        self.choices: list[SeatChoice] = []  # colours or characters; empty if the game has none to choose
        self.values: list[str] = []  # the value of each seat as the choices are now
        self.own = -1  # the taken seat for which this visitor may choose another value, -1 if none


def waiting(w: Words, room: WaitingRoom) -> str:
    """The region ``waiting``: the list of seats, the only region that changes until the game begins."""
    rows = "".join(_row(w, room, seat) for seat in range(len(room.seats)))
    return f'<section id="waiting" class="waiting"><ul class="item-list">{rows}</ul></section>'


def waiting_page(w: Words, head: PageHead, room: WaitingRoom, faults: list[str]) -> str:
    """The whole page."""
    title = w.say("game." + room.game)
    told = "".join(f"<li>{escape(fault)}</li>" for fault in faults)
    wrong = f'<div class="faults" role="alert"><ul>{told}</ul></div>' if faults else ""
    body = (
        f"{heading(w, head, title, about=w.say('waiting.waiting'))}"
        f'<main data-wait="{escape(room.base)}">{wrong}'
        f"{_take_seat_form(w, room)}{_choose_form(w, room)}{waiting(w, room)}"
        f'<p class="small"><a href="{escape(room.base)}">{escape(w.say("waiting.look"))}</a></p>'
    )
    if room.watch:
        body += f"<p>{escape(w.say('waiting.watch'))} {_link(w, room.watch)}</p>"
    if room.loopback and (room.links or room.watch):
        body += _loopback_warning(w)
    if room.seed_chosen:
        body += f'<p class="small">{escape(w.say("page.seed_chosen"))}</p>'
    if room.seed_hash:
        body += f'<p class="small">{escape(w.say("page.seed_hash", what=room.seed_hash))}</p>'
    if room.commit:
        body += (
            f'<details class="small"><summary>{escape(w.say("waiting.prove"))}</summary>'
            f"<p>{escape(w.say('waiting.commit'))} <code>{escape(room.commit)}</code></p></details>"
        )
    return html_page(w, head, w.say("game." + room.game), body + "</main>")


def _take_seat_form(w: Words, room: WaitingRoom) -> str:
    """The form to take a seat; empty for a visitor who may take none."""
    if room.seat < 0:
        return ""
    return (
        f'<form method="post" action="{escape(room.base)}/seat" class="full-form">'
        f'<input type="hidden" name="do" value="sit"><input type="hidden" name="seat" value="{room.seat}">'
        f'<p class="field"><label for="sit-name">{escape(w.say("lobby.name"))}</label>'
        f'<input id="sit-name" name="name" maxlength="30" required autocomplete="nickname" '
        f'value="{escape(room.name)}"></p>'
        f"{_choices(w, room, room.seat)}"
        f'<details class="small"><summary>{escape(w.say("waiting.prove"))}</summary>'
        f'<p class="field"><label for="sit-salt">{escape(w.say("waiting.salt"))}</label>'
        f'<input id="sit-salt" name="salt" maxlength="64" pattern="[A-Za-z0-9]*" autocomplete="off" '
        f'data-salt aria-describedby="sit-salt-help"><small id="sit-salt-help">'
        f"{escape(w.say('waiting.salt.help'))}</small></p></details>"
        f'<button class="btn btn--main">{escape(w.say("waiting.sit"))}</button></form>'
    )


def choice_label(w: Words, game: Game) -> str:
    """The label of the field for my colour or character."""
    option = game.seat_option()
    key = f"setting.{game.name}.{option}.mine"
    return w.say(key) if w.has(key) else option.replace("_", " ")


def _choices(w: Words, room: WaitingRoom, seat: int) -> str:
    """Colours or characters as radio buttons. Those of other persons cannot be chosen."""
    if not room.choices:
        return ""
    items = ""
    for choice in room.choices:
        state = "" if choice.free else " disabled"
        state += " checked" if choice.value == room.values[seat] else ""
        items += (
            f'<label class="seat-choice p-{choice.colour}"><input type="radio" name="choice" '
            f'value="{escape(choice.value)}"{state}>{_mark(choice.colour)}{escape(choice.name)}</label>'
        )
    legend = escape(choice_label(w, registry.game(room.game)))
    return f'<fieldset class="seat-choices"><legend>{legend}</legend>{items}</fieldset>'


def _mark(colour: str) -> str:
    """The shape of a seat mark. The style sheet gives it its colour."""
    return f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{symbol("seat-" + colour)}</svg>'


def _choose_form(w: Words, room: WaitingRoom) -> str:
    """The form of a player who sits already and may choose another colour or character."""
    if room.own < 0 or not room.choices:
        return ""
    return (
        f'<form method="post" action="{escape(room.base)}/seat" class="full-form">'
        f'<input type="hidden" name="do" value="choose"><input type="hidden" name="seat" value="{room.own}">'
        f'{_choices(w, room, room.own)}<button class="btn">{escape(w.say("waiting.choose"))}</button></form>'
    )


def _loopback_warning(w: Words) -> str:
    """The warning that a link with a loopback address is useless on another device."""
    told = escape(w.say("waiting.loopback"))
    return f'<p class="warning" role="note">{told} <code>samovar serve --lan</code></p>'


def _row(w: Words, room: WaitingRoom, seat: int) -> str:
    info = room.seats[seat]
    if info.kind != OPEN:
        level = f" ({escape(w.say('lobby.level.' + info.level))})" if _has_level_name(w, info.level) else ""
        return f"<li>{_seat_value(room, seat)}<b>{escape(info.name)}</b>{level}</li>"
    out = f"<em>{escape(w.say('waiting.empty', n=seat + 1))}</em>"
    if room.host:
        if seat in room.links:
            out += f" {_link(w, room.links[seat])}{room.pictures.get(seat, '')}"
        out += _action_form(w, room, "link", seat, "waiting.link") + _action_form(
            w, room, "bot", seat, "waiting.bot"
        )
    return f"<li>{out}</li>"


def _seat_value(room: WaitingRoom, seat: int) -> str:
    """The mark and name of the colour or character of a seat; empty if the game has none to choose."""
    found = [choice for choice in room.choices if choice.value == room.values[seat]]
    if not found:
        return ""
    return (
        f'<span class="seat-value p-{found[0].colour}">{_mark(found[0].colour)}{escape(found[0].name)}</span>'
    )


def _has_level_name(w: Words, level: str) -> bool:
    return bool(level) and w.has("lobby.level." + level)


def _link(w: Words, address: str) -> str:
    shown = escape(address)
    copy = escape(w.say("waiting.copy"))
    return f'<code>{shown}</code> <button type="button" class="btn" data-copy="{shown}">{copy}</button>'


def _action_form(w: Words, room: WaitingRoom, what: str, seat: int, key: str) -> str:
    return (
        f'<form method="post" action="{escape(room.base)}/seat">'
        f'<input type="hidden" name="do" value="{what}">'
        f'<input type="hidden" name="seat" value="{seat}">'
        f'<button class="btn">{escape(w.say(key))}</button></form>'
    )


def handover_page(w: Words, head: PageHead, game: str, base: str, seats: dict[int, str]) -> str:
    """The page between two players of one device. It names the next players and shows nothing of the table.
    ``seats``: the names of the players who decide next, by seat.
    """
    people = ""
    for seat, name in seats.items():
        go = escape(w.say("handover.go", who=name))
        people += f'<p><a class="btn btn--main" href="{escape(base)}/as/{seat}">{go}</a></p>'
    who = w.one_of(list(seats.values()))
    body = (
        f'<main class="handover"><h1>{escape(w.say("handover.pass", who=who))}</h1>'
        f"<p>{escape(w.say('handover.look'))}</p>{people}</main>"
    )
    return html_page(w, head, w.say("game." + game), body)


def join_page(w: Words, head: PageHead, link: str) -> str:
    """The page of a seat link with a button that takes the seat."""
    button = f'<button class="btn btn--main">{escape(w.say("waiting.take"))}</button>'
    body = (
        f'<main class="handover"><h1>{escape(w.say("waiting.invited"))}</h1>'
        f'<form method="post" action="{escape(link)}">{button}</form></main>'
    )
    return html_page(w, head, w.say("lobby.title"), body)


def error_page(w: Words, head: PageHead, faults: list[str], back: str) -> str:
    """The page that lists the faults of a request, with a link back."""
    told = "".join(f"<li>{escape(fault)}</li>" for fault in faults)
    body = (
        f"<main><h1>{escape(w.say('lobby.faults'))}</h1>"
        f'<div class="faults" role="alert"><ul>{told}</ul></div>'
        f'<p><a class="btn" href="{escape(back)}">{escape(w.say("waiting.back"))}</a></p></main>'
    )
    return html_page(w, head, w.say("lobby.title"), body)
