"""The conformance laws, which must hold for every game, number of seats and set of options.

``check`` plays random games and checks the laws after every action. Expensive checks run after a random
sample of the actions. Everything follows from the seed: a failure names the seed of its game, and ``check``
with one game and that seed reproduces it. The laws work for any game. docs/design.md, section 4, lists them.

There is one module per law. ``checking`` decides when each is checked.
"""

from samovar.match.laws.checking import LawReport, check
from samovar.match.laws.traces import random_match, trace

__all__ = ["LawReport", "check", "random_match", "trace"]
