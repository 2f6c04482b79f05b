// The script of all pages without a board.

import {actionId} from "./post.js";
import {Stream} from "./stream.js";
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

/** A table that waits: somebody comes, or the game begins. What is being typed stays. */
function follow(base) {
  new Stream(`${base}/events`, {
    change: (change) => {
      if (change.reload || change.say) location.reload();
      for (const [id, html] of Object.entries(change.regions ?? change)) {
        const old = document.getElementById(id);
        if (!old || typeof html !== "string" || old.contains(document.activeElement)) continue;
        const template = document.createElement("template");
        template.innerHTML = html;
        old.replaceWith(template.content);
      }
    },
    lost: () => {},
    back: () => {},
  });
}

tools();
salt();
if (document.body.dataset.base) follow(document.body.dataset.base);
