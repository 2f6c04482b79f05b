// The keyboard. Tab goes from region to region, arrows inside one; single keys can be switched off.

import * as choose from "./choose.js";
import * as help from "./help.js";
import {prefs} from "./prefs.js";
import {heard} from "./turn.js";
import {speak} from "./words.js";

// The parts of a page with one stop of Tab each. What stands in none of them is an ordinary element of the page.
const PARTS = "#acts, #map, #years, #story, #supply, #market, #trade, #songs, #me, #ask, #automa, #race, [id^='seat-'], #log, [data-rove]";
const THINGS = "[data-act], [data-prefix], [data-help], #log a";
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

let byKey = false; // whether the keyboard was used last
let lastPart = "";

function things(part) {
  return [...part.querySelectorAll(THINGS)].filter((thing) => !thing.disabled && !thing.closest("[hidden]"));
}

function best(list) {
  return list.find((thing) => thing.matches('[data-do], .is-legal')) ?? list.find((thing) => thing.matches("[data-act], [data-prefix]")) ?? list[0];
}

/** One stop of Tab in each part: where the focus is, was, or what is legal. */
export function rove() {
  for (const part of document.querySelectorAll(PARTS)) {
    const list = things(part);
    if (list.length === 0) continue;
    const stop = list.includes(document.activeElement) ? document.activeElement : best(list);
    for (const thing of list) {
      const wanted = thing === stop ? 0 : -1;
      if (thing.tabIndex !== wanted) thing.tabIndex = wanted;
    }
  }
}

/** Which option has the focus. */
export function focused() {
  return document.activeElement?.dataset.act ?? "";
}

/** After a change: who plays by keyboard stays where something can be done. `was`: the option that had the focus;
 *  a button that means another one now loses it, so that a second Enter does not choose by accident. */
export function keepFocus(was) {
  if (was && focused() !== was) document.activeElement.blur();
  if (!byKey || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  const part = lastPart && document.getElementById(lastPart);
  const near = part ? things(part).find((thing) => thing.matches("[data-act], [data-prefix]")) : null;
  const next = near ?? document.querySelector(".is-legal:is([data-act], [data-prefix])") ?? document.querySelector("#choices [data-act]");
  next?.focus({focusVisible: true});
}

/** The next thing in a direction: as near as possible, and rather straight ahead than aside. */
function next(from, list, [dx, dy]) {
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(from);
  let found = null;
  let least = Infinity;
  for (const thing of list) {
    const [a, b] = centre(thing);
    const ahead = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (thing === from || ahead <= 1) continue;
    const cost = ahead + 2.5 * aside;
    if (cost < least) [found, least] = [thing, cost];
  }
  return found;
}

function walk(event) {
  const here = document.activeElement;
  if (help.inCard(here)) {
    const buttons = [...here.parentElement.querySelectorAll("button")];
    const step = event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : 1;
    buttons[(buttons.indexOf(here) + step + buttons.length) % buttons.length]?.focus({focusVisible: true});
    return true;
  }
  const part = here?.closest?.("#choices") ?? here?.closest?.(PARTS);
  if (!part) return false;
  const to = next(here, things(part), ARROWS[event.key]);
  if (!to) return false;
  if (part.id !== "choices") {
    here.tabIndex = -1;
    to.tabIndex = 0;
  }
  to.focus({focusVisible: true});
  to.scrollIntoView({block: "nearest", inline: "nearest"});
  return true;
}

function show(tab) {
  const button = document.getElementById(`tab-${tab}`);
  if (!button) return;
  button.checked = true;
  document.getElementById(`sheet-${tab}`)?.focus();
}

function visit(id) {
  const place = document.getElementById(id);
  if (!place) return;
  const stop = best(things(place)) ?? place;
  if (stop === place) place.tabIndex = -1;
  stop.focus({focusVisible: true});
  place.scrollIntoView({block: "nearest"});
  speak(place.innerText.replace(/\s+/g, " ").trim());
}

function press(selector) {
  const button = document.querySelector(selector);
  if (button && !button.disabled) button.click();
}

const SINGLE = {
  u: () => press('[data-do="undo"]'),
  U: () => press('[data-do="restart"]'),
  p: () => press('[data-do="pay"]'),
  e: () => press("#turn .btn--main"),
  l: () => show("log"),
  s: () => show("score"),
  c: () => show("choices"),
  h: () => visit(document.getElementById("me") ? "me" : "mine"),
  r: () => speak(`${heard()} ${document.querySelector("#say .status__line")?.textContent.trim() ?? ""}`),
  n: () => press('#more [href*="/next?"]'),
  1: () => visit("seat-0"),
  2: () => visit("seat-1"),
  3: () => visit("seat-2"),
  4: () => visit("seat-3"),
  "?": () => document.getElementById("keys")?.showModal(),
  "/": () => command(),
};

function back() {
  const about = help.explained();
  if (!about) {
    help.closeSheets()?.querySelector("summary").focus({focusVisible: true});
    return;
  }
  const inside = help.inCard(document.activeElement);
  help.close();
  if (inside) about.focus?.({focusVisible: true});
}

const FIELDS = "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

/** Whether typed characters belong to this element. A field of a closed dialog keeps the focus until the next frame. */
const writes = (element) => element.matches?.(FIELDS) && element.checkVisibility();

function key(event) {
  byKey = true;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (writes(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") return back();
  if (event.key in ARROWS) {
    if (walk(event)) event.preventDefault();
    else if (event.key === "ArrowLeft") document.querySelector('a[rel="prev"]')?.click();
    else if (event.key === "ArrowRight") document.querySelector('a[rel="next"]')?.click();
    return;
  }
  const thing = event.target;
  if ((event.key === "Enter" || event.key === " ") && thing.matches?.("g[data-act], g[data-prefix]")) {
    event.preventDefault();
    if (!event.repeat) choose.want(thing);
    return;
  }
  const single = SINGLE[event.key];
  if (single && (prefs.keys || event.key === "?")) {
    event.preventDefault();
    single();
  }
}

// ---- the command line: typed words find options, in both languages ----

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The options whose text, in either language, or whose token holds a word beginning with each typed one. */
export function matching(typed) {
  const words = plain(typed).split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  return [...document.querySelectorAll("#choices :is([data-act], [data-do])")].filter((button) => {
    const text = plain(`${button.textContent} ${button.dataset.find ?? ""} ${button.dataset.act ?? ""}`).split(/[^\p{L}\p{N}_]+/u);
    return words.every((word) => text.some((part) => (/^\d+$/.test(word) ? part === word : part.startsWith(word))));
  });
}

function command() {
  const dialog = document.getElementById("command");
  if (!dialog) return;
  const line = document.getElementById("command-line");
  line.value = "";
  fill("");
  dialog.showModal();
  line.focus();
}

function fill(typed) {
  const list = document.getElementById("command-list");
  const rows = matching(typed).map((button, i) => {
    const row = document.createElement("li");
    row.id = `command-${i}`;
    row.role = "option";
    row.button = button;
    row.textContent = choose.worded(button);
    row.ariaSelected = String(i === 0);
    return row;
  });
  list.replaceChildren(...rows);
  mark(rows[0]);
}

function mark(row) {
  for (const other of document.querySelectorAll("#command-list li")) other.ariaSelected = String(other === row);
  row?.scrollIntoView({block: "nearest"});
  const line = document.getElementById("command-line");
  if (row) line.setAttribute("aria-activedescendant", row.id);
  else line.removeAttribute("aria-activedescendant");
}

function take(row) {
  document.getElementById("command").close();
  document.activeElement?.blur(); // the focus goes where the next choice is
  lastPart = "";
  if (row?.button.dataset.do) choose.doing(row.button.dataset.do, row.button);
  else if (row) choose.act(row.button.dataset.act, row.button);
}

function listenToLine() {
  const line = document.getElementById("command-line");
  if (!line) return;
  line.addEventListener("input", () => fill(line.value));
  line.addEventListener("keydown", (event) => {
    const chosen = document.querySelector('#command-list [aria-selected="true"]');
    if (event.key === "ArrowDown") mark(chosen?.nextElementSibling ?? chosen);
    else if (event.key === "ArrowUp") mark(chosen?.previousElementSibling ?? chosen);
    else if (event.key === "Enter") take(chosen);
    else return;
    event.preventDefault();
  });
  document.getElementById("command-list").addEventListener("click", (event) => take(event.target.closest("li")));
}

export function listen() {
  document.addEventListener("keydown", key);
  document.addEventListener("pointerdown", () => (byKey = false), true);
  document.addEventListener("focusin", (event) => {
    const part = event.target.closest?.("#choices") ?? event.target.closest?.(PARTS);
    if (part?.id !== lastPart) rove(); // the part that was left is entered again where something can be chosen
    if (part) lastPart = part.id;
  });
  listenToLine();
}
