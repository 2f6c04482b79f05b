// Turns an element of the page into its successor and keeps its state: focus, running animations, scroll position,
// selected text, typed values. An element with an id stays the same element wherever it moves inside the region; ids are
// unique. Nodes without an id are reused for nodes of the same tag, in order.

const DEFAULTS = {value: "defaultValue", checked: "defaultChecked", selected: "defaultSelected"};

/** False for a <details> that the reader has opened or closed: it stays so. */
function mayChange(name, element) {
  return !((name === "open" || name === "data-touched") && element.hasAttribute("data-touched"));
}

/** A field that was typed into ignores its attributes: once the server changes one, it applies to the field itself. */
function writeProperty(name, old, fresh) {
  if (fresh[DEFAULTS[name]] !== undefined) old[name] = fresh[DEFAULTS[name]];
}

function writeAttributes(old, fresh) {
  for (const {name, value, namespaceURI} of fresh.attributes) {
    if (old.getAttribute(name) === value || !mayChange(name, old)) continue;
    if (name === "tabindex" && old.hasAttribute(name)) continue; // keys.js decides where Tab stops
    writeProperty(name, old, fresh);
    old.setAttributeNS(namespaceURI, name, value);
  }
  for (const {name} of [...old.attributes]) {
    if (fresh.hasAttribute(name) || !mayChange(name, old)) continue;
    writeProperty(name, old, fresh);
    old.removeAttribute(name);
  }
}

/** Which node of `was` becomes which of `now`. Equal ones first: a list that drops its first line keeps the others. */
function pairUnnamed(was, now) {
  const pairs = new Map();
  const pair = (child, at) => at >= 0 && pairs.set(child, was.splice(at, 1)[0]);
  for (const child of now) pair(child, was.findIndex((node) => node.isEqualNode(child)));
  for (const child of now) {
    if (!pairs.has(child)) pair(child, was.findIndex((node) => node.nodeName === child.nodeName));
  }
  return pairs;
}

/** Returns a function that restores focus and selection. moveBefore() loses the selection, insertBefore() both. */
function remember() {
  const active = document.activeElement;
  const {selectionStart, selectionEnd, selectionDirection} = active;
  const selection = getSelection();
  const {anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed} = selection;
  const within = (node, offset) => Math.min(offset, node.data?.length ?? node.childNodes.length);
  return () => {
    if (active !== document.activeElement && active.isConnected) {
      active.focus({preventScroll: true});
      if (typeof selectionStart === "number") active.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
    }
    const moved = anchorNode !== selection.anchorNode || focusNode !== selection.focusNode;
    if (isCollapsed || !moved || !anchorNode.isConnected || !focusNode.isConnected) return;
    selection.setBaseAndExtent(anchorNode, within(anchorNode, anchorOffset), focusNode, within(focusNode, focusOffset));
  };
}

class Morph {
  constructor(root) {
    this.root = root;
    this.named = new Map(Array.from(root.querySelectorAll("[id]"), (element) => [element.id, element]));
    this.gone = new Set(); // removed at the end: an element that is needed elsewhere may be inside
    this.scrolled = null;
  }

  write(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeType === Node.ELEMENT_NODE) {
      writeAttributes(old, fresh);
      this.writeChildren(old, fresh);
    } else old.data = fresh.data;
  }

  /** Equal children at both ends stay untouched. The others are put in place before any is written, because one may still
   *  be inside another. */
  writeChildren(old, fresh) {
    let [was, now] = [[...old.childNodes], [...fresh.childNodes]];
    const shared = Math.min(was.length, now.length);
    let head = 0;
    while (head < shared && was[head].isEqualNode(now[head])) head++;
    let tail = 0;
    while (head + tail < shared && was.at(-1 - tail).isEqualNode(now.at(-1 - tail))) tail++;
    const end = was[was.length - tail] ?? null;
    was = was.slice(head, was.length - tail);
    now = now.slice(head, now.length - tail);
    if (was.length + now.length === 0) return;
    const pairs = this.pair(was, now);
    this.arrange(old, was[0] ?? end, now, pairs);
    for (const [child, node] of pairs) this.write(node, child);
    if (old.nodeName === "TEXTAREA") old.value = old.defaultValue;
  }

  /** Which old node becomes which child of `now`; the nodes of `was` that become none are gone. */
  pair(was, now) {
    const pairs = pairUnnamed(was.filter((node) => !node.id), now.filter((child) => !child.id));
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
      // If the second node is wanted, the first one moves later: one move instead of one for each that follows.
      if (node && next && node === this.remaining(next.nextSibling)) next = node;
      if (node === next) next = next.nextSibling;
      else if (node) this.move(parent, node, next);
      else parent.insertBefore(this.created(child, pairs), next);
    }
  }

  remaining(node) {
    while (this.gone.has(node)) node = node.nextSibling;
    return node;
  }

  /** The child itself; if old elements belong inside, an empty copy that is filled afterwards. */
  created(child, pairs) {
    if (![...(child.querySelectorAll?.("[id]") ?? [])].some((inner) => this.named.has(inner.id))) return child;
    pairs.set(child, child.cloneNode(false));
    return pairs.get(child);
  }

  move(parent, node, next) {
    if (parent.moveBefore) return parent.moveBefore(node, next);
    this.scrolled ??= [...this.root.querySelectorAll("*")]
      .filter((element) => element.scrollTop || element.scrollLeft)
      .map((element) => [element, element.scrollLeft, element.scrollTop]);
    return parent.insertBefore(node, next);
  }

  finish() {
    for (const node of this.gone) node.remove();
    for (const [element, left, top] of this.scrolled ?? []) element.scrollTo({left, top, behavior: "instant"});
  }
}

/** Make `old` what `fresh` is. Parts of `fresh` are moved into the page. */
export function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
    old.replaceWith(fresh);
    return;
  }
  if (old.isEqualNode(fresh)) return;
  const restore = remember();
  const work = new Morph(old);
  work.write(old, fresh);
  work.finish();
  restore();
}
