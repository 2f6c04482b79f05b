"""The API conforms to its OpenAPI document for generated requests, and a client can play by it."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from samovar.table.api.openapi import openapi
from samovar.table.settings import Rate
from tests.table.server import Browser, Server

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "games"
schema = schemathesis.openapi.from_dict(openapi())


@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
)
def test_every_response_conforms_to_the_openapi_document(server: Server, case: Any) -> None:
    # The schema cannot express which games exist and which fields fit together. These get 422.
    unsayable = [positive_data_acceptance]
    headers = {"origin": server.address}
    case.call_and_validate(base_url=server.address, headers=headers, excluded_checks=unsayable)


def new_table(eva: Browser, **more: Any) -> dict[str, Any]:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}]
    answer = eva.post("/api/tables", json={"game": "stroganov", "seats": seats, **more})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_an_api_client_plays_with_the_tokens_of_its_seats(eva: Browser) -> None:
    made = new_table(eva)
    place = f"/api/tables/{made['id']}"
    clients = [
        httpx.Client(base_url=eva.base_url, headers={"authorization": f"Bearer {token}"})
        for token in made["tokens"]
    ]
    rng = random.Random(3)
    for _ in range(10):
        seat = made["state"]["actors"][0]
        mine = clients[seat].get(place).json()
        assert (mine["seat"], mine["actors"]) == (seat, [seat])
        assert clients[1 - seat].get(place).json()["options"] == []
        move = {"token": rng.choice(mine["options"]), "seq": mine["seq"], "action_id": "x" + str(mine["seq"])}
        answer = clients[seat].post(f"{place}/act", json=move)
        assert answer.status_code == 200
        seq = answer.json()["seq"]
        assert seq > mine["seq"]  # by more than 1 if the table gives answers
        assert clients[seat].post(f"{place}/act", json=move).json()["seq"] == seq
        late = clients[seat].post(f"{place}/act", json=move | {"action_id": ""})
        assert (late.status_code, late.json()["state"]["seq"]) == (409, seq)
        made["state"] = clients[0].get(place).json()
    log = clients[0].get(f"{place}/log").json()["entries"]
    assert len(log) == made["state"]["actions"]
    for client in clients:
        client.close()


def test_a_pledge_commits_the_server_before_it_knows_the_salt(eva: Browser) -> None:
    pledge = eva.post("/api/pledges").json()
    made = new_table(eva, pledge=pledge["pledge"], salt="mine")
    assert made["id"] == pledge["table"]
    proof = eva.get(f"/api/tables/{made['id']}/proof").json()
    assert (proof["commit"], proof["seed"], proof["salts"]) == (pledge["commit"], "", ["mine", ""])
    seats = [{"kind": "person", "name": "Ada"}]
    for wrong, told in (
        ({"pledge": pledge["pledge"]}, "already used"),
        ({"pledge": pledge["pledge"][:-2] + "77"}, "unknown or expired"),
        ({"pledge": "x.y"}, "unknown or expired"),
        ({"salt": "mine"}, "needs a pledge"),
    ):
        answer = eva.post("/api/tables", json={"game": "stroganov", "seats": seats, **wrong})
        assert (answer.status_code, told in answer.text) == (422, True)


def test_wrong_tokens_are_refused(eva: Browser) -> None:
    made = new_table(eva)
    place = f"/api/tables/{made['id']}"
    for token in ("x", made["tokens"][0][:-1], new_table(eva)["tokens"][0]):
        answer = eva.get(place, headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 403
    assert eva.post(f"{place}/act", json={"token": "x", "seq": 1}).status_code == 403


@given(st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_any_import_is_accepted_or_refused_with_422(server: Server, data: st.DataObject) -> None:
    """The text is a mutated record or random."""
    name = data.draw(st.sampled_from(["stroganov-01.rec", "catherine-01.rec", "tundra-01.rec"]))
    text = (ROOT / "tests/games" / name).read_text()[:1500]
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 40))
    text = text[:at] + data.draw(st.text(max_size=30)) + text[at + cut :]
    if data.draw(st.booleans()):
        text = data.draw(st.text(max_size=300))
    answer = httpx.post(
        f"{server.address}/api/import", json={"text": text}, headers={"origin": server.address}, timeout=30
    )
    assert answer.status_code in {200, 422}


def play_example(server: Server) -> str:
    """Play a game with the example client. Returns its output."""
    command = [sys.executable, str(ROOT / "examples/client.py"), server.address, "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_example_client_plays_a_whole_game(server: Server) -> None:
    assert "draws follow from the seed" in play_example(server)


@pytest.mark.slow
def test_the_example_client_waits_when_it_is_over_its_rate(tmp_path: Path) -> None:
    rates: dict[str, Any] = {"rate_act": Rate(5, 1200), "rate_read": Rate(5, 1200)}
    server = Server(f"sqlite:///{tmp_path}/games.db", client_limits=True, **rates)
    try:
        assert "draws follow from the seed" in play_example(server)
        assert server.app.rate_limits.refused.total() > 0
    finally:
        server.stop()


def test_a_rematch_receipt_contains_no_link_of_another_seat(eva: Browser, bob: Browser) -> None:
    """Bob plays by the token of seat 1. The host issues a link for seat 0 in the room of the rematch."""
    table = eva.post("/import", data={"text": (GAMES / "stroganov-01.rec").read_text()}).url.path
    eva.post(f"{table}/manage", data={"do": "link", "seat": "1"})
    token = link_token(eva, table)
    headers = {"authorization": f"Bearer {token}"}
    first = bob.post(f"/api/tables/{table[3:]}/rematch", json={}, headers=headers).json()
    assert not any(first["tokens"])
    new = f"/t/{first['id']}"
    assert "/join/" not in eva.get(f"{new}/manage").text
    eva.post(f"{new}/manage", data={"do": "link", "seat": "0"})
    other = link_token(eva, new)
    again = bob.post(f"/api/tables/{table[3:]}/rematch", json={}, headers=headers)
    assert again.json()["id"] == first["id"]
    assert other not in again.text
    for path in (new, f"{new}/manage", f"{table}/manage", f"/api/tables/{first['id']}"):
        assert other not in bob.get(path, headers=headers).text


def link_token(browser: Browser, table: str) -> str:
    """The token of the only link on the host's page."""
    found = re.findall(r"/join/(\w+)", browser.get(f"{table}/manage").text)
    assert len(set(found)) == 1
    return str(found[0])
