"""Reads swiftfsm.h: its functions, structs and constants."""

from __future__ import annotations

import re
from pathlib import Path

PATH = Path(__file__).resolve().parents[3] / "include" / "swiftfsm.h"


def one_line(text: str) -> str:
    """With single spaces only."""
    return " ".join(text.split())


def without_comments(text: str) -> str:
    """A program of C or C++, each comment a space."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)


def without_directives(text: str) -> str:
    """A program without what is for the preprocessor: macros, and which parts are for whom."""
    return re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)


class Header:
    """What the header declares for the library: neither what is for compilers of C++ or C11 alone, nor functions that
    are `static inline`, which no library has.

    functions: name -> (result type, [parameter types], the prototype as text).
    callbacks: name of a function pointer type -> the same.
    structs: name -> [(field type, field name)]; the type of a field that is a union without a name is the name of the
    struct, "_" and that of the field. unions: these -> the same.
    constants: name -> value. integers: name of a type that is an integer -> its type. inline: names of functions that
    were left out.
    """

    def __init__(self, text: str) -> None:
        text = without_comments(text)
        # Such parts hold no further conditions. What is for C11 is their other branch.
        text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif$", "", text, flags=re.S | re.M)
        numbers = dict(re.findall(r"^#define (SFSM_\w+) +(\d+)$", text, flags=re.M))
        self.constants: dict[str, int] = {name: int(value) for name, value in numbers.items()}
        text = without_directives(text)
        inline = r"^static inline [^;{}()]*\b(sfsm_\w+)\([^;{}()]*\)\n\{\n.*?^\}$"
        self.inline: set[str] = set(re.findall(inline, text, flags=re.S | re.M))
        text = re.sub(inline, "", text, flags=re.S | re.M)
        for body in re.findall(r"\benum\s*\{(.*?)\}", text, flags=re.S):
            self._read_enum(body)
        self.integers: dict[str, str] = {
            name: kind for kind, name in re.findall(r"^typedef (u?int\d+_t) (sfsm_\w+);", text, flags=re.M)
        }
        self.structs: dict[str, list[tuple[str, str]]] = {}
        self.unions: dict[str, list[tuple[str, str]]] = {}
        for body, name in re.findall(r"^typedef struct \w+ \{(.*?)^\} (\w+);", text, flags=re.S | re.M):
            self.structs[name] = fields(self._take_unions(body, name))
        self.functions: dict[str, tuple[str, list[str], str]] = {}
        for result, name, parameters in re.findall(r"^((?:\w+ )+\**)(sfsm_\w+)\(([^;{}()]*)\);", text, flags=re.M):
            self.functions[name] = (result.strip(), types(parameters), one_line(f"{result}{name}({parameters});"))
        self.callbacks: dict[str, tuple[str, list[str], str]] = {}
        for result, name, parameters in re.findall(r"^typedef (\w+) \(\*(\w+)\)\(([^;{}()]*)\);", text, flags=re.M):
            prototype = one_line(f"typedef {result} (*{name})({parameters});")
            self.callbacks[name] = (result, types(parameters), prototype)

    def _take_unions(self, body: str, struct: str) -> str:
        def take(union: re.Match[str]) -> str:
            self.unions[f"{struct}_{union[2]}"] = fields(union[1])
            return f"{struct}_{union[2]} {union[2]};"

        return re.sub(r"\bunion \{(.*?)\} (\w+);", take, body, flags=re.S)

    def _read_enum(self, body: str) -> None:
        value = -1
        for item in filter(str.strip, body.split(",")):
            name, _, expression = map(str.strip, item.partition("="))
            if expression:
                base, _, offset = expression.replace("INT32_MIN", str(-(2**31))).partition("+")
                value = int(base) + int(offset or 0)
            else:
                value += 1
            self.constants[name] = value


def split(declaration: str) -> tuple[str, str]:
    """("const char *", "file") of "const char *file"; ("int[2]", "pair") of "int pair[2]"."""
    match = re.fullmatch(r"(.*?)(\w+)((?:\[\d+\])?)", one_line(declaration))
    assert match is not None, declaration
    return match[1].strip() + match[3], match[2]


def fields(body: str) -> list[tuple[str, str]]:
    """Type and name of each field between the braces of a struct or union."""
    found = []
    for declaration in filter(str.strip, body.split(";")):
        first, *others = declaration.split(",")
        kind, name = split(first)
        found += [(kind, name), *((kind, other.strip()) for other in others)]
    return found


def types(parameters: str) -> list[str]:
    """The types of a parameter list."""
    return [] if parameters.strip() == "void" else [split(parameter)[0] for parameter in parameters.split(",")]


def read() -> Header:
    """The header of this project."""
    return Header(PATH.read_text(encoding="utf-8"))
