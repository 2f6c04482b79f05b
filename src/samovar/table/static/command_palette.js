// The command palette: typed words find options, by their texts in all languages.

import {buttonText, playAction, sendCommand} from "./actions.js";
import {say} from "./messages.js";

let filledFor = ""; // the typed text that the list matches

const WORD_BREAK = /[^\p{L}\p{N}_]+/u;

/** Lower case, without accents. */
const normalize = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The options that contain all typed words: a word matches the beginning of a word, a number only the same number. */
function matchingOptions(typed) {
  const words = normalize(typed).split(WORD_BREAK).filter(Boolean);
  return [...document.querySelectorAll("#choices :is([data-act], [data-do])")].filter((button) => {
    const text = normalize(`${button.textContent} ${button.dataset.find ?? ""} ${button.dataset.act ?? ""}`).split(WORD_BREAK);
    return words.every((word) => text.some((part) => (/^\d+$/.test(word) ? part === word : part.startsWith(word))));
  });
}

export function open() {
  const dialog = document.getElementById("command");
  if (!dialog) return;
  const input = document.getElementById("command-line");
  input.value = "";
  fillList("");
  dialog.showModal();
  input.focus();
}

function fillList(typed) {
  filledFor = typed;
  const list = document.getElementById("command-list");
  const rows = matchingOptions(typed).map((button, i) => {
    const row = document.createElement("li");
    row.id = `command-${i}`;
    row.role = "option";
    row.button = button;
    row.textContent = buttonText(button);
    row.ariaSelected = String(i === 0);
    return row;
  });
  list.replaceChildren(...rows);
  select(rows[0]);
  document.getElementById("command-none").textContent = rows.length === 0 ? say("command-none") : "";
}

function select(row) {
  for (const other of document.querySelectorAll("#command-list li")) other.ariaSelected = String(other === row);
  row?.scrollIntoView({block: "nearest"});
  const input = document.getElementById("command-line");
  if (row) input.setAttribute("aria-activedescendant", row.id);
  else input.removeAttribute("aria-activedescendant");
}

/** Match the options again after the page has changed while the palette is open. */
export function refresh() {
  if (document.getElementById("command")?.open) fillList(document.getElementById("command-line").value);
}

/** Listen to the input and the list. `onClose` is called before a row is run. */
export function listen(onClose) {
  const input = document.getElementById("command-line");
  if (!input) return;
  const run = (row) => {
    document.getElementById("command").close();
    document.activeElement?.blur(); // the next choice gets the focus
    onClose();
    if (row?.button.dataset.do) sendCommand(row.button.dataset.do, row.button);
    else if (row) playAction(row.button.dataset.act, row.button);
  };
  input.addEventListener("input", () => fillList(input.value));
  input.addEventListener("keydown", (event) => {
    if (filledFor !== input.value) fillList(input.value); // never choose from the list of an earlier text
    const selected = document.querySelector('#command-list [aria-selected="true"]');
    if (event.key === "ArrowDown") select(selected?.nextElementSibling ?? selected);
    else if (event.key === "ArrowUp") select(selected?.previousElementSibling ?? selected);
    else if (event.key === "Enter") run(selected);
    else return;
    event.preventDefault();
  });
  document.getElementById("command-list").addEventListener("click", (event) => run(event.target.closest("li")));
}
