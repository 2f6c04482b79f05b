"""Every limit is an option of ``samovar serve``, documented, in ``/metrics``, and takes effect."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.table import serve
from samovar.table.metrics import limit_values
from samovar.table.rate_limits import RateLimits, kind_of
from samovar.table.settings import Limits, Rate, Settings, limit_fields, parse_limit
from tests.table.server import Browser, Server

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
NAMES = [one.name for one in limit_fields()]


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize("name", NAMES)
def test_a_limit_is_an_option_with_its_default_and_documented(name: str) -> None:
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    default = getattr(Limits(), name)
    shown = f"{default:g}" if isinstance(default, float) else str(default)
    option = f"--{name.replace('_', '-')}"
    help = re.search(rf"{option} (N|BURST/PER_MINUTE)\s(.*?)\(([^()]*)\)\s", parser.format_help(), re.S)
    assert help is not None
    assert help[3] == shown
    row = re.search(rf"\| `{option}` \| ([^|]*) \|", HOSTING)
    assert row is not None, f"docs/hosting.md does not name {option}"
    assert row[1].replace(",", "") == shown


def test_a_given_limit_replaces_the_default() -> None:
    given = serve.given_limits(parsed("--max-body", "1000", "--rate-act", "5/60", "--header-timeout", "2.5"))
    assert given == {"max_body": 1000, "rate_act": Rate(5, 60), "header_timeout": 2.5}
    assert serve.given_limits(parsed()) == {}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("max_body", "0"),
        ("max_body", "-1"),
        ("max_body", "64k"),
        ("max_body", "1.5"),
        ("header_timeout", "nan"),
        ("header_timeout", "inf"),
        ("rate_act", "5"),
        ("rate_act", "0/60"),
        ("rate_act", "5/0"),
        ("rate_act", "a/b"),
    ],
)
def test_an_invalid_limit_is_refused(name: str, text: str) -> None:
    with pytest.raises(BadInput, match=f"{name.replace('_', '-')}: must be "):
        parse_limit(name, text)


def test_the_metrics_show_every_limit_and_how_often_it_was_reached(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"rate_chat": Rate(2, 1), "max_headers": 20}
    server = Server(f"sqlite:///{tmp_path}/games.db", client_limits=True, **settings)
    try:
        with server.browser() as eva:
            table = eva.make()
            sent = [eva.post(f"{table}/chat", json={"text": "tea"}).status_code for _ in range(4)]
            assert sent == [200, 200, 429, 429]
            many = {f"x-{n}": "y" for n in range(30)}
            assert eva.get("/", headers=many).status_code == 431
            metrics = eva.get("/metrics").text
    finally:
        server.stop()
    for name, value in limit_values(Settings("", **settings)).items():
        found = re.search(rf'^samovar_limit{{name="{name}"}} (\S+)$', metrics, re.M)
        assert found is not None, name
        assert float(found[1]) == value
    assert 'samovar_limited_total{name="rate_chat"} 2.0' in metrics
    assert 'samovar_limited_total{name="max_header_bytes"} 1.0' in metrics


def test_every_kind_of_request_has_its_own_rate() -> None:
    kinds = {
        "make": ("POST", "/tables"),
        "pledge": ("POST", "/api/pledges"),
        "act": ("POST", "/t/x/act"),
        "chat": ("POST", "/t/x/chat"),
        "token": ("GET", "/t/x/join/y"),
        "read": ("GET", "/"),
        "data": ("GET", "/data.json"),
    }
    assert kind_of("POST", "/t/x/join/y") == "token"  # the button of the page for a link
    for kind, request in kinds.items():
        assert kind_of(*request) == kind
        changed: dict[str, Any] = {f"rate_{kind}": Rate(1, 1)}
        limits = RateLimits(Limits(**changed))
        assert [limits.retry_after(kind, "192.0.2.7") > 0 for _ in range(2)] == [False, True]


def test_the_limits_of_texts_can_be_changed(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"max_line": 50, "max_key_parts": 3, "max_faults": 2}
    server = Server(f"sqlite:///{tmp_path}/games.db", **limits)
    try:
        with server.browser() as eva:
            text = "x" * 60 + "\na.b.c.d = 1\n" + "y" * 70 + "\n" + "z" * 80
            faults = eva.post("/api/import", json={"text": text}).json()["faults"]
            assert faults == [
                "text: line 1: longer than 50 characters",
                "text: line 2: a key with more than 3 parts",
                "and 1 more",
            ]
    finally:
        server.stop()


# ---- texts that take long to read ----


def test_a_table_may_have_the_largest_box_as_its_own(eva: Browser) -> None:
    """Catherine's component file has 75 kB, more than other requests may have."""
    box = registry.game("catherine").standard_text() + "\n# ours\n"
    seats = [{"kind": "person", "name": "Eva"}, {"kind": "bot", "level": "easy"}]
    order = {"game": "catherine", "seats": seats, "components": box}
    assert len(json.dumps(order)) > 70_000
    answer = eva.post("/api/tables", json=order)
    assert answer.status_code == 200, answer.text[:300]
    assert eva.post("/api/tables", json=order | {"components": box * 2}).status_code == 413


def test_a_component_file_is_read_outside_the_event_loop(server: Server, eva: Browser) -> None:
    """While a worker reads it, the server answers other requests."""
    workers, run = server.app.service.workers, server.app.service.workers.run
    asked, release = threading.Event(), threading.Event()

    async def wait_and_run(*args: Any, **named: Any) -> Any:
        asked.set()
        while not release.is_set():
            await asyncio.sleep(0.01)
        return await run(*args, **named)

    vars(workers)["run"] = wait_and_run
    order = {"game": "stroganov", "seats": [{"kind": "person", "name": "Eva"}], "components": "x = 1"}
    try:
        with ThreadPoolExecutor(1) as threads, server.browser() as bob:
            answer = threads.submit(eva.post, "/api/tables", json=order)
            assert asked.wait(20), "the component file was read in the event loop"
            assert bob.get("/healthz").status_code == 200
            release.set()
            assert answer.result(30).status_code == 422
    finally:
        release.set()
        vars(workers).pop("run")


def test_many_faults_and_long_lines_get_a_short_answer(eva: Browser) -> None:
    """0.9 MB of commas in one line once got an answer of 148 MB."""
    commas = "samovar stroganov 1\nseats: 2\nnames: " + "," * 900_000
    unknown = 'game = "stroganov"\n' + "".join(f"key{n} = 1\n" for n in range(40_000))
    for text in (commas, unknown):
        answer = eva.post("/api/import", json={"text": text})
        assert answer.status_code == 422
        assert len(answer.content) < 5000
        assert len(answer.json()["faults"]) <= 21
