"""Compute the share of each game's component file that is reconstructed: ``python tools/provenance.py``.

A value is a number, a text or a switch of ``components.toml``. Remarks and provenance are left out. The table
around it names its origin: ``source`` for all values, ``KEY_source`` for one of them. ``fixed`` and
``reconstructed_fields`` name values that differ from ``source``. If an entry mixes origins without
saying more, ``source`` names the weaker one. So the share of reconstructed values is an upper bound.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

GAMES = Path(__file__).resolve().parent.parent / "src" / "samovar" / "games"
RECONSTRUCTED = "reconstructed"
ORIGINS = ("rulebook", "public", RECONSTRUCTED)
REMARKS = {"source", "where", "note", "fixed", "reconstructed_fields"}
COVERED = {"effect": ("effect", "reward")}  # the fields whose origin KEY_source names, if not only KEY


def origins(text: str) -> Counter[str]:
    """Return how many values of a component file have each origin."""
    found: Counter[str] = Counter()
    count(tomllib.loads(text), "", found)
    return found


def count(part: Any, origin: str, found: Counter[str]) -> None:
    """Add the values of a part of the file. ``origin`` is the origin of the table around it."""
    if isinstance(part, list):
        for value in part:
            count(value, origin, found)
    elif not isinstance(part, dict):
        found[origin] += 1
    else:
        origin = part.get("source", origin)
        for key, value in part.items():
            if key not in REMARKS and not key.endswith("_source"):
                count_field(part, key, value, origin, found)


def count_field(entry: dict[str, Any], key: str, value: Any, origin: str, found: Counter[str]) -> None:
    """Add one field of an entry, which may have an origin of its own."""
    for name, own in entry.items():
        if name.endswith("_source") and key in COVERED.get(stem := name.removesuffix("_source"), (stem,)):
            origin = own
    if key in entry.get("fixed", []):
        origin = "rulebook"
    inner = [field.split(".", 1) for field in entry.get("reconstructed_fields", [])]
    if [key] in inner:
        origin = RECONSTRUCTED
    below = [names[1] for names in inner if len(names) > 1 and names[0] == key]
    if below and isinstance(value, dict):
        value = {**value, "source": origin, "reconstructed_fields": below}
    count(value, origin, found)


def percent(found: Counter[str]) -> int:
    """Return the share of reconstructed values."""
    return round(100 * found[RECONSTRUCTED] / found.total())


def by_game() -> dict[str, Counter[str]]:
    """Return the origins of the values of each game that ships, by name."""
    files = sorted(GAMES.glob("*/components.toml"))
    return {path.parent.name: origins(path.read_text(encoding="utf-8")) for path in files}


def table() -> str:
    """Return the counts as a table in Markdown, for the documentation."""
    lines = ["| game | values | from a rulebook | from a public page | reconstructed |", "| --- " * 5 + "|"]
    for game, found in by_game().items():
        numbers = [found.total(), found["rulebook"], found["public"], found[RECONSTRUCTED]]
        cells = " | ".join(f"{number:,}" for number in numbers)
        lines.append(f"| {game.capitalize()} | {cells} ({percent(found)} %) |")
    return "\n".join(lines)


def main() -> int:
    print(table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
