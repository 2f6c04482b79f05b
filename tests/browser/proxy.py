"""``samovar serve`` behind a real nginx or Caddy, with the configuration files of ``deploy/``."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools import system_packages

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for localhost, and its key."""
    chain, key = folder / "fullchain.pem", folder / "privkey.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-days", "1", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*command, "-keyout", key, "-out", chain], check=True, capture_output=True)
    return chain, key


def replaced(text: str, changes: dict[str, str]) -> str:
    """The example with these texts replaced. Each of them must occur exactly once."""
    for old, new in changes.items():
        assert text.count(old) == 1, f"{old!r} must occur once in the example, not {text.count(old)} times"
        text = text.replace(old, new)
    return text


def nginx(folder: Path, table: int, port: int, prefix: str) -> list[str]:
    """The command that runs nginx with our example."""
    chain, key = certificate(folder)
    example = replaced(
        (DEPLOY / "nginx.conf").read_text(),
        {
            "server 127.0.0.1:8642;": f"server 127.0.0.1:{table};",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
            "/etc/ssl/table.example/fullchain.pem": str(chain),
            "/etc/ssl/table.example/privkey.pem": str(key),
            "location / {": f"location {prefix}/ {{",
        },
    )
    (folder / "samovar.conf").write_text(example)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\n{paths}access_log off;\ninclude {folder}/samovar.conf;\n}}\n"
    )
    program = system_packages.path_of(system_packages.NGINX)
    assert program, "no nginx here: python tools/system_packages.py installs it or says how"
    return [program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, table: int, port: int, prefix: str) -> list[str]:
    """The command that runs Caddy with our example."""
    chain, key = certificate(folder)
    example = replaced(
        (DEPLOY / "Caddyfile").read_text(),
        {
            "\ntable.example {": f"\nhttps://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {chain} {key}",
            "127.0.0.1:8642 {": f"127.0.0.1:{table} {{",
            "\thandle {": f"\thandle {prefix}* {{" if prefix else "\thandle {",
        },
    )
    (folder / "Caddyfile").write_text(
        f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 1s\n}}\n{example}"
    )
    program = system_packages.path_of(system_packages.CADDY)
    assert program, "no Caddy here: python tools/system_packages.py installs it or says how"
    return [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def process(command: list[str], log: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as written:
        running = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=written, stderr=written, env=os.environ | variables
        )
        try:
            yield running
        finally:
            running.terminate()
            running.wait(20)


def wait_for(port: int, running: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert running.poll() is None, log.read_text()
            assert time.monotonic() < deadline, f"no server on port {port}: {log.read_text()}"
            time.sleep(0.05)


class Site:
    """A table behind a proxy."""

    def __init__(self, port: int, table: int, prefix: str, folder: Path) -> None:
        self.origin = f"https://localhost:{port}"
        self.table = f"http://127.0.0.1:{table}"  # past the proxy
        self.prefix = prefix
        self.trusts = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))


@contextmanager
def proxied(name: str, prefix: str, folder: Path) -> Iterator[Site]:
    """A running server and a running proxy in front of it."""
    table, port = free_port(), free_port()
    serve = [sys.executable, "-m", "samovar.cli", "serve", "--no-browser", "--port", str(table)]
    serve += ["--database", str(folder / "games.db"), "--trusted-proxy", "127.0.0.1", "--bots", "1"]
    serve += ["--root-path", prefix] if prefix else []
    log, proxy_log = folder / "table.log", folder / "proxy.log"
    home = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = PROXIES[name](folder, table, port, prefix)
    with process(serve, log) as server, process(command, proxy_log, **home) as proxy:
        wait_for(table, server, log)
        wait_for(port, proxy, proxy_log)
        yield Site(port, table, prefix, folder)
