import FSMEngine

extension Conformance {
    /// A case as it was read: what is defined, what validation has to tell of it, and the runs.
    struct Case {
        var words = Words()
        /// As the library has read it. Its callbacks are not bound.
        var definition = Definition()

        var predicates: [Predicate] = []
        var eventTypes: [EventDeclaration] = []
        /// The signatures of callables, by their roles and names in words.
        var callables: [String: Callable] = [:]
        var initials: [(line: Int, state: ID)] = []
        var blocks: [Block] = []
        var rows: [Row] = []
        var guards = GuardPolicy.exclusive
        var entryExit = EntryExitPolicy.onChange
        /// Empty for the default.
        var order: [Phase] = []
        /// Those of the table.
        var hooks: [TableHook] = []
        var warnings = Warnings.all

        var diagnosticsLine: Int?
        var findings: [Finding] = []
        var transitionsLine: Int?
        var transitions: [StateRow] = []
        var runs: [Run] = []
        /// The names of the timers of the run that is read.
        var timers: Set<String> = []
    }

    // MARK: - The definition

    /// Where a callback is registered.
    enum Role: String, CaseIterable {
        case entry, exit, cycle, update, `guard`, action, resolver, provider, unhandled, step

        static var ofBlocks: [Role] { [.entry, .exit, .cycle, .update] }
        /// Those of the table have names, those of machines have none.
        var isHook: Bool { self == .unhandled || self == .step }
    }

    /// What a row says of one predicate type.
    struct Match {
        var predicate: ID
        var values: [Int32] = []
    }

    struct Row {
        var line: Int
        var source: ID = ReservedID.none
        var event: ID = ReservedID.none
        var target: ID = ReservedID.none
        var block: Int?
        var isOverriding = false
        var isLocal = false
        /// The targets after the first one.
        var moreTargets: [ID] = []
        var matches: [Match] = []
        var guards: [String] = []
        var inGuards: [(state: ID, isIn: Bool)] = []
        var raised: [ID] = []
        var actions: [String] = []
        var resolver: String?
    }

    struct Block {
        var line: Int
        var isSuperstate: Bool
        /// Of a superstate.
        var name: String?
        var state: ID
        var kind = StateKind.plain
        var isFinal = false
        /// Its place in a chart: ``ReservedID/none`` for what it does not say.
        var parent = ReservedID.none
        var defaultTarget = ReservedID.none
        var defaultActions: [String] = []
        var doneEvent = ReservedID.none
        var timeouts: [(delay: Int64, event: ID)] = []
        /// The numbers of superstates.
        var adopted: [Int] = []
        var callbacks: [Role: [String]] = [:]
    }

    struct Predicate {
        var line: Int
        var id: ID
        var caseCount: Int32
        /// The names of its cases, or none.
        var words: [String]
        var provider: String?
    }

    /// An event that is declared with what it carries.
    struct EventDeclaration {
        var line: Int
        var id: ID
        var types: [ValueType]
    }

    struct TableHook {
        var role: Role
        var name: String
    }

    /// What a callback is that has a signature of its own.
    struct Callable {
        var line: Int
        var signature: Signature
        var isRegistered = false
    }

    // MARK: - What validation tells

    /// An expected diagnostic.
    struct Finding {
        var line: Int
        var kind: String
        var places: [Int] = []
        var combination: [PredicateCase] = []
        /// What it concerns, as far as that is written: `state`, `event`, `target`, `predicate`, `case`.
        var fields: [(name: String, value: Int32)] = []
        /// What its text has in it.
        var sayings: [String] = []
    }

    /// A row as a state has it.
    struct StateRow {
        var line: Int
        var source: ID
        var row: Int
    }

    /// What is called, in the words of a case.
    static func words(_ role: Role, _ name: String, _ outcome: String = "") -> String {
        [role.rawValue, name, outcome].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
