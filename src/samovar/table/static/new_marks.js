// Marks on targets of the board that are new or have changed since the user's last decision. The next decision removes them.
// They compare only what the page has shown, so they reveal nothing. Each target has a hash of its drawing without its
// options (data-drawn).

import {say} from "./messages.js";

const WATCHED = ":is(#board, #me-hand) .target[id][data-drawn]";
const IGNORED = "#years, #rounds, #supply, #story, #piles, #ask, #at-deck, #at-discard"; // regions that always change or contain the current question
const SVG = "http://www.w3.org/2000/svg";
const WIDE = 40; // a narrower target gets a dot instead of a pennant with text

let seen = readBoard(); // the board after the user's last decision
let last = seen; // the board after the last update
let own = new Map(); // marks of what that decision itself changed

/** The content of the board: the hash of each target and the name of the thing that it shows, by id. The name of a card
 *  stays the same wherever the card lies (data-flip). Other things are named by their place and title. */
function readBoard() {
  const found = new Map();
  for (const target of document.querySelectorAll(WATCHED)) {
    if (target.closest(IGNORED)) continue;
    const place = target.closest("svg")?.closest("[id]")?.id ?? "";
    const drawn = place.startsWith("me") ? "" : target.dataset.drawn; // in my hand only new cards are marked
    const card = target.dataset.flip;
    const name = card ?? `${place}|${target.dataset.help?.split("\n", 1)[0] ?? ""}`;
    found.set(target.id, {name, drawn, isCard: card !== undefined});
  }
  return found;
}

function countNames(board) {
  const counts = new Map();
  for (const {name} of board.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The marks by id: differences between two boards. A thing that only lies at another place now is not new. */
function difference(before, now, withChanges) {
  const marks = new Map();
  const left = countNames(before);
  const others = []; // targets that show another thing than before; it is new unless it was elsewhere before
  for (const [id, {name, drawn, isCard}] of now) {
    const old = before.get(id);
    const isSame = old?.name === name;
    if (isSame) left.set(name, left.get(name) - 1);
    if (isSame ? old.drawn !== drawn : old?.isCard && !isCard) marks.set(id, "changed"); // a card that was used up or taken
    else if (!isSame && (old || isCard)) others.push([id, name]); // other targets are drawn only while they offer options
  }
  if (!withChanges) marks.clear();
  for (const [id, name] of others) {
    if (left.get(name) > 0) left.set(name, left.get(name) - 1);
    else marks.set(id, "new");
  }
  return marks;
}

function svgElement(name, attributes, content = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = content;
  return element;
}

/** Draw a mark at the upper right corner of a target: a pennant for something new, a dot for a change. The pennant hangs
 *  above the corner, because a card has its name below. */
function draw(target, kind) {
  const box = target.getBBox();
  if (box.width === 0) return;
  const right = box.x + box.width;
  const mark = svgElement("g", {class: `new-mark new-mark--${kind}`, "aria-hidden": "true"});
  if (kind === "new" && box.width >= WIDE) {
    mark.append(
      svgElement("path", {d: `M${right - 31} ${box.y - 8}h34l-4 7 4 7h-34Z`}),
      svgElement("text", {x: right - 16, y: box.y + 2.5, "text-anchor": "middle"}, say("new")),
    );
  } else mark.append(svgElement("circle", {cx: right - 3, cy: box.y + 3, r: 5}));
  target.append(mark);
  target.setAttribute("aria-description", say(kind));
}

function show(marks) {
  for (const old of document.querySelectorAll(".new-mark")) {
    old.parentElement?.removeAttribute("aria-description");
    old.remove();
  }
  for (const [id, kind] of marks) {
    const target = document.getElementById(id);
    if (target?.getBBox) draw(target, kind);
  }
}

/** Call this after each update of the page. `isMine`: it shows a decision of the user. `isUndo`: it shows an undo of the
 *  user. `hasTurns`: other players have acted since that decision, perhaps in the same update. */
export function update(isMine, isUndo, hasTurns) {
  const now = readBoard();
  if (isMine) {
    own = isUndo ? new Map() : difference(last, now, hasTurns);
    seen = now;
  }
  last = now;
  show(new Map([...difference(seen, now, true), ...own]));
}
