"""Make the pictures of the table in docs/pictures again: ``python tools/pictures.py [NAME …]``.

It starts a table, opens it in Chromium and plays. Bots have the other seats. A bot also chooses for the
player whose page is shown. Chromium encodes each picture as WebP. ``turn.webp`` is an animation of a turn.
Its frames contain only the areas that have changed.
"""

from __future__ import annotations

import base64
import fnmatch
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright

from samovar.bots.registry import seat_bot
from samovar.games import registry
from samovar.kernel.rng import Rng
from samovar.match.match import Match
from samovar.table.app import Application, make_app
from samovar.table.server import Server
from samovar.table.settings import Settings
from tests.browser.random_play import new_table, shown_version, wait_for_my_turn
from tools import system_packages

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
WIDE = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
SEED = "7"
MIDDLE = 40  # own decisions before the picture of a running game
QUALITY = 0.72
TURN_SIZE = (800, 450)
TURN_QUALITY = 0.5
# The areas of the page that the animation encodes separately, because a change affects few of them: question,
# top of the board, map, own area, players, log.
TURN_AREAS = [
    [0, 0, 800, 36],
    [0, 36, 630, 40],
    [0, 76, 630, 200],
    [0, 276, 630, 66],
    [0, 342, 630, 108],
    [630, 36, 170, 222],
    [630, 258, 170, 192],
]
MAX_BYTES = 500_000
Part = tuple[int, int, int, int, bytes]  # x, y, width, height, WebP

# Encodes a screenshot as WebP. With areas ([x, y, width, height] each), the result holds for each area with a
# change the changed rectangle: [x, y, width, height, base64]. A frame of an animation begins at even numbers.
ENCODE = """async ({png, width, height, quality, areas}) => {
  const image = new Image();
  image.src = "data:image/png;base64," + png;
  await image.decode();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const now = context.getImageData(0, 0, width, height).data;
  const before = areas ? self.before : null;
  const differs = i => !before || Math.abs(now[i] - before[i]) + Math.abs(now[i + 1] - before[i + 1])
    + Math.abs(now[i + 2] - before[i + 2]) > 40;
  self.before = areas ? now : null;
  const found = [];
  for (const [x0, y0, wide, high] of areas && before ? areas : [[0, 0, width, height]]) {
    let left = width, top = height, right = -1, bottom = -1;
    for (let y = y0; y < y0 + high; y++) for (let x = x0; x < x0 + wide; x++) {
      if (!differs(4 * (y * width + x))) continue;
      left = Math.min(left, x); right = Math.max(right, x);
      top = Math.min(top, y); bottom = Math.max(bottom, y);
    }
    if (right < 0) continue;
    left -= left % 2; top -= top % 2;
    const part = new OffscreenCanvas(right - left + 1, bottom - top + 1);
    part.getContext("2d").drawImage(canvas, -left, -top);
    const blob = await part.convertToBlob({type: "image/webp", quality});
    let text = "";
    for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
    found.push([left, top, part.width, part.height, btoa(text)]);
  }
  return found;
}"""


@contextmanager
def served(database: Path) -> Iterator[tuple[Application, str]]:
    """Run a table without rate limits in this process. Yields the application and its address."""
    app = make_app(Settings(f"sqlite:///{database}", client_limits=False, pause=0.0))
    server = Server(app, log_level="error")
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield app, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


class TableSession:
    """A table and a browser, with methods that play and take pictures."""

    def __init__(self, app: Application, address: str, browser: Browser) -> None:
        self.app = app
        self.address = address
        self.browser = browser
        self.encoder = browser.new_page()

    def visit(self, **context: Any) -> Page:
        context.setdefault("viewport", WIDE)
        context.setdefault("reduced_motion", "reduce")
        page = self.browser.new_context(locale="en-GB", **context).new_page()
        page.goto(self.address)
        return page

    def match(self, page: Page) -> Match:
        """The game of the table that the page shows."""
        name = page.url.split("/t/")[1].split("/")[0].split("?")[0]
        match = self.app.service.rooms.open_rooms[name].room.match
        assert match is not None
        return match

    def best(self, page: Page) -> str:
        """The token that a bot of the level medium would choose for the first seat."""
        match = self.match(page)
        bot = seat_bot("medium", match.game, 0)
        return match.state.box.notation.token(bot.choose(match.view(0), Rng(1)))

    def act(self, page: Page, token: str) -> None:
        """Click this option, and wait until the page shows the result."""
        seen = shown_version(page)
        page.evaluate(f"""document.querySelector('#choices [data-act="{token}"]').click()""")
        page.wait_for_function(
            "seen => document.querySelector('#choices input[name=\"seq\"]')?.value !== seen"
            " || document.querySelector('#ending:not([hidden])')",
            arg=seen,
        )

    def play(self, page: Page, decisions: int) -> bool:
        """Play this many own decisions. False if the game ended."""
        made = 0
        while made < decisions:
            page.wait_for_selector(
                "#choices[data-due] [data-act], #ending:not([hidden])", state="attached", timeout=60_000
            )
            if page.locator("#ending:not([hidden])").count():
                return False
            token = self.best(page) if self.match(page).options(0) else ""
            if not page.locator(f'#choices [data-act="{token}"]').count():
                page.wait_for_timeout(50)  # the page does not show the newest state yet
                continue
            self.act(page, token)
            made += 1
        page.wait_for_selector("#choices[data-due] [data-act], #ending:not([hidden])", state="attached")
        return True

    def save(self, page: Page, name: str) -> None:
        page.wait_for_timeout(400)
        png = page.screenshot()
        width, height = struct.unpack(">II", png[16:24])
        ((*_, data),) = self.encode(png, width, height, QUALITY)
        write(name, data)

    def encode(self, png: bytes, width: int, height: int, quality: float, areas: object = None) -> list[Part]:
        how = {"width": width, "height": height, "quality": quality, "areas": areas}
        found = self.encoder.evaluate(ENCODE, {"png": base64.b64encode(png).decode(), **how})
        return [(*place, base64.b64decode(data)) for *place, data in found]


def write(name: str, data: bytes) -> None:
    assert len(data) <= MAX_BYTES, f"{name} has {len(data)} bytes, more than {MAX_BYTES}"
    (PICTURES / name).write_bytes(data)
    print(f"{name}: {len(data) // 1000} kB")


# ---- pictures ----


def first_page(session: TableSession) -> None:
    session.save(session.visit(), "first-page.webp")


def seated(session: TableSession, game: str, **context: Any) -> Page:
    page = session.visit(**context)
    new_table(page, ["me", "bot.medium", "bot.medium"], game, seed=SEED, name="Mavra")
    wait_for_my_turn(page)
    return page


def start(session: TableSession, game: str) -> None:
    session.save(seated(session, game), f"{game}-start.webp")


def middle(session: TableSession, game: str) -> None:
    page = seated(session, game)
    session.play(page, MIDDLE)
    session.save(page, f"{game}-middle.webp")
    page.emulate_media(color_scheme="dark")
    session.save(page, f"{game}-dark.webp")
    page.emulate_media(color_scheme="light")
    session.play(page, 10_000)
    page.wait_for_selector("#ending:not([hidden])")
    session.save(page, f"{game}-end.webp")


def phone(session: TableSession, game: str) -> None:
    page = seated(session, game, viewport=PHONE, device_scale_factor=2, has_touch=True, is_mobile=True)
    session.play(page, MIDDLE)
    session.save(page, f"{game}-phone.webp")


def begins_turn(session: TableSession, page: Page) -> bool:
    return any(token.startswith("move") for token in session.match(page).options(0))


def turn(session: TableSession) -> None:
    """One turn of the first game, from moving to the answer of the bots, with the animations of the page."""
    page = seated(session, registry.FIRST, reduced_motion="no-preference")
    session.play(page, MIDDLE)
    while 'season = "summer"' not in session.match(page).position() or not begins_turn(session, page):
        session.play(page, 1)
    page.wait_for_timeout(1500)
    frames: list[tuple[int, Part]] = []

    def take(milliseconds: int) -> None:
        parts = session.encode(page.screenshot(), *TURN_SIZE, TURN_QUALITY, TURN_AREAS)
        frames.extend((0, part) for part in parts)
        frames[-1] = (frames[-1][0] + milliseconds, frames[-1][1])

    take(1500)
    for step in range(12):
        if step and begins_turn(session, page):
            break
        token = session.best(page)
        page.evaluate(f"""document.querySelector('#choices [data-act="{token}"]').click()""")
        page.wait_for_timeout(150)
        take(150)
        page.wait_for_selector("#choices[data-due] [data-act]", state="attached")
        page.wait_for_timeout(1200)
        take(1000)
    take(1500)
    write("turn.webp", animation(frames, *TURN_SIZE))


MAKERS: dict[str, Callable[[TableSession], None]] = {"first-page": first_page, "turn": turn}
for title in registry.names():
    MAKERS[f"{title}-start"] = partial(start, game=title)
    MAKERS[f"{title}-middle"] = partial(middle, game=title)
    MAKERS[f"{title}-phone"] = partial(phone, game=title)


# ---- the container of an animated WebP (RIFF) ----


def chunk(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def number(value: int) -> bytes:
    """The number as three bytes, little-endian."""
    return struct.pack("<I", value)[:3]


def image_data(webp: bytes) -> bytes:
    """Return the chunks of a still WebP that a frame may hold: the pixels, without the extended header."""
    found, at = b"", 12
    while at < len(webp):
        size = 8 + struct.unpack("<I", webp[at + 4 : at + 8])[0]
        size += size % 2
        if webp[at : at + 4] in {b"ALPH", b"VP8 ", b"VP8L"}:
            found += webp[at : at + size]
        at += size
    return found


def animation(frames: list[tuple[int, Part]], width: int, height: int) -> bytes:
    """Return an endless animation. A frame with 0 milliseconds is shown together with the next one."""
    flags = b"\x02\0\0\0"  # the animation bit
    body = chunk(b"VP8X", flags + number(width - 1) + number(height - 1))
    body += chunk(b"ANIM", b"\xff\xff\xff\xff" + struct.pack("<H", 0))
    for milliseconds, (left, top, frame_width, frame_height, webp) in frames:
        place = number(left // 2) + number(top // 2) + number(frame_width - 1) + number(frame_height - 1)
        body += chunk(b"ANMF", place + number(milliseconds) + b"\x02" + image_data(webp))  # no blending
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def main(patterns: list[str]) -> int:
    names = [name for name in MAKERS if not patterns or any(fnmatch.fnmatch(name, one) for one in patterns)]
    if not names:
        print(f"no such picture; there are: {', '.join(MAKERS)}", file=sys.stderr)
        return 2
    path = system_packages.path_of(system_packages.CHROMIUM)
    arguments = ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"]
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder) / "table.db") as (app, address),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        session = TableSession(app, address, browser)
        for name in names:
            MAKERS[name](session)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
