/// Sums and differences with plain values; both trap on `.any`.
extension FSMValueProtocol where Wrapped: AdditiveArithmetic {
    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func + (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() + rhs }

    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func + (lhs: Wrapped, rhs: Self) -> Wrapped { lhs + rhs.required() }

    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func - (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() - rhs }

    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func - (lhs: Wrapped, rhs: Self) -> Wrapped { lhs - rhs.required() }
}

/// Products with plain values; they trap on `.any`.
extension FSMValueProtocol where Wrapped: Numeric {
    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func * (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() * rhs }

    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func * (lhs: Wrapped, rhs: Self) -> Wrapped { lhs * rhs.required() }
}

/// Quotients and remainders of integers; they trap on `.any`, and on zero as plain integers do.
extension FSMValueProtocol where Wrapped: BinaryInteger {
    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func / (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() / rhs }

    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func / (lhs: Wrapped, rhs: Self) -> Wrapped { lhs / rhs.required() }

    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func % (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() % rhs }

    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func % (lhs: Wrapped, rhs: Self) -> Wrapped { lhs % rhs.required() }
}

/// Quotients of floating-point numbers; they trap on `.any`.
extension FSMValueProtocol where Wrapped: FloatingPoint {
    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func / (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() / rhs }

    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func / (lhs: Wrapped, rhs: Self) -> Wrapped { lhs / rhs.required() }
}

/// Concatenations with plain strings; they trap on `.any`.
extension FSMValueProtocol where Wrapped == String {
    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func + (lhs: Self, rhs: String) -> String { lhs.required() + rhs }

    /// The operation on the value; traps for `.any`.
    @inlinable
    public static func + (lhs: String, rhs: Self) -> String { lhs + rhs.required() }
}
