extension FSMValueProtocol {
    /// Whether the value is there and equals the other; `.any` equals no plain value.
    @inlinable
    public static func == (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue == rhs }

    /// Whether the value is there and equals the other; `.any` equals no plain value.
    @inlinable
    public static func == (lhs: Wrapped, rhs: Self) -> Bool { rhs == lhs }

    /// The opposite of `==`: true of `.any` and whatever plain value.
    @inlinable
    public static func != (lhs: Self, rhs: Wrapped) -> Bool { !(lhs == rhs) }

    /// The opposite of `==`: true of `.any` and whatever plain value.
    @inlinable
    public static func != (lhs: Wrapped, rhs: Self) -> Bool { !(rhs == lhs) }
}

// A literal whose type is not the default one of its kind, such as the 5 beside an `FSMValue<Int8>`, could be read as
// an `FSMValue` as well, and that reading would win over the operators above: `.any == 5` would be true. Operators that
// are members of the type itself win over it. Numbers and `nil` need them; other literals are read as plain anyway.

/// Equality with numbers, which holds for literals too; `.any` equals no number.
extension FSMValue where T: Numeric {
    /// Whether the value is this one; `.any` equals no plain value.
    @inlinable
    public static func == (lhs: Self, rhs: T) -> Bool { lhs.wrappedValue == rhs }

    /// Whether the value is this one; `.any` equals no plain value.
    @inlinable
    public static func == (lhs: T, rhs: Self) -> Bool { rhs.wrappedValue == lhs }
}

/// Whether a `nil` is wrapped, which is not the case of `.any`.
extension FSMValue where T: ExpressibleByNilLiteral {
    /// Whether the value is nil; `.any` is not.
    @inlinable
    public static func == (lhs: Self, rhs: _OptionalNilComparisonType) -> Bool { lhs.wrappedValue == .some(nil) }

    /// Whether the value is nil; `.any` is not.
    @inlinable
    public static func == (lhs: _OptionalNilComparisonType, rhs: Self) -> Bool { rhs.wrappedValue == .some(nil) }
}

/// Comparisons with plain values, all of them false of `.any`.
extension FSMValueProtocol where Wrapped: Comparable {
    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func < (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue.map { $0 < rhs } ?? false }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func < (lhs: Wrapped, rhs: Self) -> Bool { rhs > lhs }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func > (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue.map { $0 > rhs } ?? false }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func > (lhs: Wrapped, rhs: Self) -> Bool { rhs < lhs }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func <= (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue.map { $0 <= rhs } ?? false }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func <= (lhs: Wrapped, rhs: Self) -> Bool { rhs >= lhs }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func >= (lhs: Self, rhs: Wrapped) -> Bool { lhs.wrappedValue.map { $0 >= rhs } ?? false }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func >= (lhs: Wrapped, rhs: Self) -> Bool { rhs <= lhs }
}

/// Comparisons of wrapped values with each other, all of them false if either is `.any`.
extension FSMValue: Comparable where T: Comparable {
    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func < (lhs: Self, rhs: Self) -> Bool { rhs.wrappedValue.map { lhs < $0 } ?? false }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func > (lhs: Self, rhs: Self) -> Bool { rhs < lhs }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func <= (lhs: Self, rhs: Self) -> Bool { rhs.wrappedValue.map { lhs <= $0 } ?? false }

    /// How the values compare; no comparison holds for `.any`.
    @inlinable
    public static func >= (lhs: Self, rhs: Self) -> Bool { rhs <= lhs }
}
