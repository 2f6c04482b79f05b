"""How to play Stroganov: the page behind "?", with the drawings of the table and the numbers of the box."""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov.components import KINDS, TIGER, Box
from samovar.games.stroganov.game import GAME
from samovar.kernel import cards
from samovar.views.howto import HowTo, Legend, Values, icons, refs, symbol
from samovar.views.stroganov import things
from samovar.views.stroganov.drawings import (
    dome,
    fur_chip,
    house,
    reward_items,
    reward_row,
    song_card,
    wish_card,
)
from samovar.views.svg import Item, group, icon_row, rect, svg, use
from samovar.views.words.words import Words, capital

COLOURS: Final = ["red", "yellow", "green", "blue"]
GOODS: Final = ["vp", "evp", "coin", "horse", "story", "song", "banner", "outpost", "trophy"]
FURS: Final = ["anyfur", "paidfur", "bag_fur", "market_fur"]
ACTIONS: Final = [
    "move",
    "hunt",
    "trade",
    "village",
    "yurt",
    "wish",
    "claim",
    "basic",
    "advanced",
    "anywhere",
]
SEASONS: Final = ["spring", "summer", "autumn", "winter"]
SIGNS: Final = [
    ("/", "per"),
    ("2≠", "different"),
    ("+1", "more"),
    ("±1", "beside"),
    ("←2", "left"),
    ("↓1", "below"),
    ("↑↓", "ends"),
    ("<", "lower"),
    ("¼", "quarter"),
]


def howto(w: Words) -> HowTo:
    return explained(w, GAME.standard_box())


def explained(w: Words, box: Box) -> HowTo:
    """The page with the numbers of this box."""
    page = HowTo(w, "stroganov", _values(w, box))
    page.goal("vp", _scene())
    page.round(
        "winter",
        [
            icons([("i", name) for name in SEASONS[:3]], 13),
            icons([("i", "horse"), ("i", "banner")]),
            refs("story", "song"),
            refs("pile", "yurt", "wish"),
        ],
    )
    second: list[Item] = [("i", "anyfur"), ("n", "→"), ("i", "advanced")]
    bought: list[Item] = [("n", str(int(box.buy_horses))), ("i", "horse"), ("i", "arrow"), ("i", "bag_fur")]
    lower: list[Item] = [("i", "horse"), ("i", "anyfur"), ("i", "arrow"), ("n", "<")]
    two: list[Item] = [("n", "2"), ("i", "anyfur"), ("i", "arrow"), ("n", "1")]
    page.turn(
        "move",
        [refs("move"), refs("basic"), refs("advanced"), icons(second, 14)],
        [icons(bought), icons(lower), icons(two), refs("wish")],
    )
    page.actions("advanced", _actions(w, box))
    page.points(
        "vp",
        [
            icons([("i", "claim"), ("n", "→"), ("vp", "")]),
            icons([("land", kind) for kind in box.kinds]),
            icons([("i", "wish"), ("n", "→"), ("vp", "")]),
            icons([("i", "song"), ("i", "trophy")]),
            icons([("i", "outpost"), ("n", "→"), ("evp", "")]),
            icons([("i", "coin"), ("i", "horse"), ("i", "story")]),
        ],
    )
    page.end("done")
    _legend(page, box)
    return page


def _values(w: Words, box: Box) -> Values:
    return {
        "years": int(box.years),
        "steps": int(box.free_steps),
        "more": ", ".join(str(n) for n in box.step_horses),
        "extra": len(box.step_horses),
        "kinds": len(box.kinds),
        "posts_n": len(box.built_vp) - 1,
        "coins": int(box.coin_gain),
        "horses": int(box.horses_gain),
        "moves": int(box.move_steps),
        "skip": int(box.skip_horses),
        "second": int(box.second_coin),
        "picks": int(box.trade_picks),
        "claim": int(box.claim_furs),
        "claim_more": int(box.claim_per_fur),
        "buy": int(box.buy_horses),
        "down": int(box.down_horses),
        "bear": int(box.bear_story),
        "income": int(box.winter_horses),
        "banner": int(box.winter_per_banner),
        "ranks": w.all_of([str(n) for n in box.rank_story]),
        "last": int(box.story_last),
        "set3": int(box.set_of_3),
        "set4": int(box.set_of_4),
        "tiger": int(box.tiger_vp),
        "built": ", ".join(str(n) for n in list(box.built_vp)[1:]),
        "unbuilt": int(box.unbuilt_vp),
        "coins_vp": int(box.coins_per_vp),
        "horses_fur": int(box.horses_per_fur),
        "furs_vp": int(box.furs_per_vp),
        "story_vp": int(box.story_per_vp),
        "posts": w.one_of(sorted({str(int(n)) for n in box.post_horses})),
        "market": int(box.market_spaces),
    }


def _scene() -> str:
    """Three landscapes with two Cossacks, an outpost, and a shield."""
    out = "".join(use(kind, k * 84, 8, 82, 104) for k, kind in enumerate(("forest", "mountain", "steppe")))
    out += "".join(rect(k * 84, 8, 82, 104, 8, "frame") for k in range(3))
    out += group(use("cossack", 24, 52, 38, 50), "p-blue") + group(use("cossack", 196, 58, 34, 44), "p-red")
    return svg(
        262,
        114,
        out + group(use("fort", 110, 70, 34, 36), "p-blue") + use("vp", 216, 0, 44),
        "",
        "howto__scene",
    )


def _tile(box: Box, kind: str, furs: list[int]) -> str:
    """A landscape tile with furs, 72 x 100."""
    out = use(kind, 0, 0, 72, 100)
    for k, fur in enumerate(furs):
        out += fur_chip(box, fur, 18, 74 - k * 24, 36, 22)
    return out + rect(0.6, 0.6, 70.8, 98.8, 5, "frame")


def _actions(w: Words, box: Box) -> list[str]:
    """Drawings of the basic and of the advanced actions."""
    gains: list[Item] = [("n", str(int(box.coin_gain))), ("i", "coin")]
    more: list[Item] = [("n", str(int(box.horses_gain))), ("i", "horse")]
    take = icon_row(gains, 36, 28, 30) + icon_row(more, 36, 70, 30)
    furs = [kind for kind in range(KINDS) if kind != TIGER and box.furs[kind]]
    hunted = _tile(box, "forest", [furs[0], furs[2], furs[-1]])
    for k in range(1, 3):
        price: list[Item] = [("n", str(k * int(box.skip_horses))), ("i", "horse")]
        hunted += icon_row(price, 90, 85 - k * 24, 20)
    traded = fur_chip(box, furs[2], 0, 34, 44, 28)
    bonuses: list[list[Item]] = [
        [("n", str(int(box.bonus_coin))), ("i", "coin"), ("n", str(int(box.bonus_story))), ("i", "story")],
        [("n", str(int(box.bonus_horses))), ("i", "horse"), ("i", "move")],
    ]
    traded += "".join(icon_row(row, 92, 32 + k * 32, 22) for k, row in enumerate(bonuses))
    village = next(iter(cards.members(int(box.trophy_villages))), 1)
    plain = next(k for k in range(1, len(box.village_ids)) if k != village)
    yurt = next(iter(cards.members(int(box.yurts_a))))
    wish = next(iter(cards.members(int(box.wishes_a))))
    song = next(iter(cards.members(int(box.songs_a))))
    card = wish_card(box, wish, int(box.wish_possess[wish]), "", "", False)
    post = use("fort", 6, 12, 62, 66)
    tile = next(iter(cards.members(int(box.start_tiles))))
    claimed = _tile(box, box.kinds[int(box.tile_kind[tile])], [furs[1]])
    claimed += rect(4, 5, 64, 24, 5, "card-box")
    claimed += icon_row(reward_items(box, int(box.tile_reward[tile])), 36, 17, 18, 2, 58)
    trophy = use("trophy", 2, 14, 66, 66)
    told = song_card(box, song, 0, 18)
    return [
        svg(72, 100, take, "", "howto__drawing"),
        svg(112, 100, hunted, "", "howto__drawing"),
        svg(136, 100, traded, "", "howto__drawing"),
        svg(
            96,
            76,
            house(0, 8, 96) + reward_row(box, int(box.village_reward[plain]), 48, 44, 24, 3, 86),
            "",
            "howto__drawing",
        ),
        svg(
            96,
            76,
            dome(0, 8, 96) + reward_row(box, int(box.yurt_reward[yurt]), 48, 46, 24, 3, 86),
            "",
            "howto__drawing",
        ),
        svg(96, 124, card, "", "howto__drawing"),
        svg(74, 92, group(post, "p-blue"), "", "howto__drawing"),
        svg(72, 100, claimed, "", "howto__drawing"),
        svg(70, 94, trophy, "", "howto__drawing"),
        svg(120, 100, told, "", "howto__drawing"),
    ]


def _legend(page: HowTo, box: Box) -> None:
    legend = Legend(page)
    pieces = [legend.entry([ref], ref, "p-blue") for ref in ("cossack", "fort")]
    legend.group("goods", [*legend.icons(GOODS), *pieces, legend.seats(COLOURS)])
    kinds = [kind for kind in range(KINDS) if kind != TIGER and box.furs[kind]]
    legend.group("furs", [*(_fur(legend, box, kind) for kind in [*kinds, TIGER]), *legend.icons(FURS)])
    lands = [_land(legend, kind) for kind in box.kinds]
    legend.group("lands", [*lands, *legend.icons(["town", "pile"])])
    legend.group("actions", [*legend.icons(ACTIONS), legend.entry(["arrow"], "arrow")])
    legend.group("seasons", legend.icons(SEASONS))
    struck = svg(24, 24, icon_row([("no", "horse")], 12, 12, 22), "", "howto__symbol")
    words = [w.say("howto.icon.free") for w in [page.w, *legend.others]]
    signs = [legend.sign(sign, key) for sign, key in SIGNS]
    legend.group("signs", [legend.named(struck, words[0], words[1:]), *signs])
    legend.finish("pile")


def _fur(legend: Legend, box: Box, kind: int) -> str:
    """A fur with its name and value."""
    key = "tiger" if kind == TIGER else "bear" if kind == box.bear else "fur"
    texts = []
    for w in [legend.page.w, *legend.others]:
        name = capital(w.noun(1, "tiger" if kind == TIGER else box.animals[kind]))
        texts.append(f"**{name}** " + w.say("howto.icon." + key, **{**legend.page.values, "value": kind}))
    return legend.named(symbol("tiger" if kind == TIGER else box.animals[kind]), texts[0], texts[1:])


def _land(legend: Legend, kind: str) -> str:
    texts = [
        f"**{capital(things.kind_name(w, kind))}** " + w.say("howto.icon.land")
        for w in [legend.page.w, *legend.others]
    ]
    return legend.named(symbol(kind), texts[0], texts[1:])
