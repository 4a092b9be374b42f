extension ChartSubject {
    /// Reports deferrals that do more than defer, or have nothing to defer. O(rows).
    func checkDeferrals() {
        for index in resolved.soundRows where definition.rows[index].target == .deferred {
            if definition.rows[index].event == ReservedID.eventless {
                report(
                    .misplacedEventlessRow, index,
                    "% has no event that it could defer: give it an event, or another target")
                continue
            }
            let acts = !definition.rows[index].actions.isEmpty
            let raises = !resolved.raisedEvents(index).isEmpty
            if !acts && !raises { continue }
            report(
                .misplacedTarget, index,
                !raises
                    ? "% defers its event, but has actions: move them to the row that takes the event in the end"
                    : !acts
                        ? "% defers its event, but has events to raise: move them to the row that takes the event in the end"
                        : """
                        % defers its event, but has actions and events to raise: move them to the row that takes the \
                        event in the end
                        """)
        }
    }

    /// Reports further targets of rows that have none themselves, and those that are no state. O(rows + targets).
    func checkFurtherTargets() {
        for index in rowsWithParts {
            let targets = resolved.furtherTargets(index)
            if targets.isEmpty { continue }
            if definition.rows[index].event == ReservedID.request {
                report(
                    .misplacedTarget, index,
                    "% has further targets, but a request is for one state: remove them")
                continue
            }
            guard case .state = definition.rows[index].target else {
                report(
                    .misplacedTarget, index,
                    "% has further targets, but % is no state: remove them, or let the first target be a state too",
                    .state(definition.rows[index].target.id))
                continue
            }
            for target in targets where resolved.states.index(of: target) == nil {
                if ReservedID.contains(target) {
                    report(
                        .reservedIDUsed, index,
                        "% has the reserved id % as a further target: use one of your own (from % up)",
                        .state(target), .firstID)
                    continue
                }
                report(
                    .unknownTarget, index,
                    """
                    % leads to % too, which has no rows and no block: correct the target, or declare % with a block
                    """,
                    .state(target), .state(target))
                correctLast(target: target)
            }
        }
    }

    /// Reports conditions on what is no state, or a history. O(rows + conditions).
    func checkConditions() {
        for index in rowsWithParts {
            for condition in resolved.conditions(index) {
                let id = condition.state
                var fault: StaticString =
                    """
                    % asks whether % is active, which has no rows and no block: correct the state, or declare % with a \
                    block
                    """
                var last = Named.state(id)
                if let node = node(id) {
                    if !isHistory(node) { continue }
                    fault = "% asks whether % is active, but a history never is: ask for a state"
                } else if ReservedID.contains(id) {
                    fault = "% asks whether % is active, which is a reserved id: use one of your own (from % up)"
                    last = .firstID
                }
                report(.unknownCondition, index, fault, .state(id), last)
                correctLast(state: id)
            }
        }
    }

    /// Reports rows with targets that cannot be active together. O(targets × depth).
    func checkExclusiveTargets() {
        for index in rowsWithParts {
            var order: [SortKey] = []
            for target in targets(of: index) { order.add(SortKey(target.value, 0)) }
            order.sortKeys()
            // Of nodes in document order any two that exclude each other have neighbours between them that do.
            for position in order.indices.dropFirst() {
                let first = TypedIndex<Node>(Int(order[position - 1].high))
                let second = TypedIndex<Node>(Int(order[position].high))
                if areExclusive(first, second, index) { break }
            }
        }
    }

    /// Whether two targets, in document order, cannot be active together: that is reported.
    @inline(never)
    private func areExclusive(
        _ first: TypedIndex<Node>, _ second: TypedIndex<Node>, _ row: TypedIndex<Row>
    ) -> Bool {
        var region = first
        while let parent = parent(region), !isBelow(second, parent) { region = parent }
        guard let common = parent(region) else { return false }
        let fault: StaticString
        if first == second {
            fault = "% has % as a target twice: name it once"
        } else if isBelow(second, first) {
            fault = "% leads to % and to %, which is nested in it: keep one of these targets"
        } else if kind(common) == .parallel {
            // A history of a parallel state is one of all its regions.
            if !isHistory(region) && !(isHistory(second) && parent(second) == common) { return false }
            fault = "% leads to % and to %, but a history of state % is one of all its regions: keep one of these"
        } else if common == StateTree.chart {
            fault = """
                % leads to % and to %, which are never active together: keep one of these targets, or nest both in a \
                parallel state
                """
        } else {
            fault = """
                % leads to % and to %, which are never active together: keep one of these targets, or make state % \
                parallel
                """
        }
        report(
            .exclusiveTargets, definition.rows[row], nil,
            text(fault, .cell(row), .node(first), .node(second), .node(common)))
        correctLast(target: id(second))
        return true
    }
}
