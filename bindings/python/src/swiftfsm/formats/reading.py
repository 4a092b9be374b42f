"""Reads any of the formats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Optional

from .faults import Faults
from .json_twin import read_twin
from .json_values import read_json, value_of
from .scxml import read_scxml
from .sm import read_sm
from .sm_maps import read_sm_maps
from .source import Given, Source, decoded, find_source
from .transitions_markup import read_transitions
from .xstate import read_xstate


def read(path_or_text: Given, format: Optional[str] = None) -> str:
    """Turn a foreign definition into a document.

    `path_or_text` is a path, a text (with several lines, or one that begins with "<" or "{"), bytes, or for the formats
    of JSON a mapping. Without `format` it is found out by the extension of the file, or by the content.

    Raises FormatError with up to 20 faults; OSError if the file cannot be read; ValueError for an unknown format.
    """
    source = find_source(path_or_text, format or "")
    faults = Faults(source.file)
    if source.format == "scxml" and isinstance(source.content, (str, bytes)):
        return read_scxml(source.content, faults)
    if source.format == "sm" and isinstance(source.content, (str, bytes)):
        text = decoded(source.content, faults)
        # Directives begin with %, which the other language does not have.
        return read_sm_maps(text, faults) if re.search(r"^[ \t]*%", text, re.MULTILINE) else read_sm(text, faults)
    return _read_json(source, faults)


def _read_json(source: Source, faults: Faults) -> str:
    content = source.content
    if isinstance(content, Mapping):
        value = value_of(content, faults)
    else:
        value = read_json(decoded(content, faults), faults)
    fields = value.data if isinstance(value.data, dict) else {}
    if source.format == "transitions" or (not source.format and "transitions" in fields):
        return read_transitions(value, faults)
    if source.format == "json" or (not source.format and "format" in fields):
        return read_twin(value, faults)
    if not source.format and "states" in fields and isinstance(fields["states"].data, list):
        return read_transitions(value, faults)
    version = {"xstate4": 4, "xstate5": 5}.get(source.format, 0)
    return read_xstate(value, faults, version)
