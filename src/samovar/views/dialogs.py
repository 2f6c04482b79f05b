"""The dialogs of every page: preferences, keyboard help, command palette. Also the texts of the scripts.

The scripts contain no texts. They read them from the page, in its language.
"""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.views.words.words import Words, language_name, languages

SCRIPT_TEXTS: Final = [
    "your_turn",
    "lost",
    "back",
    "gone",
    "refused",
    "unfair",
    "copied",
    "recap",
    "recap.back",
    "recap.on",
    "recap.pause",
    "recap.play",
    "recap.skip",
    "new",
    "changed",
    "choose",
    "again",
    "end",
    "end.yes",
    "cancel",
    "command.none",
    "close",
]
KEY_HELP: Final[list[tuple[str, str]]] = [
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
    ("1 – 9", "numbers"),
    ("o", "seats"),
    ("← →", "history"),
    ("?", "help"),
]


def dialogs(w: Words) -> str:
    """All dialogs, closed, and the texts of the scripts."""
    return _script_texts(w) + _preferences(w) + _key_help(w) + _command_palette(w)


def _script_texts(w: Words) -> str:
    """The texts of the scripts as data attributes, and the live region for screen readers."""
    words = "".join(
        f' data-{name.replace(".", "-").replace("_", "-")}="{escape(w.say("script." + name))}"'
        for name in SCRIPT_TEXTS
    )
    return f'<div id="phrases" hidden{words}></div><p id="spoken" class="visually-hidden" role="status"></p>'


def _preferences(w: Words) -> str:
    body = _preference_select(w, "theme", ["auto", "light", "dark"])
    names = [(code, escape(language_name(code))) for code in languages()]
    options = "".join(f'<option value="{code}">{name}</option>' for code, name in names)
    body += (
        f'<p class="field"><label for="pref-lang">{escape(w.say("pref.lang"))}</label>'
        f'<select id="pref-lang" data-pref="lang">{options}</select></p>'
    )
    body += _preference_select(w, "size", ["normal", "large", "largest"])
    body += _preference_select(w, "motion", ["auto", "on", "off"])
    body += _preference_select(w, "spoken", ["all", "turn"])
    body += _preference_select(w, "endTurn", ["ask", "auto"])
    body += _preference_select(w, "answers", ["auto", "ask"])
    body += _preference_select(w, "pace", ["slow", "normal", "fast", "instant"])
    for name in ("sound", "confirm", "score", "keys"):
        label = escape(w.say("pref." + name))
        body += (
            f'<p class="field"><label for="pref-{name}">{label}</label>'
            f'<input type="checkbox" id="pref-{name}" data-pref="{name}"></p>'
        )
    return _dialog(w, "preferences", w.say("pref.title"), body)


def _preference_select(w: Words, name: str, values: list[str]) -> str:
    options = "".join(
        f'<option value="{value}">{escape(w.say(f"pref.{name}.{value}"))}</option>' for value in values
    )
    label = escape(w.say("pref." + name))
    return (
        f'<p class="field"><label for="pref-{name}">{label}</label>'
        f'<select id="pref-{name}" data-pref="{name}">{options}</select></p>'
    )


def _key_help(w: Words) -> str:
    rows = "".join(
        f"<dt><kbd>{key}</kbd></dt><dd>{escape(w.say('keys.' + name))}</dd>" for key, name in KEY_HELP
    )
    told = "".join(f"<p>{escape(w.say('keys.' + name))}</p>" for name in ("why", "touch"))
    told += f"<p>{escape(w.say('pay.rule'))}</p>" if w.has("pay.rule") else ""
    return _dialog(w, "keys", w.say("keys.title"), f'<dl class="keys">{rows}</dl>{told}')


def _command_palette(w: Words) -> str:
    label = escape(w.say("script.command"))
    help = escape(w.say("script.command.help"))
    line = (
        f'<input id="command-line" type="text" role="combobox" aria-expanded="true" aria-autocomplete="list" '
        f'aria-controls="command-list" aria-describedby="command-help" autocomplete="off" '
        f'spellcheck="false" aria-label="{label}">'
    )
    found = f'<ul id="command-list" role="listbox" aria-label="{label}"></ul>'
    none = '<p id="command-none" role="status"></p>'
    return _dialog(
        w, "command", w.say("script.command"), f'{line}{found}{none}<p id="command-help">{help}</p>'
    )


def _dialog(w: Words, key: str, title: str, body: str) -> str:
    """A dialog. A form closes it, so it closes without script, too."""
    return (
        f'<dialog id="{key}" class="dialog" aria-labelledby="{key}-title"><h2 id="{key}-title">'
        f'{escape(title)}</h2>{body}<form method="dialog"><button class="btn">{escape(w.say("pref.close"))}'
        f"</button></form></dialog>"
    )
