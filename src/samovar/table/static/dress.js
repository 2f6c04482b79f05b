// Most changes of a region leave its elements where they are: something becomes legal, a number grows. Then what is
// different is written into the elements that are there, which takes far less time than finding out which one became which.

/** A part that the reader has opened or closed stays so. */
export function mayChange(name, element) {
  return !((name === "open" || name === "data-touched") && element.hasAttribute("data-touched"));
}

/** Find the pairs that differ. False if the two are not built alike. */
function compare(old, fresh, pairs) {
  if (old.isEqualNode(fresh)) return true;
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id || old.matches?.("input:not([type=hidden]), select, textarea")) return false;
  const mine = old.childNodes;
  const theirs = fresh.childNodes;
  if (mine.length !== theirs.length) return false;
  pairs.push([old, fresh]);
  for (let i = 0; i < mine.length; i++) if (!compare(mine[i], theirs[i], pairs)) return false;
  return true;
}

function attributes(old, fresh) {
  for (const {name, value} of fresh.attributes) {
    if (old.getAttribute(name) !== value && mayChange(name, old)) old.setAttribute(name, value);
  }
  for (const {name} of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && mayChange(name, old)) old.removeAttribute(name);
  }
}

/** Make `old` what `fresh` is. False, and nothing has changed, if the two are not built alike. */
export function dress(old, fresh) {
  const pairs = [];
  if (!compare(old, fresh, pairs)) return false;
  for (const [one, other] of pairs) {
    if (one.nodeType === Node.ELEMENT_NODE) attributes(one, other);
    else one.data = other.data;
  }
  return true;
}
