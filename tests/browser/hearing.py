"""What axe finds on a page: everything that shuts somebody out."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Half faded in, a word has too little contrast; what people read is the end of a movement.
COME_TO_REST = """() => document.getAnimations().forEach((moving) => {
  try { moving.finish(); } catch { moving.cancel(); }
})"""


def faults(page: Page) -> list[str]:
    """Every fault with the first places where it is."""
    page.wait_for_timeout(50)
    page.evaluate(COME_TO_REST)
    found = Axe().run(
        page, options={"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    )
    return [
        f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:3]]}"
        for fault in found.response["violations"]
    ]
