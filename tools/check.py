"""Run all that must hold before a change lands, stage by stage, with a summary at the end: ``make test``.

``python tools/check.py`` runs every stage, ``python tools/check.py style types`` only these, and
``python tools/check.py --quick`` those that take less than a minute together: ``make quick``.

A stage is one job or several. Two jobs run at a time (``TEST_WORKERS``), so that no core is idle.
A line tells the progress of a stage after each job. The output of a stage is printed in one piece when its
last job is done. A stage that fails does not stop any other, so that one run shows all faults.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
os.chdir(ROOT)
REPORTS = Path("build/reports")
COVERAGE = Path("build/coverage")
PROGRESS_DOTS = re.compile(r"^[.sx]+ +\[ *\d+%\]\n", re.MULTILINE)  # pytest's lines without a failure
WORKERS = int(os.environ.get("TEST_WORKERS", "2"))


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


@dataclass
class Outcome:
    ok: bool
    count: Count | None = None
    seconds: float = 0.0
    printed: str = ""


Job = Callable[[str], Outcome]  # by the name under which it may keep files


@dataclass
class Stage:
    """What is looked at, in jobs that do not mind each other."""

    name: str
    jobs: list[Job]
    last: Job | None = None  # what can only be done after all of them
    compiled: bool = False  # whether the rules have to be compiled before
    outcomes: list[Outcome] = field(default_factory=list)

    def outcome(self) -> Outcome:
        """All jobs in one; the seconds are those of the jobs, though two run at a time."""
        return Outcome(
            all(outcome.ok for outcome in self.outcomes),
            together(self.outcomes) if any(outcome.count for outcome in self.outcomes) else None,
            sum(outcome.seconds for outcome in self.outcomes),
            "".join(outcome.printed for outcome in self.outcomes),
        )


def together(outcomes: Iterable[Outcome]) -> Count:
    """What these counted in all."""
    counts = [outcome.count for outcome in outcomes if outcome.count is not None]
    return Count(
        sum(count.passed for count in counts),
        sum(count.failed for count in counts),
        sum(count.skipped for count in counts),
    )


def environment(variables: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "SAMOVAR_PURE"} | variables


def run(*command: str, **variables: str) -> Outcome:
    """Run a tool of this environment, and keep what it prints."""
    return printed_by(command, variables, subprocess.STDOUT)


def printed_by(command: Iterable[str], variables: dict[str, str], stderr: int | None) -> Outcome:
    """Run Python and keep its standard output. ``stderr``: None shows the standard error at once."""
    done = subprocess.run(
        [sys.executable, *command],
        env=environment(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        errors="replace",
        check=False,
    )
    return Outcome(done.returncode == 0, printed=done.stdout)


def tool(*command: str, **variables: str) -> Job:
    return lambda _: run(*command, **variables)


def tests(*options: str, **variables: str) -> Job:
    """Run pytest and count from its report, not from its words."""

    def job(name: str) -> Outcome:
        report = REPORTS / f"{name}.xml"
        report.unlink(missing_ok=True)
        outcome = run("-m", "pytest", "-q", f"--junitxml={report}", *options, **variables)
        outcome.count = count(report) if report.exists() else Count(failed=1)
        outcome.ok = outcome.ok and outcome.count.passed > 0
        outcome.printed = PROGRESS_DOTS.sub("", outcome.printed)
        return outcome

    return job


def count(report: Path) -> Count:
    found = Count()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = int(suite.get("skipped", 0))
        found.failed += bad
        found.skipped += skipped
        found.passed += int(suite.get("tests", 0)) - bad - skipped
    return found


def asked(what: str, **variables: str) -> str:
    """What the rules say of themselves: in this process they may not be imported."""
    command = [sys.executable, "-c", f"import samovar; print({what})"]
    done = subprocess.run(command, env=environment(variables), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def compiled(_: str) -> Outcome:
    """Where there is a C compiler, rules that do not compile are an error, not a reason to go on without."""
    sys.path.insert(0, str(ROOT))
    import setup as build_script

    os.environ.pop("SAMOVAR_PURE", None)
    obstacle = build_script.obstacle()
    required = {} if obstacle else {"SAMOVAR_COMPILE": "require"}
    return printed_by(["tools/compile.py"], required, None)  # shows progress, also of what `ahead` compiles


def instructions(games: list[str]) -> Job:
    """The gate on speed. Where valgrind or the compiled rules are missing a line says so, and it is open."""
    shared = tomllib.loads(Path("benchmarks/instructions.toml").read_text())
    factor = 1.0 if sys.version_info < (3, 12) else shared["from_python_3_12"]
    limits = [f"{shared['default'] * factor:.0f}"]
    for game in games:
        own = Path(f"tests/{game}/instructions.toml")
        for seats, limit in tomllib.loads(own.read_text() if own.exists() else "").items():
            which = game if seats == "any" else f"{game}:{seats}"
            limits.append(f"{which}={limit * factor:.0f}")
    gates = [word for limit in limits for word in ("--gate", limit)]
    return tool("-m", "samovar.cli", "bench", "--instructions", *gates)


def laws(game: str) -> Job:
    """The laws over random games of each seat count and option set; interpreted only a few of them.

    Many more are played by hand before a change of the rules is called done.
    """

    def job(_: str) -> Outcome:
        games = "80" if asked("samovar.compiled()") == "True" else "3"
        return run("-m", "samovar.cli", "check", game, "--games", games)

    return job


GAMES = sorted(path.parent.name for path in Path("tests").glob("*/kept.py"))
# Folders and files that together take about as long as others; what is in no group is in one more of its own.
# Playwright keeps an event loop, beside which the tests of the server cannot run theirs: so these are apart.
BROWSER = [
    ["browser/test_package.py"],
    ["browser/test_hands.py"],
    ["browser/test_games.py"],
    [*(f"browser/{path.name}" for name in GAMES for path in Path("tests/browser").glob(f"test_{name}.py"))],
]
AS_BUILT = [
    ["table"],
    ["terminal"],
    *([name] for name in GAMES),
    ["kernel"],
    ["views", "bots", "lab"],
]
# What is compiled, tested as plain Python too; the layers above see no difference but speed. ``test_traces``
# compares the two, which needs the compiled ones.
RULES = ["kernel", *GAMES]
BESIDES = ["views", "bots", "fourth/test_discovery.py", "test_recorded.py", "test_parsers.py"]


def in_groups(groups: list[list[str]], whole: str, *options: str) -> list[Job]:
    """One job for each group, and one for all the rest."""
    rest = [f"--ignore=tests/{place}" for group in groups for place in group]
    return [*(tests(*places(group)) for group in groups), tests(whole, *rest, *options)]


def tests_interpreted() -> list[Job]:
    """The tests of all that is compiled once more as plain Python; coverage watches those of the rules.

    Being watched makes a test four times as long: long walks through lines that other tests have shown are
    marked ``no_cover``.
    """
    plain = tests("-m", "not compiled", *places(BESIDES), SAMOVAR_PURE="1")
    return [*(watched(place) for place in RULES), plain]


def watched(place: str) -> Job:
    """Each writes down for itself what it has seen; ``coverage_of_all`` adds up."""
    options = ["--cov", "--cov-report=", "--cov-fail-under=0", "-m", "not compiled", *places([place])]
    return tests(*options, SAMOVAR_PURE="1", COVERAGE_FILE=str(COVERAGE / f"data.{place}"))


def tests_quick() -> list[Job]:
    """The tests of rules, match, bots and views on the sources as they are: no compiler, no browser."""
    options = ["-x", "-m", "not compiled and not slow and not laws"]
    groups = [["kernel", *GAMES[1::2]], GAMES[::2], BESIDES]
    return [tests(*options, *places(group), SAMOVAR_PURE="1") for group in groups]


def coverage_of_all(_: str) -> Outcome:
    """Fails where less was seen than ``pyproject.toml`` asks for."""
    seen = [str(COVERAGE / f"data.{place}") for place in RULES]
    combined = run("-m", "coverage", "combine", "-q", *seen)
    return run("-m", "coverage", "report") if combined.ok else combined


def places(names: list[str]) -> list[str]:
    return [f"tests/{name}" for name in names]


def quick_stages() -> list[Stage]:
    """The loop while working: what finds most faults within a minute."""
    return [*source_stages(), Stage("tests-quick", tests_quick())]


def source_stages() -> list[Stage]:
    """The stages that read the sources and run nothing."""
    contracts = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return [
        Stage("style", [tool("-m", "ruff", "check"), tool("tools/frames.py", "--check")]),
        Stage("format", [tool("-m", "ruff", "format", "--check")]),
        Stage("layers", [tool("-c", contracts, "--no-logo")]),
        Stage("types", [tool("-m", "mypy")]),
    ]


def stages() -> list[Stage]:
    """All stages, in the order in which their jobs begin, as far as they can: long jobs before short ones, so
    that all cores are busy to the end.
    """
    games = asked("*samovar.games()", SAMOVAR_PURE="1").split()
    return [
        Stage("compile", [compiled]),
        *source_stages(),
        Stage("browser", in_groups(BROWSER, "tests/browser"), compiled=True),
        Stage("laws", [laws(game) for game in games], compiled=True),
        Stage("tests", in_groups(AS_BUILT, "tests", "--ignore=tests/browser"), compiled=True),
        Stage("tests-pure", tests_interpreted(), coverage_of_all),
        Stage("instructions", [instructions(games)], compiled=True),
    ]


class Work:
    """The queue of jobs that have not begun, and the progress of those that have."""

    def __init__(self, stages: list[Stage]) -> None:
        self.stages = stages
        self.began = time.monotonic()
        self.waiting = [
            (stage, job, f"{stage.name}-{i}") for stage in stages for i, job in enumerate(stage.jobs)
        ]
        self.changed = threading.Condition()

    def next(self) -> tuple[Stage, Job, str] | None:
        """The first that can be begun, once there is one; None if nothing is left to begin."""
        with self.changed:
            while self.waiting:
                compiling = any(stage.name == "compile" and not done(stage) for stage in self.stages)
                for found in self.waiting:
                    if not (found[0].compiled and compiling):
                        self.waiting.remove(found)
                        return found
                self.changed.wait()
        return None

    def do(self) -> None:
        """One job after the other, until nothing is left."""
        while (found := self.next()) is not None:
            stage, job, name = found
            outcome = timed(job, name)
            with self.changed:
                stage.outcomes.append(outcome)
                complete = done(stage)
                self.changed.notify_all()
            if complete and stage.last is not None:
                stage.outcomes.append(timed(stage.last, f"{stage.name}-last"))
            with self.changed:  # prints one stage after the other
                print(self.progress(stage), flush=True)
                if complete:
                    print(f"── {stage.name}\n{stage.outcome().printed.strip()}\n", flush=True)

    def progress(self, stage: Stage) -> str:
        """A line such as ` 2:41  tests         3 of 6 jobs, 5120 passed, 0 failed`."""
        minutes, seconds = divmod(round(time.monotonic() - self.began), 60)
        count = together(stage.outcomes) if any(outcome.count for outcome in stage.outcomes) else None
        jobs = f"{min(len(stage.outcomes), len(stage.jobs))} of {len(stage.jobs)} jobs"
        failed = "" if all(outcome.ok for outcome in stage.outcomes) else ", FAILED"
        return f"{minutes:2}:{seconds:02}  {stage.name:<13} {jobs}{f', {count}' if count else ''}{failed}"

    def stop(self) -> None:
        with self.changed:
            self.waiting.clear()


def done(stage: Stage) -> bool:
    return len(stage.outcomes) >= len(stage.jobs)


def timed(job: Job, name: str) -> Outcome:
    start = time.monotonic()
    try:
        outcome = job(name)
    except Exception as error:  # a job that cannot even be begun is one that failed
        outcome = Outcome(False, printed=f"{name}: {error!r}\n")
    outcome.seconds = time.monotonic() - start
    return outcome


def main(names: list[str]) -> int:
    if names == ["--quick"]:
        return check(quick_stages())
    known = stages()
    unknown = [name for name in names if name not in {stage.name for stage in known}]
    if unknown:
        there = ", ".join(stage.name for stage in known)
        print(f"no such stage: {', '.join(unknown)}; there are: {there}", file=sys.stderr)
        return 2
    return check([stage for stage in known if not names or stage.name in names])


def check(chosen: list[Stage]) -> int:
    """Run these stages and print a summary; the exit code says whether all of them passed."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    COVERAGE.mkdir(parents=True, exist_ok=True)
    work = Work(chosen)
    crew = [threading.Thread(target=work.do) for _ in range(WORKERS)]
    try:
        for worker in crew:
            worker.start()
        for worker in crew:
            worker.join()
    finally:  # whoever interrupts has interrupted the jobs as well; no other is begun
        work.stop()

    print(f"\n── summary: {time.monotonic() - work.began:.0f} s")
    outcomes = {stage.name: stage.outcome() for stage in work.stages}
    for name, outcome in outcomes.items():
        verdict = "ok" if outcome.ok else "FAILED"
        print(f"{name:<12} {verdict:<7} {outcome.seconds:5.0f} s   {outcome.count or ''}".rstrip())
    if any(outcome.count for outcome in outcomes.values()):
        print(together(outcomes.values()))
    return 0 if all(outcome.ok for outcome in outcomes.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
