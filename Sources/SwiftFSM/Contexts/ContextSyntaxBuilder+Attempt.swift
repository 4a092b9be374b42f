// Actions that may fail. The words take every form of an action that a row takes after `|`.

extension ContextSyntaxBuilder {
    /// What a machine does when an action fails: `.send(.failed)`, `.send { .failed("\($0)") }` or `.enter(.broken)`.
    public typealias Failure = FSMFailure<State, Event>
    /// The result of `attempt`.
    public typealias Attempt = ContextAttempt<Context, Event>

    /// Makes an action of a function that throws: `attempt({ gate in try gate.open() }, orElse: .send(.jammed))`.
    ///
    /// If it throws, the actions after it in its row, `onEntry` or `onExit` are skipped; the exit and entry actions of the
    /// step run, since the state has changed. Then the event is sent, before events of other tasks, or the state is changed
    /// again, and the exit and entry actions of that run. Both belong to the step that failed: its outcome is the first
    /// change.
    ///
    /// - Parameters:
    ///   - action: The function, which is passed the context.
    ///   - failure: What the machine does if it throws.
    /// - Returns: The action.
    public func attempt(
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable (Context) throws -> Void,
        orElse failure: Failure
    ) -> Attempt {
        let isolation = action.isolation
        // An `@isolated(any)` function has the calling convention of any other function.
        let direct = unsafeBitCast(action, to: (@Sendable (Context) throws -> Void).self)
        return Attempt(direct: { context, _ in try direct(context) }, isolation: isolation, failure)
    }

    /// Makes an action of a function that throws, and that is passed the context and the event.
    public func attempt(
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable (Context, Event) throws -> Void,
        orElse failure: Failure
    ) -> Attempt {
        let isolation = action.isolation
        let direct = unsafeBitCast(action, to: (@Sendable (Context, Event) throws -> Void).self)
        return Attempt(direct: direct, isolation: isolation, failure)
    }

    /// Makes an action of a function that throws and is awaited.
    public func attempt(
        _ action: nonisolated(nonsending) @escaping @Sendable (Context) async throws -> Void, orElse failure: Failure
    ) -> Attempt { Attempt(awaited: { context, _ in try await action(context) }, failure) }

    /// Makes an action of a function that throws, is awaited, and is passed the context and the event.
    public func attempt(
        _ action: nonisolated(nonsending) @escaping @Sendable (Context, Event) async throws -> Void,
        orElse failure: Failure
    ) -> Attempt { Attempt(awaited: action, failure) }

    /// Makes an action of a method that throws: `attempt(Gate.open, orElse: .send(.jammed))`.
    @_disfavoredOverload
    public func attempt(
        _ method: @escaping @Sendable (Context) -> () throws -> Void, orElse failure: Failure
    ) -> Attempt { Attempt(direct: { context, _ in try method(context)() }, isolation: nil, failure) }

    /// Makes an action of a method that throws and is passed the event.
    @_disfavoredOverload
    public func attempt(
        _ method: @escaping @Sendable (Context) -> (Event) throws -> Void, orElse failure: Failure
    ) -> Attempt { Attempt(direct: { context, event in try method(context)(event) }, isolation: nil, failure) }

    /// Makes an action of a method that throws and is awaited.
    @_disfavoredOverload
    public func attempt(
        _ method: @escaping @Sendable (Context) -> nonisolated(nonsending) () async throws -> Void,
        orElse failure: Failure
    ) -> Attempt { Attempt(awaited: { context, _ in try await method(context)() }, failure) }

    /// Makes an action of a method that throws, is awaited, and is passed the event.
    @_disfavoredOverload
    public func attempt(
        _ method: @escaping @Sendable (Context) -> nonisolated(nonsending) (Event) async throws -> Void,
        orElse failure: Failure
    ) -> Attempt { Attempt(awaited: { context, event in try await method(context)(event) }, failure) }

    /// Makes an action of a method of a context on any actor that throws and is awaited.
    @_disfavoredOverload
    public func attempt(
        _ method: @escaping @Sendable (Context) -> @concurrent () async throws -> Void, orElse failure: Failure
    ) -> Attempt where Context: Sendable {
        Attempt(awaited: { context, _ in try await method(context)() }, failure)
    }

    /// Makes an action of a method of a context on any actor that throws, is awaited, and is passed the event.
    @_disfavoredOverload
    public func attempt(
        _ method: @escaping @Sendable (Context) -> @concurrent (Event) async throws -> Void, orElse failure: Failure
    ) -> Attempt where Context: Sendable {
        Attempt(awaited: { context, event in try await method(context)(event) }, failure)
    }

    /// Makes an action of a method on the main actor that throws.
    @_disfavoredOverload
    public func attempt(
        _ method: @escaping @Sendable (Context) -> @MainActor () throws -> Void, orElse failure: Failure
    ) -> Attempt {
        Attempt(
            direct: { context, _ in try unsafeBitCast(method(context), to: (() throws -> Void).self)() },
            isolation: MainActor.shared, failure)
    }

    /// Makes an action of a method on the main actor that throws and is passed the event.
    @_disfavoredOverload
    public func attempt(
        _ method: @escaping @Sendable (Context) -> @MainActor (Event) throws -> Void, orElse failure: Failure
    ) -> Attempt {
        Attempt(
            direct: { context, event in try unsafeBitCast(method(context), to: ((Event) throws -> Void).self)(event) },
            isolation: MainActor.shared, failure)
    }
}
