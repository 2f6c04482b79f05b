// Animations of moving pieces. Pieces of one layer slide by a CSS transition. Elements with `data-flip` may change their layer
// or move with the text around them. They are animated by FLIP (first, last, invert, play).

import {isMotionOn} from "./preferences.js";

const DURATION = 280; // milliseconds, equal to --t-move of the style sheet
const EASING = "cubic-bezier(.3,.7,.3,1)";
const MIN_DISTANCE = 3; // pixels; a shorter move is not visible
let running = [];

/** The boxes of all elements with `data-flip`, by its value. */
function flipBoxes() {
  const boxes = new Map();
  for (const element of document.querySelectorAll("[data-flip]")) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) boxes.set(element.dataset.flip, box);
  }
  return boxes;
}

function animateFrom(element, from, to) {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (Math.abs(x) < MIN_DISTANCE && Math.abs(y) < MIN_DISTANCE) return;
  // In an SVG one unit is not one pixel.
  const isInSvg = element.getScreenCTM && element.ownerSVGElement;
  const scale = isInSvg ? element.ownerSVGElement.getScreenCTM().a || 1 : (element.currentCSSZoom ?? 1);
  const start = `translate(${x / scale}px, ${y / scale}px)`;
  running.push(element.animate([{transform: start}, {transform: "none"}], {duration: DURATION, easing: EASING, composite: "add"}));
}

function fadeIn(element) {
  running.push(element.animate([{opacity: 0}, {opacity: 1}], {duration: DURATION, easing: "ease-out"}));
}

/** Change the page by calling `update`, then animate all elements with `data-flip` to their new places. */
export function animateUpdate(update) {
  if (!isMotionOn() || document.hidden) {
    update();
    return;
  }
  const before = flipBoxes();
  update();
  if (before.size === 0) return;
  for (const element of document.querySelectorAll("[data-flip]")) {
    const old = before.get(element.dataset.flip);
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    if (old) animateFrom(element, old, box);
    else fadeIn(element);
  }
}

/** Animate a dot from one element to another, for a movement that the server sent. */
export function animateMovement(from, to) {
  if (!isMotionOn() || document.hidden || !from || !to) return;
  const fromBox = from.getBoundingClientRect();
  const toBox = to.getBoundingClientRect();
  if (fromBox.width === 0 || toBox.width === 0) return;
  const dot = document.createElement("i");
  dot.className = "moving-dot";
  dot.setAttribute("aria-hidden", "true");
  document.body.append(dot);
  const centre = (box) => `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px)`;
  const animation = dot.animate([{transform: centre(fromBox)}, {transform: centre(toBox)}], {duration: DURATION, easing: EASING});
  animation.finished.catch(() => {}).finally(() => dot.remove());
  running.push(animation);
}

/** End all animations and transitions at once. */
export function finishAnimations() {
  for (const animation of running) animation.finish();
  running = [];
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}
