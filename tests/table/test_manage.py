"""What the host can do with a table, and everybody with what is kept of them."""

from __future__ import annotations

import re

from tests.table.server import Browser, Server, look


def said(browser: Browser, table: str) -> list[tuple[int, str]]:
    """What the host finds on the page: number and text of each remark."""
    html = browser.get(f"{table}/manage").text
    found = re.findall(r"</b> ([^<]*)</span> <form.*?name=\"number\" value=\"(\d+)\"", html)
    return [(int(number), text) for text, number in found]


def join(host: Browser, friend: Browser, table: str) -> None:
    """The friend takes the second seat, by the link."""
    friend.get(host.link(table))
    friend.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})


def test_the_host_removes_a_remark_and_nobody_sees_it_again(
    server: Server, eva: Browser, bob: Browser
) -> None:
    table = eva.make()
    for text in ("marmot", "lynx"):
        eva.post(f"{table}/chat", json={"text": text})
    numbers = said(eva, table)
    assert [text for _, text in numbers] == ["marmot", "lynx"]
    assert said(bob, table) == []  # a watcher has no buttons
    remove = {"do": "remove", "number": str(numbers[0][0])}
    assert bob.post(f"{table}/manage", data=remove).status_code == 403
    assert eva.post(f"{table}/manage", data=remove).status_code == 200
    for browser in (eva, bob):
        html = look(browser, table).html
        assert "marmot" not in html
        assert "lynx" in html
    stored = server.app.service.store.reader.load(table[3:])
    assert stored is not None
    assert [line.text for line in stored.chat] == ["lynx"]


def test_who_is_muted_says_nothing_until_the_host_lets_them(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "friend")
    join(eva, bob, table)
    assert bob.post(f"{table}/chat", json={"text": "hello"}).status_code == 200
    assert eva.post(f"{table}/manage", data={"do": "mute", "seat": "1"}).status_code == 200
    refused = bob.post(f"{table}/chat", json={"text": "again"})
    assert (refused.status_code, "host" in refused.json()["error"]) == (403, True)
    assert eva.post(f"{table}/chat", json={"text": "I may"}).status_code == 200
    assert eva.post(f"{table}/manage", data={"do": "unmute", "seat": "1"}).status_code == 200
    assert bob.post(f"{table}/chat", json={"text": "thanks"}).status_code == 200


def test_those_who_watch_are_muted_together(server: Server, eva: Browser, bob: Browser) -> None:
    table = eva.make()
    assert bob.post(f"{table}/chat", json={"text": "hello"}).status_code == 200
    eva.post(f"{table}/manage", data={"do": "mute", "seat": "-1"})
    assert bob.post(f"{table}/chat", json={"text": "hello"}).status_code == 403
    del server.app.service.rooms.open_rooms[table[3:]]  # as after a restart: it is in the log
    assert bob.post(f"{table}/chat", json={"text": "hello"}).status_code == 403


def test_a_deleted_table_is_gone_for_all_and_from_the_database(
    server: Server, eva: Browser, bob: Browser
) -> None:
    table = eva.make("stroganov", "me", "friend")
    join(eva, bob, table)
    assert bob.post(f"{table}/manage", data={"do": "delete", "sure": "yes"}).status_code == 403
    assert eva.post(f"{table}/manage", data={"do": "delete"}).status_code == 422  # not sure
    assert look(bob, table).seq > 0
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
    assert reader.is_used(table[3:])  # a pledge for it is not valid for another room
    assert table[3:] not in reader.room_ids()


def test_a_bot_that_thinks_at_a_deleted_table_writes_nothing(server: Server, eva: Browser) -> None:
    table = eva.make("stroganov", "bot.easy", "bot.easy")
    eva.post(f"{table}/manage", data={"do": "delete", "sure": "yes"})
    other = eva.make("stroganov", "me")
    assert look(eva, other).tokens
    assert server.app.service.store.reader.rows_after(table[3:], 0) == []


def test_the_host_changes_the_limit_and_gives_a_running_seat_a_new_link(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "friend")
    join(eva, bob, table)
    eva.post(f"{table}/manage", data={"do": "limit", "limit": "60"})
    html = eva.post(f"{table}/manage", data={"do": "link", "seat": "1"}).text
    assert '<option value="60" selected>' in html
    assert bob.get(f"{table}/as/1").status_code == 403  # the old one is out
    bob.get(re.findall(r"/t/\w+/join/[\w-]+", html)[-1])
    assert bob.get(f"{table}/as/1").status_code == 200


def test_my_data_can_be_saved_whole(eva: Browser, bob: Browser) -> None:
    table = eva.make()
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


def test_my_data_holds_no_secret_of_others(eva: Browser, bob: Browser) -> None:
    table = eva.make("catherine", "me", "friend")
    join(eva, bob, table)
    page = look(eva, table)
    eva.act(table, page.tokens[0], page.seq)
    assert bob.get("/data.json").json()["tables"][0]["record"] == ""


def test_my_data_is_deleted_when_i_say_so(server: Server, eva: Browser, bob: Browser) -> None:
    alone, shared = eva.make(), eva.make("stroganov", "me", "friend")
    join(eva, bob, shared)
    for browser in (eva, bob):
        browser.post(f"{shared}/chat", json={"text": "hello"})
    assert eva.post("/data", data={"do": "forget"}).status_code == 422  # not sure
    first = eva.post("/data", data={"do": "forget", "sure": "yes"})
    assert first.url.path == "/"
    assert "/t/" not in first.text
    assert not eva.cookies
    assert bob.get(alone).status_code == 404
    stored = server.app.service.store.reader.load(shared[3:])
    assert stored is not None
    assert [line.name for line in stored.chat] == ["Bob"]
    assert look(bob, shared).seq > 0  # the game that Bob plays goes on
    assert look(eva, shared).tokens == []


def test_the_next_table_is_one_that_waits_for_me(eva: Browser) -> None:
    tables = [eva.make() for _ in range(3)]
    eva.make("stroganov", "me", "friend")  # nobody waits there yet
    seen = []
    at = tables[0]
    for _ in range(3):
        at = eva.get(f"/next?after={at[3:]}").url.path
        seen.append(at)
    assert sorted(seen) == sorted(tables)
    assert seen[-1] == tables[0]


def test_without_another_table_that_waits_the_next_one_is_the_first_page(eva: Browser) -> None:
    table = eva.make()
    assert eva.get(f"/next?after={table[3:]}").url.path == "/"
    assert f'href="/next?after={table[3:]}"' in look(eva, table).html
