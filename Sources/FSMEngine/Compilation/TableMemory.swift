import CMemory

/// Lays arrays side by side in one block of memory.
struct TableMemory {
    /// In 64 bits, since all together may be more than a word of 32 holds.
    private var used = Int64(MemoryLayout<TableStorage>.size)
    private var block: UnsafeMutableRawPointer?

    /// A place for so many elements; call it for each array before ``allocate()``.
    mutating func reserve<Element>(_ count: Int, of type: Element.Type) -> Int {
        // What is empty is never read, wherever it is said to lie.
        guard count > 0 else { return 0 }
        let alignment = Int64(max(MemoryLayout<Element>.alignment, 16))
        used = (used + alignment - 1) / alignment * alignment
        let offset = used
        used += Int64(count) * Int64(MemoryLayout<Element>.stride)
        return Int(truncatingIfNeeded: offset)
    }

    /// The block for all that was reserved, or `nil` if there is no memory. Who gets it frees it.
    mutating func allocate() -> UnsafeMutableRawPointer? {
        guard let size = Int(exactly: used) else { return nil }
        block = malloc(size)
        return block
    }

    /// Of what could be allocated.
    var size: Int { Int(truncatingIfNeeded: used) }

    /// Copies an array to its place.
    func store<Element>(_ elements: [Element], at offset: Int) -> UnsafePointer<Element> {
        let place = (block! + offset).bindMemory(to: Element.self, capacity: max(elements.count, 1))
        elements.withUnsafeBufferPointer {
            if let source = $0.baseAddress { place.initialize(from: source, count: elements.count) }
        }
        return UnsafePointer(place)
    }
}
