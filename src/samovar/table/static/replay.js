// The controls of a replay: slider, step buttons, playing and keys. Positions are fetched and shown in place, so quick key
// presses add up instead of being lost while a page loads.

import {change, preferences} from "./preferences.js";
import {say, toast} from "./messages.js";

const MILLISECONDS = {slow: 3000, normal: 1600, fast: 700}; // between two positions while playing
const STEPS = {first: () => 0, earlier: () => wanted - 1, later: () => wanted + 1, last: () => Infinity};

let showChange; // shows the regions of a position
let stops = []; // the log lengths at which the replay stops
let shown = 0; // index of the shown stop
let wanted = 0; // index of the stop that is shown next
let isLoading = false;
let timer = null; // set while playing

const slider = () => document.getElementById("replay-slider");
const playButton = () => document.getElementById("replay-play");
const base = () => document.body.dataset.base;

/** The first stop of each round. */
const rounds = () => slider().dataset.rounds.split(" ").map(Number);

function go(index) {
  wanted = Math.max(0, Math.min(index, stops.length - 1));
  slider().value = wanted;
  load();
}

async function load() {
  if (isLoading) return;
  isLoading = true;
  try {
    while (shown !== wanted) {
      const index = wanted;
      const since = index === shown + 1 ? `?since=${stops[shown]}` : "";
      const response = await fetch(`${base()}/at/${stops[index]}${since}`, {headers: {accept: "application/json"}});
      if (!response.ok) throw new Error(response.statusText);
      const update = await response.json();
      shown = index;
      showChange(update);
      history.replaceState(null, "", `${base()}/at/${stops[index]}`);
    }
  } catch {
    wanted = shown;
    stop();
    toast(say("lost"));
  } finally {
    isLoading = false;
    updateControls();
  }
}

/** Write the state of the replay into the controls, because morphing resets them to their rendered state. */
function updateControls() {
  slider().value = wanted;
  document.getElementById("replay-speed").value = preferences.speed;
  const button = playButton();
  button.setAttribute("aria-pressed", String(timer !== null));
  button.setAttribute("aria-label", timer === null ? button.dataset.play : button.dataset.pause);
}

// ---- playing ----

function stop() {
  clearInterval(timer);
  timer = null;
  updateControls();
}

function play() {
  if (wanted === stops.length - 1) go(0);
  clearInterval(timer);
  timer = setInterval(() => (wanted === stops.length - 1 ? stop() : isLoading || go(wanted + 1)), MILLISECONDS[preferences.speed]);
  updateControls();
}

function changeSpeed(step) {
  const names = Object.keys(MILLISECONDS);
  const index = names.indexOf(preferences.speed) + step;
  change("speed", names[Math.max(0, Math.min(index, names.length - 1))]);
  if (timer !== null) play();
  updateControls();
}

// ---- events ----

function handleClick(event) {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("#replay-play")) return timer === null ? play() : stop();
  const link = event.target.closest?.("a[href]");
  if (!link) return;
  const step = STEPS[link.dataset.step];
  const address = link.getAttribute("href");
  const path = `${base()}/at/`;
  if (!step && !address.startsWith(path)) return;
  event.preventDefault();
  stop();
  if (step) return go(step());
  const entries = Number(address.slice(path.length));
  const index = stops.findIndex((stop) => stop >= entries);
  go(index < 0 ? stops.length - 1 : index);
}

function handleKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches?.("input:not([type=range]), textarea, select")) return;
  const run = {
    Home: () => go(0),
    End: () => go(stops.length - 1),
    "+": () => changeSpeed(1),
    "-": () => changeSpeed(-1),
    " ": () => (event.target.matches?.("button, a, summary") ? false : timer === null ? play() : stop()),
    ArrowLeft: () => event.shiftKey && go(rounds().findLast((start) => start < wanted) ?? 0),
    ArrowRight: () => event.shiftKey && go(rounds().find((start) => start > wanted) ?? stops.length - 1),
  }[event.key];
  if (!run || run() === false) return;
  event.preventDefault();
  event.stopPropagation(); // the handlers of the table must not see this key
}

/** Control the replay. ``show`` shows the regions of a position. */
export function listen(show) {
  if (!slider()) return;
  showChange = show;
  stops = slider().dataset.stops.split(" ").map(Number);
  shown = wanted = Number(slider().getAttribute("value"));
  document.addEventListener("click", handleClick);
  document.addEventListener("keydown", handleKey, true);
  document.addEventListener("input", (event) => {
    if (event.target !== slider()) return;
    const index = Number(event.target.value);
    stop();
    go(index);
  });
  document.addEventListener("change", (event) => {
    if (event.target.id !== "replay-speed") return;
    change("speed", event.target.value);
    if (timer !== null) play();
  });
  updateControls();
}
