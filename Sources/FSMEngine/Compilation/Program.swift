/// A run of callbacks in the table's array of them.
struct CallbackList {
    var first: UInt32
    var count: UInt32

    static var empty: CallbackList { CallbackList(first: 0, count: 0) }
    var isEmpty: Bool { count == 0 }
}

/// What an event does in a state: where it leads, and by which program.
struct Cell: Equatable {
    /// The next state; of no meaning unless the program is flat.
    var target: CompactIndex<State>
    var program: UInt32

    static var unhandled: Cell { Cell(program: 0) }

    @inline(__always)
    init(target: CompactIndex<State> = CompactIndex(0), program: UInt32) {
        self.target = target
        self.program = program
    }

    @inline(__always)
    init(_ cell: NarrowCell) {
        target = CompactIndex(UInt32(cell.target))
        program = UInt32(cell.program)
    }
}

/// A cell of a table with few states and programs. Two fields, since each is loaded in one instruction.
struct NarrowCell {
    let program: UInt16
    let target: UInt16

    @inline(__always)
    init(_ cell: Cell) {
        program = UInt16(truncatingIfNeeded: cell.program)
        target = UInt16(truncatingIfNeeded: cell.target.value)
    }

    /// Its memory.
    var word: UInt32 { unsafeBitCast(self, to: UInt32.self) }
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
    enum Precedence: UInt8 {
        case stateAndEvent
        case stateAndAnyEvent
        case anyStateAndEvent
        case anyStateAndAnyEvent
    }

    /// The only callback of a flat program that has just one, before the commit: the step's fast path. Of one without callbacks
    /// `Callback.idle`; otherwise `nil`.
    var function: Callback.Function?
    /// What that is called with. Of a flat program of several callbacks, in a table in which nothing comes with events, the first
    /// of its callbacks.
    var context: UnsafeMutableRawPointer?
    /// Callbacks of a flat program, rules of the second kind; of a decision its number.
    var first: UInt32
    var count: UInt32
    /// How many of a flat program's callbacks run before the state changes; of rules see ``isPlainRule``.
    var commit: UInt32
    var kind: Kind
    var level: Precedence
    /// How many of them are exit and entry callbacks; only in a chart.
    var exitCount: UInt8
    var entryCount: UInt8

    /// Callbacks of a chart's states may belong to several of them.
    @inline(__always)
    var hasOwners: Bool { exitCount | entryCount != 0 }

    /// A flat program of several callbacks, of which none belongs to a state of a chart.
    @inline(__always)
    var isFlatChain: Bool { kind == .flat && function == nil && !hasOwners }

    /// There is one rule, which has a flat program, and if that refuses nothing else is tried.
    @inline(__always)
    var isPlainRule: Bool { kind == .rules && commit != 0 }

    static var none: Program {
        Program(
            function: nil, context: nil, first: 0, count: 0, commit: 0, kind: .none, level: .anyStateAndAnyEvent,
            exitCount: 0, entryCount: 0)
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
        /// The event waits.
        case deferred
    }

    var guards: CallbackList
    var actions: CallbackList
    /// Its index among the callbacks; only for a dynamic target.
    var resolver: UInt32
    /// The target, if that is a state.
    var state: CompactIndex<State>
    var row: CompactIndex<Row>
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
    var predicate: TypedIndex<Predicate>
    /// The cases that rows name lie in a range that begins here.
    var low: Int32
    var count: UInt32
    /// For each case of the range, from here among the table's weights: what it adds to the index of the outcome, or
    /// where its bit set begins, counted from ``firstWord``. Behind them stands 0, for other cases, and where none is
    /// sent.
    var firstWeight: Int
    /// Where the bit sets begin.
    var firstWord: Int
}

/// A predicate type, as a step needs it.
struct PredicateRecord {
    /// How many cases it has.
    var caseCount: Int32
    /// The index of its provider among the callbacks, or `.max`.
    var provider: UInt32
}
