@testable import FSMEngine

/// A definition as plain data: what is random in the oracle's test. Callbacks are numbers.
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
    }

    /// What is asked of a machine.
    enum Call {
        case send(ID, [Model.Case])
        case request(ID, [Model.Case])
        case update(sends: Bool)
        case probe(ID, [Model.Case])
        case explain(ID, requested: ID, [Model.Case])
        case permitted(Machine.Permission, [Model.Case])
    }

    struct Case {
        var predicate: ID
        var value: Int32
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

    var rows: [Row] = []
    var blocks: [Block] = []
    var predicates: [Predicate] = []
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

    /// The states that may be in the table: those that rows leave or that have a block.
    var states: [ID] {
        var states: [ID] = []
        for id in rows.map({ $0.source }) + blocks.map({ $0.state })
        where id >= ReservedID.first && !states.contains(id) { states.append(id) }
        return states
    }

    /// How many cases a predicate type has, `nil` if it is not declared.
    func caseCount(_ predicate: ID) -> Int32? {
        predicates.filter { $0.id == predicate }.map { $0.caseCount }.max()
    }

    /// The predicate types in ascending order.
    var predicateIDs: [ID] { Set(predicates.map { $0.id }).sorted() }

    /// The events that the table knows.
    var knownEvents: [ID] {
        var events: [ID] = []
        for id in rows.map({ $0.event }) + namedEvents
        where id >= ReservedID.first && !events.contains(id) { events.append(id) }
        return events
    }
}

/// What callback number `callback` does the `call`th time that a run calls any: the same for engine and oracle.
struct Answer {
    var number: UInt64

    init(_ model: Model, callback: Int, call: Int) {
        var random = Random(seed: model.salt ^ (UInt64(callback) << 32) ^ UInt64(call))
        number = random.next()
    }

    /// Fails once in 64 times.
    var fails: Bool { number & 63 == 0 }
    /// As a guard: two in three times yes.
    var permits: Bool { number >> 8 % 3 != 0 }
    /// As an action: once in 8 times it sends an event to its own machine.
    var sends: Bool { (number >> 16) & 7 == 0 }
    /// As an action: once in 64 times it stops its own machine.
    var stops: Bool { (number >> 20) & 63 == 0 }

    /// As an action: what it sends or requests.
    func sent(of model: Model) -> Model.Call? {
        let sends = model.calls.filter { $0.isSend }
        return sends.isEmpty ? nil : sends[Int((number >> 24) % UInt64(sends.count))]
    }

    /// As an update callback: mostly nothing, at times an event, an unknown one among them, or a failure.
    func event(of model: Model) -> ID {
        switch (number >> 8) & 7 {
        case 0: return ReservedID.failed
        case 1: return 424_242
        case 2, 3, 4: return ReservedID.none
        default:
            let events = model.knownEvents
            return events.isEmpty ? ReservedID.none : events[Int((number >> 24) % UInt64(events.count))]
        }
    }

    /// As a resolver: mostly a state, at times none, an unknown state or a failure.
    func target(of model: Model) -> ID {
        switch (number >> 8) & 15 {
        case 0: return ReservedID.failed
        case 1: return 987_654
        case 2, 3: return ReservedID.none
        default: return model.states[Int((number >> 24) % UInt64(model.states.count))]
        }
    }
}

extension Model.Call {
    var isSend: Bool {
        switch self {
        case .send, .request: return true
        default: return false
        }
    }
}

/// SplitMix64: small, and the same everywhere.
struct Random {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// From 0 up to, but not including, `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func chance(_ part: Int, in whole: Int) -> Bool { below(whole) < part }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
