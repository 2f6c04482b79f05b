"""The options of Tundra: modules, the first player, maps, and wrong options."""

from __future__ import annotations

from typing import cast

import pytest

import samovar
from samovar.games.tundra.components import Box
from tests.tundra.scene import (
    BOARD_IDS,
    PERSONAL,
    SEATS,
    Player,
    begun,
    dealt,
    dice,
    goals,
    market,
    personal,
    play,
    play_at_random,
    ready,
    scene,
    spare,
    table,
    title,
    vp,
    workers,
)
from tests.tundra.test_setup import EVERY_MAP, GAME, SPECIAL, dealing, in_use, start_of


@pytest.mark.rule("T-SETUP-17")
@pytest.mark.parametrize("seats", SEATS)
def test_without_the_modules_there_are_no_special_titles_no_personal_goals_and_no_white_die(
    seats: int,
) -> None:
    m = ready(seats)
    assert [title(m, p) for p in range(seats)] == ["humble"] * seats
    assert [personal(m, p) for p in range(seats)] == [""] * seats
    assert [spare(m, p) + len(dice(m, p)) for p in range(seats)] == [7] * seats
    assert not any(token.startswith(("title.", "personal.")) for token in dealing(m))
    assert [option.default for option in GAME.option_list if option.name in ("titles", "personal_goals")] == [
        "off"
    ] * 2


@pytest.mark.rule("T-SETUP-17", "T-TITLE-01", "T-PGOAL-01")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.no_cover
def test_with_the_modules_each_player_is_dealt_one_of_each(seats: int) -> None:
    seen: set[str] = set()
    secret: set[str] = set()
    for seed in range(80):
        m = ready(seats, seed, titles="on", personal_goals="on")
        dealt_titles = [title(m, p) for p in range(seats)]
        dealt_goals = [personal(m, p) for p in range(seats)]
        assert len(set(dealt_titles)) == len(set(dealt_goals)) == seats
        seen |= set(dealt_titles)
        secret |= set(dealt_goals)
    assert seen == SPECIAL
    assert secret == set(in_use(PERSONAL, seats))


@pytest.mark.rule("T-SETUP-17")
def test_each_module_by_itself() -> None:
    m = ready(2, titles="on")
    assert title(m, 0) in SPECIAL
    assert personal(m, 0) == ""
    m = ready(2, personal_goals="on")
    assert title(m, 0) == "humble"
    assert personal(m, 0) in PERSONAL


def kinds(m: samovar.Match) -> list[str]:
    """The kinds of Nature's draws so far, with consecutive draws of one kind merged."""
    found: list[str] = []
    for token in dealing(m):
        kind = token.partition(".")[0]
        if found[-1:] != [kind]:
            found.append(kind)
    return found


@pytest.mark.rule("T-SETUP-18", "T-RULING-SETUP-03")
def test_starter_cards_are_chosen_before_market_and_goals_are_known() -> None:
    m = begun(2, titles="on", personal_goals="on")
    assert kinds(m) == ["first", "title", "open", "deal"]
    assert (market(m), goals(m), personal(m, 0)) == ([], [], "")
    for p in (0, 1):
        play(m, p, *(f"keep.{id}_{b}" for id, b in zip(dealt(m, p)[:2], BOARD_IDS[:2], strict=True)))
    assert kinds(m)[4:7] == ["city", "common", "personal"]


@pytest.mark.rule("T-SETUP-18", "T-RULING-SETUP-03")
@pytest.mark.parametrize("modules", ["off", "on"])
def test_with_the_option_starter_cards_are_chosen_after_market_and_goals(modules: str) -> None:
    m = begun(2, titles=modules, personal_goals=modules, starters_after_goals="on")
    expected = ["first", "title", "open", "city", "common", "personal", "deal"]
    assert kinds(m) == [kind for kind in expected if modules == "on" or kind not in ("title", "personal")]
    assert m.actors() == [0, 1]
    assert all(token.startswith("keep.") for token in m.options(0))
    assert (len(market(m)), len(goals(m))) == (4, 2)
    assert (personal(m, 0) in PERSONAL) == (modules == "on")
    play_at_random(m)
    assert m.over


@pytest.mark.rule("T-RULING-SETUP-03", "T-TITLE-05")
def test_titles_come_before_the_workers_so_that_inspiring_adds_two() -> None:
    found = set()
    for seed in range(40):
        m = begun(2, seed, titles="on")
        for p in (0, 1):
            home = int(table(m).settlement(p))
            extra = [home, home] if title(m, p) == "inspiring" else []
            assert workers(m, p) == [*start_of("2p")[p], *extra]
            found.add(title(m, p))
    assert "inspiring" in found


@pytest.mark.rule("T-SETUP-19", "T-RULING-SETUP-01")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.no_cover
def test_the_first_player_is_drawn_at_random_or_chosen(seats: int) -> None:
    drawn = [int(table(ready(seats, seed)).first) for seed in range(40)]
    assert set(drawn) == set(range(seats))
    assert drawn == [int(table(ready(seats, seed)).first) for seed in range(40)]  # the seed decides
    for p in range(seats):
        m = ready(seats, first_player=str(p + 1))
        assert table(m).first == p
        assert m.actors() == [p]
        assert kinds(m)[0] == "open"  # nothing was drawn
    assert not any("birth" in option.help for option in GAME.option_list)


@pytest.mark.parametrize(("seats", "id"), EVERY_MAP)
@pytest.mark.parametrize("modules", ["off", "on"])
@pytest.mark.no_cover
def test_every_map_is_played_to_the_end_with_and_without_the_modules(
    seats: int, id: str, modules: str
) -> None:
    m = begun(seats, 3, layout=id, titles=modules, personal_goals=modules, stores_variant=modules)
    play_at_random(m, seed=4)
    assert m.over
    assert samovar.Match.from_record(m.record(), game=GAME).position() == m.position()


@pytest.mark.rule("T-RULING-GOAL-05")
@pytest.mark.parametrize(("variant", "steps"), [("off", [2, 3, 4]), ("on", [10, 15, 20])])
def test_the_resources_goal_needs_2_3_4_or_with_the_option_10_15_20(variant: str, steps: list[int]) -> None:
    for number, points in zip([steps[0] - 1, *steps], [0, 2, 4, 6], strict=True):
        each = [number // 3 + (i < number % 3) for i in range(3)]
        player = Player(dice=[2], firewood=each[0], stone=each[1], peat=each[2])
        m = scene(player, goals="stores", options={"stores_variant": variant})
        assert ("goal.stores_2" in m.options(0)) == bool(points)
        if points:
            play(m, 0, "goal.stores_2")
            assert vp(m, 0) == points


@pytest.mark.parametrize("seats", SEATS)
def test_options_in_canonical_form(seats: int) -> None:
    usual = {
        "layout": "default",
        "titles": "off",
        "personal_goals": "off",
        "starters_after_goals": "off",
        "stores_variant": "off",
        "first_player": "random",
    }
    assert GAME.canonical(seats, {}) == usual
    assert GAME.canonical(seats, {"layout": f"{seats}p"}) == usual
    assert GAME.options_of(begun(seats, layout=f"{seats}p").state) == usual


@pytest.mark.parametrize(
    ("seats", "options", "faults"),
    [
        (2, {"titles": "yes"}, ["titles must be one of off, on, not 'yes'"]),
        (2, {"personal_goals": ""}, ["personal_goals must be one of off, on, not ''"]),
        (2, {"starters_after_goals": "ON"}, ["starters_after_goals must be one of off, on, not 'ON'"]),
        (2, {"stores_variant": "10"}, ["stores_variant must be one of off, on, not '10'"]),
        (2, {"first_player": "3"}, ["first_player must be random or a seat from 1 to 2, not '3'"]),
        (4, {"first_player": "0"}, ["first_player must be random or a seat from 1 to 4, not '0'"]),
        (3, {"first_player": "01"}, ["first_player must be random or a seat from 1 to 3, not '01'"]),
        (2, {"layout": "3p-a"}, ["layout for 2 seats must be default or one of 2p, not '3p-a'"]),
        (
            3,
            {"layout": "4p-a"},
            ["layout for 3 seats must be default or one of 3p, 3p-a, 3p-b, 3p-c, not '4p-a'"],
        ),
        (4, {"layout": ""}, ["layout for 4 seats must be default or one of 4p, 4p-a, 4p-b, not ''"]),
    ],
)
def test_a_wrong_option_is_refused(seats: int, options: dict[str, str], faults: list[str]) -> None:
    with pytest.raises(samovar.BadInput) as error:
        samovar.Match(GAME, seats, options=options)
    assert (error.value.what, error.value.faults) == ("options", faults)
    lines = "".join(f'{name} = "{value}"\n' for name, value in options.items())
    with pytest.raises(samovar.BadInput) as error:
        samovar.Match.from_position(f'game = "tundra"\nseats = {seats}\n[options]\n{lines}', game=GAME)
    assert (error.value.what, error.value.faults) == ("position", ["options: " + fault for fault in faults])


def test_all_wrong_options_are_named_in_one_message() -> None:
    wrong = {
        "titles": "1",
        "layout": "moon",
        "first_player": "5",
        "birthday": "winter",
        "stores_variant": "maybe",
    }
    with pytest.raises(samovar.BadInput) as error:
        samovar.Match(GAME, 4, options=wrong)
    known = ", ".join(f"{option.name} ({option.help})" for option in GAME.option_list)
    assert error.value.faults == [
        f"Tundra has no option 'birthday'; its options: {known}",
        "titles must be one of off, on, not '1'",
        "stores_variant must be one of off, on, not 'maybe'",
        "layout for 4 seats must be default or one of 4p, 4p-a, 4p-b, not 'moon'",
        "first_player must be random or a seat from 1 to 4, not '5'",
    ]


def test_the_option_sets_of_the_laws_hold_every_map_and_module() -> None:
    for seats in SEATS:
        sets = [GAME.canonical(seats, one) for one in GAME.option_sets(seats)]
        box = cast(Box, GAME.standard_box())
        maps = {layout.id for layout in box.layouts if layout.players == seats and not layout.standard}
        assert {one["layout"] for one in sets} == {"default", *maps}
        for name in ("titles", "personal_goals", "starters_after_goals", "stores_variant"):
            assert {one[name] for one in sets} == {"off", "on"}
