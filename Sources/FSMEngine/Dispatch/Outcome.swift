/// What came of an event (> 0), or why a call could not be carried out (< 0). The numbers are those of the C header.
public struct Outcome: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    private init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// `SFSM_TRANSITIONED`: a row was taken and its callbacks ran.
    public static var transitioned: Outcome { Outcome(1) }
    /// `SFSM_REFUSED`: rows match, but guards or resolvers said no.
    public static var refused: Outcome { Outcome(2) }
    /// `SFSM_UNHANDLED`: no row for this event or request, and these cases, in this state.
    public static var unhandled: Outcome { Outcome(3) }
    /// `SFSM_QUEUED`: sent from inside a step; it runs after that.
    public static var queued: Outcome { Outcome(4) }
    /// `SFSM_DEFERRED`: the event waits until a row that does not defer it takes it.
    public static var deferred: Outcome { Outcome(5) }

    /// `SFSM_OK`
    public static var ok: Outcome { Outcome(0) }
    /// `SFSM_BAD_VALUE`
    public static var badValue: Outcome { Outcome(-3) }
    /// `SFSM_RESERVED_ID`
    public static var reservedID: Outcome { Outcome(-4) }
    /// `SFSM_UNKNOWN_STATE`
    public static var unknownState: Outcome { Outcome(-5) }
    /// `SFSM_UNKNOWN_EVENT`
    public static var unknownEvent: Outcome { Outcome(-6) }
    /// `SFSM_NOT_RUNNING`
    public static var notRunning: Outcome { Outcome(-9) }
    /// `SFSM_ALREADY_RUNNING`
    public static var alreadyRunning: Outcome { Outcome(-10) }
    /// `SFSM_BUSY`: not from inside a callback of this machine.
    public static var busy: Outcome { Outcome(-11) }
    /// `SFSM_QUEUE_FULL`
    public static var queueFull: Outcome { Outcome(-12) }
    /// `SFSM_OUT_OF_MEMORY`
    public static var outOfMemory: Outcome { Outcome(-13) }
    /// `SFSM_CALLBACK_FAILED`: a callback returned a negative number.
    public static var callbackFailed: Outcome { Outcome(-14) }
    /// `SFSM_OUT_OF_RANGE`: there is no such thing.
    public static var outOfRange: Outcome { Outcome(-15) }
    /// `SFSM_MISSING_PREDICATE`: a strict machine was sent no case of a predicate type.
    public static var missingPredicate: Outcome { Outcome(-16) }
    /// `SFSM_UNKNOWN_PREDICATE`
    public static var unknownPredicate: Outcome { Outcome(-17) }
    /// `SFSM_REPEATED_PREDICATE`
    public static var repeatedPredicate: Outcome { Outcome(-18) }
    /// `SFSM_UNKNOWN_CASE`
    public static var unknownCase: Outcome { Outcome(-19) }

    /// `SFSM_ARGUMENT_COUNT`: more or fewer arguments than the event declares.
    public static var argumentCount: Outcome { Outcome(-22) }
    /// `SFSM_ARGUMENT_TYPE`
    public static var argumentType: Outcome { Outcome(-23) }

    /// `SFSM_UNSUPPORTED`
    public static var unsupported: Outcome { Outcome(-24) }
    /// `SFSM_BAD_CONFIGURATION`: these states cannot be the active ones, or are not all of them.
    public static var badConfiguration: Outcome { Outcome(-25) }
    /// `SFSM_STEP_LIMIT_REACHED`: rows without an event and raised events do not come to an end.
    public static var stepLimit: Outcome { Outcome(-26) }
    /// `SFSM_UNBOUND_CALLBACKS`: a document was read without some of its callbacks.
    public static var unboundCallbacks: Outcome { Outcome(-27) }

    /// Whether an event has led to no step, of which the hooks were told.
    public var isWithoutStep: Bool { self == .unhandled || self == .refused || self == .deferred }

    /// Whether there was no room for what a step needs. Nothing has happened then, and the event may be tried again.
    var lacksRoom: Bool { self == .outOfMemory || self == .queueFull }

    /// Whether a callback failed, so that events behind it have to wait. In the middle of a step a state or a case is
    /// unknown only if a resolver or a provider has named it.
    var endsRun: Bool {
        self == .callbackFailed || self == .unknownState || self == .unknownCase || self == .stepLimit
    }
}
