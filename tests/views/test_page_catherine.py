"""The page of Catherine: what is chosen secretly stays secret, can be changed, and is revealed at once."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

import pytest

import samovar
from samovar.games.catherine import frames, tokens
from samovar.games.catherine.state import Catherine
from samovar.views.page import regions
from samovar.views.seen import ONLOOKER, Seen
from samovar.views.words.words import LANGUAGES
from tests.views.pages import Reader, look_at, middle


def table_of(match: samovar.Match) -> Catherine:
    return cast(Catherine, match.state)


def asked(match: samovar.Match, seat: int) -> int:
    return int(table_of(match).asked[seat]) & 255


def until(wanted: Callable[[samovar.Match], bool], seats: int = 3, seed: int = 4) -> samovar.Match:
    """A game played at random until something is so."""
    match = samovar.Match("catherine", seats, seed)
    dice = random.Random(seed)
    while not wanted(match):
        seat = match.actors()[0]
        match.play(seat, dice.choice(match.options(seat)))
    return match


def shown(seen: Seen) -> str:
    return "".join(regions(seen).values())


def test_nobody_else_sees_which_cards_somebody_has_chosen() -> None:
    """Whatever Anna chooses, and where she puts it: all others see the same, that she is ready."""
    pages: dict[int, set[str]] = {seat: set() for seat in (1, 2, 3, ONLOOKER)}
    mine: set[str] = set()
    for action, activation, place in [("so31", "ea28", 3), ("ea12", "nw22", 2), ("so09", "so31", 6)]:
        match = middle("catherine")
        match.play(0, "under.5")  # ready, and begins anew
        match.play(0, f"action.{action}")
        match.play(0, f"activate.{activation}")
        match.play(0, f"under.{place}")
        for seat, found in pages.items():
            found.add(shown(look_at(match, seat)))
        mine.add(shown(look_at(match, 0)))
    assert [len(found) for found in pages.values()] == [1, 1, 1, 1]
    assert len(mine) == 3


def test_while_somebody_chooses_the_others_see_no_step_of_it() -> None:
    match = middle("catherine")  # Feodor, the third, has chosen nothing yet
    before = regions(look_at(match, 0))
    match.play(2, match.options(2)[0])
    after = regions(look_at(match, 0))
    assert {name for name in before if before[name] != after[name]} <= {"choices", "more"}


@pytest.mark.parametrize(("lang", "words"), [("en", "3 of 4 ready"), ("cs", "připraveno 3 ze 4")])
def test_whoever_is_ready_sees_the_own_choice_and_may_still_change_it(lang: str, words: str) -> None:
    match = middle("catherine")
    assert "data-due" in regions(look_at(match, 0, lang))["choices"]
    match.play(0, "under.5")
    found = regions(look_at(match, 0, lang))
    assert words in Reader(found["acts"]).words
    assert "data-due" not in found["choices"]
    drawn = Reader(found["me-hand"] + found["me-rows"])
    hand = {f"action.{card}" for card in ("so31", "ea28", "nw22", "so09", "ea12")}
    assert drawn.targets() == hand  # each card, also those that lie on the display already
    assert not [a for _, a in drawn.elements if "is-legal" in a.get("class", "")]  # possible, never urgent
    match.play(0, "action.nw22")
    assert "data-due" in regions(look_at(match, 0, lang))["choices"]


def test_a_place_of_the_same_colour_is_marked_by_a_sign_and_not_by_colour_alone() -> None:
    match = middle("catherine")  # Anna activates with green; only the fifth card of her row is green and free
    text = regions(look_at(match, 0))["me-rows"]
    assert text.count("place place--ok") == 1
    free = [token for token in match.options(0) if token.startswith("under.")]
    assert text.count('class="place"') == len(free) - 1
    assert text.count("sign sign--ok") == 2  # and the first one, which has fired
    assert text.count('class="sign"') == len(free) - 1 + 1


def test_the_reveal_turns_over_the_cards_of_this_round_and_no_others() -> None:
    match = until(lambda m: m.state.depth > 0 and table_of(m).round == 2 and bool(asked(m, 0)))
    assert "is-fresh" not in shown(look_at(match, 0))
    dice = random.Random(1)
    while table_of(match).todo[match.state.depth - 1] & 255 != frames.ACTIONS:
        seat = match.actors()[0]
        match.play(seat, dice.choice(match.options(seat)))
    found = regions(look_at(match, 0))
    assert 1 <= found["me-rows"].count("is-fresh") <= 2
    for seat in (1, 2):
        assert 1 <= found[f"seat-{seat}"].count("is-fresh") <= 2


def test_a_city_tells_what_building_there_brings() -> None:
    match = until(lambda m: asked(m, 0) == frames.BUILD)
    seen = look_at(match, 0)
    found = regions(seen)
    cities = [token for token in seen.options if token.startswith("build.")]
    badges = [name for name, text in found.items() if name.startswith("city-") and 'class="gain"' in text]
    assert len(badges) == len(cities) > 0
    refused = [refusal for refusal in seen.refusals if refusal.action >> 8 == tokens.BUILD]
    told = "\n".join(Reader("".join(found.values())).values("data-help"))
    assert sum(1 for line in told.split("\n") if line.startswith("no|")) == len(refused) > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_scoring_of_a_decade_is_one_summary_as_long_as_it_is_news(lang: str) -> None:
    match = until(lambda m: table_of(m).decade == 2 and asked(m, 0) == frames.ACTION_CARD)
    text = regions(look_at(match, 0, lang))["scoring"]
    assert text.startswith('<details class="news panel" id="scoring" open>')
    rows = [a for tag, a in Reader(text).elements if tag == "tr"]
    assert len(rows) == 1 + 4 + 1  # seats, four parts, the sum
    match.play(0, match.options(0)[0])
    assert regions(look_at(match, 0, lang))["scoring"] == '<div id="scoring" hidden></div>'
    assert " open>" in regions(look_at(match, 1, lang))["scoring"]  # the second has not decided since


def test_the_summary_is_closed_for_whoever_needs_the_map_to_build_for_books() -> None:
    match = until(lambda m: any(asked(m, p) == frames.BUILD_ANYWHERE for p in range(3)))
    for seat in range(3):
        text = regions(look_at(match, seat))["scoring"]
        assert (" open>" in text) == (asked(match, seat) != frames.BUILD_ANYWHERE)


def test_somebody_without_a_seat_sees_backs_of_cards() -> None:
    match = middle("catherine")
    text = regions(look_at(match, ONLOOKER))["me-hand"]
    assert text.count('class="hc"') == int(table_of(match).held[0])
    assert "a-reg-" not in text


def test_the_live_order_and_group_follow_what_is_built() -> None:
    match = middle("catherine")
    words = " ".join(Reader(regions(look_at(match, 0))["me-order"]).words)
    assert "4 of 7" in words
    assert "6×2" in words
