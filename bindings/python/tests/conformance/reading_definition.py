"""definition: what is handed to the builder, in the order in which it stands there."""

from __future__ import annotations

from swiftfsm import Phase

from .case import Case, EventLine, PredicateLine
from .reading_blocks import read_block, read_row
from .reading_callables import read_callable
from .reading_choices import read_hooks, read_warnings
from .text import Cursor, Fault, Lines
from .words import case_number, registered, set_id, take_id, take_label, take_type, use_label


def read_definition(case: Case, lines: Lines) -> None:
    """The whole section."""
    while lines:
        cursor = lines.take()
        below = lines.below(1)
        if read_block(case, cursor, below):
            continue
        if below:
            raise Fault(below.first(), "only blocks have lines below them")
        if read_row(case, cursor, 0):
            continue
        if cursor.sees(":", 1):
            take_label(case, cursor, "other", 0)
        _read_statement(case, cursor)
        cursor.expect_end()
    _resolve_later_words(case)


def _resolve_later_words(case: Case) -> None:
    """Labels of superstates may stand below their use, names of cases below that of a row."""
    for block in case.blocks:
        for word in block.adopts:
            label = use_label(case, block.line, word)
            if label.kind != "block" or case.blocks[label.number - 1].state is not None:
                raise Fault(block.line, f"{word} is not the label of a superstate")
    for row in case.rows:
        for match in row.matches:
            match.values = [case_number(case, row.line, match.predicate, word) for word in match.words]


# ----------------------------------------------------------------------------------------------------------------------
# Statements
# ----------------------------------------------------------------------------------------------------------------------


def _read_statement(case: Case, cursor: Cursor) -> None:
    if cursor.skip("ids"):
        _read_ids(case, cursor)
    elif cursor.skip_all("named", "events"):
        case.named_events += [take_id(case, cursor, "event", True)]
        while cursor.sees_word:
            case.named_events.append(take_id(case, cursor, "event", True))
    elif cursor.skip("predicate"):
        _read_predicate(case, cursor)
    elif cursor.skip("event"):
        _read_event(case, cursor)
    elif cursor.skip("callable"):
        read_callable(case, cursor)
    elif cursor.skip("initial"):
        case.initials.append((cursor.line.number, take_id(case, cursor, "state", True)))
    elif cursor.skip("guards"):
        case.first_match = not cursor.skip("exclusive")
        if case.first_match:
            cursor.expect("first")
            cursor.expect("match")
    elif cursor.skip_all("entry", "exit"):
        case.always = cursor.skip("always")
        if not case.always:
            cursor.expect("on")
            cursor.expect("change")
    elif cursor.skip("order"):
        phases = {phase.name.lower(): int(phase) for phase in Phase}
        for word in cursor.words() or [cursor.word("a phase")]:
            if word not in phases:
                cursor.fault(f"{word} is no phase of a step")
            case.order.append(phases[word])
    elif cursor.skip("on"):
        read_hooks(case, cursor)
    elif cursor.skip("warnings"):
        read_warnings(case, cursor)
    else:
        cursor.fault(f"a definition has no line that begins with {cursor.peek}")


def _read_ids(case: Case, cursor: Cursor) -> None:
    vocabulary = next((each for each in case.words if cursor.skip(f"{each}s")), None)
    if vocabulary is None:
        cursor.fault(f"states, events or predicates is expected here, not {cursor.peek}")
    while True:
        if cursor.sees("=", 1):
            word = cursor.word("a word")
            cursor.expect("=")
            set_id(case, cursor, vocabulary, word, cursor.integer("a number"))
        else:
            take_id(case, cursor, vocabulary, True)
        if not cursor.sees_word:
            return


def _read_event(case: Case, cursor: Cursor) -> None:
    event = take_id(case, cursor, "event", True)
    types: list[str] = []
    cursor.expect("(")
    while not cursor.at_end and not cursor.sees(")"):
        if types:
            cursor.expect(",")
        types.append(take_type(cursor))
    cursor.expect(")")
    case.events.append(EventLine(cursor.line.number, event, types))


def _read_predicate(case: Case, cursor: Cursor) -> None:
    predicate = take_id(case, cursor, "predicate", True)
    words: list[str] = []
    if cursor.skip("of"):
        count = cursor.integer("the number of cases")
    else:
        words = cursor.words("by") or [cursor.word("the name of a case")]
        if words == ["by"]:
            cursor.fault("the name of a case is expected here, not by")
        count = len(words)
    provider = registered(case, "provider", cursor.word("the name of a provider")) if cursor.skip("by") else None
    case.predicates.append(PredicateLine(cursor.line.number, predicate, count, words, provider))
