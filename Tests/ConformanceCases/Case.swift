import FSMEngine

extension Conformance {
    /// A case as it was read: what is defined, what validation has to tell of it, and the runs.
    struct Case {
        var words = Words()

        var predicates: [Predicate] = []
        var eventTypes: [EventDeclaration] = []
        /// The signatures of callables, by their roles and names in words.
        var callables: [String: Callable] = [:]
        var initials: [(line: Int, state: ID)] = []
        var blocks: [Block] = []
        var rows: [Row] = []
        var namedEvents: [ID] = []
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
    }

    // MARK: - The definition

    /// Where a callback is registered.
    enum Role: String, CaseIterable {
        case entry, exit, cycle, update, `guard`, action, resolver, provider, unhandled, step

        static var ofBlocks: [Role] { [.entry, .exit, .cycle, .update] }
        /// Those of the table have names, those of machines have none.
        var isHook: Bool { self == .unhandled || self == .step }
    }

    /// What a row says of one predicate type. Its cases get their numbers when all declarations are read.
    struct Match {
        var predicate: ID
        var words: [String] = []
        var values: [Int32] = []
    }

    struct Row {
        var line: Int
        var source: ID = ReservedID.none
        var event: ID = ReservedID.none
        var target: ID = ReservedID.none
        var block: Int?
        var isOverriding = false
        var matches: [Match] = []
        var guards: [String] = []
        var actions: [String] = []
        var resolver: String?
    }

    struct Block {
        var line: Int
        var isSuperstate: Bool
        /// Of a superstate.
        var name: String?
        var state: ID
        var isFinal = false
        /// Labels, which may stand further down.
        var adopted: [String] = []
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

    // MARK: - Runs

    struct Run {
        var line: Int
        var initial: ID = ReservedID.none
        var isLenient = false
        var observesUnhandled = false
        var observesSteps = false
        /// What comes of making the machine if that fails.
        var failure: String?
        var calls: [Call] = []
    }

    /// What a machine is told to do.
    enum Verb {
        case send(ID)
        case request(ID)
        case start(ID)
        case stop
        case update(time: Double, isHandedOver: Bool)
        case setState(ID)
        case run
        case discard
        case probe(ID)
        case permitted(Machine.Permission)
        case explain(ID)
        case explainRequest(ID)

        var takesCases: Bool {
            switch self {
            case .send, .request, .probe, .permitted, .explain, .explainRequest: return true
            default: return false
            }
        }

        /// A request carries none.
        var takesArguments: Bool {
            switch self {
            case .send, .probe, .explain: return true
            default: return false
            }
        }
    }

    struct Call {
        var line: Int
        var verb: Verb
        /// `nil` if none are written at all.
        var cases: [PredicateCase]?
        var arguments: [Datum]?
        var trace: [Happening] = []
        var reasons: [ExpectedReason] = []
        var result: Result?

        /// What is permitted are states to request.
        var listsStates: Bool {
            guard case .permitted(let permission) = verb else { return false }
            return permission.contains(.requests)
        }
    }

    /// What a call comes to, and the state afterwards.
    struct Result {
        var line: Int
        var outcome: String
        var state: ID
        var failure: Int32?
        var pending: Int32?
        var target: ID?
        var event: ID?
        var rejected: PredicateCase?
        var rejectedArgument: RejectedArgument?
        var ids: [ID]?
    }

    /// Which argument an event should not have been sent with, and what was declared and sent in its place.
    struct RejectedArgument {
        var index: Int
        var declared: Int32 = 0
        var sent: Int32 = 0
    }

    /// Why a row is taken or not, according to an explanation.
    struct ExpectedReason {
        var line: Int
        var row: Int
        var kind: Reason.Kind
        var mismatch = PredicateCase(ReservedID.none, ReservedID.none)
        var guardNumber: Int32 = -1
    }

    /// A callback that is expected to be called next: what it checks, does and answers.
    struct Happening {
        var line: Int
        var role: Role
        var name: String
        /// Of a hook for steps that is told the step.
        var outcome = ""
        var answer: Int32 = 0
        var step: (source: ID, event: ID, target: ID)?
        var state: ID?
        var cases: [PredicateCase] = []
        var arguments: [Datum]?
        /// Of a callable.
        var given: [Passed]?
        var time: Double?
        var calls: [Call] = []

        /// `guard exact`, `step note transitioned`, as in the case.
        var words: String { Conformance.words(role, name, outcome) }
    }

    /// What is called, in the words of a case.
    static func words(_ role: Role, _ name: String, _ outcome: String = "") -> String {
        [role.rawValue, name, outcome].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
