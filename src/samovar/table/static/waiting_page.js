// The page of a table whose game has not begun: fills in a random salt, and reloads when the seats change.

import {EventStream} from "./event_stream.js";

const bytes = crypto.getRandomValues(new Uint8Array(16));
for (const field of document.querySelectorAll("[data-salt]")) {
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
const base = document.querySelector("[data-wait]")?.dataset.wait;
if (base) {
  const isTyping = () => document.activeElement?.matches("input") && document.activeElement.value !== "";
  new EventStream(`${base}/events`, {
    change: (change) => {
      if (change.begun || !isTyping()) location.reload();
    },
    lost: () => {},
    restored: () => {},
  });
}
