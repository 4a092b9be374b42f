/// A state or an event as a key of a `ValueIndex`, which requires `Hashable`. The module requires only `Equatable`.
@usableFromInline
struct HashedValue<Value: Equatable>: Hashable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }

    /// Whether `hash(into:)` hashes anything. If not, the index has to compare values one by one.
    static var isHashed: Bool { Value.self is any Hashable.Type }

    @inlinable
    static func == (left: HashedValue, right: HashedValue) -> Bool { left.value == right.value }

    /// Hashes the value if its type is `Hashable`. The cast disappears where this is specialized.
    @inlinable
    func hash(into hasher: inout Hasher) {
        if let value = value as? any Hashable { value.hash(into: &hasher) }
    }
}
