"""What an environment needs beside Samovar itself, and what to say if it is not there."""

from __future__ import annotations


def missing(error: ModuleNotFoundError, extra: str) -> ImportError:
    """One clear error, with the command that helps."""
    return ImportError(
        f"{error.name} is missing, which this environment needs: pip install 'samovar[{extra}]'",
        name=error.name,
    )
