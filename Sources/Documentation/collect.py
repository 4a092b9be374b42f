"""collect.py FOLDER ARCHIVE GRAPHS RUSTDOC: writes the sources of the site into FOLDER, which Sphinx reads.

ARCHIVE is what DocC has made, GRAPHS holds the symbol graphs that it was made of, RUSTDOC is what rustdoc has made.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import c_header
import c_pages
import cpp_pages
import python_pages
import symbol_pages
from markdown_pages import PageError, Pages

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# Each page, or each README in chapters, with its name in the site.
CHAPTERS = {
    "README.md": "guide/index",
    "bindings/python/README.md": "python/guide/index",
    "bindings/rust/README.md": "rust/guide/index",
    "bindings/go/README.md": "go/guide/index",
    "bindings/javascript/README.md": "javascript/guide/index",
    "Tests/Conformance/README.md": "formats/conformance/index",
}
SINGLE = {
    "bindings/swift/README.md": "swift/orders",
    "bindings/editors/README.md": "formats/editors",
    "CHANGELOG.md": "changelog",
}


def collect(folder: Path, archive: Path, graphs: Path, rustdoc: Path) -> None:
    """Write everything; raises PageError for what cannot be written."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    header = ROOT.joinpath("include/swiftfsm.h").read_text(encoding="utf-8")
    c_pages.write(header, folder / "c")
    kinds = {name: kind for chapter in c_header.chapters(header) for item in chapter.items for name, kind in c_pages.names(item)}
    cpp_pages.write(ROOT / "include", folder / "cpp", lambda name: _c_role(kinds, name))
    python_pages.write(folder / "python" / "api")
    symbol_pages.swift(archive, graphs, folder / "swift" / "symbols")
    symbol_pages.rust(rustdoc, folder / "rust")
    symbol_pages.go(ROOT / "bindings" / "go", folder / "go")
    symbol_pages.javascript(ROOT / "bindings" / "javascript" / "src" / "index.d.ts", folder / "javascript")
    pages = Pages(ROOT, _articles(archive))
    for source, name in CHAPTERS.items():
        pages.add(source, name, split=True)
    for source, name in SINGLE.items():
        pages.add(source, name)
    for file in sorted(ROOT.joinpath("bindings", "python", "docs").glob("*.md")):
        pages.add(file.relative_to(ROOT).as_posix(), f"python/pages/{file.stem}")
    for file in sorted(HERE.joinpath("pages").rglob("*.md")):
        pages.add(file.relative_to(ROOT).as_posix(), file.relative_to(HERE / "pages").with_suffix("").as_posix())
    pages.write(folder)


def _c_role(kinds: dict[str, str], name: str) -> str | None:
    kind = kinds.get(name.removesuffix("()"))
    return kind and f":c:{kind}:`{name.removesuffix('()')}`"


def _articles(archive: Path) -> dict[str, str]:
    """The articles of DocC, by their names: their paths in the site."""
    found = {}
    for module in sorted(archive.joinpath("documentation").iterdir()):
        for page in sorted(module.glob("*/index.html")):
            found[page.parent.name] = f"docc/documentation/{module.name}/{page.parent.name}"
        found[module.name] = f"docc/documentation/{module.name}"
    return found


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    try:
        collect(*map(Path, sys.argv[1:]))
    except PageError as error:
        sys.exit(f"documentation: {error}")
