"""Pages over HTTP: forms without script, JSON and a stream with script."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path

import pytest

from samovar.room.validation import MAX_NAME
from tests.stroganov.scene import TWO_FURS_TO_PAY
from tests.table.server import Browser, Page, Server, load_page, my_turn


def test_a_game_is_played_by_forms_alone(eva: Browser) -> None:
    table = eva.make("stroganov", "me")
    rng = random.Random(2)
    page = load_page(eva, table)
    for _ in range(15):
        form = {"token": rng.choice(page.tokens), "seq": str(page.seq), "action_id": f"form-0-{page.seq}"}
        answer = eva.post(f"{table}/act", data=form)
        assert answer.status_code == 200
        assert answer.url.path == table  # back on the page, ready for the next decision
        page = Page(answer.text)
        assert page.tokens
    assert "Eva" in page.html


def test_a_repeated_action_is_played_once_and_an_outdated_one_gets_the_newest_seq(
    eva: Browser,
) -> None:
    table = eva.make()
    page = load_page(eva, table)
    token = page.tokens[0]
    first = eva.act(table, token, page.seq, "one")
    assert first.json() == {"seq": page.seq + 1}
    assert eva.act(table, token, page.seq, "one").json() == {"seq": page.seq + 1}
    late = eva.act(table, token, page.seq, "two")
    assert late.status_code == 409
    assert late.json()["seq"] == page.seq + 1  # the script waits until the page shows it
    by_form = eva.post(f"{table}/act", data={"token": token, "seq": str(page.seq)})
    assert by_form.status_code == 409
    assert Page(by_form.text).seq == page.seq + 1


def test_a_hundred_posts_of_one_action_make_one_event(server: Server, eva: Browser) -> None:
    table = eva.make()
    page = load_page(eva, table)
    with ThreadPoolExecutor(20) as pool:
        same = list(
            pool.map(lambda _: eva.act(table, page.tokens[0], page.seq, "same").status_code, range(50))
        )
        rival = list(pool.map(lambda n: eva.act(table, page.tokens[0], page.seq, f"x{n}"), range(50)))
    assert same == [200] * 50
    assert [answer.status_code for answer in rival] == [409] * 50
    rows = server.app.service.store.reader.rows_after(table[3:], 0)
    assert [row.seq for row in rows] == list(range(1, page.seq + 2))


def test_an_illegal_action_gives_a_reason_and_changes_nothing(eva: Browser) -> None:
    table = eva.make("stroganov", "me", "bot.easy")
    page = my_turn(eva, table)
    answer = eva.act(table, "move.99", page.seq)
    assert answer.status_code == 422
    assert answer.json()["reason"] == "unknown_token"
    assert load_page(eva, table).seq == page.seq
    wrong = eva.post(f"{table}/act", json={"token": ["move"], "seq": "x"})
    faults = ["request: token: must be text", "request: seq: must be a whole number"]
    assert (wrong.status_code, sorted(wrong.json()["faults"])) == (422, sorted(faults))


def test_undo_is_possible_up_to_the_undo_barrier(eva: Browser) -> None:
    table = eva.make("stroganov", "me", seed="5")
    rng = random.Random(4)
    undone = barred = 0
    for _ in range(30):
        page = load_page(eva, table)
        eva.act(table, rng.choice(page.tokens), page.seq)
        after = load_page(eva, table)
        back = eva.post(f"{table}/undo", json={"seq": after.seq})
        if back.status_code == 200:
            undone += 1
            again = load_page(eva, table)
            assert (again.tokens, again.seq) == (page.tokens, after.seq + 1)
            eva.act(table, rng.choice(again.tokens), again.seq)
        else:
            barred += 1
            assert (back.status_code, back.json()["reason"]) == (422, "something_was_revealed")
    assert undone > 3
    assert barred > 0


@pytest.mark.parametrize("script", [True, False])
def test_a_proposed_payment_is_made_in_one_request_and_undone_step_by_step(
    eva: Browser, script: bool
) -> None:
    table = eva.post("/import", data={"text": TWO_FURS_TO_PAY}).url.path
    page = load_page(eva, table)
    form = {"seq": str(page.seq), "action_id": f"form-0-{page.seq}"}
    answer = eva.post(f"{table}/pay", json=form) if script else eva.post(f"{table}/pay", data=form)
    assert answer.status_code == 200
    paid = load_page(eva, table)
    assert paid.seq == page.seq + 2  # each fur is a separate event
    assert not any(token.startswith("pay.") for token in paid.tokens)
    assert eva.post(f"{table}/pay", json=form).json() == {
        "seq": paid.seq
    }  # a repeated payment is executed once
    eva.post(f"{table}/undo", json={"seq": paid.seq})
    half = load_page(eva, table)
    assert set(half.tokens) == {"pay.3", "pay.5"}
    nothing = eva.post(f"{table}/pay", json={"seq": page.seq})
    assert nothing.status_code == 409


def test_the_stream_sends_only_changed_regions_and_resumes_after_a_reconnect(
    eva: Browser, bob: Browser
) -> None:
    table = eva.make()
    page = load_page(eva, table)
    stream = eva.events(table, page.last)
    eva.act(table, page.tokens[0], page.seq)
    seen: dict[str, str] = {}
    last = ""
    while True:
        last, change = next(stream)
        seen |= change["regions"]
        if change["seq"] == page.seq + 1:
            break
    stream.close()
    assert f'value="{page.seq + 1}"' in seen["choices"]
    fresh = load_page(eva, table)
    assert "sheet" not in seen
    everything = next(eva.events(table, "unknown.1"))[1]["regions"]
    assert set(seen) < set(everything)
    missed = load_page(eva, table)
    eva.act(table, missed.tokens[0], missed.seq)
    resumed = next(eva.events(table, last))[1]
    assert resumed["seq"] == missed.seq + 1
    assert set(resumed["regions"]) < set(everything)
    for id, html in resumed["regions"].items():
        assert f'id="{id}"' in html
    assert fresh.last != load_page(eva, table).last


def test_friends_join_by_link_and_the_token_disappears_from_the_url(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "friend")
    link = eva.link(table)
    assert 'class="qr"' in eva.get(table).text  # a QR code for phones
    assert "/join/" not in bob.get(table).text  # only the host sees it
    answer = bob.get(link, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, table)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = link.rpartition("/")[2]
    assert token not in cookie
    assert 'name="do" value="sit"' in bob.get(table).text
    sat = bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob", "salt": "b0b"})
    assert sat.status_code == 200
    pages = [load_page(eva, table), load_page(bob, table)]
    assert sum(bool(page.tokens) for page in pages) == 1
    assert all(token not in page.html for page in pages)
    taken = eva.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Eve"})
    assert taken.status_code == 403


def test_all_viewers_see_that_a_seed_was_chosen_but_not_its_value_during_the_game(
    eva: Browser, bob: Browser
) -> None:
    table = eva.make("stroganov", "me", "open", seed="471104")
    note = "A player chose the seed of this game"
    assert note in bob.get(table).text
    bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})
    for browser in (eva, bob):
        for path in (table, f"{table}/shuffle", f"/api/tables{table[2:]}", f"/api/tables{table[2:]}/proof"):
            assert "471104" not in browser.get(path).text, path
    assert note in load_page(bob, table).html
    state = bob.get(f"/api/tables{table[2:]}").json()
    assert state["seed_chosen"]
    assert state["seed_hash"] in bob.get(table).text
    assert state["seed_hash"] in bob.get(f"{table}/shuffle").text


def test_a_revoked_link_is_refused_and_its_holder_loses_the_seat(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "friend")
    link = eva.link(table)
    bob.get(link)
    assert bob.post(f"{table}/seat", data={"do": "link", "seat": "1"}).status_code == 403
    assert eva.post(f"{table}/seat", data={"do": "link", "seat": "1"}).status_code == 200
    assert bob.get(link).status_code == 404
    assert bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"}).status_code == 403
    assert eva.post(f"{table}/seat", data={"do": "bot", "seat": "1"}).status_code == 200
    assert load_page(eva, table).seq > 0  # the game has started


def test_the_form_has_the_same_limit_of_names_as_the_server(eva: Browser) -> None:
    found = re.findall(r'<input id="[^"]*" name="name"[^>]* maxlength="(\d+)"', eva.get("/").text)
    assert set(found) == {str(MAX_NAME)}


def test_a_preview_does_not_use_up_a_link_and_its_button_takes_the_seat(eva: Browser, bob: Browser) -> None:
    """A messenger fetches links for previews, without Sec-Fetch-Mode: navigate."""
    table = eva.make("stroganov", "me", "friend")
    link = eva.link(table)
    preview = bob.get(link, headers={"sec-fetch-mode": ""})
    assert (preview.status_code, f'action="{link}"' in preview.text) == (200, True)
    assert bob.post(link).url.path == table
    assert bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"}).status_code == 200
    assert eva.post(link).status_code == 404


def test_head_does_not_use_up_a_link(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "friend")
    link = eva.link(table)
    answer = bob.head(link, follow_redirects=False)
    assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
    bob.get(link)
    assert bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"}).status_code == 200


def test_the_stream_of_a_revoked_seat_ends(eva: Browser, bob: Browser) -> None:
    table = eva.make("catherine", "me", "friend")
    bob.get(eva.link(table))
    bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})
    events = bob.events(table)
    assert "regions" in next(events)[1]
    assert eva.post(f"{table}/manage", data={"do": "revoke", "seat": "1"}).status_code == 200
    assert next(events)[1] == {"reload": True}
    assert next(events, None) is None


def test_an_invited_person_loses_the_seat_when_a_bot_takes_it(eva: Browser, bob: Browser) -> None:
    table = eva.make("catherine", "me", "friend")
    bob.get(eva.link(table))
    assert eva.post(f"{table}/seat", data={"do": "bot", "seat": "1"}).status_code == 200
    seen = load_page(bob, table)
    assert (seen.seq > 0, seen.tokens) == (True, [])
    assert bob.get(f"{table}/as/1").status_code == 403


def test_a_spectator_can_watch_but_not_act(eva: Browser, bob: Browser) -> None:
    table = eva.make()
    seen = load_page(bob, table)
    assert seen.tokens == []
    seq = load_page(eva, table).seq
    fields: dict[str, dict[str, object]] = {
        "act": {"token": "x", "seq": seq},
        "undo": {"seq": seq},
        "restart": {"seq": seq},
        "rematch": {},
        "limit": {"limit": 1},
    }
    for what, sent in fields.items():
        answer = bob.post(f"{table}/{what}", json=sent)
        assert answer.status_code == 403, what
    assert bob.get(f"{table}/as/0").status_code == 403


def test_players_on_a_shared_device_hand_it_over_in_a_game_with_hidden_information(eva: Browser) -> None:
    open_game = eva.make("stroganov", "me", "me")
    assert load_page(eva, open_game).tokens
    secret = eva.make("catherine", "me", "me")
    handover = eva.get(secret).text
    assert 'name="token"' not in handover
    assert f'href="{secret}/as/0"' in handover
    page = load_page(eva, f"{secret}/as/1")
    assert f'action="{secret}/as/1/act"' in page.html
    for _ in range(6):
        if not page.tokens:
            break
        answer = eva.post(f"{secret}/as/1/act", data={"token": page.tokens[0], "seq": str(page.seq)})
        page = Page(answer.text)
    assert answer.url.path == secret  # after the decision the handover page is shown
    assert 'name="token"' not in answer.text


def test_an_earlier_position_can_be_shown_but_not_played(eva: Browser) -> None:
    table = eva.make()
    for _ in range(4):
        page = load_page(eva, table)
        eva.act(table, page.tokens[0], page.seq)
    earlier = Page(eva.get(f"{table}/at/30").text)
    assert "data-replay" in earlier.html
    beginning = eva.get(f"{table}/at/0")  # the position at the first decision
    assert beginning.status_code == 200
    assert "decision 0 of" in beginning.text
    assert earlier.tokens == []
    assert eva.get(f"{table}/at/99999").status_code == 422


def test_a_fork_is_independent_and_an_export_can_be_imported(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "bot.easy")
    my_turn(eva, table)
    fork = eva.post(f"{table}/fork", json={"at": 40}).json()["url"]
    assert fork != table
    assert my_turn(eva, fork).tokens
    assert load_page(bob, fork).tokens == []
    record = eva.get(f"{table}/record")
    assert "attachment" in record.headers["content-disposition"]
    copy = bob.post("/import", data={"text": record.text})
    assert copy.status_code == 200
    assert Page(copy.text).tokens
    bad = bob.post("/import", data={"text": "samovar stroganov 1\nseats: 9\n\n0: move.2"})
    assert bad.status_code == 422
    assert "9" in bad.text


def test_a_finished_game_shows_its_seed_and_proof_and_offers_a_rematch(eva: Browser) -> None:
    table = eva.make("stroganov", "bot.random", "bot.random")
    answer = eva.get(f"/api/tables{table[2:]}").json()
    for _, state in eva.events(f"/api/tables{table[2:]}"):
        answer = state
        if answer["over"]:
            break
    assert answer["over"]
    proof = eva.get(f"/api/tables{table[2:]}/proof").json()
    assert "draws follow from the seed" in proof["verdict"]
    assert "# shuffle: " in eva.get(f"{table}/record").text
    assert f'href="{table}/shuffle"' in load_page(eva, table).html
    page = eva.get(f"{table}/shuffle").text
    assert proof["seed"] in page
    assert re.search(r'<li class="right">.* \d+ draws', page)
    assert eva.post(f"{table}/rematch", json={}).status_code == 403  # the browser holds no seat
    assert load_page(eva, table).html.count("<svg") > 3


def test_a_rematch_has_the_same_people_in_the_same_seats(server: Server, eva: Browser) -> None:
    text = (server_games() / "stroganov-01.rec").read_text()
    table = eva.post("/import", data={"text": text}).url.path
    one = eva.post(f"{table}/rematch", json={}).json()["url"]
    two = eva.post(f"{table}/rematch", json={}).json()["url"]
    assert one == two != table
    assert load_page(eva, one).tokens


def server_games() -> Path:
    return Path(__file__).parents[1] / "games"


def test_a_table_explains_what_its_shuffle_proves(eva: Browser) -> None:
    promise = eva.post("/api/pledges").json()
    salted = eva.make(salt="mine", pledge=promise["pledge"])
    assert salted == f"/t/{promise['table']}"
    html = load_page(eva, salted).html
    assert promise["commit"] in html
    proof = eva.get(f"{salted}/shuffle").text
    assert promise["commit"] in proof
    assert "nobody could choose the draws" in proof
    assert "shown when the game is over" in proof
    assert "No player added a text" in eva.get(f"{eva.make()}/shuffle").text  # a form without script
    assert "nothing to prove" in eva.get(f"{eva.make(seed='7')}/shuffle").text


def test_chat_is_escaped(eva: Browser, bob: Browser) -> None:
    evil = "<script>alert(1)</script>"
    table = eva.make(name="<b>x</b>")
    eva.post(f"{table}/chat", json={"text": evil + '"><img src=x onerror=y>'})
    for browser in (eva, bob):
        html = load_page(browser, table).html
        assert evil not in html
        assert "<b>x</b>" not in html
        assert "<img" not in html
        assert "&lt;script&gt;" in html
    assert eva.post(f"{table}/chat", json={"text": " "}).status_code == 422


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"game": "chess"}, "chess"),
        ({"seat.1": "bot.genius"}, "genius"),
        ({"seed": "12x"}, "whole number"),
        ({"option.boards": "z"}, "boards"),
        ({"name": "x" * 31}, "name"),
        ({"limit": "99999999"}, "limit"),
    ],
)
def test_faults_of_a_new_table_are_shown_in_the_lobby(eva: Browser, form: dict[str, str], told: str) -> None:
    answer = eva.post("/tables", data={"game": "stroganov", "seat.1": "me", "name": "Eva", **form})
    assert answer.status_code == 422
    assert told in answer.text
    assert '<form method="post" action="/tables"' in answer.text


def test_the_lobby_lists_my_tables_in_my_language(server: Server) -> None:
    with server.browser("cs-CZ,cs;q=0.9") as eva:
        table = eva.make("stroganov", "me")
        first = eva.get("/").text
        assert f'href="{table}"' in first
        assert '<html lang="cs"' in first
        assert eva.get("/t/nowhere").status_code == 404
        assert eva.get("/nowhere").status_code == 404


def test_the_host_is_asked_for_a_name_once(eva: Browser) -> None:
    form = {"game": "stroganov", "seat.1": "me", "name": ""}
    nameless = eva.post("/tables", data=form).text
    assert ">Guest<" in nameless  # the player without a name does not get the name of a bot
    eva.post("/name", data={"name": "Žofie"})
    assert "You play as Žofie" in eva.get("/").text
    assert ">Žofie<" in eva.post("/tables", data=form).text


@pytest.mark.parametrize("text", ["hello", "", "<html>", "samovar is nice\n"])
def test_an_unreadable_import_is_explained_in_plain_words(server: Server, text: str) -> None:
    with server.browser("cs") as jan:
        answer = jan.post("/import", data={"text": text})
        assert answer.status_code == 422
        assert "TOML" not in answer.text
        if not text.startswith("samovar"):
            assert "není záznam ani pozice" in answer.text
        assert "data-import-file" in answer.text


def test_the_lobby_shows_round_and_turn_without_opening_the_room(
    server: Server, eva: Browser, bob: Browser
) -> None:
    table = eva.make("tundra", "me", "open")
    assert "waits for players" in eva.get("/").text
    bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})
    assert "<b>Round 1</b>" in eva.get("/").text
    assert "Your turn" in bob.get("/").text


def test_the_rules_are_shown_in_the_users_language(server: Server) -> None:
    with server.browser("en") as eva, server.browser("cs-CZ,cs;q=0.9") as jan:
        english, czech = eva.get("/rules/stroganov").text, jan.get("/rules/stroganov").text
    assert '<article lang="en">' in english
    assert "The lowest fur is free." in english
    assert '<article lang="cs">' in czech
    assert "Nejnižší kožešina je zdarma." in czech
    assert 'id="S-HUNT-02"' in english
    assert 'id="S-HUNT-02"' in czech


def test_health_check_and_metrics_respond(eva: Browser) -> None:
    eva.make()
    assert eva.get("/healthz").text == "ok\n"
    numbers = eva.get("/metrics").text
    assert re.search(r"^samovar_tables [1-9]", numbers, re.MULTILINE)
    assert 'samovar_request_seconds_bucket{le="0.1",method="POST",route="/tables"' in numbers


@pytest.mark.parametrize("name", ["Eva", "Žofie", "Jan Amos", 'Ř "x"; <b>', "100%"])
def test_the_form_contains_the_last_name_of_the_user(eva: Browser, name: str) -> None:
    eva.make(name=name)
    assert f'value="{escape(name)}"' in eva.get("/").text


@pytest.mark.parametrize("cookie", ["%00%0A", "%ff%fe", "x" * 5000, "%"])
def test_an_invalid_name_in_a_cookie_is_ignored(eva: Browser, cookie: str) -> None:
    assert eva.get("/", headers={"cookie": f"name={cookie}"}).status_code == 200
