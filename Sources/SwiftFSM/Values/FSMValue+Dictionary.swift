/// A dictionary that ``FSMValue`` can wrap, with literals and key lookup.
public protocol FSMDictionary: Collection {
    /// The type of keys.
    associatedtype Key: Hashable
    /// The type of values.
    associatedtype Value

    /// The dictionary of these pairs, whose keys differ.
    init(uniqueKeysWithValues elements: [(Key, Value)])

    /// The value of a key, or `nil`.
    subscript(key: Key) -> Value? { get }
    /// The value of a key, or this one where there is none.
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
