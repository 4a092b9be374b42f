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
        let place = room(bytes.count, alignment: alignment)
        if block != nil, let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
        return UnsafeRawPointer(place)
    }

    /// Where the next bytes lie; while measuring, an address that is never used.
    private mutating func room(_ count: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let unit = Int64(alignment)
        let offset = count == 0 ? 0 : (size + unit - 1) / unit * unit
        if count != 0 { size = offset + Int64(count) }
        return block.map { $0 + Int(offset) } ?? UnsafeMutableRawPointer(bitPattern: alignment)!
    }

    /// Append cells by their keys, each where its hash says. O(cells).
    @inline(never)
    @_optimize(speed)
    mutating func appendHashed(_ cells: [SparseCells.Slot]) -> SparseCells {
        let count = cells.isEmpty ? 1 : slotCount(for: cells.count)
        let slots = room(count * MemoryLayout<SparseCells.Slot>.stride, alignment: 16)
            .assumingMemoryBound(to: SparseCells.Slot.self)
        let hashed = SparseCells(slots: UnsafePointer(slots), mask: count - 1)
        if block == nil { return hashed }
        slots.initialize(repeating: .free, count: count)
        for cell in cells {
            var position = Int(truncatingIfNeeded: cell.key.hash) & hashed.mask
            while slots[position].key != .max { position = (position &+ 1) & hashed.mask }
            slots[position] = cell
        }
        return hashed
    }

    @inline(__always)
    mutating func append<Kind, Element>(_ array: IndexedArray<Kind, Element>) -> IndexedPointer<Kind, Element> {
        IndexedPointer(append(array.elements))
    }
}
