"""The arena: schedule, ratings, standings, and reports as text, JSON and HTML."""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from samovar.bots import registry as bots_registry
from samovar.bots.bot import Bot, Budget
from samovar.bots.guarded_bot import GuardedBot
from samovar.cli import main
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import View
from samovar.lab.arena import runner as arena_runner
from samovar.lab.arena import standings
from samovar.lab.arena.arena import SprtReferee
from samovar.lab.arena.html_report import power, render_html
from samovar.lab.arena.ratings import ELO, rate, wilson
from samovar.lab.arena.runner import GameResult, GameRunner, RunnerArguments, play_all
from samovar.lab.arena.schedule import Fixture, fixtures, lineups, read_bots, seatings
from samovar.lab.arena.sprt import HIGH, LOW, OPEN, SequentialTest, expected_score
from samovar.lab.arena.standings import AUTOMA, ArenaReport, DecisionTimes, Standings
from samovar.lab.arena.text_report import duration, report_lines
from samovar.lab.seeds import FIRST_TRAINING_SEED

NAMES = ["a", "b", "c", "d", "e"]
ARGUMENTS: RunnerArguments = ("catherine", 2, {}, None)


@pytest.fixture(autouse=True)
def few_bootstrap_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let standings draw few bootstrap samples, to save time."""
    monkeypatch.setattr(standings, "rate", lambda deals: rate(deals, 20))


# ---- schedule ----


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_on_every_deal_each_bot_has_each_seat_equally_often(number: int, seats: int) -> None:
    bots = NAMES[:number]
    found = fixtures(bots, seats, 300, 7)
    for deal in {fixture.deal for fixture in found}:
        orders = [fixture.order for fixture in found if fixture.deal == deal]
        assert len(set(orders)) == len(orders), "no game is played twice"
        for seat in range(seats):
            assert len(set(Counter(order[seat] for order in orders).values())) == 1
            assert {order[seat] for order in orders} == set(bots)


def test_every_pair_meets_in_both_orders_on_each_deal() -> None:
    found = fixtures(["a", "b", "c"], 2, 12, 0)
    for deal in (0, 1):
        orders = {fixture.order for fixture in found if fixture.deal == deal}
        assert orders == {(x, y) for x in "abc" for y in "abc" if x != y}
    assert [fixture.number for fixture in found] == list(range(12))


@pytest.mark.parametrize(("asked", "played"), [(1, 12), (12, 12), (13, 24), (200, 204)])
def test_games_are_rounded_up_to_whole_deals(asked: int, played: int) -> None:
    found = fixtures(["a", "b", "c", "d"], 2, asked, 5)
    assert len(found) == played
    assert {fixture.deal for fixture in found} == set(range(5, 5 + played // 12))


def test_neighbours_change_from_deal_to_deal() -> None:
    found = fixtures(["a", "b", "c", "d"], 4, 24, 0)
    assert len({fixture.order for fixture in found}) == 24


def test_with_fewer_bots_than_seats_as_few_as_possible_have_two_seats() -> None:
    assert lineups(["a", "b"], 4) == [("a", "a", "b", "b")]
    assert lineups(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert lineups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert seatings(("a", "a", "b", "b")) == [("a", "a", "b", "b"), ("a", "b", "a", "b")]
    assert len(seatings(("a", "b", "c", "d"))) == 6


def test_seeds_that_bots_are_trained_on_are_refused() -> None:
    assert fixtures(["a", "b"], 2, 2, FIRST_TRAINING_SEED - 1)[0].deal == FIRST_TRAINING_SEED - 1
    for games, seed in [(2, FIRST_TRAINING_SEED), (3, FIRST_TRAINING_SEED - 1)]:
        with pytest.raises(BadInput, match="larger seeds are for training"):
            fixtures(["a", "b"], 2, games, seed)


def test_all_faulty_names_are_reported_at_once() -> None:
    with pytest.raises(BadInput, match=r"(?s)there is no bot 'x'.*random is named 2 times"):
        read_bots("random,x, random", 2)
    with pytest.raises(BadInput, match="random needs an opponent"):
        read_bots("random", 2)
    assert read_bots("random", 1) == ["random"]
    assert read_bots("search@8, greedy", 4) == ["search@8", "greedy"]


# ---- ratings ----


def results(rng: random.Random, true: list[float], deals: int) -> list[list[list[float]]]:
    """Draw the results of two games of each pair on each deal, with the odds of these true ratings."""
    found = []
    for _ in range(deals):
        table = [[0.0] * len(true) for _ in true]
        for i in range(len(true)):
            for k in range(i):
                for _ in range(2):
                    wins = rng.random() < 1 / (1 + 10 ** ((true[k] - true[i]) / 400))
                    table[i if wins else k][k if wins else i] += 1
        found.append(table)
    return found


def test_odds_of_ten_to_one_are_four_hundred_points() -> None:
    won, lost = [[0.0, 1.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 0.0]]
    first, second = rate(([won] * 10 + [lost]) * 400, 10)
    assert first.value - second.value == pytest.approx(400, abs=1)
    assert first.value == pytest.approx(-second.value)
    assert first.low < first.value < first.high


def test_the_order_of_deals_does_not_change_ratings() -> None:
    deals = results(random.Random(3), [100.0, 0.0, -100.0], 12)
    one, other = rate(deals, 20), rate(deals[::-1], 20)
    assert [e.value for e in one] == pytest.approx([e.value for e in other], abs=1e-2)


def test_intervals_cover_the_true_rating_in_about_95_percent() -> None:
    rng = random.Random(5)
    true = [150.0, 50.0, -200.0]
    covered = 0
    for _ in range(12):
        found = rate(results(rng, true, 17), 80)
        covered += sum(e.low <= t <= e.high for e, t in zip(found, true, strict=True))
    assert 31 <= covered < 36  # 34 of 36 are expected


def test_more_deals_make_narrower_intervals() -> None:
    rng = random.Random(1)
    few, many = (rate(results(rng, [50.0, -50.0], deals), 100)[0] for deals in (10, 160))
    assert (many.high - many.low) < 0.5 * (few.high - few.low)


def test_a_bot_that_won_every_game_has_a_wide_interval_upwards() -> None:
    first, second = rate([[[0.0, 2.0], [0.0, 0.0]]] * 10)
    assert 100 < first.low < first.value < first.high - 200
    assert second.low + 200 < second.value < second.high < -100
    assert first.high < 20 * ELO


def test_wilson_interval() -> None:
    assert (wilson(5, 10).low, wilson(5, 10).high) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert (wilson(0, 10).low, wilson(0, 10).high) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10).high == pytest.approx(1.0)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_a_missing_library_is_reported_before_any_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    monkeypatch.setattr(GameRunner, "play", lambda self, fixture: pytest.fail("a game was played"))
    assert main(["arena", "catherine", "--bots", "random,casual"]) == 2
    assert capsys.readouterr().err.startswith("samovar: samovar arena needs choix, which is not installed;")


# ---- standings ----


def played(fixture: Fixture, totals: list[int], faults: list[list[str]] | None = None) -> GameResult:
    ranks = [1 + sum(other > total for other in totals) for total in totals]
    seconds = [[0.5] * 4 for _ in fixture.order]
    points = {"in_game": totals, "order": [0] * len(totals)}
    return GameResult(fixture, totals, ranks, points, seconds, faults or [[] for _ in fixture.order])


def report(results: list[GameResult], bots: list[str], seats: int, schedule: list[Fixture]) -> ArenaReport:
    found = Standings(bots, seats, schedule)
    for one in results:
        found.add(one)
    return found.report("Catherine", "catherine", {}, 1, 2.0)


def test_ties_and_shared_first_ranks_count_as_parts_of_a_win() -> None:
    schedule = fixtures(["a", "b", "c"], 3, 3, 0)
    found = report(
        [played(f, [{"a": 9, "b": 9, "c": 3}[n] for n in f.order]) for f in schedule],
        ["a", "b", "c"],
        3,
        schedule,
    )
    pairs = {(pair["bot"], pair["other"]): pair for pair in found["pairs"]}
    assert (pairs["a", "b"]["wins"], pairs["a", "b"]["games"], pairs["a", "b"]["share"]) == (1.5, 3, 0.5)
    assert pairs["a", "c"]["share"] == 1.0
    assert pairs["c", "a"]["share"] == 0.0
    assert [(bot["name"], bot["wins"]["share"]) for bot in found["bots"]][2] == ("c", 0.0)
    assert found["bots"][0]["wins"]["wins"] == found["bots"][1]["wins"]["wins"] == 1.5
    assert sum(share["wins"] for share in found["by_seat"]) == 3


def test_an_automa_is_rated_like_a_bot_but_has_no_decision_times() -> None:
    schedule = fixtures(["a", "b"], 1, 4, 0)
    found = report([played(f, [{"a": 9, "b": 3}[f.order[0]], 5]) for f in schedule], ["a", "b"], 1, schedule)
    assert [bot["name"] for bot in found["bots"]] == ["a", AUTOMA, "b"]
    assert {(pair["bot"], pair["other"]) for pair in found["pairs"]} == {
        ("a", AUTOMA),
        (AUTOMA, "a"),
        ("b", AUTOMA),
        (AUTOMA, "b"),
    }
    assert found["bots"][1]["thinking"] is None
    assert found["bots"][1]["mean_score"] == 5
    assert "one seat against the automa" in report_lines(found)[0]


def test_seats_points_and_faults_are_counted_by_bot() -> None:
    schedule = fixtures(["a", "b"], 2, 4, 0)
    games = [played(f, [8, 6], [["first failed"], []]) for f in schedule]  # the first seat always wins
    found = report(games, ["a", "b"], 2, schedule)
    for bot in found["bots"]:
        assert [seat["share"] for seat in bot["by_seat"]] == [1.0, 0.0]
        assert [seat["games"] for seat in bot["by_seat"]] == [2, 2]
        assert (bot["mean_score"], bot["mean_points"]) == (7.0, {"in_game": 7.0, "order": 0.0})
        assert bot["faults"] == {"number": 2, "first": ["first failed"] * 2}
        assert bot["thinking"] == {"decisions": 16, "mean": 0.5, "p95": 0.5, "worst": 0.5}
    assert "a, faults: 2; the first:" in report_lines(found)


def test_decision_times_are_exact_except_percentiles_within_two_percent() -> None:
    times = DecisionTimes()
    times.add([n / 1000 for n in range(1, 1001)])
    took = times.thinking()
    assert took is not None
    assert (took["mean"], took["worst"], took["decisions"]) == (0.5, 1.0, 1000)
    assert took["p95"] == pytest.approx(0.95, rel=0.02)
    assert [duration(s) for s in (2.0, 0.0123, 0.000045)] == ["2.00 s", "12.3 ms", "45 µs"]


# ---- running games ----


def timeless(games: list[GameResult]) -> list[tuple[object, ...]]:
    return [
        (g.fixture, g.totals, g.ranks, g.points, g.faults)
        for g in sorted(games, key=lambda g: g.fixture.number)
    ]


def all_of(jobs: int, schedule: list[Fixture]) -> list[tuple[object, ...]]:
    found: list[GameResult] = []
    play_all(ARGUMENTS, schedule, jobs, found.append)
    return timeless(found)


def test_the_games_do_not_depend_on_the_number_of_processes() -> None:
    schedule = fixtures(["random", "casual"], 2, 6, 3)
    alone = all_of(1, schedule)
    assert len({str(game[1]) for game in alone}) > 1
    assert all_of(3, schedule) == alone


def test_a_game_does_not_depend_on_earlier_games() -> None:
    schedule = fixtures(["random", "search@2"], 2, 4, 3)
    runner = GameRunner(*ARGUMENTS)
    assert timeless([runner.play(fixture) for fixture in reversed(schedule[2:])]) == all_of(1, schedule)[2:]


def test_all_bots_get_the_same_deal_and_each_has_its_own_random_stream(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first: list[dict[int, tuple[str, int]]] = []  # by game and seat

    class Recorder(Bot):
        def choose(self, view: View, rng: Rng, budget: Budget) -> int:
            options = self.game.legal(view, self.seat)
            if self.seat not in first[-1]:
                first[-1][self.seat] = (self.game.write(view), int(rng.next()))
            return options[rng.below(len(options))]

    def seat(name: str, game: Game, seat: int) -> GuardedBot:
        return GuardedBot(name, Recorder(game, seat), Budget())

    monkeypatch.setattr(arena_runner, "seat_bot", seat)
    runner = GameRunner(*ARGUMENTS)
    for fixture in fixtures(["random", "casual"], 2, 4, 0):
        first.append({})
        runner.play(fixture)
    assert first[0][0] == first[1][0], "the same deal for any bot in the seat"
    assert first[0][0][0] != first[2][0][0], "another deal"
    assert len({rng for game in first for _, rng in game.values()}) == 4, "by deal and seat"


def test_faults_of_a_bot_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Bot):
        def choose(self, view: View, rng: Rng, budget: Budget) -> int:
            raise RuntimeError("out of tea")

    def seat(name: str, game: Game, seat: int) -> GuardedBot:
        return (
            GuardedBot(name, Broken(game, seat), Budget())
            if name == "casual"
            else bots_registry.seat_bot(name, game, seat)
        )

    monkeypatch.setattr(arena_runner, "seat_bot", seat)
    game = GameRunner(*ARGUMENTS).play(Fixture(0, 0, ("random", "casual")))
    assert game.faults[0] == []
    assert len(game.faults[1]) == len(game.seconds[1]) > 10
    assert game.faults[1][0] == "casual in seat 1 failed: RuntimeError: out of tea"


# ---- the command ----

WORDS = ["arena", "catherine", "--bots", "random,casual", "--games", "3"]


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(WORDS) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("Catherine: The Cities of the Tsarina, 2 seats, 4 games in ")
    assert (
        "2 deals, seeds 0 to 1, each in all line-ups (3 were asked for: deals are played to the end)" in out
    )
    for title in (
        "Ratings",
        "Wins of the row against the column",
        "Wins by seat",
        "Mean points",
        "Time per decision",
    ):
        assert f"\n\n{title}\n" in out
    assert "largest_group" in out


def test_the_command_prints_json_and_the_help_names_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--json", "--seed", "4", "--seats", "3"]) == 0
    found: ArenaReport = json.loads(capsys.readouterr().out)
    assert list(found) == list(ArenaReport.__annotations__)
    assert (found["seats"], found["asked"], found["games"], found["first_seed"]) == (3, 3, 6, 4)
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    help = capsys.readouterr().out
    for key in [*found, *found["bots"][0], *found["pairs"][0]]:
        assert re.search(rf"\b{key}\b", help), key


def test_the_result_does_not_depend_on_the_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for jobs in ("1", "2"):
        assert main([*WORDS, "--json", "--jobs", jobs]) == 0
        document = json.loads(capsys.readouterr().out)
        del document["seconds"]
        for bot in document["bots"]:
            del bot["thinking"]
        found.append(document)
    assert found[0] == found[1]


def interrupted_at(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    play = GameRunner.play

    def until(self: GameRunner, fixture: Fixture) -> GameResult:
        if fixture.number == number:
            raise KeyboardInterrupt
        return play(self, fixture)

    monkeypatch.setattr(GameRunner, "play", until)


def test_ctrl_c_reports_the_games_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    interrupted_at(monkeypatch, 3)
    assert main([*WORDS, "--games", "10", "--html", str(tmp_path / "report.html")]) == 130
    out = capsys.readouterr().out
    assert "stopped after 3 of 10 games: 2 deals, seeds 0 to 1; 1 deals incomplete" in out
    assert "stopped after 3 of 10 games" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_ctrl_c_before_the_first_game_shows_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupted_at(monkeypatch, 0)
    assert main(WORDS) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "random"], "random needs an opponent"),
        (["--bots", "deep,random"], "there is no bot 'deep'"),
        (["--seats", "1"], "The Cities of the Tsarina is for 2 to 4 seats, not 1"),
        (["--games", "0"], "at least one game must be played, not 0"),
        (["--jobs", "0"], "at least one process must play, not 0"),
        (["--seed", "-1"], "the first seed must be 0 or more, not -1"),
        (["--seed", "1000000000"], "all seeds must be below 1000000000: larger seeds are for training"),
        (["--option", "city=x"], "has no option 'city'"),
        (["--html", "/nowhere/report.html"], "report /nowhere/report.html: cannot be written there"),
        (["--html", "/"], "report /: is a directory"),
        (["--components", "/nowhere.toml"], "component file /nowhere.toml: no such file"),
    ],
)
def test_bad_input_is_reported_before_any_game(
    words: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(GameRunner, "play", lambda self, fixture: pytest.fail("a game was played"))
    assert main([*WORDS, *words]) == 2
    assert message in capsys.readouterr().err


def test_with_one_seat_each_bot_plays_against_the_automa(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "stroganov", "--bots", "random,casual", "--games", "2", "--seats", "1", "--json"]
    assert main(words) == 0
    found: ArenaReport = json.loads(capsys.readouterr().out)
    assert {bot["name"] for bot in found["bots"]} == {"random", "casual", AUTOMA}
    assert {pair["games"] for pair in found["pairs"]} == {1}


# ---- HTML report ----


@pytest.mark.parametrize("name", registry.names())
def test_the_page_is_self_contained_and_has_all_sections(name: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    words = ["arena", name, "--bots", "random,casual", "--games", "2", "--html", str(file)]
    assert main(words) == 0
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"<script|<link|<img|@import|https?:|src=", text)
    assert set(re.findall(r"url\([^)]*\)", text)) == {"url(#frieze)"}
    for title in (
        "Ratings",
        "Who beats whom",
        "Seats",
        "Where the points come from",
        "Time per decision",
        "Faults",
    ):
        assert f"<h2>{title}</h2>" in text
    assert "prefers-color-scheme: dark" in text
    assert "score." not in text, "categories are shown as words"


def test_the_page_escapes_faults_and_options() -> None:
    schedule = fixtures(["a", "b"], 2, 2, 0)
    found = report([played(f, [1, 2], [["<b>tea</b>"], []]) for f in schedule], ["a", "b"], 2, schedule)
    found["options"] = {"pace": "<i>slow</i>"}
    text = render_html(found)
    assert "&lt;b&gt;tea" in text
    assert "&lt;i&gt;slow" in text
    assert "<i>slow" not in text


def test_every_coordinate_lies_within_its_chart() -> None:
    schedule = fixtures(["a", "b"], 2, 2, 0)
    text = render_html(report([played(f, [13, 47]) for f in schedule], ["a", "b"], 2, schedule))
    places = [float(number) for number in re.findall(r'\bx[12]?="(-?[\d.]+)%"', text)]
    assert len(places) > 20
    assert all(0 <= place <= 100 for place in places)


def test_the_time_axis_has_powers_of_ten() -> None:
    found = [power(tick) for tick in range(-7, 3)]
    assert found == ["0.1 µs", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s"]


# ---- the sequential test ----


def matches_of(truth: float, low: float, high: float, runs: int, split: float) -> tuple[list[str], float]:
    """Simulate matches of two games on each deal. Return all verdicts, and the mean number of deals.

    ``truth`` is the difference in Elo points. On a share ``split`` of the deals, each bot wins one game
    whatever their strength, as if the deal decided.
    """
    rng = random.Random(11)
    chance = (expected_score(truth) - split / 2) / (1 - split)
    verdicts, deals = [], 0
    for _ in range(runs):
        test = SequentialTest(low, high)
        while test.verdict == OPEN:
            decided = rng.random() < split
            test.add(0.5 if decided else ((rng.random() < chance) + (rng.random() < chance)) / 2)
        verdicts.append(test.verdict)
        deals += test.deals
    return verdicts, deals / runs


@pytest.mark.parametrize(
    ("low", "high", "split"),
    [
        pytest.param(0, 20, 0.0, marks=pytest.mark.slow),
        pytest.param(0, 20, 0.4, marks=pytest.mark.slow),
        (0, 60, 0.0),
        (-50, 50, 0.3),
        (0, 300, 0.0),
    ],
)
def test_at_most_five_percent_of_a_thousand_verdicts_are_wrong(low: float, high: float, split: float) -> None:
    weak, _ = matches_of(low, low, high, 1000, split)
    strong, _ = matches_of(high, low, high, 1000, split)
    assert weak.count(HIGH) <= 50
    assert strong.count(LOW) <= 50


def test_a_clear_difference_ends_the_test_sooner() -> None:
    """With errors of 5 %, about 1,600 games are needed at the bounds of 20 Elo points."""
    assert matches_of(150, 0, 20, 20, 0.0)[1] < 0.3 * matches_of(20, 0, 20, 20, 0.0)[1]
    assert SequentialTest(0, 20).verdict == OPEN
    assert (SequentialTest(0, 20).ratio, SequentialTest(0, 20).score) == (0.0, 0.5)


def test_a_referee_takes_deals_in_order_and_nothing_after_the_verdict() -> None:
    schedule = fixtures(["a", "b"], 2, 100, 3)
    forward = [played(f, [{"a": 9, "b": 3}[n] for n in f.order]) for f in schedule]
    reports = []
    for results in (forward, forward[::-1]):
        table, test = Standings(["a", "b"], 2, schedule), SequentialTest(0, 100)
        referee = SprtReferee(test, table)
        ended = [referee.add(one) for one in results]
        assert ended[-1]
        reports.append((test.report("a", "b"), sorted(one.fixture.number for one in table.played)))
    assert reports[0] == reports[1]
    assert reports[0][0]["verdict"] == HIGH
    assert reports[0][1] == list(range(2 * reports[0][0]["deals"]))
    assert len(reports[0][1]) < len(schedule)


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_the_command_ends_with_the_verdict(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "catherine", "--bots", "casual,random", "--sprt", "0,200", "--jobs", jobs]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sprt"]["verdict"] == HIGH
    assert found["sprt"]["deals"] == found["deals"] == 16
    assert found["games"] == 32 < found["scheduled"]


def test_the_text_report_names_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "catherine", "--bots", "random,casual", "--sprt", "0,200"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert (
        "Test of 0 against 200 Elo points: random is stronger by 0 Elo points rather than by 200" in printed
    )
    assert "errors at most 5 %" in printed
    assert "stopped" not in printed
    assert main([*words, "--games", "2"]) == 0
    assert "no verdict yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--sprt", "20"], "must be two numbers of Elo points such as 0,20"),
        (["--sprt", "20,0"], "the second number must be larger"),
        (["--sprt", "0,nan"], "the second number must be larger"),
        (["--bots", "random,casual,greedy", "--sprt", "0,20"], "needs two bots"),
        (["--bots", "greedy,greedy@99"], "there is no bot 'greedy@99': catherine has these versions: 1"),
    ],
)
def test_faults_of_a_test_are_reported_before_any_game(
    words: list[str], fault: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameRunner, "play", lambda self, fixture: pytest.fail("a game was played"))
    assert main(["arena", "catherine", *words]) == 2
    assert fault in capsys.readouterr().err
