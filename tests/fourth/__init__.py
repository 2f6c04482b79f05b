"""Troika, a fourth game in a package of its own: the walk-through of docs/development.md, "Adding a game".

``rules.py``, ``views/``, ``bots.py``, ``terminal.py``, ``envs.py`` and ``docs/`` are its parts. ``bare`` is a
package with one part only, the rules of ``tests/kernel/tiny.py``.
"""
