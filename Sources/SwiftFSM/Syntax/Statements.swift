// Creates statements and combines them with the blocks that follow them.

/// A statement that can be followed by a block.
protocol BlockHead {
    static var word: Syntax.Word { get }
    var clause: Clause { get }
}

extension BlockHead {
    /// Combines this statement with each statement of the block.
    func group<Group: Syntax.CompoundSyntax>(
        _ statements: [Syntax.CompoundSyntax], _ file: String, _ line: Int
    ) -> Group {
        Group(content: Content(clause, statements, of: Self.word, SourcePlace(file: file, line: line)))
    }
}

extension Syntax.When: BlockHead {
    init(_ events: [Event], _ file: String, _ line: Int) {
        let place = SourcePlace(file: file, line: line)
        clause = Clause(events: events.map { EventStatement(event: $0, place: place) })
    }

    static var word: Syntax.Word { .when }
}

extension Syntax.Then: BlockHead {
    init(_ state: State?, _ file: String, _ line: Int) {
        clause = Clause(target: TargetStatement(state: state, place: SourcePlace(file: file, line: line)))
    }

    static var word: Syntax.Word { .then }
}

extension Syntax.Matching: BlockHead {
    init(_ any: [AnyPredicate], _ all: [AnyPredicate], _ file: String, _ line: Int) {
        let place = SourcePlace(file: file, line: line)
        clause = Clause(matchings: [MatchingStatement(any: any, all: all, place: place)])
    }

    static var word: Syntax.Word { .matching }
}

extension Syntax.Condition: BlockHead {
    init(_ condition: @escaping FSMCondition, _ file: String, _ line: Int) {
        let place = SourcePlace(file: file, line: line)
        clause = Clause(conditions: [ConditionStatement(condition: Self.unisolated(condition, place), place: place)])
    }

    /// Returns a condition that can be called without `await`. It traps if the event is handled outside the condition's
    /// actor.
    private static func unisolated(_ condition: @escaping FSMCondition, _ place: SourcePlace) -> ConditionProvider {
        let isolation = condition.isolation
        // An `@isolated(any)` function has the calling convention of any other function. Callers must await it only
        // because they may run in another isolation, which is checked here at run time.
        let direct = unsafeBitCast(condition, to: ConditionProvider.self)
        guard let isolation else { return direct }
        return {
            isolation.preconditionIsolated("the condition at \(place) was asked by an event that another actor sent")
            return direct()
        }
    }

    static var word: Syntax.Word { .condition }
}

extension Syntax {
    /// An `actions` statement: runs its actions before those of the rows in its block.
    public struct Actions<Event: FSMHashable>: BlockHead {
        let clause: Clause

        init(_ actions: [AnyAction]) { clause = Clause(actions: actions) }

        static var word: Word { .actions }
    }
}

// A stored statement can be called with a block.

extension Syntax.When {
    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MWA_Group { group(block(), file, line) }
}

extension Syntax.Then {
    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MTA_Group { group(block(), file, line) }
}

extension Syntax.Matching {
    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group { group(block(), file, line) }

    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group { group(block(), file, line) }
}

extension Syntax.Condition {
    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group { group(block(), file, line) }

    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group { group(block(), file, line) }
}

extension Syntax.Actions {
    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group { group(block(), file, line) }

    /// Applies the statement to each statement of a block.
    public func callAsFunction(
        file: String = #fileID, line: Int = #line, @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group { group(block(), file, line) }
}
