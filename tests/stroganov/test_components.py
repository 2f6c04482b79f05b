"""Section 1: the contents of the box, the limited pieces, and the places of paid pieces."""

from __future__ import annotations

import hashlib
import tomllib
from typing import Any

import pytest

import samovar
from samovar.games.stroganov import components as parts
from samovar.games.stroganov.components import TIGER, Box
from samovar.games.stroganov.game import GAME
from samovar.games.stroganov.loading import load_box
from samovar.kernel import cards
from tests.stroganov.scene import (
    bag,
    furs,
    leave_in_bag,
    main,
    market,
    on_tile,
    play,
    regions,
    scene,
    table,
    tigers,
)


@pytest.fixture(scope="module")
def box() -> Box:
    return load_box(GAME.standard_text())


@pytest.fixture(scope="module")
def listed() -> dict[str, Any]:
    """The component file as parsed TOML, without the loader."""
    return tomllib.loads(GAME.standard_text())


@pytest.mark.rule("S-COMP-01", "S-RULING-03")
def test_76_furs_of_seven_kinds_with_the_values_2_to_8(box: Box) -> None:
    counts = {kind: box.furs[kind] for kind in range(TIGER)}
    assert counts == {0: 0, 1: 0, 2: 14, 3: 13, 4: 12, 5: 11, 6: 10, 7: 9, 8: 7}
    assert sum(counts.values()) == 76


@pytest.mark.rule("S-COMP-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_76_furs_are_somewhere_on_the_table(seats: int) -> None:
    m = samovar.Match("stroganov", seats, seed=5)
    s = table(m)
    lying = bag(m) + market(m) + [s.offer[i] >> 8 for i in range(len(s.offer))]
    lying += [kind for space in range(1, 13) for kind in on_tile(m, space) if kind != TIGER]
    assert {kind: lying.count(kind) for kind in set(lying)} == {2: 14, 3: 13, 4: 12, 5: 11, 6: 10, 7: 9, 8: 7}


@pytest.mark.rule("S-COMP-02", "S-RULING-01", "S-RULING-02")
def test_the_other_pieces_of_the_box(box: Box) -> None:
    assert len(box.tile_ids) - 1 == 26
    assert cards.count(box.start_tiles) == 5
    assert cards.count(box.other_tiles) == 21
    assert list(box.setup_furs) == [2, 3, 4, 5, 6, 7]
    assert box.furs[TIGER] == 16
    assert max(box.banners) == 20
    assert len(box.village_ids) - 1 == 5
    assert (cards.count(box.yurts_a), cards.count(box.yurts_b)) == (8, 8)
    assert (cards.count(box.songs_a), cards.count(box.songs_b)) == (10, 10)
    assert (cards.count(box.wishes_s), cards.count(box.wishes_a), cards.count(box.wishes_b)) == (9, 14, 14)
    assert box.outposts_per_colour == 5  # the summary says 4, but the scoring row goes up to five
    assert len(box.built_vp) - 1 == 5
    boards = {(colour, track.side) for track in box.tracks for colour in track.colours}
    assert boards == {(colour, side) for colour in ("blue", "green", "red", "yellow") for side in "ab"}


@pytest.mark.rule("S-COMP-02")
def test_the_list_of_contents(listed: dict[str, Any]) -> None:
    contents = listed["box"]
    assert (contents["banners"], contents["coins"], contents["horses_tokens"]) == (20, 20, 40)
    assert (contents["horse_tokens_value_1"], contents["horse_tokens_value_3"]) == (16, 24)
    assert contents["automa_cards"] == len(listed["automa"]["cards"]) == 18
    assert contents["player_boards"] == 4
    assert contents["solo_boards"] == 1
    assert [board["side"] for board in listed["solo_boards"]["board"]] == ["a", "b"]
    assert [contents[piece] for piece in ("cossacks", "story_tokens", "trophy_tokens", "vp_tokens")] == [
        4
    ] * 4
    assert contents["outposts"] == 20


@pytest.mark.rule("S-COMP-02")
@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("landscape_tiles = 26", "landscape_tiles = 27", "landscape_tiles"),
        ("setup_furs = 6\n", "setup_furs = 5\n", "setup_furs"),
        ("\nfurs = 76", "\nfurs = 77", "furs"),
        ("village_tiles = 5", "village_tiles = 6", "village_tiles"),
        ("yurt_tiles = 16", "yurt_tiles = 15", "yurt_tiles"),
        ("song_tiles = 20", "song_tiles = 21", "song_tiles"),
        ("tiger_tiles = 16", "tiger_tiles = 15", "tiger_tiles"),
        ("wish_cards = 37", "wish_cards = 36", "wish_cards"),
        ("counts = { S = 9, A = 14, B = 14 }", "counts = { S = 14, A = 14, B = 9 }", "S"),
    ],
)
def test_a_box_whose_list_is_wrong_is_refused(written: str, instead: str, complaint: str) -> None:
    text = GAME.standard_text()
    assert written in text
    with pytest.raises(samovar.BadInput, match=complaint):
        samovar.Match("stroganov", 2, components=text.replace(written, instead, 1))


@pytest.mark.rule("S-COMP-03")
def test_horses_and_coins_never_run_out() -> None:
    m = scene("""
        todo = ["Basic(0)", "Main(0,0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 4
        horses = 500
        coins = 400
    """)
    play(m, 0, "coin", "horses")
    assert table(m).coins[0] == 401
    assert table(m).horses[0] == 504


@pytest.mark.rule("S-COMP-03")
def test_banners_are_limited_to_those_set_out_for_the_player_count() -> None:
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 4
        horses = 0
        banners = 5
        [[player]]
        banners = 7
        [[region]]
        [[region]]
        village = "V1"
    """)
    play(m, 0, "village.2")
    assert table(m).banners[0] == 5
    assert table(m).horses[0] == 4


@pytest.mark.rule("S-COMP-03")
def test_outposts_are_limited_to_the_five_of_a_colour() -> None:
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 4
        outposts = 5
        [[region]]
        [[region]]
        village = "V2"
    """)
    play(m, 0, "village.2")
    assert table(m).outposts[0] == 5
    assert table(m).banners[0] == 1


@pytest.mark.rule("S-COMP-03")
def test_tigers_are_limited_to_the_box() -> None:
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        [[player]]
        space = 4
        tigers = 1
        horses = 0
        [[player]]
        tigers = 14
        [[region]]
        [[region]]
        yurt = "YB5"
    """)  # the 16th lies on space 12
    play(m, 0, "yurt.2")
    assert tigers(m, 0) == 1
    assert table(m).horses[0] == 2


@pytest.mark.rule("S-COMP-03")
def test_furs_are_limited_to_the_box() -> None:
    m = scene("""
        todo = ["Main(0,0)", "Calendar()"]
        acted = [0]
        market = [3, 4, 4, 5, 6, 7]
        [[player]]
        space = 4
        [[region]]
        [[region]]
        village = "V4"
    """)
    leave_in_bag(m)
    play(m, 0, "village.2", "take.3")
    assert furs(m, 0) == [3]
    assert market(m) == [4, 4, 5, 6, 7]


@pytest.mark.rule("S-COMP-03")
@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("[[player]]\nfurs = [8, 8, 8, 8, 8, 8, 8, 8]", "furs of value 8"),
        ("[[player]]\ntigers = 16", "tigers"),
        ("[[player]]\nbanners = 12\n[[player]]\nbanners = 1", "banners"),
        ('[[player]]\noutposts = 5\n[[region]]\nposts = ["0", "", ""]', "outposts"),
        ('[[player]]\nhand = ["A1"]\n[[player]]\nwishes = ["A1"]', "A1"),
        ('[[region]]\nyurt = "YA1"\n[[region]]\nyurt = "YA1"', "YA1"),
        ('[[player]]\ntiles = ["L09"]\n[[player]]\ntiles = ["L09"]', "L09"),
    ],
)
def test_no_position_holds_more_pieces_than_the_box(body: str, complaint: str) -> None:
    with pytest.raises(samovar.BadInput, match=complaint):
        scene(body)


@pytest.mark.rule("S-COMP-04")
def test_horses_are_changed_freely_only_the_total_counts() -> None:
    """A token of 3 can pay 1, and two times 2 can pay 3: change is always possible."""
    m = scene("""
        to_move = 0
        [[player]]
        space = 1
        horses = 3
    """)
    assert "move.4" in main(m, 0)
    play(m, 0, "move.3")
    assert table(m).horses[0] == 2
    play(m, 0, "horses")
    assert table(m).horses[0] == 6


@pytest.mark.rule("S-COMP-05")
def test_furs_in_a_supply_are_open_to_everyone() -> None:
    m = scene("""
        to_move = 0
        [[player]]
        furs = [2, 6, 8]
        tigers = 2
    """)
    assert m.position(1) == m.position(0) == m.position()
    assert "furs = [2, 6, 8]" in m.position(1)


PAYING = f"""
todo = ["Main(0,1)", "Calendar()"]
acted = [0]
trade_fur = 7
[[player]]
space = 4
furs = [3, 5]
tigers = 1
coins = 0
[[tile]]
space = 12
tigers = 0
{regions(2, 3, 4, 5, 6)}
"""


@pytest.mark.rule("S-COMP-06")
def test_a_paid_fur_goes_into_the_bag() -> None:
    m = scene(PAYING)
    in_bag = table(m).bag[5]
    play(m, 0, "coin", "pay.5")
    assert table(m).bag[5] == in_bag + 1
    assert furs(m, 0) == [3]


@pytest.mark.rule("S-COMP-06")
def test_a_paid_tiger_goes_to_the_tiger_supply() -> None:
    m = scene(PAYING)
    furs_in_bag = bag(m)
    assert table(m).bag[TIGER] == 15
    play(m, 0, "coin", "pay.tiger")
    assert tigers(m, 0) == 0
    assert table(m).bag[TIGER] == 16
    assert bag(m) == furs_in_bag


@pytest.mark.rule("S-RULING-66")
def test_the_vp_track_has_no_upper_limit() -> None:
    m = scene("""
        todo = ["Benefit(0,1,0)", "Calendar()"]
        acted = [0]
        [[player]]
        vp = 255
    """)  # the first reward of the component file: tile L01 with 2 VP
    assert table(m).vp[0] == 257
    assert m.scores()[0].breakdown["in_game"] == 257


@pytest.mark.rule("S-RULING-73")
def test_no_landscape_tile_gives_story(box: Box) -> None:
    for tile in range(1, len(box.tile_ids)):
        reward = box.tile_reward[tile]
        held = {box.rewards[reward * parts.MAX_PARTS + i] & 255 for i in range(parts.MAX_PARTS)} - {0}
        assert held <= {parts.VP, parts.HORSE, parts.COIN, parts.BAG_FUR, parts.MARKET_FUR}


@pytest.mark.rule("S-RULING-73")
def test_bag_draws_and_bears_are_no_auxiliary_actions() -> None:
    """A player who cannot pay any of the five auxiliary actions is offered none."""
    m = scene("""
        to_move = 0
        market = [8]
        [[player]]
        space = 1
        furs = [8]
        horses = 4
        coins = 9
    """)
    assert m.options(0) == ["move.1", "move.2", "move.3", "move.4"]


@pytest.mark.rule("S-COMP-02")
def test_the_totals_that_a_public_page_gives(listed: dict[str, Any]) -> None:
    """A public page counts 219 pieces of cardboard, 55 cards and 5 player boards."""
    contents = listed["box"]
    cardboard = ["furs", "setup_furs", "horses_tokens", "coins", "banners"]
    cardboard += ["village_tiles", "yurt_tiles", "song_tiles", "tiger_tiles"]
    assert sum(contents[piece] for piece in cardboard) == 219
    assert contents["wish_cards"] + contents["automa_cards"] == 55
    assert contents["player_boards"] + contents["solo_boards"] == 5


def test_a_single_yurt_has_five_story_points(listed: dict[str, Any]) -> None:
    """A public page speaks of one. The box of rules version 1 had two."""
    first = tomllib.loads(GAME.first_text())
    for box, ids in ((listed, ["YA4"]), (first, ["YA4", "YB4"])):
        assert [yurt["id"] for yurt in box["yurts"]["tiles"] if yurt["reward"] == {"story": 5}] == ids
    assert hashlib.sha256(GAME.first_text().encode()).hexdigest() == GAME.first_sha256


def test_a_record_or_position_that_names_no_box_has_that_of_version_1() -> None:
    """Only a position written by hand, without its format, has the standard box."""
    new, first = GAME.standard_box(), GAME.load(GAME.first_text())
    assert new.digest != first.digest
    for box in (new, first):
        m = samovar.Match(GAME, 2, 3, box=box)
        for text in (m.record(), m.position()):
            assert (box.digest in text) == (box is new)
        assert samovar.Match.from_record(m.record()).state.box.digest == box.digest
        assert samovar.Match.from_position(m.position()).state.box.digest == box.digest
    assert samovar.Match.from_position('game = "stroganov"').state.box is new
