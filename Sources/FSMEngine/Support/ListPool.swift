/// What one row or block has of something, in order: a chain through one of the definition's lists, so that
/// adding to any row at any time costs the same.
public struct Chain {
    var first: Int32 = -1
    var last: Int32 = -1

    /// An empty one.
    @_optimize(speed)
    public init() {}
    /// Whether it has no elements.
    public var isEmpty: Bool { first < 0 }
}

/// The elements of all chains of one kind, in one array.
struct ListPool<Element> {
    private struct Link {
        var element: Element
        var next: Int32
    }
    private var links: [Link] = []
    /// How many elements all chains have.
    var linkCount: Int { links.count }

    /// O(1).
    @_optimize(speed)
    mutating func append(_ element: Element, to chain: inout Chain) {
        let index = Int32(truncatingIfNeeded: links.count)
        links.appendInline(Link(element: element, next: -1))
        if chain.isEmpty { chain.first = index } else { links[Int(chain.last)].next = index }
        chain.last = index
    }

    /// The element that a link of a chain stands for, and the link behind it: less than 0 behind the last one.
    @inline(__always)
    subscript(link: Int32) -> Element { links[Int(link)].element }
    @inline(__always)
    func next(_ link: Int32) -> Int32 { links[Int(link)].next }

    /// Makes room for so many elements more; `false` if there is no memory.
    @inline(__always)
    mutating func reserve(_ count: Int, in memory: MemoryRegion) -> Bool { memory.reserve(count, in: &links) }

    /// How many elements a chain has. O(elements).
    @_optimize(speed)
    func count(of chain: Chain) -> Int {
        var count = 0
        var index = chain.first
        while index >= 0 {
            count += 1
            index = links[Int(index)].next
        }
        return count
    }

    /// The element of a chain that has just one.
    @inline(__always)
    func only(in chain: Chain) -> Element? {
        chain.first == chain.last && chain.first >= 0 ? links[Int(chain.first)].element : nil
    }

    /// Calls `body` with each element of the chain, in order.
    @_optimize(speed)
    func forEach(in chain: Chain, _ body: (Element) -> Void) {
        var index = chain.first
        while index >= 0 {
            let link = links[Int(index)]
            body(link.element)
            index = link.next
        }
    }
}

extension ListPool<Callback> {
    /// Puts another callback in the place of each for which `replacement` has one.
    mutating func replace(_ replacement: (Callback) -> Callback?) {
        for index in links.indices {
            if let new = replacement(links[index].element) { links[index].element = new }
        }
    }

    /// Whether both chains hold the same callbacks in the same order.
    @_optimize(speed)
    func isSame(_ left: Chain, _ right: Chain) -> Bool {
        var a = left.first
        var b = right.first
        while a >= 0 && b >= 0 {
            guard links[Int(a)].element.isSame(as: links[Int(b)].element) else { return false }
            a = links[Int(a)].next
            b = links[Int(b)].next
        }
        return a < 0 && b < 0
    }

    /// A number that chains with the same callbacks share.
    @_optimize(speed)
    func hash(of chain: Chain) -> UInt64 {
        var hash = WordHasher()
        forEach(in: chain) { hash.add($0) }
        return hash.value
    }
}
