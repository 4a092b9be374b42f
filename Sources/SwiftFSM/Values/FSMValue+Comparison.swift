extension FSMValueProtocol {
    /// Whether the value equals a plain value; `.any` equals none.
    @inlinable
    public static func == (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue == rhs }

    /// Whether the value equals a plain value; `.any` equals none.
    @inlinable
    public static func == (lhs: Wrapped, rhs: Self) -> Bool { rhs == lhs }

    /// The negation of `==`: true for `.any` and any plain value.
    @inlinable
    public static func != (lhs: Self, rhs: Wrapped) -> Bool { !(lhs == rhs) }

    /// The negation of `==`: true for `.any` and any plain value.
    @inlinable
    public static func != (lhs: Wrapped, rhs: Self) -> Bool { !(rhs == lhs) }
}

// The compiler could also infer a literal of a type that is not its default, such as the 5 beside an `FSMValue<Int8>`,
// as an `FSMValue`, and would prefer that to the operators above: `.any == 5` would be true. Operators that are members
// of the type itself take precedence. Only numbers and `nil` need them.

/// Equality with numbers, including literals; `.any` equals no number.
extension FSMValue where T: Numeric {
    /// Whether the value equals a plain value; `.any` equals none.
    @inlinable
    public static func == (lhs: Self, rhs: T) -> Bool { lhs.wrappedValue == rhs }

    /// Whether the value equals a plain value; `.any` equals none.
    @inlinable
    public static func == (lhs: T, rhs: Self) -> Bool { rhs.wrappedValue == lhs }
}

/// Comparison with `nil`; `.any` does not equal `nil`.
extension FSMValue where T: ExpressibleByNilLiteral {
    /// Whether the wrapped value is `nil`; for `.any` it is not.
    @inlinable
    public static func == (lhs: Self, rhs: _OptionalNilComparisonType) -> Bool { lhs.wrappedValue == .some(nil) }

    /// Whether the wrapped value is `nil`; for `.any` it is not.
    @inlinable
    public static func == (lhs: _OptionalNilComparisonType, rhs: Self) -> Bool { rhs.wrappedValue == .some(nil) }
}

/// Comparison with plain values; always false for `.any`.
extension FSMValueProtocol where Wrapped: Comparable {
    /// Compares the values; false for `.any`.
    @inlinable
    public static func < (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue.map { $0 < rhs } ?? false }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func < (lhs: Wrapped, rhs: Self) -> Bool { rhs > lhs }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func > (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue.map { $0 > rhs } ?? false }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func > (lhs: Wrapped, rhs: Self) -> Bool { rhs < lhs }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func <= (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue.map { $0 <= rhs } ?? false }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func <= (lhs: Wrapped, rhs: Self) -> Bool { rhs >= lhs }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func >= (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue.map { $0 >= rhs } ?? false }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func >= (lhs: Wrapped, rhs: Self) -> Bool { rhs <= lhs }
}

/// Comparison of wrapped values; always false if either is `.any`.
extension FSMValue: Comparable where T: Comparable {
    /// Compares the values; false for `.any`.
    @inlinable
    public static func < (lhs: Self, rhs: Self) -> Bool { rhs.wrappedValue.map { lhs < $0 } ?? false }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func > (lhs: Self, rhs: Self) -> Bool { rhs < lhs }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func <= (lhs: Self, rhs: Self) -> Bool { rhs.wrappedValue.map { lhs <= $0 } ?? false }

    /// Compares the values; false for `.any`.
    @inlinable
    public static func >= (lhs: Self, rhs: Self) -> Bool { rhs <= lhs }
}
