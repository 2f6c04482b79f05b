"""``samovar/stroganov-v1``: Stroganov for PettingZoo. ``env`` has the usual checks, ``raw_env`` none."""

from samovar.envs.aec import makers

env, raw_env = makers("stroganov")
