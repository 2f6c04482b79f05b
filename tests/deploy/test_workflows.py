"""The workflows are valid, have minimal permissions, and refer to existing files, targets and versions."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.files import PROJECT, ROOT, WORKFLOWS, load

BIN = Path(sys.executable).parent
TEST, RELEASE = (ROOT / ".github/workflows" / name for name in ("test.yml", "release.yml"))


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": f"{BIN}:/usr/bin:/bin", **variables}
    return subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False)


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in load(path)["jobs"].values() for step in job["steps"]]


def test_the_workflows_follow_the_schema() -> None:
    assert WORKFLOWS == [RELEASE, TEST]
    checked = run(
        str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.github-workflows", *map(str, WORKFLOWS)
    )
    assert checked.returncode == 0, checked.stdout


def test_the_security_linter_finds_no_fault() -> None:
    checked = run(str(BIN / "zizmor"), "--offline", "--no-progress", ".github")
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_jobs_have_minimal_permissions_and_a_timeout(path: Path) -> None:
    workflow = load(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["concurrency"]["group"]
    for name, job in workflow["jobs"].items():
        assert 0 < job["timeout-minutes"] <= 120
        wanted = {"id-token": "write"} if name == "publish" else None
        assert job.get("permissions") == wanted


def test_every_supported_python_is_tested_and_gets_a_wheel() -> None:
    named = (re.search(r"Python :: (3\.\d+)$", one) for one in PROJECT["classifiers"])
    supported = [found[1] for found in named if found]
    assert supported == ["3.11", "3.12", "3.13", "3.14"]
    assert load(TEST)["jobs"]["linux"]["strategy"]["matrix"]["python"] == supported
    (built,) = [step["env"]["CIBW_BUILD"] for step in steps(RELEASE) if "CIBW_BUILD" in step.get("env", {})]
    assert built.split() == [f"cp{version.replace('.', '')}-*" for version in supported]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_files_and_targets_of_all_steps_exist(path: Path) -> None:
    for text in (step["run"] for step in steps(path) if "run" in step):
        for name in re.findall(r"(?:requirements|tests|tools)/[\w./]+", text):
            assert (ROOT / name).exists(), name
        for target in re.findall(r"\bmake (\w+)", text):
            assert run("make", "--dry-run", target).returncode == 0, target


def test_only_a_tag_equal_to_the_version_is_released() -> None:
    release = load(RELEASE)
    assert release[True] == {"push": {"tags": ["v*"]}}  # YAML reads "on" as a truth value
    (check,) = [step["run"] for step in release["jobs"]["version"]["steps"] if "run" in step]
    for tag, status in {f"v{PROJECT['version']}": 0, "v0.0.0": 1, PROJECT["version"]: 1}.items():
        assert run("bash", "-e", "-c", check, GITHUB_REF_NAME=tag).returncode == status, tag
    for job in ("pure", "wheels"):
        assert release["jobs"][job]["needs"] == "version"
    publish = release["jobs"]["publish"]
    assert set(publish["needs"]) == {"pure", "wheels"}
    assert publish["environment"]["name"] == "pypi"
