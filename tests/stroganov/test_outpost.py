"""Section 10: building outposts."""

from __future__ import annotations

import pytest

import samovar
from tests.stroganov.actions import posts, region, scene_of, yurts
from tests.stroganov.scene import main, play, table


def outposts(m: samovar.Match) -> list[str]:
    return [token for token in main(m, 0) if token.startswith("outpost.")]


def why_not(m: samovar.Match, token: str) -> tuple[str, str]:
    with pytest.raises(samovar.IllegalAction) as refused:
        m.play(0, token)
    return refused.value.reason, refused.value.rule


@pytest.mark.rule("S-POST-01")
def test_from_the_supply_onto_the_leftmost_free_space_of_the_cossacks_region() -> None:
    """A free space between outposts is filled first. An own outpost elsewhere allows no building there."""
    m = scene_of(
        "seats = 4\n"
        + region(1, 'posts = ["0", "", ""]')
        + '[[region]]\n[[region]]\nposts = ["1", "", "2"]\n'
        + "[[player]]\nspace = 7\noutposts = 2\nhorses = 2"
    )
    assert outposts(m) == ["outpost.3"]
    play(m, 0, "outpost.3")
    assert posts(m, 3) == ["1", "0", "2"]
    assert (table(m).outposts[0], table(m).built(0), table(m).outposts_left(0)) == (1, 2, 2)


@pytest.mark.rule("S-POST-02")
@pytest.mark.parametrize(
    ("taken", "price"), [(["", "", ""], 0), (["1", "", ""], 1), (["1", "2", ""], 2), (["", "2", ""], 0)]
)
def test_the_horses_shown_on_that_space_are_paid(taken: list[str], price: int) -> None:
    m = scene_of(f"seats = 4\n{region(4, f'posts = {taken}')}[[player]]\nspace = 8\nhorses = {price}")
    play(m, 0, "outpost.4")
    assert table(m).horses[0] == 0
    if price:
        m = scene_of(f"seats = 4\n{region(4, f'posts = {taken}')}[[player]]\nspace = 8\nhorses = {price - 1}")
        assert why_not(m, "outpost.4") == ("too_few_horses", "S-POST-02")


@pytest.mark.rule("S-EX-03", "S-POST-02", "S-ADV-02")
def test_mavra_builds_in_third_place() -> None:
    """The third space costs two horses. After that she acts there without her Cossack."""
    text = "seats = 4\n" + region(4, 'posts = ["1", "2", ""]')
    m = scene_of(text + "[[player]]\nspace = 8\nhorses = 2\noutposts = 1\nfurs = [6]\ncoins = 0")
    play(m, 0, "outpost.4")
    assert (table(m).horses[0], table(m).outposts[0], posts(m, 4)) == (0, 0, ["1", "2", "0"])
    table(m).put_cossack(0, 11)
    assert [token for token in main(m, 0) if token.endswith(".4")] == ["village.4", "yurt.4", "wish.4"]


@pytest.mark.rule("S-POST-03")
def test_at_most_one_outpost_per_player_and_region() -> None:
    m = scene_of(
        region(4, 'posts = ["0", "", "neutral"]') + "[[player]]\nspace = 8\noutposts = 2\nhorses = 9"
    )
    assert outposts(m) == []
    assert why_not(m, "outpost.4") == ("own_outpost_there_already", "S-POST-03")


@pytest.mark.rule("S-POST-04")
@pytest.mark.parametrize(
    ("taken", "player", "reason"),
    [
        (["", "", "neutral"], "outposts = 0\nhorses = 9", "no_outpost_in_the_supply"),
        (["1", "neutral", "neutral"], "outposts = 1\nhorses = 9", "no_free_outpost_space"),
        (["1", "", "neutral"], "outposts = 1\nhorses = 0", "too_few_horses"),
    ],
)
def test_not_without_an_outpost_a_free_space_and_the_horses(
    taken: list[str], player: str, reason: str
) -> None:
    m = scene_of(f"{region(4, f'posts = {taken}')}[[player]]\nspace = 8\n{player}")
    assert outposts(m) == []
    assert why_not(m, "outpost.4")[0] == reason


@pytest.mark.rule("S-POST-05")
def test_built_outposts_stay_for_the_rest_of_the_game() -> None:
    """Neither winter nor the change of the decks removes them."""
    for year in (1, 2, 3):
        text = f'year = {year}\nseason = "winter"\n' + region(4, 'posts = ["0", "1", "neutral"]')
        m = scene_of(text, "NextYear()")
        assert table(m).year == year + 1
        assert posts(m, 4) == ["0", "1", "neutral"]


@pytest.mark.rule("S-POST-06")
def test_an_outpost_as_a_benefit_comes_from_the_general_into_the_personal_supply() -> None:
    m = scene_of("year = 3\n" + region(4, 'yurt = "YB8"') + "[[player]]\nspace = 8\noutposts = 1")
    play(m, 0, "yurt.4")
    assert (table(m).outposts[0], table(m).built(0), table(m).outposts_left(0)) == (2, 0, 3)
    assert posts(m, 4) == ["", "", "neutral"]


@pytest.mark.rule("S-POST-06")
def test_a_benefit_never_gives_a_sixth_outpost() -> None:
    """With four outposts in the supply and one built, none of the colour is left."""
    text = region(4, 'yurt = "YB8"') + '[[region]]\nposts = ["0", "", "neutral"]\n'
    m = scene_of("year = 3\n" + text + "[[player]]\nspace = 8\noutposts = 4")
    play(m, 0, "yurt.4")
    assert (table(m).outposts[0], table(m).vp[0], yurts(m)[3]) == (4, 1, "")
