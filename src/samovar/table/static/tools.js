// What every page has: preferences, help, and buttons that copy.

import {preferences} from "./prefs.js";
import {note, say} from "./words.js";

function opener(key, sign) {
  const dialog = document.getElementById(key);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn--tool";
  button.textContent = sign;
  button.setAttribute("aria-label", dialog.querySelector("h2").textContent);
  button.title = button.getAttribute("aria-label");
  button.addEventListener("click", () => dialog.showModal());
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Over plain HTTP a page may not write to the clipboard itself: the old way.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  note(say("copied"));
}

export function tools() {
  preferences();
  for (const place of document.querySelectorAll("[data-tools]")) place.append(opener("preferences", "⚙"), opener("keys", "?"));
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (button) {
      event.preventDefault();
      copy(button.dataset.copy);
    }
  });
}
