/// An array of the caller's with a value for each event of a replay. Laid out like `sfsm_column` in the C header.
public struct ReplayColumn {
    var values: UnsafeRawPointer?
    /// A ``ValueType``; 0 is ``ValueType/i32``.
    private var number: Int32
    private var reserved: Int32

    /// `nil` for a number that is no type of a column.
    var type: ValueType? {
        let type = number == 0 ? ValueType.i32 : ValueType(rawValue: number)
        return type == .ptr || reserved != 0 ? nil : type
    }

    var isOfIntegers: Bool { type?.isInteger == true }

    /// The value at an index, as an argument. An integer becomes whatever type is declared, if that holds it.
    @inline(never)
    @_optimize(speed)
    func argument(at index: Int) -> Value {
        var bits: UInt64 = 0
        guard let values, let type else { return Value(type: Value.integer, bits: 0) }
        let size = type == .str ? MemoryLayout<UnsafeRawPointer>.stride : type.bitWidth / 8
        withUnsafeMutableBytes(of: &bits) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: values + index &* size, count: size))
        }
        let value = Value(type: type.rawValue, bits: bits)
        // The highest ones would be below 0.
        guard type.isInteger, type != .u64 || Int64(bitPattern: bits) >= 0 else { return value }
        return Value(type: Value.integer, bits: value.integer(of: type))
    }

    /// Where numbers lie that need not be read into another place.
    @inline(__always)
    var ids: UnsafePointer<Int32>? {
        number == 0 || number == ValueType.i32.rawValue ? values?.assumingMemoryBound(to: Int32.self) : nil
    }

    /// The integers from an index on as numbers of 32 bits, in `place` if they are of another type; `other` where one does
    /// not fit. O(count).
    @inline(never)
    @_optimize(speed)
    func ids(
        from first: Int, _ count: Int, in place: UnsafeMutablePointer<Int32>, other: Int32
    ) -> UnsafePointer<Int32> {
        if let ids { return ids + first }
        guard let values, let type else { return UnsafePointer(place) }
        switch type {
        case .i8: read(values.assumingMemoryBound(to: Int8.self) + first, count, place, other)
        case .i16: read(values.assumingMemoryBound(to: Int16.self) + first, count, place, other)
        case .i64: read(values.assumingMemoryBound(to: Int64.self) + first, count, place, other)
        case .u8: read(values.assumingMemoryBound(to: UInt8.self) + first, count, place, other)
        case .u16: read(values.assumingMemoryBound(to: UInt16.self) + first, count, place, other)
        case .u32: read(values.assumingMemoryBound(to: UInt32.self) + first, count, place, other)
        case .u64: read(values.assumingMemoryBound(to: UInt64.self) + first, count, place, other)
        default: break
        }
        return UnsafePointer(place)
    }

    @inline(__always)
    private func read<Integer: FixedWidthInteger>(
        _ values: UnsafePointer<Integer>, _ count: Int, _ place: UnsafeMutablePointer<Int32>, _ other: Int32
    ) {
        var index = 0
        while index < count {
            let value = values[index]
            let id = Int32(truncatingIfNeeded: value)
            place[index] = Integer(truncatingIfNeeded: id) == value && (Integer.isSigned || id >= 0) ? id : other
            index &+= 1
        }
    }
}
