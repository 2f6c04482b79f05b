"""The browser that the tests drive: Debian's Chromium. ``python tools/browser.py`` installs it if missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
ASKED = "SAMOVAR_CHROMIUM"


def browser() -> str | None:
    """Where it is: what the variable says, or the first of its names that is there."""
    asked = os.environ.get(ASKED)
    return asked or next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    """By Debian's own means, where that is allowed."""
    if shutil.which("apt-get") is None or (hasattr(os, "geteuid") and os.geteuid() != 0):
        return
    print("browser: installing chromium", flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
    if subprocess.run(command, env=env, check=False, stdout=subprocess.DEVNULL).returncode != 0:
        subprocess.run(["apt-get", "update", "-qq"], env=env, check=False)
        subprocess.run(command, env=env, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if browser() is None:
        install()
    if browser() is None:
        sys.exit(
            "error: the tests of the table need Chromium and it is not here; Debian and Ubuntu: "
            f"sudo apt-get install chromium, or say where one is: {ASKED}=/path/to/chromium"
        )
