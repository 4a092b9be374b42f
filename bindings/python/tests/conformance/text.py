"""A case as text: lines of words and marks, each with its depth. The first layer of the format."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple, NoReturn, Optional

# A hyphen belongs to a word if a letter or digit follows, so that "a->b" is three tokens.
_TOKEN = re.compile(
    r'(?P<quoted>"(?:[^"\\]|\\["\\])*")'
    r"|(?P<mark>->|[\[\]|,:?/=()])"
    r"|(?P<word>(?:[A-Za-z0-9_.\x80-\U0010ffff]|-(?=[A-Za-z0-9]))+)"
)
_ANNOUNCEMENT = re.compile(r"^# wrong in line (\d+)", re.MULTILINE)


class Fault(Exception):
    """What is wrong with a case, or with what came of it: the first fault ends it."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line}: {text}")
        self.line = line


class Token(NamedTuple):
    """A mark, such as -> or [; a word; or a text that stands in quotes, without them."""

    text: str
    kind: str


class Line(NamedTuple):
    """A line that says something."""

    number: int
    depth: int
    tokens: list[Token]


class Lines:
    """Lines that are taken one after the other."""

    def __init__(self, lines: list[Line]) -> None:
        self._lines = lines
        self._next = 0

    def __len__(self) -> int:
        return len(self._lines) - self._next

    def first(self) -> int:
        """The number of the next line."""
        return self._lines[self._next].number

    def take(self) -> Cursor:
        """The next line, from its first token on."""
        self._next += 1
        return Cursor(self._lines[self._next - 1])

    def below(self, depth: int) -> Lines:
        """Takes out the lines that stand below the last one that was taken: those deeper than `depth`."""
        start = self._next
        while self._next < len(self._lines) and self._lines[self._next].depth > depth:
            self._next += 1
        return Lines(self._lines[start : self._next])


class Cursor:
    """A place in a line, from which tokens are taken one after the other."""

    def __init__(self, line: Line, start: int = 0) -> None:
        self.line = line
        self._next = start

    def fault(self, text: str) -> NoReturn:
        """Reports what is wrong with the line."""
        raise Fault(self.line.number, text)

    def copy(self) -> Cursor:
        """Another place in the same line."""
        return Cursor(self.line, self._next)

    @property
    def at_end(self) -> bool:
        """Whether nothing more stands in the line."""
        return self._next >= len(self.line.tokens)

    @property
    def peek(self) -> str:
        """The next token, for sentences."""
        return "the end of the line" if self.at_end else self.line.tokens[self._next].text

    def _sees_kind(self, kind: str) -> bool:
        return not self.at_end and self.line.tokens[self._next].kind == kind

    @property
    def sees_word(self) -> bool:
        """Whether a word comes next."""
        return self._sees_kind("word")

    def sees(self, text: str, ahead: int = 0) -> bool:
        """Whether this word or mark comes next, or so many tokens later."""
        place = self._next + ahead
        tokens = self.line.tokens
        return place < len(tokens) and tokens[place].kind != "quoted" and tokens[place].text == text

    def skip(self, text: str) -> bool:
        """Goes past the next token if it is this one."""
        seen = self.sees(text)
        self._next += seen
        return seen

    def skip_all(self, *texts: str) -> bool:
        """Goes past these if the first of them comes next; then all must."""
        if not self.skip(texts[0]):
            return False
        for text in texts[1:]:
            self.expect(text)
        return True

    def advance(self, count: int = 1) -> None:
        """Goes past so many tokens, whatever they are."""
        self._next += count

    def expect(self, text: str) -> None:
        """Goes past this word or mark, which must come next."""
        if not self.skip(text):
            self.fault(f"{text} is expected here, not {self.peek}")

    def expect_end(self) -> None:
        """Nothing more may come."""
        if not self.at_end:
            self.fault(f"nothing more is expected here, not {self.peek}")

    def word(self, what: str) -> str:
        """The next token, which must be a word."""
        return self._take("word", what)

    def quoted(self, what: str) -> str:
        """The next token, which must be a text in quotes."""
        return self._take("quoted", what)

    def _take(self, kind: str, what: str) -> str:
        if not self._sees_kind(kind):
            self.fault(f"{what} is expected here, not {self.peek}")
        self._next += 1
        return self.line.tokens[self._next - 1].text

    def integer(self, what: str) -> int:
        """The next token, which must be an integer of 32 bits."""
        word = self.word(what)
        number = as_integer(word)
        if number is None:
            self.fault(f"{what} is expected here, not {word}")
        return number

    def long(self, what: str) -> int:
        """The next token, which must be an integer of 64 bits."""
        word = self.word(what)
        if not re.fullmatch("-?[0-9]+", word) or not -(2**63) <= int(word) < 2**63:
            self.fault(f"{what} is expected here, not {word}")
        return int(word)

    def number(self, what: str) -> float:
        """The next token, which must be a number."""
        word = self.word(what)
        try:
            return float(word)
        except ValueError:
            self.fault(f"{what} is expected here, not {word}")

    def words(self, *stops: str) -> list[str]:
        """The words up to a mark, the end, or one of these."""
        found = []
        while self.sees_word and not any(map(self.sees, stops)):
            found.append(self.word("a word"))
        return found


def as_integer(word: str) -> Optional[int]:
    """A word as an integer of 32 bits, if it is one."""
    if not re.fullmatch(r"-?[0-9]+", word):
        return None
    number = int(word)
    return number if -(2**31) <= number < 2**31 else None


class CaseText(NamedTuple):
    """A case among others in a file."""

    path: Path
    lines_before: int
    """How many lines of the file stand before the case."""
    name: str
    contents: str


def read_cases(path: Path) -> list[CaseText]:
    """The cases of a file that has many: every line "# case NAME" begins one."""
    lines = path.read_text(encoding="utf-8").split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("# case ")]
    return [
        CaseText(path, start, lines[start].removeprefix("# case "), "\n".join(lines[start:end]))
        for start, end in zip(starts, [*starts[1:], len(lines)])
    ]


def read_text(contents: str) -> list[Line]:
    """The lines of a case that say something. Raises Fault."""
    lines: list[Line] = []
    for number, line in enumerate(contents.split("\n"), 1):
        _read_line(lines, number, line)
    return lines


def announced_fault(path: Path) -> int:
    """The line of the first fault that a case under wrong/ announces; 0 if it announces none."""
    announcement = _ANNOUNCEMENT.search(path.read_text(encoding="utf-8"))
    return int(announcement.group(1)) if announcement else 0


def _read_line(lines: list[Line], number: int, line: str) -> None:
    if number == 1 and not re.match("# .", line):
        raise Fault(number, "a case begins with a comment that states its rule")
    indentation = len(line) - len(line.lstrip(" "))
    tokens = _tokens(number, line, indentation)
    if not tokens:
        return
    deepest = lines[-1].depth + 1 if lines else 0
    if indentation % 2 or indentation // 2 > deepest:
        raise Fault(number, f"the line is indented by {indentation} spaces: each level is two")
    lines.append(Line(number, indentation // 2, tokens))


def _tokens(number: int, line: str, start: int) -> list[Token]:
    tokens: list[Token] = []
    while start < len(line) and line[start] != "#":
        if line[start] == " ":
            start += 1
            continue
        found = _TOKEN.match(line, start)
        if found is None:
            raise Fault(number, f"there is no such mark, or a quote that is not closed: {line[start:]}")
        kind = str(found.lastgroup)
        text = found.group()
        tokens.append(Token(re.sub(r'\\(["\\])', r"\1", text[1:-1]) if kind == "quoted" else text, kind))
        start = found.end()
        if kind == "word" and line[start : start + 1] == "#":
            raise Fault(number, "a comment needs a space before it")
    return tokens
