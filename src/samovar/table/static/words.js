// The words of the script stand in the page, in its language.

const phrases = document.getElementById("phrases")?.dataset ?? {};

/** say("end-yes"): what the page calls it. */
export function say(key) {
  return phrases[key.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())] ?? "";
}

/** Told to those who hear the page; the same text twice in a row is told again. */
export function speak(text) {
  const place = document.getElementById("spoken");
  if (!place || !text) return;
  place.textContent = place.textContent === text ? text + "\u00a0" : text;
}

let fading;

/** A short note at the edge of the page, spoken too. */
export function note(text) {
  if (!text) return;
  let place = document.getElementById("note");
  if (!place) {
    place = document.createElement("p");
    place.id = "note";
    place.setAttribute("aria-hidden", "true"); // it is spoken
    document.body.append(place);
  }
  place.textContent = text;
  place.classList.add("is-shown");
  speak(text);
  clearTimeout(fading);
  fading = setTimeout(() => place.classList.remove("is-shown"), 4000);
}
