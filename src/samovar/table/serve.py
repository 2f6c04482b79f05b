"""``samovar serve``: command line of the web server."""

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
from typing import Any, Final

from samovar.extras import needed
from samovar.kernel.errors import BadInput
from samovar.table.settings import Rate, limit_fields, parse_limit

PORT: Final = 8642
ALL_INTERFACES: Final = "0.0.0.0"  # noqa: S104 (asked for by --lan)
DESCRIPTION: Final = """\
Starts the table and opens it in the browser: play alone, against bots, or with friends by link. Games are
stored in one file and continue after a restart. With --lan friends in the same network can join: a QR code
opens the table on their phones."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on (127.0.0.1)"
    )
    where.add_argument(
        "--lan",
        dest="host",
        action="store_const",
        const=ALL_INTERFACES,
        default="127.0.0.1",
        help="listen on all interfaces, for the local network, and print a QR code",
    )
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"port ({PORT})")
    add_database(parser)
    parser.add_argument(
        "--bots", type=int, default=0, metavar="N", help="number of bot processes (one less than cores)"
    )
    parser.add_argument(
        "--root-path",
        default="",
        metavar="PREFIX",
        help="path prefix of the table behind a proxy, such as /samovar",
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS|NETWORK",
        help="trust the X-Forwarded headers of this proxy; repeatable, or separated by commas (none)",
    )
    parser.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        metavar="NAME",
        help="accept only requests for this host name, *.NAME for its subdomains; repeatable (any)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    add_limits(parser)
    parser.add_argument(
        "--warm-up",
        nargs=argparse.REMAINDER,
        default=[],
        metavar="COMMAND",
        help="must be last: a command to run beside the server; "
        "if it succeeds, bots restart without SAMOVAR_PURE",
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """An option for each limit of ``settings.py``."""
    group = parser.add_argument_group("limits", "An address is an IPv4 address or an IPv6 network (/64).")
    for one in limit_fields():
        is_rate = isinstance(one.default, Rate)
        group.add_argument(
            f"--{one.name.replace('_', '-')}",
            default=None,
            metavar="BURST/PER_MINUTE" if is_rate else "N",
            help=f"{one.metadata['help']} ({shown(one.default)})",
        )


def shown(value: object) -> str:
    """The value of a limit as text that its option accepts."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def given_limits(arguments: argparse.Namespace) -> dict[str, Any]:
    """The limits that were given as options. BadInput if one is invalid."""
    given = {one.name: getattr(arguments, one.name) for one in limit_fields()}
    return {name: parse_limit(name, text) for name, text in given.items() if text is not None}


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="FILE|URL",
        help="a file, or postgresql://… ($SAMOVAR_DATABASE, else samovar/games.db in your data folder)",
    )


def database(given: str | None) -> str:
    """The URL of the database. The folder of an SQLite file is created if it is missing."""
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
    """The IP address of this machine in its local network, found without sending a packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, only selects the interface
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def run(arguments: argparse.Namespace) -> int:
    with needed("samovar serve"):
        import segno

        from samovar.table.app import make_app
        from samovar.table.host_check import allowed_hosts
        from samovar.table.proxies import networks, root_path
        from samovar.table.router import first_segments
        from samovar.table.server import Server
        from samovar.table.settings import Settings
        from samovar.table.store import Store
    if not 0 <= arguments.port < 65536:
        raise BadInput("port", [f"must be 0 to 65535, not {arguments.port}"])
    settings = Settings(
        database(arguments.database),
        bot_workers=arguments.bots or _spare_cores(),
        warm_up=arguments.warm_up,
        root_path=root_path(arguments.root_path, first_segments()),
        trusted_proxies=networks(arguments.trusted_proxy),
        allowed_hosts=allowed_hosts(arguments.allowed_host),
        **given_limits(arguments),
    )
    Store(settings.database).close()  # reports a bad database before anything is printed
    with _socket(arguments.host, arguments.port) as listening:
        listening.listen()  # clients that connect before the server is ready wait
        address = _server_url(arguments.host, listening.getsockname()[1]) + settings.root_path.lstrip("/")
        print(f"Samovar: {address}   (Ctrl+C stops it)", flush=True)
        if arguments.host in {ALL_INTERFACES, "::"}:
            segno.make(address, micro=False).terminal(compact=True)
            sys.stdout.flush()
        if not arguments.no_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C
            Server(make_app(settings)).run(sockets=[listening])
    return 0


def _spare_cores() -> int:
    return max(1, (os.cpu_count() or 1) - 1)


def _server_url(host: str, port: int) -> str:
    """The URL of the table. Links for friends are made from it, so it has this machine's LAN address."""
    if host in {ALL_INTERFACES, "::"}:
        host = lan_address()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def has_screen() -> bool:
    """True if this machine has a screen for a graphical browser."""
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
        fault = f"cannot listen on {host}:{port}: {reason} (--port selects another port)"
        raise BadInput("serve", [fault]) from None
    return listening
