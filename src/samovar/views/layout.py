"""The layout of all pages except the table: the HTML document, its heading, and the fields of forms."""

from __future__ import annotations

from html import escape

from samovar.views.dialogs import dialogs
from samovar.views.view_model import PageHead
from samovar.views.words.words import Words


def html_page(w: Words, head: PageHead, title: str, body: str) -> str:
    """The whole HTML document around a body."""
    theme = f' data-theme="{escape(head.theme)}"' if head.theme else ""
    icon = f'<link rel="icon" href="{escape(head.icon)}" type="image/svg+xml">' if head.icon else ""
    styles = "".join(f'<link rel="stylesheet" href="{escape(address)}">' for address in head.styles)
    scripts = "".join(f'<script type="module" src="{escape(address)}"></script>' for address in head.scripts)
    return (
        f'<!doctype html>\n<html lang="{w.lang}"{theme}><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f'{icon}{styles}{scripts}</head><body class="page">{body}{dialogs(w)}</body></html>'
    )


def heading(w: Words, head: PageHead, title: str, base: str = "", about: str = "") -> str:
    """The top of a page: a link back to the table at ``base`` or else to the lobby, the title, and one
    sentence about it.
    """
    back = w.say("page.back_to_table" if base else "rules.back")
    told = f"<p>{escape(about)}</p>" if about else ""
    where = escape(base or head.root + "/")
    return (
        f'<header class="hero hero--small"><div><p><a href="{where}">{escape(back)}</a></p>'
        f'<h1>{escape(title)}</h1>{told}</div><p class="hero__toolbar" data-tools></p></header>'
    )


def select(name: str, label: str, values: list[tuple[str, str]], chosen: str, help: str = "") -> str:
    """A ``select`` element with its label and help text."""
    key = name.replace(".", "-")
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in values
    )
    return _field(key, label, f'<select id="KEY" name="{escape(name)}"DESCRIBED>{options}</select>', help)


def text_field(name: str, label: str, value: str, help: str = "", max_length: int = 40) -> str:
    """A text input with its label and help text."""
    key = name.replace(".", "-")
    line = (
        f'<input id="KEY" name="{escape(name)}" value="{escape(value)}" maxlength="{max_length}" '
        f'autocomplete="off"DESCRIBED>'
    )
    return _field(key, label, line, help)


def _field(key: str, label: str, control: str, help: str) -> str:
    """A form control with its label. ``with_form_ids`` replaces FORM in the ids by the name of the form,
    because one page has forms of several games.
    """
    described = f' aria-describedby="help-FORM-{key}"' if help else ""
    told = f'<small id="help-FORM-{key}">{escape(help)}</small>' if help else ""
    filled = control.replace("KEY", f"FORM-{key}").replace("DESCRIBED", described)
    return f'<p class="field"><label for="FORM-{key}">{escape(label)}</label>{filled}{told}</p>'


def with_form_ids(form: str, fields: str) -> str:
    """The fields of one form, with ids that are unique on the page."""
    return fields.replace("FORM-", form + "-")
