/// A run of callbacks in the table's array of them.
struct CallbackList {
    var first: UInt32
    var count: UInt32

    static var empty: CallbackList { CallbackList(first: 0, count: 0) }
    var isEmpty: Bool { count == 0 }
}

/// What an event does in a state: where it leads, and by which program.
struct Cell: Equatable {
    /// The number of the next state; of no meaning unless the program is flat.
    var target: UInt32
    var program: UInt32

    static var unhandled: Cell { Cell(target: 0, program: 0) }

    init(target: UInt32, program: UInt32) {
        self.target = target
        self.program = program
    }

    /// The cell that a word of a narrow table stands for.
    @inline(__always)
    init(narrow word: UInt32) {
        target = word &>> 16
        program = word & 0xffff
    }

    var narrow: UInt32 { target &<< 16 | program }
}

/// How a transition is performed. Cells with the same program share it.
struct Program {
    enum Kind: UInt8 {
        /// No transition.
        case none
        /// One list of callbacks in the order in which they run, with the index at which the state is committed.
        case flat
        /// Rules to be tried in turn.
        case rules
        /// What is to be done depends on the cases of predicate types.
        case decision
    }

    /// Which row comes before which: the lower level first.
    enum Level: UInt8 {
        case stateAndEvent
        case stateAndAnyEvent
        case anyStateAndEvent
        case anyStateAndAnyEvent
    }

    /// The only callback of a flat program that has just one, before the commit: the step's short way. Otherwise `nil`.
    var function: Callback.Function?
    var context: UnsafeMutableRawPointer?
    /// Callbacks of a flat program, rules of the second kind; of a decision its number.
    var first: UInt32
    var count: UInt32
    /// How many of a flat program's callbacks run before the state changes.
    var commit: UInt32
    var kind: Kind
    var level: Level

    static var none: Program {
        Program(
            function: nil, context: nil, first: 0, count: 0, commit: 0, kind: .none, level: .anyStateAndAnyEvent)
    }
}

/// A row that has guards, a dynamic target, or so many callbacks or sources that no flat program was made for it.
struct Rule {
    enum Target: UInt8 {
        case state
        case same
        case `internal`
        case dynamic
        /// The state that is requested.
        case requested
    }

    var guards: CallbackList
    var actions: CallbackList
    /// Its index among the callbacks; only for a dynamic target.
    var resolver: UInt32
    /// The number of the target, if that is a state.
    var state: UInt32
    /// The flat program that it runs, or 0: its callbacks are put together at each step.
    var program: UInt32
    var target: Target
}

/// The callbacks of a state.
struct StateCallbacks {
    var entry = CallbackList.empty
    var exit = CallbackList.empty
    var cycle = CallbackList.empty
    var update = CallbackList.empty
}

/// How the rows of a cell are told apart by the cases that are sent, for the predicate types that they name.
struct Decision {
    /// The types: so many of the table's digits, from here.
    var firstDigit: Int
    var digitCount: Int
    /// What is to be done: among the table's outcomes, from here. With a word count of 0 one for each combination of
    /// sets of cases (mixed radix), otherwise one for each row, in the order in which they are tried.
    var firstOutcome: Int
    /// How many words make a bit set of rows; 0 if there is an outcome for each combination.
    var wordCount: Int
}

/// What a decision has to do with one predicate type.
struct Digit {
    var predicate: Int
    /// The cases that rows name lie in a range that begins here.
    var low: Int32
    var count: UInt32
    /// For each case of the range, from here among the table's weights: what it adds to the index of the outcome, or
    /// where its bit set begins, counted from ``firstWord``. It is 0 for other cases, and where none is sent.
    var firstWeight: Int
    /// Where the bit sets begin.
    var firstWord: Int
}

/// What events carry.
struct PayloadTable {
    /// For each event the number of the list of types, 0 for nothing.
    var numbers: UnsafePointer<UInt32>
    /// The lists: where each begins among the types; there is one more, where the last one ends.
    var starts: UnsafePointer<UInt32>
    var types: UnsafePointer<ValueType>
    /// No event carries more.
    var mostArguments: Int
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
    var phases: (Phase, Phase, Phase, Phase, Phase)

    var states: IDLookup
    var events: IDLookup
    var predicates: IDLookup
    /// How many cases each predicate type has.
    var caseCounts: UnsafePointer<Int32>
    /// The index of each predicate type's provider among the callbacks, or `.max`; nothing if none has one.
    var providers: UnsafePointer<UInt32>
    /// `nil` if no event carries anything.
    var payloads: UnsafePointer<PayloadTable>?
    var narrowCells: UnsafePointer<UInt32>
    var wideCells: UnsafePointer<Cell>
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
    var stateCallbacks: UnsafePointer<StateCallbacks>
}

// On the pointer rather than on the storage, which would be copied for each call.
extension UnsafePointer<TableStorage> {
    /// The number of a request for a state, or with the span of states for any; numbers up to that of any event, the
    /// span of events, are events: see ``Columns``.
    @inline(__always)
    func request(for state: UInt32) -> UInt32 { pointee.events.span &+ 1 &+ state }

    @inline(__always)
    func isRequest(_ column: UInt32) -> Bool { column > pointee.events.span }

    /// The number of what an event or request carries: 0 for nothing.
    @inline(__always)
    func payloadNumber(_ column: UInt32) -> Int {
        guard let payloads = pointee.payloads, column < pointee.events.span else { return 0 }
        return Int(payloads.pointee.numbers[Int(column)])
    }

    /// The types of what an event or request carries.
    func argumentTypes(_ column: UInt32) -> UnsafeBufferPointer<ValueType> {
        guard let payloads = pointee.payloads else { return UnsafeBufferPointer(start: nil, count: 0) }
        let starts = payloads.pointee.starts + payloadNumber(column)
        return UnsafeBufferPointer(
            start: payloads.pointee.types + Int(starts[0]), count: Int(starts[1]) - Int(starts[0]))
    }

    /// No event carries more.
    var mostArguments: Int { pointee.payloads?.pointee.mostArguments ?? 0 }

    func hasProvider(_ predicate: Int) -> Bool {
        pointee.hasProviders && pointee.providers[predicate] != .max
    }

    /// The cell of a state and an event or request. An event that no row names has the number of any event.
    @inline(__always)
    func cell(_ state: UInt32, _ column: UInt32) -> Cell {
        if isRequest(column) { return hashedCell(state, column) }
        let index = Int(state) &* (Int(pointee.events.span) &+ 1) &+ Int(column)
        switch pointee.layout {
        case .narrow: return Cell(narrow: pointee.narrowCells[index])
        case .wide: return pointee.wideCells[index]
        case .sparse: return hashedCell(state, column)
        }
    }

    private func hashedCell(_ state: UInt32, _ column: UInt32) -> Cell {
        cell(of: .stateAndEvent, state, column) ?? cell(after: .stateAndEvent, state, column) ?? .unhandled
    }

    /// The cell of the next level that has rows for this state and event or request, for when those of `level` do not
    /// match or all said no.
    func cell(after level: Program.Level, _ state: UInt32, _ column: UInt32) -> Cell? {
        let anyState = pointee.states.span
        let anyColumn = isRequest(column) ? request(for: anyState) : pointee.events.span
        if level.rawValue < Program.Level.stateAndAnyEvent.rawValue,
            let cell = cell(of: .stateAndAnyEvent, state, anyColumn)
        {
            return cell
        }
        if level.rawValue < Program.Level.anyStateAndEvent.rawValue,
            let cell = cell(of: .anyStateAndEvent, anyState, column)
        {
            return cell
        }
        if level.rawValue < Program.Level.anyStateAndAnyEvent.rawValue {
            return cell(of: .anyStateAndAnyEvent, anyState, anyColumn)
        }
        return nil
    }

    /// The cell at these coordinates, if rows of just this level fill it.
    private func cell(of level: Program.Level, _ state: UInt32, _ column: UInt32) -> Cell? {
        if isRequest(column) { return pointee.requestCells[state, column] }
        if pointee.layout == .sparse { return pointee.sparseCells[state, column] }
        let found = cell(state, column)
        let program = pointee.programs + Int(found.program)
        return program.pointee.kind != .none && program.pointee.level == level ? found : nil
    }
}
