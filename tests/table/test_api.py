"""The API: what its document says holds for whatever is asked, and a program can play by it."""

from __future__ import annotations

import random
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
from tests.table.server import Browser, Server

ROOT = Path(__file__).parents[2]
schema = schemathesis.openapi.from_dict(openapi())


@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
)
def test_every_call_answers_as_the_document_says(server: Server, case: Any) -> None:
    # A document cannot say which games there are and what fits together: that is refused with 422.
    unsayable = [positive_data_acceptance]
    headers = {"origin": server.address}
    case.call_and_validate(base_url=server.address, headers=headers, excluded_checks=unsayable)


def new_table(eva: Browser, **more: Any) -> dict[str, Any]:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}]
    answer = eva.post("/api/tables", json={"game": "stroganov", "seats": seats, **more})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_a_program_plays_with_the_tokens_of_its_seats(eva: Browser) -> None:
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
        assert answer.json()["seq"] == mine["seq"] + 1
        assert clients[seat].post(f"{place}/act", json=move).json()["seq"] == mine["seq"] + 1
        late = clients[seat].post(f"{place}/act", json=move | {"action_id": ""})
        assert (late.status_code, late.json()["state"]["seq"]) == (409, mine["seq"] + 1)
        made["state"] = clients[0].get(place).json()
    log = clients[0].get(f"{place}/log").json()["entries"]
    assert len(log) == made["state"]["actions"]
    for client in clients:
        client.close()


def test_a_pledge_binds_the_server_before_it_knows_the_salt(eva: Browser) -> None:
    pledge = eva.post("/api/pledges").json()
    made = new_table(eva, pledge=pledge["pledge"], salt="mine")
    assert made["id"] == pledge["table"]
    proof = eva.get(f"/api/tables/{made['id']}/proof").json()
    assert (proof["commit"], proof["seed"], proof["salts"]) == (pledge["commit"], "", ["mine", ""])
    seats = [{"kind": "person", "name": "Ada"}]
    for wrong, told in (
        ({"pledge": pledge["pledge"]}, "it was used"),
        ({"pledge": pledge["pledge"][:-2] + "77"}, "too old"),
        ({"pledge": "x.y"}, "not known"),
        ({"salt": "mine"}, "only after a pledge"),
    ):
        answer = eva.post("/api/tables", json={"game": "stroganov", "seats": seats, **wrong})
        assert (answer.status_code, told in answer.text) == (422, True)


def test_wrong_tokens_open_nothing(eva: Browser) -> None:
    made = new_table(eva)
    place = f"/api/tables/{made['id']}"
    for token in ("x", made["tokens"][0][:-1], new_table(eva)["tokens"][0]):
        answer = eva.get(place, headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 403
    assert eva.post(f"{place}/act", json={"token": "x", "seq": 1}).status_code == 403


@given(st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_whatever_is_imported_is_taken_or_refused(server: Server, data: st.DataObject) -> None:
    """A recorded game with something wrong in it, or a position, or anything."""
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


@pytest.mark.slow
def test_the_example_client_plays_a_whole_game(server: Server) -> None:
    command = [sys.executable, str(ROOT / "examples/client.py"), server.address, "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "draws follow from the seed" in done.stdout
