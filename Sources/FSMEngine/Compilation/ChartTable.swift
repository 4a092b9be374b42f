/// How the states of a table are nested: see ``StateTree``, whose nodes these are.
struct ChartTable {
    /// What the rows of each state come to, by themselves; those for any state under the number that follows the last one.
    let cells: SparseCells
    let nodes: UnsafePointer<ChartNode>
    let nodeCount: UInt32
    /// The node of each state.
    let nodeOfState: UnsafePointer<UInt32>
    /// What each row says beside its rule.
    let rows: UnsafePointer<ChartRow>
    /// The targets of all rows, one row's after another's, as nodes; and the events that rows raise.
    let targets: UnsafePointer<UInt32>
    let raised: UnsafePointer<ID>
    /// For each column up to that of any event, and for rows without an event, the leaves for which some row may be
    /// taken; then all leaves: bit sets of nodes.
    let reach: UnsafePointer<UInt64>
    /// For each node the columns of its own rows, each as the bit of its number modulo 64: most nodes are passed by without
    /// a look at ``cells``.
    let rowColumns: UnsafePointer<UInt64>
    /// What states send after a delay, one state's after another's.
    let timeouts: UnsafePointer<ChartParts.Timeout>
    let timeoutCount: UInt32
    /// For each callback the node whose it is, as far as it is one of several nodes' in its program, or ``ChartNode/none``.
    let callbackOwners: UnsafePointer<UInt32>
    let callbackOwnerCount: UInt32
    /// How many words a machine keeps of what was active in states with a history.
    let historyWordCount: UInt32
    /// No more leaves than this are active at a time.
    let maximumLeafCount: UInt32
    /// Nor are more timeouts than this running.
    let maximumTimeoutCount: UInt32
    /// Some row has no event.
    let hasEventless: Bool
    /// Some row or state raises an event.
    let raises: Bool

    /// The same with other nodes, and without timeouts.
    func withoutTimeouts(nodes: UnsafePointer<ChartNode>) -> ChartTable {
        ChartTable(
            cells: cells, nodes: nodes, nodeCount: nodeCount, nodeOfState: nodeOfState, rows: rows, targets: targets,
            raised: raised, reach: reach, rowColumns: rowColumns, timeouts: timeouts, timeoutCount: 0,
            callbackOwners: callbackOwners, callbackOwnerCount: callbackOwnerCount,
            historyWordCount: historyWordCount, maximumLeafCount: maximumLeafCount, maximumTimeoutCount: 0,
            hasEventless: hasEventless, raises: raises)
    }

    /// The bit of a column in ``rowColumns``.
    @inline(__always)
    static func bit(of column: CompactIndex<Column>) -> UInt64 { 1 << UInt64(column.value & 63) }

    /// How many words a bit set of nodes has.
    @inline(__always)
    var wordCount: Int { (Int(nodeCount) &+ 63) / 64 }
}

/// A state of a chart, a history, or as the first one the chart itself.
struct ChartNode {
    let kind: StateTree.Kind
    /// Its number among the states; without meaning for the chart.
    let state: CompactIndex<State>
    /// The node above; the chart's own is itself.
    let parent: UInt32
    /// The last node of those below.
    let last: UInt32
    /// The node that is entered by default, or ``none``.
    let defaultTarget: UInt32
    let onDefault: CallbackList
    /// The event that is raised when the state is done, or ``ReservedID/none``.
    let doneEvent: ID
    /// The innermost region in which it lies, or which it is; 0 if there is none.
    let region: UInt32
    /// Where the words of what was active below it begin, or ``none``.
    let history: UInt32
    var firstTimeout: UInt32 = 0
    var timeoutCount: UInt32 = 0

    static var none: UInt32 { .max }

    /// How many words record what was active below it.
    func historyWordCount(_ node: UInt32) -> Int { (Int(last &- node) &+ 63) / 64 &+ 1 }
}

/// What a row of a chart says beside its rule.
struct ChartRow {
    let firstTarget: UInt32
    /// 0 for a row without targets, or with one that is known only when the row is taken.
    var targetCount: UInt32
    let firstRaised: UInt32
    var raisedCount: UInt32
    let isLocal: Bool
}
