"""Changing a drawing into its successor: where such libraries break, and what ours must never do."""

from __future__ import annotations

import json
import random
import re

from playwright.sync_api import Page

from tests.browser.conftest import STATIC

PAIRS = 1500
SVG = "http://www.w3.org/2000/svg"

PARSE = """
  const parse = text => {
    const box = document.createElement("template");
    box.innerHTML = text;
    return box.content.firstElementChild;
  };
"""
FUZZ = (
    f"pairs => {{{PARSE}"
    """
  const wrong = [];
  let kept = 0;
  pairs.forEach(([a, b], i) => {
    document.body.innerHTML = a;
    const root = document.body.firstElementChild;
    const before = new Map([...root.querySelectorAll("[id]")].map(node => [node.id, node]));
    Idiomorph.morph(root, b, {morphStyle: "outerHTML"});
    const now = document.body.firstElementChild;
    const same = now.isEqualNode(parse(b));
    const drawn = [...now.querySelectorAll("*")].every(node => node.namespaceURI === "http://www.w3.org/2000/svg");
    if (!same || !drawn || document.body.children.length !== 1) wrong.push(i);
    for (const node of now.querySelectorAll("[id]")) if (before.get(node.id) === node) kept++;
  });
  return {wrong, kept};
}"""
)


# The same by the page's own way: what is built alike keeps its elements, and only the rest is morphed.
DRESS = (
    f"async ({{script, pairs}}) => {{{PARSE}"
    """
  const {dress} = await import(URL.createObjectURL(new Blob([script], {type: "text/javascript"})));
  const wrong = [];
  let kept = 0, morphed = 0;
  pairs.forEach(([a, b], i) => {
    document.body.innerHTML = a;
    const root = document.body.firstElementChild;
    const before = new Set(root.querySelectorAll("*"));
    dress(root, parse(b), (one, other) => {
      morphed++;
      Idiomorph.morph(one, other, {morphStyle: "outerHTML"});
    });
    const now = document.body.firstElementChild;
    if (!now.isEqualNode(parse(b)) || document.body.children.length !== 1) wrong.push(i);
    for (const node of now.querySelectorAll("*")) if (before.has(node)) kept++;
  });
  return {wrong, kept, morphed};
}"""
)


def tree(r: random.Random, ids: list[str], depth: int = 0) -> str:
    """Random parts of a drawing; ids come from a shared, shuffled pool."""
    out = []
    for _ in range(r.randint(1, 4)):
        tag = r.choice(["g", "g", "g", "circle", "rect", "text"])
        attributes = f' id="{ids.pop()}"' if ids and r.random() < 0.6 else ""
        attributes += f' class="c{r.randint(0, 3)}"' if r.random() < 0.5 else ""
        inner = f"t{r.randint(0, 5)}" if tag == "text" else ""
        if tag == "g" and depth < 4:
            inner = tree(r, ids, depth + 1)
        out.append(f"<{tag}{attributes}>{inner}</{tag}>")
    return "".join(out)


def drawing(r: random.Random) -> str:
    ids = [f"n{i}" for i in range(14)]
    r.shuffle(ids)
    return f'<svg xmlns="{SVG}" id="root">{tree(r, ids)}</svg>'


def test_any_drawing_becomes_any_other_and_stays_a_drawing(blank: Page) -> None:
    r = random.Random(20260908)
    pairs = [(drawing(r), drawing(r)) for _ in range(PAIRS)]
    found = blank.evaluate(FUZZ, pairs)
    assert found["wrong"] == [], json.dumps(pairs[found["wrong"][0]], indent=1)
    assert found["kept"] > 1000  # it changes what is there, it does not draw everything anew


def changed(r: random.Random, text: str) -> str:
    """A drawing in which a few things are different: classes, words, a piece that came or went."""
    parts = re.findall(r"<[^>]+>|[^<]+", text)
    for _ in range(r.randint(1, 3)):
        at = r.randrange(1, max(2, len(parts) - 1))
        part = parts[at]
        if part.startswith(("<g", "</")):
            parts.insert(at + 1, f'<circle class="c{r.randint(4, 6)}"></circle>')
        elif part.startswith("<"):
            parts[at] = re.sub(r' class="[^"]*"', "", part)
            if r.random() < 0.3 and parts[at + 1].startswith("</"):
                del parts[at : at + 2]
        else:
            parts[at] = f"t{r.randint(6, 9)}"
    return "".join(parts)


def test_a_region_that_is_dressed_anew_is_what_it_would_be_if_drawn_anew(blank: Page) -> None:
    r = random.Random(7)
    script = (STATIC / "dress.js").read_text()
    pairs = [(drawing(r), drawing(r)) for _ in range(PAIRS)]
    found = blank.evaluate(DRESS, {"script": script, "pairs": pairs})
    assert found["wrong"] == [], json.dumps(pairs[found["wrong"][0]], indent=1)
    small = [(one, changed(r, one)) for one, _ in pairs]
    again = blank.evaluate(DRESS, {"script": script, "pairs": small})
    assert again["wrong"] == [], json.dumps(small[again["wrong"][0]], indent=1)
    assert again["morphed"] < found["morphed"] / 2  # where little has changed there is little to find out
    assert again["kept"] > found["kept"]


def test_a_new_group_around_an_old_piece_does_not_make_it_vanish(blank: Page) -> None:
    width = blank.evaluate("""() => {
      const drawn = inner => `<svg xmlns="http://www.w3.org/2000/svg" id="root">${inner}</svg>`;
      document.body.innerHTML = drawn('<g id="cityA"><rect id="p1" width="10" height="10"/></g>');
      const next = drawn('<g id="cityA"></g><g id="stackNew"><rect id="p1" width="10" height="10"/></g>');
      Idiomorph.morph(document.body.firstElementChild, next, {morphStyle: "outerHTML"});
      return document.getElementById("p1").getBoundingClientRect().width;
    }""")
    assert width > 0


def test_a_piece_that_only_moves_slides_and_the_focus_stays(blank: Page) -> None:
    found = blank.evaluate("""async () => {
      const style = document.createElement("style");
      style.textContent = ".piece { transition: transform 300ms }";
      document.head.append(style);
      const drawn = x => `<svg xmlns="http://www.w3.org/2000/svg" id="root"><g id="pieces">` +
        `<g class="piece" id="p1" tabindex="0" transform="translate(${x} 5)"><circle r="5"/></g></g></svg>`;
      document.body.innerHTML = drawn(10);
      const piece = document.getElementById("p1");
      piece.focus();
      await new Promise(requestAnimationFrame);
      piece.getBoundingClientRect();
      Idiomorph.morph(document.body.firstElementChild, drawn(80), {morphStyle: "outerHTML"});
      getComputedStyle(piece).transform;
      return {same: document.getElementById("p1") === piece, focus: document.activeElement === piece,
              running: piece.getAnimations().length};
    }""")
    assert found == {"same": True, "focus": True, "running": 1}
