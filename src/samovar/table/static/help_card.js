// The help card: it says what a thing is, which actions it offers, and why others are refused. It opens on hover, focus,
// click, long press or first tap, and always stays inside the viewport.

import {ROOT_PATH} from "./root_path.js";

const RULE_ID = /\b[A-Z]-(?:[A-Z]+-)+[A-Z]?\d+[a-z]?\b/g;
const HOVER_DELAY = 180; // milliseconds that a pointer rests before the card opens
const LEAVE_DELAY = 250; // milliseconds in which the pointer can move from the thing to its card
const LONG_PRESS = 450; // milliseconds
const GAP = 10; // pixels between card, thing and the edge of the viewport
const HIDING_COST = 100; // cost of covering the target of the card; covering another legal target costs 1

let card;
let target = null; // the element that the open card is about
let timer;
let offeredTokens = ""; // tokens that the target offered when the card opened
let longPressed = null; // the element of a long press, until its click

const tokensOf = (element) => element.dataset.prefix ?? element.dataset.act ?? "";

function createCard() {
  card = document.createElement("div");
  card.id = "card";
  card.className = "help-card";
  card.setAttribute("role", "region");
  card.hidden = true;
  card.addEventListener("pointerenter", () => clearTimeout(timer));
  card.addEventListener("pointerleave", (event) => pointerLeft(event));
  document.body.append(card);
}

/** Close the card when a mouse leaves. A finger that is lifted leaves, too, but keeps the card open. */
function pointerLeft(event) {
  if (event.pointerType !== "touch" && !hasButtons()) schedule(close, LEAVE_DELAY);
}

function schedule(callback, delay) {
  clearTimeout(timer);
  timer = setTimeout(callback, delay);
}

/** A text with its rule ids as links to the rules page. */
function linkRuleIds(text) {
  const out = document.createDocumentFragment();
  const game = document.body.dataset.game;
  let at = 0;
  for (const match of game ? text.matchAll(RULE_ID) : []) {
    out.append(text.slice(at, match.index));
    const link = document.createElement("a");
    link.href = `${ROOT_PATH}rules/${game}#${match[0]}`;
    link.target = "_blank";
    link.textContent = match[0];
    out.append(link);
    at = match.index + match[0].length;
  }
  out.append(text.slice(at));
  return out;
}

/** A list item for a line such as "yes|Hunt the fox": the mark before the bar becomes a class. */
function listItem(line) {
  const bar = line.indexOf("|");
  const mark = bar < 0 ? "" : line.slice(0, bar);
  const item = document.createElement("li");
  if (mark) item.className = `is-${mark}`;
  item.append(linkRuleIds(line.slice(bar + 1)));
  return item;
}

/** Highlight all drawn targets that offer one of the same options: the slots of a die, the dice of a free action. */
function highlightRelated(element) {
  for (const related of document.querySelectorAll(".is-related")) related.classList.remove("is-related");
  const tokens = element ? tokensOf(element).split(" ").filter(Boolean) : [];
  if (tokens.length === 0) return;
  for (const other of document.querySelectorAll(".target:is([data-act], [data-prefix])")) {
    if (other !== element && tokensOf(other).split(" ").some((token) => tokens.includes(token))) other.classList.add("is-related");
  }
}

/** The boxes that the card should not cover, each with its cost: the thing itself, other legal targets, and previews. */
function boxesToAvoid(element) {
  const others = [...document.querySelectorAll(".target.is-legal, .preview > rect")].filter((other) => !other.contains(element));
  return [[element, HIDING_COST], ...others.map((other) => [other, 1])].map(([other, cost]) => [other.getBoundingClientRect(), cost]);
}

/** Move the card to where it covers least: beside the thing, else above or below, always inside the viewport. */
function positionCard(element) {
  card.style.left = card.style.top = "0px";
  if (getComputedStyle(card).getPropertyValue("--sheet").trim()) {
    card.style.left = card.style.top = ""; // on a phone the style sheet puts it at the bottom
    const bar = element.closest("#acts")?.getBoundingClientRect().top; // a second tap must reach the element
    card.style.bottom = bar === undefined ? "" : `${innerHeight - bar + GAP}px`;
    return;
  }
  const box = element.getBoundingClientRect();
  const own = card.getBoundingClientRect();
  const area = element.closest(".card-above")?.getBoundingClientRect(); // cards of this area open above all of it
  const centre = box.left + box.width / 2 - own.width / 2;
  const middle = box.top + box.height / 2 - own.height / 2;
  const above = (area ?? box).top - own.height - GAP;
  const map = element.closest(".card-beside")?.getBoundingClientRect(); // beside the map, neighbours stay visible
  const besideMap = map && map.right + own.width + 2 * GAP <= innerWidth ? [[map.right + GAP, middle]] : [];
  const sides = [...besideMap, [box.right + GAP, middle], [box.left - own.width - GAP, middle]];
  const aboveArea = area ? [[area.left, above], [area.right - own.width, above]] : [];
  const positions = [...(area || element.closest("#status") ? [] : sides), [centre, above], ...aboveArea, [centre, box.bottom + GAP]];
  const clamp = (value, size, whole) => Math.min(Math.max(GAP, value), Math.max(GAP, whole - size - GAP));
  const avoided = boxesToAvoid(element);
  let leastCost = Infinity;
  for (const position of positions) {
    const left = clamp(position[0], own.width, innerWidth);
    const top = clamp(position[1], own.height, innerHeight);
    const covers = ([other]) => left < other.right && left + own.width > other.left && top < other.bottom && top + own.height > other.top;
    const cost = avoided.filter(covers).reduce((sum, [, cost]) => sum + cost, 0);
    if (cost >= leastCost) continue;
    leastCost = cost;
    card.style.left = `${left}px`;
    card.style.top = `${top}px`;
  }
}

/** Open the card of an element, with `buttons` below its lines. `isHover`: the pointer only rests on the element. Then clicks
 *  pass through the card to the page. `text`: the lines of the card. */
export function open(element, buttons = [], isHover = false, text = element?.dataset.help) {
  if (!text) return close();
  if (!card) createCard();
  clearTimeout(timer);
  target?.removeAttribute("aria-describedby");
  target = element;
  offeredTokens = tokensOf(element);
  const [title, ...lines] = text.split("\n");
  const head = document.createElement("b");
  head.append(title);
  const list = document.createElement("ul");
  list.id = "card-lines";
  const shown = buttons.length > 1 ? lines.filter((line) => !line.startsWith("yes|")) : lines; // the buttons name the legal actions
  list.append(...shown.filter(Boolean).map(listItem));
  card.replaceChildren(head, list, ...buttons);
  card.setAttribute("aria-label", title);
  card.classList.toggle("has-buttons", buttons.length > 0);
  card.classList.toggle("is-hover", isHover);
  card.hidden = false;
  if (list.children.length > 0) element.setAttribute("aria-describedby", list.id);
  positionCard(element);
  highlightRelated(element);
}

export function close() {
  clearTimeout(timer);
  target?.removeAttribute("aria-describedby");
  target = null;
  if (card) card.hidden = true;
  highlightRelated(null);
}

/** Close an open sheet over the table unless `clicked` is inside it or inside the card. Returns the closed sheet or null. */
export function closeSheet(clicked = null) {
  const sheet = [...document.querySelectorAll("details.boards-sheet[open]")].find((open) => !open.contains(clicked));
  if (!sheet || contains(clicked)) return null;
  sheet.open = false;
  return sheet;
}

/** The element whose card is open, or null. */
export function openTarget() {
  return card && !card.hidden ? target : null;
}

export function buttons() {
  return [...card.querySelectorAll("button")];
}

export function contains(element) {
  return Boolean(card?.contains(element));
}

/** True if the card is open with buttons to choose from. */
function hasButtons() {
  return Boolean(card && !card.hidden && card.classList.contains("has-buttons"));
}

/** Update or close the card after the page has changed. A card with buttons stays while its element offers the same. */
export function refresh() {
  if (!target) return;
  const element = target.isConnected ? target : target.id ? document.getElementById(target.id) : null;
  if (hasButtons() && element && tokensOf(element) === offeredTokens) return highlightRelated(element);
  const isHover = card.classList.contains("is-hover");
  if (!element || hasButtons() || (isHover && !element.matches(":hover"))) close();
  else open(element, [], isHover);
}

export function button(text, onClick, isPrimary = false) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = isPrimary ? "btn btn--main" : "btn";
  element.textContent = text;
  element.addEventListener("click", onClick);
  return element;
}

/** Listen for hover, focus and long presses. */
export function listen() {
  const helpOf = (event) => event.target.closest?.("[data-help]");
  let pressTimer;
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || hasButtons()) return;
    const element = helpOf(event);
    // A played card moves away below the pointer: check that the pointer still rests on it.
    if (element) schedule(() => element.matches(":hover") && open(element, [], true), HOVER_DELAY);
    else if (!contains(event.target)) schedule(close, LEAVE_DELAY);
  });
  document.addEventListener("pointerleave", pointerLeft);
  document.addEventListener("focusin", (event) => {
    const element = helpOf(event);
    if (element && event.target.matches(":focus-visible")) open(element);
    else if (!element && !contains(event.target) && !hasButtons()) close();
  });
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(pressTimer);
    longPressed = null; // a long press may end without a click
    const element = helpOf(event);
    if (event.pointerType === "touch" && element) {
      pressTimer = setTimeout(() => {
        open(element);
        longPressed = element;
      }, LONG_PRESS);
    } else if (!element && !contains(event.target)) close();
  });
  for (const name of ["pointerup", "pointercancel", "pointermove"]) {
    document.addEventListener(name, (event) => {
      if (name !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 6) clearTimeout(pressTimer);
    });
  }
  document.addEventListener("contextmenu", (event) => {
    if (longPressed && helpOf(event) === longPressed) event.preventDefault();
  });
}

/** True if this click on an element is only the end of a long press. */
export function endedLongPress(element) {
  const ended = longPressed === element;
  longPressed = null;
  return ended;
}
