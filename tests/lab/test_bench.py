"""The benchmark: its rows, ratios and gates. No test checks a speed, because times vary."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import samovar
from samovar.bots.ismcts import ISMCTSBot
from samovar.bots.knowledge.knowledge import Knowledge
from samovar.cli import main
from samovar.envs.observation_cost import observe_states
from samovar.games import registry
from samovar.kernel.errors import SamovarError
from samovar.kernel.game import Game
from samovar.lab import bench, bench_search

KEYS = ["name", "decisions_per_second", "clones_per_second", "games_per_second", "peer", "ratio"]
ROOT = Path(__file__).parent.parent.parent


def test_rows_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.2", "--seats", "2"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert all(list(row) == KEYS for row in rows)
    names = [row["name"] for row in rows]
    assert {f"{name} interpreted" for name in registry.names()} <= set(names)
    for row in rows:
        assert row["decisions_per_second"] > row["games_per_second"] > 0
        assert row["clones_per_second"] > 0
        assert (row["peer"] is None) == (row["ratio"] is None)


def test_only_the_named_games_are_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[tuple[dict[str, int], int]] = []

    def measure(games: dict[str, int], peer_seats: int, seconds: float) -> list[bench.BenchRow]:
        measured.append((games, peer_seats))
        return []

    monkeypatch.setattr(bench, "measure", measure)
    monkeypatch.setattr(registry, "names", lambda: ["chess", "stroganov"])
    monkeypatch.setattr(registry, "game", lambda name: SimpleNamespace(min_seats=2, max_seats=len(name) // 2))
    assert main(["bench"]) == 0
    assert main(["bench", "--game", "chess"]) == 0
    assert main(["bench", "--game", "stroganov", "--game", "chess"]) == 0
    assert measured == [
        ({"chess": 2, "stroganov": 4}, 4),
        ({"chess": 2}, 4),
        ({"stroganov": 4, "chess": 2}, 4),
    ]
    capsys.readouterr()


def test_figures_are_medians_and_the_ratio_compares_decisions_with_the_peer() -> None:
    ours = bench.Measurements("ours", [[900.0, 50.0, 9.0], [1000.0, 60.0, 10.0], [5000.0, 70.0, 50.0]])
    peer = bench.Measurements("peer", [[10.0, 5.0, 1.0]])
    rows = bench.rows_of([ours], [peer])
    assert rows == [
        dict(zip(KEYS, ["ours", 1000.0, 60.0, 10.0, "peer", 100.0], strict=True)),
        dict(zip(KEYS, ["peer", 10.0, 5.0, 1.0, "peer", 1.0], strict=True)),
    ]
    alone = bench.rows_of([ours], [])
    assert (alone[0]["peer"], alone[0]["ratio"]) == (None, None)


@pytest.mark.parametrize("name", registry.names())
def test_our_engine_counts_decisions_and_clones_midgame_states(name: str) -> None:
    engine = bench.SamovarEngine(name, 2)
    decisions, games, seconds = engine.play(0.05)
    assert games >= 1
    assert decisions > 20 * games
    assert seconds >= 0.05
    assert engine.clone(0.01)[0] >= len(engine.states) == bench.CLONED_STATES
    assert all(not s.over for s in engine.states)


def test_instructions_are_the_difference_of_two_sizes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start-up costs the same at both sizes, and cancels out."""
    monkeypatch.setattr(shutil, "which", lambda _: "valgrind")
    monkeypatch.setattr(
        bench,
        "count_instructions",
        lambda work, cases: [(90_000 + 300_000 * games, 100 * games) for _, _, games in cases],
    )
    assert main(["bench", "--instructions", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    games = [
        (name, seats)
        for name, game in samovar.games().items()
        for seats in range(game.min_seats, game.max_seats + 1)
    ]
    for unit in ("decision", "observation"):
        found = [row for row in rows if f"{unit}s" in row]
        assert [(row["name"], row["seats"]) for row in found] == games
        assert {row[f"instructions_per_{unit}"] for row in found} == {3000}
    assert len(rows) == 2 * len(games)
    assert main(["bench", "--instructions", "--gate", "3000"]) == 0
    assert main(["bench", "--instructions", "--gate", "2999", "--seats", "4"]) == 1
    assert "stroganov, 4 seats: more than 2999 instructions per decision" in capsys.readouterr().err
    assert main(["bench", "--instructions", "--gate", "tundra:observation=3000"]) == 0
    assert main(["bench", "--instructions", "--gate", "tundra:observation=2999"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"samovar bench: tundra, {seats} seats: more than 2999 instructions per observation"
        for seats in (2, 3, 4)
    ]


def test_each_game_has_its_gate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "names", lambda: ["chess", "stroganov"])
    monkeypatch.setattr(registry, "game", lambda name: SimpleNamespace(min_seats=2, max_seats=2))
    monkeypatch.setattr(shutil, "which", lambda _: "valgrind")
    monkeypatch.setattr(
        bench,
        "count_instructions",
        lambda work, cases: [(100 * len(name) * games, games) for name, _, games in cases],
    )
    words = ["bench", "--instructions", "--gate", "stroganov=900"]
    assert main([*words, "--gate", "chess=500"]) == 0
    assert main([*words, "--gate", "chess=499"]) == 1
    assert main([*words, "--gate", "500"]) == 0, "a gate of one game overrides the gate of all games"
    assert main([*words, "--gate", "499", "--game", "stroganov"]) == 0
    assert main(["bench", "--instructions", "--gate", "stroganov=899"]) == 1
    assert main(["bench", "--instructions", "--gate", "stroganov=899", "--gate", "stroganov:2=900"]) == 0
    assert main([*words, "--gate", "stroganov:2=899"]) == 1, "a gate by seats overrides that of the game"
    assert main([*words, "--gate", "stroganov:3=1"]) == 0
    printed = capsys.readouterr()
    assert "chess, 2 seats: more than 499 instructions per decision" in printed.err
    assert "stroganov, 2 seats: more than 899 instructions per decision" in printed.err


@pytest.mark.parametrize(
    ("gate", "message"), [("chess=1", "there is no game 'chess'"), ("few", "not 'few'"), ("=", "not '='")]
)
def test_a_bad_gate_is_refused(gate: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--instructions", "--gate", gate]) == 2
    assert message in capsys.readouterr().err


def test_a_line_says_why_instructions_are_not_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert main(["bench", "--instructions", "--gate", "1"]) == 0
    assert "valgrind is not installed" in capsys.readouterr().err
    monkeypatch.setattr(shutil, "which", lambda _: "valgrind")
    monkeypatch.setattr(bench, "count_instructions", lambda work, cases: None)
    assert main(["bench", "--instructions", "--gate", "1"]) == 0
    assert "the rules are not compiled" in capsys.readouterr().err


def test_instructions_and_decisions_are_matched_by_process() -> None:
    printed = "==7== I refs:        1,234,567\n==8== \n==8== I   refs:      2,000\n==6== I refs: 9\n"
    assert bench.match_counts("8 20\n7 30\n", printed) == [(2_000, 20), (1_234_567, 30)]


@pytest.mark.parametrize(
    ("work", "function"),
    [
        (bench.DECISIONS, bench.play_games),
        ("samovar.envs.observation_cost:observe_states", observe_states),
    ],
)
def test_each_case_runs_in_its_own_process(work: str, function: Callable[[str, int, int], int]) -> None:
    """This is the program that runs under valgrind."""
    cases = [(name, 2, size) for name in registry.names() for size in (1, 2)]
    code = f"from samovar.lab.bench import work_in_forks; work_in_forks({work!r}, {cases!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    if not samovar.compiled():
        assert lines == [["interpreted"]]
        return
    assert len({process for process, _ in lines}) == len(cases)
    assert [int(units) for _, units in lines] == [function(*case) for case in cases]


def test_every_game_has_a_gate_in_instructions_toml() -> None:
    shared = tomllib.loads((ROOT / "benchmarks/instructions.toml").read_text())
    default = shared["default"]
    assert 0 < default <= 4000
    assert 0 < shared["observation"] <= 28_000
    for path in ROOT.glob("tests/*/instructions.toml"):
        own = tomllib.loads(path.read_text())
        game = registry.game(path.parent.name)
        assert own.keys() <= {"any", "observation", *map(str, range(game.min_seats, game.max_seats + 1))}
        assert 0 < own.get("any", default) <= default
        assert 0 < own.get("observation", 1) <= shared["observation"]


def test_an_engine_that_fails_is_named() -> None:
    code = "import sys; print('{\"compiled\": false}', flush=True); sys.stdin.readline(); sys.exit(1)"
    with bench.EngineProcess("chess", code, pure=True) as worker:
        assert worker.ready
        with pytest.raises(SamovarError, match="bench: chess failed while it was measured"):
            worker.measure(0.1)


# ---- simulations ----

SEARCH_KEYS = ["name", "simulations", "simulations_per_second", "peer", "ratio", "two_processes"]


def test_simulations_as_json_and_as_a_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_search, "ROUNDS", 1)
    words = ["bench", "--search", "--game", "catherine", "--seconds", "0.05", "--seats", "2"]
    assert main([*words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert all(list(row) == SEARCH_KEYS for row in rows)
    assert [row["simulations"] for row in rows[:3]] == list(bench_search.KINDS.values())
    for row in rows[:3]:
        assert row["name"] == "catherine"
        assert row["simulations_per_second"] > 0
        assert (row["two_processes"] is None) == (row["simulations"] != rows[0]["simulations"])
    assert rows[0]["two_processes"] > 0
    monkeypatch.setattr(bench_search, "measure", lambda games, seats, seconds: rows)
    assert main(words) == 0
    assert "sensibly, cut as in play" in capsys.readouterr().out


def test_simulations_are_compared_with_the_peer_by_medians(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_search, "peer_label", lambda name: "peer 1")
    monkeypatch.setattr(bench_search, "has_tree", lambda: False)
    rates = {("chess", "random"): [900.0, 1000.0, 9000.0], ("chess", "cut"): [4000.0]}
    rows = bench_search.rows_of(rates, {"chess": [1.5, 1.9, 1.8]}, [9.0, 10.0, 12.0])
    assert rows == [
        dict(zip(SEARCH_KEYS, ["chess", "at random to the end", 1000.0, "peer 1", 100.0, 1.8], strict=True)),
        dict(
            zip(
                SEARCH_KEYS, ["chess", "sensibly, cut as in play", 4000.0, "peer 1", 400.0, None], strict=True
            )
        ),
        dict(zip(SEARCH_KEYS, ["peer 1", "at random to the end", 10.0, "peer 1", 1.0, None], strict=True)),
    ]
    alone = bench_search.rows_of(rates, {"chess": [1.5]}, None)
    assert [(row["peer"], row["ratio"]) for row in alone] == [(None, None), (None, None)]


@pytest.mark.parametrize("kind", bench_search.KINDS)
def test_simulations_begin_at_the_first_decision_and_go_to_the_end_unless_cut(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searcher = bench_search.SamovarSearcher("catherine", 3, kind)
    seat, view = searcher.first_decision()
    assert len(searcher.game.legal(view, seat)) > 1
    searcher.deals = 1
    assert searcher.game.write(searcher.first_decision()[1]) != searcher.game.write(view), "another deal"
    made: list[ISMCTSBot] = []

    def search(game: Game, seat: int, known: Knowledge, cut: bool) -> ISMCTSBot:
        made.append(ISMCTSBot(game, seat, known, cut))
        return made[-1]

    monkeypatch.setattr(bench_search, "ISMCTSBot", search)
    assert searcher.think(0.05) == sum(int(search.simulations) for search in made) > 0
    assert all(search.truncated == (kind == "cut") for search in made)
    assert all(search.policy.knowledge.uniform == (kind == "random") for search in made)


def test_search_and_instructions_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--search", "--instructions"])
    assert "not allowed with" in capsys.readouterr().err
