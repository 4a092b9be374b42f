extension Array {
    /// Appends an element, out of line, where that need not be fast: of an array's own `append` each caller has a copy.
    @inline(never)
    mutating func add(_ element: Element) { append(element) }

    /// Takes the last element away, if there is one, likewise.
    @inline(never)
    mutating func takeLast() -> Element? { popLast() }
}
