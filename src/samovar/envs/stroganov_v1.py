"""``samovar/stroganov-v1``: Stroganov for PettingZoo. ``env`` is ``raw_env`` with PettingZoo's checks."""

from samovar.envs.aec import env_factories

env, raw_env = env_factories("stroganov")
