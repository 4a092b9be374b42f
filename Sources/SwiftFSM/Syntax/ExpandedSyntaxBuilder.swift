/// Provides the statements of ``SyntaxBuilder``, and `matching` and `condition`.
public protocol ExpandedSyntaxBuilder<State, Event>: SyntaxBuilder {}

extension ExpandedSyntaxBuilder {
    /// The result of ``matching(_:file:line:)``.
    public typealias Matching = Syntax.Matching
    /// The result of ``condition(_:file:line:)``.
    public typealias Condition = Syntax.Condition

    /// Begins rows that require a predicate.
    public func matching<P: Predicate>(
        _ predicate: P, file: String = #fileID, line: Int = #line
    ) -> Syntax.Matching<State, Event> {
        Syntax.Matching([AnyPredicate(predicate)], [], file, line)
    }

    /// Begins rows that require one of several predicates of the same type.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., file: String = #fileID, line: Int = #line
    ) -> Syntax.Matching<State, Event> {
        Syntax.Matching(([predicate] + others).map { AnyPredicate($0) }, [], file, line)
    }

    /// Begins rows that require one of several predicates of the same type, and all predicates after `and`, each of
    /// another type.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., and all: any Predicate..., file: String = #fileID, line: Int = #line
    ) -> Syntax.Matching<State, Event> {
        Syntax.Matching(([predicate] + others).map { AnyPredicate($0) }, all.map { AnyPredicate($0) }, file, line)
    }

    /// Begins rows with a condition, which is evaluated for each event. If it is false, the event has no effect.
    public func condition(
        @_inheritActorContext _ condition: @escaping FSMCondition, file: String = #fileID, line: Int = #line
    ) -> Syntax.Condition<State, Event> {
        Syntax.Condition(condition, file, line)
    }

    /// Applies a predicate to each statement of a block.
    public func matching<P: Predicate>(
        _ predicate: P,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Matching<State, Event>([AnyPredicate(predicate)], [], file, line).group(block(), file, line)
    }

    /// Applies several predicates of the same type, one of which must hold, to each statement of a block.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P...,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, [], file, line).group(block(), file, line)
    }

    /// Applies predicates to each statement of a block: one of the first, which are of the same type, and all after
    /// `and`, each of another type.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., and all: any Predicate...,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, all.map { AnyPredicate($0) }, file, line).group(block(), file, line)
    }

    /// Applies a predicate to each statement of a block.
    public func matching<P: Predicate>(
        _ predicate: P,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Matching<State, Event>([AnyPredicate(predicate)], [], file, line).group(block(), file, line)
    }

    /// Applies several predicates of the same type, one of which must hold, to each statement of a block.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P...,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, [], file, line).group(block(), file, line)
    }

    /// Applies predicates to each statement of a block: one of the first, which are of the same type, and all after
    /// `and`, each of another type.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., and all: any Predicate...,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, all.map { AnyPredicate($0) }, file, line).group(block(), file, line)
    }

    /// Applies a predicate to each statement of a block.
    public func matching<P: Predicate>(
        _ predicate: P,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Matching<State, Event>([AnyPredicate(predicate)], [], file, line).group(block(), file, line)
    }

    /// Applies several predicates of the same type, one of which must hold, to each statement of a block.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P...,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, [], file, line).group(block(), file, line)
    }

    /// Applies predicates to each statement of a block: one of the first, which are of the same type, and all after
    /// `and`, each of another type.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., and all: any Predicate...,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, all.map { AnyPredicate($0) }, file, line).group(block(), file, line)
    }

    /// Applies a condition to each statement of a block.
    public func condition(
        @_inheritActorContext _ condition: @escaping FSMCondition,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Condition<State, Event>(condition, file, line).group(block(), file, line)
    }

    /// Applies a condition to each statement of a block.
    public func condition(
        @_inheritActorContext _ condition: @escaping FSMCondition,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Condition<State, Event>(condition, file, line).group(block(), file, line)
    }

    /// Applies a condition to each statement of a block.
    public func condition(
        @_inheritActorContext _ condition: @escaping FSMCondition,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Condition<State, Event>(condition, file, line).group(block(), file, line)
    }
}
