// The root path: the prefix of all URLs of the server. It is "/", or "/samovar/" behind a proxy with that prefix. Scripts
// are served one level below it, so the URL of this module contains it.

export const ROOT_PATH = new URL("..", import.meta.url).pathname;
