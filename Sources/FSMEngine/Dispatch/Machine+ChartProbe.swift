// Asking a machine over a chart what it would do: see ``Machine/probe(_:)`` and its like.
extension Machine {
    /// Selects without performing. The target of the selection is the leaf that the machine would show as its state.
    func evaluateChart(
        _ column: CompactIndex<Column>, _ isUnknown: Bool, _ step: UnsafeMutablePointer<Step>
    ) -> (outcome: Outcome, selection: Selection) {
        let table = storage.pointee.table
        synchronize()
        var result = Selection(
            kind: .nothing, outcome: .outOfMemory, program: table.pointee.programs, rule: table.pointee.rules,
            target: storage.pointee.state)
        _ = ChartStep.with(table, chart) { chartStep -> Bool in
            var failed: Selection?
            result.outcome = chartStep.select(column, step, &failed)
            if let failed {
                result = failed
            } else if result.outcome == .transitioned {
                result.kind = .rule
                result.rule = chartStep.candidates[0].rule
                for index in 0..<chartStep.count where chartStep.candidates[index].rule.pointee.target == .deferred {
                    result.outcome = .deferred
                }
                if result.outcome == .transitioned { result.target = stateAfter(&chartStep) }
            }
            return true
        }
        if result.outcome == .unhandled && isUnknown { return (.unknownEvent, result) }
        return (result.kind == .nothing ? outcome(of: result) : result.outcome, result)
    }

    private func stateAfter(_ chartStep: inout ChartStep) -> CompactIndex<State> {
        chartStep.removeConflicts()
        chartStep.findSets()
        // The set of asked states is not needed any more.
        let after = chartStep.asked
        after.copy(chart.pointee.active)
        after.subtract(chartStep.exits)
        after.formUnion(chartStep.entries)
        return chartStep.node(chartStep.leaf(of: after)).pointee.state
    }

    /// Whether some row of an active state matches, whatever its guards.
    func hasRowInChart(_ column: CompactIndex<Column>, _ step: UnsafeMutablePointer<Step>) -> Outcome {
        let table = storage.pointee.table
        var found = Outcome.unhandled
        forEachActive { state in if found == .unhandled { found = hasRow(of: state, column, step) } }
        return found == .unhandled ? hasRow(of: table.pointee.states.end, column, step) : found
    }

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
