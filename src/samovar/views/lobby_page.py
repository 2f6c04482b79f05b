"""The lobby: the tables at which this browser has a seat, and the forms for a new one.

All forms work without script. ``POST /tables`` creates a table from these fields:

``game``               its name
``name``               my name at the table
``seat.1`` … ``seat.4``  ``me``, ``friend`` (a link for one person), ``open`` (for the first visitor),
                       ``bot.easy`` and the other levels, ``none``
``option.boards`` …    the options of the game; empty for the default
``seed``               a number, or empty for a secret seed
``pledge``, ``salt``   the server's commitment to a seed, and my own salt for the shuffle;
                       the script adds both
``choice``             my colour or character; empty for the default
``limit``              minutes until a bot plays for an absent player; empty: never
"""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.bots.registry import LEVELS
from samovar.games import registry
from samovar.kernel.game import Game, GameOption
from samovar.views.game_banner import banner
from samovar.views.layout import html_page, select, text_field, with_form_ids
from samovar.views.manage_page import LIMITS, limit_words
from samovar.views.my_tables import RoomSummary, my_tables
from samovar.views.registry import game_text, game_view
from samovar.views.rules_text import rules_text
from samovar.views.view_model import PageHead
from samovar.views.waiting_page import choice_label
from samovar.views.words.words import Words, words_for


def lobby_page(
    w: Words,
    head: PageHead,
    rooms: list[RoomSummary],
    name: str = "",
    faults: list[str] | None = None,
) -> str:
    """The whole page. ``name``: the last name of this player. ``faults``: errors of the form just sent."""
    body = (
        f'<header class="hero"><svg class="hero__logo" viewBox="0 0 64 64" aria-hidden="true">{SAMOVAR}</svg>'
        f"<div><h1>{escape(w.say('lobby.title'))}</h1><p>{escape(w.say('lobby.subtitle'))}</p></div>"
        f'<p class="hero__toolbar" data-tools></p></header><main>'
    )
    if faults:
        lines = "".join(f"<li>{escape(fault)}</li>" for fault in faults)
        body += (
            f'<div class="faults" role="alert"><p>{escape(w.say("lobby.faults"))}</p><ul>{lines}</ul></div>'
        )
    if rooms:
        body += my_tables(w, rooms)
    body += f'<h2>{escape(w.say("lobby.new"))}</h2>{_name(w, head, name)}<div class="games">'
    body += "".join(
        _game(words_for(w.lang, game), head, registry.game(game), name) for game in registry.names()
    )
    body += f'</div>{_import(w, head)}<p class="small">{escape(w.say("lobby.watch.help"))}</p></main>'
    data = f'<a href="{escape(head.root)}/data">{escape(w.say("data.title"))}</a>'
    body += f'<footer><p class="small">{escape(w.say("lobby.unofficial"))} {data}</p></footer>'
    return html_page(w, head, w.say("lobby.title"), body)


def _name(w: Words, head: PageHead, name: str) -> str:
    """The form for my name. It is asked for once; then the name is shown with a button to change it."""
    button = f'<button class="btn">{escape(w.say("lobby.name.save"))}</button>'
    field = (
        f'<label for="my-name">{escape(w.say("lobby.name"))}</label>'
        f'<input id="my-name" name="name" value="{escape(name)}" maxlength="30" '
        f'autocomplete="nickname" required>'
    )
    form = (
        f'<form method="post" action="{escape(head.root)}/name" class="my-name" data-my-name>{field}{button}'
    )
    if not name:
        return f"{form}<small>{escape(w.say('lobby.name.help'))}</small></form>"
    shown = escape(w.say("lobby.name.is", who=name))
    return f'<details class="my-name-known"><summary>{shown}</summary>{form}</form></details>'


def _game(w: Words, head: PageHead, game: Game, name: str) -> str:
    """The section of one game: a description, buttons for common tables, and the form with all options."""
    title = escape(w.say("game." + game.name))
    players = escape(w.say("lobby.players", least=game.min_seats, most=game.max_seats))
    about = _optional(w, "lobby.about." + game.name)
    out = (
        f'<section class="game game--{game.name}" aria-labelledby="game-{game.name}">{banner(game)}'
        f'<h3 id="game-{game.name}">{title}</h3>{f"<p>{about}</p>" if about else ""}'
        f'<p class="small">{players}{_rules(w, head, game, title)}</p><div class="quick-start">'
    )
    if game.min_seats == 1:
        out += _quick_form(head, game, name, ["me"], w.say("lobby.solo"), True)
    out += _quick_form(head, game, name, ["me", "bot.medium"], w.say("lobby.bots", n=1), game.min_seats > 1)
    out += _quick_form(head, game, name, ["me", "bot.medium", "bot.medium"], w.say("lobby.bots", n=2), False)
    out += _quick_form(head, game, name, ["me", "friend"], w.say("lobby.friend"), False)
    return out + f"</div>{_full_form(w, head, game, name)}</section>"


def _optional(w: Words, key: str, default: str = "") -> str:
    """A text that a game may lack, escaped for HTML."""
    return escape(w.say(key) if w.has(key) else default)


def _rules(w: Words, head: PageHead, game: Game, title: str) -> str:
    """The link to the page that explains the game, or to its rules. Empty for a game that has neither."""
    page, key = ("howto", "page.howto") if game_view(game).has_howto else ("rules", "lobby.rules")
    if page == "rules" and not rules_text(game.name, w.lang)[0]:
        return ""
    text = escape(w.say(key))
    return f' · <a href="{escape(head.root)}/{page}/{game.name}" aria-label="{text}: {title}">{text}</a>'


def _quick_form(head: PageHead, game: Game, name: str, seats: list[str], text: str, first: bool) -> str:
    """A button that creates a table with one click."""
    fields = _hidden("game", game.name) + _hidden("name", name)
    for i, kind in enumerate(seats):
        fields += _hidden(f"seat.{i + 1}", kind)
    style = "btn btn--main" if first else "btn"
    fields += f'<button class="{style}">{escape(text)}</button>'
    return f'<form method="post" action="{escape(head.root)}/tables" data-salted>{fields}</form>'


def _hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'


def _full_form(w: Words, head: PageHead, game: Game, name: str) -> str:
    """The form with all options."""
    fields = text_field("name", w.say("lobby.name"), name, max_length=30) + _my_choice(w, game)
    seats = "".join(_seat(w, game, i) for i in range(game.max_seats))
    fields += (
        f"<fieldset><legend>{escape(w.say('lobby.seats'))}</legend>{seats}"
        f'<p class="small">{escape(w.say("lobby.seats.help"))}</p></fieldset>'
    )
    options = "".join(_option(w, game, option) for option in game.option_list)
    options += text_field("seed", w.say("lobby.seed"), "", w.say("lobby.seed.help"))
    limits = [(str(minutes or ""), limit_words(w, minutes)) for minutes in LIMITS]
    options += select("limit", w.say("lobby.limit"), limits, "10", w.say("lobby.limit.help"))
    fields += f"<fieldset><legend>{escape(w.say('lobby.options'))}</legend>{options}</fieldset>"
    return (
        f"<details><summary>{escape(w.say('lobby.more'))}</summary>"
        f'<form method="post" action="{escape(head.root)}/tables" class="full-form" data-salted>'
        f"{_hidden('game', game.name)}{with_form_ids(game.name, fields)}"
        f'<button class="btn btn--main">{escape(w.say("lobby.play"))}</button></form></details>'
    )


def _my_choice(w: Words, game: Game) -> str:
    """The field for my colour or character; empty for a game in which players choose none."""
    option = game.seat_option()
    if not option:
        return ""
    text = game_text(game, w)
    values = [(value, text.seat_value(value)) for value in game.seat_values(game.standard_box())]
    return select("choice", choice_label(w, game), [("", w.say("lobby.choice.any")), *values], "")


def _seat(w: Words, game: Game, i: int) -> str:
    """The field for one seat. By default the first seat is mine, and bots fill the usual number of seats."""
    values = [(kind, w.say("lobby.seat." + kind)) for kind in ("me", "friend", "open")]
    for level in LEVELS:
        values.append((f"bot.{level}", w.say("lobby.seat.bot", level=w.say("lobby.level." + level))))
    if i >= game.min_seats:
        values.append(("none", w.say("lobby.seat.none")))
    chosen = "me" if i == 0 else "bot.medium" if i < game.usual_seats else "none"
    return select(f"seat.{i + 1}", w.say("lobby.seat", n=i + 1), values, chosen)


def _option(w: Words, game: Game, option: GameOption) -> str:
    """The field for an option of the game, with its help text."""
    key = f"setting.{game.name}.{option.name}"
    label = w.say(key) if w.has(key) else option.name.replace("_", " ")
    help = w.say(key + ".help") if w.has(key + ".help") else option.help
    name = f"option.{option.name}"
    if not option.usual:
        return text_field(name, label, option.default, help)
    values = [(value, _value(w, key, value)) for value in option.usual]
    return select(name, label, values, option.default, help)


def _value(w: Words, key: str, value: str) -> str:
    if w.has(f"{key}.{value}"):
        return w.say(f"{key}.{value}")
    return w.say("lobby.yes") if value == "on" else w.say("lobby.no") if value == "off" else value


def _import(w: Words, head: PageHead) -> str:
    """The form that imports a record or a position. The script shows the file chooser and reads the file."""
    label = escape(w.say("lobby.import.text"))
    file = escape(w.say("lobby.import.file"))
    return (
        f'<details class="import"><summary>{escape(w.say("lobby.import"))}</summary>'
        f'<form method="post" action="{escape(head.root)}/import">'
        f'<p class="small">{escape(w.say("lobby.import.help"))}</p>'
        f'<p class="field" hidden><label for="import-file">{file}</label>'
        f'<input type="file" id="import-file" accept=".rec,.toml,.txt,text/plain" data-import-file></p>'
        f'<textarea name="text" rows="6" aria-label="{label}" required></textarea>'
        f'<button class="btn">{escape(w.say("lobby.import.do"))}</button></form></details>'
    )


# The logo, drawn on 64 by 64.
SAMOVAR: Final = (
    '<g fill="#c9952c" stroke="#2b2118" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">'
    '<path d="M22 60h20l-3-7H25z"/><path d="M18 21c-5 13 1 27 9 32h10c8-5 14-19 9-32z"/>'
    '<path d="M16 21h32l-3-6H19z"/><path d="M26 15c0-4 3-5 6-5s6 1 6 5z"/><path d="M29 10V5h6v5z"/>'
    '<path fill="none" d="M18 27c-8-1-9 10-1 11M46 27c8-1 9 10 1 11"/>'
    '<path d="M29 42h6v6h-6z"/><path fill="none" d="M32 48v6M28 42h8"/></g>'
    '<path fill="none" stroke="#2b2118" stroke-width="2" stroke-linecap="round" d="M24 27c-2 7 0 14 3 19"/>'
)
