"""The ``.po`` files are parsed strictly, and all languages have the same keys and placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import samovar
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.views.words.po import Catalogue, read
from samovar.views.words.words import BASE, COMMON, Words, language_name, languages

VIEWS = Path(samovar.__file__).parent / "views"
FOLDERS = ["words", *(f"{game}/words" for game in registry.names())]
HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
FIELD = re.compile(r"\{(\w+)")
CASE = re.compile(r"\{\w+\.(\w+)\}")
COUNTED = re.compile(r"\{\w+\|(\w+(?:\.\w+)?)\}")

every_file = pytest.mark.parametrize(
    ("folder", "lang"), [(folder, lang) for folder in FOLDERS for lang in languages()]
)


def source(folder: str, lang: str) -> str:
    return (VIEWS / folder / f"{lang}.po").read_text(encoding="utf-8")


def catalogue(folder: str, lang: str) -> Catalogue:
    return read(f"{folder}/{lang}.po", source(folder, lang))


def cases(found: Catalogue) -> dict[str, set[str]]:
    """The cases of each noun. The nominative is the empty string."""
    known: dict[str, set[str]] = {}
    for key in found.nouns:
        start, name, *case = key.split(".")
        assert start == "noun", key
        known.setdefault(name, set()).add("".join(case))
    return known


# ---- the files ----


@every_file
def test_a_language_has_the_keys_of_english_in_the_same_order(folder: str, lang: str) -> None:
    found, english = catalogue(folder, lang), catalogue(folder, BASE)
    assert list(found.texts) == list(english.texts)
    assert list(cases(found)) == list(cases(english))


@every_file
def test_a_language_has_the_placeholders_of_english(folder: str, lang: str) -> None:
    found, english = catalogue(folder, lang).texts, catalogue(folder, BASE).texts
    different = {key for key in found if set(FIELD.findall(found[key])) != set(FIELD.findall(english[key]))}
    assert different == set()


@every_file
def test_all_nouns_of_a_file_have_the_same_cases(folder: str, lang: str) -> None:
    """Code and texts may ask for any noun in any case."""
    known = cases(catalogue(folder, lang))
    assert all("" in found for found in known.values())
    assert len({frozenset(found) for found in known.values()}) <= 1, known


@every_file
def test_every_noun_and_case_that_a_text_asks_for_exists(folder: str, lang: str) -> None:
    w = Words(lang, folder.partition("/")[0] if "/" in folder else "")
    known = {case for key in w.nouns for case in key.split(".")[2:]}
    for key, text in catalogue(folder, lang).texts.items():
        for noun in COUNTED.findall(text):
            assert f"noun.{noun}" in w.nouns, key
        assert set(CASE.findall(text)) <= known, key


@pytest.mark.parametrize("lang", languages())
def test_all_files_of_a_language_have_the_same_header(lang: str) -> None:
    headers = {source(folder, lang).partition("\n\n")[0] for folder in FOLDERS}
    assert len(headers) == 1
    assert f'"Language: {lang}\\n"' in headers.pop()


def comments(folder: str, lang: str) -> Iterator[tuple[str, str]]:
    """The key of each entry with an extracted comment, and that comment."""
    yield from (
        (key, text)
        for text, key in re.findall(
            r'^#\. (.*)\n(?:msgctxt .*\n)?msgid "(.*)"$', source(folder, lang), re.MULTILINE
        )
    )


@every_file
def test_the_comments_of_a_translation_say_the_english_text(folder: str, lang: str) -> None:
    english = catalogue(folder, BASE)
    for key, text in comments(folder, lang):
        nouns = english.nouns
        assert text == (" / ".join(nouns[key].forms) if key in nouns else english.texts[key]), key


def test_czech_entries_carry_the_english_text() -> None:
    for folder in FOLDERS:
        found = catalogue(folder, "cs")
        assert len(list(comments(folder, "cs"))) == len(found.texts) + len(found.nouns)


def test_every_po_file_belongs_to_a_folder_and_a_language() -> None:
    found = {path.relative_to(VIEWS).as_posix() for path in VIEWS.rglob("*.po")}
    translated = {f"{folder}/{lang}.po" for folder in FOLDERS for lang in languages()}
    assert found - translated <= {f"{folder}/{COMMON}.po" for folder in FOLDERS if folder != "words"}
    assert translated <= found


def test_a_language_names_itself() -> None:
    assert [language_name(lang) for lang in ("en", "cs")] == ["English", "čeština"]
    assert len({language_name(lang) for lang in languages()}) == len(languages())


# ---- the reader ----


def test_a_text_a_noun_and_a_case_are_read() -> None:
    found = read(
        "de.po",
        HEADER + '# note\n#. English\nmsgid "a"\nmsgstr ""\n"one \\"two\\"\\n"\n"three {n|fur.acc}"\n'
        '\nmsgid "noun.fur"\nmsgid_plural "noun.fur"\nmsgstr[0] "Fell"\nmsgstr[1] "Felle"\n'
        '\nmsgctxt "acc"\nmsgid "noun.fur"\nmsgid_plural "noun.fur"\nmsgstr[0] "das Fell"\n'
        'msgstr[1] "die Felle"',
    )
    assert found.texts == {"a": 'one "two"\nthree {n|fur.acc}'}
    assert [found.nouns["noun.fur"].form_for(n) for n in (0, 1, 2)] == ["Felle", "Fell", "Felle"]
    assert found.nouns["noun.fur.acc"].form_for(1) == "das Fell"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["line 1: the header needs Plural-Forms, such as nplurals=2; plural=(n != 1);"]),
        (HEADER.replace("n != 1", "n != "), ["line 1: the header needs Plural-Forms"]),
        (HEADER.replace("n != 1", "__import__"), ["line 1: the header needs Plural-Forms"]),
        (HEADER.replace("n != 1", "2"), ["line 1: the header needs Plural-Forms"]),
        (HEADER + "msgid a\n", ["line 4: must be a keyword and a quoted string, not msgid a"]),
        ('"a"\n' + HEADER, ['line 1: must be a keyword and a quoted string, not "a"']),
        (
            HEADER + 'msgid "a"\nmsgstr "b\\q"\n',
            ['line 5: not a quoted string: "b\\q"', "line 4: msgstr of 'a' is"],
        ),
        (HEADER + 'msgid "a"\n', ["line 4: 'a' needs msgstr, not nothing"]),
        (HEADER + 'msgid "a"\nmsgstr "b"\nmsgstr "c"\n', ["line 6: a second msgstr"]),
        (HEADER + 'msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n', ["line 6: a second 'a'"]),
        (HEADER + 'msgid "a"\nmsgstr ""\n', ["line 4: msgstr of 'a' is empty"]),
        (
            HEADER + 'msgid "a"\nmsgstr "{b"\n',
            ["line 4: msgstr of 'a' has a brace that belongs to no placeholder"],
        ),
        (HEADER + 'msgid "a"\nmsgstr "b {}"\n', ["line 4: msgstr of 'a' has a brace"]),
        (
            HEADER + 'msgctxt "acc"\nmsgid "a"\nmsgstr "b"\n',
            ["line 4: 'a.acc' has a msgctxt, but no msgid_plural"],
        ),
        (
            HEADER
            + 'msgid "a"\nmsgid_plural "a"\nmsgstr[0] "b"\n\nmsgid "c"\nmsgid_plural "c"\nmsgstr "d"\n',
            [
                "line 4: 'a' needs msgstr[0] msgstr[1], not msgstr[0]",
                "line 8: 'c' needs msgstr[0] msgstr[1], not",
            ],
        ),
    ],
)
def test_one_error_names_the_file_and_every_fault_with_its_line(text: str, faults: list[str]) -> None:
    with pytest.raises(BadInput, match=r"^de\.po: ") as caught:
        read("de.po", text)
    assert len(caught.value.faults) == len(faults), caught.value.faults
    assert all(found.startswith(fault) for found, fault in zip(caught.value.faults, faults, strict=True))
