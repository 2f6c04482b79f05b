"""Environments for researchers: PettingZoo, Gymnasium (extra ``rl``) and OpenSpiel (extra ``openspiel``).

``stroganov_v1``, ``catherine_v1`` and ``tundra_v1`` are modules as PettingZoo expects them; ``gym`` registers
the names of Gymnasium, ``openspiel`` those of OpenSpiel. docs/environments.md shows how to use them.
"""
