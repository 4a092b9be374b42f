// The short way of a step over a chart: each active leaf that the event concerns has one row, which is always taken, stays
// within its region, and is followed by nothing. Such rows are in no conflict, and no sets of nodes have to be found.
extension Machine {
    /// More leaves than this go the long way: their rows lie on the stack.
    private static var mostRows: Int { 64 }

    /// Sends an event that carries nothing to a machine at rest whose cells are narrow.
    @inline(never)
    @_optimize(speed)
    func sendToRegions(_ event: ID, _ column: CompactIndex<Column>) -> Outcome {
        storage.pointee.step.event = event
        storage.pointee.flags = .busy
        guard let outcome = regionStep(column, isNarrow: true) else {
            storage.pointee.flags = []
            return sendByLookup(event)
        }
        storage.pointee.step.source = storage.pointee.stateIDs[storage.pointee.state]
        guard storage.pointee.flags.rawValue != MachineFlags.busy.rawValue else {
            storage.pointee.flags = []
            return outcome
        }
        clearInputs()
        return finish(outcome)
    }

    /// `nil` if the step has to go the long way; nothing has happened then. The machine is busy, and the column that of an
    /// event.
    @inline(__always)
    func regionStep(_ column: CompactIndex<Column>, isNarrow: Bool = false) -> Outcome? {
        if !isNarrow && storage.pointee.table.pointee.layout == .sparse { return nil }
        let configuration = storage.pointee.configuration.unsafelyUnwrapped
        if let work = storage.pointee.chart, work.pointee.isPlanning { return nil }
        if storage.pointee.state != configuration.pointee.leaf { synchronize() }
        let step = RegionStep(self, column)
        let active = configuration.words
        // Mostly one leaf has a row: it is looked for first.
        var word = 0
        var bits = active[0] & step.reach[0]
        while bits == 0 {
            word &+= 1
            guard word < step.width else { return nil }
            bits = active[word] & step.reach[word]
        }
        var others = bits & (bits &- 1)
        var next = word &+ 1
        while next < step.width {
            others |= active[next] & step.reach[next]
            next &+= 1
        }
        if others != 0 { return performRegions(column) }
        let leaf = UInt32(truncatingIfNeeded: word &* 64 &+ bits.trailingZeroBitCount)
        return (isNarrow ? step.narrowRow(leaf) : step.row(leaf)).map { perform($0, step) }
    }

    @inline(__always)
    private func perform(_ row: RegionRow, _ step: RegionStep) -> Outcome {
        step.show(row)
        let raisedBefore = step.raisedEnd
        let program = step.program(row)
        let commit = program.pointee.commit
        let before = CallbackList(first: row.next, count: commit)
        var result = program.pointee.hasOwners ? callNoting(before) : call(before)
        guard result >= 0 else { return failed(result, raisedBefore: raisedBefore) }
        step.move(row)
        step.markRestless()
        if program.pointee.count == commit { return .transitioned }
        let after = CallbackList(first: row.next &+ commit, count: program.pointee.count &- commit)
        result = program.pointee.hasOwners ? callNoting(after) : call(after)
        return result >= 0 ? .transitioned : failed(result, isCommitted: true)
    }

    /// Ends a step before the commit: what it has raised did not happen either.
    @inline(never)
    private func failed(_ result: Int32, raisedBefore: UInt64) -> Outcome {
        storage.pointee.chart?.pointee.raised.drop(from: raisedBefore)
        return failed(result)
    }

    /// Several leaves have a row: phase by phase. `nil` if they are too many, or one of them is for the long way.
    private func performRegions(_ column: CompactIndex<Column>) -> Outcome? {
        withUnsafeTemporaryAllocation(of: RegionRow.self, capacity: Self.mostRows) {
            performRegions(RegionStep(self, column), $0.baseAddress.unsafelyUnwrapped)
        }
    }

    /// Finds the rows of all leaves before anything is called.
    @inline(never)
    @_optimize(speed)
    private func performRegions(_ step: RegionStep, _ rows: UnsafeMutablePointer<RegionRow>) -> Outcome? {
        let isNarrow = step.column.value < storage.pointee.eventIndexCount
        var count = 0
        var moving: UInt32 = 0
        var isOver = true
        var word = 0
        while word < step.width {
            var bits = step.configuration.words[word] & step.reach[word]
            while bits != 0 {
                let leaf = UInt32(truncatingIfNeeded: word &* 64 &+ bits.trailingZeroBitCount)
                bits &= bits &- 1
                guard count < Self.mostRows, let row = isNarrow ? step.narrowRow(leaf) : step.row(leaf) else {
                    return nil
                }
                rows[count] = row
                count &+= 1
                let program = step.program(row)
                moving |= UInt32(program.pointee.exitCount) | UInt32(program.pointee.entryCount)
                if program.pointee.count != program.pointee.commit { isOver = false }
            }
            word &+= 1
        }
        if moving != 0 { return performPhases(rows, count, step) }
        return performActions(rows, count, step, endsWithCommit: isOver)
    }

    /// Performs rows that leave and enter nothing with a callback: their actions come before the commit or after it.
    @inline(__always)
    private func performActions(
        _ rows: UnsafeMutablePointer<RegionRow>, _ count: Int, _ step: RegionStep, endsWithCommit: Bool
    ) -> Outcome {
        let raisedBefore = step.raisedEnd
        let end = rows + count
        var row = rows
        while row < end {
            step.show(row.pointee)
            let result = call(CallbackList(first: row.pointee.next, count: step.program(row.pointee).pointee.commit))
            guard result >= 0 else { return failed(result, raisedBefore: raisedBefore) }
            row += 1
        }
        row = rows
        while row < end {
            step.move(row.pointee)
            row += 1
        }
        step.markRestless()
        // Hooks are shown the row that was found first.
        defer { step.show(rows[0]) }
        return endsWithCommit ? .transitioned : performRest(rows, end, step)
    }

    /// The actions that come after the commit.
    @inline(never)
    private func performRest(
        _ rows: UnsafeMutablePointer<RegionRow>, _ end: UnsafeMutablePointer<RegionRow>, _ step: RegionStep
    ) -> Outcome {
        var row = rows
        while row < end {
            let program = step.program(row.pointee)
            let commit = program.pointee.commit
            if program.pointee.count != commit {
                step.show(row.pointee)
                let result = call(
                    CallbackList(first: row.pointee.next &+ commit, count: program.pointee.count &- commit))
                guard result >= 0 else { return failed(result, isCommitted: true) }
            }
            row += 1
        }
        return .transitioned
    }

    @inline(never)
    private func performPhases(_ rows: UnsafeMutablePointer<RegionRow>, _ count: Int, _ step: RegionStep) -> Outcome {
        let raisedBefore = step.raisedEnd
        var isCommitted = false
        for phase in storage.pointee.table.pointee.phases {
            if phase == .resolve { continue }
            if phase == .commit {
                for index in 0..<count { step.move(rows[index]) }
                step.markRestless()
                isCommitted = true
                continue
            }
            for position in 0..<count {
                let index = phase == .exit ? count &- 1 &- position : position
                let result = call(phase, &rows[index], step)
                if result >= 0 { continue }
                step.show(rows[0])
                return isCommitted ? failed(result, isCommitted: true) : failed(result, raisedBefore: raisedBefore)
            }
        }
        step.show(rows[0])
        return .transitioned
    }

    /// Calls a row's callbacks of a phase, which follow those of the phases before it.
    private func call(_ phase: Phase, _ row: inout RegionRow, _ step: RegionStep) -> Int32 {
        let program = step.program(row)
        let exits = UInt32(program.pointee.exitCount)
        let entries = UInt32(program.pointee.entryCount)
        let count = phase == .exit ? exits : phase == .entry ? entries : program.pointee.count &- exits &- entries
        if count == 0 { return 0 }
        step.show(row)
        let list = CallbackList(first: row.next, count: count)
        row.next &+= count
        return callNoting(list)
    }
}
