"""Every block of code and every command in the documents works as it stands.

Python runs; the blocks of a page share one namespace. Shell lines run, except those that ``NOT_RUN`` in
``commands.py`` lists with the reasons. Blocks of data are read by the program. Commands inside of sentences
and tables are compared with what the command line and the scripts accept.
"""

from __future__ import annotations

import doctest
import importlib
import json
import re
import tomllib
from io import StringIO
from pathlib import Path

import pytest

import samovar
from samovar.views.words import po
from tests.docs import commands
from tests.docs.pages import PAGES, ROOT, Block, blocks, name_of, spans, text_of

ALL = [block for path in PAGES for block in blocks(path)]
SHELL = {"sh", "console"}
DATA = {"toml", "json", "po"}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PYTHON_PAGES = [path for path in PAGES if any(block.language == "python" for block in blocks(path))]
SHELL_PAGES = [path for path in PAGES if any(block.language in SHELL for block in blocks(path))]
PAGES_WITH_COMMANDS = [path for path in PAGES if path.name != "CHANGELOG.md"]
PLACEHOLDERS = {r"\bGAME\b(?!=)": "stroganov", "troika": "tundra", "--lang de": "--lang cs", "--seats N": ""}
PLURALS = "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);"
PO_HEADER = f'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Plural-Forms: {PLURALS}\\n"\n\n'
# Options of other programs that the documents mention: pip, ruff, pytest, docker.
FOREIGN = {"--no-deps", "--require-hashes", "--strict", "--import-mode=importlib"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return commands.checkout(tmp_path)


def test_each_block_has_a_language_that_is_checked() -> None:
    assert {
        str(block): block.language for block in ALL if block.language not in {"python", *SHELL, *DATA}
    } == {}
    assert len(ALL) > 30


@pytest.mark.parametrize("path", PYTHON_PAGES, ids=name_of)
def test_python_runs(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    names: dict[str, object] = {"__name__": "page"}
    for block in blocks(path):
        if block.language == "python":
            run_python(block, names)


def run_python(block: Block, names: dict[str, object]) -> None:
    if ">>>" not in block.text:
        exec(compile("\n" * block.line + block.text, name_of(block.page), "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, str(block), None, block.line)
    said = StringIO()
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.write, clear_globs=False)
    names.update(test.globs)
    assert not said.getvalue(), said.getvalue()


@pytest.mark.parametrize("path", SHELL_PAGES, ids=name_of)
def test_shell_lines_run(path: Path, folder: Path) -> None:
    for block in blocks(path):
        if block.language not in SHELL:
            continue
        for line in commands.lines(block):
            check = commands.not_run(line)
            if check is not None:
                check(commands.split(line)[1])
                continue
            printed = commands.run(line, folder)
            if block.language == "console":
                wanted = commands.expected_output(block)
                assert doctest.OutputChecker().check_output(wanted, printed, FLAGS), f"{block}\n{printed}"


@pytest.mark.parametrize("block", [block for block in ALL if block.language in DATA], ids=str)
def test_data_is_read_by_the_program(block: Block) -> None:
    if block.language == "json":
        json.loads(block.text)
    elif block.language == "po":
        po.read(str(block), PO_HEADER + block.text)
    else:
        parsed = tomllib.loads(block.text)
        if "game" in parsed:
            samovar.Match.from_position(block.text)
        else:
            for points in parsed["project"]["entry-points"].values():
                for module in points.values():
                    importlib.import_module(module)


def ready(span: str) -> list[str]:
    """The words of a command inside of a sentence, with names in place of placeholders."""
    text = re.sub(r"(--[\w-]+ )?…", "", span)
    for placeholder, name in PLACEHOLDERS.items():
        text = re.sub(placeholder, name, text)
    return commands.split(text.split(";")[0])[1]


@pytest.mark.parametrize("path", PAGES_WITH_COMMANDS, ids=name_of)
def test_commands_in_the_text_are_accepted(path: Path) -> None:
    for span in spans(path):
        if re.match(r"(?:\w+=\S+ )*(?:\.venv/bin/)?samovar( |$)", span):
            words = ready(span)[1:]
            if len(words) > 1:
                commands.accept(words)
            else:
                assert set(words) <= {*commands.COMMANDS, "--help", "--version"}, span
        elif re.match(r"(?:\w+=\S+ )*(make|pip|pipx|pytest|\.venv/bin/pytest)\b", span):
            check = commands.not_run(span)
            assert check is not None
            check(ready(span))
        elif found := re.match(r"(?:\w+=\S+ )*(?:\.venv/bin/)?python (\S+\.py)", span):
            assert (ROOT / found.group(1)).exists(), span
            commands.check_script(ready(span))
        elif span.startswith("--"):
            known = commands.samovar_options() | FOREIGN | every_script_option()
            assert span.split()[0] in known or span.partition("=")[0] in known, span


def every_script_option() -> set[str]:
    scripts = [
        name_of(path)
        for folder in ("tools", "benchmarks", "examples")
        for path in (ROOT / folder).glob("*.py")
    ]
    return {option for script in scripts for option in commands.script_options(script)}


def test_the_quoted_lines_of_the_automa_are_those_of_its_tests() -> None:
    """``test_solo_explained.py`` compares the same sentences with a real game."""
    quoted = re.findall(r"^> (Ivan .+)$", text_of(ROOT / "docs/stroganov-alone.md"), re.MULTILINE)
    tested = text_of(ROOT / "tests/stroganov/test_solo_explained.py")
    assert len(quoted) == 3
    assert [line for line in quoted if line not in tested] == []


# ---- these tests find what they are for ----


def test_an_unknown_option_or_command_is_found() -> None:
    for words in (["sim", "stroganov", "--no-such-option"], ["no-such-command"]):
        with pytest.raises(AssertionError):
            commands.accept(words)
    with pytest.raises(AssertionError):
        commands.check_make(["make", "no-such-target"])
    with pytest.raises(AssertionError):
        commands.check_make(["make", "play", "ARGS=--no-such-option"])
    with pytest.raises(AssertionError):
        commands.check_pip(["pip", "install", "samovar[no_such_extra]"])
    with pytest.raises(AssertionError):
        commands.check_script(["python", "tools/answer_times.py", "--no-such-option"])


def test_a_removed_function_or_other_output_is_found() -> None:
    page = ROOT / "README.md"
    with pytest.raises(AttributeError):
        run_python(Block(page, 1, "python", "import samovar\nsamovar.no_such_function()\n"), {})
    with pytest.raises(AssertionError):
        run_python(Block(page, 1, "python", ">>> 1 + 1\n3\n"), {})


def test_a_line_that_fails_is_found(folder: Path) -> None:
    with pytest.raises(AssertionError):
        commands.run("samovar sim no-such-game", folder)


def test_each_exception_has_a_reason_and_is_needed() -> None:
    lines = [
        " ".join(commands.split(line)[1])
        for block in ALL
        if block.language in SHELL
        for line in commands.lines(block)
    ]
    for beginning, _, reason in commands.NOT_RUN:
        assert reason
        assert any(re.match(beginning, line) for line in lines), beginning
