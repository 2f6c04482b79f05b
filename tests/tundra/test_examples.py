"""The worked examples of the rules, with the states before and after as written there."""

from __future__ import annotations

import pytest

import samovar
from samovar.games.tundra import tokens
from tests.tundra.scene import (
    ENHANCEMENTS,
    GLADES,
    STARTERS,
    Player,
    advisors,
    begun,
    blocked,
    deck,
    dice,
    discard,
    exhausted,
    free,
    have,
    logged,
    main,
    market,
    play,
    refused,
    round_start,
    scene,
    slots,
    spare,
    stock,
    table,
    tiles,
    towers,
    until,
    upgraded,
    vp,
    workers,
)


@pytest.mark.rule("T-EX-01")
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_frames(value: int) -> None:
    """Basic Architecture has the frames 6-5 and 4-3-2-1."""
    m = scene(Player(dice=[value, 1], workers=[3], firewood=2, berries=1), glades={3: "g01"})
    play(m, 0, f"place.architecture_{value}", "do.board")
    first, second = ["build.3", "finish"], ["put.13", "finish"]
    assert main(m, 0) == (first if value in (5, 6) else second)


@pytest.mark.rule("T-EX-02")
def test_splitting_movement() -> None:
    glades = {3: "firewood", 6: "stone", 5: "peat", 1: "none", 2: "none"}
    m = scene(Player(dice=[4, 1], upgraded="travel", workers=[1, 2]), glades=glades)
    play(m, 0, "place.travel_4", "do.board")  # three points
    play(m, 0, "move.1_sw", "move.1_se", "move.2_se")  # A over 3 to 6, B to 5
    assert workers(m, 0) == [5, 6]
    assert have(m, 0) == {"firewood": 1, "stone": 1, "peat": 1}


@pytest.mark.rule("T-EX-03")
def test_not_twice() -> None:
    m = scene(Player(dice=[6, 1], workers=[1, 4]), glades={1: "none", 2: "none", 4: "none"})
    play(m, 0, "place.travel_6", "do.board", "move.1_e")  # from P, which is 1, to Q, which is 2
    assert refused(m, 0, "move.1_w") == ("has_been_there", "T-MOVE-06")
    assert "move.2_ne" in m.options(0)  # another worker may enter Q
    assert "move.2_nw" in m.options(0)  # or P


@pytest.mark.rule("T-EX-04")
def test_no_setup_income() -> None:
    def peat_and_stone(m: samovar.Match) -> bool:
        return [GLADES[tiles(m)[space]]["resource"] for space in table(m).layout.start[0]] == [
            "peat",
            "stone",
        ]

    m = until(lambda seed: begun(2, seed), peat_and_stone)
    assert have(m, 0) == {"firewood": 2, "stone": 2, "peat": 2, "berry": 4}


@pytest.mark.rule("T-EX-05")
def test_round_start() -> None:
    m = round_start(
        Player(upgraded="trade", towers=[2], workers=[1]),
        glades={1: "none", 2: "g01"},
        face_down={3: "g07"},
    )
    before = len(tiles(m))
    play(m, 0, "move.1_sw")
    assert have(m, 0) == {"peat": 1}
    play(m, 0, "gain.firewood")
    assert have(m, 0) == {"peat": 1, "firewood": 1, "berry": 1}
    assert vp(m, 0) == 2
    assert len(tiles(m)) == before + 1
    assert m.actors() == [1]


@pytest.mark.rule("T-EX-06")
def test_travel_3() -> None:
    m = scene(Player(dice=[3, 3], workers=[1]), Player(dice=[]), glades={1: "none", 2: "none"})
    play(m, 0, "place.travel_3", "do.board", "move.1_e")
    assert workers(m, 0) == [2]
    assert not [token for token in m.options(0) if token.startswith("move.")]  # the only point is used
    assert slots(m, 0) == ["travel_3"]
    assert refused(m, 0, "place.travel_3") == ("a_die_lies_there", "T-DICE-03")


@pytest.mark.rule("T-EX-07")
def test_buying_a_die() -> None:
    mine = Player(dice=[5], slots="travel_1, travel_2, travel_3", berries=6)

    def bought(seed: int) -> samovar.Match:
        m = scene(mine, Player(dice=[]), seed=seed)
        play(m, 0, "buy")
        return m

    m = until(bought, lambda m: dice(m, 0) == [2, 5])
    assert have(m, 0) == {}
    assert {"place.trade_2", "place.trade_5"} < set(m.options(0))
    play(m, 0, "place.gathering_2", "end")
    assert m.actors() == [0]  # an additional turn
    assert dice(m, 0) == [5]
    play(m, 0, "place.gathering_5", "end")
    assert table(m).round == 2
    assert slots(m, 0) == []
    assert spare(m, 0) + len(dice(m, 0)) == 7


@pytest.mark.rule("T-EX-08")
def test_enhanced_trade() -> None:
    assert STARTERS["s03"]["frame"][1] == {
        "slots": [3, 2, 1],
        "steps": [{"op": "gain", "item": "peat", "n": 1}],
        "source": "reconstructed",
    }
    assert ENHANCEMENTS["e01"]["frame"][1]["steps"] == [{"op": "move", "n": 1}]
    mine = Player(
        dice=[3, 1], starters="s03_trade", enhancements="e01_trade", workers=[1], firewood=3, peat=2, stone=4
    )
    m = scene(mine, glades={1: "none", 2: "none"})
    play(m, 0, "place.trade_3")
    assert main(m, 0) == ["do.board", "do.starter", "do.market1", "end"]
    play(m, 0, "do.starter")
    assert have(m, 0)["peat"] == 3
    play(m, 0, "do.market1", "move.1_e")
    assert workers(m, 0) == [2]
    play(m, 0, "do.board", "upgrade.travel", "stop")
    assert have(m, 0) == {"stone": 4, "peat": 1, "berry": 2}
    m = scene(mine, glades={1: "none", 2: "none"})
    play(m, 0, "place.trade_3", "do.board", "upgrade.travel")
    assert main(m, 0) == ["upgrade.trade", "stop"]  # neither peat nor movement are offered in between
    assert refused(m, 0, "do.starter")[0] == "not_an_option_now"
    assert refused(m, 0, "do.market1")[0] == "not_an_option_now"


@pytest.mark.rule("T-EX-09")
def test_goal_blocked() -> None:
    rich = Player(dice=[1, 2], berries=10)
    m = scene(rich, rich, goals="feast")
    play(m, 0, "goal.feast_1", "end")
    assert blocked(m) == ["feast"]
    assert refused(m, 1, "goal.feast_2") == ("blocked_this_round", "T-GOAL-03")
    play(m, 1, "place.travel_1", "end", "end")
    assert refused(m, 0, "goal.feast_2") == ("blocked_this_round", "T-GOAL-03")
    play(m, 0, "place.travel_2", "end", "end")
    play(m, 1, "place.travel_2", "end", "end")
    assert table(m).round == 2
    assert blocked(m) == []


@pytest.mark.rule("T-EX-10")
def test_a_goal_spends_nothing() -> None:
    m = scene(Player(dice=[3], berries=16), goals="feast")
    play(m, 0, "goal.feast_3")
    assert vp(m, 0) == 4
    assert have(m, 0) == {"berry": 16}


@pytest.mark.rule("T-EX-13")
def test_trade_upgrades_itself() -> None:
    m = scene(Player(dice=[3, 1], peat=4))
    play(m, 0, "place.trade_3", "do.board", "upgrade.trade")
    assert have(m, 0) == {"berry": 2}
    assert vp(m, 0) == 1


@pytest.mark.rule("T-EX-14")
def test_dice_survive_a_flip() -> None:
    mine = Player(dice=[3, 2], slots="gathering_6, gathering_2", workers=[1], peat=3, stone=2)
    m = scene(mine, Player(dice=[]), glades={1: "peat"})
    play(m, 0, "place.trade_3", "do.board", "upgrade.gathering")
    assert upgraded(m, 0) == ["gathering"]
    assert slots(m, 0) == ["gathering_2", "gathering_6", "trade_3"]
    assert have(m, 0) == {"berry": 2}
    play(m, 0, "end")
    assert refused(m, 0, "place.gathering_2") == ("a_die_lies_there", "T-DICE-03")


@pytest.mark.rule("T-EX-15")
def test_bought_and_used_at_once() -> None:
    m = scene(Player(dice=[6, 1]), market="e24")
    play(m, 0, "place.trade_6", "do.board", "take.e24", "under.trade", "do.market1")
    assert have(m, 0) == {
        "firewood": 1,
        "stone": 1,
        "peat": 1,
        "berry": 1,
    }  # with the berry of the board
    m = scene(Player(dice=[6, 1]), market="e24")
    play(m, 0, "place.trade_6", "do.board", "take.e24", "under.gathering")
    assert main(m, 0) == ["end"]  # ends the turn: the activation is over
    assert have(m, 0) == {"berry": 1}


@pytest.mark.rule("T-EX-16")
def test_advisor_limit() -> None:
    three = {"advisors": "a01, a02", "exhausted": "a03"}
    m = scene(Player(dice=[6, 1], advisors=three["advisors"], exhausted=three["exhausted"]), market="a04")
    play(m, 0, "place.trade_6", "do.board", "take.a04")
    assert m.options(0) == ["dismiss.a01", "dismiss.a02", "dismiss.a03"]
    play(m, 0, "dismiss.a03")
    assert advisors(m, 0) == ["a01", "a02", "a04"]
    assert exhausted(m, 0) == []
    mine = Player(dice=[6, 1], title="provident", advisors=three["advisors"], exhausted=three["exhausted"])
    m = scene(mine, market="a04")
    play(m, 0, "place.trade_6", "do.board", "take.a04")
    assert advisors(m, 0) == ["a01", "a02", "a04"]
    assert exhausted(m, 0) == ["a03"]


@pytest.mark.rule("T-EX-18")
def test_worker_bonus() -> None:
    m = scene(Player(dice=[6, 1], workers=[3], firewood=2), glades={3: "g02"})
    play(m, 0, "place.architecture_6", "do.board", "build.3")
    assert towers(m, 0) == [3]
    assert workers(m, 0) == [3]
    assert table(m).workers_in_supply(0) == 5


@pytest.mark.rule("T-EX-20")
def test_majority() -> None:
    """With two other glades of the kind, the third one decides if the lowest step is reached."""
    glades = {4: "g07", 5: "g01", 6: "g08", 7: "g09", 8: "g02", 9: "g03"}

    def points(on_peat: tuple[int, int], on_firewood: tuple[int, int]) -> list[int]:
        workers = [[4] * on_peat[p] + [5] * on_firewood[p] for p in (0, 1)]
        m = scene(
            Player(goal="peat_deposits", workers=[*workers[0], 6, 7]),
            Player(goal="firewood_deposits", workers=[*workers[1], 8, 9]),
            seats=3,
            glades=glades,
        )
        return [score.breakdown["personal_goal"] for score in m.scores()[:2]]

    assert points((2, 1), (1, 2)) == [4, 4]
    assert points((1, 1), (1, 1)) == [0, 0]


@pytest.mark.rule("T-EX-21")
def test_no_wrap_around() -> None:
    m = scene(Player(dice=[6], berries=2))
    assert [token for token in free(m, 0) if not token.startswith("reroll.")] == ["down.6"]
    assert refused(m, 0, "up.6")[0] == "unknown_token"
    play(m, 0, "down.6")
    assert dice(m, 0) == [5]
    assert have(m, 0) == {}


@pytest.mark.rule("T-EX-22")
def test_acorn() -> None:
    m = scene(Player(dice=[2], vp=48, berries=20), goals="feast")
    play(m, 0, "goal.feast_2")
    assert vp(m, 0) == 54
    assert divmod(vp(m, 0), int(stock(m).vp_track)) == (1, 4)


@pytest.mark.rule("T-EX-24")
@pytest.mark.no_cover
def test_copied_dice() -> None:
    def third_round(seed: int) -> samovar.Match:
        m = round_start(seats=3, round=3, first=1, seed=seed)
        for p in (1, 2, 0):
            play(m, p, "finish")
        return m

    m = until(third_round, lambda m: dice(m, 1) == [1, 3, 3, 4, 6])
    assert [dice(m, p) for p in range(3)] == [[1, 3, 3, 4, 6]] * 3


@pytest.mark.rule("T-EX-25")
def test_market_gaps() -> None:
    last = Player(dice=[6])
    m = scene(last, last, Player(dice=[1]), market="a01, a02, a03, a04, a05")
    before = deck(m)
    play(m, 0, "place.trade_6", "do.board", "take.a01", "end")
    play(m, 1, "place.trade_6", "do.board", "take.a02", "end")
    assert market(m) == ["a03", "a04", "a05"]
    play(m, 2, "place.travel_1", "end")
    assert table(m).round == 2
    assert discard(m) == ["a03", "a04", "a05"]
    assert len(market(m)) == 5
    assert set(market(m)) < set(before)
    assert len(logged(m, tokens.DEALT_CITY)) == 5
