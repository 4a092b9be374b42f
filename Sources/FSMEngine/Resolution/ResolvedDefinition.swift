/// A definition with what its rows, superstates and matches come to: the input of all checks and of the compiler. An
/// object, since it is large and never copied.
final class ResolvedDefinition {
    let definition: Definition
    let names: DiagnosticText
    let traits: RowTraits
    /// The indices of the rows whose ids and matches are valid by themselves.
    let soundRows: [TypedIndex<Row>]
    /// The states that are a row's source or have a block.
    let states: IDIndex<State>
    let events: IDIndex<Event>
    let matchings: Matchings
    let inheritance: Inheritance
    let cells: RowCells
    let overrideFaults: [OverrideFault]
    /// How the states are nested; `nil` for a flat definition.
    let tree: StateTree?

    /// `isSound` holds for each row whether its ids may stand where they do.
    @_optimize(speed)
    init(_ definition: Definition, isSound: IndexedArray<Row, Bool>) {
        self.definition = definition
        names = DiagnosticText(definition: definition)
        var traits: RowTraits = []
        var states: [ID] = []
        var events = definition.eventNames.namedIDs
        states.reserveCapacity(definition.rows.count + definition.blocks.count)
        events.reserveCapacity(events.count + definition.rows.count + definition.argumentLists.declarations.count)
        // Of a row that is not sound, what is sound about it still counts: one fault must not be the cause of another.
        definition.rows.withUnsafeBufferPointer {
            for row in $0 {
                traits.note(row)
                if !ReservedID.contains(row.source) { states.append(row.source) }
                if !ReservedID.contains(row.event) { events.append(row.event) }
            }
        }
        self.traits = traits
        matchings = Matchings(definition, traits)
        var isSound = isSound
        for fault in matchings.faults { isSound[fault.row] = false }
        soundRows = isSound.indices.filter { isSound[$0] }
        for declaration in definition.argumentLists.declarations { events.append(declaration.event) }
        for block in definition.blocks where !ReservedID.contains(block.state) { states.append(block.state) }
        events += definition.chart.raisedEvents
        self.states = IDIndex(states)
        self.events = IDIndex(events)
        inheritance = Inheritance(definition, soundRows: soundRows, states: self.states, traits)
        var cells = RowCells(
            definition, rows: inheritance.rows, events: self.events, states: self.states, matchings, traits)
        overrideFaults = traits.contains(.overriding) ? cells.override(definition, matchings) : []
        if traits.contains(.matches) { cells.orderByRank(matchings) }
        self.cells = cells
        let isChart = traits.contains(.chart) || !definition.chart.isEmpty
        tree = isChart ? StateTree(definition, self.states) : nil
    }

    /// Whether all rows and adoptions are sound: only then it is known what each state has.
    var isWhole: Bool {
        soundRows.count == definition.rows.count && inheritance.circles.isEmpty && inheritance.tangle == nil
    }

    /// A row with the state that has it as its source.
    @inline(never)
    func row(_ stateRow: StateRow) -> Row {
        var row = definition.rows[stateRow.index]
        row.source = stateRow.state == states.end ? ReservedID.any : states.ids[stateRow.state]
        return row
    }
}
