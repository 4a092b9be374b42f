"""The canonical text of a document, as the library writes it, taken apart into the words of its lines: what is to be
known of a definition beside the table. What is wrong with a document the library has told before.

The JSON twin would be read with fewer lines, but not where states are nested as deep as they may be: `json` recurses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# A hyphen belongs to a word if a letter or digit follows.
_TOKEN = re.compile(
    r'"(?P<quoted>(?:[^"\\]|\\["\\])*)"|(?P<mark>->|\.\.\.|[\[\]|,:?/=()])'
    r"|(?P<word>(?:[A-Za-z0-9_.\x80-\U0010ffff]|-(?=[A-Za-z0-9\x80-\U0010ffff]))+)"
)


class Token(NamedTuple):
    """A mark, a word, or a name in quotes, without them."""

    text: str
    kind: str


class Line:
    """A line of which tokens are taken one after the other."""

    __slots__ = ("depth", "_tokens", "_next")

    def __init__(self, text: str) -> None:
        self.depth: int = (len(text) - len(text.lstrip(" "))) // 2
        self._tokens = [_token(found) for found in _TOKEN.finditer(text)]
        self._next = 0

    @property
    def is_row(self) -> bool:
        """Whether an arrow stands in the line."""
        return any(token == ("->", "mark") for token in self._tokens)

    def sees(self, text: str, ahead: int = 0) -> bool:
        """Whether this word or mark comes next, or so many tokens later."""
        place = self._next + ahead
        return place < len(self._tokens) and self._tokens[place] in ((text, "word"), (text, "mark"))

    def skip(self, *texts: str) -> bool:
        """Go past these words or marks, if they come next."""
        seen = all(self.sees(text, ahead) for ahead, text in enumerate(texts))
        self._next += len(texts) if seen else 0
        return seen

    @property
    def sees_name(self) -> bool:
        """Whether a word or a name in quotes comes next."""
        return self._next < len(self._tokens) and self._tokens[self._next].kind != "mark"

    def take(self) -> Token:
        """Take the next token."""
        self._next += 1
        return self._tokens[self._next - 1]

    def name(self) -> str:
        """Take a name."""
        return self.take().text

    def label(self) -> str:
        """Take the label before what the line says; "" if there is none."""
        if not self.sees(":", 1):
            return ""
        label = self.name()
        self._next += 1
        return label

    def names(self, *stops: str) -> list[str]:
        """Take the names up to a mark, the end, or one of these words."""
        return [token.text for token in self.tokens(*stops)]

    def tokens(self, *stops: str) -> list[Token]:
        """The same, as tokens."""
        found: list[Token] = []
        while self.sees_name and not any(map(self.sees, stops)):
            found.append(self.take())
        return found

    def skip_to(self, *marks: str) -> None:
        """Go past all tokens up to one of these marks."""
        while not any(map(self.sees, marks)):
            self._next += 1


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a canonical text."""
    return map(Line, text.rstrip("\n").split("\n"))


def name_of(word: str) -> str:
    """Return the name that a word is, or that stands between quotes."""
    return re.sub(r"\\(.)", r"\1", word[1:-1]) if word.startswith('"') else word


def _token(found: re.Match[str]) -> Token:
    return Token(name_of(found.group()), found.lastgroup or "")
