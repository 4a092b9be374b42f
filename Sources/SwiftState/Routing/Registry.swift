/// An ordered collection with removal by number. Removed elements take no memory.
struct Registry<Element> {
    /// The elements by number, in no order.
    private(set) var elements: [Int: Element] = [:]
    private var next = 0

    var isEmpty: Bool { elements.isEmpty }

    /// Adds an element and returns its number for removal. O(1).
    mutating func add(_ element: Element) -> Int {
        defer { next += 1 }
        elements[next] = element
        return next
    }

    /// Removes an element and returns it. Release it only after the change: closures can retain objects that change the
    /// machine when they are deallocated. O(1).
    mutating func remove(_ number: Int) -> Element? { elements.removeValue(forKey: number) }

    /// The elements in the order in which they were added. O(n log n).
    var ordered: [(number: Int, element: Element)] {
        elements.sorted { $0.key < $1.key }.map { (number: $0.key, element: $0.value) }
    }
}
