// The stream of Server-Sent Events (SSE) with the changes of a page. After a break the browser reconnects by itself, from
// the last event that it received. A page that was hidden for a minute closes its stream, because browsers allow only six
// connections to one server. It opens the stream again when it is shown.

const CLOSE_WHEN_HIDDEN = 60_000; // milliseconds
const RETRY_DELAYS = [500, 1000, 2000, 5000, 10_000];

/** Calls `on.change(data)` for each event, `on.lost()` when the connection breaks and `on.restored()` when it is back. */
export class EventStream {
  constructor(url, on) {
    this.url = url;
    this.on = on;
    this.lastEventId = document.body.dataset.last ?? "";
    this.retries = 0;
    this.isLost = false;
    document.addEventListener("visibilitychange", () => this.changeVisibility());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("pagehide", () => this.close());
    addEventListener("online", () => this.open());
    this.open();
  }

  open() {
    this.close();
    // A new EventSource cannot set the Last-Event-ID header: the id is sent in the URL.
    const url = new URL(this.url, location.href);
    if (this.lastEventId) url.searchParams.set("last", this.lastEventId);
    const source = new EventSource(url);
    this.source = source;
    source.addEventListener("open", () => this.connected());
    source.addEventListener("regions", (event) => {
      this.connected();
      if (event.lastEventId) this.lastEventId = event.lastEventId;
      this.on.change(JSON.parse(event.data));
    });
    source.addEventListener("error", () => this.failed());
  }

  connected() {
    this.retries = 0;
    if (this.isLost) {
      this.isLost = false;
      this.on.restored();
    }
  }

  failed() {
    if (!this.source) return;
    if (!this.isLost) {
      this.isLost = true;
      this.on.lost();
    }
    if (this.source.readyState === EventSource.CLOSED) {
      const delay = RETRY_DELAYS[Math.min(this.retries++, RETRY_DELAYS.length - 1)];
      clearTimeout(this.retryTimer);
      this.retryTimer = setTimeout(() => this.open(), delay);
    }
  }

  close() {
    clearTimeout(this.retryTimer);
    this.source?.close();
    this.source = null;
  }

  changeVisibility() {
    clearTimeout(this.closeTimer);
    if (document.hidden) this.closeTimer = setTimeout(() => this.close(), CLOSE_WHEN_HIDDEN);
    else if (!this.source) this.open();
  }
}
