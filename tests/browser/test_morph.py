"""morph.js: any region is morphed into any other, and elements keep their identity and state."""

from __future__ import annotations

import json
import os
import random
import re
from itertools import product

import pytest
from playwright.sync_api import Page

import samovar
from samovar.match.redaction import SPECTATOR
from samovar.views.page import document
from samovar.views.view_model import PageHead
from tests.views.pages import model_for, played

PAIRS = 1500  # pairs of drawings
PAGES = 60
PAGE_PAIRS = int(os.environ.get("SAMOVAR_MORPHS", "200"))  # SAMOVAR_MORPHS=10000 is the long run
SVG = "http://www.w3.org/2000/svg"

OLD_BROWSER = "delete Element.prototype.moveBefore"
TOOLS = """
  const parse = text => {
    const box = document.createElement("template");
    box.innerHTML = text;
    return box.content.firstElementChild;
  };
  const named = root => new Map([...root.querySelectorAll("[id]")].map(node => [node.id, node]));
  const fields = root => [...root.querySelectorAll("input, select, option, textarea")].map(
    ({value, checked, selected}) => [value, checked, selected].join());
  // What is wrong after `fresh` was morphed into the page, or "". `before`: the elements that had an id.
  const fault = (before, fresh) => {
    const now = document.body.firstElementChild;
    if (document.body.childNodes.length !== 1) return "the page has more than one root";
    if (!now.isEqualNode(fresh)) return "the result differs";
    const [mine, theirs] = [fields(now), fields(fresh)];
    if (mine.some((value, i) => value !== theirs[i])) return "a field shows another value";
    for (const [id, node] of named(now)) {
      const old = before.get(id);
      if (old && old.nodeName === node.nodeName && old !== node) return `#${id} is another element`;
    }
    return "";
  };
"""
# Morphs each pair; returns what went wrong, how many elements were kept and how many mutations it took.
DRAWINGS = f"""pairs => {{{TOOLS}
  const wrong = [];
  let kept = 0, mutations = 0;
  const observer = new MutationObserver(() => {{}});
  pairs.forEach(([a, b], i) => {{
    document.body.innerHTML = a;
    const root = document.body.firstElementChild;
    const [all, before] = [new Set(root.querySelectorAll("*")), named(root)];
    observer.observe(root, {{subtree: true, childList: true, attributes: true, characterData: true}});
    morph([[root, parse(b)]]);
    mutations += observer.takeRecords().length;
    observer.disconnect();
    const found = fault(before, parse(b));
    if (found) wrong.push([i, found]);
    for (const node of root.querySelectorAll("*")) if (all.has(node)) kept++;
  }});
  return {{wrong, kept, mutations}};
}}"""
# Walks from page to page, each time from the page that the last morph left.
REAL_PAGES = f"""({{texts, walk}}) => {{{TOOLS}
  const pages = texts.map(text =>
    document.adoptNode(new DOMParser().parseFromString(text, "text/html").querySelector(".table")));
  document.body.hidden = true; // computing styles would take most of the time
  document.body.replaceChildren(pages[walk[0]].cloneNode(true));
  const wrong = [];
  for (let i = 1; i < walk.length; i++) {{
    const before = named(document.body.firstElementChild);
    morph([[document.body.firstElementChild, pages[walk[i]].cloneNode(true)]]);
    const found = fault(before, pages[walk[i]]);
    if (!found) continue;
    wrong.push([walk[i - 1], walk[i], found]);
    document.body.replaceChildren(pages[walk[i]].cloneNode(true));
  }}
  return wrong;
}}"""


def tree(r: random.Random, ids: list[str], depth: int = 0) -> str:
    """Random SVG elements with ids from a shared, shuffled pool."""
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


def changed(r: random.Random, text: str) -> str:
    """The drawing with one to three differences: a class, a text, an added or removed element."""
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


@pytest.mark.parametrize("old_browser", [False, True])
def test_any_drawing_becomes_any_other_and_elements_with_ids_stay(blank: Page, old_browser: bool) -> None:
    r = random.Random(20260908)
    if old_browser:
        blank.evaluate(OLD_BROWSER)
    pairs = [(drawing(r), drawing(r)) for _ in range(PAIRS)]
    found = blank.evaluate(DRAWINGS, pairs)
    assert found["wrong"] == [], json.dumps(pairs[found["wrong"][0][0]], indent=1)


def test_a_small_change_takes_few_mutations(blank: Page) -> None:
    r = random.Random(7)
    pairs = [(drawing(r), drawing(r)) for _ in range(PAIRS)]
    found = blank.evaluate(DRAWINGS, pairs)
    small = [(one, changed(r, one)) for one, _ in pairs]
    again = blank.evaluate(DRAWINGS, small)
    assert again["wrong"] == [], json.dumps(small[again["wrong"][0][0]], indent=1)
    assert again["mutations"] <= 3 * PAIRS  # at most three differences, one mutation each
    assert again["kept"] > found["kept"]


def real_pages(r: random.Random) -> list[str]:
    """Pages of random games, in both languages, for players and spectators."""
    found = []
    kinds = list(product(samovar.games(), ["en", "cs"]))
    for n in range(PAGES):
        game, lang = kinds[n % len(kinds)]
        match = played(game, r.randint(2, 4), n, r.choice([0, r.randrange(300), 10_000]))
        model = model_for(match, r.choice([SPECTATOR, *range(match.seats)]), lang)
        page = document(model, PageHead([], []))
        found.append(re.sub(r'tabindex="-?\d+"', 'tabindex="0"', page))  # keyboard.js sets it
    return found


def test_any_page_becomes_any_other(blank: Page) -> None:
    r = random.Random(11)
    texts = real_pages(r)
    walk = [r.randrange(len(texts)) for _ in range(PAGE_PAIRS + 1)]
    assert blank.evaluate(REAL_PAGES, {"texts": texts, "walk": walk}) == []


# ---- the state of an element ----

# Each change is a pair of pages, before and after. `thing` is the element whose parts have a state.
STATE = """async ({state, change}) => {
  document.head.replaceChildren(Object.assign(document.createElement("style"), {textContent: `
    @keyframes turn { to { rotate: 360deg } }
    #spinner { display: block; animation: turn 60s linear infinite }
    #slider { display: block; translate: 0; transition: translate 60s } #slider.is-away { translate: 90px }
    #scroller { height: 50px; width: 50px; overflow: auto } #scroller p { height: 900px; width: 900px }`}));
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  const parse = text => {
    const box = document.createElement("template");
    box.innerHTML = text;
    return box.content.firstElementChild;
  };
  const page = inner => `<div id="root">${inner}</div>`;
  const thing = (more = "", slid = "is-away") => `<div id="thing"${more}>` +
    `<button id="button"${more}>press</button>` +
    `<input id="field" value="some words"${more}><p id="words"${more}>a running text</p>` +
    `<i id="spinner"${more}></i><i id="slider" class="${slid}"${more}></i>` +
    `<div id="scroller"${more}><p>high and wide</p></div></div>`;
  const CHANGES = {
    "moved to the front": [t => `<p id="one"></p><p></p>${t}`, t => `${t}<p id="one"></p><p></p>`],
    "moved to the back": [t => `${t}<p id="one"></p><p></p>`, t => `<p id="one"></p><p></p>${t}`],
    "moved elsewhere": [t => `<div id="a">${t}</div><div id="b"></div>`,
      t => `<div id="a"></div><div id="b">${t}</div>`],
    "moved into a new group": [t => t, t => `<section id="new"><div>${t}</div></section>`],
    "moved out of its group": [t => `<section id="old"><div>${t}</div></section>`, t => t],
    "new siblings": [t => `<p></p>${t}<div></div>`,
      t => `<p id="x">x</p><div>y</div><p></p>${t}<div></div><div></div>`],
    "lost siblings": [t => `<p id="x">x</p><div>y</div><p></p>${t}<div></div><div></div>`,
      t => `<p></p>${t}<div></div>`],
    "new attributes": [t => t, () => thing(' data-more="1"')],
  };
  const [before, after] = CHANGES[change];
  document.body.innerHTML = page(before(thing("", "")));
  const find = id => document.getElementById(id);
  const root = find("root");
  const [field, words, scroller] = ["field", "words", "scroller"].map(find);
  const [spinner, slider] = ["spinner", "slider"].map(find);
  await frame();
  slider.className = "is-away"; // the transition begins
  await frame();
  const running = {animation: spinner.getAnimations()[0], transition: slider.getAnimations()[0]};
  const text = words.firstChild;
  const STATES = {
    focus: [() => find("button").focus(), () => document.activeElement === find("button")],
    caret: [() => { field.focus(); field.setSelectionRange(2, 6, "backward"); },
            () => document.activeElement === field && field.selectionStart === 2 && field.selectionEnd === 6
              && field.selectionDirection === "backward"],
    typed: [() => { field.value = "typed"; }, () => field.value === "typed"],
    selection: [() => getSelection().setBaseAndExtent(text, 9, text, 2),
                () => getSelection().toString() === "running" && getSelection().anchorOffset === 9],
    scroll: [() => scroller.scrollTo(30, 400),
             () => scroller.scrollTop === 400 && scroller.scrollLeft === 30],
    animation: [() => {}, () => spinner.getAnimations()[0] === running.animation],
    transition: [() => {}, () => slider.getAnimations()[0] === running.transition],
  };
  const [set, kept] = STATES[state];
  set();
  await frame();
  const begun = kept();
  morph([[root, parse(page(after(thing())))]]);
  const done = root.isEqualNode(parse(page(after(thing()))));
  const at = kept();
  await frame();
  return {begun, done, kept: at && kept()};
}"""
STATES = ["focus", "caret", "typed", "selection", "scroll", "animation", "transition"]
MOVES = [
    "moved to the front",
    "moved to the back",
    "moved elsewhere",
    "moved into a new group",
    "moved out of its group",
]
CHANGES = [*MOVES, "new siblings", "lost siblings", "new attributes"]


def lost(page: Page, state: str, changes: list[str]) -> list[str]:
    """The changes that lose this state."""
    found = {change: page.evaluate(STATE, {"state": state, "change": change}) for change in changes}
    assert all(one["begun"] and one["done"] for one in found.values()), found
    return [change for change, one in found.items() if not one["kept"]]


@pytest.mark.parametrize("state", STATES)
def test_an_element_keeps_its_state(blank: Page, state: str) -> None:
    assert lost(blank, state, CHANGES) == []


@pytest.mark.parametrize("state", STATES)
def test_an_element_keeps_its_state_in_a_browser_without_moveBefore(blank: Page, state: str) -> None:
    blank.evaluate(OLD_BROWSER)
    # Such a browser ends the animations of an element that moves.
    changes = [c for c in CHANGES if c not in MOVES or state not in {"animation", "transition"}]
    assert lost(blank, state, changes) == []


# ---- state that the user or another script sets ----

# Runs `before` on the first markup, morphs it into the second one and returns the value of `look`.
ONE = """async ({from, to, before, look}) => {
  document.body.innerHTML = from;
  const root = document.body.firstElementChild;
  const at = id => document.getElementById(id);
  new Function("at", before)(at);
  await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  const box = document.createElement("template");
  box.innerHTML = to;
  morph([[root, box.content.firstElementChild]]);
  return new Function("at", `return ${look}`)(at);
}"""


def after(page: Page, markup: list[str], before: str, look: str) -> object:
    found: object = page.evaluate(
        ONE, dict(zip(["from", "to"], markup, strict=True), before=before, look=look)
    )
    return found


def test_a_new_group_around_an_old_piece_does_not_make_it_vanish(blank: Page) -> None:
    piece = '<rect id="p1" width="10" height="10"/>'
    groups = [f'<g id="cityA">{piece}</g>', f'<g id="cityA"></g><g id="stackNew">{piece}</g>']
    drawn = [f'<svg xmlns="{SVG}" id="root">{inner}</svg>' for inner in groups]
    assert after(blank, drawn, "", 'at("p1").getBoundingClientRect().width') == 10


def test_a_piece_that_only_moves_slides_and_the_focus_stays(blank: Page) -> None:
    blank.add_style_tag(content=".piece { transition: transform 60s }")
    drawn = [
        f'<svg xmlns="{SVG}" id="root"><g id="pieces"><g class="piece" id="p1" tabindex="0" '
        f'transform="translate({x} 5)"><circle r="5"/></g></g></svg>'
        for x in (10, 80)
    ]
    look = '[at("p1") === document.activeElement, at("p1").getAnimations().length]'
    assert after(blank, drawn, 'at("p1").focus()', look) == [True, 1]


def test_a_details_element_that_the_user_opened_stays_open(blank: Page) -> None:
    part = '<details id="d"{}><summary>more</summary>{}</details>'
    closed, opened = (
        [part.format("", "old"), part.format("", "new")],
        [part.format(" open", "old"), part.format("", "new")],
    )
    touch = 'at("d").dataset.touched = "";'
    look = '[at("d").open, at("d").lastChild.data]'
    assert after(blank, closed, f'at("d").open = true; {touch}', look) == [True, "new"]
    assert after(blank, opened, touch, look) == [True, "new"]
    assert after(blank, opened, "", look) == [False, "new"]


def test_tabindex_is_left_to_the_keyboard_script(blank: Page) -> None:
    drawn = [f'<div id="root"><b id="one" tabindex="0">{word}</b></div>' for word in ("old", "new")]
    assert after(blank, drawn, 'at("one").tabIndex = -1', '[at("one").tabIndex, at("one").textContent]') == [
        -1,
        "new",
    ]


FIELDS = {  # markup, two values by the server, a script that types, a look at the value, and both results
    "input": (
        '<input id="f"{}>',
        [' value="a"', ' value="b"'],
        'at("f").value = "typed"',
        'at("f").value',
        "typed",
        "b",
    ),
    "textarea": (
        '<textarea id="f">{}</textarea>',
        ["a", "b"],
        'at("f").value = "typed"',
        'at("f").value',
        "typed",
        "b",
    ),
    "checkbox": (
        '<input type="checkbox" id="f"{}>',
        [" checked", ""],
        'at("f").checked = true',
        'at("f").checked',
        True,
        False,
    ),
    "select": (
        '<select id="f"><option>a</option><option{}>b</option><option>c</option></select>',
        ["", " selected"],
        'at("f").value = "c"',
        'at("f").value',
        "c",
        "b",
    ),
}


@pytest.mark.parametrize("kind", FIELDS)
def test_a_field_keeps_what_was_typed_until_the_server_changes_it(blank: Page, kind: str) -> None:
    field, said, types, look, typed, changed = FIELDS[kind]
    page = '<form id="root" class="{}">{}</form>'
    old = page.format("old", field.format(said[0]))
    assert after(blank, [old, page.format("new", field.format(said[0]))], types, look) == typed
    assert after(blank, [old, page.format("new", field.format(said[1]))], types, look) == changed


def test_a_list_that_drops_its_first_line_keeps_the_others_and_what_is_selected(blank: Page) -> None:
    lines = [f"<li><b>{n}</b><a href='#{n}'>Anna gains {n} furs</a></li>" for n in range(40)]
    lists = [f'<ol id="log">{"".join(lines[n : n + 30])}</ol>' for n in (0, 3)]
    select = (
        'for (const link of document.querySelectorAll("a")) link.tabIndex = -1;'  # as keyboard.js does it
        'const line = at("log").children[7]; window.line = line; getSelection().selectAllChildren(line)'
    )
    look = '[at("log").children[4] === line, getSelection().toString().replace(/\\s+/g, " ")]'
    assert after(blank, lists, select, look) == [True, "7Anna gains 7 furs"]


COUNT_MOVES = """
window.moves = 0;
const {moveBefore} = Element.prototype;
Element.prototype.moveBefore = function (...where) { window.moves++; moveBefore.apply(this, where); };
"""


@pytest.mark.parametrize(
    ("order", "moves"), [("bcdea", 1), ("eabcd", 1), ("bcde", 0), ("abxcde", 0), ("bacde", 1)]
)
def test_only_the_elements_that_change_their_place_are_moved(blank: Page, order: str, moves: int) -> None:
    lists = ["".join(f'<i id="{name}"></i>' for name in names) for names in ("abcde", order)]
    drawn = [f'<div id="root">{inner}</div>' for inner in lists]
    look = '[moves, [...at("root").children].map(({id}) => id).join("")]'
    assert after(blank, drawn, COUNT_MOVES, look) == [moves, order]


def test_an_element_without_an_id_stays_around_the_element_with_one(blank: Page) -> None:
    cards = [[f'<li><b id="card-{n}">{n} of {total}</b></li>' for n in range(6)] for total in (6, 5)]
    hands = [f'<ul id="hand">{"".join(cards[0])}</ul>', f'<ul id="hand">{"".join(cards[1][1:])}</ul>']
    assert after(blank, hands, COUNT_MOVES + 'window.card = at("card-3").parentNode', "moves") == 0
    assert blank.evaluate("card === document.getElementById('card-3').parentNode")


def test_an_attribute_keeps_its_namespace(blank: Page) -> None:
    drawn = [f'<svg id="root"><use id="u"{link}/></svg>' for link in ("", ' xlink:href="#a"')]
    assert after(blank, drawn, "", 'at("u").getAttributeNS("http://www.w3.org/1999/xlink", "href")') == "#a"
