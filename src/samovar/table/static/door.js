// Before the game begins: chance of one's own is filled in, and the page looks again when something has changed.

import {Stream} from "./stream.js";

const bytes = crypto.getRandomValues(new Uint8Array(16));
for (const field of document.querySelectorAll("[data-salt]")) {
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
const base = document.querySelector("[data-wait]")?.dataset.wait;
if (base) {
  const typing = () => document.activeElement?.matches("input") && document.activeElement.value !== "";
  new Stream(`${base}/events`, {
    change: (change) => {
      if (change.begun || !typing()) location.reload();
    },
    lost: () => {},
    back: () => {},
  });
}
