"""Checks of what people type: names, levels, limits, seeds, salts, chat, texts to import."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

from samovar.bots.registry import AT_TABLES, is_level
from samovar.kernel.errors import BadInput
from samovar.match.fair_shuffle import MAX_SALT
from samovar.match.match import MAX_SEED

MAX_NAME: Final = 30
MAX_CHAT: Final = 500
MAX_LIMIT: Final = 30 * 24 * 3600  # seconds
MAX_ACTION_ID: Final = 48
MAX_FAULTS: Final = 20  # named in one answer
MAX_TOML_DEPTH: Final = 12  # parts of a dotted key
MAX_KEY_PART: Final = 60  # longest quoted part of a key that is counted; a line has few longer ones
MAX_LINE: Final = 20_000  # characters of one line of an imported text
INVISIBLE: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, bidi and unassigned characters
KEY_PART: Final = rf"""(?:[\w-]++|"(?:[^"\\]|\\.){{0,{MAX_KEY_PART}}}+"|'[^']{{0,{MAX_KEY_PART}}}+')"""
# Possessive quantifiers (`++`) never backtrack, so the search takes linear time.
DEEP_KEY: Final = re.compile(rf"(?<![\w-])(?:{KEY_PART}[ \t]*+\.[ \t]*+){{{MAX_TOML_DEPTH}}}{KEY_PART}")


def clean_text(text: str) -> str:
    """The text on one line, without control characters and invisible marks that change its direction."""
    kept = "".join(" " if unicodedata.category(one) in INVISIBLE else one for one in text)
    return " ".join(kept.split())


def check_name(name: str, taken: Sequence[str] = ()) -> str:
    """A name that fits into a record: one line without commas."""
    name = clean_text(name.replace(",", " "))
    if not name or len(name) > MAX_NAME:
        raise BadInput("name", [f"must be 1 to {MAX_NAME} printable characters"])
    if name in taken:
        raise BadInput("name", [f"{name} is seated here already"])
    return name


def check_chat(text: str) -> str:
    text = clean_text(text)
    if not text or len(text) > MAX_CHAT:
        raise BadInput("chat", [f"must be 1 to {MAX_CHAT} characters"])
    return text


def check_limit(limit: int) -> int:
    if not 0 <= limit <= MAX_LIMIT:
        raise BadInput("limit", [f"must be 0 to {MAX_LIMIT} seconds, not {limit}"])
    return limit


def check_level(level: str) -> str:
    """A named level: a budget of one's own choice (search@9999s) could occupy all workers."""
    if not is_level(level):
        raise BadInput("level", [f"must be one of {', '.join(AT_TABLES)}, not {level[:20]!r}"])
    return level


def check_salt(salt: str) -> str:
    """Letters and digits only: the salts stand in one line of the record."""
    if len(salt) > MAX_SALT or (salt and not (salt.isascii() and salt.isalnum())):
        raise BadInput("salt", [f"must be at most {MAX_SALT} letters or digits"])
    return salt


def check_seed(seed: str) -> str:
    digits = seed.removeprefix("-")
    if seed and not (digits.isascii() and digits.isdigit() and abs(int(seed[:402])) < MAX_SEED):
        raise BadInput("seed", ["must be a whole number of at most 400 digits"])
    return seed


def check_action_id(action_id: str) -> str:
    if len(action_id) > MAX_ACTION_ID or not (action_id.isascii() and action_id.isprintable()):
        raise BadInput("action_id", [f"must be at most {MAX_ACTION_ID} printable ASCII characters"])
    return action_id


def check_import(text: str) -> str:
    """The text, if the parsers can read it in reasonable time: no deep keys, no endless lines.

    ``tomllib`` needs quadratic time and memory for a dotted key with thousands of parts.
    Lines end where TOML ends them: other line separators may be part of a quoted key.
    """
    faults: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            faults.append(f"line {number}: longer than {MAX_LINE} characters")
        elif DEEP_KEY.search(line):
            faults.append(f"line {number}: a key with more than {MAX_TOML_DEPTH} parts")
    if faults:
        raise BadInput("text", capped(faults))
    return text


def capped(faults: Sequence[str]) -> list[str]:
    """At most MAX_FAULTS faults; the last one counts the others."""
    if len(faults) <= MAX_FAULTS:
        return list(faults)
    return [*faults[:MAX_FAULTS], f"and {len(faults) - MAX_FAULTS} more"]


def collect(faults: list[str], *checks: Callable[[], object]) -> None:
    """Run checks and add what BadInput says to ``faults``."""
    for check in checks:
        try:
            check()
        except BadInput as error:
            faults.extend(f"{error.what}: {fault}" for fault in error.faults)
