"""The documents of the project, taken apart: code blocks, code in the text, links, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = sorted(
    path for path in (ROOT / "docs").rglob("*.md") if "rules" not in path.relative_to(ROOT / "docs").parts
)
OUTSIDE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")]
BESIDE_CODE = sorted((ROOT / "src").rglob("README.md"))
PAGES = [*OUTSIDE, *SITE, *BESIDE_CODE]
RULES = sorted((ROOT / "src/samovar/rules").rglob("*.md"))

FENCE = re.compile(r"^( *)```([\w-]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language and its text without the indentation of a list."""

    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def blocks(path: Path) -> list[Block]:
    """All fenced blocks of a page, in order."""
    text = text_of(path)
    found = []
    for match in FENCE.finditer(text):
        indent, language, body = match.groups()
        lines = [line.removeprefix(indent) for line in body.splitlines()]
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(path, line, language, "\n".join(lines) + "\n"))
    return found


def prose(path: Path) -> str:
    """The text of a page without its fenced blocks."""
    return FENCE.sub("", text_of(path))


def spans(path: Path) -> list[str]:
    """The code inside of sentences and tables. A line break counts as a space."""
    return [" ".join(span.split()) for span in SPAN.findall(prose(path))]


def links(path: Path) -> list[str]:
    """The targets of all links and pictures."""
    return LINK.findall(SPAN.sub("", prose(path)))


def anchors(path: Path) -> set[str]:
    """The anchors of the headings, as the site and GitHub make them."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE):
        plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading)
        found.add(re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", plain.lower()).strip()))
    return found


def sentences(path: Path) -> Iterator[str]:
    """The sentences of paragraphs and list items, without tables and headings. Code counts as a word."""
    text = SPAN.sub("CODE", prose(path))
    text = re.sub(r"<[^>]+>", "", text)
    text = LINK.sub(lambda link: link.group().partition("](")[0].lstrip("![") or "LINK", text)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text):
        lines = [line for line in paragraph.splitlines() if not re.match(r"\s*(\||#)", line)]
        joined = " ".join(" ".join(lines).split())
        joined = re.sub(r"^(?:[-*]|\d+\.) ", "", joined)
        yield from (one for one in re.split(r"(?<=[.!?])\s+", joined) if one)
