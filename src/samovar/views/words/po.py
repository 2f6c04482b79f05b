"""A strict parser of gettext ``.po`` files. One error lists all faults of a file, each with its line.

The plural rule of a language is the header ``Plural-Forms`` of its file, for Czech of ``cs.po``.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from gettext import c2py
from typing import Final

from samovar.kernel.errors import BadInput

LINE: Final = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\])\s+)?(".*")')
PLURAL_FORMS: Final = re.compile(r"Plural-Forms: *nplurals *= *(\d) *; *plural *= *([^;\n]+);")
PLACEHOLDER: Final = re.compile(r"\{\w+(\.\w+)?(\|\w+(\.\w+)?)?\}")


class Noun:
    """The plural forms of a noun in one case, with the rule that chooses between them."""

    def __init__(self, forms: list[str], plural_rule: Callable[[int], int]) -> None:
        self.forms: Final = forms
        self.plural_rule: Final = plural_rule

    def form_for(self, n: int) -> str:
        """The form that follows this number."""
        return self.forms[self.plural_rule(n)]


class Catalogue:
    """The words of one file. A key is the ``msgid``; a ``msgctxt`` is added to it after a dot."""

    def __init__(self) -> None:
        self.texts: Final[dict[str, str]] = {}
        self.nouns: Final[dict[str, Noun]] = {}


def read(file: str, text: str) -> Catalogue:
    """Parse the text of a file. BadInput lists every fault."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            reader.add_line(number, stripped)
    reader.finish()
    if not reader.forms:
        reader.fault(1, "the header needs Plural-Forms, such as nplurals=2; plural=(n != 1);")
    if reader.faults:
        raise BadInput(file, reader.faults)
    return reader.found


class _Reader:
    """Collects the fields of one entry after another."""

    def __init__(self) -> None:
        self.found: Final = Catalogue()
        self.faults: Final[list[str]] = []
        self.fields: dict[str, str] = {}  # fields of the current entry
        self.line = 1  # the first line of the current entry
        self.last = ""  # the field that a line without a keyword continues
        self.forms = 0  # plural forms of a noun according to the header; 0 without a header
        self.plural_rule: Callable[[int], int] = c2py("0")

    def fault(self, line: int, text: str) -> None:
        self.faults.append(f"line {line}: {text}")

    def add_line(self, number: int, line: str) -> None:
        """Add a line that is neither empty nor a comment."""
        match = LINE.fullmatch(line)
        if match is None or not (match[1] or self.fields):
            self.fault(number, f"must be a keyword and a quoted string, not {line}")
            return
        string = ""
        try:
            string = str(json.loads(match[2]))
        except ValueError:
            self.fault(number, f"not a quoted string: {match[2]}")
        if match[1] is None:
            self.fields[self.last] += string
            return
        keyword = str(match[1])
        if keyword == "msgctxt" or (keyword == "msgid" and self.last != "msgctxt"):
            self.finish()
            self.line = number
        if keyword in self.fields:
            self.fault(number, f"a second {keyword}")
        self.fields[keyword] = string
        self.last = keyword

    def finish(self) -> None:
        """Check the current entry and add it to the catalogue."""
        fields, self.fields = self.fields, {}
        if not fields:
            return
        name, context = fields.pop("msgid", ""), fields.pop("msgctxt", "")
        plural = "msgid_plural" in fields
        fields.pop("msgid_plural", "")
        if not name and not context and list(fields) == ["msgstr"]:
            self.read_plural_rule(fields["msgstr"])
            return
        key = f"{name}.{context}" if context else name
        wanted = [f"msgstr[{i}]" for i in range(self.forms)] if plural else ["msgstr"]
        if list(fields) != wanted and (self.forms or not plural):
            self.fault(self.line, f"{key!r} needs {' '.join(wanted)}, not {' '.join(fields) or 'nothing'}")
        if context and not plural:
            self.fault(self.line, f"{key!r} has a msgctxt, but no msgid_plural: only nouns have cases")
        if key in self.found.texts or key in self.found.nouns:
            self.fault(self.line, f"a second {key!r}")
        for field, string in fields.items():
            rest = PLACEHOLDER.sub("", string)
            if not string:
                self.fault(self.line, f"{field} of {key!r} is empty")
            elif "{" in rest or "}" in rest:
                self.fault(self.line, f"{field} of {key!r} has a brace that belongs to no placeholder")
        if plural:
            self.found.nouns[key] = Noun(list(fields.values()), self.plural_rule)
        else:
            self.found.texts[key] = "".join(fields.values())

    def read_plural_rule(self, text: str) -> None:
        """Read the plural rule of the header. A rule that chooses a form beyond the last is ignored."""
        match = PLURAL_FORMS.search(text)
        if match is None:
            return
        with contextlib.suppress(ValueError):
            self.plural_rule = c2py(match[2])
            forms = int(match[1])
            if all(self.plural_rule(n) < forms for n in range(200)):
                self.forms = forms
