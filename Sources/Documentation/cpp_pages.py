"""The reference of swiftfsm.hpp: a page for each of its parts, with each name in Sphinx's C++ domain."""

from __future__ import annotations

from pathlib import Path

from sphinx.domains.cpp import DefinitionParser
from sphinx.util.cfamily import DefinitionError

import prose
from c_header import COMMENT, comment_lines
from declarations import Declaration, declarations


class _Config:
    cpp_id_attributes: list[str] = []
    cpp_paren_attributes: list[str] = []


def write(include: Path, folder: Path, link: prose.Linker) -> None:
    """Write the pages into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    overview = include.joinpath("swiftfsm.hpp").read_text(encoding="utf-8")
    pages = []
    for header in sorted(include.joinpath("swiftfsm").glob("*.hpp")):
        text = header.read_text(encoding="utf-8")
        found = declarations(text)
        if not found:
            continue
        pages.append(header.stem)
        opening = COMMENT.match(text)
        made = [header.name, "=" * len(header.name), ""]
        made += prose.rest(comment_lines(opening[0]), link, "cpp", chapters=True) if opening else []
        made += [".. cpp:namespace:: swiftfsm", ""]
        for each in found:
            made += _entry(each, link)
        folder.joinpath(f"{header.stem}.rst").write_text("\n".join(made) + "\n", encoding="utf-8")
    opening = COMMENT.match(overview)
    assert opening is not None
    index = ["C++: swiftfsm.hpp", "=" * 18, "", *prose.rest(comment_lines(opening[0]), link, "cpp", chapters=True)]
    index += [".. toctree::", "    :hidden:", "", *(f"    {page}" for page in pages), ""]
    folder.joinpath("index.rst").write_text("\n".join(index) + "\n", encoding="utf-8")


def _entry(declaration: Declaration, link: prose.Linker) -> list[str]:
    inside = prose.rest(declaration.comment, link, "cpp", chapters=True)
    for member in declaration.members:
        inside += _entry(member, link)
    codes = [declaration.code, *declaration.further]
    if not all(_is_read(declaration.kind, code) for code in codes):
        return [".. code-block:: cpp", "", *(f"    {code}" for code in codes), "", *inside]
    opening = f".. cpp:{declaration.kind}:: "
    made = [opening + codes[0], *(" " * len(opening) + code for code in codes[1:]), ""]
    return made + [f"    {line}" if line else "" for line in inside] + [""]


def _is_read(kind: str, code: str) -> bool:
    """Whether Sphinx can read it, as nearly all of C++."""
    kinds = {"enum-class": "enum", "var": "member"}
    parser = DefinitionParser(code, location=None, config=_Config())
    try:
        parser.parse_declaration(kinds.get(kind, kind), kind)
        parser.assert_end()
    except DefinitionError:
        return False
    return True
