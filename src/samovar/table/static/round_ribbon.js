// The ribbon that announces the beginning of a round, season or decade, with the components that came and went. Clicks pass
// through it. Any key or click closes it. The log contains the same text.

import {announce} from "./messages.js";
import {isMotionOn, preferences} from "./preferences.js";

const DURATION = 3500; // milliseconds
const DURATION_WITHOUT_MOTION = 6000; // longer, because the user notices the ribbon later

let period = current();
let timer;

function current() {
  return document.getElementById("moment")?.dataset.period ?? "";
}

export function close() {
  clearTimeout(timer);
  document.getElementById("ribbon")?.remove();
}

/** Call this after each update of the page: shows the ribbon if a round has begun. */
export function update() {
  const now = current();
  if (now === period) return;
  period = now;
  close();
  if (!now) return; // the game is over
  const moment = document.getElementById("moment");
  const ribbon = document.createElement("div");
  ribbon.id = "ribbon";
  ribbon.className = "ribbon panel";
  ribbon.setAttribute("aria-hidden", "true"); // the live region announces it
  ribbon.append(...Array.from(moment.childNodes, (node) => node.cloneNode(true)));
  const above = document.getElementById("recap") ?? document.getElementById("status");
  ribbon.style.top = `${(above?.getBoundingClientRect().bottom ?? 0) + 8}px`;
  document.body.append(ribbon);
  timer = setTimeout(close, isMotionOn() ? DURATION : DURATION_WITHOUT_MOTION);
  if (preferences.spoken !== "all") announce(moment.textContent); // else the lines of the log are announced
}

export function listen() {
  document.addEventListener("pointerdown", close, true);
  document.addEventListener("keydown", close, true);
}
