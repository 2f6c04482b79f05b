"""The conformance laws: what must hold for every game, number of seats and set of options.

``check`` plays random games and looks for a breach at every action, or at a fixed fraction of them where
looking is dear. Everything follows from the seed: a failure names the seed of its game, and ``check`` with
one game and that seed finds it again. A new game only has to be handed over; nothing here knows any game.
The list of the laws: docs/design.md, section 4.

One module per law; ``checking`` decides when each is looked at.
"""

from samovar.match.laws.checking import Report, check
from samovar.match.laws.traces import random_match, trace

__all__ = ["Report", "check", "random_match", "trace"]
