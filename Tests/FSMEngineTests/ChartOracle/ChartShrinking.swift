/// Smaller charts that still show a difference.
extension ChartModel {
    /// The smallest chart found by leaving out calls, rows, states and parts of them, for as long as `isWrong` holds.
    func shrunk(while isWrong: (ChartModel) -> Bool) -> ChartModel {
        var smallest = withoutCallsAtEnd(isWrong)
        var shrank = true
        while shrank {
            shrank = false
            for change in smallest.changes {
                var candidate = smallest
                change(&candidate)
                guard candidate.isValid && isWrong(candidate) else { continue }
                smallest = candidate
                shrank = true
                break
            }
        }
        return smallest
    }

    private func withoutCallsAtEnd(_ isWrong: (ChartModel) -> Bool) -> ChartModel {
        var shorter = self
        var count = calls.count / 2
        while count > 0 && !shorter.calls.isEmpty {
            var candidate = shorter
            candidate.calls.removeLast(min(count, candidate.calls.count))
            if isWrong(candidate) { shorter = candidate } else { count /= 2 }
        }
        return shorter
    }

    private typealias Change = (inout ChartModel) -> Void

    /// Everything that may be left out, the largest parts first.
    private var changes: [Change] {
        var changes: [Change] = []
        for state in states.indices.reversed() { changes.append { $0.remove(state) } }
        for state in states.indices.reversed() where !children(of: state).isEmpty {
            changes.append { $0.dissolve(state) }
        }
        for row in rows.indices { changes.append { $0.rows.remove(at: row) } }
        for call in calls.indices { changes.append { $0.calls.remove(at: call) } }
        for row in rows.indices { changes += Self.changes(ofRow: row, rows[row]) }
        for state in states.indices { changes += Self.changes(ofState: state, states[state]) }
        if phases != Phase.allCases { changes.append { $0.phases = Phase.allCases } }
        if opensByDepth { changes.append { $0.opensByDepth = false } }
        if !isFirstMatch { changes.append { $0.isFirstMatch = true } }
        if !isAlways { changes.append { $0.isAlways = true } }
        if initial != 0 { changes.append { $0.initial = 0 } }
        return changes
    }

    private static func changes(ofRow number: Int, _ row: Row) -> [Change] {
        var changes: [Change] = []
        if row.isLocal { changes.append { $0.rows[number].isLocal = false } }
        if !row.conditions.isEmpty { changes.append { $0.rows[number].conditions.removeLast() } }
        if !row.guards.isEmpty { changes.append { $0.rows[number].guards.removeLast() } }
        if !row.raised.isEmpty { changes.append { $0.rows[number].raised.removeLast() } }
        if !row.actions.isEmpty { changes.append { $0.rows[number].actions.removeLast() } }
        for index in row.guards.indices where row.guards[index].acts.count > 1 {
            changes.append { $0.rows[number].guards[index].acts.removeLast() }
            changes.append { $0.rows[number].guards[index].acts.removeFirst() }
        }
        for index in row.actions.indices where !row.actions[index].acts.isEmpty {
            changes.append { $0.rows[number].actions[index].acts.removeLast() }
        }
        if case .states(let targets) = row.target, targets.count > 1 {
            for index in targets.indices {
                changes.append {
                    var fewer = targets
                    fewer.remove(at: index)
                    $0.rows[number].target = .states(fewer)
                }
            }
        }
        return changes
    }

    private static func changes(ofState number: Int, _ state: State) -> [Change] {
        var changes: [Change] = []
        if !state.entry.isEmpty { changes.append { $0.states[number].entry.removeLast() } }
        if !state.exit.isEmpty { changes.append { $0.states[number].exit.removeLast() } }
        if !state.cycle.isEmpty { changes.append { $0.states[number].cycle.removeLast() } }
        if !state.defaultActions.isEmpty { changes.append { $0.states[number].defaultActions.removeLast() } }
        if state.doneEvent != nil { changes.append { $0.states[number].doneEvent = nil } }
        for index in state.entry.indices where !state.entry[index].acts.isEmpty {
            changes.append { $0.states[number].entry[index].acts.removeLast() }
        }
        for index in state.exit.indices where !state.exit[index].acts.isEmpty {
            changes.append { $0.states[number].exit[index].acts.removeLast() }
        }
        return changes
    }

    // MARK: - States

    /// Takes a state out, with what lies below it and all rows and calls that name it.
    private mutating func remove(_ state: Int) {
        let gone = Set(states.indices.filter { isWithin($0, state) })
        rename(gone, to: nil)
    }

    /// Takes a state out; its children become those of its parent, which takes its place in rows.
    private mutating func dissolve(_ state: Int) {
        for child in children(of: state) { states[child].parent = states[state].parent }
        rename([state], to: states[state].parent)
    }

    private mutating func rename(_ gone: Set<Int>, to heir: Int?) {
        var number: [Int: Int] = [:]
        for state in states.indices where !gone.contains(state) { number[state] = number.count }
        if let heir { for state in gone { number[state] = number[heir] } }
        func new(_ state: Int?) -> Int? { state.flatMap { number[$0] } }
        let former = states
        states = former.indices.filter { !gone.contains($0) }.map { former[$0] }
        for index in states.indices {
            states[index].parent = new(states[index].parent)
            states[index].defaultTarget = new(states[index].defaultTarget)
        }
        initial = new(initial) ?? 0
        rows = rows.compactMap { row in
            var row = row
            row.source = new(row.source)
            if case .states(let targets) = row.target {
                row.target = .states(targets.compactMap(new))
                if row.target == .states([]) { return nil }
            }
            row.conditions = row.conditions.compactMap { condition in
                new(condition.state).map { Condition(state: $0, isIn: condition.isIn) }
            }
            return row
        }
        calls = calls.compactMap { call in
            guard case .request(let state) = call else { return call }
            return new(state).map { .request($0) }
        }
    }
}
