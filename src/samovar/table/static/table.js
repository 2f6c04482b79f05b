// The script of a table's page: receives the changes that the server sends and shows them one after another.

import * as actions from "./actions.js";
import {animateMovement, animateUpdate, finishAnimations} from "./animation.js";
import {EventStream} from "./event_stream.js";
import {checkCommitment} from "./fair_shuffle.js";
import * as commandPalette from "./command_palette.js";
import * as helpCard from "./help_card.js";
import * as keyboard from "./keyboard.js";
import {say, toast} from "./messages.js";
import * as roundRibbon from "./round_ribbon.js";
import {morph} from "./morph.js";
import * as newMarks from "./new_marks.js";
import * as notifications from "./notifications.js";
import {isMotionOn, preferences} from "./preferences.js";
import * as replay from "./replay.js";
import * as recap from "./recap.js";
import {setUpToolbar} from "./toolbar.js";

const PAUSE = 320; // milliseconds between two changes by other players
const MAX_QUEUED = 3; // changes in the queue; older ones are merged and shown at once
const phone = matchMedia("(max-width: 720px)"); // the breakpoint of the style sheet
const SVG = "http://www.w3.org/2000/svg";

/** The new elements of regions. All are parsed at once, which is faster than one by one. A region inside an SVG is parsed
 *  as SVG. */
function parseRegions(regions) {
  let text = "";
  for (const [id, html] of regions) {
    const old = document.getElementById(id);
    const isInSvg = old instanceof SVGElement && !(old instanceof SVGSVGElement);
    text += isInSvg ? `<svg xmlns="${SVG}">${html}</svg>` : `<div>${html}</div>`;
  }
  const template = document.createElement("template");
  template.innerHTML = text;
  return Array.from(template.content.children, (wrapper) => wrapper.firstElementChild);
}

function updateRegions(change) {
  const regions = Object.entries(change).filter(([, html]) => typeof html === "string");
  const pairs = parseRegions(regions).map((fresh, n) => [document.getElementById(regions[n][0]), fresh]);
  morph(pairs.filter(([old, fresh]) => old && fresh));
}

function isMyTurn() {
  return document.querySelector("#choices[data-due]") !== null;
}

/** On a phone, scroll a legal target into view if none is visible between the bars at both edges of the page. */
function scrollToTarget() {
  const status = document.getElementById("status");
  if (!status || !phone.matches) return;
  const top = status.getBoundingClientRect().bottom;
  const bars = document.querySelectorAll(".phone-nav, #acts:not(.timeline):has(*)");
  const bottom = Math.min(innerHeight, ...[...bars].map((bar) => bar.getBoundingClientRect().top));
  document.documentElement.style.scrollPaddingTop = `${top + 8}px`;
  const targets = [...document.querySelectorAll(".target.is-legal")];
  const isVisible = (target) => {
    const box = target.getBoundingClientRect();
    return box.top >= top && box.bottom <= bottom && box.left >= 0 && box.right <= innerWidth;
  };
  if (!targets.some(isVisible)) targets[0]?.scrollIntoView({block: "center", inline: "center"});
}

/** Open a map that is wider than the page at the viewer's own place: data-home is a percentage of the map's width. */
function scrollToHome() {
  for (const drawn of document.querySelectorAll(".map__scroll [data-home]")) {
    const map = drawn.closest(".map__scroll");
    map.scrollLeft = (map.scrollWidth * Number(drawn.dataset.home)) / 100 - map.clientWidth / 2;
  }
}

/** Show regions of an earlier position, or the current regions again. */
function showPosition(regions, anim) {
  animateUpdate(() => updateRegions(regions));
  for (const step of anim) animateMovement(document.getElementById(step.from), document.getElementById(step.to));
  keyboard.setTabStops();
  helpCard.refresh();
}

/** Show a change now. */
function show({anim, ...change}) {
  const regions = change.regions ?? change;
  const isMine = actions.isBusy(); // the change answers an action of this page
  const isUndo = actions.isUndoing();
  const oldToken = keyboard.focusedToken();
  animateUpdate(() => updateRegions(regions));
  for (const step of anim ?? []) animateMovement(document.getElementById(step.from), document.getElementById(step.to));
  actions.pageUpdated();
  keyboard.setTabStops();
  keyboard.restoreFocus(oldToken);
  helpCard.refresh();
  commandPalette.refresh();
  notifications.notify(isMyTurn());
  if (isMine) scrollToTarget();
  endFinishedTurn();
  syncAnswers();
  newMarks.update(isMine, isUndo, recap.hasTurns());
  recap.update(isMine);
  roundRibbon.update(recap.isRunning());
}

/** Confirm a turn that ended by itself, if the user's preference is to do so automatically. */
function endFinishedTurn() {
  if (preferences.endTurn !== "auto") return;
  const button = document.querySelector('[data-do="confirm"]');
  const obvious = document.getElementById("turn")?.dataset.obvious; // the only answer, which the server leaves to the player so that undo stays possible
  if (button) actions.sendCommand("confirm", button);
  else if (obvious) actions.playAction(obvious, button);
}

let sentAnswers; // the preference that was sent last, so that a refusal is not repeated

/** Send the user's preference if it differs: the table or the player gives obvious answers. */
function syncAnswers() {
  const current = document.getElementById("turn")?.dataset.answers;
  if (!current || current === preferences.answers || sentAnswers === preferences.answers) return;
  sentAnswers = preferences.answers;
  actions.setAnswers(preferences.answers === "auto");
}

// ---- the queue of changes ----

// Other players' actions are shown with pauses. Any key or click skips the pauses.

let queue = [];
let pauseTimer = null;

function merge(changes) {
  return changes.length === 1 ? changes[0] : {...Object.assign({}, ...changes.map((c) => c.regions ?? c)), anim: []};
}

function showNext() {
  pauseTimer = null;
  if (queue.length === 0) return;
  const late = Math.max(0, queue.length - MAX_QUEUED);
  show(merge(queue.splice(0, late + 1)));
  pauseTimer = setTimeout(showNext, PAUSE);
}

function receive(change) {
  if (change.reload) {
    location.reload();
    return;
  }
  recap.showCurrentBoard();
  queue.push(change);
  if (!isMotionOn() || document.hidden) showAll();
  else if (actions.isBusy()) {
    showAll(); // the answer to this page's action is shown at once, later changes after a pause
    pauseTimer = setTimeout(showNext, PAUSE);
  } else if (pauseTimer === null) showNext();
}

function showAll() {
  clearTimeout(pauseTimer);
  pauseTimer = null;
  if (queue.length > 0) show(merge(queue.splice(0)));
}

function skipPauses() {
  if (queue.length === 0) return;
  showAll();
  finishAnimations();
}

function start() {
  setUpToolbar();
  actions.listen();
  helpCard.listen();
  keyboard.listen();
  notifications.listen();
  keyboard.setTabStops();
  notifications.notify(isMyTurn());
  scrollToHome();
  scrollToTarget();
  endFinishedTurn();
  syncAnswers();
  document.getElementById("pref-answers")?.addEventListener("change", syncAnswers);
  document.addEventListener("pointerdown", skipPauses, true);
  document.addEventListener("keydown", skipPauses, true);
  document.addEventListener("visibilitychange", () => document.hidden || skipPauses());
  document.addEventListener("click", (event) => {
    const details = event.target.closest?.("summary")?.parentElement;
    if (details) details.dataset.touched = "";
    helpCard.closeSheet(event.target);
  });
  checkCommitment();
  if (document.body.dataset.replay !== undefined) replay.listen(show);
  if (!actions.base() || document.body.dataset.replay !== undefined) return;
  roundRibbon.listen();
  recap.listen(showPosition, roundRibbon.recapEnded);
  const online = document.getElementById("online");
  const watched = document.body.dataset.watch; // the player whom a spectator chose
  new EventStream(`${actions.base()}/events${watched === undefined ? "" : `?watch=${watched}`}`, {
    change: receive,
    lost: () => {
      online?.classList.add("is-lost");
      toast(say("lost"));
    },
    restored: () => {
      online?.classList.remove("is-lost");
      toast(say("back"));
    },
  });
}

start();
