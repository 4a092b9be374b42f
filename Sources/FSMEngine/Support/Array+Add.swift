extension Array {
    /// Appends, out of line: what appending takes is a hundred bytes in each place otherwise.
    @inline(never)
    mutating func add(_ element: Element) { append(element) }
}
