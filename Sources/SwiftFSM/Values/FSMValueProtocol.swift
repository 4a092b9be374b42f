/// What the operators of ``FSMValue`` are stated on; nothing else conforms to it.
///
/// `FSMValue` itself can be written as a literal, `nil` among them. An operator that takes an `FSMValue` would thus be
/// a candidate for `optional == nil` and `1 + 2` in every file that imports this module, and make some of them
/// ambiguous. No literal becomes a value of a type that is known by its protocol alone, so that operators of a protocol
/// extension are ruled out at once where no `FSMValue` is concerned.
public protocol FSMValueProtocol<Wrapped>: Hashable, Sendable {
    /// What is wrapped.
    associatedtype Wrapped: FSMHashable

    /// The value, or `nil` for `.any`.
    var wrappedValue: Wrapped? { get }
}

extension FSMValueProtocol {
    /// The value, for an operation that can't do without; traps on `.any` with a message that names the operation.
    @inlinable
    func required(for operation: StaticString = #function) -> Wrapped {
        guard let wrappedValue else { Self.trapOnAny(operation) }
        return wrappedValue
    }

    /// Apart from ``required(for:)``, so that what is inlined is a test and a call that is never made.
    @usableFromInline @inline(never)
    static func trapOnAny(_ operation: StaticString) -> Never {
        fatalError("\(Self.self).any has no value - the operation \(operation) is invalid.")
    }
}
