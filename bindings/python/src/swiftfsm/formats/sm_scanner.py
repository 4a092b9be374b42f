"""Cuts the text of the SMC of smc.sourceforge.net: words, marks, and code that is only handed on."""

from __future__ import annotations

import re

from .faults import Faults, FormatError, shown

_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_WORD = re.compile(r"%?[A-Za-z_][A-Za-z_0-9]*")
_MARK = re.compile(r"%%|%\{|::|[{}()\[\];:,/=]")


class Scanner:
    """Reads a text from its beginning to its end."""

    def __init__(self, text: str, faults: Faults) -> None:
        self._text = text
        self._faults = faults
        self._position = 0
        self._line = 1
        self._counted = 0

    @property
    def line(self) -> int:
        """Of what comes next."""
        self._skip()
        self._line += self._text.count("\n", self._counted, self._position)
        self._counted = self._position
        return self._line

    def _skip(self) -> None:
        match = _SPACE.match(self._text, self._position)
        assert match is not None, "the pattern matches nothing too"
        self._position = match.end()

    def fail(self, what: str) -> FormatError:
        line = self.line
        begin = self._text[self._position : self._position + 20].split("\n")[0]
        return self._faults.error(line, f"expected {what}, found {shown(begin) if begin else 'the end of the file'}")

    def peek(self) -> str:
        """The next word or mark; empty at the end, and before what is neither."""
        self._skip()
        match = _WORD.match(self._text, self._position) or _MARK.match(self._text, self._position)
        return match[0] if match else ""

    @property
    def is_at_end(self) -> bool:
        self._skip()
        return self._position == len(self._text)

    def skip(self, text: str) -> bool:
        """Whether this comes next; then it is taken."""
        found = self.peek() == text
        if found:
            self._position += len(text)
        return found

    def expect(self, text: str, what: str) -> None:
        if not self.skip(text):
            raise self.fail(what)

    def word(self, what: str) -> str:
        word = self.peek()
        if not _WORD.fullmatch(word) or word.startswith("%"):
            raise self.fail(what)
        self._position += len(word)
        return word

    def rest_of_line(self) -> str:
        end = self._text.find("\n", self._position)
        start, self._position = self._position, len(self._text) if end < 0 else end
        return self._text[start : self._position].strip()

    def skip_code(self) -> None:
        """Behind %{: code up to %}."""
        end = self._text.find("%}", self._position)
        if end < 0:
            raise self.fail("'%}' behind code")
        self._position = end + 2

    def code(self, ends: str) -> str:
        """Code up to one of these characters outside of brackets, which is not taken."""
        start, depth = self._position, 0
        while self._position < len(self._text):
            each = self._text[self._position]
            if not depth and each in ends:
                return self._text[start : self._position].strip()
            depth += (each in "([") - (each in ")]" and depth > 0)
            self._position += 1
        self._position = start
        raise self.fail(" or ".join(f"'{end}'" for end in ends) + " behind code")
