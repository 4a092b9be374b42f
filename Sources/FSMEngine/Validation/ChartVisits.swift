/// Which nodes are left, entered and come back to by rows whose events carry one list of types.
///
/// Each is visited once, so that all rows together take O(rows × depth + states).
struct ChartVisits {
    enum Kind: Int { case exit, entry, cycle, onDefault }

    private let chart: ChartSubject
    /// Of the nodes; and of ``regions`` which are entered by default.
    private var isVisited: [MarkedNumbers]
    private var isEntered: MarkedNumbers
    /// The regions of all parallel states, and where those of each begin.
    private var regions: [TypedIndex<Node>] = []
    private var firstRegion: IndexedArray<Node, Int>
    /// Those that are entered, and whose defaults are yet to be followed.
    private var waiting: [TypedIndex<Node>] = []
    /// What was visited, until someone takes it.
    private var visits: [(node: TypedIndex<Node>, kind: Kind)] = []

    /// O(states).
    init(_ chart: ChartSubject) {
        self.chart = chart
        let count = chart.tree.items.count
        isVisited = [MarkedNumbers](repeating: MarkedNumbers(count: count), count: 4)
        firstRegion = IndexedArray(repeating: 0, count: count + 1)
        for node in chart.tree.items.indices {
            if chart.tree[node].kind == .parallel { regions += chart.states(in: node) }
            firstRegion[node.next] = regions.count
        }
        isEntered = MarkedNumbers(count: regions.count)
    }

    /// What a row visits that none before it has.
    mutating func newVisits(of row: StateRow) -> [(node: TypedIndex<Node>, kind: Kind)] {
        visits.removeAll(keepingCapacity: true)
        follow(row)
        return visits
    }

    private mutating func mark(_ node: TypedIndex<Node>, _ kind: Kind) {
        if isVisited[kind.rawValue].mark(node.value) { visits.append((node, kind)) }
    }

    /// Marks these nodes, but for those of which `isKept` says that they stay.
    private mutating func markAll(
        _ first: TypedIndex<Node>, _ last: TypedIndex<Node>, _ kind: Kind, isKept: (TypedIndex<Node>) -> Bool
    ) {
        var number = isVisited[kind.rawValue].firstUnmarked(from: first.value)
        while number <= last.value {
            if !isKept(TypedIndex(number)) { mark(TypedIndex(number), kind) }
            number = isVisited[kind.rawValue].firstUnmarked(from: number + 1)
        }
    }

    // MARK: - Rows

    private mutating func follow(_ stateRow: StateRow) {
        let tree = chart.tree
        let row = chart.definition.rows[stateRow.index]
        let source = chart.source(stateRow)
        let all = (first: StateTree.chart.next, last: tree[StateTree.chart].last)
        switch row.target {
        case .internal, .deferred: return
        case .same:
            let within = source == StateTree.chart ? all : (first: source, last: tree[source].last)
            if source == StateTree.chart {
                markAll(within.first, within.last, .cycle) { _ in false }
            } else {
                mark(source, .cycle)
            }
            guard chart.definition.entryExit == .always else { return }
            markAll(within.first, within.last, .exit) { _ in false }
            markAll(within.first, within.last, .entry) { _ in false }
        case .dynamic, .anyRequested:
            for kind in [Kind.exit, .entry, .cycle, .onDefault] { markAll(all.first, all.last, kind) { _ in false } }
        case .state:
            let targets = chart.targets(of: stateRow.index)
            if !targets.isEmpty { follow(row, from: source, to: targets) }
        }
    }

    private mutating func follow(_ row: Row, from source: TypedIndex<Node>, to targets: [TypedIndex<Node>]) {
        let tree = chart.tree
        let domain = chart.domain(of: row, source, targets)
        let always = chart.definition.entryExit == .always
        leave(source, domain) { node in !always && targets.contains { tree.isWithin($0, node) } }
        for target in targets {
            var node = target
            waiting.append(target)
            while node != domain, let parent = tree[node].parent {
                if always || !(source != StateTree.chart && tree.isWithin(source, node)) { mark(node, .entry) }
                if tree[parent].kind == .parallel && parent != domain { enterRegions(of: parent, besides: targets) }
                node = parent
            }
            enterDefaults()
            comeBack(to: target, from: source)
        }
    }

    /// What is active in the source and around it, below the domain.
    private mutating func leave(
        _ source: TypedIndex<Node>, _ domain: TypedIndex<Node>, isKept: (TypedIndex<Node>) -> Bool
    ) {
        let tree = chart.tree
        // A local row stays in its source.
        let first = source == domain ? source.next : source
        markAll(first, tree[source].last, .exit, isKept: isKept)
        var node = source
        while node != domain, let parent = tree[node].parent {
            if parent != domain && !isKept(parent) { mark(parent, .exit) }
            if tree[parent].kind == .parallel && parent != domain {
                markAll(parent.next, TypedIndex(node.value - 1), .exit, isKept: isKept)
                markAll(tree[node].last.next, tree[parent].last, .exit, isKept: isKept)
            }
            node = parent
        }
    }

    /// A target that may have been active with the source.
    private mutating func comeBack(to target: TypedIndex<Node>, from source: TypedIndex<Node>) {
        let tree = chart.tree
        guard !tree[target].kind.isHistory else {
            let parent = tree[target].parent ?? StateTree.chart
            guard tree.isWithin(source, parent) || tree.isWithin(parent, source) else { return }
            return markAll(parent.next, tree[parent].last, .cycle) { _ in false }
        }
        var common = source
        while !tree.isWithin(target, common), let parent = tree[common].parent { common = parent }
        if common == source || tree.isWithin(source, target) || tree[common].kind == .parallel { mark(target, .cycle) }
    }

    // MARK: - Entering

    /// What is entered with the nodes that wait, after them.
    private mutating func enterDefaults() {
        while let node = waiting.popLast() {
            guard isVisited[Kind.onDefault.rawValue].mark(node.value) else { continue }
            visits.append((node, .onDefault))
            let item = chart.tree[node]
            if item.kind == .parallel { enterRegions(of: node, besides: []) }
            if item.kind.isHistory, let parent = item.parent {
                // Whatever was active there.
                markAll(parent.next, chart.tree[parent].last, .entry) { _ in false }
                markAll(parent.next, chart.tree[parent].last, .onDefault) { _ in false }
            }
            guard let target = item.defaultTarget, !item.kind.isHistory else { continue }
            var entered = target
            while entered > node, let parent = chart.tree[entered].parent {
                mark(entered, .entry)
                if parent != node && chart.tree[parent].kind == .parallel {
                    enterRegions(of: parent, besides: [target])
                }
                entered = parent
            }
            waiting.append(target)
        }
    }

    /// The regions of a parallel state in which none of these targets lies.
    private mutating func enterRegions(of parallel: TypedIndex<Node>, besides targets: [TypedIndex<Node>]) {
        var number = isEntered.firstUnmarked(from: firstRegion[parallel])
        while number < firstRegion[parallel.next] {
            let region = regions[number]
            if !targets.contains(where: { chart.tree.isWithin($0, region) }) {
                _ = isEntered.mark(number)
                mark(region, .entry)
                waiting.append(region)
            }
            number = isEntered.firstUnmarked(from: number + 1)
        }
    }
}

/// Numbers that are marked one by one: those that are not are found without going over those that are.
private struct MarkedNumbers {
    /// For each number the next one that may not be marked, or itself.
    private var next: [Int]

    init(count: Int) { next = Array(0...count) }

    /// The first number from this one on that is not marked; the count if there is none.
    mutating func firstUnmarked(from number: Int) -> Int {
        var first = min(number, next.count - 1)
        while next[first] != first {
            next[first] = next[next[first]]
            first = next[first]
        }
        return first
    }

    /// `false` if it was marked already.
    mutating func mark(_ number: Int) -> Bool {
        guard next[number] == number else { return false }
        next[number] = number + 1
        return true
    }
}
