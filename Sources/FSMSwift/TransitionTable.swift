import FSMEngine

/// The state and event of a transition, by their numbers.
struct TransitionCell: Hashable {
    /// -1 if the state is not declared.
    var state: Int32
    var event: Int32
}

extension Table {
    /// Builds the table of transitions; the first one added for a state and an event is used.
    ///
    /// For the engine each row stays in its state and has the number of its transition. The target is evaluated for
    /// each event, as a value that may have associated values.
    static func ofTransitions(_ cells: [TransitionCell], stateCount: Int) -> Table {
        var definition = Definition()
        definition.mayBeEmpty = true
        // The engine does not know the targets. Final states suppress its warnings about them.
        for state in 0..<stateCount { definition.add(Block(state: Int32(state), isFinal: true)) }
        var known: Set<TransitionCell> = []
        for (number, cell) in cells.enumerated() where cell.state >= 0 && known.insert(cell).inserted {
            let row = definition.add(Row(source: cell.state, event: cell.event, target: ReservedID.same))
            // Never called: its context is the number of the transition.
            let context = UnsafeMutableRawPointer(bitPattern: number + 1)
            definition.addAction(Callback({ _, _ in 0 }, context: context), toRow: row)
        }
        let (valid, faults) = definition.validate()
        guard let valid else { fatalError("FSMSwift: the transitions make no table: \(faults.map(\.text))") }
        guard let table = valid.compile() else {
            fatalError("FSMSwift: there is no memory for a table of \(known.count) transitions")
        }
        return table
    }

    /// Returns the number of the transition for an event in a state; -1 if there is none. O(1).
    @usableFromInline
    func transition(on event: Int32, from state: Int32) -> Int {
        let found = lookup(event, in: state)
        return found.outcome == .transitioned ? Int(bitPattern: found.action) - 1 : -1
    }
}
