"""The page of a table: its regions for one viewer, and the whole document around them.

``regions`` returns every region by its id; the server sends those that changed. A region whose element is
drawn inside another drawing (``tile-7``, ``region-2``, ``pieces``) is a group of SVG. ``document`` renders
the page for the first visit. It works without script: one plain form holds all options.
"""

from __future__ import annotations

from typing import Final

from samovar.views.art import esc, icon, sprite
from samovar.views.dialogs import dialogs
from samovar.views.game_page import NavLink
from samovar.views.registry import game_view, render_context
from samovar.views.render_context import RenderContext
from samovar.views.view_model import PageHead, ViewModel

MAX_MOVEMENTS: Final = 8  # in one update: more would only flicker
TABS: Final = ["choices", "log", "score", "chat", "more"]


def regions(model: ViewModel) -> dict[str, str]:
    """Every region of the page by its id."""
    return game_view(model.game).page(render_context(model)).regions()


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


def document(model: ViewModel, head: PageHead, drawn: dict[str, str] | None = None) -> str:
    """The whole page. ``drawn``: its regions, where they have been drawn already."""
    context = render_context(model)
    page = game_view(model.game).page(context)
    found = page.regions() if drawn is None else drawn
    board, me, seats = page.place(found)
    body = (
        f"{sprite(model.game.name)}{header(context, found)}"
        f'<main class="board" id="board">{board}</main>{me}'
        f'<aside class="side" id="side"><div class="seats" id="players">{seats}</div>{found["race"]}'
        f"{panels(context, found)}</aside>{nav_links(context, page.nav_links())}"
    )
    return whole(context, head, f'<div class="table {esc(model.game.name)}">{body}</div>{dialogs(context.w)}')


def whole(context: RenderContext, head: PageHead, body: str) -> str:
    """A document around a body."""
    title = esc(head.title or f"{context.w.say('game.' + context.model.game.name)} – Samovar")
    theme = f' data-theme="{head.theme}"' if head.theme else ""
    links = "".join(f'<link rel="stylesheet" href="{esc(style)}">' for style in head.styles)
    links += f'<link rel="icon" href="{esc(head.icon)}">' if head.icon else ""
    links += "".join(f'<script type="module" src="{esc(script)}"></script>' for script in head.scripts)
    model = context.model
    data = f'data-game="{model.game.name}" data-base="{esc(model.base)}" data-seq="{model.seq}"'
    data += f' data-seat="{model.seat}"' + (" data-replay" if model.replay else "")
    return (
        f'<!doctype html>\n<html lang="{context.w.lang}"{theme}><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">'
        f"<title>{title}</title>{links}</head><body {data}>{body}</body></html>"
    )


def header(context: RenderContext, found: dict[str, str]) -> str:
    """The bar at the top: who is asked what, the actions, undo."""
    samovar = icon("samovar", "Samovar", "i-xl")
    home = f'href="{context.model.root}/" title="{context.say("page.home")}"'
    crest = f'<a class="status__crest" {home}>{samovar}</a>'
    frieze = '<rect width="100%" height="10" fill="url(#frieze)"/>'
    frieze = f'<svg class="status__frieze" aria-hidden="true">{frieze}</svg>'
    name = context.say("game." + context.model.game.name)
    return (
        f'<header class="status" id="status"><h1 class="vh">{name}</h1>{crest}'
        f"{found['say']}{found['acts']}{found['turn']}{frieze}</header>"
    )


def panels(context: RenderContext, found: dict[str, str]) -> str:
    """The list of options, the log, the points and the chat: one of them is shown. Works without script."""
    tabs, sheets = "", ""
    for name in TABS:
        checked = " checked" if name == "log" else ""
        tabs += f'<input type="radio" name="panel" id="tab-{name}" class="vh"{checked}>'
        word = context.say("page." + name)
        label = icon("menu") + f'<span class="vh">{word}</span>' if name == "more" else word
        tabs += f'<label for="tab-{name}" class="tabbtn">{label}</label>'
        more = say_something(context) if name == "chat" else ""
        sheets += f'<div class="sheet sheet--{name}" id="sheet-{name}" tabindex="0">{found[name]}{more}</div>'
    online = (
        '<span class="log__conn" id="online"><span data-tools></span><span class="presence"></span></span>'
    )
    return (
        f'<section class="panel log" id="panels" aria-label="{context.say("page.panels")}">'
        f'<div class="log__tabs">{tabs}{online}{sheets}</div></section>'
    )


def say_something(context: RenderContext) -> str:
    if not context.model.base:
        return ""
    return (
        f'<form method="post" action="{context.model.base}/chat" class="chatform">'
        f'<label class="vh" for="chat-text">{context.say("page.chat_say")}</label>'
        f'<input id="chat-text" name="text" maxlength="500" autocomplete="off" required>'
        f'<button class="btn">{context.say("page.chat_send")}</button></form>'
    )


def nav_links(context: RenderContext, parts: list[NavLink]) -> str:
    """The navigation bar of a phone, with links to the parts of the page."""
    links = "".join(f'<a href="#{target}">{icon(ref)}{context.say(key)}</a>' for ref, target, key in parts)
    colour = context.colours[context.me]
    return f'<nav class="tabs only-phone p-{colour}" aria-label="{context.say("page.jump")}">{links}</nav>'
