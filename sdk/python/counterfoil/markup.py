"""Titles of vouchers may contain markup: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}."""

from __future__ import annotations

import html
import re

_TAG = re.compile(r"(\{/?[brs]\})", re.IGNORECASE | re.ASCII)
_HTML = {
    "b": ("<strong>", "</strong>"),
    "r": ('<span style="color:#c00">', "</span>"),
    "s": ("<s>", "</s>"),
}


def plain_title(title: str) -> str:
    """A title without its markup. One pass only: ``{{b}b}`` becomes ``{b}``."""
    return _TAG.sub("", title)


def title_to_html(title: str) -> str:
    """A title as HTML that is safe to insert: everything but the markup is escaped."""
    # A count per tag: `{b}{b}x{/b}y{/b}` keeps y bold.
    depths: dict[str, int] = {}
    parts = []
    for index, part in enumerate(_TAG.split(title)):
        if index % 2 == 1:
            _apply_tag(depths, part)
        elif part:
            inner = html.escape(part).replace("&#x27;", "&#39;")
            for tag in reversed(depths):
                inner = inner.join(_HTML[tag])
            parts.append(inner)
    return "".join(parts)


def _apply_tag(depths: dict[str, int], text: str) -> None:
    tag = text[-2].lower()
    depth = depths.get(tag, 0) + (-1 if text.startswith("{/") else 1)
    if depth > 0:
        depths[tag] = depth
    else:
        depths.pop(tag, None)
