/// Lays arrays side by side in one block of memory, behind the ``TableStorage``.
///
/// Without a block it only measures: whatever writes a table does so twice, first to learn the size.
struct TableWriter {
    private let block: UnsafeMutableRawPointer?
    /// The bytes used so far: all arrays together may take more than a word of 32 bits holds.
    private(set) var size = Int64(MemoryLayout<TableStorage>.size)

    init(block: UnsafeMutableRawPointer?) { self.block = block }

    /// Append an array and return where it lies. What is empty is never read, wherever it is said to lie. O(elements).
    @inline(never)
    mutating func append<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
        elements.withUnsafeBytes {
            append($0, alignment: max(MemoryLayout<Element>.alignment, 16)).assumingMemoryBound(to: Element.self)
        }
    }

    /// The same for elements of any type: all are copied bit by bit.
    @inline(never)
    private mutating func append(_ bytes: UnsafeRawBufferPointer, alignment: Int) -> UnsafeRawPointer {
        let unit = Int64(alignment)
        let offset = bytes.isEmpty ? 0 : (size + unit - 1) / unit * unit
        if !bytes.isEmpty { size = offset + Int64(bytes.count) }
        // While measuring, an address that is never used.
        guard let block else { return UnsafeRawPointer(bitPattern: alignment)! }
        let place = block + Int(offset)
        if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
        return UnsafeRawPointer(place)
    }

    @inline(__always)
    mutating func append<Kind, Element>(_ array: IndexedArray<Kind, Element>) -> IndexedPointer<Kind, Element> {
        IndexedPointer(append(array.elements))
    }
}
