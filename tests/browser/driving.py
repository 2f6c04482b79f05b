"""Playing through the page: random legal clicks, made inside the page so that a whole game takes seconds."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Clicks what an option hangs on: drawn things, buttons, and the buttons of a card where there are several.
DRIVE = """async ({steps, seed}) => {
  let state = seed;
  const random = n => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % n;
  };
  const nap = () => new Promise(done => setTimeout(done, 5));
  const stamp = () => document.querySelector('#choices input[name="seq"]')?.value ?? "";
  const over = () => Boolean(document.querySelector("#ending:not([hidden])"));
  const busy = () => document.body.classList.contains("is-busy");
  const started = () => document.querySelector("[data-tools] button"); // the script of the page puts it there
  const ready = () => started() && document.querySelector("#choices[data-due] [data-act]") && !busy();
  const press = thing => thing.dispatchEvent(
    new PointerEvent("pointerdown", {bubbles: true, pointerType: "mouse"}));
  const click = thing => {
    press(thing);
    thing.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
  };
  let deadline = performance.now() + 30000;
  const late = what => { if (performance.now() > deadline) throw new Error(`nothing happens: ${what}`); };
  let done = 0;
  while (done < steps && !over()) {
    if (!ready()) { late("no choices"); await nap(); continue; }
    press(document.body); // what others did meanwhile is shown at once, so that the page stays as it is
    if (!ready()) continue;
    const seen = stamp();
    const choosable = ":is([data-act], [data-prefix], [data-do=pay]):not(:disabled)";
    const things = [...document.querySelectorAll(choosable)];
    const thing = things[random(things.length)];
    const what = thing.outerHTML.slice(0, 200);
    click(thing);
    if (thing.dataset.prefix) {
      const buttons = [...document.querySelectorAll("#card button")];
      if (buttons.length !== thing.dataset.prefix.split(" ").length) throw new Error(`no card for ${what}`);
      click(buttons[random(buttons.length)]);
    }
    while (stamp() === seen && !over()) { late(what); await nap(); }
    done++;
    deadline = performance.now() + 30000;
  }
  return {done, over: over()};
}"""

# What the page shows, without what the script has added to it; the order of attributes means nothing.
SHOWN = """() => {
  const found = {};
  const ids = ["say", "acts", "turn", "choices", "map", "market", "trade", "songs", "years", "story",
               "supply", "rounds", "goals", "favor", "majority", "piles", "scoring", "me", "log", "score",
               "race", "players", "winter", "ending", "automa", "ask"];
  for (const id of ids) {
    const element = document.getElementById(id)?.cloneNode(true);
    if (!element) continue;
    for (const part of [element, ...element.querySelectorAll("*")]) {
      part.removeAttribute("tabindex");
      part.removeAttribute("data-touched");
      part.classList?.remove("is-pressed", "is-pointed", "snap-now"); // where a phone begins to look
      if (part.getAttribute("class") === "") part.removeAttribute("class");
      const attributes = [...part.attributes].sort((one, other) => one.name < other.name ? -1 : 1);
      for (const {name} of attributes) part.removeAttribute(name);
      for (const {name, value} of attributes) part.setAttribute(name, value);
    }
    found[id] = element.outerHTML;
  }
  return found;
}"""


def drive(page: Page, steps: int = 100_000, seed: int = 1) -> tuple[int, bool]:
    """Make so many random choices, or all to the end: how many were made, and whether the game is over."""
    found: dict[str, Any] = page.evaluate(DRIVE, {"steps": steps, "seed": seed})
    return found["done"], found["over"]


def begin_driving(page: Page, seed: int) -> None:
    """Let the page play by itself, to the end: it chooses whenever it is asked."""
    page.evaluate(
        f"how => {{ ({DRIVE})(how).catch(error => {{ document.title = error.message; throw error; }}); }}",
        {"steps": 100_000, "seed": seed},
    )


def shown(page: Page) -> dict[str, str]:
    """What the page shows of the table, by region."""
    found: dict[str, str] = page.evaluate(SHOWN)
    return found


def stamp(page: Page) -> str:
    """The number of the state that the page shows."""
    return page.input_value('#choices input[name="seq"]')


def changed(page: Page, since: str) -> None:
    """Wait until the page shows something else."""
    page.wait_for_function(
        "since => document.querySelector('#choices input[name=\"seq\"]')?.value !== since", arg=since
    )


def my_turn(page: Page) -> None:
    page.wait_for_selector("#choices[data-due] [data-act]", state="attached")
    page.wait_for_selector("[data-tools] button", state="attached")  # the script listens to keys from then on


def new_table(
    page: Page,
    seats: list[str],
    game: str = "stroganov",
    seed: str = "",
    name: str = "Anna",
    options: dict[str, str] | None = None,
) -> None:
    """From the first page, by its form."""
    page.click(f".game--{game} summary")
    form = page.locator(f".game--{game} form.long")
    form.locator('[name="name"]').fill(name)
    form.locator('[name="seed"]').fill(seed)
    for option, value in (options or {}).items():
        form.locator(f'[name="option.{option}"]').select_option(value)
    for i in range(form.locator('[name^="seat."]').count()):
        form.locator(f'[name="seat.{i + 1}"]').select_option(seats[i] if i < len(seats) else "none")
    form.locator("button.btn--main").click()
    page.wait_for_url("**/t/**")


def take_in(page: Page, position: str) -> None:
    """From the first page: a table that begins in this position, with all seats mine."""
    page.click("details.import summary")
    page.fill("details.import textarea", position)
    page.click("details.import button")
    page.wait_for_url("**/t/**")
