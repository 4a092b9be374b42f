@testable import ConformanceCases
import FSMEngine
import SwiftFSM

/// A state or an event of a case: its number, in an integer of this width. What fits a byte is found by its bits, what
/// does not by its hash.
protocol NumberedValue: FSMHashable {
    associatedtype Number: FixedWidthInteger
    init(number: Number)
    var number: Number { get }
}

extension NumberedValue {
    init(_ id: ID) { self.init(number: Number(id)) }

    var id: ID { ID(number) }
}

struct NumberedState<Number: FixedWidthInteger & Sendable>: NumberedValue {
    let number: Number
}

struct NumberedEvent<Number: FixedWidthInteger & Sendable>: NumberedValue {
    let number: Number
}

extension Conformance.Case {
    /// Whether all its states and events are numbers of this type.
    func fits<Number: FixedWidthInteger>(_: Number.Type) -> Bool {
        let ids =
            rows.flatMap { [$0.source, $0.event, $0.target] } + blocks.map { $0.state } + runs.map { $0.initial }
            + runs.flatMap { $0.calls }.compactMap { call in
                if case .send(let event) = call.verb { event } else { nil }
            }
        // Reserved are: the target of a row that stays, and the state and source in a superstate.
        return ids.allSatisfy { Number(exactly: $0) != nil || [ReservedID.same, ReservedID.none].contains($0) }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Predicates
// ---------------------------------------------------------------------------------------------------------------------

/// A number as a type, put together at run time from its binary digits: a case of the shared cases may have predicate
/// types of any number of cases.
protocol NumberType: Sendable {
    static var value: Int { get }
}

private enum Zero: NumberType {
    static var value: Int { 0 }
}

private enum Twice<Half: NumberType>: NumberType {
    static var value: Int { 2 * Half.value }
}

private enum TwiceAndOne<Half: NumberType>: NumberType {
    static var value: Int { 2 * Half.value + 1 }
}

private func numberType(_ value: Int) -> any NumberType.Type {
    func twice<Half: NumberType>(_ half: Half.Type) -> any NumberType.Type { Twice<Half>.self }
    func twiceAndOne<Half: NumberType>(_ half: Half.Type) -> any NumberType.Type { TwiceAndOne<Half>.self }
    if value == 0 { return Zero.self }
    let half = numberType(value / 2)
    return value.isMultiple(of: 2) ? twice(half) : twiceAndOne(half)
}

/// A case of the predicate type that has this id, and so many cases. One that the type does not have can be made too.
struct NumberedPredicate<
    TypeID: NumberType, Count: NumberType, Number: FixedWidthInteger & Sendable
>: SwiftFSM.Predicate, CustomStringConvertible {
    let number: Number

    static var allCases: [Self] { (0..<Count.value).map { Self(number: Number($0)) } }
    var description: String { "number\(number)" }
}

/// A case of a predicate type. Types of few cases are so small that their cases are found by their bits.
func numberedPredicate(_ part: PredicateCase, caseCount: Int32) -> any SwiftFSM.Predicate {
    func make<TypeID: NumberType, Count: NumberType>(
        _: TypeID.Type, _: Count.Type
    ) -> any SwiftFSM.Predicate {
        if caseCount <= 100, let number = Int8(exactly: part.value) {
            return NumberedPredicate<TypeID, Count, Int8>(number: number)
        }
        return NumberedPredicate<TypeID, Count, Int32>(number: part.value)
    }
    return make(numberType(Int(UInt32(bitPattern: part.predicate))), numberType(Int(caseCount)))
}
