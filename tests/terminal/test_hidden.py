"""Several people at one keyboard: the screen reveals no hidden hands or choices of others."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import samovar
from samovar.games.catherine import tokens
from samovar.games.catherine.components import COLOURS
from samovar.games.catherine.game import GAME
from samovar.games.catherine.state import HANDS, Catherine
from samovar.kernel import cards
from samovar.kernel.rng import Rng
from samovar.terminal import screen
from samovar.terminal.terminal_game import TerminalGame
from tests.terminal.test_play import AtRandom, Table, loop

CLEARED = "\x1b[2J"
SHOWN = {tokens.LAID, tokens.SHOWED_ACTION, tokens.SHOWED_ACTIVATION, tokens.PAID}


def telling_box() -> str:
    """The box with the id of each card as its name, so that any mention of a card identifies it."""
    head, *entries = re.split(r"(?m)^\[\[card\]\]$", GAME.standard_text())
    found = [head + '[[family]]\nid = "telling"\n']
    for entry in entries:
        id = re.findall(r'id = "(\w+)"', entry)[0]
        told = re.sub(r'family = "\w+"', 'family = "telling"', entry, count=1)
        found.append(re.sub(r'name = ".*"', f'name = "CARD-{id}"', told, count=1))
    return "[[card]]".join(found)


class Watchful(AtRandom):
    """A table that checks before every input that the screen shows only what the person there may know."""

    def __init__(self, seed: int, terminal: bool) -> None:
        super().__init__(seed)
        self.console = Console(
            file=self.screen, width=120, highlight=False, markup=False, force_terminal=terminal, no_color=True
        )
        self.own: dict[int, set[str]] = {}
        self.seen = 0
        self.handovers = 0

    def knowable(self, game: TerminalGame, seat: int) -> set[str]:
        """The cards that this seat may know: those shown to all, and those in its hand."""
        s = game.match.state
        assert isinstance(s, Catherine)
        ids = s.stock.card_ids
        shown = {ids[e[2]] for entry in game.match.log for e in entry.events if e[0] in SHOWN}
        for p in range(s.seats):
            held = cards.members_of_sets(s.sets, HANDS + p * COLOURS, COLOURS)
            self.own.setdefault(p, set()).update(ids[card] for card in held)
        drawn = {
            ids[e[2]]
            for entry in game.match.log
            for e in entry.events
            if e[0] == tokens.DREW and e[1] == seat
        }
        return shown | drawn | self.own.get(seat, set())

    def ask(self, prompt: str) -> str:
        game = self.loop
        assert game is not None
        text = self.text if not game.hides_screen else self.text.rpartition(CLEARED)[2]
        text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
        if "press Enter" in prompt:
            self.handovers += 1
            said = [line for line in text.splitlines() if line.strip()]
            assert len(said) == 1, said  # only the handover text
        seat = game.seat_at_keyboard if game.hides_screen else game.people[0]
        mentioned = set(re.findall(r"\b(?:nw|so|ea)\d\d\b", text))
        unknown = mentioned - self.knowable(game, seat)
        assert not unknown, (seat, unknown)
        self.seen = max(self.seen, len(mentioned))
        return super().ask(prompt)


@pytest.mark.parametrize("people", [1, 2, 3])
def test_no_card_is_named_before_it_may_be_known(people: int) -> None:
    table = Watchful(people, terminal=people > 1)
    game = table.loop = loop(table, seed=people, people=people, game="catherine", components=telling_box())
    game.run()
    assert game.match.over
    assert table.seen > 10
    assert (table.handovers > 24) == (people > 1)


def shown_in_three_states(
    played: samovar.Match, seat: int, commands: list[str], begin: Callable[[Table], TerminalGame]
) -> list[str]:
    """The text that a seat is shown for these commands, in the true state and in two determinizations."""
    texts: list[str] = []
    for seed in (0, 1, 2):
        table = Table(*commands)
        game = begin(table)
        game.match = samovar.Match.from_record(played.record())
        game.match.names = ["Anna", "Mavra", "Feodor"]
        if seed:
            game.match.state = game.match.game.determinize(game.match.view(seat), Rng(seed))
        with pytest.raises(EOFError):
            game.decide(seat)
        texts.append(table.text)
    return texts


@pytest.mark.parametrize("seat", [0, 1])
def test_the_screen_does_not_depend_on_hidden_information(seat: int) -> None:
    """The same commands print the same on tables that differ only in hidden information."""
    looks = ["table", "log 99", "score", "why", "why build", "position", "signs", "help", "deal.ea31", ""]
    steps = 0
    compared = 0
    played = samovar.Match("catherine", 3, seed=5)
    while not played.over:
        if seat in played.actors() and steps % 9 == 0:
            texts = shown_in_three_states(played, seat, looks, lambda table: loop(table, game="catherine"))
            assert texts[0] == texts[1] == texts[2]
            compared += 1
        actor = played.actors()[-1]
        options = played.options(actor)
        played.play(actor, options[steps * 5 % len(options)])
        steps += 1
    assert compared > 4


HOTSEAT = ("catherine", "--seats", "3", "--hotseat", "2", "--seed", "7")


def start(*then: str) -> str:
    """Let both people choose their starting rows, then type ``then``. Return the screen without styles."""
    table = Table("", "1", "1", "1", "", "", "1", "1", "1", *then)
    table.console = Console(file=table.screen, width=120, force_terminal=True, no_color=True)
    assert table.play(*HOTSEAT) == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", table.text)


def test_the_screen_is_cleared_between_two_people() -> None:
    text = start()
    screens = text.split(CLEARED)
    assert "Players at this keyboard: Anna and Mavra." in screens[0]
    assert "Pass the keyboard to Anna. Nobody else should look." in screens[1]
    assert "Anna, choose card 1 of 3" in screens[2]
    assert "Your starting row: " in screens[2]
    assert "Ready: 1 of 3. You can still change it." in screens[2]
    assert "Pass the keyboard to Mavra." in screens[3]
    assert "choose" not in screens[3]
    assert "Mavra, choose card 1 of 3" in screens[4]
    assert "Ready: 1 of 3." in screens[4]
    assert "Anna begins with" not in screens[4]


def test_a_choice_can_be_changed_until_all_have_chosen() -> None:
    """The person at the keyboard uses undo. The previous person can undo after getting the keyboard back."""
    text = start("pass Feodor", "pass Anna", "", "restart", "2", "2", "2", "")
    assert "To let another player change a choice, type pass and the name: Anna." in text
    assert "“pass feodor” is not a choice here" in text  # a bot
    assert "Your turn starts again." in text
    first, second = re.findall(r"Your starting row: ([^.]*)\.", text)[0::3][:2]
    assert first != second
    reveal = text.rpartition("Pass the keyboard to Anna")[2]
    assert "Anna begins with" in reveal


def test_undo_undoes_only_the_own_choice() -> None:
    text = start("undo", "2", "")
    assert "Undone." in text
    assert text.count("Your starting row: ") == 3


def test_a_player_can_quit_at_the_handover() -> None:
    table = Table("x", "quit", "n")
    assert table.play(*HOTSEAT) == 0
    assert table.text.endswith("Goodbye.\n")


def test_the_reveal_is_told_seat_by_seat() -> None:
    table = Table("1", "1", "1", "", "1", "1", "1", "")
    table.play("catherine", "--seats", "2", "--seed", "7")
    told = table.text.rpartition("undo takes back > ")[2].splitlines()
    reveal = [line for line in told if " plays " in line]
    assert [line[:7] for line in reveal] == ["◆ Anna ", "▲ Mavra"]
    assert all("; activates card " in line for line in reveal)


def test_saving_warns_of_hidden_information(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = Table("1", "save game.samovar", "position")
    table.play("catherine", "--seats", "3", "--seed", "7")
    assert "The file contains all hidden cards and secret choices" in table.text
    assert "deal.nw" in (tmp_path / "game.samovar").read_text()
    shown = table.text.rpartition('game = "catherine"')[2]
    assert 'hand = ["?", "?", "?", "?", "?", "?"]' in shown
    again = Table()
    assert again.play("catherine", "--load", "game.samovar") == 0
    assert "choose card 2 of 3" in again.text
    stroganov = Table("save other.samovar")
    stroganov.play("--seed", "7")
    assert "The file contains all hidden" not in stroganov.text


def test_players_with_equal_points_share_the_victory() -> None:
    """C-RULING-32: equal points, equal places."""
    position = """
game = "catherine"
seats = 2
decade = 3
round = 4
todo = []
[[player]]
vp = 40
order = "order1"
row = ["nw01", "nw02", "nw03"]
hand = ["so01"]
[[player]]
vp = 41
order = "order2"
row = ["ea01", "ea02", "ea03"]
hand = []
"""
    table = Table("")
    game = loop(table, position=position)
    assert game.match.over
    game.run()
    assert "Anna and Mavra win together with 41 VP." in table.text
    assert "Anna and Mavra have 41 VP each: they share place 1." in table.text


def test_clearing_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen and its scrollback are cleared. Nothing is written to a pipe."""
    monkeypatch.setenv("TERM", "xterm")
    shown = io.StringIO()
    screen.clear(Console(file=shown, force_terminal=True))
    assert CLEARED in shown.getvalue()
    assert "\x1b[3J" in shown.getvalue()
    piped = io.StringIO()
    screen.clear(Console(file=piped))
    assert piped.getvalue() == ""
    monkeypatch.setenv("TERM", "dumb")
    dumb = io.StringIO()
    screen.clear(Console(file=dumb, force_terminal=True, height=25))
    assert dumb.getvalue().count("\n") >= 25
    assert "\x1b" not in dumb.getvalue()
