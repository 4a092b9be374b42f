"""The rows and blocks of a definition."""

from __future__ import annotations

from swiftfsm import NONE, StateKind

from .case import BLOCK_ROLES, BlockLine, Callback, Case, Match, RowLine
from .text import Cursor, Lines
from .words import registered, take_id, take_label, take_role, use_label

# ----------------------------------------------------------------------------------------------------------------------
# Rows
# ----------------------------------------------------------------------------------------------------------------------


def _is_row(cursor: Cursor) -> bool:
    return any(token.text == "->" and token.kind == "mark" for token in cursor.line.tokens)


def _take_callbacks(case: Case, cursor: Cursor, role: str) -> list[Callback]:
    callbacks: list[Callback] = []
    while not callbacks or (cursor.sees_word and not cursor.sees("raises")):
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


def _take_guards(case: Case, cursor: Cursor, row: RowLine) -> None:
    """Takes "exact in heating not in cooling": guards, and conditions on which states are active."""
    is_first = True
    while is_first or cursor.sees_word:
        is_first = False
        is_in = not cursor.skip("not")
        if not is_in or cursor.sees("in"):
            cursor.expect("in")
            row.conditions.append((take_id(case, cursor, "state", True), is_in))
        else:
            row.guards.append(registered(case, "guard", cursor.word("the name of a guard")))


def _ids_ahead(cursor: Cursor) -> int:
    """How many ids come next: "reserved 12" is one."""
    cursor, count = cursor.copy(), 0
    while cursor.sees_word:
        cursor.advance(2 if cursor.sees("reserved") else 1)
        count += 1
    return count


def read_row(case: Case, cursor: Cursor, block: int) -> bool:
    """A row in the block with this number, or 0 for none; False if the line is none."""
    if not _is_row(cursor):
        return False
    if cursor.sees(":", 1):
        take_label(case, cursor, "row", len(case.rows))
    is_overriding = cursor.skip("overriding")
    is_local = cursor.skip("local")
    if block == 0 or _ids_ahead(cursor) > 1:
        source = take_id(case, cursor, "state", True)
    else:
        state = case.blocks[block - 1].state
        source = int(NONE) if state is None else state
    row = RowLine(cursor.line.number, source, take_id(case, cursor, "event", True), 0, block, is_overriding)
    row.is_local = is_local
    if cursor.skip("["):
        row.matches = _take_matches(case, cursor)
    if cursor.skip("?"):
        _take_guards(case, cursor, row)
    cursor.expect("->")
    row.target = take_id(case, cursor, "state", True)
    while cursor.skip("and"):
        row.more_targets.append(take_id(case, cursor, "state", True))
    if cursor.skip("by"):
        row.resolver = registered(case, "resolver", cursor.word("the name of a resolver"))
    if cursor.skip("/"):
        row.actions = _take_callbacks(case, cursor, "action")
    if cursor.skip("raises"):
        while not row.raised or cursor.sees_word:
            row.raised.append(take_id(case, cursor, "event", True))
    cursor.expect_end()
    case.rows.append(row)
    return True


# ----------------------------------------------------------------------------------------------------------------------
# Blocks
# ----------------------------------------------------------------------------------------------------------------------


_KINDS = {"state": StateKind.PLAIN, "parallel": StateKind.PARALLEL, "history": StateKind.SHALLOW_HISTORY}
_BEGINNINGS = (*_KINDS, "deep", "superstate")


def read_block(case: Case, cursor: Cursor, below: Lines) -> bool:
    """A block, opened or gone on with, and what stands below it; False if the line is none."""
    is_labelled = cursor.sees(":", 1)
    heading = 2 if is_labelled else 0
    goes_on = cursor.sees("in")
    if _is_row(cursor) or not (goes_on or any(cursor.sees(word, heading) for word in _BEGINNINGS)):
        return False
    number = len(case.blocks) + 1
    if is_labelled:
        take_label(case, cursor, "block", number)
    if goes_on:
        cursor.advance()
        word = cursor.word("the label of a block")
        cursor.expect_end()
        label = use_label(case, cursor.line.number, word)
        if label.kind != "block":
            cursor.fault(f"{word} is not the label of a block")
        number = label.number
    else:
        _open_block(case, cursor)
    _read_contents(case, below, number)
    return True


def _open_block(case: Case, cursor: Cursor) -> None:
    """Takes "state washing final in work adopts common", or "superstate named Common", of which little is needed."""
    callbacks: dict[str, list[Callback]] = {role: [] for role in BLOCK_ROLES}
    block = BlockLine(cursor.line.number, None, StateKind.PLAIN, [], callbacks)
    if not cursor.skip("superstate"):
        is_deep = cursor.skip("deep")
        word = "history" if is_deep else cursor.peek
        cursor.expect(word)
        block.kind = StateKind.DEEP_HISTORY if is_deep else _KINDS[word]
        block.state = take_id(case, cursor, "state", True)
    if cursor.skip("final"):
        if block.state is None or block.kind is not StateKind.PLAIN:
            cursor.fault("only a state can be final")
        block.kind = StateKind.FINAL
    if block.state is not None and cursor.skip("in"):
        block.parent = take_id(case, cursor, "state", True)
    if block.state is None and cursor.skip("named"):
        block.name = cursor.word("the name of a superstate")
    if cursor.skip("adopts"):
        block.adopts = cursor.words() or [cursor.word("the label of a superstate")]
    cursor.expect_end()
    case.blocks.append(block)


def _read_part(case: Case, cursor: Cursor, block: BlockLine) -> bool:
    """Reads "default filling / rinse", "done ready" or "timeout 30 ring"; False if the line is none of them."""
    if cursor.skip("default"):
        block.default = take_id(case, cursor, "state", True)
        if cursor.skip("/"):
            block.default_actions += _take_callbacks(case, cursor, "action")
    elif cursor.skip("done"):
        block.done = take_id(case, cursor, "event", True)
    elif cursor.skip("timeout"):
        delay = cursor.long("a delay")
        block.timeouts.append((delay, take_id(case, cursor, "event", True)))
    else:
        return False
    cursor.expect_end()
    return True


def _read_contents(case: Case, lines: Lines, number: int) -> None:
    while lines:
        cursor = lines.take()
        if cursor.line.depth > 2:
            cursor.fault("nothing stands below a row or callback")
        block = case.blocks[number - 1]
        if read_row(case, cursor, number) or _read_part(case, cursor, block):
            continue
        role = take_role(cursor, BLOCK_ROLES)
        if role is None:
            words = "a row, or entry, exit, cycle, update, default, done or timeout"
            cursor.fault(f"{words} is expected here, not {cursor.peek}")
        block.callbacks[role] += _take_callbacks(case, cursor, role)
        cursor.expect_end()
