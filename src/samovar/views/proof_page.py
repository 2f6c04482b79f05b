"""The page that proves the shuffle: the commitment, the players' salts, the seed, and the checks."""

from __future__ import annotations

from html import escape
from typing import Final

from samovar.views.layout import heading, html_page
from samovar.views.view_model import PageHead
from samovar.views.words.words import Words


class ShuffleStatus:
    """The public facts about the shuffle of one table."""

    def __init__(self, base: str, game: str, salts: list[tuple[str, str]]) -> None:
        self.base: Final = base
        self.game: Final = game
        self.salts: Final = salts  # name and salt of each player, by seat
        self.seed_chosen = False  # true if the host chose the seed; then there is nothing to prove
        self.chosen = ""  # the chosen seed, once the game is over
        self.chosen_hash = ""  # its hash, known from the beginning
        self.chosen_text = ""  # the text that was hashed, once the game is over
        self.commit = ""  # the hash that commits the server
        self.hashed = ""  # the hashed text; empty until the game is over
        self.seed = ""
        self.draws = 0  # the number of draws that follow from the seed
        self.faults: list[str] = []


def proof_page(w: Words, head: PageHead, status: ShuffleStatus) -> str:
    """The whole page."""
    title = w.say("proof.title", game=w.say("game." + status.game))
    body = heading(w, head, title, status.base) + '<main class="proof">'
    if status.seed_chosen:
        seed = f" <code>{escape(status.chosen)}</code>" if status.chosen else ""
        body += f"<p>{escape(w.say('proof.chosen'))}{seed}</p>"
        if status.chosen_hash:
            body += f"<p>{escape(w.say('page.seed_hash', what=status.chosen_hash))}</p>"
        if status.chosen_text:
            body += f"<p>{escape(w.say('proof.chosen_text'))}</p><pre>{escape(status.chosen_text)}</pre>"
    elif not status.commit:
        body += f"<p>{escape(w.say('proof.brought'))}</p>"
    else:
        body += _steps(w, status) + _checked(w, status)
    return html_page(w, head, title, body + "</main>")


def _steps(w: Words, status: ShuffleStatus) -> str:
    added = "".join(
        f"<li>{escape(name or w.say('page.open'))}: "
        + (f"<code>{escape(salt)}</code>" if salt else escape(w.say("proof.nothing")))
        + "</li>"
        for name, salt in status.salts
    )
    shows = "proof.shows" if any(salt for _, salt in status.salts) else "proof.alone"
    seed = f"<code>{escape(status.seed)}</code>" if status.seed else escape(w.say("proof.later"))
    return (
        f"<ol><li>{escape(w.say('proof.promise'))}<br><code>{escape(status.commit)}</code></li>"
        f"<li>{escape(w.say('proof.salts'))}<ul>{added}</ul></li>"
        f"<li>{escape(w.say('proof.seed'))}<br>{seed}</li></ol>"
        f"<p>{escape(w.say(shows))}</p>"
    )


def _checked(w: Words, status: ShuffleStatus) -> str:
    """The results of the checks. The script of the page hashes the seed again and fills in its own result."""
    if not status.seed:
        return ""
    lines = "".join(f'<li class="wrong">{escape(fault)}</li>' for fault in status.faults)
    if not status.faults:
        lines = f'<li class="right">{escape(w.say("proof.draws", n=status.draws))}</li>'
    return (
        f"<h2>{escape(w.say('proof.checked'))}</h2>"
        f'<ul class="checked"><li hidden data-hash="{escape(status.hashed)}" '
        f'data-is="{escape(status.commit)}" '
        f'data-right="{escape(w.say("proof.here.right"))}" data-wrong="{escape(w.say("proof.here.wrong"))}">'
        f"</li>{lines}</ul>"
        f"<p>{escape(w.say('proof.yourself'))} <code>samovar verify …</code></p>"
        f'<p><a class="btn" href="{escape(status.base)}/record">{escape(w.say("page.export"))}</a></p>'
    )
