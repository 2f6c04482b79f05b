"""Hidden information: the top card of the automa's deck (S-SOLO-05, S-RULING-93).

The deck lies with the movement sides up. All players see the steps on the top card, but not which card it is
until it is flipped. Everything else is open. When the game is over, the deck is open, too.
"""

from __future__ import annotations

from samovar.games.stroganov.state import Stroganov
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.rng import Rng
from samovar.kernel.state import UNKNOWN


def hide(s: Stroganov) -> None:
    """Put the top card back among the cards that may still come. Its steps stay visible."""
    if s.automa_top > 0 and s.depth > 0:
        s.automa_pile = seen_pile(s)
        s.automa_top = UNKNOWN


def seen_pile(s: Stroganov) -> i64:
    """The cards of the automa that may still come, as players see them: with the top card, until the end."""
    if s.automa_top > 0 and s.depth > 0:
        return cards.plus(s.automa_pile, s.automa_top)
    return s.automa_pile


def deal_unknown(s: Stroganov, rng: Rng) -> None:
    """Deal a random top card with the visible number of steps."""
    if s.automa_top == UNKNOWN:
        found = [n for n in cards.members(s.automa_pile) if s.stock.automa_move[n] == s.automa_steps]
        s.automa_top = found[rng.below(len(found))]
        s.automa_pile = cards.minus(s.automa_pile, s.automa_top)
