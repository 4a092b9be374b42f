/// What a state is in a chart, besides a leaf or the parent of others.
public enum StateKind: UInt8 {
    case plain
    /// All of its children are active at the same time: each is the root of a region.
    case parallel
    /// No state, but a target: the child of its parent that was active when the parent was last left.
    case shallowHistory
    /// The same of the leaves below the parent.
    case deepHistory

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

    var states: [StatePart] = []
    var rows: [RowPart] = []
    /// Of all blocks, in the order in which they were added.
    var timeouts: [Timeout] = []
    /// Which of ``rows`` belongs to which row.
    var partOfRow = IndexMap<Int32>()
    /// Some block has a kind other than plain.
    var hasKinds = false

    /// Whether nothing was said. What rows say by their ids and flags is among the ``RowTraits``.
    var isEmpty: Bool { states.isEmpty && rows.isEmpty && !hasKinds }

    func part(ofRow row: TypedIndex<Row>) -> RowPart? {
        partOfRow[Int32(truncatingIfNeeded: row.value)].map { rows[Int($0)] }
    }

    /// The events that rows raise, or that are raised when a state is done or sent by timeouts: rows may take what is
    /// never sent from outside.
    var raisedEvents: [ID] {
        var events: [ID] = []
        for timeout in timeouts where !ReservedID.contains(timeout.event) { events.append(timeout.event) }
        for part in states where !ReservedID.contains(part.doneEvent) { events.append(part.doneEvent) }
        for part in rows {
            for event in part.raised where !ReservedID.contains(event) { events.append(event) }
        }
        return events
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
    public mutating func addTarget(_ state: ID, toRow row: Int) { withRowPart(row) { $0.targets.append(state) } }

    /// Lets a row be taken only while a state is active, or is not.
    public mutating func addInGuard(_ state: ID, isIn: Bool, toRow row: Int) {
        withRowPart(row) { $0.inGuards.append(ChartParts.InGuard(state: state, isIn: isIn)) }
    }

    /// One more event that a row raises: it is handled before any that is sent.
    public mutating func addRaise(_ event: ID, toRow row: Int) { withRowPart(row) { $0.raised.append(event) } }

    private mutating func withStatePart(ofBlock block: Int, _ body: (inout ChartParts.StatePart) -> Void) {
        if blocks[block].chartPart == 0 {
            chart.states.append(ChartParts.StatePart())
            blocks[block].chartPart = Int32(truncatingIfNeeded: chart.states.count)
        }
        body(&chart.states[Int(blocks[block].chartPart) - 1])
    }

    private mutating func withRowPart(_ row: Int, _ body: (inout ChartParts.RowPart) -> Void) {
        let next = UInt32(chart.rows.count)
        let part = chart.partOfRow.index(of: Int32(truncatingIfNeeded: row), orInsert: next)
        if part == next { chart.rows.append(ChartParts.RowPart()) }
        rows[row].hasChartParts = true
        body(&chart.rows[Int(part)])
    }

    /// What a block says of its state's place in a chart.
    func part(of block: Block) -> ChartParts.StatePart {
        block.chartPart == 0 ? ChartParts.StatePart() : chart.states[Int(block.chartPart) - 1]
    }
}
