"""SVG: small pure functions that return SVG and HTML text.

A picture that occurs twice is a symbol in a ``sprite.svg``: one shared by all games, and one per game.
``use`` and ``icon`` place a symbol. Its id is "a-" and its name. Symbols take the colours of the theme
from CSS custom properties (--line, --sky-…). Pieces of a player read --pc and --pc-on from a class such as
p-red. No function here knows the rules of a game, and none writes a style attribute.
"""

from __future__ import annotations

from html import escape as escaped
from importlib.resources import files
from typing import Final

from samovar.games import registry

MIDDLE: Final = "middle"
START: Final = "start"
END: Final = "end"

# ---- building blocks ----


def esc(value: str) -> str:
    """The text escaped for HTML, also for use inside an attribute."""
    return escaped(value, True)


def num(value: float) -> str:
    """A number with at most one decimal, as short as possible."""
    tenths = int(value * 10 + 0.5) if value >= 0 else -int(0.5 - value * 10)
    return TENTHS[tenths] if 0 <= tenths < MAX_TENTHS else format_tenths(tenths)


def format_tenths(tenths: int) -> str:
    """A number of tenths as text: 12.5 for 125, 12 for 120."""
    sign = "-" if tenths < 0 else ""
    whole, rest = abs(tenths) // 10, abs(tenths) % 10
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


# A page has thousands of numbers, mostly the same ones: their texts are made once.
MAX_TENTHS: Final = 11_000
TENTHS: Final = [format_tenths(tenths) for tenths in range(MAX_TENTHS)]


def class_attribute(cls: str) -> str:
    return f' class="{cls}"' if cls else ""


def tag(name: str, attributes: str, content: str) -> str:
    """<name attributes>content</name>. The caller writes and escapes the attributes."""
    return f"<{name} {attributes}>{content}</{name}>" if attributes else f"<{name}>{content}</{name}>"


def group(content: str, cls: str = "", attributes: str = "") -> str:
    return f"<g{class_attribute(cls)}{' ' + attributes if attributes else ''}>{content}</g>"


def svg(w: float, h: float, body: str, label: str = "", cls: str = "", name: str = "") -> str:
    """An SVG element. With a label it is a group for screen readers, without one it is hidden from them."""
    role = f'role="group" aria-label="{esc(label)}"' if label else 'aria-hidden="true"'
    ident = f' id="{name}"' if name else ""
    return f'<svg{ident} viewBox="0 0 {num(w)} {num(h)}"{class_attribute(cls)} {role}>{body}</svg>'


def use(ref: str, x: float = 0.0, y: float = 0.0, w: float = 24.0, h: float = 0.0, cls: str = "") -> str:
    size = f'width="{num(w)}" height="{num(h or w)}"'
    return f'<use href="#a-{ref}" x="{num(x)}" y="{num(y)}" {size}{class_attribute(cls)}/>'


def icon(ref: str, label: str = "", cls: str = "icon") -> str:
    """A symbol within a line of text. Screen readers read its label, and skip it if there is none."""
    role = f'role="img" aria-label="{esc(label)}"' if label else 'aria-hidden="true"'
    return f'<svg class="{cls}" {role}><use href="#a-{ref}"/></svg>'


def text(x: float, y: float, value: str, cls: str = "t", anchor: str = "") -> str:
    at = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{num(x)}" y="{num(y)}" class="{cls}"{at}>{esc(value)}</text>'


WIDE_CHARS: Final = "mwMW"
NARROW_CHARS: Final = "iljtfI.,' "


def width_of(value: str, size: float) -> float:
    """The approximate width of a bold line in the sans-serif font."""
    wide = 0.0
    for char in value:
        wide += (
            0.92 if char in WIDE_CHARS else 0.34 if char in NARROW_CHARS else 0.72 if char.isupper() else 0.58
        )
    return wide * size * 1.03


def fitted_text(
    x: float, y: float, value: str, cls: str, room: float, size: float = 10.5, anchor: str = MIDDLE
) -> str:
    """A line of text that is condensed if it would be wider than ``room``."""
    squeeze = ""
    if width_of(value, size) > room:
        squeeze = f' textLength="{num(room)}" lengthAdjust="spacingAndGlyphs"'
    at = f' text-anchor="{anchor}"' if anchor != START else ""
    return f'<text x="{num(x)}" y="{num(y)}" class="{cls}"{at}{squeeze}>{esc(value)}</text>'


def rect(x: float, y: float, w: float, h: float, r: float = 0.0, cls: str = "") -> str:
    round_ = f' rx="{num(r)}"' if r else ""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"{round_}{class_attribute(cls)}/>'
    )


def path(d: str, cls: str) -> str:
    return f'<path d="{d}"{class_attribute(cls)}/>'


def dot(x: float, y: float, r: float, cls: str) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" class="{cls}"/>'


def translate(x: float, y: float) -> str:
    return f'transform="translate({num(x)} {num(y)})"'


def piece(name: str, body: str, x: float, y: float, cls: str, label: str = "") -> str:
    """A piece of the flat layer. A move changes only its transform, so CSS can animate it."""
    role = f' role="img" aria-label="{esc(label)}"' if label else ""
    return f'<g id="{name}" class="piece {cls}" {translate(x, y)}{role}>{body}</g>'


def shield(value: str, x: float, y: float, s: float = 24.0, end: bool = False) -> str:
    """Points on a shield: gold for points during the game, silver for points at its end."""
    wide = len(value) > (2 if s >= 22 else 1)
    size = "num num-x" if wide else "num" if s >= 22 else "num num-s"
    return use("evp" if end else "vp", x, y, s) + text(x + s / 2, y + s * 0.66, value, size, MIDDLE)


def points(value: int, label: str, sign: str = "vp") -> str:
    """Points in a line of text: the number on a gold shield, or on another symbol ``sign``."""
    role = f'role="img" aria-label="{esc(label)}"'
    body = shield(str(value), 0.0, 0.0)
    if sign != "vp":
        body = use(sign) + text(12, 19, str(value), "num num-v", MIDDLE)
    return f'<span class="points-badge"><svg viewBox="0 0 24 24" {role}>{body}</svg></span>'


def count_badge(x: float, y: float, n: int, r: float = 8.5) -> str:
    """A count in a circle, for the corner of a thing."""
    return dot(x, y, r, "count") + text(x, y + 4.2, str(n), "t t-cnt", MIDDLE)


def tick(x: float, y: float) -> str:
    return dot(x, y, 6, "tick") + path(f"M{num(x - 3)} {num(y)}l2.2 2.2 4-4.4", "tick-mark")


# ---- rows of icons ----

SMALL: Final = 13.5  # icons up to this size have the smaller font
# A kind and a value: "i" an icon, "any" an icon with the star for anywhere, "no" an icon struck out,
# "n" a text, "vp" points, "evp" points at the end, "land" a landscape.
Item = tuple[str, str]


def item_width(item: Item, s: float, gap: float) -> float:
    kind, value = item
    if kind == "n":
        letter = max(s * 0.45, 7.4 if s > SMALL else 6.3)  # the font does not shrink with the icons
        return len(value) * letter - gap + 1.5
    if kind in ("vp", "evp"):
        return s * 1.2
    return s + 4 if kind == "any" else s


def icon_row(
    items: list[Item],
    x: float,
    y: float,
    s: float = 17.0,
    gap: float = 3.0,
    fit: float = 0.0,
    align: str = MIDDLE,
) -> str:
    """A row of icons centred on height y. It is scaled down if it would be wider than ``fit``."""
    total = -gap
    for item in items:
        total += item_width(item, s, gap) + gap
    if fit and total > fit:
        return icon_row(items, x, y, s * fit / total - 0.1, gap * fit / total, 0.0, align)
    if align == MIDDLE:
        x -= total / 2
    elif align == END:
        x -= total
    out = ""
    for item in items:
        kind, value = item
        if kind == "n":
            out += text(x, y + s * 0.27, value, "t t-b" if s > SMALL else "t t-bs")
        elif kind == "land":
            out += land_pip(value, x, y - s / 2, s, s)
        elif kind in ("vp", "evp"):
            out += shield(value, x, y - s * 0.6, s * 1.2, kind == "evp")
        else:
            out += use(value, x, y - s / 2, s)
            if kind == "no":
                out += path(
                    f"M{num(x + 1)} {num(y + s / 2 - 1)}L{num(x + s - 1)} {num(y - s / 2 + 1)}", "strike"
                )
            if kind == "any":
                out += use("anywhere", x + s - 5, y - s / 2 - 2, 9)
        x += item_width(item, s, gap) + gap
    return out


def land_pip(kind: str, x: float, y: float, w: float, h: float) -> str:
    """A small framed picture of a landscape, cropped from its scene."""
    cut = f'viewBox="0 0 72 {num(72 * h / w)}" aria-hidden="true"'
    at = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"'
    return f"<svg {at} {cut}>{use(kind, 0, -24, 72, 126)}</svg>" + rect(x, y, w, h, 3, "frame")


# ---- sprites and other drawings in files ----

_DRAWINGS: Final[dict[str, str]] = {}


def sprite(game: str) -> str:
    """The shared symbols and those of this game, as two hidden SVG elements for the beginning of a page."""
    return drawing("", "sprite.svg") + drawing(game, "sprite.svg")


def symbol(name: str) -> str:
    """The content of a symbol that all games share, for pages without the sprite; empty if there is none."""
    whole = drawing("", "sprite.svg")
    found = whole.find(f'<symbol id="a-{name}"')
    if found < 0:
        return ""
    start = whole.index(">", found) + 1
    return whole[start : whole.index("</symbol>", start)]


def drawing(game: str, name: str) -> str:
    """The drawing in a file of this game's views. Without a game, a drawing that all games share. Empty if
    there is no such file.
    """
    key = f"{game}/{name}"
    if key not in _DRAWINGS:
        file = registry.data(game, "views", name) if game else files("samovar.views").joinpath(name)
        _DRAWINGS[key] = file.read_text(encoding="utf-8") if file.is_file() else ""
    return _DRAWINGS[key]
