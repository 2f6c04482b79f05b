"""Section 7: paying with furs, coins and tigers."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

import samovar
from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import TIGER
from samovar.games.stroganov.payment import can_pay
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.state import Event, State
from samovar.kernel.step import Options
from tests.stroganov.scene import (
    furs,
    main,
    play,
    regions,
    scene,
    table,
    tigers,
)


def paying(frame: str, held: list[int], coins: int = 0, tiger: int = 0, more: str = "") -> samovar.Match:
    """A pending payment, with the first main action below it on the stack."""
    return scene(f"""
todo = ["{frame}", "Main(0,0)", "Calendar()"]
acted = [0]
market = []
[[player]]
space = 4
horses = 0
furs = {held}
coins = {coins}
tigers = {tiger}
{more}""")


# ---- legal payments ----


@pytest.mark.rule("S-PAY-01", "S-EX-06")
def test_neither_a_sum_of_furs_nor_a_higher_fur_pays_a_value() -> None:
    """3 and 3 do not pay a 6, and an 8 does not pay a 7."""
    for value, held in ((6, [3, 3]), (7, [8]), (6, [2, 4, 5, 7, 8])):
        with pytest.raises(samovar.BadInput, match="cannot be paid"):
            paying(f"Pay(0,{value},1,0,0,0)", held)


@pytest.mark.rule("S-EX-06", "S-PAY-02", "S-PAY-03")
@pytest.mark.parametrize("value", [6, 7])
@pytest.mark.parametrize("held", [[3, 3], [8, 8]])
def test_any_one_fur_with_a_coin_or_a_tiger_meets_a_demand(value: int, held: list[int]) -> None:
    m = paying(f"Pay(0,{value},1,0,0,0)", held, coins=1)
    assert (furs(m, 0), table(m).coins[0]) == (held[1:], 0)
    m = paying(f"Pay(0,{value},1,0,0,0)", held, tiger=1)
    assert (furs(m, 0), tigers(m, 0)) == (held, 0)


@pytest.mark.rule("S-EX-06", "S-PAY-01", "S-PAY-02", "S-PAY-03", "S-RULING-18")
@pytest.mark.parametrize(("value", "held"), [(6, [3, 3]), (7, [8]), (2, [3, 4]), (5, [2, 3])])
def test_an_action_is_offered_only_if_its_demand_can_be_met(value: int, held: list[int]) -> None:
    """A trade for one fur is possible with the fur, with another one and a coin, or with a tiger."""
    others = [kind for kind in range(2, 8) if kind != value]

    def offered(coins: int, tiger: int, supply: list[int]) -> bool:
        m = scene(f"""
todo = ["Basic(0)", "Calendar()"]
acted = [0]
trade_fur = {value}
market = []
[[player]]
space = 4
horses = 0
furs = {supply}
coins = {coins}
tigers = {tiger}
{regions(*others)}""")
        return "trade" in main(m, 0)

    assert not offered(0, 0, held)
    assert not offered(9, 0, [])
    assert offered(1, 0, held)
    assert offered(0, 1, held)
    assert offered(0, 1, [])
    assert offered(0, 0, [value])


@pytest.mark.rule("S-PAY-02")
def test_each_changed_fur_needs_a_coin_of_its_own() -> None:
    with pytest.raises(samovar.BadInput, match="cannot be paid"):
        paying("Pay(0,6,2,0,0,0)", [3, 4], coins=1)
    m = paying("Pay(0,6,2,0,0,0)", [3, 4], coins=2)
    assert (furs(m, 0), table(m).coins[0]) == ([], 0)


@pytest.mark.rule("S-PAY-02")
def test_a_coin_without_a_fur_pays_nothing() -> None:
    with pytest.raises(samovar.BadInput, match="cannot be paid"):
        paying("Pay(0,6,2,0,0,0)", [6], coins=9)
    with pytest.raises(samovar.BadInput, match="cannot be paid"):
        paying("Pay(0,0,1,1,0,0)", [], coins=9)


@pytest.mark.rule("S-PAY-02")
@pytest.mark.parametrize("kind", [2, 3, 4, 5, 7, 8])
def test_a_coin_gives_a_fur_any_value_and_is_not_spent_on_a_fitting_one(kind: int) -> None:
    m = paying("Pay(0,6,1,0,0,0)", [kind, 6], coins=1)
    assert m.options(0) == ["pay.6", f"pay.{kind}"]
    play(m, 0, "pay.6")
    assert (furs(m, 0), table(m).coins[0]) == ([kind], 1)
    m.undo(0)
    play(m, 0, f"pay.{kind}")
    assert (furs(m, 0), table(m).coins[0]) == ([6], 0)


@pytest.mark.rule("S-PAY-03", "S-TIGER-02", "S-RULING-18")
@pytest.mark.parametrize("value", [2, 3, 4, 5, 6, 7, 8])
def test_a_tiger_is_a_fur_of_any_value_and_is_spent(value: int) -> None:
    m = paying(f"Pay(0,{value},1,0,0,0)", [], tiger=2)
    assert tigers(m, 0) == 1
    assert table(m).story[0] == 0


@pytest.mark.rule("S-PAY-04", "S-RULING-17")
def test_a_fur_of_any_value_accepts_every_fur_and_a_tiger_without_coins() -> None:
    m = paying("Pay(0,0,1,1,0,0)", [2, 5, 8], coins=3, tiger=1)
    assert m.options(0) == ["pay.2", "pay.5", "pay.8", "pay.tiger"]
    for token in m.options(0):
        play(m, 0, token)
        assert table(m).coins[0] == 3
        m.undo(0)


@pytest.mark.rule("S-PAY-05", "S-RULING-29")
def test_furs_gained_by_an_action_cannot_pay_for_it() -> None:
    """A claim of a tile with two 3s in the region of the 3 needs four 3s from the supply."""
    text = f"""
todo = ["Main(0,0)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = 4
coins = 0
furs = {{}}
[[tile]]
space = 4
id = "L03"
furs = [3, 3]
{regions(2, 3, 4, 5, 6)}"""
    assert "claim.4" not in main(scene(text.format([3, 3, 3])), 0)
    m = scene(text.format([3, 3, 3, 3]))
    play(m, 0, "claim.4")
    assert furs(m, 0) == [3, 3]


# ---- the questions of a payment ----


@pytest.mark.rule("S-PAY-01", "S-PAY-02", "S-PAY-03")
def test_exact_furs_then_others_in_ascending_value_then_tigers() -> None:
    m = paying("Pay(0,5,3,0,0,0)", [2, 2, 5, 8], coins=2, tiger=1)
    assert m.options(0) == ["pay.5", "pay.2"]  # after an 8 only the tiger could follow
    play(m, 0, "pay.2")
    assert m.options(0) == ["pay.2", "pay.8"]  # no 5 after another fur; after the tiger nothing could follow
    play(m, 0, "pay.8")
    assert (furs(m, 0), tigers(m, 0), table(m).coins[0]) == ([2, 5], 0, 0)


@pytest.mark.rule("S-PAY-01")
def test_a_payment_with_only_one_way_is_not_asked() -> None:
    m = paying("Pay(0,5,2,0,0,0)", [3, 5, 5], coins=0)
    assert furs(m, 0) == [3]
    assert m.log == []
    m = paying("Pay(0,5,3,0,0,0)", [3, 5], coins=1, tiger=1)
    assert (furs(m, 0), tigers(m, 0), table(m).coins[0]) == ([], 0, 0)


Paid = tuple[tuple[int, ...], int]  # the furs paid in ascending order, tigers as 9; the coins spent


def ways(held: Counter[int], coins: int, value: int, number: int, any_value: int, kept: int) -> set[Paid]:
    """Every possible payment, found by trying all multisets.

    Each returned fur that has another value needs a coin, but ``any_value`` of them need none. Of the furs
    that stay, ``kept`` must have the value: by themselves, by a coin each, or by spending a tiger.
    """
    found: set[Paid] = set()
    for paid in combinations_with_replacement(range(2, TIGER + 1), number):
        returned = Counter(paid)
        if any(returned[kind] > held[kind] for kind in returned):
            continue
        changed = sum(returned[kind] for kind in returned if kind not in (value, TIGER))
        spent = max(0, changed - any_value)
        if spent > coins:
            continue
        left = held - returned
        short = max(0, kept - left[value])
        others = sum(left[kind] for kind in left if kind not in (value, TIGER))
        for by_coin in range(short + 1):
            by_tiger = short - by_coin
            if by_coin <= min(coins - spent, others) and by_tiger <= left[TIGER]:
                found.add((tuple(sorted([*paid, *[TIGER] * by_tiger])), spent + by_coin))
    return found


def sequences(m: samovar.Match, s: Stroganov) -> list[tuple[Paid, list[int]]]:
    """Every sequence of answers to the questions of a payment: its cost, and the furs in the order of the
    answers.
    """
    game = m.game
    before = supply(s)
    coins = int(s.coins[0])
    found: list[tuple[Paid, list[int]]] = []

    def follow(at: Stroganov, named: list[int]) -> None:
        if at.todo[at.depth - 1] & 255 not in (frames.PAY, frames.COVER):
            gone = tuple(sorted((before - supply(at)).elements()))
            found.append(((gone, coins - int(at.coins[0])), named))
            return
        options = game.legal(at, 0)
        assert len(options) > 1  # a question with one option is not asked
        assert len(options) == len(set(options))
        for a in options:
            then = at.clone()
            game.play(then, 0, a, Options())
            follow(then, [*named, a & 255] if a >> 8 == tokens.PAY else named)

    game.advance(s, Options())
    follow(s, [])
    return found


def supply(s: Stroganov) -> Counter[int]:
    return Counter({kind: int(s.fur(0, kind)) for kind in range(1, TIGER + 1)})


PAYMENTS = [
    *((5, number, 0, 0) for number in (1, 2, 3, 4)),  # value, furs, of any value, kept
    *((5, number, 1, 0) for number in (1, 2, 3, 4)),  # with S9, or a trade as second main action
    *((0, number, number, 0) for number in (1, 2)),  # any fur, any two furs
    *((5, number, 0, kept) for number in (1, 2) for kept in (1, 2, 3)),  # wishes
]


@pytest.mark.rule("S-PAY-01", "S-PAY-02", "S-PAY-03", "S-PAY-04", "S-RULING-17", "S-RULING-41")
@pytest.mark.parametrize("tiger", [0, 1, 2])
@pytest.mark.parametrize("coins", [0, 1, 2])
@pytest.mark.no_cover
def test_every_payment_can_be_made_in_exactly_one_sequence(coins: int, tiger: int) -> None:
    """For all small supplies the sequences match the multisets: none is missing, wrong or duplicated."""
    for exact, low, middle, high in product(range(3), range(3), range(2), range(2)):
        held = [5] * exact + [2] * low + [4] * middle + [8] * high
        m = paying("Main(0,0)", held, coins, tiger)
        for value, number, any_value, kept in PAYMENTS:
            expected = ways(Counter(held + [TIGER] * tiger), coins, value, number, any_value, kept)
            s = table(m).clone()
            if kept == 0:
                assert can_pay(s, 0, value, number, any_value) == bool(expected)
            s.push(frames.pay(0, value, number, any_value, 0, kept))
            faults = m.game.steps[frames.PAY].faults(s, s.todo[s.depth - 1])
            assert faults == ([] if expected else ["cannot be paid"])
            if not expected:
                continue
            found = sequences(m, s)
            results = [result for result, _ in found]
            assert len(results) == len(set(results))
            assert set(results) == expected
            for _, named in found:
                assert named == sorted(named, key=lambda kind: (kind != value, kind))


@pytest.mark.rule("S-RULING-41", "S-MAIN-03", "S-RULING-79")
def test_with_s9_price_and_cost_are_one_payment_in_which_one_fur_may_be_any() -> None:
    """Claiming a bare tile as second action costs two 3s and any fur without a coin."""
    text = f"""
todo = ["Main(0,1)", "Calendar()"]
acted = [0]
trade_fur = 7
market = []
[[player]]
space = 4
coins = {{}}
furs = {{}}
wishes = ["S9"]
[[tile]]
space = 4
id = "L03"
furs = []
{regions(2, 3, 4, 5, 6)}"""
    assert "claim.4" not in main(scene(text.format(0, [3, 5, 6])), 0)
    m = scene(text.format(0, [3, 3, 5]))
    play(m, 0, "claim.4")
    assert furs(m, 0) == []
    m = scene(text.format(1, [3, 3, 3, 5, 6]))
    play(m, 0, "claim.4")
    # one 3 is paid in any case; no fur could follow a 6
    assert m.options(0) == ["pay.3", "pay.5"]
    play(m, 0, "pay.5")
    assert (furs(m, 0), table(m).coins[0]) == ([3, 3], 0)  # one of 5 and 6 by S9, the other with the coin
    m.undo(0)
    play(m, 0, "pay.3")
    assert m.options(0) == ["pay.3", "pay.5", "pay.6"]
    play(m, 0, "pay.6")
    assert (furs(m, 0), table(m).coins[0]) == ([3, 5], 1)


# ---- tigers ----


@pytest.mark.rule("S-TIGER-01")
def test_unused_tigers_are_worth_2_vp_each() -> None:
    m = scene("to_move = 0\n[[player]]\ntigers = 3\n")
    assert m.scores()[0].breakdown["tigers"] == 6
    assert m.scores()[1].breakdown["tigers"] == 0


@pytest.mark.rule("S-TIGER-02", "S-RULING-18")
def test_taking_a_tiger_gives_no_story_and_it_is_no_fur_at_the_end() -> None:
    m = scene("""
        todo = ["Basic(0)", "Main(0,0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 12
        horses = 4
        coins = 0
        furs = [2]
        [[tile]]
        space = 12
        furs = [2, 8]
    """)
    play(m, 0, "hunt.tiger")
    assert tigers(m, 0) == 1
    assert table(m).story[0] == 0
    assert m.scores()[0].breakdown["horses_and_furs"] == 0  # one fur and two horses: the tiger makes no pair
    assert furs(m, 0) == [2]


# ---- examples ----


def wish(
    held: list[int], coins: int = 0, tiger: int = 0, wishes: str = "", card: str = "A3"
) -> samovar.Match:
    """A scene with A3, the card of the example: value 6, possess 3, return 1."""
    return scene(f"""
todo = ["Basic(0)", "Main(0,0)", "Calendar()"]
acted = [0]
market = []
[[player]]
space = 4
horses = 0
furs = {held}
coins = {coins}
tigers = {tiger}
hand = ["{card}"]
wishes = [{wishes}]
""")


@pytest.mark.rule("S-EX-05")
def test_example_a_wish_with_three_6s() -> None:
    m = wish([6, 6, 6])
    in_bag = table(m).bag[6]
    play(m, 0, "fulfil.a3")
    assert furs(m, 0) == [6, 6]
    assert table(m).bag[6] == in_bag + 1
    assert table(m).vp[0] == 3
    assert "fulfil.a3" not in wish([6, 6]).options(0)


@pytest.mark.rule("S-EX-05")
@pytest.mark.parametrize(("paid", "left"), [("pay.6", [4, 6]), ("pay.4", [6, 6])])
def test_example_a_wish_with_a_coin(paid: str, left: list[int]) -> None:
    m = wish([6, 6, 4], coins=1)
    play(m, 0, "fulfil.a3")
    assert m.options(0) == ["pay.6", "pay.4"]
    play(m, 0, paid)
    assert (furs(m, 0), table(m).coins[0], table(m).vp[0]) == (left, 0, 3)


@pytest.mark.rule("S-EX-05")
@pytest.mark.parametrize(("paid", "left"), [("pay.6", [6]), ("pay.tiger", [6, 6])])
def test_example_a_wish_with_a_tiger(paid: str, left: list[int]) -> None:
    m = wish([6, 6], tiger=1)
    play(m, 0, "fulfil.a3")
    assert m.options(0) == ["pay.6", "pay.tiger"]
    play(m, 0, paid)
    assert (furs(m, 0), tigers(m, 0), table(m).vp[0]) == (left, 0, 3)


@pytest.mark.rule("S-EX-05")
def test_example_a_wish_with_card_a3() -> None:
    """B13 asks for four 6s and returns one: with A3 three suffice. A6 asks for three 7s: two suffice."""
    m = wish([6, 6, 6], wishes="'A3'", card="B13")
    play(m, 0, "fulfil.b13")
    assert (furs(m, 0), table(m).vp[0]) == ([6, 6], 1)
    assert "fulfil.b13" not in wish([6, 6, 6], card="B13").options(0)
    m = wish([7, 7], wishes="'A3'", card="A6")
    play(m, 0, "fulfil.a6")
    assert furs(m, 0) == [7]


# ---- proposals ----


def spent(events: list[Event]) -> tuple[int, int, int]:
    """The cost of a payment: tigers, coins, and the values of the furs."""
    paid = [event for event in events if event[0] == tokens.PAID_FUR]
    covered = [event[2] for event in events if event[0] == tokens.COVERED]
    return (
        sum(event[2] == TIGER for event in paid) + covered.count(TIGER),
        sum(event[3] for event in paid) + covered.count(0),
        sum(event[2] for event in paid if event[2] != TIGER),
    )


def ways_to_pay(match: samovar.Match, s: State, depth: int, events: list[Event]) -> list[list[Event]]:
    """Every way to make the payment on top, each as its events."""
    if s.depth < depth or match.game.step_names[s.todo[s.depth - 1] & 255] not in {"Pay", "Cover"}:
        return [events]
    found: list[list[Event]] = []
    for action in match.game.legal(s, 0):
        after = s.clone()
        told: list[Event] = []
        after.journal = told
        f = after.todo[after.depth - 1]
        after.depth -= 1
        match.game.steps[f & 255].apply(after, f, 0, action)
        found += ways_to_pay(match, after, depth, events + told)
    return found


def test_the_payment_that_is_proposed_is_the_cheapest_of_all() -> None:
    """No other way has fewer tigers, then fewer coins, then lower furs."""
    rng = random.Random(7)
    compared = 0
    for _ in range(400):
        value, number = rng.choice([0, 2, 5, 7, 8]), rng.randint(1, 4)
        free = rng.choice([0, 0, 1, number]) if value else number
        kept = rng.choice([0, 0, 1, 2]) if value and not free else 0
        held = sorted(rng.choices([2, 3, 5, 5, 7, 8], k=rng.randint(0, 6)))
        with contextlib.suppress(samovar.BadInput):
            match = paying(
                f"Pay(0,{value},{number},{free},0,{kept})", held, rng.randint(0, 3), rng.randint(0, 2)
            )
            proposal = match.game.proposal(match.state, 0)
            if proposal is None:
                continue  # there is only one way
            depth = int(match.state.depth)
            best = min(spent(events) for events in ways_to_pay(match, match.state, depth, []))
            assert spent(proposal.events) == best, (value, number, free, kept, held)
            compared += 1
            for action in proposal.actions:
                match.play(0, match.state.box.notation.token(action))
            assert match.game.proposal(match.state, 0) is None
    assert compared > 100


def test_nothing_is_proposed_where_nothing_is_paid_or_another_seat_pays() -> None:
    match = paying("Pay(0,0,1,1,0,0)", [2, 3])
    assert match.game.proposal(match.state, 0) is not None
    assert match.game.proposal(match.state, 1) is None
    match.play(0, "pay.2")
    assert match.game.proposal(match.state, 0) is None
