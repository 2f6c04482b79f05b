"""Section 18: every step of the automa is explained with card and rule, in both languages."""

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
    """The sentences about the automa since the last decision."""
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
    assert explained(m)[:10] == [
        "Ivan turns up card 3: hunt the 2 highest furs, then use a yurt (S-SOLO-16).",
        "Ivan moves 2 steps to 4, as the card on the deck shows (S-SOLO-17).",
        "Ivan hunts the tiger and the deer (6): card 3 asks for the 2 highest furs (S-SOLO-18).",
        "Ivan visits the stable in region II (S-SOLO-19).",
        "Ivan cannot claim space 4: furs lie on the tile (S-SOLO-19).",
        "Ivan gains 4 horses.",
        "Ivan turns 5 horses into 1 VP (S-SOLO-08).",
        "Ivan gains 1 banner.",
        "Ivan uses the yurt in region I, as card 3 says (S-SOLO-20).",
        "Ivan cannot use a yurt in region II: no yurt lies there (S-YURT-02).",
    ]
    assert explained(m)[10] == "Ivan pays the bear (8) in place of a 2 (S-SOLO-12)."


def test_steps_open_a_line_of_their_own() -> None:
    m = ivan_does("IvanHunt(0)", TWO_HIGHEST, "space = 4", {4: [8]})
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
            "cannot build an outpost in region II: no hare (3) and nothing to replace it (S-SOLO-12)",
        ),
        (
            OUTPOST,
            "outposts = 0",
            "",
            "takes an outpost from the general supply instead of building (S-SOLO-23), as card",
        ),
        (
            OUTPOST,
            "coins = 0\noutposts = 0",
            "",
            "cannot build an outpost in region II: there is no outpost in its supply (S-POST-04)",
        ),
        (OUTPOST, "coins = 1\nfurs = []", "", "pays a coin in place of a 3 (S-SOLO-12)"),
        (OUTPOST, "coins = 0\nfurs = []\ntigers = 1", "", "pays the tiger in place of a 3 (S-SOLO-12)"),
        (
            TROPHY,
            "coins = 0\nfurs = []",
            "",
            "cannot advance to trophy space 1: no sable (2) and nothing to replace it",
        ),
        (
            TROPHY,
            "coins = 0\nfurs = [2]",
            "",
            "Ivan advances the trophy token to 1, as card 5 says (S-SOLO-20)",
        ),
        (WISH, "furs = [3]", 'wish = "A1"', "scores 2 VP for the wish A1, which leaves the game (S-SOLO-22)"),
        (
            WISH,
            "furs = [3]",
            'wish = "B1"',
            "scores 3 VP for the wish B1 and keeps it for the end (S-SOLO-22)",
        ),
        (WISH, "furs = [3]", 'wish = ""', "Ivan cannot take a wish anywhere, so nothing happens (S-SOLO-21)"),
        (
            YURT,
            "furs = [3]",
            'yurt = "YA2"',
            "from the market, the highest one, as card 13 says (S-SOLO-13)",
        ),
        (CLAIM, "coins = 0\nfurs = []", "", "is given 1 coin instead of the action, as a fur is missing"),
    ],
)
def test_failures_and_payments_are_explained(card: int, ivan: str, board: str, said: str) -> None:
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
        "Katuša nemá co lovit, a tak bere 1 minci (S-SOLO-18).",
        "Katuša přijímá carský příkaz A1 v oblasti II, jak určuje karta 14 (S-SOLO-20).",
        "Katuša platí minci místo kožešiny hodnoty 3 (S-SOLO-12).",
        "Katuša získává 2 VB za carský příkaz A1, který opouští hru (S-SOLO-22).",
    ]
