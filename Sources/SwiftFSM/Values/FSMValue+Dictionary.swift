/// A dictionary that ``FSMValue`` can wrap, with literals and key lookup.
public protocol FSMDictionary: Collection {
    associatedtype Key: Hashable
    associatedtype Value

    init(uniqueKeysWithValues elements: [(Key, Value)])

    subscript(key: Key) -> Value? { get }
    subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value { get }
}

extension Dictionary: FSMDictionary {}

extension FSMValue where T: FSMDictionary {
    /// The value for a key, or `nil`; traps on `.any`.
    @inlinable
    public subscript(key: T.Key) -> T.Value? { required()[key] }

    /// The value for a key, or the default, which is evaluated only if needed; traps on `.any`.
    @inlinable
    public subscript(key: T.Key, default defaultValue: @autoclosure () -> T.Value) -> T.Value {
        required()[key, default: defaultValue()]
    }
}
