"""Tundra at one keyboard: a handover before starter cards. Personal goals are hidden from other players."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

import samovar
from samovar.bots.registry import seat_bots
from samovar.games.tundra.game import GAME
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.terminal.terminal_game import TerminalGame
from samovar.terminal.terminal_text import terminal_text
from samovar.views.words.words import Words
from tests.terminal.test_hidden import CLEARED, shown_in_three_states
from tests.terminal.test_play import AtRandom, Table

MODULES = {"titles": "on", "personal_goals": "on"}
NAMES = ["Anna", "Mavra", "Feodor", "Vladimir"]


def telling_box() -> str:
    """The box with the id of each starter card and personal goal as its name, so that any mention
    identifies it.
    """
    text = re.sub(r'(?m)^id = "(s\d\d)"\nname = ".*"$', r'id = "\1"\nname = "TOLD-\1"', GAME.standard_text())
    parts = text.split("[[personal_goal]]")
    told = [re.sub(r'id = "(\w+)"\nname = ".*"', r'id = "\1"\nname = "TOLD-\1"', part) for part in parts[1:]]
    return "[[personal_goal]]".join([parts[0], *told])


def loop(table: Table, seats: int, people: int, options: dict[str, str], lang: str = "en") -> TerminalGame:
    match = samovar.Match("tundra", seats, 7, options, telling_box(), NAMES[:seats])
    others = range(people, seats)
    players = dict(zip(others, seat_bots("random", match.game, others), strict=True)) if others else {}
    shown = terminal_text(match.game, Words(lang, "tundra"))
    return TerminalGame(match, shown, players, table.console, table.ask)


class Watchful(AtRandom):
    """A table that checks before every input that the screen shows only what the person there may know."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.console = Console(
            file=self.screen, width=120, highlight=False, markup=False, force_terminal=True, no_color=True
        )
        self.own: dict[int, set[str]] = {}
        self.read = 0  # characters of the output read so far
        self.visible: set[str] = set()  # on the screen since it was cleared
        self.mentioned: set[str] = set()  # since the start
        self.handovers = 0
        self.look = 0

    def knowable(self, s: Tundra, seat: int) -> set[str]:
        """The cards that this seat may know: starter cards under boards, those dealt to it, its own goal."""
        box = s.stock
        known = self.own.setdefault(seat, set())
        if seat >= 0:
            known |= {box.starter_ids[card] for card in cards.members(s.dealt[seat])}
            if s.personal[seat]:
                known.add(box.personal[s.personal[seat]].id)
        if s.over:
            known |= {box.personal[goal].id for goal in s.personal if goal}
        return known | {box.starter_ids[card] for card in s.starter if card}

    def ask(self, prompt: str) -> str:
        game = self.loop
        assert game is not None
        s = game.match.state
        assert isinstance(s, Tundra)
        new, self.read = self.text[self.read :], len(self.text)
        _, cleared, text = re.sub(r"\x1b\[[0-9;]*m", "", new).rpartition(CLEARED)
        if cleared:
            self.visible = set()
        if "press Enter" in prompt or "stiskn" in prompt:
            self.handovers += 1
            said = [line for line in text.splitlines() if line.strip() and "\x1b" not in line]
            assert len(said) <= 1, said  # only the handover text
        if len(game.people) == 1:
            seat = game.people[0]
        elif game.seat_at_keyboard >= 0 or game.hides_screen:
            seat = game.seat_at_keyboard
        else:
            seat = -1  # all look at the same screen
        self.visible |= set(re.findall(r"TOLD-(\w+)", text))
        unknown = self.visible - self.knowable(s, seat)
        assert not unknown, (seat, unknown)
        self.mentioned |= self.visible
        self.look += 1
        if self.look % 7 == 0 and " > " in prompt and "Enter" not in prompt:
            self.screen.write(prompt + "\n")
            return ("score", "log 99", "table", "why", "position")[self.look // 7 % 5]
        return super().ask(prompt)


@pytest.mark.rule("T-PGOAL-01", "T-RULING-SETUP-04", "T-RULING-SETUP-06")
@pytest.mark.parametrize(("people", "lang"), [(1, "en"), (2, "en"), (2, "cs")])
def test_nothing_hidden_is_ever_printed(people: int, lang: str) -> None:
    """In a whole game the screen shows only the own starter cards and the own goal."""
    table = Watchful(people)
    game = table.loop = loop(table, 2, people, MODULES, lang)
    assert game.run() == 0
    assert game.match.over
    s = game.match.state
    assert isinstance(s, Tundra)
    goals = {s.stock.personal[goal].id for goal in s.personal}
    assert goals <= table.mentioned  # at the end all goals are shown
    assert len(table.mentioned) > 5
    assert (table.handovers > 10) == (people > 1)
    assert (game.words.say("ui.handover_end") in table.text) == (people > 1)


def test_without_personal_goals_only_the_starter_cards_need_a_handover() -> None:
    table = Watchful(3)
    game = table.loop = loop(table, 3, 2, {})
    assert game.run() == 0
    assert game.match.over
    assert 2 <= table.handovers <= 3  # once for each, and once more when the last secret is on the screen


def test_rejected_cards_are_cleared_before_the_next_person_looks() -> None:
    """The reveal ends the secrets, but the screen still shows the hand of the person who chose last."""
    table = Watchful(5)
    game = table.loop = loop(table, 2, 2, {"first_player": "1"})
    game.run()
    text = re.sub(r"\x1b\[[0-9;]*m", "", table.text)
    screens = text.split(CLEARED)
    assert "Mavra, keep starter card 2 of 2" in screens[-3]
    assert "Anna, " not in screens[-3]
    assert "Pass the keyboard to Anna" in screens[-2]
    assert "Starter cards to choose from" not in screens[-1]
    assert "Mavra > " in screens[-1]  # from here on both look at the same screen


@pytest.mark.parametrize("seat", [0, 1])
def test_the_screen_does_not_depend_on_hidden_information(seat: int) -> None:
    """The same commands print the same on tables that differ only in hidden information."""
    looks = [
        "table",
        "log 99",
        "score",
        "why",
        "why build",
        "position",
        "signs",
        "help",
        "personal.day_off",
        "",
    ]
    compared = steps = 0
    played = samovar.Match("tundra", 3, 5, MODULES, names=NAMES[:3])
    while not played.over:
        if seat in played.actors() and (steps < 3 or steps % 31 == 0):
            texts = shown_in_three_states(played, seat, looks, lambda table: loop(table, 3, 1, MODULES))
            assert texts[0] == texts[1] == texts[2]
            compared += 1
        actor = played.actors()[-1]
        options = played.options(actor)
        played.play(actor, options[steps * 5 % len(options)])
        steps += 1
    assert compared > 2


@pytest.mark.rule("T-PGOAL-01")
def test_the_running_score_leaves_out_points_that_only_others_know() -> None:
    """The screen of a seat counts the points of its own personal goal and shows ? for the others."""
    position = """
game = "tundra"
round = 4
to_move = 0
[options]
personal_goals = "on"
[[player]]
vp = 9
dice = [1]
workers = [13]
goal = "frugality"
[[player]]
vp = 20
dice = [1]
workers = [14]
goal = "day_off"
"""
    table = Table("score")
    match = samovar.Match.from_position(position)
    match.names = NAMES[:2]
    TerminalGame(
        match,
        terminal_text(match.game, Words("en", "tundra")),
        {1: seat_bots("random", match.game, [1])[0]},
        table.console,
        table.ask,
    ).run()
    shown = table.text.partition("If the game ended now:")[2].splitlines()
    assert [line.split() for line in shown[1:5]] == [
        ["1.", "■", "Anna", "2.", "●", "Mavra"],
        ["in", "the", "game", "9", "20"],
        ["personal", "goal", "17", "?"],
        ["total", "26", "20+?"],
    ]


def test_a_tie_is_broken_by_resources_and_berries() -> None:
    position = """
game = "tundra"
round = 4
todo = []
[[player]]
vp = 20
stone = 0
firewood = 0
peat = 1
[[player]]
vp = 20
stone = 3
"""
    table = Table("")
    match = samovar.Match.from_position(position)
    match.names = NAMES[:2]
    TerminalGame(
        match,
        terminal_text(match.game, Words("en", "tundra")),
        {1: seat_bots("random", match.game, [1])[0]},
        table.console,
        table.ask,
    ).run()
    assert "Mavra wins with 20 VP." in table.text
    assert "More resources decide, then more berries: Mavra 7 and 4, Anna 1 and 4." in table.text
