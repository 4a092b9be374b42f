/// A definition that ``Definition/validate()`` found sound; nothing else can make one.
public struct ValidDefinition {
    let definition: Definition
    let states: IDIndex
    let events: IDIndex
    let cells: RowCells
    let blocksOfState: [[Int]]
    /// The declared initial state, if there is one.
    let initial: ID?

    fileprivate init(_ subject: ValidationSubject, initial: ID?) {
        definition = subject.definition
        states = subject.states
        events = subject.events
        cells = subject.cells
        blocksOfState = subject.inheritance.blocksOfState
        self.initial = initial
    }
}

/// What the checks look at: the definition, and its sound rows in order.
struct ValidationSubject {
    let definition: Definition
    let wording: Wording
    /// The numbers of the rows whose ids are what they may be; the others have been reported.
    let soundRows: [Int]
    /// The states that are a row's source or have a block.
    let states: IDIndex
    let events: IDIndex
    let inheritance: Inheritance
    let cells: RowCells
    let overrideFaults: [OverrideFault]

    init(_ definition: Definition, soundRows: [Int]) {
        self.definition = definition
        self.soundRows = soundRows
        wording = Wording(definition: definition)
        var states: [ID] = []
        var events = definition.eventNames.namedIDs
        // Of a row that is not sound, what is sound about it still counts: one fault must not be the cause of another.
        for row in definition.rows {
            if !ReservedID.contains(row.source) { states.append(row.source) }
            if !ReservedID.contains(row.event) { events.append(row.event) }
        }
        for block in definition.blocks where !ReservedID.contains(block.state) { states.append(block.state) }
        self.states = IDIndex(states)
        self.events = IDIndex(events)
        inheritance = Inheritance(definition, soundRows: soundRows, states: self.states)
        var cells = RowCells(definition, rows: inheritance.rows, events: self.events)
        overrideFaults = cells.override(definition)
        self.cells = cells
    }

    /// Whether all rows and adoptions are sound: only then it is known what each state has.
    var isWhole: Bool {
        soundRows.count == definition.rows.count && inheritance.circles.isEmpty && inheritance.tangle == nil
    }

    /// A row with the state that has it as its source.
    func row(_ stateRow: StateRow) -> Row {
        var row = definition.rows[stateRow.number]
        row.source = stateRow.state == states.span ? ReservedID.any : states.ids[stateRow.state]
        return row
    }
}

extension Definition {
    /// Judges the whole definition. Every fault is reported at once, errors before warnings, each group in the order of
    /// its places; the valid definition is there if there was no error. O(rows + blocks + names).
    public func validate() -> (valid: ValidDefinition?, diagnostics: [Diagnostic]) {
        var found: [Diagnostic] = []
        let soundRows = checkReservedIDs(&found)
        let subject = ValidationSubject(self, soundRows: soundRows)
        subject.checkBlocks(&found)
        subject.checkResolvers(&found)
        subject.checkTargets(&found)
        let initial = subject.checkInitial(&found)
        subject.checkAdoption(&found)
        subject.checkOverrides(&found)
        subject.checkClashes(&found)
        if rows.isEmpty && found.isEmpty {
            found.append(
                Diagnostic(
                    .emptyDefinition, places: [],
                    text: "the definition has no rows: add at least one before building it"))
        }
        let isValid = found.isEmpty
        if subject.isWhole {
            subject.checkEventUse(&found)
            // Errors are reason enough for rows to stand in each other's way.
            if isValid { subject.checkRowUse(&found) }
            subject.checkWaysOut(&found)
            if let initial { subject.checkReachability(from: initial, &found) }
        }

        var order = Array(found.indices)
        order.sort { Self.comes(found[$0], before: found[$1]) ?? ($0 < $1) }
        let sorted = order.map { found[$0] }
        return (isValid ? ValidDefinition(subject, initial: initial) : nil, sorted)
    }

    /// `nil` for two of one severity at the same place, or without any.
    private static func comes(_ left: Diagnostic, before right: Diagnostic) -> Bool? {
        if left.kind.severity != right.kind.severity { return left.kind.severity == .error }
        let a = left.places.first ?? .unknown
        let b = right.places.first ?? .unknown
        return a < b ? true : b < a ? false : nil
    }
}
