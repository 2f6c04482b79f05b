"""System programs that the tests need: Chromium, nginx and Caddy.

``python tools/system_packages.py`` installs the missing ones if apt-get is allowed, or prints the command.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Program:
    """A program: its names, Debian's package, and the environment variable that says where it is."""

    package: str
    names: tuple[str, ...]
    variable: str
    is_service: bool = False  # Debian starts it right after installation, where systemd runs


CHROMIUM = Program(
    "chromium",
    ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"),
    "SAMOVAR_CHROMIUM",
)
NGINX = Program("nginx-light", ("nginx",), "SAMOVAR_NGINX", is_service=True)
CADDY = Program("caddy", ("caddy",), "SAMOVAR_CADDY", is_service=True)
PROGRAMS = (CHROMIUM, NGINX, CADDY)


def path_of(program: Program) -> str | None:
    """Return the path of a program: the variable's value, or the first of its names that is found."""
    places = os.pathsep.join(
        [os.environ.get("PATH", ""), "/usr/sbin"]
    )  # this folder is not in the PATH of every user
    found = (shutil.which(name, path=places) for name in program.names)
    return os.environ.get(program.variable) or next(filter(None, found), None)


def can_install(program: Program) -> bool:
    """True if apt-get may be used here. It would start nginx and Caddy where systemd runs."""
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    return not (program.is_service and Path("/run/systemd/system").exists())


def install(packages: list[str]) -> None:
    print(f"system packages: installing {', '.join(packages)}", flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    if subprocess.run(command, env=env, check=False, stdout=subprocess.DEVNULL).returncode != 0:
        subprocess.run(["apt-get", "update", "-qq"], env=env, check=False)
        subprocess.run(command, env=env, check=False, stdout=subprocess.DEVNULL)


def main() -> int:
    packages = [one.package for one in PROGRAMS if path_of(one) is None and can_install(one)]
    if packages:
        install(packages)
    missing = [one for one in PROGRAMS if path_of(one) is None]
    if missing:
        names = " ".join(one.package for one in missing)
        variables = " ".join(f"{one.variable}=/path/to/{one.names[0]}" for one in missing)
        print(
            f"error: the tests of the table need programs that are not installed; Debian and Ubuntu: "
            f"sudo apt-get install {names}, or set their paths: {variables}",
            file=sys.stderr,
        )
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
