"""check_site.py SITE GRAPHS: checks the site: links, and that nothing is left out.

- Every link, image, script and style sheet of every page leads to a file of the site, and each anchor to something there. Nothing
  is loaded from elsewhere; links to other sites are not followed.
- Every function that the library exports, every constant of the header, and every name of the Python package can be found.
- Every public symbol of the Swift modules has a comment; GRAPHS are their symbol graphs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Optional
from urllib.parse import unquote, urlsplit

import symbol_pages

ROOT = Path(__file__).resolve().parents[2]
OTHER_TOOLS = ("docc", "rustdoc")
LOADING = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Found(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[tuple[str, bool]] = []
        """Each with whether the browser loads it with the page."""
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Optional[str]]]) -> None:
        for name, value in attrs:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value or "")
            elif name in ("href", "src") and value is not None:
                self.links.append((value, (tag, name) in LOADING))


class Site:
    """A folder of pages, each of which is read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.pages = [
            page
            for page in sorted(self.folder.rglob("*.html"))
            if page.relative_to(self.folder).parts[0] not in OTHER_TOOLS
        ]
        self._read: dict[Path, Found] = {}
        self.link_count = 0

    def found(self, page: Path) -> Found:
        """What is on a page."""
        if page not in self._read:
            self._read[page] = Found(page)
        return self._read[page]

    def faults(self) -> list[str]:
        """What is wrong with links, a sentence each."""
        return [f"{page.relative_to(self.folder)}: {fault}" for page in self.pages for fault in self._faults(page)]

    def _faults(self, page: Path) -> list[str]:
        faults = []
        for link, is_loaded in self.found(page).links:
            self.link_count += 1
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if is_loaded and parts.scheme != "data":
                    faults.append(f"{link} is loaded from elsewhere")
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file() or not target.is_relative_to(self.folder):
                faults.append(f"{link} leads to no file")
            elif parts.fragment and target.suffix == ".html" and not self._has(target, unquote(parts.fragment)):
                faults.append(f"{link} leads to no place on the page")
        return faults

    def _has(self, page: Path, anchor: str) -> bool:
        # DocC's pages are made by a script, which sees to their anchors.
        return page.relative_to(self.folder).parts[0] == "docc" or anchor in self.found(page).anchors


def inventory(site: Path) -> set[str]:
    """The names of all domains, as Sphinx lists them for other sites and its search."""
    from sphinx.util.inventory import InventoryFile

    with site.joinpath("objects.inv").open("rb") as file:
        listed = InventoryFile.load(file, "", lambda base, name: name)
    domains = listed.data if hasattr(listed, "data") else listed
    return {name for each in domains.values() for name in each}


def missing(known: set[str]) -> list[str]:
    """What the site should know by name, but does not."""
    import swiftfsm

    header = ROOT.joinpath("include/swiftfsm.h").read_text(encoding="utf-8")
    library = ["nm", "--dynamic", "--defined-only", str(ROOT / "build/libswiftfsm.so")]
    symbols = subprocess.run(library, check=True, capture_output=True, text=True).stdout
    exported = re.findall(r" T (sfsm_\w+)", symbols)
    constants = re.findall(r"^ {4}(SFSM_\w+) = ", header, re.MULTILINE)
    types = re.findall(r"^} (sfsm_\w+);", header, re.MULTILINE)
    python = [f"swiftfsm.{name}" for name in swiftfsm.__all__]
    assert exported and constants and types and python
    return sorted({*exported, *constants, *types, *python} - known)


def main(site_folder: Path, graphs: Path) -> None:
    site = Site(site_folder)
    faults = site.faults()
    faults += [f"the site does not know {name}" for name in missing(inventory(site_folder))]
    faults += [f"{symbol} has no comment" for symbol in symbol_pages.undocumented(graphs)]
    for fault in faults:
        print(f"documentation: {fault}", file=sys.stderr)
    if faults or not site.pages:
        sys.exit(f"documentation: {len(faults)} faults in {len(site.pages)} pages")
    others = sum(1 for tool in OTHER_TOOLS for _ in site.folder.joinpath(tool).rglob("*.html"))
    print(f"documentation: {len(site.pages)} pages and {others} of other tools, {site.link_count} links, 0 failed")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
