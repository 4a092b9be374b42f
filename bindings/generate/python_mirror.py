"""The header in ctypes' terms: constants, enumerations, structs and functions for the Python package."""

from __future__ import annotations

import re


from header import Constant, Function, Header, Record

FOLDER = "bindings/python/src/swiftfsm/library/generated"
MADE = "Made by ./dev generate from include/swiftfsm.h: change that, not this file."

# Enums that Python has as a class: by their first constant, its name and what comes before the names of its members.
CLASSES = {
    "SFSM_ANY": ("Reserved", "SFSM_", "The ids that have a meaning of their own."),
    "SFSM_OK": ("Status", "SFSM_", "Why a call could not be carried out."),
    "SFSM_TRANSITIONED": ("Outcome", "SFSM_", "The result of sending an event."),
    "SFSM_BOOL": ("ValueType", "SFSM_", "The types of arguments."),
    "SFSM_ON_CHANGE": ("EntryExit", "SFSM_", "When entry and exit callbacks run."),
    "SFSM_EXCLUSIVE": ("GuardPolicy", "SFSM_", "How guards choose among rows."),
    "SFSM_PHASE_RESOLVE": ("Phase", "SFSM_PHASE_", "The phases of a step."),
    "SFSM_ERROR": ("Severity", "SFSM_", "Whether a diagnostic stops the build."),
    "SFSM_EMPTY_DEFINITION": ("DiagnosticKind", "SFSM_", "What a diagnostic says."),
    "SFSM_TAKEN": ("ReasonKind", "SFSM_", "What becomes of a row that stands to be tried."),
    "SFSM_STATE_PART": ("SnapshotPart", "SFSM_", "What of a snapshot may have no place in another version of a definition."),
}
# What the names of an enum end with in C only.
SUFFIXES = {"SnapshotPart": "_PART"}
# Constants of these enums that are no members: the first id of a program is not a reserved one.
BARE = ["SFSM_FIRST_ID"]
# What comments name, in the words of the package.
WORDS = {
    "sfsm_machine_create and _start": "`Table.machine` and `Machine.start`",
    "sfsm_machine_start": "`Machine.start`",
    "sfsm_machine_request": "`Machine.request`",
    "sfsm_machine_send_message": "the header",
    "sfsm_builder_set_phase_order": "`order` of `Table`",
}
SCALARS = {
    "bool": "c_bool",
    "_Bool": "c_bool",
    "float": "c_float",
    "double": "c_double",
    "size_t": "c_size_t",
    **{f"{sign}int{bits}_t": f"c_{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}


def files(header: Header) -> dict[str, str]:
    """The text of each file, by its path."""
    return {
        f"{FOLDER}/__init__.py": f'"""What swiftfsm.h declares, in ctypes\' terms.\n\n{MADE}\n"""\n',
        f"{FOLDER}/constants.py": _constants(header),
        f"{FOLDER}/enumerations.py": _enumerations(header),
        f"{FOLDER}/records.py": _records(header),
        f"{FOLDER}/functions.py": _functions(header),
    }


def _start(title: str) -> list[str]:
    return [f'"""{title}', "", MADE, '"""', "", "from __future__ import annotations", ""]


def _constants(header: Header) -> str:
    lines = _start("The constants of swiftfsm.h that are no members of an enumeration, without their prefix.")
    for name, value in header.limits.items():
        lines += [f"{name[5:]} = {value}"]
    for enum in header.enums:
        for constant in enum:
            if enum[0].name not in CLASSES or constant.name in BARE:
                lines += [f"{constant.name[5:]} = {constant.value}"]
    return "\n".join(lines) + "\n"


# ----------------------------------------------------------------------------------------------------------------------
# Enumerations
# ----------------------------------------------------------------------------------------------------------------------


def _enumerations(header: Header) -> str:
    lines = _start("The enums of swiftfsm.h.")
    lines += ["from enum import Enum, IntEnum", "", ""]
    lines += ["class NamedNumber(IntEnum):", '    """An IntEnum that prints as its name in every version of Python."""', ""]
    lines += ["    __str__ = Enum.__str__", ""]
    lines += ["    def __format__(self, specification: str) -> str:", "        return format(str(self), specification)"]
    for enum in header.enums:
        if enum[0].name in CLASSES:
            lines += _enumeration(enum)
    return "\n".join(lines) + "\n"


def _enumeration(enum: list[Constant]) -> list[str]:
    name, prefix, text = CLASSES[enum[0].name]
    lines = ["", "", f"class {name}(NamedNumber):", f'    """{text}"""', ""]
    for constant in enum:
        if constant.name in BARE:
            continue
        member = constant.name.removeprefix(prefix).removesuffix(SUFFIXES.get(name, ""))
        lines += [f"    {member} = {constant.value}"]
        if constant.comment:
            lines += _docstring(constant.comment)
    return lines


def _docstring(comment: str) -> list[str]:
    """A comment of C as a docstring of Python, in lines of 120 characters."""
    for name, word in WORDS.items():
        comment = re.sub(rf"\b{name}\b", word, comment)
    sentence = re.sub(r"\bSFSM_", "", comment[0].upper() + comment[1:]).rstrip(".") + "."
    lines = ['    """']
    for word in sentence.split():
        if len(lines[-1]) + len(word) + 1 > 116:
            lines.append("   ")
        lines[-1] += word if lines[-1].endswith('"""') else f" {word}"
    lines[-1] += '"""'
    return lines


# ----------------------------------------------------------------------------------------------------------------------
# Structs and functions
# ----------------------------------------------------------------------------------------------------------------------


def _in_ctypes(header: Header, c_type: str) -> str:
    """The ctypes type for a type of C."""
    c_type = c_type.strip()
    if c_type == "void":
        return "None"
    if c_type.endswith("*"):
        target = c_type[:-1].strip().removeprefix("const ").strip()
        if target == "void" or target in header.opaque:
            return "c_void_p"
        return "c_char_p" if target == "char" else f"POINTER({_in_ctypes(header, target)})"
    if array := re.fullmatch(r"(.*)\[(\d+)\]", c_type):
        return f"{_in_ctypes(header, array[1])} * {array[2]}"
    c_type = header.integers.get(c_type, c_type)
    return SCALARS.get(c_type, c_type)


def _records(header: Header) -> str:
    lines = _start("The structs of swiftfsm.h, and the types of the functions whose address it takes.")
    body: list[str] = []
    for each in header.types:
        body += _function_type(header, each) if isinstance(each, Function) else _record(header, each)
    imports = [*_imports(body, ["CFUNCTYPE", "POINTER", "Structure", "Union"]), "from typing import Any"]
    return "\n".join([*lines, *imports, *body]) + "\n"


def _function_type(header: Header, function: Function) -> list[str]:
    # A step comes as an address: a POINTER would make ctypes build an object for it at each call.
    parameters = [
        "c_void_p" if each == "const sfsm_step *" else _in_ctypes(header, each) for each in function.parameters
    ]
    types = ", ".join([_in_ctypes(header, function.result), *parameters])
    return ["", "", f"{function.name}: Any = CFUNCTYPE({types})"]


def _record(header: Header, record: Record) -> list[str]:
    lines = ["", "", f"class {record.name}({'Union' if record.is_union else 'Structure'}):"]
    names = [name for name, _ in record.fields]
    if "as" in names:
        # A word of Python's own: its members are reached without it.
        lines += ['    _anonymous_ = ("as",)']
    lines += ["    _fields_ = ["]
    lines += [f'        ("{name}", {_in_ctypes(header, c_type)}),' for name, c_type in record.fields]
    return [*lines, "    ]"]


def _functions(header: Header) -> str:
    lines = _start("The functions of swiftfsm.h: the type of the result of each, and those of its arguments.")
    body = ["", "FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {"]
    for function in header.functions:
        types = ", ".join(_in_ctypes(header, each) for each in function.parameters)
        line = f'    "{function.name}": ({_in_ctypes(header, function.result)}, [{types}]),'
        body += [line] if len(line) <= 120 else _wrapped(header, function)
    body += ["}", "", "", "def declare(library: CDLL) -> None:"]
    body += ['    """Give every function of `library` its types. Raises AttributeError if it lacks one of them."""']
    body += ["    for name, (result, arguments) in FUNCTIONS.items():", "        function = getattr(library, name)"]
    body += ["        function.restype, function.argtypes = result, arguments"]
    text = "\n".join(body)
    used = [each.name for each in header.types if re.search(rf"\b{each.name}\b", text)]
    records = [f"from .records import {', '.join(sorted(used))}"]
    if len(records[0]) > 120:
        records = ["from .records import (", *(f"    {name}," for name in sorted(used)), ")"]
    ctypes = _imports([text, "CDLL"], ["CDLL", "POINTER"])
    return "\n".join([*lines, *ctypes, "from typing import Any", "", *records, *body]) + "\n"


def _wrapped(header: Header, function: Function) -> list[str]:
    lines = [f'    "{function.name}": (', f"        {_in_ctypes(header, function.result)},"]
    types = [_in_ctypes(header, each) for each in function.parameters]
    one = f"        [{', '.join(types)}],"
    return [*lines, *([one] if len(one) <= 120 else ["        [", *(f"            {each}," for each in types), "        ],"]), "    ),"]


def _imports(body: list[str], names: list[str]) -> list[str]:
    """What of ctypes a text uses."""
    text = "\n".join(body)
    used = [name for name in names if re.search(rf"\b{name}\b", text)]
    used += sorted(set(re.findall(r"\bc_\w+", text)), key=lambda name: (re.sub(r"\d+", "", name), len(name), name))
    line = f"from ctypes import {', '.join(used)}"
    return [line] if len(line) <= 120 else ["from ctypes import (", *(f"    {name}," for name in used), ")"]
