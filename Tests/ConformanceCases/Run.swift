import FSMEngine

/// What machines are told to do, and what is expected of that.
extension Conformance {
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
        /// With the name of the timer, if it has one.
        case sendLater(ID, delay: Int64, timer: String?)
        case cancel(timer: String)
        case advance(Int64)
        case raise(ID)
        case request(ID)
        case start(ID)
        case stop
        case update(time: Double, isHandedOver: Bool)
        case setState(ID)
        case setStates([ID])
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
        /// The active leaves.
        var active: [ID]?
        var isDone: Bool?
        /// When the next event is due; `nil` in it for never.
        var due: Int64??
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
}
