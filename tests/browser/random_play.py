"""Playing through the page. Random legal clicks are made by a script in the page, so a game takes seconds."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Clicks targets and buttons that offer options, and a button of the help card if there are several options.
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
  const started = () => document.querySelector("[data-tools] button"); // added by the script of the page
  const ready = () => started() && document.querySelector("#choices[data-due] [data-act]") && !busy();
  const press = thing => thing.dispatchEvent(
    new PointerEvent("pointerdown", {bubbles: true, pointerType: "mouse"}));
  const click = thing => {
    press(thing);
    thing.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
  };
  let deadline = performance.now() + 30000;
  const late = what => { if (performance.now() > deadline) throw new Error(`nothing happens: ${what}`); };
  const confirm = () => { // a turn that ended by itself, so that the bots answer
    const button = started() && !busy() && document.querySelector("[data-do=confirm]");
    if (button) click(button);
  };
  let done = 0;
  while (done < steps && !over()) {
    confirm();
    if (!ready()) { late("no choices"); await nap(); continue; }
    press(document.body); // shows queued changes at once, so that the page does not change meanwhile
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
  while (busy() && !over()) await nap(); // the page shows the answer to the last click
  confirm();
  return {done, over: over()};
}"""

# The HTML of the regions, without the attributes that scripts add, and with sorted attributes.
SHOWN = """() => {
  const found = {};
  const ids = ["say", "acts", "turn", "choices", "map", "market", "trade", "songs", "years", "story",
               "supply", "rounds", "goals", "favor", "majority", "piles", "scoring", "me", "log", "score",
               "race", "players", "winter", "ending", "automa", "ask"];
  for (const id of ids) {
    const element = document.getElementById(id)?.cloneNode(true);
    if (!element) continue;
    for (const mark of element.querySelectorAll(".new-mark")) mark.remove();
    for (const part of [element, ...element.querySelectorAll("*")]) {
      part.removeAttribute("tabindex");
      part.removeAttribute("data-touched");
      if (part.matches("[aria-describedby=card-lines]")) part.removeAttribute("aria-describedby"); // hovered
      part.removeAttribute("aria-description"); // of a mark
      part.classList?.remove("is-pressed", "is-related", "is-recapped", "snap-now");
      if (part.getAttribute("class") === "") part.removeAttribute("class");
      const attributes = [...part.attributes].sort((one, other) => one.name < other.name ? -1 : 1);
      for (const {name} of attributes) part.removeAttribute(name);
      for (const {name, value} of attributes) part.setAttribute(name, value);
    }
    found[id] = element.outerHTML;
  }
  return found;
}"""


def play_randomly(page: Page, steps: int = 100_000, seed: int = 1) -> tuple[int, bool]:
    """Play up to ``steps`` random options. Returns the number played, and true if the game is over."""
    found: dict[str, Any] = page.evaluate(DRIVE, {"steps": steps, "seed": seed})
    return found["done"], found["over"]


def start_random_play(page: Page, seed: int) -> None:
    """Start playing random options to the end of the game, without waiting for it."""
    page.evaluate(
        f"how => {{ ({DRIVE})(how).catch(error => {{ document.title = error.message; throw error; }}); }}",
        {"steps": 100_000, "seed": seed},
    )


def shown(page: Page) -> dict[str, str]:
    """The HTML of the table by region, without the attributes that scripts add."""
    found: dict[str, str] = page.evaluate(SHOWN)
    return found


def shown_version(page: Page) -> str:
    """The version (``seq``) of the table that the page shows."""
    return page.input_value('#choices input[name="seq"]')


def changed(page: Page, since: str) -> None:
    """Wait until the page shows another version of the table than ``since``."""
    page.wait_for_function(
        "since => document.querySelector('#choices input[name=\"seq\"]')?.value !== since", arg=since
    )


def wait_for_script(page: Page) -> None:
    """Wait until the script of the page has started. Before that a lost connection also loses the script."""
    page.wait_for_selector("[data-tools] button", state="attached")


def wait_for_my_turn(page: Page) -> None:
    page.wait_for_selector("#choices[data-due] [data-act]", state="attached")
    wait_for_script(page)


def new_table(
    page: Page,
    seats: list[str],
    game: str = "stroganov",
    seed: str = "",
    name: str = "Anna",
    options: dict[str, str] | None = None,
) -> None:
    """Create a table by the form of the lobby."""
    page.click(f".game--{game} summary")
    form = page.locator(f".game--{game} form.full-form")
    form.locator('[name="name"]').fill(name)
    form.locator('[name="seed"]').fill(seed)
    for option, value in (options or {}).items():
        form.locator(f'[name="option.{option}"]').select_option(value)
    for i in range(form.locator('[name^="seat."]').count()):
        form.locator(f'[name="seat.{i + 1}"]').select_option(seats[i] if i < len(seats) else "none")
    form.locator("button.btn--main").click()
    page.wait_for_url("**/t/**")


def import_position(page: Page, position: str) -> None:
    """Create a table that begins in this position by the import form of the lobby. All seats are mine."""
    page.click("details.import summary")
    page.fill("details.import textarea", position)
    page.click("details.import button")
    page.wait_for_url("**/t/**")
