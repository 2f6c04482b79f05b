"""A language is added by adding files alone. No other file has to name it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import samovar
from tests.table.server import Browser, my_turn
from tests.table.test_play import SAMOVAR, started

PACKAGE = Path(samovar.__file__).parent


def translated(text: str) -> str:
    """The English file as a language with one plural form and every text in brackets."""
    header, _, entries = text.partition("\n\n")
    header = header.replace("Language: en", "Language: xx").replace(
        "nplurals=2; plural=(n != 1)", "nplurals=1; plural=0"
    )
    entries = re.sub(r"^msgstr\[1\].*\n", "", entries, flags=re.MULTILINE)
    return header + "\n\n" + re.sub(r'^(msgstr\S* ")(.+)"$', r'\1«\2»"', entries, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a copy of the package with one more language."""
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(PACKAGE, folder / "samovar", ignore=ignored)
    files = list((folder / "samovar" / "views").rglob("en.po"))
    assert len(files) > 1
    for path in files:
        path.with_name("xx.po").write_text(translated(path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def played(source: Path, *words: str) -> str:
    """The output of ``samovar play`` in the copy, quit immediately."""
    done = subprocess.run(
        [sys.executable, "-m", "samovar.cli", "play", *words],
        env=os.environ | {"PYTHONPATH": str(source), "PYTHONIOENCODING": "utf-8"},
        cwd=source,
        input="quit\n\n",
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    return done.stdout


@pytest.mark.slow
def test_a_language_added_by_files_alone_works_in_the_terminal(source: Path) -> None:
    assert "--lang {en,cs,xx}" in played(source, "--help")
    text = played(source, "tundra", "--lang", "xx", "--seed", "1")
    assert "««Tundra» for" in text  # the title is a word of its own
    assert "«Goodbye.»" in text


@pytest.mark.slow
def test_a_language_added_by_files_alone_works_in_the_browser(source: Path, tmp_path: Path) -> None:
    with started(SAMOVAR, tmp_path, PYTHONPATH=str(source)) as (_, said):
        address = said.rstrip("/")
        with Browser(address, "en") as english:
            first = english.get("/").text
            assert '<html lang="en"' in first
            assert '<option value="cs">čeština</option><option value="xx">«English»</option>' in first
        with Browser(address, "xx-YY,en;q=0.5") as browser:
            first = browser.get("/").text
            assert '<html lang="xx"' in first
            assert "«New table»" in first
            assert "«Play against 2 «bot»»" in first
            page = my_turn(browser, browser.make("stroganov", "me", "bot.easy"))
            assert '<html lang="xx"' in page.html
            assert "«Your turn.»" in page.html
            assert '<article lang="en">' in browser.get("/rules/stroganov").text
