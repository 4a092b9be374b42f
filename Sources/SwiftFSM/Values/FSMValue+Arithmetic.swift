/// Sums and differences with plain values; both trap on `.any`.
extension FSMValueProtocol where Wrapped: AdditiveArithmetic {
    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func + (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() + rhs }

    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func + (lhs: Wrapped, rhs: Self) -> Wrapped { lhs + rhs.required() }

    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func - (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() - rhs }

    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func - (lhs: Wrapped, rhs: Self) -> Wrapped { lhs - rhs.required() }
}

/// Products with plain values; they trap on `.any`.
extension FSMValueProtocol where Wrapped: Numeric {
    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func * (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() * rhs }

    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func * (lhs: Wrapped, rhs: Self) -> Wrapped { lhs * rhs.required() }
}

/// Quotients and remainders of integers; they trap on `.any`, and on zero as plain integers do.
extension FSMValueProtocol where Wrapped: BinaryInteger {
    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func / (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() / rhs }

    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func / (lhs: Wrapped, rhs: Self) -> Wrapped { lhs / rhs.required() }

    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func % (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() % rhs }

    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func % (lhs: Wrapped, rhs: Self) -> Wrapped { lhs % rhs.required() }
}

/// Quotients of floating-point numbers; they trap on `.any`.
extension FSMValueProtocol where Wrapped: FloatingPoint {
    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func / (lhs: Self, rhs: Wrapped) -> Wrapped { lhs.required() / rhs }

    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func / (lhs: Wrapped, rhs: Self) -> Wrapped { lhs / rhs.required() }
}

/// Concatenations with plain strings; they trap on `.any`.
extension FSMValueProtocol where Wrapped == String {
    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func + (lhs: Self, rhs: String) -> String { lhs.required() + rhs }

    /// Applies the operator to the value; traps on `.any`.
    @inlinable
    public static func + (lhs: String, rhs: Self) -> String { lhs + rhs.required() }
}
