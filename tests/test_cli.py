"""The command line: its output, its errors and its exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace

import pytest

import samovar
from samovar.bots import registry as bots_registry
from samovar.bots.bot import Bot, Budget
from samovar.bots.guarded_bot import GuardedBot
from samovar.bots.registry import USAGE
from samovar.cli import main, parser
from samovar.games import registry
from samovar.games.stroganov.game import GAME
from samovar.kernel.game import Game, GameOption
from samovar.kernel.rng import Rng
from samovar.kernel.state import View
from samovar.match.laws import random_match
from samovar.terminal.arguments import fitting_seats, typed_game

COMMAND = [sys.executable, "-m", "samovar.cli"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run ``samovar`` with these arguments. Return the exit code, stdout and stderr."""
    try:
        status = main(list(words))
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return status, printed.out, printed.err


def record(seed: int = 3, name: str = "stroganov") -> str:
    return random_match(registry.game(name), 2, {}, seed).record()


# ---- help and version ----


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--help")
    assert status == 0
    for command in ("play", "serve", "backup", "sim", "arena", "check", "verify", "bench"):
        assert command in out
        assert run(capsys, command, "--help")[0] == 0


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version")[:2] == (0, f"samovar {samovar.__version__}\n")


def test_help_is_quick() -> None:
    """The limit is 0.1 s of CPU time. Measured: 0.07 s (docs/performance.md)."""
    took = []
    for _ in range(3):
        start = os.times()
        subprocess.run([*COMMAND, "--help"], capture_output=True, check=True)
        end = os.times()
        took.append(end.children_user + end.children_system - start.children_user - start.children_system)
    assert min(took) < 0.5


@pytest.mark.parametrize("command", ["play", "sim", "arena", "check"])
@pytest.mark.parametrize("name", registry.names())
def test_the_help_for_a_game_names_its_options(
    name: str, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    status, out, _ = run(capsys, command, name, "--help")
    assert status == 0
    game = registry.game(name)
    assert f"options of {game.title}" in out
    for option in game.option_list:
        assert option.help in out
        flag = f"--{option.name.replace('_', '-')} "
        assert flag in out or f"--option {option.name}=" in out


def test_help_loads_neither_games_nor_anything_heavy() -> None:
    code = "import sys; from samovar.cli import main\ntry: main(['--help'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    loaded = done.stdout.splitlines()[-1].split()
    assert "samovar.cli" in loaded
    heavy = {"rich", "json", "multiprocessing", "importlib.resources", "samovar.match.laws"}
    games = {f"samovar.games.{name}.game" for name in registry.names()}
    assert sorted((heavy | games) & set(loaded)) == []


# ---- the options of a game ----


def with_option(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Replace the games by one with this option."""
    option = GameOption(name, "old", ["old", "new"], "how it is called")
    game = SimpleNamespace(title="Chess", min_seats=2, max_seats=2, option_list=[option])
    monkeypatch.setattr(registry, "names", lambda: ["chess"])
    monkeypatch.setattr(registry, "known", lambda name: name == "chess")
    monkeypatch.setattr(registry, "game", lambda name: game)


def arguments_of(words: str) -> Namespace:
    return parser(words.split()).parse_args(words.split())


def test_an_option_has_a_short_form(monkeypatch: pytest.MonkeyPatch) -> None:
    with_option(monkeypatch, "city_style")
    assert arguments_of("sim chess --city-style new").option == ["city_style=new"]
    assert arguments_of("play --city-style new --seed 3 chess").option == ["city_style=new"]
    assert arguments_of("check chess --city-style=new --option pace=slow").option == [
        "city_style=new",
        "pace=slow",
    ]


def test_an_option_whose_name_the_command_needs_has_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_option(monkeypatch, "names")
    found = arguments_of("play chess --names Anna,Olga --option names=new")
    assert (found.names, found.option) == ("Anna,Olga", ["names=new"])
    assert arguments_of("sim chess --names new").option == ["names=new"]
    assert "--option names=old|new: how it is called (old)" in run(capsys, "play", "chess", "--help")[1]


def test_an_option_is_given_once(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "sim", "stroganov", "--boards", "a", "--option", "boards=b")
    assert (status, err) == (2, "samovar: options: option boards occurs twice\n")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["stroganov"], "stroganov"),
        (["--help", "stroganov"], "stroganov"),
        (["--json", "stroganov"], "stroganov"),
        (["--boards=b", "stroganov"], "stroganov"),
        (["--boards", "b", "stroganov"], "stroganov"),
        (["--names", "stroganov"], ""),
        (["chess"], ""),
        ([], ""),
    ],
)
def test_the_game_is_known_before_its_options_are_read(words: list[str], name: str) -> None:
    assert typed_game(words) == name


def test_the_usual_number_of_seats_fits_the_game() -> None:
    game = registry.game("stroganov")
    assert fitting_seats(game, None, 3) == 3
    assert fitting_seats(game, None, 0) == 1
    assert fitting_seats(game, None, 9) == 4
    assert fitting_seats(game, 9, 3) == 9  # which is then refused


# ---- sim ----


@pytest.mark.parametrize("name", registry.names())
def test_sim_prints_one_json_object_with_just_these_keys(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(
        capsys, "sim", name, "--seats", "3", "--games", "4", "--bots", "random,random,random", "--json"
    )
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert list(found) == [
        "game",
        "seats",
        "games",
        "decisions",
        "seconds",
        "decisions_per_second",
        "games_per_second",
        "wins",
        "mean_scores",
        "mean_winner_score",
        "score_breakdown",
        "bots",
        "faults",
        "compiled",
    ]
    assert (found["game"], found["seats"], found["games"]) == (name, 3, 4)
    assert sum(found["wins"]) >= 4  # a first rank may be shared
    assert len(found["mean_scores"]) == 3
    scores = samovar.Match(name, 3).scores()
    assert list(found["score_breakdown"]) == list(scores[0].breakdown)
    assert all(len(by_seat) == 3 for by_seat in found["score_breakdown"].values())
    for seat, mean in enumerate(found["mean_scores"]):
        by_category = sum(means[seat] for means in found["score_breakdown"].values())
        assert by_category == pytest.approx(mean, abs=0.001)
    assert found["compiled"] == samovar.compiled()
    assert (found["bots"], found["faults"]) == (["random"] * 3, [])


def test_sim_seats_different_bots(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sim", "catherine", "--seats", "3", "--games", "1", "--bots", "search@2,casual,random"]
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    assert re.search(r"^bot +search@2 +casual +random$", out, re.MULTILINE)
    found = json.loads(run(capsys, *words, "--json")[1])
    assert (found["bots"], found["faults"]) == (["search@2", "casual", "random"], [])


def test_sim_tells_the_faults_of_bots(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Bot):
        def choose(self, view: View, rng: Rng, budget: Budget) -> int:
            raise RuntimeError("out of tea")

    def seat_bots(names: str, game: Game, seats: range) -> list[GuardedBot]:
        return [GuardedBot("casual", Broken(game, 0), Budget()), bots_registry.seat_bot("random", game, 1)]

    monkeypatch.setattr(bots_registry, "seat_bots", seat_bots)
    words = ["sim", "catherine", "--seats", "2", "--games", "1"]
    _, out, _ = run(capsys, *words)
    assert re.search(
        r"faults of bots: \d+; the first: casual in seat 0 failed: RuntimeError: out of tea", out
    )
    faults = json.loads(run(capsys, *words, "--json")[1])["faults"]
    assert len(faults) > 10
    assert set(faults) == {"casual in seat 0 failed: RuntimeError: out of tea"}


def test_sim_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "sim", "stroganov", "--games", "2", "--option", "boards=b")
    assert (status, err) == (0, "")
    assert "Stroganov, 4 seats, 2 games" in out
    assert "landscape_sets" in out


def test_sim_with_another_box(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text(GAME.standard_text().replace("horses_gain = 4", "horses_gain = 5"))
    assert run(capsys, "sim", "stroganov", "--games", "1", "--components", str(box))[0] == 0


# ---- check ----


@pytest.mark.parametrize("name", registry.names())
def test_check_reports_each_number_of_seats_and_set_of_options(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "check", name, "--seats", "2", "--games", "1")
    assert (status, err) == (0, "")
    game = registry.game(name)
    assert len(out.splitlines()) == len(game.option_sets(2))
    assert all(line.endswith(", ok") for line in out.splitlines())


def test_check_with_given_options_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(
        capsys, "check", "stroganov", "--seats", "2", "--games", "1", "--option", "boards=b", "--json"
    )
    found = json.loads(out)
    assert status == 0
    assert (found["game"], found["games"], found["failures"]) == ("stroganov", 1, 0)
    assert [one["options"]["boards"] for one in found["sets"]] == ["b"]


def test_check_says_how_many_pairs_a_seat_could_not_tell_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """A game with secrets has pairs, and the number of processes does not change their number."""
    words = ["check", "catherine", "--seats", "2,3", "--games", "2"]
    found = json.loads(run(capsys, *words, "--json")[1])
    assert found["pairs"] == sum(one["pairs"] for one in found["sets"]) > 0
    assert found == json.loads(run(capsys, *words, "--json", "--jobs", "2")[1])
    lines = run(capsys, *words)[1].splitlines()
    for one, line in zip(found["sets"], lines, strict=True):
        assert line.endswith(f", {one['pairs']} pairs, ok")
    words = ["check", "stroganov", "--seats", "2", "--games", "1", "--boards", "b", "--json"]
    assert json.loads(run(capsys, *words)[1])["pairs"] == 0


def test_check_with_another_box(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The laws are checked with the given box by any number of processes. A faulty box is refused."""
    monkeypatch.setattr("samovar.lab.checking.GAMES_PER_CHUNK", 1)
    box = tmp_path / "box.toml"
    box.write_text(GAME.standard_text().replace("horses_gain = 4", "horses_gain = 1"))
    words = ["check", "stroganov", "--seats", "2", "--games", "2", "--boards", "b", "--json"]
    status, out, _ = run(capsys, *words, "--components", str(box))
    other = json.loads(out)
    assert (status, other["failures"]) == (0, 0)
    assert other["decisions"] != json.loads(run(capsys, *words)[1])["decisions"]
    assert json.loads(run(capsys, *words, "--components", str(box), "--jobs", "2")[1]) == other
    box.write_text(GAME.standard_text().replace("horses_gain = 4", "horses_gain = -5"))
    status, out, err = run(capsys, *words, "--components", str(box))
    assert (status, out) == (2, "")
    assert err.startswith("samovar: component file: ")


def test_check_finds_the_same_with_several_jobs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["check", "stroganov", "--seats", "2", "--games", "2", "--option", "boards=b", "--seed", "9"]
    alone = run(capsys, *words)
    monkeypatch.setattr("samovar.lab.checking.GAMES_PER_CHUNK", 1)
    assert run(capsys, *words, "--jobs", "2") == alone


# ---- verify ----


@pytest.mark.parametrize("name", registry.names())
def test_verify_knows_each_game(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    file.write_text(record(3, name))
    status, out, _ = run(capsys, "verify", str(file))
    assert status == 0
    assert out.startswith(f"{file}: ok, {name}, 2 seats, ")


def test_verify_says_one_line_for_each_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, forged, other = tmp_path / "good.rec", tmp_path / "forged.rec", tmp_path / "other.rec"
    good.write_text(record())
    forged.write_text(record().replace("seed: 3", "seed: 4"))
    other.write_text(record().replace("seed: 3\n", ""))
    status, out, err = run(capsys, "verify", str(good), str(forged), str(other))
    assert status == 1
    assert out.splitlines()[0].startswith(f"{good}: ok, stroganov, 2 seats, ")
    assert out.splitlines()[0].endswith("every draw follows from the seed")
    assert out.splitlines()[1].startswith(f"{other}: ok")
    assert out.splitlines()[1].endswith("no seed")
    assert err == f"{forged}: record: the seed does not give these draws\n"


def test_verify_finds_a_wrong_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    head, _, _ = record().rpartition("result:")
    file.write_text(f"{head}result: 99 98\n")
    status, out, err = run(capsys, "verify", str(file))
    assert (status, out) == (1, "")
    assert "result" in err
    assert len(err.splitlines()) == 1


def test_verify_takes_records_only(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    file.write_text(samovar.Match("stroganov", 2).position())
    status, out, err = run(capsys, "verify", str(file))
    assert (status, out) == (2, "")
    assert "Only records can be verified" in err
    assert len(err.splitlines()) == 1


def test_verify_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    file.write_text(record())
    status, out, err = run(capsys, "verify", "--json", str(file), str(tmp_path / "none.rec"))
    rows = json.loads(out)
    assert (status, err) == (2, "")
    assert [row["ok"] for row in rows] == [True, False]


def test_a_simulation_alone_shows_the_automa_beside_the_seat(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "sim", "stroganov", "--seats", "1", "--games", "2", "--automa", "katyusha")
    assert (status, err) == (0, "")
    assert "Stroganov, 1 seats, 2 games" in out
    assert ["seat", "0", "automa"] in [line.split() for line in out.splitlines()]


# ---- bad input ----


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sim", "chess"], f"game: there is no game 'chess' (there are: {', '.join(registry.names())})"),
        (["check", "chess"], f"game: there is no game 'chess' (there are: {', '.join(registry.names())})"),
        (["play", "chess"], f"game: there is no game 'chess' (there are: {', '.join(registry.names())})"),
        (["sim", "stroganov", "--seats", "5"], "seats: Stroganov is for 1 to 4 seats, not 5"),
        (["check", "stroganov", "--seats", "5"], "seats: Stroganov is for 1 to 4 seats, not 5"),
        (["check", "stroganov", "--seats", "two"], "seats: seats must be numbers, not 'two'"),
        (["sim", "stroganov", "--bots", "deep"], f"bots: there is no bot 'deep' (there are: {USAGE})"),
        (["sim", "stroganov", "--games", "0"], "games: at least one game must be played, not 0"),
        (["check", "stroganov", "--games", "0"], "games: at least one game must be played, not 0"),
        (["sim", "stroganov", "--option", "boards"], "options: an option must be name=value, not 'boards'"),
        (
            ["sim", "stroganov", "--option", "region_furs=big"],
            "options: region_furs must be one of ascending, random, not 'big'",
        ),
        (
            ["check", "stroganov", "--option", "side=b"],
            "options: Stroganov has no option 'side'; "
            "its options: boards (side of the player boards: a, b, or a "
            "letter per seat such as abba), colours (colour of each seat, for example red,blue (matters with "
            "side b)), region_furs (region furs in order, or dealt at random), automa (solo game: the "
            "opponent), focus (solo game: emphasis of the opponent's deck, by letter), coin_when_fur_missing "
            "(solo game, harder: a coin for the opponent when a fur is missing), coin_for_trade_fur (solo "
            "game, harder: a coin for the opponent for each trade fur)",
        ),
        (
            ["sim", "stroganov", "--components", "none.toml"],
            "component file none.toml: no such file or directory",
        ),
        (["verify", "--components", "none.toml", "x"], "component file none.toml: no such file or directory"),
        (["bench", "--gate", "4000"], "bench: --gate needs --instructions"),
        (["bench", "--game", "stroganov", "--seats", "9"], "seats: Stroganov is for 1 to 4 seats, not 9"),
    ],
)
def test_bad_input_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out, err) == (2, "", f"samovar: {message}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sim"], "samovar sim: the following arguments are required: GAME"),
        (["sim", "stroganov", "--games", "many"], "samovar sim: argument --games: invalid int value: 'many'"),
        (["brew"], "samovar: argument COMMAND: invalid choice: 'brew'"),
        (["verify"], "samovar: verify: needs either files or --all for the games of the table's database"),
        (
            ["play", "stroganov", "--cities", "old"],
            "samovar: unrecognized arguments: --cities old (try samovar play stroganov --help)",
        ),
    ],
)
def test_bad_usage_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith(message)
    assert len(err.splitlines()) == 1


def test_several_faults_are_one_message_that_names_every_one(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(
        capsys,
        "sim",
        "stroganov",
        "--option",
        "boards=x",
        "--option",
        "side=b",
        "--option",
        "region_furs=big",
    )
    assert (status, out) == (2, "")
    assert all(word in err for word in ("boards must be", "no option 'side'", "region_furs must be"))


def test_a_missing_record(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "verify", "none.rec")
    assert (status, out, err) == (2, "", "none.rec: cannot be read: no such file or directory\n")


def test_an_unknown_token_in_a_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    file.write_text(record().replace(" pass", " sleep", 1))
    status, out, err = run(capsys, "verify", str(file))
    assert (status, out) == (1, "")
    assert "sleep is not allowed there" in err
    assert len(err.splitlines()) == 1


def test_a_component_file_with_many_faults(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = GAME.standard_text()
    text = text.replace("horses_gain = 4", 'horses_gain = "four"')
    text = text.replace("coins_each = 1", "coins_each = -1")
    text = text.replace('kind = "steppe",   start = true', 'kind = "desert",   start = true')
    text = text.replace("story_per_vp = 4", "")
    box = tmp_path / "box.toml"
    box.write_text(text)
    status, out, err = run(capsys, "sim", "stroganov", "--components", str(box))
    assert (status, out) == (2, "")
    assert err.startswith("samovar: component file:")
    for name in ("horses_gain", "coins_each", "desert", "story_per_vp"):
        assert name in err


def test_a_component_file_that_is_no_toml(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_bytes(b"\xff\xfe")
    assert run(capsys, "sim", "stroganov", "--components", str(box))[2].endswith("is not UTF-8 text\n")
    box.write_text("= nothing")
    assert "not TOML" in run(capsys, "sim", "stroganov", "--components", str(box))[2]


# ---- how it ends ----


def test_ctrl_c_ends_it_quietly(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("samovar.lab.simulation.simulate", interrupted)
    assert run(capsys, "sim", "stroganov") == (130, "", "")


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [*COMMAND, "sim", "stroganov", "--games", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=30), err) == (141, "")
