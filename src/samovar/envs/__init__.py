"""Environments for researchers: PettingZoo, Gymnasium (extra ``rl``) and OpenSpiel (extra ``openspiel``).

``aec.makers(GAME)`` makes ``env`` and ``raw_env`` of a game for PettingZoo. The games of this package also
have modules as PettingZoo expects them (``GAME_v1``). ``gym`` registers the names of Gymnasium, ``openspiel``
those of OpenSpiel. docs/environments.md shows how to use them.
"""
