"""definition: what is handed to the builder, in the order in which it stands there."""

from __future__ import annotations

from typing import Optional

from swiftfsm import NONE, Phase

from .case import BLOCK_ROLES, BlockLine, Callback, Case, EventLine, Match, PredicateLine, RowLine
from .reading_callables import read_callable
from .reading_choices import read_hooks, read_warnings
from .text import Cursor, Fault, Lines
from .words import case_number, registered, set_id, take_id, take_label, take_role, take_type, use_label


def read_definition(case: Case, lines: Lines) -> None:
    """The whole section."""
    while lines:
        cursor = lines.take()
        below = lines.below(1)
        if _read_block(case, cursor, below):
            continue
        if below:
            raise Fault(below.first(), "only blocks have lines below them")
        if _read_row(case, cursor, 0):
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


# ----------------------------------------------------------------------------------------------------------------------
# Rows
# ----------------------------------------------------------------------------------------------------------------------


def _is_row(cursor: Cursor) -> bool:
    return any(token.text == "->" and token.kind == "mark" for token in cursor.line.tokens)


def _take_callbacks(case: Case, cursor: Cursor, role: str) -> list[Callback]:
    callbacks: list[Callback] = []
    while not callbacks or cursor.sees_word:
        callbacks.append(registered(case, role, cursor.word("the name of a callback")))
    return callbacks


def _take_matches(case: Case, cursor: Cursor) -> list[Match]:
    matches: list[Match] = []
    while not matches or cursor.skip(","):
        match = Match(take_id(case, cursor, "predicate", True), [])
        if cursor.sees_word:
            match.words.append(cursor.word("a case"))
            while cursor.skip("|"):
                match.words.append(cursor.word("a case"))
        matches.append(match)
    cursor.expect("]")
    return matches


def _ids_ahead(cursor: Cursor) -> int:
    """How many ids come next: "reserved 12" is one."""
    cursor, count = cursor.copy(), 0
    while cursor.sees_word:
        cursor.advance(2 if cursor.sees("reserved") else 1)
        count += 1
    return count


def _read_row(case: Case, cursor: Cursor, block: int) -> bool:
    """A row in the block with this number, or 0 for none; False if the line is none."""
    if not _is_row(cursor):
        return False
    if cursor.sees(":", 1):
        take_label(case, cursor, "row", len(case.rows))
    is_overriding = cursor.skip("overriding")
    if block == 0 or _ids_ahead(cursor) > 1:
        source = take_id(case, cursor, "state", True)
    else:
        state = case.blocks[block - 1].state
        source = int(NONE) if state is None else state
    row = RowLine(cursor.line.number, source, take_id(case, cursor, "event", True), 0, block, is_overriding)
    if cursor.skip("["):
        row.matches = _take_matches(case, cursor)
    if cursor.skip("?"):
        row.guards = _take_callbacks(case, cursor, "guard")
    cursor.expect("->")
    row.target = take_id(case, cursor, "state", True)
    if cursor.skip("by"):
        row.resolver = registered(case, "resolver", cursor.word("the name of a resolver"))
    if cursor.skip("/"):
        row.actions = _take_callbacks(case, cursor, "action")
    cursor.expect_end()
    case.rows.append(row)
    return True


# ----------------------------------------------------------------------------------------------------------------------
# Blocks
# ----------------------------------------------------------------------------------------------------------------------


def _read_block(case: Case, cursor: Cursor, below: Lines) -> bool:
    """A block, opened or gone on with, and what stands below it; False if the line is none."""
    is_labelled = cursor.sees(":", 1)
    heading = 2 if is_labelled else 0
    is_state, goes_on = cursor.sees("state", heading), cursor.sees("in")
    if _is_row(cursor) or not (is_state or cursor.sees("superstate", heading) or goes_on):
        return False
    number = len(case.blocks) + 1
    if is_labelled:
        take_label(case, cursor, "block", number)
    cursor.advance()
    if goes_on:
        word = cursor.word("the label of a block")
        cursor.expect_end()
        label = use_label(case, cursor.line.number, word)
        if label.kind != "block":
            cursor.fault(f"{word} is not the label of a block")
        number = label.number
    else:
        _open_block(case, cursor, take_id(case, cursor, "state", True) if is_state else None)
    _read_contents(case, below, number)
    return True


def _open_block(case: Case, cursor: Cursor, state: Optional[int]) -> None:
    is_final = cursor.skip("final")
    if is_final and state is None:
        cursor.fault("a superstate cannot be final")
    is_named = state is None and cursor.skip("named")
    name = cursor.word("the name of a superstate") if is_named else None
    adopts: list[str] = []
    if cursor.skip("adopts"):
        adopts = cursor.words() or [cursor.word("the label of a superstate")]
    cursor.expect_end()
    callbacks: dict[str, list[Callback]] = {role: [] for role in BLOCK_ROLES}
    case.blocks.append(BlockLine(cursor.line.number, state, is_final, adopts, callbacks, name))


def _read_contents(case: Case, lines: Lines, number: int) -> None:
    while lines:
        cursor = lines.take()
        if cursor.line.depth > 2:
            cursor.fault("nothing stands below a row or callback")
        if _read_row(case, cursor, number):
            continue
        role = take_role(cursor, BLOCK_ROLES)
        if role is None:
            cursor.fault(f"a row, or entry, exit, cycle or update is expected here, not {cursor.peek}")
        case.blocks[number - 1].callbacks[role] += _take_callbacks(case, cursor, role)
        cursor.expect_end()
