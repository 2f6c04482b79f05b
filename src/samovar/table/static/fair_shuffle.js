// The fair shuffle of a new table. The server commits to a seed by its hash, then the browser adds a salt of its own. The
// page of the table is checked for the same commitment.

import {say, toast} from "./messages.js";
import {actionId, post} from "./post.js";
import {ROOT_PATH} from "./root_path.js";

const storageKey = (table) => `pledge ${table}`;

function setField(form, name, value) {
  const input = form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), {type: "hidden", name}));
  input.value = value;
}

/** Ask the server for a commitment, add it and a salt to the form, and submit. A chosen seed is public and needs none. */
async function submitWithCommitment(form) {
  const chosenSeed = form.elements.seed?.value.trim();
  const {status, body} = chosenSeed ? {} : await post(`${ROOT_PATH}api/pledges`, {});
  if (status === 200) {
    setField(form, "salt", actionId());
    setField(form, "pledge", body.pledge);
    sessionStorage.setItem(storageKey(body.table), body.commit);
  }
  form.submit(); // also without a commitment; the proof page then says that the proof is weaker
}

/** Make the forms that create a table ask for a commitment first. */
export function commitBeforeCreating() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-salted]")) return;
    event.preventDefault();
    if (event.target.dataset.asked !== undefined) return; // a second click on the same button
    event.target.dataset.asked = "";
    submitWithCommitment(event.target);
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-asked]")) delete form.dataset.asked;
  });
}

/** Warn the user if this table does not show the commitment that it was created with. */
export function checkCommitment() {
  const commitment = sessionStorage.getItem(storageKey(location.pathname.slice(ROOT_PATH.length).split("/")[1]));
  if (commitment && !document.body.textContent.includes(commitment)) toast(say("unfair"));
}
