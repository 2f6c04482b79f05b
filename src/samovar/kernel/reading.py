"""Read untrusted TOML. Every value is checked, and all faults are collected with their keys."""

from __future__ import annotations

import tomllib

from samovar.kernel.errors import BadInput


def read_toml(text: str, what: str) -> dict[str, object]:
    """The tables of a TOML text. BadInput for any text that is not TOML."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number with thousands of digits raises ValueError
        raise BadInput(what, [f"not TOML: {error}"]) from None


def short_repr(value: object) -> str:
    """A wrong value for an error message, shortened to 80 characters."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print an int with thousands of digits
        return "a number with thousands of digits"
    return text if len(text) <= 80 else text[:77] + "..."


class Reader:
    """One table of a TOML file. Missing and invalid keys give the default. Invalid keys also add a fault."""

    def __init__(self, table: dict[str, object], path: str, faults: list[str]) -> None:
        self.values = table
        self.path = path
        self.faults = faults
        self.read_keys: set[str] = set()

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, message: str) -> None:
        self.faults.append(f"{self._name(key)}: {message}" if key else f"{self.path}: {message}")

    def has(self, key: str) -> bool:
        self.read_keys.add(key)
        return key in self.values

    def number(self, key: str, default: int | None = None, low: int = 0, high: int = 255) -> int:
        """The whole number of a key. Without a default the key is required."""
        self.read_keys.add(key)
        if key not in self.values:
            if default is None:
                self.fault(key, "is missing")
                return low
            return default
        value = self.values[key]
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(key, f"must be a whole number, not {short_repr(value)}")
            return low if default is None else default
        if not low <= value <= high:
            self.fault(key, f"must be from {low} to {high}, not {short_repr(value)}")
            return low if default is None else default
        return value

    def boolean(self, key: str, default: bool = False) -> bool:
        self.read_keys.add(key)
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            self.fault(key, f"must be true or false, not {short_repr(value)}")
            return default
        return value

    def text(self, key: str, default: str | None = None, among: list[str] | None = None) -> str:
        self.read_keys.add(key)
        if key not in self.values:
            if default is None:
                self.fault(key, "is missing")
                return among[0] if among else ""
            return default
        value = self.values[key]
        if not isinstance(value, str):
            self.fault(key, f"must be a text, not {short_repr(value)}")
        elif among is not None and value not in among:
            self.fault(key, f"must be one of {', '.join(among)}, not {short_repr(value)}")
        else:
            return value
        return default if default is not None else (among[0] if among else "")

    def numbers(self, key: str, default: list[int] | None = None, low: int = 0, high: int = 255) -> list[int]:
        self.read_keys.add(key)
        if key not in self.values:
            if default is None:
                self.fault(key, "is missing")
                return []
            return list(default)
        value = self.values[key]
        fallback = list(default) if default is not None else []
        if not isinstance(value, list):
            self.fault(key, f"must be a list of whole numbers, not {short_repr(value)}")
            return fallback
        result: list[int] = []
        good = True
        for item in value:
            if isinstance(item, bool) or not isinstance(item, int):
                self.fault(key, f"must hold whole numbers, not {short_repr(item)}")
                good = False
            elif not low <= item <= high:
                self.fault(key, f"must hold numbers from {low} to {high}, not {short_repr(item)}")
                good = False
            else:
                result.append(item)
        return result if good else fallback

    def texts(self, key: str, default: list[str] | None = None, among: list[str] | None = None) -> list[str]:
        self.read_keys.add(key)
        if key not in self.values:
            if default is None:
                self.fault(key, "is missing")
                return []
            return list(default)
        value = self.values[key]
        fallback = list(default) if default is not None else []
        if not isinstance(value, list):
            self.fault(key, f"must be a list of texts, not {short_repr(value)}")
            return fallback
        result: list[str] = []
        good = True
        for item in value:
            if not isinstance(item, str):
                self.fault(key, f"must hold texts, not {short_repr(item)}")
                good = False
            elif among is not None and item not in among:
                self.fault(key, f"unknown value {short_repr(item)}")
                good = False
            else:
                result.append(item)
        return result if good else fallback

    def table(self, key: str) -> Reader:
        self.read_keys.add(key)
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.fault(key, f"must be a table, not {short_repr(value)}")
            value = {}
        return Reader(value, self._name(key), self.faults)

    def tables(self, key: str) -> list[Reader]:
        """The readers of a list of tables. Each has its index in its path: ``player[1]``."""
        self.read_keys.add(key)
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.fault(key, f"must be a list of tables, not {short_repr(value)}")
            return []
        result: list[Reader] = []
        for i, item in enumerate(value):
            if isinstance(item, dict):
                result.append(Reader(item, f"{self._name(key)}[{i}]", self.faults))
            else:
                self.fault(key, f"must hold tables, not {short_repr(item)}")
        return result

    def report_unknown_keys(self) -> None:
        """Add a fault for every key that was not read, so that no misspelt key is ignored."""
        for key in self.values:
            if key not in self.read_keys:
                self.fault(key, "is unknown here")

    def check(self, what: str) -> None:
        if self.faults:
            raise BadInput(what, self.faults)


def toml_text(text: str) -> str:
    """The text as a TOML string."""
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
