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
    init(_ definition: Definition, isSound: IndexedArray<Row, Bool>) {
        self.definition = definition
        names = DiagnosticText(definition: definition)
        var isSound = isSound
        let mentions = Mentions(definition)
        traits = mentions.traits
        states = IDIndex(mentions.states)
        events = IDIndex(mentions.events)
        matchings = Matchings(definition, traits)
        for fault in matchings.faults { isSound[fault.row] = false }
        soundRows = isSound.marked
        inheritance = Inheritance(definition, soundRows: soundRows, states: states, traits)
        cells = RowCells(definition, rows: inheritance.rows, events: events, states: states, matchings, traits)
        overrideFaults = traits.contains(.overriding) ? cells.override(definition, matchings) : []
        if traits.contains(.matches) { cells.orderByRank(matchings) }
        let isChart = traits.contains(.chart) || !definition.chart.isEmpty
        tree = isChart ? StateTree(definition, states) : nil
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

/// The states and events that a definition mentions, any number of times each, and what its rows make use of.
private struct Mentions {
    var traits: RowTraits = []
    var states: [ID] = []
    var events: [ID]

    @inline(never)
    @_optimize(speed)
    init(_ definition: borrowing Definition) {
        events = definition.eventNames.namedIDs
        let declarations = definition.argumentLists.declarations
        states.reserveCapacity(definition.rows.count + definition.blocks.count)
        events.reserveCapacity(events.count + definition.rows.count + declarations.count)
        // Of a row that is not sound, what is sound about it still counts: one fault must not be the cause of another.
        var traits: RowTraits = []
        definition.rows.withUnsafeBufferPointer { rows in
            // Rows of one state mostly follow each other.
            var last = ReservedID.none
            for row in rows.indices {
                traits.note(rows.baseAddress.unsafelyUnwrapped + row)
                let (source, event) = (rows[row].source, rows[row].event)
                if source != last && !ReservedID.contains(source) { states.appendInline(source) }
                last = source
                if !ReservedID.contains(event) { events.appendInline(event) }
            }
        }
        self.traits = traits
        // By index: of a tuple that is a variable the compiler copies the parts over each other, for debuggers.
        for index in declarations.indices { add(event: declarations[index].event) }
        for block in definition.blocks { add(state: block.state) }
        definition.chart.forEachRaisedEvent { add(event: $0) }
    }

    private mutating func add(state: ID) { if !ReservedID.contains(state) { states.append(state) } }
    private mutating func add(event: ID) { if !ReservedID.contains(event) { events.append(event) } }
}
