extension ValidationSubject {
    /// Reports targets that are no state: nobody's source, and without a block.
    func checkTargets(_ found: inout [Diagnostic]) {
        for number in soundRows {
            let row = definition.rows[number]
            guard !ReservedID.contains(row.target), states.number(of: row.target) == nil else { continue }
            found.append(
                Diagnostic(
                    .unknownTarget, row,
                    text: "\(wording.row(row)) leads to a state that no row leaves and no block declares: "
                        + "correct the target, or declare \(wording.state(row.target)) with a block "
                        + "(as final, if nothing leaves it)"))
        }
    }

    /// Reports an initial state that is no state, and a second one; returns the one that was declared.
    func checkInitial(_ found: inout [Diagnostic]) -> ID? {
        let declared = definition.initials.filter { !ReservedID.contains($0.state) }
        guard let first = declared.first else { return nil }
        if let other = declared.first(where: { $0.state != first.state }) {
            found.append(
                Diagnostic(
                    .twoInitialStates, state: first.state, target: other.state, places: declared.map { $0.place },
                    text: "\(wording.state(first.state)) and \(wording.state(other.state)) are both declared as the "
                        + "initial state: keep one of them"))
        }
        var reported: [ID] = []
        for (state, place) in declared where states.number(of: state) == nil && !reported.contains(state) {
            reported.append(state)
            found.append(
                Diagnostic(
                    .unknownInitial, state: state, places: [place],
                    text: "the initial state \(wording.state(state)) has no row and no block: "
                        + "correct it, or add rows that leave it"))
        }
        return states.number(of: first.state) == nil ? nil : first.state
    }

    /// Reports dynamic rows without a resolver, and resolvers of other rows.
    func checkResolvers(_ found: inout [Diagnostic]) {
        for number in soundRows {
            let row = definition.rows[number]
            guard (row.target == ReservedID.dynamic) == row.resolver.isEmpty else { continue }
            if row.resolver.isEmpty {
                found.append(
                    Diagnostic(
                        .missingResolver, row,
                        text: "\(wording.row(row)) has no resolver to name its target: add one"))
            } else {
                found.append(
                    Diagnostic(
                        .unexpectedResolver, row,
                        text: "\(wording.row(row)) has a resolver, but its target is not dynamic: "
                            + "make it dynamic, or remove the resolver"))
            }
        }
    }
}
