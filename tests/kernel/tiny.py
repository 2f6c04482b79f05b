"""A tiny game that uses every feature of the kernel, so that the kernel is tested without a real game.

A box holds cards, stones and lamps. Each round Nature deals hidden cards until every hand is full. Then all
seats lay a card face down at the same time and choose its side, high or low. A seat may change both until the
last seat has laid. All cards are revealed at once. The highest high card scores, the lowest low card earns a
coin. Seats that show a card with a gift choose one at the same time: a coin, a stone for a returned one, or a
coin for a stone. Then each seat has a turn, lowest card first: buy a lamp for stones, or pass. At any time a
seat may trade a coin for a stone from the bag. A stone of the highest value interrupts the turn with a boon.
A boon may draw another stone, and so on.

Rules, for the refusals. T-LAY-01: a laid card comes from the hand. T-LAMP-01: a lamp costs stones. T-LAMP-02:
the number of lamps is limited. T-TRADE-01: a trade costs coins. T-TRADE-02: the bag must hold a stone.
"""

from __future__ import annotations

from typing import Final, Self

from samovar.kernel.game import AnyRules, GameOption, Rules, Score
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.reading import Reader, toml_numbers, toml_text, toml_texts
from samovar.kernel.rng import Rng
from samovar.kernel.simultaneous import SimultaneousStep
from samovar.kernel.state import (
    EVERYONE,
    NATURE,
    NOBODY,
    UNKNOWN,
    Event,
    State,
    arg,
    arg2,
    frame,
    seat_of,
    zeros,
)
from samovar.kernel.step import ALL_SEATS, Options, Refusal, Step
from tests.kernel.tiny_box import (
    BOX,
    COIN,
    DEAL,
    DRAW,
    GIVE,
    GO,
    HIGH,
    LAMP,
    LAY,
    LOW,
    PASS,
    PAY,
    SELL,
    SIDE,
    SIDES,
    STONE,
    TRADE,
    TinyBox,
    load_box,
)

# Events
SHOWN: Final = 1  # card, side
SCORED: Final = 2
DREW: Final = 3  # stone
BOUGHT: Final = 4
TURN: Final = 5
DEALT: Final = 6  # card, 1 if all seats saw it
LAID: Final = 7  # card, side: its owner's secret


class Tiny(State):
    """The state of the tiny game. Lists are by seat, cards by number (0: none), stones by value."""

    def __init__(self, box: TinyBox, options: dict[str, str], seats: i64, old: Tiny | None = None) -> None:
        super().__init__(box, seats, 4, old)  # 4: capacity of the stack
        self.asked = old.asked[:] if old else zeros(seats)
        self.stock = box
        self.chosen = options  # never changes, so clones share it
        self.round: int = old.round if old else 0
        self.acted: list[int] = old.acted[:] if old else []  # seats that have had their turn in this round
        self.deck: list[int] = old.deck[:] if old else box.cards[:]  # by card; UNKNOWN in a view
        self.discard: list[int] = old.discard[:] if old else [0] * len(box.cards)  # by card
        self.bag: list[int] = old.bag[:] if old else box.stones[:]  # by value
        # ascending; UNKNOWN in a view
        self.hand: list[list[int]] = [hand[:] for hand in old.hand] if old else [[] for _ in range(seats)]
        # face down, still counted in the hand; UNKNOWN in a view
        self.laid: list[int] = old.laid[:] if old else [0] * seats
        # of the laid card: HIGH, LOW, or 0 before it is chosen
        self.side: list[int] = old.side[:] if old else [0] * seats
        self.shown: list[int] = old.shown[:] if old else [0] * seats
        self.coins: list[int] = old.coins[:] if old else [int(options["coins"])] * seats
        self.stones: list[list[int]] = [
            old.stones[p][:] if old else [0] * len(box.stones) for p in range(seats)
        ]
        self.lamps: list[int] = old.lamps[:] if old else [0] * seats
        self.points: list[int] = old.points[:] if old else [0] * seats

    def clone(self) -> Self:
        return type(self)(self.stock, self.chosen, self.seats, self)

    @property
    def open_hands(self) -> bool:
        return self.chosen["hands"] == "open"

    def lamps_left(self) -> int:
        return self.stock.lamps - sum(self.lamps)


# ---- frames ----


def round_frame() -> i64:
    return frame(0, NOBODY)


def deal(p: i64) -> i64:
    return frame(1, NATURE, p)


def commit() -> i64:
    return frame(2, EVERYONE)


def lay(p: i64) -> i64:
    return frame(3, p)


def side(p: i64) -> i64:
    return frame(4, p)


def feast() -> i64:
    return frame(5, EVERYONE)


def gift(p: i64) -> i64:
    return frame(6, p)


def give(p: i64, coins: i64) -> i64:
    return frame(7, p, coins)


def next_turn() -> i64:
    return frame(8, NOBODY)


def turn(p: i64) -> i64:
    return frame(9, p)


def pay(p: i64, stones: i64, floor: i64) -> i64:
    return frame(10, p, stones, floor)


def get_lamp(p: i64) -> i64:
    return frame(11, NOBODY, p)


def draw(p: i64) -> i64:
    return frame(12, NATURE, p)


def boon(p: i64) -> i64:
    return frame(13, p)


# ---- the steps ----


class Round(Step[Tiny]):
    """The bottom of the stack until the game is over: begin the next round or end the game."""

    takes = "nobody"

    def run(self, s: Tiny, f: i64) -> None:
        for p in range(s.seats):
            if s.shown[p]:
                s.discard[s.shown[p]] += 1
                s.shown[p] = 0
        s.acted = []
        if s.round == s.stock.rounds:
            return
        s.round += 1
        s.do(commit(), next_turn(), f)
        for p in reversed(range(s.seats)):
            s.do(deal(p))


class Deal(Step[Tiny]):
    """Deal cards until the hand is full. Only the owner sees them, and is then asked to lay one."""

    takes = "nature player=0..3"
    behind = "Deal"

    def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
        if len(s.hand[arg(f)]) < s.stock.hand:
            for card in range(1, len(s.deck)):
                if s.deck[card]:
                    out.weigh(DEAL, card, s.deck[card])
        if out.n == 0:
            out.offer(GO)

    def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
        p, card = arg(f), argument_of(a)
        if a == action(GO):
            s.asked[p] = lay(p) if s.hand[p] else 0
            return
        s.deck[card] -= 1
        s.hand[p] = sorted([*s.hand[p], card])
        s.emit(DEALT, p, card, 1 if s.open_hands else 0)
        s.do(f)

    def witnesses(self, s: Tiny, f: i64, seat: i64) -> i64:
        return ALL_SEATS if s.open_hands else 1 << arg(f)

    def faults(self, s: Tiny, f: i64) -> list[str]:
        return [] if arg(f) < s.seats else ["there is no such seat"]


class Commit(SimultaneousStep[Tiny]):
    """Each seat with a card lays one face down, and may decide again until the last one has laid.

    Then all cards are revealed.
    """

    questions = "Lay Side"
    behind = "Deal"

    def first_question(self, s: Tiny, seat: i64) -> i64:
        return lay(seat) if s.laid[seat] else 0

    def run(self, s: Tiny, f: i64) -> None:
        s.reveals += 1
        highest = max(s.laid[p] if s.side[p] == HIGH else 0 for p in range(s.seats))
        lowest = min(s.laid[p] if s.side[p] == LOW else len(s.stock.ids) for p in range(s.seats))
        s.do(feast())
        for p in range(s.seats):
            card, side = s.laid[p], s.side[p]
            s.laid[p] = s.side[p] = 0
            if card:
                if s.shown[p]:
                    s.discard[s.shown[p]] += 1
                s.hand[p].remove(card)
                s.shown[p] = card
                s.emit(SHOWN, p, card, side)
                if side == HIGH and card == highest:
                    s.points[p] += 1
                    s.emit(SCORED, p)
                if side == LOW and card == lowest:
                    s.coins[p] += 1
                if card in s.stock.gifts:
                    s.asked[p] = gift(p)

    def faults(self, s: Tiny, f: i64) -> list[str]:
        found = [] if any(s.hand) else ["nobody has a card"]
        for p in range(s.seats):
            if s.laid[p] and not s.side[p] and s.asked[p] != side(p):
                found.append(f"seat {p} has laid a card and is not asked for its side")
        return found


class Lay(Step[Tiny]):
    """Choose the card in secret. Its side follows."""

    def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
        for card in range(1, len(s.stock.ids)):
            if card in s.hand[seat]:
                out.offer(LAY, card)

    def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
        s.laid[seat] = argument_of(a)
        s.side[seat] = 0
        s.asked[seat] = side(seat)

    def witnesses(self, s: Tiny, f: i64, seat: i64) -> i64:
        return 1 << seat

    def refusals(self, s: Tiny, f: i64, seat: i64, out: list[Refusal]) -> None:
        for card in range(1, len(s.stock.ids)):
            out.append(Refusal(action(LAY, card), "not_in_the_hand", "T-LAY-01"))

    def faults(self, s: Tiny, f: i64) -> list[str]:
        p = seat_of(f)
        return [] if s.hand[p] and s.laid[p] == 0 else ["there is no card to lay, or one is laid already"]


class Side(Step[Tiny]):
    """Choose the side of the laid card in secret."""

    def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
        out.offer(SIDE, HIGH)
        out.offer(SIDE, LOW)

    def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
        s.side[seat] = argument_of(a)
        s.emit(LAID, seat, s.laid[seat], s.side[seat])

    def witnesses(self, s: Tiny, f: i64, seat: i64) -> i64:
        return 1 << seat

    def faults(self, s: Tiny, f: i64) -> list[str]:
        p = seat_of(f)
        return [] if s.laid[p] and s.side[p] == 0 else ["no card is laid, or its side is known"]


class Feast(SimultaneousStep[Tiny]):
    """A seat that shows a card with a gift chooses the gift, simultaneously and openly, without restart."""

    questions = "Gift Give"
    behind = "Draw Boon"


class Gift(Step[Tiny]):
    """Choose a coin, a stone for one returned, a coin for a stone, or nothing."""

    def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
        out.offer(COIN)
        out.offer(STONE)
        if any(s.stones[seat]):
            out.offer(SELL)
        out.offer(PASS)

    def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
        if a == action(COIN):
            s.coins[seat] += 1
        elif a == action(STONE):
            s.asked[seat] = give(seat, 0)
            s.do(draw(seat))
        elif a == action(SELL):
            s.asked[seat] = give(seat, 1)


class Give(Step[Tiny]):
    """Return a stone to the bag, for a coin or for the stone that was drawn."""

    takes = "seat coins=0..1"

    def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
        for value in range(1, len(s.bag)):
            if s.stones[seat][value]:
                out.offer(GIVE, value)
        if out.n == 0:
            out.offer(GO)  # the bag was empty

    def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
        if a != action(GO):
            s.stones[seat][argument_of(a)] -= 1
            s.bag[argument_of(a)] += 1
            s.coins[seat] += arg(f)


class NextTurn(Step[Tiny]):
    """Begin the turn of the next seat, lowest card first."""

    takes = "nobody"

    def run(self, s: Tiny, f: i64) -> None:
        waiting = [(s.shown[p], p) for p in range(s.seats) if p not in s.acted]
        if waiting:
            p = min(waiting)[1]
            s.acted = sorted([*s.acted, p])
            s.emit(TURN, p)
            s.do(turn(p), f)


class Turn(Step[Tiny]):
    """Buy a lamp for stones or pass."""

    anchor = True

    def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
        if s.lamps_left() and sum(s.stones[seat]) >= s.stock.lamp_stones:
            out.offer(LAMP)
        out.offer(PASS)

    def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
        if a == action(LAMP):
            s.do(pay(seat, s.stock.lamp_stones, 1), get_lamp(seat), f)

    def refusals(self, s: Tiny, f: i64, seat: i64, out: list[Refusal]) -> None:
        if s.lamps_left() == 0:
            out.append(Refusal(action(LAMP), "no_lamp_is_left", "T-LAMP-02"))
        out.append(Refusal(action(LAMP), "too_few_stones", "T-LAMP-01"))


class Pay(Step[Tiny]):
    """Pay stones of any value one at a time in ascending order, so that each set has one order."""

    takes = "seat stones=1..9 floor=1..9"
    behind = "nothing"

    def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
        for value in range(arg2(f), len(s.stones[seat])):
            if s.stones[seat][value] and sum(s.stones[seat][value:]) >= arg(f):
                out.offer(PAY, value)

    def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
        s.stones[seat][argument_of(a)] -= 1
        s.bag[argument_of(a)] += 1
        if arg(f) > 1:
            s.do(pay(seat, arg(f) - 1, argument_of(a)))

    def faults(self, s: Tiny, f: i64) -> list[str]:
        enough = sum(s.stones[f >> 8 & 15][arg2(f) :]) >= arg(f)
        return [] if enough else ["there are too few stones to pay with"]


class GetLamp(Step[Tiny]):
    takes = "nobody player=0..3"
    behind = "Pay"

    def run(self, s: Tiny, f: i64) -> None:
        s.lamps[arg(f)] += 1
        s.emit(BOUGHT, arg(f))

    def faults(self, s: Tiny, f: i64) -> list[str]:
        return [] if arg(f) < s.seats and s.lamps_left() else ["there is no such seat, or no lamp left"]


class Draw(Step[Tiny]):
    """Draw a stone from the bag. One of the highest value brings a boon."""

    takes = "nature player=0..3"

    def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
        for value in range(1, len(s.bag)):
            if s.bag[value]:
                out.weigh(DRAW, value, s.bag[value])
        if out.n == 0:
            out.offer(GO)

    def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
        if a == action(GO):
            return
        p, value = arg(f), argument_of(a)
        s.bag[value] -= 1
        s.stones[p][value] += 1
        s.emit(DREW, p, value)
        if value == len(s.bag) - 1:
            s.do(boon(p))

    def faults(self, s: Tiny, f: i64) -> list[str]:
        return [] if arg(f) < s.seats else ["there is no such seat"]


class Boon(Step[Tiny]):
    """Choose a coin, a stone or nothing, before the step that it interrupts continues."""

    anchor = True

    def options(self, s: Tiny, f: i64, seat: i64, out: Options) -> None:
        out.offer(COIN)
        if any(s.bag):
            out.offer(STONE)
        out.offer(PASS)

    def apply(self, s: Tiny, f: i64, seat: i64, a: i64) -> None:
        if a == action(COIN):
            s.coins[seat] += 1
        elif a == action(STONE):
            s.do(draw(seat))


STEPS: Final[list[type[Step[Tiny]]]] = [
    Round,
    Deal,
    Commit,
    Lay,
    Side,
    Feast,
    Gift,
    Give,
    NextTurn,
    Turn,
    Pay,
    GetLamp,
    Draw,
    Boon,
]
OPTIONS: Final = [
    GameOption("hands", "hidden", ["hidden", "open"], "whether the others see a hand"),
    GameOption("coins", "2", [], "coins at the beginning, 0 to 9"),
]


class TinyGame(Rules[Tiny, TinyBox]):
    """The rules of the tiny game. Steps in ``replaced`` take the place of those with the same name.

    With them, tests break the rules.
    """

    table: type[Tiny] = Tiny

    def __init__(self, *replaced: Step[Tiny]) -> None:
        others = {type(step).__name__: step for step in replaced}
        super().__init__(
            "tiny", "Tiny", 2, 4, OPTIONS, [others.get(step.__name__) or step() for step in STEPS]
        )

    def load(self, text: str) -> TinyBox:
        return load_box(text)

    def standard_text(self) -> str:
        return BOX

    def check_options(self, box: TinyBox, seats: int, options: dict[str, str], faults: list[str]) -> None:
        coins = options["coins"]
        if not (coins.isascii() and coins.isdigit() and int(coins[:3]) < 10):
            faults.append(f"coins must be a number from 0 to 9, not {coins!r}")
        else:
            options["coins"] = str(int(coins))

    def option_sets(self, seats: int) -> list[dict[str, str]]:
        return [{}, {"hands": "open", "coins": "9"}]

    def new(self, box: TinyBox, seats: int, options: dict[str, str]) -> Tiny:
        s = self.table(box, options, seats)
        s.do(round_frame())
        return s

    def auxiliary(self, s: Tiny, seat: i64, out: Options) -> None:
        if s.coins[seat] >= s.stock.trade_coins and any(s.bag):
            out.offer(TRADE)

    def apply_auxiliary(self, s: Tiny, seat: i64, a: i64) -> None:
        s.coins[seat] -= s.stock.trade_coins
        s.do(draw(seat))

    def auxiliary_refusals(self, s: Tiny, seat: int, out: list[Refusal]) -> None:
        if sum(s.bag) == 0:
            out.append(Refusal(action(TRADE), "the_bag_is_empty", "T-TRADE-02"))
        out.append(Refusal(action(TRADE), "too_few_coins", "T-TRADE-01"))

    # ---- hidden information ----

    def hide(self, s: Tiny, seat: int) -> None:
        for p in range(s.seats):
            if p == seat:
                continue
            if not s.open_hands:
                s.hand[p] = [UNKNOWN] * len(s.hand[p])
            if s.laid[p]:
                s.laid[p] = UNKNOWN
            if s.side[p]:
                s.side[p] = UNKNOWN
        if not s.open_hands:
            s.deck = [0] + [UNKNOWN] * (len(s.deck) - 1)

    def deal_unknown(self, s: Tiny, rng: Rng) -> None:
        if UNKNOWN in s.deck:
            unseen: list[int] = []
            for card in range(1, len(s.stock.cards)):
                seen = s.discard[card] + s.shown.count(card) + sum(hand.count(card) for hand in s.hand)
                unseen += [card] * (s.stock.cards[card] - seen)
            for p in range(s.seats):
                if UNKNOWN in s.hand[p]:
                    s.hand[p] = sorted(unseen.pop(rng.below(len(unseen))) for _ in s.hand[p])
            s.deck = [unseen.count(card) for card in range(len(s.deck))]
        for p in range(s.seats):
            if s.laid[p] == UNKNOWN:
                s.laid[p] = s.hand[p][rng.below(len(s.hand[p]))]
            if s.side[p] == UNKNOWN:
                s.side[p] = HIGH + rng.below(2)

    def seen(self, event: Event, seat: int) -> Event:
        what, who, _, b = event
        if who == seat:
            return event
        if what == LAID:
            return what, who, UNKNOWN, UNKNOWN
        return (what, who, UNKNOWN, b) if what == DEALT and not b else event

    # ---- end, positions ----

    def score(self, s: Tiny) -> list[Score]:
        """The scores, as if the game ended now. Equal totals share a rank."""
        scores = [
            Score(
                p,
                {
                    "shows": 2 * s.points[p],
                    "lamps": 3 * s.lamps[p],
                    "stones": sum(value * n for value, n in enumerate(s.stones[p])) // 3,
                },
            )
            for p in range(s.seats)
        ]
        for score in scores:
            score.rank = 1 + sum(1 for other in scores if other.total > score.total)
        return scores

    def faults(self, s: Tiny) -> list[str]:
        found = []
        stock = s.stock
        for card in range(1, len(stock.cards)):
            lying = s.discard[card] + s.shown.count(card) + sum(h.count(card) for h in s.hand)
            if s.deck[card] < 0 or lying + s.deck[card] != stock.cards[card]:
                found.append(f"{stock.ids[card]}: {lying} outside the deck of {stock.cards[card]} in all")
        for value in range(1, len(stock.stones)):
            held = sum(stones[value] for stones in s.stones)
            if s.bag[value] < 0 or held + s.bag[value] != stock.stones[value]:
                found.append(f"stones of value {value}: {held} held, but there are {stock.stones[value]}")
        if s.lamps_left() < 0:
            found.append(f"lamps: there are only {stock.lamps}")
        for p in range(s.seats):
            if s.coins[p] < 0:
                found.append(f"player[{p}].coins: must not be negative")
            if s.laid[p] and s.laid[p] not in s.hand[p]:
                found.append(f"player[{p}].laid: is not in the hand")
            if s.side[p] and not s.laid[p]:
                found.append(f"player[{p}].side: no card is laid")
        return found

    def transition_faults(self, before: Tiny, after: Tiny) -> list[str]:
        found = [] if after.round >= before.round else ["the rounds go backwards"]
        for p in range(before.seats):
            if after.points[p] < before.points[p] or after.lamps[p] < before.lamps[p]:
                found.append(f"player[{p}] loses points or lamps")
        return found

    def options_of(self, s: Tiny) -> dict[str, str]:
        return s.chosen

    def write_body(self, s: Tiny, top: list[str], tables: list[str]) -> None:
        ids = s.stock.ids
        names = {UNKNOWN: "?", **dict(enumerate(ids))}
        top.append(f"round = {s.round}")
        top.append(f"acted = {toml_numbers(s.acted)}")
        discard = [ids[card] for card, n in enumerate(s.discard) for _ in range(n)]
        top.append(f"discard = {toml_texts(discard)}")
        for p in range(s.seats):
            stones = [value for value, n in enumerate(s.stones[p]) for _ in range(n)]
            tables += ["", "[[player]]"]
            tables.append(f"hand = {toml_texts([names[card] for card in s.hand[p]])}")
            tables.append(f"laid = {toml_text(names[s.laid[p]])}")
            tables.append(f"side = {toml_text('?' if s.side[p] == UNKNOWN else SIDES[s.side[p]])}")
            tables.append(f"shown = {toml_text(names[s.shown[p]])}")
            tables.append(f"coins = {s.coins[p]}")
            tables.append(f"stones = {toml_numbers(stones)}")
            tables.append(f"lamps = {s.lamps[p]}")
            tables.append(f"points = {s.points[p]}")

    def read_body(self, reader: Reader, box: TinyBox, seats: int, options: dict[str, str]) -> Tiny:
        out, rng = Options(), Rng(0)
        s = self.start(box, seats, options, out)
        while self.actor(s) == NATURE:
            self.play(s, NATURE, self.chance(s, out, rng), out)
        ids = box.ids
        s.round = reader.number("round", s.round, 0, box.rounds)
        s.acted = sorted(set(reader.numbers("acted", s.acted, 0, seats - 1)))
        if reader.has("discard"):
            pile = [ids.index(id) for id in reader.texts("discard", [], ids[1:])]
            s.discard = [pile.count(card) for card in range(len(ids))]
        players = reader.tables("player")
        if len(players) > seats:
            reader.fault("player", f"{len(players)} players for {seats} seats")
        for p, player in enumerate(players[:seats]):
            if player.has("hand"):
                s.hand[p] = sorted(ids.index(id) for id in player.texts("hand", [], ids[1:]))
            s.laid[p] = ids.index(player.text("laid", "", ids))
            s.side[p] = SIDES.index(player.text("side", "", SIDES))
            s.shown[p] = ids.index(player.text("shown", "", ids))
            s.coins[p] = player.number("coins", s.coins[p], 0, 999)
            values = player.numbers("stones", [], 1, len(box.stones) - 1)
            s.stones[p] = [values.count(value) for value in range(len(box.stones))]
            s.lamps[p] = player.number("lamps", 0, 0, box.lamps)
            s.points[p] = player.number("points", 0, 0, 999)
            player.report_unknown_keys()
        for card in range(1, len(ids)):  # deck and bag hold all pieces that are nowhere else
            lying = s.discard[card] + s.shown.count(card) + sum(hand.count(card) for hand in s.hand)
            s.deck[card] = box.cards[card] - lying
        for value in range(1, len(box.stones)):
            s.bag[value] = box.stones[value] - sum(stones[value] for stones in s.stones)
        return s

    def default_stack(self, s: Tiny, reader: Reader) -> list[int]:
        to_move = reader.has("to_move")
        for p in range(s.seats):
            waiting = side(p) if s.laid[p] else lay(p)
            s.asked[p] = 0 if to_move or s.side[p] or not s.hand[p] else waiting
        if to_move:
            return [int(round_frame()), int(turn(reader.number("to_move", 0, 0, s.seats - 1)))]
        return [int(round_frame()), int(next_turn()), int(commit())]

    def turn(self, s: Tiny) -> int:
        return s.round << 8 | sum(1 << p for p in s.acted)

    def stack_faults(self, s: Tiny) -> list[str]:
        frames = s.stack()
        if not frames:
            over = s.round == s.stock.rounds
            return [] if over else ["todo: nothing is left to do, but the game is not over"]
        if frames[0] != round_frame() or round_frame() in frames[1:]:
            return ["todo: Round() must be the last step and occur once"]
        for i, f in enumerate(frames):
            if f in (commit(), feast()) and frames[i - 1] != next_turn():
                return [f"todo: right after {self.frame_text(f)} must come NextTurn()"]
        return []


GAME: Final = TinyGame()
ANY: Final[AnyRules] = GAME  # for functions that take a ``Game``
