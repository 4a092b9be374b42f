"""relocate.py ARCHIVE: lets the pages of DocC find their files by where they are, instead of from the top of a server."""

from __future__ import annotations

import re
import sys
from pathlib import Path


def relocate(archive: Path) -> int:
    """Change all pages of an archive; returns how many there are."""
    pages = sorted(archive.rglob("index.html"))
    for page in pages:
        top = "../" * (len(page.relative_to(archive).parts) - 1) or "./"
        text = page.read_text(encoding="utf-8")
        text = re.sub(r'(href|src)="/(?!/)', rf'\1="{top}', text)
        text, count = re.subn(
            r'var baseUrl = "/"', f'var baseUrl = new URL("{top}", location.href).pathname', text, count=1
        )
        if count != 1:
            sys.exit(f"documentation: {page} does not say where it is as it did: see relocate.py")
        page.write_text(text, encoding="utf-8")
    return len(pages)


if __name__ == "__main__":
    if relocate(Path(sys.argv[1])) == 0:
        sys.exit(f"documentation: {sys.argv[1]} has no pages")
