/// An action that is passed the context of the machine that performs it. It belongs to a table, which machines in any
/// isolation domain share. Rows make it of the functions behind `|`.
public struct ContextAction<Context, Event: FSMHashable>: Sendable {
    @usableFromInline typealias Direct = @Sendable (Context, Event) -> Void
    @usableFromInline typealias Awaited = nonisolated(nonsending) @Sendable (Context, Event) async -> Void

    let box: ContextActionBox<Context, Event>

    /// An action that only a machine can perform: it may fail, or begins or ends what lives as long as a state.
    init(_ effect: ContextEffect<Context, Event>) { box = ContextActionBox(effect: effect) }

    /// A synchronous action. With an isolation it must only be called there.
    @usableFromInline
    init(direct: @escaping Direct, isolation: (any Actor)?) {
        box = ContextActionBox(direct: direct, awaited: nil, isolation: isolation)
    }

    @usableFromInline
    init(awaited: @escaping Awaited) { box = ContextActionBox(direct: { _, _ in }, awaited: awaited, isolation: nil) }
}

/// An immutable box around an action, so that calling it needs no reference counting.
@usableFromInline
final class ContextActionBox<Context, Event: FSMHashable>: Sendable {
    @usableFromInline let direct: ContextAction<Context, Event>.Direct
    @usableFromInline let awaited: ContextAction<Context, Event>.Awaited?
    @usableFromInline let isolation: (any Actor)?
    /// What the machine does instead of calling the action; `nil` for most.
    let effect: ContextEffect<Context, Event>?

    /// An action with an effect.
    init(effect: ContextEffect<Context, Event>) {
        direct = { _, _ in }
        awaited = nil
        isolation = effect.isolation
        self.effect = effect
    }

    init(
        direct: @escaping ContextAction<Context, Event>.Direct, awaited: ContextAction<Context, Event>.Awaited?,
        isolation: (any Actor)?
    ) {
        self.direct = direct
        self.awaited = awaited
        self.isolation = isolation
        effect = nil
    }

    /// Calls the action on its actor. `isSent`: the context is `Sendable`.
    @inlinable
    func call(_ context: Context, isSent: Bool, _ event: Event, isolation: isolated (any Actor)?) async {
        if let awaited {
            await awaited(context, event)
        } else if let actor = self.isolation, actor !== isolation {
            await call(Transferred(context, isSent, to: actor), event, on: actor)
        } else {
            direct(context, event)
        }
    }

    @usableFromInline
    func call(_ transferred: Transferred, _ event: Event, on actor: isolated any Actor) {
        direct(transferred.context, event)
    }

    /// A context on its way to the actor of an action.
    @usableFromInline
    struct Transferred: @unchecked Sendable {
        let context: Context

        /// Traps if the context may not leave the actor of its machine: both actors would use it at the same time.
        @usableFromInline
        init(_ context: Context, _ isSent: Bool, to actor: any Actor) {
            require(
                isSent,
                """
                an action on \(actor) takes a context that is not Sendable, but another actor sent the event: send the \
                events of this machine from \(actor), or make \(Context.self) Sendable
                """)
            self.context = context
        }
    }
}

/// In a clause, an action of a table with contexts.
struct ErasedContextAction<Context, Event: FSMHashable>: ErasedAction {
    let action: ContextAction<Context, Event>

    /// Its events are those of the table, as the compiler checks.
    var eventType: Any.Type? { nil }

    var fault: ChartFault? { action.box.effect?.fault }

    var failureTarget: (any FSMHashable)? {
        guard case .attempt(let attempt) = action.box.effect else { return nil }
        return (attempt.failure as? any ErasedFailure)?.target
    }

    /// It is no action of a table without contexts.
    func typed<Other: FSMHashable>(_ event: Other.Type) -> Action<Other>? { nil }
}

/// A condition that is passed the context. An object, so that asking it needs no reference counting.
@usableFromInline
final class ContextCondition<Context, Event: FSMHashable>: Sendable {
    @usableFromInline let holds: @Sendable (Context, Event) -> Bool

    @usableFromInline
    init(holds: @escaping @Sendable (Context, Event) -> Bool) { self.holds = holds }
}
