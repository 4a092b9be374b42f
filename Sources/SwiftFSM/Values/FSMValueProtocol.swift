/// The protocol that the operators of ``FSMValue`` are defined on. Only ``FSMValue`` conforms to it.
///
/// `FSMValue` can be written as a literal, including `nil`. An operator with an `FSMValue` parameter would be a
/// candidate for `optional == nil` and `1 + 2` in every file that imports this module, and make some of them ambiguous.
/// A literal never becomes a value of a protocol type, so the compiler rules out operators of a protocol extension at
/// once.
public protocol FSMValueProtocol<Wrapped>: Hashable, Sendable {
    /// The type of the wrapped value.
    associatedtype Wrapped: FSMHashable

    /// The value, or `nil` for `.any`.
    var wrappedValue: Wrapped? { get }
}

extension FSMValueProtocol {
    /// Returns the value, for operations that need one; traps on `.any` with a message that names the operation.
    @inlinable
    func required(for operation: StaticString = #function) -> Wrapped {
        guard let wrappedValue else { Self.trapOnAny(operation) }
        return wrappedValue
    }

    /// Not inlined, so that ``required(for:)`` inlines to a test and a call.
    @usableFromInline @inline(never)
    static func trapOnAny(_ operation: StaticString) -> Never {
        fatalError("\(Self.self).any has no value - the operation \(operation) is invalid.")
    }
}
