"""Each lock file names all packages that its packages require, so that pip need not resolve anything.

``make`` installs them with ``pip install --no-deps --require-hashes``. If a lock lacked a requirement or an
extra, that package would be missing on a new machine. The test reads the metadata of the installed packages
and needs no package index.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {  # by name, the extras of pyproject.toml that the Makefile makes each from
    name: re.findall(r"--extra (\w+)", options)
    for name, options in re.findall(
        r'^\s+(\w+)\)\s+with="(.+)"', (ROOT / "Makefile").read_text("utf-8"), re.M
    )
}
SYSTEMS = {"linux": ("posix", "Linux"), "darwin": ("posix", "Darwin"), "win32": ("nt", "Windows")}
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def locked(text: str) -> list[Requirement]:
    """The requirements of a lock, hashes left out."""
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [Requirement(line.split(" --hash")[0]) for line in lines if line and not line.startswith("#")]


Environment = dict[str, str]


def here() -> Environment:
    return {name: str(value) for name, value in default_environment().items()}


def environments() -> Iterator[Environment]:
    """Every system and Python that Samovar is for."""
    for platform, (os_name, system) in SYSTEMS.items():
        for python in PYTHONS:
            yield here() | {
                "sys_platform": platform,
                "os_name": os_name,
                "platform_system": system,
                "python_version": python,
                "python_full_version": f"{python}.0",
            }


def applies(requirement: Requirement, environment: Environment, extras: set[str] | None = None) -> bool:
    marker = requirement.marker
    names = {"", *(extras or ())}
    return marker is None or any(marker.evaluate(environment | {"extra": extra}) for extra in names)


def ours(extras: list[str]) -> list[Requirement]:
    """The requirements of the project with these extras, including extras that refer to `samovar[…]`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [Requirement(text) for text in project["dependencies"]]
    for extra in extras:
        for requirement in map(Requirement, project["optional-dependencies"][extra]):
            found += ours(sorted(requirement.extras)) if requirement.name == "samovar" else [requirement]
    return found


def missing(lock: list[Requirement], roots: list[Requirement], environment: Environment) -> list[str]:
    """The requirements that the lock lacks in this environment, each with the package that requires it."""
    active = {canonicalize_name(line.name): line for line in lock if applies(line, environment)}
    wanted = [("samovar", requirement) for requirement in roots if applies(requirement, environment)]
    for name, line in active.items():
        wanted += [
            (name, requirement)
            for requirement in required_by(name, line)
            if applies(requirement, environment, line.extras)
        ]
    return [
        f"{name} requires {requirement}"
        for name, requirement in wanted
        if not satisfies(active.get(canonicalize_name(requirement.name)), requirement)
    ]


def required_by(name: str, line: Requirement) -> list[Requirement]:
    """The requirements of a locked package, from its installed metadata.

    A version for another Python or system is not installed here. The test covers it there.
    """
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return []
    same = line.specifier.contains(found.version, prereleases=True)
    return [Requirement(text) for text in found.requires or []] if same else []


def satisfies(line: Requirement | None, requirement: Requirement) -> bool:
    if line is None:
        return False
    version = str(line.specifier).removeprefix("==")
    return requirement.specifier.contains(version, prereleases=True) and requirement.extras <= line.extras


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_is_complete(name: str) -> None:
    lock = locked((ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8"))
    gaps = {
        f"{gap} ({environment['sys_platform']}, Python {environment['python_version']})"
        for environment in environments()
        for gap in missing(lock, ours(LOCKS[name]), environment)
    }
    assert not gaps, "run `make lock`: " + "; ".join(sorted(gaps))


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_of_a_lock_is_pinned_hashed_and_known_here(name: str) -> None:
    text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=\S)", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip())
    assert len(blocks) == len(locked(text))
    assert all("--hash=sha256:" in block for block in blocks)
    for line in locked(text):
        assert re.fullmatch(r"==[^*,]+", str(line.specifier)), line
        if applies(line, here()):  # else the test above has not seen its requirements
            assert metadata.version(line.name) == str(line.specifier).removeprefix("==")


def test_a_dropped_extra_is_found() -> None:
    """The fault of the first locks: pytest-cov requires coverage[toml], and they named coverage alone."""
    text = (ROOT / "requirements/test.txt").read_text(encoding="utf-8").replace("coverage[toml]", "coverage")
    found = missing(locked(text), [], here())
    assert [line for line in found if line.startswith("pytest-cov requires coverage[toml]")]


def test_a_missing_package_is_found() -> None:
    lock = locked((ROOT / "requirements/play.txt").read_text(encoding="utf-8"))
    without = [line for line in lock if line.name != "anyio"]
    assert [found for found in missing(without, [], here()) if found.startswith("starlette requires anyio")]


def test_every_lock_is_looked_at() -> None:
    assert set(LOCKS) == {path.stem for path in (ROOT / "requirements").glob("*.txt")}
