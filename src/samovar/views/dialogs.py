"""What can open on top of every page: preferences, help, the command line; and the words of the script.

The script says nothing of its own: all it shows stands here, in the language of the page.
"""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.views.words.words import Words, language_name, languages

PHRASES: Final = [
    "your_turn",
    "lost",
    "back",
    "gone",
    "refused",
    "unfair",
    "copied",
    "choose",
    "again",
    "end",
    "end.yes",
    "cancel",
    "command.none",
    "close",
]
KEYS: Final[list[tuple[str, str]]] = [
    ("Tab", "tab"),
    ("← ↑ → ↓", "arrows"),
    ("Enter", "enter"),
    ("Esc", "esc"),
    ("/", "slash"),
    ("u", "u"),
    ("Shift u", "shift_u"),
    ("p", "p"),
    ("e", "e"),
    ("c", "c"),
    ("l", "l"),
    ("s", "s"),
    ("h", "h"),
    ("r", "r"),
    ("n", "n"),
    ("1 – 4", "seats"),
    ("← →", "history"),
    ("?", "help"),
]


def dialogs(w: Words) -> str:
    """All of them, closed."""
    return _phrases(w) + _preferences(w) + _keys(w) + _command(w)


def _phrases(w: Words) -> str:
    """The words of the script, as data."""
    words = "".join(
        f' data-{name.replace(".", "-").replace("_", "-")}="{escape(w.say("script." + name))}"'
        for name in PHRASES
    )
    return f'<div id="phrases" hidden{words}></div><p id="spoken" class="vh" role="status"></p>'


def _preferences(w: Words) -> str:
    body = _choice(w, "theme", ["auto", "light", "dark"])
    names = [(code, escape(language_name(code))) for code in languages()]
    options = "".join(f'<option value="{code}">{name}</option>' for code, name in names)
    body += (
        f'<p class="field"><label for="pref-lang">{escape(w.say("pref.lang"))}</label>'
        f'<select id="pref-lang" data-pref="lang">{options}</select></p>'
    )
    body += _choice(w, "size", ["normal", "large", "largest"])
    body += _choice(w, "motion", ["auto", "on", "off"])
    body += _choice(w, "spoken", ["all", "turn"])
    for name in ("sound", "confirm", "score", "keys"):
        label = escape(w.say("pref." + name))
        body += f'<p class="field"><label><input type="checkbox" data-pref="{name}"> {label}</label></p>'
    return _dialog(w, "preferences", w.say("pref.title"), body)


def _choice(w: Words, name: str, values: list[str]) -> str:
    options = "".join(
        f'<option value="{value}">{escape(w.say(f"pref.{name}.{value}"))}</option>' for value in values
    )
    label = escape(w.say("pref." + name))
    return (
        f'<p class="field"><label for="pref-{name}">{label}</label>'
        f'<select id="pref-{name}" data-pref="{name}">{options}</select></p>'
    )


def _keys(w: Words) -> str:
    rows = "".join(f"<dt><kbd>{key}</kbd></dt><dd>{escape(w.say('keys.' + name))}</dd>" for key, name in KEYS)
    told = "".join(f"<p>{escape(w.say('keys.' + name))}</p>" for name in ("why", "touch"))
    told += f"<p>{escape(w.say('pay.rule'))}</p>" if w.has("pay.rule") else ""
    return _dialog(w, "keys", w.say("keys.title"), f'<dl class="keys">{rows}</dl>{told}')


def _command(w: Words) -> str:
    label = escape(w.say("script.command"))
    help = escape(w.say("script.command.help"))
    line = (
        f'<input id="command-line" type="text" role="combobox" aria-expanded="true" aria-autocomplete="list" '
        f'aria-controls="command-list" aria-describedby="command-help" autocomplete="off" '
        f'spellcheck="false" aria-label="{label}">'
    )
    found = f'<ul id="command-list" role="listbox" aria-label="{label}"></ul>'
    return _dialog(w, "command", w.say("script.command"), f'{line}{found}<p id="command-help">{help}</p>')


def _dialog(w: Words, key: str, title: str, body: str) -> str:
    """A dialog that a form closes, so that it also closes where no script listens."""
    return (
        f'<dialog id="{key}" class="dialog" aria-labelledby="{key}-title"><h2 id="{key}-title">'
        f'{escape(title)}</h2>{body}<form method="dialog"><button class="btn">{escape(w.say("pref.close"))}'
        f"</button></form></dialog>"
    )
