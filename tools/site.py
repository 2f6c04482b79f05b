"""Build the documentation into build/site: ``make docs``. A broken link or a missing page is an error.

After the build, each page is searched for resources from other hosts: the site must work without a network.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "site"
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
NOT_LOADED = {"canonical", "next", "prev", "alternate"}  # kinds of <link> that a browser does not fetch
ELSEWHERE = re.compile(r"(?:https?:)?//", re.IGNORECASE)


class Resources(HTMLParser):
    """The addresses that a browser fetches in order to show a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.get("rel") in NOT_LOADED:
            return
        address = given.get(LOADED.get(tag, "")) or ""
        if address:
            self.found.append(address)


def foreign_resources(site: Path) -> list[str]:
    """Return what the pages and styles of a site fetch from other hosts, each with its file."""
    found = []
    for page in sorted(site.rglob("*.html")):
        found += [
            f"{page.relative_to(site)}: {address}"
            for address in Resources(page.read_text(encoding="utf-8")).found
            if ELSEWHERE.match(address)
        ]
    for sheet in sorted(site.rglob("*.css")):
        addresses = re.findall(r"url\(\s*[\"']?([^\"')]+)", sheet.read_text(encoding="utf-8"))
        found += [
            f"{sheet.relative_to(site)}: {address}" for address in addresses if ELSEWHERE.match(address)
        ]
    return found


def main() -> int:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--clean"]
    # NO_MKDOCS_2_WARNING: the theme advertises its successor on each run.
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        return 1
    foreign = foreign_resources(SITE)
    for line in foreign:
        print(f"fetched from another host: {line}", file=sys.stderr)
    pages = len(list(SITE.rglob("*.html")))
    print(f"{pages} pages: {SITE.relative_to(ROOT) / 'index.html'}")
    return 1 if foreign else 0


if __name__ == "__main__":
    sys.exit(main())
