"""The context that all regions of a page are rendered from, and the targets that options hang on.

Every drawn thing that an option belongs to is a target. Its attributes tell the script and the reader:

``data-act="move.2"``            the one option that hangs on it
``data-prefix="left.1 claim.7"`` several do: their tokens, with a blank between
``data-help``                    lines for the help card: the first is the title, the others begin with a mark
                                 and a bar ("yes|…" can be done, "no|…" cannot and why, "|…" plain)

All options also stand in the list ``#choices``, so that clicks, keys, typed words and forms walk one list.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.game import AUXILIARY
from samovar.kernel.state import NATURE
from samovar.kernel.step import Refusal
from samovar.views.art import esc, group, num, path, rect
from samovar.views.game_text import GameText
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
        self.refused: Final[dict[int, Refusal]] = {refusal.action: refusal for refusal in model.refusals}
        self._options: Final[dict[int, str]] = {}  # sentences that were said already
        self._heads: Final[dict[int, str]] = {}
        # The player whose area is shown: the viewer, or for a spectator the one who decides.
        deciding = [p for p in model.actors if p != NATURE]
        self.me: Final = model.seat if model.seat >= 0 else deciding[0] if deciding else 0

    def say(self, key: str, n: int = 0, who: str = "", what: str = "") -> str:
        """A sentence of the pages, ready for HTML."""
        return esc(self.w.say(key, n=n, who=who, what=what))

    def option(self, action: int) -> str:
        """An option with its price and what it brings."""
        if action not in self._options:
            self._options[action] = self.text.option(self.model.view, self.me, action)
        return self._options[action]

    def head(self, action: int) -> str:
        """An action by name."""
        if action not in self._heads:
            self._heads[action] = self.text.head(self.model.view, self.me, action)
        return self._heads[action]

    def locked(self, action: int) -> bool:
        """Whether this option cannot be undone."""
        return self.legal.get(action, "") in self.model.irreversible

    def chosen(self, actions: list[int]) -> list[int]:
        """Those of these actions that are legal now."""
        return [action for action in actions if action in self.legal]

    def verdicts(self, actions: list[int], told: bool = False) -> list[str]:
        """What can be done with a thing, and what cannot and why, as lines of its help. ``told``: its other
        lines tell what the thing does.
        """
        lines: list[str] = []
        for action in actions:
            if action in self.legal:
                lock = ". " + self.w.say("page.locked") if self.locked(action) else ""
                verdict = self.text.verdict(self.model.view, self.me, action) if told else self.option(action)
                lines.append("yes|" + verdict + lock)
            elif action in self.refused:
                found = self.refused[action]
                lines.append(f"no|{self.head(action)}: {self.text.refusal(found.reason, found.rule)}")
        return lines

    def spot(
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
    ) -> str:
        """A thing that can be looked at and perhaps chosen. ``key`` makes its id; ``label`` is its name for
        those who hear the page; ``help`` are more lines of its help; ``halo`` is drawn on top if it is legal.
        ``flip`` names the thing itself, so that it can be seen travelling when it lies elsewhere;
        ``over`` is drawn last: a price, a number; ``then`` are lines of help below what can be done.
        """
        legal = self.chosen(actions)
        state, act, role, tab = "", "", "img", "-1"
        name = capital(label)
        if legal:
            role, tab = "button", "0"
            waits = self.model.seat not in self.model.actors  # has chosen, and may still change it
            auxiliary = waits or all(action >> 8 >= AUXILIARY for action in legal)
            state = " is-aux" if auxiliary else " is-legal"
            if len(legal) == 1:
                act = f' data-act="{self.legal[legal[0]]}"'
                told = self.option(legal[0])
                name = told if told.startswith(name) else f"{name}. {told}"
            else:
                act = f' data-prefix="{" ".join(self.legal[action] for action in legal)}"'
                name = f"{name}. " + "; ".join(self.option(action) for action in legal)
            body += halo
        body += over
        lines = [capital(label), *("|" + line for line in help), *self.verdicts(actions, told=True)]
        lines += ["|" + line for line in then or []]
        about = esc("\n".join(lines))
        act += f' data-flip="{flip}"' if flip else ""
        return (
            f'<g id="at-{key}" class="target{state}{" " + cls if cls else ""}" tabindex="{tab}" '
            f'role="{role}" aria-label="{esc(name)}"{act} data-help="{about}">{body}</g>'
        )

    def button(self, action: int, content: str, cls: str, label: str = "") -> str:
        """An option as a button of the page; without script it is sent by its form."""
        token = self.legal[action]
        name = label or self.option(action)
        told = esc("\n".join([capital(self.head(action)), *self.verdicts([action])]))
        return (
            f'<button type="submit" name="token" value="{token}" form="choices" class="{cls}" '
            f'data-act="{token}" aria-label="{esc(name)}" data-help="{told}">{content}</button>'
        )


def halo(x: float, y: float, w: float, h: float, r: float = 5.0, grow: float = 0.0) -> str:
    """The glow around something legal, on a line of ink."""
    inner = (x + 1 - grow, y + 1 - grow, w - 2 + 2 * grow, h - 2 + 2 * grow)
    one = rect(inner[0], inner[1], inner[2], inner[3], r, "halo-ink")
    return one + rect(inner[0], inner[1], inner[2], inner[3], r, "halo")


def check(x: float, y: float) -> str:
    """The mark of something selected or proposed."""
    mark = path(f"M{num(x - 5)} {num(y)}l3.5 3.5 6.5-7", "check-mark")
    return group(f'<circle cx="{num(x)}" cy="{num(y)}" r="9" class="check"/>' + mark)
