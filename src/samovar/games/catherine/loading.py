"""The loader of the box of Catherine: it checks every value of ``components.toml`` and fills a ``Box``."""

from __future__ import annotations

from samovar.games.catherine.components import (
    BOOK_REWARDS,
    BUILD,
    BUILD_COLOUR,
    COLOURS,
    CONDITIONS,
    COUNTING,
    DISCARD,
    EFFECTS,
    GOODS,
    MAX_OF_A_COLOUR,
    OWN,
    ROW,
    SCOPES,
    SEATS,
    Box,
)
from samovar.kernel import cards, counts
from samovar.kernel.components import Loader, array, extended, read_components, read_id, read_numbers
from samovar.kernel.reading import Reader
from samovar.kernel.state import zeros
from samovar.kernel.step import read_arguments


class _Loader(Loader[Box]):
    def load(self) -> Box:
        self.frame()
        self.scorings()
        self.players()
        self.goods_and_regions()
        self.cities()
        self.roads()
        self.favor_track()
        self.orders()
        self.project_cards()
        self.check_deck_size()
        return self.checked()

    def frame(self) -> None:
        box = self.box
        frame = self.reader.table("frame")
        box.decades = frame.number("decades", None, 1, 9)
        box.rounds = frame.number("rounds_per_decade", None, 1, ROW)
        box.start_cards = frame.number("start_cards_dealt", None, 1, 20)
        box.start_row = frame.number("start_action_row", None, 1, 7)
        box.full_row = frame.number("action_row_full", None, 1, ROW)
        if box.full_row != box.start_row + box.rounds:
            frame.fault(
                "action_row_full",
                f"must be start_action_row + rounds_per_decade: {box.start_row + box.rounds}",
            )
        if box.start_row > box.start_cards:
            frame.fault("start_action_row", f"must be at most start_cards_dealt: {box.start_cards}")
        box.phase_a_draw = frame.number("phase_a_draw", None, 0, 20)
        if box.phase_a_draw != 2:
            frame.fault("phase_a_draw", "must be 2: as many as are played in a round")
        if frame.number("cards_played_per_round", 2) != 2:
            frame.fault("cards_played_per_round", "must be 2: one into each row")
        box.compensation = frame.number("compensation_draw", None, 0, 20)
        box.interim_draw = frame.number("interim_draw", None, 0, 20)
        box.no_residence_draw = frame.number("no_residence_left_draw", None, 0, 20)
        box.over_limit_vp = frame.number("vp_per_card_over_hand_limit", None, 0, 99)
        box.over_top_vp = frame.number("vp_per_favor_step_over_top", None, 0, 99)
        box.leftover_vp = frame.number("vp_per_leftover_hand_card", None, 0, 99)
        box.vp_track = frame.number("vp_track_spaces", None, 1, 999)

    def scorings(self) -> None:
        box = self.box
        cannons = self.reader.table("cannon_scoring")
        box.more_cannons = cannons.number("more_than_neighbor", None, 0, 99)
        box.equal_cannons = cannons.number("tie", None, 0, 99)
        box.fewer_cannons = cannons.number("fewer_than_neighbor", None, 0, 99)
        box.comparisons_of_two = cannons.number("two_player_comparisons", None, 1, 2)
        books = self.reader.table("book_scoring")
        rewards = list(BOOK_REWARDS)
        box.most_books = BOOK_REWARDS[books.text("most", None, rewards)]
        box.middle_books = BOOK_REWARDS[books.text("middle", None, rewards)]
        box.fewest_books = BOOK_REWARDS[books.text("fewest", None, rewards)]
        box.equal_books = BOOK_REWARDS[books.text("all_equal", None, rewards)]
        order = self.reader.table("order_scoring")
        box.order_vp = array(order.numbers("vp_by_matches"))
        if len(box.order_vp) == 0:
            order.fault("vp_by_matches", "must not be empty: the first number is for no match")
        residences = self.reader.table("residence_scoring")
        box.residences = self.reader.table("pieces").number("residences_per_player", None, 1, 60)
        box.residence_vp = array(read_numbers(residences, "vp_by_residences", box.residences + 1))
        box.vp_city = residences.number("extra_vp_per_residence_in_vp_city", None, 0, 99)

    def players(self) -> None:
        box = self.box
        tiles_of_joker = sum(
            joker.number("copies", None, 0, 99) for joker in self.reader.tables("joker_tile")
        )
        seen: list[int] = []
        for entry in self.reader.tables("setup"):
            players = entry.number("players", None, 2, SEATS)
            seen.append(players)
            box.tiles[players] = entry.number("goods_tiles_per_city", None, 0, 99)
            if box.tiles[players] < players:
                entry.fault(
                    "goods_tiles_per_city", f"must be at least {players}: all players may build there"
                )
            box.jokers[players] = entry.number("joker_tiles_in_play", None, 0, 99)
            if box.jokers[players] > tiles_of_joker:
                entry.fault(
                    "joker_tiles_in_play", f"must be at most {tiles_of_joker}, the number of joker tiles"
                )
        if sorted(seen) != [2, 3, 4]:
            self.faults.append("setup: needs one entry each for 2, 3 and 4 players")
        for colour in self.reader.tables("player_colour"):
            box.player_colours.append(read_id(colour, box.player_colours, []))
        if len(box.player_colours) < SEATS:
            self.faults.append(f"player_colour: needs {SEATS} entries, has {len(box.player_colours)}")

    def goods_and_regions(self) -> None:
        box = self.box
        for kind in self.reader.tables("goods_kind"):
            box.symbol_ids.append(read_id(kind, box.symbol_ids, ["cannon", "book"]))
        if len(box.symbol_ids) != GOODS:
            self.faults.append(f"goods_kind: needs {GOODS} entries, has {len(box.symbol_ids)}")
            box.symbol_ids = ["iron", "food", "caviar", "fur"]
        box.symbol_ids += ["cannon", "book"]
        for region in self.reader.tables("region"):
            box.region_ids.append(read_id(region, box.region_ids, []))
            colour = region.text("colour")
            if colour in box.colour_ids:
                region.fault("colour", f"{colour} occurs twice")
            box.colour_ids.append(colour)
        if len(box.colour_ids) != COLOURS:
            self.faults.append(f"region: needs {COLOURS} entries, has {len(box.colour_ids)}")
            box.colour_ids = ["blue", "red", "green"]

    def cities(self) -> None:
        box = self.box
        for number, city in enumerate(self.reader.tables("city"), 1):
            if number > 60:
                self.faults.append("city: at most 60 entries are supported")
                return
            box.city_ids.append(read_id(city, box.city_ids, []))
            box.city_names.append(city.text("name"))
            box.city_modern.append(city.text("alt_name", box.city_names[-1]))
            colour = box.colour_ids.index(city.text("colour", None, box.colour_ids))
            box.city_colour = extended(box.city_colour, [colour])
            good = city.text("good", "", ["", *box.symbol_ids[:GOODS]])
            tile = counts.of(box.symbol_ids.index(good)) if good else 0
            box.city_tile = extended(box.city_tile, [tile])
            box.city_x = extended(box.city_x, [city.number("x", None, 0, 1000)])
            box.city_y = extended(box.city_y, [city.number("y", None, 0, 1000)])
            vp = city.number("interim_vp", 0, 0, 99)
            box.city_vp = extended(box.city_vp, [vp * box.vp_city])
            box.cities |= 1 << number
            box.colour_cities[colour] |= 1 << number
            if city.boolean("favor"):
                box.crowns |= 1 << number
            if vp:
                box.vp_cities |= 1 << number
        if len(box.city_ids) - 1 <= box.residences:
            self.faults.append(
                f"city: needs more than {box.residences} entries, the residences of a player"
            )  # C-RULING-22

    def roads(self) -> None:
        box = self.box
        ids = box.city_ids[1:]
        box.roads = zeros(len(box.city_ids))
        if not ids:
            return
        for road in self.reader.tables("road"):
            a = box.city_ids.index(road.text("a", None, ids))
            b = box.city_ids.index(road.text("b", None, ids))
            if a == b:
                road.fault("b", "must not be the same city as a")
            box.roads[a] |= 1 << b
            box.roads[b] |= 1 << a

    def favor_track(self) -> None:
        box = self.box
        spaces = self.reader.tables("favor_track")
        if not 1 <= len(spaces) <= 200:
            self.faults.append("favor_track: needs 1 to 200 spaces")
            return
        for number, space in enumerate(spaces):
            if space.number("space", None, 0, 255) != number:
                space.fault("space", f"must be {number}: spaces are listed from the bottom")
            box.hand_limit = extended(box.hand_limit, [space.number("hand_limit", None, 0, 60)])
            box.favor_vp = extended(box.favor_vp, [space.number("vp_per_decade")])
            box.multiplier = extended(box.multiplier, [space.number("multiplier")])
        limits = list(box.hand_limit)
        if limits != sorted(limits):
            self.faults.append("favor_track: hand_limit must not fall from a space to the next")
        box.top = len(spaces) - 1
        if box.start_cards - box.start_row > limits[0]:
            self.faults.append(
                "frame.start_cards_dealt: leaves more cards in hand than the hand limit of the bottom space"
            )

    def orders(self) -> None:
        box = self.box
        for order in self.reader.tables("order"):
            _check_one_copy(order)
            box.order_ids.append(read_id(order, box.order_ids, []))
            box.order_goods = extended(box.order_goods, [self.symbols(order.table("goods"), GOODS)])
            pictured = sum(counts.get(box.order_goods[-1], good) for good in range(GOODS))
            if pictured >= len(box.order_vp):
                order.fault("goods", f"shows {pictured} tiles, more than order_scoring.vp_by_matches has")
        if not SEATS <= len(box.order_ids) - 1 <= 60:
            self.faults.append("order: needs 4 to 60 entries")

    def symbols(self, table: Reader, kinds: int) -> int:
        """The numbers of symbols in a table, as counts."""
        found = 0
        for kind in range(kinds):
            found += counts.of(kind, table.number(self.box.symbol_ids[kind], 0, 0, 7))
        table.report_unknown_keys()
        return found

    # ---- project cards ----

    def project_cards(self) -> None:
        box = self.box
        families = [family.text("id") for family in self.reader.tables("family")]
        numbers = [0] * COLOURS
        ids: list[str] = []
        for entry in self.reader.tables("card"):
            _check_one_copy(entry)
            colour = box.colour_ids.index(entry.text("colour", None, box.colour_ids))
            numbers[colour] += 1
            if numbers[colour] > MAX_OF_A_COLOUR:
                entry.fault("colour", f"at most {MAX_OF_A_COLOUR} cards of a colour are supported")
                continue
            card = colour << 6 | numbers[colour]
            ids.append(read_id(entry, ids, []))
            box.card_ids[card] = ids[-1]
            box.card_names[card] = entry.text("name", "")
            box.families[card] = entry.text("family", None, families)
            cards.put(box.deck, 0, card)
            box.symbols[card] = self.symbols(entry.table("upper"), len(box.symbol_ids))
            box.card_cities[card] = self.listed_cities(entry, colour)
            self.action(entry.table("action"), card)
            if entry.has("bonus"):
                self.bonus(entry.table("bonus"), card)
        box.deck_size = len(ids)

    def listed_cities(self, entry: Reader, colour: int) -> int:
        found = 0
        for id in entry.texts("cities", [], self.box.city_ids[1:]):
            city = self.box.city_ids.index(id)
            found |= 1 << city
            if self.box.city_colour[city] != colour:
                entry.fault("cities", f"{id} is not of the card's colour")
        return found

    def action(self, action: Reader, card: int) -> None:
        """Read an action. An open arrow counts as performed once: it runs all its repetitions together."""
        box = self.box
        box.cost[card] = action.number("cost_cards", 0, 0, 20)
        box.arrows[card] = action.text("arrow", "none", ["none", "number", "open"])
        times = action.number("times", 1, 0, 9)
        if box.arrows[card] == "open" and times:
            action.fault("times", "must be 0: an open arrow has no number")
        if box.arrows[card] != "open" and times == 0:
            action.fault("times", "must be at least 1: only an open arrow has no number")
        if box.arrows[card] == "none" and times > 1:
            action.fault("times", "must be 1: only an arrow with a number allows more")
        box.times[card] = max(1, times)
        box.effect[card], box.amount[card], box.counted[card] = self.effect(action, card)

    def bonus(self, bonus: Reader, card: int) -> None:
        box = self.box
        condition = bonus.table("condition")
        box.condition[card] = CONDITIONS[condition.text("type", None, list(CONDITIONS))]
        if box.condition[card] == OWN:
            box.needed[card] = self.symbols(condition.table("symbols"), len(box.symbol_ids))
        else:
            number = condition.number("cards", None, 1, 20)
            if box.condition[card] == DISCARD:
                box.bonus_cost[card] = number
            elif number != box.cost[card]:
                condition.fault("cards", f"must be {box.cost[card]}, the cost of the action")
        effect = bonus.table("effect")
        box.bonus_effect[card], box.bonus_amount[card], box.bonus_counted[card] = self.effect(effect, card)
        if box.bonus_effect[card] in (BUILD, BUILD_COLOUR):
            effect.fault("type", "must not be build: a bonus cannot build")
        bonus.report_unknown_keys()

    def effect(self, table: Reader, card: int) -> tuple[int, int, int]:
        """An effect: its kind, its amount and the symbols it counts."""
        effect, takes = EFFECTS[table.text("type", None, list(EFFECTS))]
        counted = 0
        amount = 0
        for argument in read_arguments(takes):
            amount = table.number(argument.name, None, argument.low, argument.high)
        if effect == BUILD:
            effect = SCOPES[table.text("scope", None, list(SCOPES))]
            if effect == BUILD and self.box.card_cities[card] == 0:
                table.fault("scope", "the card lists no city")
        if effect in COUNTING:
            for symbol in table.texts("symbols", None, self.box.symbol_ids):
                counted |= counts.of(self.box.symbol_ids.index(symbol))
            if counted == 0:
                table.fault("symbols", "must not be empty")
        return effect, amount, counted

    def check_deck_size(self) -> None:
        """Check that a card is left to draw even if all rows and hands are full (C-RULING-20, -42)."""
        box = self.box
        limit = box.hand_limit[box.top] if len(box.hand_limit) else 0
        in_play = SEATS * max(box.full_row + box.rounds + limit + box.phase_a_draw, box.start_cards)
        if box.deck_size <= in_play:
            self.faults.append(
                f"card: needs more than {in_play}, the most in play at once, has {box.deck_size}"
            )
        listed = self.reader.table("pieces").number("project_cards_total", box.deck_size, 0, 999)
        if listed != box.deck_size:
            self.faults.append(
                f"pieces.project_cards_total: is {listed}, but there are {box.deck_size} cards"
            )


def _check_one_copy(entry: Reader) -> None:
    if entry.number("copies", 1, 0, 99) != 1:
        entry.fault("copies", "must be 1: every card has an entry of its own")


def load_box(text: str) -> Box:
    """The box that a component file describes. ``BadInput`` lists every fault."""
    reader, digest = read_components(text, "catherine")
    return _Loader(reader, Box(digest)).load()
