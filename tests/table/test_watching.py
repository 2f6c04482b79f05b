"""Spectators, forks and undo over HTTP: the notes on the page of each viewer."""

from __future__ import annotations

import re

import pytest

from tests.table.server import Browser, Server, load_page

MINE = {"stroganov": "My furs", "catherine": "My display", "tundra": "My dice"}
THEIRS = {"stroganov": "Furs of", "catherine": "Display of", "tundra": "Dice of"}


def region(html: str, id: str) -> str:
    """The HTML from the start of an element to the end of its parent, long enough for a search."""
    return html[html.index(f'id="{id}"') :]


@pytest.mark.parametrize("game", MINE)
def test_a_spectator_reads_that_they_watch_and_whose_area_they_see(
    eva: Browser, bob: Browser, game: str
) -> None:
    table = eva.make(game, "me", "me")
    watching = bob.get(table).text
    assert "You are watching." in watching
    assert MINE[game] not in watching
    assert f"{THEIRS[game]} " in watching
    turn = region(watching, "turn").partition("</div>")[0]
    assert "<button" not in turn
    for p, name in enumerate(re.findall(r"Show the area of ([^<\"]+)<", watching)):
        chosen = bob.get(f"{table}?watch={p}").text
        assert f"{THEIRS[game]} {name}" in chosen
        assert f'data-watch="{p}"' in chosen


@pytest.mark.parametrize("watch", ["9", "-1", "x", "²", "00"])
def test_an_unknown_player_to_watch_is_ignored(eva: Browser, bob: Browser, watch: str) -> None:
    table = eva.make("stroganov", "me", "me")
    assert bob.get(table, params={"watch": watch}).status_code == 200


def test_a_player_has_own_headings_and_may_not_choose_whom_to_watch(eva: Browser) -> None:
    table = eva.make("stroganov", "me")
    page = eva.get(f"{table}?watch=0").text
    assert "My furs" in page
    assert "You are watching" not in page
    assert "btn--watch" not in page


def test_a_spectators_stream_keeps_the_chosen_player(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "me")
    first = next(bob.events(f"{table}", "unknown.1"))[1]["regions"]
    with bob.stream("GET", f"{table}/events?watch=1&last=unknown.1") as answer:
        line = next(line for line in answer.iter_lines() if line.startswith("data: "))
    assert "Furs of" in first["me-furs"]
    names = re.findall(r"Show the area of ([^<\"]+)<", bob.get(table).text)
    assert f"Furs of {names[1]}" in line


def test_a_fork_says_so_and_leads_back_only_with_rights_in_the_original(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "open")
    original = load_page(eva, table)
    assert original.seq == -1  # the original table has not started
    bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})
    with_rights = f'<a class="fork-mark" href="{table}"'
    stranger = Browser(str(eva.base_url).rstrip("/"))
    with stranger:
        fork = stranger.post(f"{table}/fork", data={"at": "-1"}).url.path
        page = stranger.get(fork).text
        assert 'class="fork-mark"' in page
        assert table not in page  # every client that knows the id of a room may watch it
        lobby = stranger.get("/").text
        assert 'class="fork-mark"' in lobby
        assert table not in lobby
    assert with_rights in eva.get(fork).text  # has a seat in the original
    assert with_rights in bob.get(f"{fork}/at/0").text
    assert 'class="fork-mark"' not in eva.get(table).text


def test_a_fork_of_my_own_table_leads_back_from_the_lobby(eva: Browser) -> None:
    table = eva.make("stroganov", "me")
    fork = eva.post(f"{table}/fork", data={"at": "-1"}).url.path
    assert fork != table
    assert f'<a class="fork-mark" href="{table}"' in eva.get("/").text


def test_others_read_that_a_player_took_back_a_decision(eva: Browser, bob: Browser, server: Server) -> None:
    table = eva.make("catherine", "me", "open")
    bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob"})
    page = load_page(eva, table)
    eva.act(table, page.tokens[0], page.seq)
    told = "Eva took back a decision."
    assert told not in bob.get(table).text
    assert eva.post(f"{table}/undo", json={"seq": load_page(eva, table).seq}).status_code == 200
    assert told in bob.get(table).text
    assert told not in eva.get(table).text  # the player who undid the decision gets no notice
    page = load_page(eva, table)
    eva.act(table, page.tokens[0], page.seq)
    assert told not in bob.get(table).text


def test_a_link_with_a_loopback_address_warns_and_offers_the_local_network(
    eva: Browser, bob: Browser
) -> None:
    table = eva.make("stroganov", "me", "friend")
    assert "samovar serve --lan" in eva.get(table).text
    assert "samovar serve --lan" not in eva.get(table, headers={"host": "table.example"}).text
    assert "samovar serve --lan" not in bob.get(table).text  # there is no link on this page


def test_the_salt_is_hidden_behind_one_plain_sentence(eva: Browser, bob: Browser) -> None:
    table = eva.make("stroganov", "me", "open")
    page = bob.get(table).text
    assert "Your own randomness" not in page
    hidden = re.search(r"<details[^>]*><summary>Prove the shuffle</summary>.*?</details>", page)
    assert hidden is not None
    assert 'name="salt"' in hidden[0]
    assert page.count('name="salt"') == 1


def test_players_choose_in_the_waiting_room_by_forms(eva: Browser, bob: Browser) -> None:
    table = eva.make("tundra", "me", "open")
    offered = bob.get(table).text
    taken, *free = re.findall(r'name="choice" value="(\w+)"( disabled)?', offered)
    assert taken == ("elisabeth", " disabled")  # the host has it
    assert [disabled for _, disabled in free] == ["", "", ""]
    assert (
        eva.post(f"{table}/seat", data={"do": "choose", "seat": "0", "choice": "sophia"}).status_code == 200
    )
    bob.post(f"{table}/seat", data={"do": "sit", "seat": "1", "name": "Bob", "choice": "hammy"})
    assert "Abbess Sophia" in load_page(eva, table).html
    assert "Merchant Hammy" in load_page(bob, table).html
