// The card that says what a thing is, what can be done with it and why something cannot. It opens on hover, focus,
// a click, a long press or the first tap, and it never leaves the window.

import {ROOT} from "./root.js";

const RULE = /\b[A-Z]-(?:[A-Z]+-)+[A-Z]?\d+[a-z]?\b/g;
const PATIENCE = 180; // milliseconds that a pointer rests before the card opens
const GRACE = 250; // and in which it can reach the card
const PRESS = 450;
const GAP = 10;

let card;
let about = null;
let timer;
let offered = "";
let held = null; // what a finger stayed on until its card opened

const offers = (target) => target.dataset.prefix ?? target.dataset.act ?? "";

function make() {
  card = document.createElement("div");
  card.id = "card";
  card.className = "help-card";
  card.setAttribute("role", "region");
  card.hidden = true;
  card.addEventListener("pointerenter", () => clearTimeout(timer));
  card.addEventListener("pointerleave", (event) => leaves(event));
  document.body.append(card);
}

/** A mouse goes away; a finger that is lifted does not. */
function leaves(event) {
  if (event.pointerType !== "touch" && !choosing()) later(close, GRACE);
}

function later(what, pause) {
  clearTimeout(timer);
  timer = setTimeout(what, pause);
}

/** A text with its rule ids as links into the rules. */
function linked(text) {
  const out = document.createDocumentFragment();
  const game = document.body.dataset.game;
  let at = 0;
  for (const found of game ? text.matchAll(RULE) : []) {
    out.append(text.slice(at, found.index));
    const link = document.createElement("a");
    link.href = `${ROOT}rules/${game}#${found[0]}`;
    link.target = "_blank";
    link.textContent = found[0];
    out.append(link);
    at = found.index + found[0].length;
  }
  out.append(text.slice(at));
  return out;
}

function line(text) {
  const bar = text.indexOf("|");
  const mark = bar < 0 ? "" : text.slice(0, bar);
  const row = document.createElement("li");
  if (mark) row.className = `is-${mark}`;
  row.append(linked(text.slice(bar + 1)));
  return row;
}

/** Light everything drawn that offers one of the same options: the slots of a die, the dice of a free action. */
function point(target) {
  for (const lit of document.querySelectorAll(".is-pointed")) lit.classList.remove("is-pointed");
  const tokens = target ? offers(target).split(" ").filter(Boolean) : [];
  if (tokens.length === 0) return;
  for (const thing of document.querySelectorAll(".target:is([data-act], [data-prefix])")) {
    if (thing !== target && offers(thing).split(" ").some((token) => tokens.includes(token))) thing.classList.add("is-pointed");
  }
}

/** What a card should not cover: the thing itself above all, whatever else can be chosen, and what is previewed. */
function kept(target) {
  const others = [...document.querySelectorAll(".target.is-legal, .pre > rect")].filter((other) => !other.contains(target));
  return [[target, 100], ...others.map((other) => [other, 1])].map(([thing, weight]) => [thing.getBoundingClientRect(), weight]);
}

/** Where the card has room: beside the thing, else above or below, always inside the window. */
function place(target) {
  card.style.left = card.style.top = "0px";
  if (getComputedStyle(card).getPropertyValue("--sheet").trim()) {
    card.style.left = card.style.top = ""; // on a phone the style sheet puts it at the bottom
    return;
  }
  const box = target.getBoundingClientRect();
  const own = card.getBoundingClientRect();
  const area = target.closest(".card-above")?.getBoundingClientRect(); // its cards leave it free: they stand above all of it
  const centre = box.left + box.width / 2 - own.width / 2;
  const middle = box.top + box.height / 2 - own.height / 2;
  const above = (area ?? box).top - own.height - GAP;
  const map = target.closest(".card-beside")?.getBoundingClientRect(); // so that neighbours can be seen
  const beside = map && map.right + own.width + 2 * GAP <= innerWidth ? [[map.right + GAP, middle]] : [];
  const sides = [...beside, [box.right + GAP, middle], [box.left - own.width - GAP, middle]];
  const ends = area ? [[area.left, above], [area.right - own.width, above]] : [];
  const ways = [...(area || target.closest("#status") ? [] : sides), [centre, above], ...ends, [centre, box.bottom + GAP]];
  const clamp = (value, size, whole) => Math.min(Math.max(GAP, value), Math.max(GAP, whole - size - GAP));
  const keep = kept(target);
  let least = Infinity;
  for (const way of ways) {
    const left = clamp(way[0], own.width, innerWidth);
    const top = clamp(way[1], own.height, innerHeight);
    const covers = ([other]) => left < other.right && left + own.width > other.left && top < other.bottom && top + own.height > other.top;
    const cost = keep.filter(covers).reduce((sum, [, weight]) => sum + weight, 0);
    if (cost >= least) continue;
    least = cost;
    card.style.left = `${left}px`;
    card.style.top = `${top}px`;
  }
}

/** Open the card of a thing. `buttons`: elements below its lines. `passing`: the pointer only rests on it; then
 *  the card lets clicks through to whatever lies below it. */
export function explain(target, buttons = [], passing = false) {
  const text = target?.dataset.help;
  if (!text) return close();
  if (!card) make();
  clearTimeout(timer);
  about = target;
  offered = offers(target);
  const [title, ...lines] = text.split("\n");
  const head = document.createElement("b");
  head.append(title);
  const list = document.createElement("ul");
  const told = buttons.length > 1 ? lines.filter((text) => !text.startsWith("yes|")) : lines; // buttons say it themselves
  list.append(...told.filter(Boolean).map(line));
  card.replaceChildren(head, list, ...buttons);
  card.setAttribute("aria-label", title);
  card.classList.toggle("has-buttons", buttons.length > 0);
  card.classList.toggle("is-passing", passing);
  card.hidden = false;
  place(target);
  point(target);
}

export function close() {
  clearTimeout(timer);
  about = null;
  if (card) card.hidden = true;
  point(null);
}

/** A sheet that lies over the table closes when something beside it is wanted. `inside`: what was clicked.
 *  Says which one it was. */
export function closeSheets(inside = null) {
  const open = [...document.querySelectorAll("details.peek[open]")].find((sheet) => !sheet.contains(inside));
  if (!open || inCard(inside)) return null;
  open.open = false;
  return open;
}

export function explained() {
  return card && !card.hidden ? about : null;
}

export function inCard(element) {
  return Boolean(card?.contains(element));
}

/** Whether the card holds buttons to choose from. */
export function choosing() {
  return Boolean(card && !card.hidden && card.classList.contains("has-buttons"));
}

/** After a change of the page: the card is about something else now, or about nothing. */
export function refresh() {
  if (!about) return;
  const target = about.isConnected ? about : about.id ? document.getElementById(about.id) : null;
  if (choosing() && target && offers(target) === offered) return point(target); // somebody is about to choose: what they see holds
  const passing = card.classList.contains("is-passing");
  if (!target || choosing() || (passing && !target.matches(":hover"))) close();
  else explain(target, [], passing);
}

export function button(text, act, primary = false) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = primary ? "btn btn--main" : "btn";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

/** Listen for pointers that rest, for focus and for long presses. `held(target)`: a finger stayed on it. */
export function listen() {
  const thing = (event) => event.target.closest?.("[data-help]");
  let press;
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || choosing()) return;
    const target = thing(event);
    // A card that was laid down flies away below the pointer: it is not what the pointer rests on.
    if (target) later(() => target.matches(":hover") && explain(target, [], true), PATIENCE);
    else if (!inCard(event.target)) later(close, GRACE);
  });
  document.addEventListener("pointerleave", leaves);
  document.addEventListener("focusin", (event) => {
    const target = thing(event);
    if (target && event.target.matches(":focus-visible")) explain(target);
    else if (!target && !inCard(event.target) && !choosing()) close();
  });
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(press);
    held = null; // a long press that ended without a click is over
    const target = thing(event);
    if (event.pointerType === "touch" && target) {
      press = setTimeout(() => {
        explain(target);
        held = target;
      }, PRESS);
    } else if (!target && !inCard(event.target)) close();
  });
  for (const name of ["pointerup", "pointercancel", "pointermove"]) {
    document.addEventListener(name, (event) => {
      if (name !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 6) clearTimeout(press);
    });
  }
  document.addEventListener("contextmenu", (event) => {
    if (held && thing(event) === held) event.preventDefault();
  });
}

/** Whether this click is only the end of a long press. */
export function wasHeld(target) {
  const was = held === target;
  held = null;
  return was;
}
