// How statements are made, and what they do to the blocks that follow them.

/// What stands before a block.
protocol BlockHead {
    static var word: Syntax.Word { get }
    var clause: Clause { get }
}

extension BlockHead {
    /// Each of these statements, joined to what stands before the block.
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

    /// A condition that is called without awaiting it: traps unless the event is handled where the condition belongs.
    private static func unisolated(_ condition: @escaping FSMCondition, _ place: SourcePlace) -> ConditionProvider {
        let isolation = condition.isolation
        // An `@isolated(any)` function is called like any other: that it has to be awaited is a rule for callers that
        // may be isolated otherwise, which is looked into here.
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
    /// What a block of `actions` does before its rows do anything.
    public struct Actions<Event: FSMHashable>: BlockHead {
        let clause: Clause

        init(_ actions: [AnyAction]) { clause = Clause(actions: actions) }

        static var word: Word { .actions }
    }
}

// A statement that was stored can be called with its block later on.

extension Syntax.When {
    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MWA_Group { group(block(), file, line) }
}

extension Syntax.Then {
    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MABuilder _ block: () -> [Syntax.MatchingActions]
    ) -> Syntax.MTA_Group { group(block(), file, line) }
}

extension Syntax.Matching {
    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group { group(block(), file, line) }

    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group { group(block(), file, line) }
}

extension Syntax.Condition {
    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group { group(block(), file, line) }

    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group { group(block(), file, line) }
}

extension Syntax.Actions {
    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group { group(block(), file, line) }

    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group { group(block(), file, line) }

    /// The same as the statement with this block.
    public func callAsFunction(
        file: String = #file, line: Int = #line, @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group { group(block(), file, line) }
}
