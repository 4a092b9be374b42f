/// The arrays of a ``ChartTable``, before they lie in the table's memory.
final class ChartImage {
    private let valid: ValidDefinition
    private let compiler: Compiler
    private let tree: StateTree
    private var nodes: [ChartNode] = []
    private var nodeOfState: [UInt32] = []
    private var rows: [ChartRow] = []
    private var targets: [UInt32] = []
    private var raised: [ID] = []
    private var timeouts: [ChartParts.Timeout] = []
    private var reach: [UInt64] = []
    private var rowColumns: [UInt64] = []
    private var historyWordCount: UInt32 = 0
    private let cells: [SparseCells.Slot]

    @inline(never)
    init(_ valid: ValidDefinition, _ tree: StateTree, _ compiler: Compiler) {
        self.valid = valid
        self.compiler = compiler
        self.tree = tree
        cells = compiler.sparseCells(ofRequests: false)
        for node in tree.items.indices { addNode(node) }
        addTimeouts()
        for state in tree.nodes.indices { nodeOfState.append(UInt32(truncatingIfNeeded: tree.nodes[state].value)) }
        for number in valid.definition.rows.typedIndices { addRow(number) }
        addReach()
        addRowColumns()
    }

    /// Adds the timeouts of each node, in the order in which its blocks got them.
    private func addTimeouts() {
        var keys: [SortKey] = []
        for position in valid.definition.chart.timeouts.indices {
            let block = valid.definition.chart.timeouts[position].block
            guard let state = valid.states.index(of: valid.definition.blocks[block].state) else { continue }
            keys.append(SortKey(tree.nodes[state].value, position))
        }
        keys.sortKeys()
        for key in keys {
            let node = Int(key.high)
            if nodes[node].timeoutCount == 0 { nodes[node].firstTimeout = UInt32(truncatingIfNeeded: timeouts.count) }
            nodes[node].timeoutCount &+= 1
            timeouts.append(valid.definition.chart.timeouts[Int(key.low)])
        }
    }

    private func addNode(_ node: TypedIndex<Node>) {
        let item = tree.items[node]
        let number = UInt32(truncatingIfNeeded: node.value)
        // Parents come before their children.
        var region: UInt32 = 0
        if let parent = item.parent {
            region = tree.items[parent].kind == .parallel ? number : nodes[parent.value].region
        }
        let added = ChartNode(
            kind: item.kind, state: item.state.map { CompactIndex($0) } ?? CompactIndex(0),
            parent: UInt32(truncatingIfNeeded: (item.parent ?? node).value),
            last: UInt32(truncatingIfNeeded: item.last.value),
            defaultTarget: item.defaultTarget.map { UInt32(truncatingIfNeeded: $0.value) } ?? ChartNode.none,
            onDefault: compiler.defaults[node], doneEvent: item.doneEvent, region: region,
            history: item.isRecorded ? historyWordCount : ChartNode.none)
        if item.isRecorded { historyWordCount += UInt32(added.historyWordCount(number)) }
        nodes.append(added)
    }

    private func addRow(_ number: TypedIndex<Row>) {
        let row = valid.definition.rows[number]
        var added = ChartRow(
            firstTarget: UInt32(targets.count), targetCount: 0, firstRaised: UInt32(raised.count), raisedCount: 0,
            isLocal: row.isLocal)
        if case .state(let id) = row.target { addTarget(id) }
        if row.hasChartParts, let part = valid.definition.chart.part(ofRow: number) {
            if case .state = row.target {
                for id in part.targets { addTarget(id) }
            }
            for event in part.raised { raised.append(event) }
        }
        added.targetCount = UInt32(targets.count) &- added.firstTarget
        added.raisedCount = UInt32(raised.count) &- added.firstRaised
        rows.append(added)
    }

    private func addTarget(_ id: ID) {
        if let state = valid.states.index(of: id) {
            targets.append(UInt32(truncatingIfNeeded: tree.nodes[state].value))
        }
    }

    /// For each event, any event and no event the leaves that some row of theirs, or of a state around them, is for; then
    /// all leaves.
    private func addReach() {
        let columns = valid.cells.columns
        let width = (tree.items.count &+ 63) / 64
        let any = columns.anyEvent.value
        reach = [UInt64](repeating: 0, count: (any + 3) * width)
        let leaves = (any &+ 2) &* width
        for node in tree.items.indices where tree.items[node].kind == .atomic || tree.items[node].kind == .final {
            mark(node.value, node.value, leaves)
        }
        for cell in valid.cells.cells {
            let isEventless = cell.column == columns.eventless
            if columns.isRequest(cell.column) && !isEventless { continue }
            let line = isEventless ? any &+ 1 : cell.column.value
            let node = cell.state == valid.states.end ? StateTree.chart : tree.nodes[cell.state]
            mark(node.value, tree.items[node].last.value, line &* width)
        }
        for line in 0...any &+ 1 {
            for word in 0..<width {
                // Rows for any event are for each of them.
                let ofAny = line < any ? reach[any &* width &+ word] : 0
                let place = line &* width &+ word
                reach[place] = (reach[place] | ofAny) & reach[leaves &+ word]
            }
        }
    }

    /// Marks all nodes from the first to the last one in a line of words that begins here.
    private func mark(_ first: Int, _ last: Int, _ start: Int) {
        for word in first / 64...last / 64 {
            var bits = UInt64.max
            if word == first / 64 { bits &= UInt64.max << UInt64(first % 64) }
            if word == last / 64 { bits &= UInt64.max >> UInt64(63 - last % 64) }
            reach[start &+ word] |= bits
        }
    }

    private func addRowColumns() {
        rowColumns = [UInt64](repeating: 0, count: nodes.count)
        for cell in valid.cells.cells {
            let node = cell.state == valid.states.end ? StateTree.chart : tree.nodes[cell.state]
            rowColumns[node.value] |= ChartTable.bit(of: CompactIndex(cell.column))
        }
    }

    /// How many of something are active at most, of which a node has `own`, given how many are below it: of a parallel
    /// state those of all regions, of others those of the child that has most. Children follow their parents, so that it is
    /// counted from the last node on.
    private func mostActive(_ own: (TypedIndex<Node>, _ below: UInt32) -> UInt32) -> UInt32 {
        var counts = IndexedArray<Node, UInt32>(repeating: 0, count: tree.items.count)
        var number = tree.items.count
        while number > 0 {
            number &-= 1
            let node = TypedIndex<Node>(number)
            if tree.items[node].kind.isHistory { continue }
            counts[node] &+= own(node, counts[node])
            guard let parent = tree.items[node].parent else { continue }
            let isParallel = tree.items[parent].kind == .parallel
            counts[parent] = isParallel ? counts[parent] &+ counts[node] : max(counts[parent], counts[node])
        }
        return counts[StateTree.chart]
    }

    /// Appends all arrays to the writer.
    func write(to writer: inout TableWriter) -> UnsafePointer<ChartTable> {
        let table = ChartTable(
            cells: writer.appendHashed(cells),
            nodes: writer.append(nodes), nodeCount: UInt32(nodes.count), nodeOfState: writer.append(nodeOfState),
            rows: writer.append(rows), targets: writer.append(targets), raised: writer.append(raised),
            reach: writer.append(reach), rowColumns: writer.append(rowColumns), timeouts: writer.append(timeouts),
            timeoutCount: UInt32(timeouts.count), callbackOwners: writer.append(compiler.programs.owners),
            callbackOwnerCount: UInt32(compiler.programs.owners.count),
            historyWordCount: historyWordCount, maximumLeafCount: mostActive { _, below in below == 0 ? 1 : 0 },
            maximumTimeoutCount: mostActive { node, _ in nodes[node.value].timeoutCount },
            hasEventless: valid.traits.contains(.eventless),
            raises: !raised.isEmpty || nodes.contains { $0.doneEvent != ReservedID.none })
        return writer.append([table])
    }
}
