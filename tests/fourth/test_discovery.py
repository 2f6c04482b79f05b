"""Games are found by the registry, and no shared file names one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.views.rules_page import rules_page
from samovar.views.rules_text import rules_text
from samovar.views.view_model import PageHead
from samovar.views.words.po import read
from samovar.views.words.words import BASE, languages, words_for
from tests.fourth.installing import GAMES, ROOT, installed
from tests.views.test_po import FIELD, cases

OWN = ["stroganov", "catherine", "tundra"]
PACKAGE = ROOT / "src/samovar"
# The folders and modules of a game: its name is the name of the folder or part of that of the file.
OF_A_GAME = re.compile(rf"(^|[/_])({'|'.join(OWN)})([/_.]|$)")
NAMED = re.compile("|".join(OWN), re.IGNORECASE)


def test_the_first_game_comes_first_and_those_of_others_last() -> None:
    assert registry.names() == [*OWN, "tiny", "troika"]
    assert registry.names()[0] == registry.FIRST
    assert all(registry.game(name).name == name for name in registry.names())


def shared_files() -> list[Path]:
    """Every file that all games share: sources, tools, benchmarks and configuration."""
    found = [
        path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".css", ".js", ".svg", ".po", ".toml"}
    ]
    found += [*(ROOT / "tools").glob("*.py"), ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / "setup.py"]
    found += [*(ROOT / "benchmarks").glob("*.*"), PACKAGE / "views/README.md"]
    return [path for path in found if not OF_A_GAME.search(path.relative_to(ROOT).as_posix())]


def without_examples(text: str) -> str:
    """The source without the examples in its docstrings, which need a game. Lines keep their numbers."""
    lines = text.splitlines()
    in_example = False
    for number, line in enumerate(lines):
        in_example = (in_example or line.lstrip().startswith(">>> ")) and '"""' not in line
        if in_example:
            lines[number] = ""
    return "\n".join(lines)


def test_examples_are_left_out_to_the_end_of_their_docstring() -> None:
    text = '"""One.\n\n>>> two\nthree\n"""\nfour\n>>> five\n"""\nsix'
    assert without_examples(text) == '"""One.\n\n\n\n"""\nfour\n\n"""\nsix'


def test_no_shared_file_names_a_game() -> None:
    named = []
    for path in shared_files():
        text = path.read_text(encoding="utf-8")
        shared = without_examples(text) if path.suffix == ".py" else text
        for number, line in enumerate(shared.splitlines(), 1):
            described = path.name == "pyproject.toml" and line.startswith("description = ")
            first = path == PACKAGE / "games/registry.py" and line.startswith("FIRST: Final = ")
            if NAMED.search(line) and not described and not first:
                named.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert named == []


def test_the_search_for_names_looks_at_the_shared_files() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in shared_files()}
    assert {
        "src/samovar/games/registry.py",
        "src/samovar/views/lobby_page.py",
        "src/samovar/table/static/style.css",
        "src/samovar/table/static/table.js",
        "src/samovar/views/words/cs.po",
        "src/samovar/table/static/style/board.css",
        "benchmarks/table.py",
        "tools/check.py",
        "Makefile",
    } <= found
    assert not any("views/catherine" in name or "board_tundra" in name for name in found)


# ---- entry points ----


def in_a_process(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from samovar.games import registry\n{code}"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_a_game_of_this_package_cannot_be_replaced(tmp_path: Path) -> None:
    with installed(tmp_path / "more", {"stroganov": "tests.fourth"}):
        assert registry.names() == [*OWN, "tiny", "troika"]
        assert registry.game("stroganov").title == "Stroganov"


@pytest.mark.parametrize(
    ("games", "fault"),
    [
        (
            {"My Game": "tests.fourth"},
            "the entry point 'My Game' of samovar.games must be lower-case letters",
        ),
        ({"chess": "tests.fourth"}, "the game of the entry point 'chess' calls itself 'troika'"),
        ({"chess": "tests.kernel"}, "the package tests.kernel has no module rules"),
        ({"chess": "no_such_package"}, "the package no_such_package has no module rules"),
    ],
)
def test_a_wrong_entry_point_is_named(tmp_path: Path, games: dict[str, str], fault: str) -> None:
    with installed(tmp_path / "more", games), pytest.raises(BadInput, match=re.escape(fault)):
        registry.game("chess")


def test_a_part_that_fails_is_not_taken_for_a_missing_one(tmp_path: Path) -> None:
    package = tmp_path / "chess"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text("import a_module_that_is_not_installed\n")
    with installed(tmp_path / "more", {"chess": "chess"}):
        done = in_a_process(tmp_path, "registry.game('chess')")
    assert "ModuleNotFoundError: No module named 'a_module_that_is_not_installed'" in done.stderr


def test_a_game_in_a_zip_file_has_its_rules_words_and_drawings(tmp_path: Path) -> None:
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        for path in sorted((ROOT / "tests").glob("__init__.py")) + sorted(
            (ROOT / "tests/fourth").rglob("*.*")
        ):
            if path.is_file() and path.suffix != ".pyc":
                zipped.write(path, path.relative_to(ROOT).as_posix())
        zipped.writestr(
            "zipped-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: zipped\nVersion: 1.0\n"
        )
        zipped.writestr("zipped-1.0.dist-info/entry_points.txt", "[samovar.games]\ntroika = tests.fourth\n")
    code = f"""
import sys
sys.path[:] = [{str(archive)!r}, *(path for path in sys.path if path != {str(ROOT)!r})]
import samovar
from samovar.games import registry
from samovar.views.svg import sprite
from samovar.views.registry import game_view
from samovar.views.rules_text import rules_text
from samovar.views.words.words import words_for
print(registry.names())
print(samovar.Match("troika", 2, 1).options(0), registry.game("troika").load.__code__.co_filename)
print(words_for("cs", "troika").say("head.rest"), "a-sledge" in sprite("troika"))
print(rules_text("troika", "cs")[1], registry.data("troika", "views", "table.css").is_file())
print(type(game_view(registry.game("troika"))).__name__)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path, env=clean()
    )
    assert done.stdout.splitlines() == [
        "['stroganov', 'catherine', 'tundra', 'troika']",
        f"['drive', 'whip'] {archive}/tests/fourth/rules.py",
        "odpočinek True",
        "cs True",
        "GameView",
    ], done.stderr


def clean() -> dict[str, str]:
    """The environment variables without the games that the fixture of this folder installs."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def test_a_game_of_this_package_is_found_without_reading_entry_points() -> None:
    code = "registry.game('stroganov'); print('importlib.metadata' in sys.modules)"
    assert in_a_process(ROOT, code).stdout == "False\n"


def test_no_game_is_imported_to_list_them() -> None:
    code = "registry.names(); print([name for name in sys.modules if name.endswith('.game')])"
    assert in_a_process(ROOT, code).stdout == "['samovar.kernel.game']\n"


def test_rules_without_a_translation_are_shown_in_english(tmp_path: Path) -> None:
    folder = tmp_path / "more"
    (folder / "half/docs").mkdir(parents=True)
    (folder / "half/__init__.py").write_text("")
    (folder / "half/docs/half.md").write_text("# T\n\nOnly in English.\n")
    with installed(folder, {"half": "half"}):
        text, lang = rules_text("half", "cs")
        page = rules_page(words_for("cs", "troika"), PageHead([], []), "troika", text, lang)
        assert rules_text("tiny", "cs") == ("", BASE)
    assert '<html lang="cs"' in page
    assert '<article lang="en"><p>Only in English.</p></article>' in page


# ---- documentation ----


def test_the_chapter_on_adding_a_game_names_every_part() -> None:
    text = (ROOT / "docs/development.md").read_text(encoding="utf-8")
    chapter = text.partition("\n## Adding a game\n")[2].partition("\n## ")[0]
    for layer, module in registry.OWN.items():
        own = module.removeprefix("samovar.").format("<name>").replace(".", "/")
        assert f"| {layer} | `{own}.py` |" in chapter
    for own, installed_folder in registry.FOLDERS.values():
        assert f"`{own.format('<name>')}/" in chapter
        assert f"`{installed_folder}/" in chapter
    exports = {
        "rules": "GAME",
        "views": "VIEW",
        "bots": "KNOWLEDGE",
        "terminal": "TERMINAL",
        "envs": "observer",
    }
    for name in [*OWN, "troika"]:
        for layer, export in exports.items():
            assert hasattr(registry.part(name, layer), export), (name, layer)
            assert f"`{export}" in chapter


def test_the_files_that_the_chapter_names_exist() -> None:
    text = (ROOT / "docs/development.md").read_text(encoding="utf-8")
    chapter = text.partition("\n### A game in a package of its own\n")[2].partition("\n### ")[0]
    named = re.findall(r"`((?:views|docs)/[\w./-]+|\w+\.(?:py|toml|po))`", chapter)
    assert len(named) > 10
    folders = [ROOT / "tests/fourth", ROOT / "tests/fourth/views/words", ROOT / "src/samovar/views"]
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


# ---- the words of the fourth game ----


def test_its_words_are_the_same_in_all_languages() -> None:
    folder = ROOT / "tests/fourth/views/words"
    files = {path.stem: read(path.name, path.read_text(encoding="utf-8")) for path in folder.glob("*.po")}
    assert sorted(files) == sorted(languages())
    english = files[BASE]
    for found in files.values():
        assert list(found.texts) == list(english.texts)
        assert list(cases(found)) == list(cases(english))
        for key, text in found.texts.items():
            assert set(FIELD.findall(text)) == set(FIELD.findall(english.texts[key])), key


def test_the_fixture_leaves_nothing_behind(tmp_path: Path) -> None:
    before = registry.names()
    with installed(tmp_path / "more", {"chess": "tests.fourth"}):
        assert "chess" in registry.names()
    assert registry.names() == before
    assert set(GAMES) <= set(before)
