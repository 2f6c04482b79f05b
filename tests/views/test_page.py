"""The page of a table: every option is on it, nothing hidden is, and it is sound HTML."""

from __future__ import annotations

import hashlib
import os
import random
import re
import tomllib
from pathlib import Path
from typing import cast

import pytest

import samovar
from samovar.games import registry
from samovar.games.stroganov.components import WINTER
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.tokens import CLAIM
from samovar.kernel.dice import Dice
from samovar.kernel.game import Score
from samovar.kernel.state import EVERYONE, NATURE
from samovar.match.redaction import SPECTATOR, redact_match
from samovar.match.replay import score_history
from samovar.views.common_regions import MAX_REASONS, LogSentence
from samovar.views.page import document, movements, regions
from samovar.views.stroganov.players import last_turn
from samovar.views.view_model import (
    ChatLine,
    PageHead,
    SeatInfo,
    ViewModel,
    build_view_model,
)
from samovar.views.words.words import Words, languages
from tests.views.pages import GOLDEN, NAMES, Reader, middle, model_for, played, seat_infos

HEAD = PageHead(["/static/style.css"], ["/static/table.js"], "dark", "", "/static/icon.svg")
# Ways to begin a game: seats and options.
WAYS: dict[str, list[tuple[int, dict[str, str]]]] = {
    "stroganov": [
        (1, {"boards": "a"}),
        (1, {"boards": "b", "coin_when_fur_missing": "on"}),
        (2, {"boards": "b"}),
        (3, {"boards": "aba"}),
        (4, {"boards": "b"}),
    ],
    "catherine": [(2, {}), (3, {"names": "modern"}), (4, {})],
    "tundra": [
        (2, {}),
        (3, {"titles": "on", "personal_goals": "on", "layout": "3p-b"}),
        (4, {"titles": "on", "starters_after_goals": "on", "stores_variant": "on"}),
    ],
}
# What has its place on the table, by game: what is left of an option's token before the dot.
PLACED = {
    "stroganov": {
        *("move", "left", "right", "hunt", "hunt_left", "hunt_right", "trade", "bonus", "village", "yurt"),
        *("wish", "outpost", "claim", "pay", "keep", "take", "advance", "reward", "song", "trophy_step"),
        *("pay_only", "start", "buy_market", "buy_bag", "down", "swap", "fulfil", "extra"),
    },
    "catherine": {"lay", "action", "activate", "under", "perform", "pay", "build", "bonus"},
    "tundra": {
        *("keep", "place", "goal", "aside", "do", "gain", "same", "move", "gather", "build", "put", "here"),
        *("take", "renew", "upgrade", "set", "pick", "pay", "under", "replace", "dismiss", "tower"),
        *("reroll", "up", "down", "buy", "use"),
    },
}
QUESTIONS = {"stroganov": 15, "catherine": 8, "tundra": 15}  # more kinds than so many are met
OVER = (-1, "")  # no question any more
LISTS = {"choices", "acts", "turn"}  # regions with buttons instead of places


def drawn(found: dict[str, str]) -> set[str]:
    """The options that hang on something drawn on the table."""
    return Reader("".join(text for name, text in found.items() if name not in LISTS)).targets()


def check(model: ViewModel) -> None:
    """What holds of every page."""
    found = regions(model)
    for name, text in found.items():
        assert re.match(rf'<\w+[^>]* id="{name}"', text), name
    reader = Reader("".join(found.values()))
    assert reader.faults == []
    assert reader.targets() <= set(model.options)
    buttons = [
        attributes["value"]
        for tag, attributes in Reader(found["choices"]).elements
        if tag == "button" and attributes.get("name") == "token"
    ]
    assert sorted(buttons) == sorted(model.options)
    if model.game.name in PLACED:
        placed = PLACED[model.game.name]
        assert {token for token in model.options if token.partition(".")[0] in placed} - drawn(found) == set()


def check_document(model: ViewModel) -> None:
    text = document(model, HEAD)
    reader = Reader(text)
    assert reader.faults == []
    for name, region in regions(model).items():
        assert region in text, name
    ids = reader.values("id")
    assert len(ids) == len(set(ids))
    travelling = reader.values("data-flip")
    assert len(travelling) == len(set(travelling))
    assert reader.values("style") == []
    scripts = [attributes for tag, attributes in reader.elements if tag == "script"]
    assert scripts == [{"type": "module", "src": "/static/table.js"}]
    for _, attributes in reader.elements:
        assert not [name for name in attributes if name.startswith("on")]
    for reference in reader.values("href"):
        assert not reference.startswith("#") or reference[1:] in ids, reference


@pytest.mark.parametrize("game", WAYS)
def test_every_option_of_every_question_is_listed_once_and_drawn_where_it_has_a_place(game: str) -> None:
    asked: set[tuple[int, str]] = set()
    for k, (seats, options) in enumerate(WAYS[game]):
        match = samovar.Match(game, seats, seats, options)
        dice = random.Random(seats)
        while not match.over:
            seat = match.actors()[0]
            question = asked_now(match, seat)
            if question not in asked:
                asked.add(question)
                check(model_for(match, seat, languages()[k % len(languages())]))
            match.play(seat, dice.choice(match.options(seat)))
        check(model_for(match, 0))
    check_document(model_for(match, SPECTATOR))
    assert len(asked) > QUESTIONS[game]


def asked_now(match: samovar.Match, seat: int) -> tuple[int, str]:
    """The kind of the question that waits for this seat, and what its first option does. When everybody is
    asked at once, each has a question of its own.
    """
    if match.over:
        return OVER
    state = match.state
    top = int(state.todo[state.depth - 1])
    kind = int(state.asked[seat] if top >> 8 & 15 == EVERYONE else top) & 255
    return kind, match.options(seat)[0].partition(".")[0]


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("lang", languages())
def test_the_document_is_sound_for_whoever_looks(game: str, lang: str) -> None:
    match = middle(game)
    for seat in (0, 1, SPECTATOR):
        check(model_for(match, seat, lang))
        check_document(model_for(match, seat, lang))


@pytest.mark.parametrize("game", registry.names())
def test_every_game_can_be_played_through_its_page(game: str) -> None:
    """Whoever clicks at random on what the page offers comes to the end of the game."""
    match = samovar.Match(game, 2, 5)
    dice = random.Random(5)
    decisions = 0
    while not match.over:
        seat = match.actors()[0]
        decisions += 1
        if decisions % 17:
            match.play(seat, dice.choice(match.options(seat)))
            continue
        offered = Reader(regions(model_for(match, seat))["choices"]).targets()
        match.play(seat, dice.choice(sorted(offered)))
    assert "ending" in regions(model_for(match, 0))


def test_somebody_without_a_seat_can_choose_nothing() -> None:
    match = played("stroganov", 3, 4, 40)
    model = model_for(match, SPECTATOR)
    assert model.options == []
    found = regions(model)
    assert Reader("".join(found.values())).targets() == set()


@pytest.mark.parametrize("game", registry.names())
def test_what_only_others_know_changes_nothing_on_the_page(game: str) -> None:
    """Two tables that differ only in what an onlooker may not know give the same page, byte for byte."""
    match = played(game, 3, 2, 25)
    truth = match.state
    for seat in (0, 1, 2, SPECTATOR):
        view = match.game.redact(truth, seat)
        pages: list[dict[str, str]] = []
        for seed in range(4):
            match.state = match.game.fill(view, Dice(seed))
            pages.append(regions(model_for(match, seat)))
        match.state = truth
        pages.append(regions(model_for(match, seat)))
        for page in pages[1:]:
            for name, text in page.items():
                assert text == pages[0][name], (seat, name)


def test_hidden_cards_of_others_are_not_in_the_document() -> None:
    """In Catherine a hand is known to its owner alone."""
    match = middle("catherine")
    mine, others = document(model_for(match, 0), HEAD), document(model_for(match, SPECTATOR), HEAD)
    assert mine != others
    assert "?" in others


@pytest.mark.parametrize(("lang", "note"), [("en", "Bots are still warming up"), ("cs", "ještě zahřívají")])
def test_whoever_waits_for_a_bot_is_told_that_it_is_still_slow(lang: str, note: str) -> None:
    match = samovar.Match("stroganov", 4, 1)
    told: dict[str, list[int]] = {}
    while len(told) < 4:
        (actor,) = match.actors()
        told[seat_infos(4)[actor].name] = []
        for seat in (SPECTATOR, 0, 1, 2, 3):
            model = model_for(match, seat, lang)
            assert note not in regions(model)["say"]
            model.warming_up = True
            if note in regions(model)["say"]:
                told[seat_infos(4)[actor].name].append(seat)
        match.play(actor, match.options(actor)[0])
    # The first two are people. A bot plays for the third, and the fourth is one.
    assert told == {NAMES[0]: [], NAMES[1]: [], NAMES[2]: [-1, 0, 1, 3], NAMES[3]: [-1, 0, 1, 2]}


def test_names_and_chat_are_escaped() -> None:
    match = middle()
    evil = '<img src=x onerror="alert(1)">&'
    seats = [SeatInfo(evil), *seat_infos(4)[1:]]
    model = build_view_model(redact_match(match, 0), Words("en", "stroganov"), seats)
    model.chat = [ChatLine(evil, evil, 0)]
    text = document(model, HEAD)
    assert "<img" not in text
    assert "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;" in text
    assert Reader(text).faults == []


def test_a_payment_is_proposed_that_spends_no_coin_and_no_tiger() -> None:
    match = middle()
    match.play(0, "hunt.2")  # as a second main action it costs any fur
    tokens = match.options(0)
    assert tokens[0] == "pay.2"
    assert "pay.tiger" in tokens
    found = regions(model_for(match, 0))
    chips = [a for _, a in Reader(found["acts"]).elements if "is-proposed" in a.get("class", "")]
    assert [chip["data-act"] for chip in chips] == ["pay.2"]
    assert "pay.5" in Reader(found["me-furs"]).targets()  # and can be changed by choosing another
    for region in ("acts", "choices"):  # and the whole of it is one button, with script and without
        buttons = [a for _, a in Reader(found[region]).elements if a.get("data-do") == "pay"]
        assert [button["formaction"] for button in buttons] == ["/t/1/pay"]
        assert "lowest furs" in buttons[0]["data-help"]
        assert "Pay: the sable (2)" in Reader(found[region]).words


def test_what_cannot_be_done_says_why_and_by_which_rule() -> None:
    match = middle()
    model = model_for(match, 0)
    refused = [refusal for refusal in model.refusals if refusal.rule]
    told = "\n".join(Reader("".join(regions(model).values())).values("data-help"))
    assert refused
    assert "no|" in told
    assert any(f"({refusal.rule})" in told for refusal in refused)


def test_a_kind_of_action_names_every_reason_against_it_once() -> None:
    """Claiming: most spaces are out of reach, and that must not hide that the furs are missing here."""
    told = 0
    match = samovar.Match("stroganov", 2, 5)
    dice = random.Random(5)
    while not match.over:
        seat = match.actors()[0]
        model = model_for(match, seat)
        claims = [found for found in model.refusals if found.action >> 8 == CLAIM]
        reasons = {(found.reason, found.rule) for found in claims}
        buttons = Reader(regions(model)["acts"]).values("data-help")
        cards = [card for card in buttons if card.startswith("Claim\n")]
        if cards and 1 < len(reasons) <= MAX_REASONS:
            lines = [line for line in cards[0].splitlines() if line.startswith("no|")]
            assert len(lines) == len(reasons), cards
            told += 1
        match.play(seat, dice.choice(match.options(seat)))
    assert told > 3


def test_a_lock_shows_what_cannot_be_taken_back() -> None:
    match = middle()
    model = model_for(match, 0)
    assert model.irreversible
    assert model.irreversible < set(model.options)
    locked = regions(model)["choices"].count("#a-lock")
    assert locked == len(model.irreversible)


def test_irreversible_is_what_undo_refuses() -> None:
    match = middle()
    model = model_for(match, 0)
    for token in model.options:
        after = middle()
        after.play(0, token)
        assert after.can_undo(0) == (token not in model.irreversible), token


def test_the_log_marks_what_is_new_and_opens_each_position() -> None:
    match = played("stroganov", 3, 4, 60)
    seat = (match.actors()[0] + 1) % 3
    model = model_for(match, seat)
    assert 0 < model.since < model.entries
    text = regions(model)["log"]
    assert text.count('class="mark"') == 1
    links = [int(link.rpartition("/")[2]) for link in Reader(text).values("href") if "/at/" in link]
    assert links == sorted(links)
    assert links[-1] == model.entries
    fresh, _, old = text.partition('class="mark"')
    assert all(
        int(link.rpartition("/")[2]) <= model.since
        for link in Reader(fresh + '">').values("href")
        if "/at/" in link
    )
    assert old


@pytest.mark.parametrize("lang", languages())
def test_winter_is_told_as_one_list_as_long_as_it_is_news(lang: str) -> None:
    match = samovar.Match("stroganov", 3, 6)
    dice = random.Random(6)
    told: list[bool] = []
    while not match.over:
        table = cast(Stroganov, match.state)
        if table.year == 3:
            break
        seat = match.actors()[0]
        winter = table.season == WINTER
        shown = 'id="winter" open' in regions(model_for(match, 0, lang))["winter"] if winter else False
        told += [shown] if winter else []
        match.play(seat, dice.choice(match.options(seat)))
    assert told
    assert all(told[1:])


def test_the_end_ranks_everybody_and_spells_out_a_tie() -> None:
    match = played("stroganov", 3, 8)
    model = model_for(match, 0)
    first, second, third = (Score(seat, {"in_game": 20 if seat < 2 else 3}) for seat in range(3))
    first.rank, second.rank, third.rank = 2, 1, 3
    model.scores = [first, second, third]
    words = Reader(regions(model)["ending"]).words
    assert [name for name in words if name in NAMES] == ["Mavra", "Anna", "Feodor"]
    assert any("20 VP each" in text and "Mavra, Anna" in text for text in words)


def test_the_course_of_the_points_ends_with_the_result() -> None:
    for game in registry.names():
        match = played(game, 2, 3)
        found = score_history(match)
        assert found[-1] == [score.total for score in match.scores()]
        assert len(found) > 8
        assert '<figure class="chart">' in regions(model_for(match, SPECTATOR))["ending"]


def test_the_automa_tells_card_rule_and_reason() -> None:
    match = played("stroganov", 1, 4, 60)
    text = regions(model_for(match, 0))["automa"]
    steps = text.partition('class="automa__steps"')[2]
    assert "S-SOLO-" in steps or "S-RULING-" in steps
    assert 'id="at-automa-card"' in text


def ways(region: str) -> list[str]:
    """The addresses that a region leads to."""
    return [address for address in Reader(region).values("href") if not address.startswith("#")]


def test_a_replay_leads_to_both_ends_one_back_and_one_on() -> None:
    match = played("stroganov", 2, 4, 30)
    model = model_for(match, SPECTATOR)
    at = model.entries
    model.replay, model.replay_stops = True, [3, 7, at, at + 2, at + 5]
    drawn = regions(model)
    steps = [3, 7, at + 2, at + 5]
    assert ways(drawn["turn"]) == [*(f"/t/1/at/{step}" for step in steps), "/t/1"]
    assert "After 2 of 4 decisions" in drawn["say"]
    model.replay_stops = [3, 7, at]
    assert ways(regions(model)["turn"]) == ["/t/1/at/3", "/t/1/at/7", "/t/1"]


def test_a_region_changes_only_when_what_it_shows_changes() -> None:
    match = middle()
    before = regions(model_for(match, 0))
    match.play(0, "horses")
    after = regions(model_for(match, 0))
    same = {name for name in before if before[name] == after[name]}
    assert {"years", "story", "supply", "songs", "pieces", "me-done", "seat-1", "seat-2"} <= same
    assert not {"say", "choices"} & same


def test_typed_words_find_an_option_in_the_other_language() -> None:
    match = middle()
    czech, english = (regions(model_for(match, 0, lang))["choices"] for lang in ("cs", "en"))
    assert "Take 4 horses" in Reader(czech).values("data-find")
    assert any(text.startswith("Take 4 horses") for text in Reader(english).words)


@pytest.mark.parametrize("game", WAYS)
def test_what_travels_goes_from_one_element_of_the_page_to_another(game: str) -> None:
    match = played(game, 3, 4, 120)
    model = model_for(match, 0)
    ids = set(Reader(document(model, HEAD)).values("id"))
    seen_ways = {way for since in range(0, model.entries, 5) for way in movements(model, since)}
    assert len(seen_ways) > 5
    assert {place for way in seen_ways for place in way} <= ids


POSITIONS = [path for game in WAYS for path in sorted((GOLDEN.parent / "perft").glob(f"{game}-*.toml"))]


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_rare_questions_are_drawn_too(path: Path) -> None:
    """The positions of perft: all the rare ones, and what follows from each of their options."""
    text = tomllib.loads(path.read_text(encoding="utf-8"))["position"]
    match = samovar.Match.from_position(text)
    seat = match.actors()[0]
    check(model_for(match, seat))
    asked = {OVER, asked_now(match, seat)}
    for token in match.options(seat):
        after = samovar.Match.from_position(text)
        after.play(seat, token)
        other = after.actors()[0] if not after.over else 0
        question = asked_now(after, other)
        if question not in asked:
            asked.add(question)
            check(model_for(after, other, "cs"))


# ---- golden pages ----

IN_FULL = {
    "stroganov": [
        "say",
        "acts",
        "turn",
        "choices",
        "tile-7",
        "region-2",
        "seat-1",
        "race",
        "me-hand",
        "score",
    ],
    "catherine": [
        "say",
        "acts",
        "turn",
        "choices",
        "city-7",
        "rounds",
        "majority",
        "me-order",
        "previews",
    ],
    "tundra": [
        "say",
        "acts",
        "turn",
        "choices",
        "space-18",
        "goals",
        "seat-1",
        "me-dice",
        "me-adv",
        "order-3",
    ],
}


@pytest.mark.parametrize("game", WAYS)
@pytest.mark.parametrize("lang", languages())
def test_the_page_is_drawn_as_ever(game: str, lang: str) -> None:
    """Some regions in full, the others by their hash. WRITE_GOLDEN=1 writes the files anew: look at the
    difference, and at the page.
    """
    found = regions(model_for(middle(game), 0, lang))
    lines = [found[name] for name in IN_FULL[game]]
    for name, text in sorted(found.items()):
        if name not in IN_FULL[game]:
            lines.append(f"{name} {len(text)} {hashlib.sha256(text.encode()).hexdigest()[:16]}")
    text = "\n".join(lines) + "\n"
    path = GOLDEN / f"page-{game}-{lang}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_automas_panel_tells_its_last_turn_and_none_before() -> None:
    def line(seat: int, main: str) -> LogSentence:
        return LogSentence(0, seat, main)

    found = [line(1, "before"), line(0, "mine"), line(1, "moves"), line(NATURE, "a card"), line(1, "hunts")]
    assert [entry.main for entry in last_turn([*found, line(0, "mine again")], 1)] == ["moves", "hunts"]
    assert last_turn([line(0, "mine")], 1) == []
