// The script of all pages without a board.

import {actionId} from "./post.js";
import {tools} from "./tools.js";

/** Who sits down adds numbers of their own to the shuffle, so that the server alone could not choose it. */
function salt() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-salted]") || form.querySelector('[name="salt"]')) return;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "salt";
    field.value = actionId();
    form.append(field);
  });
}

tools();
salt();
