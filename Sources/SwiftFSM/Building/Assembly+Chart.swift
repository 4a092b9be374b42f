import FSMEngine

// What the engine's definition of a chart has besides rows of a flat table.
extension Assembly {
    /// The file of a place that is the number of a node of the outline. That of a row is 0.
    static var fileOfNodes: Int32 { 1 }

    /// Adds the states in document order. One that is only named has no block, which is a fault.
    func addChart(_ callbacks: ActionCallbacks, to definition: inout Definition) {
        definition.warnings = Self.chartWarnings
        definition.declareInitial(0)
        for state in chart.doneStates { definition.eventNames.set("done", for: ChartOutline.doneEvent(of: state)) }
        let timeouts = Dictionary(grouping: chart.timeouts, by: \.state)
        var hasCallbacks: Set<Int32> = []
        for (number, node) in chart.nodes.enumerated() {
            let place = Place(file: Self.fileOfNodes, line: Int32(number) + 1)
            let block = add(node, place, to: &definition)
            if node.define == nil { continue }
            guard hasCallbacks.insert(node.state).inserted else { continue }
            add(callbacks, of: node.state, toBlock: block, &definition)
            for timeout in timeouts[node.state] ?? [] {
                definition.addTimeout(timeout.delay, timeout.event, toBlock: block)
            }
        }
        var hasDefaultActions: Set<Int32> = []
        for (number, node) in chart.nodes.enumerated() where !node.defaults.isEmpty {
            // A block of its own, since there may be several statements.
            guard hasDefaultActions.insert(node.state).inserted else { continue }
            let place = Place(file: Self.fileOfNodes, line: Int32(number) + 1)
            let block = definition.add(Block(state: node.state, place: place))
            if let action = callbacks[actionNumbers.onDefault(node.state, of: states.values.count)] {
                definition.addDefaultAction(action, toBlock: block)
            }
        }
    }

    private static var chartWarnings: Warnings {
        [
            .siblingRegionTarget, .conflictingRegions, .singleRegion, .neverDone, .uselessDeferral,
            .possibleEventlessCircle, .unusedHistory, .neverTaken, .unusedEvent,
        ]
    }

    private func add(_ node: ChartOutline.Node, _ place: Place, to definition: inout Definition) -> Int {
        let block = definition.add(
            Block(state: node.state, kind: node.kind.engineKind, isFinal: node.kind == .final, place: place))
        if let parent = node.parent { definition.nest(block: block, in: parent) }
        for (number, target) in node.defaults.enumerated() {
            // A second default is a fault that the engine finds between blocks.
            let own = number == 0 ? block : definition.add(Block(state: node.state, place: place))
            definition.setDefault(ofBlock: own, to: target)
        }
        return block
    }

    private func add(
        _ callbacks: ActionCallbacks, of state: Int32, toBlock block: Int, _ definition: inout Definition
    ) {
        if chart.doneStates.contains(state) {
            definition.setDoneEvent(ofBlock: block, to: ChartOutline.doneEvent(of: state))
        }
        if let action = callbacks[actionNumbers.onEntry(state)] { definition.add(action, on: .entry, toBlock: block) }
        if let action = callbacks[actionNumbers.onExit(state)] { definition.add(action, on: .exit, toBlock: block) }
    }

    /// What a row leads to: `then()` leaves nothing, but runs the actions of its state if those always run.
    func chartTarget(of row: AssembledRow<State, Event>, _ policy: EntryExitPolicy) -> ID {
        if row.chart?.isDeferral == true { return ReservedID.deferred }
        guard row.clause.target?.state == nil else { return row.nextState }
        return policy == .always ? ReservedID.same : ReservedID.internal
    }

    /// Adds what a row says that only charts know to its engine rows, from this one on.
    func addChartParts(_ row: AssembledRow<State, Event>, from first: Int, to definition: inout Definition) {
        guard let words = row.chart else { return }
        for engineRow in first..<definition.rows.count {
            for target in words.otherTargets { definition.addTarget(target, toRow: engineRow) }
            for condition in words.conditions {
                definition.addInGuard(condition.state, isIn: condition.isIn, toRow: engineRow)
            }
        }
    }
}

extension ChartStateKind {
    var engineKind: StateKind {
        switch self {
        case .plain, .final: .plain
        case .parallel: .parallel
        case .shallowHistory: .shallowHistory
        case .deepHistory: .deepHistory
        }
    }
}
