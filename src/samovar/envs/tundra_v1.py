"""``samovar/tundra-v1``: Tundra for PettingZoo. ``env`` has the usual checks, ``raw_env`` none."""

from samovar.envs.aec import makers

env, raw_env = makers("tundra")
