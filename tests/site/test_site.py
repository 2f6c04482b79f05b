"""The documentation as it was built: complete, and usable without a network.

``make test`` runs these tests after it has built the site. They build it themselves if it is missing.
"""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from inspect import isclass, isroutine
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.docs.pages import ROOT
from tools import system_packages
from tools.site import foreign_resources

SITE = ROOT / "build" / "site"
PACKAGES = ["samovar", "samovar.match", "samovar.bots", "samovar.envs", "samovar.lab"]
DESCRIBED_IN_TEXT = {"samovar.games"}  # a package has the same name


@pytest.fixture(scope="module", autouse=True)
def site() -> Path:
    if not (SITE / "index.html").exists():
        subprocess.run([sys.executable, "tools/site.py"], cwd=ROOT, check=True)
    return SITE


@pytest.fixture
def page() -> Iterator[Page]:
    """A page without a network. A request that leaves the disk fails the test."""
    asked: list[str] = []
    path = system_packages.path_of(system_packages.CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(offline=True)
        shown = context.new_page()
        shown.on("request", lambda request: asked.append(request.url))
        yield shown
        browser.close()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def names(package: str) -> list[str]:
    """The public classes and functions of a package."""
    module = importlib.import_module(package)
    found = {name: getattr(module, name) for name in module.__all__}
    return [f"{package}.{name}" for name, one in found.items() if isclass(one) or isroutine(one)]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_reference_has_every_public_name(package: str) -> None:
    text = (SITE / "api" / f"{package.rpartition('.')[2]}.html").read_text(encoding="utf-8")
    shown = set(re.findall(r'id="(samovar[\w.]*)"', text))
    assert set(names(package)) - shown - DESCRIBED_IN_TEXT == set()


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_each_rule_has_an_anchor(game: str) -> None:
    source = (ROOT / f"src/samovar/rules/{game}.md").read_text(encoding="utf-8")
    text = (SITE / f"rules/{game}.html").read_text(encoding="utf-8")
    rules = set(re.findall(r"^- \*\*([A-Z]-[A-Z]+-[A-Z0-9]+)\*\*", source, re.MULTILINE))
    assert len(rules) > 50
    assert rules <= set(re.findall(r'id="([^"]+)"', text))


@pytest.mark.parametrize("place", ["index.html", "api/match.html"])
def test_the_search_works_on_a_page_opened_from_the_disk(page: Page, place: str) -> None:
    page.goto((SITE / place).as_uri())
    page.locator('input[name="query"]').click()
    page.keyboard.type("outpost")
    expect(page.locator(".md-search-result__meta")).to_contain_text("matching", timeout=30_000)
    assert page.locator(".md-search-result__item").count() > 0


def test_a_resource_from_another_host_is_found(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(
        '<link rel="canonical" href="https://a.example/"><script src="https://b.example/x.js"></script>'
    )
    (tmp_path / "style.css").write_text("a { background: url(//c.example/x.png) }")
    found = foreign_resources(tmp_path)
    assert found == ["page.html: https://b.example/x.js", "style.css: //c.example/x.png"]
