"""All that must hold before a change lands, stage after stage, with a summary at the end: ``make test``.

``python tools/check.py`` runs every stage, ``python tools/check.py style types`` only these. A stage that
fails does not stop the next one, so that one run shows all there is to mend.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
os.chdir(ROOT)
REPORTS = Path("build/reports")
WORKERS = os.environ.get("TEST_WORKERS", "2")


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


def together(outcomes: list[Outcome]) -> Count:
    """What these counted in all."""
    counts = [outcome.count for outcome in outcomes if outcome.count is not None]
    return Count(
        sum(count.passed for count in counts),
        sum(count.failed for count in counts),
        sum(count.skipped for count in counts),
    )


def run(*command: str, **variables: str) -> bool:
    """Run a tool of this environment; its output goes straight to whoever watches."""
    env = {name: value for name, value in os.environ.items() if name != "SAMOVAR_PURE"} | variables
    return subprocess.run([sys.executable, *command], env=env, check=False).returncode == 0


def tests(name: str, *options: str, **variables: str) -> Outcome:
    """Run pytest and count from its report, not from its words."""
    report = REPORTS / f"{name}.xml"
    report.unlink(missing_ok=True)
    ok = run("-m", "pytest", "-n", WORKERS, f"--junitxml={report}", *options, **variables)
    if not report.exists():
        return Outcome(False, Count(failed=1))
    count = Count()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = int(suite.get("skipped", 0))
        count.failed += bad
        count.skipped += skipped
        count.passed += int(suite.get("tests", 0)) - bad - skipped
    return Outcome(ok and count.passed > 0, count)


def style() -> Outcome:
    return Outcome(run("-m", "ruff", "check"))


def formatting() -> Outcome:
    return Outcome(run("-m", "ruff", "format", "--check"))


def types() -> Outcome:
    return Outcome(run("-m", "mypy"))


def layers() -> Outcome:
    main = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return Outcome(run("-c", main, "--no-logo"))


def compiled() -> Outcome:
    """Where there is a C compiler, rules that do not compile are an error, not a reason to go on without."""
    sys.path.insert(0, str(ROOT))
    import setup as build_script

    os.environ.pop("SAMOVAR_PURE", None)
    obstacle = build_script.obstacle()
    return Outcome(run("tools/compile.py", **({} if obstacle else {"SAMOVAR_COMPILE": "require"})))


def instructions() -> Outcome:
    """The gate on speed. Where valgrind or the compiled rules are missing a line says so, and it is open."""
    limits = tomllib.loads(Path("benchmarks/instructions.toml").read_text())["limit"]
    by_seats = [name for name in limits if ":" in name]
    gates = [word for name in [*game_names(), *by_seats] for word in ("--gate", f"{name}={limits[name]}")]
    return Outcome(run("-m", "samovar.cli", "bench", "--instructions", *gates))


def laws() -> Outcome:
    """The laws over random games of each game, seat count and option set; interpreted only a few of them.

    Many more are played by hand before a change of the rules is called done.
    """
    games = "80" if asked("samovar.compiled()") == "True" else "3"
    held = [
        run("-m", "samovar.cli", "check", name, "--games", games, "--jobs", WORKERS) for name in game_names()
    ]
    return Outcome(all(held))


def asked(what: str) -> str:
    """What the rules say of themselves, as they were built: in this process they may not be imported."""
    command = [sys.executable, "-c", f"import samovar; print({what})"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def game_names() -> list[str]:
    return asked("*samovar.games()").split()


def tests_as_built() -> Outcome:
    return tests("as-built", "--ignore=tests/browser")


def tests_in_browser() -> Outcome:
    """Apart: Playwright keeps an event loop, beside which the tests of the server cannot run theirs."""
    return tests("browser", "tests/browser")


# What is compiled, tested as plain Python too; the layers above see no difference but speed. ``test_traces``
# compares the two, which needs the compiled ones.
RULES = ["kernel", *sorted(path.parent.name for path in Path("tests").glob("*/kept.py"))]
BESIDES = ["views", "bots", "test_recorded.py", "test_parsers.py"]


def tests_interpreted() -> Outcome:
    """The tests of all that is compiled once more as plain Python; coverage watches those of the rules.

    Being watched makes a test four times as long: long walks through lines that other tests have shown are
    marked ``no_cover``.
    """
    rules = interpreted("rules", RULES, "--cov", "--cov-report=term")
    besides = interpreted("besides", BESIDES)
    return Outcome(rules.ok and besides.ok, together([rules, besides]))


def interpreted(name: str, places: list[str], *options: str) -> Outcome:
    where = [f"tests/{place}" for place in places]
    return tests(f"interpreted-{name}", *options, "-m", "not compiled", *where, SAMOVAR_PURE="1")


STAGES: dict[str, Callable[[], Outcome]] = {
    "style": style,
    "format": formatting,
    "layers": layers,
    "compile": compiled,
    "types": types,
    "instructions": instructions,
    "laws": laws,
    "tests": tests_as_built,
    "browser": tests_in_browser,
    "tests-pure": tests_interpreted,
}

ASIDE = {"types"}  # needs one core while compiling leaves the other free half of the time


def timed(name: str) -> Outcome:
    start = time.monotonic()
    outcome = STAGES[name]()
    outcome.seconds = time.monotonic() - start
    return outcome


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in STAGES]
    if unknown:
        print(f"no such stage: {', '.join(unknown)}; there are: {', '.join(STAGES)}", file=sys.stderr)
        return 2
    REPORTS.mkdir(parents=True, exist_ok=True)
    outcomes: dict[str, Outcome] = {}
    with ThreadPoolExecutor() as pool:
        aside = {name: pool.submit(timed, name) for name in names or STAGES if name in ASIDE}
        for name in names or STAGES:
            print(f"\n── {name}", flush=True)
            outcomes[name] = aside[name].result() if name in aside else timed(name)

    print("\n── summary")
    for name, outcome in outcomes.items():
        verdict = "ok" if outcome.ok else "FAILED"
        print(f"{name:<12} {verdict:<7} {outcome.seconds:5.0f} s   {outcome.count or ''}".rstrip())
    if any(outcome.count for outcome in outcomes.values()):
        print(together(list(outcomes.values())))
    return 0 if all(outcome.ok for outcome in outcomes.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
