"""Install the games of this folder as entry points, without pip."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from samovar.games import registry

ROOT = Path(__file__).parents[2]
GAMES = {"troika": "tests.fourth", "tiny": "tests.fourth.bare"}


def write_entry_points(folder: Path, games: dict[str, str]) -> None:
    """Write the metadata of a distribution that declares these entry points."""
    name = "_".join(games).lower().replace(" ", "_")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = "".join(f"{name} = {package}\n" for name, package in games.items())
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{lines}")


@contextmanager
def installed(folder: Path, games: dict[str, str] = GAMES) -> Iterator[None]:
    """Install these games (name: package) for this process and for those that it starts in the block."""
    write_entry_points(folder, games)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), str(ROOT), *([before] if before else [])])
    sys.path.insert(0, str(folder))
    registry.refresh()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        registry.refresh()
