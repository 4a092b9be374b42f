/// Tarjan's search for what lies on circles, with a stack of its own.
struct CircleSearch {
    private let graph: EventlessGraph
    private let onlyCertain: Bool
    /// The order in which points were visited, from 1; 0 for those that were not.
    private var order: [Int]
    private var lowest: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var count = 0

    init(_ graph: EventlessGraph, onlyCertain: Bool) {
        self.graph = graph
        self.onlyCertain = onlyCertain
        order = [Int](repeating: 0, count: graph.pointCount)
        lowest = order
        isOpen = [Bool](repeating: false, count: graph.pointCount)
    }

    private mutating func begin(_ point: Int) {
        count += 1
        order[point] = count
        lowest[point] = count
        isOpen[point] = true
        open.append(point)
    }

    mutating func visit(_ start: Int, _ body: ([Int]) -> Void) {
        guard order[start] == 0 else { return }
        begin(start)
        var stack = [(point: start, way: graph.firstWay[start])]
        while let top = stack.last {
            if top.way >= 0 {
                let way = graph.ways[top.way]
                stack[stack.count - 1].way = way.next
                if onlyCertain && !way.isCertain { continue }
                if order[way.target] == 0 {
                    begin(way.target)
                    stack.append((way.target, graph.firstWay[way.target]))
                } else if isOpen[way.target] {
                    lowest[top.point] = min(lowest[top.point], order[way.target])
                }
                continue
            }
            stack.removeLast()
            if let last = stack.last { lowest[last.point] = min(lowest[last.point], lowest[top.point]) }
            if lowest[top.point] == order[top.point] { close(top.point, body) }
        }
    }

    private mutating func close(_ point: Int, _ body: ([Int]) -> Void) {
        var points: [Int] = []
        while let last = open.popLast() {
            isOpen[last] = false
            points.append(last)
            if last == point { break }
        }
        var isCircle = points.count > 1
        if !isCircle {
            var way = graph.firstWay[point]
            while way >= 0 {
                if graph.ways[way].target == point && (!onlyCertain || graph.ways[way].isCertain) { isCircle = true }
                way = graph.ways[way].next
            }
        }
        if isCircle { body(points) }
    }
}
