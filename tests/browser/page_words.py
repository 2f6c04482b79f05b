"""The words on a page, and the words that are only English."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from samovar.views.words.words import Words

# All texts that are visible, in labels or in help. (data-find is left out: it has words of other languages.)
TOLD = """() => {
  const found = [document.title, document.body.innerText];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const {data, parentElement} = words.currentNode;
    if (!parentElement.closest("script, style, template")) found.push(data);
  }
  for (const thing of document.body.querySelectorAll("[aria-label], [data-help], [title], [placeholder]")) {
    for (const name of ["aria-label", "data-help", "title", "placeholder"]) {
      found.push(thing.getAttribute(name) ?? "");
    }
  }
  return found.join("\\n");
}"""


def page_text(page: Page) -> str:
    """All texts of the page."""
    text: str = page.evaluate(TOLD)
    return text


def words(text: str) -> set[str]:
    """The words of a text, without rule ids, which are the same in every language."""
    text = re.sub(r"\b[A-Z]-(?:[A-Z]+-)+\w+", " ", text)
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


def only_english(game: str) -> set[str]:
    """The words of a game's English texts that no Czech text contains."""
    found: dict[str, set[str]] = {}
    for lang in ("en", "cs"):
        w = Words(lang, game)
        sentences = [text for key, text in w.texts.items() if key != "language.name"]  # offered on every page
        sentences += [form for noun in w.nouns.values() for form in noun.forms]
        found[lang] = set().union(*(words(re.sub(r"\{[^}]*\}", " ", text)) for text in sentences))
    return found["en"] - found["cs"]
