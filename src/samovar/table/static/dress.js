// Most changes of a region leave its elements where they are: something becomes legal, a number grows. Then what is
// different is written into the elements that are there, which takes far less time than finding out which one became
// which. Only where pieces come or go does somebody have to find that out.

const MORPH = "morph";
const FILLED = "input:not([type=hidden]), select, textarea"; // by people

/** A part that the reader has opened or closed stays so. */
export function mayChange(name, element) {
  return !((name === "open" || name === "data-touched") && element.hasAttribute("data-touched"));
}

/** Find out what differs: what is to be done goes into `work`, `[what, old, fresh]`. False if one cannot become the
 *  other. */
function compare(old, fresh, work) {
  if (old.isEqualNode(fresh)) return true;
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id || old.matches?.(FILLED)) return false;
  work.push([write, old, fresh]);
  const known = work.length;
  const [mine, theirs] = [old.childNodes, fresh.childNodes];
  const shared = Math.min(mine.length, theirs.length);
  let head = 0;
  while (head < shared && compare(mine[head], theirs[head], work)) head++;
  let tail = 0;
  while (head + tail < shared && compare(mine[mine.length - 1 - tail], theirs[theirs.length - 1 - tail], work)) tail++;
  if (head + tail < shared) {
    work.length = known;
    work.push([MORPH, old, fresh]);
  } else if (mine.length > shared) {
    for (const gone of [...mine].slice(head, mine.length - tail)) work.push([(one) => one.remove(), gone]);
  } else if (theirs.length > shared) {
    const next = mine[head] ?? null;
    for (const come of [...theirs].slice(head, theirs.length - tail)) work.push([(one, other) => one.insertBefore(other, next), old, come]);
  }
  return true;
}

function attributes(old, fresh) {
  for (const {name, value} of fresh.attributes) {
    if (old.getAttribute(name) === value || !mayChange(name, old)) continue;
    if (name !== "tabindex" || !old.hasAttribute(name)) old.setAttribute(name, value); // where Tab stops is for keys.js to say
  }
  for (const {name} of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && mayChange(name, old)) old.removeAttribute(name);
  }
}

function write(old, fresh) {
  if (old.nodeType === Node.ELEMENT_NODE) attributes(old, fresh);
  else old.data = fresh.data;
}

/** Make `old` what `fresh` is; `morph(old, fresh)` does it where more than a few pieces came or went. */
export function dress(old, fresh, morph) {
  const work = [];
  if (!compare(old, fresh, work)) work.push([MORPH, old, fresh]);
  for (const [what, one, other] of work) (what === MORPH ? morph : what)(one, other);
}
