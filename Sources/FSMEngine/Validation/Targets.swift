extension ValidationSubject {
    /// Reports targets that are no state: nobody's source, and without a block.
    func checkTargets(_ found: inout [Diagnostic]) {
        for number in soundRows {
            let row = definition.rows[number]
            guard !ReservedID.contains(row.target), states.number(of: row.target) == nil else { continue }
            found.report(
                Diagnostic(
                    .unknownTarget, row,
                    text: sentence(
                        """
                        % leads to a state that no row leaves and no block declares: correct the target, or \
                        declare % with a block (as final, if nothing leaves it)
                        """,
                        wording.row(row), wording.state(row.target))))
        }
    }

    /// Reports an initial state that is no state, and a second one; returns the one that was declared.
    func checkInitial(_ found: inout [Diagnostic]) -> ID? {
        let declared = definition.initials.filter { !ReservedID.contains($0.state) }
        guard let first = declared.first else { return nil }
        if let other = declared.first(where: { $0.state != first.state }) {
            found.report(
                Diagnostic(
                    .twoInitialStates, state: first.state, target: other.state, places: declared.map { $0.place },
                    text: sentence(
                        "% and % are both declared as the initial state: keep one of them",
                        wording.state(first.state), wording.state(other.state))))
        }
        var reported: [ID] = []
        for (state, place) in declared where states.number(of: state) == nil && !reported.contains(state) {
            reported.append(state)
            found.report(
                Diagnostic(
                    .unknownInitial, state: state, places: [place],
                    text: sentence(
                        "the initial state % has no row and no block: correct it, or add rows that leave it",
                        wording.state(state))))
        }
        return states.number(of: first.state) == nil ? nil : first.state
    }

    /// Reports dynamic rows without a resolver, and resolvers of other rows.
    func checkResolvers(_ found: inout [Diagnostic]) {
        guard traits.contains(.resolvers) else { return }
        for number in soundRows {
            let row = definition.rows[number]
            guard (row.target == ReservedID.dynamic) == row.resolver.isEmpty else { continue }
            if row.resolver.isEmpty {
                found.report(
                    Diagnostic(
                        .missingResolver, row,
                        text: sentence(
                            "% has no resolver to name its target: add one",
                            wording.row(row))))
            } else {
                found.report(
                    Diagnostic(
                        .unexpectedResolver, row,
                        text: sentence(
                            """
                            % has a resolver, but its target is not dynamic: make it dynamic, or remove the \
                            resolver
                            """,
                            wording.row(row))))
            }
        }
    }
}
