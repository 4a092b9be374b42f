import FSMEngine

/// What a callback of a document is for.
public enum FSMCallbackRole: String, Sendable {
    /// Where a document names a callback, by the word for it.
    case `guard`, action, entry, exit, cycle, provider, resolver, update
    /// A hook: what a document calls `on unhandled`, for events that have no row in the state, and `on step`, for every step,
    /// those of events that came to nothing too. It is called like ``FSM/stepHandler``, and before it.
    case unhandled, step

    /// Whether it is called after a step, and cannot be awaited.
    var isHook: Bool { self == .unhandled || self == .step }

    init(_ role: CallbackRole) {
        self =
            switch role {
            case .guard: .guard
            case .action: .action
            case .entry: .entry
            case .exit: .exit
            case .cycle: .cycle
            case .provider: .provider
            case .resolver: .resolver
            case .update: .update
            case .unhandled: .unhandled
            case .step: .step
            }
    }
}

/// A callback that a document names: what a program is asked for.
public struct FSMWantedCallback: Sendable {
    /// What it is for. A name can have several roles: it is asked for once in each.
    public let role: FSMCallbackRole
    /// The name in the document.
    public let name: String
    /// The signature that a line `callable` of the document declares, for people; `nil` if there is none.
    public let signature: String?
    /// The name of the document's file, as it was told when the document was read.
    public let file: String
    /// Where the document names it first, from 1.
    public let line: Int
    /// See ``line``.
    public let column: Int
}

/// What a program supplies for a callback of a document: see ``FSMTable/init(reading:file:type:initialState:predicates:callbacks:)``.
///
/// A guard decides whether a row is taken. A provider says which case of a predicate type holds. A resolver says to which state a
/// row leads whose target is `dynamic`. An update callback says which event follows from the time. An action stands for what a
/// document calls action, entry, exit or cycle, and, if it is synchronous, for a hook. Guards, resolvers and actions can take the
/// event, and with it its associated values.
public struct FSMCallback<Event: FSMHashable> {
    enum Kind {
        case asks(DocumentQuestion)
        case provides(DocumentQuestion)
        case resolves(DocumentResolver)
        case updates(DocumentUpdate)
        case acts(AnyAction)
    }

    let kind: Kind

    /// A guard. It may be isolated to an actor, as closures of a `@MainActor` class are: the events of the machine must then
    /// be sent from that actor. Evaluating it elsewhere traps.
    public static func `guard`(_ condition: @escaping @isolated(any) () -> Bool) -> FSMCallback {
        FSMCallback(kind: .asks(DocumentQuestion(condition)))
    }

    /// A guard that takes the event. In ``FSM/permittedEvents(_:)`` that is the value for the event's name in the document:
    /// `.coin(.any)`, say.
    public static func `guard`(_ condition: @escaping @isolated(any) (Event) -> Bool) -> FSMCallback {
        FSMCallback(kind: .asks(DocumentQuestion(condition)))
    }

    /// A provider: returns the case of a predicate type that holds now. It is asked when an event needs the case to find its
    /// row, and comes without a predicate of the type; at most once in a step. It may be isolated to an actor as guards may.
    public static func provider<P: Predicate>(_ provider: @escaping @isolated(any) () -> P) -> FSMCallback {
        FSMCallback(kind: .provides(DocumentQuestion(provider)))
    }

    /// A resolver: returns the next state of a row whose target is `dynamic`, or `nil`, which refuses the row. Write the type of
    /// the state: `.resolver { State.shipped }`. It may be isolated to an actor as guards may.
    ///
    /// A state that the document does not have is no state of the machine: nothing then happens, and the result is
    /// ``FSMOutcome/unknownTarget(_:)``.
    public static func resolver<State: FSMHashable>(
        _ resolver: @escaping @isolated(any) () -> State?
    ) -> FSMCallback { FSMCallback(kind: .resolves(DocumentResolver(resolver))) }

    /// A resolver that takes the event.
    public static func resolver<State: FSMHashable>(
        _ resolver: @escaping @isolated(any) (Event) -> State?
    ) -> FSMCallback { FSMCallback(kind: .resolves(DocumentResolver(resolver))) }

    /// An update callback: returns the event that `FSM.update` handles, or `nil`, which leaves that to the next one. It may be
    /// isolated to an actor as guards may. Events that it sends to the machine itself are not found.
    public static func update(_ update: @escaping @isolated(any) () -> Event?) -> FSMCallback {
        FSMCallback(kind: .updates(DocumentUpdate(update)))
    }

    /// An update callback that takes the time.
    public static func update(_ update: @escaping @isolated(any) (Double) -> Event?) -> FSMCallback {
        FSMCallback(kind: .updates(DocumentUpdate(update)))
    }

    /// A synchronous action.
    public static func action(_ action: @escaping FSMSyncAction) -> FSMCallback {
        FSMCallback(kind: .acts(AnyAction(action)))
    }

    /// A synchronous action that takes the event.
    public static func action(_ action: @escaping FSMSyncActionWithEvent<Event>) -> FSMCallback {
        FSMCallback(kind: .acts(AnyAction(action)))
    }

    /// An `async` action.
    public static func action(_ action: @escaping FSMAction) -> FSMCallback {
        FSMCallback(kind: .acts(AnyAction(action)))
    }

    /// An `async` action that takes the event.
    public static func action(_ action: @escaping FSMActionWithEvent<Event>) -> FSMCallback {
        FSMCallback(kind: .acts(AnyAction(action)))
    }
}
