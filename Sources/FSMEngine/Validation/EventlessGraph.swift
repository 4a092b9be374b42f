/// Where a machine may go by rows without an event: the ways from level to level and from state to state.
///
/// Each node of the tree stands three times: as the level whose rows are tried, as the state that is entered, and as any
/// state below it that a history may have recorded. Histories and regions that are entered besides a target are not
/// followed further than their defaults, so that a circle may be missed; the limit of steps then ends it. An object, since
/// it is large and never copied.
final class EventlessGraph {
    enum Copy: Int { case level, entry, recorded }

    /// A way from one point to another, in a list of those from the same.
    struct Way {
        var target: Int
        var next: Int
        /// The row by which it goes, or -1.
        var row: Int
        /// It is always gone, whatever guards and histories say.
        var isCertain: Bool
    }

    private let chart: ChartSubject
    private let levels: EventlessLevels
    private(set) var ways: [Way] = []
    /// The first way from each point, or -1.
    private(set) var firstWay: [Int]
    /// Some row changes which states below a node are active.
    private var isChanging: IndexedArray<Node, Bool>

    var pointCount: Int { firstWay.count }

    /// O(rows × depth + states).
    init(_ chart: ChartSubject, _ levels: EventlessLevels) {
        self.chart = chart
        self.levels = levels
        isChanging = IndexedArray(chart.tree)
        firstWay = [Int](repeating: -1, count: 3 * chart.tree.items.count)
        for node in chart.nodes {
            addLevel(node)
            addEntry(node)
        }
    }

    static func point(_ node: TypedIndex<Node>, _ copy: Copy) -> Int { 3 * node.value + copy.rawValue }
    static func node(of point: Int) -> TypedIndex<Node> { TypedIndex(point / 3) }

    @inline(__always)
    func forEachWay(from point: Int, _ body: (Way) -> Void) {
        var number = firstWay[point]
        while number >= 0 {
            body(ways[number])
            number = ways[number].next
        }
    }

    /// Whether some row changes whether a node is active, but not `scope`. O(depth).
    func isChanged(_ node: TypedIndex<Node>, besides scope: TypedIndex<Node>) -> Bool {
        var outer = chart.parent(node)
        while let present = outer, !chart.tree.isWithin(scope, present) {
            if isChanging[present] { return true }
            outer = chart.parent(present)
        }
        return false
    }

    @inline(never)
    private func add(
        _ source: TypedIndex<Node>, _ copy: Copy, to target: TypedIndex<Node>, _ targetCopy: Copy,
        row: TypedIndex<Row>? = nil, isCertain: Bool
    ) {
        let point = Self.point(source, copy)
        ways.add(
            Way(
                target: Self.point(target, targetCopy), next: firstWay[point], row: row.map { $0.value } ?? -1,
                isCertain: isCertain))
        firstWay.put(ways.count - 1, at: point)
    }

    /// The rows of a level, up to one that is always taken, and the level around it.
    private func addLevel(_ node: TypedIndex<Node>) {
        var isFirst = true
        for row in chart.rows(node) where chart.definition.rows[row.index].event == ReservedID.eventless {
            if chart.isNeverTaken(row.index, from: node) {
                // It still keeps rows for any state from being tried, if one row decides.
                isFirst = false
                continue
            }
            let isAlways = chart.resolved.isUnconditional(row.index)
            addRow(row.index, from: node, isCertain: isAlways && isFirst)
            isFirst = false
            if isAlways { return }
        }
        if let parent = chart.parent(node) {
            add(node, .level, to: parent, .level, isCertain: isFirst)
        }
    }

    private func addRow(_ row: TypedIndex<Row>, from node: TypedIndex<Node>, isCertain: Bool) {
        switch chart.definition.rows[row].target {
        // Whatever is active stays so, and rows are tried again from the innermost ones on.
        case .same, .internal:
            add(node, .level, to: node, .level, row: row, isCertain: isCertain && levels.isInnermost(node))
        case .state:
            let domain = chart.domain(of: row, node) ?? node
            isChanging.mark(domain)
            // A local row may leave just the region in which it is.
            if chart.kind(domain) == .parallel { markAll(from: node, below: domain) }
            for target in chart.targets(of: row) {
                add(node, .level, to: target, .entry, row: row, isCertain: isCertain)
            }
        case .dynamic: markAll(from: node, below: nil)
        case .anyRequested, .deferred: break
        }
    }

    private func markAll(from node: TypedIndex<Node>, below outermost: TypedIndex<Node>?) {
        var outer: TypedIndex<Node>? = node
        while let present = outer, present != outermost {
            isChanging.mark(present)
            outer = chart.parent(present)
        }
    }

    private func addEntry(_ node: TypedIndex<Node>) {
        let parent = chart.parent(node)
        let target = chart.tree[node].defaultTarget
        switch chart.kind(node) {
        case .atomic, .final:
            add(node, .entry, to: node, .level, isCertain: true)
            add(node, .recorded, to: node, .level, isCertain: false)
        case .compound: if let target { add(node, .entry, to: target, .entry, isCertain: true) }
        case .parallel:
            let regions = chart.tree.states(in: node)
            for region in regions { add(node, .entry, to: region, .entry, isCertain: true) }
            // Without any it is a leaf.
            if regions.isEmpty { add(node, .entry, to: node, .level, isCertain: true) }
        case .shallowHistory, .deepHistory:
            guard let parent else { return }
            add(node, .entry, to: target ?? parent, .entry, isCertain: false)
            add(node, .entry, to: parent, .recorded, isCertain: false)
            return
        }
        if let parent { add(parent, .recorded, to: node, .recorded, isCertain: false) }
    }
}
