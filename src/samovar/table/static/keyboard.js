// The keyboard: the key map, and the focus. Tab moves between the parts of the page, arrow keys inside one (roving tabindex).

import {choose, isIrrevocable} from "./actions.js";
import * as commandPalette from "./command_palette.js";
import * as helpCard from "./help_card.js";
import * as howto from "./howto.js";
import {announce, sentence, spokenText} from "./messages.js";
import {lastAnnounced} from "./notifications.js";
import {preferences} from "./preferences.js";

// The parts of the page with one tab stop each. Elements outside of all parts have their usual tab stops.
const PARTS = "#acts, #map, #years, #story, #supply, #market, #trade, #songs, #me, #ask, #automa, #race, [id^='seat-'], #log, [data-rove]";
const FOCUSABLE = "[data-act], [data-prefix], [data-help], #log a";
const TEXT_FIELDS = "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const SIDEWAYS_COST = 2.5; // an arrow key prefers an element straight ahead to a nearer one aside

let isKeyboardInUse = false; // true if the last input was a key, not the pointer
let lastPart = ""; // id of the part that had the focus last

// ---- the key map ----

const KEY_MAP = {
  u: () => click('[data-do="undo"]'),
  U: () => click('[data-do="restart"]'),
  p: () => click('[data-do="pay"]'),
  e: () => click("#turn .btn--main"),
  l: () => showTab("log"),
  s: () => showTab("score"),
  c: () => showTab("choices"),
  h: () => visit(document.getElementById("me") ? "me" : "mine"),
  r: () => announce(`${lastAnnounced()} ${sentence(document.querySelector("#say .status__line")?.textContent ?? "")}`.trim()),
  n: () => click('#more [href*="/next?"]'),
  o: () => visitNextSeat(),
  "?": () => howto.open(),
  "/": () => commandPalette.open(),
};

function click(selector) {
  const button = document.querySelector(selector);
  if (button && !button.disabled) button.click();
}

function showTab(name) {
  const tab = document.getElementById(`tab-${name}`);
  if (!tab) return;
  tab.checked = true;
  const sheet = document.getElementById(`sheet-${name}`);
  sheet?.focus();
  const text = name === "log" ? lastAnnounced() : "";
  announce(text || sentence(document.getElementById(name)?.dataset.spoken ?? "") || spokenText(sheet));
}

/** Focus a region and announce its content. */
function visit(id) {
  const region = document.getElementById(id);
  if (!region) return;
  const stop = bestTabStop(focusableIn(region)) ?? region;
  if (stop === region) region.tabIndex = -1;
  stop.focus({focusVisible: true});
  region.scrollIntoView({block: "nearest"});
  announce(spokenText(region));
}

/** Visit the seat after the one that has the focus. */
function visitNextSeat() {
  const seats = [...document.querySelectorAll(".seat[id^='seat-']")];
  const at = seats.findIndex((seat) => seat.contains(document.activeElement));
  if (seats.length > 0) visit(seats[(at + 1) % seats.length].id);
}

/** Show the list of choices and focus the one with this number. Only Enter chooses it. */
function focusChoice(number) {
  const choice = document.querySelectorAll("#choices .choice")[number - 1];
  if (!choice) return;
  document.getElementById("tab-choices").checked = true;
  choice.focus({focusVisible: true});
  choice.scrollIntoView({block: "nearest"});
}

/** Escape closes the help card, or else an open sheet. */
function escape() {
  const target = helpCard.openTarget();
  if (!target) {
    helpCard.closeSheet()?.querySelector("summary").focus({focusVisible: true});
    return;
  }
  const hadFocus = helpCard.contains(document.activeElement);
  helpCard.close();
  if (hadFocus) target.focus?.({focusVisible: true});
}

/** True if typed characters belong to this element. A field of a closed dialog keeps the focus until the next frame. */
const isTextField = (element) => element.matches?.(TEXT_FIELDS) && element.checkVisibility();

function handleKey(event) {
  isKeyboardInUse = true;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (isTextField(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") return escape();
  if (event.key in ARROWS) {
    if (moveFocus(event)) event.preventDefault();
    else if (event.key === "ArrowLeft") document.querySelector('a[rel="prev"]')?.click();
    else if (event.key === "ArrowRight") document.querySelector('a[rel="next"]')?.click();
    return;
  }
  const focused = event.target;
  if ((event.key === "Enter" || event.key === " ") && focused.matches?.("g[data-act], g[data-prefix], g[data-pick]")) {
    event.preventDefault();
    if (!event.repeat) choose(focused);
    return;
  }
  const run = /^[1-9]$/.test(event.key) ? () => focusChoice(Number(event.key)) : KEY_MAP[event.key];
  if (run && (preferences.keys || event.key === "?")) {
    event.preventDefault();
    run();
  }
}

// ---- the focus ----

function focusableIn(part) {
  return [...part.querySelectorAll(FOCUSABLE)].filter((element) => !element.disabled && !element.closest("[hidden]"));
}

/** The first legal element, else the first with an option, else the first. */
function bestTabStop(elements) {
  return elements.find((element) => element.matches('[data-do], .is-legal')) ?? elements.find((element) => element.matches("[data-act], [data-prefix]")) ?? elements[0];
}

/** Give each part one tab stop: the focused element, or the best one. */
export function setTabStops() {
  for (const part of document.querySelectorAll(PARTS)) {
    const elements = focusableIn(part);
    if (elements.length === 0) continue;
    const stop = elements.includes(document.activeElement) ? document.activeElement : bestTabStop(elements);
    for (const element of elements) {
      const tabIndex = element === stop ? 0 : -1;
      if (element.tabIndex !== tabIndex) element.tabIndex = tabIndex;
    }
  }
}

/** The token of the focused option, or "". */
export function focusedToken() {
  return document.activeElement?.dataset.act ?? "";
}

/** After an update of the page, focus an option if the keyboard is in use. `oldToken`: the option that had the focus. A button
 *  whose option has changed loses the focus, so that a second Enter does not choose by accident. Irrevocable options never get
 *  the focus here. If all options are irrevocable, the question gets it. */
export function restoreFocus(oldToken) {
  if (oldToken && focusedToken() !== oldToken) document.activeElement.blur();
  const question = document.getElementById("say");
  const isFree = document.activeElement === document.body || document.activeElement === question;
  if (!isKeyboardInUse || !isFree || document.querySelector("dialog[open]")) return;
  const part = lastPart && document.getElementById(lastPart);
  const near = part ? focusableIn(part).filter((element) => element.matches("[data-act], [data-prefix]")) : [];
  const legal = document.querySelectorAll(".is-legal:is([data-act], [data-prefix])");
  const listed = document.getElementById("tab-choices")?.checked ? document.querySelectorAll("#choices [data-act]") : [];
  const next = [...near, ...legal, ...listed].find((element) => element.checkVisibility() && !isIrrevocable(element));
  (next ?? question)?.focus({focusVisible: true});
}

/** The nearest element in a direction, or null. */
function nearest(from, elements, [dx, dy]) {
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(from);
  let found = null;
  let leastCost = Infinity;
  for (const element of elements) {
    const [a, b] = centre(element);
    const ahead = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (element === from || ahead <= 1) continue;
    const cost = ahead + SIDEWAYS_COST * aside;
    if (cost < leastCost) [found, leastCost] = [element, cost];
  }
  return found;
}

/** Move the focus by an arrow key. Returns false if there is nothing in that direction. */
function moveFocus(event) {
  const focused = document.activeElement;
  if (helpCard.contains(focused)) {
    const buttons = helpCard.buttons();
    const step = event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : 1;
    buttons[(buttons.indexOf(focused) + step + buttons.length) % buttons.length]?.focus({focusVisible: true});
    return true;
  }
  const part = partOf(focused);
  if (!part) return false;
  const next = nearest(focused, focusableIn(part), ARROWS[event.key]);
  if (!next) return false;
  if (part.id !== "choices") {
    focused.tabIndex = -1;
    next.tabIndex = 0;
  }
  next.focus({focusVisible: true});
  next.scrollIntoView({block: "nearest", inline: "nearest"});
  return true;
}

function partOf(element) {
  return element?.closest?.("#choices") ?? element?.closest?.(PARTS);
}

export function listen() {
  document.addEventListener("keydown", handleKey);
  document.addEventListener("pointerdown", () => (isKeyboardInUse = false), true);
  document.addEventListener("focusin", (event) => {
    const part = partOf(event.target);
    if (part?.id !== lastPart) setTabStops(); // the next Tab into the part that was left leads to its best tab stop
    if (part) lastPart = part.id;
  });
  commandPalette.listen(() => (lastPart = ""));
}
