"""Stroganov: what is paid is said before the click, what is missing is counted, buttons say what they do."""

from __future__ import annotations

from typing import cast

import pytest

import samovar
from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.game import GAME
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.game import FIRST_AUXILIARY_VERB
from samovar.kernel.rng import Rng
from samovar.views.stroganov import sentences
from samovar.views.stroganov.text import StroganovText
from samovar.views.words.words import Words
from tests.stroganov.scene import scene, table

REGIONS = "".join(f"[[region]]\nfur = {fur}\n" for fur in (2, 3, 5, 6, 7))


def turn(player: str, todo: str = "Main(0,0)") -> samovar.Match:
    text = f'todo = ["{todo}", "Calendar()"]\nacted = [0]\ntrade_fur = 4\n[[player]]\nspace = 4\n{player}\n'
    return scene(text + REGIONS)


def option(m: samovar.Match, token: str, lang: str = "en") -> str:
    action = m.state.box.notation.parse(token)
    return sentences.option(Words(lang, "stroganov"), m.state, 0, action)


def refusal(m: samovar.Match, token: str, lang: str = "en") -> str:
    action = m.state.box.notation.parse(token)
    found = next(refusal for refusal in m.refusals(0) if refusal.action == action)
    return StroganovText(Words(lang, "stroganov")).refusal_of(m.view(0), 0, found)


def test_a_payment_with_coins_or_tigers_is_named_before_the_click() -> None:
    lynx = turn("coins = 1\nfurs = [7]")
    assert option(lynx, "trade").startswith("Trade — 1 fur of value 4, you pay the lynx (7) with a coin:")
    assert "zaplatíš rysa (7) s mincí" in option(lynx, "trade", "cs")
    tiger = turn("coins = 0\nfurs = [7]\ntigers = 1", "Main(0,1)")
    assert option(tiger, "outpost.2") == "Build an outpost in region II — 1 fur of value 3, you pay the tiger"
    choice = turn("coins = 1\nfurs = [5, 7]")
    assert "you pay at least the wolverine (5) with a coin" in option(choice, "trade")


def test_a_payment_with_the_named_furs_needs_no_announcement() -> None:
    assert "you pay" not in option(turn("coins = 1\nfurs = [4]"), "trade")
    assert "you pay" not in option(turn("coins = 0\nfurs = [2, 5]", "Main(0,1)"), "coin")


def test_the_announced_payment_is_the_one_that_is_made() -> None:
    """In random games a forced payment costs exactly what its option says."""
    w, compared = Words("en", "stroganov"), 0
    for seed in range(4):
        m, rng = samovar.Match("stroganov", 2, seed), Rng(seed)
        while not m.over:
            seat = m.actors()[0]
            legal = m.legal(seat)
            action = legal[rng.below(len(legal))]
            price = sentences.price(w, m.state, seat, action)
            before = len(m.log)
            m.play(seat, m.state.box.notation.token(action))
            if "you pay " in price and "at least" not in price:
                events = [event for entry in m.log[before:] for event in entry.events if event[1] == seat]
                paid = [event for event in events if event[0] in (tokens.PAID_FUR, tokens.COVERED)]
                assert sentences.payment(w, m.state, paid) in price
                compared += 1
    assert compared > 5


@pytest.mark.parametrize(
    ("player", "todo", "token", "said"),
    [
        ("coins = 1\nfurs = [3]", "Main(0,0)", "claim.4", "it needs {n} hares, you have 1 hare and 1 coin"),
        ("horses = 2", "Main(0,0)", "buy_bag", "it needs 5 horses, you have 2 horses (S-AUX-02)"),
        ("furs = [3]", "Main(0,0)", "swap", "it needs 2 furs, you have 1 fur (S-AUX-04)"),
        (
            "furs = []\nhorses = 5",
            "Main(0,1)",
            "coin",
            "as a second main action it costs a fur: it needs 1 fur, you have 0 furs (S-MAIN-01)",
        ),
    ],
)
def test_a_refusal_counts_what_is_needed_and_what_is_there(
    player: str, todo: str, token: str, said: str
) -> None:
    m = turn(player, todo)
    n = 2 + int(table(m).lying_on(4))
    assert refusal(m, token).startswith(said.format(n=n))


def test_a_refusal_in_czech() -> None:
    assert refusal(turn("horses = 2"), "buy_bag", "cs") == "potřebuješ 5 koní, máš 2 koně (S-AUX-02)"


# ---- the button that ends a question ----


@pytest.mark.parametrize("lang", ["en", "cs"])
def test_every_way_to_pass_has_a_button_of_its_own(lang: str) -> None:
    """Random games reach all questions. No two of them share a text, and none is a bare "Pass"."""
    text, found = StroganovText(Words(lang, "stroganov")), dict[str, str]()
    for seed in range(30):
        m, rng = samovar.Match("stroganov", 1 + seed % 4, seed), Rng(seed)
        while not m.over:
            seat = m.actors()[0]
            f = int(m.state.todo[m.state.depth - 1])
            for action in m.legal(seat):
                if text.group(m.view(seat), action) == "done":
                    name = GAME.step_names[f & 255] + (
                        "2" if f & 255 == frames.MAIN and f >> 12 & 255 else ""
                    )
                    found[name] = text.end_button_text(m.view(seat), seat, action).rstrip("0123456789 ")
            options = m.options(seat)
            m.play(seat, options[rng.below(len(options))])
    assert len(found) > 12
    assert all(found.values())
    assert len(set(found.values())) == len(found)


def test_a_button_that_gives_up_something_free_is_not_the_primary_one() -> None:
    text = StroganovText(Words("en", "stroganov"))

    def gives_up(player: str, todo: str) -> bool:
        m = turn(player, todo)
        end = next(a for a in m.legal(0) if text.group(m.view(0), a) == "done")
        return text.gives_up(m.view(0), 0, end)

    assert gives_up("furs = [3]", "Basic(0)")
    assert gives_up("furs = [3]", "TradeBonus(0,1)")
    assert gives_up('horses = 9\nwishes = ["A11"]', "EndTurn(0)")
    assert not gives_up("furs = [3]", "Main(0,1)")  # a second action costs a fur
    assert not gives_up("coins = 1\nhorses = 9", "HuntAgain(0)")
    assert not gives_up("horses = 9", "EndTurn(0)")


def test_auxiliary_actions_alone_do_not_count_as_free() -> None:
    m = turn("horses = 20\nfurs = [3, 3]", "EndTurn(0)")
    assert any(action >> 8 >= FIRST_AUXILIARY_VERB for action in m.legal(0))
    assert not sentences.gives_up(cast(Stroganov, m.view(0)), 0, tokens.END << 8)
