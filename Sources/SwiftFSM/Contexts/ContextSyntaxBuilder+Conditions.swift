// Conditions of rules with contexts. They are asked for each event, before anything changes.

extension ContextSyntaxBuilder {
    /// Begins a row with a condition on the context: `condition(\.isOpen)` or `condition { $0.count > 2 }`. A property that
    /// belongs to an actor is asked in a closure: `condition { $0.isOpen }`.
    public func condition(
        @_inheritActorContext _ holds: @escaping @isolated(any) @Sendable (Context) -> Bool, file: String = #fileID,
        line: Int = #line
    ) -> ContextWords.Condition {
        let place = SourcePlace(file: file, line: line)
        let isolation = holds.isolation
        // An `@isolated(any)` function has the calling convention of any other function.
        let direct = unsafeBitCast(holds, to: (@Sendable (Context) -> Bool).self)
        guard let isolation else { return condition(place) { context, _ in direct(context) } }
        return condition(place) { context, _ in
            isolation.preconditionIsolated("the condition at \(place) was asked by an event that another actor sent")
            return direct(context)
        }
    }

    /// Begins a row with a condition on the context and the event.
    public func condition(
        @_inheritActorContext _ holds: @escaping @isolated(any) @Sendable (Context, Event) -> Bool,
        file: String = #fileID, line: Int = #line
    ) -> ContextWords.Condition {
        let place = SourcePlace(file: file, line: line)
        let isolation = holds.isolation
        let direct = unsafeBitCast(holds, to: (@Sendable (Context, Event) -> Bool).self)
        guard let isolation else { return condition(place, direct) }
        return condition(place) { context, event in
            isolation.preconditionIsolated("the condition at \(place) was asked by an event that another actor sent")
            return direct(context, event)
        }
    }

    /// Begins a row with a method of the context as its condition: `condition(Gate.isOpen)`.
    @_disfavoredOverload
    public func condition(
        _ method: @escaping @Sendable (Context) -> () -> Bool, file: String = #fileID, line: Int = #line
    ) -> ContextWords.Condition {
        condition(SourcePlace(file: file, line: line)) { context, _ in method(context)() }
    }

    /// Begins a row with a method of a context on the main actor as its condition.
    @_disfavoredOverload
    public func condition(
        _ method: @escaping @Sendable (Context) -> @MainActor () -> Bool, file: String = #fileID, line: Int = #line
    ) -> ContextWords.Condition {
        let place = SourcePlace(file: file, line: line)
        return condition(place) { context, _ in
            MainActor.preconditionIsolated("the condition at \(place) was asked by an event that another actor sent")
            return unsafeBitCast(method(context), to: (() -> Bool).self)()
        }
    }

    private func condition(
        _ place: SourcePlace, _ holds: @escaping @Sendable (Context, Event) -> Bool
    ) -> ContextWords.Condition {
        var statement = ConditionStatement(condition: { true }, place: place)
        statement.ofContext = ContextCondition<Context, Event>(holds: holds)
        return ContextWords.Condition(clause: Clause(conditions: [statement]))
    }
}
