"""The components of Stroganov as drawings: furs, rewards, buildings, wishes, songs, automa cards, pieces."""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov import components
from samovar.games.stroganov.components import AUTOMA_ACTIONS, SEASONS, TIGER, Box
from samovar.kernel import cards
from samovar.views.effect_icons import effect_icons
from samovar.views.stroganov.things import PER_NAMES, effect_kind, reward_parts
from samovar.views.svg import (
    END,
    MIDDLE,
    Item,
    dot,
    fitted_text,
    group,
    icon_row,
    land_pip,
    num,
    path,
    piece,
    rect,
    shield,
    text,
    tick,
    use,
)

ACTION_NAMES: Final = {number: name for name, number in AUTOMA_ACTIONS.items()}

# ---- furs ----


def animal(box: Box, kind: int) -> str:
    """The symbol of a fur, a plain pelt for a value that has no animal in the box."""
    return "tiger" if kind == TIGER else box.animals[kind] or "anyfur"


def fur_chip(box: Box, kind: int, x: float, y: float, w: float = 33.0, h: float = 20.0) -> str:
    """A fur with animal and number side by side, for tiles and prices. A tiger has no number."""
    out = rect(x, y, w, h, 4, "chip")
    if kind == TIGER:
        out += use("tiger", x + (w - h * 0.95) / 2, y + h * 0.025, h * 0.95)
    else:
        out += use(animal(box, kind), x + 1.5, y + h * 0.05, h * 0.9)
        out += text(x + w - (w - h) / 2 - 1, y + h * 0.76, str(kind), "num num-s", MIDDLE)
    return group(out, f"fur f{kind}")


def fur_token(box: Box, kind: int, x: float, y: float, w: float = 36.0, h: float = 46.0) -> str:
    """An upright fur for market and supplies: the head above, the number on a plate."""
    head = min(w - 5, h - 15)
    rest = 0 if kind == TIGER else 14
    out = rect(x, y, w, h, 5, "chip") + use(
        animal(box, kind), x + (w - head) / 2, y + (h - head - rest) / 2, head
    )
    if kind != TIGER:
        out += rect(x + w / 2 - 9, y + h - 16, 18, 14, 4, "plate")
        out += text(x + w / 2, y + h - 4.5, str(kind), "num", MIDDLE)
    return group(out, f"fur f{kind}")


def fur_pip(box: Box, kind: int, x: float, y: float, s: float = 17.0, paid: bool = False) -> str:
    """A small fur in the demand of a wish. Furs that are paid have a red frame."""
    frame = rect(x, y, s, s, 3, "chip paid" if paid else "chip")
    return group(frame + use(animal(box, kind), x + 1.5, y + 1.5, s - 3), f"fur f{kind}")


# ---- rewards and effects as rows of icons ----

REWARD_ORDER: Final = [
    "vp",
    "trophy",
    "tiger",
    "banner",
    "outpost",
    "story",
    "coin",
    "bag_fur",
    "market_fur",
    "horse",
    "village_any",
    "village_any_not_trophy",
    "yurt_any_not_trophy",
    "advanced_anywhere",
    "build_outpost_anywhere",
    "fulfil_wish_pay_only",
    "rewards_two_different",
]
REWARD_RANK: Final = {name: rank for rank, name in enumerate(REWARD_ORDER)}
REWARD_ICON: Final = {
    "village_any": "village",
    "village_any_not_trophy": "village",
    "yurt_any_not_trophy": "yurt",
    "advanced_anywhere": "advanced",
    "build_outpost_anywhere": "outpost",
}


def reward_items(box: Box, reward: int) -> list[Item]:
    """The items of a reward, VP first, horses last. A number of 1 is left out."""
    out: list[Item] = []
    found = [(REWARD_RANK[name], name, n) for name, n in reward_parts(box, reward)]
    found.sort()
    for _, name, n in found:
        out += part_items(name, n)
    return out


def part_items(name: str, n: int) -> list[Item]:
    if name == "vp":
        return [("vp", str(n))]
    if name == "fulfil_wish_pay_only":
        return [("i", "wish"), ("i", "paidfur")]
    if name == "rewards_two_different":
        return [("n", "2≠")]
    kind = "any" if name in REWARD_ICON else "i"
    sign = REWARD_ICON.get(name, name)
    return [("n", str(n)), (kind, sign)] if n > 1 else [(kind, sign)]


def reward_row(
    box: Box, reward: int, x: float, y: float, s: float = 17.0, gap: float = 3.0, fit: float = 0.0
) -> str:
    return icon_row(reward_items(box, reward), x, y, s, gap, fit)


def per_item(box: Box, per: int) -> Item:
    """The icon of the things that a card counts."""
    if per >= components.PER_KIND:
        return ("land", box.kinds[per - components.PER_KIND])
    signs = {
        "built_outpost": "outpost",
        "tiger": "tiger",
        "coin": "coin",
        "banner": "banner",
        "fulfilled_wish": "wish",
    }
    return ("i", signs.get(PER_NAMES[per], "pile"))


def effect_items(box: Box, wish: int) -> list[Item]:
    """The items of the lasting effect of a wish."""
    n = int(box.wish_number[wish])
    season = SEASONS[n] if cards.has(box.season_extra_advanced, wish) else ""
    return effect_icons(
        "stroganov",
        effect_kind(box, wish),
        {"n": str(n), "season": season, "part": "¼" if n == 4 else f"⅟{n}"},
        {
            "reward": reward_items(box, box.wish_reward[wish]) if box.wish_reward[wish] else [],
            "per": [per_item(box, box.wish_per[wish])] if box.wish_per[wish] else [],
        },
    )


def effect_row(box: Box, wish: int, x: float, y: float, s: float = 17.0, fit: float = 0.0) -> str:
    return icon_row(effect_items(box, wish), x, y, s, 3, fit)


# ---- houses ----


def house(x: float, y: float, w: float) -> str:
    """A village: a log wall under a gabled roof."""
    x2 = x + w
    wall = path(f"M{num(x + 3)} {num(y + 12)}H{num(x2 - 3)}V{num(y + 58)}H{num(x + 3)}Z", "card-box")
    roof = f"M{num(x)} {num(y + 17)}L{num(x + 12)} {num(y + 1)}H{num(x2 - 12)}L{num(x2)} {num(y + 17)}Z"
    logs = f"M{num(x + 8)} {num(y + 12)}H{num(x2 - 8)}M{num(x + 11)} {num(y + 6.5)}H{num(x2 - 11)}"
    return wall + path(roof, "roof") + path(logs, "thatch")


def dome(x: float, y: float, w: float) -> str:
    """A yurt: a felt wall under a round roof."""
    x2, c = x + w, x + w / 2
    wall = f"M{num(x + 2)} {num(y + 14)}H{num(x2 - 2)}V{num(y + 53)}q0 5-5 5H{num(x + 7)}q-5 0-5-5Z"
    roof = (
        f"M{num(x)} {num(y + 17)}Q{num(x + 6)} {num(y + 3)} {num(c - 7)} {num(y + 3)}L{num(c - 5)} {num(y)}"
        f"H{num(c + 5)}L{num(c + 7)} {num(y + 3)}Q{num(x2 - 6)} {num(y + 3)} {num(x2)} {num(y + 17)}Z"
    )
    rim = f"M{num(x + 7)} {num(y + 12.5)}l4-3.5 4 3.5 " + "4-3.5 4 3.5 " * int((w - 26) // 8)
    return path(wall, "card-box") + path(roof, "felt") + path(rim, "thatch")


# ---- wishes ----


def wish_flat(box: Box, wish: int, have: int, x: float, y: float, w: float, h: float = 56.0) -> str:
    """A wish on the board: its demand above, VP and lasting effect below. ``have``: furs to possess."""
    value = int(box.wish_value[wish])
    out = rect(x, y, w, h, 5, "card-box")
    pitch = min(19.6, (w - 34) / max(1, have))
    for i in range(have):
        out += fur_pip(box, value, x + 6 + i * pitch, y + 6, 17, i < box.wish_pay[wish])
    plate = rect(x + w - 22, y + 5.5, 17, 18, 4, "chip") + text(
        x + w - 13.5, y + 19, str(value), "num num-s", MIDDLE
    )
    out += group(plate, f"fur f{value}") + path(f"M{num(x + 6)} {num(y + 29)}h{num(w - 12)}", "rail")
    out += shield(str(box.wish_vp[wish]), x + 5, y + h - 24.5, 22)
    return out + effect_row(box, wish, x + w / 2 + 12, y + h - 13.5, 17, w - 40)


def card_frame() -> str:
    """The frame of an upright card, 96 wide and 124 high."""
    out = rect(1, 1, 94, 122, 7, "card-box")
    out += path("M1.6 8q0-6.4 6.4-6.4h80q6.4 0 6.4 6.4v14H1.6Z", "crest")
    out += '<rect x="1.6" y="20" width="92.8" height="5" fill="url(#frieze)"/>'
    return out


def wish_card(box: Box, wish: int, have: int, need: str, ribbon: str, ready: bool) -> str:
    """A wish in the hand, 96 x 124. The ribbon says whether it can be fulfilled."""
    value = int(box.wish_value[wish])
    out = card_frame() + use("wish", 5, 2.5, 17)
    out += text(48, 15.5, box.wish_ids[wish], "t-title", MIDDLE) + shield(str(box.wish_vp[wish]), 70, 3, 24)
    per = have if have <= 4 else 3
    size = 26.0 if have <= 3 else 21.5 if have == 4 else 17.5
    for i in range(have):
        in_row = min(per, have - (i // per) * per)
        top = 33.0 if have <= per else 26.5
        out += fur_pip(
            box,
            value,
            48 - in_row * size / 2 + (i % per) * size + 0.7,
            top + (i // per) * size,
            size - 1.5,
            i < box.wish_pay[wish],
        )
    out += fitted_text(48, 70, need, "t t-c", 84) + path("M8 77h80", "rail")
    out += effect_row(box, wish, 48, 90, 19, 84)
    if ribbon:
        out += rect(4, 104, 88, 17, 4, "ribbon" if ready else "ribbon ribbon--no")
        out += text(48, 116.3, ribbon, "t t-rib" if ready else "t t-rib t-no", MIDDLE)
    return out


def wish_small(box: Box, wish: int, have: int, ribbon: str, ready: bool) -> str:
    """A wish in a long hand, 110 x 62."""
    value = int(box.wish_value[wish])
    out = rect(1, 1, 108, 60, 5, "card-box")
    pitch = min(15.0, 80.0 / max(1, have))
    for i in range(have):
        out += fur_pip(box, value, 5 + i * pitch, 4, 14, i < box.wish_pay[wish])
    plate = rect(89, 3.5, 16, 15, 4, "chip") + text(97, 15, str(value), "num num-s", MIDDLE)
    out += group(plate, f"fur f{value}") + shield(str(box.wish_vp[wish]), 4, 21, 20)
    out += effect_row(box, wish, 66, 31, 16, 74)
    if ribbon:
        out += rect(4, 44, 102, 15, 4, "ribbon" if ready else "ribbon ribbon--no")
        out += text(55, 55.3, ribbon, "t t-rib" if ready else "t t-rib t-no", MIDDLE)
    return out


def wish_done(box: Box, wish: int) -> str:
    """A fulfilled wish, 62 x 58."""
    out = rect(0.8, 0.8, 60.4, 56.4, 5, "card-box") + shield(str(box.wish_vp[wish]), 3, 3, 18)
    return out + text(57, 14, box.wish_ids[wish], "t t-s", END) + effect_row(box, wish, 31, 38, 18, 55)


# ---- songs and automa cards ----


def song_card(box: Box, song: int, x: float, y: float, w: float = 120.0) -> str:
    """A song, 64 high: its price in story on the dark side, its reward on the light one."""
    out = rect(x, y, w, 64, 6, "card-box")
    side = f"M{num(x + 0.6)} {num(y + 6)}q0-5.4 5.4-5.4H{num(x + 38)}v62.8H{num(x + 6)}q-5.4 0-5.4-5.4Z"
    out += path(side, "crest") + use("story", x + 8, y + 6, 23)
    out += text(x + 19.5, y + 53, str(box.song_cost[song]), "num num-l cost", MIDDLE)
    return out + reward_row(box, box.song_reward[song], x + 38 + (w - 38) / 2, y + 32, 25, 3, w - 44)


def automa_card(box: Box, card: int) -> str:
    """The flipped automa card, 96 x 124: its hunt and its additional action."""
    out = card_frame() + use("bot", 5, 2.5, 17) + text(48, 15.5, str(card), "t-title", MIDDLE)
    end = "↓" if box.automa_highest[card] else "↑"
    furs: list[Item] = [("i", "hunt"), ("n", end), ("n", str(box.automa_furs[card])), ("i", "anyfur")]
    out += icon_row(furs, 48, 50, 24) + path("M8 74h80", "rail")
    return out + use(ACTION_NAMES[int(box.automa_action[card])], 32, 82, 32)


# ---- pieces ----


def cossack(colour: str, x: float, y: float, s: float, cls: str, label: str) -> str:
    """A Cossack with its foot at x, y."""
    body = use("cossack", -13 * s, -34 * s, 26 * s, 34 * s) + use(f"mark-{colour}", -4.5 * s, -17 * s, 9 * s)
    if cls == "is-done":
        body += tick(9 * s, -30 * s)
    return piece(f"cossack-{colour}", body, x, y, f"p-{colour} {cls}".strip(), label)


def fort(colour: str, x: float, y: float, name: str, label: str) -> str:
    """A built outpost, 28 x 30, centred on x, y. A neutral one has no mark."""
    mark = use(f"mark-{colour}", -4.5, 1.5, 9) if colour != "neutral" else ""
    return piece(name, use("fort", -14, -15, 28, 30) + mark, x, y, f"p-{colour}", label)


def land(kind: str, x: float, y: float, w: float, h: float, n: int) -> str:
    """The own tiles of one landscape kind with their number. A kind without tiles is pale."""
    out = group(land_pip(kind, x, y, w, h), "" if n else "f0")
    return out + (
        dot(x + w - 3, y + 5, 8, "count") + text(x + w - 3, y + 9.2, str(n), "t t-cnt", MIDDLE) if n else ""
    )
