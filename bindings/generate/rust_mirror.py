"""The header in Rust's terms: all of it for the crate swiftfsm-sys, and enums for the crate swiftfsm."""

from __future__ import annotations

import re

from header import Constant, Function, Header, Record

SYS = "bindings/rust/swiftfsm-sys"
SAFE = "bindings/rust/swiftfsm/src/generated.rs"
MADE = "// Made by ./dev generate from include/swiftfsm.h: change that, not this file."

# Enums that the crate swiftfsm has: by their first constant, the name, what comes before the names of the variants, and
# whether variants may be added, which a `match` has to allow for.
ENUMS = {
    "SFSM_NULL_POINTER": ("Status", "SFSM_", "Why a call could not be carried out.", True),
    "SFSM_BOOL": ("ValueType", "SFSM_", "The type of a value that an event carries.", True),
    "SFSM_EMPTY_DEFINITION": ("DiagnosticKind", "SFSM_", "What a diagnostic says.", True),
    "SFSM_TAKEN": ("ReasonKind", "SFSM_", "What happens to a row when the rows for a message are tried.", True),
    "SFSM_STATE_PART": ("SnapshotPart", "SFSM_", "What of a snapshot may have no place in another definition.", True),
}
# What the names of an enum end with in C only.
SUFFIXES = {"SnapshotPart": "_PART"}
# Enums of flags: by their first constant.
FLAGS = [
    "SFSM_OVERRIDING",
    "SFSM_FINAL",
    "SFSM_INHERITED",
    "SFSM_LENIENT",
    "SFSM_WITHOUT_GUARDS",
    "SFSM_SNAPSHOT_JSON",
    "SFSM_JOURNAL_JSON",
    "SFSM_UNBOUND",
    "SFSM_FLAT",
    "SFSM_CALL_ACTIONS",
]
SCALARS = {
    "void": "c_void",
    "char": "c_char",
    "bool": "bool",
    "_Bool": "bool",
    "float": "f32",
    "double": "f64",
    "size_t": "usize",
    **{f"{sign}int{bits}_t": f"{kind}{bits}" for sign, kind in (("", "i"), ("u", "u")) for bits in (8, 16, 32, 64)},
}
KEYWORDS = {"type", "where", "ref", "move", "match", "in", "as", "fn", "use"}


def files(header: Header) -> dict[str, str]:
    """The text of each file, by its path."""
    return {
        f"{SYS}/src/constants.rs": _constants(header),
        f"{SYS}/src/types.rs": _types(header),
        f"{SYS}/src/functions.rs": _functions(header),
        f"{SYS}/tests/layout/records.rs": _layout_in_rust(header),
        f"{SYS}/tests/layout/records.c": _layout_in_c(header),
        SAFE: _enums(header),
    }


def _constants(header: Header) -> str:
    lines = [MADE]
    for name, value in header.limits.items():
        lines += [f"pub const {name}: {'u32' if 'VERSION' in name else 'usize'} = {value};"]
    for enum in header.enums:
        kind = "u32" if enum[0].name in FLAGS else "i32"
        for constant in enum:
            if constant.comment:
                lines += _doc(constant.comment, "", {})
            lines += [f"pub const {constant.name}: {kind} = {constant.value};"]
    return "\n".join(lines) + "\n"


# ----------------------------------------------------------------------------------------------------------------------
# Types and functions
# ----------------------------------------------------------------------------------------------------------------------


def _in_rust(c_type: str) -> str:
    """The Rust type for a type of C."""
    c_type = c_type.strip()
    if c_type.endswith("*"):
        target = c_type[:-1].strip()
        kind = "const" if target.startswith("const ") and not target.endswith("*") else "mut"
        return f"*{kind} {_in_rust(target.removeprefix('const ') if not target.endswith('*') else target)}"
    if array := re.fullmatch(r"(.*)\[(\d+)\]", c_type):
        return f"[{_in_rust(array[1])}; {array[2]}]"
    return SCALARS.get(c_type, c_type)


def _result(c_type: str) -> str:
    return "" if c_type == "void" else f" -> {_in_rust(c_type)}"


def _field(name: str) -> str:
    return f"r#{name}" if name in KEYWORDS else name


def _types(header: Header) -> str:
    lines = [MADE, "use std::marker::{PhantomData, PhantomPinned};", "use std::os::raw::{c_char, c_void};"]
    for name, c_type in header.integers.items():
        lines += ["", f"pub type {name} = {_in_rust(c_type)};"]
    for name in header.opaque:
        lines += ["", "/// Known by pointers alone.", "#[repr(C)]", f"pub struct {name} {{", "    _private: [u8; 0],"]
        lines += ["    _marker: PhantomData<(*mut u8, PhantomPinned)>,", "}"]
    for each in header.types:
        lines += _function_type(each) if isinstance(each, Function) else _record(each)
    return "\n".join(lines) + "\n"


def _function_type(function: Function) -> list[str]:
    parameters = ", ".join(_in_rust(each) for each in function.parameters)
    return ["", f'pub type {function.name} = Option<unsafe extern "C" fn({parameters}){_result(function.result)}>;']


def _record(record: Record) -> list[str]:
    lines = ["", "#[repr(C)]", "#[derive(Clone, Copy)]"]
    lines += [f"pub {'union' if record.is_union else 'struct'} {record.name} {{"]
    lines += [f"    pub {_field(name)}: {_in_rust(c_type)}," for name, c_type in record.fields]
    return [*lines, "}"]


def _functions(header: Header) -> str:
    lines = [MADE, "use crate::types::*;", "use std::os::raw::{c_char, c_void};", "", 'extern "C" {']
    for function in header.functions:
        pairs = zip(function.names, function.parameters)
        parameters = ", ".join(f"{_field(name)}: {_in_rust(c_type)}" for name, c_type in pairs)
        lines += [f"    pub fn {function.name}({parameters}){_result(function.result)};"]
    return "\n".join([*lines, "}"]) + "\n"


# ----------------------------------------------------------------------------------------------------------------------
# Sizes and offsets, which a test compares
# ----------------------------------------------------------------------------------------------------------------------


def _structs(header: Header) -> list[Record]:
    """The records that have a name in C."""
    return [each for each in header.types if isinstance(each, Record) and not each.is_union]


def _layout_in_rust(header: Header) -> str:
    lines = [MADE, "use super::*;", "", "pub fn write(out: &mut String) {"]
    for record in _structs(header):
        fields = ", ".join(_field(name) for name, _ in record.fields)
        lines += [f"    record!(out, {record.name} {{ {fields} }});"]
    return "\n".join([*lines, "}"]) + "\n"


def _layout_in_c(header: Header) -> str:
    lines = [MADE, "#include <stdio.h>", "#include <swiftfsm.h>", "", "int main(void) {"]
    for record in _structs(header):
        lines += [f'    printf("{record.name} %zu %zu\\n", sizeof({record.name}), _Alignof({record.name}));']
        for name, _ in record.fields:
            size = f"sizeof((({record.name} *)0)->{name})"
            lines += [f'    printf("{record.name}.{name} %zu %zu\\n", offsetof({record.name}, {name}), {size});']
    return "\n".join([*lines, "    return 0;", "}"]) + "\n"


# ----------------------------------------------------------------------------------------------------------------------
# Enums
# ----------------------------------------------------------------------------------------------------------------------


def _enums(header: Header) -> str:
    lines = [MADE]
    for enum in header.enums:
        if enum[0].name == "SFSM_OK":
            enum = enum[1:]
        if enum[0].name in ENUMS:
            lines += _enum(enum)
    return "\n".join(lines) + "\n"


def _enum(enum: list[Constant]) -> list[str]:
    name, prefix, text, is_open = ENUMS[enum[0].name]
    variants = {each.name: _variant(each.name, prefix, SUFFIXES.get(name, "")) for each in enum}
    lines = ["", f"/// {text}", "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]", "#[repr(i32)]"]
    lines += [*(["#[non_exhaustive]"] if is_open else []), f"pub enum {name} {{"]
    for constant in enum:
        lines += _doc(constant.comment or f"`{constant.name}` of swiftfsm.h", "    ", variants)
        lines += [f"    {variants[constant.name]} = {constant.value},"]
    lines += ["}", "", f"impl {name} {{", "    /// Returns the number in swiftfsm.h."]
    lines += ["    pub const fn code(self) -> i32 {", "        self as i32", "    }", ""]
    lines += ["    /// Returns what a number of swiftfsm.h stands for; `None` if it is not one of these."]
    lines += ["    pub const fn from_code(code: i32) -> Option<Self> {", "        Some(match code {"]
    lines += [f"            {each.value} => Self::{variants[each.name]}," for each in enum]
    return [*lines, "            _ => return None,", "        })", "    }", "}"]


def _variant(constant: str, prefix: str, suffix: str) -> str:
    """UNKNOWN_STATE as UnknownState."""
    words = constant.removeprefix(prefix).removesuffix(suffix).split("_")
    return "".join(word.capitalize() for word in words)


def _doc(comment: str, indent: str, variants: dict[str, str]) -> list[str]:
    """A comment of C as one of Rust, in lines of 120 characters."""
    sentence = (comment[0].upper() + comment[1:]).rstrip(".") + "."
    sentence = sentence.replace("<", "`<`").replace("[", "`[`")
    sentence = re.sub(r"\b[Ss][Ff][Ss][Mm]_\w+", lambda match: _named(match[0], variants), sentence)
    lines = [f"{indent}///"]
    for word in sentence.split():
        if len(lines[-1]) + len(word) + 1 > 120:
            lines.append(f"{indent}///")
        lines[-1] += f" {word}"
    return lines


def _named(name: str, variants: dict[str, str]) -> str:
    if name in variants:
        return f"`{variants[name]}`"
    return f"`{'sfsm' + name[4:] if name[4:].islower() else name}`"
