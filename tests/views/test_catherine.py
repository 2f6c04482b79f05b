"""The sentences of Catherine: cards, choices, the reveal and the interim scoring."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import samovar
from samovar.games.catherine import tokens
from samovar.games.catherine.components import BOOKS_BUILD, BOOKS_JOKER, BOOKS_NOTHING
from samovar.games.catherine.state import Catherine
from samovar.kernel.state import UNKNOWN, Event, frame
from samovar.views.catherine import sentences
from samovar.views.sentences import sentence
from samovar.views.words.words import Words, languages

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["Anna", "Mavra", "Feodor", "Vladimir"]


def match() -> samovar.Match:
    return samovar.Match.from_position((GOLDEN / "table-catherine.toml").read_text(encoding="utf-8"))


def table() -> Catherine:
    return cast(Catherine, match().view(0))


def words(lang: str = "en") -> Words:
    return Words(lang, "catherine")


def number(id: str) -> int:
    return table().stock.card_ids.index(id)


def option(token: str, lang: str = "en") -> str:
    view = table()
    return sentences.option(words(lang), view, 0, view.box.notation.parse(token))


def told(lang: str, *events: Event) -> list[str]:
    w = words(lang)
    return [sentence(w, clause, NAMES) for clause in sentences.clauses(w, table(), list(events), NAMES)]


@pytest.mark.rule("C-RULING-33")
def test_the_score_on_the_track_and_beside_it() -> None:
    box = table().stock
    found = [sentences.vp_track(box, vp) for vp in (0, 49, 50, 99, 100, 149, 163)]
    assert found == [(0, 0), (49, 0), (0, 50), (49, 50), (0, 100), (49, 100), (13, 150)]


@pytest.mark.parametrize("lang", languages())
def test_every_card_has_a_text_of_its_own(lang: str) -> None:
    """No two cards of the box have the same text or the same short form."""
    s, w = table(), words(lang)
    every = s.stock.all_cards()
    full = {sentences.card_full(w, s, card) + sentences.card_text(w, s, card) for card in every}
    assert len(full) == len(every)
    for card in every:
        assert w.has("family." + s.stock.families[card])
        upper = sentences.symbol_chars(w, s.stock, int(s.stock.symbols[card]))
        assert upper or s.stock.card_cities[card]
        assert len(sentences.action_short(w, s, card, False)) <= 10  # the width of a card at 80 columns
        assert len(sentences.bonus_short(w, s, card)) <= 10


def test_the_effects_of_cards_in_words() -> None:
    s, w = table(), words()

    def text(id: str) -> tuple[str, str, str]:
        card = number(id)
        return (
            sentences.card_text(w, s, card),
            sentences.action_short(w, s, card),
            sentences.bonus_short(w, s, card),
        )

    assert text("nw01") == (
        "build in Riga, Novgorod or Smolensk; bonus if you have iron and food: draw 1 card",
        "⌂ RigNovSmo",
        "ΩΨ:▯",
    )
    assert text("nw13") == (
        "discard 3 cards → 10 VP; bonus if those cards are of one colour: 1 favor step",
        "−3▯→10★",
        "3=:♛",
    )
    assert text("nw10") == ("draw 1 card for each caviar or fur you have", "▯/∴Ж", "")
    assert text("nw22") == ("draw 2 cards; bonus if you have 3 books: 2 favor steps", "2▯", "3¶:2♛")
    assert text("nw24")[0].startswith("4 VP for each set of iron, food, caviar and fur; bonus for discarding")
    assert text("nw27") == (
        "discard 2 cards → build in any city of its colour; bonus if you have 2 food: 1 favor step",
        "−2▯→⌂",
        "2Ψ:♛",
    )
    assert text("nw08")[2] == "−2▯:★/⌂"
    assert sentences.card_text(words("cs"), s, number("nw27")) == (
        "odhodit 2 karty → postavit sídlo v kterémkoli městě barvy této karty; "
        "bonus, máš-li 2 jídla: 1 krok přízně"
    )


def test_a_place_shows_the_gain_of_the_activation_card_there() -> None:
    """The symbols of the new action card are included: they count from the reveal on (C-RULING-05)."""
    assert option("under.5") == (
        "Under card 5, Building (green): build in Orenburg, Siberia or Irkutsk; "
        "bonus if you have food and fur: 1 favor step"
    )
    assert option("under.2") == "Under card 2, Academy (blue): the colours differ, 1 card instead"
    assert option("under.6") == "Under card 6, Vorontsava (red): the colours differ, 1 card instead"
    assert option("under.2", "cs") == "Pod 2. kartu, Akademie (modrá) → jiná barva, místo akce 1 karta"
    view = match().view(0)
    assert sentences.prompt(words(), view, 0, "Anna") == (
        "Anna, your action card is Vorontsava (red), you activate with Sievers (green). "
        "Under which card do you place it? Ready: 2 of 4."
    )
    text = (
        (GOLDEN / "table-catherine.toml")
        .read_text(encoding="utf-8")
        .replace("activate.ea28", "activate.nw22")
    )
    changed = samovar.Match.from_position(text)
    found = sentences.option(words(), changed.view(0), 0, changed.state.box.notation.parse("under.2"))
    assert found.startswith(
        "Under card 2, Academy (blue): 2 VP for each book you have (now 8 VP);"
    )  # three books and one on the new card


def test_an_activation_card_names_the_cards_it_matches() -> None:
    assert option("activate.nw22") == ("Potjomkin (blue; 2 cannons): would activate 2 Academy or 3 Dimsdale")
    assert option("activate.so09") == "Market (red; iron, cannon): would activate 6 Vorontsava (the new card)"
    assert option("activate.ea12") == "Market (green; fur, book): would activate 5 Building"


def test_a_city_shows_the_gain_of_a_residence() -> None:
    assert option("build.irkutsk") == "Build in Irkutsk: 1 fur, largest group 6 → 7"
    assert option("build.riga") == "Build in Riga: 1 food, order 4 → 5 of 7"
    assert option("build.st_petersburg") == "Build in St. Petersburg: 1 favor step"
    assert option("build.smolensk") == "Build in Smolensk: 1 VP in every scoring, largest group 6 → 7"
    assert option("build.riga", "cs") == "Stavět: Riga → 1 jídlo, zakázka 4 → 5 ze 7"


@pytest.mark.parametrize("lang", languages())
def test_every_question_has_a_prompt(lang: str) -> None:
    game = samovar.games()["catherine"]
    s, w = table(), words(lang)
    for step, decides in enumerate(game.actor_kinds):
        if decides != "seat":
            continue
        name = game.step_names[step]
        assert w.has("prompt." + name)
        for high in (False, True):
            values = [n.high if high else n.low for n in game.arguments[step]]
            s.asked[0] = frame(step, 0, *values)
            found = sentences.prompt(w, s, 0, "Anna")
            assert found.startswith("Anna, ")
            assert "{" not in found
    s.asked[0] = 0
    assert sentences.prompt(w, s, 0, "Anna") == w.say("prompt.nature")


def test_the_own_secret_choice_is_shown_while_it_can_be_changed() -> None:
    played = match()
    played.play(0, "under.5")
    view = played.view(0)
    assert sentences.waiting(words(), view, 0) == (
        "You chose Vorontsava (red) as action card and Sievers (green) under card 5 Building. Ready: 3 of 4. "
        "You can still change it."
    )
    assert sentences.choices_so_far(table(), 1) == []  # Mavra is ready, but her choice is hidden
    assert "Mavra" not in sentences.waiting(words(), view, 0)


def test_the_reveal_has_one_line_for_each_player() -> None:
    market, academy, treasury = number("so09"), number("nw15"), number("nw13")
    events: list[Event] = [
        (tokens.SHOWED_ACTION, 0, market, 4),
        (tokens.SHOWED_ACTIVATION, 0, treasury, 2),
        (tokens.SHOWED_ACTION, 1, academy, 4),
        (tokens.SHOWED_ACTIVATION, 1, market, 1),
        (tokens.COLOURS_DIFFER, 1, market, academy),
    ]
    assert told("en", *events) == [
        "Anna plays Market (red; iron, cannon).",
        "Anna activates card 2 with blue.",
        "Mavra plays Academy (blue; iron, fur).",
        "Mavra activates card 1 with red.",
        "Mavra gets no action, as Academy is blue.",
    ]


def test_only_the_owner_sees_drawn_cards_and_equal_draws_are_one_sentence() -> None:
    one, two = number("so09"), number("nw15")
    events: list[Event] = [(tokens.DREW, 0, one, 0), (tokens.DREW, 0, two, 0)]
    events += [(tokens.DREW, p, UNKNOWN, 0) for p in (1, 1, 2, 2, 3, 3)]
    assert told("en", *events) == [
        "All players draw 2 cards.",
        "Anna draws Market (red; iron, cannon) and Academy (blue; iron, fur).",
    ]
    assert told("cs", *events[1:4]) == [
        "Anna si líže: Akademie (modrá; železo, kožešina).",
        "Mavra si líže 2 karty.",
    ]


def test_the_interim_scoring_has_a_sentence_for_each_category() -> None:
    events: list[Event] = [
        (tokens.DECADE_ENDS, 0, 1, 0),
        *((tokens.CANNONS, p, vp, n) for p, (vp, n) in enumerate([(6, 3), (8, 4), (0, 1), (2, 1)])),
        (tokens.BOOKS, 0, BOOKS_BUILD, 4),
        (tokens.BOOKS, 1, BOOKS_JOKER, 2),
        (tokens.JOKER, 1, 1, 5),
        (tokens.BOOKS, 2, BOOKS_NOTHING, 1),
        (tokens.BUILT, 0, 1, 0),
        *((tokens.RESIDENCE_VP, p, p + 1, p) for p in range(4)),
        *((tokens.FAVOR_VP, p, 2, 3) for p in range(4)),
        *((tokens.CLEARED, p, 8, 0) for p in range(4)),
    ]
    assert told("en", *events) == [
        "Decade 1 ends. Interim scoring.",
        "Cannons: Anna 3 → 6 VP, Mavra 4 → 8 VP, Feodor 1 → 0 VP, Vladimir 1 → 2 VP.",
        "Books: Anna 4 → builds anywhere, Mavra 2 → a joker, Feodor 1 → nothing.",
        "Anna builds in Vyborg.",
        "Residences: Anna 0 → 1 VP, Mavra 1 → 2 VP, Feodor 2 → 3 VP, Vladimir 3 → 4 VP.",
        "Favor track: Anna on space 3 → 2 VP, Mavra on space 3 → 2 VP, "
        "Feodor on space 3 → 2 VP, Vladimir on space 3 → 2 VP.",
        "Activated cards are discarded. The others stay.",
    ]


def test_names_of_another_box_are_used_as_written_there() -> None:
    s = table()
    s.stock.families[number("nw09")] = "bank"
    try:
        assert sentences.card(words("cs"), s, number("nw09")) == "Market (modrá)"
    finally:
        s.stock.families[number("nw09")] = "market"


def test_czech_has_three_plural_forms() -> None:
    w = words("cs")
    assert [w.count(n, "card.acc") for n in (1, 2, 5)] == ["1 kartu", "2 karty", "5 karet"]
    assert [w.count(n, "cannon") for n in (1, 3, 12)] == ["1 dělo", "3 děla", "12 děl"]
    assert [w.count(n, "step") for n in (1, 2, 5)] == ["1 krok přízně", "2 kroky přízně", "5 kroků přízně"]
    assert w.say("event.over_limit", n=2, m=2) == "získává 2 VB za 2 karty nad limit"
