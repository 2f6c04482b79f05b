// The page of the shuffle proof: the browser hashes the seed itself, so the user need not trust the server.

async function sha256(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Show whether the seed has the hash that the server committed to. Over plain HTTP from another machine browsers have no
 *  crypto.subtle, and the line stays hidden. */
export async function proveShuffle() {
  const line = document.querySelector("[data-hash]");
  if (!line || !globalThis.crypto?.subtle) return;
  const isRight = (await sha256(line.dataset.hash)) === line.dataset.is;
  line.className = isRight ? "right" : "wrong";
  line.textContent = isRight ? line.dataset.right : line.dataset.wrong;
  line.hidden = false;
}
