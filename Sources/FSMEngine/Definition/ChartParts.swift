/// What a state is in a chart, besides a leaf or the parent of others.
public enum StateKind: UInt8 {
    /// A state that is neither parallel nor a history.
    case plain
    /// All of its children are active at the same time: each is the root of a region.
    case parallel
    /// No state, but a target: the child of its parent that was active when the parent was last left.
    case shallowHistory
    /// The same of the leaves below the parent.
    case deepHistory

    /// Whether it is a history, shallow or deep.
    public var isHistory: Bool { self == .shallowHistory || self == .deepHistory }
}

/// What blocks and rows say of nesting. A definition without any of it is flat.
struct ChartParts {
    /// What a block says of its state.
    struct StatePart {
        /// The state that it is nested in, or ``ReservedID/none``.
        var parent = ReservedID.none
        /// The child that is entered with the state; of a history the state that is entered if none is recorded.
        var defaultTarget = ReservedID.none
        /// Actions of entering that default.
        var onDefault = Chain()
        /// The event that is raised when the state is done.
        var doneEvent = ReservedID.none
        var hasTimeouts = false
    }

    /// An event that is sent after the state of a block was active for so long.
    struct Timeout {
        let block: TypedIndex<Block>
        let delay: Int64
        let event: ID
    }

    /// A condition on which states are active, which needs no callback.
    struct InGuard {
        var state: ID
        /// Whether it has to be active, or must not be.
        var isIn: Bool
    }

    /// What a row says.
    struct RowPart {
        /// The targets after the first one.
        var targets: [ID] = []
        var inGuards: [InGuard] = []
        /// The events that it raises, in order.
        var raised: [ID] = []
    }

    /// The same as it is kept: chains of ``numbers``. Of a condition there are two, of which the second is 1 or 0.
    struct RowChains {
        var targets = Chain()
        var inGuards = Chain()
        var raised = Chain()
    }

    var states: [StatePart] = []
    var rows: [RowChains] = []
    var numbers = ListPool<Int32>()
    /// Of all blocks, in the order in which they were added.
    var timeouts: [Timeout] = []
    /// Which of ``rows`` belongs to which row.
    var partOfRow = IndexMap<Int32>()
    /// Some block has a kind other than plain.
    var hasKinds = false

    /// Whether nothing was said. What rows say by their ids and flags is among the ``RowTraits``.
    var isEmpty: Bool { states.isEmpty && rows.isEmpty && !hasKinds }

    @inline(never)
    func part(ofRow row: TypedIndex<Row>) -> RowPart? {
        guard let chains = chains(ofRow: row) else { return nil }
        var part = RowPart(targets: ids(chains.targets), raised: ids(chains.raised))
        forEachInGuard(chains) { part.inGuards.append($0) }
        return part
    }

    @inline(never)
    func chains(ofRow row: TypedIndex<Row>) -> RowChains? {
        partOfRow[Int32(truncatingIfNeeded: row.value)].map { rows[Int($0)] }
    }

    func forEachInGuard(_ chains: RowChains, _ body: (InGuard) -> Void) {
        var link = chains.inGuards.first
        while link >= 0 {
            let isIn = numbers.next(link)
            body(InGuard(state: numbers[link], isIn: numbers[isIn] != 0))
            link = numbers.next(isIn)
        }
    }

    @inline(never)
    private func ids(_ chain: Chain) -> [ID] {
        var ids: [ID] = []
        numbers.forEach(in: chain) { ids.append($0) }
        return ids
    }

    /// Calls `body` with the events that rows raise, or that are raised when a state is done or sent by timeouts: rows
    /// may take what is never sent from outside. Of states without such an event it is ``ReservedID/none``.
    func forEachRaisedEvent(_ body: (ID) -> Void) {
        for timeout in timeouts { body(timeout.event) }
        for part in states { body(part.doneEvent) }
        for part in rows { numbers.forEach(in: part.raised, body) }
    }
}

extension Definition {
    /// Nests the state of a block in another one. `false` if the block says already in which. A second parent in another
    /// block of the state is a fault.
    @discardableResult
    public mutating func nest(block: Int, in parent: ID) -> Bool {
        guard part(of: blocks[block]).parent == ReservedID.none else { return false }
        withStatePart(ofBlock: block) { $0.parent = parent }
        return true
    }

    /// Says which child is entered with the state of a block, or where its history leads at first. `false` if the block
    /// says already which.
    @discardableResult
    public mutating func setDefault(ofBlock block: Int, to target: ID) -> Bool {
        guard part(of: blocks[block]).defaultTarget == ReservedID.none else { return false }
        withStatePart(ofBlock: block) { $0.defaultTarget = target }
        return true
    }

    /// One more action of entering the default.
    public mutating func addDefaultAction(_ callback: Callback, toBlock block: Int) {
        var chain = Chain()
        withStatePart(ofBlock: block) { chain = $0.onDefault }
        callbacks.append(callback, to: &chain)
        withStatePart(ofBlock: block) { $0.onDefault = chain }
    }

    /// The event that is raised when the state of a block is done. `false` if the block says already which.
    @discardableResult
    public mutating func setDoneEvent(ofBlock block: Int, to event: ID) -> Bool {
        guard part(of: blocks[block]).doneEvent == ReservedID.none else { return false }
        withStatePart(ofBlock: block) { $0.doneEvent = event }
        return true
    }

    /// One more event that is sent after the state of a block was active for so long. `false` if the delay is negative.
    @discardableResult
    public mutating func addTimeout(_ delay: Int64, _ event: ID, toBlock block: Int) -> Bool {
        guard delay >= 0 else { return false }
        withStatePart(ofBlock: block) { $0.hasTimeouts = true }
        chart.timeouts.append(ChartParts.Timeout(block: TypedIndex(block), delay: delay, event: event))
        return true
    }

    /// One more target of a row, in another region than the others.
    public mutating func addTarget(_ state: ID, toRow row: Int) {
        chart.numbers.append(state, to: &chart.rows[partOfRow(row)].targets)
        rows[row].hasChartParts = true
    }

    /// Lets a row be taken only while a state is active, or is not.
    public mutating func addInGuard(_ state: ID, isIn: Bool, toRow row: Int) {
        let part = partOfRow(row)
        chart.numbers.append(state, to: &chart.rows[part].inGuards)
        chart.numbers.append(isIn ? 1 : 0, to: &chart.rows[part].inGuards)
        rows[row].hasChartParts = true
    }

    /// One more event that a row raises: it is handled before any that is sent.
    public mutating func addRaise(_ event: ID, toRow row: Int) {
        chart.numbers.append(event, to: &chart.rows[partOfRow(row)].raised)
        rows[row].hasChartParts = true
    }

    private mutating func withStatePart(ofBlock block: Int, _ body: (inout ChartParts.StatePart) -> Void) {
        body(&chart.states[partOfState(ofBlock: block)])
    }

    /// Which of the chart's parts is that of a block, which gets one if it has none.
    @inline(never)
    private mutating func partOfState(ofBlock block: Int) -> Int {
        if blocks[block].chartPart == 0 {
            chart.states.append(ChartParts.StatePart())
            blocks[block].chartPart = Int32(truncatingIfNeeded: chart.states.count)
        }
        return Int(blocks[block].chartPart) &- 1
    }

    /// Which of the chart's parts is that of a row, which gets one if it has none.
    @inline(never)
    mutating func partOfRow(_ row: Int) -> Int {
        let next = UInt32(truncatingIfNeeded: chart.rows.count)
        let part = chart.partOfRow.index(of: Int32(truncatingIfNeeded: row), orInsert: next)
        if part == next { chart.rows.append(ChartParts.RowChains()) }
        return Int(part)
    }

    /// What a block says of its state's place in a chart.
    func part(of block: Block) -> ChartParts.StatePart {
        block.chartPart == 0 ? ChartParts.StatePart() : chart.states[Int(block.chartPart) - 1]
    }
}
