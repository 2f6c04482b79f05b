"""The documents are written in short sentences that begin with their subject."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import BESIDE_CODE, PAGES, name_of, sentences

MAX_WORDS = 25
# The changelog is history, and the tables beside the code belong to the authors of the code.
WRITTEN = [path for path in PAGES if path.name != "CHANGELOG.md" and path not in BESIDE_CODE]
# A sentence that begins so has no subject: "Who sees an action says …". Questions are no such sentences.
HEADLESS = re.compile(r"(?:Who|Whoever|What|Whatever|Where|Wherever|How|Whether|So many)\b(?! .*\?$)")
ALLOWED = re.compile(
    r"Where\b[^.]*,"
)  # "Where a game has secrets, a handover …" has its subject after the comma


@pytest.mark.parametrize("path", WRITTEN, ids=name_of)
def test_no_sentence_is_longer_than_25_words(path: Path) -> None:
    long = []
    for sentence in sentences(path):
        parts = re.split(r"[:;·] ", sentence)
        words = max(len(re.findall(r"[\w’'%.,-]*\w[\w’'%.,-]*", part)) for part in parts)
        if words > MAX_WORDS:
            long.append(f"{words}: {sentence}")
    assert long == []


@pytest.mark.parametrize("path", WRITTEN, ids=name_of)
def test_no_sentence_begins_without_its_subject(path: Path) -> None:
    assert [one for one in sentences(path) if HEADLESS.match(one) and not ALLOWED.match(one)] == []
