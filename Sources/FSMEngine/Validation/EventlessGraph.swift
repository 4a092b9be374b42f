/// Where a machine may go by rows without an event: the ways from level to level and from state to state.
///
/// Each node of the tree stands three times: as the level whose rows are tried, as the state that is entered, and as any
/// state below it that a history may have recorded. Histories and regions that are entered besides a target are not
/// followed further than their defaults, so that a circle may be missed; the limit of steps then ends it.
struct EventlessGraph {
    enum Copy: Int { case level, entry, recorded }

    /// A way from one point to another, in a list of those from the same.
    struct Way {
        var target: Int
        var next: Int
        /// The row by which it goes, if any.
        var row: TypedIndex<Row>?
        /// It is always gone, whatever guards and histories say.
        var isCertain: Bool
    }

    private let chart: ChartSubject
    private let levels: EventlessLevels
    private(set) var ways: [Way] = []
    /// The first way from each point, or -1.
    private(set) var firstWay: [Int]

    var pointCount: Int { firstWay.count }

    /// O(rows + states).
    init(_ chart: ChartSubject, _ levels: EventlessLevels) {
        self.chart = chart
        self.levels = levels
        firstWay = [Int](repeating: -1, count: 3 * chart.tree.items.count)
        for node in chart.tree.items.indices {
            addLevel(node)
            addEntry(node)
        }
    }

    static func point(_ node: TypedIndex<Node>, _ copy: Copy) -> Int { 3 * node.value + copy.rawValue }
    static func node(of point: Int) -> TypedIndex<Node> { TypedIndex(point / 3) }

    private mutating func add(
        from source: Int, to target: TypedIndex<Node>, _ copy: Copy, row: TypedIndex<Row>? = nil, isCertain: Bool
    ) {
        ways.append(
            Way(target: Self.point(target, copy), next: firstWay[source], row: row, isCertain: isCertain))
        firstWay[source] = ways.count - 1
    }

    /// The rows of a level, up to one that is always taken, and the level around it.
    private mutating func addLevel(_ node: TypedIndex<Node>) {
        let point = Self.point(node, .level)
        let resolved = chart.resolved
        var rows: [StateRow] = []
        chart.forEachRow(of: node) {
            if resolved.definition.rows[$0.index].event == ReservedID.eventless { rows.append($0) }
            return true
        }
        var isFirst = true
        for row in rows {
            let isAlways = resolved.isUnguarded(row.index) && resolved.definition.rows[row.index].matches.isEmpty
            addRow(row.index, from: node, isCertain: isAlways && isFirst)
            isFirst = false
            if isAlways { return }
        }
        if let parent = chart.tree[node].parent { add(from: point, to: parent, .level, isCertain: rows.isEmpty) }
    }

    private mutating func addRow(_ row: TypedIndex<Row>, from node: TypedIndex<Node>, isCertain: Bool) {
        let point = Self.point(node, .level)
        switch chart.definition.rows[row].target {
        // Whatever is active stays so, and rows are tried again from the innermost ones on.
        case .same, .internal:
            let isAlone = levels.isInnermost(node)
            add(from: point, to: node, .level, row: row, isCertain: isCertain && isAlone)
        case .state:
            for target in chart.targets(of: row) {
                add(from: point, to: target, .entry, row: row, isCertain: isCertain)
            }
        case .dynamic, .anyRequested, .deferred: break
        }
    }

    private mutating func addEntry(_ node: TypedIndex<Node>) {
        let item = chart.tree[node]
        let (entry, recorded) = (Self.point(node, .entry), Self.point(node, .recorded))
        switch item.kind {
        case .atomic, .final:
            add(from: entry, to: node, .level, isCertain: true)
            add(from: recorded, to: node, .level, isCertain: false)
        case .compound: if let target = item.defaultTarget { add(from: entry, to: target, .entry, isCertain: true) }
        case .parallel:
            let regions = chart.states(in: node)
            for region in regions { add(from: entry, to: region, .entry, isCertain: true) }
            // Without any it is a leaf.
            if regions.isEmpty { add(from: entry, to: node, .level, isCertain: true) }
        case .shallowHistory, .deepHistory:
            guard let parent = item.parent else { return }
            if let target = item.defaultTarget {
                add(from: entry, to: target, .entry, isCertain: false)
            } else {
                add(from: entry, to: parent, .entry, isCertain: false)
            }
            add(from: entry, to: parent, .recorded, isCertain: false)
        }
        if let parent = item.parent, !item.kind.isHistory {
            add(from: Self.point(parent, .recorded), to: node, .recorded, isCertain: false)
        }
    }

    /// Calls `body` with the points of each circle of ways, or of several that share points. O(points + ways).
    func forEachCircle(onlyCertain: Bool, _ body: ([Int]) -> Void) {
        var search = CircleSearch(self, onlyCertain: onlyCertain)
        for point in 0..<pointCount { search.visit(point, body) }
    }
}
