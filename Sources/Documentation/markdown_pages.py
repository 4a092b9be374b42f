"""Pages of the repository's Markdown: READMEs in chapters, with links that lead to pages of the site.

A link to a file that is no page leads to a page that shows the file. A link to a folder becomes its path.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

HEADING = re.compile(r"(#{1,6}) (.*?)\s*#*$")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
CODE = re.compile(r"<!-- code: (?P<file>[^|]+?) \| (?P<heading>[^|]+?)(?: \| (?P<first>[^|]+?) \| (?P<last>[^|]+?))? -->")
TOCTREE = re.compile(r"<!-- toctree: (\S+) -->")
LANGUAGES = {
    ".c": "c", ".h": "c", ".cpp": "cpp", ".go": "go", ".py": "python", ".swift": "swift", ".sh": "sh", ".json": "json",
}  # fmt: skip


class PageError(Exception):
    """A page that cannot be made of what the repository has."""


@dataclass
class Page:
    """A page of the site, made of lines of one file."""

    name: str
    source: str
    lines: list[str]
    children: list[str] = field(default_factory=list)


@dataclass
class Pages:
    """All pages that are made of Markdown."""

    root: Path
    archive: dict[str, str]
    """The paths of pages of DocC's, by the names of their articles in lower case."""
    pages: list[Page] = field(default_factory=list)
    anchors: dict[tuple[str, str], str] = field(default_factory=dict)
    """Where a heading of a file is: the page, and behind # the heading if it is not the page's first."""
    shown: set[str] = field(default_factory=set)
    """Files that pages show since something links to them."""

    def add(self, source: str, name: str, split: bool = False) -> None:
        """Make a page of a file; with `split` one of each of its chapters, below that of what comes before them."""
        lines = self.root.joinpath(source).read_text(encoding="utf-8").split("\n")
        starts = [at for at, heading in headings(lines) if heading.startswith("## ")] if split else []
        first = Page(name, source, lines[: starts[0] if starts else len(lines)])
        self.pages.append(first)
        for start, end in zip(starts, [*starts[1:], len(lines)]):
            chapter = lines[start:end]
            title = slug(chapter[0][3:].replace("+", "p"))
            title += "" if title not in first.children else f"-{len(first.children)}"
            page = Page(f"{name.removesuffix('/index')}/{title}", source, [])
            page.lines = _raised(chapter)
            first.children.append(page.name.rsplit("/", 1)[-1])
            self.pages.append(page)
        for page in self.pages[-1 - len(starts) :]:
            for number, (_, heading) in enumerate(headings(page.lines)):
                anchor = slug(heading.lstrip("# "))
                # The second heading of a name is told apart by a number.
                while (source, anchor) in self.anchors:
                    anchor = f"{anchor.rstrip('0123456789-')}-{int((re.findall('-([0-9]+)$', anchor) or [0])[0]) + 1}"
                self.anchors[source, anchor] = page.name if number == 0 else f"{page.name}#{anchor}"
        self.anchors[source, ""] = name

    def write(self, folder: Path) -> None:
        """Write the pages, and those of files that they link to."""
        for page in self.pages:
            text = "\n".join(self._part(page, part, code) for part, code in _parts(page.lines))
            if page.children:
                text += "\n\n```{toctree}\n:hidden:\n\n" + "\n".join(page.children) + "\n```\n"
            _write(folder / f"{page.name}.md", text.rstrip("\n") + "\n")
        for path in sorted(self.shown):
            language = LANGUAGES.get(Path(path).suffix, "text")
            text = self.root.joinpath(path).read_text(encoding="utf-8").rstrip("\n")
            fence = "`" * (1 + max([2, *(len(each) for each in re.findall("`+", text))]))
            _write(folder / f"files/{path}.md", f"---\norphan: true\n---\n\n# {path}\n\n{fence}{language}\n{text}\n{fence}\n")

    def _part(self, page: Page, part: str, is_code: bool) -> str:
        if is_code:
            return part
        part = CODE.sub(lambda found: self.code(found["file"], found["heading"], found["first"], found["last"]), part)
        part = TOCTREE.sub(lambda found: self._toctree(page, found[1]), part)
        return LINK.sub(lambda match: self._link(page, match[1], match[2]), part)

    def _toctree(self, page: Page, folder: str) -> str:
        names = sorted(each.name for each in self.pages if each.name.startswith(f"{folder}/"))
        listed = "".join(f"{_relative(page, name)}\n" for name in names)
        return f"```{{toctree}}\n:maxdepth: 1\n\n{listed}```" if names else ""

    def _link(self, page: Page, text: str, target: str) -> str:
        if re.match(r"[a-z]+:", target):
            return f"[{text}]({target})"
        path, _, anchor = target.partition("#")
        source = os.path.normpath(os.path.join(os.path.dirname(page.source), path)) if path else page.source
        if (source, anchor) in self.anchors:
            name, _, heading = self.anchors[source, anchor].partition("#")
            return f"[{text}]({_relative(page, name)}.md{'#' + heading if heading else ''})"
        if source.endswith(".md") and ".docc/" in source:
            archived = self.archive.get(Path(source).stem.lower())
            if archived:
                return f'<a class="reference external" href="{_relative(page, archived)}/index.html">{text}</a>'
        file = self.root / source
        if anchor or not file.exists():
            raise PageError(f"{page.source}: the link to {target} leads nowhere")
        if file.is_dir():
            return f"{text} (`{source}`)" if source not in text else text
        self.shown.add(source)
        return f"[{text}]({_relative(page, f'files/{source}')}.md)"

    def code(self, file: str, heading: str, first: str | None, last: str | None) -> str:
        """The first code below a heading of a file, or in the opening comment of a header; of it all lines, or those from the
        one that begins with `first` to that which begins with `last`."""
        lines = self.root.joinpath(file).read_text(encoding="utf-8").split("\n")
        if file.endswith((".h", ".hpp")):
            lines = _example(lines, "c" if file.endswith(".h") else "cpp")
        at = next((at for at, each in headings(lines) if each.lstrip("# ") == heading), None)
        start = next((at for at in range(at, len(lines)) if lines[at].startswith("```")), None) if at is not None else None
        if start is None:
            raise PageError(f"{file} has no code below a heading {heading!r}")
        end = lines.index("```", start)
        # rustdoc does not show lines that begin so.
        code = [line for line in lines[start + 1 : end] if not re.match(r"# |#$", line) or "rust" not in lines[start]]
        if first is not None and last is not None:
            begin = next((at for at, line in enumerate(code) if line.strip().startswith(first)), len(code))
            until = next((at for at in range(begin + 1, len(code)) if code[at].strip().startswith(last)), None)
            if until is None:
                raise PageError(f"{file}, {heading}: no lines from {first!r} to {last!r}")
            code = code[begin : until + 1]
            indent = min(len(line) - len(line.lstrip()) for line in code if line.strip())
            code = [line[indent:] for line in code]
        return "\n".join([lines[start].split(",")[0], *code, "```"])


def _example(header: list[str], language: str) -> list[str]:
    """The first example of a header's opening comment, as Markdown."""
    start = next(at for at, line in enumerate(header) if line.startswith(" *     "))
    end = next(at for at in range(start, len(header)) if not re.match(r" \*(     |$)", header[at]))
    return ["# Example", f"```{language}", *(line[7:] for line in header[start : end - 1]), "```"]


def headings(lines: list[str]) -> list[tuple[int, str]]:
    """The headings, with the index of their lines."""
    return [(at, line) for at, (line, code) in enumerate(_with_code(lines)) if not code and HEADING.match(line)]


def slug(heading: str) -> str:
    """The anchor of a heading, as everywhere that shows Markdown."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"`|\[|\]\([^)]*\)", "", heading).lower()).strip().replace(" ", "-")


def _with_code(lines: list[str]) -> list[tuple[str, bool]]:
    """Each line, and whether it belongs to an example."""
    made, fence = [], ""
    for line in lines:
        marks = re.match(r"\s*(`{3,})", line)
        if fence:
            made.append((line, True))
            fence = "" if marks and marks[1] == fence and line.strip() == fence else fence
        else:
            fence = marks[1] if marks else ""
            made.append((line, bool(marks)))
    return made


def _parts(lines: list[str]) -> list[tuple[str, bool]]:
    """Lines that follow each other, and whether they are an example."""
    parts: list[tuple[list[str], bool]] = []
    for line, code in _with_code(lines):
        if not parts or parts[-1][1] != code:
            parts.append(([], code))
        parts[-1][0].append(line)
    return [("\n".join(part), code) for part, code in parts]


def _raised(chapter: list[str]) -> list[str]:
    """A chapter whose headings are one level higher."""
    return [line[1:] if not code and HEADING.match(line) else line for line, code in _with_code(chapter)]


def _relative(page: Page, target: str) -> str:
    return os.path.relpath(target, os.path.dirname(page.name) or ".")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
