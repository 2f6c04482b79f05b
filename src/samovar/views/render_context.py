"""The context that all regions of a page are rendered from, and the targets that offer options.

Every drawn thing that offers options is a target. Its attributes are for the scripts:

``data-act="move.2"``            the token of its only option
``data-prefix="left.1 claim.7"`` the tokens of its options if there are several, separated by spaces
``data-pick="pay.ea31"``         a thing that is picked together with others, in any order (``data-picks``)
``data-drawn="1a2b3c4d"``        a hash of the drawing without its options, to find what has changed
``data-help``                    the lines of its help card: first the title, then lines that begin with a
                                 mark and a bar ("yes|…" is legal, "no|…" is refused, "|…" is plain)

The list ``#choices`` contains all options, too. Clicks, keys, the command palette and forms all use that
list.
"""

from __future__ import annotations

from typing import Final
from zlib import crc32

from samovar.kernel.game import FIRST_AUXILIARY_VERB
from samovar.kernel.notation import SEPARATOR
from samovar.kernel.state import NATURE
from samovar.kernel.step import Refusal
from samovar.views.game_text import GameText
from samovar.views.svg import esc, group, num, path, rect
from samovar.views.view_model import ViewModel
from samovar.views.words.words import capital


class RenderContext:
    """A view model with the names, colours, legal and refused actions that every region needs."""

    def __init__(self, model: ViewModel, text: GameText, others: list[GameText]) -> None:
        """``others``: the sentences in all other languages."""
        self.model: Final = model
        self.w: Final = model.words
        self.text: Final = text
        self.others: Final = others
        seats = [info.name or model.words.say("page.open") for info in model.seats]
        self.names: Final = self.text.names(model.view, seats)
        self.colours: Final = self.text.colours(model.view)
        self.legal: Final[dict[int, str]] = {}  # action to token
        notation = model.view.box.notation
        for token in model.options:
            self.legal[notation.parse(token)] = token
        # Targets that answer several questions with one click: action to the tokens of all answers.
        self.further: Final[dict[int, str]] = {}
        # Targets that are picked together: their actions, and the tokens of all answers.
        self.picks: Final[list[tuple[list[int], str]]] = []
        for shortcut in model.shortcuts:
            token = SEPARATOR.join(notation.token(action) for action in shortcut.actions)
            if len(shortcut.picks) > 1:
                self.picks.append((shortcut.picks, token))
            elif shortcut.picks[0] not in self.legal:
                self.further[shortcut.picks[0]] = token
        self.refused: Final[dict[int, Refusal]] = {refusal.action: refusal for refusal in model.refusals}
        self._options: Final[dict[int, str]] = {}  # option texts by action, made once
        self._action_names: Final[dict[int, str]] = {}
        # The player whose area is shown: the viewer, or for a spectator the chosen or deciding player.
        deciding = [p for p in model.actors if p != NATURE]
        watched = model.watched if 0 <= model.watched < len(model.seats) else deciding[0] if deciding else 0
        self.me: Final = model.seat if model.seat >= 0 else watched

    def shield_points(self, p: int, vp: int) -> int:
        """The points on a player's shield: ``vp`` while the game is running, then the final total."""
        totals = [score.total for score in self.model.scores if score.seat == p]
        return totals[0] if self.model.over and totals else vp

    def say(self, key: str, n: int = 0, who: str = "", what: str = "") -> str:
        """The text of a key, escaped for HTML."""
        return esc(self.w.say(key, n=n, who=who, what=what))

    def own(self, key: str) -> str:
        """The heading of a part of the shown area: "My furs", for a spectator with the player's name."""
        if self.model.seat == self.me:
            return self.w.say(key)
        return self.w.say(key + ".theirs", who=self.names[self.me])

    def option(self, action: int) -> str:
        """An option with its price and its effect."""
        if action not in self._options:
            self._options[action] = self.text.option(self.model.view, self.me, action)
        return self._options[action]

    def spoken_option(self, action: int) -> str:
        """An option for screen readers, which cannot see the lock on it."""
        lock = [self.w.say("page.locked")] if self.is_irreversible(action) else []
        return sentence_of([self.option(action), *lock])

    def action_name(self, action: int) -> str:
        """The name of an action."""
        if action not in self._action_names:
            self._action_names[action] = self.text.action_name(self.model.view, self.me, action)
        return self._action_names[action]

    def is_irreversible(self, action: int) -> bool:
        """True if this option cannot be undone."""
        return self.token(action) in self.model.irreversible

    def token(self, action: int) -> str:
        """The token, or tokens, with which a click on a thing plays this action; empty if it is refused."""
        return self.legal.get(action) or self.further.get(action, "")

    def legal_among(self, actions: list[int]) -> list[int]:
        """The actions among these that are legal now."""
        return [action for action in actions if self.token(action)]

    def action_help(self, actions: list[int], told: bool = False) -> list[str]:
        """The help lines for these actions: the legal ones, and the refused ones with the reason. ``told``:
        other lines of the help say the effect already.
        """
        lines: list[str] = []
        for action in actions:
            if self.token(action):
                verdict = (
                    self.text.option_in_help(self.model.view, self.me, action)
                    if told
                    else self.option(action)
                )
                lock = [self.w.say("page.locked")] if self.is_irreversible(action) else []
                lines.append("yes|" + sentence_of([verdict, *lock]))
            elif action in self.refused:
                found = self.refused[action]
                lines.append(
                    f"no|{self.action_name(action)}: {self.text.refusal_of(self.model.view, self.me, found)}"
                )
        return lines

    def picked_actions(self, verb: int) -> set[int]:
        """The actions of this verb that are picked together with others of the same verb."""
        return {a for marks, _ in self.picks if all(m >> 8 == verb for m in marks) for a in marks}

    def picks_attribute(self, verb: int) -> str:
        """The attribute ``data-picks``: each set of things that are picked together, and its decision."""
        token = self.model.view.box.notation.token
        sets = [
            " ".join(token(action) for action in marks) + "=" + played
            for marks, played in self.picks
            if all(action >> 8 == verb for action in marks)
        ]
        return f' data-picks="{esc(";".join(sets))}"' if sets else ""

    def shortcut_target(self, key: str, body: str, label: str, token: str, help: list[str], cls: str) -> str:
        """A drawn thing that answers several questions at once."""
        lock = ["no|" + self.w.say("page.locked")] if token in self.model.irreversible else []
        about = esc("\n".join([capital(label), *("|" + line for line in help), *lock]))
        return (
            f'<g id="at-{key}" class="target is-legal {cls}" tabindex="0" role="button" '
            f'aria-label="{esc(label)}" data-act="{token}" data-help="{about}">{body}</g>'
        )

    def target(
        self,
        key: str,
        body: str,
        label: str,
        actions: list[int],
        help: list[str],
        cls: str = "",
        halo: str = "",
        flip: str = "",
        over: str = "",
        then: list[str] | None = None,
        pick: int = -1,
        state: list[str] | None = None,
    ) -> str:
        """A drawn thing with a help card and perhaps with options.

        ``key``: its id without "at-". ``label``: its name. ``state``: what the drawing shows, as the first
        help lines and after the name for screen readers. ``help``: help lines before those of the actions,
        ``then``: help lines after them. ``halo``: drawn on top if an action is legal. ``over``: drawn last,
        for example a price. ``flip``: a name that stays the same when the thing moves, for the animation.
        ``pick``: the action with which it is picked together with others.
        """
        legal = self.legal_among(actions)
        look, act, role, tab = "", "", "img", "-1"
        shown = state or []
        name = sentence_of([capital(label), *shown])
        drawn = drawing_hash(body, shown)
        if pick >= 0:
            role, tab, look = "button", "0", " is-legal"
            act = f' data-pick="{self.model.view.box.notation.token(pick)}" aria-pressed="false"'
            body += halo
        elif legal:
            role, tab = "button", "0"
            waits = self.model.seat not in self.model.actors  # has decided, but may change the decision
            auxiliary = waits or all(action >> 8 >= FIRST_AUXILIARY_VERB for action in legal)
            look = " is-auxiliary" if auxiliary else " is-legal"
            if len(legal) == 1:
                act = f' data-act="{self.token(legal[0])}"'
                told = self.spoken_option(legal[0])
                name = told if told.startswith(name) else sentence_of([name, told])
            else:
                act = f' data-prefix="{" ".join(self.token(action) for action in legal)}"'
                name = sentence_of([name, "; ".join(self.spoken_option(action) for action in legal)])
            body += halo
        body += over
        facts = ["|" + line for line in [*shown, *help]]
        lines = [capital(label), *facts, *self.action_help(actions, told=True)]
        lines += ["|" + line for line in then or []]
        about = esc("\n".join(lines))
        act += f' data-flip="{flip}"' if flip else ""
        return (
            f'<g id="at-{key}" class="target{look}{" " + cls if cls else ""}" tabindex="{tab}" '
            f'role="{role}" aria-label="{esc(name)}"{act} data-drawn="{drawn}" data-help="{about}">{body}</g>'
        )

    def button(self, action: int, content: str, cls: str, label: str = "") -> str:
        """The button of an option. Without script the form ``choices`` submits it."""
        token = self.legal[action]
        name = label or self.spoken_option(action)
        told = esc("\n".join([capital(self.action_name(action)), *self.action_help([action])]))
        return (
            f'<button type="submit" name="token" value="{token}" form="choices" class="{cls}" '
            f'data-act="{token}" aria-label="{esc(name)}" data-help="{told}">{content}</button>'
        )


def drawing_hash(body: str, state: list[str]) -> str:
    """A hash of what a drawing shows, without the options that it offers: of its state in words if it has
    any, or else of the drawing.
    """
    return f"{crc32((' '.join(state) or body).encode()):x}"


def sentence_of(parts: list[str]) -> str:
    """The parts joined to one text, with a full stop between two parts and never two of them."""
    out = ""
    for part in parts:
        if not part:
            continue
        if out:
            out += " " if out[-1] in ".!?:…" else ". "
        out += part
    return out


def halo(x: float, y: float, w: float, h: float, r: float = 5.0, grow: float = 0.0) -> str:
    """The glowing outline of a legal target, on a dark outline."""
    inner = (x + 1 - grow, y + 1 - grow, w - 2 + 2 * grow, h - 2 + 2 * grow)
    one = rect(inner[0], inner[1], inner[2], inner[3], r, "halo-ink")
    return one + rect(inner[0], inner[1], inner[2], inner[3], r, "halo")


def check_mark(x: float, y: float) -> str:
    """The check mark on something selected or proposed."""
    mark = path(f"M{num(x - 5)} {num(y)}l3.5 3.5 6.5-7", "check-mark")
    return group(f'<circle cx="{num(x)}" cy="{num(y)}" r="9" class="check"/>' + mark)
