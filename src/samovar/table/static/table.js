// The page of a table: takes the changes that the server sends, one after another, and shows them.

import * as choose from "./choose.js";
import * as help from "./help.js";
import * as keys from "./keys.js";
import {morph} from "./morph.js";
import {arrive, fly, travel} from "./motion.js";
import {kept} from "./pledge.js";
import {motion} from "./prefs.js";
import {Stream} from "./stream.js";
import {tools} from "./tools.js";
import {turn} from "./turn.js";
import {note, say} from "./words.js";

const PACE = 320; // milliseconds that a change of others is shown before the next one
const MAX_WAITING = 3; // changes that wait; what is older is shown at once
const phone = matchMedia("(max-width: 720px)"); // as the style sheet says
const SVG = "http://www.w3.org/2000/svg";

/** The new elements of regions. All are read at once, which takes less time than one after the other. A region inside
 *  a drawing is read as a drawing. */
function parsed(regions) {
  let text = "";
  for (const [id, html] of regions) {
    const old = document.getElementById(id);
    const inside = old instanceof SVGElement && !(old instanceof SVGSVGElement);
    text += inside ? `<svg xmlns="${SVG}">${html}</svg>` : `<div>${html}</div>`;
  }
  const template = document.createElement("template");
  template.innerHTML = text;
  return Array.from(template.content.children, (around) => around.firstElementChild);
}

function update(change) {
  const regions = Object.entries(change).filter(([, html]) => typeof html === "string");
  const pairs = parsed(regions).map((fresh, n) => [document.getElementById(regions[n][0]), fresh]);
  morph(pairs.filter(([old, fresh]) => old && fresh));
}

function isMine() {
  return document.querySelector("#choices[data-due]") !== null;
}

/** On a phone bars lie over both edges of the page: after a choice something to choose next is in sight. */
function reveal() {
  const status = document.getElementById("status");
  if (!status || !phone.matches) return;
  const top = status.getBoundingClientRect().bottom;
  const bottom = innerHeight - (document.querySelector(".tabs")?.offsetHeight ?? 0);
  document.documentElement.style.scrollPaddingTop = `${top + 8}px`;
  const targets = [...document.querySelectorAll(".target.is-legal")];
  const inSight = (target) => {
    const box = target.getBoundingClientRect();
    return box.top >= top && box.bottom <= bottom && box.left >= 0 && box.right <= innerWidth;
  };
  if (!targets.some(inSight)) targets[0]?.scrollIntoView({block: "center", inline: "center"});
}

/** Show a change now. */
function show({anim, ...change}) {
  const regions = change.regions ?? change;
  const mine = choose.isBusy(); // it is the answer to what was chosen here
  const was = keys.focused();
  travel(() => update(regions));
  for (const step of anim ?? []) fly(document.getElementById(step.from), document.getElementById(step.to));
  choose.shown();
  keys.rove();
  keys.keepFocus(was);
  help.refresh();
  turn(isMine());
  if (mine) reveal();
}

// ---- changes wait for each other, so that one sees what the others do; any key or click skips the waiting ----

let waiting = [];
let pausing = null;

function merged(changes) {
  return changes.length === 1 ? changes[0] : {...Object.assign({}, ...changes.map((c) => c.regions ?? c)), anim: []};
}

function nextChange() {
  pausing = null;
  if (waiting.length === 0) return;
  const late = Math.max(0, waiting.length - MAX_WAITING);
  show(merged(waiting.splice(0, late + 1)));
  pausing = setTimeout(nextChange, PACE);
}

function take(change) {
  if (change.reload) {
    location.reload();
    return;
  }
  waiting.push(change);
  if (!motion() || document.hidden) atOnce();
  else if (choose.isBusy()) {
    atOnce(); // what was chosen here is seen without waiting, and what follows on it afterwards
    pausing = setTimeout(nextChange, PACE);
  } else if (pausing === null) nextChange();
}

function atOnce() {
  clearTimeout(pausing);
  pausing = null;
  if (waiting.length > 0) show(merged(waiting.splice(0)));
}

function skip() {
  if (waiting.length === 0) return;
  atOnce();
  arrive();
}

function start() {
  tools();
  choose.listen();
  help.listen();
  keys.listen();
  keys.rove();
  turn(isMine());
  reveal();
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", skip, true);
  document.addEventListener("visibilitychange", () => document.hidden || skip());
  document.addEventListener("click", (event) => {
    const part = event.target.closest?.("summary")?.parentElement;
    if (part) part.dataset.touched = "";
    help.closeSheets(event.target);
  });
  kept();
  if (!choose.base() || document.body.dataset.replay !== undefined) return;
  const online = document.getElementById("online");
  new Stream(`${choose.base()}/events`, {
    change: take,
    lost: () => {
      online?.classList.add("is-lost");
      note(say("lost"));
    },
    back: () => {
      online?.classList.remove("is-lost");
      note(say("back"));
    },
  });
}

start();
