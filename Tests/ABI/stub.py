"""Writes a C file in which all of include/swiftfsm.h is defined: each function, a pointer to each struct, and each enum with
a name. Debug information of that says what a program is compiled against; of Swift's objects it tells no types.

    stub.py HEADER > stub.c
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings" / "generate"))

import header


def stub(declared: header.Header, path: Path) -> str:
    """The file."""
    lines = [f'#include "{path}"', ""]
    for enum in declared.enums:
        name = f"abi_enum_{enum[0].name}"
        constants = ", ".join(f"abi_{each.name} = {each.name}" for each in enum)
        lines.append(f"enum {name} {{ {constants} }} {name};")
    for name, c_type in declared.integers.items():
        lines.append(f"{name} abi_{name}; /* {c_type} */")
    for each in declared.types:
        # Unions inside of structs have no name of their own.
        if isinstance(each, header.Function) or each.name in public_records(declared):
            lines.append(f"{each.name} *abi_{each.name};")
    for name, value in declared.limits.items():
        if name.startswith("SFSM_VERSION_"):
            continue
        lines.append(f"enum abi_{name} {{ abi_limit_{name} = {value} }} abi_{name};")
    for each in declared.functions:
        parameters = ", ".join(declaration(c_type, f"p{index}") for index, c_type in enumerate(each.parameters)) or "void"
        lines.append(f"{declaration(each.result, each.name)}({parameters}) {{ __builtin_trap(); }}")
    return "\n".join(lines) + "\n"


def public_records(declared: header.Header) -> list[str]:
    """The structs and unions that the header gives names to."""
    inner = {c_type for each in declared.types if isinstance(each, header.Record) for _, c_type in each.fields}
    unions = {each.name for each in declared.types if isinstance(each, header.Record) and each.is_union}
    return [
        each.name
        for each in declared.types
        if isinstance(each, header.Record) and not (each.name in unions and each.name in inner)
    ]


def declaration(c_type: str, name: str) -> str:
    """A declaration of a name: pointers to functions and arrays enclose it."""
    if "(*)" in c_type:
        return c_type.replace("(*)", f"(*{name})", 1)
    if c_type.endswith("]"):
        element, _, count = c_type.partition("[")
        return f"{element}{name}[{count}"
    return f"{c_type} {name}"


if __name__ == "__main__":
    header.HEADER = Path(sys.argv[1]).resolve()
    sys.stdout.write(stub(header.read(), header.HEADER))
