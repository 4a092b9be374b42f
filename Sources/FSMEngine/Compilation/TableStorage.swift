/// What events carry.
struct ArgumentListTable {
    /// For each event the number of the list of types, 0 for nothing.
    var numbers: IndexedPointer<Event, UInt32>
    /// The lists: where each begins among the types; there is one more, where the last one ends.
    var starts: UnsafePointer<UInt32>
    var types: UnsafePointer<ValueType>
    /// No event carries more.
    var maximumArgumentCount: Int
}

/// The table as the step sees it: plain memory, no references to count.
struct TableStorage {
    /// How cells are kept.
    enum Layout: UInt8 {
        /// states × (events + 1) words: 16 bits of target above 16 bits of program.
        case narrow
        /// states × (events + 1) cells.
        case wide
        /// A hash table of the cells that rows name; wildcards are looked up one after the other.
        case sparse
    }

    var layout: Layout
    var entryExit: EntryExitPolicy
    var isFirstMatch: Bool
    /// Dynamic targets are asked for before anything runs.
    var resolvesFirst: Bool
    /// Some row is for any event: one that no row names may be handled too.
    var takesUnknownEvents: Bool
    /// Some predicate type has a provider.
    var hasProviders: Bool
    /// Some has none, so that a strict machine must be sent its case.
    var needsCases: Bool
    var phases: PhaseSequence

    var states: IDLookup<State>
    var events: IDLookup<Event>
    var predicates: IDLookup<Predicate>
    var predicateRecords: IndexedPointer<Predicate, PredicateRecord>
    /// `nil` if no event carries anything.
    var argumentLists: UnsafePointer<ArgumentListTable>?
    /// Narrow or wide ones, as the layout says.
    var cells: UnsafeRawPointer
    var sparseCells: SparseCells
    /// Requests are looked up by hash in all layouts.
    var requestCells: SparseCells
    var decisions: UnsafePointer<Decision>
    var digits: UnsafePointer<Digit>
    var weights: UnsafePointer<UInt32>
    var outcomes: UnsafePointer<Cell>
    var words: UnsafePointer<UInt64>
    var programs: UnsafePointer<Program>
    var rules: UnsafePointer<Rule>
    var callbacks: UnsafePointer<Callback>
    var stateCallbacks: IndexedPointer<State, StateCallbacks>
    /// Hooks of all machines: for events without a row, and for every step.
    var unhandledHooks: CallbackList
    var stepHooks: CallbackList
    /// How states are nested; `nil` for a flat definition.
    var chart: UnsafePointer<ChartTable>?
}

// On the pointer rather than on the storage, which would be copied for each call.
extension UnsafePointer<TableStorage> {
    // The columns of a table: see ``TriggerColumns``.

    @inline(__always)
    var anyEvent: CompactIndex<Column> { CompactIndex(pointee.events.indexCount) }

    /// An event has its number as a column too.
    @inline(__always)
    func column(of event: CompactIndex<Event>) -> CompactIndex<Column> { CompactIndex(event.value) }

    /// The column of an event by its id, if the table knows it.
    @inline(__always)
    func column(ofEvent id: ID) -> CompactIndex<Column>? { pointee.events.index(of: id).map { column(of: $0) } }

    /// The column of rows without an event.
    @inline(__always)
    var eventless: CompactIndex<Column> {
        CompactIndex(pointee.events.indexCount &+ 2 &+ pointee.states.indexCount)
    }

    /// The column of a request for a state, or with the number that follows the last one's for any.
    @inline(__always)
    func request(for state: CompactIndex<State>) -> CompactIndex<Column> {
        CompactIndex(pointee.events.indexCount &+ 1 &+ state.value)
    }

    /// The state that a request is for.
    @inline(__always)
    func requested(by column: CompactIndex<Column>) -> CompactIndex<State> {
        CompactIndex(column.value &- (pointee.events.indexCount &+ 1))
    }

    @inline(__always)
    func isRequest(_ column: CompactIndex<Column>) -> Bool { column.value > pointee.events.indexCount }

    /// The number of what an event or request carries: 0 for nothing.
    @inline(__always)
    func argumentListIndex(_ column: CompactIndex<Column>) -> Int {
        guard let argumentLists = pointee.argumentLists, column.value < pointee.events.indexCount else { return 0 }
        return Int(argumentLists.pointee.numbers[CompactIndex(column.value)])
    }

    /// The types of what an event or request carries.
    func argumentTypes(_ column: CompactIndex<Column>) -> UnsafeBufferPointer<ValueType> {
        guard let argumentLists = pointee.argumentLists else { return UnsafeBufferPointer(start: nil, count: 0) }
        let starts = argumentLists.pointee.starts + argumentListIndex(column)
        return UnsafeBufferPointer(
            start: argumentLists.pointee.types + Int(starts[0]), count: Int(starts[1]) - Int(starts[0]))
    }

    /// No event carries more.
    var maximumArgumentCount: Int { pointee.argumentLists?.pointee.maximumArgumentCount ?? 0 }

    /// The predicate types, if they have no gaps, fit into a word and have no providers, events carry nothing, and cells
    /// are narrow; otherwise 0. O(predicate types).
    var matchingCount: UInt32 {
        let count = pointee.predicates.indexCount
        guard count > 0, count <= 64, pointee.predicates.isCompact, !pointee.hasProviders, pointee.layout == .narrow,
            pointee.events.isCompact, pointee.argumentLists == nil, pointee.chart == nil
        else { return 0 }
        for predicate in pointee.predicates.indices where pointee.predicates.ids[predicate] == ReservedID.none {
            return 0
        }
        return count
    }

    /// Where nothing comes with events, tells each program of several callbacks where they lie: a step needs nothing else of
    /// the table then. O(programs).
    @inline(never)
    func placeCallbacks(ofPrograms programCount: Int) {
        guard pointee.predicates.indexCount == 0, pointee.argumentLists == nil else { return }
        let programs = UnsafeMutablePointer(mutating: pointee.programs)
        for index in 0..<programCount where programs[index].isFlatChain {
            programs[index].context = UnsafeMutableRawPointer(
                mutating: pointee.callbacks + Int(programs[index].first))
        }
    }

    func hasProvider(_ predicate: TypedIndex<Predicate>) -> Bool {
        pointee.predicateRecords[predicate].provider != .max
    }

    /// The cell of a state and an event or request. An event that no row names has the number of any event.
    @inline(__always)
    func cell(_ state: CompactIndex<State>, _ column: CompactIndex<Column>) -> Cell {
        isRequest(column) ? requestCell(state, column) : eventCell(state, column)
    }

    /// The same of an event.
    @inline(__always)
    func eventCell(_ state: CompactIndex<State>, _ column: CompactIndex<Column>) -> Cell {
        let index = Int(state.value) &* (Int(pointee.events.indexCount) &+ 1) &+ Int(column.value)
        switch pointee.layout {
        case .narrow: return Cell(pointee.cells.assumingMemoryBound(to: NarrowCell.self)[index])
        case .wide: return pointee.cells.assumingMemoryBound(to: Cell.self)[index]
        case .sparse:
            return pointee.sparseCells[state, column] ?? cell(after: .stateAndEvent, state, column) ?? .unhandled
        }
    }

    private func requestCell(_ state: CompactIndex<State>, _ column: CompactIndex<Column>) -> Cell {
        pointee.requestCells[state, column] ?? cell(after: .stateAndEvent, state, column) ?? .unhandled
    }

    /// The cell of the next level that has rows for this state and event or request, for when those of `level` do not
    /// match or all said no.
    func cell(
        after level: Program.Precedence, _ state: CompactIndex<State>, _ column: CompactIndex<Column>
    ) -> Cell? {
        let anyState = pointee.states.end
        let anyColumn = anyColumn(for: column)
        if level.rawValue < Program.Precedence.stateAndAnyEvent.rawValue,
            let cell = cell(of: .stateAndAnyEvent, state, anyColumn)
        {
            return cell
        }
        if level.rawValue < Program.Precedence.anyStateAndEvent.rawValue,
            let cell = cell(of: .anyStateAndEvent, anyState, column)
        {
            return cell
        }
        if level.rawValue < Program.Precedence.anyStateAndAnyEvent.rawValue {
            return cell(of: .anyStateAndAnyEvent, anyState, anyColumn)
        }
        return nil
    }

    /// The cell at these coordinates, if rows of just this level fill it.
    private func cell(
        of level: Program.Precedence, _ state: CompactIndex<State>, _ column: CompactIndex<Column>
    ) -> Cell? {
        if isRequest(column) { return pointee.requestCells[state, column] }
        if pointee.layout == .sparse { return pointee.sparseCells[state, column] }
        let found = cell(state, column)
        let program = pointee.programs + Int(found.program)
        return program.pointee.kind != .none && program.pointee.level == level ? found : nil
    }
}
