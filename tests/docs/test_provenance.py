"""Every reader learns that Samovar is unofficial and which share of the values is reconstructed."""

from __future__ import annotations

import re

import pytest

from samovar.games import registry
from samovar.views.words.words import Words, languages
from tests.docs.pages import ROOT, text_of
from tools import provenance

SHARES = {game: provenance.percent(found) for game, found in provenance.by_game().items()}
NOTICE = {"en": "Unofficial, values partly reconstructed", "cs": "Neoficiální, hodnoty zčásti rekonstruované"}


def test_each_game_is_counted() -> None:
    assert set(SHARES) == set(registry.names())
    for found in provenance.by_game().values():
        assert set(found) <= {*provenance.ORIGINS, ""}
        assert found[""] <= 1  # the version of the file


def test_a_value_has_the_origin_of_the_nearest_table_or_its_own() -> None:
    text = """
    [a]
    x = 1
    list = [2, 3]
    source = "rulebook"
    note = "not a value"
    [b]
    y = 4
    effect = { n = 5 }
    source = "reconstructed"
    effect_source = "public"
    [c]
    z = 6
    deep = { p = 7, q = 8 }
    source = "rulebook"
    reconstructed_fields = ["z", "deep.q"]
    [d]
    v = 9
    w = 10
    source = "reconstructed"
    fixed = ["w", "some words"]
    """
    assert provenance.origins(text) == {"rulebook": 3 + 1 + 1, "public": 1, "reconstructed": 1 + 2 + 1}


def test_the_first_page_of_the_site_has_the_counts() -> None:
    page = text_of(ROOT / "docs/index.md")
    assert f"## {NOTICE['en']}" in page
    assert provenance.table() in page, "run tools/provenance.py and put its output into docs/index.md"


def test_the_readme_has_the_shares() -> None:
    page = text_of(ROOT / "README.md")
    assert NOTICE["en"] in page
    told = re.search(r"(\d+) % of the values of Stroganov, (\d+) % of Catherine and (\d+) % of Tundra", page)
    assert told
    assert [int(share) for share in told.groups()] == [
        SHARES[game] for game in ("stroganov", "catherine", "tundra")
    ]


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("lang", languages())
def test_the_rules_have_the_share_of_their_game(game: str, lang: str) -> None:
    folder = ROOT / "src/samovar/rules" / ("" if lang == "en" else lang)
    head = text_of(folder / f"{game}.md").partition("\n## ")[0]
    assert NOTICE[lang] in head
    assert re.findall(r"(\d+) %", head) == [str(SHARES[game])]


@pytest.mark.parametrize("lang", languages())
def test_the_first_page_of_the_table_says_so(lang: str) -> None:
    said = Words(lang).say("lobby.unofficial")
    assert {"en": "we reconstructed it", "cs": "doplnili jsme ji odhadem"}[lang] in said
