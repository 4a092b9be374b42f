"""The names of statuses and outcomes for Swift."""

from __future__ import annotations

from header import Header

PATH = "Sources/FSMCABI/StatusNames.swift"


def files(header: Header) -> dict[str, str]:
    """The text of each file, by its path."""
    lines = ["// Made by ./dev generate from include/swiftfsm.h: change that, not this file.", "", "import CSwiftFSM", ""]
    lines += ["@c(sfsm_status_name) @implementation"]
    lines += ["public func sfsm_status_name(_ status: sfsm_status) -> UnsafePointer<CChar>! {"]
    lines += ["    let name: StaticString", "    switch status {"]
    for enum in header.enums:
        if enum[0].name in ("SFSM_OK", "SFSM_TRANSITIONED"):
            lines += [f'    case {constant.value}: name = "{constant.name}"' for constant in enum]
    lines += ['    default: name = "unknown"', "    }", "    return name.cString", "}"]
    return {PATH: "\n".join(lines) + "\n"}
