/// The arrays of a ``ChartTable``, before they lie in the table's memory.
struct ChartImage {
    private var nodes: [ChartNode] = []
    private var nodeOfState: [UInt32] = []
    private var rows: [ChartRow] = []
    private var targets: [UInt32] = []
    private var raised: [ID] = []
    private var timeouts: [ChartParts.Timeout] = []
    private var reach: [UInt64] = []
    private var historyWordCount: UInt32 = 0
    private var maximumLeafCount: UInt32 = 0
    private let hasEventless: Bool
    private let slots: [SparseCells.Slot]

    init(_ valid: ValidDefinition, _ tree: StateTree, _ compiler: Compiler) {
        slots = compiler.hashedCells(ofRequests: false)
        hasEventless = valid.traits.contains(.eventless)
        for node in tree.items.indices { addNode(node, tree, compiler.defaults[node]) }
        addTimeouts(valid, tree)
        nodeOfState = tree.nodes.elements.map { UInt32($0.value) }
        for number in valid.definition.rows.typedIndices { addRow(number, valid, tree) }
        reach = Self.reach(valid, tree)
        maximumLeafCount = Self.leafCount(tree)
    }

    /// Adds the timeouts of each node, in the order in which its blocks got them.
    private mutating func addTimeouts(_ valid: ValidDefinition, _ tree: StateTree) {
        let all = valid.definition.chart.timeouts
        var keys: [SortKey] = []
        for (position, timeout) in all.enumerated() {
            guard let state = valid.states.index(of: valid.definition.blocks[timeout.block].state) else { continue }
            keys.append(SortKey(tree.nodes[state].value, position))
        }
        keys.sortKeys()
        for key in keys {
            let node = Int(key.high)
            if nodes[node].timeoutCount == 0 { nodes[node].firstTimeout = UInt32(timeouts.count) }
            nodes[node].timeoutCount += 1
            timeouts.append(all[Int(key.low)])
        }
    }

    private mutating func addNode(_ node: TypedIndex<Node>, _ tree: StateTree, _ onDefault: CallbackList) {
        let item = tree[node]
        var added = ChartNode(
            kind: item.kind, state: item.state.map { CompactIndex($0) } ?? CompactIndex(0),
            parent: UInt32((item.parent ?? node).value), last: UInt32(item.last.value),
            defaultTarget: item.defaultTarget.map { UInt32($0.value) } ?? ChartNode.none, onDefault: onDefault,
            doneEvent: item.doneEvent, region: region(of: node, tree),
            history: item.isRecorded ? historyWordCount : ChartNode.none)
        if item.isRecorded { historyWordCount += UInt32(added.historyWordCount(UInt32(node.value))) }
        added.onDefault = onDefault
        nodes.append(added)
    }

    /// Parents come before their children.
    private func region(of node: TypedIndex<Node>, _ tree: StateTree) -> UInt32 {
        guard let parent = tree[node].parent else { return 0 }
        return tree[parent].kind == .parallel ? UInt32(node.value) : nodes[parent.value].region
    }

    private mutating func addRow(_ number: TypedIndex<Row>, _ valid: ValidDefinition, _ tree: StateTree) {
        let row = valid.definition.rows[number]
        let part = row.hasChartParts ? valid.definition.chart.part(ofRow: number) : nil
        let firstTarget = targets.count
        let firstRaised = raised.count
        if case .state(let id) = row.target {
            for id in [id] + (part?.targets ?? []) {
                if let state = valid.states.index(of: id) { targets.append(UInt32(tree.nodes[state].value)) }
            }
        }
        raised += part?.raised ?? []
        rows.append(
            ChartRow(
                firstTarget: UInt32(firstTarget), targetCount: UInt32(targets.count - firstTarget),
                firstRaised: UInt32(firstRaised), raisedCount: UInt32(raised.count - firstRaised),
                isLocal: row.isLocal))
    }

    /// For each event, any event and no event the leaves that some row of theirs, or of a state around them, is for.
    private static func reach(_ valid: ValidDefinition, _ tree: StateTree) -> [UInt64] {
        let columns = valid.cells.columns
        let width = (tree.items.count + 63) / 64
        var reach = [UInt64](repeating: 0, count: (columns.anyEvent.value + 3) * width)
        var leaves = [UInt64](repeating: 0, count: width)
        for node in tree.items.indices where tree[node].kind == .atomic || tree[node].kind == .final {
            leaves[node.value / 64] |= 1 << UInt64(node.value % 64)
        }
        for cell in valid.cells.cells {
            let isEventless = cell.column == columns.eventless
            if columns.isRequest(cell.column) && !isEventless { continue }
            let line = isEventless ? columns.anyEvent.value + 1 : cell.column.value
            let node = cell.state == valid.states.end ? StateTree.chart : tree.nodes[cell.state]
            for leaf in node.value...tree[node].last.value {
                reach[line * width + leaf / 64] |= 1 << UInt64(leaf % 64)
            }
        }
        // Rows for any event are for each of them.
        let any = columns.anyEvent.value * width
        for line in 0..<columns.anyEvent.value {
            for word in 0..<width { reach[line * width + word] |= reach[any + word] }
        }
        for line in 0...columns.anyEvent.value + 2 {
            let isForAll = line == columns.anyEvent.value + 2
            for word in 0..<width {
                reach[line * width + word] = isForAll ? leaves[word] : reach[line * width + word] & leaves[word]
            }
        }
        return reach
    }

    /// How many leaves are active at most: of a parallel state those of all regions, of others those of the child that
    /// has most. Children follow their parents, so that it is counted from the last node on.
    private static func leafCount(_ tree: StateTree) -> UInt32 {
        var counts = IndexedArray<Node, UInt32>(repeating: 0, count: tree.items.count)
        for number in (0..<tree.items.count).reversed() {
            let node = TypedIndex<Node>(number)
            let kind = tree[node].kind
            if kind.isHistory { continue }
            if counts[node] == 0 { counts[node] = 1 }
            guard let parent = tree[node].parent else { continue }
            counts[parent] =
                tree[parent].kind == .parallel ? counts[parent] + counts[node] : max(counts[parent], counts[node])
        }
        return counts[StateTree.chart]
    }

    /// Appends all arrays to the writer.
    func write(to writer: inout TableWriter) -> UnsafePointer<ChartTable> {
        let table = ChartTable(
            cells: SparseCells(slots: writer.append(slots), mask: slots.count - 1),
            nodes: writer.append(nodes), nodeCount: UInt32(nodes.count), nodeOfState: writer.append(nodeOfState),
            rows: writer.append(rows), targets: writer.append(targets), raised: writer.append(raised),
            reach: writer.append(reach), timeouts: writer.append(timeouts), timeoutCount: UInt32(timeouts.count),
            historyWordCount: historyWordCount, maximumLeafCount: maximumLeafCount,
            hasEventless: hasEventless)
        return writer.append([table])
    }
}
