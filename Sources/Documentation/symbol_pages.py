"""Pages that list what other tools document, so that this site's search finds it: the symbols of the Swift modules, the items
of the Rust crates, the declarations of the Go package and of the JavaScript package."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any, Iterator


def swift(archive: Path, graphs: Path, folder: Path) -> dict[str, int]:
    """A page for each module, whose symbols lead to DocC's pages. Returns how many each page has."""
    counts = {}
    for graph in sorted(graphs.glob("*/*.symbols.json")):
        module = graph.parent.name
        if graph.name != f"{module}.symbols.json":
            continue
        paths = _paths(archive, module)
        title = f"{module}: symbols"
        made = [f"# {title}", "", f"[The reference of {module}, with its articles](docc:{module.lower()}).", ""]
        rows = sorted({_symbol(each) for each in json.loads(graph.read_text(encoding="utf-8"))["symbols"]})
        for name, shown, said, kind in rows:
            path = paths.get(name.lower().replace(".", "/")) or _nearest(paths, name)
            made.append(f"- [`{shown}`](docc:{path}) ({kind}): {_plain(said)}" if path else f"- `{shown}` ({kind}): {_plain(said)}")
        folder.mkdir(parents=True, exist_ok=True)
        folder.joinpath(f"{module}.md").write_text("\n".join(made) + "\n", encoding="utf-8")
        counts[module] = len(rows)
    return counts


def undocumented(graphs: Path) -> list[str]:
    """The public symbols of Swift that have no comment, each with its place."""
    found = []
    for graph in sorted(graphs.glob("*/*.symbols.json")):
        for symbol in json.loads(graph.read_text(encoding="utf-8"))["symbols"]:
            if "docComment" in symbol or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            place = symbol.get("location", {})
            line = place.get("position", {}).get("line", -1) + 1
            found.append(f"{place.get('uri', '?').removeprefix('file://')}:{line}: {'.'.join(symbol['pathComponents'])}")
    return found


def _symbol(symbol: dict[str, Any]) -> tuple[str, str, str, str]:
    name = ".".join(symbol["pathComponents"])
    comment = " ".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
    kind = str(symbol["kind"]["displayName"]).lower()
    return name, name.replace("`", ""), re.split(r"(?<=[.:]) |```", comment)[0].rstrip(":"), kind


def _plain(said: str) -> str:
    """A sentence of DocC's Markdown, without what only DocC can link."""
    said = re.sub(r"<doc:(\w+)>", r"\1", re.sub(r"``([^`]+)``", lambda match: f"`{match[1].split('/')[-1]}`", said))
    return re.sub(r"([<>\[\]*_])(?=[^`]*(?:`[^`]*`[^`]*)*$)", r"\\\1", said)


def _paths(archive: Path, module: str) -> dict[str, str]:
    """The pages of a module, by their paths below it without what tells overloads apart."""
    top = archive / "documentation" / module.lower()
    found: dict[str, str] = {}
    for page in sorted(top.rglob("index.html")):
        path = page.parent.relative_to(top).as_posix()
        plain = re.sub(r"-(?:[0-9a-z]{4,5}|\(.*?\)|swift\.\w+(?:\.\w+)?)(?=/|$)", "", path)
        found.setdefault(plain, page.parent.relative_to(archive / "documentation").as_posix())
    return found


def _nearest(paths: dict[str, str], name: str) -> str | None:
    """The page of what a symbol is in, if it has none of its own."""
    path = name.lower().replace(".", "/")
    while "/" in path:
        path = path.rsplit("/", 1)[0]
        if path in paths:
            return paths[path]
    return None


def rust(documentation: Path, folder: Path) -> int:
    """A page of the items of the crate, which lead to rustdoc's pages. Returns how many there are."""
    listing = (documentation / "swiftfsm" / "all.html").read_text(encoding="utf-8")
    made = ["# Rust: items", "", "[The reference of the crate, by rustdoc](rust:swiftfsm/index.html).", ""]
    found = re.findall(r'<li><a href="([^"]+)">([^<]+)</a></li>', listing)
    for path, name in found:
        page = documentation / "swiftfsm" / path
        made.append(f"- [`{html.unescape(name)}`](rust:swiftfsm/{path}) ({path.rsplit('/', 1)[-1].split('.')[0]})")
        text = page.read_text(encoding="utf-8")
        # Not those of traits, of which each type has a dozen.
        start = max(text.find('id="implementations-list"'), text.find('id="required-methods"'), 0)
        inherent = re.split(r'id="(?:trait-implementations|implementors|foreign-impls)"', text[start:])[0]
        own = sorted(set(re.findall(r'id="((?:ty)?method\.\w+)"', inherent)))
        for method in own:
            made.append(f"  - [`{html.unescape(name)}::{method.split('.')[1]}`](rust:swiftfsm/{path}#{method})")
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("items.md").write_text("\n".join(made) + "\n", encoding="utf-8")
    return len(found)


def go(package: Path, folder: Path) -> int:
    """The reference of the Go package: what `go doc` prints, a heading for each declaration. Returns how many there are."""
    text = subprocess.run(["go", "doc", "-all", "."], cwd=package, check=True, capture_output=True, text=True).stdout
    made = ["# Go: the reference", "", "What `go doc -all` prints. `go doc swiftfsm.Machine` shows a part of it.", ""]
    count = 0
    is_said = True
    indent = ""
    for line in text.split("\n")[1:]:
        heading = re.match(r"(?:func|type) (?:\(\w* ?\*?(\w+)[^)]*\) )?(\w+)", line)
        section = re.fullmatch(r"[A-Z]{4,}", line)
        begins = bool(heading or section or re.match(r"(?:const|var) ", line))
        if not is_said and (begins or line.startswith("    ")):
            made += ["```", ""]
            is_said = True
        if heading:
            count += 1
            made += [f"### {'.'.join(part for part in heading.groups() if part)}", ""]
        if section:
            made += [f"## {line.capitalize()}", ""]
            indent = " " * 4
        elif begins:
            made += ["```go", line]
            is_said = False
        else:
            made.append(_said(line.removeprefix(indent)) if is_said else line)
    made += [] if is_said else ["```"]
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("reference.md").write_text("\n".join(made) + "\n", encoding="utf-8")
    return count


def _said(line: str) -> str:
    """A line of a comment as Markdown, which has the same examples."""
    if line.startswith(("    ", "\t")):
        return line
    return re.sub(r"^# ", "### ", re.sub(r"([*_<\[\]`])", r"\\\1", line))


def javascript(types: Path, folder: Path) -> int:
    """The reference of the JavaScript package: its types, a heading for each declaration. Returns how many there are."""
    made = ["# JavaScript: the types", "", "The package's `index.d.ts`. Editors show it as you type.", ""]
    count = 0
    for names, part in _exported(types.read_text(encoding="utf-8")):
        count += len(names)
        made += [f"## {', '.join(names)}", ""] if names else []
        made += ["```ts", part.rstrip(), "```", ""]
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("types.md").write_text("\n".join(made) + "\n", encoding="utf-8")
    return count


def _exported(text: str) -> Iterator[tuple[list[str], str]]:
    """The parts between empty lines outside of braces, each with the names that it exports."""
    part: list[str] = []
    for line in text.split("\n"):
        if not line and not (part and part[-1].startswith((" ", "\t"))):
            if part:
                yield _names(part), "\n".join(part)
            part = []
        else:
            part.append(line)
    if any(part):
        yield _names(part), "\n".join(part)


def _names(part: list[str]) -> list[str]:
    exported = r"export (?:declare )?(?:abstract )?(?:const|class|function|interface|type|enum) (\w+)"
    return list(dict.fromkeys(re.findall(exported, "\n".join(part))))
