"""The loader of the box: reads ``components.toml`` into a ``Box`` and checks every value."""

from __future__ import annotations

from samovar.games.tundra.components import (
    ANY,
    BERRY,
    BOARDS,
    BUILD_TOWER,
    CONDITIONS,
    CONVERT,
    DIRECTIONS,
    EFFECTS,
    FIREWOOD,
    GAIN,
    GAIN_ANY,
    GAIN_PER,
    GLADES_WITH_RESOURCE,
    GOODS,
    ITEMS,
    LAST_BOOKED,
    MAJORITY_GLADES,
    MARKET_PLACES,
    OFFSETS,
    PEAT,
    PER_NUMBERS,
    PERSONAL_CONDITIONS,
    PLACE_WORKER,
    RESOURCES,
    SEATS,
    SIDES,
    SLOTS,
    SPACES,
    STEPS,
    STONE,
    UPGRADE,
    WORKERS,
    Box,
    Goal,
    Layout,
    Title,
)
from samovar.kernel import cards, counts
from samovar.kernel.components import Loader, array, extended, read_components, read_id, read_numbers
from samovar.kernel.ints import i64, vec
from samovar.kernel.reading import Reader
from samovar.kernel.step import read_arguments


class _Loader(Loader[Box]):
    def load(self) -> Box:
        self.constants()
        self.rules()
        self.player_board()
        self.order_boards()
        self.glades()
        self.layouts()
        self.starters()
        self.city_deck()
        self.goals()
        self.titles()
        self.check_counts()
        return self.checked()

    def constants(self) -> None:
        box = self.box
        constants = self.reader.table("constants")
        box.rounds = constants.number("rounds", None, 1, 9)
        box.dice_per_round = array(read_numbers(constants, "dice_per_round", box.rounds, 20))
        box.max_resource = constants.number("max_each_resource", None, 1, 99)
        box.max_berries = constants.number("max_berries", None, 1, 99)
        box.market_size = self.by_players(constants, "market_size", 1, 40)
        box.goals_in_play = self.by_players(constants, "common_goals_in_play", 1, 20)
        box.starters_dealt = constants.number("starter_cards_dealt", None, 1, 12)
        box.starters_kept = constants.number("starter_cards_kept", None, 1, BOARDS)
        if box.starters_kept > box.starters_dealt:
            constants.fault("starter_cards_kept", "must be at most starter_cards_dealt")
        places = constants.table("enhancements_per_board")
        if places.number("starter", 1) != 1:
            places.fault("starter", "must be 1")
        places.number("market", None, 1, MARKET_PLACES)
        box.vp_track = constants.number("vp_track_length", None, 1, 999)
        box.start_vp = constants.table("vp_start").number("value", 0, 0, 99)
        if constants.numbers("die_faces", [1, 2, 3, 4, 5, 6]) != [1, 2, 3, 4, 5, 6]:
            constants.fault("die_faces", "must be 1 to 6")

    def rules(self) -> None:
        """Read the rules that changed after version 1. Its box does not name them and keeps the old ones."""
        rules = self.reader.table("rules")
        bonuses = rules.text("tower_bonuses", "offered", ["gained", "offered"])
        self.box.bonuses_gained = bonuses == "gained"
        shuffled = rules.text("discards_shuffled", "when_needed", ["at_once", "when_needed"])
        self.box.shuffles_at_once = shuffled == "at_once"

    def by_players(self, constants: Reader, key: str, low: int, high: int) -> vec[i64]:
        table = constants.table(key)
        numbers = [0, 0] + [table.number(str(n), None, low, high) for n in range(2, SEATS + 1)]
        return array(numbers)

    def player_board(self) -> None:
        box = self.box
        start = self.reader.table("player_board").table("start")
        box.start_goods[FIREWOOD] = start.number("firewood", None, 0, box.max_resource)
        box.start_goods[STONE] = start.number("stone", None, 0, box.max_resource)
        box.start_goods[PEAT] = start.number("peat", None, 0, box.max_resource)
        box.start_goods[BERRY] = start.number("berries", None, 0, box.max_berries)
        each = self.reader.table("contents").table("per_player")
        box.dice_each = each.number("dice", None, 1, 20)
        box.towers_each = each.number("towers", None, 0, 20)
        box.workers_each = each.number("workers", None, 1, WORKERS)
        reward = self.reader.table("upgrade_reward")
        box.flip_vp = reward.number("vp_on_flip", None, 0, 99)
        box.round_vp = reward.number("vp_each_round_start", None, 0, 99)
        colours = self.reader.table("character_colors")
        for character in self.reader.tables("character"):
            box.characters.append(read_id(character, box.characters, []))
            box.character_names.append(character.text("name"))
            box.colours.append(colours.text(box.characters[-1], ""))
        if len(box.characters) < SEATS:
            self.faults.append(f"character: must have {SEATS} entries, not {len(box.characters)}")

    # ---- the effect language ----

    def action(self, reader: Reader, key: str) -> int:
        """The number of the action with these steps, 0 for no steps. Equal actions get one number."""
        steps = reader.tables(key)
        text = repr(reader.values.get(key))
        box = self.box
        if not steps:
            return 0
        if text in box.action_texts:
            return box.action_texts.index(text)
        if len(steps) > STEPS:
            reader.fault(key, f"must have at most {STEPS} steps, not {len(steps)}")
            return 0
        if len(box.action_texts) > 255:
            reader.fault(key, "at most 255 different actions are supported")
            return 0
        box.action_texts.append(text)
        for name in ("op", "number", "item", "per", "price", "gains"):
            self.grow(name, STEPS)
        at = (len(box.action_texts) - 1) * STEPS
        for i, step in enumerate(steps):
            self.step(step, at + i)
        asking = [op for op in box.op[at : at + STEPS] if op > LAST_BOOKED]
        if len(set(asking)) < len(asking):
            reader.fault(key, "must not have two steps of one kind, because tokens do not tell them apart")
        box.gains_first = extended(box.gains_first, [self.pays_with_gains(at)])
        return len(box.action_texts) - 1

    def grow(self, name: str, n: int) -> None:
        box = self.box
        more = [0] * n
        match name:
            case "op":
                box.op = extended(box.op, more)
            case "number":
                box.number = extended(box.number, more)
            case "item":
                box.item = extended(box.item, more)
            case "per":
                box.per = extended(box.per, more)
            case "price":
                box.price = extended(box.price, more)
            case _:
                box.gains = extended(box.gains, more)

    def step(self, step: Reader, at: int) -> None:
        box = self.box
        op, takes = EFFECTS[step.text("op", None, list(EFFECTS))]
        box.number[at] = 1
        for argument in read_arguments(takes):
            box.number[at] = step.number(argument.name, None, argument.low, argument.high)
        if op == GAIN:
            box.item[at] = ITEMS.index(step.text("item", None, ITEMS))
            if box.item[at] == ANY:
                op = GAIN_ANY
        elif op == GAIN_PER:
            box.item[at] = ITEMS.index(step.text("item", None, ITEMS[:ANY]))
            box.per[at] = PER_NUMBERS[step.text("per", None, list(PER_NUMBERS))]
        elif op in (BUILD_TOWER, PLACE_WORKER):
            box.price[at] = self.price_of(step, "pay")
        elif op == CONVERT:
            if step.values.get("times") in list(PER_NUMBERS):
                box.per[at] = PER_NUMBERS[step.text("times")]
                box.number[at] = 0
            else:
                box.number[at] = step.number("times", None, 1, 15)
            box.price[at] = self.price_of(step, "pay")
            gain = step.table("gain")
            for item, name in enumerate(ITEMS):
                box.gains[at] += counts.of(item, gain.number(name, 0, 0, 20))
            gain.report_unknown_keys()
            if box.price[at] == 0:
                step.fault("pay", "must not be empty: a conversion has a price")
        box.op[at] = op
        step.report_unknown_keys()

    def pays_with_gains(self, at: int) -> int:
        """The value of ``gains_first``: 1 if a step can pay with a gain of this action (T-ACT-05), else 0."""
        box = self.box
        brought = [int(box.item[at + i]) for i in range(STEPS) if 0 < box.op[at + i] <= LAST_BOOKED]
        for i in range(STEPS):
            prices = [int(box.price[at + i])]
            if box.op[at + i] == UPGRADE:
                prices = [int(box.upgrade_price[board]) for board in range(BOARDS)]
            for price in prices:
                for item in brought:
                    typed = item < RESOURCES and (box.price_same[price] or box.price_any[price])
                    if typed or (item < GOODS and counts.get(box.price_fixed[price], item)):
                        return 1
        return 0

    def price_of(self, reader: Reader, key: str) -> int:
        """The number of the price at this key, 0 if it is free. Equal prices get one number."""
        price = reader.table(key)
        text = repr(sorted(price.values.items()))
        box = self.box
        same = price.number("same", 0, 0, 20)
        any_type = price.number("any", 0, 0, 20)
        fixed = 0
        for item in range(GOODS):
            fixed += counts.of(item, price.number(ITEMS[item], 0, 0, 20))
        price.report_unknown_keys()
        if same == 0 and any_type == 0 and fixed == 0:
            return 0
        if text in box.price_texts:
            return box.price_texts.index(text)
        if len(box.price_texts) > 255:
            reader.fault(key, "at most 255 different prices are supported")
            return 0
        box.price_texts.append(text)
        box.price_same = extended(box.price_same, [same])
        box.price_any = extended(box.price_any, [any_type])
        box.price_fixed = extended(box.price_fixed, [fixed])
        return len(box.price_texts) - 1

    def frames(self, owner: Reader, actions: vec[i64], at: int) -> None:
        """Read the frames over the six slots and store the action of each die value in ``actions``."""
        seen: list[int] = []
        for frame in owner.tables("frame"):
            slots = frame.numbers("slots", None, 1, 6)
            action = self.action(frame, "steps")
            for value in slots:
                if value in seen:
                    frame.fault("slots", f"{value} occurs twice")
                seen.append(value)
                actions[at + value] = action
        if sorted(seen) != [1, 2, 3, 4, 5, 6]:
            owner.fault("frame", "must cover each slot from 1 to 6 once")

    # ---- boards, maps, tiles ----

    def order_boards(self) -> None:
        box = self.box
        boards = self.reader.tables("order_board")
        if len(boards) != BOARDS:
            self.faults.append(f"order_board: must have {BOARDS} entries, not {len(boards)}")
        for board, entry in enumerate(boards[:BOARDS]):
            box.board_ids.append(read_id(entry, box.board_ids, []))
            if "_" in box.board_ids[-1] or box.board_ids[-1] != box.board_ids[-1].lower():
                entry.fault("id", "must be lower case and without _, which separates it from a card or a die")
            box.board_names.append(entry.text("name"))
            box.upgrade_price[board] = self.price_of(entry, "upgrade_cost")
        for board, entry in enumerate(boards[:BOARDS]):
            sides = [side.text("side", None, ["basic", "upgraded"]) for side in entry.tables("side")]
            if sides != ["basic", "upgraded"]:
                entry.fault("side", "must be the basic side, then the upgraded side")
            for side, frames in enumerate(entry.tables("side")[:SIDES]):
                self.frames(frames, box.slot_action, (board * SIDES + side) * SLOTS)
        while len(box.board_ids) < BOARDS:
            box.board_ids.append(f"board{len(box.board_ids)}")
            box.board_names.append("")

    def glades(self) -> None:
        box = self.box
        for glade in self.reader.tables("glade"):
            box.glade_ids.append(read_id(glade, box.glade_ids, []))
            kind = glade.text("resource", None, ["none", *ITEMS[:RESOURCES]])
            box.glade_resource = extended(box.glade_resource, [["none", *ITEMS[:RESOURCES]].index(kind)])
            box.glade_dots = extended(box.glade_dots, [glade.number("dots", 0, 0, 9)])
            box.glade_action = extended(box.glade_action, [self.action(glade, "tower_bonus")])
        if len(box.glade_ids) - 1 > 60:
            self.faults.append("glade: at most 60 are supported")

    def layouts(self) -> None:
        for entry in self.reader.tables("layout"):
            id = entry.text("id")
            if id == "default":
                entry.fault("id", "must not be default, which is reserved")
            elif any(id == other.id for other in self.box.layouts):
                entry.fault("id", f"{id} occurs twice")
            layout = Layout(id, entry.number("players", None, 2, SEATS))
            layout.standard = entry.boolean("default")
            self.layout(entry, layout)
            self.box.layouts.append(layout)
        for players in range(2, SEATS + 1):
            if sum(1 for layout in self.box.layouts if layout.players == players and layout.standard) != 1:
                self.faults.append(f"layout: must have one default for {players} players")

    def layout(self, entry: Reader, layout: Layout) -> None:
        places: dict[tuple[int, int], int] = {}
        glades = self.points(entry, "glades")
        seats = entry.tables("seat")
        if len(seats) != layout.players:
            entry.fault("seat", f"must have {layout.players} entries, not {len(seats)}")
        settlements = [point for seat in seats for point in self.single_point(seat, "settlement")]
        for point in [*glades, *settlements]:
            if point in places:
                entry.fault("glades", f"{list(point)} occurs twice")
            places[point] = len(layout.q)
            layout.q.append(point[0])
            layout.r.append(point[1])
        layout.glades = len(glades)
        layout.spaces = len(layout.q) - 1
        if layout.spaces >= SPACES:
            entry.fault("glades", f"at most {SPACES - 1} spaces are supported")
            return
        in_use = cards.count(self.box.in_use(self.box.glade_dots, layout.players))
        if layout.glades != in_use:
            entry.fault("glades", f"must be {in_use}, one for each glade in use, not {layout.glades}")
        for (q, r), space in places.items():
            for direction, (dq, dr) in enumerate(OFFSETS):
                other = places.get((q + dq, r + dr), 0)
                layout.beside[space * DIRECTIONS + direction] = other
                if other:
                    layout.neighbours[space] |= 1 << other
        for point in self.points(entry, "edge"):
            if point not in glades:
                entry.fault("edge", f"{list(point)} is not a glade")
            else:
                layout.edge |= 1 << places[point]
        drawn = entry.text("workers", "start_glades", ["start_glades", "drawn"]) == "drawn"
        for seat, settlement in zip(seats, settlements, strict=False):
            start = self.points(seat, "start")
            layout.start.append([places.get(point, 1) for point in start])
            if len(start) != 2 or any(point not in glades for point in start):
                seat.fault("start", "must be two glades")
            elif not drawn and any(
                not layout.neighbours[places[settlement]] >> n & 1 for n in layout.start[-1]
            ):
                seat.fault("start", "must be next to the settlement, unless the workers are drawn")
        opened = [space for start in layout.start for space in start]
        if len(set(opened)) < len(opened):
            entry.fault("seat", "two workers start on one glade")

    def points(self, reader: Reader, key: str) -> list[tuple[int, int]]:
        value = reader.values.get(key)
        reader.read_keys.add(key)
        found: list[tuple[int, int]] = []
        for item in value if isinstance(value, list) else [None]:
            if (
                isinstance(item, list)
                and len(item) == 2
                and all(type(n) is int and abs(n) < 100 for n in item)
            ):
                found.append((int(item[0]), int(item[1])))
            else:
                reader.fault(key, "must be a list of coordinates [q, r]")
                return []
        return found

    def single_point(self, reader: Reader, key: str) -> list[tuple[int, int]]:
        """The point at this key as a list of one. An empty list after a fault."""
        return self.points(Reader({key: [reader.values.get(key)]}, reader.path, self.faults), key)

    # ---- cards, goals, titles ----

    def starters(self) -> None:
        box = self.box
        for number, card in enumerate(self.reader.tables("starter"), 1):
            box.starter_ids.append(read_id(card, box.starter_ids, []))
            box.starter_names.append(card.text("name"))
            box.starter_dots = extended(box.starter_dots, [card.number("dots", 0, 0, 9)])
            box.starter_action = extended(box.starter_action, [0] * SLOTS)
            self.frames(card, box.starter_action, number * SLOTS)
        if len(box.starter_ids) - 1 > 60:
            self.faults.append("starter: at most 60 are supported")

    def city_deck(self) -> None:
        box = self.box
        for card in [*self.reader.tables("advisor"), *self.reader.tables("enhancement")]:
            number = len(box.city_ids)
            if card.number("count", 1) != 1:
                card.fault("count", "must be 1: every card has an entry of its own")
            box.city_ids.append(read_id(card, box.city_ids, []))
            box.city_names.append(card.text("name"))
            box.city_action = extended(box.city_action, [0] * SLOTS)
            if card.path.startswith("advisor"):
                if number <= 60:
                    box.advisors |= 1 << number
                box.advisor_action = extended(box.advisor_action, [self.action(card, "steps")])
            else:
                box.advisor_action = extended(box.advisor_action, [0])
                self.frames(card, box.city_action, number * SLOTS)
            if number <= 60:
                box.city_cards |= 1 << number
        if len(box.city_ids) - 1 > 60:
            self.faults.append("advisor, enhancement: at most 60 cards are supported")

    def goals(self) -> None:
        box = self.box
        box.goals.append(Goal("", ""))
        box.personal.append(Goal("", ""))
        for entry in self.reader.tables("common_goal"):
            goal = self.goal(entry, [goal.id for goal in box.goals], CONDITIONS)
            for value in entry.numbers("die_values", None, 1, 6):
                goal.values |= 1 << value
            box.goals.append(goal)
        for entry in self.reader.tables("personal_goal"):
            box.personal.append(self.goal(entry, [goal.id for goal in box.personal], PERSONAL_CONDITIONS))
        for key, goals, most in (("common_goal", box.goals, 31), ("personal_goal", box.personal, 60)):
            if len(goals) - 1 > most:
                self.faults.append(f"{key}: at most {most} are supported")

    def goal(self, entry: Reader, taken: list[str], conditions: dict[str, int]) -> Goal:
        goal = Goal(read_id(entry, taken, []), entry.text("name"))
        goal.condition = conditions[entry.text("condition", None, list(conditions))]
        if goal.condition in (GLADES_WITH_RESOURCE, MAJORITY_GLADES):
            goal.resource = ITEMS.index(entry.text("resource", None, ITEMS[:RESOURCES]))
        goal.thresholds = array(read_numbers(entry, "thresholds", 3))
        goal.variant = goal.thresholds
        if entry.has("variant_thresholds"):
            goal.variant = array(read_numbers(entry, "variant_thresholds", 3))
        for steps in (list(goal.thresholds), list(goal.variant)):
            if steps != sorted(set(steps)) or steps[0] == 0:
                entry.fault("thresholds", "must be positive and grow from step to step")
        goal.vp = array(read_numbers(entry, "vp", 3))
        goal.dots = entry.number("dots", 0, 0, 9)
        return goal

    def titles(self) -> None:
        box = self.box
        box.titles.append(Title("", ""))
        for entry in self.reader.tables("title"):
            title = Title(read_id(entry, [title.id for title in box.titles], []), entry.text("name"))
            title.basic = entry.text("kind", None, ["basic", "special"]) == "basic"
            title.dots = entry.number("dots", 0, 0, 9)
            title.dice = array(read_numbers(entry, "dice", box.rounds, 20))
            title.max_dice = entry.number("max_dice", None, 1, 20)
            title.advisors = entry.number("max_advisors", None, 0, 20)
            title.market_places = entry.number("market_enhancements_per_board", None, 1, MARKET_PLACES)
            title.reroll = entry.number("reroll_cost", None, 1, 99)
            title.change = entry.number("change_cost", None, 1, 99)
            title.buy = entry.number("buy_cost", None, 1, 99)
            title.action = self.action(entry, "round_start")
            title.setup_workers = entry.number("setup_workers_on_settlement", 0, 0, WORKERS)
            self.check_title(entry, title)
            box.titles.append(title)
            if title.basic:
                box.basic_title = len(box.titles) - 1
        if sum(1 for title in box.titles if title.basic) != 1:
            self.faults.append("title: must have one basic title")
        for players in range(2, SEATS + 1):
            if sum(1 for t in box.titles[1:] if not t.basic and t.dots <= players) < players:
                self.faults.append(f"title: too few special titles for {players} players")

    def check_title(self, entry: Reader, title: Title) -> None:
        white = 1 if entry.boolean("white_die") else 0
        if title.max_dice != self.box.dice_each + white:
            entry.fault(
                "max_dice", f"must be {self.box.dice_each + white}, with the white die if the title has it"
            )
        own = entry.number("own_rolled_dice", 0, 0, 9)
        for round in range(self.box.rounds):
            if (
                title.dice[round] != self.box.dice_per_round[round] + own
                or title.dice[round] > title.max_dice
            ):
                entry.fault("dice", "must be dice_per_round plus own_rolled_dice, and at most max_dice")
        if 2 + title.setup_workers > self.box.workers_each:
            entry.fault("setup_workers_on_settlement", "must leave two workers for the starting glades")

    def check_counts(self) -> None:
        """Report too few cards or goals for what the set-up deals."""
        box = self.box
        for players in range(2, SEATS + 1):
            starters = cards.count(box.in_use(box.starter_dots, players))
            if starters < players * box.starters_dealt:
                self.faults.append(f"starter: too few for {players} players")
            for key, goals, needed in (
                ("common_goal", box.goals, int(box.goals_in_play[players])),
                ("personal_goal", box.personal, players),
            ):
                if sum(1 for goal in goals[1:] if goal.dots <= players) < needed:
                    self.faults.append(f"{key}: too few for {players} players")


def load_box(text: str) -> Box:
    """The box of a component file. BadInput lists every fault."""
    reader, digest = read_components(text, "tundra")
    return _Loader(reader, Box(digest)).load()
