// Choosing: a click, a tap, a key or a typed line, all of them end here with the token of one option.

import * as help from "./help.js";
import {actionId, post} from "./post.js";
import {prefs} from "./prefs.js";
import {note, say} from "./words.js";

const SLOW = 120; // milliseconds after which one sees that something is under way
const PATIENCE = 3000; // milliseconds in which an answered choice is shown, unless the stream is lost

let busy = null; // what was pressed and has not been answered and shown
let next = null; // what was wanted meanwhile: done afterwards, if it can still be done
let awaited = 0; // the number of the table that shows the answer; 0: there is no answer yet
let patience;
let fading;
let pointer = "mouse";
let pressed; // what the last click meant

export function isBusy() {
  return busy !== null;
}

export function base() {
  return document.body.dataset.base;
}

function seq() {
  return Number(document.querySelector('#choices input[name="seq"]')?.value ?? document.body.dataset.seq);
}

/** What a button of the list says. */
export function worded(button) {
  return (button.querySelector("span") ?? button).textContent.trim();
}

/** The button of an option in the list of all. */
function listed(token) {
  return document.querySelector(`#choices [data-act="${CSS.escape(token)}"]`);
}

/** What an option is called in the list. */
function named(token) {
  const button = listed(token);
  return button ? worded(button) : token;
}

function press(element) {
  busy = element;
  fading = setTimeout(() => busy?.classList.add("is-pressed"), SLOW); // a quick answer needs no frame in between
  document.body.classList.add("is-busy");
}

function release() {
  clearTimeout(patience);
  clearTimeout(fading);
  awaited = 0;
  busy?.classList.remove("is-pressed");
  busy = null;
  document.body.classList.remove("is-busy");
  const wanted = next;
  next = null;
  if (wanted) queueMicrotask(wanted); // when the page has become what it will be
}

/** The page has changed: perhaps to what was chosen, perhaps only because somebody else was quicker. */
export function shown() {
  if (awaited && seq() >= awaited) release();
}

function answered({status, said}) {
  if (status !== 200) next = null; // it was meant for another table
  if (status === 0) note(say("lost"));
  else if (status === 409) note(said?.error ?? say("gone"));
  else if (status >= 400) note(said?.error ?? say("refused"));
  if (said?.seq > seq()) {
    awaited = said.seq; // the stream brings it in a moment, also after a refusal
    patience = setTimeout(release, PATIENCE);
  } else release();
}

/** Play an option. */
export async function act(token, element) {
  if (busy) {
    next = () => listed(token) && act(token, element);
    return;
  }
  help.close();
  press(element ?? document.body);
  answered(await post(`${base()}/act`, {token, seq: seq(), action_id: actionId()}));
}

/** Undo, restart: `name` is the last part of its address. */
export async function doing(name, element) {
  if (busy) {
    next = () => document.querySelector(`[data-do="${name}"]`) && doing(name, element);
    return;
  }
  help.close();
  press(element ?? document.body);
  answered(await post(`${base()}/${name}`, {seq: seq(), action_id: actionId()}));
}

/** Several options hang on one thing: show them as buttons of its card. */
function offer(target, tokens) {
  const buttons = tokens.map((token, i) => help.button(named(token), () => act(token, target), i === 0));
  tokens.forEach((token, i) => {
    const lock = listed(token)?.querySelector("svg"); // what cannot be taken back says so here, too
    if (lock) buttons[i].append(lock.cloneNode(true));
  });
  help.explain(target, buttons);
  buttons[0].focus({focusVisible: true});
}

function ask(element, token) {
  const yes = help.button(say("end-yes"), () => act(token, element), true);
  const no = help.button(say("cancel"), () => {
    help.close();
    element.focus();
  });
  help.explain(element, [no, yes]); // in this order a double click does not confirm
  no.focus({focusVisible: true});
}

/** Somebody wants this. `sure`: not a first tap. */
export function want(target, sure = true) {
  if (target.dataset.prefix) return offer(target, target.dataset.prefix.split(" "));
  const token = target.dataset.act;
  if (!token) return help.explain(target);
  if (!sure && help.explained() !== target) {
    help.explain(target, [help.button(say("choose"), () => act(token, target), true)]);
    return undefined;
  }
  const ends = target.matches("#turn .btn--main");
  return prefs.confirm && ends ? ask(target, token) : act(token, target);
}

async function talk(form) {
  const line = form.querySelector('[name="text"]');
  const text = line.value.trim();
  if (!text) return;
  const {status, said} = await post(form.getAttribute("action"), {text});
  if (status >= 200 && status < 300) line.value = "";
  else note(said?.error ?? say(status ? "refused" : "lost"));
}

export function listen() {
  document.addEventListener("pointerdown", (event) => (pointer = event.pointerType), true);
  document.addEventListener("keydown", () => (pointer = "key"), true);
  document.addEventListener("click", (event) => {
    if (help.inCard(event.target)) return;
    const does = event.target.closest?.("[data-do]");
    const target = event.target.closest?.("[data-act], [data-prefix]");
    const meant = does?.dataset.do ?? target?.dataset.act ?? target?.dataset.prefix;
    const tapped = pointer === "touch" && target?.matches(".target"); // drawn things are explained by the first tap
    // The second half of a double click: the page has changed below it, or is about to.
    const slipped = event.detail > 1 && meant && (busy || meant !== pressed);
    pressed = meant;
    if (slipped && !tapped) {
      event.preventDefault();
    } else if (does) {
      event.preventDefault();
      doing(does.dataset.do, does);
    } else if (target) {
      event.preventDefault();
      if (pointer === "touch" && help.wasHeld(target)) return;
      want(target, !tapped); // a button says itself what it does
    } else {
      const thing = event.target.closest?.("[data-help]");
      if (thing) help.explain(thing); // and its card stays, with the links in it
    }
  });
  document.addEventListener("submit", (event) => {
    if (event.target.matches(".chatform")) {
      event.preventDefault();
      talk(event.target);
    }
  });
}
