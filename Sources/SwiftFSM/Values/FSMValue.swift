/// An associated value of an event, or `.any`, which matches every value of its type.
///
/// Use `.any` in tables for rows that match any value. Events that are sent have `.some`, usually written as a literal:
///
/// ```swift
/// enum Event: EventWithValues { case coin(FSMValue<Int>) }
///
/// when(.coin(.any)) | then(.verifyingPayment) | verifyPayment
/// fsm.handleEvent(.coin(50))
/// ```
///
/// Operators, subscripts and literals of the wrapped type are forwarded and return plain values, not instances of
/// `FSMValue`. Those that need a value trap on `.any`, like force unwrapping `nil`; ``wrappedValue`` does not.
public enum FSMValue<T: FSMHashable>: Sendable {
    /// A value.
    case some(T)
    /// Matches every value. Use it in tables, not in events that are sent, nor in states of machines.
    case any
}

extension FSMValue: FSMValueProtocol {
    /// The value, or `nil` for `.any`.
    ///
    /// If `T` is an optional type, a wrapped `nil` is `.some(nil)`.
    @inlinable
    public var wrappedValue: T? {
        switch self {
        case .some(let value): value
        case .any: nil
        }
    }
}

extension FSMValue: Hashable {
    /// Whether the values are equal; `.any` equals everything of its type.
    ///
    /// So equality is not transitive: 1 equals `.any`, which equals 2. Tables rely on this; elsewhere compare
    /// ``wrappedValue``.
    @inlinable
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.some(let lhs), .some(let rhs)): lhs == rhs
        case (.any, _), (_, .any): true
        }
    }

    /// Hashes nothing: `.any` equals every value, so all values need the same hash.
    @inlinable
    public func hash(into hasher: inout Hasher) {}
}

extension FSMValue: CustomStringConvertible {
    /// The description of the value, or for `.any` the type and the case: `FSMValue<Int>.any`.
    public var description: String {
        switch self {
        case .some(let value): "\(value)"
        case .any: "\(Self.self).any"
        }
    }
}

extension FSMValue: Wildcard {
    var isWildcard: Bool {
        switch self {
        case .some: false
        case .any: true
        }
    }
}
