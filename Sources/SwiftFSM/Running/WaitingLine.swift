/// Elements in order of arrival. Both operations are O(1) on average.
struct WaitingLine<Element> {
    private var elements: [Element] = []
    /// The index of the first element that is still there.
    private var head = 0

    /// Those that are still there.
    var waiting: ArraySlice<Element> { elements[head...] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let first = elements[head]
        head += 1
        if head == elements.count || head == 1024 {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }
}
