/// A row as one state has it, after inheritance and overriding.
public struct Transition {
    /// The row's number, in the order in which rows were added.
    public var row: Int
    /// The state, or ``ReservedID/any``.
    public var source: ID
    /// The event, ``ReservedID/any``, ``ReservedID/request`` or ``ReservedID/eventless``.
    public var event: ID
    /// The target of the row, the first of several; it may be a reserved id, as in the row.
    public var target: ID
    /// How many predicate types it names.
    public var rank: Int
    /// Whether the row replaces earlier rows of other blocks.
    public var isOverriding: Bool
    /// Its row stands in a superstate.
    public var isInherited: Bool
    /// It leaves no more than it must: a row of a chart.
    public var isLocal: Bool
    /// The place of the row.
    public var place: Place
    /// Conditions on active states count as guards.
    public var guardCount: Int
    /// The number of actions.
    public var actionCount: Int
}

extension Table {
    /// The number of transitions; a row that several states adopt counts for each. O(1).
    public var transitionCount: Int { catalog.count }

    /// By source, then event, ascending, then requests by target; wildcards last; then as they are tried. `nil` for an
    /// index that does not exist. O(1).
    public func transition(at index: Int) -> Transition? {
        guard index >= 0 && index < catalog.count else { return nil }
        let number = catalog.row(at: index)
        let row = definition.pointee.rows[number]
        return Transition(
            row: number.value, source: catalog.source(at: index), event: row.event, target: row.target.id,
            rank: catalog.rank(at: index), isOverriding: row.isOverriding,
            isInherited: row.source == ReservedID.none, isLocal: row.isLocal, place: row.place,
            guardCount: Int(catalog.guards(at: index).count),
            actionCount: definition.pointee.callbacks.count(of: row.actions))
    }

    private func row(at index: Int) -> Row { definition.pointee.rows[catalog.row(at: index)] }

    private func chains(at index: Int) -> ChartParts.RowChains {
        definition.pointee.chart.chains(ofRow: catalog.row(at: index)) ?? ChartParts.RowChains()
    }

    /// Calls `body` with the cases of a predicate type for which a transition is meant, ascending; all, if its row says
    /// nothing of the type. `false` for a type that the table does not have.
    public func forEachCase(ofTransition index: Int, for predicate: ID, _ body: (Int32) -> Void) -> Bool {
        let matchings = catalog.matchings
        guard let type = matchings.predicates.index(of: predicate) else { return false }
        let number = matchings.number(ofRow: catalog.row(at: index))
        if let constraint = matchings.constraint(number, on: type) {
            for value in matchings.cases(constraint) { body(value) }
        } else {
            for value in 0..<matchings.caseCounts[type] { body(value) }
        }
        return true
    }

    /// Calls `body` with the targets of a transition, as its row has them.
    public func forEachTarget(ofTransition index: Int, _ body: (ID) -> Void) {
        body(row(at: index).target.id)
        definition.pointee.chart.numbers.forEach(in: chains(at: index).targets, body)
    }

    /// Calls `body` with each state that a transition's row names in a condition, and whether it has to be active.
    public func forEachCondition(ofTransition index: Int, _ body: (ID, Bool) -> Void) {
        definition.pointee.chart.forEachInGuard(chains(at: index)) { body($0.state, $0.isIn) }
    }

    /// Calls `body` with the events that a transition's row raises, in order.
    public func forEachRaisedEvent(ofTransition index: Int, _ body: (ID) -> Void) {
        definition.pointee.chart.numbers.forEach(in: chains(at: index).raised, body)
    }

    /// The number of predicate types.
    public var predicateCount: Int { catalog.matchings.predicates.count }

    /// The states, events and predicate types in ascending order; `nil` for an index that does not exist. O(1).
    public func state(at index: Int) -> ID? { catalog.states.indices.contains(index) ? catalog.states[index] : nil }
    /// The event at this index, in ascending order. O(1).
    public func event(at index: Int) -> ID? { catalog.events.indices.contains(index) ? catalog.events[index] : nil }
    /// The predicate type at this index, in ascending order. O(1).
    public func predicate(at index: Int) -> ID? {
        let ids = catalog.matchings.predicates.ids.elements
        return ids.indices.contains(index) ? ids[index] : nil
    }

    /// Superstates count in the order in which they were added.
    public var superstateCount: Int { catalog.superstates.count }

    /// Where the name of a superstate stands in ``superstateNames``; `nil` if it has none, or does not exist. O(1).
    public func positionOfSuperstateName(at index: Int) -> Int? {
        guard catalog.superstates.indices.contains(index) else { return nil }
        return superstateNames.position(of: catalog.superstates[index])
    }

    /// What an event carries: nothing, if the table does not know it. O(1).
    public func arguments(ofEvent id: ID) -> UnsafeBufferPointer<ValueType> {
        storage.argumentTypes(storage.column(ofEvent: id) ?? storage.anyEvent)
    }

    /// How many cases a predicate type has; `nil` if the table does not have it. O(1).
    public func caseCount(ofPredicate id: ID) -> Int32? {
        catalog.matchings.predicates.index(of: id).map { catalog.matchings.caseCounts[$0] }
    }
}
