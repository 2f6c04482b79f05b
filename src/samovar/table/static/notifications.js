// Notifications. On this player's turn the title and the icon of the tab change, and a sound may be played. New log lines are
// announced to screen readers.

import {announce, say, sentence, toast} from "./messages.js";
import {preferences} from "./preferences.js";

const LOG_LINKS = "#log li:not(.mark) a";

const title = document.title;
let wasMyTurn = false;
let audio;
let lastRead = lastEntry(); // number of the last log entry that was announced
let announced = "";
let lastUndo = undoNotice(); // the notice about an undo that was shown last
let chatLines = countChatLines(); // number of chat lines when the chat was last visible

function playTone(context, frequency, start, length) {
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

function playSound() {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // browsers block sound until then
  audio ??= new AudioContext();
  audio.resume().then(() => {
    playTone(audio, 659, audio.currentTime, 0.25);
    playTone(audio, 880, audio.currentTime + 0.14, 0.4);
  }, () => {});
}

function entryNumber(link) {
  return Number(link.pathname.split("/").pop());
}

function lastEntry() {
  return Math.max(0, ...[...document.querySelectorAll(LOG_LINKS)].map(entryNumber));
}

/** The log lines since the last call, as sentences. */
function newLogLines() {
  const lines = [...document.querySelectorAll(LOG_LINKS)].filter((link) => entryNumber(link) > lastRead);
  lastRead = lastEntry();
  return lines.map((link) => `${sentence(link.textContent)} ${sentence(link.nextElementSibling?.textContent ?? "")}`.trim()).join(" ");
}

function undoNotice() {
  return document.querySelector(".status__undone")?.textContent ?? "";
}

/** Announce an undo by another player, which may have ended this player's turn. */
function announceUndo() {
  const notice = undoNotice();
  if (notice && notice !== lastUndo) toast(notice);
  lastUndo = notice;
}

function countChatLines() {
  return document.querySelectorAll("#chat li:not(.quiet)").length;
}

/** Show the number of unread chat lines at the tab of the chat, and on a phone at the link to the tabs. */
function markChat() {
  const now = countChatLines();
  if (document.getElementById("tab-chat")?.checked || now < chatLines) chatLines = now;
  for (const place of document.querySelectorAll('[for="tab-chat"], .phone-nav [href="#panels"]')) {
    if (now > chatLines) place.dataset.news = now - chatLines;
    else delete place.dataset.news;
  }
}

/** Announce a new chat line that is not visible. */
function announceChat(before) {
  if (countChatLines() <= before || document.getElementById("tab-chat")?.checked) return;
  announce([...document.querySelectorAll("#chat li:not(.quiet)")].pop().textContent);
}

let chatBefore = chatLines;

/** Remove the mark of the chat when its tab is chosen. */
export function listen() {
  for (const tab of document.querySelectorAll('[name="panel"]')) tab.addEventListener("change", markChat);
}

export function lastAnnounced() {
  return announced;
}

/** Update the tab and announce the new log lines. The question to this player is a live region of its own. */
export function notify(isMyTurn) {
  const icon = document.querySelector('link[rel="icon"]');
  document.title = isMyTurn ? `● ${say("your-turn")} · ${title}` : title;
  if (icon) icon.href = icon.href.replace(/icon(-turn)?\.svg/, isMyTurn ? "icon-turn.svg" : "icon.svg");
  if (isMyTurn && !wasMyTurn && preferences.sound) playSound();
  const lines = newLogLines();
  if (lines) announced = lines;
  if (lines && preferences.spoken === "all") announce(lines);
  wasMyTurn = isMyTurn;
  announceUndo();
  announceChat(chatBefore);
  chatBefore = countChatLines();
  markChat();
}
