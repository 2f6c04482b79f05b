"""``samovar/catherine-v1``: Catherine for PettingZoo. ``env`` is ``raw_env`` with PettingZoo's checks."""

from samovar.envs.aec import env_factories

env, raw_env = env_factories("catherine")
