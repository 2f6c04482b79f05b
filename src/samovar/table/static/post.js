// POST requests with retries. Each action has a random id, so the server recognizes a repeated request and a retry cannot
// play an action twice.

const RETRY_DELAYS = [300, 1000, 3000]; // milliseconds

const wait = (delay) => new Promise((done) => setTimeout(done, delay));

/** A random id of 32 hexadecimal digits. crypto.randomUUID is missing over plain HTTP in a local network. */
export function actionId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Post fields as JSON. Returns the status and, if the response is JSON, its body. Status 0: the server is unreachable. */
export async function post(url, fields) {
  const request = {
    method: "POST",
    headers: {"content-type": "application/json", accept: "application/json"},
    body: JSON.stringify(fields),
  };
  for (let i = 0; ; i++) {
    try {
      const response = await fetch(url, request);
      const type = response.headers.get("content-type") ?? "";
      return {status: response.status, body: type.includes("json") ? await response.json() : null};
    } catch {
      if (i === RETRY_DELAYS.length) return {status: 0, body: null};
      await wait(RETRY_DELAYS[i]);
    }
  }
}
