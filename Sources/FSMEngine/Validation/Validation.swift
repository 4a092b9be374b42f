/// A definition that ``Definition/validate(signatureOf:)`` found sound; nothing else can make one.
public struct ValidDefinition {
    private let subject: ResolvedDefinition
    /// The declared initial state, if there is one.
    let initial: ID?

    fileprivate init(_ subject: ResolvedDefinition, initial: ID?) {
        self.subject = subject
        self.initial = initial
    }

    var definition: Definition { @inline(__always) _read { yield subject.definition } }
    var states: IDIndex<State> { @inline(__always) _read { yield subject.states } }
    var events: IDIndex<Event> { @inline(__always) _read { yield subject.events } }
    var matchings: Matchings { subject.matchings }
    var cells: RowCells { subject.cells }
    var traits: RowTraits { subject.traits }
    /// How the states are nested; `nil` for a flat definition.
    var tree: StateTree? { @inline(__always) _read { yield subject.tree } }
    var blocksOfState: IndexedArray<State, [TypedIndex<Block>]> {
        @inline(__always) _read { yield subject.inheritance.blocksOfState }
    }
}

extension Definition {
    /// Checks the whole definition. Every error and warning is reported at once, errors first, each group in the order of
    /// its places; the valid definition is there if there was no error. O(rows + blocks + names), and what comparing
    /// the matches of the rows of one cell takes.
    /// `signatureOf` returns the signature of a callback that has one: signatures are checked too.
    public func validate(
        signatureOf: ((Callback) -> Signature?)? = nil
    ) -> (valid: ValidDefinition?, diagnostics: [Diagnostic]) {
        var found: [Diagnostic] = []
        let isSound = checkReservedIDs(&found)
        let subject = ResolvedDefinition(self, isSound: isSound)
        subject.checkPredicates(&found)
        subject.checkMatches(&found)
        subject.checkBlocks(&found)
        subject.checkResolvers(&found)
        subject.checkTargets(&found)
        let initial = subject.checkInitial(&found)
        subject.checkChart(&found)
        subject.checkAdoption(&found)
        subject.checkOverrides(&found)
        subject.checkClashes(&found)
        subject.checkImplicitClashes(&found)
        subject.checkArguments(&found)
        if let signatureOf { subject.checkSignatures(&found, signatureOf) }
        if let rejection { found.report(rejection.diagnostic) }
        if rows.isEmpty && found.isEmpty && !mayBeEmpty {
            found.report(Diagnostic(.emptyDefinition, places: [], text: "the definition has no rows: add at least one"))
        }
        let isValid = found.isEmpty
        if subject.isWhole { subject.checkWarnings(initial: initial, isValid: isValid, signatureOf, &found) }

        var order: [SortKey] = []
        for position in found.indices { order.add(found[position].sortKey(position)) }
        order.sortKeys()
        var sorted: [Diagnostic] = []
        for key in order { sorted.report(found[Int(key.low & 0xffff_ffff)]) }
        return (isValid ? ValidDefinition(subject, initial: initial) : nil, sorted)
    }
}

extension ResolvedDefinition {
    /// Reports the warnings that the definition asks for.
    fileprivate func checkWarnings(
        initial: ID?, isValid: Bool, _ signatureOf: ((Callback) -> Signature?)?, _ found: inout [Diagnostic]
    ) {
        let wanted = definition.warnings
        if wanted.contains(.unusedEvent) { checkEventUse(&found) }
        if wanted.contains(.unusedPredicate) { checkPredicateUse(&found, signatureOf) }
        if wanted.contains(.unusedSuperstate) { checkSuperstateUse(&found) }
        // Errors are reason enough for rows to stand in each other's way.
        if wanted.contains(.neverTaken) && isValid { checkRowUse(&found) }
        if let tree { return checkChartWarnings(tree, initial: initial, &found) }
        if wanted.contains(.deadEndState) { checkDeadEnds(&found) }
        if wanted.contains(.exitFromFinalState) { checkFinalStates(&found) }
        if wanted.contains(.unreachableState), let initial { checkReachability(from: initial, &found) }
    }
}

extension ResolvedDefinition {
    /// Reports something about a row, which the template begins with, in the row's place.
    @inline(never)
    func report(
        _ kind: Diagnostic.Kind, _ index: TypedIndex<Row>, _ found: inout [Diagnostic], _ template: StaticString,
        _ second: consuming Text? = nil, _ third: consuming Text? = nil
    ) {
        let row = definition.rows[index]
        found.append(Diagnostic(kind, row, text: fill(template, names.row(row), second, third)))
    }
}

extension Diagnostic {
    /// Errors first, then by file, then by line; those without a place first; those at one place by this position.
    fileprivate func sortKey(_ position: Int) -> SortKey {
        let place = places.first ?? .unknown
        let severity: UInt64 = kind.severity == .error ? 0 : 1
        let line = UInt64(place.line)
        return SortKey(high: severity << 32 | UInt64(place.file + 1), low: line << 32 | UInt64(position))
    }
}
