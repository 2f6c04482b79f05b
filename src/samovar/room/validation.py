"""Validation of user input: names, levels, limits, seeds, salts, chat, imported texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from samovar.bots.registry import OFFERED_AT_TABLES, is_offered_at_tables
from samovar.kernel.errors import BadInput
from samovar.match.fair_shuffle import MAX_SALT
from samovar.match.match import MAX_SEED
from samovar.room.errors import Fault, fault_lines

MAX_NAME: Final = 30
MAX_CHAT: Final = 500
MAX_LIMIT: Final = 30 * 24 * 3600  # seconds
MAX_SEED_DIGITS: Final = 400
MAX_ACTION_ID: Final = 48
MAX_FAULTS: Final = 20  # listed in one response
MAX_TOML_DEPTH: Final = 12  # parts of a dotted key
MAX_KEY_PART: Final = 60  # characters; longer quoted parts are not counted, and MAX_LINE limits them
MAX_LINE: Final = 20_000  # characters of one line of an imported text
MAX_LOG: Final = 10_000  # entries of a log; later ones must bring the game nearer to its end
INVISIBLE: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, bidi and unassigned characters
# Letters, marks and symbols without a shape: grapheme joiner, Hangul fillers, Khmer vowels, Braille blank.
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
MAX_MARKS: Final = 3  # combining marks on one character; more of them would cover other lines of the page
KEY_PART: Final = rf"""(?:[\w-]++|"(?:[^"\\]|\\.){{0,{MAX_KEY_PART}}}+"|'[^']{{0,{MAX_KEY_PART}}}+')"""


@dataclass(frozen=True, slots=True)
class TextLimits:
    """Limits of imported texts: length of a line, parts of a dotted key, faults listed in one response."""

    line: int = MAX_LINE
    key_parts: int = MAX_TOML_DEPTH
    faults: int = MAX_FAULTS


DEFAULT_LIMITS: Final = TextLimits()


@cache
def _deep_key(parts: int) -> re.Pattern[str]:
    """Matches a dotted key with more than this number of parts.

    Possessive quantifiers (``++``) never backtrack, so the search takes linear time.
    """
    return re.compile(rf"(?<![\w-])(?:{KEY_PART}[ \t]*+\.[ \t]*+){{{parts}}}{KEY_PART}")


def clean_text(text: str) -> str:
    """The text on one line, without control characters and invisible marks that change its direction.

    Empty if nothing in it is visible.

    >>> clean_text("Eva\u202e\x07 \u3164")
    'Eva'
    """
    kept = "".join(" " if _is_invisible(one) else one for one in text)
    shown, marks = "", 0
    for one in " ".join(kept.split()):
        marks = marks + 1 if _is_mark(one) else 0
        if marks <= MAX_MARKS:
            shown += one
    return shown if any(one != " " and not _is_mark(one) for one in shown) else ""


def _is_invisible(one: str) -> bool:
    return one in BLANK or unicodedata.category(one) in INVISIBLE


def _is_mark(one: str) -> bool:
    """True for accents and variation selectors, which have no shape without a character before them."""
    return unicodedata.category(one) in {"Mn", "Me"}


def clean_name(name: str) -> str:
    """The cleaned name without commas, because a record lists the names in one line."""
    return clean_text(name.replace(",", " "))


def check_name(name: str, taken: Sequence[str] = ()) -> str:
    """The cleaned name. BadInput if it is empty, too long or taken."""
    name = clean_name(name)
    if not name or len(name) > MAX_NAME:
        text = f"must be 1 to {MAX_NAME} printable characters"
        raise BadInput("name", [Fault(text, "fault.name_length", most=MAX_NAME)])
    if look(name) in map(look, taken):
        raise BadInput("name", [Fault(f"{name} is taken by another seat", "fault.name_taken", name=name)])
    return name


def look(name: str) -> str:
    """The name without differences that nobody sees: composed accents, widths, variation selectors.

    >>> look("Éva\ufe0f") == look("E\u0301va"), look("Eva") == look("eva")
    (True, False)
    """
    plain = "".join(one for one in name if "VARIATION SELECTOR" not in unicodedata.name(one, ""))
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def check_chat(text: str) -> str:
    text = clean_text(text)
    if not text or len(text) > MAX_CHAT:
        fault = f"must be 1 to {MAX_CHAT} characters"
        raise BadInput("chat", [Fault(fault, "fault.chat_length", most=MAX_CHAT)])
    return text


def check_limit(limit: int) -> int:
    if not 0 <= limit <= MAX_LIMIT:
        text = f"must be 0 to {MAX_LIMIT} seconds, not {limit}"
        raise BadInput("limit", [Fault(text, "fault.limit", most=MAX_LIMIT, given=limit)])
    return limit


def check_level(level: str) -> str:
    """The level. Free budgets (search@9999s) are refused, because they could occupy all workers."""
    if not is_offered_at_tables(level):
        levels, given = ", ".join(OFFERED_AT_TABLES), repr(level[:20])
        text = f"must be one of {levels}, not {given}"
        raise BadInput("level", [Fault(text, "fault.level", levels=levels, given=given)])
    return level


def check_salt(salt: str) -> str:
    """The salt. It has only letters and digits, because all salts are in one line of the record."""
    if len(salt) > MAX_SALT or (salt and not (salt.isascii() and salt.isalnum())):
        text = f"must be at most {MAX_SALT} letters or digits"
        raise BadInput("salt", [Fault(text, "fault.salt", most=MAX_SALT)])
    return salt


def check_seed(seed: str) -> str:
    digits = seed.removeprefix("-")
    if seed and not (digits.isascii() and digits.isdigit() and abs(int(seed[:402])) < MAX_SEED):
        text = f"must be a whole number of at most {MAX_SEED_DIGITS} digits"
        raise BadInput("seed", [Fault(text, "fault.seed", most=MAX_SEED_DIGITS)])
    return seed


def check_action_id(action_id: str) -> str:
    if len(action_id) > MAX_ACTION_ID or not (action_id.isascii() and action_id.isprintable()):
        raise BadInput("action_id", [f"must be at most {MAX_ACTION_ID} printable ASCII characters"])
    return action_id


def check_import(text: str, limits: TextLimits = DEFAULT_LIMITS) -> str:
    """The text. BadInput if it has deep keys or long lines, which take the parsers too long.

    ``tomllib`` needs quadratic time and memory for a dotted key with thousands of parts.
    Only ``\\n`` ends a line, as in TOML: other line separators may be part of a quoted key.
    """
    faults: list[str] = []
    deep_key = _deep_key(limits.key_parts)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > limits.line:
            fault = f"line {number}: longer than {limits.line} characters"
            faults.append(Fault(fault, "fault.line", line=number, most=limits.line))
        elif deep_key.search(line):
            fault = f"line {number}: a key with more than {limits.key_parts} parts"
            faults.append(Fault(fault, "fault.key", line=number, most=limits.key_parts))
    if faults:
        raise BadInput("text", cap_faults(faults, limits.faults))
    return text


def cap_faults(faults: Sequence[str], most: int = MAX_FAULTS) -> list[str]:
    """The first ``most`` faults, and a last line with the number of others."""
    if len(faults) <= most:
        return list(faults)
    left = len(faults) - most
    return [*faults[:most], Fault(f"and {left} more", "fault.more", n=left)]


def collect_faults(faults: list[str], *checks: Callable[[], object]) -> None:
    """Run checks and add the faults of each BadInput to ``faults``."""
    for check in checks:
        try:
            check()
        except BadInput as error:
            faults.extend(fault_lines(error))
