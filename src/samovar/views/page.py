"""The page of a table: its regions for one viewer, and the whole document around them.

``regions`` returns every region by its id, and the server sends those that changed. A region inside a drawing
(``tile-7``, ``region-2``, ``pieces``) is an SVG group. ``document`` renders the page for the first visit. It
works without script, because one plain form holds all options.
"""

from __future__ import annotations

from typing import Final

from samovar.views.dialogs import dialogs
from samovar.views.game_page import NavLink
from samovar.views.howto_page import howto_dialog
from samovar.views.registry import game_view, render_context
from samovar.views.render_context import RenderContext
from samovar.views.replay_controls import replay_buttons, replay_status, timeline
from samovar.views.svg import esc, icon, sprite
from samovar.views.view_model import PageHead, ViewModel

MAX_MOVEMENTS: Final = 8  # in one update; more would flicker
TABS: Final = ["choices", "log", "score", "chat", "more"]


def regions(model: ViewModel) -> dict[str, str]:
    """Every region of the page by its id."""
    context = render_context(model)
    found = game_view(model.game).page(context).regions()
    if model.replay and model.base:
        found["say"] = replay_status(context)
        found["acts"] = timeline(context)
        found["turn"] = replay_buttons(context)
    return found


def movements(model: ViewModel, since: int) -> list[tuple[str, str]]:
    """The animations for the events after the first ``since`` log entries: each from one element id to
    another.
    """
    movement = game_view(model.game).movement
    found: list[tuple[str, str]] = []
    for line in model.lines:
        for event in line.events if line.number > since else []:
            way = movement(event)
            if way is not None and way not in found:
                found.append(way)
    return found[-MAX_MOVEMENTS:]


def document(
    model: ViewModel, head: PageHead, drawn: dict[str, str] | None = None, original: str = ""
) -> str:
    """The whole page. ``drawn``: its regions, if they were rendered already. ``original``: the URL of the
    table that this one was forked from, if this viewer has rights there.
    """
    context = render_context(model)
    page = game_view(model.game).page(context)
    found = regions(model) if drawn is None else drawn
    board, me, seats = page.arrange(found)
    body = (
        f"{sprite(model.game.name)}{status_bar(context, found, original)}"
        f'<main class="board" id="board">{board}</main>{me}'
        f'<aside class="side" id="side"><div class="seats" id="players">{seats}</div>{found["race"]}'
        f"{panels(context, found)}</aside>{nav_links(context, page.nav_links())}{found['moment']}"
    )
    shown = f'<div class="table {esc(model.game.name)}">{body}</div>{dialogs(context.w)}'
    return html_document(context, head, shown + howto_dialog(context.w, model.root, model.game))


def html_document(context: RenderContext, head: PageHead, body: str) -> str:
    """The HTML document around a body."""
    title = esc(head.title or f"{context.w.say('game.' + context.model.game.name)} – Samovar")
    theme = f' data-theme="{head.theme}"' if head.theme else ""
    links = "".join(f'<link rel="stylesheet" href="{esc(style)}">' for style in head.styles)
    links += f'<link rel="icon" href="{esc(head.icon)}">' if head.icon else ""
    links += "".join(f'<script type="module" src="{esc(script)}"></script>' for script in head.scripts)
    model = context.model
    data = f'data-game="{model.game.name}" data-base="{esc(model.base)}" data-seq="{model.seq}"'
    data += f' data-seat="{model.seat}"' + (" data-replay" if model.replay else "")
    data += f' data-watch="{model.watched}"' if model.watched >= 0 else ""
    return (
        f'<!doctype html>\n<html lang="{context.w.lang}"{theme}><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">'
        f"<title>{title}</title>{links}</head><body {data}>{body}</body></html>"
    )


def fork_mark(context: RenderContext, original: str) -> str:
    """The mark of a forked table, which leads back to the original one if its URL is given."""
    if not context.model.fork:
        return ""
    content = f"{icon('fork')}<span>{context.say('page.is_fork')}</span>"
    if not original:
        return f'<span class="fork-mark" title="{context.say("page.fork_help")}">{content}</span>'
    return (
        f'<a class="fork-mark" href="{esc(original)}" title="{context.say("page.fork_back")}">{content}</a>'
    )


def status_bar(context: RenderContext, found: dict[str, str], original: str = "") -> str:
    """The bar at the top: question, actions, undo."""
    samovar = icon("samovar", "Samovar", "icon--xl")
    home = f'href="{context.model.root}/" title="{context.say("page.home")}"'
    crest = f'<a class="status__home" {home}>{samovar}</a>'
    frieze = '<rect width="100%" height="10" fill="url(#frieze)"/>'
    frieze = f'<svg class="status__frieze" aria-hidden="true">{frieze}</svg>'
    name = context.say("game." + context.model.game.name)
    return (
        f'<header class="status" id="status"><h1 class="visually-hidden">{name}</h1>{crest}'
        f"{fork_mark(context, original)}"
        f"{found['say']}{found['acts']}{found['turn']}{frieze}</header>"
    )


def panels(context: RenderContext, found: dict[str, str]) -> str:
    """The tabs with options, log, points, chat and more. Radio buttons show one of them, without script."""
    tabs, sheets = "", ""
    for name in TABS:
        checked = " checked" if name == "log" else ""
        tabs += f'<input type="radio" name="panel" id="tab-{name}" class="visually-hidden"{checked}>'
        word = context.say("page." + name)
        label = icon("menu") + f'<span class="visually-hidden">{word}</span>' if name == "more" else word
        tabs += f'<label for="tab-{name}" class="tab-button">{label}</label>'
        more = chat_form(context) if name == "chat" else ""
        sheets += f'<div class="sheet sheet--{name}" id="sheet-{name}" tabindex="0">{found[name]}{more}</div>'
    online = (
        '<span class="log__connection" id="online"><span data-tools></span>'
        '<span class="presence"></span></span>'
    )
    return (
        f'<section class="panel log" id="panels" aria-label="{context.say("page.panels")}">'
        f'<div class="log__tabs">{tabs}{online}{sheets}</div></section>'
    )


def chat_form(context: RenderContext) -> str:
    if not context.model.base:
        return ""
    return (
        f'<form method="post" action="{context.model.base}/chat" class="chat-form">'
        f'<label class="visually-hidden" for="chat-text">{context.say("page.chat_say")}</label>'
        f'<input id="chat-text" name="text" maxlength="500" autocomplete="off" required>'
        f'<button class="btn">{context.say("page.chat_send")}</button></form>'
    )


def nav_links(context: RenderContext, parts: list[NavLink]) -> str:
    """The navigation bar of a phone, with links to the parts of the page."""
    links = ""
    for ref, target, key in parts:
        watched = key == "page.jump_me" and context.model.seat < 0
        label = esc(context.names[context.me]) if watched else context.say(key)
        links += f'<a href="#{target}">{icon(ref)}{label}</a>'
    colour = context.colours[context.me]
    return (
        f'<nav class="phone-nav only-phone p-{colour}" aria-label="{context.say("page.jump")}">{links}</nav>'
    )
