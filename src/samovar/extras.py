"""Optional packages: an error that names the missing package and the command that installs it.

``pyproject.toml`` lists the extras. The packages of the table are default dependencies. They are missing
only after an installation without dependencies.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class MissingPackage(ImportError):
    """A package is not installed. The message names it and the command that installs it."""


@contextmanager
def needed(by: str, extra: str = "") -> Iterator[None]:
    """Raise MissingPackage if an import in the block fails.

    ``by`` names the feature that needs the package. ``extra`` is empty for a default dependency.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "samovar":  # a missing module of ours is a defect, not a missing extra
            raise
        raise MissingPackage(missing_message(by, package, extra), name=error.name) from None


def missing_message(by: str, package: str, extra: str = "") -> str:
    """The error message for a missing package."""
    return f"{by} needs {package}, which is not installed; install it with: {install_command(extra)}"


def install_command(extra: str = "") -> str:
    """The command that installs an extra into the running environment, or all default dependencies.

    It is the same for a wheel and for a checkout, because installers keep the installed ``samovar`` and
    add only the missing packages. Double quotation marks work in every shell.
    """
    wanted = f'"samovar[{extra}]"' if extra else "samovar"
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if importlib.util.find_spec("pip") is None:  # environments made by uv have no pip
        return f"uv pip install --python {python} {wanted}"
    return f"{python} -m pip install {wanted}"
