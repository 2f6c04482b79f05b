"""The page that proves the shuffle: what was promised, who added what, the seed, and what was checked."""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.views.layout import heading, html_page
from samovar.views.view_model import PageHead
from samovar.views.words.words import Words


class Proven:
    """The shuffle of one table, as far as it may be known now."""

    def __init__(self, base: str, game: str, salts: list[tuple[str, str]]) -> None:
        self.base: Final = base
        self.game: Final = game
        self.salts: Final = salts  # name and what they added, by seat
        self.chosen = ""  # the seed that somebody chose: nothing is hidden and nothing to prove
        self.commit = ""  # what the server is bound by
        self.hashed = ""  # what that is the hash of; only when the game is over
        self.seed = ""
        self.draws = 0  # how many follow from the seed
        self.faults: list[str] = []


def proof_page(w: Words, head: PageHead, proven: Proven) -> str:
    """The whole page."""
    title = w.say("proof.title", game=w.say("game." + proven.game))
    body = heading(w, head, title, proven.base) + '<main class="proof">'
    if proven.chosen:
        body += f"<p>{escape(w.say('proof.chosen', seed=proven.chosen))}</p>"
    elif not proven.commit:
        body += f"<p>{escape(w.say('proof.brought'))}</p>"
    else:
        body += _steps(w, proven) + _checked(w, proven)
    return html_page(w, head, title, body + "</main>")


def _steps(w: Words, proven: Proven) -> str:
    added = "".join(
        f"<li>{escape(name or w.say('page.open'))}: "
        + (f"<code>{escape(salt)}</code>" if salt else escape(w.say("proof.nothing")))
        + "</li>"
        for name, salt in proven.salts
    )
    shows = "proof.shows" if any(salt for _, salt in proven.salts) else "proof.alone"
    seed = f"<code>{escape(proven.seed)}</code>" if proven.seed else escape(w.say("proof.later"))
    return (
        f"<ol><li>{escape(w.say('proof.promise'))}<br><code>{escape(proven.commit)}</code></li>"
        f"<li>{escape(w.say('proof.salts'))}<ul>{added}</ul></li>"
        f"<li>{escape(w.say('proof.seed'))}<br>{seed}</li></ol>"
        f"<p>{escape(w.say(shows))}</p>"
    )


def _checked(w: Words, proven: Proven) -> str:
    """What was checked. The script of the page hashes the seed once more and fills in what it finds."""
    if not proven.seed:
        return ""
    lines = "".join(f'<li class="wrong">{escape(fault)}</li>' for fault in proven.faults)
    if not proven.faults:
        lines = f'<li class="right">{escape(w.say("proof.draws", n=proven.draws))}</li>'
    return (
        f"<h2>{escape(w.say('proof.checked'))}</h2>"
        f'<ul class="checked"><li hidden data-hash="{escape(proven.hashed)}" '
        f'data-is="{escape(proven.commit)}" '
        f'data-right="{escape(w.say("proof.here.right"))}" data-wrong="{escape(w.say("proof.here.wrong"))}">'
        f"</li>{lines}</ul>"
        f"<p>{escape(w.say('proof.yourself'))} <code>samovar verify …</code></p>"
        f'<p><a class="btn" href="{escape(proven.base)}/record">{escape(w.say("page.export"))}</a></p>'
    )
