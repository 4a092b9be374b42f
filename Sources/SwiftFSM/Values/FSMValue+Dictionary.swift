/// A collection that ``FSMValue`` takes from a dictionary literal, and looks keys up in.
public protocol FSMDictionary: Collection {
    associatedtype Key: Hashable
    associatedtype Value

    init(uniqueKeysWithValues elements: [(Key, Value)])

    subscript(key: Key) -> Value? { get }
    subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value { get }
}

extension Dictionary: FSMDictionary {}

extension FSMValue where T: FSMDictionary {
    /// What is stored under the key, if anything is; traps on `.any`.
    @inlinable
    public subscript(key: T.Key) -> T.Value? { required()[key] }

    /// What is stored under the key, or else the default, which is asked for only then; traps on `.any`.
    @inlinable
    public subscript(key: T.Key, default defaultValue: @autoclosure () -> T.Value) -> T.Value {
        required()[key, default: defaultValue()]
    }
}
