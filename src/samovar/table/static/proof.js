// The page that proves a shuffle: hash the seed here, too, so that nobody has to believe the server.

async function hex(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Say whether the seed is the promised one. Over plain HTTP from another machine browsers do not hash. */
export async function prove() {
  const line = document.querySelector("[data-hash]");
  if (!line || !globalThis.crypto?.subtle) return;
  const right = (await hex(line.dataset.hash)) === line.dataset.is;
  line.className = right ? "right" : "wrong";
  line.textContent = right ? line.dataset.right : line.dataset.wrong;
  line.hidden = false;
}
