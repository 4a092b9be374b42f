import CMemory

/// Reads bytes that come from anywhere: beyond their end it reads zeros and is damaged. All numbers are little-endian.
struct ByteReader {
    let bytes: UnsafeRawBufferPointer
    var position = 0
    private(set) var isDamaged = false

    init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { position == bytes.count }

    /// The bytes are not what they should be.
    mutating func damage() { isDamaged = true }

    @inline(__always)
    private mutating func load<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        guard bytes.count - position >= MemoryLayout<Number>.size else {
            isDamaged = true
            return 0
        }
        let number = bytes.loadUnaligned(fromByteOffset: position, as: Number.self)
        position += MemoryLayout<Number>.size
        return Number(littleEndian: number)
    }

    @inline(__always)
    mutating func word() -> UInt32 { load(UInt32.self) }

    @inline(__always)
    mutating func long() -> UInt64 { load(UInt64.self) }

    @inline(__always)
    mutating func id() -> Int32 { load(Int32.self) }

    /// How many of something follow, each of at least so many bytes.
    @inline(never)
    mutating func count(ofSize size: Int) -> Int {
        let number = Int64(word())
        guard number * Int64(size) <= Int64(bytes.count - position) else {
            isDamaged = true
            return 0
        }
        return Int(number)
    }

    /// A number of bytes, then the bytes.
    @inline(never)
    mutating func text() -> UnsafeRawBufferPointer {
        let length = count(ofSize: 1)
        let text = UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
        position += length
        return text
    }
}
