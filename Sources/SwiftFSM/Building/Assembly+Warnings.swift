// What is probably a mistake in a table without nested states. In a chart the same are faults.
extension Assembly {
    var flatWarnings: [ChartFault] {
        guard !isChart, let initial = states.values.first else { return [] }
        var found: [ChartFault] = []
        if definesOfState[0] == nil {
            found.append(
                warning(
                    .undefinedInitialState,
                    "The machine begins in '\("\(initial)".escaped)', but no 'define' defines it: no event is found.\n"
                        + "Begin in a state that has a 'define', or add one."))
        }
        for number in states.values.indices.map({ Int32($0) }) {
            guard let defines = definesOfState[number], !defines.isOne else { continue }
            let nodes = chart.nodes.filter { $0.state == number && $0.define != nil }
            found.append(
                warning(
                    .repeatedDefine,
                    "'\("\(states.values[Int(number)])".escaped)' has several 'define's: "
                        + "its 'onEntry' is that of the first, its 'onExit' that of the one that has the row.\n"
                        + "Join them, or write what they share in a '\(superState.rawValue)'.",
                    nodes.map { ChartFault.Define(text: $0.text, place: $0.place) }))
        }
        var reported: Set<Int32> = []
        for row in rows where definesOfState[row.nextState] == nil && reported.insert(row.nextState).inserted {
            let name = "\(states.values[Int(row.nextState)])".escaped
            found.append(
                warning(
                    .undefinedTarget,
                    "A row leads to '\(name)', but no 'define' defines it: no event is found there.\n"
                        + "Add 'define(\(name))', unless the machine ends there.", rows: [row.description]))
        }
        for target in failureTargets where definesOfState[target.state] == nil && reported.insert(target.state).inserted
        {
            let name = "\(states.values[Int(target.state)])".escaped
            found.append(
                warning(
                    .undefinedTarget,
                    "An action that fails leads to '\(name)' (\(target.place)), but no 'define' defines it: "
                        + "no event is found there.\nAdd 'define(\(name))', unless the machine ends there."))
        }
        return found + timeoutWarnings
    }

    private var superState: Syntax.Word { isOfContext ? .contextSuperState : .superState }

    /// Where a state is left no row of another one can take the events of its timers.
    private var timeoutWarnings: [ChartFault] {
        var taken: [Int32: Set<Int32>] = [:]
        for row in rows where row.eventNumber >= 0 {
            taken[row.stateNumber, default: []].formUnion([row.eventNumber] + events.narrower(than: row.eventNumber))
        }
        return chart.timeouts.compactMap { timeout in
            guard taken[timeout.state]?.contains(timeout.event) != true else { return nil }
            let event = "\(events.values[Int(timeout.event)])".escaped
            let state = "\(states.values[Int(timeout.state)])".escaped
            return warning(
                .unusedTimeout,
                "'after' sends '\(event)' in '\(state)', where no row takes it.\nAdd a row 'when(\(event))' to the state."
            )
        }
    }

    private func warning(
        _ kind: ChartFault.Kind, _ text: String, _ defines: [ChartFault.Define] = [], rows: [TableRow] = []
    ) -> ChartFault {
        ChartFault(kind: kind, text: text, defines: defines, rows: rows)
    }
}
