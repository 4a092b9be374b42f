"""The reference of include/swiftfsm.h: a page for each chapter, from its comments, with each name in Sphinx's C domain."""

from __future__ import annotations

import re
from pathlib import Path

import prose
from c_header import COMMENT, Chapter, Item, chapters, comment_lines

MEMBER = re.compile(r"(?P<code>[^;/]+);[ \t]*(?P<comment>/\*(?:.|\n)*?\*/)?")
ENUMERATOR = re.compile(r"(SFSM_\w+)(?:\s*=\s*([^,/}]+?))?\s*(?:,|(?=\s*/\*)|(?=\s*}))\s*(/\*(?:.|\n)*?\*/)?")


def write(header: str, folder: Path) -> None:
    """Write the pages into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = chapters(header)
    kinds = {name: kind for chapter in parts for item in chapter.items for name, kind in names(item)}

    def link(name: str) -> str | None:
        kind = kinds.get(name.removesuffix("()"))
        return kind and f":c:{kind}:`{name.removesuffix('()')}`"

    titles = []
    for chapter in parts[1:]:
        page = f"chapter-{chapter.number}"
        titles.append(page)
        (folder / f"{page}.rst").write_text("\n".join(_chapter(chapter, link)) + "\n", encoding="utf-8")
    index = ["C: swiftfsm.h", "=" * 14, "", *prose.rest(parts[0].prose, link, "c", chapters=True)]
    index += [".. toctree::", "    :hidden:", "", *(f"    {page}" for page in titles), ""]
    (folder / "index.rst").write_text("\n".join(index) + "\n", encoding="utf-8")


def names(item: Item) -> list[tuple[str, str]]:
    """What an item declares, each with the role of the C domain that refers to it."""
    return [found for declaration in item.declarations for found in _names(declaration)]


def _names(declaration: str) -> list[tuple[str, str]]:
    plain = COMMENT.sub(" ", declaration)
    macro = re.match(r"#define (\w+)", plain)
    if macro:
        return [(macro[1], "macro")]
    if re.match(r"(typedef )?enum\b", plain):
        return [(name, "enumerator") for name in re.findall(r"\bSFSM_\w+(?=\s*(?:=|,|}))", plain)]
    struct = re.match(r"typedef struct (\w+)", plain)
    if struct:
        return [(struct[1], "struct")]
    pointer = re.match(r"typedef .*?\(\*(\w+)\)", plain, re.DOTALL) or re.match(r"typedef .*?(\w+);", plain, re.DOTALL)
    if pointer:
        return [(pointer[1], "type")]
    function = re.search(r"\b(\w+)\(", plain)
    return [(function[1], "func")] if function else []


def _chapter(chapter: Chapter, link: prose.Linker) -> list[str]:
    title = f"{chapter.number}. {chapter.title}"
    made = [f".. _chapter-{chapter.number}:", "", title, "=" * len(title), ""]
    made += prose.rest(chapter.prose, link, "c", chapters=True)
    for item in chapter.items:
        made += _item(item, link)
    return made


def _item(item: Item, link: prose.Linker) -> list[str]:
    """Functions of one comment become one entry with several signatures; of other declarations the first has it."""
    said = prose.rest(item.comment, link, "c", chapters=True)
    made: list[str] = []
    functions = [each for each in item.declarations if _names(each)[:1] and _names(each)[0][1] == "func"]
    if not item.declarations:
        return said
    if functions:
        made += _entry("function", [_signature(each) for each in functions], said)
        said = []
    for declaration in item.declarations:
        if declaration not in functions:
            made += _other(declaration, said, link)
            said = []
    return made


def _signature(declaration: str) -> str:
    plain = re.split(r"[;{]", COMMENT.sub(" ", declaration))[0]
    return " ".join(plain.removeprefix("static inline ").split())


def _entry(kind: str, signatures: list[str], said: list[str]) -> list[str]:
    opening = f".. c:{kind}:: "
    made = [opening + signatures[0], *(" " * len(opening) + each for each in signatures[1:]), ""]
    return made + [f"    {line}" if line else "" for line in said] + [""]


def _other(declaration: str, said: list[str], link: prose.Linker) -> list[str]:
    """A macro, a type, a struct or an enumeration; `said` is its comment."""
    if declaration.startswith("#define"):
        made = re.match(r"#define (\w+(?:\([^)]*\))?)\s*((?:.|\n)*)", declaration)
        assert made is not None
        value = [] if "(" in made[1] else [f"``{made[2].strip()}``", ""]
        return _entry("macro", [made[1]], said + value)
    if re.match(r"enum\b", declaration):
        return [*said, *_enumerators(declaration, link)]
    kind, trailing = _names(declaration)[0][1], COMMENT.search(declaration, declaration.rfind(";"))
    if trailing and kind != "struct":
        said = said + prose.rest(comment_lines(trailing[0]), link, "c", chapters=True)
    name = _names(declaration)[0][0]
    if kind == "struct":
        return _entry("struct", [name], said + _members(name, declaration, link))
    plain = " ".join(COMMENT.sub(" ", declaration).split()).removeprefix("typedef ").removesuffix(";").strip()
    # (void) is nothing to Sphinx, which would take it for a parameter of no type.
    return _entry("type", [plain.replace("(void)", "()")], said)


def _enumerators(declaration: str, link: prose.Linker) -> list[str]:
    made: list[str] = []
    body = declaration[declaration.index("{") + 1 : declaration.rindex("}") + 1]
    for name, value, comment in ENUMERATOR.findall(body):
        said = prose.rest([" ".join(comment_lines(comment))], link, "c", chapters=True) if comment else []
        made += _entry("enumerator", [f"{name} = {value.strip()}" if value else name], said)
    return made


def _members(struct: str, declaration: str, link: prose.Linker) -> list[str]:
    """The members of a struct; a union inside of it as it is written."""
    if "{" not in declaration:
        return []
    body = declaration[declaration.index("{") + 1 : declaration.rindex("}")]
    union = re.search(r"union \{(.|\n)*?\} \w+;\n?", body)
    made: list[str] = []
    if union:
        code = union[0].split("\n")
        indent = len(code[-1 if code[-1] else -2]) - len((code[-1] or code[-2]).lstrip())
        made += [".. code-block:: c", "", *(f"    {line.removeprefix(' ' * indent)}" for line in code), ""]
        body = body.replace(union[0], "")
    for match in MEMBER.finditer(body):
        said = prose.rest([" ".join(comment_lines(match["comment"]))], link, "c", chapters=True)[:-1] if match[
            "comment"
        ] else []
        for member in _declared(" ".join(match["code"].split())):
            made += _entry("member", [member], said)
            said = []
    return made


def _declared(code: str) -> list[str]:
    """Each of the members that one declaration makes: "int64_t first, second"."""
    if "(" in code or "," not in code:
        return [code]
    first, *further = [each.strip() for each in code.split(",")]
    kind = first.rsplit(" ", 1)[0]
    return [first, *(f"{kind} {each}" for each in further)]
