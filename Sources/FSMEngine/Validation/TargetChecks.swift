extension ResolvedDefinition {
    /// Reports targets that are no state: without rows and without a block.
    @_optimize(speed)
    func checkTargets(_ found: inout [Diagnostic]) {
        for index in soundRows {
            guard case .state(let target) = definition.rows[index].target, states.inlinedIndex(of: target) == nil else {
                continue
            }
            report(
                .unknownTarget, index, &found,
                """
                % leads to a state that has no rows and no block: correct the target, or declare % with a block (as \
                final, if nothing leaves it)
                """,
                names.state(target))
        }
    }

    /// Reports an initial state that is no state, and a second one; returns the one that was declared.
    func checkInitial(_ found: inout [Diagnostic]) -> ID? {
        var first = ReservedID.none
        var second = ReservedID.none
        var places: [Place] = []
        for (state, place) in definition.initials where !ReservedID.contains(state) {
            places.add(place)
            if first == ReservedID.none { first = state }
            if second == ReservedID.none && state != first { second = state }
        }
        if second != ReservedID.none {
            found.report(
                Diagnostic(
                    .twoInitialStates, state: first, target: second, places: places,
                    text: fill(
                        "% and % are both declared as the initial state: keep one of them", names.state(first),
                        names.state(second))))
        }
        var reported: [ID] = []
        for (state, place) in definition.initials
        where !ReservedID.contains(state) && states.index(of: state) == nil && reported.firstIndex(of: state) == nil {
            reported.append(state)
            found.report(
                .unknownInitial, state: state, at: place,
                "the initial state % has no row and no block: correct it, or add rows that leave it",
                names.state(state))
        }
        return states.index(of: first) == nil ? nil : first
    }

    /// Reports dynamic rows without a resolver, and resolvers of other rows.
    @_optimize(speed)
    func checkResolvers(_ found: inout [Diagnostic]) {
        guard traits.contains(.resolvers) else { return }
        for index in soundRows {
            let isMissing = definition.rows[index].resolver.isEmpty
            guard definition.rows[index].target.isDynamic == isMissing else { continue }
            report(
                isMissing ? .missingResolver : .unexpectedResolver, index, &found,
                isMissing
                    ? "% has no resolver to name its target: add one"
                    : "% has a resolver, but its target is not dynamic: make it dynamic, or remove the resolver")
        }
    }
}
