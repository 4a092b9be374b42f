import CMemory

/// Why a row is taken or not. The numbers are those of the C header.
public struct Reason {
    /// What became of a row. Numbers are those of the C header.
    public enum Kind: Int32 {
        /// The row is taken.
        case taken = 1
        /// The cases sent do not match, or a state is not active that must be, or active that must not be.
        case notMatched = 2
        /// A guard refused.
        case guardRefused = 3
        /// The resolver refused.
        case resolverRefused = 4
        /// An earlier row has decided.
        case notTried = 5
    }

    /// The number of the transition: see ``Table/transition(at:)``.
    public var transition: Int
    /// What became of it.
    public var kind: Kind
    /// The first predicate type that does not match, with the case that was sent; ``ReservedID/none`` where there is
    /// none.
    public var mismatch = PredicateCase(ReservedID.none, ReservedID.none)
    /// The number of the guard that refused, from 0; otherwise -1.
    public var guardNumber: Int32 = -1

    init(_ transition: Int, _ kind: Kind) {
        self.transition = transition
        self.kind = kind
    }
}

extension Machine {
    /// See ``explain(_:_:)``. The rows are selected as for sending; what selection tried is then set beside all rows of
    /// the cell.
    func explain(
        _ trigger: Trigger, _ cases: Cases, _ arguments: Arguments, _ body: (Reason) -> Void
    ) -> Outcome {
        let column = column(of: trigger)
        let fault = fault(of: trigger, column, arguments)
        guard fault == .ok else { return fault }
        let number = column ?? storage.pointee.table.anyEvent
        var rowCount = 0
        if storage.pointee.isChart {
            rowCount = Int(storage.pointee.table.pointee.chart!.pointee.nodeCount)
            forEachChartEntry(number, nil) { _, _ in rowCount += 1 }
        } else {
            rowCount = table.entryCount(storage.pointee.state, number)
        }
        let bytes = Int64(max(rowCount, 1)) * Int64(MemoryLayout<TriedRow>.stride)
        guard let size = Int(exactly: bytes), let memory = malloc(size) else { return .outOfMemory }
        defer { free(memory) }
        var trace = SelectionTrace(rows: memory.bindMemory(to: TriedRow.self, capacity: max(rowCount, 1)))
        return withProbe(cases, arguments, column) { step in
            let (outcome, selection) = withUnsafeMutablePointer(to: &trace) { evaluate(trigger, column, step, $0) }
            if outcome.rawValue > 0 { forEachReason(number, trace, selection, step, body) }
            return outcome
        }
    }

    /// Call `body` with a reason for each row of the cell: as it was tried, if it was.
    private func forEachReason(
        _ column: CompactIndex<Column>, _ trace: SelectionTrace, _ selection: Selection,
        _ step: UnsafeMutablePointer<Step>,
        _ body: (Reason) -> Void
    ) {
        if storage.pointee.isChart { return forEachChartReason(column, trace, step, body) }
        let table = table
        var tried = 0
        var isTaken = selection.kind != .flat
        table.forEachEntry(storage.pointee.state, column) { index in
            var reason = Reason(index, .notTried)
            if tried < trace.count, TypedIndex(trace.rows[tried].row) == table.catalog.row(at: index) {
                reason.kind = trace.rows[tried].kind
                reason.guardNumber = trace.rows[tried].guardNumber
                tried += 1
            } else if let mismatch = table.mismatch(index, step.pointee.cases) {
                reason.kind = .notMatched
                reason.mismatch = mismatch
            } else if !isTaken {
                // A flat program says not which row it is: the first that is taken without asking.
                reason.kind = .taken
                isTaken = true
            }
            body(reason)
            return true
        }
    }
}
