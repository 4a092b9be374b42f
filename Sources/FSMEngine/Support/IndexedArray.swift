/// An array with an element for each thing of a kind, which only the indices of that kind reach.
struct IndexedArray<Kind, Element> {
    private(set) var elements: [Element]

    @inline(__always)
    init(_ elements: [Element] = []) { self.elements = elements }

    @inline(__always)
    init(repeating element: Element, count: Int) { elements = [Element](repeating: element, count: count) }

    @inline(__always)
    var count: Int { elements.count }
    @inline(__always)
    var isEmpty: Bool { elements.isEmpty }
    @inline(__always)
    var indices: TypedIndices<Kind> { TypedIndices(count: elements.count) }

    // One comparison where an array's own subscript has two.
    @inline(__always)
    subscript(index: TypedIndex<Kind>) -> Element {
        get { elements[checked: index.value] }
        _modify { yield &elements[index.value] }
    }

    @inline(__always)
    mutating func append(_ element: Element) { elements.appendInline(element) }

    @inline(__always)
    mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }
}

extension IndexedArray where Element == Bool {
    /// Makes an element true. Out of line, for checks that mark things in many places.
    @inline(never)
    mutating func mark(_ index: TypedIndex<Kind>) { self[index] = true }
}

extension IndexedArray<Row, Bool> {
    /// The rows that are marked by `true`.
    @inline(never)
    @_optimize(speed)
    var marked: [TypedIndex<Row>] {
        var marked: [TypedIndex<Row>] = []
        marked.reserveCapacity(count)
        for index in indices where self[index] { marked.appendInline(index) }
        return marked
    }
}

extension Array {
    /// The element, as the array's own subscript has it, but with one comparison in place of two.
    @inline(__always)
    subscript(checked index: Int) -> Element {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return withUnsafeBufferPointer { $0.baseAddress.unsafelyUnwrapped[index] }
    }
}

/// The same in a table's memory. Nothing checks that an index is in range.
struct IndexedPointer<Kind, Element> {
    let first: UnsafePointer<Element>

    @inline(__always)
    init(_ first: UnsafePointer<Element>) { self.first = first }

    @inline(__always)
    subscript(index: CompactIndex<Kind>) -> Element { first[Int(index.value)] }
    @inline(__always)
    subscript(index: TypedIndex<Kind>) -> Element { first[index.value] }

    @inline(__always)
    static func + (pointer: IndexedPointer, index: CompactIndex<Kind>) -> UnsafePointer<Element> {
        pointer.first + Int(index.value)
    }
    @inline(__always)
    static func + (pointer: IndexedPointer, index: TypedIndex<Kind>) -> UnsafePointer<Element> {
        pointer.first + index.value
    }
}
