"""What stands below a call: the callbacks that run meanwhile, reasons, and the result."""

from __future__ import annotations

from typing import Optional

from swiftfsm import NONE, Reserved

from .case import Call, Case, Happening, ReasonLine, Result, Signature
from .reading_callables import take_given
from .text import Cursor, as_integer
from .words import case_number, id_of, take_arguments, take_cases, take_id, take_role, take_type, use_label

# ----------------------------------------------------------------------------------------------------------------------
# Results
# ----------------------------------------------------------------------------------------------------------------------


def take_result(case: Case, cursor: Cursor, call: Call) -> None:
    """Takes "transitioned unlocked, pending 2", from behind the arrow."""
    if call.result is not None:
        cursor.fault("the call has a result already")
    words = cursor.words()
    if len(words) < 2:
        cursor.fault("an outcome and a state are expected behind ->")
    result = Result(cursor.line.number, " ".join(words[:-1]), id_of(case, cursor, "state", words[-1]))
    while cursor.skip(","):
        _take_detail(case, cursor, result)
    if cursor.skip(":"):
        ids: list[int] = []
        while not cursor.skip("none") and not cursor.at_end:
            ids.append(take_id(case, cursor, "state" if call.requests else "event"))
        result.details["ids"] = ids
    cursor.expect_end()
    _check_details(cursor, call, result)
    call.result = result


def _take_detail(case: Case, cursor: Cursor, result: Result) -> None:
    details = result.details
    if cursor.skip("failure"):
        details["failure"] = cursor.integer("a number")
    elif cursor.skip("pending"):
        details["pending"] = cursor.integer("a number")
    elif cursor.skip("target"):
        details["target"] = take_id(case, cursor, "state")
    elif cursor.skip("event"):
        details["event"] = take_id(case, cursor, "event")
    elif cursor.skip_all("rejected", "argument") if cursor.sees("argument", 1) else False:
        number = cursor.integer("the number of an argument")
        cursor.expect("(")
        cursor.expect("declared")
        declared = _take_told_type(cursor)
        cursor.expect(",")
        cursor.expect("sent")
        details["argument"] = (number, declared, _take_told_type(cursor))
        cursor.expect(")")
    elif cursor.skip("rejected"):
        predicate = take_id(case, cursor, "predicate")
        details["rejected"] = predicate, case_number(case, result.line, predicate, cursor.word("a case"))
    elif cursor.skip("active"):
        details["active"] = []
        while not details["active"] or cursor.sees_word:
            details["active"].append(take_id(case, cursor, "state"))
    elif cursor.skip("due"):
        details["due"] = None if cursor.skip("never") else cursor.long("a time")
    elif cursor.sees("done") or cursor.sees("not"):
        details["done"] = not cursor.skip("not")
        cursor.expect("done")
    else:
        words = "failure, pending, target, event, rejected, active, done or due"
        cursor.fault(f"{words} is expected here, not {cursor.peek}")


def _take_told_type(cursor: Cursor) -> str:
    """A type as it was declared or sent; none where there is none."""
    return next((each for each in ("none", "integer") if cursor.skip(each)), None) or take_type(cursor)


def _check_details(cursor: Cursor, call: Call, result: Result) -> None:
    """What only some calls tell has to be written of these."""
    details = result.details
    has_outcome = result.outcome in ("transitioned", "refused", "unhandled", "deferred")
    if ("target" in details) != (call.verb == "probe" and has_outcome):
        cursor.fault("a target belongs to a probe that has an outcome, and to nothing else")
    if ("event" in details) != (call.is_handed_over and result.outcome == "ok"):
        cursor.fault("an event belongs to an update that hands it over, and to nothing else")
    if ("ids" in details) != (call.verb == "permitted" and result.outcome == "ok"):
        cursor.fault("a list belongs to what is permitted, and to nothing else")


# ----------------------------------------------------------------------------------------------------------------------
# Reasons
# ----------------------------------------------------------------------------------------------------------------------


def read_reason(case: Case, cursor: Cursor, call: Call) -> None:
    """Reads "a: not matched Mood glad"."""
    line = cursor.line.number
    word = cursor.word("the label of a row")
    label = use_label(case, line, word)
    if label.kind != "row":
        cursor.fault(f"{word} is not the label of a row")
    cursor.expect(":")
    kind, mismatch, guard = "taken", (int(NONE), int(NONE)), -1
    if cursor.skip_all("guard", "refused"):
        kind, guard = "guard refused", cursor.integer("the number of a guard")
    elif cursor.skip_all("resolver", "refused"):
        kind = "resolver refused"
    elif not cursor.skip("taken"):
        cursor.expect("not")
        if cursor.skip("matched"):
            kind = "not matched"
            predicate = take_id(case, cursor, "predicate")
            mismatch = predicate, case_number(case, line, predicate, cursor.word("a case"))
        else:
            cursor.expect("tried")
            kind = "not tried"
    cursor.expect_end()
    call.reasons.append(ReasonLine(line, label.number, kind, mismatch, guard))


# ----------------------------------------------------------------------------------------------------------------------
# Callbacks
# ----------------------------------------------------------------------------------------------------------------------


def read_happening(case: Case, cursor: Cursor) -> Happening:
    """A callback that is called: what it checks and answers."""
    role = take_role(cursor)
    if role is None:
        cursor.fault(f"there is no callback that is called {cursor.peek}")
    # Behind a hook stands its name if it is one of the table.
    has_name = role not in ("step", "unhandled") or (cursor.sees_word and (role, cursor.peek) in case.callbacks)
    name = cursor.word("the name of a callback") if has_name else ""
    happening = Happening(cursor.line.number, role, name)
    callback = case.callbacks.get((role, name))
    signature = callback.signature if callback else None
    if role == "step" and (signature is None or signature.takes("step")):
        happening.outcome = _take_outcome(cursor)
    _take_answer(case, cursor, happening, signature)
    if cursor.skip("given"):
        if signature is None:
            cursor.fault("only a callable is given something: every other callback is told the step")
        happening.given = take_given(case, cursor, signature)
    _take_checks(case, cursor, happening, signature)
    cursor.expect_end()
    return happening


def _take_outcome(cursor: Cursor) -> str:
    """The words of the outcome that the hook for steps is told."""
    if cursor.skip_all("callback", "failed"):
        return "callback failed"
    if cursor.skip("unknown"):
        if cursor.skip("state"):
            return "unknown state"
        cursor.expect("case")
        return "unknown case"
    return cursor.word("an outcome")


def _take_answer(case: Case, cursor: Cursor, happening: Happening, signature: Optional[Signature]) -> None:
    """Takes "says no", "fails -7". The signature, if it is a callable's, decides what it can return."""
    role = happening.role
    names_id = role in ("resolver", "update")
    happening.answer = 1 if role == "guard" else int(NONE) if names_id else 0
    if cursor.sees("fails") and signature is not None and signature.result != "i32":
        cursor.fault("a callable that returns void or bool does not fail")
    if cursor.sees("says") and signature is not None and signature.result == "none":
        cursor.fault("a callable that returns void says nothing")
    if cursor.skip("fails"):
        happening.fails = True
        happening.answer = int(Reserved.FAILED) if names_id else -1
        number = as_integer(cursor.peek) if cursor.sees_word and not names_id else None
        if number is not None:
            happening.answer = cursor.integer("a failure")
        if happening.answer >= 0:
            cursor.fault("a failure is a number below zero")
    elif cursor.skip("says"):
        happening.answer = _take_saying(case, cursor, happening)
        if role == "provider" and signature is not None and signature.result == "bool" and happening.answer > 1:
            cursor.fault("a callable that returns bool says case 0 or 1")
    elif role == "resolver":
        cursor.fault("a resolver says a state, or none, or fails")
    elif role == "provider":
        cursor.fault("a provider says a case, or fails")


def _take_saying(case: Case, cursor: Cursor, happening: Happening) -> int:
    """Takes "no", "unlocked", from behind "says"."""
    if happening.role == "guard":
        cursor.expect("no")
        return 0
    if happening.role == "resolver":
        return take_id(case, cursor, "state")
    if happening.role == "update":
        return take_id(case, cursor, "event")
    if happening.role != "provider":
        cursor.fault("only guards, resolvers, providers and update callbacks say something")
    word = cursor.word("a case")
    number = as_integer(word)
    if number is not None and number < 0:
        cursor.fault("a case is a number from 0: below that a provider fails")
    if number is not None:
        return number
    for each in case.predicates:
        if each.provider is not None and each.provider.name == happening.name and word in each.words:
            return each.words.index(word)
    cursor.fault(f"{word} is no case that the provider {happening.name} could say")


def _take_checks(case: Case, cursor: Cursor, happening: Happening, signature: Optional[Signature]) -> None:
    """Takes "(locked coin unlocked) in locked with [Mood glad] carrying (i32 150) at 2.5", any of these or none."""
    if cursor.skip("("):
        happening.step = (
            take_id(case, cursor, "state"),
            take_id(case, cursor, "event"),
            take_id(case, cursor, "state"),
        )
        cursor.expect(")")
    if cursor.skip("in"):
        happening.state = take_id(case, cursor, "state")
    if cursor.skip("with"):
        happening.cases = take_cases(case, cursor)
    if cursor.skip("carrying"):
        happening.arguments = take_arguments(cursor)
    if cursor.skip("at"):
        happening.time = cursor.number("a time")
    asks = (happening.step, happening.arguments, happening.time, happening.cases or None)
    if asks != (None,) * 4 and signature is not None and not signature.takes("step"):
        cursor.fault("a callable without the parameter step is told no more than it is given")
