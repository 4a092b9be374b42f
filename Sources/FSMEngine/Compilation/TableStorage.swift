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
    /// Callbacks of a flat program, rules of the other kind.
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
    var phases: (Phase, Phase, Phase, Phase, Phase)

    var states: IDLookup
    var events: IDLookup
    var narrowCells: UnsafePointer<UInt32>
    var wideCells: UnsafePointer<Cell>
    var sparseCells: SparseCells
    var programs: UnsafePointer<Program>
    var rules: UnsafePointer<Rule>
    var callbacks: UnsafePointer<Callback>
    var stateCallbacks: UnsafePointer<StateCallbacks>
}

// On the pointer rather than on the storage, which would be copied for each call.
extension UnsafePointer<TableStorage> {
    /// The cell of a state and an event. The event's number is the span of events for one that no row names.
    @inline(__always)
    func cell(_ state: UInt32, _ event: UInt32) -> Cell {
        let index = Int(state) &* (Int(pointee.events.span) &+ 1) &+ Int(event)
        switch pointee.layout {
        case .narrow: return Cell(narrow: pointee.narrowCells[index])
        case .wide: return pointee.wideCells[index]
        case .sparse: return sparseCell(state, event)
        }
    }

    private func sparseCell(_ state: UInt32, _ event: UInt32) -> Cell {
        pointee.sparseCells[state, event] ?? cell(after: .stateAndEvent, state, event) ?? .unhandled
    }

    /// The cell of the next level that has rows for this state and event, for when those of `level` all said no.
    func cell(after level: Program.Level, _ state: UInt32, _ event: UInt32) -> Cell? {
        let anyState = pointee.states.span
        let anyEvent = pointee.events.span
        if level.rawValue < Program.Level.stateAndAnyEvent.rawValue,
            let cell = cell(of: .stateAndAnyEvent, state, anyEvent)
        {
            return cell
        }
        if level.rawValue < Program.Level.anyStateAndEvent.rawValue,
            let cell = cell(of: .anyStateAndEvent, anyState, event)
        {
            return cell
        }
        if level.rawValue < Program.Level.anyStateAndAnyEvent.rawValue {
            return cell(of: .anyStateAndAnyEvent, anyState, anyEvent)
        }
        return nil
    }

    /// The cell at these coordinates, if rows of just this level fill it.
    private func cell(of level: Program.Level, _ state: UInt32, _ event: UInt32) -> Cell? {
        if pointee.layout == .sparse { return pointee.sparseCells[state, event] }
        let found = cell(state, event)
        let program = pointee.programs + Int(found.program)
        return program.pointee.kind != .none && program.pointee.level == level ? found : nil
    }
}
