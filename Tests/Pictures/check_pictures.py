"""Checks pictures of random documents, and of those of files, by the programs that draw them.

    check_pictures.py WRITE_PICTURES FOLDER COUNT SEED [FILE...]

graphviz draws every picture in DOT without a warning, and plantuml, where it is installed, every one of its own; in none of
them lies a text over another. Of Mermaid there is no program here: its pictures keep to the few kinds of lines that all of its
versions know. Tables of HTML are well-formed, those of Markdown have as many cells in each row.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

# Text without the characters that mean something to Mermaid, but for those that it is asked to show by their codes.
TEXT = r'(?:[^;#"<>{}%:\n]|#\d+;|<br/>)+'
MERMAID = [
    re.compile(pattern)
    for pattern in (
        r"stateDiagram-v2",
        r"    direction LR",
        rf'    state "{TEXT}" as s\d+',
        rf"    s\d+ : {TEXT}",
        r"    \[\*\] --> s\d+",
        r"    s\d+ --> \[\*\]",
        rf"    s\d+ --> s\d+(?: : {TEXT})?",
        r"    class s\d+ current",
        r"    classDef current fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},stroke-width:3px",
        r"    %% [A-Za-z0-9 .:]+",
    )
]


def faults_of_mermaid(path: Path) -> list[str]:
    lines = path.read_text().splitlines()
    return [
        f"{path.name}:{number}: not of Mermaid's subset: {line}"
        for number, line in enumerate(lines, 1)
        if not any(pattern.fullmatch(line) for pattern in MERMAID)
    ]


class Box(NamedTuple):
    """Where a text stands."""

    text: str
    left: float
    right: float
    bottom: float
    top: float

    def is_over(self, other: Box) -> bool:
        """By more than what two lines of one label have in common, or what widths are rounded by."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > 2
            and min(self.top, other.top) - max(self.bottom, other.bottom) > 2
        )


def faults_of_boxes(path: Path, boxes: list[Box]) -> list[str]:
    return [
        f"{path.name}: '{one.text}' lies over '{other.text}'"
        for number, one in enumerate(boxes)
        for other in boxes[:number]
        if one.is_over(other)
    ]


def boxes_of_dot(element: dict[str, Any]) -> Iterator[Box]:
    """The texts of a graph, a node or an edge in dot's JSON, without spaces at their ends."""
    size = 14.0
    for operation in element.get("_ldraw_", []):
        if operation["op"] == "F":
            size = operation["size"]
        elif operation["op"] == "T" and operation["text"].strip():
            width, (x, y) = operation["width"], operation["pt"]
            left = x - {"l": 0, "c": width / 2, "r": width}[operation["align"]]
            yield Box(operation["text"], left, left + width, y - 0.2 * size, y + 0.75 * size)


def faults_of_dot(path: Path) -> list[str]:
    drawn = subprocess.run(["dot", "-Tjson", path], capture_output=True, text=True, timeout=60)
    if drawn.returncode != 0 or drawn.stderr:
        return [f"{path.name}: dot: {drawn.returncode}: {drawn.stderr}"]
    graph = json.loads(drawn.stdout)
    elements = [graph, *graph.get("objects", []), *graph.get("edges", [])]
    return faults_of_boxes(path, [box for element in elements for box in boxes_of_dot(element)])


def faults_of_html(path: Path) -> list[str]:
    rows = ElementTree.fromstring(path.read_text()).findall("tr")
    return [] if len({len(row) for row in rows}) == 1 else [f"{path.name}: rows of different lengths"]


def faults_of_markdown(path: Path) -> list[str]:
    rows = path.read_text().splitlines()
    counts = {len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) for row in rows}
    return [] if len(counts) == 1 else [f"{path.name}: rows of different lengths"]


def faults_of_json(path: Path) -> list[str]:
    return [] if json.loads(path.read_text())["format"] == 1 else [f"{path.name}: another format"]


def boxes_of_svg(path: Path) -> Iterator[Box]:
    for text in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text"):
        left, y, width, size = (float(text.attrib[name]) for name in ("x", "y", "textLength", "font-size"))
        yield Box(text.text or "", left, left + width, -y - 0.2 * size, -y + 0.75 * size)


def faults_of_plantuml(folder: Path) -> list[str]:
    """One process draws all of them: each starts a Java machine."""
    if shutil.which("plantuml") is None:
        print("plantuml is not installed: its pictures are not drawn")
        return []
    command = ["plantuml", "-tsvg", "-failfast2", "-charset", "UTF-8", f"{folder}/*.puml"]
    drawn = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    faults = [f"plantuml: {drawn.returncode}: {drawn.stdout}{drawn.stderr}"] if drawn.returncode != 0 else []
    for path in sorted(folder.glob("*.puml")):
        picture = path.with_suffix(".svg")
        if not picture.exists() or "Syntax Error" in picture.read_text():
            faults.append(f"{path.name}: not drawn")
        else:
            faults += faults_of_boxes(path, list(boxes_of_svg(picture)))
    return faults


CHECKS = {
    "mmd": faults_of_mermaid,
    "dot": faults_of_dot,
    "html": faults_of_html,
    "md": faults_of_markdown,
    "json": faults_of_json,
}


def main() -> int:
    program, folder, count, *rest = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    Path(folder).mkdir(parents=True)
    subprocess.run([program, folder, count, *rest], check=True)
    faults = [
        fault
        for extension, check in CHECKS.items()
        for path in sorted(Path(folder).glob(f"*.{extension}"))
        for fault in check(path)
    ]
    faults += faults_of_plantuml(Path(folder))
    for fault in faults:
        print(fault)
    print(f"{count} documents, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
