"""The declarations of C++ headers with their comments: classes with their public members, functions, types, constants."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Iterator

from c_header import COMMENT, comment_lines

OPENINGS = {"(": ")", "[": "]", "{": "}"}
SECTION = re.compile(r"(public|private|protected):")
CLASS = re.compile(r"(?:template <.*> )?(class|struct|union) (\w+)")
SKIPPED = re.compile(r"(friend|static_assert|extern|namespace detail)\b|using namespace|(?:explicit )?operator bool\b.*= delete")


@dataclass
class Declaration:
    """A declaration without its body, in one line."""

    kind: str
    """class, struct, enum, type, function or var."""
    code: str
    comment: list[str]
    members: list[Declaration] = field(default_factory=list)
    """Of a class its public members, of an enumeration its constants."""
    further: list[str] = field(default_factory=list)
    """Functions below it, without an empty line between, that its comment is about too."""


def declarations(text: str) -> list[Declaration]:
    """What the namespace swiftfsm of a header declares, `detail` left out."""
    namespace = re.search(r"\nnamespace swiftfsm \{\n((?:.|\n)*)\n\} // namespace swiftfsm\n", text)
    found: list[Declaration] = []
    while namespace:
        found += _inside(namespace[1].split("\n} // namespace swiftfsm\n")[0], is_public=True, name="")
        rest = text[namespace.end() :] if "\n} // namespace swiftfsm\n" not in namespace[1] else ""
        namespace = re.search(r"\nnamespace swiftfsm \{\n((?:.|\n)*)\n\} // namespace swiftfsm\n", rest)
    return found


def _inside(text: str, is_public: bool, name: str) -> list[Declaration]:
    """The declarations of a namespace, or of the class of this name."""
    found: list[Declaration] = []
    comment: list[str] = []
    is_joined = False
    for kind, part in _parts(text):
        if kind == "comment":
            comment = comment_lines(part)
        elif kind == "section":
            is_public, comment = part == "public", []
        elif kind == "blank":
            comment, is_joined = [], False
        elif kind == "trailing":
            if is_public and found and not found[-1].comment:
                found[-1].comment = comment_lines(part)
        elif is_public:
            made = _declaration(part, name)
            if not made:
                continue
            above = found[-1] if found and is_joined and not comment else None
            if above and above.comment and above.kind == made[0].kind == "function":
                above.further.append(made[0].code)
            else:
                made[0].comment = comment
                found += made
            comment, is_joined = [], True
    return found


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Comments, sections, empty lines and declarations in their order; directives of the preprocessor are left out."""
    at = declared = 0
    while at < len(text):
        if text.startswith("\n\n", at):
            yield "blank", ""
            at += 1
        elif text[at].isspace() or text[at] == ";":
            at += 1
        elif text.startswith("//", at):
            at = text.index("\n", at)
        elif text[at] == "#":
            end = text.find("\n", at)
            at = end if end >= 0 else len(text)
        elif comment := COMMENT.match(text, at):
            yield "trailing" if declared and "\n" not in text[declared:at] else "comment", comment[0].strip()
            at = comment.end()
        elif section := SECTION.match(text, at):
            yield "section", section[1]
            at = section.end()
        else:
            end = _end(text, at)
            yield "declaration", text[at:end]
            at = declared = end


def _end(text: str, at: int) -> int:
    """Behind the semicolon or the body that ends a declaration."""
    has_body = False
    while at < len(text):
        comment = COMMENT.match(text, at)
        if comment:
            at = comment.end()
        elif text[at] in "([":
            at = _closing(text, at) + 1
        elif text[at] == "{":
            at = _closing(text, at) + 1
            has_body = True
        elif text[at] == ";":
            return at + 1
        elif has_body and text[at] == "\n" and not text[at:].lstrip().startswith("{"):
            return at
        else:
            at += 1
    return at


def _closing(text: str, at: int) -> int:
    """Where the bracket at this place is closed; strings and comments are passed over."""
    open_brackets: list[str] = []
    while True:
        found = re.compile(r"""/\*(?:.|\n)*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'""").match(text, at)
        if found:
            at = found.end()
            continue
        if text[at] in OPENINGS:
            open_brackets.append(OPENINGS[text[at]])
        elif text[at] in ")]}":
            assert open_brackets.pop() == text[at], text[at - 40 : at + 1]
            if not open_brackets:
                return at
        at += 1


def _declaration(part: str, class_name: str) -> list[Declaration]:
    """Reads one declaration, of several variables perhaps; nothing for what is no part of the interface."""
    body = _body(part)
    head = " ".join(COMMENT.sub(" ", re.sub(r"//[^\n]*", " ", part[: body[0]] if body else part)).split())
    head = head.rstrip("; ")
    plain = re.sub(r"^template <.*?> (?=(class|struct|union|enum|using|\w))", "", head)
    if SKIPPED.match(head) or SKIPPED.match(plain) or "= delete" in head:
        return []
    found = CLASS.match(head)
    if found and "(" not in head.split(found[2], 1)[1].split(":")[0]:
        if not body:
            return []
        inside = part[body[0] + 1 : body[1]]
        code = re.sub(r"^(template <.*> )?(class|struct|union) ", r"\1", head)
        return [Declaration("class", code, [], _inside(inside, found[1] != "class", found[2]))]
    if enum := re.match(r"enum class (\w+)", head):
        constants = part[body[0] + 1 : body[1]] if body else ""
        names = re.findall(r"(\w+)(?: = [^,/}]+)?(?:,|\s*(?:/\*|$))\s*(/\*(?:.|\n)*?\*/)?", constants.strip())
        said = [Declaration("enumerator", name, comment_lines(each) if each else []) for name, each in names]
        return [Declaration("enum-class", enum[1], [], said)]
    if "using " in head:
        return [Declaration("type", head.replace("using ", "", 1), [])] if " = " in head else []
    if _is_function(head):
        signature = _without_initializers(head)
        if not class_name and ("->" in signature.rsplit(")", 1)[-1] or re.search(r"\w+(<[^()]*>)?::~?\w+\(", signature)):
            return []
        return [Declaration("function", signature, [])]
    first, *further = _split(re.sub(r" = .*|\{.*", "", head))
    kind = first.rsplit(" ", 1)[0]
    return [Declaration("var", first, []), *(Declaration("var", f"{kind} {each}", []) for each in further)]


def _body(part: str) -> tuple[int, int] | None:
    """Where the body of a declaration begins and ends; None if it has none."""
    at = 0
    found = None
    while at < len(part):
        comment = COMMENT.match(part, at)
        if comment:
            at = comment.end()
        elif part[at] in OPENINGS:
            end = _closing(part, at)
            if part[at] == "{":
                found = found or (at, end)
            at = end + 1
        else:
            at += 1
    return found


def _split(head: str) -> list[str]:
    """The declarators of variables: what commas separate that stand in no brackets."""
    parts, depth = [""], 0
    for each in head:
        depth += (each in "<(") - (each in ">)")
        if each == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += each
    return [part.strip() for part in parts]


def _is_function(head: str) -> bool:
    without = head.split(" = ")[0] if not head.startswith("template") else head
    while "<" in without and "operator" not in without:
        shorter = re.sub(r"<[^<>]*>", "", without.replace("->", ""))
        if shorter == without:
            break
        without = shorter
    return "(" in without or "operator" in without


def _without_initializers(head: str) -> str:
    """A constructor without what initializes its members, and anything without "= default"."""
    depth = 0
    for at, each in enumerate(head):
        depth += (each in "([{") - (each in ")]}")
        if depth == 0 and head.startswith(" : ", at) and ")" in head[:at]:
            return head[:at]
    return head
