"""Pages show every error in the language of the browser. The API shows it in English."""

from __future__ import annotations

import ast
import html
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from samovar.room.errors import Fault
from samovar.table.settings import Rate
from samovar.views.words.words import languages, words_for
from tests.table.server import Browser, Server

SOURCE = Path(__file__).parents[2] / "src" / "samovar"


@pytest.fixture
def ivana(server: Server) -> Iterator[Browser]:
    """A Czech browser."""
    with server.browser("cs") as browser:
        yield browser


def listed(answer: httpx.Response) -> list[str]:
    """The faults that a page lists."""
    found = re.search(r'<(?:div class="faults"|main)[^>]*>.*?(?:</ul>|</main>)', answer.text, re.S)
    assert found is not None
    return [html.unescape(one) for one in re.findall(r"<(?:li|p)>([^<]+)</", found[0])]


LOBBY = [
    ({"name": "x" * 31}, "Jméno má 1 až 30 viditelných znaků."),
    ({"seat.1": "none"}, "Tato hra je pro 1 až 4 hráče, ne pro 0."),
    ({"seat.2": "bot.search@9s"}, "Úroveň bota musí být jedna z těchto:"),
    ({"seed": "abc"}, "Semínko je celé číslo o nejvýš 400 číslicích."),
    ({"limit": "99999999"}, "Doba nepřítomnosti musí být 0 až"),
    ({"salt": "tea"}, "Tato stránka je příliš stará. Načti ji znovu."),
    ({"pledge": "x.1"}, "Tato stránka je příliš stará. Načti ji znovu."),
    ({"choice": "pink"}, "Vyber jednu z těchto možností: blue,"),
]


@pytest.mark.parametrize(("fields", "fault"), LOBBY)
def test_faults_of_a_new_table_are_translated(ivana: Browser, fields: dict[str, str], fault: str) -> None:
    form = {"game": "stroganov", "name": "Ivana", "seat.1": "me", **fields}
    answer = ivana.post("/tables", data=form)
    assert answer.status_code == 422
    assert any(one.startswith(fault) for one in listed(answer)), listed(answer)


def test_faults_of_an_import_are_translated_also_those_of_a_worker(ivana: Browser) -> None:
    answer = ivana.post("/import", data={"text": "x" * 30_000 + "\n" + "y" * 30_000})
    assert listed(answer)[-2:] == [f"Řádek {n} je delší než 20000 znaků." for n in (1, 2)]
    answer = ivana.post("/import", data={"text": 'game = "stroganov"\nto_move = 9'})
    assert any(one.startswith("Neplatný vstup (anglicky): ") for one in listed(answer))


def test_faults_at_a_table_are_translated(ivana: Browser) -> None:
    table = ivana.make("stroganov", "me", "friend")
    answers = {
        "chat": ivana.post(f"{table}/chat", json={"text": " "}),
        "seat": ivana.post(f"{table}/seat", json={"do": "sit", "seat": 1, "name": "\u3164"}),
        "manage": ivana.post(f"{table}/manage", json={"do": "delete"}),
    }
    told = {name: answer.json()["error"] for name, answer in answers.items()}
    assert told == {
        "chat": "Zpráva má 1 až 500 viditelných znaků.",
        "seat": "To patří jinému hráči.",
        "manage": "Potvrď smazání: nelze ho vzít zpět.",
    }


def test_the_api_is_english(ivana: Browser) -> None:
    answer = ivana.post("/api/tables", json={"game": "stroganov", "seats": []})
    assert answer.json()["error"] == "table: seats: Stroganov is for 1 to 4 seats, not 0"


# ---- middleware ----


def test_refusals_of_the_middleware_are_translated(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path}/games.db", client_limits=True, rate_chat=Rate(1, 1), max_body=100)
    try:
        with server.browser("cs") as ivana:
            table = ivana.make()
            ivana.post(f"{table}/chat", json={"text": "čaj"})
            many = ivana.post(f"{table}/chat", json={"text": "čaj"}, headers={"accept": "application/json"})
            assert many.status_code == 429
            assert many.json()["error"].startswith("Příliš mnoho požadavků. Zkus to znovu za ")
            large = ivana.post(f"{table}/act", content=b"x" * 200)
            assert (large.status_code, large.text) == (
                413,
                "Tento požadavek je příliš velký: nejvýš 100 bajtů.\n",
            )
            foreign = ivana.post("/tables", data={}, headers={"origin": "http://evil.example"})
            assert foreign.status_code == 403
            assert "hlavička Origin neodpovídá hlavičce Host" in foreign.text
            other = ivana.post("/tables", data={}, headers={"sec-fetch-site": "cross-site"})
            assert other.text.startswith("Tento požadavek musí přijít ze stránky tohoto serveru")
            api = ivana.post("/api/pledges", headers={"origin": "http://evil.example"})
            assert api.text.startswith("This request must come from a page of this server")
    finally:
        server.stop()


def test_the_reason_of_a_failed_worker_is_not_shown(
    server: Server, ivana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    from samovar.table.worker import WorkerFailed

    async def fail(*_: object, **__: object) -> None:
        raise WorkerFailed("could not be started (/home/operator/samovar)")

    monkeypatch.setattr(server.app.service.workers, "run", fail)
    page = ivana.post("/import", data={"text": 'game = "stroganov"'})
    assert (page.status_code, listed(page)) == (500, ["Na serveru se něco nepovedlo. Zkus to prosím znovu."])
    api = ivana.post("/api/import", json={"text": 'game = "stroganov"'})
    assert (api.status_code, api.json()["error"]) == (500, "the worker process failed")


# ---- the message ids ----


def message_ids() -> list[tuple[str, list[str]]]:
    """The message id and the names of the values of each ``Fault`` in the source, where they are literal."""
    found = []
    for folder in ("room", "table"):
        for path in sorted((SOURCE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "Fault" and len(node.args) == 2:
                    id = node.args[1]
                    if isinstance(id, ast.Constant):
                        found.append((str(id.value), [one.arg or "**" for one in node.keywords]))
    return found


@pytest.mark.parametrize("lang", languages())
def test_every_fault_has_words_for_its_values(lang: str) -> None:
    ids = message_ids()
    assert len(ids) > 15
    for id, names in ids:
        if "**" not in names:
            words_for(lang).say(id, **dict.fromkeys(names, "1"))


def test_a_fault_survives_pickling() -> None:
    fault = Fault("must be 1", "fault.limit", most=1)
    again = pickle.loads(pickle.dumps(fault))
    assert (again, again.id, again.values) == ("must be 1", "fault.limit", {"most": "1"})
