"""``samovar backup``: copy an SQLite database, also while a server writes to it."""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path
from typing import Final

from samovar.kernel.errors import BadInput
from samovar.table.serve import add_database, database

DESCRIPTION: Final = """\
Copies all games of the table into one file, also while a server is running. The copy is a complete database:
samovar verify --all --database FILE checks it, and samovar serve --database FILE continues its games."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("file", metavar="FILE", help="the file to write; it must not exist yet")
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write a consistent copy of an SQLite database, also while a server writes to it."""
    source = database(arguments.database)
    if not source.startswith("sqlite:///"):
        raise BadInput("backup", ["copies only SQLite files; use pg_dump for a PostgreSQL database"])
    path = Path(source.removeprefix("sqlite:///"))
    if not path.exists():
        raise BadInput("backup", [f"there is no database {path}"])
    copy = Path(arguments.file)
    if copy.exists():
        raise BadInput("backup", [f"{copy} already exists"])
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        connection.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.Error as error:
        raise BadInput("backup", [str(error)]) from None
    finally:
        connection.close()
    print(f"{copy}: {copy.stat().st_size} bytes")
    return 0
