// My turn: the title of the tab, its icon, and a sound for those who want one.

import {prefs} from "./prefs.js";
import {say, speak} from "./words.js";

const LOG = "#log li:not(.mark) a";

const title = document.title;
let mine = false;
let player;
let read = latest(); // the last entry of the log that was told
let told = "";

function tone(context, frequency, start, length) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

function ring() {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // no browser lets it sound yet
  player ??= new AudioContext();
  player.resume().then(() => {
    tone(player, 659, player.currentTime, 0.25);
    tone(player, 880, player.currentTime + 0.14, 0.4);
  }, () => {});
}

function entry(link) {
  return Number(link.pathname.split("/").pop());
}

function latest() {
  return Math.max(0, ...[...document.querySelectorAll(LOG)].map(entry));
}

/** What has happened since the page last told it, as sentences. */
function news() {
  const lines = [...document.querySelectorAll(LOG)].filter((link) => entry(link) > read);
  read = latest();
  return lines.map((link) => `${link.textContent}. ${link.nextElementSibling?.textContent ?? ""}`.trim()).join(" ");
}

/** What was told last. */
export function heard() {
  return told;
}

/** Tell whoever is elsewhere, or hears the page. `now`: whether this seat must decide. What it is asked stands
 *  in a line that is told by itself. */
export function turn(now) {
  const icon = document.querySelector('link[rel="icon"]');
  document.title = now ? `● ${say("your-turn")} · ${title}` : title;
  if (icon) icon.href = icon.href.replace(/icon(-turn)?\.svg/, now ? "icon-turn.svg" : "icon.svg");
  if (now && !mine && prefs.sound) ring();
  const fresh = news();
  if (fresh) told = fresh;
  if (fresh && prefs.spoken === "all") speak(fresh);
  mine = now;
}
