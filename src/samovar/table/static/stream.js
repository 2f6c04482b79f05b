// The stream of changes. The browser itself asks again after a break, from the last change it got; we close it when
// nobody looks for a minute (a browser allows six open connections to one server) and open it again on return.

const HIDDEN = 60_000;
const PAUSES = [500, 1000, 2000, 5000, 10_000];

/** `on.change(data)`, `on.lost()`, `on.back()`. */
export class Stream {
  constructor(address, on) {
    this.address = address;
    this.on = on;
    this.last = document.body.dataset.last ?? "";
    this.tries = 0;
    this.lost = false;
    document.addEventListener("visibilitychange", () => this.look());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("pagehide", () => this.close());
    addEventListener("online", () => this.open());
    this.open();
  }

  open() {
    this.close();
    // A new EventSource cannot set the header: it says the same in the address.
    const address = this.last ? `${this.address}?last=${encodeURIComponent(this.last)}` : this.address;
    const source = new EventSource(address);
    this.source = source;
    source.addEventListener("open", () => this.found());
    source.addEventListener("regions", (event) => {
      this.found();
      if (event.lastEventId) this.last = event.lastEventId;
      this.on.change(JSON.parse(event.data));
    });
    source.addEventListener("error", () => this.broken());
  }

  found() {
    this.tries = 0;
    if (this.lost) {
      this.lost = false;
      this.on.back();
    }
  }

  broken() {
    if (!this.source) return;
    if (!this.lost) {
      this.lost = true;
      this.on.lost();
    }
    if (this.source.readyState === EventSource.CLOSED) {
      const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)];
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.open(), pause);
    }
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  look() {
    clearTimeout(this.sleep);
    if (document.hidden) this.sleep = setTimeout(() => this.close(), HIDDEN);
    else if (!this.source) this.open();
  }
}
