"""Words that stand for something: ids, cases, labels, callbacks and values."""

from __future__ import annotations

from struct import pack, unpack
from typing import Any, Optional

from swiftfsm import ANY, NONE

from .case import RESERVED, ROLES, Arguments, Callback, Case, Cases, Label, Value
from .text import Cursor, Fault, as_integer

TYPES = "none bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 str ptr integer".split()
"""The words for types, each at the number that the library has for it."""
VALUE_TYPES = TYPES[1:-1]
_KINDS = {"state": "a state", "event": "an event", "predicate": "a predicate type"}

# ----------------------------------------------------------------------------------------------------------------------
# Ids
# ----------------------------------------------------------------------------------------------------------------------


def take_id(case: Case, cursor: Cursor, vocabulary: str) -> int:
    """Takes a word for an id, or "reserved 12"."""
    if cursor.skip("reserved"):
        return int(ANY) + cursor.integer("the number of a reserved id")
    return id_of(case, cursor, vocabulary, cursor.word(_KINDS[vocabulary]))


def id_of(case: Case, cursor: Cursor, vocabulary: str, word: str) -> int:
    """The number of a word."""
    known = case.words[vocabulary]
    number = RESERVED.get(word, known.get(word))
    if number is not None:
        return number
    return cursor.fault(f'the definition has no word "{word}" for {_KINDS[vocabulary]}')


def number_of(case: Case, vocabulary: str, word: str) -> int:
    """The number of a word of the definition; one that stands in the signature of a machine's hook alone gets the lowest
    that is free."""
    known = case.words[vocabulary]
    if word not in known:
        known[word] = next(number for number in range(len(known) + 1) if number not in known.values())
    return known[word]


# ----------------------------------------------------------------------------------------------------------------------
# Cases of predicate types
# ----------------------------------------------------------------------------------------------------------------------


def case_number(case: Case, line: int, predicate: int, word: str) -> int:
    """The number of a case, which may be a number itself, or none."""
    number = as_integer(word)
    if number is not None:
        return number
    if word == "none":
        return int(NONE)
    for each in case.predicates:
        if each.id == predicate and word in each.words:
            return each.words.index(word)
    raise Fault(line, f"{word} is no case of {case.text('predicate', predicate)}")


def take_cases(case: Case, cursor: Cursor) -> Cases:
    """Takes "[Mood glad, Policy weak]"."""
    cases: Cases = []
    cursor.expect("[")
    while not cursor.at_end and not cursor.sees("]"):
        if cases:
            cursor.expect(",")
        predicate = take_id(case, cursor, "predicate")
        cases.append((predicate, case_number(case, cursor.line.number, predicate, cursor.word("a case"))))
    cursor.expect("]")
    return cases


# ----------------------------------------------------------------------------------------------------------------------
# Labels and callbacks
# ----------------------------------------------------------------------------------------------------------------------


def use_label(case: Case, line: int, word: str) -> Label:
    """What a label stands before."""
    label = case.labels.get(word)
    if label is None:
        raise Fault(line, f"there is no label {word}")
    label.is_used = True
    return label


def take_role(cursor: Cursor, roles: tuple[str, ...] = ROLES) -> Optional[str]:
    """Takes the word for a role, if one comes next."""
    return next((role for role in roles if cursor.skip(role)), None)


def callback_named(case: Case, role: str, name: str) -> Callback:
    """The callback of this word and role."""
    return case.callbacks.setdefault((role, name), Callback(role, name))


def registered(case: Case, role: str, name: str) -> Callback:
    """The same where it is registered."""
    callback = callback_named(case, role, name)
    callback.is_registered = True
    return callback


# ----------------------------------------------------------------------------------------------------------------------
# Values
# ----------------------------------------------------------------------------------------------------------------------


def take_type(cursor: Cursor) -> str:
    """Takes the word for a type that an event may declare."""
    if not cursor.sees_word or cursor.peek not in VALUE_TYPES:
        cursor.fault(f"a type is expected here, not {cursor.peek}")
    return cursor.word("a type")


def take_value(cursor: Cursor, kind: str) -> Value:
    """Takes a value of a type: true or false, a number, a text in quotes or none, the word for a pointer or none."""
    if kind == "bool":
        is_true = cursor.skip("true")
        if not is_true:
            cursor.expect("false")
        return Value(kind, is_true)
    if kind in ("f32", "f64"):
        number = cursor.number("a number")
        return Value(kind, unpack("=f", pack("=f", number))[0] if kind == "f32" else number)
    if kind in ("str", "ptr"):
        if cursor.skip("none"):
            return Value(kind, None)
        return Value(kind, cursor.quoted("a text in quotes") if kind == "str" else cursor.word("a pointer's name"))
    return Value(kind, _integer(cursor, kind))


def _integer(cursor: Cursor, kind: str) -> int:
    word = cursor.word("an integer")
    bits = 64 if kind == "integer" else int(kind[1:])
    lowest, highest = (0, 2**bits - 1) if kind[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    try:
        number = int(word)
    except ValueError:
        cursor.fault(f"{word} is no integer")
    if not lowest <= number <= highest:
        cursor.fault(f"{word} is no integer that {kind} holds")
    return number


def take_arguments(cursor: Cursor, takes_integers: bool = False) -> Arguments:
    """Takes "(i32 150, str "euro")"; with `takes_integers` also numbers without a type."""
    arguments: Arguments = []
    cursor.expect("(")
    while not cursor.at_end and not cursor.sees(")"):
        if arguments:
            cursor.expect(",")
        is_typed = not takes_integers or cursor.peek in VALUE_TYPES
        arguments.append(take_value(cursor, take_type(cursor) if is_typed else "integer"))
    cursor.expect(")")
    return arguments


def bits(value: Value) -> Any:
    """What is compared of a value: floating-point numbers by their bits."""
    if value.type in ("f32", "f64") and isinstance(value.value, float):
        return value.type, pack("=f" if value.type == "f32" else "=d", value.value)
    return value
