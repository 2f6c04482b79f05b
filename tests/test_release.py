"""All files name the same version, and the citation file is valid."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

import samovar

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Keep a Changelog: "## [0.1.0] - 2026-11-16", newest first.
RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (unreleased|\d{4}-\d\d-\d\d)$", re.MULTILINE)
SECTIONS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_version_stands_in_one_place_and_is_the_installed_one() -> None:
    assert samovar.__version__ == PROJECT["version"]
    written = [path for path in (ROOT / "src").rglob("*.py") if PROJECT["version"] in path.read_text("utf-8")]
    assert written == []


def test_the_changelog_begins_with_this_version() -> None:
    releases = RELEASE.findall(changelog())
    assert releases[0][0] == PROJECT["version"]
    assert [state for _, state in releases[1:] if state == "unreleased"] == []
    numbers = [tuple(map(int, version.split("."))) for version, _ in releases]
    assert numbers == sorted(set(numbers), reverse=True)


def test_the_changelog_has_the_sections_of_keep_a_changelog() -> None:
    text = changelog()
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == len(RELEASE.findall(text))
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= SECTIONS


def test_the_citation_is_valid_and_agrees_with_the_package() -> None:
    """The fields that version 1.2.0 of the format requires, and those that say what pyproject.toml says."""
    citation: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["message"]
    assert citation["title"].startswith("Samovar")
    assert citation["type"] == "software"
    assert citation["authors"] == PROJECT["authors"]
    assert str(citation["version"]) == PROJECT["version"]
    assert citation["license"] == PROJECT["license"]
    assert citation["repository-code"] == PROJECT["urls"]["Source"]


def test_the_table_is_a_default_dependency() -> None:
    assert PROJECT["optional-dependencies"]["table"] == []
    names = {re.split(r"[^\w.-]", text)[0] for text in PROJECT["dependencies"]}
    assert {"alembic", "msgspec", "prometheus-client", "segno", "sqlalchemy", "starlette", "uvicorn"} <= names


def test_no_symbolic_link_is_in_the_sources() -> None:
    assert [path for path in (ROOT / "src").rglob("*") if path.is_symlink()] == []
