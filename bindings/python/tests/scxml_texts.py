"""Texts in SCXML, for tests."""

from __future__ import annotations

import pytest

from swiftfsm import formats


def scxml(content: str, attributes: str = "") -> str:
    return f'<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" {attributes}>\n{content}\n</scxml>'


def rows_of(content: str) -> str:
    """The document without what stands in all of them."""
    lines = formats.read(scxml(content)).splitlines()
    return "\n".join(line[2:] for line in lines[4:])


def faults_of(text: str | bytes) -> list[str]:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(text, "scxml")
    return [f"{fault.line}: {fault.text}" for fault in caught.value.faults]
