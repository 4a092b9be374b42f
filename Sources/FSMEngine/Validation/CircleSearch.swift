extension EventlessGraph {
    /// Calls `body` with the points of each circle of ways, or of several that share points, and for each point with the
    /// number of its circle. O(points + ways).
    func forEachCircle(onlyCertain: Bool, _ body: (_ points: [Int], _ circles: [Int]) -> Void) {
        var search = CircleSearch(self, onlyCertain: onlyCertain)
        for point in 0..<pointCount where search.order[point] == 0 { search.visit(point, body) }
    }
}

/// Tarjan's search for what lies on circles, with a stack of its own.
private struct CircleSearch {
    private let graph: EventlessGraph
    private let onlyCertain: Bool
    /// The order in which points were visited, from 1; 0 for those that were not.
    private(set) var order: [Int]
    private var lowest: [Int]
    /// The next way to go from each point.
    private var next: [Int]
    /// For each point the last one that was visited of those that lie on circles with it; -1 while that is not known.
    private var circles: [Int]
    /// The points from the first one to the present one; and all whose circles are not known.
    private var path: [Int] = []
    private var open: [Int] = []
    private var count = 0

    init(_ graph: EventlessGraph, onlyCertain: Bool) {
        self.graph = graph
        self.onlyCertain = onlyCertain
        order = [Int](repeating: 0, count: graph.pointCount)
        lowest = order
        next = graph.firstWay
        circles = [Int](repeating: -1, count: graph.pointCount)
    }

    @inline(never)
    private mutating func begin(_ point: Int) {
        count += 1
        order.put(count, at: point)
        lowest.put(count, at: point)
        open.add(point)
        path.add(point)
    }

    @inline(never)
    private mutating func lower(_ point: Int, to order: Int) {
        if lowest[point] > order { lowest.put(order, at: point) }
    }

    mutating func visit(_ start: Int, _ body: ([Int], [Int]) -> Void) {
        begin(start)
        while let point = path.last {
            if next[point] >= 0 {
                let way = graph.ways[next[point]]
                next.put(way.next, at: point)
                if onlyCertain && !way.isCertain { continue }
                if order[way.target] == 0 {
                    begin(way.target)
                } else if circles[way.target] < 0 {
                    lower(point, to: order[way.target])
                }
                continue
            }
            _ = path.takeLast()
            if let last = path.last { lower(last, to: lowest[point]) }
            if lowest[point] == order[point] { close(point, body) }
        }
    }

    private mutating func close(_ point: Int, _ body: ([Int], [Int]) -> Void) {
        var points: [Int] = []
        while circles[point] < 0, let last = open.takeLast() {
            circles.put(point, at: last)
            points.add(last)
        }
        if points.count > 1 || leadsToItself(point) { body(points, circles) }
    }

    private func leadsToItself(_ point: Int) -> Bool {
        var number = graph.firstWay[point]
        while number >= 0 {
            let way = graph.ways[number]
            if way.target == point && (way.isCertain || !onlyCertain) { return true }
            number = way.next
        }
        return false
    }
}
