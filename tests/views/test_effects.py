"""Every kind of card effect has words, icons and a price for bots. A failure names what is missing."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

import samovar
from samovar.bots.knowledge.stroganov_prices import EFFECT_PRICES, OTHER_EFFECT, Prices
from samovar.games.catherine import components as catherine
from samovar.games.stroganov import components as stroganov
from samovar.games.stroganov.game import GAME
from samovar.games.stroganov.loading import load_box
from samovar.games.stroganov.state import Stroganov
from samovar.games.tundra import components as tundra
from samovar.kernel import cards
from samovar.views.effect_icons import ICON, SIGN, effect_icon_lines, effect_icons
from samovar.views.words.words import Words, common_texts, languages

ITEMS_ONLY = {"gain", "gain_any", "gain_same"}  # effects of Tundra whose text is their gain
# By game: its kinds of effects as in the message keys, and the keys that each kind must have.
KINDS = {
    "stroganov": [*stroganov.EFFECTS, "season_extra_anywhere"],
    "catherine": list(catherine.EFFECT_NAMES.values()),
    "tundra": list(tundra.EFFECT_NAMES.values()),
}
TEXTS = {"stroganov": ["effect", "short"], "catherine": ["effect", "short"], "tundra": ["op", "sign"]}
WITHOUT_TEXT = {("tundra", f"op.{kind}") for kind in ITEMS_ONLY} | {
    ("tundra", f"sign.{kind}") for kind in (*ITEMS_ONLY, "gain_per", "convert")
}

every_game = pytest.mark.parametrize("game", KINDS)


@every_game
@pytest.mark.parametrize("lang", languages())
def test_every_effect_kind_has_words(game: str, lang: str) -> None:
    w = Words(lang, game)
    keys = [f"{text}.{kind}" for kind in KINDS[game] for text in TEXTS[game]]
    assert [key for key in keys if not w.has(key) and (game, key) not in WITHOUT_TEXT] == []


@every_game
def test_every_effect_kind_has_icons(game: str) -> None:
    assert sorted(common_texts(game)) == sorted(f"signs.{kind}" for kind in KINDS[game])


@every_game
def test_every_icon_is_in_a_sprite(game: str) -> None:
    views = files("samovar.views")
    drawn = {
        name
        for sprite in (views.joinpath("sprite.svg"), views.joinpath(game, "sprite.svg"))
        for name in re.findall(r'id="a-([^"]+)"', sprite.read_text(encoding="utf-8"))
    }
    icons: set[str] = set()
    for text in common_texts(game).values():
        for word in text.split():
            sign = SIGN.fullmatch(word)
            if sign is not None and sign[1] in ("any", "no"):
                icons.add(sign[2])
            elif ICON.fullmatch(word):
                icons.add(word)
    assert icons - drawn == set()


def test_a_text_becomes_a_row_of_icons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(common_texts("tundra"), "signs.test", "boot no:berry +{n}\n{row} :\n{none}")
    found = [[("i", "boot"), ("no", "berry"), ("n", "+3")], [("vp", "1"), ("n", ":")]]
    rows = {"row": [("vp", "1")], "none": []}
    assert effect_icon_lines("tundra", "test", {"n": "3"}, rows) == found
    assert effect_icons("tundra", "test", {"n": "3"}, rows) == found[0] + found[1]


# ---- Stroganov: an attribute of the box and a price for each kind ----


def test_the_box_has_a_set_of_wishes_for_every_kind() -> None:
    box = load_box(GAME.standard_text())
    missing = [kind for kind in stroganov.EFFECTS if not hasattr(box, kind)]
    assert missing == []
    for kind in stroganov.EFFECTS:
        wishes = [wish for wish, found in enumerate(box.wish_effect) if found == kind]
        assert list(cards.members(getattr(box, kind))) == wishes, kind
        assert wishes, f"no wish has the effect {kind}"


def test_a_kind_without_an_attribute_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(stroganov.EFFECTS, "hunt_twice", "")
    text = GAME.standard_text().replace('kind = "hunt_skip_free"', 'kind = "hunt_twice"')
    with pytest.raises(AttributeError, match="hunt_twice"):
        load_box(text)


def test_a_kind_that_bots_do_not_know_has_the_price_of_an_average_effect() -> None:
    state = samovar.Match("stroganov", 3, seed=1).state
    assert isinstance(state, Stroganov)
    box, prices = state.stock, Prices()
    prices.update(state, 0)
    assert set(EFFECT_PRICES) < set(stroganov.EFFECTS)
    for wish in range(1, len(box.wish_ids)):
        assert prices.wish(state, 0, wish) > 0, box.wish_effect[wish]
    wish = box.wish_effect.index("second_advanced_any_fur")
    assert "second_advanced_any_fur" not in EFFECT_PRICES
    assert prices.wish(state, 0, wish) == box.wish_vp[wish] * 1000 + OTHER_EFFECT * prices.turns
