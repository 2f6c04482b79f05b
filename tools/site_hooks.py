"""Hooks of MkDocs for the documentation site (``mkdocs.yml``).

The pages are written so that their links also work in the repository. On the site, a link out of ``docs``
leads to the file in the public repository. Each rule has an anchor with its id. Examples in docstrings are
blocks of code.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from markdown import Extension
from markdown.preprocessors import Preprocessor

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = re.compile(r"(\]\()((?:\.\./)+[^)#\s]+)(#[^)\s]*)?(\))")
RULE = re.compile(r"^(\s*(?:- |\| )?)\*\*([A-Z]-[A-Z]+(?:-[A-Z0-9]+)+)\*\*", re.MULTILINE)
BEFORE_FENCES = 100  # priority of the preprocessor: fenced blocks are found at 25


class Doctests(Preprocessor):
    """Put each example (``>>> …`` up to an empty line) into a fenced block."""

    def run(self, lines: list[str]) -> list[str]:
        found: list[str] = []
        fenced = example = False
        for line in lines:
            if line.lstrip().startswith("```"):
                fenced = not fenced
            if not fenced and not example and line.startswith(">>> "):
                found += ["", "```python"]
                example = True
            elif example and not line.strip():
                found.append("```")
                example = False
            found.append(line)
        return [*found, "```"] if example else found


class DoctestBlocks(Extension):
    def extendMarkdown(self, md: Any) -> None:
        md.preprocessors.register(Doctests(md), "doctests", BEFORE_FENCES)


def on_config(config: Any) -> Any:
    """Add the extension of Markdown, also for the docstrings that mkdocstrings renders."""
    config["markdown_extensions"].append(DoctestBlocks())
    return config


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Return the text of a page with links out of ``docs`` and anchors of rules put in."""
    source = page.file.src_uri
    if source.startswith("rules/"):
        return RULE.sub(r"\1**\2**{#\2}", with_one_title(markdown))
    return OUTSIDE.sub(lambda link: repository_link(link, source, config["extra"]["repository"]), markdown)


def with_one_title(markdown: str) -> str:
    """Lower the headings from the second title on by one level: the table of contents wants one title."""
    title, *parts = re.split(r"^(?=# )", markdown.lstrip(), flags=re.MULTILINE)[1:]
    return title + "".join(re.sub(r"^#", "##", part, flags=re.MULTILINE) for part in parts)


def repository_link(link: re.Match[str], source: str, repository: str) -> str:
    """Return the link. If its file is outside of ``docs``, it leads to the public repository.

    A link to a missing file stays as it is, so that the strict build fails with the name of the page.
    """
    before, target, anchor, after = link.groups(default="")
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(source), target))
    if path.startswith("docs/") or not (ROOT / path).exists():
        return link.group()
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{before}{repository}/{kind}/main/{path}{anchor}{after}"
