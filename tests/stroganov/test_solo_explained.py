"""Section 18: every step of the automa is explained, by card and rule, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import samovar
from samovar.games.stroganov import tokens
from samovar.match.laws import random_match
from samovar.views.sentences import sentence
from samovar.views.stroganov import automa, sentences
from samovar.views.words.words import Words
from tests.stroganov.automa import CLAIM, IVAN, OUTPOST, TROPHY, TWO_HIGHEST, WISH, YURT, ivan_does, land

RULES = Path(samovar.__file__).parent / "rules" / "stroganov.md"


def explained(m: samovar.Match, lang: str = "en") -> list[str]:
    """What is told of the automa since the last decision."""
    since = max(i for i, entry in enumerate(m.log) if entry.seat == 0)
    events = [event for entry in m.log[since:] for event in entry.events]
    w = Words(lang, "stroganov")
    names = ["Anna", *automa.names(w, m.state)]
    found = sentences.clauses(w, m.state, events, names)
    return [sentence(w, clause, names) for clause in found if clause.seat == IVAN]


def test_every_rule_that_an_event_names_exists() -> None:
    text = RULES.read_text(encoding="utf-8")
    for rule in tokens.RULES.values():
        assert f"**{rule}" in text
    assert len(set(tokens.RULES.values())) == len(tokens.RULES)


def test_every_event_of_the_automa_names_a_rule_and_each_rule_is_named_somewhere() -> None:
    source = (Path(samovar.__file__).parent / "games" / "stroganov").glob("*.py")
    text = "".join(path.read_text(encoding="utf-8") for path in source if path.name != "tokens.py")
    for name in tokens.RULES.values():
        assert re.search(rf"tokens\.{name[2:].replace('-', '_')}\b", text), name
    game = samovar.games()["stroganov"]
    for seed in range(3):
        m = random_match(game, 1, {"coin_when_fur_missing": "on", "coin_for_trade_fur": "on"}, seed)
        for entry in m.log:
            for event, _, _, b in entry.events:
                if tokens.EVENTS[event].startswith("ivan_"):
                    assert b & 255 in tokens.RULES


def test_a_turn_of_ivan_step_by_step() -> None:
    todo = "IvanFlip() IvanMove() IvanHunt(0) IvanClaimOrVisit() IvanAction()"
    board = land(r2='yurt = ""\nvillage = "V1"', r1='yurt = "YA5"\nposts = ["1", "neutral", "neutral"]')
    m = ivan_does(
        todo,
        0,
        "space = 2\nfurs = [8]\ncoins = 0\nhorses = 3",
        {4: [2, 6, 9]},
        board,
        "automa_pile = [7]\nseason = 'autumn'\nyear = 4\n",
        deck=3,
    )
    assert explained(m)[: -3 if m.over else None][:14] == [
        "Ivan turns up card 3: hunt the 2 highest furs, then use a yurt (S-SOLO-16).",
        "Ivan rides 2 steps by card 7 on the deck (S-SOLO-17).",
        "Ivan moves from 2 to 4.",
        "Ivan is to hunt the 2 highest furs by card 3 (S-SOLO-18).",
        "Ivan hunts the tiger on 4.",
        "Ivan hunts the deer (6) on 4.",
        "Ivan wants to claim space 4, or else visits the village (S-SOLO-19).",
        "Ivan cannot on space 4: furs lie on the tile (S-SOLO-19).",
        "Ivan visits the stable in R2.",
        "Ivan gains 4 horses.",
        "Ivan turns 5 horses into 1 VP (S-SOLO-08).",
        "Ivan gains 1 banner.",
        "Ivan takes the additional action of card 3 (use a yurt) (S-SOLO-20).",
        "Ivan cannot in R2: no yurt lies there (S-YURT-02).",
    ]
    assert explained(m)[14:17] == [
        "Ivan acts in R1 (S-SOLO-21).",
        "Ivan pays the bear (8) as a 2 (S-SOLO-12).",
        "Ivan uses the yurt in R1.",
    ]


def test_steps_open_a_line_of_their_own() -> None:
    m = ivan_does("IvanHunt(0)", TWO_HIGHEST, "space = 4", {4: [5]})
    events = [event for entry in m.log for event in entry.events]
    opening = [
        clause.opens
        for clause in sentences.clauses(Words("en", "stroganov"), m.state, events, ["Anna", "Ivan"])
        if clause.seat == IVAN
    ]
    assert opening == [True, False]


@pytest.mark.parametrize(
    ("card", "ivan", "board", "said"),
    [
        (
            OUTPOST,
            "coins = 0\nfurs = []",
            "",
            "cannot in R2: the furs cannot be paid, not even with bears, coins",
        ),
        (OUTPOST, "coins = 0\nfurs = []", "", "takes an outpost from the general supply instead (S-SOLO-23)"),
        (OUTPOST, "coins = 0\noutposts = 0", "", "cannot in R2: no outpost is in the supply (S-POST-04)"),
        (OUTPOST, "coins = 1\nfurs = []", "", "pays a coin as a 3 (S-SOLO-12)"),
        (OUTPOST, "coins = 0\nfurs = []\ntigers = 1", "", "pays the tiger as a 3 (S-SOLO-12)"),
        (TROPHY, "coins = 0\nfurs = []", "", "cannot advance to trophy space 1: the furs cannot be paid"),
        (TROPHY, "coins = 0\nfurs = [2]", "", "goes for trophy space 1 (S-SOLO-25)"),
        (WISH, "furs = [3]", 'wish = "A1"', "scores 2 VP for the wish A1, which leaves the game (S-SOLO-22)"),
        (
            WISH,
            "furs = [3]",
            'wish = "B1"',
            "scores 3 VP for the wish B1 and keeps it for the end (S-SOLO-22)",
        ),
        (WISH, "furs = [3]", 'wish = ""', "can do it nowhere, so nothing happens (S-SOLO-21)"),
        (YURT, "furs = [3]", 'yurt = "YA2"', "wants the highest fur of the market by card 13 (S-SOLO-13)"),
        (CLAIM, "coins = 0\nfurs = []", "", "is given 1 coin for the missing fur (S-RULING-60)"),
    ],
)
def test_what_he_tried_why_it_failed_and_what_he_paid(card: int, ivan: str, board: str, said: str) -> None:
    top = "year = 3\n" if "B1" in board else ""
    m = ivan_does(
        "IvanAction()", card, f"space = 4\n{ivan}", board=land(r2=board), top=top, coin_when_fur_missing="on"
    )
    assert said in " ".join(explained(m))


def test_in_czech() -> None:
    m = ivan_does(
        "IvanHunt(0) IvanAction()",
        WISH,
        "space = 4\nfurs = []\ncoins = 1",
        {4: []},
        land(r2='wish = "A1"'),
        automa="katyusha",
    )
    assert explained(m, "cs") == [
        "Katuša nemá co lovit a bere místo toho mince podle karty 14 (S-SOLO-18).",
        "Katuša získává 1 minci.",
        "Katuša provádí dodatečnou akci karty 14 (přijetí carského příkazu) (S-SOLO-20).",
        "Katuša jedná v oblasti R2 (S-SOLO-21).",
        "Katuša platí minci jako 3 (S-SOLO-12).",
        "Katuša přijímá carský příkaz A1 v oblasti R2.",
        "Katuša získává 2 VB za carský příkaz A1, který opouští hru (S-SOLO-22).",
    ]
