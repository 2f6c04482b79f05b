// What somebody prefers: kept in this browser, never sent anywhere but as the cookies for theme and language,
// which the server needs to write the page right at once.

import {ROOT} from "./root.js";

const USUAL = {theme: "auto", lang: "", motion: "auto", sound: false, confirm: false, score: true, keys: true, size: "normal", spoken: "all"};
const PLACE = "samovar";
const A_YEAR = 365 * 24 * 3600;

function read() {
  try {
    return {...USUAL, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}")};
  } catch {
    return {...USUAL}; // no storage in this browser: the usual ones
  }
}

export const prefs = read();
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function motion() {
  return prefs.motion === "on" || (prefs.motion === "auto" && !still.matches);
}

function cookie(name, value) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  const path = ROOT.slice(0, -1) || "/"; // as the server sets it
  document.cookie = `${name}=${value}; path=${path}; max-age=${value ? A_YEAR : 0}; samesite=lax${secure}`;
}

function show() {
  const root = document.documentElement;
  if (prefs.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = prefs.theme;
  root.dataset.motion = motion() ? "on" : "off";
  root.dataset.score = prefs.score ? "on" : "off";
  root.dataset.size = prefs.size;
}

function change(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(prefs));
  } catch {
    // it holds until this page is left
  }
  if (name === "theme") cookie("theme", value === "auto" ? "" : value);
  if (name === "lang") {
    cookie("lang", value);
    location.reload();
  }
  show();
}

/** Fill the dialog and listen to it. */
export function preferences() {
  show();
  still.addEventListener("change", show);
  for (const field of document.querySelectorAll("[data-pref]")) {
    const name = field.dataset.pref;
    if (field.type === "checkbox") field.checked = prefs[name];
    else field.value = name === "lang" ? document.documentElement.lang : prefs[name];
    field.addEventListener("change", () => change(name, field.type === "checkbox" ? field.checked : field.value));
  }
}
