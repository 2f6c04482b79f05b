// The ribbon that announces the beginning of a round, season or decade, with the components that came and went. Clicks pass
// through it. Any key or click closes it. The log contains the same text.

import {announce} from "./messages.js";
import {isMotionOn, preferences} from "./preferences.js";

const DURATION = 3500; // milliseconds
const DURATION_WITHOUT_MOTION = 6000; // longer, because the user notices the ribbon later

let period = current();
let timer;
let isHeld = false; // a recap is running: the ribbon follows it

function current() {
  return document.getElementById("moment")?.dataset.period ?? "";
}

export function close() {
  clearTimeout(timer);
  document.getElementById("ribbon")?.remove();
}

/** Call this after each update of the page: shows the ribbon if a round has begun, after a recap that `isRecap` says is
 *  running. */
export function update(isRecap) {
  const now = current();
  if (now === period) return;
  period = now;
  close();
  isHeld = isRecap && Boolean(now);
  if (!now) return; // the game is over
  if (!isHeld) show();
  if (preferences.spoken !== "all") announce(document.getElementById("moment").textContent); // else the log is announced
}

/** Call this when a recap has ended: shows the ribbon that has waited for it. */
export function recapEnded() {
  if (!isHeld) return;
  isHeld = false;
  show();
}

function show() {
  const moment = document.getElementById("moment");
  if (!moment) return;
  const ribbon = document.createElement("div");
  ribbon.id = "ribbon";
  ribbon.className = "round-ribbon panel";
  ribbon.setAttribute("aria-hidden", "true"); // the live region announces it
  ribbon.append(...Array.from(moment.childNodes, (node) => node.cloneNode(true)));
  ribbon.style.top = `${(document.getElementById("status")?.getBoundingClientRect().bottom ?? 0) + 8}px`;
  document.body.append(ribbon);
  timer = setTimeout(close, isMotionOn() ? DURATION : DURATION_WITHOUT_MOTION);
}

export function listen() {
  document.addEventListener("pointerdown", close, true);
  document.addEventListener("keydown", close, true);
}
