// The path that all addresses of the server begin with: "/", or "/samovar/" behind a proxy with that prefix. Scripts
// are served one level below it, so their own address tells.

export const ROOT = new URL("..", import.meta.url).pathname;
