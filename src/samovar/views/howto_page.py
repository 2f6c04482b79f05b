"""The page ``/howto/GAME``, and the dialog of a table in which a script shows its content.

Drawings use the sprite of the surrounding page, so the dialog loads only the content.
"""

from __future__ import annotations

from html import escape

from samovar.kernel.game import Game
from samovar.views.layout import html_page
from samovar.views.registry import game_view
from samovar.views.rules_text import rules_text
from samovar.views.svg import icon, sprite
from samovar.views.view_model import PageHead
from samovar.views.words.words import Words


def howto_page(w: Words, head: PageHead, game: Game) -> str:
    """The whole page. For a game without a how-to it contains only the link to the rules."""
    title = howto_title(w, game)
    home = f'<a class="status__home" href="{escape(head.root)}/" title="{escape(w.say("page.home"))}">'
    frieze = '<rect width="100%" height="10" fill="url(#frieze)"/>'
    bar = (
        f'<header class="howto__head">{home}{icon("samovar", "Samovar", "icon--xl")}</a>'
        f'<h1>{escape(title)}</h1><p class="hero__toolbar" data-tools></p>'
        f'<svg class="howto__frieze" aria-hidden="true">{frieze}</svg></header>'
    )
    main = f'<main class="howto-page {escape(game.name)}">{content(w, head, game)}</main>'
    return html_page(w, head, title, sprite(game.name) + bar + main)


def howto_title(w: Words, game: Game) -> str:
    return w.say("howto.title", game=w.say("game." + game.name))


def content(w: Words, head: PageHead, game: Game) -> str:
    """Links to the sections, the search, the sections, the link to the rules."""
    page = game_view(game).howto(w)
    rules = _rules(w, head, game)
    if page is None:
        told = rules or f"<p>{escape(w.say('error.no_rules'))}</p>"
        return f'<div class="howto" id="how">{told}</div>'
    links = "".join(
        f'<a href="#how-{name}">{escape(w.say("howto.jump." + name))}</a>' for name, _ in page.sections
    )
    label = escape(w.say("howto.find"))
    find = (
        f'<p class="howto__find" hidden data-none="{escape(w.say("howto.none"))}" '
        f'data-some="{escape(w.say("howto.some"))}"><input type="text" role="searchbox" id="how-find" '
        f'placeholder="{label}" aria-label="{label}" autocomplete="off" spellcheck="false">'
        f'<span role="status"></span></p>'
    )
    body = "".join(html for _, html in page.sections)
    parts = escape(w.say("howto.parts"))
    bar = f'<div class="howto__bar"><nav aria-label="{parts}">{links}</nav>{find}</div>'
    return f'<div class="howto" id="how">{bar}{body}{rules}</div>'


def _rules(w: Words, head: PageHead, game: Game) -> str:
    if not rules_text(game.name, w.lang)[0]:
        return ""
    where = f"{escape(head.root)}/rules/{escape(game.name)}"
    return f'<p class="howto__rules"><a href="{where}">{escape(w.say("howto.rules"))}</a></p>'


def howto_dialog(w: Words, root: str, game: Game) -> str:
    """The dialog, still empty. Its first button opens the keyboard help on top of it."""
    where = f"{escape(root)}/howto/{escape(game.name)}"
    return (
        f'<dialog id="howto" class="dialog dialog--howto" aria-labelledby="howto-title" data-from="{where}">'
        f'<form method="dialog" class="howto__top"><h2 id="howto-title">{escape(howto_title(w, game))}</h2>'
        f'<button type="button" class="btn" data-opens="keys">{escape(w.say("keys.title"))}</button>'
        f'<button class="btn">{escape(w.say("pref.close"))}</button></form>'
        f'<div class="howto__content {escape(game.name)}" tabindex="0" aria-labelledby="howto-title" '
        f'role="region"><p><a href="{where}">{escape(howto_title(w, game))}</a></p></div></dialog>'
    )
