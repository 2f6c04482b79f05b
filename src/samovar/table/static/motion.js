// Pieces that move. Pieces of one layer slide by themselves (style sheet); what changes its layer, or moves with
// the text around it, is carried from where it was to where it is.

import {motion} from "./prefs.js";

const MOVE = 280; // milliseconds, as --t-move of the style sheet
const EASE = "cubic-bezier(.3,.7,.3,1)";
const FAR = 3; // pixels below which nobody sees a move
let running = [];

/** Where everything is that has a name for its journey. */
function places() {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-flip]")) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) found.set(element.dataset.flip, box);
  }
  return found;
}

function carry(element, from, to) {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (Math.abs(x) < FAR && Math.abs(y) < FAR) return;
  // Inside a drawing one unit is not one pixel.
  const drawn = element.getScreenCTM && element.ownerSVGElement;
  const scale = drawn ? element.ownerSVGElement.getScreenCTM().a || 1 : (element.currentCSSZoom ?? 1);
  const start = `translate(${x / scale}px, ${y / scale}px)`;
  running.push(element.animate([{transform: start}, {transform: "none"}], {duration: MOVE, easing: EASE, composite: "add"}));
}

function appear(element) {
  running.push(element.animate([{opacity: 0}, {opacity: 1}], {duration: MOVE, easing: "ease-out"}));
}

/** Change the page by `change`, then let everything travel to its new place. */
export function travel(change) {
  if (!motion() || document.hidden) {
    change();
    return;
  }
  const before = places();
  change();
  if (before.size === 0) return;
  for (const element of document.querySelectorAll("[data-flip]")) {
    const old = before.get(element.dataset.flip);
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    if (old) carry(element, old, box);
    else appear(element);
  }
}

/** A picture of something flies from one element to another: what the server says was moved. */
export function fly(from, to) {
  if (!motion() || document.hidden || !from || !to) return;
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  if (a.width === 0 || b.width === 0) return;
  const spark = document.createElement("i");
  spark.className = "spark";
  spark.setAttribute("aria-hidden", "true");
  document.body.append(spark);
  const at = (box) => `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px)`;
  const trip = spark.animate([{transform: at(a)}, {transform: at(b)}], {duration: MOVE, easing: EASE});
  trip.finished.catch(() => {}).finally(() => spark.remove());
  running.push(trip);
}

/** Everything arrives at once. */
export function arrive() {
  for (const trip of running) trip.finish();
  running = [];
  for (const trip of document.getAnimations()) {
    if (trip instanceof CSSTransition) trip.finish();
  }
}
