/// A value that an event carries, or `.any`, which stands for every value of its type.
///
/// A table says `.any` where it does not mind the value; events that are sent carry `.some`, most simply as a literal:
///
/// ```swift
/// enum Event: EventWithValues { case coin(FSMValue<Int>) }
///
/// when(.coin(.any)) | then(.verifyingPayment) | verifyPayment
/// fsm.handleEvent(.coin(50))
/// ```
///
/// Operators, subscripts and literals of the wrapped type are forwarded, and give plain values rather than instances
/// of `FSMValue`. Those that need a value trap on `.any`, as unwrapping a `nil` by force does; ``wrappedValue`` never
/// does.
public enum FSMValue<T: FSMHashable>: Sendable {
    /// A value.
    case some(T)
    /// Every value: it belongs in tables, not in events that are sent.
    case any
}

extension FSMValue: FSMValueProtocol {
    /// The value, or `nil` for `.any`.
    ///
    /// If `T` is itself an optional, a wrapped `nil` is `.some(nil)` here.
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
    /// Equality is thus not transitive: 1 equals `.any`, which equals 2. Tables rely on it; elsewhere ``wrappedValue``
    /// is the better thing to compare.
    @inlinable
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.some(let lhs), .some(let rhs)): lhs == rhs
        case (.any, _), (_, .any): true
        }
    }

    /// Hashes nothing: as `.any` equals every value, all of them must have one hash.
    @inlinable
    public func hash(into hasher: inout Hasher) {}
}

extension FSMValue: CustomStringConvertible {
    /// The text of the value, or the name of the type with `.any`: `FSMValue<Int>.any`.
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
