/// A row that stays within its region, of the leaf for which it was found: see ``FlatChartCells``.
struct RegionRow {
    let leaf: UInt32
    let cell: Cell
    let program: UnsafePointer<Program>
    /// The next of the program's callbacks.
    var next: UInt32
}

// The short way of a step over a chart: each active leaf that the event concerns has one row, which is always taken, stays
// within its region, and is followed by nothing. Such rows are in no conflict, and no sets of nodes have to be found.
extension Machine {
    /// More leaves than this go the long way.
    private static var mostRows: Int { 64 }

    /// `nil` if the step has to go the long way; nothing has happened then.
    @_optimize(speed)
    func regionStep(_ column: CompactIndex<Column>) -> Outcome? {
        let table = storage.pointee.table
        guard column.value < table.pointee.events.indexCount, table.pointee.layout != .sparse,
            !chart.pointee.isPlanning
        else { return nil }
        synchronize()
        let width = table.pointee.chart!.pointee.wordCount
        let reach = table.pointee.chart!.pointee.reach + Int(column.value) &* width
        let active = chart.pointee.active.words
        var only: RegionRow?
        var count = 0
        for word in 0..<width {
            var bits = active[word] & reach[word]
            while bits != 0 {
                let leaf = UInt32(truncatingIfNeeded: word &* 64 &+ bits.trailingZeroBitCount)
                bits &= bits &- 1
                guard let row = regionRow(leaf, column) else { return nil }
                if count == 0 { only = row }
                count &+= 1
            }
        }
        guard let only else { return nil }
        if count == 1 { return perform(only) }
        return count <= Self.mostRows ? performRegions(column) : nil
    }

    @inline(__always)
    private func regionRow(_ leaf: UInt32, _ column: CompactIndex<Column>) -> RegionRow? {
        let table = storage.pointee.table
        let cell = table.cell(table.pointee.chart!.pointee.nodes[Int(leaf)].state, column)
        let program = storage.pointee.programs + Int(cell.program)
        guard program.pointee.kind == .flat else { return nil }
        return RegionRow(leaf: leaf, cell: cell, program: program, next: program.pointee.first)
    }

    @inline(__always)
    private func perform(_ row: RegionRow) -> Outcome {
        show(row)
        let raisedBefore = chart.pointee.raised.count
        let commit = row.program.pointee.commit
        var result = call(CallbackList(first: row.next, count: commit))
        guard result >= 0 else {
            chart.pointee.raised.drop(toCount: raisedBefore)
            return failed(result)
        }
        move(row)
        markRestless()
        result = call(CallbackList(first: row.next &+ commit, count: row.program.pointee.count &- commit))
        return result >= 0 ? .transitioned : failed(result, isCommitted: true)
    }

    /// Several leaves have a row: phase by phase.
    @inline(never)
    @_optimize(speed)
    private func performRegions(_ column: CompactIndex<Column>) -> Outcome {
        withUnsafeTemporaryAllocation(of: RegionRow.self, capacity: Self.mostRows) { rows in
            let width = storage.pointee.table.pointee.chart!.pointee.wordCount
            let reach = storage.pointee.table.pointee.chart!.pointee.reach + Int(column.value) &* width
            var count = 0
            for word in 0..<width {
                var bits = chart.pointee.active.words[word] & reach[word]
                while bits != 0 {
                    let leaf = UInt32(truncatingIfNeeded: word &* 64 &+ bits.trailingZeroBitCount)
                    bits &= bits &- 1
                    if let row = regionRow(leaf, column) {
                        rows.initializeElement(at: count, to: row)
                        count &+= 1
                    }
                }
            }
            return perform(UnsafeMutableBufferPointer(rebasing: rows[..<count]))
        }
    }

    private func perform(_ rows: UnsafeMutableBufferPointer<RegionRow>) -> Outcome {
        let phases = storage.pointee.table.pointee.phases
        let raisedBefore = chart.pointee.raised.count
        var isCommitted = false
        var result: Int32 = 0
        func perform(_ phase: Phase) -> Bool {
            if phase == .commit {
                for row in rows { move(row) }
                markRestless()
                isCommitted = true
                return true
            }
            if phase == .resolve { return true }
            for position in 0..<rows.count {
                let index = phase == .exit ? rows.count &- 1 &- position : position
                result = call(phase, &rows[index])
                if result < 0 { return false }
            }
            return true
        }
        let isDone =
            perform(phases.0) && perform(phases.1) && perform(phases.2) && perform(phases.3) && perform(phases.4)
        // Hooks are shown the row that was found first.
        show(rows[0])
        if isDone { return .transitioned }
        if !isCommitted { chart.pointee.raised.drop(toCount: raisedBefore) }
        return failed(result, isCommitted: isCommitted)
    }

    /// Calls a row's callbacks of a phase, which follow those of the phases before it.
    @inline(__always)
    private func call(_ phase: Phase, _ row: inout RegionRow) -> Int32 {
        let program = row.program
        let exits = UInt32(program.pointee.exitCount)
        let entries = UInt32(program.pointee.entryCount)
        let count = phase == .exit ? exits : phase == .entry ? entries : program.pointee.count &- exits &- entries
        if count == 0 { return 0 }
        show(row)
        let list = CallbackList(first: row.next, count: count)
        row.next &+= count
        return call(list)
    }

    @inline(__always)
    private func show(_ row: RegionRow) {
        let nodes = storage.pointee.table.pointee.chart!.pointee.nodes
        storage.pointee.step.source = storage.pointee.stateIDs[nodes[Int(row.leaf)].state]
        storage.pointee.step.target = storage.pointee.stateIDs[row.cell.target]
    }

    /// Makes the row's target active in its region instead of what is.
    @inline(__always)
    private func move(_ row: RegionRow) {
        let chartTable = storage.pointee.table.pointee.chart!
        let nodes = chartTable.pointee.nodes
        let target = chartTable.pointee.nodeOfState[Int(row.cell.target.value)]
        if target == row.leaf { return }
        let active = chart.pointee.active
        if nodes[Int(row.leaf)].parent == nodes[Int(target)].parent {
            active.remove(row.leaf)
            active.insert(target)
            return
        }
        var number = row.leaf
        let region = nodes[Int(number)].region
        while number != region {
            active.remove(number)
            number = nodes[Int(number)].parent
        }
        number = target
        while number != region {
            active.insert(number)
            number = nodes[Int(number)].parent
        }
    }

    /// After a step rows without an event are tried, if there are some.
    @inline(__always)
    private func markRestless() {
        guard storage.pointee.table.pointee.chart!.pointee.hasEventless else { return }
        chart.pointee.isRestless = true
        storage.pointee.flags.insert(.unsettled)
    }
}
