"""Refuse to test compiled rules that are older than their sources."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.recorded")
PACKAGE = Path(__file__).parent / "src" / "samovar"


def stale_modules() -> list[str]:
    """Sources that were edited after the compiled module beside them was made."""
    compiled = {path.parent / f"{path.name.split('.')[0]}.py": path for path in PACKAGE.glob("**/*.so")}
    return [
        source.relative_to(PACKAGE).as_posix()
        for source, module in sorted(compiled.items())
        if not source.exists() or source.stat().st_mtime > module.stat().st_mtime
    ]


def pytest_configure() -> None:
    stale = stale_modules() if os.environ.get("SAMOVAR_PURE", "") in {"", "0"} else []
    if stale:
        raise pytest.UsageError(
            f"edited since they were compiled: {', '.join(stale)}; "
            "run `make compile`, or test the sources with SAMOVAR_PURE=1"
        )
