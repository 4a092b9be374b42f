/// The words of ``SyntaxBuilder``, and `matching` and `condition`.
public protocol ExpandedSyntaxBuilder<State, Event>: SyntaxBuilder {}

extension ExpandedSyntaxBuilder {
    /// What ``matching(_:file:line:)`` comes to.
    public typealias Matching = Syntax.Matching
    /// What ``condition(_:file:line:)`` comes to.
    public typealias Condition = Syntax.Condition

    /// If this predicate holds.
    public func matching<P: Predicate>(
        _ predicate: P, file: String = #file, line: Int = #line
    ) -> Syntax.Matching<State, Event> {
        Syntax.Matching([AnyPredicate(predicate)], [], file, line)
    }

    /// If one of these predicates holds, which are of one type.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., file: String = #file, line: Int = #line
    ) -> Syntax.Matching<State, Event> {
        Syntax.Matching(([predicate] + others).map { AnyPredicate($0) }, [], file, line)
    }

    /// If one of these predicates of one type holds, and all of those, which are of other types.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., and all: any Predicate..., file: String = #file, line: Int = #line
    ) -> Syntax.Matching<State, Event> {
        Syntax.Matching(([predicate] + others).map { AnyPredicate($0) }, all.map { AnyPredicate($0) }, file, line)
    }

    /// If this holds: it is asked at each event. If it does not, the event comes to nothing.
    public func condition(
        @_inheritActorContext _ condition: @escaping FSMCondition, file: String = #file, line: Int = #line
    ) -> Syntax.Condition<State, Event> {
        Syntax.Condition(condition, file, line)
    }

    /// All of these are for this predicate.
    public func matching<P: Predicate>(
        _ predicate: P,
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Matching<State, Event>([AnyPredicate(predicate)], [], file, line).group(block(), file, line)
    }

    /// All of these are for one of these predicates, which are of one type.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P...,
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, [], file, line).group(block(), file, line)
    }

    /// All of these are for one of these predicates of one type, and all of those, which are of other types.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., and all: any Predicate...,
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, all.map { AnyPredicate($0) }, file, line).group(block(), file, line)
    }

    /// All of these are for this predicate.
    public func matching<P: Predicate>(
        _ predicate: P,
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Matching<State, Event>([AnyPredicate(predicate)], [], file, line).group(block(), file, line)
    }

    /// All of these are for one of these predicates, which are of one type.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P...,
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, [], file, line).group(block(), file, line)
    }

    /// All of these are for one of these predicates of one type, and all of those, which are of other types.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., and all: any Predicate...,
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, all.map { AnyPredicate($0) }, file, line).group(block(), file, line)
    }

    /// All of these are for this predicate.
    public func matching<P: Predicate>(
        _ predicate: P,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Matching<State, Event>([AnyPredicate(predicate)], [], file, line).group(block(), file, line)
    }

    /// All of these are for one of these predicates, which are of one type.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P...,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, [], file, line).group(block(), file, line)
    }

    /// All of these are for one of these predicates of one type, and all of those, which are of other types.
    public func matching<P: Predicate>(
        _ predicate: P, or others: P..., and all: any Predicate...,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        let any = ([predicate] + others).map { AnyPredicate($0) }
        return Syntax.Matching<State, Event>(any, all.map { AnyPredicate($0) }, file, line).group(block(), file, line)
    }

    /// All of these only happen if this holds.
    public func condition(
        @_inheritActorContext _ condition: @escaping FSMCondition,
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Condition<State, Event>(condition, file, line).group(block(), file, line)
    }

    /// All of these only happen if this holds.
    public func condition(
        @_inheritActorContext _ condition: @escaping FSMCondition,
        file: String = #file, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Condition<State, Event>(condition, file, line).group(block(), file, line)
    }

    /// All of these only happen if this holds.
    public func condition(
        @_inheritActorContext _ condition: @escaping FSMCondition,
        file: String = #file, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Condition<State, Event>(condition, file, line).group(block(), file, line)
    }
}
