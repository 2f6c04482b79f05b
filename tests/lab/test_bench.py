"""The benchmark: its rows, its ratios, its gate. How fast it is is not tested here: clocks are no judges."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest

import samovar
from samovar.cli import main
from samovar.lab import bench

KEYS = ["name", "decisions_per_second", "clones_per_second", "games_per_second", "peer", "ratio"]
LIMITS = Path(__file__).parent.parent.parent / "benchmarks" / "instructions.toml"


def test_rows_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.2", "--seats", "2"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert all(list(row) == KEYS for row in rows)
    names = [row["name"] for row in rows]
    assert "stroganov interpreted" in names
    for row in rows:
        assert row["decisions_per_second"] > row["games_per_second"] > 0
        assert row["clones_per_second"] > 0
        assert (row["peer"] is None) == (row["ratio"] is None)


def test_a_figure_is_the_median_of_its_rounds_and_ratio_compares_decisions_with_the_peer() -> None:
    ours = bench.Rounds("ours", [[900.0, 50.0, 9.0], [1000.0, 60.0, 10.0], [5000.0, 70.0, 50.0]])
    peer = bench.Rounds("peer", [[10.0, 5.0, 1.0]])
    rows = bench.rows_of([ours], [peer])
    assert rows == [
        dict(zip(KEYS, ["ours", 1000.0, 60.0, 10.0, "peer", 100.0], strict=True)),
        dict(zip(KEYS, ["peer", 10.0, 5.0, 1.0, "peer", 1.0], strict=True)),
    ]
    alone = bench.rows_of([ours], [])
    assert (alone[0]["peer"], alone[0]["ratio"]) == (None, None)


def test_our_engine_counts_what_it_plays_and_clones_states_in_mid_game() -> None:
    engine = bench.Ours("stroganov", 2)
    decisions, games, seconds = engine.play(0.05)
    assert games >= 1
    assert decisions > 50 * games
    assert seconds >= 0.05
    assert engine.clone(0.01)[0] >= len(engine.states) == bench.STATES
    assert all(not s.over for s in engine.states)


def test_instructions_are_the_difference_of_two_sizes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start-up costs the same at both sizes, and cancels out."""
    monkeypatch.setattr(shutil, "which", lambda _: "valgrind")
    monkeypatch.setattr(bench, "count", lambda name, seats, games: (90_000 + 300_000 * games, 100 * games))
    assert main(["bench", "--instructions", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["seats"], row["instructions_per_decision"]) for row in rows] == [
        (2, 3000),
        (3, 3000),
        (4, 3000),
    ]
    assert main(["bench", "--instructions", "--gate", "3000"]) == 0
    assert main(["bench", "--instructions", "--gate", "2999", "--seats", "4"]) == 1
    assert "4 seats: more than 2999 instructions per decision" in capsys.readouterr().err


def test_where_nothing_can_be_counted_a_line_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert main(["bench", "--instructions", "--gate", "1"]) == 0
    assert "valgrind is not installed" in capsys.readouterr().err
    monkeypatch.setattr(shutil, "which", lambda _: "valgrind")
    monkeypatch.setattr(bench, "count", lambda name, seats, games: None)
    assert main(["bench", "--instructions", "--gate", "1"]) == 0
    assert "the rules are not compiled" in capsys.readouterr().err


def test_what_valgrind_says_is_understood() -> None:
    found = bench.REFERENCES.search("==1== \n==1== I refs:        1,234,567\n")
    assert found is not None
    assert found.group(1) == "1,234,567"


def test_what_is_counted_prints_its_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    bench.play_games("stroganov", 2, 1)
    printed = capsys.readouterr().out.strip()
    assert printed.isdecimal() if samovar.compiled() else printed == "interpreted"


def test_the_gate_is_written_down() -> None:
    assert 0 < tomllib.loads(LIMITS.read_text())["limit"] <= 4000
