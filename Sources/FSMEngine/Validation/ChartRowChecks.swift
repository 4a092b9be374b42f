extension ResolvedDefinition {
    /// Reports deferrals that do more than defer, or have nothing to defer. O(rows).
    func checkDeferrals(_ found: inout [Diagnostic]) {
        for index in soundRows where definition.rows[index].target == .deferred {
            let row = definition.rows[index]
            if row.event == ReservedID.eventless {
                found.report(
                    .misplacedEventlessRow, row,
                    "% has no event that it could defer: give it an event, or another target", names.row(row))
                continue
            }
            let raises = row.hasChartParts && definition.chart.part(ofRow: index)?.raised.isEmpty == false
            if row.actions.isEmpty && !raises { continue }
            found.report(
                .misplacedTarget, row,
                "% defers its event, but has %: move them to the row that takes the event in the end", names.row(row),
                raises
                    ? (row.actions.isEmpty ? fill("events to raise") : fill("actions and events to raise"))
                    : fill("actions"))
        }
    }

    /// Reports further targets of rows that have none themselves, and those that are no state. O(rows + targets).
    func checkFurtherTargets(_ found: inout [Diagnostic]) {
        if definition.chart.rows.isEmpty { return }
        for index in soundRows where definition.rows[index].hasChartParts {
            let row = definition.rows[index]
            guard let targets = definition.chart.part(ofRow: index)?.targets, !targets.isEmpty else { continue }
            if row.event == ReservedID.request {
                found.report(
                    .misplacedTarget, row, "% has further targets, but a request is for one state: remove them",
                    names.row(row))
                continue
            }
            guard case .state = row.target else {
                found.report(
                    .misplacedTarget, row,
                    "% has further targets, but % is no state: remove them, or let the first target be a state too",
                    names.row(row), names.state(row.target.id))
                continue
            }
            for target in targets where states.index(of: target) == nil {
                if ReservedID.contains(target) {
                    found.report(
                        .reservedIDUsed, row,
                        "% has the reserved id % as a further target: use one of your own (from % up)",
                        names.row(row), names.state(target), Text(ReservedID.first))
                } else {
                    found.report(
                        Diagnostic(
                            .unknownTarget, state: row.source, event: row.event, target: target, places: [row.place],
                            text: fill(
                                """
                                % leads to % too, which has no rows and no block: correct the target, or declare % with \
                                a block
                                """,
                                names.row(row), names.state(target), names.state(target))))
                }
            }
        }
    }

    /// Reports conditions on what is no state, or a history. O(rows + conditions).
    func checkConditions(_ tree: StateTree, _ found: inout [Diagnostic]) {
        if definition.chart.rows.isEmpty { return }
        for index in soundRows where definition.rows[index].hasChartParts {
            let row = definition.rows[index]
            for condition in definition.chart.part(ofRow: index)?.inGuards ?? [] {
                let name = names.state(condition.state)
                var text: Text?
                if let state = states.index(of: condition.state) {
                    if tree[tree.nodes[state]].kind.isHistory {
                        text = fill(
                            "% asks whether % is active, but a history never is: ask for a state", names.row(row), name)
                    }
                } else if ReservedID.contains(condition.state) {
                    text = fill(
                        "% asks whether % is active, which is a reserved id: use one of your own (from % up)",
                        names.row(row), name, Text(ReservedID.first))
                } else {
                    text = fill(
                        """
                        % asks whether % is active, which has no rows and no block: correct the state, or declare % with \
                        a block
                        """,
                        names.row(row), name, name)
                }
                guard let text else { continue }
                found.report(
                    Diagnostic(
                        .unknownCondition, state: condition.state, event: row.event, target: row.target.id,
                        places: [row.place], text: text))
            }
        }
    }
}

extension ChartSubject {
    /// Reports rows with targets that cannot be active together. O(targets × depth).
    func checkExclusiveTargets(_ found: inout [Diagnostic]) {
        if definition.chart.rows.isEmpty { return }
        for index in resolved.soundRows where definition.rows[index].hasChartParts {
            var order = targets(of: index).map { SortKey($0.value, 0) }
            guard order.count > 1 else { continue }
            order.sortKeys()
            // Of nodes in document order any two that exclude each other have neighbours between them that do.
            for position in order.indices.dropFirst() {
                let (first, second) = (Int(order[position - 1].high), Int(order[position].high))
                guard let text = exclusion(TypedIndex(first), TypedIndex(second), definition.rows[index]) else {
                    continue
                }
                let row = definition.rows[index]
                found.report(
                    Diagnostic(
                        .exclusiveTargets, state: row.source, event: row.event, target: id(TypedIndex(second)),
                        places: [row.place], text: text))
                break
            }
        }
    }

    /// Why two targets, in document order, cannot be active together, if they cannot.
    @inline(never)
    private func exclusion(_ first: TypedIndex<Node>, _ second: TypedIndex<Node>, _ row: Row) -> Text? {
        if first == second {
            return fill("% has % as a target twice: name it once", names.cell(row), name(first))
        }
        if isBelow(second, first) {
            return fill(
                "% leads to % and to %, which is nested in it: keep one of these targets", names.cell(row), name(first),
                name(second))
        }
        var region = first
        while let parent = tree[region].parent, !isBelow(second, parent) { region = parent }
        guard let common = tree[region].parent else { return nil }
        if tree[common].kind == .parallel {
            // A history of a parallel state is one of all its regions.
            let isHistory =
                tree[region].kind.isHistory || (tree[second].kind.isHistory && tree[second].parent == common)
            if !isHistory { return nil }
            return fill(
                "% leads to % and to %, but a history of state % is one of all its regions: keep one of these",
                names.cell(row), name(first), name(second), name(common))
        }
        return fill(
            "% leads to % and to %, which are never active together: keep one of these targets, or %", names.cell(row),
            name(first), name(second),
            common == StateTree.chart
                ? fill("nest both in a parallel state") : fill("make state % parallel", name(common)))
    }
}
