"""Write the project's public address into the metadata of all packages.

    address.py HOMEPAGE [SOURCE]
    address.py

HOMEPAGE is what a user opens, SOURCE where the sources are cloned from: HOMEPAGE itself if it is left out. Both begin with
https://. They go into the wheel of Python, the crates of Rust, the packages of JavaScript and of the editors, the Debian
packages and swiftfsm.pc. Commit what has changed. Addresses that are there already are replaced.

Without arguments it prints what is there. Exit status: 0; 1 if there is none, or not everywhere the same; 2 for wrong arguments,
and nothing has changed.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple


class Place(NamedTuple):
    """A file that says the addresses."""

    path: str
    after: str
    """A pattern for what stands before them."""
    text: str
    """What is inserted there, with {homepage} and {source}."""


_CARGO = '\nhomepage = "{homepage}"\nrepository = "{source}"'
_NPM = ',\n  "homepage": "{homepage}",\n  "repository": {{ "type": "git", "url": "git+{source}" }}'
PLACES = [
    Place("CMakeLists.txt", r'project\(swiftfsm VERSION \S+ DESCRIPTION "[^"]*"', ' HOMEPAGE_URL "{homepage}"'),
    Place(
        "bindings/python/pyproject.toml",
        r"Typing :: Typed\",\n\]\n",
        '\n[project.urls]\nHomepage = "{homepage}"\nSource = "{source}"\n',
    ),
    Place("bindings/rust/swiftfsm-sys/Cargo.toml", r'\nlicense = "MIT"', _CARGO),
    Place("bindings/rust/swiftfsm/Cargo.toml", r'\nlicense = "MIT"', _CARGO),
    Place("bindings/javascript/package.json", r'\n  "license": "MIT"', _NPM),
    Place("bindings/editors/package.json", r'\n  "license": "MIT"', _NPM),
]

# No quotes, no spaces, nothing that TOML, JSON or CMake would read as more than a letter.
_ADDRESS = re.compile(r"https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:\d+)?(/[A-Za-z0-9._~/-]*)?")


def _written(place: Place) -> re.Pattern[str]:
    """A pattern for a file: what stands before the addresses, and these, if there are any."""
    text = re.escape(place.text.format(homepage="<homepage>", source="<source>"))
    text = text.replace("<homepage>", '(?P<homepage>[^"]*)').replace("<source>", '(?P<source>[^"]*)')
    return re.compile(f"(?P<before>{place.after})(?:{text})?")


def read(root: Path) -> list[tuple[str, str | None, str | None]]:
    """Return each path with its homepage and its source; None where a file says none."""
    found = []
    for place in PLACES:
        match = _written(place).search((root / place.path).read_text(encoding="utf-8"))
        if match is None:
            sys.exit(f"{place.path}: there is no place for addresses: expected {place.after}")
        names = match.groupdict()
        found.append((place.path, names.get("homepage"), names.get("source")))
    return found


def write(root: Path, homepage: str, source: str) -> None:
    """Write the addresses into all files, or none."""
    read(root)  # which stops where a file is not as expected
    for place in PLACES:
        text = place.text.format(homepage=homepage, source=source)
        file = root / place.path
        before = file.read_text(encoding="utf-8")
        file.write_text(_written(place).sub(lambda match: match["before"] + text, before, count=1), encoding="utf-8")


def main(arguments: list[str], root: Path) -> int:
    if len(arguments) > 2:
        print(__doc__, file=sys.stderr)
        return 2
    for wrong in (each for each in arguments if not _ADDRESS.fullmatch(each)):
        print(f"expected an address such as https://example.org/swiftfsm, found {wrong!r}", file=sys.stderr)
        return 2
    if arguments:
        write(root, homepage=arguments[0], source=arguments[-1])
    found = read(root)
    for path, *addresses in found:
        print(f"{path}: {' '.join(each for each in addresses if each) or 'none'}")
    homepages = {homepage for _, homepage, _ in found}
    sources = {source for path, _, source in found if path != "CMakeLists.txt"}
    return 0 if len(homepages) == len(sources) == 1 and None not in homepages else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).resolve().parents[2]))
