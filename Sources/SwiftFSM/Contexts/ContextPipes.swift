// `|` in rules with contexts. The functions that use it are compiled for the types of a program, so that the closures made
// here call its functions directly.

extension ContextSyntax.Condition {
    /// Adds a `when` to a condition.
    public static func | (condition: Self, when: ContextSyntax.When) -> ContextSyntax.When {
        ContextSyntax.When(clause: condition.clause.joined(when.clause), lifetimes: when.lifetimes)
    }

    /// Joins two conditions, both of which must hold.
    public static func | (condition: Self, other: Self) -> Self { Self(clause: condition.clause.joined(other.clause)) }
}

extension ContextSyntax.When {
    /// Adds a `then` to a `when`.
    public static func | (when: Self, then: ContextSyntax.Then) -> ContextSyntax.Row {
        ContextSyntax.Row(clause: when.clause.joined(then.clause), lifetimes: when.lifetimes)
    }
}

// MARK: - Closures

extension ContextSyntax.Row {
    /// Adds an action that is passed the context.
    @inlinable
    public static func | (
        row: Self, @_inheritActorContext action: @escaping @isolated(any) @Sendable (Context) -> Void
    ) -> Self {
        let isolation = action.isolation
        // An `@isolated(any)` function has the calling convention of any other function.
        let direct = unsafeBitCast(action, to: (@Sendable (Context) -> Void).self)
        return row.adding(ContextAction(direct: { context, _ in direct(context) }, isolation: isolation))
    }

    /// Adds an action that is passed the context and the event.
    @inlinable
    public static func | (
        row: Self, @_inheritActorContext action: @escaping @isolated(any) @Sendable (Context, Event) -> Void
    ) -> Self {
        let isolation = action.isolation
        return row.adding(
            ContextAction(
                direct: unsafeBitCast(action, to: (@Sendable (Context, Event) -> Void).self), isolation: isolation))
    }

    /// Adds an action that is awaited and passed the context.
    @inlinable
    public static func | (
        row: Self, action: nonisolated(nonsending) @escaping @Sendable (Context) async -> Void
    ) -> Self { row.adding(ContextAction(awaited: { context, _ in await action(context) })) }

    /// Adds an action that is awaited and passed the context and the event.
    @inlinable
    public static func | (
        row: Self, action: nonisolated(nonsending) @escaping @Sendable (Context, Event) async -> Void
    ) -> Self { row.adding(ContextAction(awaited: action)) }
}

// MARK: - Methods of the context

extension ContextSyntax.Row {
    /// Adds a method of the context: `Gate.unlock`.
    @inlinable
    @_disfavoredOverload
    public static func | (row: Self, method: @escaping @Sendable (Context) -> () -> Void) -> Self {
        row.adding(ContextAction(direct: { context, _ in method(context)() }, isolation: nil))
    }

    /// Adds a method of the context that is passed the event.
    @inlinable
    @_disfavoredOverload
    public static func | (row: Self, method: @escaping @Sendable (Context) -> (Event) -> Void) -> Self {
        row.adding(ContextAction(direct: { context, event in method(context)(event) }, isolation: nil))
    }

    /// Adds a method of the context that is awaited.
    @inlinable
    @_disfavoredOverload
    public static func | (
        row: Self, method: @escaping @Sendable (Context) -> nonisolated(nonsending) () async -> Void
    ) -> Self { row.adding(ContextAction(awaited: { context, _ in await method(context)() })) }

    /// Adds a method of the context that is awaited and passed the event.
    @inlinable
    @_disfavoredOverload
    public static func | (
        row: Self, method: @escaping @Sendable (Context) -> nonisolated(nonsending) (Event) async -> Void
    ) -> Self { row.adding(ContextAction(awaited: { context, event in await method(context)(event) })) }

    // An `async` method that does not say `nonisolated(nonsending)` leaves the actor of the machine: the context goes with
    // it, and has to be `Sendable`. Without these functions the compiler takes it for one that stays.

    /// Adds a method of a context on any actor that is awaited.
    @inlinable
    @_disfavoredOverload
    public static func | (
        row: Self, method: @escaping @Sendable (Context) -> @concurrent () async -> Void
    ) -> Self where Context: Sendable { row.adding(ContextAction(awaited: { context, _ in await method(context)() })) }

    /// Adds a method of a context on any actor that is awaited and passed the event.
    @inlinable
    @_disfavoredOverload
    public static func | (
        row: Self, method: @escaping @Sendable (Context) -> @concurrent (Event) async -> Void
    ) -> Self where Context: Sendable {
        row.adding(ContextAction(awaited: { context, event in await method(context)(event) }))
    }

    /// Adds a method of a context on the main actor.
    @inlinable
    @_disfavoredOverload
    public static func | (row: Self, method: @escaping @Sendable (Context) -> @MainActor () -> Void) -> Self {
        row.adding(
            ContextAction(
                direct: { context, _ in unsafeBitCast(method(context), to: (() -> Void).self)() },
                isolation: MainActor.shared))
    }

    /// Adds a method of a context on the main actor that is passed the event.
    @inlinable
    @_disfavoredOverload
    public static func | (row: Self, method: @escaping @Sendable (Context) -> @MainActor (Event) -> Void) -> Self {
        row.adding(
            ContextAction(
                direct: { context, event in unsafeBitCast(method(context), to: ((Event) -> Void).self)(event) },
                isolation: MainActor.shared))
    }
}
