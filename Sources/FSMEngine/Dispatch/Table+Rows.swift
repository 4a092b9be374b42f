// Which row a step takes, found again in the catalog: for whoever asks, at no cost to the step.
extension Table {
    /// Call `body` with the catalog's entries that a state has for an event or request, in the order in which they are
    /// tried, until it returns false; of a state of a chart also those of the states around it. O(log entries) for each
    /// state, and those that are visited.
    func forEachEntry(_ state: CompactIndex<State>, _ column: CompactIndex<Column>, _ body: (Int) -> Bool) {
        let (anyState, anyColumn) = (storage.pointee.states.end, storage.anyColumn(for: column))
        func visit(_ state: CompactIndex<State>, _ column: CompactIndex<Column>) -> Bool {
            for index in catalog.indices(state, column) where !body(index) { return false }
            return true
        }
        var level: CompactIndex<State>? = state
        while let present = level {
            guard visit(present, column), column == anyColumn || visit(present, anyColumn) else { return }
            level = storage.parent(of: present)
        }
        guard column == anyColumn || visit(anyState, column) else { return }
        _ = visit(anyState, anyColumn)
    }

    /// How many entries a state has for an event or request. O(log entries).
    func entryCount(_ state: CompactIndex<State>, _ column: CompactIndex<Column>) -> Int {
        let (anyState, anyColumn) = (storage.pointee.states.end, storage.anyColumn(for: column))
        var count = catalog.indices(state, column).count + catalog.indices(anyState, anyColumn).count
        if column != anyColumn {
            count += catalog.indices(state, anyColumn).count + catalog.indices(anyState, column).count
        }
        return count
    }

    /// The number of the row that a state takes for an event or request without asking anything; `nil` if there is none.
    func flatRow(_ state: CompactIndex<State>, _ column: CompactIndex<Column>, _ cases: UnsafePointer<Int32>?) -> Int? {
        var row: Int?
        forEachEntry(state, column) { index in
            let number = catalog.row(at: index)
            guard catalog.guards(at: index).isEmpty,
                definition.pointee.rows[number].target.id != ReservedID.dynamic, mismatch(index, cases) == nil
            else { return true }
            row = number.value
            return false
        }
        return row
    }

    /// The first predicate type whose case is not one that an entry is meant for. A case that a provider would have to be
    /// asked for is no mismatch.
    @inline(never)
    func mismatch(_ index: Int, _ cases: UnsafePointer<Int32>?) -> PredicateCase? {
        let matchings = catalog.matchings
        for constraint in matchings.constraints(matchings.number(ofRow: catalog.row(at: index))) {
            let value = cases?[constraint.predicate.value] ?? ReservedID.none
            if value == ReservedID.none && storage.hasProvider(constraint.predicate) { continue }
            if !matchings.contains(value, constraint) {
                return PredicateCase(matchings.predicates.ids[constraint.predicate], value)
            }
        }
        return nil
    }
}

extension UnsafePointer<TableStorage> {
    /// The state in which a state of a chart is nested.
    @inline(never)
    func parent(of state: CompactIndex<State>) -> CompactIndex<State>? {
        guard let chart = pointee.chart, state.value < pointee.states.end.value else { return nil }
        let parent = chart.pointee.nodes[Int(chart.pointee.nodeOfState[Int(state.value)])].parent
        return parent == 0 ? nil : chart.pointee.nodes[Int(parent)].state
    }

    /// The column of any event, or of a request for any state, whichever `column` is one of.
    func anyColumn(for column: CompactIndex<Column>) -> CompactIndex<Column> {
        isRequest(column) ? request(for: pointee.states.end) : anyEvent
    }
}

extension UnsafePointer<Step> {
    /// The number of the row that the step takes, or that is being tried; `nil` if there is none: nothing takes the
    /// event, or the machine starts, stops or is updated. O(log rows), and the rows of the cell.
    public var row: Int? {
        if let rule = pointee.rule { return TypedIndex(rule.assumingMemoryBound(to: Rule.self).pointee.row).value }
        guard pointee.outcome == .ok || pointee.outcome == .transitioned || pointee.outcome.endsRun else { return nil }
        let machine = Machine(handle: pointee.machine)
        let storage = machine.storage.pointee.table
        guard let state = storage.pointee.states.index(of: pointee.source) else { return nil }
        var column = storage.anyEvent
        if pointee.event == ReservedID.request {
            guard let target = storage.pointee.states.index(of: pointee.target) else { return nil }
            column = storage.request(for: target)
        } else if let known = storage.column(ofEvent: pointee.event) {
            column = known
        } else if pointee.event == ReservedID.none {
            return nil
        }
        return machine.table.flatRow(state, column, pointee.cases)
    }
}
