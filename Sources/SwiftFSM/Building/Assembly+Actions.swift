import FSMEngine

/// The lists of actions of a table: those of its rows, then two of each state, then in a chart one more of each state; in other
/// tables one of each row whose next state is told when an event is handled.
/// Rules of the same shape have the same lists, whatever actions are in them.
struct ActionNumbers {
    let rowCount: Int

    func ofRow(_ row: Int) -> Int { row }
    func onEntry(_ state: Int32) -> Int { rowCount + 2 * Int(state) }
    func onExit(_ state: Int32) -> Int { rowCount + 2 * Int(state) + 1 }
    func onDefault(_ state: Int32, of stateCount: Int) -> Int { rowCount + 2 * stateCount + Int(state) }
}

extension Assembly {
    var actionNumbers: ActionNumbers { ActionNumbers(rowCount: rows.count) }

    /// The actions of a machine, as ``ActionNumbers`` numbers their lists.
    ///
    /// `onEntry` is that of the state's first define. `onExit` is that of the define that holds the row: if a state has
    /// several defines, it belongs to the actions of their rows.
    func actionLists(_ policy: StateActionsPolicy) -> ActionLists<Event> {
        var lists = ActionLists<Event>()
        for (number, actions) in listedActions(policy).enumerated() { lists.append(actions, of: state(ofList: number)) }
        return lists
    }

    /// The state with which the tasks begin and end that a list names.
    private func state(ofList number: Int) -> Int32 {
        let stateCount = states.values.count
        let others = number - rows.count
        if others < 0 { return rows[number].stateNumber }
        if others < 2 * stateCount { return Int32(others / 2) }
        return isChart ? Int32(others - 2 * stateCount) : rows[dynamicRows[others - 2 * stateCount]].stateNumber
    }

    /// The same, list by list.
    func listedActions(_ policy: StateActionsPolicy) -> [[AnyAction]] {
        if isChart { return listedChartActions }
        var lists: [[AnyAction]] = []
        for row in rows {
            let leaves = policy == .executeAlways || row.nextState != row.stateNumber
            let exit = leaves && definesOfState[row.stateNumber]?.isOne == false ? scopes[row.define].onExit : []
            lists.append(exit.isEmpty ? row.clause.actions : row.clause.actions + exit)
        }
        for state in states.values.indices {
            let defines = definesOfState[Int32(state)]
            lists.append(defines.map { scopes[$0.first].onEntry } ?? [])
            lists.append(defines.map { $0.isOne ? scopes[$0.first].onExit : [] } ?? [])
        }
        for number in dynamicRows {
            let row = rows[number]
            let hasOwn = policy == .executeOnChangeOnly && row.nextState == row.stateNumber
            lists.append(hasOwn && definesOfState[row.stateNumber]?.isOne == false ? scopes[row.define].onExit : [])
        }
        return lists
    }

    /// The same of a chart, where the actions of several defines of one state add up: a state can be left by rows of
    /// other states.
    private var listedChartActions: [[AnyAction]] {
        var entries: [Int32: [AnyAction]] = [:]
        var exits = entries
        var defaults = entries
        for node in chart.nodes {
            defaults[node.state, default: []] += node.defaultActions
            guard let define = node.define else { continue }
            entries[node.state, default: []] += scopes[define].onEntry
            exits[node.state, default: []] += scopes[define].onExit
        }
        var lists = rows.map(\.clause.actions)
        let states = states.values.indices.map { Int32($0) }
        for state in states {
            lists.append(entries[state] ?? [])
            lists.append(exits[state] ?? [])
        }
        for state in states { lists.append(defaults[state] ?? []) }
        return lists
    }
}

/// The engine's callbacks for the action lists of a table.
struct ActionCallbacks {
    let lists: [ActionList]
    /// Whether machines share the table. Then empty lists have callbacks too: another machine can have actions there.
    let isShared: Bool

    subscript(number: Int) -> Callback? {
        isShared || lists[number].count > 0 ? ActionStore.callback(number) : nil
    }
}
