// The fair shuffle of a new table: first the server promises a seed, by its hash; then we add numbers of our own. On the
// page of the table we look whether the promise was kept.

import {actionId, post} from "./post.js";
import {ROOT} from "./root.js";
import {note, say} from "./words.js";

const name = (table) => `pledge ${table}`;

function put(form, field, value) {
  const input = form.elements[field] ?? form.appendChild(Object.assign(document.createElement("input"), {type: "hidden", name: field}));
  input.value = value;
}

async function promised(form) {
  const chosen = form.elements.seed?.value.trim(); // a seed that somebody chose is for all to see: nothing to promise
  const {status, said} = chosen ? {} : await post(`${ROOT}api/pledges`, {});
  if (status === 200) {
    put(form, "salt", actionId());
    put(form, "pledge", said.pledge);
    sessionStorage.setItem(name(said.table), said.commit);
  }
  form.submit(); // without a promise too: the page of the table says what that proves
}

/** Forms that make a table ask for a promise first. */
export function pledge() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-salted]")) return;
    event.preventDefault();
    if (event.target.dataset.asked !== undefined) return; // a second click on the same button
    event.target.dataset.asked = "";
    promised(event.target);
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-asked]")) delete form.dataset.asked;
  });
}

/** Whether this table is bound to the seed that was promised for it. */
export function kept() {
  const was = sessionStorage.getItem(name(location.pathname.slice(ROOT.length).split("/")[1]));
  if (was && !document.body.textContent.includes(was)) note(say("unfair"));
}
