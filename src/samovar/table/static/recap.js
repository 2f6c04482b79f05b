// The recap of the opponents' turns. A caption with controls shows the lines of the log since the user's last decision, one
// after another. When the user's turn begins, the board shows the earlier position of each line. These positions come from
// the replay, so they are redacted for the user. The page is never blocked: any other key or click ends the recap.

import {announce, say, toast} from "./messages.js";
import {isMotionOn, preferences} from "./preferences.js";

const MILLISECONDS = {slow: 3500, normal: 2000, fast: 1000, instant: 2000}; // per line; "instant" counts only for a recap started by "Again"
const MIN_LINES = 3; // fewest lines of players for which earlier boards are shown; for fewer lines the animations are enough
const KEPT_REGIONS = ["say", "acts", "turn", "choices", "log", "chat", "more", "moment"]; // the recap does not change these regions
const CONTROLS = [["back", "‹", () => go(at - 1)], ["pause", "❚❚", () => pause()], ["on", "›", () => go(at + 1)], ["skip", "⇥", () => end()]];

let showRegions; // shows regions of the page
let whenEnded; // called when a recap has ended
let lastShown = 0; // the last log entry that a recap has shown
let recapped = []; // the lines of the current recap
let at = -1; // the index of the shown line; -1 without a recap
let isAgain = false; // true if the user started this recap by the button "Again"
let withBoards = false; // true if the recap also shows earlier boards
let wasMyTurn = isMyTurn();
let isPaused = false;
let shownEntry = 0; // the log entry whose board is shown
let timer = null;
let savedRegions = null; // the current regions, while earlier ones are shown instead
let stepNumber = 0; // number of the last step; a step whose number is outdated ends

const base = () => document.body.dataset.base;

function isMyTurn() {
  return document.querySelector("#choices[data-due]") !== null;
}

/** The number of the log entry that a link of the log leads to. */
function entryOf(link) {
  return Number(link.getAttribute("href").split("/").pop());
}

/** The lines of other players since the user's last decision. */
function lines() {
  const mine = document.querySelector(".phone-nav")?.className.match(/\bp-\w+/)?.[0];
  const found = [];
  for (let item = document.querySelector("#log .mark")?.nextElementSibling; item; item = item.nextElementSibling) {
    const link = item.querySelector("a");
    const mark = item.querySelector(".seat-mark");
    if (!link || (mine && mark?.classList.contains(mine))) continue;
    const details = item.querySelector("small")?.textContent ?? "";
    const number = entryOf(link);
    found.push({number, isPlayer: mark !== null, mark: mark ?? item.querySelector("svg"), text: link.textContent, details});
  }
  return found;
}

/** The log entry before the recap: that of the last line before the marker of new lines. */
function entryBefore() {
  const link = document.querySelector("#log .mark")?.previousElementSibling?.querySelector("a");
  return link ? entryOf(link) : 0;
}

// ---- the caption ----

function createCaption() {
  const element = document.createElement("div");
  element.id = "recap";
  element.className = "recap panel";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", say("recap"));
  const text = document.createElement("span");
  text.className = "recap__line";
  text.setAttribute("aria-hidden", "true"); // the live region announces it
  element.append(text);
  for (const [name, sign, run] of CONTROLS) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `btn btn--tool recap__${name}`;
    button.textContent = sign;
    button.addEventListener("click", run);
    element.append(button);
  }
  document.body.append(element);
  return element;
}

function showCaption(line) {
  const element = document.getElementById("recap") ?? createCaption();
  element.style.top = `${(document.getElementById("status")?.getBoundingClientRect().bottom ?? 0) + 8}px`;
  const text = document.createElement("span");
  text.textContent = line.text;
  if (line.details) {
    const details = document.createElement("small");
    details.textContent = line.details;
    text.append(details);
  }
  const count = document.createElement("small");
  count.className = "recap__count";
  count.textContent = `${at + 1} / ${recapped.length}`;
  element.querySelector(".recap__line").replaceChildren(line.mark.cloneNode(true), text, count);
  nameControls(element);
  markLine(line);
}

function nameControls(element) {
  for (const [name] of CONTROLS) {
    const button = element.querySelector(`.recap__${name}`);
    const label = say(name === "pause" && isPaused ? "recap-play" : `recap-${name}`);
    button.title = label;
    button.setAttribute("aria-label", label);
  }
  element.querySelector(".recap__back").disabled = at <= 0;
  element.querySelector(".recap__pause").textContent = isPaused ? "►" : "❚❚";
}

/** Mark the line of the log that is shown now. The log lists all turns of the recap. */
function markLine(line) {
  for (const item of document.querySelectorAll("#log .is-recapped")) item.classList.remove("is-recapped");
  const link = [...document.querySelectorAll("#log .mark ~ li a")].find((one) => entryOf(one) === line?.number && one.textContent === line.text);
  const item = link?.closest("li");
  item?.classList.add("is-recapped");
  const sheet = document.getElementById("sheet-log");
  if (!item || !sheet) return;
  const [box, frame] = [item.getBoundingClientRect(), sheet.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) sheet.scrollTop += box.top - frame.top - frame.height / 3;
}

function closeCaption() {
  clearTimeout(timer);
  timer = null;
  recapped = [];
  at = -1;
  isPaused = false;
  stepNumber++;
  document.getElementById("recap")?.remove();
  markLine(null);
  whenEnded?.();
}

// ---- the steps ----

async function fetchPosition(entries, since) {
  const response = await fetch(`${base()}/at/${entries}?since=${since}`, {headers: {accept: "application/json"}});
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

function showPosition({regions, anim}) {
  savedRegions ??= {};
  document.body.classList.add("is-recap");
  const shown = Object.entries(regions).filter(([id]) => !KEPT_REGIONS.includes(id) && document.getElementById(id));
  for (const [id] of shown) savedRegions[id] ??= document.getElementById(id).outerHTML;
  showRegions(Object.fromEntries(shown), anim);
}

/** The log entry whose board belongs to a line. If one entry has several lines, its board comes with the last of them. */
function boardOf(index) {
  const {number} = recapped[index];
  if (recapped[index + 1]?.number !== number) return number;
  const earlier = recapped.slice(0, index).filter((line) => line.number < number).pop();
  return earlier?.number ?? entryBefore();
}

/** Show a line of the recap, with its board if boards are shown. After the last line the recap ends. */
async function go(index) {
  clearTimeout(timer);
  timer = null;
  if (index >= recapped.length) return end();
  at = Math.max(0, index);
  const step = ++stepNumber;
  const line = recapped[at];
  if (withBoards) {
    try {
      const entries = boardOf(at);
      const next = entries === shownEntry && savedRegions ? null : await fetchPosition(entries, Math.min(shownEntry, entries));
      if (step !== stepNumber) return undefined;
      if (next) showPosition(next);
      shownEntry = entries;
    } catch {
      if (step !== stepNumber) return undefined;
      end();
      return toast(say("lost"));
    }
  }
  showCaption(line);
  if (isAgain) announce(`${line.text} ${line.details}`); // else the new lines of the log were announced
  if (!isPaused) timer = setTimeout(() => go(at + 1), MILLISECONDS[preferences.pace]);
  return undefined;
}

function pause() {
  isPaused = !isPaused;
  clearTimeout(timer);
  const element = document.getElementById("recap");
  if (element) nameControls(element);
  if (!isPaused) go(at + 1);
}

/** True while the lines are shown one after another. */
export function isRunning() {
  return at >= 0;
}

/** True if other players have acted since the user's last decision. */
export function hasTurns() {
  return lines().some((line) => line.isPlayer);
}

/** Call this after each update of the page: shows the new lines. `isMine`: the update shows a decision of the user. Earlier
 *  boards are shown when the user's turn begins, but not while the user is already deciding. */
export function update(isMine) {
  const begins = isMyTurn() && (isMine || !wasMyTurn);
  wasMyTurn = isMyTurn();
  const found = lines();
  const fresh = found.filter((line) => line.number > lastShown);
  lastShown = Math.max(0, ...found.map((line) => line.number));
  document.getElementById("again")?.toggleAttribute("hidden", found.length === 0);
  if (found.length === 0) closeCaption(); // the user has decided
  if (!fresh.some((line) => line.isPlayer) || !isMotionOn() || preferences.pace === "instant" || document.hidden) return;
  recapped.push(...fresh);
  if (at < 0) {
    isAgain = false;
    withBoards = false;
    shownEntry = entryBefore();
  }
  withBoards ||= begins && recapped.slice(Math.max(at, 0)).filter((line) => line.isPlayer).length >= MIN_LINES;
  if (at < 0) go(0);
}

function again() {
  end();
  recapped = lines();
  if (recapped.length === 0) return;
  isAgain = true;
  withBoards = true;
  shownEntry = entryBefore();
  go(0);
}

/** End the recap and show the current board. */
function end() {
  closeCaption();
  showCurrentBoard();
}

/** End a recap that shows earlier boards. Call this before an update of the page. */
export function showCurrentBoard() {
  if (!savedRegions) return;
  closeCaption();
  const regions = savedRegions;
  savedRegions = null;
  document.body.classList.remove("is-recap");
  showRegions(regions, []);
}

/** Space pauses the recap and the arrow keys move in it, unless something of the page has the focus. */
function runKey(event) {
  const isFree = document.activeElement === document.body || document.activeElement?.closest("#recap, #say");
  const steps = {" ": pause, ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1)};
  if (event.type !== "keydown" || !isFree || !(event.key in steps)) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  steps[event.key]();
  return true;
}

function skip(event) {
  if (at < 0 || event.target.closest?.("#again, #recap") && event.type === "pointerdown") return;
  if (event.key === "Tab" || event.key === "Enter" && event.target.closest?.("#recap") || runKey(event)) return;
  const isBoard = event.target.closest?.("#board, #me, #side") && !event.target.closest("#panels");
  if (savedRegions && event.type === "pointerdown" && isBoard) {
    // The click was meant to end the recap, not for the piece of the current board that appears below the pointer.
    event.preventDefault();
    event.stopImmediatePropagation();
    const stopClick = (click) => click.stopImmediatePropagation();
    document.addEventListener("click", stopClick, {capture: true, once: true});
    setTimeout(() => document.removeEventListener("click", stopClick, true), 400);
  }
  if (savedRegions && isAgain && event.type === "keydown") {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  end();
}

/** Add the button "Again". ``show`` shows regions of the page, ``ended`` is called after each recap. */
export function listen(show, ended) {
  showRegions = show;
  whenEnded = ended;
  lastShown = Math.max(0, ...lines().map((line) => line.number));
  const button = document.createElement("button");
  button.type = "button";
  button.id = "again";
  button.className = "btn btn--tool recap-again";
  button.textContent = "↺";
  button.title = say("recap");
  button.setAttribute("aria-label", say("recap"));
  button.hidden = lines().length === 0;
  button.addEventListener("click", again);
  document.getElementById("sheet-log")?.prepend(button);
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", skip, true);
}
