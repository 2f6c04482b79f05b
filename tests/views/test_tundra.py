"""The sentences of Tundra: effects, prices, options, prompts and events."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

import samovar
from samovar.games.tundra import tokens
from samovar.games.tundra.components import EFFECTS
from samovar.games.tundra.goals import goal_count
from samovar.games.tundra.state import Tundra
from samovar.kernel.state import UNKNOWN, Event, frame
from samovar.views.page import regions
from samovar.views.sentences import sentence
from samovar.views.tundra import sentences, things
from samovar.views.tundra.text import TundraText
from samovar.views.words.words import Words, languages
from tests.tundra.scene import Player, play, scene
from tests.views.pages import model_for, played

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["Anna", "Mavra", "Feodor", "Vladimir"]
BERRY, STONE, PEAT, VP = 3, 1, 2, 4


def match() -> samovar.Match:
    return samovar.Match.from_position((GOLDEN / "table-tundra.toml").read_text(encoding="utf-8"))


def table() -> Tundra:
    return cast(Tundra, match().view(0))


def words(lang: str = "en") -> Words:
    return Words(lang, "tundra")


def option(token: str, lang: str = "en", m: samovar.Match | None = None, seat: int = 0) -> str:
    view = (m or match()).view(seat)
    return sentences.option(words(lang), view, seat, view.box.notation.parse(token))


def options(m: samovar.Match, seat: int = 0) -> list[str]:
    return [option(token, m=m, seat=seat) for token in m.options(seat)]


def prompt(m: samovar.Match, seat: int = 0, lang: str = "en") -> str:
    return sentences.prompt(words(lang), m.view(seat), seat, "Anna")


def told(lang: str, *events: Event) -> list[str]:
    w = words(lang)
    return [sentence(w, clause, NAMES) for clause in sentences.clauses(w, table(), list(events), NAMES)]


@pytest.mark.rule("T-VP-02", "T-RULING-END-03")
def test_the_score_on_the_track_and_the_acorn() -> None:
    found = [things.vp_track(table().stock, vp) for vp in (0, 49, 50, 54, 99, 100, 123)]
    assert found == [(0, 0), (49, 0), (0, 50), (4, 50), (49, 50), (0, 100), (23, 100)]


# ---- effects ----


@pytest.mark.parametrize("lang", languages())
def test_every_step_of_the_box_has_its_own_words_and_icons(lang: str) -> None:
    """No two actions have the same words or the same icons."""
    box, w = table().stock, words(lang)
    numbers = range(1, len(box.action_texts))
    texts = [things.action_text(w, box, number) for number in numbers]
    assert all(texts)
    assert not [text for text in texts if "{" in text]
    assert len(set(texts)) == len(texts)
    signs = [things.action_sign(w, box, number) for number in numbers]
    assert len(set(signs)) == len(signs)
    assert max(len(sign) for sign in signs) <= 13
    used = {int(op) for op in box.op}
    assert {number for number, _ in EFFECTS.values()} <= used  # the box uses the whole language
    for name in EFFECTS:
        assert name == "gain" or name.startswith(("gain_", "convert")) or w.has("op." + name)


@pytest.mark.parametrize("lang", languages())
def test_every_card_title_and_goal_has_a_name_in_both_languages(lang: str) -> None:
    box, w = table().stock, words(lang)
    for name in [*box.city_names[1:], *box.starter_names[1:]]:
        assert w.has("card." + name)
    for goal in [*box.goals[1:], *box.personal[1:]]:
        assert w.has("goal." + goal.name)
        assert "{" not in things.condition(w, goal)
    for title in box.titles[1:]:
        assert w.has("title." + title.name)
    for name in box.board_names:
        assert w.has("board." + name)
    shorts = {things.board_short(w, box, board) for board in range(4)}
    assert len(shorts) == 4


def test_names_of_another_box_are_used_as_written_there() -> None:
    s = table()
    number = s.stock.city_ids.index("e07")
    s.stock.city_names[number] = "Bank"
    try:
        assert things.city_name(words("cs"), s.stock, number) == "Bank"
    finally:
        s.stock.city_names[number] = "Warehouse"


def test_the_effects_of_cards_and_titles_in_words() -> None:
    box, w = table().stock, words()

    def city(id: str) -> str:
        return things.city_text(w, box, box.city_ids.index(id))

    def title(id: str) -> str:
        number = [title.id for title in box.titles].index(id)
        return things.title_text(w, box, number)

    assert city("a15") == ("pay 1 resource of any type for 1 resource of any type, up to 3 times, 2 berries")
    assert city("a07") == "reroll any of your dice together, 2 berries"
    assert city("e23") == (
        "6–4: 1 berry for each tower of yours; 3–1: 1 berry for each upgraded board of yours"
    )
    assert city("e21") == "6: 1 card from the market; 5–1: 2 berries"
    assert city("e17") == "6–4: 1 berry; 3–1: place a worker for 1 resource of any type"
    assert title("humble") == "at each round start 1 movement point, 1 resource of any type"
    assert title("inspiring") == "2 more workers in your settlement at the start"
    assert title("determined") == (
        "dice per round: 5/5/6/6; only the owner rolls the extra ones; a die costs 9 berries"
    )
    assert title("hardworking") == "up to 2 advisors; 2 market cards under each order board"
    assert title("generous") == "at each round start 3 berries; ±1 costs 1 berry"


# ---- options ----


@pytest.mark.rule("T-ACT-01")
def test_a_slot_lists_all_actions_of_a_die_there() -> None:
    """The actions come from the board, the starter card and the market card, each by the row of the slot."""
    assert option("place.trade_3") == (
        "3 on Trade: 2 berries, upgrade up to 4 order boards + Cut Turf: 1 peat + "
        "Reindeer Sledge: 1 movement point"
    )
    assert option("place.trade_5") == (
        "5 on Trade: 1 card from the market, 1 berry + Cut Turf: 1 berry + Reindeer Sledge: 2 berries"
    )
    assert option("place.gathering_1") == "1 on Gathering: gather with up to 3 pieces + Town Crier: 1 berry"
    assert option("place.trade_3", "cs") == (
        "3 na Obchod → 2 bobule, vylepšení (nejvýše 4 desky rozkazů) + Řezaná rašelina: 1 rašelina + "
        "Sobí saně: 1 bod pohybu"
    )


def test_a_goal_shows_its_score_now() -> None:
    assert option("goal.rocks_3") == "3 on Rocky claim: 4 VP (glades of stone with a piece of yours: 3)"
    assert option("goal.rocks_3", "cs") == "3 na cíl Skalní zábor → 4 VB (mýtiny (kámen) s tvou figurkou: 3)"


def test_free_actions_have_the_prices_of_the_title() -> None:
    assert option("buy") == "Buy a die — 5 berries"
    assert option("up.3") == "Turn a 3 up to 4 — 2 berries"
    assert option("buy", seat=2) == "Buy a die — 9 berries"
    assert option("use.a06") == "Owl the Soothsayer: turn 1 die to any value"


@pytest.mark.rule("T-RULING-DICE-04")
def test_only_options_without_a_gain_say_so() -> None:
    poor = scene(Player(dice=[6, 3], workers=[2], advisors="a12, a06", starters="s03_trade"))
    assert option("place.architecture_6", m=poor).endswith("2 equal resources (brings nothing now)")
    assert option("place.architecture_6", "cs", poor).endswith("(teď nic nepřinese)")
    assert option("use.a12", m=poor).endswith("(brings nothing now)")  # a tower that cannot be paid
    assert "nothing" not in option("use.a06", m=poor)  # a die can always be turned
    assert "nothing" not in option("place.travel_6", m=poor)
    assert option("place.trade_3", m=poor) == (  # berries are gained in any case
        "3 on Trade: 2 berries, upgrade up to 4 order boards + Cut Turf: 1 peat"
    )
    rich = scene(Player(dice=[6, 3], workers=[2], stone=2, berries=20, advisors="a12", starters="s03_trade"))
    assert not [told for told in options(rich) if "nothing" in told and "on Architecture" in told]
    assert "nothing" not in option("use.a12", m=rich)
    # A card without a possible gain is named, but not its board.
    full = scene(Player(dice=[3], workers=[2], peat=10, starters="s03_trade"))
    assert option("place.trade_3", m=full).endswith("order boards + Cut Turf: 1 peat (brings nothing now)")


def events_of(m: samovar.Match) -> list[Event]:
    return [event for entry in m.log for event in entry.events]


def test_points_are_counted_by_source() -> None:
    m = scene(
        Player(dice=[6, 4, 3, 1], workers=[1, 2], firewood=6, stone=2, vp=5, enhancements="e13_travel"),
        glades={1: "g01", 2: "peat"},
        goals="crowd",
    )
    play(m, 0, "goal.crowd_1")
    play_other_seats(m)
    play(m, 0, "place.architecture_6", "do.board", "build.1", "pay.stone", "stop")  # g01: 1 VP and 1 berry
    play_other_seats(m)
    play(m, 0, "place.trade_3", "do.board", "upgrade.trade")  # 1 VP
    play_other_seats(m)
    play(m, 0, "place.travel_4", "do.market1")  # the chapel: 1 VP
    found = sentences.vp_by_source(cast(Tundra, m.view(0)), events_of(m))
    assert {name: points[0] for name, points in found.items()} == {
        "goals": 2,
        "boards": 1,
        "towers": 1,
        "orders": 0,
        "cards": 1,
        "advisors": 0,
        "titles": 0,
        "rest": 5,
    }
    came = TundraText(words()).points_reason(m.view(0), 0, "in_game", events_of(m))
    assert came == (
        "common goals 2 (Many paws 2), upgraded boards 1, towers 1, cards under boards 1, before 5"
    )


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_point_is_explained_at_the_end_of_the_game(language: str) -> None:
    m = played("tundra", 2, 3, options={"personal_goals": "on"})
    s = cast(Tundra, m.view(0))
    text, shown = TundraText(Words(language, "tundra")), regions(model_for(m, 0, language))["ending"]
    for score in m.scores():
        p = score.seat
        came = text.points_reason(m.view(0), p, "in_game", events_of(m))
        each = re.sub(r" \(.*?\)", "", came)  # drop the details of the common goals
        assert sum(int(n) for n in re.findall(r" (\d+)(?:,|$)", each)) == int(s.vp[p]) > 0
        assert text.words.say("page.source.rest") not in came
        goal = s.stock.personal[int(s.personal[p])]
        why = text.points_reason(m.view(0), p, "personal_goal", events_of(m))
        assert why.startswith(things.goal_name(text.words, goal))
        assert f": {int(goal_count(s, p, goal))}, " in why
        for reason in (came, why):
            assert f"|{reason}" in shown
    other = regions(model_for(played("tundra", 2, 3, decisions=40), 0, language))["score"]
    assert "data-help" not in other


def test_a_game_without_personal_goals_does_not_explain_them() -> None:
    m = played("tundra", 2, 1)
    assert TundraText(words()).points_reason(m.view(0), 0, "personal_goal", events_of(m)) == ""


@pytest.mark.parametrize("over", [False, True])
def test_the_sources_of_points_are_shown_during_and_after_the_game(over: bool) -> None:
    m = played("tundra", 2, 1, decisions=10_000 if over else 40)
    assert m.over == over
    found = regions(model_for(m, 0, "en"))
    assert "Sources of points during the game" in found["score"]
    assert ("Sources of points during the game" in found["ending"]) == over


def play_other_seats(m: samovar.Match) -> None:
    """The other players do as little as possible until the first player uses a die again."""
    while m.actors() != [0] or not any(token.startswith("place.") for token in m.options(0)):
        seat = m.actors()[0]
        m.play(seat, next(t for t in ("end", "finish", *m.options(seat)) if t in m.options(seat)))


@pytest.mark.parametrize("seed", range(4))
def test_every_point_of_a_game_has_a_source(seed: int) -> None:
    m = played("tundra", 2 + seed % 3, seed, options={"titles": "on", "personal_goals": "on"})
    s = cast(Tundra, m.view(0))
    found = sentences.vp_by_source(s, events_of(m))
    told = sum(b for kind, _, a, b in events_of(m) if kind == tokens.GAINED and a == VP)
    told += sum(b for kind, _, _, b in events_of(m) if kind == tokens.SCORED_GOAL)
    told += sum(a for kind, _, a, _ in events_of(m) if kind == tokens.BOARD_VP)
    assert sum(sum(points) for points in found.values()) == told == sum(int(vp) for vp in s.vp)
    assert min(min(points) for points in found.values()) >= 0


def test_a_choice_of_several_resources_says_their_number() -> None:
    m = scene(Player(dice=[6], upgraded="gathering"))
    play(m, 0, "place.gathering_6", "do.board")
    assert prompt(m) == "Anna, carry out the action: 4 resources of any type."
    play(m, 0, "gain.stone", "gain.stone")
    assert prompt(m) == "Anna, still to do: 2 resources of any type."
    play(m, 0, "gain.stone")
    assert prompt(m) == "Anna, still to do: 1 resource of any type."


def test_a_step_of_a_worker_names_its_destination() -> None:
    m = scene(Player(dice=[6], workers=[2]), glades={1: "peat", 2: "stone", 4: "none"})
    play(m, 0, "place.travel_6", "do.board")
    assert prompt(m) == "Anna, carry out the action: 2 movement points."
    assert options(m) == [
        "Worker 1, from 2 to 13 (settlement)",
        "Worker 1, from 2 to 1: 1 peat",
        "Worker 1, from 2 to 4: no resource",
        "Worker 1, from 2 to 5: opens it",
        "Finish this action",
    ]
    m.play(0, "move.1_w")
    assert prompt(m) == "Anna, still to do: 1 movement point."


def test_a_tower_shows_its_price_and_its_bonus() -> None:
    m = scene(Player(dice=[6], workers=[2], stone=2, peat=2), glades={2: "g03"})
    play(m, 0, "place.architecture_6", "do.board")
    assert options(m)[0] == ("Tower on 2 — 2 equal resources: bonus 1 resource of any type, 1 berry")
    m.play(0, "build.2")
    assert prompt(m) == "Anna, pay 2 equal resources. Which resource do you use?"
    assert prompt(m, lang="cs") == "Anna, zaplať 2 stejné suroviny. Kterou surovinou?"
    assert options(m) == ["Pay 2 stone", "Pay 2 peat"]


def test_finishing_an_action_names_its_plain_gains() -> None:
    m = scene(Player(dice=[3], stone=4))
    play(m, 0, "place.trade_3", "do.board")
    assert options(m) == [
        "Upgrade Trade — 4 equal resources: 1 VP now, 1 at each round start",
        "Finish this action: 2 berries",
    ]


def test_an_option_warns_of_a_full_track() -> None:
    m = scene(Player(dice=[6], peat=10, upgraded="gathering", workers=[13]))
    play(m, 0, "place.gathering_6", "do.board")
    assert options(m)[:3] == ["Take 1 firewood", "Take 1 stone", "Take 1 peat: 1 over the limit will be lost"]


def test_a_card_names_the_card_it_replaces_and_its_immediate_effect() -> None:
    m = scene(Player(dice=[6], enhancements="e12_trade, e11_travel"), market="e04, a01")
    play(m, 0, "place.trade_6", "do.board", "take.e04")
    assert prompt(m) == "Anna, under which order board goes Sawmill?"
    assert options(m) == [
        "Under Architecture",
        "Under Travel: replaces Town Crier",
        "Under Gathering",
        "Under Trade: replaces Almshouse, in this activation 1 firewood, 1 berry",
    ]


def test_options_name_the_card_or_advisor_that_is_replaced() -> None:
    m = scene(Player(dice=[6], title="hardworking", enhancements="e12_trade, e11_trade"), market="e04, e01")
    play(m, 0, "place.trade_6", "do.board", "take.e04", "under.trade")
    assert prompt(m) == "Anna, Sawmill goes under Trade: which card does it replace?"
    assert options(m) == ["Replace Almshouse", "Replace Town Crier"]
    m = scene(Player(dice=[6], advisors="a01, a02", exhausted="a03"), market="a04, e01")
    play(m, 0, "place.trade_6", "do.board", "take.a04")
    assert prompt(m).startswith("Anna, Squirrel the Forager is one advisor too many, as your title allows 3.")
    assert options(m)[-1] == "Discard Mole the Turf-cutter (exhausted)"


# ---- prompts ----


@pytest.mark.parametrize("lang", languages())
def test_every_question_has_a_prompt(lang: str) -> None:
    game = samovar.games()["tundra"]
    s, w = table(), words(lang)
    for step, decides in enumerate(game.actor_kinds):
        if decides != "seat":
            continue
        name = game.step_names[step]
        assert w.has("prompt." + name)
        for high in (False, True):
            values = [min(n.high, 3) if high else n.low for n in game.arguments[step]]
            s.depth = 0
            s.push(frame(step, 0, *values))
            found = sentences.prompt(w, s, 0, "Anna")
            assert found.startswith("Anna, ")
            assert "{" not in found
    s.depth = 0
    assert sentences.prompt(w, s, 0, "Anna") == w.say("prompt.nature")


def test_the_own_secret_choice_is_shown_while_it_can_be_changed() -> None:
    m = samovar.Match("tundra", 2, seed=4)
    first = m.options(0)[0]
    m.play(0, first)
    assert " So far: " in prompt(m)
    m.play(0, m.options(0)[0])
    told = sentences.waiting(words(), m.view(0), 0)
    assert told.startswith("You keep ")
    assert told.endswith(" Ready: 1 of 2. You can still change it.")
    assert sentences.planned_starters(cast(Tundra, m.view(1)), 0) == []  # hidden from the others
    assert sentences.waiting(words(), m.view(1), 0) == words().say("ui.turn_over")


def test_secrets_exist_until_cards_are_revealed_and_goals_scored() -> None:
    """Starter cards are secret until the reveal, personal goals until the end. Nothing else is."""
    m = samovar.Match("tundra", 2, seed=4)
    assert sentences.has_secrets(m.view(0))
    assert sentences.has_secrets(m.game.redact(m.state, -1))
    assert not sentences.has_secrets(scene(Player()).view(0))
    assert sentences.has_secrets(scene(Player(goal="day_off"), Player(goal="curfew")).view(0))


@pytest.mark.rule("T-PGOAL-01")
def test_points_of_an_unseen_goal_are_unknown() -> None:
    view = table()
    assert [sentences.unseen(view, p, "personal_goal") for p in range(4)] == [False, True, True, True]
    assert not sentences.unseen(view, 1, "in_game")


# ---- events ----


def test_related_events_are_one_sentence() -> None:
    events: list[Event] = [
        (tokens.PLACED, 0, 3, 3),
        (tokens.ACTION_OF, 0, tokens.FROM_BOARD, 3),
        (tokens.PAID, 0, STONE, 3),
        (tokens.PAID, 0, BERRY, 1),
        (tokens.UPGRADED, 0, 1, 0),
        (tokens.GAINED, 0, VP, 1),
        (tokens.GAINED, 0, BERRY, 2),
        (tokens.ACTION_OF, 0, tokens.FROM_STARTER, 3),
        (tokens.GATHERED, 0, 10, STONE),
        (tokens.GAINED, 0, STONE, 1),
        (tokens.GATHERED, 0, 16, STONE),
        (tokens.GAINED, 0, STONE, 1),
        (tokens.GAINED, 0, BERRY, 1),
    ]
    assert told("en", *events) == [
        "Anna puts a 3 on Trade.",
        "Anna pays 3 stone and 1 berry.",
        "Anna upgrades Travel.",
        "Anna gains 1 VP and 2 berries.",
        "Anna uses Cut Turf.",
        "Anna gathers 2 stone.",
        "Anna gains 1 berry.",
    ]
    assert told("cs", *events)[1] == "Anna platí 3 kameny a 1 bobuli."


def test_a_discovered_glade_is_told_with_its_player() -> None:
    events: list[Event] = [
        (tokens.MOVED, 1, 3, 2),
        (tokens.OPENED, 0, table().stock.glade_ids.index("g07"), 3),
        (tokens.GAINED, 1, PEAT, 1),
    ]
    assert told("en", *events) == [
        "Mavra moves from 2 to 3.",
        "Mavra opens the glade: peat.",
        "Mavra gains 1 peat.",
    ]


def test_a_common_roll_is_one_sentence() -> None:
    events: list[Event] = [(tokens.ROLLED, 2, value, 0) for value in (6, 1, 3, 3)]
    assert told("en", (tokens.ROUND_BEGINS, 2, 3, 0), *events) == [
        "Round III. Feodor is first.",
        "Feodor rolls 1, 3, 3 and 6 for all players.",
    ]


def test_secret_cards_are_not_named() -> None:
    w = words()
    events: list[Event] = [(tokens.DEALT_STARTER, 1, UNKNOWN, 0), (tokens.DEALT_PERSONAL, 1, UNKNOWN, 0)]
    found = sentences.clauses(w, table(), events, NAMES, dealing=True)
    assert [clause.text for clause in found] == ["is dealt ?", "has the personal goal ?"]
    assert told("en", *events) == []


@pytest.mark.rule("T-END-03")
def test_a_tie_is_explained_by_the_tie_break() -> None:
    m = scene(Player(stone=3, berries=1), Player(berries=9))
    text = sentences.tie(words(), m.view(0), NAMES, [0, 1], 20)
    assert text == (
        "Anna and Mavra have 20 VP each. More resources decide, then more berries: "
        "Anna 3 and 1, Mavra 0 and 9."
    )


def test_czech_has_three_plural_forms() -> None:
    w = words("cs")
    assert [w.count(n, "berry.acc") for n in (1, 2, 5)] == ["1 bobuli", "2 bobule", "5 bobulí"]
    assert [w.count(n, "stone") for n in (1, 3, 10)] == ["1 kámen", "3 kameny", "10 kamenů"]
    assert [w.count(n, "equal.acc") for n in (1, 2, 5)] == [
        "1 stejnou surovinu",
        "2 stejné suroviny",
        "5 stejných surovin",
    ]
    assert [w.count(n, "board") for n in (1, 4)] == ["1 deska rozkazů", "4 desky rozkazů"]
