// Lets the search of the site work on pages that are opened from the disk.
// Browsers refuse to start a Worker from a file: address. This class runs the script in a hidden frame instead.
// The theme's plugin "offline" uses a script of this name if the configuration lists one.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inner = this.frame.contentWindow;
      addEventListener("message", event => {
        if (event.source !== inner) return;
        const message = new MessageEvent("message", {data: event.data});
        this.dispatchEvent(message);
        this.onmessage?.(message);
      });
      const prelude = `
        var postMessage = data => parent.postMessage(data, "*");
        var importScripts = (...addresses) => addresses.reduce((before, address) => before.then(() =>
          new Promise(done => {
            const script = document.createElement("script");
            script.src = address;
            script.onload = done;
            document.body.append(script);
          })), Promise.resolve());`;
      this.loaded = new Promise(done => {
        inner.document.open();
        inner.document.write(
          `<html><body><script>${prelude}</script><script src="${address}"></script></body></html>`);
        inner.document.close();
        this.frame.onload = done;
        inner.onload = done;
      });
    }
    postMessage(data) {
      this.loaded.then(() => {
        const inner = this.frame.contentWindow;
        const message = new MessageEvent("message", {data: structuredClone(data)});
        inner.onmessage ? inner.onmessage(message) : inner.dispatchEvent(message);
      });
    }
    terminate() {
      this.frame.remove();
    }
  };
}
