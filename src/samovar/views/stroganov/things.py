"""The components of Stroganov in words: names, furs, rewards, and the demands and effects of wishes."""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov import components
from samovar.games.stroganov.components import KINDS, MAX_PARTS, PARTS, PER_NUMBERS, SEASONS, TIGER, Box
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import cards
from samovar.views.sentences import component_name
from samovar.views.words.words import Inflected, Words

PART_NAMES: Final = {number: name for name, number in PARTS.items()}
PER_NAMES: Final = {number: name for name, number in PER_NUMBERS.items()}
ROMAN: Final = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]  # the names of the regions


class Fur(Inflected):
    """A fur as a noun that a text can inflect."""

    def __init__(self, w: Words, box: Box, kind: int) -> None:
        self.w: Final = w
        self.box: Final = box
        self.kind: Final = kind

    def in_case(self, case: str) -> str:
        """The name of the fur in a case: "fox (4)". A tiger has no number."""
        if self.kind == TIGER:
            return self.w.noun(1, f"tiger.{case}")
        animal = self.box.animals[self.kind] if 0 <= self.kind < KINDS else ""
        name = self.w.noun(1, f"{animal}.{case}") if animal else ""
        return self.w.say("fur", animal=name, value=self.kind)


def fur(w: Words, box: Box, kind: int) -> str:
    """The name of a fur: "fox (4)"."""
    return Fur(w, box, kind).in_case("")


def season(w: Words, number: int) -> str:
    return w.say("season." + SEASONS[number])


def colour(w: Words, name: str) -> str:
    return w.say("colour." + name)


def tile_kind(w: Words, box: Box, tile: int, short: bool = False) -> str:
    """The landscape kind of a tile: "forest", "steppe", "swamp" or "mountain"."""
    return component_name(w, "tile_short" if short else "tile", box.kinds[box.tile_kind[tile]])


def kind_name(w: Words, kind: str) -> str:
    return component_name(w, "tile", kind)


def village_name(w: Words, box: Box, village: int) -> str:
    return component_name(w, "village", box.village_names[village])


def fur_list(w: Words, counts: list[int]) -> str:
    """The furs and tigers in a list of counts by kind: "2 2 5 tiger"."""
    words = [str(kind) for kind in range(1, TIGER) for _ in range(counts[kind])]
    words += [w.noun(1, "tiger")] * counts[TIGER]
    return " ".join(words)


def furs_on(s: Stroganov, space: int) -> list[int]:
    """The counts of the furs on a space, by kind."""
    return [int(s.row_furs[space * KINDS + kind]) for kind in range(KINDS)]


def tile_on(w: Words, s: Stroganov, space: int) -> str:
    """The tile on a space with its furs: "swamp 2 4 7"."""
    kind = tile_kind(w, s.stock, s.row[space])
    furs = fur_list(w, furs_on(s, space))
    return w.say("tile_with", kind=kind, furs=furs) if furs else w.say("tile_bare", kind=kind)


def reward_parts(box: Box, reward: int) -> list[tuple[str, int]]:
    """The parts of a reward, each with its name and amount. Equal neighbours are added up."""
    parts: list[tuple[str, int]] = []
    at = reward * MAX_PARTS
    while box.rewards[at]:
        name, n = PART_NAMES[box.rewards[at] & 255], int(box.rewards[at] >> 8)
        if parts and parts[-1][0] == name:
            parts[-1] = (name, parts[-1][1] + n)
        else:
            parts.append((name, n))
        at += 1
    return parts


def reward(w: Words, box: Box, number: int) -> str:
    """A reward in words: "3 VP, 1 coin, 1 fur from the bag"."""
    return ", ".join(w.say("part." + name, n=n) for name, n in reward_parts(box, number))


def reward_sign(w: Words, box: Box, number: int) -> str:
    """A reward in signs for narrow places: "3★ 1● bag"."""
    return " ".join(part_sign(w, name, n) for name, n in reward_parts(box, number))


def part_sign(w: Words, name: str, n: int) -> str:
    sign = w.say("sign." + name)
    return f"{n}{sign}" if (len(sign) == 1 and name != "trophy") or n > 1 else sign


def _per(box: Box, per: int) -> str:
    return box.kinds[per - components.PER_KIND] if per >= components.PER_KIND else PER_NAMES[per]


def effect_kind(box: Box, wish: int) -> str:
    """The name of a wish's effect in message ids. The extra action of winter has ids of its own."""
    return "season_extra_anywhere" if cards.has(box.winter_extra, wish) else box.wish_effect[wish]


def effect(w: Words, box: Box, wish: int, short: bool = False) -> str:
    """The lasting effect of a wish in words."""
    kind = effect_kind(box, wish)
    number = int(box.wish_number[wish])
    gain = ""
    if box.wish_reward[wish]:
        gain = reward_sign(w, box, box.wish_reward[wish]) if short else reward(w, box, box.wish_reward[wish])
    per = ""
    if box.wish_per[wish]:
        per = component_name(w, "per_short" if short else "per", _per(box, box.wish_per[wish]))
    when = season(w, number) if kind.startswith("season_") else ""
    return w.say(("short." if short else "effect.") + kind, n=number, reward=gain, per=per, season=when)


def wish_need(w: Words, box: Box, wish: int, have: int) -> str:
    """The demand of a wish: "have 3 × deer (6), give back 1"."""
    give = int(box.wish_pay[wish])
    key = "wish.need" if have > give else "wish.need_all"
    return w.say(key, have=have, give=give, fur=fur(w, box, box.wish_value[wish]))


def wish_text(w: Words, box: Box, wish: int, have: int = 0) -> str:
    """The demand, VP and effect of a wish. ``have``: furs to possess, if not the printed number."""
    need = wish_need(w, box, wish, have or int(box.wish_possess[wish]))
    return w.say("wish.text", need=need, vp=int(box.wish_vp[wish]), effect=effect(w, box, wish))
