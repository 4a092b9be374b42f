/// Which nodes are left, entered and come back to by rows whose events carry one list of types.
///
/// Each is visited once, so that all rows together take O(rows × depth + states).
final class ChartVisits {
    enum Kind: Int { case exit, entry, cycle, onDefault }

    private let chart: ChartSubject
    /// Of each kind a number for each node; then one for each of ``regions``, if that is entered by default.
    private var marked: MarkedNumbers
    /// The regions of all parallel states, and where those of each begin.
    private var regions: [TypedIndex<Node>] = []
    private var firstRegion: [Int] = []
    /// Those that are entered, and whose defaults are yet to be followed.
    private var waiting: [TypedIndex<Node>] = []
    /// The numbers of what was visited, until someone takes it.
    private var visits: [Int] = []

    /// O(states).
    init(_ chart: ChartSubject) {
        self.chart = chart
        for node in chart.nodes {
            firstRegion.add(regions.count)
            guard chart.kind(node) == .parallel else { continue }
            for region in chart.tree.states(in: node) { regions.add(region) }
        }
        firstRegion.add(regions.count)
        marked = MarkedNumbers(count: 4 * chart.tree.items.count + regions.count)
    }

    private func number(_ node: TypedIndex<Node>, _ kind: Kind) -> Int {
        kind.rawValue * chart.tree.items.count + node.value
    }

    func node(of visit: Int) -> TypedIndex<Node> { TypedIndex(visit % chart.tree.items.count) }

    func role(of visit: Int) -> SignatureRole {
        switch Kind(rawValue: visit / chart.tree.items.count) {
        case .exit: .exit
        case .entry: .entry
        case .cycle: .cycle
        default: .action
        }
    }

    /// What a row visits that none before it has.
    func newVisits(of row: StateRow) -> [Int] {
        visits = []
        follow(row)
        return visits
    }

    @inline(never)
    private func mark(_ node: TypedIndex<Node>, _ kind: Kind) -> Bool {
        let number = number(node, kind)
        guard marked.mark(number) else { return false }
        visits.add(number)
        return true
    }

    /// Marks these nodes, but for those that hold one of `kept`.
    @inline(never)
    private func markAll(
        _ first: TypedIndex<Node>, _ last: TypedIndex<Node>, _ kind: Kind, besides kept: [TypedIndex<Node>]
    ) {
        let base = number(StateTree.chart, kind)
        var number = marked.firstUnmarked(from: base + first.value)
        while number <= base + last.value {
            let node = TypedIndex<Node>(number - base)
            if !chart.holds(node, anyOf: kept) { _ = mark(node, kind) }
            number = marked.firstUnmarked(from: number + 1)
        }
    }

    /// Marks all that lies below a node.
    @inline(never)
    private func markBelow(_ node: TypedIndex<Node>, _ kind: Kind) {
        markAll(node.next, chart.tree[node].last, kind, besides: [])
    }

    // MARK: - Rows

    @inline(never)
    private func follow(_ stateRow: StateRow) {
        let row = chart.definition.rows[stateRow.index]
        let source = chart.source(stateRow)
        switch row.target {
        case .internal, .deferred: return
        case .same:
            let isCommon = source == StateTree.chart
            if isCommon { markBelow(source, .cycle) } else { _ = mark(source, .cycle) }
            guard chart.definition.entryExit == .always else { return }
            let first = isCommon ? source.next : source
            markAll(first, chart.tree[source].last, .exit, besides: [])
            markAll(first, chart.tree[source].last, .entry, besides: [])
        case .dynamic, .anyRequested:
            markBelow(StateTree.chart, .exit)
            markBelow(StateTree.chart, .entry)
            markBelow(StateTree.chart, .cycle)
            markBelow(StateTree.chart, .onDefault)
        case .state:
            let targets = chart.targets(of: stateRow.index)
            if !targets.isEmpty { follow(row, from: source, to: targets) }
        }
    }

    @inline(never)
    private func follow(_ row: Row, from source: TypedIndex<Node>, to targets: [TypedIndex<Node>]) {
        let domain = chart.domain(of: row, source, targets)
        let always = chart.definition.entryExit == .always
        leave(source, domain, besides: always ? [] : targets)
        for target in targets {
            let stays = !always && source != StateTree.chart
            waiting.add(target)
            enter(target, below: domain, stays ? source : nil, besides: targets)
            enterDefaults()
            comeBack(to: target, from: source)
        }
    }

    /// What is active in the source and around it, below the domain.
    @inline(never)
    private func leave(
        _ source: TypedIndex<Node>, _ domain: TypedIndex<Node>, besides kept: [TypedIndex<Node>]
    ) {
        let tree = chart.tree
        // A local row stays in its source.
        markAll(source == domain ? source.next : source, tree[source].last, .exit, besides: kept)
        var node = source
        while node != domain, let parent = chart.parent(node) {
            if parent != domain {
                markAll(parent, parent, .exit, besides: kept)
                if chart.kind(parent) == .parallel {
                    markAll(parent.next, TypedIndex(node.value - 1), .exit, besides: kept)
                    markAll(tree[node].last.next, tree[parent].last, .exit, besides: kept)
                }
            }
            node = parent
        }
    }

    /// A target that may have been active with the source.
    @inline(never)
    private func comeBack(to target: TypedIndex<Node>, from source: TypedIndex<Node>) {
        let tree = chart.tree
        if chart.isHistory(target) {
            let parent = chart.parent(target) ?? StateTree.chart
            if tree.isWithin(source, parent) || tree.isWithin(parent, source) { markBelow(parent, .cycle) }
            return
        }
        var common = source
        while !tree.isWithin(target, common), let parent = chart.parent(common) { common = parent }
        if common == source || tree.isWithin(source, target) || chart.kind(common) == .parallel {
            _ = mark(target, .cycle)
        }
    }

    // MARK: - Entering

    /// A node with those around it below `outer`, but for those that hold `kept`, and with the other regions of parallel
    /// ones in which none of the targets lies.
    @inline(never)
    private func enter(
        _ target: TypedIndex<Node>, below outer: TypedIndex<Node>, _ kept: TypedIndex<Node>?,
        besides targets: [TypedIndex<Node>]
    ) {
        var node = target
        while node > outer, let parent = chart.parent(node) {
            if !(kept.map { chart.tree.isWithin($0, node) } ?? false) { _ = mark(node, .entry) }
            if parent != outer { enterRegions(of: parent, besides: targets) }
            node = parent
        }
    }

    /// What is entered with the nodes that wait, after them.
    @inline(never)
    private func enterDefaults() {
        while let node = waiting.takeLast() {
            guard mark(node, .onDefault) else { continue }
            enterRegions(of: node, besides: [])
            if chart.isHistory(node) {
                // Whatever was active there.
                guard let parent = chart.parent(node) else { continue }
                markBelow(parent, .entry)
                markBelow(parent, .onDefault)
            } else if let target = chart.tree[node].defaultTarget {
                enter(target, below: node, nil, besides: [target])
                waiting.add(target)
            }
        }
    }

    /// The regions of a node, if it is parallel, in which none of these targets lies.
    @inline(never)
    private func enterRegions(of parallel: TypedIndex<Node>, besides targets: [TypedIndex<Node>]) {
        let base = 4 * chart.tree.items.count
        let end = base + firstRegion[parallel.value + 1]
        var number = marked.firstUnmarked(from: base + firstRegion[parallel.value])
        while number < end {
            let region = regions[number - base]
            if !chart.holds(region, anyOf: targets) {
                _ = marked.mark(number)
                _ = mark(region, .entry)
                waiting.add(region)
            }
            number = marked.firstUnmarked(from: number + 1)
        }
    }
}

/// Numbers that are marked one by one: those that are not are found without going over those that are.
private struct MarkedNumbers {
    /// For each number the next one that may not be marked, or itself.
    private var next: [Int]

    init(count: Int) { next = Array(0...count) }

    /// The first number from this one on that is not marked; the count if there is none.
    @inline(never)
    mutating func firstUnmarked(from number: Int) -> Int {
        var first = min(number, next.count - 1)
        while next[first] != first {
            next.put(next[next[first]], at: first)
            first = next[first]
        }
        return first
    }

    /// `false` if it was marked already.
    mutating func mark(_ number: Int) -> Bool {
        guard next[number] == number else { return false }
        next.put(number + 1, at: number)
        return true
    }
}
