// How to play: the dialog that "?" opens over a table, and the search in it. The content is that of the page /howto/GAME.

const MIN_QUERY = 2; // letters; fewer would mark everything

let loading = null;

/** The dialog that "?" opens: how to play, or on pages without a game the keyboard help. */
export function dialog() {
  return document.getElementById("howto") ?? document.getElementById("keys");
}

export async function open() {
  const shown = dialog();
  shown?.showModal();
  if (shown?.id !== "howto") return;
  await (loading ??= load(shown));
  shown.querySelector("#how-find")?.focus({preventScroll: true});
}

/** Put the content of the page into the dialog. If it cannot be loaded, the link to the page stays. */
async function load(shown) {
  const container = shown.querySelector(".howto__content");
  try {
    const response = await fetch(shown.dataset.from);
    if (!response.ok) throw new Error(response.status);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    container.replaceChildren(page.getElementById("how"));
    setUpSearch(container);
  } catch {
    loading = null; // the next opening tries again
  }
}

export function setUp() {
  const shown = document.getElementById("howto");
  shown?.querySelector("[data-opens]").addEventListener("click", () => document.getElementById("keys").showModal());
  shown?.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#how-"]');
    if (!link) return;
    event.preventDefault(); // the URL of the page must not change
    shown.querySelector(link.hash).scrollIntoView({block: "start"});
  });
  const page = document.querySelector(".howto-page");
  if (page) setUpSearch(page);
}

// ---- search ----

/** The text in lower case and without diacritics, each character at its old place. */
function normalizeCharacters(text) {
  return Array.from(text, (char) => char.normalize("NFD")[0].toLowerCase()).join("");
}

function setUpSearch(container) {
  const line = container.querySelector(".howto__find");
  if (!line) return;
  line.hidden = false;
  line.querySelector("input").addEventListener("input", (event) => search(container, line, normalizeCharacters(event.target.value.trim())));
}

/** Mark the words and the icons that match, count them, and scroll to the first. */
function search(container, line, query) {
  const isOn = query.length >= MIN_QUERY;
  const ranges = [];
  const found = [];
  for (const entry of container.querySelectorAll("section li, section p:not(li p)")) {
    const places = isOn ? matchingRanges(entry, query) : [];
    const isFound = places.length > 0 || (isOn && normalizeCharacters(entry.dataset.find ?? "").includes(query));
    ranges.push(...places);
    entry.classList.toggle("is-found", isFound);
    if (isFound) found.push(entry);
  }
  container.querySelector(".howto").classList.toggle("is-searched", isOn);
  globalThis.CSS?.highlights?.set("found", new Highlight(...ranges));
  const message = found.length > 0 ? line.dataset.some.replace("#", found.length) : line.dataset.none;
  line.querySelector("[role=status]").textContent = isOn ? message : "";
  found[0]?.scrollIntoView({block: "nearest"});
}

/** The ranges of an element's text that match. */
function matchingRanges(entry, query) {
  const places = [];
  const texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = normalizeCharacters(texts.currentNode.data);
    for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
      const place = new Range();
      place.setStart(texts.currentNode, at);
      place.setEnd(texts.currentNode, at + query.length);
      places.push(place);
    }
  }
  return places;
}
