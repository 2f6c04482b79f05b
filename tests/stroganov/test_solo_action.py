"""Section 18: Ivan's additional action, and the options that make him stronger."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.actions import fulfilled, hand, logged, owned, posts, row, wishes, yurts
from tests.stroganov.automa import (
    CLAIM,
    IVAN,
    OUTPOST,
    TROPHY,
    TWO_HIGHEST,
    WISH,
    YURT,
    ivan_does,
    land,
    paid,
    steps,
    tried,
)
from tests.stroganov.scene import bag, furs, market, on_tile, play, scene, table

MINE_2 = 'posts = ["1", "neutral", "neutral"]\n'  # Ivan's outpost, for R1 or R2
MINE = 'posts = ["1", "", "neutral"]\n'  # for R3, R4 or R5


# ---- the price ----


@pytest.mark.rule("S-SOLO-20")
@pytest.mark.parametrize("card", [WISH, OUTPOST, YURT])
def test_wish_outpost_and_yurt_cost_the_region_fur(card: int) -> None:
    board = land(r2='yurt = "YA5"\nwish = "A1"')
    m = ivan_does("IvanAction()", card, "space = 4\nfurs = [3, 3]\ncoins = 0", board=board)
    assert (paid(m), furs(m, IVAN)) == (["3"], [3])
    assert steps(m)[0] == ("action", card, "S-SOLO-20", 0)


@pytest.mark.rule("S-SOLO-20", "S-SOLO-25", "S-SOLO-26")
def test_trophy_and_claim_have_no_such_price() -> None:
    m = ivan_does("IvanAction()", TROPHY, "space = 4\nfurs = [2, 3]\ncoins = 0")
    assert (paid(m), furs(m, IVAN)) == (["2"], [3])
    m = ivan_does("IvanAction()", CLAIM, "space = 4\nfurs = [3, 3]\ncoins = 0", {4: []}, laid={4: "L15"})
    assert (paid(m), furs(m, IVAN), owned(m, IVAN)) == (["3", "3"], [], ["L15"])


# ---- the place ----


@pytest.mark.rule("S-SOLO-21")
def test_ivan_tries_his_rightmost_presence_first_then_the_next_to_the_left() -> None:
    """His Cossack is in R2, outposts in R1 and R4. R4 has no yurt, in R2 he cannot pay: he acts in R1."""
    board = land(r1='yurt = "YA5"\n' + MINE_2, r2='yurt = "YA7"', r4='yurt = ""\n' + MINE)
    m = ivan_does("IvanAction()", YURT, "space = 4\nfurs = [2]\ncoins = 0", board=board)
    assert tried(m) == [("yurt", 4, "no_yurt", "S-YURT-02"), ("yurt", 2, "cannot_pay", "S-SOLO-12")]
    assert [(a >> 8, a & 255, rule) for _, a, rule, _ in steps(m, "acts")] == [(12, 1, "S-SOLO-21")]
    assert (paid(m), yurts(m)[0], yurts(m)[1]) == (["2"], "", "YA7")


@pytest.mark.rule("S-SOLO-21", "S-RULING-56")
def test_an_outpost_further_right_than_the_cossack_comes_first_and_only_one_region_is_used() -> None:
    board = land(r2='wish = "A1"', r5='wish = "A2"\n' + MINE)
    m = ivan_does("IvanAction()", WISH, "space = 4\nfurs = [3, 6]\ncoins = 0", board=board)
    assert (wishes(m)[1], wishes(m)[4]) == ("A1", "")
    assert (tried(m), furs(m, IVAN)) == ([], [3])


@pytest.mark.rule("S-SOLO-21")
def test_regions_without_presence_are_not_tried_and_if_there_is_none_nothing_happens() -> None:
    board = land(r1='wish = "A1"', r2='wish = ""', r3='wish = "A2"')
    m = ivan_does("IvanAction()", WISH, "space = 4\nfurs = [2, 3, 4]\ncoins = 2", board=board)
    assert tried(m) == [("wish", 2, "no_wish", "S-WISH-02")]
    assert steps(m, "nowhere") == [("nowhere", WISH, "S-SOLO-21", 0)]
    assert (furs(m, IVAN), table(m).coins[IVAN], table(m).vp[IVAN]) == ([2, 3, 4], 2, 0)


@pytest.mark.rule("S-RULING-56", "S-RULING-25")
def test_with_the_cossack_alone_only_the_tile_ivan_stands_on() -> None:
    """R2 has the spaces 3 to 5. The tile under him costs 4 furs, the one beside it only 2."""
    tiles: dict[int, list[int] | None] = {3: [], 4: [5, 5], 5: []}
    m = ivan_does("IvanAction()", CLAIM, "space = 4\nfurs = [3, 3, 3]\ncoins = 0", tiles)
    assert tried(m) == [("claim", 4, "cannot_pay", "S-SOLO-12")]
    assert owned(m, IVAN) == []


@pytest.mark.rule("S-RULING-56", "S-SOLO-26")
def test_with_an_outpost_all_tiles_of_the_region_from_right_to_left() -> None:
    tiles: dict[int, list[int] | None] = {3: [], 4: [5], 5: [5, 5]}
    m = ivan_does(
        "IvanAction()",
        CLAIM,
        "space = 8\nfurs = [3, 3, 3]\ncoins = 0",
        tiles,
        land(r2=MINE_2),
        laid={4: "L15"},
    )
    assert tried(m) == [("claim", 8, "cannot_pay", "S-SOLO-12"), ("claim", 5, "cannot_pay", "S-SOLO-12")]
    assert (owned(m, IVAN), furs(m, IVAN)) == (["L15"], [5])


@pytest.mark.rule("S-RULING-56")
def test_with_cossack_and_outpost_in_one_region_its_rightmost_tile_comes_first() -> None:
    tiles: dict[int, list[int] | None] = {3: [], 4: [], 5: []}
    m = ivan_does(
        "IvanAction()", CLAIM, "space = 3\nfurs = [3, 3]\ncoins = 0", tiles, land(r2=MINE_2), laid={5: "L15"}
    )
    assert (owned(m, IVAN), row(m)[4]) == (["L15"], "")


@pytest.mark.rule("S-RULING-61", "S-RULING-56")
def test_in_a_gap_there_is_no_tile_to_claim() -> None:
    m = ivan_does("IvanAction()", CLAIM, "space = 4\nfurs = [3, 3]\ncoins = 0", {3: [], 4: None, 5: []})
    assert tried(m) == [("claim", 4, "no_tile", "S-RULING-61")]
    assert owned(m, IVAN) == []


# ---- wish ----


@pytest.mark.rule("S-SOLO-22")
def test_an_a_wish_is_scored_and_leaves_the_game() -> None:
    m = ivan_does("IvanAction()", WISH, "space = 4\nfurs = [3]\ncoins = 0", board=land(r2='wish = "A10"'))
    assert table(m).vp[IVAN] == 3
    assert (hand(m, IVAN), fulfilled(m, IVAN), wishes(m)[1]) == ([], [], "")
    assert not table(m).wish_pile >> table(m).stock.wish_ids.index("A10") & 1
    assert table(m).fur(IVAN, 9) == 0  # its effect, a tiger, does not work for him
    assert steps(m, "wish") == [("wish", table(m).stock.wish_ids.index("A10"), "S-SOLO-22", 3)]


@pytest.mark.rule("S-SOLO-22", "S-SOLO-29")
def test_a_b_wish_is_scored_and_kept_for_the_end() -> None:
    m = ivan_does(
        "IvanAction()",
        WISH,
        "space = 4\nfurs = [3]\ncoins = 0",
        board=land(r2='wish = "B3"'),
        top="year = 3\n",
    )
    assert (table(m).vp[IVAN], fulfilled(m, IVAN), hand(m, IVAN)) == (3, ["B3"], [])
    assert m.scores()[IVAN].breakdown["wishes"] == 4


@pytest.mark.rule("S-RULING-61", "S-CARD-B13")
def test_b13_counts_only_the_b_cards_ivan_kept() -> None:
    """An A wish taken before leaves the game and does not count."""
    board = land(r2='wish = "A1"')
    m = ivan_does(
        "IvanAction()",
        WISH,
        'space = 4\nfurs = [3]\ncoins = 0\nwishes = ["B13", "B1"]',
        board=board,
        top="year = 2\n",
    )
    assert table(m).vp[IVAN] == 2
    assert m.scores()[IVAN].breakdown["wishes"] == 2 + 2


# ---- outpost ----


@pytest.mark.rule("S-SOLO-23")
def test_ivan_builds_in_the_region_of_his_cossack_by_the_usual_rules() -> None:
    """He builds on the leftmost free space, from his supply. An outpost elsewhere does not allow building
    there.
    """
    board = land(r3='posts = ["0", "", "neutral"]', r5=MINE)
    m = ivan_does("IvanAction()", OUTPOST, "space = 6\nfurs = [4, 6]\ncoins = 0\noutposts = 2", board=board)
    assert posts(m, 3) == ["0", "1", "neutral"]
    assert (table(m).outposts[IVAN], paid(m), furs(m, IVAN)) == (1, ["4"], [6])


@pytest.mark.rule("S-SOLO-23", "S-RULING-74")
@pytest.mark.parametrize(
    ("region", "means", "reason", "rule"),
    [
        (MINE_2, "furs = [3]\noutposts = 1", "own_outpost", "S-POST-03"),
        ('posts = ["0", "neutral", "neutral"]', "furs = [3]\noutposts = 1", "no_space", "S-POST-04"),
        ("", "furs = [3]\noutposts = 0", "no_outpost", "S-POST-04"),
        ("", "furs = [2]\noutposts = 1", "cannot_pay", "S-SOLO-12"),
    ],
)
def test_otherwise_an_outpost_goes_from_the_general_into_his_supply(
    region: str, means: str, reason: str, rule: str
) -> None:
    m = ivan_does("IvanAction()", OUTPOST, f"space = 4\ncoins = 0\n{means}", board=land(r2=region))
    before = int(means[-1])
    assert tried(m) == [("outpost", 2, reason, rule)]
    assert table(m).outposts[IVAN] == before + 1
    assert steps(m, "supply") == [("supply", 1, "S-SOLO-23", 0)]
    assert paid(m) == []


@pytest.mark.rule("S-SOLO-23")
def test_if_there_is_none_left_ivan_takes_none() -> None:
    board = land(r1=MINE_2, r2=MINE_2)
    m = ivan_does("IvanAction()", OUTPOST, "space = 4\nfurs = [3]\noutposts = 3", board=board)
    assert (table(m).outposts[IVAN], steps(m, "supply")) == (3, [])


# ---- yurt ----


@pytest.mark.rule("S-SOLO-24")
def test_ivan_gains_the_benefit_of_a_yurt_which_is_discarded() -> None:
    m = ivan_does(
        "IvanAction()", YURT, "space = 4\nfurs = [3]\ncoins = 0\nhorses = 1", board=land(r2='yurt = "YA5"')
    )
    s = table(m)
    assert (s.coins[IVAN], s.horses[IVAN], yurts(m)[1]) == (2, 4, "")
    assert not s.yurt_pile >> s.stock.yurt_ids.index("YA5") & 1


# ---- trophy ----


@pytest.mark.rule("S-SOLO-25")
@pytest.mark.parametrize(("at", "fur"), [(0, 2), (1, 2), (2, 3), (6, 7)])
def test_ivan_pays_the_fur_of_the_next_space_advances_and_gains_its_vp(at: int, fur: int) -> None:
    m = ivan_does("IvanAction()", TROPHY, f"space = 4\ntrophy = {at}\nfurs = [{fur}]\ncoins = 0")
    assert (table(m).trophy[IVAN], table(m).vp[IVAN], furs(m, IVAN)) == (at + 1, 1, [])


@pytest.mark.rule("S-SOLO-25", "S-SOLO-21")
@pytest.mark.parametrize(
    ("at", "reason", "rule"),
    [(0, "cannot_pay", "S-SOLO-12"), (3, "cannot_pay", "S-SOLO-12"), (8, "last_space", "S-TROPHY-06")],
)
def test_if_ivan_cannot_advance_he_still_gains_the_vp(at: int, reason: str, rule: str) -> None:
    """An action that needs no place is carried out as far as possible."""
    m = ivan_does("IvanAction()", TROPHY, f"space = 4\ntrophy = {at}\nfurs = [6]\ncoins = 0")
    assert (table(m).trophy[IVAN], table(m).vp[IVAN], furs(m, IVAN)) == (at, 1, [6])
    assert tried(m) == [("advance", min(at + 1, 8), reason, rule)]


@pytest.mark.rule("S-RULING-75", "S-SOLO-30")
@pytest.mark.parametrize(
    ("at", "fur", "space", "vp"), [(0, 2, 1, 1), (0, 6, 0, 1), (1, 2, 2, 2), (2, 6, 2, 2), (6, 7, 7, 3)]
)
def test_katyusha_gains_the_vp_of_the_space_she_is_on(at: int, fur: int, space: int, vp: int) -> None:
    """She gains them without an advance, too: above the track 1 VP."""
    m = ivan_does(
        "IvanAction()", TROPHY, f"space = 4\ntrophy = {at}\nfurs = [{fur}]\ncoins = 0", automa="katyusha"
    )
    assert (table(m).trophy[IVAN], table(m).vp[IVAN]) == (space, vp)


@pytest.mark.rule("S-RULING-75")
def test_all_rules_for_ivan_apply_to_katyusha() -> None:
    """Their turns differ only in the VP of the trophy track."""
    positions = []
    for automa in ("ivan", "katyusha"):
        todo = "IvanMove() IvanHunt(0) IvanClaimOrVisit() IvanAction()"
        m = ivan_does(
            todo, OUTPOST, "space = 2\nfurs = [3, 4]", {3: [5]}, land(r2='village = "V1"'), automa=automa
        )
        positions.append(m.position().replace(automa, ""))
    assert positions[0] == positions[1]


# ---- claim ----


@pytest.mark.rule("S-SOLO-26")
def test_a_claim_costs_2_region_furs_and_one_per_fur_or_tiger_and_brings_tile_furs_and_reward() -> None:
    m = ivan_does(
        "IvanAction()", CLAIM, "space = 4\nfurs = [3, 3, 3, 3]\ncoins = 0", {4: [6, 9]}, laid={4: "L07"}
    )
    s = table(m)
    assert paid(m) == ["3"] * 4
    assert (owned(m, IVAN), furs(m, IVAN), s.fur(IVAN, 9), row(m)[3]) == (["L07"], [6], 1, "")
    assert (s.vp[IVAN], s.coins[IVAN]) == (4, 1)


# ---- difficulty (i): a coin for a missing fur ----


@pytest.mark.rule("S-SOLO-30", "S-RULING-60")
@pytest.mark.parametrize(("option", "coins"), [("off", 0), ("on", 1)])
@pytest.mark.parametrize("card", [WISH, OUTPOST, YURT, TROPHY, CLAIM])
def test_ivan_gets_a_coin_if_a_fur_is_missing(card: int, option: str, coins: int) -> None:
    m = ivan_does(
        "IvanAction()",
        card,
        "space = 4\ncoins = 0\nfurs = [7]",
        board=land(r2='yurt = "YA5"\nwish = "A1"'),
        coin_when_fur_missing=option,
    )
    assert table(m).coins[IVAN] == coins
    assert steps(m, "coin") == [("coin", 1, "S-RULING-60", 0)] * coins
    assert furs(m, IVAN) == [7]


@pytest.mark.rule("S-RULING-60")
def test_the_coin_replaces_the_whole_action() -> None:
    """Ivan gets neither an outpost into his supply nor the VP of a trophy without advance."""
    poor = "space = 4\ncoins = 0\nfurs = []"
    for option, coins, outposts, vp in (("off", 0, 2, 1), ("on", 1, 1, 0)):
        m = ivan_does("IvanAction()", OUTPOST, poor, coin_when_fur_missing=option)
        assert [table(m).coins[IVAN], table(m).outposts[IVAN]] == [coins, outposts]
        m = ivan_does("IvanAction()", TROPHY, poor, coin_when_fur_missing=option)
        assert [table(m).coins[IVAN], table(m).vp[IVAN]] == [coins, vp]


@pytest.mark.rule("S-RULING-60")
@pytest.mark.parametrize(
    ("card", "region", "means"),
    [
        (WISH, 'wish = ""', "furs = []"),
        (YURT, 'yurt = ""', "furs = []"),
        (OUTPOST, MINE_2, "furs = []"),
        (OUTPOST, 'posts = ["0", "neutral", "neutral"]', "furs = []"),
        (OUTPOST, "", "furs = []\noutposts = 0"),
        (TROPHY, "", "furs = []\ntrophy = 8"),
    ],
)
def test_no_coin_if_the_action_failed_for_another_reason(card: int, region: str, means: str) -> None:
    m = ivan_does(
        "IvanAction()",
        card,
        f"space = 4\ncoins = 0\n{means}",
        board=land(r2=region),
        coin_when_fur_missing="on",
    )
    assert table(m).coins[IVAN] == 0


@pytest.mark.rule("S-RULING-60")
def test_no_coin_in_a_gap_without_a_tile_to_claim() -> None:
    m = ivan_does(
        "IvanAction()", CLAIM, "space = 4\ncoins = 0\nfurs = []", {4: None}, coin_when_fur_missing="on"
    )
    assert table(m).coins[IVAN] == 0


@pytest.mark.rule("S-RULING-60")
def test_one_coin_if_no_place_works_and_at_one_of_them_only_the_fur_is_missing() -> None:
    board = land(r1='wish = "A1"\n' + MINE_2, r2='wish = "A2"', r4='wish = ""\n' + MINE)
    m = ivan_does(
        "IvanAction()", WISH, "space = 4\ncoins = 0\nfurs = []", board=board, coin_when_fur_missing="on"
    )
    assert [reason for _, _, reason, _ in tried(m)] == ["no_wish", "cannot_pay", "cannot_pay"]
    assert table(m).coins[IVAN] == 1
    m = ivan_does(
        "IvanAction()", WISH, "space = 4\ncoins = 0\nfurs = [2]", board=board, coin_when_fur_missing="on"
    )
    assert (table(m).coins[IVAN], wishes(m)[0]) == (0, "")  # he acted in R1


@pytest.mark.rule("S-RULING-60", "S-SOLO-30")
def test_only_the_additional_action_earns_the_coin() -> None:
    """Neither the claim of step 4 nor a trophy from a village earns it."""
    board = land(r2='village = "V5"')
    m = ivan_does(
        "IvanClaimOrVisit()", WISH, "space = 4\ncoins = 0\nfurs = []", board=board, coin_when_fur_missing="on"
    )
    assert (table(m).coins[IVAN], table(m).vp[IVAN]) == (0, 1)


# ---- difficulty (ii): a coin for a fur of the value of the trade fur ----


@pytest.mark.rule("S-SOLO-30", "S-RULING-59")
def test_a_hunted_trade_fur_goes_into_the_bag_for_a_coin() -> None:
    for option, coins, taken in (("on", 1, [6]), ("off", 0, [6, 7])):
        m = ivan_does(
            "IvanHunt(0)",
            TWO_HIGHEST,
            "space = 4\ncoins = 0\nfurs = []",
            {4: [2, 6, 7]},
            coin_for_trade_fur=option,
        )
        assert (table(m).coins[IVAN], furs(m, IVAN), on_tile(m, 4)) == (coins, taken, [2])
        assert bag(m).count(7) + market(m).count(7) == 9 - taken.count(7)
        assert steps(m, "trade_fur") == [("trade_fur", 7, "S-RULING-59", 1)] * coins


@pytest.mark.rule("S-RULING-59")
def test_from_the_market_its_space_is_refilled_after_that() -> None:
    """The fur is already in the bag when the refill is drawn: here it is the only one there."""
    m = scene(
        "seats = 1\nacted = [1]\nautoma_card = 3\ntrade_fur = 7\nmarket = [2, 2, 2, 2, 2, 7]\n"
        "todo = ['EndTurn(0)', 'IvanPart(9)', 'Calendar()']\n[options]\ncoin_for_trade_fur = 'on'\n"
        "[[player]]\nhorses = 5\nhand = ['S9']\n[[player]]\nfurs = []\ncoins = 0\n" + land()
    )
    parts = m.position().split("[[player]]")
    parts[1] = parts[1].replace("furs = []", f"furs = {bag(m)}", 1)
    m = scene("[[player]]".join(parts).replace('game = "stroganov"\n', "", 1))
    assert bag(m) == []
    play(m, 0, "end")
    assert (table(m).coins[IVAN], furs(m, IVAN), market(m)) == (1, [], [2, 2, 2, 2, 2, 7])
    assert [name for name, *_ in logged(m, "ivan_trade_fur", "refilled_market")] == [
        "ivan_trade_fur",
        "refilled_market",
    ]


@pytest.mark.rule("S-RULING-59")
def test_from_the_bag_and_the_start_card() -> None:
    text = (
        "seats = 1\nacted = [0, 1]\ntrade_fur = 7\n"
        "todo = ['ChooseStart(0)', 'IvanStart()', 'ClearStart()', 'Move(0)', 'Calendar()']\n"
        "[options]\ncoin_for_trade_fur = 'on'\n"
        "[[offer]]\nwish = 'S1'\nfur = 2\n[[offer]]\nwish = 'S2'\nfur = 7\n"
    )
    m = scene(text + land())
    before = bag(m).count(7)
    play(m, 0, "start.s1")
    assert (table(m).coins[IVAN], furs(m, IVAN), bag(m).count(7)) == (2, [], before + 1)
    for seed in range(40):
        m = a_fur_from_the_bag(seed)
        drawn = [a for _, a, _, _ in steps(m, "drew")]
        assert table(m).coins[IVAN] == drawn.count(7)
        assert furs(m, IVAN) == [fur for fur in drawn if fur != 7]
        if 7 in drawn:
            return
    raise AssertionError("no 7 was drawn")


def a_fur_from_the_bag(seed: int) -> samovar.Match:
    """A match in which Ivan gets one fur from the bag."""
    text = (
        "seats = 1\nacted = [1]\nautoma_card = 3\ntrade_fur = 7\n"
        "todo = ['EndTurn(0)', 'BagFur(1)', 'Calendar()']\n"
        "[options]\ncoin_for_trade_fur = 'on'\n[[player]]\nhorses = 5\n[[player]]\nfurs = []\ncoins = 0\n"
    )
    m = scene(text + land(), seed)
    play(m, 0, "end")
    return m


@pytest.mark.rule("S-RULING-59")
def test_with_a_claimed_tile() -> None:
    m = ivan_does(
        "IvanAction()",
        CLAIM,
        "space = 4\nfurs = [3, 3, 3, 3, 3]\ncoins = 0",
        {4: [2, 7, 7]},
        laid={4: "L15"},
        coin_for_trade_fur="on",
    )
    assert (table(m).coins[IVAN], furs(m, IVAN)) == (2, [2])
    assert steps(m, "trade_fur") == [("trade_fur", 7, "S-RULING-59", 2)]


@pytest.mark.rule("S-SOLO-30")
def test_the_human_keeps_furs_of_the_trade_value() -> None:
    m = ivan_does("", human="space = 1\nhorses = 5", tiles={2: [7]}, coin_for_trade_fur="on")
    play(m, 0, "move.1", "hunt.7")
    assert furs(m, 0) == [7]


@pytest.mark.rule("S-SOLO-30")
def test_the_options_combine() -> None:
    m = ivan_does(
        "IvanHunt(0) IvanAction()",
        TROPHY,
        "space = 4\ntrophy = 6\nfurs = []\ncoins = 0",
        {4: [7]},
        automa="katyusha",
        coin_for_trade_fur="on",
        coin_when_fur_missing="on",
    )
    s = table(m)
    # the 7 became a coin, the coin paid for space 7, which gives 3 VP
    assert (furs(m, IVAN), paid(m), s.trophy[IVAN], s.vp[IVAN], s.coins[IVAN]) == ([], ["coin as 7"], 7, 3, 0)
