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
        where !ReservedID.contains(state) && !isState(state) && reported.firstIndex(of: state) == nil {
            reported.append(state)
            let isUnknown = states.index(of: state) == nil
            found.report(
                .unknownInitial, state: state, at: place,
                isUnknown
                    ? "the initial state % has no row and no block: correct it, or add rows that leave it"
                    : "the initial state % is a history, which is never active: name a state",
                names.state(state))
        }
        return isState(first) ? first : nil
    }

    /// Whether machines may be in a state of this id: it is known, and no history.
    private func isState(_ id: ID) -> Bool {
        guard let state = states.index(of: id) else { return false }
        return tree.map { !$0[$0.nodes[state]].kind.isHistory } ?? true
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
