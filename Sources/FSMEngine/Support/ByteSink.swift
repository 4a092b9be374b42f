import CMemory

/// Where bytes are written, as far as there is room: without any they are only counted. All numbers are little-endian.
struct ByteSink {
    private let start: UnsafeMutableRawPointer?
    private let capacity: Int
    private(set) var count = 0

    /// Only counts.
    init() { (start, capacity) = (nil, 0) }

    /// With room for so many bytes; what does not fit is only counted.
    init(_ start: UnsafeMutableRawPointer, capacity: Int = .max) { (self.start, self.capacity) = (start, capacity) }

    @inline(__always)
    private mutating func store<Number: FixedWidthInteger>(_ number: Number) {
        let end = count &+ MemoryLayout<Number>.size
        if end <= capacity {
            start.unsafelyUnwrapped.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
        }
        count = end
    }

    /// Writes a count in the place of another one, if that is there.
    func replace(at position: Int, by count: Int) {
        if position &+ MemoryLayout<UInt32>.size > capacity { return }
        start.unsafelyUnwrapped.storeBytes(
            of: UInt32(truncatingIfNeeded: count).littleEndian, toByteOffset: position, as: UInt32.self)
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
        let end = count &+ bytes.count
        if end <= capacity, let source = bytes.baseAddress {
            (start.unsafelyUnwrapped + count).copyMemory(from: source, byteCount: bytes.count)
        }
        count = end
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
