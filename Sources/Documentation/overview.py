"""overview.py ARTICLE...: puts the headings of articles below "Overview", as DocC wants them; others stay as they are."""

from __future__ import annotations

import sys
from pathlib import Path

from markdown_pages import headings

KEPT = ("## Overview", "## Topics", "## See Also")


def below_overview(text: str) -> str:
    """The article with the heading "Overview" before its first one, and all others a level lower."""
    lines = text.split("\n")
    found = [at for at, line in headings(lines) if line.startswith("##") and line not in KEPT]
    if not any(lines[at].startswith("## ") for at in found):
        return text
    for at in found:
        lines[at] = f"#{lines[at]}"
    if KEPT[0] in lines:
        return "\n".join(lines)
    return "\n".join([*lines[: found[0]], KEPT[0], "", *lines[found[0] :]])


if __name__ == "__main__":
    for article in map(Path, sys.argv[1:]):
        text = article.read_text(encoding="utf-8")
        if below_overview(text) != text:
            article.write_text(below_overview(text), encoding="utf-8")
            print(f"documentation: {article}: headings are below Overview now")
