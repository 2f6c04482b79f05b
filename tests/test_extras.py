"""A package that is not installed: exit code 2, and one line with its name and the command to install it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from samovar import extras

SOURCES = Path(extras.__file__).parent
MAKE = re.compile(r"\bmake (?:play|test|lint|format|compile|scripts|arena|bench|lock|clean)\b|[`'\"(]make\b")


def without(package: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process in which this package cannot be imported."""
    code = f"import sys; sys.modules[{package!r}] = None; from samovar.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def installs(extra: str) -> str:
    """The end of the error message: the command that installs this extra."""
    return f'which is not installed; install it with: {sys.executable} -m pip install "samovar[{extra}]"\n'


@pytest.mark.parametrize(
    "package", ["alembic", "msgspec", "prometheus_client", "segno", "starlette", "uvicorn"]
)
def test_serving_without_a_package_of_the_table(package: str, tmp_path: Path) -> None:
    done = without(package, "serve", "--no-browser", "--port", "0", "--database", str(tmp_path / "games.db"))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"samovar: samovar serve needs {package}, which is not installed; "
        f"install it with: {sys.executable} -m pip install samovar\n"
    )


@pytest.mark.parametrize("package", ["alembic", "msgspec", "sqlalchemy"])
def test_verifying_a_database_without_a_package_of_the_table(package: str, tmp_path: Path) -> None:
    done = without(package, "verify", "--all", "--database", str(tmp_path / "games.db"))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"samovar: samovar verify --all needs {package}, which is not installed; "
        f"install it with: {sys.executable} -m pip install samovar\n"
    )


@pytest.mark.parametrize("command", [["serve", "--no-browser", "--port", "0"], ["verify", "--all"]], ids=str)
def test_an_address_of_postgresql_without_its_driver(command: list[str]) -> None:
    done = without("psycopg", *command, "--database", "postgresql://samovar@127.0.0.1:1/samovar")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"samovar: a PostgreSQL database needs psycopg, {installs('postgres')}"


@pytest.mark.parametrize("package", ["choix", "numpy"])
def test_the_arena_without_its_packages(package: str) -> None:
    done = without(package, "arena", "catherine", "--bots", "random,casual", "--games", "2")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"samovar: samovar arena needs {package}, {installs('lab')}"


def test_the_terminal_game_and_the_simulation_need_no_package_of_the_table() -> None:
    """The rules layers and what plays them import only the standard library, and rich for a terminal."""
    for package in ("msgspec", "sqlalchemy", "starlette", "uvicorn", "numpy", "rich"):
        done = without(package, "sim", "catherine", "--seats", "2", "--games", "1", "--json")
        assert done.returncode == 0, done.stderr


def test_an_environment_without_pip_is_told_the_command_of_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pip", None)
    assert extras.install_command("rl") == f'uv pip install --python {sys.executable} "samovar[rl]"'
    monkeypatch.setattr(sys, "executable", "/two words/python")
    assert extras.install_command() == 'uv pip install --python "/two words/python" samovar'


def test_a_missing_module_of_our_own_is_not_called_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError) as caught, extras.needed("this test", "lab"):
        import samovar.no_such_module  # type: ignore[import-not-found]  # noqa: F401
    assert not isinstance(caught.value, extras.MissingPackage)


def string_literals(path: Path) -> list[str]:
    """All string literals of a module except docstrings, which may be messages."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [node.value for node in constants if isinstance(node.value, str) and id(node) not in statements]


def test_no_message_mentions_make() -> None:
    """``make`` exists only in a checkout."""
    assert MAKE.search("the rules are not compiled (make compile)")
    found = [text for path in SOURCES.rglob("*.py") for text in string_literals(path) if MAKE.search(text)]
    assert found == []
