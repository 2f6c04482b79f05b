"""The rules page of a game: our own text, with an anchor for each rule id.

The text uses a small part of Markdown: headings, lists, tables, paragraphs, bold, emphasis, code and rulers.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from samovar.views.layout import heading, html_page
from samovar.views.view_model import PageHead
from samovar.views.words.words import Words

# The definition of a rule. Cards of one kind share a text: X-CARD-A1 / A7.
RULE: Final = re.compile(r"^\*\*(([A-Z]-(?:[A-Z]+-)+)[A-Z]?\d+[a-z]?)((?: / [A-Z]\d+)*)[ *]")
MENTION: Final = re.compile(r"\b[A-Z]-(?:[A-Z]+-)+[A-Z]?\d+[a-z]?\b")
BOLD: Final = re.compile(r"\*\*([^*]+)\*\*")
EMPHASIS: Final = re.compile(r"\*([^*\s](?:[^*]*[^*\s])?)\*")
CODE: Final = re.compile(r"`([^`]+)`")
LINK: Final = re.compile(r"\[([^\]]+)\]\(#([^)\s]+)\)")
HEADING: Final = re.compile(r"(#{1,4}) +(.*)")
ITEM: Final = re.compile(r"( *)(?:[-*]|[0-9]+\.) +(.*)")


def rules_page(w: Words, head: PageHead, game: str, text: str, lang: str) -> str:
    """The whole page, with a list of its chapters. ``lang``: the language of the text, which may be another
    one.
    """
    title = w.say("rules.title", game=w.say("game." + game))
    reader = _Rules(text)
    body = reader.read()
    chapters = "".join(f'<li><a href="#{key}">{name}</a></li>' for key, name in reader.chapters)
    content = (
        f'{heading(w, head, title)}<main class="rules"><nav aria-label="{escape(w.say("rules.contents"))}">'
        f'<ul lang="{lang}">{chapters}</ul></nav><article lang="{lang}">{body}</article></main>'
    )
    return html_page(w, head, title, content)


class _Rules:
    """Parses the text line by line and renders HTML blocks."""

    def __init__(self, text: str) -> None:
        self.lines: Final = text.splitlines()
        self.chapters: Final[list[tuple[str, str]]] = []
        self.defined: Final[set[str]] = set()
        for line in self.lines:
            self.defined.update(rules_of(line.lstrip(" -")))
        self.anchored: Final[set[str]] = set()
        self.out: Final[list[str]] = []
        self.at = 0
        self.headings = 0
        self.inside: Final[list[int]] = []  # the depths of the headings above this place, outermost first

    def read(self) -> str:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            heading = HEADING.match(line)
            if heading is not None:
                self._heading(len(heading.group(1)), heading.group(2))
            elif not line.strip() or line.startswith("---"):
                self.at += 1
            elif line.lstrip().startswith("|"):
                self._table()
            elif ITEM.match(line) is not None:
                self._list()
            else:
                self.out.append(f"<p>{self._inline(' '.join(self._paragraph()))}</p>")
        return "".join(self.out)

    def _heading(self, depth: int, text: str) -> None:
        """Add a heading one level below its parent. The title of the text is skipped: it is the title of the
        page.

        The ids count the headings, so a link to a chapter works in every language.
        """
        self.at += 1
        if depth == 1 and not self.out:
            return
        self.headings += 1
        key = f"c-{self.headings}"
        if depth <= 2:
            self.chapters.append((key, escape(text)))
        while self.inside and self.inside[-1] >= depth:
            self.inside.pop()
        self.inside.append(depth)
        level = 1 + len(self.inside)  # the title has level 1, and no level is skipped
        self.out.append(f'<h{level} id="{key}">{self._inline(text)}</h{level}>')

    def _paragraph(self) -> list[str]:
        """This line and its continuation lines."""
        found = [self.lines[self.at].strip()]
        self.at += 1
        while self.at < len(self.lines) and self._continues_paragraph(self.lines[self.at]):
            found.append(self.lines[self.at].strip())
            self.at += 1
        return found

    def _continues_paragraph(self, line: str) -> bool:
        begins = HEADING.match(line) or ITEM.match(line) or line.lstrip().startswith("|")
        return bool(line.strip()) and not begins and not line.startswith("---")

    def _list(self) -> None:
        """Add a list. Indented items are a list inside the item above."""
        depths: list[int] = []
        while self.at < len(self.lines):
            found = ITEM.match(self.lines[self.at])
            if found is None:
                break
            indent = len(found.group(1))
            if not depths or indent > depths[-1]:
                depths.append(indent)
                self.out.append("<ul>")
            else:
                while len(depths) > 1 and indent < depths[-1]:
                    depths.pop()
                    self.out.append("</li></ul>")
                self.out.append("</li>")
            words = self._paragraph()
            words[0] = found.group(2)
            text = " ".join(words)
            self.out.append(f"<li>{self._anchors(text)}{self._inline(text)}")
        self.out.extend(["</li></ul>"] * len(depths))

    def _table(self) -> None:
        rows: list[list[str]] = []
        while self.at < len(self.lines) and self.lines[self.at].lstrip().startswith("|"):
            rows.append([cell.strip() for cell in self.lines[self.at].strip().strip("|").split("|")])
            self.at += 1
        ruled = len(rows) > 1 and all(set(cell) <= set(":- ") for cell in rows[1])
        head, body = (rows[0], rows[2:]) if ruled else ([], rows)
        out = '<div class="scrollable" tabindex="0"><table>'
        if head:
            out += (
                "<thead><tr>" + "".join(f"<th>{self._inline(cell)}</th>" for cell in head) + "</tr></thead>"
            )
        out += "<tbody>"
        for row in body:
            cells = "".join(f"<td>{self._inline(cell)}</td>" for cell in row)
            out += f"<tr>{cells}</tr>"
        self.out.append(out + "</tbody></table></div>")

    def _anchors(self, text: str) -> str:
        """An anchor for each rule that is defined here, unless it has one already."""
        new = [rule for rule in rules_of(text) if rule not in self.anchored]
        self.anchored.update(new)
        return "".join(f'<span class="anchor" id="{rule}"></span>' for rule in new)

    def _inline(self, text: str) -> str:
        """The text with bold, emphasis, code and links. A mentioned rule id is a link to its definition."""
        out = LINK.sub(r'<a href="#\2">\1</a>', escape(text, quote=False))
        out = EMPHASIS.sub(r"<em>\1</em>", BOLD.sub(r"<b>\1</b>", out))
        out = CODE.sub(r"<code>\1</code>", out)
        return MENTION.sub(self._mention, out)

    def _mention(self, found: re.Match[str]) -> str:
        rule = found.group()
        return f'<a href="#{rule}">{rule}</a>' if rule in self.defined else rule


def rules_of(text: str) -> list[str]:
    """The ids of the rules that this text defines at its beginning."""
    found = RULE.match(text)
    if found is None:
        return []
    return [found.group(1), *(found.group(2) + card for card in re.findall(r"[A-Z]\d+", found.group(3)))]
