// The tools of every page: buttons that open the preferences and the keyboard help, dialogs, and copy buttons.

import * as howto from "./howto.js";
import {say, toast} from "./messages.js";
import {setUpPreferences} from "./preferences.js";

function dialogButton(dialog, symbol, open = () => dialog.showModal()) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn--tool";
  button.textContent = symbol;
  button.setAttribute("aria-label", dialog.querySelector("h2").textContent);
  button.title = button.getAttribute("aria-label");
  button.addEventListener("click", open);
  return button;
}

async function copyToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Over plain HTTP the clipboard API is missing: copy a selection instead.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toast(say("copied"));
}

export function setUpToolbar() {
  setUpPreferences();
  howto.setUp();
  for (const toolbar of document.querySelectorAll("[data-tools]")) {
    toolbar.append(dialogButton(document.getElementById("preferences"), "⚙"), dialogButton(howto.dialog(), "?", howto.open));
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // a click on the backdrop
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (button) {
      event.preventDefault();
      copyToClipboard(button.dataset.copy);
    }
  });
}
