"""Links, anchors and file names in the documents lead somewhere."""

from __future__ import annotations

import fnmatch
import re
from functools import cache
from pathlib import Path

import pytest

from tests.docs.pages import BESIDE_CODE, PAGES, ROOT, RULES, anchors, links, name_of, spans, text_of

FILE = re.compile(
    r"(?:[\w.<>*-]+/)*[\w.<>*-]+\.(?:py|md|toml|po|css|js|svg|webp|png|yml|yaml|txt|cff|conf|service|html|in)"
)
FOLDER = re.compile(r"(?:src|docs|tests|tools|benchmarks|examples|deploy|requirements)(?:/[\w.-]+)*/?")
# The folders to which paths in the documents are relative, the nearest first.
BASES = ["", "src/samovar", "src/samovar/games/stroganov", "src/samovar/views", "docs", "tests/fourth"]
PRESENT = [page for page in PAGES if page.name != "CHANGELOG.md"]  # the changelog names files of the past
# Files that a reader makes, that the program makes, or that belong to another system.
NOT_OURS = re.compile(
    r"my-box\.toml|report\.html|curve\.svg|copy\.db|games\.db|de\.po|/etc/.*|.*\.whl"
    r"|build/.*|(src/samovar/)?rules/de/.*|.*_v2\.py"
)


@pytest.mark.parametrize("path", [*PAGES, *RULES], ids=name_of)
def test_each_relative_link_and_anchor_resolves(path: Path) -> None:
    broken = []
    for link in links(path):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        file = (path.parent / target).resolve() if target else path
        made_by_mkdocstrings = anchor.startswith("samovar.")  # the strict build of the site checks these
        wrong = anchor and file.suffix == ".md" and anchor not in anchors(file)
        if not file.exists() or (wrong and not made_by_mkdocstrings):
            broken.append(link)
    assert broken == []


@cache
def all_names() -> set[str]:
    """The names of all files of the project, without their folders."""
    folders = ["src", "tests", "tools", "docs", "deploy", "benchmarks", "examples", "requirements", ".github"]
    inside = [path.name for folder in folders for path in (ROOT / folder).rglob("*")]
    return {*inside, *(path.name for path in ROOT.iterdir())}


def exists(name: str, page: Path) -> bool:
    """True if a file is where the page can mean it; ``<game>``, ``<name>`` and ``*`` stand for any name.

    A name without a folder may be anywhere: the sentence around it says where.
    """
    pattern = re.sub(r"<\w+>|GAME|LANGUAGE|\*+", "*", name).strip("/")
    if "/" not in pattern and fnmatch.filter(all_names(), pattern):
        return True
    places = [page.parent, *(ROOT / base for base in BASES)]
    return any(next(place.glob(pattern), None) is not None for place in places)


@pytest.mark.parametrize(
    "path", [*(page for page in PAGES if page.name != "CHANGELOG.md"), *RULES], ids=name_of
)
def test_each_file_that_a_page_names_exists(path: Path) -> None:
    named = [span for span in spans(path) if FILE.fullmatch(span) or FOLDER.fullmatch(span)]
    missing = [name for name in named if not NOT_OURS.fullmatch(name) and not exists(name, path)]
    assert missing == []


def test_names_of_files_are_found_at_all() -> None:
    named = [span for path in PAGES for span in spans(path) if FILE.fullmatch(span)]
    assert len(named) > 100
    assert not exists("no_such_file.py", ROOT / "README.md")
    assert BESIDE_CODE


def test_every_picture_is_shown_somewhere() -> None:
    texts = "".join(text_of(path) for path in [*PAGES, ROOT / "mkdocs.yml"])
    pictures = sorted((ROOT / "docs/pictures").iterdir())
    assert [picture.name for picture in pictures if f"pictures/{picture.name}" not in texts] == []
    assert [picture.name for picture in pictures if picture.stat().st_size > 500_000] == []


def test_no_page_names_a_place_outside_of_the_repository() -> None:
    texts = {name_of(path): text_of(path) for path in [*PAGES, *RULES]}
    assert [name for name, text in texts.items() if re.search(r"\bshared/|/work/|/home/", text)] == []
