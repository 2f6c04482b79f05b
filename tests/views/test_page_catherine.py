"""The page of Catherine: secret choices stay secret, can be changed, and are revealed together."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import cast

import pytest

import samovar
from samovar.games.catherine import components as parts
from samovar.games.catherine import frames, tokens
from samovar.games.catherine.actions import unit_count
from samovar.games.catherine.scoring import matched_order_tiles
from samovar.games.catherine.state import Catherine
from samovar.kernel.state import View
from samovar.match.redaction import SPECTATOR
from samovar.views.catherine.text import CatherineText
from samovar.views.page import regions
from samovar.views.view_model import ViewModel
from samovar.views.words.words import Words, languages
from tests.views.pages import NAMES, PageParser, middle, model_for


def table_of(match: samovar.Match) -> Catherine:
    return cast(Catherine, match.state)


def asked(match: samovar.Match, seat: int) -> int:
    return int(table_of(match).asked[seat]) & 255


def until(wanted: Callable[[samovar.Match], bool], seats: int = 3, seed: int = 4) -> samovar.Match:
    """A random game, played until the condition holds."""
    match = samovar.Match("catherine", seats, seed)
    rng = random.Random(seed)
    while not wanted(match):
        seat = match.actors()[0]
        match.play(seat, rng.choice(match.options(seat)))
    return match


def shown(model: ViewModel) -> str:
    return "".join(regions(model).values())


def test_other_players_cannot_see_which_cards_a_player_has_chosen() -> None:
    """All choices of Anna look the same to the others: she is ready."""
    pages: dict[int, set[str]] = {seat: set() for seat in (1, 2, 3, SPECTATOR)}
    mine: set[str] = set()
    for action, activation, place in [("so31", "ea28", 3), ("ea12", "nw22", 2), ("so09", "so31", 6)]:
        match = middle("catherine")
        match.play(0, "under.5")  # ready, then chooses again
        match.play(0, f"action.{action}")
        match.play(0, f"activate.{activation}")
        match.play(0, f"under.{place}")
        for seat, found in pages.items():
            found.add(shown(model_for(match, seat)))
        mine.add(shown(model_for(match, 0)))
    assert [len(found) for found in pages.values()] == [1, 1, 1, 1]
    assert len(mine) == 3


def test_the_steps_of_a_secret_choice_do_not_change_the_pages_of_others() -> None:
    match = middle("catherine")  # Feodor, the third, has chosen nothing yet
    before = regions(model_for(match, 0))
    match.play(2, match.options(2)[0])
    after = regions(model_for(match, 0))
    assert {name for name in before if before[name] != after[name]} <= {"choices", "more"}


@pytest.mark.parametrize(("lang", "words"), [("en", "3 of 4 ready"), ("cs", "připraveno 3 ze 4")])
def test_a_ready_player_sees_the_own_choice_and_may_still_change_it(lang: str, words: str) -> None:
    match = middle("catherine")
    assert "data-due" in regions(model_for(match, 0, lang))["choices"]
    match.play(0, "under.5")
    found = regions(model_for(match, 0, lang))
    assert words in PageParser(found["acts"]).words
    assert "data-due" not in found["choices"]
    drawn = PageParser(found["me-hand"] + found["me-rows"])
    hand = {f"action.{card}" for card in ("so31", "ea28", "nw22", "so09", "ea12")}
    assert drawn.targets() == hand  # each card, also those chosen for the display
    assert not [
        a for _, a in drawn.elements if "is-legal" in a.get("class", "")
    ]  # possible, but not highlighted
    match.play(0, "action.nw22")
    assert "data-due" in regions(model_for(match, 0, lang))["choices"]


def test_a_place_of_the_same_colour_has_a_mark_besides_its_colour() -> None:
    match = middle("catherine")  # Anna activates with green; only the fifth card of her row is green and free
    text = regions(model_for(match, 0))["me-rows"]
    assert text.count("place place--ok") == 1
    free = [token for token in match.options(0) if token.startswith("under.")]
    assert text.count('class="place"') == len(free) - 1
    assert text.count("sign sign--ok") == 2  # this one, and the first one, which has fired
    assert text.count('class="sign"') == len(free) - 1 + 1


def test_the_reveal_turns_over_the_cards_of_this_round_and_no_others() -> None:
    match = until(lambda m: m.state.depth > 0 and table_of(m).round == 2 and bool(asked(m, 0)))
    assert "is-fresh" not in shown(model_for(match, 0))
    rng = random.Random(1)
    while table_of(match).todo[match.state.depth - 1] & 255 != frames.ACTIONS:
        seat = match.actors()[0]
        match.play(seat, rng.choice(match.options(seat)))
    found = regions(model_for(match, 0))
    assert 1 <= found["me-rows"].count("is-fresh") <= 2
    for seat in (1, 2):
        assert 1 <= found[f"seat-{seat}"].count("is-fresh") <= 2


def test_a_city_shows_the_gain_of_building_there() -> None:
    match = until(lambda m: asked(m, 0) == frames.BUILD)
    model = model_for(match, 0)
    found = regions(model)
    cities = [token for token in model.options if token.startswith("build.")]
    badges = [name for name, text in found.items() if name.startswith("city-") and 'class="gain"' in text]
    assert len(badges) == len(cities) > 0
    refused = [refusal for refusal in model.refusals if refusal.action >> 8 == tokens.BUILD]
    told = "\n".join(PageParser("".join(found.values())).values("data-help"))
    assert sum(1 for line in told.split("\n") if line.startswith("no|")) == len(refused) > 0


@pytest.mark.parametrize("lang", languages())
def test_a_scoring_is_summed_up_until_the_viewer_decides_something(lang: str) -> None:
    match = until(lambda m: table_of(m).decade == 2 and asked(m, 0) == frames.ACTION_CARD)
    text = regions(model_for(match, 0, lang))["scoring"]
    assert text.startswith('<details class="summary-panel panel" id="scoring" open>')
    rows = [a for tag, a in PageParser(text).elements if tag == "tr"]
    assert len(rows) == 1 + 5 + 1  # seats, five parts (one for cards over the limit), the sum
    match.play(0, match.options(0)[0])
    assert regions(model_for(match, 0, lang))["scoring"] == '<div id="scoring" hidden></div>'
    assert " open>" in regions(model_for(match, 1, lang))["scoring"]  # the second has not decided since


def test_the_summary_is_closed_for_a_player_who_builds_for_books() -> None:
    match = until(lambda m: any(asked(m, p) == frames.BUILD_ANYWHERE for p in range(3)))
    for seat in range(3):
        text = regions(model_for(match, seat))["scoring"]
        assert (" open>" in text) == (asked(match, seat) != frames.BUILD_ANYWHERE)


def test_a_spectator_sees_the_backs_of_cards() -> None:
    match = middle("catherine")
    text = regions(model_for(match, SPECTATOR))["me-hand"]
    assert text.count('class="hand-card"') == int(table_of(match).held[0])
    assert "a-reg-" not in text


def test_order_and_largest_group_follow_each_residence() -> None:
    match = middle("catherine")
    words = " ".join(PageParser(regions(model_for(match, 0))["me-order"]).words)
    assert "4 of 7" in words
    assert "6×2" in words


BY_THE_WAY = {tokens.OVER_LIMIT, tokens.OVER_TOP}


def summed(text: str) -> list[int]:
    """The points in the last row of a table."""
    return [int(number) for number in re.findall(r"<td>(\d+)</td>", text.rpartition("<tfoot>")[2])]


def test_the_total_of_a_scoring_equals_the_points_gained() -> None:
    """The total includes points for cards over the hand limit in the draw after the scoring."""
    before: dict[int, list[int]] = {}  # points of all players, by the length of the log

    def begins(match: samovar.Match) -> bool:
        before[len(match.log)] = [int(vp) for vp in table_of(match).vp]
        return table_of(match).decade == 2 and asked(match, 0) == frames.ACTION_CARD

    match = until(begins)
    grown = [int(vp) for vp in table_of(match).vp]
    at = max(at for at, entry in enumerate(match.log) if tokens.DECADE_ENDS in {e[0] for e in entry.events})
    for kind, seat, a, b in match.log[at].events:  # the gain of the last action of the decade
        if kind == tokens.DECADE_ENDS:
            break
        grown[seat] -= a if kind == tokens.GAINED_VP else b if kind in BY_THE_WAY else 0
    won = [a - b for a, b in zip(grown, before[at], strict=True)]
    assert summed(regions(model_for(match, 0))["scoring"]) == won


def test_the_last_scoring_is_shown_at_the_end_of_the_game() -> None:
    match = until(lambda m: m.over)
    text = regions(model_for(match, 0))["ending"]
    assert "Scoring of decade 3" in text
    assert len(summed(text)) == 3


def test_every_point_is_explained_at_the_end_of_the_game() -> None:
    match = until(lambda m: m.over)
    s = table_of(match)
    text = CatherineText(Words("en", "catherine"))
    events = [event for entry in match.log for event in entry.events]
    shown = regions(model_for(match, 0))["ending"]
    for score in match.scores():
        p = score.seat
        why = {
            category: text.points_reason(View(match.state), p, category, events)
            for category in score.breakdown
        }
        came = [int(n) for n in re.findall(r"(\d+)(?:,|$)", why["in_game"])]
        assert sum(came) == int(s.vp[p])
        assert "before" not in why["in_game"]
        n, each = (int(n) for n in re.findall(r"\d+", why["largest_group"])[:2])
        assert n * each == score.breakdown["largest_group"]
        assert why["hand_cards"].startswith(str(int(s.held[p])))
        assert why["order"].startswith(f"{int(matched_order_tiles(s, p))} of 7")
        for reason in why.values():
            assert f"|{reason}" in shown
    assert "data-help" not in regions(model_for(until(lambda m: len(m.log) > 20), 0))["score"]


def test_a_declined_bonus_does_not_replace_the_last_action_of_a_player() -> None:
    def declines(match: samovar.Match) -> bool:
        found = [entry for entry in match.log if entry.seat == 1]
        return bool(found) and [event[0] for event in found[-1].events][:1] == [tokens.DECLINED]

    match = until(declines)
    found = regions(model_for(match, 0))
    assert f"{NAMES[1]} declines the bonus" in found["log"]
    last = PageParser(found["seat-1"]).words
    assert "declines the bonus" not in last


def test_the_display_of_another_player_opens_in_full_size() -> None:
    match = until(lambda m: table_of(m).decade == 1 and table_of(m).round == 3)
    found = regions(model_for(match, 0))
    for p in (1, 2):
        cards = int(table_of(match).row_length(p))
        assert cards > 0
        assert len(re.findall(rf'id="at-shown-{p}-\d"', found[f"seat-{p}"])) == cards
        assert f"Display of {NAMES[p]}" in found[f"seat-{p}"]
    assert "boards-sheet" not in found["seat-0"]


@pytest.mark.parametrize(("full", "brings"), [(True, "Forgo it for 1 VP"), (False, "Forgo it for 1 card")])
def test_the_forfeit_button_names_the_compensation(full: bool, brings: str) -> None:
    def asks(match: samovar.Match) -> bool:
        s = table_of(match)
        return asked(match, 0) == frames.PERFORM and (s.held[0] >= s.hand_limit(0)) == full

    assert brings in PageParser(regions(model_for(until(asks), 0))["turn"]).words


def test_a_preview_shows_cards_over_the_hand_limit_as_points() -> None:
    """A Market with more goods than room in the hand."""
    match = until(drawing_too_much, seed=18)
    s = table_of(match)
    told = regions(model_for(match, 0))["choices"]
    fit = max(0, int(s.hand_limit(0)) - int(s.held[0]))
    assert ("VP for cards over the hand limit" if fit else "as your hand is full") in told


def drawing_too_much(match: samovar.Match) -> bool:
    if asked(match, 0) != frames.PERFORM:
        return False
    s = table_of(match)
    card = int(s.action_card(0))
    kind, counted = int(s.stock.effect[card]), int(s.stock.counted[card])
    if kind != parts.DRAW_PER_SYMBOL:
        return False
    return (
        int(unit_count(s, 0, card, kind, counted, s.possession(0)))
        > int(s.hand_limit(0)) - int(s.held[0])
        > 0
    )


@pytest.mark.parametrize("names", ["printed", "modern"])
def test_cities_have_czech_names_in_czech(names: str) -> None:
    match = samovar.Match("catherine", 2, 1, {"names": names})
    words: dict[str, str] = {}
    for lang in languages():
        found = regions(model_for(match, 0, lang))
        words[lang] = "".join(text for name, text in found.items() if name.startswith("city-"))
    for english, czech in [("Moscow", "Moskva"), ("St. Petersburg", "Petrohrad"), ("Kazan", "Kazaň")]:
        assert english in words["en"]
        assert czech not in words["en"]
        assert czech in words["cs"]
        assert english not in words["cs"].replace(czech, "")
    assert ("Tobolsk" if names == "modern" else "Sibiř") in words["cs"]


def test_a_choice_that_its_card_explains_is_not_explained_twice() -> None:
    match = until(lambda m: asked(m, 0) == frames.ACTION_CARD)
    for _, attributes in PageParser(regions(model_for(match, 0))["me-hand"]).elements:
        told = attributes.get("data-help", "").split("\n")
        for line in told:
            if line.startswith("yes|"):
                assert line.startswith("yes|Action card ")
                assert ": " not in line


def test_a_player_with_a_chosen_starting_row_shows_three_backs() -> None:
    match = samovar.Match("catherine", 2, 1)
    assert regions(model_for(match, 0))["seat-1"].count('class="backline"') == 0
    for _ in range(3):
        match.play(1, match.options(1)[0])
    assert regions(model_for(match, 0))["seat-1"].count('class="backline"') == 3


def test_the_log_says_whether_a_bonus_or_a_residence_was_declined() -> None:
    match = until(lambda m: asked(m, 0) == frames.BONUS)
    match.play(0, "decline")
    assert "declines the bonus" in regions(model_for(match, 1))["log"]
    match = until(lambda m: asked(m, 0) == frames.BUILD_ANYWHERE)
    match.play(0, "decline")
    assert "builds nothing" in regions(model_for(match, 1))["log"]


def test_screen_readers_hear_the_state_of_cities_cannons_books_and_favor() -> None:
    match = middle("catherine")
    spoken = PageParser(shown(model_for(match, 0))).values("aria-label")
    state = table_of(match)
    homes = sum(bin(int(state.residences[p])).count("1") for p in range(state.seats))
    assert homes
    cities = [label for label in spoken if "Residences: " in label]
    assert sum(label.count(name) for label in cities for name in NAMES) == homes
    for start in ("Cannons. ", "Books. ", "Favor"):
        labels = [label for label in spoken if label.startswith(start)]
        assert any(all(name in label for name in NAMES) for label in labels), start
    assert not [label for label in spoken if ".." in label]
