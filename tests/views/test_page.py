"""The page of a table contains every option, reveals no secret, and is valid HTML."""

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
from samovar.kernel.game import Score
from samovar.kernel.rng import Rng
from samovar.kernel.state import EVERYONE, NATURE
from samovar.match.redaction import SPECTATOR, redact_match
from samovar.match.replay import score_history
from samovar.views.common_regions import MAX_REASONS, LogSentence
from samovar.views.page import document, movements, regions
from samovar.views.stroganov.players import last_turn
from samovar.views.view_model import (
    ChatEntry,
    PageHead,
    SeatInfo,
    ViewModel,
    build_view_model,
)
from samovar.views.words.words import Words, languages
from tests.views.pages import GOLDEN, NAMES, PageParser, middle, model_for, played, seat_infos

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
# By game: the verbs of options that are drawn on the table, which is the part of a token before the dot.
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
QUESTIONS = {"stroganov": 15, "catherine": 8, "tundra": 15}  # at least this many kinds must occur
OVER = (-1, "")  # the game is over
LISTS = {"choices", "acts", "turn"}  # regions with buttons, not drawings


def drawn(found: dict[str, str]) -> set[str]:
    """The options that drawn things on the table offer."""
    return PageParser("".join(text for name, text in found.items() if name not in LISTS)).targets()


def shortcut_tokens(model: ViewModel) -> set[str]:
    """The tokens of each shortcut as one text, and the tokens of its things to pick."""
    token = model.view.box.notation.token
    found = {"+".join(token(action) for action in shortcut.actions) for shortcut in model.shortcuts}
    return found | {token(mark) for shortcut in model.shortcuts for mark in shortcut.picks}


def check(model: ViewModel) -> None:
    """Check what holds for every page."""
    found = regions(model)
    for name, text in found.items():
        assert re.match(rf'<\w+[^>]* id="{name}"', text), name
    reader = PageParser("".join(found.values()))
    assert reader.faults == []
    assert reader.targets() <= set(model.options) | shortcut_tokens(model)
    buttons = [
        attributes["value"]
        for tag, attributes in PageParser(found["choices"]).elements
        if tag == "button" and attributes.get("name") == "token"
    ]
    assert sorted(buttons) == sorted(model.options)
    if model.game.name in PLACED:
        placed = PLACED[model.game.name]
        assert {token for token in model.options if token.partition(".")[0] in placed} - drawn(found) == set()


def check_document(model: ViewModel) -> None:
    text = document(model, HEAD)
    reader = PageParser(text)
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
        rng = random.Random(seats)
        while not match.over:
            seat = match.actors()[0]
            question = asked_now(match, seat)
            if question not in asked:
                asked.add(question)
                check(model_for(match, seat, languages()[k % len(languages())]))
            match.play(seat, rng.choice(match.options(seat)))
        check(model_for(match, 0))
    check_document(model_for(match, SPECTATOR))
    assert len(asked) > QUESTIONS[game]


def asked_now(match: samovar.Match, seat: int) -> tuple[int, str]:
    """The step of the question to this seat, and the verb of its first option. In a simultaneous choice each
    seat has a question of its own.
    """
    if match.over:
        return OVER
    state = match.state
    top = int(state.todo[state.depth - 1])
    kind = int(state.asked[seat] if top >> 8 & 15 == EVERYONE else top) & 255
    return kind, match.options(seat)[0].partition(".")[0]


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("lang", languages())
def test_the_document_is_valid_for_every_viewer(game: str, lang: str) -> None:
    match = middle(game)
    for seat in (0, 1, SPECTATOR):
        check(model_for(match, seat, lang))
        check_document(model_for(match, seat, lang))


@pytest.mark.parametrize("game", registry.names())
def test_every_game_can_be_played_through_its_page(game: str) -> None:
    """Random clicks on the options of the page lead to the end of the game."""
    match = samovar.Match(game, 2, 5)
    rng = random.Random(5)
    decisions = 0
    while not match.over:
        seat = match.actors()[0]
        decisions += 1
        if decisions % 17:
            match.play(seat, rng.choice(match.options(seat)))
            continue
        offered = PageParser(regions(model_for(match, seat))["choices"]).targets()
        match.play(seat, rng.choice(sorted(offered)))
    assert "ending" in regions(model_for(match, 0))


def test_a_spectator_has_no_options() -> None:
    match = played("stroganov", 3, 4, 40)
    model = model_for(match, SPECTATOR)
    assert model.options == []
    found = regions(model)
    assert PageParser("".join(found.values())).targets() == set()


@pytest.mark.parametrize("game", registry.names())
def test_secrets_of_others_do_not_change_the_page(game: str) -> None:
    """Two tables that differ only in secrets give a spectator the same page, byte for byte."""
    match = played(game, 3, 2, 25)
    truth = match.state
    for seat in (0, 1, 2, SPECTATOR):
        view = match.game.redact(truth, seat)
        pages: list[dict[str, str]] = []
        for seed in range(4):
            match.state = match.game.determinize(view, Rng(seed))
            pages.append(regions(model_for(match, seat)))
        match.state = truth
        pages.append(regions(model_for(match, seat)))
        for page in pages[1:]:
            for name, text in page.items():
                assert text == pages[0][name], (seat, name)


def test_hidden_cards_of_others_are_not_in_the_document() -> None:
    """In Catherine only the owner knows a hand."""
    match = middle("catherine")
    mine, others = document(model_for(match, 0), HEAD), document(model_for(match, SPECTATOR), HEAD)
    assert mine != others
    assert "?" in others


@pytest.mark.parametrize(("lang", "note"), [("en", "Bots are still warming up"), ("cs", "teprve rozbíhají")])
def test_a_note_says_that_an_awaited_bot_is_still_slow(lang: str, note: str) -> None:
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
    # The first two are people. A bot plays for the third, and the fourth is a bot.
    assert told == {NAMES[0]: [], NAMES[1]: [], NAMES[2]: [-1, 0, 1, 3], NAMES[3]: [-1, 0, 1, 2]}


def test_names_and_chat_are_escaped() -> None:
    match = middle()
    evil = '<img src=x onerror="alert(1)">&'
    seats = [SeatInfo(evil), *seat_infos(4)[1:]]
    model = build_view_model(redact_match(match, 0), Words("en", "stroganov"), seats)
    model.chat = [ChatEntry(evil, evil, 0)]
    text = document(model, HEAD)
    assert "<img" not in text
    assert "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;" in text
    assert PageParser(text).faults == []


def test_the_proposed_payment_spends_no_coin_and_no_tiger() -> None:
    match = middle()
    match.play(0, "hunt.2")  # the second main action costs any fur
    tokens = match.options(0)
    assert tokens[0] == "pay.2"
    assert "pay.tiger" in tokens
    found = regions(model_for(match, 0))
    chips = [a for _, a in PageParser(found["acts"]).elements if "is-proposed" in a.get("class", "")]
    assert [chip["data-act"] for chip in chips] == ["pay.2"]
    assert "pay.5" in PageParser(found["me-furs"]).targets()  # another fur can be chosen instead
    for region in ("acts", "choices"):  # one button pays all, with script and without
        buttons = [a for _, a in PageParser(found[region]).elements if a.get("data-do") == "pay"]
        assert [button["formaction"] for button in buttons] == ["/t/1/pay"]
        assert "lowest furs" in buttons[0]["data-help"]
        assert "Pay: the sable (2)" in PageParser(found[region]).words


def test_a_refused_action_shows_the_reason_and_the_rule() -> None:
    match = middle()
    model = model_for(match, 0)
    refused = [refusal for refusal in model.refusals if refusal.rule]
    told = "\n".join(PageParser("".join(regions(model).values())).values("data-help"))
    assert refused
    assert "no|" in told
    assert any(f"({refusal.rule})" in told for refusal in refused)


def test_a_kind_of_action_lists_every_refusal_reason_once() -> None:
    """Most spaces are out of reach to claim. That reason must not hide that furs are missing here."""
    told = 0
    match = samovar.Match("stroganov", 2, 5)
    rng = random.Random(5)
    while not match.over:
        seat = match.actors()[0]
        model = model_for(match, seat)
        claims = [found for found in model.refusals if found.action >> 8 == CLAIM]
        reasons = {(found.reason, found.rule) for found in claims}
        buttons = PageParser(regions(model)["acts"]).values("data-help")
        cards = [card for card in buttons if card.startswith("Claim\n")]
        if cards and any(token.startswith("claim.") for token in match.options(seat)):
            assert "\nno|" not in cards[0]  # a reason on the card of a legal action would only confuse
        elif cards and 1 < len(reasons) <= MAX_REASONS:
            lines = [line for line in cards[0].splitlines() if line.startswith("no|")]
            assert len(lines) == len(reasons), cards
            told += 1
        match.play(seat, rng.choice(match.options(seat)))
    assert told > 3


def test_a_padlock_marks_options_that_cannot_be_undone() -> None:
    match = middle()
    model = model_for(match, 0)
    assert model.irreversible
    assert model.irreversible < set(model.options)
    locked = regions(model)["choices"].count("#a-lock")
    assert locked == len(model.irreversible)


def test_undo_refuses_exactly_the_irreversible_actions() -> None:
    match = middle()
    model = model_for(match, 0)
    for token in model.options:
        after = middle()
        after.play(0, token)
        assert after.can_undo(0) == (token not in model.irreversible), token


def test_the_log_marks_new_lines_and_links_to_each_position() -> None:
    match = played("stroganov", 3, 4, 60)
    seat = (match.actors()[0] + 1) % 3
    model = model_for(match, seat)
    assert 0 < model.since < model.entries
    text = regions(model)["log"]
    assert text.count('class="mark"') == 1
    links = [int(link.rpartition("/")[2]) for link in PageParser(text).values("href") if "/at/" in link]
    assert links == sorted(links)
    assert links[-1] == model.entries
    fresh, _, old = text.partition('class="mark"')
    assert all(
        int(link.rpartition("/")[2]) <= model.since
        for link in PageParser(fresh + '">').values("href")
        if "/at/" in link
    )
    assert old


@pytest.mark.parametrize("lang", languages())
def test_winter_is_summed_up_until_the_viewer_decides(lang: str) -> None:
    match = samovar.Match("stroganov", 3, 6)
    rng = random.Random(6)
    told: list[bool] = []
    while not match.over:
        table = cast(Stroganov, match.state)
        if table.year == 3:
            break
        seat = match.actors()[0]
        winter = table.season == WINTER
        shown = 'id="winter" open' in regions(model_for(match, 0, lang))["winter"] if winter else False
        told += [shown] if winter else []
        match.play(seat, rng.choice(match.options(seat)))
    assert told
    assert all(told[1:])


def test_the_ending_ranks_all_players_and_explains_a_tie() -> None:
    match = played("stroganov", 3, 8)
    model = model_for(match, 0)
    first, second, third = (Score(seat, {"in_game": 20 if seat < 2 else 3}) for seat in range(3))
    first.rank, second.rank, third.rank = 2, 1, 3
    model.scores = [first, second, third]
    words = PageParser(regions(model)["ending"]).words
    assert [name for name in words if name in NAMES] == ["Mavra", "Anna", "Feodor"]
    assert any("20 VP each" in text and "Mavra, Anna" in text for text in words)


def test_the_chart_of_points_ends_with_the_result() -> None:
    for game in registry.names():
        match = played(game, 2, 3)
        found = score_history(match)
        assert found[-1] == [score.total for score in match.scores()]
        assert len(found) > 8
        assert '<figure class="chart">' in regions(model_for(match, SPECTATOR))["ending"]


def test_the_automa_panel_shows_card_steps_and_reasons() -> None:
    match = played("stroganov", 1, 4, 60)
    text = regions(model_for(match, 0))["automa"]
    steps = text.partition('class="automa__steps"')[2]
    for told in ("Turns up card", "Moves ", "Hunts the", "card 13 asks for", "Uses the yurt"):
        assert told in steps
    bare = re.sub(r"<a [^>]*>[^<]*</a>", "", steps)
    assert re.findall(r"[A-Z]-[A-Z]+-\d", bare) == []  # a rule id is shown only on a link to the rules
    assert 'id="at-automa-card"' in text


def links_of(region: str) -> list[str]:
    """The URLs that a region links to."""
    return [address for address in PageParser(region).values("href") if not address.startswith("#")]


def test_a_replay_links_to_first_previous_next_and_last_position() -> None:
    match = played("stroganov", 2, 4, 30)
    model = model_for(match, SPECTATOR)
    at = model.entries
    model.replay, model.replay_stops = True, [3, 7, at, at + 2, at + 5]
    drawn = regions(model)
    steps = [3, 7, at + 2, at + 5]
    assert links_of(drawn["turn"]) == [*(f"/t/1/at/{step}" for step in steps), "/t/1"]
    assert "decision 2 of 4" in drawn["say"]
    model.replay_stops = [3, 7, at]
    assert links_of(regions(model)["turn"]) == ["/t/1/at/3", "/t/1/at/7", "/t/1"]


def test_a_region_changes_only_when_what_it_shows_changes() -> None:
    match = middle()
    before = regions(model_for(match, 0))
    match.play(0, "horses")
    after = regions(model_for(match, 0))
    same = {name for name in before if before[name] == after[name]}
    assert {"years", "story", "supply", "songs", "pieces", "me-done", "seat-1", "seat-2"} <= same
    assert not {"say", "choices"} & same


def test_an_option_has_search_words_of_the_other_language() -> None:
    match = middle()
    czech, english = (regions(model_for(match, 0, lang))["choices"] for lang in ("cs", "en"))
    assert "Take 4 horses" in PageParser(czech).values("data-find")
    assert any(text.startswith("Take 4 horses") for text in PageParser(english).words)


@pytest.mark.parametrize("game", WAYS)
def test_both_ends_of_a_movement_are_elements_of_the_page(game: str) -> None:
    match = played(game, 3, 4, 120)
    model = model_for(match, 0)
    ids = set(PageParser(document(model, HEAD)).values("id"))
    seen_ways = {way for since in range(0, model.entries, 5) for way in movements(model, since)}
    assert len(seen_ways) > 5
    assert {place for way in seen_ways for place in way} <= ids


POSITIONS = [path for game in WAYS for path in sorted((GOLDEN.parent / "perft").glob(f"{game}-*.toml"))]


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_rare_questions_are_rendered(path: Path) -> None:
    """The rare positions of perft and all their successors can be rendered."""
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
def test_the_page_equals_the_golden_page(game: str, lang: str) -> None:
    """Some regions are compared in full, the others by their hash. WRITE_GOLDEN=1 writes the files again:
    check the difference, and the page.
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


def test_the_automa_panel_shows_only_its_last_turn() -> None:
    def line(seat: int, main: str) -> LogSentence:
        return LogSentence(0, seat, main)

    found = [line(1, "before"), line(0, "mine"), line(1, "moves"), line(NATURE, "a card"), line(1, "hunts")]
    assert [entry.main for entry in last_turn([*found, line(0, "mine again")], 1)] == ["moves", "hunts"]
    assert last_turn([line(0, "mine")], 1) == []


@pytest.mark.parametrize("game", list(WAYS))
def test_the_hash_of_a_drawing_changes_with_what_it_shows_and_not_with_its_options(game: str) -> None:
    """A mark says that something is new, so an option that appears must not look like a change."""

    def hashes(model: ViewModel) -> dict[str, str]:
        ignored = ("me", "order", "ask")  # new_marks.js does not mark changes there
        text = "".join(html for name, html in regions(model).items() if not name.startswith(ignored))
        return dict(re.findall(r'<g id="(at-[^"]+)"[^>]* data-drawn="([0-9a-f]+)"', text))

    seats, options = WAYS[game][-1]
    seen: set[str] = set()
    for decisions in range(0, 60, 4):
        match = played(game, seats, 3, decisions, options)
        seat = match.actors()[0]
        model = model_for(match, seat)
        shown = hashes(model)
        model.options, model.refusals, model.shortcuts, model.proposal = [], [], [], None
        model.irreversible = set()
        without = hashes(model)
        assert {key: shown[key] for key in without} == without
        seen |= {f"{key} {value}" for key, value in without.items()}
    assert len(seen) > len(without)


@pytest.mark.parametrize("game", list(WAYS))
def test_a_moment_names_the_round_and_tells_what_concerned_everybody(game: str) -> None:
    """The region shows the name of the round and the log sentences that belong to no player."""
    seats, options = WAYS[game][-1]
    found: set[str] = set()
    told = ""
    for decisions in range(0, 200, 9):
        match = played(game, seats, 3, decisions, options)
        model = model_for(match, 0)
        part = regions(model)["moment"]
        if match.over:
            assert part == '<div id="moment" hidden></div>'
            break
        found.add(re.findall(r'data-period="([^"]+)"', part)[0])
        told += "".join(re.findall(r"<small>([^<]+)</small>", part))
        model.replay = True
        assert "data-period" not in regions(model)["moment"]  # the timeline shows the round
    assert len(found) > 1
    assert told
    assert not any(name in told for name in NAMES) or game == "tundra"  # Tundra names the first player


def test_the_log_tells_reasons_without_rule_ids() -> None:
    """Ivan's reasons name the rule, but a log line is a link to the replay and not to the rules."""
    model = model_for(played("stroganov", 1, 3, 60), 0)
    found = regions(model)
    assert "cannot claim space" in found["log"]
    for region in ("log", "moment", "seat-0", "seat-1", "automa", "winter"):
        assert re.findall(r"[A-Z]-[A-Z]+-\d", found[region]) == []


@pytest.mark.parametrize("game", registry.names())
def test_the_last_line_of_a_seat_can_be_read_in_full(game: str) -> None:
    """The line is cut where it is too long."""
    found = regions(model_for(played(game, 2, 3, 60), 0))
    html = "".join(found[f"seat-{p}"] for p in range(2))
    reader = PageParser(html)
    lines = [attributes for _, attributes in reader.elements if attributes.get("class") == "seat__last"]
    assert lines
    assert all(attributes["data-help"].split("|", 1)[1] for attributes in lines)
