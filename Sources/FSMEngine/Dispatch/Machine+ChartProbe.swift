// Asking a machine over a chart what it would do: see ``Machine/probe(_:)`` and its like.
extension Machine {
    /// Selects without performing. The target of the selection is the leaf that the machine would show as its state.
    func evaluateChart(
        _ column: CompactIndex<Column>, _ isUnknown: Bool, _ step: UnsafeMutablePointer<Step>,
        _ trace: UnsafeMutablePointer<SelectionTrace>?
    ) -> (outcome: Outcome, selection: Selection) {
        let table = storage.pointee.table
        synchronize()
        var result = Selection(
            program: table.pointee.programs, rule: nil, outcome: .outOfMemory, target: storage.pointee.state)
        _ = ChartStep.with(table, configuration) { chartStep -> Bool in
            var failed: Selection?
            result.outcome = chartStep.select(column, step, &failed, trace: trace)
            if let failed {
                result = failed
            } else if result.outcome == .transitioned {
                for index in 0..<chartStep.count where chartStep.candidates[index].rule.pointee.target == .deferred {
                    result.outcome = .deferred
                }
                if result.outcome == .transitioned { result.target = stateAfter(&chartStep) }
                let isDeferred = result.outcome == .deferred
                trace?.pointee.noteOthers { row, node in
                    (0..<chartStep.count).contains {
                        let candidate = chartStep.candidates[$0]
                        return candidate.rule.pointee.row == row && candidate.source == node
                            && (!isDeferred || candidate.rule.pointee.target == .deferred)
                    }
                }
            }
            return true
        }
        if result.outcome == .unhandled && isUnknown { return (.unknownEvent, result) }
        return (outcome(of: result), result)
    }

    /// Calls `body` with each entry of the table that a step may try, in the order in which the selection asked that left
    /// this trace; and with the part of the trace that its state has, from what was not taken of it on.
    func forEachChartEntry(
        _ column: CompactIndex<Column>, _ trace: SelectionTrace?, _ body: (Int, inout Range<Int>) -> Void
    ) {
        let catalog = table.catalog
        let anyColumn = storage.pointee.table.anyColumn(for: column)
        synchronize()
        _ = ChartStep.with(storage.pointee.table, configuration) { chartStep -> Bool in
            chartStep.forEachAsked(column, trace) { state, tried in
                var tried = tried
                for index in catalog.indices(state, column) { body(index, &tried) }
                if column != anyColumn { for index in catalog.indices(state, anyColumn) { body(index, &tried) } }
            }
            return true
        }
    }

    /// Calls `body` with a reason for each of these rows: as it was tried, if it was.
    func forEachChartReason(
        _ column: CompactIndex<Column>, _ trace: SelectionTrace, _ step: UnsafeMutablePointer<Step>,
        _ body: (Reason) -> Void
    ) {
        let table = table
        forEachChartEntry(column, trace) { index, tried in
            var reason = Reason(index, .notTried)
            if !tried.isEmpty, TypedIndex(trace.rows[tried.lowerBound].row) == table.catalog.row(at: index) {
                reason.kind = trace.rows[tried.lowerBound].kind
                reason.guardNumber = trace.rows[tried.lowerBound].guardNumber
                tried = tried.lowerBound + 1..<tried.upperBound
            } else if let mismatch = table.mismatch(index, step.pointee.cases) {
                reason.kind = .notMatched
                reason.mismatch = mismatch
            }
            body(reason)
        }
    }

    private func stateAfter(_ chartStep: inout ChartStep) -> CompactIndex<State> {
        chartStep.removeConflicts()
        chartStep.findSets()
        // The set of asked states is not needed any more.
        let after = chartStep.asked
        after.copy(active)
        after.subtract(chartStep.exits)
        after.formUnion(chartStep.entries)
        return chartStep.leafState(of: after)
    }

    /// Whether some row of an active state matches, whatever its guards. States are asked from the inside out, as in a
    /// step: no provider is asked of which a step would not need to know.
    func hasRowInChart(_ column: CompactIndex<Column>, _ step: UnsafeMutablePointer<Step>) -> Outcome {
        let table = storage.pointee.table
        let chart = table.pointee.chart!
        synchronize()
        var node = active.last(upTo: chart.pointee.nodeCount &- 1)
        while let present = node {
            let found = hasRow(of: chart.pointee.nodes[Int(present)].state, column, step)
            if found != .unhandled { return found }
            node = active.last(upTo: present &- 1)
        }
        return hasRow(of: table.pointee.states.end, column, step)
    }

    @inline(never)
    private func hasRow(
        of state: CompactIndex<State>, _ column: CompactIndex<Column>, _ step: UnsafeMutablePointer<Step>
    ) -> Outcome {
        let table = storage.pointee.table
        for isWildcard in [false, true] {
            let place = isWildcard ? table.anyColumn(for: column) : column
            guard let cell = table.pointee.chart!.pointee.cells[state, place] else { continue }
            let program = storage.pointee.programs + Int(cell.program)
            if program.pointee.kind != .decision { return .transitioned }
            let provision = table.holds(table.pointee.decisions + Int(program.pointee.first), step)
            if provision.outcome != .ok { return note(provision) }
            if provision.value > 0 { return .transitioned }
        }
        return .unhandled
    }
}
