"""Accessibility faults that axe finds on a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# A text that is fading in has too little contrast: finish all animations first.
COME_TO_REST = """() => document.getAnimations().forEach((moving) => {
  try { moving.finish(); } catch { moving.cancel(); }
})"""


def accessibility_faults(page: Page) -> list[str]:
    """Every accessibility fault, with its first three elements."""
    page.wait_for_timeout(50)
    page.evaluate(COME_TO_REST)
    found = Axe().run(
        page, options={"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    )
    return [
        f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:3]]}"
        for fault in found.response["violations"]
    ]
