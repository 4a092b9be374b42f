"""Reads XML into elements with their lines: without document types, entities, or anything from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional, Union
from xml.parsers import expat

from .faults import Faults, FormatError, shown

DEPTH_LIMIT = 128

_ENCODINGS = ("utf-8", "utf-16", "us-ascii", "iso-8859-1")


@dataclass
class Element:
    """An element. Names of other namespaces are "namespace name"."""

    name: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""
    """How the first text directly inside it begins; empty if there are only spaces."""
    text_line: int = 0


class _Reader:
    """Handlers of expat, and the elements on the way from the root to the present one."""

    def __init__(self, faults: Faults, encoding: Optional[str]) -> None:
        self._faults = faults
        self._open: list[Element] = []
        self.root: Optional[Element] = None
        self.parser: expat.XMLParserType = expat.ParserCreate(encoding, " ")
        self._handle(encoding is None)

    def _handle(self, is_declaring: bool) -> None:
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._refuse_document_type
        self.parser.ProcessingInstructionHandler = self._refuse_instruction
        if is_declaring:
            self.parser.XmlDeclHandler = self._check_encoding

    def _line(self) -> int:
        return self.parser.CurrentLineNumber

    def _check_encoding(self, version: str, encoding: Optional[str], standalone: int) -> None:
        if (encoding or "utf-8").lower() not in _ENCODINGS:
            raise self._faults.error(1, f"expected UTF-8, found the encoding {shown(encoding)}: convert the file")

    def _refuse_document_type(self, name: str, *_: object) -> None:
        raise self._faults.error(self._line(), "expected no document type: remove <!DOCTYPE>, and write out entities")

    def _refuse_instruction(self, target: str, data: str) -> None:
        self._faults.add(self._line(), f"expected no processing instruction, found {shown(target)}: remove it")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) == DEPTH_LIMIT:
            raise self._faults.error(self._line(), f"expected at most {DEPTH_LIMIT} elements inside each other")
        element = Element(name, self._line(), attributes)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _end(self, name: str) -> None:
        self._open.pop()

    def _characters(self, text: str) -> None:
        element = self._open[-1]
        begin = text.lstrip()
        if begin and not element.text:
            element.text = begin[:80].rstrip()
            element.text_line = self._line()


def read_xml(text: Union[str, bytes], faults: Faults) -> Element:
    """Return the root. Raises FormatError if it is no XML, or XML that is not read here."""
    # What is a str has been decoded, whatever encoding it declares.
    reader = _Reader(faults, "utf-8" if isinstance(text, str) else None)
    try:
        reader.parser.Parse(text.encode() if isinstance(text, str) else text, True)
    except expat.ExpatError as error:
        raise faults.error(error.lineno, f"expected XML: {expat.ErrorString(error.code)}") from None
    except FormatError:
        raise
    except (LookupError, ValueError):
        raise faults.error(1, "expected XML in UTF-8, found another encoding: convert the file") from None
    assert reader.root is not None, "expat tells of a document without a root"
    return reader.root
