/// `nil` is `.some(nil)`, not `.any`.
extension FSMValue: ExpressibleByNilLiteral where T: ExpressibleByNilLiteral {
    /// Creates a value from a literal.
    @inlinable
    public init(nilLiteral: ()) { self = .some(nil) }
}

extension FSMValue: ExpressibleByBooleanLiteral where T == Bool {
    /// Creates a value from a literal.
    @inlinable
    public init(booleanLiteral value: Bool) { self = .some(value) }
}

extension FSMValue: ExpressibleByUnicodeScalarLiteral where T == String {
    /// Creates a value from a literal.
    @inlinable
    public init(unicodeScalarLiteral value: String) { self = .some(value) }
}

extension FSMValue: ExpressibleByExtendedGraphemeClusterLiteral where T == String {
    /// Creates a value from a literal.
    @inlinable
    public init(extendedGraphemeClusterLiteral value: String) { self = .some(value) }
}

extension FSMValue: ExpressibleByStringLiteral where T == String {
    /// Creates a value from a literal.
    @inlinable
    public init(stringLiteral value: String) { self = .some(value) }
}

/// An integer type that ``FSMValue`` can wrap, with literals.
public protocol FSMInt: BinaryInteger {}

extension Int: FSMInt {}
extension Int8: FSMInt {}
extension Int16: FSMInt {}
extension Int32: FSMInt {}
extension Int64: FSMInt {}

extension FSMValue: ExpressibleByIntegerLiteral where T: FSMInt {
    /// Creates a value from a literal.
    @inlinable
    public init(integerLiteral value: T.IntegerLiteralType) { self = .some(T(integerLiteral: value)) }
}

/// A floating-point type that ``FSMValue`` can wrap, with literals.
public protocol FSMFloat: FloatingPoint, ExpressibleByFloatLiteral {}

extension Float: FSMFloat {}
extension Double: FSMFloat {}

extension FSMValue: ExpressibleByFloatLiteral where T: FSMFloat {
    /// Creates a value from a literal.
    @inlinable
    public init(floatLiteral value: T.FloatLiteralType) { self = .some(T(floatLiteral: value)) }
}

extension FSMValue: ExpressibleByArrayLiteral where T: FSMArray {
    /// Creates a value from a literal.
    @inlinable
    public init(arrayLiteral elements: T.Element...) { self = .some(T(elements)) }
}

/// A key that occurs twice in a literal traps, as in a plain dictionary.
extension FSMValue: ExpressibleByDictionaryLiteral where T: FSMDictionary {
    /// Creates a value from a literal.
    @inlinable
    public init(dictionaryLiteral elements: (T.Key, T.Value)...) { self = .some(T(uniqueKeysWithValues: elements)) }
}
