import CMemory

/// Lays arrays side by side in one block of memory.
struct TableMemory {
    private var used = MemoryLayout<TableStorage>.size
    private var block: UnsafeMutableRawPointer?

    /// A place for so many elements; call it for each array before ``allocate()``.
    mutating func reserve<Element>(_ count: Int, of type: Element.Type) -> Int {
        // What is empty is never read, wherever it is said to lie.
        guard count > 0 else { return 0 }
        let alignment = max(MemoryLayout<Element>.alignment, 16)
        used = (used + alignment - 1) / alignment * alignment
        let offset = used
        used += count * MemoryLayout<Element>.stride
        return offset
    }

    /// The block for all that was reserved, or `nil` if there is no memory. Who gets it frees it.
    mutating func allocate() -> UnsafeMutableRawPointer? {
        block = malloc(used)
        return block
    }

    var size: Int { used }

    /// Copies an array to its place.
    func store<Element>(_ elements: [Element], at offset: Int) -> UnsafePointer<Element> {
        let place = (block! + offset).bindMemory(to: Element.self, capacity: max(elements.count, 1))
        elements.withUnsafeBufferPointer {
            if let source = $0.baseAddress { place.initialize(from: source, count: elements.count) }
        }
        return UnsafePointer(place)
    }
}
