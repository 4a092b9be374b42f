/// A definition that ``Definition/validate()`` found sound; nothing else can make one.
public struct ValidDefinition {
    private let subject: ValidationSubject
    /// The declared initial state, if there is one.
    let initial: ID?

    fileprivate init(_ subject: ValidationSubject, initial: ID?) {
        self.subject = subject
        self.initial = initial
    }

    var definition: Definition { subject.definition }
    var states: IDIndex { subject.states }
    var events: IDIndex { subject.events }
    var matchings: Matchings { subject.matchings }
    var cells: RowCells { subject.cells }
    var traits: RowTraits { subject.traits }
    var blocksOfState: [[Int]] { subject.inheritance.blocksOfState }
}

/// What the checks look at: the definition, and its sound rows in order. An object, since it is large and never copied.
final class ValidationSubject {
    let definition: Definition
    let wording: Wording
    let traits: RowTraits
    /// The numbers of the rows whose ids and matches are what they may be.
    let soundRows: [Int]
    /// The states that are a row's source or have a block.
    let states: IDIndex
    let events: IDIndex
    let matchings: Matchings
    let inheritance: Inheritance
    let cells: RowCells
    let overrideFaults: [OverrideFault]

    /// `isSound` says of each row whether its ids are what they may be.
    init(_ definition: Definition, isSound: [Bool]) {
        self.definition = definition
        wording = Wording(definition: definition)
        var traits: RowTraits = []
        var states: [ID] = []
        var events = definition.eventNames.namedIDs
        states.reserveCapacity(definition.rows.count + definition.blocks.count)
        events.reserveCapacity(events.count + definition.rows.count + definition.payloads.declarations.count)
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
        for declaration in definition.payloads.declarations { events.append(declaration.event) }
        for block in definition.blocks where !ReservedID.contains(block.state) { states.append(block.state) }
        self.states = IDIndex(states)
        self.events = IDIndex(events)
        inheritance = Inheritance(definition, soundRows: soundRows, states: self.states, traits)
        var cells = RowCells(
            definition, rows: inheritance.rows, events: self.events, states: self.states, matchings, traits)
        overrideFaults = traits.contains(.overriding) ? cells.override(definition, matchings) : []
        if traits.contains(.matches) { cells.orderByRank(matchings) }
        self.cells = cells
    }

    /// Whether all rows and adoptions are sound: only then it is known what each state has.
    var isWhole: Bool {
        soundRows.count == definition.rows.count && inheritance.circles.isEmpty && inheritance.tangle == nil
    }

    /// A row with the state that has it as its source.
    @inline(never)
    func row(_ stateRow: StateRow) -> Row {
        var row = definition.rows[stateRow.number]
        row.source = stateRow.state == states.span ? ReservedID.any : states.ids[stateRow.state]
        return row
    }
}

extension Definition {
    /// Judges the whole definition. Every fault is reported at once, errors before warnings, each group in the order of
    /// its places; the valid definition is there if there was no error. O(rows + blocks + names), and what comparing
    /// the matches of the rows of one cell takes.
    /// `signatureOf` tells the signatures of callbacks that have one: whether they fit is judged too.
    public func validate(
        signatureOf: ((Callback) -> Signature?)? = nil
    ) -> (valid: ValidDefinition?, diagnostics: [Diagnostic]) {
        var found: [Diagnostic] = []
        let isSound = checkReservedIDs(&found)
        let subject = ValidationSubject(self, isSound: isSound)
        subject.checkPredicates(&found)
        subject.checkMatches(&found)
        subject.checkBlocks(&found)
        subject.checkResolvers(&found)
        subject.checkTargets(&found)
        let initial = subject.checkInitial(&found)
        subject.checkAdoption(&found)
        subject.checkOverrides(&found)
        subject.checkClashes(&found)
        subject.checkImplicitClashes(&found)
        subject.checkPayloads(&found)
        if let signatureOf { subject.checkSignatures(&found, signatureOf) }
        if rows.isEmpty && found.isEmpty && !mayBeEmpty {
            found.report(
                Diagnostic(
                    .emptyDefinition, places: [],
                    text: "the definition has no rows: add at least one before building it"))
        }
        let isValid = found.isEmpty
        if subject.isWhole {
            subject.checkEventUse(&found)
            subject.checkPredicateUse(&found, signatureOf)
            // Errors are reason enough for rows to stand in each other's way.
            if isValid { subject.checkRowUse(&found) }
            subject.checkWaysOut(&found)
            if let initial { subject.checkReachability(from: initial, &found) }
        }

        var order = found.indices.map { found[$0].sortKey($0) }
        order.sortKeys()
        let sorted = order.map { found[Int($0.low & 0xffff_ffff)] }
        return (isValid ? ValidDefinition(subject, initial: initial) : nil, sorted)
    }
}

extension Diagnostic {
    /// Errors first, then by file, then by line; those without a place first; those at one place by this position.
    fileprivate func sortKey(_ position: Int) -> SortKey {
        let place = places.first ?? .unknown
        let severity: UInt64 = kind.severity == .error ? 0 : 1
        let line = UInt64(UInt32(bitPattern: place.line ^ .min))
        return SortKey(high: severity << 32 | UInt64(place.file + 1), low: line << 32 | UInt64(position))
    }
}
