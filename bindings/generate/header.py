"""What include/swiftfsm.h declares, as Clang reads it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator

HEADER = Path(__file__).resolve().parents[2] / "include" / "swiftfsm.h"


@dataclass
class Constant:
    """A constant of an enum."""

    name: str
    value: int
    comment: str


@dataclass
class Record:
    """A struct or a union, with the name and the C type of each field."""

    name: str
    is_union: bool
    fields: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Function:
    """A function, or a type of functions."""

    name: str
    result: str
    parameters: list[str]
    names: list[str] = field(default_factory=list)
    """Of the parameters; none of a type of functions."""


@dataclass
class Header:
    """All of it, in the order of the header."""

    integers: dict[str, str] = field(default_factory=dict)
    """What each typedef of a number stands for: sfsm_status is an int32_t."""
    opaque: list[str] = field(default_factory=list)
    """Structs of which only pointers are known."""
    functions: list[Function] = field(default_factory=list)
    types: list[Record | Function] = field(default_factory=list)
    """Structs, unions and types of functions, each before its first use."""
    enums: list[list[Constant]] = field(default_factory=list)
    limits: dict[str, int] = field(default_factory=dict)
    """Macros that are numbers."""


def read() -> Header:
    """Reads the header. Raises CalledProcessError where Clang finds a mistake in it."""
    text = HEADER.read_text(encoding="utf-8")
    header = Header()
    for declaration in _declarations():
        name = declaration.get("name", "")
        kind = declaration["kind"]
        if kind == "EnumDecl":
            _read_enum(header, declaration, text)
        elif not name.startswith("sfsm_"):
            continue
        elif kind == "TypedefDecl":
            _read_typedef(header, name, declaration["type"]["qualType"])
        elif kind == "RecordDecl" and declaration.get("completeDefinition"):
            header.types += _records(name, declaration)
        elif kind == "FunctionDecl" and not declaration.get("inline"):
            result = declaration["type"]["qualType"].split("(", 1)[0].strip()
            parameters = _parameters(declaration)
            types, names = ([each["type"]["qualType"] for each in parameters], [each["name"] for each in parameters])
            header.functions.append(Function(name, result, types, names))
    header.limits = {name: int(value) for name, value in re.findall(r"^#define (SFSM_\w+) (\d+)$", text, flags=re.M)}
    return header


def _declarations() -> Iterator[dict[str, Any]]:
    swift = shutil.which("swiftc")
    beside = Path(swift).resolve().parent / "clang" if swift else None
    clang = str(beside) if beside and beside.exists() else "clang"
    command = [clang, "-x", "c", "-std=c11", "-fsyntax-only", "-Xclang", "-ast-dump=json", str(HEADER)]
    tree = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    yield from tree["inner"]


def _parameters(function: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in function.get("inner", []) if each["kind"] == "ParmVarDecl"]


def _read_enum(header: Header, declaration: dict[str, Any], text: str) -> None:
    constants: list[Constant] = []
    for each in declaration.get("inner", []):
        if not each.get("name", "").startswith("SFSM_"):
            return
        value = constants[-1].value + 1 if constants else 0
        if "inner" in each:
            value = int(each["inner"][0]["value"])
        constants.append(Constant(each["name"], value, _comment(each["name"], text)))
    header.enums.append(constants)


def _comment(constant: str, text: str) -> str:
    """The comment behind a constant, as one line."""
    match = re.search(rf"^ *{constant}(?: = [^,/\n]*)?,? */\*(.*?)\*/", text, flags=re.M | re.S)
    return " ".join(match[1].split()) if match else ""


def _read_typedef(header: Header, name: str, c_type: str) -> None:
    pointer = re.fullmatch(r"(.*?) ?\(\*\)\((.*)\)", c_type)
    if pointer:
        parameters = [] if pointer[2] == "void" else pointer[2].split(", ")
        header.types.append(Function(name, pointer[1], parameters))
    elif c_type.endswith("_t"):
        header.integers[name] = c_type
    elif not any(each.name == name for each in header.types):
        header.opaque.append(name)


def _records(name: str, declaration: dict[str, Any]) -> list[Record]:
    """A struct, after the unions in it, which are named after their fields."""
    inner: list[Record] = []
    record = Record(name, declaration["tagUsed"] == "union")
    for each in declaration["inner"]:
        if each["kind"] == "RecordDecl":
            inner += _records("", each)
        elif each["kind"] == "FieldDecl":
            c_type = each["type"]["qualType"]
            if "unnamed" in c_type or "anonymous" in c_type:
                inner[-1].name = c_type = f"{name}_{each['name']}"
            record.fields.append((each["name"], c_type))
    return [*inner, record]
