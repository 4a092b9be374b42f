@testable import FSMEngine

/// A definition as plain data: what is random in the oracle's test. Callbacks are numbers: in one role the same number
/// is the same callback.
struct Model {
    struct Row {
        var source: ID
        var event: ID
        var target: ID
        var guards: [Int] = []
        var actions: [Int] = []
        var resolver: Int?
        var matches: [Match] = []
        var block = -1
        var isOverriding = false
    }

    /// What a row says of one predicate type.
    struct Match {
        var predicate: ID
        var values: [Int32]
    }

    struct Predicate {
        var id: ID
        var caseCount: Int32
        var provider: Int?
    }

    /// An event that is declared with the types of its arguments.
    struct Event {
        var id: ID
        var types: [Int32]
    }

    struct Block {
        /// None for a superstate.
        var state: ID
        var isSuperstate = false
        /// The numbers of the superstates that it adopts.
        var adopts: [Int] = []
        var isFinal = false
        var entry: [Int] = []
        var exit: [Int] = []
        var cycle: [Int] = []
        var update: [Int] = []

        var saysNothing: Bool {
            !isFinal && entry.isEmpty && exit.isEmpty && cycle.isEmpty && update.isEmpty && adopts.isEmpty
        }
    }

    /// What is asked of a machine.
    enum Call {
        case send(ID, With)
        case request(ID, With)
        case update(sends: Bool)
        case probe(ID, With)
        case explain(ID, requested: ID, With)
        case permitted(Machine.Permission, With)
    }

    /// What goes with it. Only events have arguments.
    struct With {
        var cases: [Case] = []
        var arguments: [Datum] = []
    }

    struct Case {
        var predicate: ID
        var value: Int32
    }

    var rows: [Row] = []
    var blocks: [Block] = []
    var predicates: [Predicate] = []
    var events: [Event] = []
    var callables: [Callable] = []
    var initials: [ID] = []
    var namedEvents: [ID] = []
    var entryExit = EntryExitPolicy.onChange
    var guardPolicy = GuardPolicy.exclusive
    var phases: [Phase] = [.resolve, .exit, .actions, .commit, .entry]
    /// What is asked, in turn, of a machine that begins in `start`.
    var calls: [Call] = []
    var start: ID = 0
    var isLenient = false
    var hasHooks = false
    /// Decides what callbacks answer.
    var salt: UInt64 = 0
}

extension Model {
    /// The states that may be in the table: those that rows leave or that have a block.
    var states: [ID] {
        var states: [ID] = []
        for id in rows.map({ $0.source }) + blocks.map({ $0.state })
        where id >= ReservedID.first && !states.contains(id) { states.append(id) }
        return states
    }

    /// The events that the table knows.
    var knownEvents: [ID] {
        var known: [ID] = []
        for id in rows.map({ $0.event }) + namedEvents + events.map({ $0.id })
        where id >= ReservedID.first && !known.contains(id) { known.append(id) }
        return known
    }

    /// What an event carries: nothing, if it is not declared. Of several declarations the first counts.
    func types(of event: ID) -> [Int32] { events.first { $0.id == event }?.types ?? [] }

    /// How many cases a predicate type has, `nil` if it is not declared.
    func caseCount(_ predicate: ID) -> Int32? {
        predicates.filter { $0.id == predicate }.map { $0.caseCount }.max()
    }

    /// The predicate types in ascending order.
    var predicateIDs: [ID] { Set(predicates.map { $0.id }).sorted() }

    func provider(of predicate: ID) -> Int? {
        predicates.lazy.filter { $0.id == predicate }.compactMap { $0.provider }.first
    }
}
