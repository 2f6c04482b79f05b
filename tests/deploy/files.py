"""Readers for the files of ``deploy/`` and ``.github/``."""

from __future__ import annotations

import argparse
import json
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml

from samovar.table import serve

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
Instruction = tuple[str, str]


def dockerfile() -> list[Instruction]:
    """The instructions of the Dockerfile, as (word, arguments)."""
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#")).replace("\\\n", " ")
    words = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [(word, " ".join(rest.split())) for word, rest in words]


def arguments(word: str) -> list[str]:
    """The arguments of all instructions with this word."""
    return [rest for found, rest in dockerfile() if found == word]


def command(word: str) -> list[str]:
    """ENTRYPOINT, CMD or the command of HEALTHCHECK as a list."""
    (rest,) = arguments(word)
    found: list[str] = json.loads(rest[rest.index("[") :])
    return found


def environment() -> dict[str, str]:
    """The variables that the image sets."""
    return dict(pair.split("=", 1) for rest in arguments("ENV") for pair in rest.split())


def in_context(path: Path) -> bool:
    """True if a file is in the build context. The last matching pattern of .dockerignore decides."""
    name = path.relative_to(ROOT).as_posix()
    kept = True
    for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        pattern = line.removeprefix("!")
        parents = [name, *(parent.as_posix() for parent in Path(name).parents)]
        if any(fnmatch(one, pattern) or fnmatch(f"/{one}", pattern.replace("**/", "*/")) for one in parents):
            kept = line.startswith("!")
    return kept


def load(path: Path) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(path.read_text())
    return found


def accepted(words: list[str]) -> argparse.Namespace:
    """The parsed options of ``samovar serve …``. SystemExit if it refuses them."""
    assert words[0] == "serve"
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    return parser.parse_args(words[1:])
