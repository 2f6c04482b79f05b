// The lobby: dates in words, the filter of the user's tables, the name in all forms, and the file of an import.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR; // seconds
const lang = document.documentElement.lang;

/** A time as people say it: "3 minutes ago", "yesterday 21:40", "12 November". */
function inWords(time, now) {
  const seconds = Math.round((time - now) / 1000);
  const relative = new Intl.RelativeTimeFormat(lang, {numeric: "auto"});
  if (seconds > -MINUTE) return relative.format(0, "second");
  if (seconds > -HOUR) return relative.format(Math.round(seconds / MINUTE), "minute");
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / (1000 * DAY));
  if (days === 0) return relative.format(Math.round(seconds / HOUR), "hour");
  if (days === 1) return `${relative.format(-1, "day")} ${time.toLocaleTimeString(lang, {hour: "numeric", minute: "2-digit"})}`;
  const year = time.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return time.toLocaleDateString(lang, {day: "numeric", month: "long", year});
}

function showTimes() {
  const now = new Date();
  for (const element of document.querySelectorAll("[data-when]")) {
    const time = new Date(element.dateTime);
    element.textContent = inWords(time, now);
    element.title = time.toLocaleString(lang);
  }
}

function setUpFilter() {
  const group = document.querySelector(".mine__filter");
  if (!group) return;
  group.hidden = false;
  group.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-show-game]");
    if (!chosen) return;
    const game = chosen.dataset.showGame;
    for (const button of group.children) button.setAttribute("aria-pressed", String(button === chosen));
    for (const row of document.querySelectorAll(".mine__row")) row.hidden = game !== "" && row.dataset.game !== game;
  });
}

/** Copy the name into all forms that create a table, so that it need not be saved first. */
function setUpName() {
  const input = document.querySelector("[data-my-name] input");
  input?.addEventListener("input", () => {
    for (const field of document.querySelectorAll('[data-salted] [name="name"]')) field.value = input.value;
  });
}

function setUpImport() {
  const file = document.querySelector("[data-import-file]");
  if (!file) return;
  file.closest("[hidden]").hidden = false;
  file.addEventListener("change", async () => {
    const chosen = file.files[0];
    if (chosen) file.form.elements.text.value = await chosen.text();
  });
}

export function setUpLobby() {
  showTimes();
  setUpFilter();
  setUpName();
  setUpImport();
}
