// The user's preferences, stored in this browser. Only theme and language are sent to the server, as cookies, because it
// needs them to render the page.

import {ROOT_PATH} from "./root_path.js";

const DEFAULTS = {theme: "auto", lang: "", motion: "auto", sound: false, confirm: false, score: true, keys: true, size: "normal", spoken: "all", speed: "normal", endTurn: "ask", answers: "auto", pace: "normal"};
const STORAGE_KEY = "samovar";
const YEAR = 365 * 24 * 3600; // seconds

function load() {
  try {
    return {...DEFAULTS, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}")};
  } catch {
    return {...DEFAULTS}; // this browser allows no storage
  }
}

export const preferences = load();
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export function isMotionOn() {
  return preferences.motion === "on" || (preferences.motion === "auto" && !reducedMotion.matches);
}

function setCookie(name, value) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  const path = ROOT_PATH.slice(0, -1) || "/"; // the path that the server sets, too
  document.cookie = `${name}=${value}; path=${path}; max-age=${value ? YEAR : 0}; samesite=lax${secure}`;
}

/** Write the preferences that the style sheet needs into data attributes of the root element. */
function apply() {
  const root = document.documentElement;
  if (preferences.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = preferences.theme;
  root.dataset.motion = isMotionOn() ? "on" : "off";
  root.dataset.score = preferences.score ? "on" : "off";
  root.dataset.size = preferences.size;
}

export function change(name, value) {
  preferences[name] = value;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {
    // without storage the preference lasts until the page is left
  }
  if (name === "theme") setCookie("theme", value === "auto" ? "" : value);
  if (name === "lang") {
    setCookie("lang", value);
    location.reload();
  }
  apply();
}

/** Apply the preferences, fill in the preferences dialog and listen to its fields. */
export function setUpPreferences() {
  apply();
  reducedMotion.addEventListener("change", apply);
  for (const field of document.querySelectorAll("[data-pref]")) {
    const name = field.dataset.pref;
    if (field.type === "checkbox") field.checked = preferences[name];
    else field.value = name === "lang" ? document.documentElement.lang : preferences[name];
    field.addEventListener("change", () => change(name, field.type === "checkbox" ? field.checked : field.value));
  }
}
