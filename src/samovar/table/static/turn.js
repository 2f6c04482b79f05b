// My turn: the title of the tab, its icon, and a sound for those who want one.

import {prefs} from "./prefs.js";
import {say, speak} from "./words.js";

const title = document.title;
let mine = false;
let player;

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
  player ??= new AudioContext();
  player.resume().then(() => {
    tone(player, 659, player.currentTime, 0.25);
    tone(player, 880, player.currentTime + 0.14, 0.4);
  }, () => {});
}

/** Tell whoever is elsewhere. `now`: whether this seat must decide. */
export function turn(now, sentence) {
  const icon = document.querySelector('link[rel="icon"]');
  document.title = now ? `● ${say("your-turn")} · ${title}` : title;
  if (icon) icon.href = icon.href.replace(/icon(-turn)?\.svg/, now ? "icon-turn.svg" : "icon.svg");
  if (now && !mine) {
    if (prefs.sound) ring();
    speak(`${say("your-turn")}. ${sentence}`);
  } else if (now) speak(sentence);
  mine = now;
}
