"""What is generated from the header, held against it by another reader than the one that made it."""

from __future__ import annotations

import ctypes
import re
from typing import Any

import header
import pytest

import swiftfsm
from swiftfsm import DiagnosticKind, EntryExit, GuardPolicy, Outcome, Phase, Reserved, Severity, SnapshotPart, Status
from swiftfsm.library.generated import constants, records
from swiftfsm.library.generated.enumerations import ReasonKind, ValueType
from swiftfsm.library.generated.functions import FUNCTIONS
from swiftfsm.library.loading import library, library_without_gil

HEADER = header.read()
OPAQUE = r"(?:const )?sfsm_(?:builder|table|machine|diagnostics|callable|closure) "
# What the header has for compilers of C++, and as macros of C11, so that sending reads like calling.
CONVENIENCE = {"sfsm_value_of", "sfsm_send", "sfsm_send_matching"}
SCALARS: dict[str, Any] = {
    "void": None,
    "bool": ctypes.c_bool,
    "int8_t": ctypes.c_int8,
    "int16_t": ctypes.c_int16,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "uint8_t": ctypes.c_uint8,
    "uint16_t": ctypes.c_uint16,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "size_t": ctypes.c_size_t,
    "void *": ctypes.c_void_p,
    "char *": ctypes.c_char_p,
    "const char *": ctypes.c_char_p,
    "sfsm_function": records.sfsm_function,
    "sfsm_finalizer": records.sfsm_finalizer,
}


def in_ctypes(c_type: str) -> Any:
    """The ctypes type for a type of the header."""
    if c_type in SCALARS:
        return SCALARS[c_type]
    if c_type in HEADER.integers:
        return in_ctypes(HEADER.integers[c_type])
    if array := re.fullmatch(r"(.+)\[(\d+)\]", c_type):
        return in_ctypes(array[1]) * int(array[2])
    if re.fullmatch(OPAQUE + r"\*", c_type):
        return ctypes.c_void_p
    if re.fullmatch(OPAQUE + r"\*\*", c_type):
        return ctypes.POINTER(ctypes.c_void_p)
    if c_type.endswith("*"):
        target = c_type[:-1].strip()
        return ctypes.POINTER(in_ctypes(target if target in SCALARS else target.replace("const ", "")))
    return getattr(records, c_type)


def test_the_header_was_read_whole() -> None:
    text = header.PATH.read_text(encoding="utf-8")
    program = header.without_directives(header.without_comments(text))
    everything = set(re.findall(r"\b(sfsm_\w+)\(", program))
    assert CONVENIENCE | HEADER.inline < everything
    assert set(HEADER.functions) == everything - CONVENIENCE - HEADER.inline
    assert set(HEADER.structs) == set(re.findall(r"^} (sfsm_\w+);", text, flags=re.M))
    assert set(HEADER.unions) == {"sfsm_value_as"}
    assert set(HEADER.constants) >= set(re.findall(r"^    (SFSM_\w+) =", text, flags=re.M))


@pytest.mark.parametrize("loaded", [library, library_without_gil], ids=["with the GIL", "without"])
def test_every_function_has_the_types_of_the_header(loaded: ctypes.CDLL) -> None:
    for name, (result, parameters, _) in HEADER.functions.items():
        function = getattr(loaded, name)
        assert function.restype == in_ctypes(result), name
        assert function.argtypes == [in_ctypes(parameter) for parameter in parameters], name


def test_no_function_is_declared_that_the_header_lacks() -> None:
    assert sorted(FUNCTIONS) == sorted(HEADER.functions)


def test_function_pointer_types() -> None:
    for name, (result, parameters, _) in HEADER.callbacks.items():
        declared = getattr(records, name)
        # A step arrives as a bare address: see the generator.
        expected = [
            ctypes.c_void_p if parameter == "const sfsm_step *" else in_ctypes(parameter) for parameter in parameters
        ]
        assert (declared._restype_, list(declared._argtypes_)) == (in_ctypes(result), expected)


@pytest.mark.parametrize("name", [*HEADER.structs, *HEADER.unions])
def test_struct_and_union_fields(name: str) -> None:
    declared = getattr(records, name)
    assert issubclass(declared, ctypes.Union if name in HEADER.unions else ctypes.Structure)
    expected = HEADER.unions.get(name) or HEADER.structs[name]
    fields = [(field, kind) for field, kind in declared._fields_]
    assert fields == [(field, in_ctypes(c_type)) for c_type, field in expected]


def test_constants() -> None:
    ours = {
        f"SFSM_{member.name}": int(member)
        for kind in (Reserved, Status, Outcome, EntryExit, GuardPolicy, Severity, DiagnosticKind, ReasonKind, ValueType)
        for member in kind
    }
    ours.update({f"SFSM_PHASE_{phase.name}": int(phase) for phase in Phase})
    ours.update({f"SFSM_{part.name}_PART": int(part) for part in SnapshotPart})
    ours.update({f"SFSM_{name}": value for name, value in vars(constants).items() if name.isupper()})
    assert ours == HEADER.constants


def test_the_package_has_the_version_of_the_header() -> None:
    version = ".".join(str(HEADER.constants[f"SFSM_VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH"))
    assert swiftfsm.__version__ == version
