"""The list of my tables in the lobby: game, players, round, the player on turn, date, fork mark."""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.games import registry
from samovar.views.game_banner import thumbnail
from samovar.views.registry import game_text
from samovar.views.svg import symbol
from samovar.views.words.words import Words, words_for

YOUR_TURN: Final = "your_turn"
WAITING: Final = "waiting"
OPEN_SEAT: Final = "open_seat"  # not all seats are taken
OVER: Final = "over"
MIN_FILTERED: Final = 6  # smallest number of tables for which a filter by game is shown
DATE_LENGTH: Final = 10  # characters of the date in an ISO 8601 time stamp


class RoomSummary:
    """A table at which this browser has a seat."""

    def __init__(self, address: str, game: str, names: list[str], state: str) -> None:
        self.address: Final = address  # its URL, "/t/…"
        self.game: Final = game
        self.names: Final = names  # by seat; empty: an open seat
        self.state: Final = state  # YOUR_TURN, WAITING, OPEN_SEAT or OVER
        self.own: list[int] = []  # my seats
        self.actors: list[int] = []  # the seats that decide
        self.period: list[int] = []  # part of the game, round, percentage; empty if not known
        self.changed = ""  # the time of the last change, ISO 8601 in UTC
        self.fork = False
        self.original = ""  # the URL of the table that it was forked from, if I have a seat there


def my_tables(w: Words, rooms: list[RoomSummary]) -> str:
    """The list: tables that wait for me, then the last changed. Finished ones are hidden at first."""
    mine = [room for room in rooms if room.state == YOUR_TURN]
    going = [room for room in rooms if room.state in (WAITING, OPEN_SEAT)]
    over = [room for room in rooms if room.state == OVER]
    rows = "".join(_row(w, room) for room in [*mine, *going, *over])
    hide = ""
    if over:
        label = escape(w.say("lobby.hide_finished", n=len(over)))
        hide = f'<label class="mine__hide"><input type="checkbox" id="hide-finished" checked> {label}</label>'
    none = "" if mine or going else f'<p class="mine__none">{escape(w.say("lobby.none_going"))}</p>'
    return (
        f'<section class="mine" aria-labelledby="mine"><div class="mine__head">'
        f'<h2 id="mine">{escape(w.say("lobby.mine"))}</h2>{_filter(w, rooms)}{hide}</div>'
        f'{none}<ul class="mine__list">{rows}</ul></section>'
    )


def _filter(w: Words, rooms: list[RoomSummary]) -> str:
    """Buttons that show the tables of one game. The script shows them."""
    games = [name for name in registry.names() if any(room.game == name for room in rooms)]
    if len(rooms) < MIN_FILTERED or len(games) < 2:
        return ""
    values = [("", w.say("lobby.all_games"))]
    values += [(name, words_for(w.lang, name).say("game." + name)) for name in games]
    buttons = ""
    for name, title in values:
        pressed = "false" if name else "true"
        buttons += (
            f'<button type="button" class="btn" data-show-game="{escape(name)}" aria-pressed="{pressed}">'
            f"{escape(title)}</button>"
        )
    label = escape(w.say("lobby.filter"))
    return f'<div class="mine__filter" role="group" aria-label="{label}" hidden>{buttons}</div>'


def _row(w: Words, room: RoomSummary) -> str:
    known = registry.known(room.game)
    words = words_for(w.lang, room.game if known else "")
    game = words.say("game." + room.game) if known else room.game
    picture = thumbnail(registry.game(room.game)) if known else ""
    return (
        f'<li class="mine__row is-{room.state.replace("_", "-")}" data-game="{escape(room.game)}">'
        f'<span class="mine__picture">{picture}</span><div class="mine__what">'
        f'<a href="{escape(room.address)}"><b>{escape(game)}</b> <span>{escape(_players(w, room))}</span></a>'
        f"{_fork(w, room)}</div>{_round(words, room)}{_turn(w, room)}{_time(room)}</li>"
    )


def _players(w: Words, room: RoomSummary) -> str:
    """The other players. Open seats are named, too."""
    others = [name or w.say("page.open") for p, name in enumerate(room.names) if p not in room.own]
    return ", ".join(others) or w.say("lobby.alone")


def _fork(w: Words, room: RoomSummary) -> str:
    if not room.fork:
        return ""
    sign = f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{symbol("fork")}</svg>'
    if not room.original:
        return f'<span class="fork-mark">{sign}{escape(w.say("page.is_fork"))}</span>'
    back = escape(w.say("page.fork_back"))
    told = escape(w.say("page.is_fork"))
    return f'<a class="fork-mark" href="{escape(room.original)}" title="{back}">{sign}{told}</a>'


def _round(w: Words, room: RoomSummary) -> str:
    """The round with a bar that shows how much of the game is over; empty if it is not known."""
    if not room.period or not registry.known(room.game):
        return '<div class="mine__round"></div>'
    part, number, percent = room.period
    name = game_text(registry.game(room.game), w).period_name(part, number)
    if room.state == OVER or not name:
        return '<div class="mine__round"></div>'
    bar = f'<progress max="100" value="{percent}" aria-hidden="true"></progress>'
    return f'<div class="mine__round"><b>{escape(name)}</b>{bar}</div>'


def _turn(w: Words, room: RoomSummary) -> str:
    names = [room.names[p] for p in room.actors if 0 <= p < len(room.names)]
    if room.state == WAITING and names:
        said = w.say("lobby.turn_of" if len(names) == 1 else "lobby.turn_of_all", who=w.all_of(names))
    else:
        said = w.say("lobby." + room.state)
    return f'<em class="mine__turn">{escape(said)}</em>'


def _time(room: RoomSummary) -> str:
    """The date of the last change. The script replaces it by words such as "3 minutes ago"."""
    if not room.changed:
        return '<span class="mine__time"></span>'
    return f'<time class="mine__time" datetime="{room.changed}" data-when>{room.changed[:DATE_LENGTH]}</time>'
