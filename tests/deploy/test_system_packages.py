"""External programs of the tests are found or installed, or the error names the missing ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import system_packages
from tools.system_packages import CADDY, CHROMIUM, NGINX, Program


@pytest.fixture
def nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for program in system_packages.PROGRAMS:
        monkeypatch.delenv(program.variable, raising=False)
    monkeypatch.setattr("shutil.which", lambda name, path=None: None)


@pytest.mark.usefixtures("nothing_here")
def test_a_missing_program_is_named_with_the_command_to_install_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert system_packages.main() == 1
    said = capsys.readouterr().err
    assert "sudo apt-get install chromium nginx-light caddy" in said
    assert "SAMOVAR_NGINX=/path/to/nginx" in said


@pytest.mark.usefixtures("nothing_here")
def test_an_environment_variable_gives_the_path_of_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert system_packages.path_of(CADDY) is None
    monkeypatch.setenv(CADDY.variable, "/somewhere/caddy")
    assert system_packages.path_of(CADDY) == "/somewhere/caddy"


@pytest.mark.parametrize(("program", "installed"), [(CHROMIUM, True), (NGINX, False), (CADDY, False)])
def test_no_server_is_started_on_a_machine_that_runs_services(
    monkeypatch: pytest.MonkeyPatch, program: Program, installed: bool
) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path=None: f"/usr/bin/{name}")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(Path, "exists", lambda path: True)
    assert system_packages.can_install(program) == installed
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert not system_packages.can_install(program)
