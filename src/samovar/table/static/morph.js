// Morphs an element of the page into its new version and keeps its state: focus, running animations, scroll position,
// selection, typed values. An element with an id stays the same element wherever it moves inside the region. Ids are
// unique. Nodes without an id keep their order, and each becomes the most similar one of the same tag.

const DEFAULTS = {value: "defaultValue", checked: "defaultChecked", selected: "defaultSelected"};

/** False for `open` of a <details> that the user has opened or closed. */
function mayChange(name, element) {
  return !((name === "open" || name === "data-touched") && element.hasAttribute("data-touched"));
}

/** Copy a changed attribute to its property: a field that was typed into ignores the attribute. */
function writeProperty(name, old, fresh) {
  if (fresh[DEFAULTS[name]] !== undefined) old[name] = fresh[DEFAULTS[name]];
}

function writeAttributes(old, fresh) {
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) === value || !mayChange(name, old)) continue;
    if (name === "tabindex" && old.hasAttribute(name)) continue; // keyboard.js sets the tab stops
    writeProperty(name, old, fresh);
    old.setAttributeNS(fresh.getAttributeNode(name).namespaceURI, name, value);
  }
  for (const name of old.getAttributeNames()) {
    if (fresh.hasAttribute(name) || !mayChange(name, old)) continue;
    writeProperty(name, old, fresh);
    old.removeAttribute(name);
  }
}

/** Returns the old and the new children without their common prefix and suffix, and the first old child of that suffix. */
function unequalChildren(old, fresh) {
  let [was, now, wasEnd, nowEnd] = [old.firstChild, fresh.firstChild, null, null];
  while (was && now && was.isEqualNode(now)) [was, now] = [was.nextSibling, now.nextSibling];
  while (was !== wasEnd && now !== nowEnd) {
    const wasLast = wasEnd ? wasEnd.previousSibling : old.lastChild;
    const nowLast = nowEnd ? nowEnd.previousSibling : fresh.lastChild;
    if (!wasLast.isEqualNode(nowLast)) break;
    [wasEnd, nowEnd] = [wasLast, nowLast];
  }
  return [between(was, wasEnd), between(now, nowEnd), wasEnd];
}

function between(node, end) {
  const found = [];
  for (; node !== end; node = node.nextSibling) found.push(node);
  return found;
}

/** The similarity of two nodes without ids. 0: one cannot become the other. Attributes do not count, because keyboard.js
 *  changes tabindex. */
function similarity(old, fresh) {
  if (old.tag !== fresh.tag) return 0;
  return 1 + (old.inner && old.inner === fresh.inner ? 4 : 0) + (old.text && old.text === fresh.text ? 4 : 0);
}

/** Pair the nodes of `was` and `now` in order, with the greatest sum of similarities (sequence alignment). So a list that
 *  drops its first line keeps the other lines. Returns a map from new to old nodes. */
function alignUnnamed(was, now) {
  const known = (node) => ({tag: node.nodeName, inner: node.querySelector?.("[id]")?.id, text: node.textContent});
  const [olds, news] = [was.map(known), now.map(known)];
  const best = Array.from({length: olds.length + 1}, () => new Array(news.length + 1).fill(0)); // best[i][j]: greatest sum for olds[i…] and news[j…]
  const like = olds.map((old) => news.map((fresh) => similarity(old, fresh)));
  for (let i = olds.length - 1; i >= 0; i--) {
    for (let j = news.length - 1; j >= 0; j--) {
      best[i][j] = Math.max(best[i + 1][j], best[i][j + 1], like[i][j] && like[i][j] + best[i + 1][j + 1]);
    }
  }
  const pairs = new Map();
  for (let i = 0, j = 0; i < olds.length && j < news.length; ) {
    if (like[i][j] && best[i][j] === like[i][j] + best[i + 1][j + 1]) pairs.set(now[j++], was[i++]);
    else if (best[i][j] === best[i + 1][j]) i++;
    else j++;
  }
  return pairs;
}

// Reading the selection forces a style computation even if nothing is selected, so it is read only when needed.
let isSelected = false;
document.addEventListener("selectionchange", () => (isSelected = !getSelection().isCollapsed));

/** Returns a function that restores the selection, which a move loses. */
function rememberSelection() {
  const selection = getSelection();
  const {anchorNode, anchorOffset, focusNode, focusOffset} = selection;
  const within = (node, offset) => Math.min(offset, node.data?.length ?? node.childNodes.length);
  return () => {
    if (!anchorNode?.isConnected || !focusNode?.isConnected) return;
    if (anchorNode === selection.anchorNode && focusNode === selection.focusNode) return;
    selection.setBaseAndExtent(anchorNode, within(anchorNode, anchorOffset), focusNode, within(focusNode, focusOffset));
  };
}

/** Returns a function that restores the focus, which a move without moveBefore() loses. */
function rememberFocus() {
  const active = document.activeElement;
  return () => {
    if (active !== document.activeElement && active.isConnected) active.focus({preventScroll: true});
  };
}

class Morph {
  constructor(root) {
    this.root = root;
    this.named = new Map(Array.from(root.querySelectorAll("[id]"), (element) => [element.id, element]));
    this.gone = new Set(); // removed at the end, because they may contain elements that move elsewhere
    this.scrolled = null;
  }

  run(fresh) {
    this.write(this.root, fresh);
    for (const node of this.gone) node.remove();
    for (const [element, left, top] of this.scrolled ?? []) element.scrollTo({left, top, behavior: "instant"});
  }

  write(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeType === Node.ELEMENT_NODE) {
      writeAttributes(old, fresh);
      this.writeChildren(old, fresh);
    } else old.data = fresh.data;
  }

  /** Write the children, except the common prefix and suffix. All are moved into place before any is written, because until
   *  then one may be inside another. */
  writeChildren(old, fresh) {
    const [was, now, end] = unequalChildren(old, fresh);
    if (was.length + now.length === 0) return;
    const pairs = this.pair(was, now);
    this.arrange(old, was[0] ?? end, now, pairs);
    for (const [child, node] of pairs) this.write(node, child);
    if (old.nodeName === "TEXTAREA") old.value = old.defaultValue;
  }

  /** Pair the children of `now` with old nodes. The nodes of `was` that have no partner are gone. */
  pair(was, now) {
    const pairs = alignUnnamed(was.filter((node) => !node.id), now.filter((child) => !child.id));
    for (const child of now) {
      const found = child.id && this.named.get(child.id);
      if (found && found.nodeName === child.nodeName) pairs.set(child, found);
    }
    const staying = new Set(pairs.values());
    for (const node of was) if (!staying.has(node)) this.gone.add(node);
    for (const node of staying) this.gone.delete(node);
    return pairs;
  }

  /** Put the old and new nodes for `now` into `parent`, in this order, from `next` on. */
  arrange(parent, next, now, pairs) {
    for (const child of now) {
      next = this.remaining(next);
      const node = pairs.get(child);
      // If `node` directly follows `next`, skip `next` and move it later. Otherwise every following node would be moved.
      if (node && next && node === this.remaining(next.nextSibling)) next = node;
      if (node === next) next = next.nextSibling;
      else if (node) this.move(parent, node, next);
      else this.insert(parent, child, next, pairs);
    }
  }

  remaining(node) {
    while (this.gone.has(node)) node = node.nextSibling;
    return node;
  }

  /** Insert the child, or an empty copy if old elements belong inside it. The copy is filled afterwards. */
  insert(parent, child, next, pairs) {
    const hasOld = [...(child.querySelectorAll?.("[id]") ?? [])].some(({id}) => this.named.has(id));
    const node = parent.insertBefore(hasOld ? child.cloneNode(false) : child, next);
    if (!hasOld) return;
    pairs.set(child, node);
    getComputedStyle(node).display; // an animation ends if it moves into an element without computed style
  }

  move(parent, node, next) {
    if (parent.moveBefore) return parent.moveBefore(node, next);
    this.scrolled ??= [...this.root.querySelectorAll("*")]
      .filter((element) => element.scrollTop || element.scrollLeft)
      .map((element) => [element, element.scrollLeft, element.scrollTop]);
    return parent.insertBefore(node, next);
  }
}

/** Morph `old` into `fresh` for each pair `[old, fresh]`. Parts of `fresh` are moved into the page. */
export function morph(pairs) {
  const restorers = [rememberFocus(), ...(isSelected ? [rememberSelection()] : [])];
  for (const [old, fresh] of pairs) {
    if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) old.replaceWith(fresh);
    else if (!old.isEqualNode(fresh)) new Morph(old).run(fresh);
  }
  for (const restore of restorers) restore();
}
