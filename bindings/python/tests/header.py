"""Reads swiftfsm.h: its functions, structs and constants."""

from __future__ import annotations

import re
from pathlib import Path

PATH = Path(__file__).resolve().parents[3] / "include" / "swiftfsm.h"


def one_line(text: str) -> str:
    """With single spaces only."""
    return " ".join(text.split())


class Header:
    """What the header declares.

    functions: name -> (result type, [parameter types], the prototype as text).
    callbacks: name of a function pointer type -> the same.
    structs: name -> [(field type, field name)]. constants: name -> value.
    """

    def __init__(self, text: str) -> None:
        text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
        numbers = dict(re.findall(r"^#define (SFSM_\w+) +(\d+)$", text, flags=re.M))
        self.constants: dict[str, int] = {name: int(value) for name, value in numbers.items()}
        text = re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)
        for body in re.findall(r"\benum\s*\{(.*?)\}", text, flags=re.S):
            self._read_enum(body)
        self.structs: dict[str, list[tuple[str, str]]] = {}
        for body, name in re.findall(r"\btypedef struct \w+ \{(.*?)\} (\w+);", text, flags=re.S):
            self.structs[name] = [split(field) for field in body.split(";") if field.strip()]
        self.functions: dict[str, tuple[str, list[str], str]] = {}
        for result, name, parameters in re.findall(r"^((?:\w+ )+\**)(sfsm_\w+)\(([^;{}()]*)\);", text, flags=re.M):
            self.functions[name] = (result.strip(), types(parameters), one_line(f"{result}{name}({parameters});"))
        self.callbacks: dict[str, tuple[str, list[str], str]] = {}
        for result, name, parameters in re.findall(r"^typedef (\w+) \(\*(\w+)\)\(([^;{}()]*)\);", text, flags=re.M):
            prototype = one_line(f"typedef {result} (*{name})({parameters});")
            self.callbacks[name] = (result, types(parameters), prototype)

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
    """("const char *", "file") of "const char *file"."""
    match = re.fullmatch(r"(.*?)(\w+)", one_line(declaration))
    assert match is not None, declaration
    return match[1].strip(), match[2]


def types(parameters: str) -> list[str]:
    """The types of a parameter list."""
    return [] if parameters.strip() == "void" else [split(parameter)[0] for parameter in parameters.split(",")]


def read() -> Header:
    """The header of this project."""
    return Header(PATH.read_text(encoding="utf-8"))
