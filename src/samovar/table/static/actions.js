// Playing actions. Clicks, taps, keys and the command palette call these functions with the token of an option.

import * as helpCard from "./help_card.js";
import {announce, say, toast} from "./messages.js";
import {actionId, post} from "./post.js";
import {preferences} from "./preferences.js";

const PRESSED_DELAY = 120; // milliseconds after which a pressed element is marked as busy
const SHOW_TIMEOUT = 3000; // milliseconds after which an accepted action that the stream has not shown no longer blocks the next one

let busy = null; // the pressed element, until its action is answered and shown
let isUndo = false; // true if the action is an undo or a restart
let queued = null; // an action that was pressed meanwhile; runs afterwards if it is still legal
let awaitedSeq = 0; // the version of the table that shows the answer; 0 until there is an answer
let showTimer;
let pressedTimer;
const picked = new Set(); // tokens of things that are picked for an action that needs several
let pointer = "mouse";
let lastClicked; // the tokens or the command of the last click
let selected = null; // the target whose options were offered last, such as a card that goes on a board

export function isBusy() {
  return busy !== null;
}

/** True while the response to an undo or a restart of the turn is awaited. */
export function isUndoing() {
  return busy !== null && isUndo;
}

export function base() {
  return document.body.dataset.base;
}

function seq() {
  return Number(document.querySelector('#choices input[name="seq"]')?.value ?? document.body.dataset.seq);
}

/** The text of a button in the list of options. */
export function buttonText(button) {
  return (button.querySelector("span") ?? button).textContent.trim();
}

/** The button of an option in the list of all options. */
function optionButton(token) {
  return document.querySelector(`#choices [data-act="${CSS.escape(token)}"]`);
}

function optionText(token) {
  const button = optionButton(token);
  return button ? buttonText(button) : token;
}

/** True if an option of this element cannot be undone. The list of options marks these with a lock. */
export function isIrrevocable(element) {
  const tokens = (element.dataset.prefix ?? element.dataset.act ?? "").split(" ").filter(Boolean);
  return tokens.length > 0 && tokens.every((token) => optionButton(token)?.querySelector("svg"));
}

function press(element) {
  busy = element;
  pressedTimer = setTimeout(() => busy?.classList.add("is-pressed"), PRESSED_DELAY); // not for quick responses, to save a frame
  document.body.classList.add("is-busy");
}

function release() {
  clearTimeout(showTimer);
  clearTimeout(pressedTimer);
  awaitedSeq = 0;
  busy?.classList.remove("is-pressed");
  busy = null;
  document.body.classList.remove("is-busy");
  const run = queued;
  queued = null;
  if (run) queueMicrotask(run); // after the update of the page is complete
}

/** The sets of things that are picked together, each with its token: "pay.a pay.b=perform+pay.a+pay.b;…". */
function pickSets() {
  const text = document.querySelector("[data-picks]")?.dataset.picks ?? "";
  return text.split(";").filter(Boolean).map((entry) => {
    const [things, token] = entry.split("=");
    return {things: things.split(" "), token};
  });
}

/** Mark the picked things, after dropping the picks of an earlier question. */
function showPicks(sets) {
  const known = new Set(sets.flatMap((set) => set.things));
  for (const thing of picked) if (!known.has(thing)) picked.delete(thing);
  for (const target of document.querySelectorAll("[data-pick]")) {
    const isPicked = picked.has(target.dataset.pick);
    target.classList.toggle("is-picked", isPicked);
    target.setAttribute("aria-pressed", String(isPicked));
  }
}

/** Pick a thing, or unpick a picked one. The last thing of a set plays the action of the set. The order does not matter. */
function pick(target) {
  const thing = target.dataset.pick;
  if (!picked.delete(thing)) picked.add(thing);
  const sets = pickSets();
  const found = sets.find((set) => set.things.length === picked.size && set.things.every((one) => picked.has(one)));
  showPicks(sets);
  if (!found) return announce(`${picked.size} / ${sets[0]?.things.length ?? 0}`);
  picked.clear();
  return playAction(found.token, target);
}

/** Call this after each update of the page, which may show the result of this page's action or of another player's. */
export function pageUpdated() {
  if (awaitedSeq && seq() >= awaitedSeq) release();
  showPicks(pickSets());
}

function handleResponse({status, body}) {
  if (status !== 200) queued = null; // it was meant for the state after the refused action
  if (status === 0) toast(say("lost"));
  else if (status === 409) toast(body?.error ?? say("gone"));
  else if (status >= 400) toast(body?.error ?? say("refused"));
  if (body?.seq > seq()) {
    awaitedSeq = body.seq; // the stream will send this version, also after a refusal
    showTimer = setTimeout(release, SHOW_TIMEOUT);
  } else release();
}

/** Play the option with this token. */
export async function playAction(token, element) {
  if (busy) {
    queued = () => optionButton(token.split("+")[0]) && playAction(token, element);
    return;
  }
  helpCard.close();
  selected = null;
  press(element ?? document.body);
  isUndo = false;
  handleResponse(await post(`${base()}/act`, {token, seq: seq(), action_id: actionId()}));
}

/** Send a command such as undo, restart or pay: `name` is the last part of its URL. */
export async function sendCommand(name, element) {
  if (busy) {
    queued = () => document.querySelector(`[data-do="${name}"]`) && sendCommand(name, element);
    return;
  }
  helpCard.close();
  press(element ?? document.body);
  isUndo = name === "undo" || name === "restart";
  handleResponse(await post(`${base()}/${name}`, {seq: seq(), action_id: actionId()}));
}

/** Set on the server whether the table gives obvious answers for this seat (`automatic`) or the player. */
export function setAnswers(automatic) {
  return post(`${base()}/answers`, {automatic, seq: seq(), action_id: actionId()});
}

const tokensOf = (target) => (target?.dataset.prefix ?? target?.dataset.act ?? "").split(" ").filter(Boolean);

/** The only option that the selected target shares with this one: a card and its board, in any order. "" if none. */
function sharedOption(target) {
  if (!selected?.isConnected || selected === target) return "";
  const known = tokensOf(selected);
  const shared = tokensOf(target).filter((token) => known.includes(token));
  return shared.length === 1 ? shared[0] : "";
}

/** Show the options of a target with several of them as buttons of its help card. */
function offerOptions(target, tokens) {
  selected = target;
  const buttons = tokens.map((token, i) => helpCard.button(optionText(token), () => playAction(token, target), i === 0));
  tokens.forEach((token, i) => {
    const lock = optionButton(token)?.querySelector("svg"); // marks an option that cannot be undone
    if (lock) buttons[i].append(lock.cloneNode(true));
  });
  helpCard.open(target, buttons);
  (buttons.find((button) => !button.querySelector("svg")) ?? buttons[0]).focus({focusVisible: true});
}

function confirmEnd(element, token) {
  const yes = helpCard.button(say("end-yes"), () => playAction(token, element), true);
  const no = helpCard.button(say("cancel"), () => {
    helpCard.close();
    element.focus();
  });
  helpCard.open(element, [no, yes]); // in this order a double click does not confirm
  no.focus({focusVisible: true});
}

/** Open the help card of an element, with a button that calls `run`: for the first tap on a touch screen. */
function explain(element, run) {
  const lock = element.querySelector("svg[role=img]")?.getAttribute("aria-label"); // shown if the choice cannot be undone
  const text = element.dataset.help ?? [buttonText(element), lock && `|${lock}`].filter(Boolean).join("\n");
  helpCard.open(element, [helpCard.button(say("choose"), run, true)], false, text);
}

/** Play the option of a target, or open its help card if there is none, there are several, or it must be confirmed.
 *  `isSure` is false for a first tap, which only opens the card. */
export function choose(target, isSure = true) {
  if (target.dataset.pick) return pick(target);
  const shared = sharedOption(target);
  // A first tap never plays an irrevocable option.
  if (shared && (isSure || !optionButton(shared)?.querySelector("svg"))) return playAction(shared, target);
  if (target.dataset.prefix) return offerOptions(target, target.dataset.prefix.split(" "));
  const token = target.dataset.act;
  if (!token) return helpCard.open(target);
  if (!isSure && helpCard.openTarget() !== target) {
    return explain(target, () => playAction(token, target));
  }
  const ends = target.matches("#turn .btn--main");
  return preferences.confirm && ends ? confirmEnd(target, token) : playAction(token, target);
}

async function sendChat(form) {
  const field = form.querySelector('[name="text"]');
  const text = field.value.trim();
  if (!text) return;
  const {status, body} = await post(form.getAttribute("action"), {text});
  if (status >= 200 && status < 300) field.value = "";
  else toast(body?.error ?? say(status ? "refused" : "lost"));
}

export function listen() {
  document.addEventListener("pointerdown", (event) => (pointer = event.pointerType), true);
  document.addEventListener(
    "keydown",
    (event) => {
      pointer = "key";
      if (event.key === "Escape") selected = null;
    },
    true,
  );
  document.addEventListener("click", (event) => {
    if (helpCard.contains(event.target)) return;
    const command = event.target.closest?.("[data-do]");
    const target = event.target.closest?.("[data-act], [data-prefix], [data-pick]");
    const clicked = command?.dataset.do ?? target?.dataset.act ?? target?.dataset.prefix ?? target?.dataset.pick;
    // On a touch screen the first tap opens the help card. In the list of options only irrevocable options need a second tap.
    const isTap = pointer === "touch" && (target ?? command)?.matches("[data-help], .choice:has(svg)");
    // The second click of a double click hits another option, because the page has changed or will change.
    const isAccident = event.detail > 1 && clicked && (busy || clicked !== lastClicked);
    lastClicked = clicked;
    if (isAccident && !isTap) {
      event.preventDefault();
    } else if (command) {
      event.preventDefault();
      const run = () => sendCommand(command.dataset.do, command);
      if (pointer === "touch" && helpCard.endedLongPress(command)) return;
      if (isTap && helpCard.openTarget() !== command) explain(command, run);
      else run();
    } else if (target) {
      event.preventDefault();
      if (pointer === "touch" && helpCard.endedLongPress(target)) return;
      choose(target, !isTap);
    } else {
      selected = null;
      const explained = event.target.closest?.("[data-help]");
      if (explained) helpCard.open(explained); // stays open, so that its links can be clicked
    }
  });
  document.addEventListener("submit", (event) => {
    if (event.target.matches(".chat-form")) {
      event.preventDefault();
      sendChat(event.target);
    }
  });
}
