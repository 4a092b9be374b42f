"""How a mutated place reads in Swift: it asks whether its mutant is the active one, and is the original otherwise.

An operator becomes one of its own, whose characters are the mutant's number. So no expression has to be taken apart.
"""

from __future__ import annotations

from places import Place

DIGITS = "∀∁∂∃∄∅∆∇∈∉∊∋∌∍∎∏"

SUPPORT = """\
import CMemory

@inline(__always) func isMutant(_ number: Int32) -> Bool { swiftfsm_is_mutant(number) }
@inline(__always) func forced(_ number: Int32, _ condition: Bool, to value: Bool) -> Bool {
    isMutant(number) ? value : condition
}
@inline(__always) func oneOf<Value>(_ number: Int32, _ original: Value, _ mutated: Value) -> Value {
    isMutant(number) ? mutated : original
}
@inline(__always) func extreme<Value: Comparable>(
    _ number: Int32, isSmallest: Bool, _ left: Value, _ right: Value
) -> Value { isSmallest != isMutant(number) ? (right < left ? right : left) : (right < left ? left : right) }
extension Range {
    @inline(__always) func bound(_ number: Int32, isLower: Bool) -> Bound {
        isLower != isMutant(number) ? lowerBound : upperBound
    }
}
extension Array {
    @inline(__always) func end(_ number: Int32, isFirst: Bool) -> Element? {
        isFirst != isMutant(number) ? first : last
    }
}
extension Collection {
    @inline(__always) func isEmpty(_ number: Int32) -> Bool { isEmpty != isMutant(number) }
}
extension SetAlgebra {
    @inline(__always) func isEmpty(_ number: Int32) -> Bool { isEmpty != isMutant(number) }
    @inline(__always) func contains(_ number: Int32, _ member: Element) -> Bool { contains(member) != isMutant(number) }
}
extension Sequence where Element: Equatable {
    @inline(__always) func contains(_ number: Int32, _ member: Element) -> Bool { contains(member) != isMutant(number) }
}
"""

# The declaration of an operator, with its function: OP stands for it, NUMBER for the mutant's number.
_COMPARISON = (
    "infix operator OP: ComparisonPrecedence\n"
    "@inline(__always) func OP <Value: CONSTRAINT>(left: Value, right: Value) -> Bool "
    "{ isMutant(NUMBER) ? left AFTER right : left BEFORE right }\n"
)
_LOGIC = (
    "infix operator OP: PRECEDENCE\n"
    "@inline(__always) func OP (left: Bool, right: @autoclosure () -> Bool) -> Bool "
    "{ isMutant(NUMBER) ? left AFTER right() : left BEFORE right() }\n"
)
_ARITHMETIC = (
    "infix operator OP: AdditionPrecedence\n"
    "@inline(__always) func OP <Value: FixedWidthInteger>(left: Value, right: Value) -> Value "
    "{ isMutant(NUMBER) ? left AFTER right : left BEFORE right }\n"
)
_COMPOUND = (
    "infix operator OP: AssignmentPrecedence\n"
    "@inline(__always) func OP <Value: FixedWidthInteger>(left: inout Value, right: Value) "
    "{ if isMutant(NUMBER) { left AFTER right } else { left BEFORE right } }\n"
)
_RANGE = (
    "infix operator OP: RangeFormationPrecedence\n"
    "@inline(__always) func OP <Value: FixedWidthInteger>(left: Value, right: Value) -> Range<Value> "
    "{ isMutant(NUMBER) && left < right ? left..<right - 1 : left..<right }\n"
)
_DEFAULT = (
    "infix operator OP: NilCoalescingPrecedence\n"
    "@inline(__always) func OP <Value>(left: Value?, right: @autoclosure () -> Value) -> Value "
    "{ isMutant(NUMBER) ? right() : left ?? right() }\n"
    # As in the standard library: a right side that is optional too.
    "@inline(__always) func OP <Value>(left: Value?, right: @autoclosure () -> Value?) -> Value? "
    "{ isMutant(NUMBER) ? right() : left ?? right() }\n"
)
_NEGATION = (
    "prefix operator OP\n@inline(__always) prefix func OP (value: Bool) -> Bool { isMutant(NUMBER) ? value : !value }\n"
)
_DECLARATIONS = {
    "comparison": _COMPARISON, "logic": _LOGIC, "arithmetic": _ARITHMETIC, "range": _RANGE, "default": _DEFAULT,
    "negation": _NEGATION,
}  # fmt: skip


def _word(value: bool) -> str:
    return "true" if value else "false"


def _operator(place: Place, number: int) -> str:
    digits = "".join(DIGITS[int(digit, 16)] for digit in f"{number:03x}")
    return place.before.replace("..<", "<").replace("??", "|").rstrip("!") + digits


def declaration(place: Place, number: int) -> str:
    """What the support file says of the place, besides what all places share."""
    text = _COMPOUND if place.before in ("+=", "-=") else _DECLARATIONS.get(place.kind, "")
    constraint = "Equatable" if place.before in ("==", "!=") else "Comparable"
    precedence = "LogicalConjunctionPrecedence" if place.before == "&&" else "LogicalDisjunctionPrecedence"
    for word, value in (
        ("CONSTRAINT", constraint), ("PRECEDENCE", precedence), ("OP", _operator(place, number)),
        ("NUMBER", str(number)), ("BEFORE", place.before), ("AFTER", place.after),
    ):  # fmt: skip
        text = text.replace(word, value)
    return text


def _replacement(place: Place, number: int, code: str) -> str:
    """What stands in the place of `code`."""
    if place.kind in _DECLARATIONS:
        return _operator(place, number)
    if place.kind in ("boolean", "number"):
        return f"oneOf({number}, {place.before}, {place.after})"
    if place.kind == "condition":
        return f"forced({number}, {code}, to: {_word(place.after == 'always')})"
    if place.kind in ("statement", "jump"):
        return f"if !isMutant({number}) {{ {code} }}"
    if place.kind == "return":
        return f" if isMutant({number}) {{ return }}"
    if place.kind == "emptiness":
        return f"isEmpty({number})"
    if place.before in ("lowerBound", "upperBound"):
        return f"bound({number}, isLower: {_word(place.before == 'lowerBound')})"
    return f"end({number}, isFirst: {_word(place.before == 'first')})"


def mutated_line(line: str, place: Place, number: int) -> str:
    """The line with the mutant in it."""
    end = place.column + place.length
    if place.kind == "membership":  # contains(x) -> contains(1, x)
        return f"{line[: place.column]}contains({number}, {line[end + 1 :]}"
    if place.kind == "extreme":  # min(x, y) -> extreme(1, isSmallest: true, x, y)
        return f"{line[: place.column]}extreme({number}, isSmallest: {_word(place.before == 'min')}, {line[end + 1 :]}"
    return line[: place.column] + _replacement(place, number, line[place.column : end]) + line[end:]
