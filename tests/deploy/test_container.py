"""The container. Tests cannot build images, so they run the commands of the Dockerfile without one."""

from __future__ import annotations

import http.server
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from samovar.table.serve import PORT
from tests.deploy.files import (
    DEPLOY,
    PROJECT,
    ROOT,
    accepted,
    arguments,
    command,
    environment,
    in_context,
    load,
)
from tests.table.server import Server

SERVER_LOCK = "requirements/server.txt"


def run(
    words: list[str], cwd: Path | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    here = [sys.executable if word == "python" else word for word in words]
    return subprocess.run(here, cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False)


# ---- the build ----


def test_both_stages_have_the_same_supported_python() -> None:
    images = {rest.split()[0] for rest in arguments("FROM")}
    assert len(images) == 1
    found = re.fullmatch(r"python:(\d+\.\d+)-slim-bookworm", images.pop())
    assert found is not None
    assert f"Programming Language :: Python :: {found[1]}" in PROJECT["classifiers"]


def test_all_packages_are_installed_from_locks_with_hashes() -> None:
    installs = [part for rest in arguments("RUN") for part in rest.split("&&") if " pip install " in part]
    assert len(installs) == 3
    for install in installs:
        assert "--no-deps" in install
        assert "--require-hashes" in install or "--no-index" in install
    assert "requirements/play.txt" in installs[0]
    assert any(f"/build/{SERVER_LOCK}" in rest for rest in arguments("COPY"))


def test_the_server_lock_has_all_imported_packages_and_no_compiler() -> None:
    names = set(re.findall(r"^([a-z0-9-]+)", (ROOT / SERVER_LOCK).read_text(), re.MULTILINE))
    wanted = PROJECT["dependencies"] + [
        one for extra in ("table", "postgres") for one in PROJECT["optional-dependencies"][extra]
    ]
    assert {re.split(r"[^a-z0-9-]", one)[0] for one in wanted} <= names
    assert not names & {"mypy", "setuptools", "pytest"}
    assert re.search(r"^psycopg-binary==", (ROOT / SERVER_LOCK).read_text(), re.MULTILINE)


def test_the_wheel_is_built_from_the_build_context(tmp_path: Path) -> None:
    """The build command of the Dockerfile works with the files that .dockerignore admits.

    It builds plain Python here, because the compile stage of ``make test`` compiles.
    """
    listed = run(["git", "ls-files"], cwd=ROOT).stdout.split("\n")[:-1]
    for name in listed:
        if in_context(ROOT / name) and (ROOT / name).is_file():
            place = tmp_path / "context" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, place)
    assert not (tmp_path / "context/tests").exists()
    (build,) = [part for rest in arguments("RUN") for part in rest.split("&&") if "pip wheel" in part]
    assert "SAMOVAR_COMPILE=require" in build
    words = shlex.split(build.replace("SAMOVAR_COMPILE=require", ""))
    pure = os.environ | {"SAMOVAR_PURE": "1"}
    built = run(words, cwd=tmp_path / "context", env=pure)
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "context/dist").glob("*.whl")
    assert wheel.name.startswith(f"samovar-{PROJECT['version']}-")
    inside = set(zipfile.ZipFile(wheel).namelist())
    for folder, endings in {
        "table/static": "js css svg",
        "rules": "md",
        "views": "py svg",
        "games": "toml",
    }.items():
        for path in (ROOT / "src/samovar" / folder).rglob("*"):
            if path.suffix[1:] in endings.split():
                assert path.relative_to(ROOT / "src").as_posix() in inside


# ---- at run time ----


def test_the_image_does_not_run_as_root_and_stores_games_in_a_volume() -> None:
    (user,), (volume,) = arguments("USER"), arguments("VOLUME")
    made = " ".join(arguments("RUN"))
    assert int(user) > 0
    assert f"useradd --system --uid {user} " in made
    assert f"--owner=samovar --group=samovar --mode=0700 {volume}" in made
    assert environment()["SAMOVAR_DATABASE"].startswith(f"{volume}/")
    assert arguments("EXPOSE") == [str(PORT)]


def test_the_command_serves_and_stops_at_the_stop_signal(tmp_path: Path) -> None:
    assert command("ENTRYPOINT") == ["samovar"]
    options = accepted(command("CMD"))
    assert (options.host, options.port, options.no_browser) == ("0.0.0.0", PORT, True)
    words = [word.replace(str(PORT), "0") for word in command("CMD")]
    variables = environment() | {"SAMOVAR_DATABASE": str(tmp_path / "games.db")}
    (stop,) = arguments("STOPSIGNAL")
    with subprocess.Popen(
        [sys.executable, "-m", "samovar.cli", *words],
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("Samovar: http://")
        server.send_signal(signal.Signals[stop])
        server.communicate(timeout=30)
    assert server.returncode in {0, -signal.Signals[stop]}
    assert (tmp_path / "games.db").exists()


@contextmanager
def answering(status: int) -> Iterator[int]:
    """Run a server that responds to every request with this status. Yields its port."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def healthy(port: int) -> bool:
    """True if the health check of the image accepts the server at this port."""
    words = command("HEALTHCHECK")
    assert str(PORT) in words[-1]
    return run([word.replace(str(PORT), str(port)) for word in words]).returncode == 0


def test_the_health_check_detects_a_server_that_is_down(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db")
    port = int(server.address.rpartition(":")[2])
    assert healthy(port)
    server.stop()
    assert not healthy(port)
    with answering(503) as broken:
        assert not healthy(broken)


# ---- with PostgreSQL ----


def test_compose_is_valid_and_consistent_with_the_image() -> None:
    schema = ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")]
    checked = run([str(Path(sys.executable).parent / schema[0]), *schema[1:]])
    assert checked.returncode == 0, checked.stdout
    compose = load(DEPLOY / "compose.yaml")
    table, database = compose["services"]["table"], compose["services"]["database"]
    assert (
        DEPLOY / table["build"]["context"] / table["build"]["dockerfile"]
    ).resolve() == DEPLOY / "Dockerfile"
    found = re.fullmatch(r"postgresql://(\w+)@(\w+)/(\w+)", table["environment"]["SAMOVAR_DATABASE"])
    assert found is not None
    theirs = database["environment"]
    assert found.groups() == (theirs["POSTGRES_USER"], "database", theirs["POSTGRES_DB"])
    assert table["environment"]["PGPASSWORD"] == theirs["POSTGRES_PASSWORD"]
    assert "database" in table["depends_on"]
    assert table["ports"] == [f"127.0.0.1:{PORT}:{PORT}"]
    options = accepted(table["command"])
    assert options.port == PORT
    (network,) = compose["networks"]["default"]["ipam"]["config"]
    assert options.trusted_proxy == [network["gateway"]]


def test_commands_in_the_documents_exist() -> None:
    told = (ROOT / "docs/hosting.md").read_text()
    for name in re.findall(r"deploy/[\w.]+", told):
        assert (ROOT / name).exists(), name
    assert "docs/hosting.md" in (ROOT / "README.md").read_text()


# ---- the service and the proxies ----


def unit() -> dict[str, list[str]]:
    """The values of each setting in the systemd unit."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "samovar.service").read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def test_the_service_starts_the_server_with_a_writable_database() -> None:
    settings = unit()
    (start,) = settings["ExecStart"]
    program, *words = start.split()
    assert program.endswith("/.venv/bin/samovar")
    assert accepted(words).trusted_proxy == ["127.0.0.1"]
    (state,) = settings["StateDirectory"]
    assert f"SAMOVAR_DATABASE=/var/lib/{state}/games.db" in settings["Environment"][0].split()
    assert settings["ProtectSystem"] == ["strict"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")
def test_systemd_accepts_the_service(tmp_path: Path) -> None:
    there = tmp_path / "samovar.service"
    there.write_text(
        (DEPLOY / "samovar.service").read_text().replace("/opt/samovar/.venv/bin/samovar", "/bin/true")
    )
    checked = run(["systemd-analyze", "verify", str(there)])
    said = [line for line in checked.stderr.splitlines() if "samovar.service" in line]
    assert said == []
    assert checked.returncode == 0, checked.stderr


def test_the_proxies_use_the_port_of_the_server() -> None:
    for name in ("nginx.conf", "Caddyfile"):
        assert re.findall(r"127\.0\.0\.1:(\d+)", (DEPLOY / name).read_text()) == [str(PORT)]
