"""``samovar serve``: the table in the browser."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Final

from samovar.extras import needed
from samovar.kernel.errors import BadInput

PORT: Final = 8642
EVERYWHERE: Final = "0.0.0.0"
DESCRIPTION: Final = """\
Opens the table in the browser: play alone, against bots, or with friends by link. Games are kept in one file,
and go on where they were after a restart. With --lan friends in the same network can join; a QR code leads
their phones to the table."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (127.0.0.1)")
    where.add_argument(
        "--lan",
        dest="host",
        action="store_const",
        const=EVERYWHERE,
        default="127.0.0.1",
        help="listen in the local network, and print a QR code",
    )
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"port ({PORT})")
    add_database(parser)
    parser.add_argument(
        "--bots", type=int, default=0, metavar="N", help="processes for bots (all but one core)"
    )
    parser.add_argument(
        "--root-path",
        default="",
        metavar="PREFIX",
        help="the path of the table behind a proxy, such as /samovar",
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS|NETWORK",
        help="believe the X-Forwarded headers of this proxy; repeat it or write commas between (none)",
    )
    parser.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        metavar="NAME",
        help="answer only requests for this host name, *.NAME for all below it; repeatable (any)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--warm-up",
        nargs=argparse.REMAINDER,
        default=[],
        metavar="COMMAND",
        help="last: a command to run beside the server; after it, bots run without SAMOVAR_PURE",
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="FILE|URL",
        help="a file, or postgresql://… ($SAMOVAR_DATABASE, else samovar/games.db among your own data)",
    )


def database(given: str | None) -> str:
    """The address of the database; the folder of a file is made if it is not there."""
    text = given or os.environ.get("SAMOVAR_DATABASE", "")
    if "://" in text:
        return text
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    path = Path(text) if text else Path(home) / "samovar" / "games.db"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput("database", [f"{path.parent}: {(error.strerror or str(error)).lower()}"]) from None
    return f"sqlite:///{path.absolute()}"


def lan_address() -> str:
    """The address of this machine in its network, as far as it can be told without asking anybody."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: only asks which way it would go
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def run(arguments: argparse.Namespace) -> int:
    with needed("samovar serve"):
        import segno

        from samovar.table.app import make_app
        from samovar.table.host_check import allowed_hosts
        from samovar.table.proxies import networks, root_path
        from samovar.table.router import first_parts
        from samovar.table.server import Server
        from samovar.table.settings import Settings
        from samovar.table.store import Store
    if not 0 <= arguments.port < 65536:
        raise BadInput("port", [f"must be 0 to 65535, not {arguments.port}"])
    settings = Settings(
        database(arguments.database),
        bot_workers=arguments.bots or _spare_cores(),
        warm_up=arguments.warm_up,
        root_path=root_path(arguments.root_path, first_parts()),
        trusted_proxies=networks(arguments.trusted_proxy),
        allowed_hosts=allowed_hosts(arguments.allowed_host),
    )
    Store(settings.database).close()  # says what is wrong with it before anything is shown
    with _socket(arguments.host, arguments.port) as listening:
        listening.listen()  # a client that connects before the server is ready waits
        address = _address(arguments.host, listening.getsockname()[1]) + settings.root_path.lstrip("/")
        print(f"Samovar: {address}   (Ctrl+C ends it)", flush=True)
        if arguments.host in {EVERYWHERE, "::"}:
            segno.make(address, micro=False).terminal(compact=True)
            sys.stdout.flush()
        if not arguments.no_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
        with contextlib.suppress(KeyboardInterrupt):  # the way to end it
            Server(make_app(settings)).run(sockets=[listening])
    return 0


def _spare_cores() -> int:
    return max(1, (os.cpu_count() or 1) - 1)


def _address(host: str, port: int) -> str:
    """Where the table is. Friends follow links made from it: so it is the one that they can reach."""
    if host in {EVERYWHERE, "::"}:
        host = lan_address()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def has_screen() -> bool:
    """Whether a browser that is opened here would be seen by anybody. One in the terminal is not meant."""
    if os.environ.get("CI"):
        return False
    if os.environ.get("BROWSER") or sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        reason = (error.strerror or str(error)).lower()
        told = f"cannot listen at {host}:{port}: {reason} (--port chooses another)"
        raise BadInput("serve", [told]) from None
    return listening
