import FSMEngine
import FSMInterning

/// The state and event of a transition, by their numbers.
struct TransitionCell: Hashable {
    /// -1 if the state is not declared.
    var state: Int32
    var event: Int32
}

extension Table {
    /// Builds the table of transitions and states; the first transition for a state and an event is used. O(states +
    /// transitions).
    ///
    /// The target of a transition is dynamic: it is evaluated for each event, before anything else is called. Setting a
    /// state is a request for it, which one row for all states allows.
    static func ofTransitions(
        _ cells: [TransitionCell], _ resolvers: [CallbackBox], states: [StateCallbacks]
    ) -> Table {
        var definition = Definition()
        definition.mayBeEmpty = true
        definition.warnings = []
        for (state, callbacks) in states.enumerated() {
            callbacks.addCallbacks(to: &definition, ofState: Int32(state))
        }
        definition.add(Row(source: ReservedID.any, event: ReservedID.request, target: ReservedID.any))
        let boxes = CallbackBoxes()
        var known: Set<TransitionCell> = []
        for (cell, resolver) in zip(cells, resolvers) where cell.state >= 0 && known.insert(cell).inserted {
            let row = definition.add(Row(source: cell.state, event: cell.event, target: ReservedID.dynamic))
            _ = definition.setResolver(boxes.callback(resolver), ofRow: row)
        }
        let (valid, faults) = definition.validate()
        guard let valid else { fatalError("FSMSwift: the transitions make no table: \(faults.map(\.text))") }
        guard let table = valid.compile(owner: boxes) else {
            fatalError("FSMSwift: there is no memory for a table of \(known.count) transitions")
        }
        return table
    }
}
