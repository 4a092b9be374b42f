/// Lays arrays side by side in one block of memory, behind the ``TableStorage``.
///
/// Without a block it only measures: whatever writes a table does so twice, first to learn the size.
struct TableWriter {
    private let block: UnsafeMutableRawPointer?
    /// The bytes used so far: all arrays together may take more than a word of 32 bits holds.
    private(set) var size = Int64(MemoryLayout<TableStorage>.size)

    init(block: UnsafeMutableRawPointer?) { self.block = block }

    /// Append an array and return where it lies. What is empty is never read, wherever it is said to lie. O(elements).
    mutating func append<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
        let alignment = max(MemoryLayout<Element>.alignment, 16)
        let offset = elements.isEmpty ? 0 : (size + Int64(alignment) - 1) / Int64(alignment) * Int64(alignment)
        if !elements.isEmpty { size = offset + Int64(elements.count) * Int64(MemoryLayout<Element>.stride) }
        // While measuring, an address that is never used.
        guard let block else { return UnsafePointer(bitPattern: alignment)! }
        let place = (block + Int(offset)).bindMemory(to: Element.self, capacity: max(elements.count, 1))
        elements.withUnsafeBufferPointer {
            if let source = $0.baseAddress { place.initialize(from: source, count: elements.count) }
        }
        return UnsafePointer(place)
    }

    @inline(__always)
    mutating func append<Kind, Element>(_ array: IndexedArray<Kind, Element>) -> IndexedPointer<Kind, Element> {
        IndexedPointer(append(array.elements))
    }
}
