extension Array {
    /// Appends an element, as the library's own function of this name, in whose place this one is called everywhere in
    /// the module. That one is made part of each function that calls it, with all that it takes to grow: this one is there
    /// once for each type of elements.
    @inline(never)
    mutating func append(_ element: __owned Element) { appendInline(element) }

    /// The same for code that appends something for each row: it is made part of the caller.
    @inline(__always)
    mutating func appendInline(_ element: __owned Element) { Self.append(element, to: &self) }

    /// As any collection: there is the library's function alone.
    @inline(__always)
    private static func append<Elements: RangeReplaceableCollection>(
        _ element: __owned Elements.Element, to elements: inout Elements
    ) { elements.append(element) }

    /// The elements of another array, one by one.
    @inline(never)
    mutating func append(contentsOf other: [Element]) {
        for element in other { append(element) }
    }

    @inline(__always)
    static func += (left: inout [Element], right: [Element]) { left.append(contentsOf: right) }

    /// All elements, one by one where the memory is kept.
    @inline(never)
    mutating func removeAll(keepingCapacity isKept: Bool = false) {
        if isKept {
            while !isEmpty { removeLast() }
        } else {
            self = []
        }
    }
}
