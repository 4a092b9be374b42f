import CMemory

/// An own copy of what an event carries, strings included, in one piece of memory: for events that wait.
struct ArgumentBlock {
    /// How many there are, then the values, then the strings.
    let memory: UnsafeMutableRawPointer

    init(memory: UnsafeMutableRawPointer) { self.memory = memory }

    var count: Int { memory.load(as: Int.self) }
    var values: UnsafeMutablePointer<Value> {
        (memory + Self.valuesOffset).assumingMemoryBound(to: Value.self)
    }

    private static var valuesOffset: Int { MemoryLayout<Value>.stride }

    /// A copy of arguments that are what their event declares. `nil` if there is no memory. O(their size).
    init?(copying arguments: Arguments) {
        let stringsOffset = Self.valuesOffset + arguments.count * MemoryLayout<Value>.stride
        // One long string may be there often: a word of 32 bits may not hold the size of all copies.
        var bytes = Int64(stringsOffset)
        for value in arguments {
            if let string = value.string { bytes += Int64(strlen(string)) + 1 }
        }
        guard let size = Int(exactly: bytes), let memory = malloc(size) else { return nil }
        self.memory = memory
        memory.storeBytes(of: arguments.count, as: Int.self)
        var next = memory + stringsOffset
        for (index, value) in arguments.enumerated() {
            values[index] = value
            guard let string = value.string else { continue }
            let length = strlen(string) + 1
            next.copyMemory(from: string, byteCount: length)
            values[index] = Value(string: UnsafePointer(next.assumingMemoryBound(to: CChar.self)))
            next += length
        }
    }

    /// The arguments of an event in a snapshot, which are whole. `nil` if there is no memory. O(their size).
    init?(reading reader: inout ByteReader, _ count: Int) {
        let stringsOffset = Self.valuesOffset + count * MemoryLayout<Value>.stride
        var size = stringsOffset
        var measure = reader
        for _ in 0..<count { if let string = measure.value()?.string { size += string.count + 1 } }
        guard let memory = malloc(size) else { return nil }
        self.memory = memory
        memory.storeBytes(of: count, as: Int.self)
        var next = memory + stringsOffset
        for index in 0..<count {
            guard let (value, string) = reader.value() else { continue }
            values[index] = value
            guard let string else { continue }
            if let start = string.baseAddress { next.copyMemory(from: start, byteCount: string.count) }
            next.storeBytes(of: 0, toByteOffset: string.count, as: UInt8.self)
            values[index] = Value(string: UnsafePointer(next.assumingMemoryBound(to: CChar.self)))
            next += string.count + 1
        }
    }

    /// Makes values what their event declares.
    @inline(never)
    func take(as types: UnsafeBufferPointer<ValueType>) {
        for index in types.indices {
            if let value = values[index].taken(as: types[index]) { values[index] = value }
        }
    }
}

extension Value {
    /// The string that it is, if it is one.
    var string: UnsafePointer<CChar>? {
        guard type == ValueType.str.rawValue else { return nil }
        return withUnsafeBytes(of: bits) { $0.load(as: UnsafePointer<CChar>?.self) }
    }

    /// A string, zero-terminated and borrowed; or none.
    public init(string: UnsafePointer<CChar>?) {
        self.init(type: ValueType.str.rawValue, bits: 0)
        withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: string, as: UnsafePointer<CChar>?.self) }
    }
}
