"""definition: what is handed to the builder, in its order. The library reads it; only the lines are found here."""

from __future__ import annotations

from collections import deque
from typing import Any, Optional

from swiftfsm import ANY, NONE, Phase, StateKind
from swiftfsm.library.loading import library

from .case import (
    BLOCK_ROLES,
    RESERVED,
    BlockLine,
    Callback,
    Case,
    EventLine,
    HookLine,
    Label,
    Match,
    PredicateLine,
    RowLine,
    WarningLine,
)
from .document import Twin, name_of
from .reading_callables import read_signature
from .text import Cursor, Lines
from .words import callback_named, case_number, registered

_KINDS = {
    "state": StateKind.PLAIN,
    "parallel": StateKind.PARALLEL,
    "history": StateKind.SHALLOW_HISTORY,
    "deepHistory": StateKind.DEEP_HISTORY,
}
_BLOCKS = ("state", "parallel", "history", "deep", "superstate")
_HOOKS = ("unhandled", "step")
_ALL_WARNINGS = 100


def read_definition(case: Case, lines: Lines, twin: Twin) -> None:
    """The whole section."""
    case.is_document = twin.is_document
    _Reader(case, lines, twin.contents).read()


class _Reader:
    def __init__(self, case: Case, lines: Lines, contents: Any) -> None:
        self._case, self._contents = case, contents
        self._named: list[str] = []
        self._gone_on: list[str] = []
        self._own_hooks: list[tuple[int, str, str]] = []
        """Callables for the hooks of a machine, of which the library keeps nothing."""
        self._lines: dict[str, deque[int]] = {}
        """By what it is, the lines on which one stands that has not been read yet."""
        while lines:
            self._scan(lines.take())
        # The numbers of blocks by their labels and names.
        self._blocks: dict[str, int] = {}
        self._adopted: list[tuple[BlockLine, list[str]]] = []

    def _scan(self, cursor: Cursor) -> None:
        line = cursor.line
        if cursor.sees(":", 1):
            label = cursor.word("a label")
            cursor.expect(":")
            self._case.labels[label] = Label(line.number, "other", 0)
        kind = "row" if any(token == ("->", "mark") for token in line.tokens) else cursor.peek
        kind = "block" if kind in _BLOCKS else kind
        self._lines.setdefault(kind, deque()).append(line.number)
        if kind == "in":
            self._gone_on.append(line.tokens[1].text)
        if kind == "named":
            self._named += [token.text for token in line.tokens[2:]]
        if kind == "callable":
            role, name = (token.text for token in line.tokens[1:3])
            self._lines.setdefault(f"callable {role} {name}", deque()).append(line.number)
            if role in _HOOKS and cursor.sees("(", 3):
                text = "".join(f"{token.text} " if token.text == "," else token.text for token in line.tokens[2:])
                self._own_hooks.append((line.number, role, text))

    def _line(self, kind: str) -> int:
        lines = self._lines.get(kind)
        return lines.popleft() if lines else 1

    def read(self) -> None:
        """Fill in the case."""
        case, contents = self._case, self._contents
        for each in contents.get("ids", ()):
            vocabulary, name = next(item for item in each.items() if item[0] != "number")
            if not name_of(name).startswith("reserved "):
                case.words[vocabulary][name_of(name)] = each["number"]
        for each in contents.get("callables", ()):
            self._read_callable(each)
        for line, role, text in self._own_hooks:
            callback_named(case, role, "").signature = read_signature(case, line, text)
        case.named_events = [self._id("event", each) for each in self._named]
        for each in contents.get("events", ()):
            types = [argument["type"] for argument in each["arguments"]]
            case.events.append(EventLine(self._line("event"), self._id("event", each["event"]), types))
        for each in contents.get("predicates", ()):
            self._read_predicate(each)
        case.initials = [
            (self._line("initial"), self._id("state", each["state"])) for each in contents.get("initial", ())
        ]
        case.first_match = contents.get("guards") == "first match"
        case.always = contents.get("entryExit") == "always"
        case.order = [int(Phase[each.upper()]) for each in contents.get("order", ())]
        for role, word in (("unhandled", "onUnhandled"), ("step", "onStep")):
            case.hooks += [HookLine(1, registered(case, role, name_of(name))) for name in contents.get(word, ())]
        case.warnings = [WarningLine(1, _kind(each), False) for each in contents.get("warningsOff", ())]
        self._read_body(contents.get("body", ()), 0, None)
        self._resolve()

    def _read_callable(self, told: Any) -> None:
        role, name = told["role"], name_of(told["name"])
        line = self._line(f"callable {role} {name}")
        callback_named(self._case, role, name).signature = read_signature(self._case, line, told["signature"])

    def _read_predicate(self, told: Any) -> None:
        words = [name_of(each) for each in told.get("cases", ())]
        provider = registered(self._case, "provider", name_of(told["by"])) if "by" in told else None
        number = self._id("predicate", told["predicate"])
        count = told.get("count", len(words))
        self._case.predicates.append(PredicateLine(self._line("predicate"), number, count, words, provider))

    # ------------------------------------------------------------------------------------------------------------------
    # Rows and blocks
    # ------------------------------------------------------------------------------------------------------------------

    def _read_body(self, body: Any, block: int, parent: Optional[int]) -> None:
        for item in body:
            if "event" in item:
                self._read_row(item, block)
            elif "continue" in item:
                self._read_body(item.get("body", ()), self._blocks[item["continue"]], None)
            else:
                self._read_block(item, parent)

    def _read_block(self, told: Any, parent: Optional[int]) -> None:
        word = next(each for each in (*_KINDS, "superstate") if each in told)
        is_state = word != "superstate"
        case, callbacks = self._case, self._callbacks
        block = BlockLine(
            line=self._line("block"),
            state=self._id("state", told[word]) if is_state else None,
            kind=StateKind.FINAL if told.get("final") else _KINDS.get(word, StateKind.PLAIN),
            adopts=[],
            callbacks={role: callbacks(role, told.get(role, ())) for role in BLOCK_ROLES},
            name=name_of(told[word]) if not is_state and told[word] is not None else None,
            parent=self._id("state", told["in"]) if "in" in told else parent,
        )
        case.blocks.append(block)
        number = len(case.blocks)
        self._adopted.append((block, told.get("adopts", ())))
        for label in filter(None, (told.get("label"), block.name)):
            self._blocks.setdefault(label, number)
        default = told.get("default")
        if default is not None:
            state = self._id("state", default["state"])
            block.default = None if state == NONE else state
            block.default_actions = callbacks("action", default.get("actions", ()))
        block.done = self._id("event", told["done"]) if "done" in told else None
        block.timeouts = [(each["delay"], self._id("event", each["event"])) for each in told.get("timeouts", ())]
        self._label(told, block.line, "block", number)
        self._read_body(told.get("body", ()), number, block.state)

    def _read_row(self, told: Any, number: int) -> None:
        case, callbacks = self._case, self._callbacks
        own = case.blocks[number - 1].state if number else None
        row = RowLine(
            line=self._line("row"),
            source=self._id("state", told["source"]) if "source" in told else int(NONE) if own is None else own,
            event=self._id("event", told["event"]),
            target=self._id("state", told["target"]),
            block=number,
            is_overriding=told.get("overriding", False),
            matches=[self._match(each) for each in told.get("match", ())],
            guards=callbacks("guard", [each for each in told.get("guards", ()) if isinstance(each, str)]),
            actions=callbacks("action", told.get("actions", ())),
            resolver=registered(case, "resolver", name_of(told["by"])) if "by" in told else None,
            is_local=told.get("local", False),
            more_targets=[self._id("state", each) for each in told.get("and", ())],
            raised=[self._id("event", each) for each in told.get("raises", ())],
        )
        conditions = [each for each in told.get("guards", ()) if not isinstance(each, str)]
        row.conditions = [(self._id("state", *each.values()), "in" in each) for each in conditions]
        self._label(told, row.line, "row", len(case.rows))
        case.rows.append(row)

    def _match(self, told: Any) -> Match:
        predicate = self._id("predicate", told["predicate"])
        values = [case_number(self._case, 1, predicate, name_of(each)) for each in told["cases"]]
        return Match(predicate, values)

    def _label(self, told: Any, line: int, kind: str, number: int) -> None:
        for label in self._case.labels.values():
            if label.line == line:
                label.kind, label.number = kind, number

    def _callbacks(self, role: str, names: Any) -> list[Callback]:
        return [registered(self._case, role, name_of(each)) for each in names]

    def _id(self, vocabulary: str, word: str) -> int:
        if not word.startswith('"') and word in RESERVED:
            return RESERVED[word]
        name = name_of(word)
        if name.startswith("reserved "):
            return int(ANY) + int(name.split()[1])
        return self._case.words[vocabulary][name]

    def _resolve(self) -> None:
        """Superstates may stand below the blocks that adopt them."""
        for block, words in self._adopted:
            block.adopts += [self._blocks[word] for word in words]
        adopted = {number for block in self._case.blocks for number in block.adopts}
        for word, label in self._case.labels.items():
            label.is_used = label.is_used or word in self._gone_on or (label.kind, label.number in adopted) == ("block", True)


def _kind(name: str) -> int:
    """The number of a kind of warnings."""
    number = _ALL_WARNINGS + 1
    while library.sfsm_diagnostic_kind_name(number).decode() != name:
        number += 1
    return number
