"""Reading TOML from strangers: every value is checked, every fault is noted with its place, nothing is raised
half-way.
"""

from __future__ import annotations

import tomllib

from samovar.kernel.errors import BadInput


def read_toml(text: str, what: str) -> dict[str, object]:
    """The tables of a TOML text, however strange the text is."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise BadInput(what, [f"not TOML: {error}"]) from None


def shown(value: object) -> str:
    """A wrong value in a message, not longer than people read."""
    try:
        text = repr(value)
    except ValueError:  # a number that is too long even to be written down
        return "a number beyond all bounds"
    return text if len(text) <= 80 else text[:77] + "..."


class Reader:
    """One table of a TOML file. Missing keys take the default; wrong ones too, and add a fault."""

    def __init__(self, table: dict[str, object], path: str, faults: list[str]) -> None:
        self.values = table
        self.path = path
        self.faults = faults
        self.known: set[str] = set()

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, message: str) -> None:
        self.faults.append(f"{self._name(key)}: {message}" if key else f"{self.path}: {message}")

    def has(self, key: str) -> bool:
        self.known.add(key)
        return key in self.values

    def number(self, key: str, default: int | None = None, low: int = 0, high: int = 255) -> int:
        """A whole number; without a default the key must be there."""
        self.known.add(key)
        if key not in self.values:
            if default is None:
                self.fault(key, "is missing")
                return low
            return default
        value = self.values[key]
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(key, f"must be a whole number, not {shown(value)}")
            return low if default is None else default
        if not low <= value <= high:
            self.fault(key, f"must be from {low} to {high}, not {shown(value)}")
            return low if default is None else default
        return value

    def truth(self, key: str, default: bool = False) -> bool:
        self.known.add(key)
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            self.fault(key, f"must be true or false, not {shown(value)}")
            return default
        return value

    def text(self, key: str, default: str | None = None, among: list[str] | None = None) -> str:
        self.known.add(key)
        if key not in self.values:
            if default is None:
                self.fault(key, "is missing")
                return among[0] if among else ""
            return default
        value = self.values[key]
        if not isinstance(value, str):
            self.fault(key, f"must be a text, not {shown(value)}")
        elif among is not None and value not in among:
            self.fault(key, f"must be one of {', '.join(among)}, not {shown(value)}")
        else:
            return value
        return default if default is not None else (among[0] if among else "")

    def numbers(self, key: str, default: list[int] | None = None, low: int = 0, high: int = 255) -> list[int]:
        self.known.add(key)
        if key not in self.values:
            if default is None:
                self.fault(key, "is missing")
                return []
            return list(default)
        value = self.values[key]
        fallback = list(default) if default is not None else []
        if not isinstance(value, list):
            self.fault(key, f"must be a list of whole numbers, not {shown(value)}")
            return fallback
        result: list[int] = []
        good = True
        for item in value:
            if isinstance(item, bool) or not isinstance(item, int):
                self.fault(key, f"must hold whole numbers, not {shown(item)}")
                good = False
            elif not low <= item <= high:
                self.fault(key, f"must hold numbers from {low} to {high}, not {shown(item)}")
                good = False
            else:
                result.append(item)
        return result if good else fallback

    def texts(self, key: str, default: list[str] | None = None, among: list[str] | None = None) -> list[str]:
        self.known.add(key)
        if key not in self.values:
            if default is None:
                self.fault(key, "is missing")
                return []
            return list(default)
        value = self.values[key]
        fallback = list(default) if default is not None else []
        if not isinstance(value, list):
            self.fault(key, f"must be a list of texts, not {shown(value)}")
            return fallback
        result: list[str] = []
        good = True
        for item in value:
            if not isinstance(item, str):
                self.fault(key, f"must hold texts, not {shown(item)}")
                good = False
            elif among is not None and item not in among:
                self.fault(key, f"knows no {shown(item)}")
                good = False
            else:
                result.append(item)
        return result if good else fallback

    def table(self, key: str) -> Reader:
        self.known.add(key)
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.fault(key, f"must be a table, not {shown(value)}")
            value = {}
        return Reader(value, self._name(key), self.faults)

    def tables(self, key: str) -> list[Reader]:
        """A list of tables, each with its place in the path: ``player[1]``."""
        self.known.add(key)
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.fault(key, f"must be a list of tables, not {shown(value)}")
            return []
        result: list[Reader] = []
        for i, item in enumerate(value):
            if isinstance(item, dict):
                result.append(Reader(item, f"{self._name(key)}[{i}]", self.faults))
            else:
                self.fault(key, f"must hold tables, not {shown(item)}")
        return result

    def close(self) -> None:
        """Every key that nobody asked for is a fault: a misspelt key must not be passed over in silence."""
        for key in self.values:
            if key not in self.known:
                self.fault(key, "is unknown here")

    def check(self, what: str) -> None:
        if self.faults:
            raise BadInput(what, self.faults)


def toml_text(text: str) -> str:
    """A TOML string."""
    out = ""
    for char in text:
        if char in '"\\':
            out += "\\" + char
        elif ord(char) < 32 or ord(char) == 127:
            out += f"\\u{ord(char):04x}"
        else:
            out += char
    return f'"{out}"'


def toml_numbers(numbers: list[int]) -> str:
    return "[" + ", ".join(str(n) for n in numbers) + "]"


def toml_texts(texts: list[str]) -> str:
    return "[" + ", ".join(toml_text(t) for t in texts) + "]"
