"""Section 18: Ivan's turn up to the additional action, his payments and his gains."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.stroganov.game import GAME
from tests.stroganov.actions import BOX, logged, owned, row, villages
from tests.stroganov.automa import (
    CLAIM,
    IVAN,
    OUTPOST,
    TWO_HIGHEST,
    TWO_LOWEST,
    WISH,
    YURT,
    ivan_does,
    land,
    paid,
    steps,
    tried,
)
from tests.stroganov.scene import furs, leave_in_bag, market, on_tile, play, scene, table, tigers

STABLE = 'village = "V1"'  # 1 banner and 4 horses
STORYTELLER = 'village = "V3"'  # 1 story and 1 coin
FURRIER = 'village = "V4"'  # 1 fur from the market
POOR = "space = 4\ncoins = 0\nfurs = []\n"


TURN = "IvanFlip() IvanMove() IvanHunt(0) IvanClaimOrVisit() IvanAction()"


# ---- the order of turns ----


@pytest.mark.rule("S-SOLO-15", "S-ORDER-02")
@pytest.mark.parametrize(("mine", "his", "first"), [(3, 5, IVAN), (5, 3, 0)])
def test_the_cossack_further_right_acts_first(mine: int, his: int, first: int) -> None:
    m = scene(f"seats = 1\nseason = 'summer'\n[[player]]\nspace = {mine}\n[[player]]\nspace = {his}\n")
    assert m.actors() == [0]
    assert (table(m).acted == 0b11) == (first == IVAN)
    if first == 0:
        assert table(m).space[IVAN] == his
        while table(m).acted == 0b01:
            play(m, 0, "pass" if "pass" in m.options(0) else m.options(0)[0])
        assert table(m).space[IVAN] != his


# ---- flip and move ----


@pytest.mark.rule("S-SOLO-16", "S-SOLO-17", "S-RULING-54")
def test_the_top_card_is_flipped_and_the_one_below_gives_the_movement() -> None:
    """Card 9 has 5 steps and the two lowest furs, card 12 has 1 step and the lowest fur. So he makes 1 step
    and takes two furs.
    """
    top = "automa_pile = [12]\nseason = 'autumn'\nyear = 4\n"  # the last turn of the game
    m = ivan_does(TURN, 0, "space = 2\ncoins = 0\nfurs = []", {3: [2, 5, 6], 7: [4]}, top=top, deck=9)
    assert steps(m)[0] == ("flipped", 9, "S-SOLO-16", 0)
    assert steps(m)[1] == ("rides", 1, "S-SOLO-17", 1)
    assert (table(m).automa_card, table(m).automa_top, table(m).automa_pile) == (9, 12, 0)
    assert table(m).space[IVAN] == 3
    assert [a for name, _, a, _ in logged(m, "hunted")] == [2, 5]


@pytest.mark.rule("S-SOLO-17", "S-SOLO-07")
@pytest.mark.parametrize(("deck", "space"), [(1, 5), (2, 7), (9, 9), (10, 8)])
def test_ivan_moves_as_many_steps_as_shown_without_horses_and_gaps_do_not_count(
    deck: int, space: int
) -> None:
    m = ivan_does("IvanMove()", ivan="space = 4\nhorses = 1", deck=deck)
    assert (table(m).space[IVAN], table(m).horses[IVAN]) == (space, 1)
    m = ivan_does("IvanMove()", ivan="space = 3", deck=deck, tiles={4: None})
    assert table(m).space[IVAN] == space
    assert list(table(m).order) == [IVAN, 0]


@pytest.mark.rule("S-SOLO-17", "S-RULING-83")
def test_with_fewer_tiles_than_steps_ivan_stops_on_the_rightmost_one() -> None:
    m = ivan_does("IvanMove()", ivan="space = 9", deck=9, tiles={12: None})
    assert table(m).space[IVAN] == 11
    assert steps(m) == [("rides", 5, "S-RULING-83", 2)]


@pytest.mark.rule("S-RULING-61")
def test_if_ivan_cannot_move_he_stays_and_acts_where_he_is() -> None:
    m = ivan_does("IvanMove() IvanHunt(0)", WISH, "space = 12\nfurs = []", {12: [4]}, deck=9)
    assert (table(m).space[IVAN], furs(m, IVAN)) == (12, [4])
    assert steps(m)[0] == ("stays", 5, "S-RULING-61", 0)


# ---- hunt ----


@pytest.mark.rule("S-SOLO-18", "S-EX-09")
@pytest.mark.parametrize(
    ("card", "taken", "left"),
    [
        (WISH, [2], [4, 7, 9]),  # one arrow at the top means the lowest fur
        (TWO_LOWEST, [2, 4], [7, 9]),
        (CLAIM, [9], [2, 4, 7]),  # one at the bottom means the highest, here a tiger
        (TWO_HIGHEST, [9, 7], [2, 4]),
    ],
)
def test_one_or_two_furs_from_the_end_that_the_card_says(
    card: int, taken: list[int], left: list[int]
) -> None:
    m = ivan_does("IvanHunt(0)", card, POOR + "horses = 1\n", {4: [2, 4, 7, 9]})
    assert [a for _, _, a, _ in logged(m, "hunted")] == taken
    assert on_tile(m, 4) == left
    assert (furs(m, IVAN), tigers(m, IVAN)) == (sorted(set(taken) - {9}), taken.count(9))
    assert table(m).horses[IVAN] == 1  # skipping is free for him (S-SOLO-07)
    assert steps(m) == [("hunts", card, "S-SOLO-18", len(taken))]


@pytest.mark.rule("S-SOLO-07", "S-HUNT-02")
def test_ivan_pays_no_horses() -> None:
    m = ivan_does("IvanHunt(0)", CLAIM, "space = 4\nhorses = 0", {4: [2, 3, 4, 8]})
    assert (on_tile(m, 4), table(m).horses[IVAN]) == ([2, 3, 4], 0)
    board = land(r3='posts = ["0", "", "neutral"]')  # the second space costs a horse
    m = ivan_does("IvanAction()", OUTPOST, "space = 6\nhorses = 2\nfurs = [4]", board=board)
    assert (table(m).has_post(IVAN, 3), table(m).horses[IVAN]) == (True, 2)


@pytest.mark.rule("S-SOLO-18", "S-RULING-55")
@pytest.mark.parametrize("tiles", [{4: []}, {4: None}])
@pytest.mark.parametrize(("card", "coins"), [(WISH, 1), (TWO_HIGHEST, 2)])
def test_on_an_empty_tile_or_in_a_gap_as_many_coins(
    tiles: dict[int, list[int] | None], card: int, coins: int
) -> None:
    m = ivan_does("IvanHunt(0)", card, POOR, tiles)
    assert (table(m).coins[IVAN], furs(m, IVAN)) == (coins, [])
    assert steps(m) == [("finds_nothing", card, "S-SOLO-18", coins)]


@pytest.mark.rule("S-RULING-55")
@pytest.mark.parametrize(("lying", "card"), [([5], TWO_HIGHEST), ([5], TWO_LOWEST), ([9], TWO_LOWEST)])
def test_with_2_demanded_and_1_there_ivan_takes_1_and_no_coin(lying: list[int], card: int) -> None:
    """A lone tiger counts as a fur."""
    m = ivan_does("IvanHunt(0)", card, POOR, {4: lying})
    assert (on_tile(m, 4), table(m).coins[IVAN]) == ([], 0)
    assert furs(m, IVAN) + [9] * tigers(m, IVAN) == lying


@pytest.mark.rule("S-SOLO-10", "S-RULING-22")
def test_a_bear_gives_2_story_before_the_next_fur_is_hunted() -> None:
    m = ivan_does("IvanHunt(0)", TWO_HIGHEST, POOR + "story = 3\n", {4: [2, 8, 8]})
    assert [name for name, *_ in logged(m, "hunted", "gained_story")] == ["hunted", "gained_story"] * 2
    assert table(m).story[IVAN] == 7


# ---- claim or village ----


@pytest.mark.rule("S-SOLO-19")
def test_ivan_claims_the_empty_tile_under_him_for_2_furs_of_the_region_and_gains_the_reward() -> None:
    laid = {4: "L15"}  # 5 VP
    m = ivan_does("IvanClaimOrVisit()", WISH, "space = 4\ncoins = 0\nfurs = [3, 3, 3]", laid=laid)
    assert (owned(m, IVAN), row(m)[3], furs(m, IVAN)) == (["L15"], "", [3])
    assert table(m).vp[IVAN] == 5
    assert logged(m, "visited_village") == []


@pytest.mark.rule("S-SOLO-19", "S-SOLO-10", "S-SOLO-11")
@pytest.mark.parametrize("means", ["[3]\ncoins = 1", "[8]\ncoins = 1", "[3]\ncoins = 0\ntigers = 1"])
def test_ivan_claims_with_wilds_too(means: str) -> None:
    m = ivan_does("IvanClaimOrVisit()", WISH, f"space = 4\nfurs = {means}")
    assert len(owned(m, IVAN)) == 1


@pytest.mark.rule("S-SOLO-19")
@pytest.mark.parametrize(
    ("tiles", "means", "reason", "rule"),
    [
        ({4: [5]}, "furs = [3, 3, 3, 3]", "furs_on_it", "S-SOLO-19"),
        ({4: [9]}, "furs = [3, 3, 3, 3]", "furs_on_it", "S-SOLO-19"),
        ({4: []}, "furs = [3, 2, 4]", "cannot_pay", "S-SOLO-12"),
        ({4: None}, "furs = [3, 3, 3, 3]", "no_tile", "S-RULING-61"),
    ],
)
@pytest.mark.rule("S-RULING-61")
def test_otherwise_ivan_visits_the_village_of_his_region(
    tiles: dict[int, list[int] | None], means: str, reason: str, rule: str
) -> None:
    """In a gap there is nothing to claim."""
    m = ivan_does("IvanClaimOrVisit()", WISH, f"space = 4\ncoins = 0\n{means}", tiles, land(r2=STORYTELLER))
    assert tried(m) == [("claim", 4, reason, rule)]
    assert [(a, b) for _, _, a, b in logged(m, "visited_village")] == [(3, 2)]
    assert (table(m).coins[IVAN], table(m).story[IVAN], owned(m, IVAN)) == (1, 1, [])
    assert villages(m)[1] == "V3"  # the tile stays


# ---- paying ----


@pytest.mark.rule("S-SOLO-12", "S-SOLO-10", "S-SOLO-11")
@pytest.mark.parametrize(
    ("means", "payment"),
    [
        ("furs = [3, 8]\ncoins = 1\ntigers = 1", ["3"]),  # no fur is missing
        ("furs = [2, 8]\ncoins = 1\ntigers = 1", ["8 as 3"]),
        ("furs = [2]\ncoins = 1\ntigers = 1", ["coin as 3"]),
        ("furs = []\ncoins = 0\ntigers = 1", ["tiger as 3"]),
        ("furs = []\ncoins = 1", ["coin as 3"]),  # a coin alone, without a fur
    ],
)
def test_for_a_missing_fur_ivan_uses_a_bear_then_a_coin_then_a_tiger(means: str, payment: list[str]) -> None:
    m = ivan_does("IvanAction()", OUTPOST, f"space = 4\n{means}")
    assert paid(m) == payment
    assert table(m).has_post(IVAN, 2)
    assert all(rule == "S-SOLO-12" for _, _, rule, _ in steps(m, "paid"))


@pytest.mark.rule("S-SOLO-12", "S-COMP-06")
def test_furs_that_ivan_pays_go_into_the_bag() -> None:
    m = ivan_does("IvanClaimOrVisit()", WISH, "space = 4\nfurs = [3, 8]\ncoins = 0", laid={4: "L15"})
    s = table(m)
    assert furs(m, IVAN) == []
    assert (s.bag[3], s.bag[8]) == (
        s.stock.furs[3] - market(m).count(3),
        s.stock.furs[8] - market(m).count(8),
    )


@pytest.mark.rule("S-RULING-58")
@pytest.mark.parametrize(
    ("means", "payment", "left"),
    [
        ("furs = [3, 8, 8]\ncoins = 2\ntigers = 2", ["3", "8 as 3", "8 as 3", "coin as 3"], ([], 1, 2)),
        ("furs = [3, 3, 8]\ncoins = 0\ntigers = 2", ["3", "3", "8 as 3", "tiger as 3"], ([], 0, 1)),
        ("furs = [3, 3, 3]\ncoins = 0", [], ([3, 3, 3], 0, 0)),  # all or nothing
        ("furs = [3, 2, 2]\ncoins = 1\ntigers = 1", [], ([2, 2, 3], 1, 1)),
    ],
)
def test_matching_furs_first_then_bears_coins_tigers_all_or_nothing(
    means: str, payment: list[str], left: tuple[list[int], int, int]
) -> None:
    """A tile with two furs costs four of the region."""
    m = ivan_does("IvanAction()", CLAIM, f"space = 4\n{means}", {4: [5, 6]}, laid={4: "L15"})
    assert paid(m) == payment
    kept = [fur for fur in furs(m, IVAN) if not payment or fur not in (5, 6)]
    assert (kept, table(m).coins[IVAN], tigers(m, IVAN)) == left


@pytest.mark.rule("S-RULING-58")
def test_if_the_price_is_8_itself_bears_are_the_matching_furs() -> None:
    """The last trophy space asks for an 8."""
    m = ivan_does("IvanPart(10)", WISH, "space = 4\ntrophy = 7\nfurs = [8, 8]\ncoins = 1")
    assert (paid(m), furs(m, IVAN), table(m).trophy[IVAN]) == (["8"], [8], 8)
    m = ivan_does("IvanPart(10)", WISH, "space = 4\ntrophy = 7\nfurs = [7]\ncoins = 0")
    assert (paid(m), table(m).trophy[IVAN]) == ([], 7)


@pytest.mark.rule("S-RULING-58")
def test_a_bear_does_not_count_twice_where_the_region_asks_for_8() -> None:
    """In another box with a setup fur of 8, one bear does not pay a claim for two 8s."""
    box = GAME.standard_text().replace("values = [2, 3, 4, 5, 6, 7]", "values = [2, 3, 4, 5, 7, 8]")
    for furs_held, claimed in (("[8]", 0), ("[8, 8]", 1)):
        m = samovar.Match.from_position(
            'game = "stroganov"\nseats = 1\ntrade_fur = 7\nacted = [1]\nautoma_card = 14\n'
            'todo = ["EndTurn(0)", "IvanClaimOrVisit()", "Calendar()"]\n[[player]]\nhorses = 5\n'
            f"[[player]]\nspace = 12\nfurs = {furs_held}\ncoins = 0\n"
            "[[tile]]\nspace = 12\nfurs = []\ntigers = 0\n"
            + "".join(f"[[region]]\nfur = {fur}\n" for fur in (2, 3, 4, 5, 8)),
            components=box,
        )
        play(m, 0, "end")
        assert len(owned(m, IVAN)) == claimed


# ---- gains ----


@pytest.mark.rule("S-SOLO-08", "S-EX-30")
def test_as_soon_as_ivan_has_5_horses_they_become_1_vp() -> None:
    """With 3 horses he visits the village of 1 banner and 4 horses. The 7 horses become 1 VP and 2 horses."""
    m = ivan_does(
        "IvanClaimOrVisit()", WISH, "space = 4\nhorses = 3\nfurs = []\ncoins = 0", board=land(r2=STABLE)
    )
    s = table(m)
    assert (s.vp[IVAN], s.horses[IVAN], s.banners[IVAN]) == (1, 2, 1)
    assert steps(m, "horses") == [("horses", 5, "S-SOLO-08", 1)]
    m = ivan_does(
        "IvanClaimOrVisit()", WISH, "space = 4\nhorses = 0\nfurs = []\ncoins = 0", board=land(r2=STABLE)
    )
    assert (table(m).vp[IVAN], table(m).horses[IVAN]) == (0, 4)


@pytest.mark.rule("S-SOLO-08")
def test_the_human_keeps_horses() -> None:
    m = ivan_does("IvanClaimOrVisit()", WISH, human="space = 1\nhorses = 17")
    assert table(m).horses[0] == 17


@pytest.mark.rule("S-SOLO-09")
def test_from_the_bag_ivan_draws_one_fur_and_keeps_it() -> None:
    """The yurt of 1 story and two bag furs takes two draws, and he keeps both furs."""
    m = ivan_does("IvanAction()", YURT, "space = 4\nfurs = [3]\ncoins = 0", board=land(r2='yurt = "YA1"'))
    drawn = [a for _, a, _, _ in steps(m, "drew")]
    assert len(drawn) == 2
    assert sorted(drawn) == furs(m, IVAN)
    assert (
        len([entry for entry in m.log if m.state.box.notation.token(entry.action).startswith("draw.")]) == 2
    )
    assert logged(m, "drew", "kept") == []


@pytest.mark.rule("S-SOLO-09", "S-RULING-43")
def test_from_an_empty_bag_ivan_draws_nothing() -> None:
    m = scene(
        "seats = 1\nacted = [1]\nautoma_card = 13\ntodo = ['EndTurn(0)', 'BagFur(1)', 'Calendar()']\n"
        "market = []\n[[player]]\nhorses = 5\nhand = ['S9']\n[[player]]\nfurs = []\n"
    )
    leave_in_bag(m, owner=0)
    play(m, 0, "end")
    assert furs(m, IVAN) == []


@pytest.mark.rule("S-SOLO-13")
@pytest.mark.parametrize(("card", "kind"), [(WISH, 3), (CLAIM, 7), (TWO_LOWEST, 3), (TWO_HIGHEST, 7)])
def test_from_the_market_the_lowest_or_the_highest_as_the_face_up_card_says(card: int, kind: int) -> None:
    """Only the end counts, not the number of arrows (S-RULING-83). The market is refilled as always."""
    m = ivan_does("IvanPart(9)", card, "space = 4\nfurs = []", top="market = [3, 3, 4, 5, 6, 7]\n", deck=1)
    assert furs(m, IVAN) == [kind]
    assert len(market(m)) == 6
    assert steps(m) == [("market", card, "S-SOLO-13", 0)]


@pytest.mark.rule("S-RULING-83")
def test_from_an_empty_market_ivan_gets_nothing() -> None:
    m = scene(
        "seats = 1\nacted = [1]\nautoma_card = 3\ntodo = ['EndTurn(0)', 'IvanPart(9)', 'Calendar()']\n"
        "market = []\n[[player]]\nhorses = 5\nhand = ['S9']\n[[player]]\nfurs = []\n"
    )
    leave_in_bag(m, owner=0)
    play(m, 0, "end")
    assert furs(m, IVAN) == []
    assert steps(m) == [("no_fur", 3, "S-RULING-83", 0)]


EXTRA = ["village_any", "village_any_not_trophy", "yurt_any_not_trophy", "advanced_anywhere"]
EXTRA += ["build_outpost_anywhere", "fulfil_wish_pay_only", "rewards_two_different"]


@pytest.mark.rule("S-SOLO-14", "S-RULING-57")
@pytest.mark.parametrize("part", EXTRA)
def test_a_bonus_action_becomes_3_vp_for_ivan(part: str) -> None:
    number = BOX["reward_order"]["list"].index(part) + 1
    before = ivan_does("", ivan="space = 4\nfurs = [3, 3]")
    m = ivan_does(f"IvanPart({number})", ivan="space = 4\nfurs = [3, 3]")
    assert table(m).vp[IVAN] == table(before).vp[IVAN] + 3
    table(m).vp[IVAN] -= 3
    assert m.position() == before.position()
    assert steps(m) == [("extra", number, "S-SOLO-14", 3)]


@pytest.mark.rule("S-RULING-57")
@pytest.mark.parametrize(
    ("song", "vp"),
    [("SA04", 3), ("SA07", 5), ("SA09", 4), ("SA10", 3), ("SA02", 3), ("SA06", 3), ("SB10", 6)],
)
def test_vp_on_the_same_song_are_scored_in_addition(song: str, vp: int) -> None:
    extra = "year = 3\n" if song.startswith("SB") else ""
    top = f'{extra}songs = ["{song}", ""]\nseason = "winter"\n'
    m = ivan_does("IvanSong() LastWindow(0)", ivan="space = 4\nstory = 12", top=top)
    assert table(m).vp[IVAN] == vp


@pytest.mark.rule("S-RULING-57", "S-SOLO-25")
def test_a_trophy_from_village_yurt_or_song_is_no_action_and_is_resolved() -> None:
    village = ivan_does(
        "IvanClaimOrVisit()", WISH, POOR.replace("[]", "[2]"), {4: [5]}, land(r2='village = "V5"')
    )
    yurt = ivan_does(
        "IvanAction()", YURT, "space = 4\ncoins = 0\nhorses = 0\nfurs = [2, 3]", board=land(r2='yurt = "YA3"')
    )
    song = ivan_does(
        "IvanSong() LastWindow(0)",
        ivan="space = 4\nstory = 6\ncoins = 0\nfurs = [2]",
        top='songs = ["SA05", ""]\nseason = "winter"\n',
    )
    for m in (village, yurt, song):
        assert (table(m).trophy[IVAN], table(m).vp[IVAN], furs(m, IVAN)) == (1, 1, [])


@pytest.mark.rule("S-RULING-61")
def test_ivan_takes_every_benefit_and_is_never_asked() -> None:
    """He visits all villages, one after the other, without any decision in between."""
    for village in ("V1", "V2", "V3", "V4", "V5"):
        m = ivan_does(
            "IvanClaimOrVisit()",
            WISH,
            "space = 4\nfurs = [2]\ncoins = 0",
            {4: [5]},
            land(r2=f'village = "{village}"'),
        )
        assert m.actors() == [0]
        assert len([entry for entry in m.log if entry.seat == 0]) == 1
        reward = BOX["villages"]["tiles"][int(village[1]) - 1]["reward"]
        s = table(m)
        assert s.banners[IVAN] == reward.get("banner", 0)
        assert s.outposts[IVAN] == 1 + reward.get("outpost", 0)
        assert s.story[IVAN] == reward.get("story", 0)
        assert s.coins[IVAN] == reward.get("coin", 0)


@pytest.mark.rule("S-RULING-42", "S-SOLO-26")
def test_furs_and_bears_of_a_claimed_tile_are_his() -> None:
    m = ivan_does(
        "IvanAction()", CLAIM, "space = 4\nfurs = [3, 3, 3, 3, 3]\ncoins = 0", {4: [2, 8, 9]}, laid={4: "L15"}
    )
    assert (furs(m, IVAN), tigers(m, IVAN), table(m).story[IVAN]) == ([2, 8], 1, 2)
    assert paid(m) == ["3"] * 5
