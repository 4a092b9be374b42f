// What is inlined elsewhere because it has to be fast, for where it need not be: each caller of these has a call.

extension Array {
    /// Takes the last element away, if there is one.
    @inline(never)
    mutating func takeLast() -> Element? { popLast() }

    @inline(never)
    mutating func put(_ element: Element, at index: Int) { self[index] = element }
}

extension IDIndex {
    /// The number of an id; `nil` for one that was not mentioned. O(1).
    @inline(never)
    func find(_ id: ID) -> TypedIndex<Kind>? { index(of: id) }
}
