"""Finds the places in Swift sources at which a small mistake can be made, and chooses some of them.

A line is mutated at one place at most and never moves, so that what the compiler says of a line is said of its mutant.
"""

from __future__ import annotations

import hashlib
import pathlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

FOLDERS = ("Validation", "Compilation", "Dispatch")

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+=", "..<": "one less", "??": "right side",
    "!": "nothing", "true": "false", "false": "true", "min": "max", "max": "min", "first": "last", "last": "first",
    "lowerBound": "upperBound", "upperBound": "lowerBound", "isEmpty": "not empty", "contains": "contains not",
}  # fmt: skip

# What is one token in the code, by kind.
TOKENS = {
    "comparison": r"(?<= )(<=|>=|==|!=|<|>)(?= )",
    "logic": r"(?<=\s)(&&|\|\|)(?= )",
    "arithmetic": r"(?<= )(&\+|&-|\+=|-=|\+|-)(?= )",
    "range": r"(?<=[\w)\]])(\.\.<)(?=[\w(])",
    "default": r"(?<= )(\?\?)(?= )",
    "negation": r"(?<=[\s(\[])(!)(?=[\w(.])",
    "boolean": r"(?<![\w.])(true|false)\b",
    "number": r"(?<![\w.$])(\d+)(?![\w.])",
    "extreme": r"(?<![\w.])(min|max)(?=\()",
    "end": r"(?<=[\w)\]]\.)(first|last|lowerBound|upperBound)\b(?!\()",
    "emptiness": r"(?<=[\w)\]]\.)(isEmpty)\b",
    "membership": r"(?<=[\w)\]]\.)(contains)(?=\()",
    "jump": r"(?<![\w.])(continue|break)(?= *\}?$)",
}

CONDITION = re.compile(r"^\s*(?:\} else )?(?:if|guard|while) (.+?) (?:else )?\{")
CALL = re.compile(r"^\s+(?!return|let|var|case|guard|if|for|while|switch|throw|defer|self\.init)[\w.\[\]?]+\(.*\)$")
ASSIGNMENT = re.compile(r"^\s+(?!return|let|var|case|guard|if|for|while|static)[\w.\[\]?]+ [-+&|]?&?[-+|]?= .*[^,({\[]$")
FUNCTION = re.compile(r"^\s+[\w() @]*func [^{}]*\) \{$")

# What only saves work or memory, or is itself a check.
NOT_MUTATED = re.compile(r"reserveCapacity|assert\(|precondition|fatalError|while true|^\s*@|#if|^\s*case [^:]*=|^import|operator ")
MASKED = re.compile(r'"(?:[^"\\]|\\.)*"|//.*')


@dataclass(frozen=True)
class Place:
    """One place: `length` characters of a line, which become something else in the mutant."""

    file: str
    line: int
    column: int
    length: int
    kind: str
    before: str
    after: str
    code: str

    @property
    def name(self) -> str:
        """The same wherever the line stands in its file."""
        return f"{self.file}: {self.code} [{self.before} -> {self.after}]"


def _conditions(code: str) -> Iterator[tuple[int, int]]:
    """The parts of an if, guard or while that are expressions: start and length."""
    found = CONDITION.match(code)
    if not found or "{" in found[1]:
        return
    start, depth = found.start(1), 0
    for index in range(start, found.end(1) + 1):
        character = code[index] if index < found.end(1) else ","
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            part = code[start:index].strip()
            if part and not re.match(r"(let|var|case|#)\b", part):
                begin = code.index(part, start)
                yield begin, len(part)
            start = index + 1


def _balanced(code: str) -> bool:
    return all(code.count(left) == code.count(right) for left, right in ("()", "[]", "{}"))


def _is_whole(lines: list[str], index: int) -> bool:
    """The line is a statement of its own."""
    before = lines[index - 1].strip()
    after = lines[index + 1].strip() if index + 1 < len(lines) else ""
    if not _balanced(lines[index]) or re.search(r"([,(\[=]|[-+&|?:])$", before) or re.match(r"[.)&|?:+]", after):
        return False
    # The only line of a function may be its result.
    return not (before.endswith("{") and after == "}" and "->" in before)


def _places_of_line(file: str, lines: list[str], shown: list[str], index: int) -> Iterator[Place]:
    code, text = lines[index], shown[index].strip()

    def place(column: int, length: int, kind: str, before: str, after: str) -> Place:
        return Place(file, index + 1, column, length, kind, before, after, text)

    for kind, pattern in TOKENS.items():
        for found in re.finditer(pattern, code):
            token = found[1]
            if kind == "jump" and "guard" in code:
                continue
            after = SWAPS.get(token) or (str(int(token) + 1) if kind == "number" else "nothing")
            yield place(found.start(1), len(token), kind, token, after)
    for column, length in _conditions(code):
        for after in ("always", "never"):
            yield place(column, length, "condition", shown[index][column : column + length], after)
    if (CALL.match(code) or ASSIGNMENT.match(code)) and _is_whole(lines, index):
        column = len(code) - len(code.lstrip())
        yield place(column, len(code) - column, "statement", "statement", "nothing")
    if FUNCTION.match(code) and "->" not in code and "mutating get" not in code:
        yield place(len(code), 0, "return", "body", "return at once")


def places(engine: pathlib.Path) -> list[Place]:
    """All places of the three folders, in the order of the files."""
    found: list[Place] = []
    for folder in FOLDERS:
        for path in sorted((engine / folder).glob("*.swift")):
            shown = path.read_text().splitlines()
            lines = [MASKED.sub(lambda match: " " * len(match[0]), line).rstrip() for line in shown]
            for index, line in enumerate(lines):
                if line.strip() and not NOT_MUTATED.search(line):
                    found += _places_of_line(f"{folder}/{path.name}", lines, shown, index)
    return found


def choose(all_places: list[Place], count: int, seed: str) -> list[Place]:
    """About `count` places, from each file in proportion to its lines with places, but three at least.

    The choice in one file does not change with other lines of it: each place has a rank of its own.
    """
    by_file: dict[str, dict[int, list[Place]]] = {}
    for place in all_places:
        by_file.setdefault(place.file, {}).setdefault(place.line, []).append(place)
    line_count = sum(len(lines) for lines in by_file.values())

    def rank(place: Place) -> str:
        return hashlib.sha256(f"{seed} {place.name} {place.column}".encode()).hexdigest()

    chosen: list[Place] = []
    names: set[str] = set()
    for lines in by_file.values():
        wanted = max(3, round(count * len(lines) / line_count))
        of_file = 0
        # A kind first, so that common ones (numbers, calls) leave room for the others.
        for place in sorted((_of_line(line, rank) for line in lines.values()), key=rank):
            if of_file < wanted and place.name not in names:
                chosen.append(place)
                names.add(place.name)
                of_file += 1
    return sorted(chosen, key=lambda place: (place.file, place.line))


def _of_line(line: list[Place], rank: Callable[[Place], str]) -> Place:
    """One place of a line: of a random kind, then a random one of that kind."""
    by_kind: dict[str, list[Place]] = {}
    for place in line:
        by_kind.setdefault(place.kind, []).append(place)
    kind = min(by_kind, key=lambda kind: rank(by_kind[kind][0]))
    return min(by_kind[kind], key=rank)
