import CMemory

/// Where a snapshot is written: nowhere, as long as it is only measured. All numbers are little-endian.
struct SnapshotSink {
    private let start: UnsafeMutableRawPointer?
    private(set) var count = 0

    /// Only measures.
    init() { start = nil }
    init(_ start: UnsafeMutableRawPointer) { self.start = start }

    @inline(__always)
    private mutating func store<Number: FixedWidthInteger>(_ number: Number) {
        start?.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
        count += MemoryLayout<Number>.size
    }

    @inline(__always)
    mutating func add(_ number: UInt8) { store(number) }

    @inline(__always)
    mutating func add(_ number: UInt32) { store(number) }

    @inline(__always)
    mutating func add(_ number: UInt64) { store(number) }

    @inline(__always)
    mutating func add(_ id: Int32) { store(id) }

    /// A count, which is limited far below 2³².
    @inline(__always)
    mutating func add(count: Int) { store(UInt32(truncatingIfNeeded: count)) }

    /// Bytes without their number.
    @inline(__always)
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        if let start, let source = bytes.baseAddress {
            (start + count).copyMemory(from: source, byteCount: bytes.count)
        }
        count += bytes.count
    }

    /// The number of bytes, then the bytes.
    @inline(__always)
    mutating func add(text bytes: UnsafeRawBufferPointer) {
        add(count: bytes.count)
        add(bytes)
    }

    @inline(never)
    mutating func add(_ literal: StaticString) {
        add(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }
}
