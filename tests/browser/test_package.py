"""The wheel and the sdist of a release: each is installed outside the source tree and played in a browser."""

from __future__ import annotations

import re
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from packaging.metadata import Metadata
from playwright.sync_api import Browser, Page, Response

import samovar
from samovar.games import registry
from samovar.views.words.words import languages
from tests.browser.conftest import TIMEOUT
from tests.browser.local_server import Served
from tests.browser.package_build import CAN_COMPILE, Artefacts, Environment, run
from tests.browser.random_play import new_table, play_randomly, wait_for_my_turn

pytestmark = pytest.mark.slow

# The name of a static file: quoted in a page or a script, or in url() of a style sheet.
QUOTED = re.compile(r"""["']((?:/static/|\.{1,2}/)[\w./-]+)(?:[?#][^"']*)?["']""")
IN_STYLE = re.compile(r"""url\(["']?([\w./-]+)["']?\)""")
NOT_SHIPPED = {".py", ".pyc", ".so", ".pyd"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Artefacts:
    return Artefacts(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module", params=["wheel", "sdist"])
def installed(
    request: pytest.FixtureRequest, built: Artefacts, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    artefact: Path = getattr(built, request.param)
    return Environment(tmp_path_factory.mktemp(request.param), artefact)


@pytest.fixture(scope="module")
def address(installed: Environment) -> Iterator[str]:
    with installed.serving() as found:
        yield found


def test_the_wheel_holds_every_data_file_of_the_sources(built: Artefacts) -> None:
    data = {
        name.removeprefix("src/")
        for name in built.files
        if name.startswith("src/samovar/") and Path(name).suffix not in NOT_SHIPPED
    }
    assert "samovar/rules/cs/tundra.md" in data
    assert "samovar/table/static/table.js" in data
    names = set(zipfile.ZipFile(built.wheel).namelist())
    assert data - names == set()
    assert {name for name in names if name.startswith(("tests/", "tools/", "docs/"))} == set()


def test_the_wheel_holds_the_compiled_rules_where_they_can_be_compiled(built: Artefacts) -> None:
    compiled = [name for name in zipfile.ZipFile(built.wheel).namelist() if name.endswith((".so", ".pyd"))]
    assert bool(compiled) is CAN_COMPILE
    assert built.wheel.name.endswith("-none-any.whl") is not CAN_COMPILE


def test_the_sdist_holds_the_whole_source_tree(built: Artefacts) -> None:
    """A distributor can build, test and change it."""
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert built.files - names == set()
    assert {name for name in names if name.startswith("build/") or name.endswith(".so")} == set()


def test_the_metadata_is_complete_and_valid(built: Artefacts) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = Metadata.from_email(archive.read(name), validate=True)
    assert str(metadata.version) == samovar.__version__
    assert metadata.description_content_type == "text/markdown"
    assert metadata.description is not None
    assert metadata.description.startswith("# Samovar")
    assert set(metadata.project_urls or {}) == {"Homepage", "Source", "Issues", "Changelog"}
    needed = {
        requirement.name for requirement in metadata.requires_dist or [] if not needs_extra(requirement)
    }
    assert {"rich", "starlette", "uvicorn", "sqlalchemy", "alembic", "msgspec", "segno"} <= needed
    assert needed.isdisjoint({"numpy", "choix", "psycopg", "gymnasium", "pettingzoo", "open_spiel", "mypy"})
    assert "table" in (metadata.provides_extra or [])


def needs_extra(requirement: object) -> bool:
    return "extra ==" in str(requirement)


def test_the_command_works_outside_the_source_tree(installed: Environment) -> None:
    def said(*words: str) -> str:
        return run(*words, cwd=installed.folder)

    command, python = installed.samovar, str(installed.python)
    assert said(command, "--version") == f"samovar {samovar.__version__}\n"
    where, compiled = said(
        python, "-c", "import samovar; print(samovar.__file__, samovar.compiled())"
    ).split()
    assert Path(where).is_relative_to(installed.folder)
    wheel = installed.folder.name.startswith("wheel")
    assert compiled == str(wheel and CAN_COMPILE)
    said(python, "-c", "from samovar.table.store import Store; Store('sqlite:///empty.db').close()")
    assert said(command, "verify", "--all", "--database", "empty.db") == "0 tables, 0 with faults\n"
    assert "2 games" in said(command, "sim", "tundra", "--seats", "2", "--games", "2")


def test_a_table_of_each_game_is_complete_and_playable(chromium: Browser, address: str) -> None:
    """Plays moves in the browser, then fetches every static file that a page, style sheet or script names."""
    context = chromium.new_context(
        viewport={"width": 1280, "height": 720}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(TIMEOUT)
    complaints: list[str] = []
    pages: dict[str, str] = {}
    try:
        page = watched(context.new_page(), complaints)
        for game in registry.names():
            page.goto(address)
            pages["/"] = page.content()
            new_table(page, ["me", "bot.easy"], game, seed="5")
            wait_for_my_turn(page)
            assert play_randomly(page, 5)[0] == 5
            pages[urlsplit(page.url).path] = page.content()
        for beside in (page.url + "/manage", address + "/data"):
            page.goto(beside)
            pages[urlsplit(beside).path] = page.content()
    finally:
        context.close()
    assert complaints == []
    fetched = fetch_named_files(address, pages)
    assert len(pages) == len(registry.names()) + 3
    assert {"/static/style.css", "/static/table.js", "/static/icon.svg"} <= fetched
    assert {f"/static/{game}/table.css" for game in registry.names()} <= fetched


def watched(page: Page, complaints: list[str]) -> Page:
    """Collect the errors and warnings of the console, and every failed request."""
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    page.on("response", lambda answer: complaints.extend(failed(answer)))
    return page


def failed(answer: Response) -> list[str]:
    return [f"{answer.status} {answer.url}"] if answer.status >= 400 else []


def fetch_named_files(address: str, pages: dict[str, str]) -> set[str]:
    """Fetch all static files that these pages name, also through style sheets and scripts. All must exist."""
    waiting = {path for base, text in pages.items() for path in named(base, text)}
    fetched: set[str] = set()
    with httpx.Client(base_url=address, trust_env=False, timeout=30) as client:
        while waiting:
            path = waiting.pop()
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert answer.content, path
            fetched.add(path)
            waiting |= named(path, answer.text) - fetched
    return fetched


def named(base: str, text: str) -> set[str]:
    """The static files that a text names, without the query for cache busting."""
    found = {urljoin(base, path) for path in (*QUOTED.findall(text), *IN_STYLE.findall(text))}
    return {path for path in found if path.startswith("/static/")}


@pytest.mark.parametrize("lang", languages())
def test_the_rules_are_shown_in_both_languages(address: str, lang: str) -> None:
    with httpx.Client(
        base_url=address, trust_env=False, timeout=30, headers={"accept-language": lang}
    ) as eva:
        for game in registry.names():
            answer = eva.get(f"/rules/{game}")
            assert answer.status_code == 200
            assert f'<article lang="{lang}">' in answer.text
            assert fetch_named_files(address, {f"/rules/{game}": answer.text})


def test_named_files_are_found_in_pages_styles_and_scripts(served: Served) -> None:
    """This test of the helpers also shows that a file which the server lacks is reported."""
    page = '<link rel="stylesheet" href="/static/style.css?v=1"><a href="/rules/tundra">'
    assert named("/", page) == {"/static/style.css"}
    assert named("/static/table.js", 'import {a} from "./keyboard.js";') == {"/static/keyboard.js"}
    assert named("/static/style.css", "mask: url(icon.svg)") == {"/static/icon.svg"}
    with pytest.raises(AssertionError, match=r"/static/nothing\.js"):
        fetch_named_files(served.url, {"/": '<script src="/static/nothing.js">'})
