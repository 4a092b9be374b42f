// Conditions on the states that are active.

extension ChartSyntaxBuilder {
    /// Begins rows that require that a state is active.
    public func condition(
        in state: State, file: String = #fileID, line: Int = #line
    ) -> Syntax.Condition<State, Event> { Syntax.Condition(state, isIn: true, file, line) }

    /// Begins rows that require that a state is not active.
    public func condition(
        notIn state: State, file: String = #fileID, line: Int = #line
    ) -> Syntax.Condition<State, Event> { Syntax.Condition(state, isIn: false, file, line) }

    /// Requires for each statement of a block that a state is active.
    public func condition(
        in state: State, file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Condition<State, Event>(state, isIn: true, file, line).group(block(), file, line)
    }

    /// Requires for each statement of a block that a state is active.
    public func condition(
        in state: State, file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Condition<State, Event>(state, isIn: true, file, line).group(block(), file, line)
    }

    /// Requires for each statement of a block that a state is active.
    public func condition(
        in state: State, file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Condition<State, Event>(state, isIn: true, file, line).group(block(), file, line)
    }

    /// Requires for each statement of a block that a state is not active.
    public func condition(
        notIn state: State, file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Condition<State, Event>(state, isIn: false, file, line).group(block(), file, line)
    }

    /// Requires for each statement of a block that a state is not active.
    public func condition(
        notIn state: State, file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Condition<State, Event>(state, isIn: false, file, line).group(block(), file, line)
    }

    /// Requires for each statement of a block that a state is not active.
    public func condition(
        notIn state: State, file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Condition<State, Event>(state, isIn: false, file, line).group(block(), file, line)
    }
}

extension Syntax.Condition {
    init(_ state: State, isIn: Bool, _ file: String, _ line: Int) {
        let place = SourcePlace(file: file, line: line)
        let statement = ActiveStateStatement(state: state, isIn: isIn, place: place)
        clause = Clause(chart: ChartClause(activeStates: [statement]))
    }
}
