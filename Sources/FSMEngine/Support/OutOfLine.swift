// What is inlined elsewhere because it has to be fast, for where it need not be: each caller of these has a call.

extension Array {
    /// Appends an element: of an array's own `append` each caller has a copy.
    @inline(never)
    mutating func add(_ element: Element) { append(element) }

    /// Takes the last element away, if there is one.
    @inline(never)
    mutating func takeLast() -> Element? { popLast() }
}

extension IDIndex {
    /// The number of an id; `nil` for one that was not mentioned. O(1).
    @inline(never)
    func find(_ id: ID) -> TypedIndex<Kind>? { index(of: id) }
}

extension IndexedArray where Element == Bool {
    @inline(never)
    mutating func mark(_ index: TypedIndex<Kind>) { self[index] = true }
}
