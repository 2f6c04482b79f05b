"""Managing a table as host, and the data stored about a browser."""

from __future__ import annotations

import re

from tests.table.server import Browser, Server, load_page


def said(browser: Browser, table: str) -> list[tuple[int, str]]:
    """The chat lines on the host's page, as (number, text)."""
    html = browser.get(f"{table}/manage").text
    found = re.findall(r"</b> ([^<]*)</span> <form.*?name=\"number\" value=\"(\d+)\"", html)
    return [(int(number), text) for text, number in found]


def join(host: Browser, friend: Browser, table: str) -> None:
    """Let the friend take the second seat by its link."""
    friend.get(host.link(table))
    friend.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})


def test_a_chat_line_removed_by_the_host_is_no_longer_shown(
    server: Server, eva: Browser, bob: Browser
) -> None:
    table = eva.make()
    for text in ("marmot", "lynx"):
        eva.post(f"{table}/chat", json={"text": text})
    numbers = said(eva, table)
    assert [text for _, text in numbers] == ["marmot", "lynx"]
    assert said(bob, table) == []  # a spectator has no buttons
    remove = {"do": "remove", "number": str(numbers[0][0])}
    assert bob.post(f"{table}/manage", data=remove).status_code == 403
    assert eva.post(f"{table}/manage", data=remove).status_code == 200
    for browser in (eva, bob):
        html = load_page(browser, table).html
        assert "marmot" not in html
        assert "lynx" in html
    stored = server.app.service.store.reader.load(table[3:])
    assert stored is not None
    assert [line.text for line in stored.chat] == ["lynx"]


def test_a_muted_seat_cannot_chat_until_it_is_unmuted(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "friend")
    join(eva, bob, table)
    assert bob.post(f"{table}/chat", json={"text": "hello"}).status_code == 200
    assert eva.post(f"{table}/manage", data={"do": "mute", "seat": "1"}).status_code == 200
    refused = bob.post(f"{table}/chat", json={"text": "again"})
    assert (refused.status_code, "host" in refused.json()["error"]) == (403, True)
    assert eva.post(f"{table}/chat", json={"text": "I may"}).status_code == 200
    assert eva.post(f"{table}/manage", data={"do": "unmute", "seat": "1"}).status_code == 200
    assert bob.post(f"{table}/chat", json={"text": "thanks"}).status_code == 200


def test_all_spectators_are_muted_together(server: Server, eva: Browser, bob: Browser) -> None:
    table = eva.make()
    assert bob.post(f"{table}/chat", json={"text": "hello"}).status_code == 200
    eva.post(f"{table}/manage", data={"do": "mute", "seat": "-1"})
    assert bob.post(f"{table}/chat", json={"text": "hello"}).status_code == 403
    del server.app.service.rooms.open_rooms[table[3:]]  # like a restart: muting is in the log
    assert bob.post(f"{table}/chat", json={"text": "hello"}).status_code == 403


def test_a_deleted_table_is_removed_for_all_viewers_and_from_the_database(
    server: Server, eva: Browser, bob: Browser
) -> None:
    table = eva.make("stroganov", "me", "friend")
    join(eva, bob, table)
    assert bob.post(f"{table}/manage", data={"do": "delete", "sure": "yes"}).status_code == 403
    assert eva.post(f"{table}/manage", data={"do": "delete"}).status_code == 422  # not confirmed
    assert load_page(bob, table).seq > 0
    watching = bob.events(table, "unknown.1")
    next(watching)
    assert eva.post(f"{table}/manage", data={"do": "delete", "sure": "yes"}).url.path == "/"
    while "reload" not in next(watching)[1]:
        pass
    watching.close()
    for browser in (eva, bob):
        assert browser.get(table).status_code == 404
        assert table not in browser.get("/").text
    reader = server.app.service.store.reader
    assert reader.rows_after(table[3:], 0) == []
    assert reader.load(table[3:]) is None
    assert reader.is_used(table[3:])  # its pledge cannot be used again
    assert table[3:] not in reader.room_ids()


def test_a_bot_that_decides_at_a_deleted_table_writes_nothing(server: Server, eva: Browser) -> None:
    table = eva.make("stroganov", "bot.easy", "bot.easy")
    eva.post(f"{table}/manage", data={"do": "delete", "sure": "yes"})
    other = eva.make("stroganov", "me")
    assert load_page(eva, other).tokens
    assert server.app.service.store.reader.rows_after(table[3:], 0) == []


def test_the_host_changes_the_limit_and_issues_a_link_for_a_taken_seat(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "friend")
    join(eva, bob, table)
    eva.post(f"{table}/manage", data={"do": "limit", "limit": "60"})
    html = eva.post(f"{table}/manage", data={"do": "link", "seat": "1"}).text
    assert '<option value="60" selected>' in html
    assert bob.get(f"{table}/as/1").status_code == 403  # the old holder lost the seat
    bob.get(re.findall(r"/t/\w+/join/[\w-]+", html)[-1])
    assert bob.get(f"{table}/as/1").status_code == 200


def test_my_data_can_be_downloaded(eva: Browser, bob: Browser) -> None:
    table = eva.make(
        "stroganov", "me", "bot.easy"
    )  # the record of a solo game contains the automa's top card
    eva.post(f"{table}/chat", json={"text": "mine"})
    bob.post(f"{table}/chat", json={"text": "not mine"})
    answer = eva.get("/data.json")
    assert "attachment" in answer.headers["content-disposition"]
    (found,) = answer.json()["tables"]
    assert found["seats"] == [{"seat": 0, "name": "Eva"}]
    assert [remark["text"] for remark in found["remarks"]] == ["mine"]
    assert found["host"]
    assert found["record"].startswith("samovar stroganov")
    assert bob.get("/data.json").json()["tables"] == []


def test_my_data_contains_no_hidden_information_of_others(eva: Browser, bob: Browser) -> None:
    table = eva.make("catherine", "me", "friend")
    join(eva, bob, table)
    page = load_page(eva, table)
    eva.act(table, page.tokens[0], page.seq)
    assert bob.get("/data.json").json()["tables"][0]["record"] == ""


def test_my_data_is_deleted_after_confirmation(server: Server, eva: Browser, bob: Browser) -> None:
    alone, shared = eva.make(), eva.make("stroganov", "me", "friend")
    join(eva, bob, shared)
    for browser in (eva, bob):
        browser.post(f"{shared}/chat", json={"text": "hello"})
    assert eva.post("/data", data={"do": "forget"}).status_code == 422  # not confirmed
    first = eva.post("/data", data={"do": "forget", "sure": "yes"})
    assert first.url.path == "/"
    assert "/t/" not in first.text
    assert not eva.cookies
    assert bob.get(alone).status_code == 404
    stored = server.app.service.store.reader.load(shared[3:])
    assert stored is not None
    assert [line.name for line in stored.chat] == ["Bob"]
    assert load_page(bob, shared).seq > 0  # the game that Bob plays continues
    assert load_page(eva, shared).tokens == []


def test_next_leads_to_a_table_that_waits_for_this_browser(eva: Browser) -> None:
    tables = [eva.make() for _ in range(3)]
    eva.make("stroganov", "me", "friend")  # not started, so it waits for no decision
    seen = []
    at = tables[0]
    for _ in range(3):
        at = eva.get(f"/next?after={at[3:]}").url.path
        seen.append(at)
    assert sorted(seen) == sorted(tables)
    assert seen[-1] == tables[0]


def test_next_leads_to_the_lobby_if_no_other_table_waits(eva: Browser) -> None:
    table = eva.make()
    assert eva.get(f"/next?after={table[3:]}").url.path == "/"
    assert f'href="/next?after={table[3:]}"' in load_page(eva, table).html
