// Sending something to the table. Each action carries a number of its own, so that the server knows a repeated one,
// and a broken connection cannot make it happen twice.

const TRIES = [300, 1000, 3000];

const wait = (pause) => new Promise((done) => setTimeout(done, pause));

/** A number that no other action has. (Over plain HTTP in a local network there is no crypto.randomUUID.) */
export function actionId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The answer: its status, and what it says if that is JSON. Status 0: the server cannot be reached. */
export async function post(address, fields) {
  const request = {
    method: "POST",
    headers: {"content-type": "application/json", accept: "application/json"},
    body: JSON.stringify(fields),
  };
  for (let i = 0; ; i++) {
    try {
      const answer = await fetch(address, request);
      const kind = answer.headers.get("content-type") ?? "";
      return {status: answer.status, said: kind.includes("json") ? await answer.json() : null, url: answer.url};
    } catch {
      if (i === TRIES.length) return {status: 0, said: null, url: ""};
      await wait(TRIES[i]);
    }
  }
}
