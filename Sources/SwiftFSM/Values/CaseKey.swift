/// The case of an enumeration value, whatever its associated values. All values of another type have the same key.
struct CaseKey: Hashable, Sendable {
    /// The number of the case; `nil` where it cannot be read.
    private let number: UInt32?
    private let name: Substring?

    /// - Complexity: O(1), a few nanoseconds, for enumerations on x86-64 and arm64; elsewhere the cost of a `Mirror`.
    init<Value>(of value: Value) {
        number = UnsafeEnumHandle<Value>.caseNumber(of: value)
        name = number == nil ? Self.name(of: value) : nil
    }

    /// The numbers of cases as an array over the numbers that their type gives them, -1 for others; `nil` where those cannot be
    /// read.
    static func array(of numbers: [CaseKey: Int32]) -> [Int32]? {
        guard let last = numbers.keys.compactMap(\.number).max(), last < 4096,
            numbers.keys.allSatisfy({ $0.number != nil })
        else { return nil }
        var array = [Int32](repeating: -1, count: Int(last) + 1)
        for (key, number) in numbers { array[Int(key.number ?? last)] = number }
        return array
    }

    /// The name of the case; of other types than enumerations an empty one.
    static func name<Value>(of value: Value) -> Substring {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return "" }
        if let label = mirror.children.first?.label { return label[...] }
        return String(describing: value).prefix { $0 != "(" }
    }
}
