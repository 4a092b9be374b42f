// Values of one type in snapshots, and in definitions that declare another one now.
extension Value {
    /// The same value of a type that can hold all values of its own, or `nil`.
    @inline(never)
    func widened(to declared: ValueType) -> Value? {
        guard let own = ValueType(rawValue: type), own.widens(to: declared) else { return nil }
        if own == declared || !own.isInteger { return taken(as: declared) }
        return Value(type: Self.integer, bits: integer(of: own)).taken(as: declared)
    }
}

extension ValueType {
    /// Whether another type has each of its values.
    fileprivate func widens(to other: ValueType) -> Bool {
        if self == other || (self == .f32 && other == .f64) { return true }
        return isInteger && other.isInteger && bitWidth < other.bitWidth && (!isSigned || other.isSigned)
    }
}
