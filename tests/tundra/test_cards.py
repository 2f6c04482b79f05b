"""Every row of every starter card, enhancement, advisor and tower bonus gives exactly the action of the file.

The expected gains are computed here from the steps in the file, for one scene in which every step is
possible.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import samovar
from tests.tundra.scene import (
    ADVISORS,
    ENHANCEMENTS,
    GLADES,
    STARTERS,
    Player,
    advisors,
    dice,
    enhancements,
    exhausted,
    have,
    main,
    play,
    round_start,
    scene,
    table,
    towers,
    upgraded,
    vp,
    workers,
)

Steps = list[dict[str, Any]]
# Seat 0 has workers on peat and stone next to its settlement, towers on firewood and on a bare glade.
GOODS: dict[str, Any] = {"firewood": 4, "stone": 4, "peat": 4, "berries": 9}
MAP = {1: "g07", 2: "g04", 3: "g01", 6: "g10"}
MINE: dict[str, Any] = {**GOODS, "workers": [1, 2], "towers": [3, 6], "upgraded": "travel"}
GATHERED = [(1, "peat"), (2, "stone"), (3, "firewood")]
TO_SETTLEMENT = ["move.1_ne", "move.2_nw"]  # these moves yield nothing


class FullAction:
    """The tokens that take an action in full, and its expected gains."""

    def __init__(self, steps: Steps) -> None:
        self.tokens: list[str] = []
        self.gains: Counter[str] = Counter()
        self.asks = False
        for step in steps:
            self.take(step)

    def take(self, step: dict[str, Any]) -> None:
        n = step.get("n", step.get("times", 1))
        op, item = step["op"], step.get("item")
        if op == "gain_per":
            self.gains[step["item"]] += n * {"own_towers": 2, "own_upgrades": 1}[step["per"]]
            return
        if op == "gain" and item != "any":
            self.gains[str(item)] += n
            return
        self.asks = True
        match op:
            case "gain":
                self.tokens += ["gain.peat"] * n
                self.gains["peat"] += n
            case "gain_same":
                self.tokens.append("same.stone")
                self.gains["stone"] += n
            case "move":
                self.tokens += TO_SETTLEMENT[:n]
                self.gains["home"] += n
            case "gather":
                for space, resource in GATHERED[:n]:
                    self.tokens.append(f"gather.{space}")
                    self.gains[resource] += 1
            case "build_tower":
                self.tokens.append("build.1")
                self.pay(step["pay"])
                self.gains["tower"] += 1
                self.gains["vp"] += 1  # the bonus of g07
                self.gains["berry"] += 1
            case "place_worker":
                self.tokens.append("put.13")
                self.pay(step["pay"])
                self.gains["home"] += 1
            case "convert":
                for _ in range(n):
                    self.tokens.append("convert")
                    self.pay(step["pay"])
                    for gained, many in step["gain"].items():
                        self.tokens += ["gain.stone"] * many if gained == "any" else []
                        self.gains["stone" if gained == "any" else gained] += many
            case "take_card":
                self.tokens.append("take.a16")
                self.gains["card"] += 1
            case "upgrade":
                self.tokens.append("upgrade.architecture")
                self.gains.subtract({"stone": 3, "firewood": 2})
                self.gains["vp"] += 1
                self.gains["board"] += 1
            case "set_die":
                self.tokens.append("set.1_6")
                self.gains["sixes"] += 1
            case "reroll_dice":
                self.tokens += ["pick.1", "stop"]
            case _:
                raise AssertionError(f"this test does not know the op {op}")

    def pay(self, price: dict[str, int]) -> None:
        for item, n in price.items():
            if item in ("same", "any"):
                self.tokens += ["pay.firewood"] * (1 if item == "same" else n)
                self.gains["firewood"] -= n
            else:
                self.gains[item] -= n


def possessions(m: samovar.Match) -> Counter[str]:
    found: Counter[str] = Counter(have(m, 0))
    found["vp"] = vp(m, 0)
    found["home"] = workers(m, 0).count(int(table(m).settlement(0)))
    found["tower"] = len(towers(m, 0))
    found["card"] = len(advisors(m, 0)) + len(exhausted(m, 0)) + sum(map(len, enhancements(m, 0).values()))
    found["board"] = len(upgraded(m, 0))
    found["sixes"] = dice(m, 0).count(6)
    return found


def brought(m: samovar.Match, before: Counter[str]) -> dict[str, int]:
    after = possessions(m)
    return {key: after[key] - before[key] for key in {*after, *before} if after[key] != before[key]}


def check(m: samovar.Match, begin: str, steps: Steps) -> None:
    """Begin an action and take it in full. Only its own steps are offered, and the gains are as expected."""
    before = possessions(m)
    done = FullAction(steps)
    play(m, 0, begin)
    if done.asks:
        assert main(m, 0)[-1] == "finish"
        offered = {token.partition(".")[0] for token in main(m, 0)}
        firsts = {"gain": "gain", "gain_same": "same", "build_tower": "build", "place_worker": "put"}
        firsts |= {"take_card": "take", "set_die": "set", "reroll_dice": "pick", "worker_here": "here"}
        asking = [s["op"] for s in steps if s["op"] != "gain_per" and s.get("item", "any") == "any"]
        assert offered - {"finish"} == {firsts.get(op, op) for op in asking}
    play(m, 0, *done.tokens)
    assert brought(m, before) == {key: n for key, n in done.gains.items() if n}


def rows(cards: dict[str, dict[str, Any]]) -> list[tuple[str, int, Steps]]:
    """Card, row and steps of every row of every card."""
    found = []
    for id, card in cards.items():
        covered = {value: frame["steps"] for frame in card["frame"] for value in frame["slots"]}
        assert sorted(covered) == [1, 2, 3, 4, 5, 6]
        found += [(id, value, steps) for value, steps in covered.items()]
    return found


def named(value: object) -> str:
    return "" if isinstance(value, list) else str(value)


@pytest.mark.rule("T-ACT-01", "T-ACT-02")
@pytest.mark.parametrize(("id", "value", "steps"), rows(STARTERS), ids=named)
@pytest.mark.no_cover
def test_starter_cards(id: str, value: int, steps: Steps) -> None:
    seats = max(2, STARTERS[id]["dots"])
    m = scene(Player(dice=[value, 1], starters=f"{id}_trade", **MINE), seats=seats, glades=MAP)
    play(m, 0, f"place.trade_{value}")
    assert main(m, 0) == ["do.board", "do.starter", "end"]
    check(m, "do.starter", steps)


@pytest.mark.rule("T-ACT-01", "T-ACT-02", "T-CITY-05")
@pytest.mark.parametrize(("id", "value", "steps"), rows(ENHANCEMENTS), ids=named)
@pytest.mark.no_cover
def test_enhancements(id: str, value: int, steps: Steps) -> None:
    mine = Player(dice=[value, 1], enhancements=f"{id}_trade", **MINE)
    m = scene(mine, Player(dice=[2]), glades=MAP, market="a16")
    play(m, 0, f"place.trade_{value}")
    assert main(m, 0) == ["do.board", "do.market1", "end"]
    check(m, "do.market1", steps)


@pytest.mark.rule("T-CITY-03")
@pytest.mark.parametrize("id", ADVISORS)
def test_advisors(id: str) -> None:
    m = scene(Player(dice=[1, 2], advisors=id, **MINE), Player(dice=[2]), glades=MAP, market="")
    steps = ADVISORS[id]["steps"]
    if any(step["op"] == "reroll_dice" for step in steps):
        play(m, 0, f"use.{id}", "pick.1", "stop")
        assert have(m, 0)["berry"] == 9 + 2
        assert len(dice(m, 0)) == 2
    else:
        check(m, f"use.{id}", steps)
    assert exhausted(m, 0) == [id]


@pytest.mark.rule("T-ARCH-03", "T-ROUND-06")
@pytest.mark.parametrize("id", GLADES)
def test_tower_bonuses(id: str) -> None:
    """Tower bonuses at a round start, on the map for four players, where all tiles are in use."""
    m = round_start(
        Player(workers=[2], towers=[8]), seats=4, glades={8: id, 2: "g22" if id != "g22" else "g11"}
    )
    play(m, 0, "finish")  # the title
    expected: Counter[str] = Counter()
    for step in GLADES[id]["tower_bonus"]:
        match step["op"], step.get("item"):
            case "gain", "any":
                assert main(m, 0) == ["gain.firewood", "gain.stone", "gain.peat"]
                play(m, 0, "gain.stone")
                expected["stone"] += step["n"]
            case "gain", item:
                expected[str(item)] += step["n"]
            case "worker_here", _:
                expected["worker"] += 1
            case "move", _:
                assert {token.partition(".")[0] for token in main(m, 0)} == {"move", "finish"}
                play(m, 0, "finish")
            case op, _:
                raise AssertionError(f"this test does not know the op {op}")
    found = Counter(have(m, 0))
    found["vp"] = vp(m, 0)
    found["worker"] = workers(m, 0).count(8)
    assert +found == +expected
    assert m.actors() == [1]


def test_the_scene_meets_the_assumptions_of_this_module() -> None:
    m = scene(Player(dice=[1, 2], **MINE), glades=MAP)
    assert have(m, 0) == {"firewood": 4, "stone": 4, "peat": 4, "berry": 9}
    assert table(m).layout.glades == 12
    assert [GLADES[id]["resource"] for id in MAP.values()] == ["peat", "stone", "firewood", "none"]
