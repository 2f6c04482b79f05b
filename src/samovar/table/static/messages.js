// Messages to the user: texts in the language of the page, announcements for screen readers, and toasts.

const texts = document.getElementById("phrases")?.dataset ?? {};

/** The text of a key in the language of the page, for example say("end-yes"). The server writes all texts into the page. */
export function say(key) {
  return texts[key.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())] ?? "";
}

/** Announce a text by the live region of the page. A repeated text gets a blank, because only a change is announced. */
export function announce(text) {
  const region = document.getElementById("spoken");
  if (!region || !text) return;
  region.textContent = region.textContent === text ? text + "\u00a0" : text;
}

/** The text with a full stop, unless it ends with a stop already. */
export function sentence(text) {
  const trimmed = text.replace(/\s+/g, " ").trim();
  return trimmed === "" || /[.!?…:]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** The names and texts inside an element as one sentence. A drawing is described by its accessible name. */
export function spokenText(element) {
  if (!element) return "";
  const parts = [element.getAttribute("aria-label") ?? "", ...namesIn(element)];
  return sentence(parts.filter((part, k) => part && part !== parts[k - 1]).join(", "));
}

function namesIn(element) {
  const found = [];
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.data.replace(/\s+/g, " ").trim());
    if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.getAttribute("aria-hidden") === "true") continue;
    const isNamed = node.hasAttribute("aria-label") && node.matches("button, a, [role=img], [role=button]");
    if (isNamed) found.push(node.getAttribute("aria-label"));
    else if (!(node instanceof SVGTextElement)) found.push(...namesIn(node)); // text in a drawing is part of its accessible name
  }
  return found;
}

let hiding;

/** Show a text as a toast at the edge of the page for four seconds, and announce it. */
export function toast(text) {
  if (!text) return;
  let element = document.getElementById("note");
  if (!element) {
    element = document.createElement("p");
    element.id = "note";
    element.setAttribute("aria-hidden", "true"); // announced by the live region
    document.body.append(element);
  }
  element.textContent = text;
  element.classList.add("is-shown");
  announce(text);
  clearTimeout(hiding);
  hiding = setTimeout(() => element.classList.remove("is-shown"), 4000);
}
