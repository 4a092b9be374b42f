/// Which charts are definitions without errors, as far as random ones and smaller ones made of them may go wrong.
extension ChartModel {
    var isValid: Bool {
        if trueChildren(of: nil).isEmpty || states[initial].kind.isHistory { return false }
        return states.indices.allSatisfy(isValid(state:)) && rows.allSatisfy(isValid(row:)) && !hasRivals
    }

    private func isValid(state number: Int) -> Bool {
        let state = states[number]
        let children = trueChildren(of: number)
        if let parent = state.parent, parent >= number { return false }
        switch state.kind {
        case .final:
            return self.children(of: number).isEmpty && state.defaultTarget == nil && state.doneEvent == nil
                && !isParallel(state.parent) && !isFlat
        case .parallel: return !children.isEmpty && state.defaultTarget == nil
        case .shallowHistory, .deepHistory: return self.children(of: number).isEmpty && isValid(history: number)
        case .plain: break
        }
        if children.isEmpty { return self.children(of: number).isEmpty && state.defaultTarget == nil }
        guard let target = state.defaultTarget else { return children.count == 1 }
        if !states[target].kind.isHistory { return isBelow(target, number) }
        // Otherwise they would lead to each other.
        return states[target].parent == number && states[target].defaultTarget != nil
    }

    /// Whether no state is nested. Reading of R19: flat definitions do not stop at final states.
    var isFlat: Bool { states.allSatisfy { $0.parent == nil && $0.kind != .parallel } }

    private func isValid(history number: Int) -> Bool {
        guard let parent = states[number].parent else { return false }
        guard let target = states[number].defaultTarget else { return states[parent].defaultTarget != number }
        if states[target].kind.isHistory { return false }
        return states[number].kind == .deepHistory ? isBelow(target, parent) : states[target].parent == parent
    }

    private func isValid(row: Row) -> Bool {
        if let source = row.source, states[source].kind.isHistory || states[source].kind == .final { return false }
        if row.trigger == .eventless && row.guards.isEmpty { return isForward(row) }
        guard case .states(let targets) = row.target else { return true }
        return targets.indices.allSatisfy { index in
            targets[..<index].allSatisfy { canBeActive(targets[index], beside: $0) }
        }
    }

    /// Whether both can be active and neither lies in the other: they are in different regions.
    private func canBeActive(_ one: Int, beside other: Int) -> Bool {
        if isWithin(one, other) || isWithin(other, one) { return false }
        guard let common = nearestCommon(one, other), states[common].kind == .parallel else { return false }
        // A history of the parallel state itself is no region of it.
        return [one, other].allSatisfy { !states[$0].kind.isHistory || states[$0].parent != common }
    }

    /// Whether an eventless row without guards leads to a later child of the same parent: such rows make no circle.
    private func isForward(_ row: Row) -> Bool {
        guard let source = row.source, case .states(let targets) = row.target, targets.count == 1 else { return false }
        guard states[targets[0]].parent == states[source].parent, !states[targets[0]].kind.isHistory else {
            return false
        }
        return targets[0] > source && !isParallel(states[source].parent)
    }

    /// Whether rows of one state and event exclude each other.
    private var hasRivals: Bool {
        rows.indices.contains { index in
            rows[..<index].contains { rows[index].isRival(of: $0, isFirstMatch: isFirstMatch) }
        }
    }
}

extension ChartModel.Row {
    /// Whether they are meant for the same, and nothing tells which one is taken: under first match that neither has a
    /// guard.
    func isRival(of other: ChartModel.Row, isFirstMatch: Bool) -> Bool {
        guard source == other.source && trigger == other.trigger else { return false }
        if trigger == .request && target != other.target { return false }
        return !isFirstMatch || (guards.isEmpty && other.guards.isEmpty)
    }
}
