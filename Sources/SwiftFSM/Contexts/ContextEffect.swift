/// What a machine does at an action that concerns the machine itself. Immutable.
@usableFromInline
enum ContextEffect<Context, Event: FSMHashable>: Sendable {
    /// Calls an action that may fail.
    case attempt(ContextTry<Context, Event>)
    /// Begins what lives as long as the state: a `ContextLifetime`.
    case begin(any ErasedLifetime)
    /// Ends it.
    case end(any ErasedLifetime)

    /// The actor on which it must happen; `nil` if any will do.
    var isolation: (any Actor)? {
        if case .attempt(let action) = self { action.isolation } else { nil }
    }

    /// Whether it begins a timer.
    var beginsTimer: Bool {
        if case .begin(let lifetime) = self { lifetime.isTimer } else { false }
    }

    /// What is wrong with it.
    var fault: ChartFault? {
        if case .begin(let lifetime) = self { lifetime.fault } else { nil }
    }

    /// Whether nothing has to be awaited.
    var isSynchronous: Bool {
        if case .attempt(let action) = self { action.awaited == nil } else { true }
    }
}

/// A ``ContextLifetime`` of any states.
@usableFromInline
protocol ErasedLifetime: AnyObject, Sendable {
    /// Whether it is a timer, not a task.
    var isTimer: Bool { get }
    /// What is wrong with it.
    var fault: ChartFault? { get }
}

/// An action that may fail, with what the machine does then.
@usableFromInline
final class ContextTry<Context, Event: FSMHashable>: Sendable {
    @usableFromInline typealias Direct = @Sendable (Context, Event) throws -> Void
    @usableFromInline typealias Awaited = nonisolated(nonsending) @Sendable (Context, Event) async throws -> Void

    let direct: Direct
    let awaited: Awaited?
    let isolation: (any Actor)?
    /// An `FSMFailure` of the machine's states.
    let failure: any Sendable

    init(direct: @escaping Direct, isolation: (any Actor)?, failure: any Sendable) {
        self.direct = direct
        awaited = nil
        self.isolation = isolation
        self.failure = failure
    }

    init(awaited: @escaping Awaited, failure: any Sendable) {
        direct = { _, _ in }
        self.awaited = awaited
        isolation = nil
        self.failure = failure
    }

    /// Calls the action on its actor. `isSent`: the context is `Sendable`.
    func call(_ context: Context, isSent: Bool, _ event: Event, isolation: isolated (any Actor)?) async throws {
        if let awaited {
            try await awaited(context, event)
        } else if let actor = self.isolation, actor !== isolation {
            try await call(
                ContextActionBox<Context, Event>.Transferred(context, isSent, to: actor), event, on: actor)
        } else {
            try direct(context, event)
        }
    }

    private func call(
        _ transferred: ContextActionBox<Context, Event>.Transferred, _ event: Event, on actor: isolated any Actor
    ) throws { try direct(transferred.context, event) }
}

/// An action that may fail: the result of `attempt`. Join it with `|`, as every action.
public struct ContextAttempt<Context, Event: FSMHashable>: Sendable {
    let action: ContextAction<Context, Event>

    @usableFromInline
    init<State: FSMHashable>(
        direct: @escaping @Sendable (Context, Event) throws -> Void, isolation: (any Actor)?,
        _ failure: FSMFailure<State, Event>
    ) {
        action = ContextAction(.attempt(ContextTry(direct: direct, isolation: isolation, failure: failure)))
    }

    @usableFromInline
    init<State: FSMHashable>(
        awaited: nonisolated(nonsending) @escaping @Sendable (Context, Event) async throws -> Void,
        _ failure: FSMFailure<State, Event>
    ) {
        action = ContextAction(.attempt(ContextTry(awaited: awaited, failure: failure)))
    }
}

extension ContextSyntax.Row {
    /// Adds an action that may fail: `when(.load) | then(.loading) | attempt(Store.load, orElse: .send(.failed))`.
    public static func | (row: Self, attempt: ContextAttempt<Context, Event>) -> Self { row.adding(attempt.action) }
}
