extension Array {
    /// Appends, out of line: what appending takes is a hundred bytes in each place otherwise.
    @inline(never)
    mutating func add(_ element: Element) { append(element) }
}

extension Array {
    /// Takes the last element away, if there is one; out of line too.
    @inline(never)
    mutating func takeLast() -> Element? { popLast() }

    /// Sets an element, out of line too.
    @inline(never)
    mutating func put(_ element: Element, at index: Int) { self[index] = element }
}
