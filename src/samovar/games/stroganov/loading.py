"""Loading of the component file: every value of ``components.toml`` is checked and put into a ``Box``."""

from __future__ import annotations

from samovar.games.stroganov.components import (
    AUTOMA_ACTIONS,
    AUTOMAS,
    BAG_FUR,
    COLOURS,
    EFFECTS,
    FOCUSES,
    LAST_SIMPLE_PART,
    MAX_PARTS,
    PARTS,
    PER_KIND,
    PER_NOTHING,
    PER_NUMBERS,
    RESERVED_IDS,
    SCORING,
    SEASONS,
    STORY,
    TIGER,
    TROPHY,
    TWO_REWARDS,
    WILD_COIN,
    WINTER,
    Box,
    Track,
)
from samovar.kernel import cards
from samovar.kernel.components import Loader, array, extended, read_components, read_id, read_numbers
from samovar.kernel.reading import Reader
from samovar.kernel.step import read_arguments


class _Loader(Loader[Box]):
    def __init__(self, reader: Reader, box: Box) -> None:
        super().__init__(reader, box)
        self.order: list[str] = []

    def load(self) -> Box:
        self.setup()
        self.actions()
        self.furs_and_regions()
        self.reward_order()
        self.tiles()
        self.villages_yurts_songs()
        self.wishes()
        self.trophy_tracks()
        self.solo()
        self.scoring()
        self.counts()
        return self.checked()

    def setup(self) -> None:
        box = self.box
        game = self.reader.table("game")
        box.years = game.number("years", None, 1, 9)
        game.texts("seasons", None, SEASONS)
        setup = self.reader.table("setup")
        box.spaces = setup.number("landscape_row", None, 2, 30)
        box.start_spaces = setup.number("start_landscapes_in_row", None, 0, 30)
        rest = setup.number("other_landscapes_in_row", None, 0, 30)
        if box.start_spaces + rest != box.spaces:
            setup.fault("landscape_row", "must be the sum of start and other landscapes")
        box.market_spaces = setup.number("market_furs", None, 1, 30)
        box.coins_each = setup.number("coins_each")
        box.outposts_each = setup.number("outposts_each")
        box.horses_by_seat = array(read_numbers(setup, "horses_by_seat", 4))
        box.start_wishes_extra = setup.number("start_wishes_extra", None, 0, 10)
        box.start_wishes_solo = setup.number("start_wishes_solo", None, 2, 9)
        box.outposts_per_colour = self.reader.table("box").number("outposts_per_colour", None, 1, 9)
        if box.outposts_each > box.outposts_per_colour:
            setup.fault(
                "outposts_each", f"must be at most {box.outposts_per_colour}, the outposts of a colour"
            )
        by_players = setup.table("by_players").tables("entries")
        for column in range(5):
            numbers = [0] * 5
            for entry in by_players:
                players = entry.number("players", None, 1, 4)
                if column == 0:
                    numbers[players] = entry.number("songs", None, 1, 15)
                elif column == 1:
                    numbers[players] = entry.number("banners")
                else:
                    key = ["neutral_3minus", "neutral_2", "spots4"][column - 2]
                    numbers[players] = 1 if entry.boolean(key) else 0
            if column == 0:
                box.songs_shown = array(numbers)
            elif column == 1:
                box.banners = array(numbers)
            elif column == 2:
                box.neutral_3minus = array(numbers)
            elif column == 3:
                box.neutral_2 = array(numbers)
            else:
                box.spots4_used = array(numbers)
        if sorted(entry.number("players", 0) for entry in by_players) != [1, 2, 3, 4]:
            setup.fault("by_players", "needs one entry each for 1, 2, 3 and 4 players")

    def actions(self) -> None:
        box = self.box
        movement = self.reader.table("movement")
        box.free_steps = movement.number("free_steps_max", None, 1, 9)
        prices = movement.numbers("extra_step_horses")
        if prices != sorted(prices):
            movement.fault("extra_step_horses", "a longer move cannot be cheaper")
        box.step_horses = array(prices)
        box.move_steps = movement.number("basic_move_steps_max", None, 1, 9)
        box.story_last = self.reader.table("board").number("story_track_last", None, 1, 99)
        actions = self.reader.table("actions")
        box.coin_gain = actions.number("coin_gain")
        box.horses_gain = actions.number("horses_gain")
        box.skip_horses = actions.number("hunt_skip_horses")
        box.second_coin = actions.number("hunt_second_coin")
        box.trade_picks = actions.number("trade_bonus_picks", None, 1, 9)
        for bonus in actions.tables("trade_bonuses"):
            match bonus.text("id", None, ["coin", "story", "move", "horses"]):
                case "coin":
                    box.bonus_coin = bonus.number("coin")
                case "story":
                    box.bonus_story = bonus.number("story", None, 0, 99)
                case "horses":
                    box.bonus_horses = bonus.number("horse")
                case _:
                    box.bonus_steps = bonus.number("move_steps_max", None, 1, 9)
        box.claim_furs = actions.number("claim_base_furs", None, 0, 9)
        box.claim_per_fur = actions.number("claim_extra_per_fur_or_tiger", None, 0, 3)
        box.buy_horses = actions.number("buy_fur_horses")
        box.down_horses = actions.number("downtrade_horses")
        box.bear = actions.number("bear_value", None, 1, 8)
        box.bear_story = actions.number("bear_story", None, 0, 99)
        box.winter_horses = actions.number("winter_horses")
        box.winter_per_banner = actions.number("winter_horses_per_banner")
        box.rank_story = array(read_numbers(actions, "story_bonus_by_rank", 2, 99))

    def furs_and_regions(self) -> None:
        box = self.box
        for kind in self.reader.table("furs").tables("kinds"):
            value = kind.number("value", None, 1, 8)
            if box.furs[value]:
                kind.fault("value", f"{value} occurs twice")
            box.furs[value] = kind.number("count", None, 1, 99)
            box.animals[value] = kind.text("animal")
        box.tigers = self.reader.table("tigers").number("count", None, 0, 20)
        box.furs[TIGER] = box.tigers
        box.animals[TIGER] = "tiger"
        setup_furs = self.reader.table("setup_furs").numbers("values", None, 1, 8)
        box.setup_furs = array(sorted(setup_furs))
        if len(set(setup_furs)) < len(setup_furs):
            self.faults.append("setup_furs.values: must all be different")
        for value in setup_furs:
            if box.furs[value] == 0:
                self.faults.append(f"setup_furs.values: there is no fur of value {value}")
        regions = self.reader.table("regions").tables("list")
        if not 1 <= len(regions) <= 15:
            self.faults.append(f"regions.list: there must be 1 to 15 regions, not {len(regions)}")
        box.regions = len(regions)
        if len(setup_furs) != len(regions) + 1:
            self.faults.append(
                f"setup_furs.values: {len(setup_furs)} furs for {len(regions)} regions and one trade space"
            )
        region_of = [0] * (box.spaces + 1)
        horses: list[int] = []
        marked_3minus, marked_2 = [0], [0]
        spaces_each = len(regions[0].numbers("outpost_horses")) if regions else 0
        box.post_spaces = spaces_each
        horses = [0] * spaces_each
        for number, region in enumerate(regions, 1):
            for space in region.numbers("spaces", None, 1, box.spaces):
                if region_of[space]:
                    region.fault("spaces", f"space {space} is in two regions")
                region_of[space] = number
            horses.extend(read_numbers(region, "outpost_horses", spaces_each))
            marked_3minus.append(region.number("marked_3minus", None, 0, spaces_each))
            marked_2.append(region.number("marked_2", None, 0, spaces_each))
        for space in range(1, box.spaces + 1):
            if region_of[space] == 0:
                self.faults.append(f"regions.list: space {space} is in no region")
        box.region_of = array(region_of)
        box.post_horses = array(horses)
        box.marked_3minus = array(marked_3minus)
        box.marked_2 = array(marked_2)

    def reward_order(self) -> None:
        table = self.reader.table("reward_order")
        self.order = table.texts("list", None, list(PARTS))
        if sorted(self.order) != sorted(PARTS):
            table.fault("list", "must name every part of a reward once")
            self.order = list(PARTS)

    def reward(self, reader: Reader, known: list[str] | None = None) -> int:
        """Add a reward to the box, its parts in the order of S-RULING-37, and return its number.

        Each fur and each action is a part of its own.
        """
        parts: list[int] = []
        for key in reader.values:
            if key not in PARTS and key not in (known or []):
                reader.fault(key, "is not a part of a reward")
        for key in self.order:
            amount = reader.number(key, 0, 0, 99)
            if amount == 0:
                continue
            part = PARTS[key]
            if part <= STORY:
                parts.append(part | amount << 8)
            else:
                parts.extend([part | 1 << 8] * amount)
        if len(parts) >= MAX_PARTS:
            reader.fault("", f"has more than {MAX_PARTS - 1} parts")
            parts = []
        box = self.box
        number = len(box.rewards) // MAX_PARTS
        box.rewards = extended(box.rewards, parts + [0] * (MAX_PARTS - len(parts)))
        return number

    def tiles(self) -> None:
        box = self.box
        landscapes = self.reader.table("landscapes")
        box.kinds = landscapes.texts("kinds")
        if len(box.kinds) != 4:
            landscapes.fault("kinds", f"there must be 4, for sets of 3 and of 4, not {len(box.kinds)}")
        for number, tile in enumerate(landscapes.tables("tiles"), 1):
            box.tile_ids.append(read_id(tile, box.tile_ids, RESERVED_IDS))
            kind = tile.text("kind", None, box.kinds)
            box.tile_kind = extended(box.tile_kind, [box.kinds.index(kind) if kind in box.kinds else 0])
            box.tile_spots = extended(box.tile_spots, [tile.number("spots", None, 0, 9)])
            box.tile_spots4 = extended(box.tile_spots4, [tile.number("spots4", None, 0, 9)])
            box.tile_reward = extended(box.tile_reward, [self.reward(tile.table("reward"))])
            if tile.boolean("start"):
                box.start_tiles = cards.plus(box.start_tiles, number)
            else:
                box.other_tiles = cards.plus(box.other_tiles, number)
        if cards.count(box.start_tiles) != box.start_spaces:
            landscapes.fault(
                "tiles", f"{cards.count(box.start_tiles)} start tiles for {box.start_spaces} spaces"
            )
        if cards.count(box.other_tiles) < box.spaces - box.start_spaces:
            landscapes.fault("tiles", "too few tiles for the row")

    def villages_yurts_songs(self) -> None:
        box = self.box
        villages = self.reader.table("villages").tables("tiles")
        for number, village in enumerate(villages, 1):
            box.village_ids.append(read_id(village, box.village_ids, RESERVED_IDS))
            box.village_names.append(village.text("name"))
            reward = self.reward(village.table("reward"))
            box.village_reward = extended(box.village_reward, [reward])
            if box.has_part(reward, TROPHY):
                box.trophy_villages = cards.plus(box.trophy_villages, number)
        if len(villages) != box.regions:
            self.faults.append(f"villages.tiles: {len(villages)} villages for {box.regions} regions")
        for number, yurt in enumerate(self.reader.table("yurts").tables("tiles"), 1):
            box.yurt_ids.append(read_id(yurt, box.yurt_ids, RESERVED_IDS))
            reward = self.reward(yurt.table("reward"))
            box.yurt_reward = extended(box.yurt_reward, [reward])
            if box.has_part(reward, TROPHY):
                box.trophy_yurts = cards.plus(box.trophy_yurts, number)
            if yurt.text("deck", None, ["A", "B"]) == "A":
                box.yurts_a = cards.plus(box.yurts_a, number)
            else:
                box.yurts_b = cards.plus(box.yurts_b, number)
        for number, song in enumerate(self.reader.table("songs").tables("tiles"), 1):
            box.song_ids.append(read_id(song, box.song_ids, RESERVED_IDS))
            box.song_cost = extended(box.song_cost, [song.number("cost", None, 1, box.story_last)])
            box.song_reward = extended(box.song_reward, [self.reward(song.table("reward"))])
            if song.text("deck", None, ["A", "B"]) == "A":
                box.songs_a = cards.plus(box.songs_a, number)
            else:
                box.songs_b = cards.plus(box.songs_b, number)
        if cards.count(box.yurts_a) < box.regions or cards.count(box.yurts_b) < box.regions:
            self.faults.append("yurts.tiles: too few of a deck to fill the regions")
        shown = max(box.songs_shown[players] for players in range(len(box.songs_shown)))
        if cards.count(box.songs_a) < shown or cards.count(box.songs_b) < shown:
            self.faults.append(f"songs.tiles: too few of a deck to show {shown}")

    def wishes(self) -> None:
        box = self.box
        wishes = self.reader.table("wishes")
        for number, wish in enumerate(wishes.tables("cards"), 1):
            box.wish_ids.append(read_id(wish, box.wish_ids, RESERVED_IDS))
            value = wish.number("value", None, 1, 8)
            if box.furs[value] == 0:
                wish.fault("value", f"there is no fur of value {value}")
            possess = wish.number("possess", None, 1, 15)
            box.wish_value = extended(box.wish_value, [value])
            box.wish_possess = extended(box.wish_possess, [possess])
            box.wish_pay = extended(box.wish_pay, [wish.number("pay", None, 1, max(possess, 1))])
            box.wish_vp = extended(box.wish_vp, [wish.number("vp")])
            deck = wish.text("deck", None, ["S", "A", "B"])
            if deck == "S":
                box.wishes_s = cards.plus(box.wishes_s, number)
            elif deck == "A":
                box.wishes_a = cards.plus(box.wishes_a, number)
            else:
                box.wishes_b = cards.plus(box.wishes_b, number)
            self.effect(number, wish.table("effect"))
        counts = wishes.table("counts")
        for deck, found in (("S", box.wishes_s), ("A", box.wishes_a), ("B", box.wishes_b)):
            if counts.number(deck, None, 0, 40) != cards.count(found):
                counts.fault(deck, f"says {counts.number(deck, 0)}, but there are {cards.count(found)}")
        if cards.count(box.wishes_a) < box.regions or cards.count(box.wishes_b) < box.regions:
            self.faults.append("wishes.cards: too few of a deck to fill the regions")
        if cards.count(box.wishes_s) < max(4 + box.start_wishes_extra, box.start_wishes_solo):
            self.faults.append("wishes.cards: too few S wishes for four players or for the solo game")

    def effect(self, wish: int, effect: Reader) -> None:
        """Read the effect that a wish has when it is fulfilled."""
        box = self.box
        kind = effect.text("kind", None, list(EFFECTS))
        box.wish_effect.append(kind)
        reward, per, number = 0, PER_NOTHING, 0
        for argument in read_arguments(EFFECTS[kind]):
            number = effect.number(argument.name, None, argument.low, argument.high)
        bit = 1 << wish
        setattr(box, kind, getattr(box, kind) | bit)
        match kind:
            case "winter_income" | "winter_income_per":
                reward = self.reward(effect, ["kind", "per"])
                if not box.has_part(reward, BAG_FUR):
                    box.winter_duties |= bit
                if kind == "winter_income_per":
                    per = self.per(effect)
                    at = reward * MAX_PARTS
                    if not 1 <= box.rewards[at] & 255 <= LAST_SIMPLE_PART or box.rewards[at + 1]:
                        effect.fault("per", "must have a reward with a single part that needs no decision")
            case "season_extra_advanced":
                number = SEASONS.index(effect.text("season", None, SEASONS))
                if number == WINTER:
                    box.winter_extra |= bit
                else:
                    box.season_extra[number] |= bit
                if effect.boolean("anywhere") != (number == WINTER):
                    effect.fault("anywhere", "must be true in winter and false in the other seasons")
            case "immediate":
                reward = self.reward(effect, ["kind"])
            case "end_vp_per":
                per = self.per(effect)
            case "end_vp_fraction":
                effect.text("per", None, ["current_vp"])
        box.winter_cards = box.winter_income | box.winter_income_per
        box.end_cards = box.end_vp | box.end_vp_per | box.end_vp_fraction
        box.wish_reward = extended(box.wish_reward, [reward])
        box.wish_per = extended(box.wish_per, [per])
        box.wish_number = extended(box.wish_number, [number])

    def per(self, effect: Reader) -> int:
        kinds = self.box.kinds
        word = effect.text("per", None, [*PER_NUMBERS, *kinds])
        return PER_KIND + kinds.index(word) if word in kinds else PER_NUMBERS.get(word, PER_NOTHING)

    def trophy_tracks(self) -> None:
        box = self.box
        for reader in self.reader.table("trophy_tracks").tables("track"):
            track = Track(
                reader.text("id"),
                reader.text("side", None, ["a", "b"]),
                reader.texts("colours", None, COLOURS),
            )
            furs = self.spaces_of(reader, track)
            rewards = reader.tables("rewards")
            if len(rewards) != len(furs):
                reader.fault("rewards", f"{len(rewards)} rewards for {len(furs)} spaces")
            numbers = [self.reward(reader.table("start_reward"))]
            for reward in rewards:
                numbers.append(self.reward(reward))
            track.reward = array(numbers)
            for number in numbers[:-1]:
                if box.has_part(number, TWO_REWARDS):
                    reader.fault("rewards", "only the last space may give two rewards of the spaces above")
            box.tracks.append(track)
        for colour in COLOURS:
            for side in ("a", "b"):
                if box.track_of(colour, side) < 0:
                    self.faults.append(f"trophy_tracks.track: no side {side} for {colour}")

    def spaces_of(self, reader: Reader, track: Track) -> list[int]:
        """Read the furs and shields of a trophy track. Return the furs."""
        furs = reader.numbers("fur", None, 0, 8)
        if len(furs) > 15:
            reader.fault("fur", f"there may be up to 15 spaces, not {len(furs)}")
        track.length = len(furs)
        track.fur = array([0, *furs])
        for value in furs:
            if value and self.box.furs[value] == 0:
                reader.fault("fur", f"there is no fur of value {value}")
        shields = [0] * (len(furs) + 1)
        for shield in reader.tables("shields"):
            for space in range(shield.number("space", None, 1, max(len(furs), 1)), len(furs) + 1):
                shields[space] = shield.number("vp")
        track.shield = array(shields)
        return furs

    def solo(self) -> None:
        """Read the boards, the cards and the numbers of the automa (section 18)."""
        box = self.box
        for reader in self.reader.table("solo_boards").tables("board"):
            track = Track(reader.text("id", None, AUTOMAS), reader.text("side", None, ["a", "b"]), [])
            furs = self.spaces_of(reader, track)
            numbers: list[int] = []
            for vp in read_numbers(reader, "reward_vp", len(furs) + 1, 99):
                numbers.append(self.reward(Reader({"vp": vp}, "", self.faults)))
            track.reward = array(numbers)
            box.solo_tracks.append(track)
        if [track.id for track in box.solo_tracks] != AUTOMAS:
            self.faults.append(f"solo_boards.board: needs one each for {', '.join(AUTOMAS)}")
        solo = self.reader.table("solo")
        if not solo.boolean("opponent_is_first_player"):
            solo.fault("opponent_is_first_player", "must be true")
        box.start_wish_vp = solo.number("start_wish_vp")
        box.horses_per_vp = solo.number("horses_per_vp", None, 1)
        box.extra_action_vp = solo.number("extra_action_vp")
        solo.number("bag_draw", None, 1, 1)
        kinds = {"bear": int(box.bear), "coin": WILD_COIN, "tiger": TIGER}
        wilds = solo.texts("wild_payment_order", None, list(kinds))
        if sorted(wilds) != sorted(kinds):
            solo.fault("wild_payment_order", f"must name each of {', '.join(kinds)} once")
        box.wilds = array([kinds[wild] for wild in wilds])
        self.automa(solo)

    def automa(self, solo: Reader) -> None:
        box = self.box
        automa = self.reader.table("automa")
        for number, card in enumerate(automa.tables("cards"), 1):
            if card.number("id") != number:
                card.fault("id", f"must be {number}: cards are numbered from 1")
            action = card.text("action", None, list(AUTOMA_ACTIONS))
            box.automa_move = extended(box.automa_move, [card.number("move", None, 1, 30)])
            box.automa_furs = extended(box.automa_furs, [card.number("furs", None, 1, 9)])
            highest = card.text("hunt", None, ["lowest", "highest"]) == "highest"
            box.automa_highest = extended(box.automa_highest, [1 if highest else 0])
            box.automa_action = extended(box.automa_action, [AUTOMA_ACTIONS[action]])
            if card.boolean("pays_region_fur") != (action in ("wish", "outpost", "yurt")):  # S-SOLO-20
                card.fault("pays_region_fur", "must be true for wish, outpost and yurt, and false for others")
            if card.boolean("by_location") != (action in ("wish", "yurt", "claim")):  # S-SOLO-21
                card.fault("by_location", "must be true for wish, yurt and claim, and false for others")
            for letter in card.texts("letters", None, FOCUSES):
                box.automa_focus[FOCUSES.index(letter)] |= cards.only(number)
        found = len(box.automa_move) - 1
        removed = solo.number("automa_cards_removed", None, 0, 60)
        deck = solo.number("automa_deck", None, 1, 60)
        if deck + removed != found:
            solo.fault(
                "automa_deck",
                f"must be {found - removed}, the {found} cards without {removed} removed ones, not {deck}",
            )
        if (
            deck <= box.years * WINTER
        ):  # one card is flipped in each turn, and one more gives the last movement
            solo.fault("automa_deck", f"must be more than {box.years * WINTER}, one for each turn")
        for i, focus in enumerate(FOCUSES):
            if cards.count(box.automa_focus[i]) != removed:
                self.faults.append(f"automa.cards: letter {focus} must be on {removed} of them")

    def scoring(self) -> None:
        box = self.box
        scoring = self.reader.table("scoring")
        box.scoring_order = scoring.texts("order", None, SCORING)
        if box.scoring_order != SCORING:
            scoring.fault("order", "must be " + ", ".join(SCORING))
        box.set_of_3 = scoring.number("landscape_set_of_3")
        box.set_of_4 = scoring.number("landscape_set_of_4")
        if box.set_of_4 < 2 * box.set_of_3:  # or else two sets of 3 could be better (S-RULING-49)
            scoring.fault("landscape_set_of_4", "must be worth at least two sets of 3")
        box.tiger_vp = scoring.number("tiger_vp")
        box.built_vp = array(read_numbers(scoring, "built_outposts_vp", box.outposts_per_colour + 1))
        box.unbuilt_vp = scoring.number("unbuilt_outpost_vp")
        box.coins_per_vp = scoring.number("coins_per_vp", None, 1, 99)
        box.horses_per_fur = scoring.number("horses_per_fur", None, 1, 99)
        box.furs_per_vp = scoring.number("furs_per_vp", None, 1, 99)
        box.story_per_vp = scoring.number("story_per_vp", None, 1, 99)

    def counts(self) -> None:
        """Check that the list of contents has the same numbers of pieces as the rest of the file (S-COMP-01,
        S-COMP-02).
        """
        box = self.box
        found = {
            "landscape_tiles": len(box.tile_ids) - 1,
            "setup_furs": len(box.setup_furs),
            "furs": sum(box.furs[kind] for kind in range(TIGER)),
            "village_tiles": len(box.village_ids) - 1,
            "yurt_tiles": len(box.yurt_ids) - 1,
            "song_tiles": len(box.song_ids) - 1,
            "wish_cards": len(box.wish_ids) - 1,
            "tiger_tiles": box.tigers,
            "automa_cards": len(box.automa_move) - 1,
        }
        contents = self.reader.table("box")
        for key, number in found.items():
            listed = contents.number(key, None, 0, 999)
            if listed != number:
                contents.fault(key, f"says {listed}, but {number} are described")
        for key in ("landscape_tiles", "yurt_tiles", "song_tiles", "wish_cards", "automa_cards"):
            if found[key] > 60:
                contents.fault(key, f"must be at most 60, not {found[key]}")
        if len(box.rewards) // MAX_PARTS > 256:
            self.faults.append("there may be at most 255 rewards")


def load_box(text: str) -> Box:
    """The box that a component file describes. A BadInput names every fault."""
    reader, digest = read_components(text, "stroganov")
    return _Loader(reader, Box(digest)).load()
