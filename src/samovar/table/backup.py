"""``samovar backup``: a copy of an SQLite database, also while a server writes to it."""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path
from typing import Final

from samovar.kernel.errors import BadInput
from samovar.table.serve import add_database, database

DESCRIPTION: Final = """\
Copies the games of the table into one file, also while a server is running. The copy is a database of its
own: samovar verify --all --database FILE checks it, samovar serve --database FILE goes on with it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("file", metavar="FILE", help="where the copy goes; it must not exist yet")
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """A sound copy of an SQLite database, also while a server is writing to it."""
    source = database(arguments.database)
    if not source.startswith("sqlite:///"):
        raise BadInput("backup", ["a PostgreSQL database is copied by its own pg_dump"])
    path = Path(source.removeprefix("sqlite:///"))
    if not path.exists():
        raise BadInput("backup", [f"there is no database {path}"])
    copy = Path(arguments.file)
    if copy.exists():
        raise BadInput("backup", [f"{copy} exists already"])
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        connection.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.Error as error:
        raise BadInput("backup", [str(error)]) from None
    finally:
        connection.close()
    print(f"{copy}: {copy.stat().st_size} bytes")
    return 0
