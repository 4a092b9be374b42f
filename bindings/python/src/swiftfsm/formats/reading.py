"""Reads any of the formats."""

from __future__ import annotations

from typing import Optional

from .faults import Faults
from .scxml import read_scxml
from .source import Given, find_source


def read(path_or_text: Given, format: Optional[str] = None) -> str:
    """Turn a foreign definition into a document.

    `path_or_text` is a path, a text (with several lines, or one that begins with "<" or "{"), bytes, or for the formats
    of JSON a mapping. Without `format` it is found out by the extension of the file, or by the content.

    Raises FormatError with up to 20 faults; OSError if the file cannot be read; ValueError for an unknown format.
    """
    source = find_source(path_or_text, format or "")
    faults = Faults(source.file)
    assert not hasattr(source.content, "keys")
    return read_scxml(source.content, faults)
