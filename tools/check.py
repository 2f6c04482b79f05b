"""Run all checks that a change must pass, in stages, with a summary at the end: ``make test``.

``python tools/check.py`` runs every stage, ``python tools/check.py style types`` only these, and
``python tools/check.py --quick`` those that take about a minute together: ``make quick``.

A stage has one job or more. ``TEST_WORKERS`` jobs run at a time, by default one more than there are cores,
because jobs with a browser or a server often wait. A line shows the progress of a stage after each job. The
output of a stage is printed when its last job is done. A failed stage does not stop the others, so that one
run shows all faults.
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
WORKERS = int(os.environ.get("TEST_WORKERS", (os.cpu_count() or 1) + 1))


@dataclass
class TestCounts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


@dataclass
class JobResult:
    ok: bool
    count: TestCounts | None = None
    seconds: float = 0.0
    printed: str = ""


Job = Callable[[str], JobResult]  # gets a unique name for its files


@dataclass
class Stage:
    """A group of independent jobs."""

    name: str
    jobs: list[Job]
    last: Job | None = None  # runs after all other jobs
    compiled: bool = False  # needs the compiled rules
    outcomes: list[JobResult] = field(default_factory=list)

    def outcome(self) -> JobResult:
        """Return the combined outcome. Its seconds are the sum over the jobs, though two run at a time."""
        return JobResult(
            all(outcome.ok for outcome in self.outcomes),
            sum_counts(self.outcomes) if any(outcome.count for outcome in self.outcomes) else None,
            sum(outcome.seconds for outcome in self.outcomes),
            "".join(outcome.printed for outcome in self.outcomes),
        )


def sum_counts(outcomes: Iterable[JobResult]) -> TestCounts:
    """Return the sum of all counts."""
    counts = [outcome.count for outcome in outcomes if outcome.count is not None]
    return TestCounts(
        sum(count.passed for count in counts),
        sum(count.failed for count in counts),
        sum(count.skipped for count in counts),
    )


def environment(variables: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "SAMOVAR_PURE"} | variables


def run(*command: str, **variables: str) -> JobResult:
    """Run Python with these arguments and capture stdout and stderr."""
    return run_python(command, variables, subprocess.STDOUT)


def run_python(command: Iterable[str], variables: dict[str, str], stderr: int | None) -> JobResult:
    """Run Python and capture stdout. ``stderr`` None passes the standard error through."""
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
    return JobResult(done.returncode == 0, printed=done.stdout)


def tool(*command: str, **variables: str) -> Job:
    return lambda _: run(*command, **variables)


def tests(*options: str, **variables: str) -> Job:
    """Return a job that runs pytest and reads the counts from its JUnit report."""

    def job(name: str) -> JobResult:
        report = REPORTS / f"{name}.xml"
        report.unlink(missing_ok=True)
        outcome = run("-m", "pytest", "-q", f"--junitxml={report}", *options, **variables)
        outcome.count = count(report) if report.exists() else TestCounts(failed=1)
        outcome.ok = outcome.ok and outcome.count.passed > 0
        outcome.printed = PROGRESS_DOTS.sub("", outcome.printed)
        return outcome

    return job


def count(report: Path) -> TestCounts:
    found = TestCounts()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = int(suite.get("skipped", 0))
        found.failed += bad
        found.skipped += skipped
        found.passed += int(suite.get("tests", 0)) - bad - skipped
    return found


def evaluate(expression: str, **variables: str) -> str:
    """Return the value of an expression in a new process, because this one must not import the rules."""
    command = [sys.executable, "-c", f"import samovar; print({expression})"]
    done = subprocess.run(command, env=environment(variables), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def compiled(_: str) -> JobResult:
    """Compile the rules. If there is a C compiler, a failure is an error."""
    sys.path.insert(0, str(ROOT))
    import setup as build_script

    os.environ.pop("SAMOVAR_PURE", None)
    obstacle = build_script.obstacle()
    required = {} if obstacle else {"SAMOVAR_COMPILE": "require"}
    return run_python(
        ["tools/compile.py"], required, None
    )  # shows progress, also of the build that `make ahead` started


def instructions(games: list[str]) -> Job:
    """Return the job that checks instructions per decision against the gates.

    Without valgrind or compiled rules it prints a line and passes.
    """
    shared = tomllib.loads(Path("benchmarks/instructions.toml").read_text())
    factor = 1.0 if sys.version_info < (3, 12) else shared["from_python_3_12"]
    limits = [f"{shared['default'] * factor:.0f}"]
    for game in games:
        limits.append(f"{game}:observation={shared['observation'] * factor:.0f}")
        own = Path(f"tests/{game}/instructions.toml")
        for seats, limit in tomllib.loads(own.read_text() if own.exists() else "").items():
            which = game if seats == "any" else f"{game}:{seats}"
            limits.append(f"{which}={limit * factor:.0f}")
    gates = [word for limit in limits for word in ("--gate", limit)]
    return tool("-m", "samovar.cli", "bench", "--instructions", *gates)


def laws(game: str) -> Job:
    """Return the job that checks the laws over random games of each seat count and option set.

    Interpreted rules get only a few games. Run many more by hand before a change of the rules is done.
    """

    def job(_: str) -> JobResult:
        games = "80" if evaluate("samovar.compiled()") == "True" else "3"
        return run("-m", "samovar.cli", "check", game, "--games", games)

    return job


GAMES = sorted(path.parent.name for path in Path("tests").glob("*/fixtures.py"))
# Groups of tests that take about equally long. All other tests form one more group.
# Playwright keeps an event loop running, so tests of the server need another process.
BROWSER = [
    ["browser/test_package.py"],
    ["browser/test_input.py"],
    ["browser/test_games.py"],
    ["browser/test_replay.py", "browser/test_proxies.py"],
    [*(f"browser/{path.name}" for name in GAMES for path in Path("tests/browser").glob(f"test_{name}.py"))],
]
AS_BUILT = [
    ["table"],
    ["table/test_crash.py", "table/test_permissions.py", "table/test_play.py", "table/test_secrets.py"],
    ["terminal"],
    *([name] for name in GAMES),
    ["kernel"],
    ["views", "bots", "lab"],
    ["docs"],
]
# Tests of compiled packages, which also run interpreted. ``test_traces`` compares both, so it needs the
# compiled rules.
RULES = ["kernel", *GAMES]
BESIDES = ["views", "bots", "fourth/test_discovery.py", "test_recorded.py", "test_parsers.py"]


def in_groups(groups: list[list[str]], whole: str, *options: str) -> list[Job]:
    """Return one job for each group and one for all other tests.

    A file that is named in one group does not run in the group of its folder.
    """
    named = [place for group in groups for place in group]
    jobs = [
        tests(*places(group), *ignored(place for place in named if parent(place) in group))
        for group in groups
    ]
    return [*jobs, tests(whole, *ignored(named), *options)]


def parent(place: str) -> str:
    return place.rpartition("/")[0]


def ignored(names: Iterable[str]) -> list[str]:
    return [f"--ignore={place}" for place in places(names)]


def tests_interpreted() -> list[Job]:
    """Return the jobs that test the compiled packages as plain Python, the rules with coverage.

    Coverage makes a test four times slower. Long tests of lines that other tests cover are marked
    ``no_cover``.
    """
    plain = tests("-m", "not compiled", *places(BESIDES), SAMOVAR_PURE="1")
    return [*(covered_tests(place) for place in RULES), plain]


def covered_tests(place: str) -> Job:
    """Return a job that writes its own coverage data. ``coverage_of_all`` combines them."""
    options = ["--cov", "--cov-report=", "--cov-fail-under=0", "-m", "not compiled", *places([place])]
    return tests(*options, SAMOVAR_PURE="1", COVERAGE_FILE=str(COVERAGE / f"data.{place}"))


def tests_quick() -> list[Job]:
    """Return the jobs that test rules, match, bots and views interpreted, without a browser."""
    options = ["-x", "-m", "not compiled and not slow and not laws"]
    groups = [["kernel", *GAMES[1::2]], GAMES[::2], BESIDES]
    return [tests(*options, *places(group), SAMOVAR_PURE="1") for group in groups]


def coverage_of_all(_: str) -> JobResult:
    """Combine the coverage. Fails if it is below the limit in ``pyproject.toml``."""
    files = [str(COVERAGE / f"data.{place}") for place in RULES]
    combined = run("-m", "coverage", "combine", "-q", *files)
    return run("-m", "coverage", "report") if combined.ok else combined


def places(names: Iterable[str]) -> list[str]:
    return [f"tests/{name}" for name in names]


def quick_stages() -> list[Stage]:
    """Return the stages for work in progress, which take about a minute."""
    return [*source_stages(), Stage("tests-quick", tests_quick())]


def source_stages() -> list[Stage]:
    """Return the stages of static checks."""
    contracts = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return [
        Stage("style", [tool("-m", "ruff", "check"), tool("tools/frames.py", "--check")]),
        Stage("format", [tool("-m", "ruff", "format", "--check")]),
        Stage("layers", [tool("-c", contracts, "--no-logo")]),
        Stage("types", [tool("-m", "mypy")]),
    ]


def stages() -> list[Stage]:
    """Return all stages in the order in which their jobs start.

    Long jobs come first, so that all cores are busy to the end.
    """
    games = evaluate("*samovar.games()", SAMOVAR_PURE="1").split()
    return [
        Stage("compile", [compiled]),
        *source_stages(),
        Stage("browser", in_groups(BROWSER, "tests/browser"), compiled=True),
        Stage("laws", [laws(game) for game in games], compiled=True),
        Stage(
            "tests",
            in_groups(AS_BUILT, "tests", "--ignore=tests/browser", "--ignore=tests/site"),
            compiled=True,
        ),
        Stage("tests-pure", tests_interpreted(), coverage_of_all),
        Stage("docs", [tool("tools/site.py")], tests("tests/site")),
        Stage("instructions", [instructions(games)], compiled=True),
    ]


class JobQueue:
    """The queue of waiting jobs, and the progress of the stages."""

    def __init__(self, stages: list[Stage]) -> None:
        self.stages = stages
        self.began = time.monotonic()
        self.waiting = [
            (stage, job, f"{stage.name}-{i}") for stage in stages for i, job in enumerate(stage.jobs)
        ]
        self.changed = threading.Condition()

    def next(self) -> tuple[Stage, Job, str] | None:
        """Wait for the next job that can start and return it. None if the queue is empty."""
        with self.changed:
            while self.waiting:
                compiling = any(stage.name == "compile" and not done(stage) for stage in self.stages)
                for found in self.waiting:
                    if not (found[0].compiled and compiling):
                        self.waiting.remove(found)
                        return found
                self.changed.wait()
        return None

    def run_jobs(self) -> None:
        """Run jobs until the queue is empty."""
        while (found := self.next()) is not None:
            stage, job, name = found
            outcome = timed(job, name)
            with self.changed:
                stage.outcomes.append(outcome)
                complete = done(stage)
                self.changed.notify_all()
            if complete and stage.last is not None:
                stage.outcomes.append(timed(stage.last, f"{stage.name}-last"))
            with self.changed:  # one stage prints at a time
                print(self.progress(stage), flush=True)
                if complete:
                    print(f"── {stage.name}\n{stage.outcome().printed.strip()}\n", flush=True)

    def progress(self, stage: Stage) -> str:
        """Return a line such as ` 2:41  tests         3 of 6 jobs, 5120 passed, 0 failed`."""
        minutes, seconds = divmod(round(time.monotonic() - self.began), 60)
        count = sum_counts(stage.outcomes) if any(outcome.count for outcome in stage.outcomes) else None
        jobs = f"{min(len(stage.outcomes), len(stage.jobs))} of {len(stage.jobs)} jobs"
        failed = "" if all(outcome.ok for outcome in stage.outcomes) else ", FAILED"
        return f"{minutes:2}:{seconds:02}  {stage.name:<13} {jobs}{f', {count}' if count else ''}{failed}"

    def stop(self) -> None:
        with self.changed:
            self.waiting.clear()


def done(stage: Stage) -> bool:
    return len(stage.outcomes) >= len(stage.jobs)


def timed(job: Job, name: str) -> JobResult:
    start = time.monotonic()
    try:
        outcome = job(name)
    except Exception as error:  # a job that cannot start has failed
        outcome = JobResult(False, printed=f"{name}: {error!r}\n")
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
    """Run these stages and print a summary. Return the exit status, 0 if all passed."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    COVERAGE.mkdir(parents=True, exist_ok=True)
    work = JobQueue(chosen)
    threads = [threading.Thread(target=work.run_jobs) for _ in range(WORKERS)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:  # Ctrl-C has interrupted the running jobs, too; start no other
        work.stop()

    print(f"\n── summary: {time.monotonic() - work.began:.0f} s")
    outcomes = {stage.name: stage.outcome() for stage in work.stages}
    for name, outcome in outcomes.items():
        verdict = "ok" if outcome.ok else "FAILED"
        print(f"{name:<12} {verdict:<7} {outcome.seconds:5.0f} s   {outcome.count or ''}".rstrip())
    if any(outcome.count for outcome in outcomes.values()):
        print(sum_counts(outcomes.values()))
    return 0 if all(outcome.ok for outcome in outcomes.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
