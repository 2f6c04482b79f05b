"""The game in the terminal, with a simulated keyboard and screen."""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

import samovar
from samovar.bots.bot import Bot, Budget
from samovar.bots.guarded_bot import GuardedBot
from samovar.bots.registry import seat_bots
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import View
from samovar.terminal import play
from samovar.terminal.screen import PlainSigns, language
from samovar.terminal.terminal_game import TerminalGame
from samovar.terminal.terminal_text import terminal_text
from samovar.views.words.words import Words

GOLDEN = Path(__file__).parents[1] / "golden"


def arguments(*words: str) -> argparse.Namespace:
    """The parsed arguments. Without a game they are for Stroganov."""
    given = list(words) if words and words[0] in registry.names() else ["stroganov", *words]
    parser = argparse.ArgumentParser()
    play.add_arguments(parser, given)
    return parser.parse_args(given)


class Table:
    """A simulated screen and keyboard. The keyboard types the given lines, then raises EOFError."""

    def __init__(self, *typed: str) -> None:
        self.screen = io.StringIO()
        self.console = Console(file=self.screen, width=120, highlight=False, markup=False)
        self.typed = list(typed)

    def ask(self, prompt: str) -> str:
        self.screen.write(prompt)
        if not self.typed:
            raise EOFError
        word = self.typed.pop(0)
        if word == "^C":
            raise KeyboardInterrupt
        self.screen.write(word + "\n")
        return word

    def play(self, *words: str) -> int:
        return play.run(arguments(*words), self.ask, self.console)

    @property
    def text(self) -> str:
        return self.screen.getvalue()


def loop(
    table: Table,
    seed: int = 3,
    people: int = 1,
    lang: str = "en",
    position: str = "",
    game: str = "stroganov",
    components: str | None = None,
) -> TerminalGame:
    match = (
        samovar.Match.from_position(position)
        if position
        else samovar.Match(game, 3, seed, components=components)
    )
    match.names = ["Anna", "Mavra", "Feodor", "Vladimir"][: match.seats]
    others = range(people, match.seats)
    players = dict(zip(others, seat_bots("random", match.game, others), strict=True)) if others else {}
    shown = terminal_text(match.game, Words(lang, match.game.name))
    return TerminalGame(match, shown, players, table.console, table.ask)


class AtRandom(Table):
    """A keyboard that types a random number of the list, and Enter at other prompts."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = Rng(seed)
        self.loop: TerminalGame | None = None

    def ask(self, prompt: str) -> str:
        self.screen.write(prompt + "\n")
        if self.loop is None or "Enter" in prompt or "[" in prompt:
            return ""
        numbers = [n for n, action in enumerate(self.loop.choices) if action >= 0]
        return str(numbers[self.rng.below(len(numbers))])


CATEGORIES = {
    "stroganov": {"en": "landscape sets", "cs": "sady desek krajiny"},
    "catherine": {"en": "largest group × favor", "cs": "největší skupina × přízeň"},
    "tundra": {"en": "personal goal", "cs": "osobní cíl"},
}


@pytest.mark.parametrize(("lang", "people"), [("en", 1), ("cs", 1), ("cs", 2), ("en", 3), ("en", 0)])
@pytest.mark.parametrize("name", CATEGORIES)
def test_a_whole_game_by_numbers(name: str, lang: str, people: int) -> None:
    table = AtRandom(people)
    game = table.loop = loop(table, people=people, lang=lang, game=name)
    assert game.run() == 0
    assert game.match.over
    best = min(game.match.scores(), key=lambda score: score.rank)
    assert f"{best.total} {'VP' if lang == 'en' else 'VB'}." in table.text
    assert CATEGORIES[name][lang] in table.text
    assert "{" not in table.text
    assert max(cell_len(line) for line in table.text.splitlines()) <= 120


@pytest.mark.parametrize(("lang", "name"), [("en", "Katyusha"), ("cs", "Katuša")])
def test_a_whole_game_alone_in_which_every_step_of_the_automa_is_told(lang: str, name: str) -> None:
    table = AtRandom(1)
    match = samovar.Match("stroganov", 1, 4, {"automa": "katyusha", "coin_for_trade_fur": "on"})
    match.names = ["Anna"]
    shown = terminal_text(match.game, Words(lang, "stroganov"))
    game = table.loop = TerminalGame(match, shown, {}, table.console, table.ask)
    assert game.run() == 0
    assert match.over
    text = table.text
    assert "{" not in text
    assert {"en": "for one player", "cs": "hra jednoho hráče"}[lang] in text
    turns = {"en": f"{name} turns up card", "cs": f"{name} otáčí kartu"}[lang]
    assert text.count(turns) == 12
    for rule in ("S-SOLO-16", "S-SOLO-17", "S-SOLO-18", "S-SOLO-19", "S-SOLO-20", "S-SOLO-08", "S-RULING-72"):
        assert f"({rule})" in text
    assert {"en": "landscape sets", "cs": "sady desek krajiny"}[lang] in text
    best = min(match.scores(), key=lambda score: score.rank)
    assert f"{best.total} {'VP' if lang == 'en' else 'VB'}." in text


def test_a_game_alone_from_the_command_line() -> None:
    table = Table("1", "score")
    assert table.play("--seats", "1", "--seed", "7", "--automa", "katyusha", "--focus", "b") == 0
    assert "Stroganov for one player. Seed 7." in table.text
    assert "Katyusha discards the start wish" in table.text
    assert "turned over first" in table.text
    assert "1. ◆ Katyusha" in table.text


@pytest.mark.parametrize(
    ("lang", "line"), [("en", "Catherine for 3 players."), ("cs", "Kateřina, počet hráčů: 3.")]
)
def test_the_first_line_names_the_game_in_the_language_of_the_table(lang: str, line: str) -> None:
    table = Table()
    loop(table, lang=lang, game="catherine").begin()
    assert line in table.text


def test_the_table_the_prompt_and_the_options_are_shown() -> None:
    table = Table()
    assert table.play("--seed", "7") == 0
    assert "Stroganov for 3 players. Seed 7." in table.text
    assert "You are Anna." in table.text
    assert "Anna, choose a start wish. You also take its fur." in table.text
    assert "  1  Take the start wish " in table.text
    assert " V " in table.text
    assert table.text.endswith("You left the game without saving it.\n")


def test_numbers_and_tokens_play_and_bots_answer() -> None:
    table = Table("2", "", "move.2", "0")
    table.play("--seed", "7", "--bots", "random")
    assert "Anna takes the start wish S4 with the lynx (7)." in table.text
    assert "Feodor takes the start wish" in table.text
    assert "Anna moves to 2." in table.text
    assert "Anna, take your first main action" in table.text


def test_undo_and_restart_take_back_decisions() -> None:
    table = Table("2", "undo", "1", "", "move.1", "coin", "undo", "horses", "restart", "undo", "undo")
    table.play("--seed", "7")
    assert table.text.count("Undone.") == 2
    assert "Your turn starts again." in table.text
    assert "another player has decided since" in table.text


def test_undo_gives_back_the_same_table() -> None:
    table = Table("2", "", "move.2")
    game = loop(table, seed=7)
    game.run()
    before = game.match.position()
    table.typed = ["hunt.7", "undo"]
    game.run()
    assert game.match.position() == before


def test_why_explains_illegal_actions() -> None:
    table = Table(
        "2",
        "",
        "why",
        "move.2",
        "why",
        "why fox",
        "why hunt.7",
        "why claim.5",
        "why xyz",
        "hunt.8",
        "why tile.l01",
    )
    table.play("--seed", "7")
    assert "you must move as long as a tile lies to the right (S-TURN-02): pass" in table.text
    assert "no such fur lies on the tile (S-HUNT-06): hunt 3 4 5 6 8 tiger" in table.text
    assert "Hunt the fox (4): no such fur lies on the tile (S-HUNT-06)." in table.text
    assert "Hunt the lynx (7): this is possible now, as choice 7." in table.text
    assert "on space 5: that is not one of the choices now." in table.text
    assert "No action matches “xyz”." in table.text
    assert "Hunt the bear (8): no such fur lies on the tile (S-HUNT-06)." in table.text


def test_wrong_input_is_answered_in_a_sentence() -> None:
    wrong = [
        "99",
        "999999999999",
        "-1",
        "fly",
        "hunt.99",
        "ſ",
        "²",
        "{who}",
        "load",
        "load nowhere.samovar",
        "log x",
        "coin",
    ]
    table = Table(*wrong)
    assert table.play("--seed", "7") == 0
    assert "There is no choice number 99." in table.text
    assert "“fly” is not a choice here" in table.text
    assert "Which file? load FILE" in table.text
    assert "nowhere.samovar cannot be loaded: no such file or directory" in table.text
    assert "Take 1 coin: that is not one of the choices now." in table.text


def test_commands_that_show_something_change_nothing() -> None:
    looks = ["help", "table", "", "score", "log", "log 2", "position", "signs", "why", "h", "?"]
    table = Table(*looks)
    game = loop(table, seed=7)
    game.run()
    other = loop(Table(), seed=7)
    other.run()
    assert game.match.position() == other.match.position()
    assert "restart: start your turn again" in table.text
    assert "If the game ended now:" in table.text
    assert 'game = "stroganov"' in table.text
    assert "♞ horse" in table.text


def test_save_and_resume_give_the_same_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = Table("2", "", "move.2", "hunt.7", "0", "save", "save game.samovar", "position", "quit", "n")
    assert first.play("--seed", "7") == 0
    saved = list(tmp_path.glob("stroganov-*.samovar"))
    assert len(saved) == 1
    assert f"samovar play stroganov --load {saved[0].name}" in first.text
    assert (tmp_path / "game.samovar").read_text() == saved[0].read_text()
    again = Table("position")
    assert again.play("--load", "game.samovar") == 0
    assert "game.samovar continues." in again.text

    def position(text: str) -> str:
        return text[text.rindex('game = "stroganov"') :].partition("Anna >")[0]

    assert position(first.text) == position(again.text)
    third = Table("load game.samovar", "position", "save", "save " + saved[0].name)
    third.play("--seed", "8")
    assert position(third.text) == position(first.text)
    assert f"{saved[0].name} already exists" in third.text


def test_an_existing_file_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text("dear")
    table = Table("save letter.txt", "save no/such/folder", "quit", "letter.txt", "y")
    table.play("--seed", "7")
    assert (tmp_path / "letter.txt").read_text() == "dear"
    assert "letter.txt already exists. Choose another name." in table.text
    assert "no/such/folder cannot be written: no such file or directory." in table.text
    assert len(list(tmp_path.glob("stroganov-*.samovar"))) == 1
    assert table.text.endswith("Goodbye.\n")


def test_a_position_can_be_played_on() -> None:
    table = Table("0", "", "score")
    assert table.play("--load", str(GOLDEN / "table-stroganov.toml")) == 0
    assert "Anna, take a second main action?" in table.text
    assert "Feodor" in table.text


def test_ctrl_c_offers_to_save_and_leaves() -> None:
    table = Table("^C", "n")
    assert table.play("--seed", "7") == 0
    assert "Save this game before you quit?" in table.text
    assert table.text.endswith("Goodbye.\n")
    table = Table("^C", "^C")
    assert table.play("--seed", "7") == 130
    assert "left the game without saving" in table.text


def test_the_end_names_the_winner_and_the_tie_breaker() -> None:
    position = """
game = "stroganov"
seats = 2
year = 4
season = "winter"
acted = [0, 1]
order = [1, 0]
todo = ["LastWindow(0)", "Calendar()"]
[[player]]
space = 3
vp = 20
furs = [2, 2]
[[player]]
space = 5
vp = 21
"""
    table = Table("0", "")
    game = loop(table, position=position)
    game.run()
    assert [score.total for score in game.match.scores()] == [22, 22]
    assert "Mavra wins with 22 VP." in table.text
    assert "Anna and Mavra have 22 VP each. The Cossack furthest ahead decides: Mavra, Anna." in table.text
    assert "in the game" in table.text
    assert "Save the record of this game?" in table.text


def test_bad_arguments_get_one_clear_message(capsys: pytest.CaptureFixture[str]) -> None:
    for words, message in (
        (("--bots", "clever"), "samovar: bots: there is no bot 'clever' (there are: easy, "),
        (("--bots", "random,random,random"), "samovar: bots: 3 bots for 2 seats"),
        (("--seats", "7"), "samovar: seats: Stroganov is for 1 to 4 seats, not 7"),
        (("--hotseat", "4"), "samovar: hotseat: must be from 0 to 3 people, not 4"),
        (("--names", "A,B,C,D"), "samovar: names: 4 names for 3 seats"),
        (("--boards", "abc"), "samovar: options: boards must be"),
        (("--load", "nowhere"), "samovar: saved game nowhere: no such file or directory"),
        (("--load", str(GOLDEN / "table-stroganov-en.txt")), "samovar: position: not TOML"),
        (
            ("--load", str(GOLDEN / "table-stroganov.toml"), "--boards", "b", "--seed", "5"),
            "samovar: load: \n  - option boards cannot be changed in a saved game\n"
            "  - --seed cannot be changed",
        ),
        (
            ("--load", str(GOLDEN / "table-stroganov.toml"), "--seats", "2"),
            "samovar: saved game: it has 4 seats",
        ),
        (("--components", "nowhere"), "samovar: component file nowhere: no such file or directory"),
    ):
        assert Table().play(*words) == 2
        assert capsys.readouterr().err.startswith(message)


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    given = arguments()
    given.game = "chess"
    assert play.run(given) == 2
    assert capsys.readouterr().err == (
        f"samovar: game: there is no game 'chess' (there are: {', '.join(registry.names())})\n"
    )


def test_the_command_line_sets_names_boards_and_hotseat() -> None:
    table = Table("1", "")
    table.play(
        "--seed", "7", "--names", "Olga,Petr", "--hotseat", "2", "--boards", "b", "--region-furs", "random"
    )
    assert "Players at this keyboard: Olga and Petr." in table.text
    assert "Petr > " in table.text
    assert "Olga > " in table.text


def test_the_same_seed_gives_the_same_game() -> None:
    one, two = Table("1", "", "0", "move.1"), Table("1", "", "0", "move.1")
    one.play("--seed", "11")
    two.play("--seed", "11")
    assert one.text == two.text


def test_the_game_speaks_czech() -> None:
    table = Table("1", "", "why", "help", "quit", "ne")
    table.play("--seed", "7", "--lang", "cs")
    assert "Anna, vyber si počáteční carský příkaz" in table.text
    assert "Akce, které teď nejsou možné, a proč:" in table.text
    assert "Uložit hru před odchodem?" in table.text
    assert table.text.endswith("Na shledanou.\n")


@pytest.mark.parametrize(
    ("variables", "found"),
    [({"LANG": "cs_CZ.UTF-8"}, "cs"), ({"LANG": "cs_CZ", "LC_ALL": "C"}, "en"), ({}, "en")],
)
def test_the_language_of_the_system(
    variables: dict[str, str], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language() == found


def test_a_terminal_with_a_limited_encoding() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    plain = PlainSigns(stream)
    plain.write("│3★ 1♞│ ■ medvěd — …\n")
    plain.flush()
    stream.seek(0)
    assert stream.read() == "|3* 1h| B medved - .\n"


def test_a_pipe_gets_plain_text() -> None:
    """With input and output through pipes the command prints plain text and no traceback."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "LANG": "C"}
    environment.pop("COLUMNS", None)
    done = subprocess.run(
        [sys.executable, "-m", "samovar.cli", "play", "stroganov", "--seed", "7"],
        input="1\n\nfoo\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "“foo” is not a choice here" in done.stdout
    assert done.stdout.endswith("You left the game without saving it.\n")


def test_the_command_line_loads_nothing_heavy() -> None:
    code = "import sys; import samovar.terminal.play; print('rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_bots_by_name() -> None:
    game = samovar.games()["stroganov"]
    assert [player.seat for player in seat_bots("random", game, range(3))] == [0, 1, 2]
    assert [player.name for player in seat_bots("random, easy", game, [1, 3])] == ["random", "easy"]
    with pytest.raises(BadInput, match=r"(?s)there is no bot 'x' \(there are: easy, .*3 bots for 2 seats"):
        seat_bots("x,random,random", game, range(2))


# ---- bots that think ----


class Faulty(Bot):
    """A bot that always fails."""

    def choose(self, view: View, rng: Rng, budget: Budget) -> int:
        raise RuntimeError("out of tea")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "Feodor failed to choose. A simpler bot chose instead (deep in seat 2 failed:"),
        ("cs", "Feodor: bot nedokázal vybrat tah, vybral za něj jednodušší bot (deep in seat 2 failed:"),
    ],
)
def test_a_fault_of_a_bot_is_told_once_and_the_game_goes_on(lang: str, line: str) -> None:
    table = Table()
    watched = loop(table, lang=lang, people=0, game="catherine")
    watched.bots[2] = GuardedBot("deep", Faulty(watched.match.game, 2), Budget())
    assert watched.run() == 0
    assert watched.match.over
    assert " ".join(table.text.split()).count(line) == 1


def test_the_thinking_bot_is_shown_on_a_terminal_only() -> None:
    for terminal in (False, True):
        table = Table()
        table.console = Console(
            file=table.screen, force_terminal=terminal, width=120, _environ={"TERM": "xterm"}, markup=False
        )
        loop(table, people=0, game="catherine").run()
        assert ("Mavra is thinking…" in table.text) == terminal


def test_the_default_bots_are_medium() -> None:
    assert arguments().bots == "medium"
    assert arguments("--bots", "easy,expert").bots == "easy,expert"


def test_the_time_that_a_person_waits_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def recorded(names: str, game: Game, seats: Sequence[int], max_seconds: float) -> list[GuardedBot]:
        given.append(max_seconds)
        return seat_bots(names, game, seats, max_seconds)

    monkeypatch.setattr("samovar.bots.registry.max_seconds_for_person", lambda: 1.5)
    monkeypatch.setattr("samovar.bots.registry.seat_bots", recorded)
    assert Table("quit", "n").play("tundra", "--seed", "3", "--bots", "hard") == 0
    assert given == [1.5]


def test_bots_of_two_levels_play(tmp_path: Path) -> None:
    table = Table(f"save {tmp_path / 'g'}", "quit", "n")
    assert table.play("catherine", "--seed", "3", "--seats", "3", "--bots", "easy,search@2") == 0
    assert "--bots easy,search@2" in table.text
